"""Beyond: what clauses ask or wish that the catalogue knows nothing of, and what is known beside it."""

from __future__ import annotations

from collections.abc import Sequence

from wayframe.meaning.records import Move, OutOfScope
from wayframe.reader.clause_features import asks_beyond, near_strange, unknown_start, unmeasured
from wayframe.reader.clauses import ClauseReading
from wayframe.reader.moves.asking import ask_held
from wayframe.reader.moves.wishing import wishes_said
from wayframe.reader.spans import SpanLine

BEYOND = OutOfScope("")
"""A question on which the catalogue says nothing, and that names nothing: "is that ok?"."""


def ask_unknown(read: ClauseReading) -> Sequence[Move]:
    """Say that something is beyond the catalogue: "is there a casino?"."""
    return [OutOfScope(", ".join(span.words for span in read.spans if span.has("unknown")))]


def ask_terms(read: ClauseReading) -> Sequence[Move]:
    """Ask for the terms of a deed, of which the catalogue tells nothing: "can I cancel later?"."""
    return [OutOfScope(read.words)]


def ask_suited(read: ClauseReading) -> Sequence[Move]:
    """Say that the catalogue doesn't know for whom something is right: "good for kids?"."""
    at = next(at for at, span in enumerate(read.spans) if span.has("opens:right_for"))
    people = [span for span in read.spans[at:] if not span.has("filler", "particle", "says:right_for")]
    return [OutOfScope(" ".join(span.words for span in people))]


def ask_answered(read: ClauseReading) -> Sequence[Move]:
    """Ask what the schema has an answer to that is no slot's: "are flights included?".

    Of what goes on to say how something is to be, nothing is asked: "only the hotel shouldn't be near the airport".
    """
    line = SpanLine(read.spans)
    said = [at for at, span in enumerate(read.spans) if span.has("answer")]
    goes_on = [at for at in said if not read.asking and line[at + 1].has("says:auxiliary")]
    asked = dict.fromkeys(str(line[at].data("answer")) for at in said if at not in goes_on)
    return [*wishes_said(read), *map(OutOfScope, asked)]


def ask_beyond(read: ClauseReading) -> Sequence[Move]:
    """Say that the catalogue doesn't know what is asked: "should I dress up?"."""
    return [OutOfScope(asks_beyond(read))]


def object_to_unmeasured(read: ClauseReading) -> Sequence[Move]:
    """Say that the catalogue doesn't know what is objected to: "a bit far out", where nothing says how far it is."""
    return [OutOfScope(unmeasured(read.spans))]


def start_somewhere(read: ClauseReading) -> Sequence[Move]:
    """Say that nothing is known of where one starts: "anywhere on the east coast"."""
    return [OutOfScope(unknown_start(read.spans))]


def ask_held_and_unknown(read: ClauseReading) -> Sequence[Move]:
    """Ask whether something is so, and for what is beyond the catalogue: "has it wifi and a casino?"."""
    return [*ask_held(read), *ask_unknown(read)]


def wish_and_ask_unknown(read: ClauseReading) -> Sequence[Move]:
    """Wish for what is known, and ask for what is beyond the catalogue: "with a pool and a gym"."""
    beyond = ask_unknown if any(span.has("unknown") for span in read.spans) else ask_terms
    return [*wishes_said(read), *beyond(read)]


def wish_near_strange(read: ClauseReading) -> Sequence[Move]:
    """Wish for what is known, and ask for a place that nothing knows: "a hotel near the Louvre"."""
    return [*wishes_said(read), OutOfScope(read.spans[near_strange(read.spans)].words)]
