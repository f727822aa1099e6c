"""A reply plan in words: part by part, merged where parts belong together, with one question at the end."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, NamedTuple

from msgspec.structs import replace

from wayframe.meaning.records import Constraint, Days, Flag, Money, Party, Text, Value, Wish
from wayframe.planner.plan import (
    QUESTIONS,
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
    ReplyPlan,
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
    without_less_pressing,
)
from wayframe.realiser.beyond import not_known
from wayframe.realiser.draft import Draft, distinguishing, frames_of, only, without
from wayframe.realiser.phrases import (
    Locale,
    bounded,
    capitalised,
    clause,
    condition_words,
    digits,
    facts,
    feature_phrase,
    filled,
    forms_of,
    merged,
    money_words,
    plain,
    slot_of,
    superlative,
    value_list,
    value_words,
    wish_words,
)
from wayframe.realiser.statements import (
    averages,
    best_of_all,
    comparison,
    contrast,
    differences,
    figure,
    has_all,
    holds,
    mixed_holds,
    not_quite,
    nothing,
    offer,
    only_later,
    only_sooner,
    only_then,
    only_within,
    predicates,
    reason,
    shared_party,
    shared_place,
    shares,
    stand_in,
    suggest,
    tell,
    unaffected,
    unbeaten,
    values_of,
)
from wayframe.schema import Schema, Slot

MOST_NAMED = 6


def request(draft: Draft, part: Request) -> str:
    """Return one question for all the slots that are missing: "Where to, where from and when?"."""
    questions = list(dict.fromkeys(slot_question(draft, name) for name in part.slots))
    if part.there:
        values = part.there[0].constraint.values
        place = value_list(draft.locale, slot_of(draft.locale, draft.schema.place), values)
        there = " ".join(filter(None, (place, condition_words(draft.locale, part.there[1:]))))
        return draft.say("request_there", place=there, question=questions[0])
    if len(questions) == 1:
        return draft.say("request_beside" if part.beside else "request_one", question=questions[0])
    return draft.say("request", questions=draft.listing(questions))


def slot_question(draft: Draft, name: str) -> str:
    """Return the question for a slot as a piece of a sentence."""
    slot = slot_of(draft.locale, name)
    form = forms_of(draft.locale, slot).ask or draft.wording.kinds[slot.kind].ask
    return filled(draft.locale, form, slot, "")


def which(draft: Draft, part: Which) -> str:
    """Return the question which of several is meant, each named by what tells it from the others."""
    options = part.options[:MOST_NAMED]
    places = {option.place for option in options}
    named = [told_apart(draft, option, options, place=len(places) > 1) for option in options]
    draft.focus = frames_of(part.options)
    count = draft.count(part.count) if part.count else ""
    return draft.say(f"which_{part.purpose}", options=draft.listing(named, "or"), count=count)


def told_apart(draft: Draft, option: OptionView, options: Sequence[OptionView], *, place: bool) -> str:
    """Return an option by its name, its place where those differ, and a fact where both are another's, too."""
    twins = [other for other in options if (other.name, other.place) == (option.name, option.place)]
    details = distinguishing(draft.locale, option, [other for other in twins if other != option])
    return draft.say("option", name=draft.heading(option, place=place), details=details)


def meant(draft: Draft, part: Meant) -> str:
    """Return the question whether something was meant so."""
    wishes, against = meant_wishes(draft, part.wishes), wish_words(draft.locale, part.against)
    return draft.say("meant", words=draft.quoted(part.words), wishes=wishes, against=against if wishes else "")


def meant_wishes(draft: Draft, wishes: Sequence[Wish]) -> str:
    """Return what may be meant: texts of one slot by themselves ("Munich or Madrid"), else the wishes."""
    values = list(chain.from_iterable(wish.constraint.values for wish in wishes))
    slots = {(wish.slot, wish.constraint.op) for wish in wishes}
    if len(slots) == 1 < len(values) and set(map(type, values)) == {Text}:
        return value_list(draft.locale, slot_of(draft.locale, wishes[0].slot), values)
    return wish_words(draft.locale, wishes)


def confirm(draft: Draft, part: Confirm) -> str:
    """Return the question before something lasting, which names the options with all that matters."""
    if part.again:
        key = f"confirm_{part.purpose}_{part.again}"
        return draft.say(key, both=draft.quantifier(len(part.options)) if len(part.options) > 1 else draft.say("it"))
    if part.purpose == "change" and is_same_item(part) and len(part.options) == 1:
        text = confirm_terms(draft, part.options[0], part.changed[0])
        draft.note_told(part.options)
        return text
    before = draft.listing([draft.described(option) for option in part.changed])
    options = draft.listing([proposed(draft, option) for option in part.options])
    draft.note_told(part.options)
    return draft.say(f"confirm_{part.purpose}", options=options, before=before)


def confirm_terms(draft: Draft, new: OptionView, old: OptionView) -> str:
    """Return the question whether a booking gets other days, people or facts, with what it had; empty if it doesn't.

    "Make the Fairwind for 2 adults, at $465 instead of $232?", "Move it to May 3 to 8, at $490 instead of May 1 to 6?"
    """
    days = new.values if any(new.values.get(slot) != old.values.get(slot) for slot in draft.schema.windows) else {}
    changed_slots = [
        slot
        for slot in new.values
        if (slot in draft.schema.windows and days) or new.values[slot] != old.values.get(slot, new.values[slot])
    ]
    values = {slot: new.values[slot] for slot in changed_slots}
    moved = {slot: value for slot, value in values.items() if slot in draft.schema.windows}
    fresh = replace(new, values=without(values, list(moved)), party=None)
    before = {slot: value for slot, value in old.values.items() if slot in changed_slots}
    return draft.say(
        "confirm_terms",
        name=draft.heading(new),
        days=", ".join(draft.details(replace(new, values=moved))),
        party=draft.whom(new.party) if new.party != old.party else "",
        details=", ".join(draft.details(fresh)),
        price=draft.price(fresh),
        before=draft.listing(facts(draft.locale, before)),
    )


def proposed(draft: Draft, option: OptionView) -> str:
    """Return an option as it is asked about, with what is noted for its booking."""
    return draft.say("proposed", option=draft.described(option), noted=noted_words(draft, option))


def noted_words(draft: Draft, option: OptionView) -> str:
    """Return what is noted with a booking, in the user's words."""
    return "; ".join(map(draft.quoted, option.noted))


def is_same_item(part: Confirm) -> bool:
    """Return whether a booking is to become one of the same name and place: for others, on other days."""
    pairs = list(zip(part.options, part.changed, strict=False))
    return pairs != [] and all((new.name, new.place) == (old.name, old.place) for new, old in pairs)


def propose(draft: Draft, part: Propose) -> str:
    """Return the offer of a next step."""
    if part.other:
        return draft.say("propose_either")
    return draft.say(f"propose_{part.step}")


MOST_DESCRIBED = 4

# Bookings


def done(draft: Draft, part: Done) -> str:
    """Return what was booked, cancelled or changed."""
    if not part.options:
        return ""
    text = done_change(draft, part) if part.changed else done_plainly(draft, part)
    draft.note_told(part.options)
    return text


def done_plainly(draft: Draft, part: Done) -> str:
    """Return what was done to options, each with all that it is known by."""
    return draft.say(f"done_{part.purpose}", options="; ".join(booked(draft, option) for option in part.options))


def booked(draft: Draft, option: OptionView) -> str:
    """Return a booking with its facts, the price last: "Fairwind Residence in Rome, August 22 to 26, $2,435.24"."""
    details = ", ".join(filter(None, (*draft.details(option), draft.price(option))))
    heading = draft.heading(option, listed=True)
    return draft.say("booked", option=heading, details=details, noted=noted_words(draft, option))


def done_change(draft: Draft, part: Done) -> str:
    """Return what became of bookings."""
    return draft.say("done_change", options=changes(draft, part))


def changes(draft: Draft, part: Done | Confirm) -> str:
    """Return what bookings become, each with what it was."""
    pairs = zip(part.options, part.changed, strict=False)
    return draft.listing([changed(draft, new, old) for new, old in pairs])


def changed(draft: Draft, new: OptionView, old: OptionView) -> str:
    """Return what is other than it was in a booking, with what it was; both in full where another thing is booked."""
    if new.name != old.name:
        return draft.say("changed", option=draft.described(new), before=draft.described(old))
    same = [slot for slot in new.values if new.values[slot] == old.values.get(slot, new.values[slot])]
    fresh = without(new.values, same)
    before = {slot: value for slot, value in old.values.items() if slot in fresh}
    option = draft.described(replace(new, values=fresh or new.values))
    return draft.say("changed", option=option, before=draft.listing(facts(draft.locale, before)))


# Memory


def recalled(draft: Draft, part: Recalled) -> str:
    """Return what was said so far: wishes, options, bookings or all of it."""
    if part.about != "summary":
        return RECALLED[part.about](draft, part)
    held: Mapping[str, tuple[object, ...]] = {
        "wishes": part.wishes,
        "options": part.options,
        "bookings": part.bookings,
    }
    abouts = [about for about, content in held.items() if content]
    return " ".join(RECALLED[about](draft, part) for about in abouts or ["wishes"])


def recalled_wishes(draft: Draft, part: Recalled) -> str:
    """Return all wishes."""
    return draft.say("recalled_wishes", wishes=wish_words(draft.locale, part.wishes))


def recalled_slot(draft: Draft, part: Recalled) -> str:
    """Return the wishes for a slot."""
    label = slot_of(draft.locale, part.slot).label
    wishes = wish_words(draft.locale, part.wishes)
    return draft.say("recalled_slot", wishes=wishes, label="" if wishes else label)


def recalled_options(draft: Draft, part: Recalled) -> str:
    """Return the options that were looked at; few with their facts, the place once where all have the same."""
    party, place = shared_party(part.options), shared_place(part.options)
    options = [replace(option, party=None) for option in part.options] if party else part.options
    if len(options) > MOST_DESCRIBED:
        text = draft.listing([draft.heading(option, place=not place, listed=True) for option in options])
    else:
        text = draft.described_all(options, place=not place)
        draft.note_told(options)
    draft.focus = frames_of(options)
    return draft.say(
        "recalled_options",
        place=plain(place),
        party=draft.whom(party),
        options=text,
        items="" if options else draft.items,
    )


def recalled_bookings(draft: Draft, part: Recalled) -> str:
    """Return the bookings that stand, with their sum where there are several.

    What was said of an option just before isn't said again of the only booking; of several each is told in full.
    """
    several = len(part.bookings) > 1
    fresh = [option if several else replace(option, values=draft.untold(option)) for option in part.bookings]
    if part.cancelled:
        return draft.say("all_cancelled")
    texts = [booked(draft, option) for option in fresh]
    draft.note_told(part.bookings)
    return draft.say("recalled_bookings", options="; ".join(texts), total=total_words(draft, part))


def total_words(draft: Draft, part: Recalled) -> str:
    """Return what several bookings cost together."""
    if part.total is None or len(part.bookings) < 2:
        return ""
    return value_words(draft.locale, slot_of(draft.locale, draft.price_slot), part.total)


RECALLED = {
    "wishes": recalled_wishes,
    "slot": recalled_slot,
    "options": recalled_options,
    "bookings": recalled_bookings,
}

# Notes


def noted(draft: Draft, part: Noted) -> str:
    """Return that something was taken in: a perhaps, a rejection, a correction, a step back."""
    if part.kind == "perhaps" and not draft.alone:
        return ""  # there is something to think over
    if part.kind == "currency":
        return other_money(draft, part.wishes[0])
    if part.kind == "for_fewer":
        limit, party = part.wishes
        named = limit.slot in {wish.slot for wish in draft.missed}
        words = bounded(draft.locale, slot_of(draft.locale, limit.slot), limit.constraint)
        return draft.say("noted_for_fewer", limit="" if named else words, party=wish_words(draft.locale, [party]))
    if part.kind == "heard":
        draft.usual_party = party_of(part.wishes) or draft.usual_party
        draft.acknowledged = [wish.slot for wish in part.wishes if is_one_value(wish)]
    conjunction = "or" if part.kind in ("rejected", "not_booked") else "and"
    if part.kind == "still_booked":
        options = draft.listing([draft.heading(option) for option in part.options])
    elif part.kind == "same_price":
        options = draft.listing([draft.described(option) for option in part.options])
    else:
        options = draft.names(part.options, conjunction)
    words = draft.quoted(part.words)
    return draft.say(f"noted_{part.kind}", wishes=noted_wishes(draft, part), options=options, words=words)


def party_of(wishes: Sequence[Wish]) -> Party | None:
    """Return the travellers that wishes are for; None where they say nothing of them."""
    values = chain.from_iterable(wish.constraint.values for wish in wishes)
    return next((value for value in values if isinstance(value, Party)), None)


def is_one_value(wish: Wish) -> bool:
    """Return whether a wish is for one value by its name, or for a feature."""
    values = wish.constraint.values
    return wish.constraint.op == "is" and len(values) == 1 and isinstance(values[0], Text | Flag)


def other_money(draft: Draft, wish: Wish) -> str:
    """Return that an amount in another currency is taken as one in the catalogue's: "$900 as €900"."""
    amounts = [value for value in wish.constraint.values if isinstance(value, Money)]
    unit = slot_of(draft.locale, wish.slot).unit
    said = [money_words(draft.locale, amount) for amount in amounts]
    own = [money_words(draft.locale, replace(amount, currency=unit)) for amount in amounts]
    return draft.say("noted_currency", words=draft.listing(said), options=draft.listing(own))


def several(draft: Draft, part: Several) -> str:
    """Return what some of one option cost together, or how many are left."""
    name, number = draft.heading(replace(part.option, count=1)), digits(draft.locale, part.count)
    if part.left is not None:
        return draft.say("too_few", option=name, number=digits(draft.locale, part.left))
    total = part.total and value_words(draft.locale, slot_of(draft.locale, draft.price_slot), part.total)
    if part.unit:
        return draft.say("several_long", option=name, number=f"{number} {part.unit}", total=total or "")
    key = "several_people" if draft.is_per_person else "several"
    return draft.say(key, option=name, number=number, total=total or "")


def noted_wishes(draft: Draft, part: Noted) -> str:
    """Return the wishes that hold now, or those that no longer matter."""
    if part.kind != "dropped":
        return wish_words(draft.locale, part.wishes)
    dropped = [wish_words(draft.locale, [Wish(wish.slot, Constraint("any"))]) for wish in part.wishes]
    return draft.listing(list(dict.fromkeys(dropped)))


def changed_since(draft: Draft, part: Changed) -> str:
    """Return what an option has by now and what it had: "The Anselm costs €449 by now; it was €399 when we looked"."""
    now = clause(draft.locale, predicates(draft, part.option), many=False)
    before = [before_words(draft, slot, value) for slot, value in part.before.values.items()]
    subject = draft.say("it") if draft.is_focus([part.option]) else draft.bare_name(part.option)
    draft.note_told([part.option])
    return draft.say("changed_since", subject=subject, predicates=now, before=draft.listing(before))


def before_words(draft: Draft, slot: str, value: Value) -> str:
    """Return a value that an option had: "€399", "without wifi"."""
    if isinstance(value, Flag):
        return " ".join(facts(draft.locale, {slot: value}))
    return value_words(draft.locale, slot_of(draft.locale, slot), value)


def sold_out(draft: Draft, part: SoldOut) -> str:
    """Return that an option can't be had any more."""
    return draft.say("sold_out", name=draft.name(part.option))


def courtesy(draft: Draft, part: Courtesy) -> str:
    """Return a courtesy, a goodbye with where the journeys go."""
    places = list(dict.fromkeys(plain(journey.place) for journey in part.journeys if journey.place))
    return draft.say(part.kind, item=draft.schema.item, items=draft.schema.items, places=draft.listing(places))


def one_start(draft: Draft, part: OneStart) -> str:
    """Return that journeys are priced from one place at a time, and from which first."""
    first, others = wish_words(draft.locale, part.wishes[:1]), wish_words(draft.locale, part.wishes[1:])
    return draft.say("one_start", first=first, others=others)


def not_kept(draft: Draft, part: NotKept) -> str:
    """Return what of a booking can't be kept."""
    kinds = draft.listing([draft.wording.particulars[kind] for kind in part.kinds], "or")
    return draft.say("not_kept", particulars=kinds, item=draft.locale.schema.item)


def answered(draft: Draft, part: Answered) -> str:
    """Return an answer of the schema's own."""
    return part.text


def not_understood(draft: Draft, part: NotUnderstood) -> str:
    """Return that words weren't understood, what was understood beside them, and an example that fits the moment."""
    words = draft.quoted(part.words)
    return draft.say(
        "not_understood",
        words=words,
        wishes=wish_words(draft.locale, part.understood) if words else "",
        examples=draft.listing([draft.quoted(text) for text in examples(draft, part.example)], "or"),
    )


def examples(draft: Draft, kind: str) -> list[str]:
    """Return what might be said in such a moment, in words of the schema."""
    fields = example_fields(draft)
    texts = [draft.say(key, **fields) for key in EXAMPLES[kind]]
    return list(filter(None, texts))


def example_fields(draft: Draft) -> dict[str, str]:
    """Return the words of the schema that examples are made of, as far as it has them."""
    fields = dict[str, str]()
    compared = compared_slot(draft.schema)
    if compared:
        fields["adjective"] = better_word(compared)
        fields["superlative"] = superlative(draft.locale, compared, compared.better or "less")
    features = [slot for slot in draft.schema.of_kind("yes_no") if slot.told]
    if features:
        fields["feature"] = " ".join(merged(draft.locale, [feature_phrase(draft.locale, features[0], True)]))
    return fields


def compared_slot(schema: Schema) -> Slot | None:
    """Return a slot to compare by: one of which one way is better, else any with adjectives."""
    worded = [slot for slot in schema.slots if slot.measured and slot.less + slot.more]
    worded.sort(key=lambda slot: not slot.better)
    return next(iter(worded), None)


EXAMPLES: dict[str, tuple[str, ...]] = {
    "": (),
    "wish": ("example_adjective", "example_feature"),
    "reference": ("example_reference", "example_extreme"),
    "days": ("example_days", "example_elsewhere"),
}
"""The phrasings of the examples for each moment."""


def better_word(slot: Slot) -> str:
    """Return the adjective that asks for the better of a slot."""
    first, second = (slot.more, slot.less) if slot.better == "more" else (slot.less, slot.more)
    return (first or second)[0]


def empty(draft: Draft, part: Empty) -> str:
    """Return that a reference denotes nothing, and what there is instead."""
    named = draft.listing([draft.heading(option) for option in part.candidates])
    draft.focus = frames_of(part.candidates)
    return draft.say(f"empty_{part.what}", options=named)


class Sentence(NamedTuple):
    """A piece of the reply and the parts of the plan that it says; a face may show these in another way (a card)."""

    text: str
    parts: tuple[ReplyPart, ...]


WRITERS: dict[type[ReplyPart], Callable[[Draft, Any], str]] = {
    Offer: offer,
    Suggest: suggest,
    OnlyLater: only_later,
    OnlySooner: only_sooner,
    OnlyWithin: only_within,
    OnlyThen: only_then,
    NotQuite: not_quite,
    Unbeaten: unbeaten,
    Nothing: nothing,
    Tell: tell,
    HasAll: has_all,
    Comparison: comparison,
    Figure: figure,
    ValuesOf: values_of,
    Averages: averages,
    BestOfAll: best_of_all,
    Request: request,
    Which: which,
    Meant: meant,
    Confirm: confirm,
    Done: done,
    Several: several,
    Propose: propose,
    Recalled: recalled,
    Reason: reason,
    Contrast: contrast,
    StandIn: stand_in,
    Unaffected: unaffected,
    Noted: noted,
    Changed: changed_since,
    SoldOut: sold_out,
    OneStart: one_start,
    NotKept: not_kept,
    Answered: answered,
    NotUnderstood: not_understood,
    Empty: empty,
    Courtesy: courtesy,
}


def realise(
    plan: ReplyPlan,
    locale: Locale,
    variant: int = 0,
    *,
    usual_party: Party | None = None,
    spoken_of: tuple[int, ...] = (),
) -> tuple[Sentence, ...]:
    """Return a reply plan in words.

    `variant` picks among the phrasings: the same plan and variant give the same words. `usual_party` is whom all
    prices of the dialogue were for so far, where that needn't be said again; `spoken_of` are the frames that "it" or
    "they" stand for before anything is said. Parts whose facts another part says
    already, and questions beside a more pressing one, are not said.
    """
    draft = Draft(locale, variant, options_of(plan), None if _is_of_price(plan, locale) else usual_party)
    draft.focus = spoken_of
    draft.alone = len(plan) == 1
    sentences: list[Sentence] = []
    unsaid: tuple[ReplyPart, ...] = ()
    for parts in grouped(in_order(plan)):
        text = written(draft, parts)
        if text:
            sentences.append(Sentence(capitalised(text), (*unsaid, *parts)))
            unsaid = ()
        elif sentences:
            # Everything in it was said before: the sentence before says these parts, too.
            last = sentences[-1]
            sentences[-1] = Sentence(last.text, last.parts + parts)
        else:
            unsaid += parts  # the first sentence says them, too
    return tuple(sentences)


def _is_of_price(plan: ReplyPlan, locale: Locale) -> bool:
    """Return whether a plan answers what an option costs several people, who are named then: "is it for all of us?"."""
    price = locale.schema.price.name if locale.schema.price else ""
    asked = list[OptionView]()
    for part in plan:
        match part:
            case Holds(wish=Wish(slot=slot), yes=yes, no=no) if slot == price:
                asked += (*yes, *no)
            case Tell(options=options):
                asked += [option for option in options if set(option.values) == {price}]
    return any(option.party and option.party.adults + option.party.children > 1 for option in asked)


def written(draft: Draft, parts: Sequence[ReplyPart]) -> str:
    """Return the words of parts that belong together."""
    answers = [part for part in parts if isinstance(part, Holds)]
    if len(answers) == len(parts):
        agreed = only(bool(part.yes) for part in answers) is not None
        return holds(draft, answers) if agreed else mixed_holds(draft, answers)
    if unknown := [part for part in parts if isinstance(part, NotKnown)]:
        return not_known(draft, unknown)
    if isinstance(parts[0], Offer) and len(parts) > 1:
        return " ".join(written(draft, answers) for answers in grouped(parts[1:]))
    if len(parts) > 1:
        figures = [part for part in parts if isinstance(part, Figure)]
        return (differences if figures[0].kind == "difference" else shares)(draft, figures)
    return WRITERS[type(parts[0])](draft, parts[0])


def in_order(plan: ReplyPlan) -> list[ReplyPart]:
    """Return the parts to say, each once: behind the answers what isn't known, last the most pressing question."""
    parts = without_less_pressing([part for place, part in enumerate(plan) if part not in plan[:place]])
    return sorted(parts, key=lambda part: (isinstance(part, QUESTIONS), isinstance(part, NotKnown)))


def grouped(parts: Sequence[ReplyPart]) -> list[tuple[ReplyPart, ...]]:
    """Return parts one by one, but answers on the same options together where one sentence can say them."""
    groups: list[tuple[ReplyPart, ...]] = []
    for part in parts:
        if groups and belong_together(groups[-1][0], part):
            groups[-1] += (part,)
        else:
            groups.append((part,))
    return groups


def belong_together(first: ReplyPart, second: ReplyPart) -> bool:
    """Return whether two parts are answers about one option or so of the same options, shares alike, or unknown things.

    What was asked in the negative is answered by itself: that it isn't so may be what was hoped for. What is asked of
    something new by its name is answered at once, without an offer of it.
    """
    match first, second:
        case NotKnown(), NotKnown():
            return True
        case Offer(options=(view,), by="", again=""), Tell(options=(told,), chosen=None):
            return told.frame == view.frame and not is_dated(view)
        case Offer(options=(view,), by="", again=""), Holds(unknown=(), against=(), chosen=""):
            return frames_of((*second.yes, *second.no)) == (view.frame,) and not is_dated(view)
        case Figure(kind="difference"), Figure(kind="difference"):
            return {*frames_of(first.options)} == {*frames_of(second.options)}
        case Figure(kind="share"), Figure(kind="share"):
            return first.scope == second.scope or is_of_one(first, second)
        case Holds(unknown=(), against=()), Holds(unknown=(), against=()) if first.denied == second.denied:
            about = frames_of((*first.yes, *first.no))
            others = frames_of((*second.yes, *second.no))
            alike = len(about) == 1 or frames_of(first.yes) == frames_of(second.yes)
            return alike and about == others
    return False


def is_dated(option: OptionView) -> bool:
    """Return whether an option is told with its days, so that its name alone doesn't say which stay it is."""
    return any(isinstance(value, Days) for value in option.values.values())


def is_of_one(first: Figure, second: Figure) -> bool:
    """Return whether two shares are of one option, for people and for nights: "what is it a head, and a night?"."""
    by_scope = bool(first.scope and second.scope) and not (first.per or second.per)
    return by_scope and frames_of(first.options) == frames_of(second.options)


def options_of(plan: ReplyPlan) -> Iterator[OptionView]:
    """Return all options that a plan speaks of."""
    for part in plan:
        yield from part.held(OptionView)
