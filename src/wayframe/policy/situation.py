"""What a policy sees and what it decides."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any, NamedTuple, Protocol, TypeAlias

from wayframe.dialogue import Act, Frame, Number, Turn
from wayframe.memory import Memory
from wayframe.values import Lexicon

Offered: TypeAlias = Any
"""What is behind an offer: a `Package` of trips, a row of one's own table."""


class Situation(NamedTuple):
    """Where the conversation stands when it is the agent's turn."""

    heard: tuple[Act, ...]  # the user's acts of this turn, with references
    memory: Memory  # after the user's turn
    before: Memory  # before it
    history: Sequence[Turn]  # all turns, the user's last
    offers: Mapping[int, Offered]  # what is behind each frame that was offered
    catalogue: Any  # what the policy searches: `packages.Catalogue` for trips
    lexicon: Lexicon
    today: date
    timestamp: Number  # seconds since the epoch, for the log of the searches
    seed: int

    @property
    def active(self) -> Frame:
        """The frame that the user is talking about."""
        return self.memory.frames[self.memory.active_frame - 1]

    @property
    def package(self) -> Offered:
        """What is behind the active frame, if it was offered; else None."""
        return self.offers.get(self.memory.active_frame)

    @property
    def said(self) -> tuple[Act, ...]:
        """What the agent said last."""
        return next((turn.acts for turn in reversed(self.history) if turn.author == "wizard"), ())

    @property
    def latest_offers(self) -> list[int]:
        """The frames of the last wizard's turn that offered or suggested packages, in its order."""
        for turn in reversed(self.history):
            if turn.author == "wizard" and (made := [a.id for a in turn.acts if a.id is not None]):
                return [frame for frame in made if frame in self.offers]
        return []

    @property
    def at_hand(self) -> list[int]:
        """The offered frames that a question without a name is about: the active one, else those told of or offered."""
        if self.proposed:
            return [self.proposed]
        if self.package:
            return [self.memory.active_frame]
        return self.told or self.latest_offers

    @property
    def told(self) -> list[int]:
        """The offered frames that the agent has just told of by name; what it booked or cancelled apart."""
        acts = (act for act in self.said if not any(arg.key == "action" for arg in act.slots))
        found = (ref.frame for act in acts for ref in act.refs("write") if ref.frame in self.offers)
        return list(dict.fromkeys(found))

    @property
    def proposed(self) -> int | None:
        """The frame other than the active one that the agent has just proposed to book, if the user stayed with it."""
        stayed = self.memory.active_frame == self.before.active_frame
        asked = any(a.key == "action" for act in self.said if act.name == "suggest" for a in act.slots)
        return self.told[-1] if stayed and asked and self.told else None

    def did(self, *names: str) -> bool:
        """Whether the user did one of these acts in this turn."""
        return any(act.name in names for act in self.heard)


class Decision(NamedTuple):
    """The agent's turn before it is put in words."""

    acts: tuple[Act, ...]
    db: Any  # the searches that were run and what they returned: a `Database` of trips
    offers: Mapping[int, Offered]  # what is behind each frame that the acts create


class Policy(Protocol):
    """Decides what the agent does next."""

    def decide(self, situation: Situation) -> Decision:
        """The agent's acts for this turn; each value in them is from a frame or from a row of `db`."""
        ...
