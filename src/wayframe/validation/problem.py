"""Records of a check's results."""

from __future__ import annotations

from typing import Literal, NamedTuple

from wayframe.errors import shown


class DialogueFinding(NamedTuple):
    """Something wrong at a field of a turn. An oddity says of which kind it is; an error has none."""

    field: str
    what: str
    oddity: str = ""


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
