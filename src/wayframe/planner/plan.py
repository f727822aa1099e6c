"""The reply plan: what the agent says, typed, before it is put in words.

Every part carries what the realiser needs as data and nothing in words of a language, apart from the user's own words
that are repeated. Options are numbered by the frames that stand for them.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from wayframe.meaning.records import Direction, Party, Scope, Value, Wish

Values = dict[str, Value]


class Part(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True, tag=True):
    """A part of a reply plan."""


class OptionView(Struct, frozen=True, gc=False, omit_defaults=True):
    """An option as a reply speaks of it: its frame, its name, where it is, and the values that are told.

    `party` is whom a price is for, where that is not obvious.
    """

    frame: int
    name: str
    place: str = ""
    values: Values = {}
    party: Party | None = None


class Offer(Part, frozen=True, gc=False):
    """Options that fit. `total` is how many fit in all, `by` the slot by which they come in order.

    `again`: they were offered before, and are the `same` as then, or those that are `left` of them.
    """

    options: tuple[OptionView, ...]
    total: int = 0
    by: str = ""
    direction: Direction | None = None
    again: Literal["", "same", "left"] = ""


class Suggest(Part, frozen=True, gc=False):
    """Options that nearly fit: for each, the wishes given up and what it has instead."""

    options: tuple[OptionView, ...]
    missed: tuple[tuple[tuple[Wish, Value | None], ...], ...]


class Nothing(Part, frozen=True, gc=False):
    """Nothing fits. `because` are the wishes that are to blame, where fewer than all are.

    `reason`: `unknown` no such value in the catalogue (`words`), `combination` together they exclude everything,
    `no_more` all that fits was shown.
    """

    because: tuple[Wish, ...] = ()
    reason: Literal["unknown", "combination", "no_more"] = "combination"
    words: tuple[str, ...] = ()


class Tell(Part, frozen=True, gc=False):
    """Facts of options. `missing` are the slots asked about of which nothing is known; `chosen` says why this one."""

    options: tuple[OptionView, ...]
    missing: tuple[str, ...] = ()
    chosen: tuple[str, Direction] | None = None


class Holds(Part, frozen=True, gc=False):
    """Whether a wish is so of options: of which it is, of which it isn't, of which it isn't known.

    `denied`: it was asked in the negative, so that neither yes nor no would be plain.
    """

    wish: Wish
    yes: tuple[OptionView, ...] = ()
    no: tuple[OptionView, ...] = ()
    unknown: tuple[OptionView, ...] = ()
    denied: bool = False


class Comparison(Part, frozen=True, gc=False):
    """Options side by side: `slots` are those in which they differ, most telling first; `alike` those they share."""

    options: tuple[OptionView, ...]
    slots: tuple[str, ...]
    alike: tuple[str, ...] = ()


class Figure(Part, frozen=True, gc=False):
    """A number worked out: a sum, a difference (first less second), a share, a count."""

    kind: Literal["sum", "difference", "share", "count"]
    value: Value
    slot: str = ""
    options: tuple[OptionView, ...] = ()
    scope: Scope = ""
    by: float = 0
    wishes: tuple[Wish, ...] = ()


class ValuesOf(Part, frozen=True, gc=False):
    """The values that a slot has in the catalogue, or from where to where it goes."""

    slot: str
    values: tuple[Value, ...]
    total: int = 0
    range: bool = False


class Request(Part, frozen=True, gc=False):
    """A question for slots that a search needs."""

    slots: tuple[str, ...]


class Which(Part, frozen=True, gc=False):
    """A question which of several options or bookings is meant, and what for."""

    options: tuple[OptionView, ...]
    purpose: Literal["tell", "book", "cancel", "change", "compare"] = "tell"


class Meant(Part, frozen=True, gc=False):
    """A question whether something was meant so: wishes that were read with doubt, or values that may be meant.

    `against` are earlier wishes that speak against it.
    """

    wishes: tuple[Wish, ...]
    words: str = ""
    against: tuple[Wish, ...] = ()


class Confirm(Part, frozen=True, gc=False):
    """A question before something lasting is done; `changed` holds the bookings whose place the options take."""

    purpose: Literal["book", "cancel", "change"]
    options: tuple[OptionView, ...]
    changed: tuple[OptionView, ...] = ()


class Done(Part, frozen=True, gc=False):
    """Something lasting that was done; `changed` holds the old options where bookings were changed."""

    purpose: Literal["book", "cancel", "change"]
    options: tuple[OptionView, ...]
    changed: tuple[OptionView, ...] = ()


class Propose(Part, frozen=True, gc=False):
    """A next step offered: to book the option, to look for something else, or nothing in particular."""

    step: Literal["book", "more", "open"]


class Recalled(Part, frozen=True, gc=False):
    """What was said so far: wishes, options, bookings with their sum."""

    about: Literal["wishes", "slot", "options", "bookings", "summary"]
    wishes: tuple[Wish, ...] = ()
    options: tuple[OptionView, ...] = ()
    bookings: tuple[OptionView, ...] = ()
    total: Value | None = None
    slot: str = ""


class Reason(Part, frozen=True, gc=False):
    """Why an option is the one: the wishes that it fulfils and the slot by which it is best."""

    option: OptionView
    wishes: tuple[Wish, ...] = ()
    best: tuple[str, Direction] | None = None


class Noted(Part, frozen=True, gc=False):
    """Something was taken in that asks for no answer: a perhaps, a rejection, a correction, a step back."""

    kind: Literal["perhaps", "rejected", "corrected", "undone", "dropped", "kept", "booked", "nothing_to_undo"]
    wishes: tuple[Wish, ...] = ()
    options: tuple[OptionView, ...] = ()


class NotKnown(Part, frozen=True, gc=False):
    """Something that was asked and that the catalogue has nothing on."""

    words: str = ""
    slots: tuple[str, ...] = ()


class NotUnderstood(Part, frozen=True, gc=False):
    """Words that weren't understood, with what was, and an example that fits the moment."""

    words: str = ""
    understood: tuple[Wish, ...] = ()
    example: Literal["", "wish", "question", "reference"] = ""


class Empty(Part, frozen=True, gc=False):
    """A reference that denotes nothing: no such option, nothing booked, nothing to compare."""

    what: Literal["option", "booking", "list", "comparison"]
    candidates: tuple[OptionView, ...] = ()


class Courtesy(Part, frozen=True, gc=False):
    """Talk that asks for nothing of the catalogue."""

    kind: Literal[
        "greeting", "welcome", "goodbye", "help", "about_system", "small_talk", "complaint", "other_language", "ok"
    ]


ReplyPart: TypeAlias = (
    Offer | Suggest | Nothing | Tell | Holds | Comparison | Figure | ValuesOf | Request | Which | Meant | Confirm | Done
    | Propose | Recalled | Reason | Noted | NotKnown | NotUnderstood | Empty | Courtesy
)  # fmt: skip

ReplyPlan: TypeAlias = tuple[ReplyPart, ...]
