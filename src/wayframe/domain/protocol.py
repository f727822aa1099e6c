"""The interface of every domain."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from wayframe.dialogue import Act, Dialogue, Frame, Turn

Facts = Mapping[str, str | bool]


class OfferCard(NamedTuple):
    """An offer as faces show it: what it is called, what stands on it line by line, what it costs."""

    title: str
    lines: tuple[str, ...]
    price: str


class Welcome(NamedTuple):
    """What a face says before anything else was said: who speaks, what there is, what one might say."""

    title: str
    about: str
    world: str
    hint: str
    examples: tuple[str, ...]


class Domain(Protocol):
    """What conversations are about."""

    @property
    def naming(self) -> tuple[str, ...]:
        """The slots by which an offer is called, as in "the Silver Lantern in Tokyo"."""
        ...

    @property
    def compared(self) -> tuple[str, ...]:
        """The slots that a comparison begins with."""
        ...

    def label(self, slot: str) -> str:
        """A slot as people call it."""
        ...

    def surface(self, slot: str, value: str | bool) -> str | bool:
        """A value of a frame as it is said."""
        ...

    def title(self, frame: Frame) -> str:
        """Return what a frame is called."""
        ...

    def facts(self, offered: Any) -> Facts:
        """Return what is true of what was offered, as it is said."""
        ...

    def best(self, slot: str, values: Sequence[str | bool | None]) -> frozenset[int]:
        """The places of a row's best value; none where all are alike or the slot has no better and worse."""
        ...

    def card(self, act: Act) -> OfferCard | None:
        """An offer as its act has it; None where faces have their own way to show it."""
        ...

    def searches(self, turn: Turn) -> tuple[tuple[str, int], ...]:
        """The searches of a turn, in a line each, and how many they found."""
        ...

    def offered(self, turn: Turn) -> Mapping[int, Any]:
        """Return what is behind the offers of a saved turn."""
        ...

    def decoded(self, offers: bytes) -> Mapping[int, Any]:
        """Return what is behind offers, from the JSON in which it was kept."""
        ...

    def check(self, dialogue: Dialogue) -> None:
        """Raises `InputError` where a saved conversation can't be gone on with."""
        ...
