"""Reply plans as dialogue acts of the Frames scheme: what logs, simulated users and faces see of a reply.

Values stand in acts in the words in which the text says them, so that a text can be checked against its acts.

| part | acts |
| --- | --- |
| offer, suggestion | offer or suggest(name, ..., id) for each new option, and for whom; inform(count) |
| nothing | no_result(ref=[frame{slot=value}]) |
| facts, what holds, comparisons, recalled options | inform(slot=value, write=[frame{name}]) |
| of which all is so that was asked, or of none | affirm or negate(ref=[frame{name}]) |
| others named beside an answer | inform(slot=value, read=[frame{name}]) |
| figures | inform(slot=value, read=[frame{name}]) |
| request, which, meant | request(slot), request(name), confirm(slot=value) |
| confirmation, proposal to book | suggest(action=book, name, write=[frame{name}]); a new option is offered before |
| changed | offer(name, ..., id, read=[the frame with what it was]) of the option as it is now; sorry(ref) beside one |
| sold out | sorry(ref=[frame{name}]) |
| done | inform(action=book, name, ..., write=[frame{name}]), of a change with read=[the frame that was booked] |
| courtesies | greeting(), you_are_welcome(), goodbye() |
| not known, not understood | canthelp(), reject() |
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from wayframe.dialogue import Act, Arg, Ref
from wayframe.meaning.records import Flag, Party, Value, Wish
from wayframe.planner.plan import (
    Answered,
    Averages,
    BestOfAll,
    Changed,
    Comparison,
    Confirm,
    Contrast,
    Courtesy,
    Done,
    Empty,
    Figure,
    HasAll,
    Holds,
    Meant,
    Noted,
    Nothing,
    NotKept,
    NotKnown,
    NotQuite,
    NotUnderstood,
    Offer,
    OneStart,
    OnlyLater,
    OnlySooner,
    OnlyThen,
    OnlyWithin,
    OptionView,
    Propose,
    Reason,
    Recalled,
    ReplyPart,
    Request,
    Several,
    SoldOut,
    StandIn,
    Suggest,
    Tell,
    Unaffected,
    Unbeaten,
    ValuesOf,
    Which,
)
from wayframe.realiser.draft import only, without
from wayframe.realiser.phrases import (
    Locale,
    adults_words,
    children_words,
    days_said,
    digits,
    is_lack,
    plain,
    slot_of,
    value_words,
)
from wayframe.realiser.statements import size_of
from wayframe.schema import Schema
from wayframe.state.records import Option


def wizard_acts(
    parts: Iterable[ReplyPart], locale: Locale, known: int, active: int, options: Mapping[int, Option]
) -> list[tuple[Act, ...]]:
    """Return the acts of each part of a plan; frames above `known` are new, `active` is the frame at hand.

    The act of a new option has all that stands on its card, also what the words leave out.
    """
    projection = ActProjection(locale, known, active, options)
    return [tuple(ACTS[type(part)](projection, part)) for part in parts]


class ActProjection:
    """Writes the acts of one reply."""

    def __init__(self, locale: Locale, known: int, active: int, options: Mapping[int, Option]) -> None:
        self.locale, self.known, self.active, self.options = locale, known, active, options
        self.schema: Schema = locale.schema
        self.new = set[int]()  # frames that are offered already
        self.carded = [slot.name for slot in locale.schema.slots if slot.shown]

    # Options

    def offered(self, name: str, view: OptionView) -> Act:
        """Return a new option as an offer or a suggestion, one that was shown before as facts."""
        if view.frame <= self.known:
            return self.told(view)
        self.new.add(view.frame)
        held = self.options[view.frame].item.values
        values = {slot: held[slot] for slot in dict.fromkeys((*self.carded, *view.values)) if slot in held}
        return Act(name, (*self.named(view), *self.values(replace(view, values=values)), Arg("id", view.frame)))

    def told(self, view: OptionView, *first: Arg) -> Act:
        """Return facts of an option."""
        return Act("inform", (*first, *self.named(view), *self.values(view), self.of(view)))

    def told_all(self, views: Iterable[OptionView], *first: Arg) -> list[Act]:
        """Return facts of options, each in an act of its own."""
        return [self.told(view, *first) for view in views]

    def read_all(self, views: Iterable[OptionView]) -> list[Act]:
        """Return facts of options that are mentioned beside another one, which the reply stays about."""
        return [
            Act("inform", (*self.named(view), *self.values(view), Arg("read", (self.reference(view),))))
            for view in views
        ]

    def of(self, view: OptionView) -> Arg:
        """Return the reference of a fact to its option."""
        return Arg("write", (self.reference(view),))

    def reference(self, view: OptionView) -> Ref:
        """Return a reference to an option by its name."""
        return Ref(view.frame, tuple(self.named(view)))

    def proposed(self, purpose: str, view: OptionView, changed: Iterable[OptionView]) -> Act:
        """Return the proposal to do something with an option, in the place of those that are `changed`."""
        proposed = Arg("write", (self.known_by(view),))
        act = Act("suggest", (Arg("action", purpose), *count_args(self, view), *self.named(view), proposed))
        return with_read(act, tuple(self.known_by(each) for each in changed))

    def known_by(self, view: OptionView) -> Ref:
        """Return a reference to an option by all that the text says of it."""
        return Ref(view.frame, (*self.named(view), *self.values(view)))

    def named(self, view: OptionView) -> list[Arg]:
        """Return an option's name and place."""
        name = Arg(self.schema.name, plain(view.name))
        if not (view.place and self.schema.place):
            return [name]
        return [name, Arg(self.schema.place, plain(view.place))]

    # Values

    def values(self, view: OptionView) -> list[Arg]:
        """Return an option's values, and whom its price is for, in the words of the text."""
        beside = {self.schema.name, self.schema.place if view.place else ""}
        told = [Arg(slot, self.words(slot, value)) for slot, value in view.values.items() if slot not in beside]
        return [*told, *self.people(view.party)]

    def words(self, slot: str, value: Value) -> str | bool:
        """Return a value in the words of the text; of a yes/no slot whether it is so."""
        if isinstance(value, Flag):
            return value.value
        return value_words(self.locale, slot_of(self.locale, slot), value)

    def people(self, party: Party | None) -> list[Arg]:
        """Return a party as the scheme's two slots."""
        if party is None:
            return []
        said = {"n_adults": adults_words(self.locale, party), "n_children": children_words(self.locale, party)}
        return [Arg(slot, words) for slot, words in said.items() if words]

    # Wishes

    def wished(self, wishes: Iterable[Wish]) -> Iterator[Arg]:
        """Return wishes as slots with the values that the text says."""
        for wish in wishes:
            for value in values_said(wish):
                yield from self.wished_value(wish, value)

    def wished_value(self, wish: Wish, value: Value) -> list[Arg]:
        """Return a wished value in the slot that the scheme has for it."""
        if isinstance(value, Party):
            return self.people(value)
        key = slot_of(self.locale, wish.slot).wish.get(wish.constraint.op, wish.slot)
        return [Arg(key, self.words(wish.slot, value))]

    def at_hand(self, wishes: Iterable[Wish]) -> tuple[Arg, ...]:
        """Return wishes as a reference to the frame at hand; none where there are none."""
        wished = tuple(self.wished(wishes))
        return (Arg("ref", (Ref(self.active, wished),)),) if wished else ()


def with_read(act: Act, refs: tuple[Ref, ...]) -> Act:
    """Return an act that reads other frames, too, where there are any."""
    return Act(act.name, (*act.args, Arg("read", refs))) if refs else act


def values_said(wish: Wish) -> Sequence[Value]:
    """Return the values of a wish as the text has them: of a span of days the one that bounds."""
    return days_said(wish.constraint) or wish.constraint.values


# Parts


def offer_acts(write: ActProjection, part: Offer) -> list[Act]:
    """Return options as offers, and how many fit in all where that is more."""
    offers = [write.offered("offer", view) for view in part.options]
    among = [Act("inform", tuple(write.wished(part.among)))] if part.among else []
    if part.total <= len(offers):
        return [*offers, *share_acts(write, part.options), *among]
    count = Act("inform", (Arg("count", digits(write.locale, part.total)),))
    return [*offers, *share_acts(write, part.options), count]


def share_acts(write: ActProjection, views: Iterable[OptionView]) -> list[Act]:
    """Return what options cost each person, or a night, as figures read from the options."""
    price = write.schema.price.name if write.schema.price else ""
    shares = [(view, view.share[0]) for view in views if view.share]
    return [
        with_read(Act("inform", (Arg(price, write.words(price, amount)),)), (write.reference(view),))
        for view, amount in shares
    ]


def suggest_acts(write: ActProjection, part: Suggest) -> list[Act]:
    """Return near misses as suggestions, each with what it has instead of what was wished for, and what it lacks."""
    acts = list[Act]()
    for view, misses in zip(part.options, part.missed, strict=True):
        instead = {wish.slot: value for wish, value in misses if value is not None}
        acts.append(write.offered("suggest", replace(view, values={**view.values, **instead})))
        lacked = [wish for wish, _ in misses if is_lack(write.locale, wish)]
        acts += [Act("negate", tuple(write.wished(lacked)))] if lacked else []
    return [*acts, *share_acts(write, part.options)]


def nothing_acts(write: ActProjection, part: Nothing) -> list[Act]:
    """Return that there is no result for the wishes that are to blame."""
    return [Act("no_result", write.at_hand(part.because) or (Arg("ref", (Ref(write.active),)),))]


def not_on_the_day_acts(write: ActProjection, part: OnlyLater | OnlySooner) -> list[Act]:
    """Return that it isn't on the day that was wished for."""
    return [Act("negate", tuple(write.wished([part.wish])))]


def not_within_acts(write: ActProjection, part: OnlyWithin) -> list[Act]:
    """Return that it isn't on the days that were wished for."""
    return [Act("negate", tuple(write.wished(part.wishes)))]


def not_quite_acts(write: ActProjection, part: NotQuite) -> list[Act]:
    """Return that it doesn't have the number that was wished for, and what else was."""
    return [Act("negate", tuple(write.wished([*part.wishes, *part.beside])))]


def only_then_acts(write: ActProjection, part: OnlyThen) -> list[Act]:
    """Return that there is no result on other days, and on which days an option is."""
    return [Act("no_result", write.at_hand(part.wishes)), write.told(part.option)]


def unbeaten_acts(write: ActProjection, part: Unbeaten) -> list[Act]:
    """Return that there is no result beyond an option, and what the option has."""
    return [Act("no_result", write.at_hand(part.because)), write.told(part.option)]


def tell_acts(write: ActProjection, part: Tell) -> list[Act]:
    """Return the facts of options, and the slots that aren't known."""
    told = write.told_all(view for view in part.options if view.values) + write.read_all(part.against)
    if part.chosen and part.apart:
        apart = Act("inform", (Arg(part.chosen[0], write.words(part.chosen[0], part.apart)),))
        told.append(with_read(apart, tuple(write.reference(view) for view in (*part.options, *part.against))))
    if not part.missing:
        return told
    return [*told, Act("canthelp", tuple(Arg(slot) for slot in part.missing))]


def holds_acts(write: ActProjection, part: Holds) -> list[Act]:
    """Return yes or no to what was asked, the facts that say so, and of which options it isn't known."""
    answers = [*answer_acts(write, "affirm", part.wish, part.yes), *answer_acts(write, "negate", part.wish, part.no)]
    told = [held_act(write, view, part.wish, view in part.yes) for view in (*part.yes, *part.no)]
    told += write.read_all((*part.against, *part.instead))
    told += share_acts(write, (*part.yes, *part.no))
    return [*answers, *told, *(Act("canthelp", (write.of(view),)) for view in part.unknown)]


def has_all_acts(write: ActProjection, part: HasAll) -> list[Act]:
    """Return yes or no to all that was asked of some options."""
    refs = tuple(write.reference(view) for view in part.options)
    return [Act("negate" if part.none else "affirm", (Arg("ref", refs),))]


def answer_acts(write: ActProjection, name: str, wish: Wish, options: Iterable[OptionView]) -> list[Act]:
    """Return a yes or no to the values asked about, where the facts told of an option don't repeat them."""
    asked = tuple(arg for arg in write.wished([Wish(wish.slot, wish.constraint)]) if isinstance(arg.value, str))
    values = tuple(Arg(wish.slot, arg.value) for arg in asked if not arg.key.startswith("n_"))
    acts = []
    for view in options:
        told = {arg.value for arg in write.values(view)}
        if not told.issuperset(arg.value for arg in values):
            acts.append(Act(name, (Arg("ref", (Ref(view.frame, values),)),)))
    return acts


def held_act(write: ActProjection, view: OptionView, wish: Wish, so: bool) -> Act:
    """Return whether a wish is so of an option: yes or no where it asks for that, else the value that it has."""
    asks_for_flag = any(isinstance(value, Flag) for value in wish.constraint.values)
    told = [Arg(wish.slot, so)] if asks_for_flag and wish.slot not in view.values else write.values(view)
    return Act("inform", (*write.named(view), *told, write.of(view)))


def comparison_acts(write: ActProjection, part: Comparison) -> list[Act]:
    """Return the facts of options compared, without the features that none of them has: nobody speaks of them.

    Before them come the offers of options that are new.
    """
    fresh = [view for view in part.options if view.frame > write.known and view.frame not in write.new]
    acts = [write.offered("offer", view) for view in sorted(fresh, key=lambda view: view.frame)]
    for view in part.options:
        lacks = [slot for slot in part.alike if view.values.get(slot) == Flag(False)]
        acts.append(write.told(replace(view, values=without(view.values, lacks))))
    return acts


def which_acts(write: ActProjection, part: Which) -> list[Act]:
    """Return the facts that tell options apart, and the question which is meant."""
    asked = Act("request", (Arg(write.schema.name), Arg("action", part.purpose)))
    return [*write.told_all(part.options), asked]


def figure_acts(write: ActProjection, part: Figure) -> list[Act]:
    """Return a number that was worked out, with the options and the wishes that it was read from."""
    refs = [write.reference(view) for view in part.options]
    wished = tuple(write.wished(part.wishes))
    refs += [Ref(write.active, wished)] if wished else []
    number = Arg("count", digits(write.locale, size_of(part.value)))
    figure = Arg(part.slot, write.words(part.slot, part.value)) if part.slot else number
    people = write.people(only(view.party for view in part.options if view.party))
    beside = [replace(view, values=without(view.values, [part.slot]), party=None) for view in part.options]
    told = write.told_all(view for view in beside if view.values)  # the days of stays at one hotel
    return [with_read(Act("inform", (figure, *people)), tuple(refs)), *told]


def values_acts(write: ActProjection, part: ValuesOf) -> list[Act]:
    """Return the values that a slot has, with how many have each where that is told; how many if not all are named."""
    args = [[Arg(part.slot, write.words(part.slot, value))] for value in part.values]
    for arg, count in zip(args, part.counts, strict=False):
        arg.append(Arg("count", digits(write.locale, count)))
    around = [Act("inform", tuple(write.wished(part.within)))] if part.within else []
    named = [*around, *(Act("inform", tuple(each)) for each in args)]
    if not part.in_all and (part.range or part.total <= len(part.values)):
        return named
    return [*named, Act("inform", (Arg("count", digits(write.locale, part.total)),))]


def averages_acts(write: ActProjection, part: Averages) -> list[Act]:
    """Return the means of a slot, each with the group that it is of; how many groups there are if not all are named."""
    args = [[Arg(part.slot, write.words(part.slot, value))] for value in part.values]
    for arg, group in zip(args, part.groups, strict=False):
        arg.append(Arg(part.by, write.words(part.by, group)))
    named = [Act("inform", tuple(each)) for each in args]
    if part.total <= len(part.values):
        return named
    return [*named, Act("inform", (Arg("count", digits(write.locale, part.total)),))]


def best_of_all_acts(write: ActProjection, part: BestOfAll) -> list[Act]:
    """Return what the best of all, no option yet, is called and has, and the facts of the best of those shown."""
    return [Act("inform", (*write.named(part.option), *write.values(part.option))), write.told(part.shown)]


def request_acts(write: ActProjection, part: Request) -> list[Act]:
    """Return questions for slots: for travellers by the number of adults."""
    keys = {write.schema.party: "n_adults"}
    there = [Act("inform", tuple(write.wished(part.there)))] if part.there else []
    return [*there, *(Act("request", (Arg(keys.get(slot, slot)),)) for slot in part.slots)]


def meant_acts(write: ActProjection, part: Meant) -> list[Act]:
    """Return what may have been meant."""
    return [Act("confirm", (arg,)) for arg in write.wished(part.wishes)]


def confirm_acts(write: ActProjection, part: Confirm) -> list[Act]:
    """Return the question before something lasting, before it the offer of an option that is new."""
    fresh = [view for view in part.options if view.frame > write.known and view.frame not in write.new]
    offers = [write.offered("offer", view) for view in fresh]
    return [*offers, *(write.proposed(part.purpose, view, part.changed) for view in part.options)]


def done_acts(write: ActProjection, part: Done) -> list[Act]:
    """Return what was done to options, and what was booked in their place before."""
    before = tuple(Ref(view.frame) for view in part.changed)  # bare: values would hold of the new frame, too
    action = Arg("action", part.purpose)
    told = [write.told(option, action, *terms_args(write, option)) for option in part.options]
    return [*write.told_all(part.changed), *(with_read(act, before) for act in told)]


def terms_args(write: ActProjection, option: OptionView) -> list[Arg]:
    """Return how many of an option are booked, and what is noted with its booking."""
    return [*count_args(write, option), *(Arg("note", words) for words in option.noted)]


def count_args(write: ActProjection, option: OptionView) -> list[Arg]:
    """Return how many of an option are booked, or are to be, where it is more than one."""
    return [Arg("count", digits(write.locale, option.count))] if option.count > 1 else []


def several_acts(write: ActProjection, part: Several) -> list[Act]:
    """Return how many are wanted of an option, or left, and what so many cost."""
    if part.left is not None:
        return [Act("inform", (Arg("count", digits(write.locale, part.left)), write.of(part.option)))]
    option = replace(part.option, count=part.count)
    if part.total is not None and write.schema.price:
        option = replace(option, values=dict(option.values, **{write.schema.price.name: part.total}))
    return [Act("inform", (*terms_args(write, option), *write.values(option), write.of(option)))]


def propose_acts(write: ActProjection, part: Propose) -> list[Act]:
    """Return the offer of a next step."""
    other = (write.reference(part.other),) if part.other else ()
    return [with_read(PROPOSALS[part.step], other)]


PROPOSALS = {
    "book": Act("suggest", (Arg("action", "book"),)),
    "more": Act("request", (Arg("action", "more"),)),
    "change": Act("request", (Arg("action", "change"),)),
    "begin": Act("request", ()),
    "open": Act("request", ()),
}


def recalled_acts(write: ActProjection, part: Recalled) -> list[Act]:
    """Return what was said, shown and booked."""
    wished = tuple(write.wished(part.wishes))
    said = [Act("inform", wished)] if wished else []  # in one act, as days are told together: "August 9 to 26"
    booked = [write.told(view, *terms_args(write, view)) for view in part.bookings]
    return [*said, *write.told_all(part.options), *booked]


def reason_acts(write: ActProjection, part: Reason) -> list[Act]:
    """Return the facts of the option that is the one, and what it costs beyond the cheapest."""
    if part.more is None or part.cheapest is None:
        return [write.told(part.option)]
    price = write.schema.price.name if write.schema.price else ""
    refs = tuple(write.reference(view) for view in (part.option, part.cheapest))
    return [write.told(part.option), with_read(Act("inform", (Arg(price, write.words(price, part.more)),)), refs)]


def contrast_acts(write: ActProjection, part: Contrast) -> list[Act]:
    """Return the facts in which an option differs from others."""
    wished = tuple(write.wished(part.wishes))
    return [*([Act("affirm", wished)] if wished else []), write.told(part.option)]


def stand_in_acts(write: ActProjection, part: StandIn) -> list[Act]:
    """Return that an option isn't as wished, how many are, and what it has instead."""
    count = (Arg("count", digits(write.locale, part.total)),) if part.total else ()
    return [Act("negate", (*write.wished(part.missed), *count)), write.told(part.option)]


def unaffected_acts(write: ActProjection, part: Unaffected) -> list[Act]:
    """Return the wishes that were so of all already, and of how many."""
    return [Act("affirm", (*write.wished(part.wishes), Arg("count", digits(write.locale, part.total))))]


def courtesy_acts(write: ActProjection, part: Courtesy) -> list[Act]:
    """Return a courtesy, where the scheme has an act for it, and the journeys that it speaks of."""
    journeys = [Act("inform", (*write.named(view), write.of(view))) for view in part.journeys]
    return [Act(COURTESIES[part.kind], ()), *journeys] if part.kind in COURTESIES else []


COURTESIES = {"greeting": "greeting", "welcome": "you_are_welcome", "goodbye": "goodbye"}


def noted_acts(write: ActProjection, part: Noted) -> list[Act]:
    """Return options that are booked as facts, others by their names; for the rest there is no act."""
    if part.kind == "terms":
        return [Act("inform", (Arg("note", part.words),))]
    if part.kind in ("booked", "still_booked", "overlap"):
        return [Act("inform", (*write.named(view), write.of(view))) for view in part.options]
    if part.kind == "same_price":
        return write.told_all(part.options)
    if part.kind == "not_held":
        return [Act("sorry", (write.of(view),)) for view in part.options]
    if part.kind in ("heard", "for_fewer"):
        said = tuple(write.wished(part.wishes))
        return [Act("inform", said)] if said else []
    if part.kind == "too_dear":
        return [Act("sorry", tuple(write.wished(part.wishes)))]
    refs = tuple(write.reference(view) for view in part.options)
    return [Act("negate", (Arg("ref", refs),))] if refs else []


def changed_acts(write: ActProjection, part: Changed) -> list[Act]:
    """Return an option as it is now, made of the one that it was."""
    before = (write.known_by(part.before),)
    if part.option.frame in write.new:
        return [Act("sorry", (Arg("ref", before),))]
    return [with_read(write.offered("offer", part.option), before)]


def sold_out_acts(write: ActProjection, part: SoldOut) -> list[Act]:
    """Return that an option can't be had."""
    return [Act("sorry", (Arg("ref", (write.reference(part.option),)),))]


def not_known_acts(write: ActProjection, part: NotKnown) -> list[Act]:
    """Return that the catalogue has nothing on it."""
    return [Act("canthelp", ())]


def one_start_acts(write: ActProjection, part: OneStart) -> list[Act]:
    """Return that several places to set off from can't be had at once."""
    return [Act("canthelp", tuple(write.wished(part.wishes)))]


def not_kept_acts(write: ActProjection, part: NotKept) -> list[Act]:
    """Return that a booking holds less than was said."""
    return [Act("canthelp", ())]


def answered_acts(write: ActProjection, part: Answered) -> list[Act]:
    """Return that something is told that the scheme has no slot for."""
    return [Act("inform", ())]


def not_understood_acts(write: ActProjection, part: NotUnderstood) -> list[Act]:
    """Return that something wasn't understood, with what was."""
    return [Act("reject", write.at_hand(part.understood))]


def empty_acts(write: ActProjection, part: Empty) -> list[Act]:
    """Return that a reference denotes nothing, with what there is instead."""
    refs = tuple(write.reference(view) for view in part.candidates)
    return [Act("sorry", (Arg("ref", refs),) if refs else ())]


ACTS: dict[type[ReplyPart], Callable[[ActProjection, Any], list[Act]]] = {
    Offer: offer_acts,
    Suggest: suggest_acts,
    OnlyLater: not_on_the_day_acts,
    OnlySooner: not_on_the_day_acts,
    OnlyWithin: not_within_acts,
    OnlyThen: only_then_acts,
    NotQuite: not_quite_acts,
    Unbeaten: unbeaten_acts,
    Nothing: nothing_acts,
    Tell: tell_acts,
    Holds: holds_acts,
    HasAll: has_all_acts,
    Comparison: comparison_acts,
    Which: which_acts,
    Figure: figure_acts,
    ValuesOf: values_acts,
    Averages: averages_acts,
    BestOfAll: best_of_all_acts,
    Request: request_acts,
    Meant: meant_acts,
    Confirm: confirm_acts,
    Done: done_acts,
    Several: several_acts,
    Propose: propose_acts,
    Recalled: recalled_acts,
    Reason: reason_acts,
    Contrast: contrast_acts,
    StandIn: stand_in_acts,
    Unaffected: unaffected_acts,
    Courtesy: courtesy_acts,
    Noted: noted_acts,
    Changed: changed_acts,
    SoldOut: sold_out_acts,
    NotKnown: not_known_acts,
    OneStart: one_start_acts,
    NotKept: not_kept_acts,
    Answered: answered_acts,
    NotUnderstood: not_understood_acts,
    Empty: empty_acts,
}
"""The acts of each part."""
