"""Meaning: the content of a user's turn, typed, independent of catalogue and language.

A turn is a sequence of moves, each with the words that it came from, and the words that no move used. Commands rather
than one intent follow Rasa's CALM; references as descriptions that are evaluated against what was said, and corrections
that name what they replace, follow SMCalFlow (Andreas et al. 2020). `wayframe.meaning.notation` writes it as text,
`wayframe.state.update` as dialogue acts of the Frames scheme.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import date
from typing import Literal, TypeAlias

from msgspec import Struct

Operator = Literal["is", "not", "at_most", "at_least", "between", "around", "any", "least", "most", "more", "less"]
Scope = Literal["", "total", "person", "night"]
Direction = Literal["least", "most"]
RecallSubject = Literal["wishes", "slot", "options", "bookings", "summary"]
AnswerWord = Literal["yes", "no", "perhaps", "either", "neither"]
Particular = Literal["day", "hour", "guests", "name"]
NoteKind = Literal["", Particular]
Deed = Literal["book", "cancel", "change"]
SocialKind = Literal[
    "greeting", "thanks", "goodbye", "help", "about_system", "sharing", "small_talk", "complaint", "other_language"
]


class Record(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True, tag=True):
    """A record of meaning: immutable, tagged with its class in JSON."""


# Values


class Text(Record, frozen=True, gc=False):
    """A name, a place, a category: `value` in the catalogue's spelling where it has one."""

    value: str


class Texts(Record, frozen=True, gc=False):
    """The texts that a list holds: "wifi, parking, lift"."""

    values: tuple[str, ...]


class Number(Record, frozen=True, gc=False):
    """A number, in `unit` where one was said ("16 GB", "3 nights")."""

    value: float
    unit: str = ""


class Money(Record, frozen=True, gc=False):
    """An amount of money; `currency` is a code, or empty where none was said."""

    value: float
    currency: str = ""


class Days(Record, frozen=True, gc=False):
    """The days that an expression of time can mean, both ends included; `exact` where it names one day."""

    first: date
    last: date

    @property
    def exact(self) -> bool:
        """Return whether it is one day."""
        return self.first == self.last


class Party(Record, frozen=True, gc=False):
    """The people who travel. `ages` are those of children as far as they were said.

    `total` counts people of whom some may be children ("a family of four"); it is 0 where adults were counted. `added`
    says that they come on top of those that are known already ("my brother comes too").
    """

    adults: int = 0
    children: int = 0
    ages: tuple[int, ...] = ()
    total: int = 0
    added: bool = False


class Clock(Record, frozen=True, gc=False):
    """A time of day in minutes after midnight."""

    value: int


class Flag(Record, frozen=True, gc=False):
    """Yes or no."""

    value: bool


Value: TypeAlias = Text | Texts | Number | Money | Days | Party | Clock | Flag

# References: descriptions whose denotation memory finds


class It(Record, frozen=True, gc=False):
    """What was spoken of last: it, that, this one, they."""


class Nth(Record, frozen=True, gc=False):
    """The n-th of a set, 1 the first and -1 the last; `count` of them from there ("the first two")."""

    n: int
    of: Reference | None = None
    count: int = 1


class Named(Record, frozen=True, gc=False):
    """The option of that name."""

    name: str


class Described(Record, frozen=True, gc=False):
    """The options that fulfil wishes: the Paris one with a gym, the four-star, the one at 489."""

    wishes: tuple[Wish, ...]
    of: Reference | None = None


class Extreme(Record, frozen=True, gc=False):
    """The options with the least or the most of a slot, `count` of them; an empty slot is the best option overall."""

    slot: str
    direction: Direction
    count: int = 1
    of: Reference | None = None


class Other(Record, frozen=True, gc=False):
    """The options of the set spoken of without what was just named."""

    of: Reference | None = None


class Every(Record, frozen=True, gc=False):
    """All options of a set: both, all of them, the six you showed; `count` where it was said."""

    count: int = 0
    of: Reference | None = None


class Listed(Record, frozen=True, gc=False):
    """A list that was offered: the latest (-1), the n-th, or the one before the latest (-2)."""

    n: int = -1


class Booked(Record, frozen=True, gc=False):
    """The bookings that stand."""


class Shown(Record, frozen=True, gc=False):
    """All options offered so far."""


class NewTrip(Record, frozen=True, gc=False):
    """A new set of wishes beside those that there are: "the second trip", where there is no second yet."""


class Neighbour(Record, frozen=True, gc=False):
    """The option before (-1) or after (1) the one spoken of, in its list."""

    step: int


class Numbered(Record, frozen=True, gc=False):
    """The option of a frame, pointed at by hand."""

    frame: int


class Together(Record, frozen=True, gc=False):
    """The options that several references denote."""

    parts: tuple[Reference, ...]


Reference: TypeAlias = (
    It
    | Nth
    | Named
    | Described
    | Extreme
    | Other
    | Every
    | Listed
    | Booked
    | Shown
    | NewTrip
    | Neighbour
    | Numbered
    | Together
)


def numbered(frames: Iterable[int]) -> Reference | None:
    """Return options as a reference by their frames; None, what was spoken of last, where there are none."""
    options = tuple(Numbered(frame) for frame in dict.fromkeys(frames))
    if len(options) > 1:
        return Together(options)
    return options[0] if options else None


# Constraints and moves


class Constraint(Record, frozen=True, gc=False):
    """A condition on a slot's value.

    `values`: one for most operators, two for `between`, any number for `is` (one of them) and `not` (none of them),
    none for `any`, `least`, `most` (the extreme of all that fits). `more` and `less` compare with `than`, or with the
    wish as it stood, by `values[0]`
    where an amount was said. `scope` says for whom or how long an amount is meant.
    """

    op: Operator
    values: tuple[Value, ...] = ()
    scope: Scope = ""
    than: Reference | None = None
    strict: bool = False

    @property
    def is_relative(self) -> bool:
        """Return whether it compares with the wish, or the option, that there is, since it names no other."""
        return self.op in ("more", "less") and self.than is None


class Wish(Record, frozen=True, gc=False):
    """A wish for a slot; `of` says which trip or option it is about where it isn't the one at hand."""

    slot: str
    constraint: Constraint
    of: Reference | None = None


def wishes_for(wishes: Iterable[Wish], *slots: str) -> tuple[Wish, ...]:
    """Return the wishes for some slots."""
    return tuple(wish for wish in wishes if wish.slot in slots)


def wishes_besides(wishes: Iterable[Wish], *slots: str) -> tuple[Wish, ...]:
    """Return the wishes for other slots than some."""
    return tuple(wish for wish in wishes if wish.slot not in slots)


class Drop(Record, frozen=True, gc=False):
    """A wish that no longer holds; an empty slot drops them all ("start over").

    `keeping` are the slots whose wishes hold all the same: of another trip, where it starts and who travels.
    """

    slot: str = ""
    keeping: tuple[str, ...] = ()


Question = Literal[
    "facts",
    "holds",
    "which",
    "sum",
    "difference",
    "share",
    "left",
    "count",
    "extreme",
    "reason",
    "values",
    "range",
    "average",
]


class Ask(Record, frozen=True, gc=False):
    """A question.

    - facts: the slots' values of the options `of`, in a `unit` where one was said; none means all there is to tell.
    - holds: whether the wishes are so of the options `of`; which: of which of them they are so.
    - sum, difference: of a measured slot over the options; share: of money, by `scope` or `by` parts, or by what an
      option has of a second slot (the rent by its size).
    - left: of the money that is wished for at most, or that `wishes` say, once the options are paid.
    - count: how many items fit the wishes; extreme: the least or most (`wishes` say which) of all that fits.
    - reason: why these options; values: which values a slot has; range: from what to what a slot goes.
    - average: the mean of a slot of numbers or money over all that fits, or for each value of a second slot.
    """

    question: Question
    slots: tuple[str, ...] = ()
    of: Reference | None = None
    wishes: tuple[Wish, ...] = ()
    scope: Scope = ""
    by: float = 0
    unit: str = ""


class Compare(Record, frozen=True, gc=False):
    """A comparison of options, by some slots where they were said."""

    of: Reference | None = None
    slots: tuple[str, ...] = ()


class Return(Record, frozen=True, gc=False):
    """A turn to an option or to a list of options."""

    to: Reference


class More(Record, frozen=True, gc=False):
    """A demand for other options than those that were shown; `slot` where another value of it is meant."""

    slot: str = ""


class Book(Record, frozen=True, gc=False):
    """A demand to book options."""

    of: Reference | None = None


class Cancel(Record, frozen=True, gc=False):
    """A demand to cancel bookings."""

    of: Reference | None = None


class Change(Record, frozen=True, gc=False):
    """A demand to change a booking: to what wishes say, or `to` another option."""

    wishes: tuple[Wish, ...]
    of: Reference | None = None
    to: Reference | None = None


class Recall(Record, frozen=True, gc=False):
    """A question about what was said: the wishes, one slot's wish, the options, the bookings, or a summary."""

    about: RecallSubject
    slot: str = ""


class Answer(Record, frozen=True, gc=False):
    """A word on what was just asked or said: yes, no, perhaps, either will do, neither."""

    word: AnswerWord


class Reject(Record, frozen=True, gc=False):
    """Options that are ruled out, without a wish for their contrary."""

    of: Reference | None = None


class Hold(Record, frozen=True, gc=False):
    """A demand to keep options for somebody who doesn't book them yet."""

    of: Reference | None = None


class Undo(Record, frozen=True, gc=False):
    """A demand to take back the last steps."""

    steps: int = 1


class Correct(Record, frozen=True, gc=False):
    """A correction of what was said or understood: the wishes that come instead."""

    wishes: tuple[Wish, ...]


class Social(Record, frozen=True, gc=False):
    """Talk that asks for nothing of the catalogue."""

    kind: SocialKind


class OutOfScope(Record, frozen=True, gc=False):
    """A demand or question that the schema has nothing for, in the user's words."""

    words: str


class Note(Record, frozen=True, gc=False):
    """A term of a booking that no slot holds, a `particular` like an hour, in `words`; or `count`, how many.

    A `count` of guests is of those for whom one looked: it is asked whether one books for them.
    """

    words: str = ""
    count: int = 0
    particular: NoteKind = ""


class Particulars(Record, frozen=True, gc=False):
    """Particulars that a booking is to be for, or that are asked of it, and that no booking of the schema holds."""

    kinds: tuple[Particular, ...]


Move: TypeAlias = (
    Wish | Drop | Ask | Compare | Return | More | Book | Cancel | Change | Recall | Answer | Reject | Hold | Undo
    | Correct | Social | OutOfScope | Note | Particulars
)  # fmt: skip


YES, NO, PERHAPS = Answer("yes"), Answer("no"), Answer("perhaps")


def wishes_in(moves: Iterable[Move]) -> Iterator[Wish]:
    """Yield the wishes that moves are or hold."""
    for move in moves:
        yield from (move,) if isinstance(move, Wish) else getattr(move, "wishes", ())


def slots_in(moves: Iterable[Move]) -> set[str]:
    """Return the slots that moves are about, those of their references not counted."""
    found = set[str]()
    for move in moves:
        found.update(wish.slot for wish in wishes_in([move]))
        found.update((getattr(move, "slot", ""), *getattr(move, "slots", ())))
    return found - {""}


ASKED_FIRST = 0.0
"""How sure a deed is that is asked about before it is done, even where it answers what the agent has asked."""


class Spoken(Record, frozen=True, gc=False):
    """A move and the place in the text that it came from (characters, end excluded).

    `sure` is the probability that it was meant, where that is doubtful.
    """

    move: Move
    start: int = 0
    end: int = 0
    sure: float = 1.0

    def overlaps(self, start: int, end: int) -> bool:
        """Return whether some of its text stands between two places."""
        return self.start < end and start < self.end


PASSED_OVER = 0.75
"""The weight of words that hold a value and were passed over: more than that of a story, too little to ask about.

Beside a deed they make that unsure.
"""


class Unread(Record, frozen=True, gc=False):
    """Words that no move used; `weight` says how much they may matter (a number, a place, a negation: 1)."""

    start: int
    end: int
    weight: float = 0.0


ALL = 1_000
"""As many options as there are."""


class Meaning(Record, frozen=True, gc=False):
    """The meaning of a turn: its moves in the order in which they were said, and what was left unread.

    `score` is the share of weighty words that were read, from 0 to 1; `alternatives` are readings nearly as good.
    `for_several` says that the user counts others in without a number ("we", "our holiday"), `to_see` how many options
    there are to be ("like five hotels"), `ALL` of them, or 0 where nothing was said. `refused` are the deeds that the
    user wants neither done nor asked about ("stop asking me to book").
    """

    moves: tuple[Spoken, ...] = ()
    unread: tuple[Unread, ...] = ()
    score: float = 1.0
    alternatives: tuple[tuple[Spoken, ...], ...] = ()
    for_several: bool = False
    to_see: int = 0
    refused: tuple[Deed, ...] = ()

    def all(self) -> tuple[Move, ...]:
        """Return the moves without their places."""
        return tuple(spoken.move for spoken in self.moves)
