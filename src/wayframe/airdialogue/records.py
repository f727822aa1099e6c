"""The records of AirDialogue's two files: what a customer wants, what an agent may sell, what came of it.

The fields are those of the public files, in the order in which its generator writes them. A key that a line doesn't
have is None here, and is left out again on writing. Keys that the format doesn't know are passed over (`validation`
names them). The records are immutable.
"""

from __future__ import annotations

from typing import Literal, TypeAlias, get_args

import msgspec
from msgspec import Struct, field

Goal: TypeAlias = Literal["book", "change", "cancel"]
Status: TypeAlias = Literal["book", "change", "cancel", "no_flight", "no_reservation"]
Month: TypeAlias = Literal["Jan", "Feb", "Mar", "Apr", "May", "June", "July", "Aug", "Sept", "Oct", "Nov", "Dec"]
Window: TypeAlias = Literal["morning", "afternoon", "evening"]
FlightClass: TypeAlias = Literal["economy", "business"]
CostClass: TypeAlias = Literal["normal-cost", "low-cost"]

GOALS: tuple[Goal, ...] = get_args(Goal)
STATUSES: tuple[Status, ...] = get_args(Status)
MONTHS: tuple[Month, ...] = get_args(Month)
"""In the order of the year; June, July and Sept have four letters."""

WINDOWS: tuple[Window, ...] = get_args(Window)
CLASSES: tuple[FlightClass, ...] = get_args(FlightClass)

AIRLINES: dict[str, CostClass] = {
    "UA": "normal-cost",
    "AA": "normal-cost",
    "Delta": "normal-cost",
    "Hawaiian": "normal-cost",
    "Southwest": "low-cost",
    "Frontier": "low-cost",
    "JetBlue": "low-cost",
    "Spirit": "low-cost",
}
"""What an airline's flights cost, as a preference may ask for it."""

SPEAKERS = CUSTOMER_SAYS, AGENT_SAYS = "customer: ", "agent: "
"""How a turn begins."""

FIRST_FLIGHT = 1000
"""The number of a knowledge base's first flight; the others follow on."""

FLIGHTS = 30
"""How many flights a knowledge base holds."""

MAX_PRICES = (200, 500, 1000, 5000)
"""What customers are ready to pay, in dollars."""


class AirRecord(Struct, frozen=True, gc=False, omit_defaults=True):
    """Base of all records: immutable, and what is absent is not written."""


class Intent(AirRecord, frozen=True, gc=False, kw_only=True):
    """A customer's wishes. `return_airport` is the destination; a wish that is None is none.

    Days are strings without padding; prices are in dollars.
    """

    departure_airport: str
    return_airport: str
    departure_month: Month
    departure_day: str
    return_month: Month
    return_day: str
    name: str
    departure_time: Window | None = None
    return_time: Window | None = None
    flight_class: FlightClass | None = field(name="class", default=None)
    max_price: int
    max_connections: int | None = None
    airline_preference: CostClass | None = None
    goal: Goal


class AirFlight(AirRecord, frozen=True, gc=False, kw_only=True):
    """A way there and back. `return_airport` is the destination; `*_time_num` are hours from 0 to 23."""

    departure_airport: str
    return_airport: str
    departure_month: Month
    return_month: Month
    departure_day: str
    return_day: str
    departure_time_num: int
    return_time_num: int
    flight_class: FlightClass = field(name="class")
    num_connections: int
    price: int
    flight_number: int
    airline: str


class KnowledgeBase(AirRecord, frozen=True, gc=False, kw_only=True):
    """Knowledge of an agent: flights for sale, and the number of the flight that the customer holds (0: none)."""

    kb: tuple[AirFlight, ...]
    reservation: int

    def flight(self, number: int) -> AirFlight | None:
        """The flight of this number, if there is one."""
        return next((flight for flight in self.kb if flight.flight_number == number), None)


class Action(AirRecord, frozen=True, gc=False, kw_only=True):
    """Action that ends a dialogue: at most one flight when somebody acted; all that are as good when it is the truth.

    `status` is one of `STATUSES`, but files hold what was written.
    """

    flight: tuple[int, ...]
    name: str
    status: str


class SearchEvent(AirRecord, frozen=True, gc=False, kw_only=True):
    """Something an agent did on the form: a button, or a field and what was put in. In milliseconds.

    The key's spelling, `timestmamp`, is that of the files.
    """

    timestmamp: int
    button_name: str | None = None
    field_name: str | None = None
    field_value: str | None = None


class Sample(AirRecord, frozen=True, gc=False, kw_only=True):
    """A line of the data file. A context has no dialogue; a test file may lack both actions.

    Turns are "customer: ..." or "agent: ..."; `timestamps` are in seconds, one a turn.
    """

    intent: Intent
    dialogue: tuple[str, ...] | None = None
    action: Action | None = None
    expected_action: Action | None = None
    correct_sample: bool | None = None
    timestamps: tuple[int, ...] | None = None
    search_info: tuple[SearchEvent, ...] | None = None

    @property
    def turns(self) -> tuple[str, ...]:
        """What was said; nothing in a context."""
        return self.dialogue or ()


_ENCODER = msgspec.json.Encoder()


def encode(record: AirRecord) -> bytes:
    """A record as JSON, without blanks."""
    return _ENCODER.encode(record)


def window(hour: int) -> Window:
    """The part of the day: morning from 3 to 11, afternoon from 12 to 19, evening from 20 to 2."""
    if 3 <= hour < 12:
        return "morning"
    return "afternoon" if 12 <= hour < 20 else "evening"
