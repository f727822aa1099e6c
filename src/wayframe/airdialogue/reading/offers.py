"""Read an agent's deeds: the flights it offered, what it said of them, and how it ended."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal, NamedTuple

from wayframe.airdialogue.players.vocabulary import AIRLINE_WORDS
from wayframe.airdialogue.reading.turns import NOT, AirTurn
from wayframe.airdialogue.reading.wishes import connections
from wayframe.airdialogue.records import AirFlight

Ending = Literal["booked", "no_flight", "no_reservation", "cancelled", "changed"]

_NUMBER = re.compile(r"(?<![\d$])(?:flight|number|no|#)?\W{0,3}\b(1\d{3})\b(?!\s*(?:\$|dollars?|usd))")
_PRICE = re.compile(
    r"(?:price|fare|cost|rate|amount|ticket|for|of|just|only|\$|usd|rs)\W*(?:\w+\W+){0,3}?(?<!\d)(\d{2,5})\b|(?<!\d)(\d{2,5})\s*(?:\$|dollars?|usd|bucks)"
)
_AIRLINES = AIRLINE_WORDS | {"jet blue": "JetBlue", "south west": "Southwest"}
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


class ToldFlight(NamedTuple):
    """A flight as it was told: any part may be missing. `accepted` tells what the customer said to it."""

    number: int | None
    price: int | None
    airline: str | None
    connections: int | None
    flight_class: str | None
    accepted: bool

    def fits(self, flight: AirFlight) -> bool:
        """Tell whether a flight agrees with everything told of this offer."""
        if self.number is not None:
            return flight.flight_number == self.number
        told = (self.price, self.airline, self.connections, self.flight_class)
        holds = (flight.price, flight.airline, flight.num_connections, flight.flight_class)
        return all(one in (None, other) for one, other in zip(told, holds, strict=True))


class DialogueEnding(NamedTuple):
    """Ending of a dialogue by the agent's words, and the flights it offered, the last one last."""

    ending: Ending | None
    offers: tuple[ToldFlight, ...]


def heard(dialogue: Sequence[AirTurn], numbers: frozenset[int]) -> DialogueEnding:
    """Read the agent's deeds. `numbers` are those of its flights."""
    offers, ending = list[ToldFlight](), None
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
    return DialogueEnding(ending or ("booked" if offers else None), tuple(offers))


def _ending(turn: AirTurn) -> Ending | None:
    """Read the ending from a turn; a question ends nothing."""
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


def _offer(turn: AirTurn, following: Sequence[AirTurn], numbers: frozenset[int]) -> ToldFlight | None:
    """The flight that a turn tells of; None where it tells of none."""
    figures = [int(each) for each in _NUMBER.findall(turn.low)]
    prices = [int(one or other) for one, other in _PRICE.findall(turn.low)]
    number = next((each for each in figures if each in numbers), None)
    price = next((each for each in prices if each not in numbers), None)
    airline = _AIRLINE.search(turn.low)
    stops = connections(turn._replace(asked=""))
    if number is None:
        described = price or airline or (stops is not None and "found" in turn.low)
        if not described or not _PROPOSED.search(turn.low):
            return None
    answer = following[0].low if following else ""
    accepted = _YET.search(answer) is not None or not _REFUSED.search(answer)
    return ToldFlight(number, price, airline and _AIRLINES[airline.group(1)], stops, _seat(turn), accepted)


def _seat(turn: AirTurn) -> str | None:
    if "business class" in turn.low:
        return "business"
    return "economy" if "economy" in turn.low else None
