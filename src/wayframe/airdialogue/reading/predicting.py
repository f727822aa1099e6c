"""The final action, from what two people said to each other and the flights that the agent had.

Rules for language weigh what each sentence says of name, goal, places, days and wishes, and of what the agent offered
and did; every reading of it all is then held against the flights, and the action is worth most over all readings.
Whatever was said weighs what the language makes it weigh; what was not said is as the environment draws it, but rarer:
who wants something out of the ordinary mostly says so. Of whole files only what was said, the flights and the
reservation are ever decoded.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import filterfalse, product
from math import exp
from pathlib import Path
from typing import Any, Literal, NamedTuple

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from wayframe.airdialogue.contexts.distributions import WISHED_PRICES
from wayframe.airdialogue.files import Bad, FileLine, decoded, located, refuse, side_by_side
from wayframe.airdialogue.players.reading import AIRLINE_WORDS, AIRPORTS
from wayframe.airdialogue.reading.customer import (
    FREE,
    NOT,
    AirTurn,
    FlightWishes,
    connections,
    customer_name,
    flight_wishes,
    goal_votes,
    turns,
)
from wayframe.airdialogue.reading.journey import Day, day_votes, place_votes, two_days_later
from wayframe.airdialogue.records import MAX_PRICES, Action, AirFlight, Intent, KnowledgeBase
from wayframe.airdialogue.truth import JOURNEY, satisfies
from wayframe.errors import InputError
from wayframe.files import writing

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
_ENDINGS: tuple[tuple[re.Pattern[str], Ending], ...] = (
    (_CANCELLED, "cancelled"),
    (_CHANGED, "changed"),
    (_BOOKED, "booked"),
)
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


def deeds(dialogue: Sequence[AirTurn], numbers: frozenset[int]) -> DialogueEnding:
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
    return next((ending for pattern, ending in _ENDINGS if pattern.search(turn.low)), None)


def _offer(turn: AirTurn, following: Sequence[AirTurn], numbers: frozenset[int]) -> ToldFlight | None:
    """The flight that a turn tells of; None where it tells of none."""
    figures = map(int, _NUMBER.findall(turn.low))
    number = next(filter(numbers.__contains__, figures), None)
    prices = (int(one or other) for one, other in _PRICE.findall(turn.low))
    price = next(filterfalse(numbers.__contains__, prices), None)
    airline = _AIRLINE.search(turn.low)
    stops = connections(turn._replace(asked=""))
    described = price or airline or (stops is not None and "found" in turn.low)
    if number is None and not (described and _PROPOSED.search(turn.low)):
        return None
    accepted = _accepted(following[0].low if following else "")
    return ToldFlight(number, price, airline and _AIRLINES[airline.group(1)], stops, _seat(turn), accepted)


def _accepted(answer: str) -> bool:
    """Tell whether a customer takes what is offered: it says so, or says nothing against it."""
    return _YET.search(answer) is not None or not _REFUSED.search(answer)


def _seat(turn: AirTurn) -> str | None:
    if "business class" in turn.low:
        return "business"
    return "economy" if "economy" in turn.low else None


Route = tuple[str, str]
Dates = tuple[Day, Day]

_CLASSES: Mapping[str, float] = {FREE: 0.94, "economy": 0.045, "business": 0.015}
_STOPS = {2: 0.04, 1: 0.94, 0: 0.02}
_LEAST = 0.01  # readings with less of the best one's weight are left out
_SAME = 0.01  # that a journey ends where it starts; common only among the few knowledge bases of two airports
_SAME_OF_TWO = 0.25
_OTHER_STAY = 0.03
_ENOUGH = 20.0  # votes, beyond which more of them tell nothing more


class IntentHypothesis(NamedTuple):
    """One reading of what the customer wants, by numbers of flights, and its weight.

    `there` are the flights of its route and days, `apparent` the cheapest that are all that was said, `allowed` those
    that are all that is wished, and `right` the cheapest of these.
    """

    there: frozenset[int]
    apparent: frozenset[int]
    allowed: frozenset[int]
    right: frozenset[int]
    weight: float


def readings(dialogue: Sequence[AirTurn], said: FlightWishes, kb: KnowledgeBase) -> Iterator[IntentHypothesis]:
    """Every reading worth having."""
    where, when, what = routes(dialogue, kb), dates(dialogue, kb), list(wish_weights(said))
    for (route, by_route), (dated, by_date) in product(where.items(), when.items()):
        if by_route * by_date < _LEAST:
            continue
        told = _told(route, dated, said)
        there = [flight for flight in kb.kb if JOURNEY(flight) == JOURNEY(told)]
        apparent = _cheapest([flight for flight in there if satisfies(told, flight)])
        for wish, by_wish in what:
            wished = replace(told, **wish)
            allowed = [flight for flight in there if satisfies(wished, flight)]
            weight = by_route * by_date * by_wish
            yield IntentHypothesis(_numbers(there), apparent, _numbers(allowed), _cheapest(allowed), weight)


def _told(route: Route, dated: Dates, said: FlightWishes) -> Intent:
    """The customer's intent if it is what was said."""
    (start, end), (out, back) = route, dated
    return Intent(
        departure_airport=start,
        return_airport=end,
        departure_month=out[0],
        departure_day=str(out[1]),
        return_month=back[0],
        return_day=str(back[1]),
        name="",
        departure_time=said.departure_time,
        return_time=said.return_time,
        flight_class=None if said.flight_class == FREE else said.flight_class,
        max_price=said.max_price or MAX_PRICES[-1],
        max_connections=said.max_connections,
        airline_preference=said.airline_preference,
        goal="book",
    )


def _numbers(flights: Sequence[AirFlight]) -> frozenset[int]:
    return frozenset(flight.flight_number for flight in flights)


def _cheapest(flights: Sequence[AirFlight]) -> frozenset[int]:
    lowest = min((flight.price for flight in flights), default=0)
    return _numbers([flight for flight in flights if flight.price == lowest])


def routes(dialogue: Sequence[AirTurn], kb: KnowledgeBase) -> dict[Route, float]:
    """The journeys between the airports of a knowledge base, by how much speaks for each; the best one weighs 1."""
    codes = frozenset(code for flight in kb.kb for code in (flight.departure_airport, flight.return_airport))
    votes = place_votes(dialogue, codes)
    weights = dict[Route, float]()
    for start, end in product(sorted(codes), repeat=2):
        same = 1.0 if start != end else _SAME_OF_TWO if len(codes) == 2 else _SAME
        weights[start, end] = same * exp(
            5 * min(_ENOUGH, votes["origin"].get(start, 0) + votes["destination"].get(end, 0))
        )
    return _pruned(weights)


def dates(dialogue: Sequence[AirTurn], kb: KnowledgeBase) -> dict[Dates, float]:
    """The days of a knowledge base's flights, by what was said and by how many flights there are; the best weighs 1."""
    votes = day_votes(dialogue)
    there = Counter((flight.departure_month, int(flight.departure_day)) for flight in kb.kb)
    back = Counter((flight.return_month, int(flight.return_day)) for flight in kb.kb)
    weights = dict[Dates, float]()
    for start, end in product(there, back):
        stay = 1.0 if end in two_days_later(start) else _OTHER_STAY
        said = _support(start, votes.there, there) + _support(end, votes.back, back)
        weights[start, end] = stay * there[start] * back[end] * exp(3 * min(_ENOUGH, said))
    return _pruned(weights)


def _support(day: Day, votes: Mapping[Day, float], known: Mapping[Day, int]) -> float:
    """Sum the votes for a day; the same day of a month in which nothing flies may be a slip."""
    slips = (vote for said, vote in votes.items() if said not in known and said[1] == day[1] and said != day)
    return votes.get(day, 0.0) + 0.5 * sum(slips)


def wish_weights(said: FlightWishes) -> Iterator[tuple[dict[str, Any], float]]:
    """The wishes that may be meant, each with its weight: what was said, else what customers are drawn with."""
    classes = _CLASSES if said.flight_class is None else {said.flight_class: 1.0}
    stops = _STOPS if said.max_connections is None else {said.max_connections: 1.0}
    for (seat, by_class), (limit, by_limit) in product(classes.items(), stops.items()):
        caps = (said.max_price,) if said.max_price else WISHED_PRICES[seat or None]
        for cap in caps:
            wish = {"flight_class": seat or None, "max_price": cap, "max_connections": limit}
            yield wish, by_class * by_limit / len(caps)


def _pruned(weights: dict[tuple, float]) -> dict[tuple, float]:  # type: ignore[type-arg]
    best = max(weights.values(), default=0.0)
    return {key: weight / best for key, weight in weights.items() if weight >= _LEAST * best}


_PLACES = frozenset(word for city in AIRPORTS.values() for word in (city.lower(), *city.lower().split()))

# What agents do by what was said: they book one of the cheapest flights that are all of it, where there are any, but
# may take another one, seldom from elsewhere, or miss them all. Who is offered what isn't wished for mostly refuses.
_CHEAPEST, _ANOTHER, _MISSED = 0.9, 0.06, 0.08
_NONE_FOUND, _BOOKED_ANYWAY = 0.95, 0.04
_FEW, _ELSEWHERE, _TAKEN_ALL_THE_SAME = 6, 0.05, 0.3


class UnlabelledSample(Struct, frozen=True, gc=False):
    """Fields of a sample that the predictor may see: its other keys are passed over unread."""

    dialogue: tuple[str, ...]


class Prediction(Struct, frozen=True, gc=False):
    """A line of predictions, as scores read it."""

    dialogue: tuple[str, ...]
    action: Action


class PredictionCounts(NamedTuple):
    """Counts of the dialogues predicted, of their statuses, and of those without a name."""

    samples: int
    statuses: dict[str, int]
    nameless: int


_CONVERSATION = msgspec.json.Decoder(UnlabelledSample)
_KB = msgspec.json.Decoder(KnowledgeBase)


def predict_files(
    data: str | Path,
    kb: str | Path,
    output: str | Path,
    bad: Bad = refuse,
    told: Callable[[int], object] = lambda done: None,
) -> PredictionCounts:
    """Predict the final action of every dialogue of a file, and write it with the dialogue, line by line.

    `told` hears how many are done. A bad line that `bad` takes becomes an empty object, so that predictions stay beside
    their samples. Raises `InputError` naming the line, and then writes nothing.
    """
    statuses, nameless = Counter[str](), 0
    encoder = msgspec.json.Encoder()
    with writing(output) as file:
        for number, (sample, base) in enumerate(side_by_side(data, kb)):
            told(number)
            try:
                with located(f"{data}: line {sample.number}"):
                    said = _dialogue(sample)
                with located(f"{kb}: line {base.number}"):
                    flights = decoded(base.text, _KB)
            except InputError as error:
                bad(error)
                file.write(b"{}\n")
                continue
            action = predict(said, flights)
            statuses[action.status] += 1
            nameless += not action.name
            file.write(encoder.encode(Prediction(said, action)) + b"\n")
    return PredictionCounts(statuses.total(), dict(sorted(statuses.items())), nameless)


def _dialogue(line: FileLine) -> tuple[str, ...]:
    said = decoded(line.text, _CONVERSATION).dialogue
    if not said:
        raise InputError("dialogue: has no turn")
    return said


def predict(dialogue: Sequence[str], kb: KnowledgeBase) -> Action:
    """The action that what was said calls for. Knows nothing but the dialogue, the flights and the reservation."""
    heard = turns(dialogue)
    name = customer_name(heard, _PLACES)
    votes = goal_votes(heard)
    goal = max(votes, key=lambda goal: votes[goal])
    if goal != "book" and not kb.reservation:
        return Action(flight=(), name=name, status="no_reservation")
    if goal == "cancel":
        return Action(flight=(), name=name, status="cancel")
    flight = _flight(heard, kb)
    return Action(flight=(flight,) if flight else (), name=name, status=goal if flight else "no_flight")


def _flight(heard: Sequence[AirTurn], kb: KnowledgeBase) -> int | None:
    """The flight that is worth most, as the reward has it; None where it is worth more to book none."""
    done = deeds(heard, frozenset(flight.flight_number for flight in kb.kb))
    booked = _booked(done, kb)
    none = some = 0.0
    each = dict.fromkeys((flight.flight_number for flight in kb.kb), 0.0)
    for reading in readings(heard, flight_wishes(heard), kb):
        weight = reading.weight * _likelihood(done, booked, reading)
        none += 0.0 if reading.right else weight
        some += weight if reading.right else 0.0
        for flight in reading.right:
            each[flight] += weight
    best = max(each, key=lambda flight: each[flight], default=None)
    if best is None or 0.3 * some + 0.5 * each[best] <= 0.8 * none:
        return None
    return best


def _booked(done: DialogueEnding, kb: KnowledgeBase) -> frozenset[int]:
    """The flights that the agent may have booked, by what it said of the last one that the customer took."""
    taken = [offer for offer in done.offers if offer.accepted]
    if done.ending not in ("booked", "changed") or not taken:
        return frozenset()
    return frozenset(flight.flight_number for flight in kb.kb if taken[-1].fits(flight))


def _likelihood(done: DialogueEnding, booked: frozenset[int], reading: IntentHypothesis) -> float:
    """Estimate the likelihood of the deeds of both if this is what the customer wants."""
    if done.ending == "no_flight":
        return _MISSED if reading.apparent else _NONE_FOUND
    if not booked:
        return 1.0
    return sum(_of_booking(flight, reading) for flight in booked) / len(booked)


def _of_booking(flight: int, reading: IntentHypothesis) -> float:
    taken = 1.0 if flight in reading.allowed else _TAKEN_ALL_THE_SAME
    if flight in reading.apparent:
        return taken * _CHEAPEST / len(reading.apparent)
    other = (_ANOTHER if reading.apparent else _BOOKED_ANYWAY) / _FEW
    return taken * other * (1.0 if flight in reading.there else _ELSEWHERE)
