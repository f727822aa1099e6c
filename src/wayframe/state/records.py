"""The dialogue state: everything that a conversation has come to, typed; the frames are its projection.

`memory` holds the frames in the Frames format, filled by the acts that meaning is projected to. Beside them stand what
frames can't hold: the wishes as constraints, the items behind offers, the lists in which options were offered, the
bookings, what was spoken of last and what the agent asked.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Literal, NamedTuple, TypeAlias, TypeVar

from rapidfuzz import fuzz

from wayframe.meaning.records import Change, Move, Note, Numbered, Party, Record, Value, Wish
from wayframe.memory import Memory
from wayframe.sources.protocol import Item

Purpose: TypeAlias = Literal["", "tell", "book", "cancel", "change", "compare"]
M = TypeVar("M", bound=Record)


class Option(NamedTuple):
    """An item that was offered: the frame that stands for it, its party, and the wishes by which it was found.

    `wishes_of` is the frame of those wishes, which may have got further ones since.
    """

    frame: int
    item: Item
    wishes_of: int
    party: Party
    wishes: tuple[Wish, ...] = ()

    @property
    def terms(self) -> tuple[str, Party]:
        """Return what makes two options the same: the item, and for whom it is."""
        return self.item.key, self.party


class Terms(NamedTuple):
    """The terms of a booking that no slot holds: the number of it, 0 where nobody said; days and the like as notes."""

    number: int = 0
    notes: tuple[Note, ...] = ()

    @property
    def words(self) -> tuple[str, ...]:
        """Return what is noted, in the user's words."""
        return said_together(self.notes)

    def also(self, other: Terms) -> Terms:
        """Return these terms with others that were said later: a later hour takes the place of an earlier one.

        So do words that say earlier ones over again.
        """
        kinds = {note.particular for note in other.notes} - {""}
        kept = [note for note in self.notes if note.particular not in kinds]
        said = list({note.words: note for note in (*kept, *other.notes)}.values())
        said = [note for note in said if not any(_says_more(each.words, note.words) for each in said)]
        said = [
            note
            for at, note in enumerate(said)
            if not any(_says_again(each.words, note.words) for each in said[at + 1 :])
        ]
        return Terms(other.number or self.number, tuple(said))


def said_together(notes: Iterable[Note]) -> tuple[str, ...]:
    """Return the words of notes, of those that say when and for whom together: "Friday at eight"."""
    said, joins = list[str](), False
    for note in notes:
        if joins and note.particular in _JOINED:
            said[-1] = f"{said[-1]} {note.words}"
        else:
            said.append(note.words)
        joins = note.particular in _JOINED
    return tuple(said)


_JOINED = ("day", "hour", "guests")
"""The particulars that are said in one breath."""


def _says_again(later: str, words: str) -> bool:
    """Return whether later words say nearly what others said: "nine of us on Friday" behind "nine people on Friday"."""
    return fuzz.token_set_ratio(later, words, processor=str.casefold) >= SAID_AGAIN


SAID_AGAIN = 80
"""The likeness, of 100, from which on terms are those that were said before, in other words."""


def _says_more(words: str, others: str) -> bool:
    """Return whether words hold all of others and more."""
    return words != others and f" {others} ".casefold() in f" {words} ".casefold()


class Booking(NamedTuple):
    """A booking: the option as it was when it was booked (or changed), whether it stands, and its terms."""

    number: int
    option: Option
    status: Literal["booked", "cancelled"]
    terms: Terms = Terms()


class Step(NamedTuple):
    """A move with the frames that its reference denotes, found before anything of the turn was done."""

    move: Move
    frames: tuple[int, ...] = ()


def steps_of(steps: Iterable[Step], *kinds: type[Move]) -> list[Step]:
    """Return the steps whose moves are of some kinds."""
    return [step for step in steps if isinstance(step.move, kinds)]


def frames_of(steps: Iterable[Step], *kinds: type[Move]) -> list[tuple[int, ...]]:
    """Return the frames that moves of some kinds denote, of each move that denotes any."""
    return [step.frames for step in steps_of(steps, *kinds) if step.frames]


def moves_of(steps: Iterable[Step], kind: type[M]) -> list[M]:
    """Return the moves of a kind."""
    return [step.move for step in steps if isinstance(step.move, kind)]


class Pending(NamedTuple):
    """A question of the agent: the moves that a yes stands for, the options among which one is to be named.

    `purpose` says what is done with an option that is named in the answer. `absent` are the slots of which nothing is
    as wished, and whose values were told instead. `open`: it was but asked what else is wanted.
    """

    on_yes: tuple[Move, ...] = ()
    options: tuple[int, ...] = ()
    purpose: Purpose = ""
    slots: tuple[str, ...] = ()
    absent: tuple[str, ...] = ()
    open: bool = False

    @property
    def to_be_changed(self) -> tuple[int, ...]:
        """Return the options whose bookings a yes changes."""
        changes = [move for move in self.on_yes if isinstance(move, Change)]
        return tuple(move.of.frame for move in changes if isinstance(move.of, Numbered))


class Moment(NamedTuple):
    """A point of the dialogue to which one may go back: the frame at hand, its wishes, the options spoken of."""

    active_frame: int
    wishes: tuple[Wish, ...]
    focus: tuple[int, ...]
    bookings: tuple[Booking, ...]


class DialogueState(NamedTuple):
    """See the module. `wishes` are those of each frame that the user made, slot by slot in the order they were said.

    `lists` are the frames of each turn that offered options, oldest first, in the order of the offer. `focus` are the
    options spoken of last ("it", "they"); `touched` all options in the order in which they were last spoken of;
    `moments` are the points before each of the user's turns that changed something, so that a step can be taken back.
    `moves` are those of the user's last turn, `just_booked` the options that the agent booked in its own,
    `failed` the slots of the wishes for which its own found nothing. `terms` are those said for the next booking.
    `picked` is the option that the user turned to, or was asked whether to book, and has not looked beyond since.
    `for_several` says that the user spoke of others who come along, `asked` are all slots that the agent asked for.
    `unpressed` says that the user doesn't want to be asked to book, and has not spoken of that since.
    """

    memory: Memory
    wishes: Mapping[int, tuple[Wish, ...]] = {}
    options: Mapping[int, Option] = {}
    lists: tuple[tuple[int, ...], ...] = ()
    bookings: tuple[Booking, ...] = ()
    focus: tuple[int, ...] = ()
    touched: tuple[int, ...] = ()
    rejected: frozenset[int] = frozenset()
    moments: tuple[Moment, ...] = ()
    moves: tuple[Move, ...] = ()
    just_booked: tuple[int, ...] = ()
    failed: frozenset[str] = frozenset()
    pending: Pending = Pending()
    terms: Terms = Terms()
    picked: int = 0
    for_several: bool = False
    asked: frozenset[str] = frozenset()
    unpressed: bool = False

    def at_hand(self) -> list[int]:
        """Return the options of the list that was offered last, and those spoken of last."""
        listed = self.lists[-1] if self.lists else ()
        return [frame for frame in dict.fromkeys((*listed, *self.focus)) if frame in self.options]

    @property
    def standing(self) -> tuple[Booking, ...]:
        """Return the bookings that stand."""
        return tuple(booking for booking in self.bookings if booking.status == "booked")

    def known(self, frames: Iterable[int]) -> tuple[int, ...]:
        """Return those of some frames that stand for options."""
        return tuple(frame for frame in frames if frame in self.options)

    def value(self, frame: int, slot: str) -> Value | None:
        """Return an option's value of a slot; None where it isn't known."""
        return self.options[frame].item.values.get(slot) if frame in self.options else None

    # Bookings

    def was_booked(self, frame: int) -> bool:
        """Return whether the option of a frame is booked, or was until that was cancelled."""
        return any(booking.option.frame == frame for booking in self.bookings)

    def is_booked(self, option: Option) -> bool:
        """Return whether an item is booked for the same people."""
        return option.terms in [booking.option.terms for booking in self.standing]

    def booked(self, option: Option) -> DialogueState:
        """Return the state with an option booked, once, with the terms that were said."""
        if not self.is_booked(option):
            booking = Booking(len(self.bookings) + 1, option, "booked", self.terms)
            return self._replace(bookings=(*self.bookings, booking))
        return self._rebooked([option], {"terms": self.terms_of(option).also(self.terms)})

    def terms_of(self, option: Option) -> Terms:
        """Return the terms of an option's booking; where it isn't booked, those that were said for the next one."""
        booked = (each.terms for each in self.standing if each.option.terms == option.terms)
        return next(booked, self.terms)

    def cancelled(self, option: Option) -> DialogueState:
        """Return the state with the booking of an option cancelled."""
        return self._rebooked([option], {"status": "cancelled"})

    def changed(self, option: Option, old: Iterable[Option]) -> DialogueState:
        """Return the state with an option booked in the place of others."""
        return self._rebooked(old, {"option": option})

    def _rebooked(self, old: Iterable[Option], change: Mapping[str, Any]) -> DialogueState:
        """Return the state with another status, or another option, of the bookings of some options."""
        meant = [(option.terms, "booked") for option in old]
        bookings = list(self.bookings)
        for at, booking in enumerate(bookings):
            if (booking.option.terms, booking.status) in meant:
                bookings[at] = booking._replace(**change)
        return self._replace(bookings=tuple(bookings))
