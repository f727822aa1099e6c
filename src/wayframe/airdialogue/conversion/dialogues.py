"""AirDialogue as dialogues of the project's own format: customers become users, agents wizards.

Acts are only those that can be told from the words together with what the files know: a value of the customer's wishes
or of a flight that is said as such, a greeting, thanks, a yes. A flight that an agent names by its number is an offer
and opens a frame. Frames follow from the acts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from wayframe import corpus
from wayframe.airdialogue.conversion.acts import SpokenTurn, agent_acts, customer_acts
from wayframe.airdialogue.files import SamplePair
from wayframe.airdialogue.records import CUSTOMER_SAYS
from wayframe.dialogue import Author, Dialogue, DialogueLabels, SearchLog, Turn, user_turn, wizard_turn
from wayframe.memory import Memory, update

_NOBODY = "unknown"


class _SideTurn(NamedTuple):
    """Turn of one side."""

    author: Author
    text: str
    timestamp: int


class _ConversionCounts:
    """Counts of what was written, and of what the format has no place for."""

    samples = turns = left_out = 0


def write(pairs: Iterable[SamplePair], output: Path) -> tuple[int, int, int]:
    """Write the dialogues of samples; how many, how many turns, and how many turns were left out.

    A turn that goes on where its own side stopped is joined to it. Dialogues begin with the user: what an agent says
    before is left out, and so is a turn without words.
    """
    counts = _ConversionCounts()
    corpus.write(output, _dialogues(pairs, counts))
    return counts.samples, counts.turns, counts.left_out


def _dialogues(pairs: Iterable[SamplePair], counts: _ConversionCounts) -> Iterator[Dialogue]:
    for pair in pairs:
        spoken = list(_spoken(pair))
        turns = tuple(_turns(pair, spoken[spoken[0].author == "wizard" :] if spoken else []))
        counts.left_out += len(pair.sample.dialogue or ()) - len(turns)
        if turns:
            counts.samples += 1
            counts.turns += len(turns)
            labels = DialogueLabels(wizard_survey_task_successful=pair.sample.correct_sample)
            yield Dialogue(f"airdialogue-{pair.line}", _NOBODY, _NOBODY, labels, turns)


def _spoken(pair: SamplePair) -> Iterator[_SideTurn]:
    """Split a dialogue into turns; times in milliseconds, a second per turn where the file has none."""
    said = pair.sample.dialogue or ()
    seconds = pair.sample.timestamps or range(len(said))
    turns = (
        _SideTurn(
            "user" if turn.startswith(CUSTOMER_SAYS) else "wizard", turn.partition(": ")[2].strip(), 1000 * second
        )
        for turn, second in zip(said, seconds, strict=False)
    )
    for author, group in groupby((turn for turn in turns if turn.text), lambda turn: turn.author):
        together = list(group)
        yield _SideTurn(author, " ".join(turn.text for turn in together), together[0].timestamp)


def _turns(pair: SamplePair, spoken: Iterable[_SideTurn]) -> Iterator[Turn]:
    memory = Memory()
    offered = dict[int, int]()
    status = pair.sample.action.status if pair.sample.action else ""
    for author, text, timestamp in spoken:
        said = SpokenTurn(text, pair.sample.intent, pair.kb, status, offered)
        if author == "user":
            acts = customer_acts(said)
            memory = update(memory, author, acts, memory.active_frame, text)
            yield user_turn(text, timestamp, acts, memory.active_frame, memory.frames, acts)
        else:
            acts = agent_acts(said, len(memory.frames))
            memory = update(memory, author, acts, memory.active_frame, text)
            yield wizard_turn(text, timestamp, acts, memory.active_frame, memory.frames, SearchLog())
