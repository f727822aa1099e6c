"""Dialogue states as tests hold them: a small catalogue, what was shown of it, and agents that are told meanings."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from functools import cache
from typing import Any

from msgspec.structs import fields

from sources_drawn import table
from wayframe.agent import Agent
from wayframe.conversation import Conversation, Exchange
from wayframe.meaning.notation import meaning, parse, show
from wayframe.meaning.records import Meaning, Money, Number, Party, Text, Wish
from wayframe.memory import Memory
from wayframe.planner.plan import OptionView, ReplyPart, ReplyPlan
from wayframe.planner.planner import plan
from wayframe.reader import ReaderContext
from wayframe.sources.protocol import Item, Query, Source
from wayframe.state.records import Booking, DialogueState, Option
from wayframe.state.update import hear

HOTELS = table(
    "hotel | city | price (USD) | stars | opened | pool | lift",
    "Anchor | Rome | 900 | 3 | 2016-03-01 | no | yes",
    "Beacon | Rome | 1200 | 4 | 2015-05-01 | yes | yes",
    "Cedar | Rome | 1500 | 5 | 2014-01-01 | yes | no",
    "Dune | Paris | 800 | 3 | 2013-01-01 | no | no",
    "Elm | Paris | 1100 | 4 | 2012-01-01 | yes | yes",
    "Fern | Athens | 700 | 2 | - | no | yes",
    "Grove | Athens | 1500 | 5 | 2011-01-01 | - | yes",
    items="hotels",
)
SCHEMA = HOTELS.schema
ONE = Party(adults=1)


def items(source: Source = HOTELS) -> dict[str, Item]:
    """Return the items of a catalogue by their names."""
    found = source.search(Query(), 100).items
    return {str(getattr(item.values[source.schema.name], "value", "")): item for item in found}


ITEMS = items()


def shown(*lists: str, focus: str = "", booked: str = "", cancelled: str = "") -> DialogueState:
    """Return a state in which lists of hotels were shown, each by its first letter: `shown("ABC", "DE")`.

    Frame 1 is the user's; the options' frames follow. `focus` are the ones spoken of last (else the last list).
    """
    by_letter = {name[0]: item for name, item in ITEMS.items()}
    options, frames = dict[int, Option](), list[tuple[int, ...]]()
    for letters in lists:
        listed = list[int]()
        for letter in letters:
            frame = len(options) + 2
            options[frame] = Option(frame, by_letter[letter], 1, ONE)
            listed.append(frame)
        frames.append(tuple(listed))
    touched = tuple(frame for listed in frames for frame in listed)
    state = DialogueState(Memory(today=date(2026, 9, 1)), {1: ()}, options, tuple(frames), touched=touched)
    spoken_of = frames_of(state, focus) if focus else (frames[-1] if frames else ())
    deeds = [(letter, "booked") for letter in booked] + [(letter, "cancelled") for letter in cancelled]
    bookings = tuple(
        Booking(number, options[frames_of(state, letter)[0]], status)  # type: ignore[arg-type]
        for number, (letter, status) in enumerate(deeds, 1)
    )
    return state._replace(focus=spoken_of, bookings=bookings)


def frames_of(state: DialogueState, letters: str) -> tuple[int, ...]:
    """Return the newest frames of hotels by their first letters."""
    newest = {initial(state, frame): frame for frame in sorted(state.options)}
    return tuple(newest[letter] for letter in letters)


def initial(state: DialogueState, frame: int) -> str:
    """Return the first letter of the hotel that stands behind a frame."""
    return str(getattr(state.options[frame].item.values[SCHEMA.name], "value", ""))[0]


def wishes(text: str) -> tuple[Wish, ...]:
    """Return the wishes that a text notes."""
    return tuple(move for move in parse(text) if isinstance(move, Wish))


class ToldReader:
    """A reader that is told what the next turn means, whatever its text."""

    def __init__(self) -> None:
        self.next = Meaning()

    def read(self, text: str, context: ReaderContext) -> Meaning:
        """See `wayframe.reader.Reader`."""
        return self.next


class ToldAgent(Agent):
    """An agent to which one says meanings instead of texts."""

    def __init__(self, source: Source = HOTELS) -> None:
        self.told = ToldReader()
        super().__init__(source, reader=self.told)

    def tell(self, conversation: Conversation, said: Meaning | str) -> Exchange:
        """Return the exchange that follows upon a meaning, or a text that notes one."""
        self.told.next = meaning(said) if isinstance(said, str) else said
        return self.respond(conversation, "...")


def talk(agent: ToldAgent, *said: Meaning | str) -> list[Exchange]:
    """Return the exchanges that follow upon meanings, one after the other."""
    conversation, exchanges = agent.open(), list[Exchange]()
    for each in said:
        exchanges.append(agent.tell(conversation, each))
        conversation = exchanges[-1].after
    return exchanges


def letters_of(agent: ToldAgent, exchanges: Sequence[Exchange]) -> str:
    """Return the hotels of the last list by their first letters."""
    state = agent.state(exchanges[-1].after)
    return "".join(initial(state, frame) for frame in (state.lists[-1] if state.lists else ()))


def bookings(agent: ToldAgent, exchanges: Sequence[Exchange]) -> str:
    """Return the bookings that stand by the hotels' first letters, in order."""
    state = agent.state(exchanges[-1].after)
    return "".join(initial(state, each.option.frame) for each in state.bookings if each.status == "booked")


def state_after(*said: str) -> DialogueState:
    """Return the state that a conversation over the hotels comes to."""
    agent = ToldAgent()
    return agent.state(talk(agent, *said)[-1].after)


def replied(state: DialogueState, said: str) -> list[str]:
    """Return the parts of the reply to a meaning: kind, options by their first letters, what else it holds."""
    return [_part(part) for part in plan_of(state, said)]


def plan_of(state: DialogueState, said: str) -> ReplyPlan:
    """Return the plan of the reply to a meaning."""
    return plan(hear(state, meaning(said), SCHEMA), state, HOTELS, seed=0, timestamp=0).plan


def _part(part: ReplyPart) -> str:
    words = [type(part).__name__]
    for field in fields(part):
        value = getattr(part, field.name)
        if value != field.default:
            words.append(field.name if value is True else _shown(value))
    return " ".join(word for word in words if word)


def _shown(value: Any) -> str:
    """Return what a part of a plan holds: hotels by their first letters, wishes and values as the notation has them."""
    if isinstance(value, OptionView):
        return value.name[0]
    if isinstance(value, tuple) and value and all(isinstance(each, OptionView) for each in value):
        return "".join(each.name[0] for each in value)
    if isinstance(value, tuple):
        return "[" + ", ".join(map(_shown, value)) + "]"
    if isinstance(value, Wish):
        return show([value]).removeprefix("wish(").removesuffix(")")
    if isinstance(value, Text):
        return value.value
    if isinstance(value, Money | Number):
        return f"{value.value:g}"
    return str(value)


ROME = 'wish(city, is("Rome"))'
CONVERSATIONS = {
    "rome": (ROME,),  # Anchor, Beacon, Cedar
    "beacon": (ROME, "return(nth(2))"),
    "two lists": (ROME, 'wish(city, is("Paris"))'),
    "cheapest": (ROME, "wish(hotel_price, least())"),  # Anchor, Beacon, Cedar
    "no lift": (ROME, "wish(lift, is(no))"),  # Cedar
    "cedar": (ROME, "wish(stars, is(5))"),  # Cedar
    "all": ("wish(hotel_price, any())",),  # Fern, Dune, Anchor, the cheapest of seven
    "booked": (ROME, "book(of=nth(2))"),  # Beacon
    "both booked": (ROME, "book(of=nth(2))", "book(of=nth(1))"),  # Beacon, Anchor
}


@cache
def state(name: str) -> DialogueState:
    """Return the state that a conversation of `CONVERSATIONS` comes to; `start` is that before any."""
    return state_after(*CONVERSATIONS[name]) if name != "start" else DialogueState(Memory(today=date(2026, 9, 1)))
