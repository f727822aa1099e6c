"""What an agent did: the flights it offered, what it said of them, and how it ended."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple

from wayframe.airdialogue.reading.stops import connections
from wayframe.airdialogue.reading.turns import NOT, Turn
from wayframe.airdialogue.records import AIRLINES, Flight

Ending = Literal["booked", "no_flight", "no_reservation", "cancelled", "changed"]

_NUMBER = re.compile(r"(?<![\d$])(?:flight|number|no|#)?\W{0,3}\b(1\d{3})\b(?!\s*(?:\$|dollars?|usd))")
_PRICE = re.compile(
    r"(?:price|fare|cost|rate|amount|ticket|for|of|just|only|\$|usd|rs)\W*(?:\w+\W+){0,3}?(?<!\d)(\d{2,5})\b|(?<!\d)(\d{2,5})\s*(?:\$|dollars?|usd|bucks)"
)
_AIRLINES: Mapping[str, str] = {name.lower(): name for name in AIRLINES} | {
    "united": "UA", "american": "AA", "jet blue": "JetBlue", "south west": "Southwest",
}  # fmt: skip
_AIRLINE = re.compile(rf"\b({'|'.join(sorted(_AIRLINES, key=len, reverse=True))})\b")
_FLIGHT = r"\b(?:flights?|tickets?|airlines?|seats?)\b"
_NOT = rf"(?:{NOT}|\b(?:un(?:able|available)|none|any|fail\w*|nil|without)\b)"
_NONE = re.compile(
    rf"{_NOT}[\w\s,'’/.-]{{0,60}}?{_FLIGHT}"
    rf"|{_FLIGHT}[\w\s,'’]{{0,50}}(?:{NOT}|\bun)\s?(?:\w+ )?(?:available|found|find|there|match\w*|exist\w*|listed)\b"
)
_FOUND = re.compile(r"\bflight number\b|\?$")
_ABSENT = re.compile(rf"{_NOT}[\w\s,'’]{{0,50}}\b(?:reserv\w*|booking|bookings|booked|existing|active|records?)\b")
_OF_FLIGHTS = re.compile(r"\bflights? (?:found|available|are|is)\b")
_BOOKED = re.compile(
    r"\b(?:booked|confirmed|reserved|issued|completed|done|processed|successful\w*|ticketed|finali[sz]ed|allotted"
    r"|blocked|booking is)\b"
)
_CANCELLED = re.compile(r"\bcancel+(?:ed|ation)\b")
_CHANGED = re.compile(r"\b(?:chang|modif|re-?schedul|alter|amend|updat)\w*ed\b|\bre-?scheduled\b")
_PROPOSED = re.compile(
    r"\b(?:found|available|there is|there's|shall|proceed|would you like|have a|got|flight number|having|match(?:ing)?"
    r"|is it ok|can i|may i|confirm)\b"
)
_REFUSED = re.compile(rf"{NOT}|\b(?:another|other|instead|different|recheck|check again|sorry|expensive|too|but)\b")
_YET = re.compile(r"\bno (?:problem|issue)|(?<!not )(?<!n't )\b(?:proceed|go ahead|confirm|book it)\b")


class Offer(NamedTuple):
    """A flight as it was told: any part may be missing. `accepted` tells what the customer said to it."""

    number: int | None
    price: int | None
    airline: str | None
    connections: int | None
    flight_class: str | None
    accepted: bool

    def fits(self, flight: Flight) -> bool:
        """Whether a flight is all that was told of this one."""
        if self.number is not None:
            return flight.flight_number == self.number
        return (
            self.price in (None, flight.price)
            and self.airline in (None, flight.airline)
            and self.connections in (None, flight.num_connections)
            and self.flight_class in (None, flight.flight_class)
        )


class Done(NamedTuple):
    """How a dialogue ended by the agent's words, and the flights it offered, the last one last."""

    ending: Ending | None
    offers: tuple[Offer, ...]


def heard(dialogue: Sequence[Turn], numbers: frozenset[int]) -> Done:
    """What the agent did. `numbers` are those of its flights."""
    offers, ending = list[Offer](), None
    for at, turn in enumerate(dialogue):
        if turn.customer:
            continue
        ending = _ending(turn) or ending
        if offer := _offer(turn, dialogue[at + 1 :], numbers):
            offers.append(offer)
            if ending == "no_flight":
                ending = None
    if offers and not offers[-1].accepted and ending is None:
        ending = "no_flight"
    return Done(ending or ("booked" if offers else None), tuple(offers))


def _ending(turn: Turn) -> Ending | None:
    """How it ends by the words of a turn; what is asked isn't done yet."""
    question = turn.low.rstrip().endswith("?")
    if _ABSENT.search(turn.low) and not _OF_FLIGHTS.search(turn.low) and not question:
        return "no_reservation"
    if _NONE.search(turn.low) and not _FOUND.search(turn.low):
        return "no_flight"
    if question:
        return None
    if _CANCELLED.search(turn.low):
        return "cancelled"
    if _CHANGED.search(turn.low):
        return "changed"
    return "booked" if _BOOKED.search(turn.low) else None


def _offer(turn: Turn, following: Sequence[Turn], numbers: frozenset[int]) -> Offer | None:
    """The flight that a turn tells of; None where it tells of none."""
    number = next((int(each) for each in _NUMBER.findall(turn.low) if int(each) in numbers), None)
    price = next(
        (int(one or other) for one, other in _PRICE.findall(turn.low) if int(one or other) not in numbers), None
    )
    airline = _AIRLINE.search(turn.low)
    stops = connections(turn._replace(asked=""))
    seat = "business" if "business class" in turn.low else "economy" if "economy" in turn.low else None
    if number is None and not (
        _PROPOSED.search(turn.low) and (price or airline or (stops is not None and "found" in turn.low))
    ):
        return None
    answer = following[0].low if following else ""
    refused = bool(_REFUSED.search(answer)) and not _YET.search(answer)
    return Offer(number, price, airline and _AIRLINES[airline.group(1)], stops, seat, not refused)
