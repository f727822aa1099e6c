"""Checks of whole dialogues that could be read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from msgspec import UnsetType

from wayframe.dialogue import Dialogue, Turn
from wayframe.errors import InputError
from wayframe.validation.database import SearchCheck
from wayframe.validation.problem import DialogueFinding, DialogueProblem, found
from wayframe.validation.shape import part_findings
from wayframe.validation.turns import PreviousTurn, turn_findings


def problems(dialogue: Dialogue) -> Iterator[DialogueProblem]:
    """All that is wrong with one dialogue, turn by turn."""
    for finding in head_findings(dialogue, len(dialogue.turns)):
        yield DialogueProblem(dialogue.id, None, *finding)
    yield from turn_problems(dialogue.id, dialogue.turns)


def turn_problems(name: str, turns: Sequence[Turn | None]) -> Iterator[DialogueProblem]:
    """All that is wrong with the turns of the dialogue `name`, None standing for one that couldn't be read."""
    before: PreviousTurn | None = PreviousTurn(None, ())
    searches = SearchCheck()
    for number, turn in enumerate(turns):
        if turn is None:
            before = None
            continue
        try:
            frames, database = turn.frames, turn.db
        except InputError:
            for finding in _unreadable(turn):
                yield DialogueProblem(name, number, *finding)
            before = None
            continue
        for finding in turn_findings(turn, before, frames):
            yield DialogueProblem(name, number, *finding)
        for finding in searches.findings(database, turn):
            yield DialogueProblem(name, number, *finding)
        before = PreviousTurn(turn, frames)


def _unreadable(turn: Turn) -> Iterator[DialogueFinding]:
    yield from part_findings("labels.frames", turn.labels.frames_json)
    if not isinstance(turn.db_json, UnsetType):
        yield from part_findings("db", turn.db_json)


def checked(path: str | Path, dialogues: Iterable[Dialogue]) -> Iterator[Dialogue]:
    """The dialogues of the file `path`, up to the first with an error; that raises `InputError` naming all of it."""
    ids = set[str]()
    for dialogue in dialogues:
        for problem in among(ids, dialogue):
            if problem.severity == "error":
                raise InputError(f"{path}: {problem}")
        yield dialogue


def among(ids: set[str], dialogue: Dialogue) -> Iterator[DialogueProblem]:
    """All that is wrong with a dialogue among others, whose ids are known and which is added to them."""
    if dialogue.id in ids:
        yield DialogueProblem(dialogue.id, None, "id", "comes twice")
    ids.add(dialogue.id)
    yield from problems(dialogue)


def head_findings(dialogue: Dialogue, turns: int) -> Iterator[DialogueFinding]:
    """Check a dialogue of so many turns, apart from the turns themselves."""
    for field in ("id", "user_id", "wizard_id"):
        if not getattr(dialogue, field):
            yield DialogueFinding(field, "expected a name, found none")
    rating = dialogue.labels.user_survey_rating
    if rating is None:
        yield DialogueFinding("labels.userSurveyRating", "no rating", "dialogue without a rating")
    elif not 1 <= rating <= 5:
        yield DialogueFinding("labels.userSurveyRating", f"expected a rating from 1 to 5, found {found(rating)}")
    if not turns:
        yield DialogueFinding("turns", "expected a turn, found none")
    elif turns == 1:
        yield DialogueFinding("turns", "only one", "dialogue of a single turn")
