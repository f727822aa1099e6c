"""Count how many sentences about one thing each are read rightly: who travels, which days, which features and limits.

    python benchmarks/sentences.py   # all that there are, the building and the measuring halves
    python benchmarks/sentences.py people --failures failures.txt   # and write what is read wrongly

The sentences and how they came about are in `tests/sentences`.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Mapping, Sequence
from datetime import timedelta
from functools import cache
from pathlib import Path
from typing import Any

from wayframe.agent import Agent
from wayframe.catalogues import agent_over
from wayframe.conversation import Conversation
from wayframe.dialogue import legible, writable
from wayframe.meaning.records import (
    Ask,
    Constraint,
    Days,
    Described,
    Drop,
    Extreme,
    Flag,
    Move,
    Number,
    Return,
    Text,
    Wish,
    wishes_for,
    wishes_in,
)
from wayframe.packages import Catalogue, default_path
from wayframe.state.wishes import travellers

SENTENCES = Path(__file__).parent.parent / "tests" / "sentences"
HALVES = ("building", "measuring")
CONTEXTS = {
    1: "From Madrid to Rome for two, leaving August 20",
    2: "From Madrid to Rome for two, August 20 to August 27",
    3: "From Madrid to Rome for two in August",
    4: "From Madrid to Rome for two",
}
SEARCH = "From Madrid to Rome for two in August, with breakfast and near a park"
SLOTS = {"stars": "category", "rating": "gst_rating", "class": "seat"}
"""The slots of the catalogue that the sentences call otherwise."""
BEST = {("gst_rating", "best"): "most", ("gst_rating", "worst"): "least", ("category", "best"): "most"}
AS_GOOD = {"more": ("more", "most"), "less": ("less", "least")}
JOURNEY = ("party", "or_city", "dst_city", "str_date", "end_date")


@cache
def agent() -> Agent:
    """The agent over the default catalogue."""
    return agent_over(Catalogue(default_path()))


@cache
def after(text: str) -> Conversation:
    """Return the conversation that one message has begun; an empty one where there is none."""
    begun = agent().open()
    return agent().respond(begun, text).after if text else begun


def wishes_after(before: Conversation, text: str) -> tuple[Wish, ...]:
    """Return the wishes that hold after a message."""
    return agent().wishes(agent().state(agent().respond(before, text).after))


# Who travels


def people(sentence: Mapping[str, Any]) -> bool:
    """Return whether all who travel are counted."""
    adults, children = sentence["known"] or (0, 0)
    beside = "" if not children else f" and {children} children" if children > 1 else " and a child"
    before = after(f"From Toronto to Rome for {adults} adults{beside}" if adults else "")
    wishes = wishes_after(before, sentence["text"])
    party = travellers(wishes, agent().schema)
    found = (party.adults, party.children) if wishes_for(wishes, agent().schema.party) else (0, 0)
    expected = (sentence["adults"], sentence["children"])
    return found == expected or (expected == (1, 0) and found == (0, 0) and not sentence["known"])


# Which days


def dates(sentence: Mapping[str, Any]) -> bool:
    """Return whether the days of departure, of the return and the nights are as labelled; one end may be worked out."""
    wishes, schema = wishes_after(after(CONTEXTS[sentence["context"]]), sentence["text"]), agent().schema
    leave, back = _days(wishes, schema.start), _days(wishes, schema.end)
    nights = _nights(wishes)
    ends = sentence["back"] is None if back is None else back == sentence["back"]
    worked_out = back is None and sentence["nights"] is not None and nights is not None
    kept = sentence["back"] is None and sentence["context"] == 2
    is_long = nights == sentence["nights"] or (sentence["nights"] is None and nights is None)
    follows = nights is None and sentence["nights"] is not None and back is not None
    return leave == sentence["leave"] and (ends or worked_out or kept) and (is_long or follows)


def _days(wishes: Sequence[Wish], slot: str) -> list[str | None] | None:
    """Return the first and the last day that the wishes for a slot leave; None where they are for none."""
    held = [wish for wish in wishes_for(wishes, slot) if wish.constraint.values]
    if not held:
        return None
    first = last = None
    for wish in held:
        days = [value for value in wish.constraint.values if isinstance(value, Days)]
        low, high = min(day.first for day in days), max(day.last for day in days)
        beyond = timedelta(wish.constraint.strict)
        if wish.constraint.op == "at_most":
            last = (low if wish.constraint.strict else high) - beyond
        elif wish.constraint.op == "at_least":
            first = (high if wish.constraint.strict else low) + beyond
        else:
            first, last = low, high
    return [str(day) if day else None for day in (first, last)]


def _nights(wishes: Sequence[Wish]) -> list[float | None] | None:
    """Return the fewest and the most nights that are wished for; None where no number is."""
    for wish in reversed(wishes_for(wishes, *agent().schema.lengths)):
        numbers = [value.value for value in wish.constraint.values if isinstance(value, Number)]
        if numbers:
            bounds = {"at_most": [None, numbers[-1]], "at_least": [numbers[0], None]}
            return bounds.get(wish.constraint.op, [numbers[0], numbers[-1]])
    return None


# Which features and limits


def wishes(sentence: Mapping[str, Any]) -> bool:
    """Return whether just the slots that are labelled are wished for or asked about, each as it is labelled."""
    before = after(SEARCH)
    context = agent().context(agent().state(before), before.turns)
    found = _read(agent().reader.read(legible(writable(sentence["text"])), context).all())
    expected = {SLOTS.get(slot, slot): value for slot, value in sentence["slots"].items()}
    expected = {slot: BEST.get((slot, value), value) for slot, value in expected.items()}
    return found.keys() == expected.keys() and all(
        found[slot] in AS_GOOD.get(value, (value,)) for slot, value in expected.items()
    )


def _read(moves: Sequence[Move]) -> dict[str, str]:
    """Return what moves say of slots besides the journey's, in the words of the labels."""
    said = {move.slot: "any" for move in moves if isinstance(move, Drop)}
    for move in moves:
        if isinstance(move, Return | Ask):
            of = move.to if isinstance(move, Return) else move.of
            if isinstance(of, Extreme) and of.slot:
                said[of.slot] = of.direction
            if isinstance(of, Described):
                said |= {wish.slot: _label(wish.constraint) for wish in of.wishes}
        said |= {wish.slot: _label(wish.constraint) for wish in wishes_in([move])}
    return {slot: label for slot, label in said.items() if slot not in JOURNEY}


def _label(constraint: Constraint) -> str:
    value = next(iter(constraint.values), None)
    if value is None or constraint.op in ("any", "least", "most"):
        return constraint.op
    if isinstance(value, Flag):
        return "yes" if value.value == (constraint.op != "not") else "no"
    if isinstance(value, Text):
        return value.value if constraint.op == "is" else f"{constraint.op} {value.value}"
    signs = {"at_most": "<=", "around": "<=", "at_least": ">=", "is": "="}
    return f"{signs.get(constraint.op, constraint.op)}{getattr(value, 'value', 0):g}"


KINDS: Mapping[str, Callable[[Mapping[str, Any]], bool]] = {"people": people, "dates": dates, "wishes": wishes}


def main() -> None:
    """Print the share of sentences that are read rightly, by kind and half."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kind", nargs="?", choices=KINDS)
    parser.add_argument("--failures", type=Path, help="file for the building half's sentences that aren't read rightly")
    given = parser.parse_args()
    failures = list[str]()
    for kind in [given.kind] if given.kind else KINDS:
        for half in HALVES:
            lines = (SENTENCES / f"{kind}.{half}.jsonl").read_text(encoding="utf-8").splitlines()
            right = [KINDS[kind](json.loads(line)) for line in lines]
            print(f"{kind}, {half}: {sum(right)} of {len(right)} right ({100 * sum(right) / len(right):.1f} %)")
            if half == "building":
                failures += [line for line, is_right in zip(lines, right, strict=True) if not is_right]
    if given.failures:
        given.failures.write_text("".join(f"{line}\n" for line in failures), encoding="utf-8")


if __name__ == "__main__":
    main()
