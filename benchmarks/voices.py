"""How well the reader understands the voices of `tests/voices`: turns by many hands, labelled with their meaning.

    python benchmarks/voices.py [building|measuring] [--failures FILE] [--json] [--llm-cache FILE [--llm-for unsure]]

A turn is read in the conversation that it goes on from, and what that does is compared with what its label does: wishes
that hold, the option at hand, bookings, questions with the options that they are about. So two ways to name the same
option are one. A turn is `right` where all is equal, `wrong` where the reading does something that was not meant (a
wish, a booking, a cancellation, a turn to another option), `shown` where it does so and says as what it took the turn,
and `missed` otherwise. Failures of the measuring half are
not written: nobody who works on the reader may see them. With `--llm-cache` only turns are taken that a language model
has read, by the answers in that file.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from pathlib import Path

sys.path.append(str(Path(__file__).parent.parent / "tests"))

from voiced import HALVES, WORDS, Verdict, VoiceTurn, agent, catalogues, circumstances, judged, voices
from wayframe.agent import embedded_reader
from wayframe.llm import Cassette, Client, Endpoint, LLMReader, prompt
from wayframe.llm.endpoint import Role
from wayframe.llm.reader import FORM


def described(verdict: Verdict) -> str:
    """Return a verdict for those who mend the reader."""
    turn = verdict.turn
    head = f"{verdict.word}: {verdict.voice}, {turn.scene}\n  {turn.text}\n"
    return f"{head}  meant {turn.meaning}\n  read  {verdict.read}\n"


class Recording:
    """A language model that has read some of the turns: its answers in a file."""

    def __init__(self, path: Path, role: Role) -> None:
        self._cassette = Cassette(path)
        self._client = Client(Endpoint("http://127.0.0.1:9/v1", "recorded", role=role), self._cassette)
        self._readers = dict[str, LLMReader]()

    def has(self, turn: VoiceTurn) -> bool:
        """Return whether the model has read a turn."""
        question = prompt.question(turn.text, circumstances(turn), agent(catalogues()[turn.scene]).schema)
        return self._cassette.answer(question, FORM) is not None

    def reader(self, turn: VoiceTurn) -> LLMReader:
        """Return the reader of the catalogue that a turn is about."""
        catalogue = catalogues()[turn.scene]
        if catalogue not in self._readers:
            self._readers[catalogue] = LLMReader(self._client, embedded_reader(agent(catalogue).source))
        return self._readers[catalogue]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("half", choices=HALVES, nargs="?", default="building")
    parser.add_argument("--failures", type=Path)
    parser.add_argument("--llm-cache", type=Path)
    parser.add_argument("--llm-for", choices=("nlu", "unsure"), default="nlu")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    said = [(voice, turn) for voice, turns in voices(asked.half) for turn in turns]
    recording = Recording(asked.llm_cache, asked.llm_for) if asked.llm_cache else None
    if recording:
        said = [(voice, turn) for voice, turn in said if recording.has(turn)]
    verdicts = [judged(voice, turn, recording.reader(turn) if recording else None) for voice, turn in said]
    if asked.failures and asked.half == "building":
        failures = [verdict for verdict in verdicts if verdict.word != "right"]
        asked.failures.write_text("".join(map(described, failures)), encoding="utf-8")
    counts = Counter(each.word for each in verdicts)
    by_voice = {
        voice: dict(Counter(each.word for each in verdicts if each.voice == voice))
        for voice in sorted({each.voice for each in verdicts})
    }
    total = len(verdicts)
    shares = {word: round(counts[word] / total, 3) for word in WORDS} if total else {}
    figures = {"half": asked.half, "turns": total, **shares, "voices": by_voice}
    if asked.json:
        print(json.dumps(figures))
        return
    for voice, found in by_voice.items():
        print(voice, *(f"{word} {found.get(word, 0)}" for word in WORDS), sep="\t")
    print(f"{asked.half}: {total} turns", *(f"{word} {share:.1%}" for word, share in shares.items()), sep=", ")


if __name__ == "__main__":
    main()
