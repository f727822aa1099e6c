"""How well the reader understands the voices of `tests/voices`: turns by many hands, labelled with their meaning.

    python benchmarks/voices.py [building|measuring|talked|learning|everyday|brief] [--json] [--llm nlu|unsure|never]

A turn is read in the conversation that it goes on from, and what that does is compared with what its label does: wishes
that hold, the option at hand, bookings, questions with the options that they are about. So two ways to name the same
option are one. A turn is `right` where all is equal, `wrong` where the reading does something that was not meant (a
wish, a booking, a cancellation, a turn to another option), `shown` where it does so and says as what it took the turn,
and `missed` otherwise. Failures of the measuring half are
not written: nobody who works on the reader may see them.

With `--llm` only the turns are taken that a language model has read (`tests/voices/recorded`); it reads all of them,
those that the rules are unsure of, or none, for comparison. To measure another model, whose answers are kept in a file:

    python benchmarks/voices.py building --ask http://localhost:11434/v1 --model llama3.2 --keep answers.jsonl
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from pathlib import Path

sys.path.append(str(Path(__file__).parent.parent / "tests"))

from recorded import RECORDED, Recording
from voiced import HALVES, WORDS, Verdict, VoiceTurn, judged, voices
from wayframe.conversation import notes_taken
from wayframe.llm.reader import SURE


def described(verdict: Verdict) -> str:
    """Return a verdict for those who mend the reader."""
    turn = verdict.turn
    head = f"{verdict.word}: {verdict.voice}, {turn.scene}\n  {turn.text}\n"
    return f"{head}  meant {turn.meaning}\n  read  {verdict.read}\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "half", choices=(*HALVES, "learning", "everyday", "brief", "talked"), nargs="?", default="building"
    )
    parser.add_argument("--failures", type=Path)
    parser.add_argument("--llm", choices=("nlu", "unsure", "never"))
    parser.add_argument("--ask", metavar="URL")
    parser.add_argument("--model", default="")
    parser.add_argument("--keep", type=Path, default=Path("answers.jsonl"))
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    said = [(voice, turn) for voice, turns in voices(asked.half) for turn in turns]
    recording = None
    if asked.ask:
        recording = Recording(asked.keep, asked.llm or "nlu", asked.ask, asked.model)
    elif asked.llm:
        recording = Recording(RECORDED / f"{asked.half}.jsonl.xz", "nlu" if asked.llm == "never" else asked.llm)
        said = [(voice, turn) for voice, turn in said if recording.has(turn)]
    reader = recording.reader if recording and asked.llm != "never" else None
    verdicts, put = list[Verdict](), list[VoiceTurn]()
    for voice, turn in said:
        with notes_taken() as notes:
            verdicts.append(judged(voice, turn, reader(turn) if reader else None))
        if reader and SURE not in notes:
            put.append(turn)
    told = [recording.tokens(turn) for turn in put] if recording and not asked.ask else []
    read, written = sum(each for each, _ in told), sum(each for _, each in told)
    if asked.failures and asked.half in ("building", "everyday"):
        failures = [verdict for verdict in verdicts if verdict.word != "right"]
        asked.failures.write_text("".join(map(described, failures)), encoding="utf-8")
    counts = Counter(each.word for each in verdicts)
    by_voice = {
        voice: dict(Counter(each.word for each in verdicts if each.voice == voice))
        for voice in sorted({each.voice for each in verdicts})
    }
    total = len(verdicts)
    shares = {word: round(counts[word] / total, 3) for word in WORDS} if total else {}
    figures = {
        "half": asked.half,
        "turns": total,
        "asked of": len(put),
        "tokens": [read, written],
        **shares,
        "voices": by_voice,
    }
    if asked.json:
        print(json.dumps(figures))
        return
    for voice, found in by_voice.items():
        print(voice, *(f"{word} {found.get(word, 0)}" for word in WORDS), sep="\t")
    model = [f"{len(put)} put to the model", f"{read:,} + {written:,} tokens"] if recording else []
    print(f"{asked.half}: {total} turns", *model, *(f"{word} {share:.1%}" for word, share in shares.items()), sep=", ")


if __name__ == "__main__":
    main()
