"""Checks of whole dialogues that could be read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from msgspec import UnsetType

from wayframe.dialogue import Dialogue, Turn
from wayframe.errors import InputError
from wayframe.validation.database import SearchCheck
from wayframe.validation.problem import Finding, Problem, found
from wayframe.validation.shape import part_findings
from wayframe.validation.turns import Before, turn_findings


def problems(dialogue: Dialogue) -> Iterator[Problem]:
    """All that is wrong with one dialogue, turn by turn."""
    for finding in head_findings(dialogue, len(dialogue.turns)):
        yield Problem(dialogue.id, None, *finding)
    yield from turn_problems(dialogue.id, dialogue.turns)


def turn_problems(name: str, turns: Sequence[Turn | None]) -> Iterator[Problem]:
    """All that is wrong with the turns of the dialogue `name`, None standing for one that couldn't be read."""
    before: Before | None = Before(None, ())
    searches = SearchCheck()
    for number, turn in enumerate(turns):
        if turn is None:
            before = None
            continue
        try:
            frames, database = turn.frames, turn.db
        except InputError:
            for finding in _unreadable(turn):
                yield Problem(name, number, *finding)
            before = None
            continue
        for finding in turn_findings(turn, before, frames):
            yield Problem(name, number, *finding)
        for finding in searches.findings(database, turn):
            yield Problem(name, number, *finding)
        before = Before(turn, frames)


def _unreadable(turn: Turn) -> Iterator[Finding]:
    yield from part_findings("labels.frames", turn.labels.frames_json)
    if not isinstance(turn.db_json, UnsetType):
        yield from part_findings("db", turn.db_json)


def corpus_problems(dialogues: Iterable[Dialogue]) -> Iterator[Problem]:
    """All that is wrong with many dialogues, one at a time; ids that come twice included."""
    ids = set[str]()
    for dialogue in dialogues:
        yield from among(ids, dialogue)


def checked(path: str | Path, dialogues: Iterable[Dialogue]) -> Iterator[Dialogue]:
    """The dialogues of the file `path`, up to the first with an error; that raises `InputError` naming all of it."""
    ids = set[str]()
    for dialogue in dialogues:
        for problem in among(ids, dialogue):
            if problem.severity == "error":
                raise InputError(f"{path}: {problem}")
        yield dialogue


def among(ids: set[str], dialogue: Dialogue) -> Iterator[Problem]:
    """All that is wrong with a dialogue among others, whose ids are known and which is added to them."""
    if dialogue.id in ids:
        yield Problem(dialogue.id, None, "id", "comes twice")
    ids.add(dialogue.id)
    yield from problems(dialogue)


def head_findings(dialogue: Dialogue, turns: int) -> Iterator[Finding]:
    """What is wrong with a dialogue of so many turns, besides what is wrong with these."""
    for field in ("id", "user_id", "wizard_id"):
        if not getattr(dialogue, field):
            yield Finding(field, "expected a name, found none")
    rating = dialogue.labels.user_survey_rating
    if rating is None:
        yield Finding("labels.userSurveyRating", "no rating", "dialogue without a rating")
    elif not 1 <= rating <= 5:
        yield Finding("labels.userSurveyRating", f"expected a rating from 1 to 5, found {found(rating)}")
    if not turns:
        yield Finding("turns", "expected a turn, found none")
    elif turns == 1:
        yield Finding("turns", "only one", "dialogue of a single turn")
