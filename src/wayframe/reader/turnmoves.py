"""The moves of a turn in their order: found by what they are, left out, exchanged."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from wayframe.meaning.records import Answer, Every, It, Move, Reference, Spoken, Together

Kind = TypeVar("Kind", bound=Move)
_PRONOUNS: tuple[Reference | None, ...] = (None, It(), Every(), Every(2))
_DENIALS: tuple[Move, ...] = (Answer("no"), Answer("perhaps"))


def is_pronoun(reference: Reference | None) -> bool:
    """Return whether a reference stands for what was spoken of, and names nothing itself."""
    return reference in _PRONOUNS


class TurnMoves:
    """The moves of a turn, each with its place in the text. Never changed: every operation gives another turn."""

    def __init__(self, spoken: Iterable[Spoken]) -> None:
        self.spoken = tuple(spoken)
        self.moves: tuple[Move, ...] = tuple(each.move for each in self.spoken)

    def __getitem__(self, at: int) -> Move | None:
        return self.moves[at] if at < len(self.moves) else None

    def part(self, first: int, last: int | None = None) -> TurnMoves:
        """Return the moves from one place to another (excluded)."""
        return TurnMoves(self.spoken[first:last])

    def of(self, kind: type[Kind]) -> list[Kind]:
        """Return the moves of a kind."""
        return [move for move in self.moves if isinstance(move, kind)]

    def naming(self, kind: type[Kind]) -> list[Kind]:
        """Return the moves of a kind that name what they are about."""
        return [move for move in self.of(kind) if not is_pronoun(_reference(move))]

    def unnamed(self, kind: type[Kind]) -> list[Kind]:
        """Return the moves of a kind that are about what a pronoun stands for."""
        return [move for move in self.of(kind) if is_pronoun(_reference(move))]

    def last(self, wanted: Callable[[Move], bool]) -> int:
        """Return where the last wanted move is; -1 where there is none."""
        return max((at for at, move in enumerate(self.moves) if wanted(move)), default=-1)

    def last_denial(self) -> int:
        """Return where the last no or perhaps is; -1 where there is none."""
        return self.last(_DENIALS.__contains__)

    def without(self, *dropped: Move) -> TurnMoves:
        """Return the turn without some of its moves."""
        passed = set(map(id, dropped))
        return TurnMoves(each for each in self.spoken if id(each.move) not in passed)

    def exchanged(self, old: Move, new: Move) -> TurnMoves:
        """Return the turn with one move in the place of another."""
        return TurnMoves(Spoken(new, each.start, each.end) if each.move is old else each for each in self.spoken)


def together(references: Sequence[Reference]) -> Reference:
    """Return one reference for several; a pronoun for none."""
    if not references:
        return It()
    return references[0] if len(references) == 1 else Together(tuple(references))


def _reference(move: Move) -> Reference | None:
    """Return what a move is about; none where it is about no option."""
    reference: Reference | None = getattr(move, "of", None)
    return reference
