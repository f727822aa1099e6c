"""Rules of a check, and records of its results."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Generic, Literal, NamedTuple, TypeVar

from wayframe.errors import shown


class DialogueFinding(NamedTuple):
    """Something wrong at a field of a turn. An oddity says of which kind it is; an error has none."""

    field: str
    what: str
    oddity: str = ""


Subject = TypeVar("Subject")


class Rule(NamedTuple, Generic[Subject]):
    """A rule: the field that it is about, the test for its violation, what is wrong then, and the kind of an oddity."""

    field: str
    is_broken: Callable[[Subject], bool]
    what: str | Callable[[Subject], str]
    oddity: str | Callable[[Subject], str] = ""


def broken(rules: Iterable[Rule[Subject]], place: str, subject: Subject) -> Iterator[DialogueFinding]:
    """Yield what is wrong with something at a place, by the rules that it breaks."""
    for rule in rules:
        if rule.is_broken(subject):
            what, oddity = (each if isinstance(each, str) else each(subject) for each in (rule.what, rule.oddity))
            yield DialogueFinding(place + rule.field, what, oddity)


class DialogueProblem(NamedTuple):
    """Something wrong in a dialogue, named by its id, or by `#` and its number in the file where the id can't be read.

    `turn` counts from 0 and is None for what concerns the whole dialogue; `oddity` is a kind, empty for errors.
    """

    dialogue: str
    turn: int | None
    field: str
    what: str
    oddity: str = ""

    @property
    def severity(self) -> Literal["error", "oddity"]:
        """Return "oddity" or "error"."""
        return "oddity" if self.oddity else "error"

    def __str__(self) -> str:
        turn = "" if self.turn is None else f"turn {self.turn}: "
        field = f"{self.field}: " if self.field else ""
        return f"dialogue {shown(self.dialogue)}: {turn}{field}{self.what}"


def found(value: object) -> str:
    """A value as a problem names it: at most some letters, also of a number that is too long to be written out."""
    try:
        return shown(value)
    except ValueError:  # an integer of more digits than Python turns into text
        return "a huge number"
