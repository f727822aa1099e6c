"""The scripted agent: asks for what it doesn't know, repeats what it isn't sure of, offers, confirms, acts.

It reads what the customer says, the flights and the reservation, and nothing else. What it can do at any point are the
`ACTS`; which of them it does is a function of its own, so that another can be learned (`airdialogue.learning`).
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Literal, get_args

from wayframe.airdialogue.environment.game import PlayerReply
from wayframe.airdialogue.players import wording
from wayframe.airdialogue.players.belief import DAYS, PLACES, CustomerBelief
from wayframe.airdialogue.players.reading import read_apart_from
from wayframe.airdialogue.players.wording import say
from wayframe.airdialogue.records import Action, AirFlight, KnowledgeBase, Status

Act = Literal["goal", "name", "places", "days", "wishes", "all", "repeat", "offer", "confirm", "end"]
ACTS: tuple[Act, ...] = get_args(Act)
PATIENCE = 17
"""In this turn of its own an agent acts on what it knows."""


class AgentState:
    """All that an agent knows in the middle of a conversation, and what has become of what it did."""

    def __init__(self, kb: KnowledgeBase) -> None:
        self.kb = kb
        self.belief = CustomerBelief(kb)
        self.last: Act | Literal["wrong", ""] = ""
        self.turns = 0
        self.asked = set[str]()
        self.offered: AirFlight | None = None
        self.accepted: AirFlight | None = None
        self.repeated = False  # and found right
        self.confirmed = False
        self.refused = False  # what was repeated, without a word on what is wrong

    def hear(self, text: str) -> None:
        """Take in what the customer says."""
        known = self.belief.value("name") or ""
        heard = read_apart_from(known if " " in known else "", text)
        changed = self.belief.hear(heard, self.last)
        summed_up = self.last in ("repeat", "confirm")
        self.refused = heard.no and not changed and summed_up
        if changed:
            self.accepted, self.repeated, self.confirmed = None, False, False
            return
        if not heard.yes:
            return
        if summed_up:
            self.belief.sure()
            self.repeated = True
        if self.last == "offer":
            self.accepted = self.offered
        self.confirmed |= self.last == "confirm"

    @property
    def status(self) -> Status:
        """Return the outcome that the dialogue heads for, as far as is known."""
        goal: Literal["book", "change", "cancel"] = self.belief.value("goal") or "book"
        if goal != "book" and not self.kb.reservation:
            return "no_reservation"
        if goal == "cancel":
            return "cancel"
        return goal if self.flight else "no_flight"

    @property
    def flight(self) -> AirFlight | None:
        """The flight that was accepted, else the one that would be offered."""
        return self.accepted or self.belief.cheapest()

    @property
    def travels(self) -> bool:
        """Tell whether a journey has to be talked about."""
        return self.status not in ("no_reservation", "cancel")


def by_rules(desk: AgentState) -> Act:
    """Ask one thing after the other, repeat what is doubtful or leads to nothing, offer until it suits, confirm."""
    return next(act for act, due in _RULES if due(desk))


_RULES: tuple[tuple[Act, Callable[[AgentState], bool]], ...] = (
    ("goal", lambda desk: "goal" not in desk.belief.held),
    ("name", lambda desk: "name" not in desk.belief.held),
    ("repeat", lambda desk: desk.status == "no_reservation" and desk.belief.doubts and not desk.repeated),
    ("end", lambda desk: desk.status == "no_reservation"),
    ("places", lambda desk: desk.travels and len(desk.belief.of(*PLACES)) < len(PLACES)),
    ("days", lambda desk: desk.travels and len(desk.belief.of(*DAYS)) < len(DAYS)),
    ("end", lambda desk: desk.travels and desk.flight is None and desk.repeated),
    ("repeat", lambda desk: desk.travels and (desk.flight is None or desk.belief.doubts)),
    ("offer", lambda desk: desk.travels and desk.accepted is None),
    ("confirm", lambda desk: not desk.confirmed),
    ("end", lambda desk: True),
)
"""The acts by rule: the first that is due is done."""


class ScriptedAgent:
    """An agent with our wording, which does what `choose` says, and acts in its turn number `turns` at the latest."""

    side = "agent"

    def __init__(
        self, kb: KnowledgeBase, random: Random, choose: Callable[[AgentState], Act] = by_rules, turns: int = PATIENCE
    ) -> None:
        self._turns = turns
        self._random = random
        self._choose = choose
        self._desk = AgentState(kb)

    def reply(self, heard: str) -> PlayerReply:
        """Listen, decide, speak."""
        desk = self._desk
        if heard:
            desk.hear(heard)
        desk.turns += 1
        act = self._choose(desk) if heard else "goal"
        if desk.turns >= self._turns:
            act = "end"
        if desk.refused and act in ("repeat", "confirm"):
            desk.last = "wrong"
            return PlayerReply(say(self._random, "agent", "wrong"))
        desk.last = act
        again = act in desk.asked
        desk.asked.add(act)
        return self._end() if act == "end" else PlayerReply(self._say(act, again))

    def _say(self, act: Act, again: bool) -> str:
        random, desk = self._random, self._desk
        if act == "repeat":
            return say(random, "agent", "repeat", all=self._all())
        if act == "offer":
            desk.offered = desk.belief.cheapest()
            assert desk.offered is not None
            return say(random, "agent", "offer", flight=wording.flight(desk.offered))
        if act == "confirm":
            number = desk.flight.flight_number if desk.flight else None
            name = desk.belief.value("name") or "you"
            return say(random, "confirm", desk.status, number=number, name=name)
        return say(random, "ask", self._question(act, again))

    def _question(self, act: Act, again: bool) -> str:
        known = tuple(slot for slot in PLACES if slot in self._desk.belief.held)
        if act == "goal" and again:
            return "goal again"
        return _OTHER_END.get(known, act) if act == "places" else act

    def _all(self) -> str:
        """Sum up everything that the agent has understood."""
        belief, name = self._desk.belief, self._desk.belief.value("name")
        if self._desk.travels:
            out, back = (f"{month} {day}" for month, day in (belief.value(slot) for slot in DAYS))
            origin, destination = (belief.value(slot) for slot in PLACES)
            said = [f"from {origin} to {destination}, leaving on {out} and returning on {back}"]
            said += [wording.condition(slot, wish.value) for slot, wish in belief.wishes.items()]
            said += [f"for {name}"] if name else []
        else:
            said = [wording.summary(belief.value("goal"))]
            said += [f"your name is {name}"] if name else []
        return ", ".join(said)

    def _end(self) -> PlayerReply:
        desk = self._desk
        status, flight = desk.status, desk.flight
        numbers = (flight.flight_number,) if flight and status in ("book", "change") else ()
        text = say(self._random, "end", status, number=numbers[0] if numbers else 0)
        return PlayerReply(text, Action(flight=numbers, name=desk.belief.value("name") or "", status=status))


_OTHER_END: dict[tuple[str, ...], str] = {("origin",): "destination", ("destination",): "origin"}
"""What is asked for where one end of the journey is known."""
