"""Wording of replies: their length, their variety, and how many open with an apology.

Trigrams are those of the first 1,900 words, names made alike, and figures, too, for the second of the two shares.

Run: python benchmarks/wording.py FILE, where FILE holds dialogues, such as `wayframe simulate --save` writes.
"""

import argparse
import json
import re
from collections.abc import Iterator
from statistics import median

from wayframe.corpus import read
from wayframe.dialogue import Turn

LONG = 40
FIRST_WORDS = 1900
NAMING = ("name", "dst_city", "or_city")
APOLOGY = re.compile(
    r"(?:(?:i|we)['’]?(?:m|re| am| are) )?(?:very |so |really )?(?:sorry|afraid|unfortunately|apolog)", re.I
)


def names_of(turn: Turn) -> list[str]:
    """Return the names in a turn's acts, the longest first."""
    args = [arg for act in turn.acts for arg in act.slots]
    args += [arg for act in turn.acts for each in act.args for ref in each.refs for arg in ref.annotations]
    names = {arg.val for arg in args if arg.key in NAMING and isinstance(arg.val, str)}
    return sorted(names | {name.split()[0] for name in names}, key=len, reverse=True)


def masked(turn: Turn) -> str:
    """Return the text of a turn, its names made alike."""
    text = turn.text
    for name in names_of(turn):
        text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", "NAME", text, flags=re.I)
    return text.lower()


def distinct_trigrams(words: list[str]) -> float:
    """Return the share of distinct ones among the trigrams of a text."""
    trigrams = list(zip(words, words[1:], words[2:], strict=False))
    return len(set(trigrams)) / len(trigrams) if trigrams else 0.0


def wizard_turns(path: str) -> Iterator[Turn]:
    """Return the turns of all wizards of a file."""
    for dialogue in read(path):
        yield from (turn for turn in dialogue.turns if turn.author == "wizard")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file")
    turns = list(wizard_turns(parser.parse_args().file))
    lengths = [len(turn.text.split()) for turn in turns]
    text = " ".join(masked(turn) for turn in turns)
    words = text.split()[:FIRST_WORDS]
    without_figures = re.sub(r"\d+(?:[.,/]\d+)*", "0", text).split()[:FIRST_WORDS]
    figures = {
        "replies": len(turns),
        "median_words": median(lengths),
        "over_40_words": round(sum(length > LONG for length in lengths) / len(turns), 3),
        "distinct_trigrams": round(distinct_trigrams(words), 3),
        "distinct_trigrams_without_figures": round(distinct_trigrams(without_figures), 3),
        "opening_with_an_apology": round(sum(bool(APOLOGY.match(turn.text)) for turn in turns) / len(turns), 3),
    }
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
