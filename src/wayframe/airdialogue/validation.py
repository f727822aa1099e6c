"""Check AirDialogue's files, line by line.

An error is what the format, the rules or the ground truth rule out. An oddity is unusual, and the published files have
it too: an origin that is the destination, a name that was typed with another case.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct

from wayframe.airdialogue.files import SamplePair, parse, side_by_side
from wayframe.airdialogue.records import (
    AIRLINES,
    FIRST_FLIGHT,
    FLIGHTS,
    MAX_PRICES,
    SPEAKERS,
    STATUSES,
    Action,
    AirFlight,
    Intent,
    KnowledgeBase,
    Sample,
    SearchEvent,
)
from wayframe.airdialogue.truth import expected_action, is_correct
from wayframe.corpus import reason
from wayframe.errors import InputError, shown


class SampleFinding(NamedTuple):
    """Something wrong at a field; an oddity says of which kind it is, an error has none."""

    field: str
    what: str
    oddity: str = ""


class CheckedSample(NamedTuple):
    """A line of the data file with its knowledge base, and all that is wrong with it."""

    line: int
    problems: tuple[SampleFinding, ...]


def check(data: str | Path, kb: str | Path) -> Iterator[CheckedSample]:
    """Check two files that belong together, one line at a time.

    Raises `InputError` only where a file can't be read or the files are of unequal length.
    """
    for sample, base in side_by_side(data, kb):
        try:
            pair = parse(data, kb, sample, base)
        except InputError as error:
            what = str(error).removeprefix(f"{data}: line {sample.number}: ")
            yield CheckedSample(sample.number, (SampleFinding("", what),))
            continue
        unknown = (*_unknown("", sample.text, Sample), *_unknown("kb file: ", base.text, KnowledgeBase))
        yield CheckedSample(sample.number, (*findings_of(pair), *unknown))


def findings_of(pair: SamplePair) -> Iterator[SampleFinding]:
    """All that is wrong with a sample and its knowledge base."""
    yield from _of_intent(pair.sample.intent)
    yield from _of_flights(pair.kb)
    yield from _of_dialogue(pair.sample)
    yield from _of_truth(pair)


def _of_intent(intent: Intent) -> Iterator[SampleFinding]:
    if len(intent.name.split()) != 2:
        yield SampleFinding("intent.name", f"expected a first and a last name, found {shown(intent.name)}")
    for field in ("departure_day", "return_day"):
        yield from _of_day(f"intent.{field}", getattr(intent, field))
    if intent.max_connections not in (None, 0, 1):
        yield SampleFinding(
            "intent.max_connections", f"{intent.max_connections} is no wish", "a wish that excludes nothing"
        )
    if intent.max_price not in MAX_PRICES:
        yield SampleFinding("intent.max_price", f"{intent.max_price}", "a highest price that the generator never draws")
    if intent.departure_airport == intent.return_airport:
        yield SampleFinding("intent.return_airport", "is the origin", "an origin that is the destination")


def _of_flights(kb: KnowledgeBase) -> Iterator[SampleFinding]:
    numbers = [flight.flight_number for flight in kb.kb]
    if numbers != list(range(FIRST_FLIGHT, FIRST_FLIGHT + FLIGHTS)):
        first, last = FIRST_FLIGHT, FIRST_FLIGHT + FLIGHTS - 1
        yield SampleFinding(
            "kb", f"expected flights {first} to {last}, found {len(numbers)}", "other numbers of flights"
        )
    for place, flight in enumerate(kb.kb):
        for finding in _of_flight(flight):
            yield finding._replace(field=f"kb[{place}].{finding.field}")


def _of_flight(flight: AirFlight) -> Iterator[SampleFinding]:
    yield from _of_day("departure_day", flight.departure_day)
    yield from _of_day("return_day", flight.return_day)
    for field, most in (("departure_time_num", 23), ("return_time_num", 23), ("num_connections", 2)):
        if not 0 <= (value := getattr(flight, field)) <= most:
            yield SampleFinding(field, f"expected 0 to {most}, found {value}")
    if flight.price <= 0:
        yield SampleFinding("price", f"expected dollars, found {flight.price}")
    if flight.airline not in AIRLINES:
        yield SampleFinding(
            "airline", f"{shown(flight.airline)} has no known price class", "an airline of no known class"
        )


def _of_day(field: str, day: str) -> Iterator[SampleFinding]:
    if day not in map(str, range(1, 32)):
        yield SampleFinding(field, f"expected a day of the month without padding, found {shown(day)}")


def _of_dialogue(sample: Sample) -> Iterator[SampleFinding]:
    turns, times = sample.dialogue, sample.timestamps
    if turns is None:
        return
    if not turns:
        yield SampleFinding("dialogue", "has no turn")
    speakers = [next((name for name in SPEAKERS if turn.startswith(name)), "") for turn in turns]
    for place, speaker in enumerate(speakers):
        if not speaker:
            yield SampleFinding(f"dialogue[{place}]", f"expected customer: or agent:, found {shown(turns[place], 30)}")
        elif place and speaker == speakers[place - 1]:
            yield SampleFinding(f"dialogue[{place}]", "the same speaker again", "a speaker who goes on")
    if not "".join(turns).isascii():
        yield SampleFinding("dialogue", "has characters beyond ASCII", "characters beyond ASCII")
    if times is None:
        return
    if len(times) != len(turns):
        yield SampleFinding("timestamps", f"expected {len(turns)}, one a turn, found {len(times)}")
    if list(times) != sorted(times):
        yield SampleFinding("timestamps", "go back", "time that goes back")


def _of_truth(pair: SamplePair) -> Iterator[SampleFinding]:
    action, expected, correct = pair.sample.action, pair.sample.expected_action, pair.sample.correct_sample
    if action is not None:
        yield from _of_action(action, pair.sample.intent)
    truth = expected_action(pair.sample.intent, pair.kb)
    if expected is not None and expected != truth:
        yield SampleFinding("expected_action", f"expected {_said(truth)}, found {_said(expected)}")
    if action is None:
        return
    if correct is None:
        if pair.sample.dialogue is not None:
            yield SampleFinding("correct_sample", "is missing")
    elif correct != is_correct(action, truth):
        yield SampleFinding("correct_sample", f"expected {not correct}: the truth is {_said(truth)}")


def _of_action(action: Action, intent: Intent) -> Iterator[SampleFinding]:
    if action.status not in STATUSES:
        yield SampleFinding("action.status", f"expected one of {', '.join(STATUSES)}, found {shown(action.status)}")
    if action.flight and action.status not in ("book", "change"):
        yield SampleFinding("action.flight", f"a flight with {action.status}")
    if action.name != intent.name:
        yield SampleFinding(
            "action.name", f"{shown(action.name)} is not {shown(intent.name)}", "a name typed otherwise"
        )


def _said(action: Action) -> str:
    return " ".join((action.status, *map(str, action.flight)))


def _unknown(where: str, text: bytes, kind: type[Struct]) -> Iterator[SampleFinding]:
    """The keys that a record passes over."""
    try:
        value = msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError) as error:  # in what was passed over
        yield SampleFinding(where, reason(error))
    else:
        yield from _unknown_keys(where, value, kind)


_INNER: dict[tuple[type[Struct], str], type[Struct]] = {
    (Sample, "intent"): Intent,
    (Sample, "action"): Action,
    (Sample, "expected_action"): Action,
    (Sample, "search_info"): SearchEvent,
    (KnowledgeBase, "kb"): AirFlight,
}


def _unknown_keys(where: str, value: dict[str, Any], kind: type[Struct]) -> Iterator[SampleFinding]:
    known = _KEYS[kind]
    for key, inner in value.items():
        if key not in known:
            yield SampleFinding(f"{where}{key}", "the format has no such key", f"an unknown key {shown(key)}")
        elif (held := _INNER.get((kind, key))) is not None and inner:
            for each in inner if isinstance(inner, list) else [inner]:
                yield from _unknown_keys(f"{where}{key}.", each, held)


_KINDS: tuple[type[Struct], ...] = (Sample, KnowledgeBase, *_INNER.values())
_KEYS = {kind: frozenset(field.encode_name for field in msgspec.structs.fields(kind)) for kind in _KINDS}
