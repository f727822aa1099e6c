"""The reply plan: the parts of a reply, typed, before they are put in words, and the turn while it is planned.

Every part carries what the realiser needs as data and nothing in words of a language, apart from the user's own words
that are repeated. Options are numbered by the frames that stand for them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any, Literal, TypeAlias, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from wayframe.meaning.records import (
    NO,
    Constraint,
    Days,
    Direction,
    Money,
    Particular,
    Party,
    Reference,
    Scope,
    Value,
    Wish,
    wishes_for,
)
from wayframe.schema import Schema, Slot
from wayframe.sources.protocol import Condition, Found, Item, Query, Source
from wayframe.state.denotation import Denoter
from wayframe.state.records import DialogueState, Option, Step
from wayframe.state.resolution import reference_of
from wayframe.state.update import Heard
from wayframe.state.wishes import held_wishes, travellers, wishing_frame

T = TypeVar("T")

Values = dict[str, Value]


class Part(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True, tag=True):
    """A part of a reply plan."""

    def held(self, kind: type[T]) -> Iterator[T]:
        """Return the records of a kind that the part holds: its wishes, or the options that it tells of."""
        return _held((getattr(self, field) for field in self.__struct_fields__), kind)

    def names(self, slot: str) -> bool:
        """Return whether the part says what is wished of a slot."""
        return any(wish.slot == slot for wish in self.held(Wish))

    def answers(self, wish: Wish, schema: Schema) -> bool:
        """Return whether the part says what is wished of a slot, or of each of its options what that has of it."""
        views = list(self.held(OptionView))
        return self.names(wish.slot) or (views != [] and all(view.tells(wish.slot, schema) for view in views))


def _held(values: Iterable[object], kind: type[T]) -> Iterator[T]:
    """Return the records of a kind among some values, and in the tuples of these."""
    for value in values:
        if isinstance(value, kind):
            yield value
        elif isinstance(value, tuple):
            yield from _held(value, kind)


class OptionView(Struct, frozen=True, gc=False, omit_defaults=True):
    """An option as a reply speaks of it: its frame, its name, where it is, and the values that are told.

    `party` is whom a price is for, where that is not obvious, and `share` what it comes to for each of them or a night,
    where that was limited. `count` is how many of it are booked, `noted` what was noted with its booking. `missed` are
    the wishes that it fails as a stand-in, where it is one.
    """

    frame: int
    name: str
    place: str = ""
    values: Values = {}
    party: Party | None = None
    share: tuple[Money, Scope] | None = None
    count: int = 1
    noted: tuple[str, ...] = ()
    missed: tuple[Wish, ...] = ()

    def tells(self, slot: str, schema: Schema) -> bool:
        """Return whether the view has the option's value of a slot, where it is, or whom its price is for."""
        beside = {schema.place: self.place, schema.party: self.party}
        return slot in self.values or bool(beside.get(slot))


LIMITS = ("at_most", "at_least", "between", "around", "any")
"""The operators of wishes that many values fulfil, so that none of these shows which was wished."""


class Shown(Part, frozen=True, gc=False):
    """Options that a search found, with what they have whatever was wished."""

    options: tuple[OptionView, ...]

    def answers(self, wish: Wish, schema: Schema) -> bool:
        """Return whether it is seen from the options what is wished: what they have shows no limit."""
        return self.names(wish.slot) or (wish.constraint.op not in LIMITS and super().answers(wish, schema))


Again: TypeAlias = Literal["", "same", "priced", "left", "picked", "chosen", "repriced", "back", "told"]


class Offer(Shown, frozen=True, gc=False):
    """Options that fit. `total` is how many fit in all, `by` the slot by which they come in order.

    `again`: they were offered before, and are the `same` as then, cost the same (`priced`) for those who travel by now,
    are those that are `left` of them, the best that were `picked` from them, or some that were `chosen`; or they are
    `repriced` for others than they were, or the one is gone `back` to. What is new but `told` beside isn't said by
    itself. `more`: further ones than `total` weren't counted; `about`: none were, and `total` is an estimate.
    `further`: they come on top of what was offered before; `moved`: they are but other stays of that; `days`: they are
    other days of one option. `only`: nothing else fits, or `of_others` than were ruled out. `kinds` are the wishes by
    which they are called: "black laptops"; `otherwise`: they are by which an option differs from the same one that was
    asked about. Of what is as `among` says it is the best.
    """

    total: int = 0
    by: str = ""
    direction: Direction | None = None
    again: Again = ""
    more: bool = False
    about: bool = False
    further: bool = False
    moved: bool = False
    only: bool = False
    of_others: bool = False
    kinds: tuple[Wish, ...] = ()
    among: tuple[Wish, ...] = ()
    days: bool = False
    otherwise: bool = False


class Suggest(Shown, frozen=True, gc=False):
    """Options that nearly fit: for each, the wishes given up and what it has instead.

    `utmost`: the only one is far off, but has the least, or the most, of that slot that there is; `far`: some are.
    """

    missed: tuple[tuple[tuple[Wish, Value | None], ...], ...]
    utmost: tuple[str, Direction] | None = None
    far: bool = False


class Nothing(Part, frozen=True, gc=False):
    """Nothing fits. `because` are the wishes that nothing fulfils together.

    `reason`: `unknown` no such value in the catalogue (`words`), `combination` together they exclude everything,
    `others` they exclude everything but what was ruled out, `no_more` all that fits was shown, `still` they are those
    for which nothing fitted in the turn before, either, `earlier` they hold from earlier turns, and without them
    something fits.
    """

    because: tuple[Wish, ...] = ()
    reason: Literal["unknown", "combination", "others", "no_more", "still", "earlier"] = "combination"
    words: tuple[str, ...] = ()


MOST_BLAMED = 4
"""Wishes that are named at most as those for which there is nothing."""


class OnlyLater(Part, frozen=True, gc=False):
    """Nothing leaves on the very day that was wished for; what is offered leaves later."""

    wish: Wish


class OnlySooner(Part, frozen=True, gc=False):
    """Nothing is back on the very day that was wished for; what is offered is back before it."""

    wish: Wish


class OnlyWithin(Part, frozen=True, gc=False):
    """Nothing fills the days that were wished for; what is offered lies within them."""

    wishes: tuple[Wish, ...]


class OnlyThen(Part, frozen=True, gc=False):
    """An option can't be had on other days, or not with `wishes` that stand in the way of those."""

    option: OptionView
    wishes: tuple[Wish, ...] = ()


class NotQuite(Part, frozen=True, gc=False):
    """Nothing has just the number that was wished for; what is offered has about that, or what is better.

    `beside` are the other wishes with which nothing has it.
    """

    wishes: tuple[Wish, ...]
    beside: tuple[Wish, ...] = ()


class Unbeaten(Part, frozen=True, gc=False):
    """Nothing is beyond an option that is known: it has the least or the most of a slot of all that fits.

    `because` are the wishes that nothing fulfils: less or more than what it has.
    """

    option: OptionView
    slot: str
    direction: Direction
    because: tuple[Wish, ...] = ()


class Tell(Part, frozen=True, gc=False):
    """Facts of options. `missing` are the slots asked about of which nothing is known; `chosen` says why this one.

    It may be the best of those only that are as `among` says; `against` is the other one of two, from which it is
    `apart` by some money.
    """

    options: tuple[OptionView, ...]
    missing: tuple[str, ...] = ()
    chosen: tuple[str, Direction] | None = None
    among: tuple[Wish, ...] = ()
    against: tuple[OptionView, ...] = ()
    apart: Money | None = None


class Holds(Part, frozen=True, gc=False):
    """Whether a wish is so of options: of which it is, of which it isn't, of which it isn't known.

    `denied`: it was asked in the negative, so that neither yes nor no would be plain. `chosen`: it was asked of which
    it is so, and that is of all of them, of none, or of some, which are to be named. `against` is the option with which
    the one that is asked about is compared; `instead` are others of which it is so, where it isn't of that one.
    """

    wish: Wish
    yes: tuple[OptionView, ...] = ()
    no: tuple[OptionView, ...] = ()
    unknown: tuple[OptionView, ...] = ()
    denied: bool = False
    chosen: Literal["", "all", "some", "none"] = ""
    against: tuple[OptionView, ...] = ()
    instead: tuple[OptionView, ...] = ()


class HasAll(Part, frozen=True, gc=False):
    """Of which of several options all is so that was asked of them; of `none` of these it may be."""

    options: tuple[OptionView, ...]
    none: bool = False


class Comparison(Part, frozen=True, gc=False):
    """Options side by side: `slots` are those in which they differ, most telling first; `alike` those they share."""

    options: tuple[OptionView, ...]
    slots: tuple[str, ...]
    alike: tuple[str, ...] = ()


class Figure(Part, frozen=True, gc=False):
    """A number worked out: a sum, a difference (first less second), a share, what is left of an amount, a count.

    Of a count there may be `more`, or it is an estimate (`about`); one in all is of more than those just named. A share
    may be `per` one of what the option has of a slot.
    """

    kind: Literal["sum", "difference", "share", "left", "count", "in_all"]
    value: Value
    slot: str = ""
    options: tuple[OptionView, ...] = ()
    scope: Scope = ""
    by: float = 0
    wishes: tuple[Wish, ...] = ()
    more: bool = False
    about: bool = False
    per: str = ""


class ValuesOf(Part, frozen=True, gc=False):
    """The values that a slot has in the catalogue, or from where to where it goes; `counts` items have each.

    `in_all`: it was asked how many values there are. They are those `within` what is wished there: in Europe.
    """

    slot: str
    values: tuple[Value, ...]
    total: int = 0
    range: bool = False
    counts: tuple[int, ...] = ()
    in_all: bool = False
    within: tuple[Wish, ...] = ()


class Averages(Part, frozen=True, gc=False):
    """The means of a slot: of all that is as `wishes` say, or one for each of the `groups` by another slot.

    `direction` is the one in which the first group was asked for, empty where all were.
    """

    slot: str
    values: tuple[Value, ...]
    by: str = ""
    groups: tuple[Value, ...] = ()
    total: int = 0
    wishes: tuple[Wish, ...] = ()
    direction: Direction | Literal[""] = ""


class BestOfAll(Part, frozen=True, gc=False):
    """Something that has the least or the most of a slot of all that fits, and what has of those that were `shown`."""

    option: OptionView
    shown: OptionView
    slot: str
    direction: Direction


class Request(Part, frozen=True, gc=False):
    """A question for slots that a search needs; `beside` what was found without them; `there` is where there is any."""

    slots: tuple[str, ...]
    beside: bool = False
    there: tuple[Wish, ...] = ()


class Which(Part, frozen=True, gc=False):
    """A question which options or bookings are meant, and what for; `count` is how many of them, 0 for one."""

    options: tuple[OptionView, ...]
    purpose: Literal["tell", "book", "cancel", "change", "compare"] = "tell"
    count: int = 0

    def answers(self, wish: Wish, schema: Schema) -> bool:
        """Return that names alone show nothing of what is wished."""
        return False


class Meant(Part, frozen=True, gc=False):
    """A question whether something was meant so: wishes that were read with doubt, or values that may be meant.

    `against` are earlier wishes that speak against it.
    """

    wishes: tuple[Wish, ...]
    words: str = ""
    against: tuple[Wish, ...] = ()


class Confirm(Part, frozen=True, gc=False):
    """A question before something lasting is done; `changed` holds the bookings whose place the options take.

    `still`: it was asked in full before, and a question about it came in between; `anyway`: the answer to that was no;
    `yet`: whether it is to be done was left to that answer.
    """

    purpose: Literal["book", "cancel", "change"]
    options: tuple[OptionView, ...]
    changed: tuple[OptionView, ...] = ()
    again: Literal["", "still", "anyway", "yet"] = ""


class Done(Part, frozen=True, gc=False):
    """Something lasting that was done; `changed` holds the old options where bookings were changed."""

    purpose: Literal["book", "cancel", "change"]
    options: tuple[OptionView, ...]
    changed: tuple[OptionView, ...] = ()


class Propose(Part, frozen=True, gc=False):
    """A next step offered: to book the option, to change it, to look for something else, to begin, or nothing more.

    To book it or `other`, which was about to be booked before.
    """

    step: Literal["book", "change", "more", "begin", "open"]
    other: OptionView | None = None


class Recalled(Part, frozen=True, gc=False):
    """What was said so far: wishes, options, bookings with their sum.

    `cancelled`: nothing is booked any more, as all that was is cancelled.
    """

    about: Literal["wishes", "slot", "options", "bookings", "summary"]
    wishes: tuple[Wish, ...] = ()
    options: tuple[OptionView, ...] = ()
    bookings: tuple[OptionView, ...] = ()
    total: Value | None = None
    slot: str = ""
    cancelled: bool = False


class Reason(Part, frozen=True, gc=False):
    """Why an option is the one: the wishes that it fulfils, and the slots of which it has the best of those at hand.

    `more` is what it costs beyond the cheapest of them. `picked`: it is the one to recommend of several, so is named.
    """

    option: OptionView
    wishes: tuple[Wish, ...] = ()
    best: tuple[tuple[str, Direction], ...] = ()
    cheapest: OptionView | None = None
    more: Value | None = None
    picked: bool = False


class Contrast(Part, frozen=True, gc=False):
    """What tells an option from several others, as the reason that there is.

    Of the slots of `merits` and `flaws` it alone has the least or the most, the features `alone` are its own, all the
    others have those it is `lacking`; `wishes` are those that it fulfils, where nothing else speaks for it.
    """

    option: OptionView
    merits: tuple[tuple[str, Direction], ...] = ()
    flaws: tuple[tuple[str, Direction], ...] = ()
    alone: tuple[str, ...] = ()
    lacking: tuple[str, ...] = ()
    wishes: tuple[Wish, ...] = ()


class StandIn(Part, frozen=True, gc=False):
    """Why an option is shown that isn't as wished: the wishes that it missed, and those that it kept.

    `total` is how many are as wished, where there are a few.
    """

    option: OptionView
    missed: tuple[Wish, ...]
    kept: tuple[Wish, ...] = ()
    total: int = 0


class Unaffected(Part, frozen=True, gc=False):
    """Why a list stayed as it was: the wishes that were so of all that fitted before, `total` in number."""

    wishes: tuple[Wish, ...]
    options: tuple[OptionView, ...]
    total: int


class Noted(Part, frozen=True, gc=False):
    """Something was taken in that asks for no answer: a perhaps, a rejection, what was heard, a step back, terms.

    `words` are what is noted for a booking, since no slot holds it. Of another `currency` than the catalogue's, the
    wish is the one that was said; of a limit `for_fewer` it is the limit, and behind it those for whom it was said.
    """

    kind: Literal[
        "perhaps",
        "rejected",
        "heard",
        "undone",
        "dropped",
        "kept",
        "unchanged",
        "booked",
        "still_booked",
        "overlap",
        "too_dear",
        "same_price",
        "not_held",
        "not_booked",
        "nothing_to_undo",
        "needed",
        "no_reasons",
        "terms",
        "currency",
        "for_fewer",
    ]
    wishes: tuple[Wish, ...] = ()
    options: tuple[OptionView, ...] = ()
    words: str = ""


class Several(Part, frozen=True, gc=False):
    """Some of one option: what they cost together, where that is known; `left` where there aren't so many.

    With a `unit` it is one of it for so many of these: for three nights.
    """

    option: OptionView
    count: int
    total: Value | None = None
    left: int | None = None
    unit: str = ""


class Changed(Part, frozen=True, gc=False):
    """The catalogue says something else of an option by now: what it has, and what it had when it was offered."""

    option: OptionView
    before: OptionView


class SoldOut(Part, frozen=True, gc=False):
    """An option can't be had any more."""

    option: OptionView


class NotKnown(Part, frozen=True, gc=False):
    """Something that was asked and that the catalogue has nothing on; `is_near`: what it has near to it was told."""

    words: str = ""
    slots: tuple[str, ...] = ()
    is_near: bool = False


class OneStart(Part, frozen=True, gc=False):
    """That journeys are priced from one place at a time: the wish for it first, then those of the others who travel."""

    wishes: tuple[Wish, ...]


class NotKept(Part, frozen=True, gc=False):
    """Particulars that were said of a booking, or asked, and that no booking holds."""

    kinds: tuple[Particular, ...]


class Answered(Part, frozen=True, gc=False):
    """An answer of the schema's own, word for word."""

    text: str


class NotUnderstood(Part, frozen=True, gc=False):
    """Words that weren't understood, with what was, and an example that fits the moment."""

    words: str = ""
    understood: tuple[Wish, ...] = ()
    example: Literal["", "wish", "reference", "days"] = ""


class Empty(Part, frozen=True, gc=False):
    """A reference that denotes nothing: no such option, nothing booked, nothing to compare."""

    what: Literal["option", "booking", "list", "comparison"]
    candidates: tuple[OptionView, ...] = ()


class Courtesy(Part, frozen=True, gc=False):
    """Talk that asks for nothing of the catalogue; with a goodbye the journeys that are booked, if any."""

    kind: Literal[
        "greeting",
        "welcome",
        "goodbye",
        "help",
        "about_system",
        "sharing",
        "small_talk",
        "complaint",
        "unpressed",
        "other_language",
        "ok",
    ]
    journeys: tuple[OptionView, ...] = ()


ReplyPart: TypeAlias = (
    Offer | Suggest | Nothing | OnlyLater | OnlySooner | OnlyWithin | OnlyThen | NotQuite | Unbeaten | Tell | Holds
    | HasAll | Comparison | Figure | ValuesOf | Averages | BestOfAll | Request | Which | Meant | Confirm | Done
    | Propose | Recalled | Reason | Noted | NotKept | Changed | SoldOut | Several | Answered | NotKnown | OneStart
    | NotUnderstood | Empty | Courtesy | Contrast | StandIn | Unaffected
)  # fmt: skip

ReplyPlan: TypeAlias = tuple[ReplyPart, ...]

QUESTIONS: tuple[type[ReplyPart], ...] = (Confirm, Which, Meant, Request, Propose)
"""The parts that ask, most pressing first; a reply asks one of them, or before several deeds whether to do each."""


FINDINGS: tuple[type[ReplyPart], ...] = (
    Offer,
    Suggest,
    Nothing,
    OnlyLater,
    OnlySooner,
    OnlyWithin,
    NotQuite,
    Unbeaten,
)
"""The parts that tell what was looked for and found."""


def without_less_pressing(parts: Sequence[ReplyPart]) -> ReplyPlan:
    """Return parts with the most pressing question alone, so that a yes can mean no other."""
    asked = [part for part in parts if isinstance(part, QUESTIONS)]
    pressing = sorted(asked, key=lambda part: QUESTIONS.index(type(part)))
    deeds = _without_overlapping([part for part in pressing if isinstance(part, Confirm)])
    swap = _swap(deeds)
    if swap is not None:
        return (*(part for part in parts if part not in asked), swap)
    kept = deeds if deeds and all(deed.purpose != "change" for deed in deeds) else pressing[:1]
    said = [part for part in parts if part not in asked or part in kept]
    return tuple(part for part in said if not _is_in_question(part, said))


def _is_in_question(part: ReplyPart, parts: Sequence[ReplyPart]) -> bool:
    """Return whether facts are told that a question before a change tells, too: what it would cost then."""
    if not isinstance(part, Tell) or part.missing or part.chosen:
        return False
    asked = [view for each in parts if isinstance(each, Confirm) and each.purpose == "change" for view in each.options]
    return bool(part.options) and all(
        any(view.frame == told.frame and told.values.items() <= view.values.items() for view in asked)
        for told in part.options
    )


def _swap(deeds: Sequence[Confirm]) -> Confirm | None:
    """Return one question for two, whether to cancel one option and to book another one; None where it isn't these."""
    by_purpose = {deed.purpose: deed for deed in deeds}
    if len(deeds) != len(by_purpose) or by_purpose.keys() != {"cancel", "book"}:
        return None
    given_up, taken = by_purpose["cancel"].options, by_purpose["book"].options
    return Confirm("change", taken, changed=given_up) if len(given_up) == len(taken) == 1 else None


def _without_overlapping(deeds: Sequence[Confirm]) -> list[Confirm]:
    """Return questions before deeds without those that ask about an option again, to which a yes could mean either."""
    kept = list[Confirm]()
    for deed in deeds:
        asked_about = {view.frame for other in kept if other.purpose == deed.purpose for view in other.options}
        if asked_about.isdisjoint(view.frame for view in deed.options):
            kept.append(deed)
    return kept


MOST_NAMED = 6
"""Options that are named at most where one of them is asked for."""


def most_telling_first(slots: Iterable[str], schema: Schema, lacked: Collection[str] = ()) -> list[str]:
    """Return the slots in which options differ in the order in which they are told.

    First comes the price, then what some lack of what was wished for, what has a better way, and the others.
    """
    price = schema.price.name if schema.price else ""

    def order(name: str) -> tuple[bool, ...]:
        slot = schema.by_name[name]
        return name != price, name not in lacked, not slot.better, not slot.measured

    return sorted(slots, key=order)


def query_for(schema: Schema, wishes: Sequence[Wish]) -> Query:
    """Return the search for wishes."""
    conditions = tuple(Condition(wish.slot, wish.constraint) for wish in wishes if _is_searchable(wish, schema))
    measured = wishes_for(wishes, *(slot.name for slot in schema.slots if slot.measured))
    wished = tuple((wish.slot, wish.constraint.op) for wish in measured if wish.constraint.op in ("least", "most"))
    return Query(conditions, wished or implied_order(schema, wishes), travellers(wishes, schema))


def implied_order(schema: Schema, wishes: Sequence[Wish]) -> tuple[tuple[str, Direction], ...]:
    """Return the order that goes without saying: what is near to a day of departure, or to "about so much", first.

    Where one has to be back on a day, too, any stay between the two will do.
    """
    start = wishes_for(wishes, schema.start)[-1:]
    if any(_is_from_a_day(wish.constraint) for wish in start) and not wishes_for(wishes, schema.end):
        return ((schema.start, "least"),)
    price = schema.price.name if schema.price else ""
    if any(wish.constraint.op == "around" for wish in wishes_for(wishes, price)[-1:]):
        return ((price, "most"),)
    return ()


def _is_from_a_day(constraint: Constraint) -> bool:
    """Return whether a constraint on a departure names the day from which one can leave."""
    exact = all(isinstance(value, Days) and value.exact for value in constraint.values)
    return constraint.values != () and exact and constraint.op in ("is", "at_least")


def _is_searchable(wish: Wish, schema: Schema) -> bool:
    slot = schema.slot(wish.slot)
    if slot is None or slot.kind == "party" or not slot.wishable:
        return False
    return wish.constraint.op not in ("any", "least", "most", "more", "less")


def option_view(
    schema: Schema, item: Item, slots: Sequence[str], frame: int = 0, party: Party | None = None
) -> OptionView:
    """Return an item with the values of some slots; a price goes with whom it is for."""
    values = {slot: item.values[slot] for slot in slots if slot in item.values}
    price = schema.price
    shown = party if party and schema.party and price and price.name in values else None
    return OptionView(frame, item.text(schema.name), item.text(schema.place), values, shown)


MOST_MEASURES = 2
"""The measures beside the price that are told of each of several options, where a schema names none."""


class PlannerTurn:
    """See the module. `heard` is the user's turn taken in; `seed` decides what is left to chance."""

    def __init__(self, heard: Heard, before: DialogueState, source: Source, seed: int, timestamp: float) -> None:
        self.heard, self.before, self.source = heard, before, source
        self.schema: Schema = source.schema
        self.state = heard.state
        self.seed, self.timestamp = seed, timestamp
        self.parts: list[ReplyPart] = []
        self.records: list[Any] = []
        self.offered: list[int] = []  # frames that this turn offers
        self.renewed: set[int] = set()  # those of them that stand for an option as it has become
        self.fulfilling: tuple[int, ...] = ()  # options of which it is yet to be told that they are as wished

    def is_unsure(self, frames: Sequence[int]) -> bool:
        """Return whether nothing lasting is done to options without a question."""
        return self.heard.is_unsure_of(frames, self.before.pending)

    @property
    def steps(self) -> tuple[Step, ...]:
        """The user's moves, with what they denote."""
        return self.heard.steps

    @property
    def denoter(self) -> Denoter:
        """Finds references in the state as it is now."""
        return Denoter(self.state, self.schema)

    def say(self, part: ReplyPart) -> None:
        """Add a part to the reply."""
        self.parts.append(part)

    def say_before_findings(self, part: ReplyPart) -> None:
        """Say a part before what was found; where nothing was looked for, first but for courtesies."""
        found = [at for at, each in enumerate(self.parts) if isinstance(each, FINDINGS)]
        opening = [at for at, each in enumerate(self.parts) if not isinstance(each, Courtesy)]
        self.parts.insert(next(iter((*found, *opening)), len(self.parts)), part)

    def is_so_of(self, frames: Sequence[int]) -> None:
        """Keep in mind that options are as the turn wishes, so that nothing else is offered: it is told at the end."""
        self.fulfilling = self.state.known(frames)

    # Wishes

    @property
    def active(self) -> int:
        """The frame whose wishes hold now."""
        return wishing_frame(self.state, self.state.memory.active_frame)

    def wishes(self) -> tuple[Wish, ...]:
        """Return the wishes that hold now; what was said of the travellers holds for every trip."""
        return held_wishes(self.state, self.state.memory.active_frame, self.schema)

    def give_up(self, wishes: Sequence[Wish]) -> None:
        """Go on without some wishes."""
        base = wishing_frame(self.state, self.state.memory.active_frame)
        kept = tuple(wish for wish in self.state.wishes.get(base, ()) if wish not in wishes)
        self.state = self.state._replace(wishes={**self.state.wishes, base: kept})

    def wish(self, slot: str) -> Wish | None:
        """Return the last wish for a slot; None where there is none."""
        return next(reversed(wishes_for(self.wishes(), slot)), None)

    def party(self) -> Party:
        """Return who travels, one adult where nobody said."""
        return travellers(self.wishes(), self.schema)

    def party_known(self) -> bool:
        """Return whether somebody said who travels; where nobody needs to, it counts as known."""
        return not self.schema.party or self.wish(self.schema.party) is not None

    def query(self, wishes: Sequence[Wish] | None = None) -> Query:
        """Return the search for wishes (those that hold now unless others are given)."""
        wanted = self.wishes() if wishes is None else wishes
        return query_for(self.schema, [self.for_each(wish) for wish in wanted])

    def for_each(self, wish: Wish) -> Wish:
        """Return what a limit for all of several things leaves for each of them: 4,000 in all for five is 800."""
        number, amount = self.state.terms.number, next(iter(wish.constraint.values), None)
        is_shared = wish.constraint.scope == "total" and not self.schema.party and number > 1
        if not is_shared or not isinstance(amount, Money):
            return wish
        limit = replace(amount, value=amount.value / number)
        return replace(wish, constraint=replace(wish.constraint, values=(limit,), scope=""))

    # Options

    def view(self, frame: int, slots: Sequence[str] = ()) -> OptionView:
        """Return an option with the values of some slots."""
        option = self.state.options[frame]
        return self.item_view(option.item, slots, frame, option.party)

    def views(self, frames: Sequence[int], slots: Sequence[str] = ()) -> tuple[OptionView, ...]:
        """Return options with the values of some slots."""
        return tuple(self.view(frame, slots) for frame in frames)

    def at_hand(self) -> tuple[OptionView, ...]:
        """Return the options at hand, as candidates for what was meant."""
        return self.views(self.denoter.at_hand()[:MOST_NAMED])

    def ask_which_several(self, reference: Reference | None, purpose: Literal["tell", "book"]) -> bool:
        """Ask which two are meant by "both", where three were offered; return whether that was asked.

        Nothing is asked where the turn itself names options, or finds some.
        """
        before = Denoter(self.before, self.schema)
        named = self.offered or any(step.frames for step in self.steps if reference_of(step.move) != reference)
        count = 0 if named else before.leaves_open(reference)
        if count:
            frames = before.at_hand()[:MOST_NAMED]
            self.say(Which(self.views(frames, self.shown_slots()), purpose, count))
            self.focus(frames)
        return count > 0

    def item_view(self, item: Item, slots: Sequence[str], frame: int = 0, party: Party | None = None) -> OptionView:
        """Return an item with the values of some slots; a price goes with whom it is for."""
        return option_view(self.schema, item, slots, frame, party)

    def value(self, frame: int, slot: str) -> Value | None:
        """Return an option's value of a slot; None where it isn't known."""
        return self.state.value(frame, slot)

    def shown_slots(self) -> list[str]:
        """Return the slots that stand on an offer, in the schema's order."""
        return [slot.name for slot in self.schema.slots if slot.shown]

    def brief_slots(self) -> list[str]:
        """Return the slots that are said where several options are offered: the schema's, else the first few shown."""
        brief = [slot.name for slot in self.schema.slots if slot.brief]
        return brief or self._usual_slots()

    def _usual_slots(self) -> list[str]:
        """Return the price and the first other measures that are shown; what is paid beside it is told to who asks."""
        price = self.schema.price
        measured = [slot for slot in self.schema.slots if slot.shown and slot.measured and slot.kind != "money"]
        return [slot.name for slot in (*filter(None, (price,)), *measured[:MOST_MEASURES])]

    def told_slots(self) -> list[str]:
        """Return the slots that are told when an option is told about."""
        naming = (self.schema.name, self.schema.place)
        return [slot.name for slot in self.schema.slots if slot.told and slot.wishable and slot.name not in naming]

    def twin_slots(self, items: Sequence[Item]) -> list[str]:
        """Return the first slot that tells each item from others of its name on its days, shown before or beside it."""
        name, days = self.schema.name, self.schema.windows
        price = self.schema.price.name if self.schema.price else ""
        shown = [option.item for option in self.state.options.values()]
        found = dict[str, None]()
        for item in items:
            alike = [each for each in (*shown, *items) if each.shares(item, (name, *days))]
            differing = [slot for slot in self.told_slots() if not all(each.shares(item, (slot,)) for each in alike)]
            found |= dict.fromkeys([slot for slot in differing if slot not in (price, *days)][:1])
        return list(found)

    def add_option(self, item: Item) -> int:
        """Add an option that this turn offers; returns the number that its frame will have."""
        frame = len(self.state.memory.frames) + len(self.offered) + 1
        self.offered.append(frame)
        option = Option(frame, item, self.active, self.party(), self.wishes())
        self.state = self.state._replace(options={**self.state.options, frame: option})
        return frame

    def list_offered(self) -> None:
        """Make the options that this turn offered its list, and what is spoken of."""
        self.state = self.state._replace(lists=(*self.state.lists, tuple(self.offered)))
        self.focus(self.offered)

    def focus(self, frames: Sequence[int]) -> None:
        """Make options the ones that are spoken of."""
        known = self.state.known(frames)
        self.state = self.state._replace(focus=known, touched=(*self.state.touched, *known))

    # Bookings

    def is_booked(self, frame: int) -> bool:
        """Return whether an option is booked, for the same people."""
        return self.state.is_booked(self.state.options[frame])

    def propose_booking(self, frame: int, other: int = 0) -> None:
        """Propose to book an option, or the `other` that is in play, too.

        A question reads back the terms that were said for it, where any were. Nobody is asked who has just said no, or
        doesn't want to be asked.
        """
        said_no = NO in self.before.moves or (NO in self.state.moves and frame in self.before.pending.options)
        if said_no or self.state.unpressed:
            return
        option = self.bookings([frame])
        if option[0].noted or option[0].count > 1:
            self.say(Confirm("book", option))
        else:
            self.say(Propose("book", self.view(other) if other else None))

    def booking_slots(self) -> list[str]:
        """Return the slots that a booking is told with: where from, when, and the price."""
        price = self.schema.price.name if self.schema.price else ""
        return [slot for slot in (self.schema.source, *self.schema.windows, price) if slot]

    def bookings(self, frames: Sequence[int], count: int = 0) -> tuple[OptionView, ...]:
        """Return options as bookings are told: so many of each, with the price of all and what is noted.

        `count` is how many there are to be of each, where that is another number than was booked.
        """
        return tuple(self._booking(frame, count) for frame in frames)

    def _booking(self, frame: int, count: int) -> OptionView:
        terms = self.state.terms_of(self.state.options[frame])
        dated = any(note.particular == "day" for note in terms.notes)
        openings = self.schema.openings if dated else ()  # who takes it from a day on sees whether that can be
        view = self.view(frame, [*self.booking_slots(), *openings])
        number = count or terms.number
        if number > 1:
            view = replace(view, count=number, values=dict(view.values, **self._total(view, number)))
        return replace(view, noted=terms.words)

    def _total(self, view: OptionView, count: int) -> Values:
        """Return the price of so many of an option, where it has one."""
        price = self.schema.price.name if self.schema.price else ""
        value = view.values.get(price)
        return {price: Money(round(value.value * count, 2), value.currency)} if isinstance(value, Money) else {}

    # Searches

    def search(self, query: Query, limit: int) -> Found:
        """Search, and put the search on record."""
        found = self.source.search(query, limit)
        self.record(query, found)
        return found

    def record(self, query: Query, found: Found) -> None:
        """Put a search on record: what is offered and not on record is lost when the dialogue is saved."""
        self.records.append(self.source.record(query, found, self.timestamp))

    def measured(self) -> list[Slot]:
        """Return the slots whose values have an order."""
        return [slot for slot in self.schema.slots if slot.measured]

    def measured_names(self) -> list[str]:
        """Return the names of the slots whose values have an order."""
        return [slot.name for slot in self.measured()]
