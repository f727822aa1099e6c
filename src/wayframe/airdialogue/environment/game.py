"""One conversation between a customer and an agent, turn by turn: the environment, without any library around it.

The customer sees an intent, the agent flights and a reservation, and both see what was said; nothing else. It ends when
the agent acts, or when so many turns are over. What it was worth is the reward of the paper, which both share.
"""

from __future__ import annotations

from random import Random
from typing import Literal, NamedTuple, Protocol

from wayframe.airdialogue.records import (
    AIRLINES,
    CLASSES,
    FIRST_FLIGHT,
    FLIGHTS,
    GOALS,
    MAX_PRICES,
    STATUSES,
    WINDOWS,
    Action,
    AirFlight,
    Intent,
    KnowledgeBase,
)  # fmt: skip
from wayframe.airdialogue.scoring.outcomes import NOTHING, OutcomeScore, judged
from wayframe.airdialogue.truth import expected_action
from wayframe.errors import InputError, shown

Side = Literal["customer", "agent"]

TURNS = 40
"""How many turns a conversation has at most, of both together."""

LENGTH = 2_000
"""How many characters a turn has at most."""


class GameContext(NamedTuple):
    """Context of a dialogue: the customer's wishes, and the agent's flights."""

    intent: Intent
    kb: KnowledgeBase

    def of(self, side: Side) -> Intent | KnowledgeBase:
        """Return what a side knows."""
        return self.intent if side == "customer" else self.kb


class PlayerReply(NamedTuple):
    """A turn: what is said and, when the agent ends the conversation, what is done."""

    text: str
    action: Action | None = None


class Player(Protocol):
    """One side of one conversation. It is made from what its side sees, and a source of chance of its own."""

    def reply(self, heard: str) -> PlayerReply:
        """The next turn, after the other side said `heard`; who begins has heard the empty string."""


class MakeCustomer(Protocol):
    """Factory of customers, such as a class."""

    def __call__(self, intent: Intent, random: Random, /) -> Player: ...  # noqa: D102


class MakeAgent(Protocol):
    """Factory of agents, such as a class."""

    def __call__(self, kb: KnowledgeBase, random: Random, /) -> Player: ...  # noqa: D102


class Game:
    """A conversation as it goes on. `turns` are as in the files: "customer: ..." and "agent: ..."."""

    def __init__(self, context: GameContext, first: Side = "customer", limit: int = TURNS) -> None:
        self.context = context
        self.to_move: Side = first
        self.limit = limit
        self.turns: list[str] = []
        self.heard = ""
        self.action: Action | None = None

    @property
    def over(self) -> bool:
        """Tell whether the dialogue is over: the agent acted, or all turns are used up."""
        return self.action is not None or len(self.turns) >= self.limit

    def play(self, reply: PlayerReply) -> None:
        """Take the turn of the side whose turn it is.

        Raises `InputError` where the reply is not a legal one, and where the conversation is over.
        """
        if self.over:
            raise InputError(f"{self.to_move}: turn {len(self.turns)}: the conversation is over: nobody can say more")
        if problem := illegal(reply, self.to_move):
            raise InputError(f"{self.to_move}: turn {len(self.turns)}: {problem}")
        text = " ".join(reply.text.split())
        self.turns.append(f"{self.to_move}: {text}")
        self.heard = text
        self.action = reply.action
        self.to_move = "agent" if self.to_move == "customer" else "customer"

    def judged(self) -> OutcomeScore:
        """Judge the dialogue: it is worth nothing unless the agent acted."""
        if self.action is None:
            return NOTHING
        return judged(self.action, expected_action(*self.context), self.context.kb)


def illegal(reply: object, side: Side) -> str | None:
    """Return the fault of a reply, if any."""
    if not isinstance(reply, PlayerReply):
        return f"expected a Reply, found {shown(reply)}"
    text: object = reply.text
    action: object = reply.action
    if not isinstance(text, str):
        return f"text: expected a string, found {shown(text)}"
    if len(text) > LENGTH:
        return f"text: expected at most {LENGTH:,} characters, found {len(text):,}"
    if action is None:
        return None
    if side == "customer":
        return "action: only the agent ends the conversation"
    if not isinstance(action, Action):
        return f"action: expected an Action, found {shown(action)}"
    if action.status not in STATUSES:
        return f"action.status: expected one of {', '.join(STATUSES)}, found {shown(action.status)}"
    if len(action.flight) > 1 or bool(action.flight) != (action.status in ("book", "change")):
        return f"action.flight: expected one flight to book or change, else none, found {shown(action.flight)}"
    return None


def play(game: Game, customer: Player, agent: Player) -> None:
    """Let both players talk until the conversation is over."""
    while not game.over:
        player = customer if game.to_move == "customer" else agent
        game.play(player.reply(game.heard))


_AIRPORTS = ("ATL", "ORD", "DCA", "IAD", "SFO", "JFK", "SAN", "LAS")
_NAMES = ("Ann Lee", "John Smith", "April Houston", "Jan de Boer", "Lina Weber", "Zoë Quist", "Austin May", "Bo Ng")


def examples(count: int, seed: int = 0) -> list[GameContext]:
    """So many contexts; the same seed gives the same ones."""
    random = Random(seed)
    return [_context(random) for _ in range(count)]


def _context(random: Random) -> GameContext:
    airports, day = random.sample(_AIRPORTS, 3), random.randint(2, 26)
    origin, destination = random.sample(airports, 2)
    intent = Intent(
        departure_airport=origin,
        return_airport=destination,
        departure_month="Sept",
        departure_day=str(day),
        return_month="Sept",
        return_day=str(day + 2),
        name=random.choice(_NAMES),
        departure_time=random.choice([None, None, *WINDOWS]),
        return_time=random.choice([None, None, *WINDOWS]),
        flight_class=random.choice([None, None, *CLASSES]),
        max_price=random.choice(MAX_PRICES),
        max_connections=random.choice([None, 1, 1, 0]),
        airline_preference=random.choice([None, None, "normal-cost"]),
        goal=random.choice(GOALS),
    )
    flights = tuple(_flight(FIRST_FLIGHT + number, airports, day, random) for number in range(FLIGHTS))
    reservation = random.choice([0, random.choice(flights).flight_number])
    return GameContext(intent, KnowledgeBase(kb=flights, reservation=reservation))


def _flight(number: int, airports: list[str], day: int, random: Random) -> AirFlight:
    origin, destination = random.sample(airports, 2)
    return AirFlight(
        departure_airport=origin,
        return_airport=destination,
        departure_month="Sept",
        departure_day=str(day + random.choice([-1, 0, 0, 0])),
        return_month="Sept",
        return_day=str(day + 2 + random.choice([0, 0, 0, 1])),
        departure_time_num=random.randrange(24),
        return_time_num=random.randrange(24),
        flight_class=random.choice(["economy", "economy", "business"]),
        num_connections=random.choice([0, 1, 1, 2]),
        price=random.choice([100, 200, 300, 600]),
        flight_number=number,
        airline=random.choice(list(AIRLINES)),
    )
