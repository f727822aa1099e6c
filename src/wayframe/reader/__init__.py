"""Reading: what a user's turn says, as a typed meaning.

A turn passes these modules, each of which imports only those above it:

    calendar    the days that a text says, those without a month by what was spoken of
    words       the text written out, spelt right and cut into tokens; what is recognised among them
    questions   the words that ask for a time, each with which of a journey's times it asks for
    spans       tokens cut into phrases, each with all that it can stand for, and phrases into clauses
    people      who travels: the groups that a turn names, and what it says of them
    values      the numbers, days and places of a clause, each with its slot and how it limits
    judgements  clauses that say of what is looked at that it is small, far or a bit expensive
    clocks      the times of day of a clause, each with its slot and how it limits
    wishes      values composed with operators and denials; comparisons, relative amounts, coordination
    references  the names, noun phrases and pronouns that point at options, lists and bookings
    clauses     what is known of a clause
    clause_features  what holds of a clause, by names
    moves       a package: what a clause does, by a table of patterns over these features
    preferences what each of several people wants, and the options that are somebody's
    set_phrases whole turns that everybody says, by a phrasebook
    doubt       how likely each move was meant
    symbols     a meaning as a sequence that points at spans and slots
    network     the transformer that writes such sequences
    features    a turn as the network sees it
    amendments  a package: what is mended of the reading that is taken, by theme, and in which sequence
    contradictions  where the rules' reading of a turn stands against the parser's
    readings    which of two readings of a turn is taken
    sureness    how likely that one is right as a whole
    orders      whether a deed that is read is ordered, or only sounds like it
    refusals    deeds that a turn says not to do, or not to ask about
    parser      the meaning of a whole turn by the network
    reader      the turn as a whole: clauses read one by one, their moves joined, the rest accounted for

`acts` is another reader, made of an NLU and a frame tracker.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import date
from typing import NamedTuple, Protocol

from wayframe.dialogue import Turn
from wayframe.meaning.records import Meaning, Move, Value, Wish
from wayframe.memory import Memory
from wayframe.state.records import DialogueState


class OptionDays(NamedTuple):
    """The days of an option: its frame, its name and its places in small letters, and when it begins and ends."""

    frame: int
    names: tuple[str, ...]
    days: tuple[date, ...]


NO_OPTION = 0
"""The number in the place of a frame of what was named and is no option."""


class ReaderContext(NamedTuple):
    """What a reader is told of the dialogue.

    `asked` are the slots that the agent has just asked for; `options` the names of the options at hand, with their
    frames, and those of what was just told of and is no option, with `NO_OPTION`; `wishes` those that hold; `offered`
    says whether anything was offered, `confirming` whether the agent has just asked for a yes or no; `booked` are the
    frames of the bookings that stand, `shown` those of all options, `latest` those of the list offered last, `focus`
    those spoken of last; `memory` and `turns` are what came before; `days` are those of the options at hand, `facts`
    the values that these have, by their slots; `moves` are those of the user's last turn, as they were understood.
    `state` is what the dialogue has come to, in which it can be found out what a reading does.
    """

    today: date
    asked: Sequence[str] = ()
    options: Mapping[str, int] = {}
    wishes: Sequence[Wish] = ()
    offered: bool = False
    confirming: bool = False
    booked: Sequence[int] = ()
    shown: Collection[int] = ()
    memory: Memory = Memory()
    turns: Sequence[Turn] = ()
    latest: Sequence[int] = ()
    focus: Sequence[int] = ()
    days: Sequence[OptionDays] = ()
    facts: Mapping[str, Sequence[Value]] = {}
    moves: Sequence[Move] = ()
    state: DialogueState = DialogueState(Memory())

    @property
    def named_options(self) -> int:
        """Return how many options have a name."""
        return sum(frame != NO_OPTION for frame in self.options.values())


class Reader(Protocol):
    """Reads a turn."""

    def read(self, text: str, context: ReaderContext) -> Meaning:
        """Return what a text says in the circumstances of a dialogue."""
        ...
