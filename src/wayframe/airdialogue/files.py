"""The two files of AirDialogue, read side by side: line by line, plain, .gz or .xz."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple, NoReturn, TypeVar

import msgspec

from wayframe import corpus
from wayframe.airdialogue.records import KnowledgeBase, Sample
from wayframe.errors import InputError
from wayframe.files import reading

T = TypeVar("T")
_SAMPLE = msgspec.json.Decoder(Sample)
_KB = msgspec.json.Decoder(KnowledgeBase)
_MALFORMED = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)
_BLANK = b" \t\r\n"
BOM = b"\xef\xbb\xbf"
"""What some programs write before a text."""


class FileLine(NamedTuple):
    """A line of a file, by its number from 1, without what stands around it."""

    number: int
    text: bytes


class SamplePair(NamedTuple):
    """A line of the data file, by its number from 1, and its knowledge base."""

    line: int
    sample: Sample
    kb: KnowledgeBase


def refuse(error: InputError) -> NoReturn:
    """Raise the error of a bad line: the default of readers."""
    raise error


class SkippedLines:
    """Bad lines, passed over and counted: give it to a reader as `bad`. `first` is what the first one had wrong."""

    def __init__(self) -> None:
        self.count = 0
        self.first: InputError | None = None

    def __call__(self, error: InputError) -> None:
        """Count one more."""
        self.first = self.first or error
        self.count += 1


Bad = Callable[[InputError], object]
"""What is told of each bad line; when it returns, the line is passed over."""


def read(data: str | Path, kb: str | Path, bad: Bad = refuse, needs: Sequence[str] = ()) -> Iterator[SamplePair]:
    """The samples of a data file with their knowledge bases, one at a time.

    Blank lines are nothing. Raises `InputError` naming file, line and field where a line is not JSON or not a record of
    its kind, lacks a field of `needs` (a dialogue without turns is none), or names flights that its knowledge base
    doesn't have; `bad` may take these instead. Files of unequal length don't belong together: nothing passes that over.
    """
    for sample, base in side_by_side(data, kb):
        try:
            pair = parse(data, kb, sample, base, needs)
        except InputError as error:
            bad(error)
        else:
            yield pair


def parse(data: str | Path, kb: str | Path, sample: FileLine, base: FileLine, needs: Sequence[str] = ()) -> SamplePair:
    """The records of two lines that belong together. Raises `InputError` like `read`."""
    where, kb_where = f"{data}: line {sample.number}", f"{kb}: line {base.number}"
    pair = SamplePair(sample.number, _record(where, sample.text, _SAMPLE), _record(kb_where, base.text, _KB))
    _check_needs(where, pair.sample, needs)
    _check_flights(where, kb_where, pair)
    return pair


def lines(path: str | Path, shortest: int = 1) -> Iterator[FileLine]:
    """The lines of a file that aren't blank, with their numbers from 1; those of fewer bytes than `shortest` are none.

    Raises `InputError` like `files.reading`.
    """
    with reading(path) as file:
        for number, text in enumerate(file, 1):
            stripped = text.strip(_BLANK).removeprefix(BOM)
            if len(stripped) >= shortest:
                yield FileLine(number, stripped)


def records(path: str | Path, kind: type[T], bad: Bad = refuse) -> Iterator[tuple[int, T]]:
    """The lines of any file of JSON lines as records of a kind, with their numbers. Raises and skips like `read`."""
    decoder = msgspec.json.Decoder(kind)
    for number, text in lines(path):
        try:
            record = _record(f"{path}: line {number}", text, decoder)
        except InputError as error:
            bad(error)
        else:
            yield number, record


def side_by_side(data: str | Path, kb: str | Path, shortest: int = 1) -> Iterator[tuple[FileLine, FileLine]]:
    """The lines of both files that belong together, not yet looked into.

    Raises `InputError` for unequal lengths, and where there is none.
    """
    bases = lines(kb, shortest)
    last = 0
    for count, (number, sample) in enumerate(lines(data, shortest)):
        base = next(bases, None)
        if base is None:
            raise InputError(f"{kb}: ends after {count:,} records, {data}: line {number} has no knowledge base")
        yield FileLine(number, sample), base
        last = number
    if (extra := next(bases, None)) is not None:
        raise InputError(f"{data}: ends after line {last}, {kb}: line {extra.number} has no sample")
    if not last:
        raise InputError(f"{data}: holds no sample")


@contextmanager
def located(where: str) -> Iterator[None]:
    """Name the place in what is raised within."""
    try:
        yield
    except InputError as error:
        raise InputError(f"{where}: {error}") from error


def decoded(text: bytes, decoder: msgspec.json.Decoder[T]) -> T:
    """A line as a record. Raises `InputError` where it is none; keys that the record lacks are passed over unread."""
    try:
        return decoder.decode(text)
    except _MALFORMED as error:
        raise InputError(corpus.reason(error)) from error


def _record(where: str, text: bytes, decoder: msgspec.json.Decoder[T]) -> T:
    with located(where):
        try:
            text.decode()  # msgspec doesn't look into what it passes over
        except UnicodeDecodeError as error:
            raise InputError(corpus.reason(error)) from error
        return decoded(text, decoder)


def _check_needs(where: str, sample: Sample, needs: Sequence[str]) -> None:
    for field in needs:
        if getattr(sample, field) is None:
            raise InputError(f"{where}: {field} is missing")
        if field == "dialogue" and not sample.dialogue:
            raise InputError(f"{where}: dialogue: has no turn")


def _check_flights(where: str, kb_where: str, pair: SamplePair) -> None:
    """Raise `InputError` where numbers of flights contradict each other."""
    numbers = [flight.flight_number for flight in pair.kb.kb]
    known = set(numbers)
    if len(known) < len(numbers):
        raise InputError(f"{kb_where}: kb: a flight number comes twice")
    if pair.kb.reservation and pair.kb.reservation not in known:
        raise InputError(f"{kb_where}: reservation: no flight {pair.kb.reservation} in the knowledge base")
    for field, action in (("action", pair.sample.action), ("expected_action", pair.sample.expected_action)):
        for number in action.flight if action else ():
            if number not in known:
                raise InputError(f"{where}: {field}.flight: no flight {number} in its knowledge base")
    if pair.sample.action and len(pair.sample.action.flight) > 1:
        raise InputError(f"{where}: action.flight: expected at most one flight, found {len(pair.sample.action.flight)}")
