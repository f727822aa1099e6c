"""The final action, from what two people said to each other and the flights that the agent had.

Rules for language weigh what each sentence says of name, goal, places, days and wishes, and of what the agent offered
and did; every reading of it all is then held against the flights, and the action is worth most over all readings. Of
whole files only what was said, the flights and the reservation are ever decoded.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec
from msgspec import Struct

from wayframe.airdialogue.files import Bad, FileLine, decoded, located, refuse, side_by_side
from wayframe.airdialogue.players.vocabulary import AIRPORTS
from wayframe.airdialogue.reading import goals, offers, people, wishes
from wayframe.airdialogue.reading.belief import IntentHypothesis, readings
from wayframe.airdialogue.reading.offers import DialogueEnding
from wayframe.airdialogue.reading.turns import AirTurn, turns
from wayframe.airdialogue.records import Action, KnowledgeBase
from wayframe.errors import InputError
from wayframe.files import writing

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
    name = people.name(heard, _PLACES)
    votes = goals.heard(heard)
    goal = max(votes, key=lambda goal: votes[goal])
    if goal != "book" and not kb.reservation:
        return Action(flight=(), name=name, status="no_reservation")
    if goal == "cancel":
        return Action(flight=(), name=name, status="cancel")
    flight = _flight(heard, kb)
    return Action(flight=(flight,) if flight else (), name=name, status=goal if flight else "no_flight")


def _flight(heard: Sequence[AirTurn], kb: KnowledgeBase) -> int | None:
    """The flight that is worth most, as the reward has it; None where it is worth more to book none."""
    done = offers.heard(heard, frozenset(flight.flight_number for flight in kb.kb))
    booked = _booked(done, kb)
    none = some = 0.0
    each = dict.fromkeys((flight.flight_number for flight in kb.kb), 0.0)
    for reading in readings(heard, wishes.heard(heard), kb):
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
