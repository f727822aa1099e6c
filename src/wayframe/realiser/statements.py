"""Statements about options in words: offers, facts, yes and no, comparisons, figures."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from itertools import chain
from typing import NamedTuple

from msgspec.structs import replace

from wayframe.meaning.records import Constraint, Flag, Money, Number, Party, Text, Texts, Value, Wish
from wayframe.planner.plan import (
    MOST_BLAMED,
    Averages,
    BestOfAll,
    Comparison,
    Contrast,
    Figure,
    HasAll,
    Holds,
    Nothing,
    NotQuite,
    Offer,
    OnlyLater,
    OnlySooner,
    OnlyThen,
    OnlyWithin,
    OptionView,
    Reason,
    StandIn,
    Suggest,
    Tell,
    Unaffected,
    Unbeaten,
    ValuesOf,
)
from wayframe.realiser.draft import Draft, frames_of, in_name, only, shared_values, within, without
from wayframe.realiser.phrases import (
    Predicate,
    adjective_wishes,
    clause,
    comparative,
    comparing_verb,
    condition_words,
    digits,
    extreme,
    facts,
    feature_forms,
    forms_of,
    is_had,
    is_plural,
    is_time_of_day,
    is_uncounted,
    is_zero,
    measure_words,
    noun_of,
    number_words,
    of_things,
    of_travellers,
    party_words,
    phrase,
    plain,
    plural,
    predicate,
    ranges_in,
    shared_facts,
    short_answer,
    slot_of,
    superlative,
    takes_than,
    things,
    value_list,
    value_words,
    verb_of,
    wish_predicate,
    wish_words,
    with_article,
    with_stay,
    without_idle_denials,
)
from wayframe.schema import Slot
from wayframe.sources.constraints import order


def offer(draft: Draft, part: Offer) -> str:
    """Return an offer: how many fit, what all share, then each option with what only it has."""
    if not part.options or part.again == "told":
        return ""
    told = [replace(option, values=without(option.values, draft.acknowledged)) for option in part.options]
    part = replace(part, options=tuple(told))
    if part.again == "picked":
        text = offer_picked(draft, part)
    elif part.again:
        text = offer_again(draft, part)
    elif part.days:
        text = offer_days(draft, part)
    elif part.among:
        text = offer_among(draft, part)
    elif len(part.options) == 1:
        text = offer_one(draft, part)
    else:
        text = offer_several(draft, part)
    draft.note_told(part.options)
    return text


def offer_again(draft: Draft, part: Offer) -> str:
    """Return options that were offered before, by their names and what was asked for now."""
    if part.again in ("repriced", "back") and len(part.options) == 1:
        (option,) = part.options
        heading, details = draft.heading(option), draft.all_details(option)
        draft.focus = (option.frame,)
        return draft.say(f"offer_{part.again}", option=heading, details=details)
    party = shared_party(part.options) if part.again == "repriced" else None
    options = [replace(option, party=None) for option in part.options]
    named = draft.described_all(options, place=not shared_place(options))
    draft.focus = frames_of(options)
    more = part.again == "left" and part.total > len(options)
    return draft.say(
        "offer_repriced_all" if part.again == "repriced" else f"offer_{part.again}",
        options=named,
        party=draft.whom(party),
        count=draft.count(len(options)),
        both=draft.quantifier(len(options)),
        place=plain(shared_place(options)) if part.again == "left" else "",
        total=total_words(draft, part) if more else "",
    )


def offer_picked(draft: Draft, part: Offer) -> str:
    """Return the best of those that were offered before: "The two cheapest in Rome: ..."."""
    shared = shared_and_options(draft, part.options)
    return draft.say("offer_picked", count=draft.count(len(part.options)), **order_words(draft, part), **shared)


def offer_days(draft: Draft, part: Offer) -> str:
    """Return the other days of one option: "Two other dates for the Anselm: May 9 to 13 for $887 and ..."."""
    first, several = part.options[0], len(part.options) > 1
    party = shared_party(part.options) if several else None
    options = [replace(option, party=None) for option in part.options] if party else part.options
    more = part.total > len(options)
    return draft.say(
        "offer_days" if several else "offer_day",
        name=draft.heading(first, place=False),
        count=draft.count(len(options)) if several else "",
        total=total_words(draft, part) if more else "",
        party=draft.whom(party),
        stays=draft.listing(draft.stays(options)),
    )


def offer_among(draft: Draft, part: Offer) -> str:
    """Return the best of those that are as is said: "From Dallas, the cheapest is the Anselm: $489"."""
    (option,) = part.options
    untold = replace(option, values=without(option.values, [wish.slot for wish in part.among]))
    return draft.say(
        "offer_among",
        among=condition_words(draft.locale, part.among),
        option=draft.heading(option),
        details=draft.all_details(untold),
        **order_words(draft, part),
    )


def order_words(draft: Draft, part: Offer) -> dict[str, str]:
    """Return the extreme by which options come in order, as what they are ("cheapest") or what they have; if any."""
    if not part.by or part.direction is None:
        return {}
    return extreme_words(draft, part.by, part.direction)


def extreme_words(draft: Draft, name: str, direction: str) -> dict[str, str]:
    """Return the least or the most of a slot: as what an option is ("cheapest") or has ("longest battery life")."""
    slot = slot_of(draft.locale, name)
    key = "having" if is_had(draft.locale, slot, direction) else "order"
    return {key: superlative(draft.locale, slot, direction)}


def offer_one(draft: Draft, part: Offer) -> str:
    """Return an offer of a single option."""
    option = part.options[0]
    if part.moved:
        return draft.say("offer_moved", options=draft.described_all(part.options))
    if part.otherwise:
        other = replace(option, values=without(option.values, [wish.slot for wish in part.kinds]))
        return draft.say("offer_otherwise", wish=wish_words(draft.locale, part.kinds), details=draft.all_details(other))
    if part.further:
        return draft.say("offer_further_one", option=draft.heading(option), details=draft.all_details(option))
    if part.only:
        heading, thing = draft.heading(option), called(draft, part, many=False)
        option = uncalled(draft, part)[0]
        key = "offer_only_of_others" if part.of_others else "offer_only"
        return draft.say(key, option=heading, thing=thing, details=draft.all_details(option))
    return draft.say(
        "offer_one_nearest" if draft.none_exact and not part.by else "offer_one",
        total=total_words(draft, part) if part.total > 1 else "",
        option=draft.heading(option),
        details=draft.all_details(option),
        **order_words(draft, part),
    )


def total_words(draft: Draft, part: Offer) -> str:
    """Return how many fit in all: "268", "more than 10,000", "about 52,000"."""
    return _counted(draft, part, part.total)


def _counted(draft: Draft, part: Offer | Figure, number: int) -> str:
    """Return a count, as sure as it is."""
    count = draft.count(number)
    if part.about:
        return draft.say("about_as_many", count=count)
    return draft.say("more_than", count=count) if part.more else count


def offer_several(draft: Draft, part: Offer) -> str:
    """Return an offer of several options; how many fit in all was said before what is offered further."""
    shared = {"thing": called(draft, part, many=True), **shared_and_options(draft, uncalled(draft, part))}
    if part.further:
        if part.moved:
            return draft.say("offer_moved", **shared)
        return draft.say("offer_further", count=draft.count(len(part.options)), **shared)
    key = "offer_some" if part.total > len(part.options) else "offer_all"
    if part.only:
        return draft.say("offer_only_several", count=draft.count(len(part.options)), **shared)
    return draft.say(
        f"{key}_nearest" if draft.none_exact and not part.by else key,
        count=draft.count(len(part.options)),
        total=total_words(draft, part),
        **order_words(draft, part),
        **shared,
    )


def kinds(draft: Draft, part: Offer) -> list[Wish]:
    """Return the wishes by which the options of an offer are called, where the noun for them has a plural."""
    wishes = [wish for wish in part.kinds if wish.slot not in draft.acknowledged]
    return adjective_wishes(draft.locale, wishes) if draft.items != draft.item else []


def called(draft: Draft, part: Offer, *, many: bool) -> str:
    """Return what the options of an offer are called by the kinds that were wished for: "black laptops"."""
    return things(draft.locale, kinds(draft, part), draft.items if many else draft.item, many=many)


def uncalled(draft: Draft, part: Offer) -> list[OptionView]:
    """Return the options of an offer without the values by which they are called."""
    said = [wish.slot for wish in kinds(draft, part)]
    return [replace(option, values=without(option.values, said)) for option in part.options]


def shared_and_options(draft: Draft, options: Sequence[OptionView]) -> dict[str, str]:
    """Return the place, the party and the facts that all options share, and each option with what only it has."""
    place = shared_place(options)
    party = shared_party(options)
    shared = shared_values(draft.locale, [draft.unpriced(option) for option in options])
    shared = without(shared, lists_missed(draft, options))  # what they lack of a list is told of each
    rest = [replace(option, values=without(with_stay(draft.locale, option.values), shared)) for option in options]
    if party:
        rest = [replace(option, party=None) for option in rest]
    return {
        "place": plain(place),
        "party": draft.whom(party),
        "both": draft.say("both" if len(options) == 2 else "every"),
        "shared": ", ".join(shared_facts(draft.locale, shared)),
        "options": draft.described_all(rest, place=not place),
    }


def lists_missed(draft: Draft, options: Sequence[OptionView]) -> list[str]:
    """Return the lists of which some options lack what was wished for."""
    missed = chain.from_iterable(option.missed for option in options)
    return [wish.slot for wish in missed if slot_of(draft.locale, wish.slot).kind == "list"]


def shared_place(options: Sequence[OptionView]) -> str:
    """Return the place where all options are; empty where they are in several or there is one option."""
    if len(options) < 2:
        return ""
    return only(option.place for option in options) or ""


def shared_party(options: Sequence[OptionView]) -> Party | None:
    """Return the party that all prices are for; None where they are for several or there is one option."""
    if len(options) < 2:
        return None
    return only(option.party for option in options)


# Near misses

Misses = Sequence[tuple[Wish, Value | None]]


def suggest(draft: Draft, part: Suggest) -> str:
    """Return near misses: the wishes that nothing fulfils, then the options nearest to them with what they have."""
    if not part.options:
        return ""
    alike = only(tuple(wish for wish, _ in missed) for missed in part.missed) or ()
    said = _missed_by_all(draft.missed, part) if draft.nothing_said else alike
    key = "nothing_but"
    if draft.nothing_said:
        key = "not_near" if part.far else "nearest"
    options = [near_miss(draft, option, missed, said) for option, missed in zip(part.options, part.missed, strict=True)]
    if draft.searched and all(option.place == draft.searched for option in options):
        options = [replace(option, place="") for option in options]
    if part.utmost:
        text = utmost(draft, options[0], part.utmost)
    else:
        text = draft.say(key, wishes=condition_words(draft.locale, alike), **shared_and_options(draft, options))
    draft.note_told(part.options)
    unknown = draft.say("missing", labels=draft.labels(unknown_slots(part)))
    return f"{text} {unknown}".strip()


def utmost(draft: Draft, option: OptionView, of: tuple[str, str]) -> str:
    """Return an option that misses a limit by far as what has the least, or the most, that there is."""
    details = draft.all_details(option)
    return draft.say("utmost", option=draft.heading(option), details=details, **extreme_words(draft, *of))


def _missed_by_all(said: Sequence[Wish], part: Suggest) -> Sequence[Wish]:
    """Return the only wish that nothing was said to fulfil, where each option misses it.

    Of several wishes an option may fulfil some.
    """
    missed = [{wish for wish, _ in each} for each in part.missed]
    return said if len(said) == 1 and all(said[0] in each for each in missed) else ()


def near_miss(draft: Draft, option: OptionView, missed: Misses, said: Sequence[Wish]) -> OptionView:
    """Return an option with the values that it has instead of those wished for, which come right behind its days.

    That it lacks a feature isn't told where it was `said` that nothing has it.
    """
    instead = {wish.slot: value for wish, value in missed if value is not None}
    lacking = {wish.slot: value for wish, value in missed if wish in said and isinstance(value, Flag | Texts)}
    beside = {slot: value for slot, value in instead.items() if is_beside(option, value)}
    days = {slot: option.values[slot] for slot in draft.schema.windows if slot in option.values}
    values = without({**days, **instead, **option.values}, {**lacking, **beside})
    return replace(option, values=values, missed=tuple(wish for wish, _ in missed if wish not in said))


def is_beside(option: OptionView, value: Value) -> bool:
    """Return whether a value stands in the option's name or place."""
    return getattr(value, "value", None) in (option.name, option.place)


def unknown_slots(part: Suggest) -> list[str]:
    """Return the slots of the wishes of which nobody knows whether an option fulfils them."""
    missed = chain.from_iterable(part.missed)
    return list(dict.fromkeys(wish.slot for wish, value in missed if value is None))


# Nothing


def only_later(draft: Draft, part: OnlyLater) -> str:
    """Return that nothing leaves on the very day: "Nothing leaving August 20 itself, only later."."""
    draft.none_exact = True
    return draft.say("only_later", wishes=condition_words(draft.locale, [part.wish]))


def only_sooner(draft: Draft, part: OnlySooner) -> str:
    """Return that nothing is back on the very day: "Nothing back September 7 itself, only before."."""
    draft.none_exact = True
    slot, day = slot_of(draft.locale, part.wish.slot), part.wish.constraint.values[0]
    return draft.say("only_sooner", day=phrase(draft.locale, slot, day).text)


def only_within(draft: Draft, part: OnlyWithin) -> str:
    """Return that nothing fills the days of a stay: "Nothing takes just these days, only some of them."."""
    draft.none_exact = True
    return draft.say("only_within", wishes=condition_words(draft.locale, part.wishes))


def only_then(draft: Draft, part: OnlyThen) -> str:
    """Return that an option has no other days: "No other dates for the Anselm for $500 or less, only May 1 to 6."."""
    draft.nothing_said = True
    days = ", ".join(draft.details(part.option))
    name = draft.placed_name(part.option)
    return draft.say("only_then", name=name, wishes=condition_words(draft.locale, part.wishes), days=days)


def not_quite(draft: Draft, part: NotQuite) -> str:
    """Return that nothing has just the number that was wished for: "Nothing with 2 bedrooms exactly."."""
    draft.none_exact = True
    if part.beside:
        return nothing_of(draft, "nothing", [*part.wishes, *part.beside])
    return draft.say("not_quite", wishes=condition_words(draft.locale, part.wishes))


def unbeaten(draft: Draft, part: Unbeaten) -> str:
    """Return that an option is the extreme of all that fits already: "the Anselm is the cheapest that fits ($489)"."""
    draft.nothing_said = True
    slot = slot_of(draft.locale, part.slot)
    best = clause(draft.locale, [extreme(draft.locale, slot, part.direction)], many=False)
    value = value_words(draft.locale, slot, part.option.values[part.slot])
    return draft.say("unbeaten", subject=draft.heading(part.option), extreme=best, value=value)


def nothing(draft: Draft, part: Nothing) -> str:
    """Return that nothing fits, and why."""
    draft.nothing_said = True
    blamed = part.because if len(part.because) <= MOST_BLAMED else ()
    draft.missed = blamed
    draft.searched = searched_place(draft, blamed)
    words = draft.listing([plain(word) for word in part.words], "or")
    return nothing_of(draft, NOTHING[part.reason], blamed, words=words, earlier=wish_words(draft.locale, blamed))


def nothing_of(draft: Draft, phrasing: str, wishes: Sequence[Wish], **words: str) -> str:
    """Return that there is none of what wishes call: "no black laptop for $500 or less"."""
    return draft.say(phrasing, **nothing_such(draft, wishes), **words)


def nothing_such(draft: Draft, wishes: Sequence[Wish]) -> dict[str, str]:
    """Return what there is none of, by its noun where wishes are for a thing rather than a journey, and the wishes."""
    adjectives = adjective_wishes(draft.locale, wishes)
    others = [wish for wish in wishes if wish not in adjectives]
    if not wishes or not (adjectives or is_of_things(draft, wishes)):
        return {"wishes": condition_words(draft.locale, wishes)}
    places = [wish for wish in others if wish.slot == draft.schema.place and wish.constraint.op == "is"]
    where = [
        phrase(draft.locale, slot_of(draft.locale, wish.slot), Text(places_in(draft, wish))).text for wish in places
    ]
    conditions = condition_words(draft.locale, [wish for wish in others if wish not in places])
    return {
        "thing": things(draft.locale, adjectives, draft.item) or draft.item,
        "wishes": " ".join(filter(None, (*where, conditions))),
    }


def places_in(draft: Draft, wish: Wish) -> str:
    """Return the places of a wish as alternatives."""
    return value_list(draft.locale, slot_of(draft.locale, wish.slot), wish.constraint.values)


def is_of_things(draft: Draft, wishes: Sequence[Wish]) -> bool:
    """Return whether wishes are for what is offered itself: not for a journey, who makes it and what that costs."""
    if draft.item == draft.items:
        return False
    if not draft.schema.windows:
        return True
    about_journeys = {draft.schema.source, draft.schema.party, draft.price_slot}
    said = [wish_predicate(draft.locale, wish) for wish in wishes if wish.constraint.values]
    return not of_travellers(draft.locale, said) and about_journeys.isdisjoint(wish.slot for wish in wishes)


def searched_place(draft: Draft, wishes: Sequence[Wish]) -> str:
    """Return the one place that wishes are for; empty where they are for none or for several."""
    there = [wish.constraint for wish in wishes if wish.slot == draft.schema.place and wish.constraint.op == "is"]
    named = [value.value for constraint in there for value in constraint.values if isinstance(value, Text)]
    return only(named) or ""


NOTHING = {
    "no_more": "no_more",
    "unknown": "nothing_known",
    "combination": "nothing",
    "others": "nothing_else",
    "still": "nothing_still",
    "earlier": "nothing_with",
}
"""The phrasings for each reason why nothing fits."""


MOST_IN_SENTENCE = 3

# Facts


def tell(draft: Draft, part: Tell) -> str:
    """Return the facts of options, those that were told before left out, then what isn't known of them."""
    several = len(part.options) > 1
    said = tell_several(draft, part.options) if several else tell_one(draft, part)
    draft.told.update((option.frame, slot) for option in part.options for slot in option.values)
    return f"{said} {missing(draft, part)}".strip()


def tell_one(draft: Draft, part: Tell) -> str:
    """Return the facts of one option: a sentence where they are few, a list where they are many."""
    if not part.options:
        return ""
    option, name = part.options[0], draft.schema.name
    if name in option.values:  # asked for: its subject says it
        draft.focus = ()
        option = replace(option, values=without(option.values, [name]))
        if option.values:
            return draft.say("told_name", subject=draft.subject([option]), details=draft.all_details(option))
    fresh = replace(option, values=draft.untold(option))
    if part.chosen and part.against:
        return tell_better(draft, option, *part.chosen, part)
    if part.chosen:
        return tell_chosen(draft, fresh, part.chosen, part.among)
    if len(fresh.values) > MOST_IN_SENTENCE and set(fresh.values.values()) == {Flag(False)}:
        return tell_lacking(draft, fresh)
    if len(with_stay(draft.locale, fresh.values)) > MOST_IN_SENTENCE:
        return tell_list(draft, fresh)
    if fresh.values:
        return tell_sentence(draft, fresh)
    nothing_to_tell = option.values or part.missing
    return "" if nothing_to_tell else draft.say("told_bare", subject=draft.subject([option]))


def tell_lacking(draft: Draft, option: OptionView) -> str:
    """Return that an option has none of many features: "It is near none of these and isn't in the city centre"."""
    alike: dict[tuple[str, str], list[Slot]] = {}
    for name in option.values:
        slot = slot_of(draft.locale, name)
        forms, _ = feature_forms(draft.wording, slot)
        alike.setdefault((forms.verb, forms.object), []).append(slot)
    none, lacks, others = draft.say("none_of_these"), list[Predicate](), list[Predicate]()
    for (verb, form), slots in alike.items():
        if len(slots) > MOST_IN_SENTENCE:
            lacks.append(Predicate(verb, form.format(noun=none, a_noun=none)))
        else:
            others += [predicate(draft.locale, slot, Flag(False)) for slot in slots]
    clauses = [clause(draft.locale, said, many=False) for said in (lacks, others) if said]
    return draft.say("told", subject=draft.subject([option]), predicates=draft.listing(clauses))


def tell_sentence(draft: Draft, option: OptionView) -> str:
    """Return the few facts of one option: "it is in Hull"."""
    return draft.say("clause", clause=stated(draft, draft.subject([option]), predicates(draft, option), many=False))


def stated(draft: Draft, subject: str, said: Sequence[Predicate], *, many: bool) -> str:
    """Return a subject with predicates, those of a journey said of who travels.

    "The Anselm costs $489, and you leave on May 3", "with the Anselm you leave on May 3".
    """
    own = clause(draft.locale, of_things(draft.locale, said), many=many)
    yours = clause(draft.locale, of_travellers(draft.locale, said), many=True)
    if own:
        main = draft.say("gap", subject=subject, object=own)
        return draft.say("and_you", main=main, yours=yours) if yours else main
    return draft.say("gap", subject=travellers(draft, subject), object=yours)


def travellers(draft: Draft, subject: str) -> str:
    """Return those who travel as the subject of a sentence: "you", "with the Anselm you"."""
    return draft.say("you") if draft.is_pronoun(subject) else draft.say("you_with", names=subject)


def tell_list(draft: Draft, option: OptionView) -> str:
    """Return the many facts of one option."""
    heading, details = draft.heading(option), draft.all_details(option)
    draft.focus = (option.frame,)
    return draft.say("told_list", subject=heading, details=details)


def tell_chosen(draft: Draft, option: OptionView, chosen: tuple[str, str], among: Sequence[Wish]) -> str:
    """Return the facts of the option that is the extreme of a slot, of all or of those that are as wished."""
    heading, details = draft.heading(option), draft.all_details(option)
    draft.focus = (option.frame,)
    key = "trailing" if draft.begins_with_prefix(option) else "details"
    best = extreme_words(draft, *chosen)
    if "having" in best and set(option.values) == {chosen[0]}:  # "the best camera: 108 MP"
        key, details = "details", measured(draft, slot_of(draft.locale, chosen[0]), option)
    words = {"subject": heading, key: details, **best}
    if among:
        return draft.say("told_chosen_among", among=condition_words(draft.locale, among), **words)
    return draft.say("told_chosen", **words)


def tell_better(draft: Draft, option: OptionView, name: str, direction: str, part: Tell) -> str:
    """Return which of two options has more, or less, of a slot: "The Anselm is bigger (85 m² against 76 m²)".

    Of what it costs, by how much: "The Anselm is cheaper by $60 ($489)".
    """
    slot, other = slot_of(draft.locale, name), part.against[0]
    said = compared_by(draft, slot, DEGREES[direction], option, other)
    if part.apart:
        said = comparative(draft.locale, slot, DEGREES[direction])
        apart, value = value_words(draft.locale, slot, part.apart), measured(draft, slot, option)
        said = said._replace(object=draft.say("by_so_much", adjective=said.object, apart=apart, value=value))
    if option.place != other.place:
        subject = draft.placed_name(option)
    else:
        subject = draft.unmarked_name(option, facts(draft.locale, option.values))
    draft.focus = (option.frame,)
    return draft.say(
        "clause", clause=draft.say("gap", subject=subject, object=clause(draft.locale, [said], many=False))
    )


DEGREES = {"least": "less", "most": "more"}
"""The degree in which one of two has a slot that has the extreme of it."""


def predicates(draft: Draft, option: OptionView) -> list[Predicate]:
    """Return what is told of an option as predicates: its price with whom it is for, a time of day with its day."""
    said = list[Predicate]()
    before: Slot | None = None
    values = with_stay(draft.locale, option.values)
    ranges = ranges_in(draft.locale, values)
    for name, value in values.items():
        slot = slot_of(draft.locale, name)
        if name in ranges:
            said += filter(None, [ranges[name].predicate])
            continue
        each = predicate(draft.locale, slot, value)
        if name == draft.price_slot and not draft.is_free(option):
            each = each._replace(object=draft.share(option) or draft.price(option))
        elif before and is_time_of_day(draft.locale, slot, before):
            each = each._replace(object=f"{said.pop().object} {each.object}")
        said.append(each)
        before = slot
    return said


def tell_several(draft: Draft, options: Sequence[OptionView]) -> str:
    """Return the facts of several options: what they share once, then what each has."""
    fresh = [fresh_option(draft, option) for option in options]
    slots = slots_told(fresh)
    if not slots:
        named_alone = not slots_told(options)
        return draft.say("told_bare", subject=draft.names(options)) if named_alone else ""
    shared = shared_values(draft.locale, [option.values for option in fresh])
    if shared or len(slots) > 1:
        return tell_apart(draft, fresh, shared)
    return tell_slot(draft, fresh, slot_of(draft.locale, slots[0]))


def fresh_option(draft: Draft, option: OptionView) -> OptionView:
    """Return an option with the values that weren't told yet, without its name."""
    values = with_stay(draft.locale, draft.untold(option))
    return replace(option, values=without(values, [draft.schema.name]))


def slots_told(options: Sequence[OptionView]) -> list[str]:
    """Return the slots that options are told with."""
    return list(dict.fromkeys(chain.from_iterable(option.values for option in options)))


def tell_apart(draft: Draft, options: Sequence[OptionView], shared: Mapping[str, Value]) -> str:
    """Return what each of several options has, then what they share."""
    own = [replace(option, values=without(option.values, shared)) for option in options]
    told = [(draft.unmarked_name(option, details), details) for option in own if (details := draft.all_details(option))]
    clauses = [draft.say("told_each", subject=name, details=details) for name, details in told]
    alike = predicates(draft, replace(options[0], values=shared))
    both = draft.quantifier(len(options)) if clauses else draft.all_of(options)
    draft.focus = frames_of(options)
    return draft.say(
        "told_several",
        clauses="; ".join(clauses),
        shared=stated(draft, both, alike, many=True) if alike else "",
    )


def tell_slot(draft: Draft, options: Sequence[OptionView], slot: Slot) -> str:
    """Return one slot of several options: "The Terrazza costs $2,348.38 and the Fairwind $2,435.24"."""
    told = [option for option in options if slot.name in option.values]
    if slot.kind == "yes_no":
        return tell_feature(draft, told, slot)
    groups: dict[tuple[Value, Party | None], list[OptionView]] = {}
    for option in told:
        groups.setdefault((option.values[slot.name], option.party), []).append(option)
    words = [value_of(draft, alike, slot, first=told[0]) for alike in groups.values()]
    said = zip(groups.values(), words, strict=True)
    if of_travellers(draft.locale, predicates(draft, replace(told[0], values={slot.name: told[0].values[slot.name]}))):
        clauses = [journey(draft, alike, told, text) for alike, text in said]
    else:
        clauses = [draft.say("gap", subject=draft.names(alike), object=text) for alike, text in said]
    draft.focus = frames_of(options)
    return draft.say("clause", clause=draft.listing(clauses))


def journey(draft: Draft, alike: Sequence[OptionView], options: Sequence[OptionView], text: str) -> str:
    """Return what is so of some journeys of several, by where they go: "6 days in Munich"; else by their names."""
    places = {option.place for option in alike}
    tells = len(places) == 1 and not any(option.place in places for option in options if option not in alike)
    if tells and all(places):
        return draft.say("you_each", object=text, place=plain(places.pop()))
    return draft.say("you_each", object=text, names=draft.names(alike))


def tell_feature(draft: Draft, options: Sequence[OptionView], slot: Slot) -> str:
    """Return which of several options have a feature."""
    yes = [option for option in options if option.values[slot.name] == Flag(True)]
    no = [option for option in options if option not in yes]
    return draft.say("clause", clause=split(draft, yes, no, [predicate(draft.locale, slot, Flag(True))]))


def value_of(draft: Draft, options: Sequence[OptionView], slot: Slot, first: OptionView) -> str:
    """Return the value that options have alike: of the first one with its verb, then by itself.

    Whom a price is for is told again only where that differs, a verb where it is another: "is free and the Anselm costs
    €12".
    """
    option = options[0]
    value = option.values[slot.name]
    said = predicates(draft, replace(option, values={slot.name: value}))
    before = predicates(draft, replace(first, values={slot.name: first.values[slot.name]}))
    if option == first or said[0].verb != before[0].verb:
        if yours := of_travellers(draft.locale, said):
            return draft.say("gap", subject=draft.say("you"), object=clause(draft.locale, yours, many=True))
        return clause(draft.locale, said, many=len(options) > 1)
    if slot.name == draft.price_slot and option.party != first.party:
        return draft.price(option)
    if slot.kind == "time":
        return predicate(draft.locale, slot, value).object
    if stands_alone(draft, slot, value):
        return value_words(draft.locale, slot, value)
    return phrase(draft.locale, slot, value).text


def stands_alone(draft: Draft, slot: Slot, value: Value) -> bool:
    """Return whether a value says enough behind another of its slot: "€12" does, "5" of a floor does not."""
    if not slot.measured or is_zero(value):
        return False
    return slot.kind != "number" or slot.unit != "" or forms_of(draft.locale, slot).verb != "be"


def missing(draft: Draft, part: Tell) -> str:
    """Return that nothing is known of some slots."""
    if not part.missing:
        return ""
    labels = draft.labels(part.missing)
    asks_for_feature = any(slot_of(draft.locale, name).kind == "yes_no" for name in part.missing)
    if asks_for_feature or draft.is_focus(part.options):
        return draft.say("missing", labels=labels)
    return draft.say("missing", labels=labels, names=draft.names(part.options))


# Whether something is so


def holds(draft: Draft, parts: Sequence[Holds]) -> str:
    """Return the answer to yes/no questions that are about the same options and come out the same way."""
    part = parts[0]
    said = [wish_predicate(draft.locale, each.wish) for each in parts]
    key = answer_key(draft, parts)
    draft.answered = draft.answered or ANSWERS[bool(part.yes), bool(part.no)]
    draft.told.update((option.frame, each.wish.slot) for each in parts for option in (*each.yes, *each.no))
    answer = draft.say(key, clause=answer_clause(draft, parts, said))
    return f"{answer} {unknown(draft, part, said)}".strip()


def answer_key(draft: Draft, parts: Sequence[Holds]) -> str:
    """Return how an answer begins: with yes or no, with "but" behind the contrary of the same option, or plainly.

    What was asked in the negative, or of which it is so, has neither a plain yes nor a plain no.
    """
    if any(each.denied or each.chosen for each in parts):
        return "clause"
    key, options = ANSWERS[bool(parts[0].yes), bool(parts[0].no)], (*parts[0].yes, *parts[0].no)
    if not draft.answered:
        return key
    is_contrary = {key, draft.answered} == {"answer_yes", "answer_no"}
    return "answer_but" if is_contrary and draft.focus == frames_of(options) else "clause"


ANSWERS = {(True, False): "answer_yes", (False, True): "answer_no", (True, True): "clause", (False, False): "clause"}
"""The phrasings of an answer, by whether something is so of some options, and isn't of some."""


def answer_clause(draft: Draft, parts: Sequence[Holds], said: Sequence[Predicate]) -> str:
    """Return of which options something is so, and of which it isn't."""
    yes, no = parts[0].yes, parts[0].no
    if parts[0].against:
        return beside_another(draft, parts[0], (*yes, *no)[0], parts[0].against[0])
    if yes and no:
        return split(draft, yes, no, said)
    if yes:
        if parts[0].chosen == "some":
            return some_of(draft, yes, said)
        return all_of(draft, yes, in_full(draft, parts, said))
    if len(no) == 1 and parts[0].instead:
        denial, others = none_of_one(draft, no[0], parts, said), those_instead(draft, parts[0], said)
        draft.focus = frames_of(no)
        return draft.say("split", yes=denial, no=others)
    if len(no) == 1:
        return none_of_one(draft, no[0], parts, said)
    return none_of(draft, no, said) if no else ""


def those_instead(draft: Draft, part: Holds, said: Sequence[Predicate]) -> str:
    """Return of which other options that is so which isn't of the one that was asked about."""
    others = part.instead
    if all(isinstance(option.values.get(part.wish.slot), Flag) for option in others):
        short = short_answer(draft.wording.verbs[said[0].verb], many=len(others) > 1, denied=False)
        return draft.say("gap", subject=draft.names(others), object=short)
    return draft.say(
        "gap", subject=draft.name(others[0]), object=clause(draft.locale, predicates(draft, others[0]), many=False)
    )


def beside_another(draft: Draft, part: Holds, option: OptionView, other: OptionView) -> str:
    """Return how an option compares with another one: "it is cheaper ($489 against $549)", "both have 4 stars".

    Of one that isn't the cheapest it is told which is cheaper.
    """
    slot = slot_of(draft.locale, part.wish.slot)
    own, its = order(option.values.get(slot.name)), order(other.values.get(slot.name))
    if own == its or own is None or its is None:
        draft.focus = (option.frame,)
        alike = predicates(draft, replace(option, values={slot.name: option.values[slot.name]}))
        return draft.say("gap", subject=draft.say("both"), object=clause(draft.locale, alike, many=True))
    degree = "less" if own < its else "more"
    if part.wish.constraint.op in DEGREES and part.no:
        option, other, degree = other, option, DEGREES[part.wish.constraint.op]
    subject = draft.subject([option])
    said = compared_by(draft, slot, degree, option, other)
    return draft.say("gap", subject=subject, object=clause(draft.locale, [said], many=False))


def in_full(draft: Draft, parts: Sequence[Holds], said: Sequence[Predicate]) -> Sequence[Predicate]:
    """Return what is so of one option by what it has, where a bound, a day or another option was asked about.

    "It costs $489" where that was to be at most $500, "it is free from August 15" where it was to be so in October.
    """
    (first, *others) = parts[0].yes
    if not others and (best := [extreme_with_value(draft, part.wish, first) for part in parts if _is_extreme(part)]):
        return best if len(best) == len(parts) else said
    if others:
        return said
    found = list[Predicate]()
    for part, own in zip(parts, said, strict=True):
        slot = part.wish.slot
        told_by_value = slot in first.values and _is_wide(draft, part.wish, first.values[slot])
        found += predicates(draft, replace(first, values={slot: first.values[slot]})) if told_by_value else [own]
    return found


def _is_extreme(part: Holds) -> bool:
    """Return whether it was asked whether an option has the least or the most of something, in all."""
    return (
        part.wish.constraint.op in DEGREES and not part.wish.constraint.scope and part.wish.slot in part.yes[0].values
    )


def extreme_with_value(draft: Draft, wish: Wish, option: OptionView) -> Predicate:
    """Return that an option is the extreme of a slot, with what it has: "the cheapest ($489)"."""
    slot = slot_of(draft.locale, wish.slot)
    said = extreme(draft.locale, slot, wish.constraint.op)
    return said._replace(object=draft.say("extreme", extreme=said.object, value=measured(draft, slot, option)))


def _is_wide(draft: Draft, wish: Wish, value: Value) -> bool:
    """Return whether several values fulfil a wish: four stars are asked for, and four and a half are there, too."""
    kind = slot_of(draft.locale, wish.slot).kind
    return wish.constraint.op != "is" or kind == "date" or (kind == "number" and value not in wish.constraint.values)


def mixed_holds(draft: Draft, parts: Sequence[Holds]) -> str:
    """Return the answers to several yes/no questions on one option: "It has wifi but has no gym"."""
    option = (*parts[0].yes, *parts[0].no)[0]
    so = [wish_predicate(draft.locale, part.wish) for part in parts if part.yes]
    draft.answered = draft.answered or "clause"
    draft.told.update((option.frame, part.wish.slot) for part in parts)
    subject = draft.subject([option])
    # The values are of the option as it was viewed for each answer.
    instead = {part.wish.slot: part.no[0].values.get(part.wish.slot, Flag(False)) for part in parts if part.no}
    told = {slot: value for slot, value in instead.items() if not isinstance(value, Flag)}
    lacks = [denied(wish_predicate(draft.locale, part.wish), True) for part in parts if part.wish.slot in instead]
    has = predicates(draft, replace(option, values=told))
    if not of_things(draft.locale, (*so, *has, *lacks)):
        subject = travellers(draft, subject)
        so, has, lacks = (of_travellers(draft.locale, said) for said in (so, has, lacks))
    text = clause(draft.locale, so, many=False)
    other = clause(draft.locale, has if len(told) == len(instead) else lacks, many=False)
    if len(told) == len(instead) and len({each.verb for each in (*so, *has)}) == 1:
        other = draft.listing([each.object for each in has])  # "you are home by 9:00 pm but on September 9"
    both = draft.wording.but.format(text=text, other=other)
    failing = [part for part in parts if part.instead]
    if not failing:
        return draft.say("told", subject=subject, predicates=both)
    mixed = draft.say("gap", subject=subject, object=both)
    others = those_instead(draft, failing[0], [wish_predicate(draft.locale, failing[0].wish)])
    draft.focus = (option.frame,)
    return draft.say("clause", clause=draft.say("split", yes=mixed, no=others))


def denied(said: Predicate, is_denied: bool) -> Predicate:
    """Return a predicate or its denial."""
    return said._replace(denied=said.denied != is_denied)


def denial(draft: Draft, said: Sequence[Predicate], *, many: bool) -> str:
    """Return the denial of predicates."""
    return clause(draft.locale, [denied(each, True) for each in said], many=many)


def all_of(draft: Draft, options: Sequence[OptionView], said: Sequence[Predicate]) -> str:
    """Return that something is so of all options: "both have wifi", of stays of one hotel as of that: "it has wifi"."""
    named = draft.distinct(options)
    many = len(named) > 1
    subject = draft.all_of(options) if many else draft.subject(named)
    draft.focus = frames_of(options)
    return stated(draft, subject, said, many=many)


def some_of(draft: Draft, options: Sequence[OptionView], said: Sequence[Predicate]) -> str:
    """Return of which of several options something is so, by their names."""
    if len(options) == 1:
        subject = draft.unmarked_name(options[0], draft.details(options[0]))
        draft.focus = frames_of(options)
        return draft.say("only_one", subject=subject, object=clause(draft.locale, said, many=False))
    subject = draft.names(options)
    draft.focus = frames_of(options)
    return draft.say("gap", subject=subject, object=clause(draft.locale, said, many=True))


def none_of_one(draft: Draft, option: OptionView, parts: Sequence[Holds], said: Sequence[Predicate]) -> str:
    """Return that something isn't so of an option, by what it has instead where that is known: "it costs $2,540.84"."""
    instead = {part.wish.slot: option.values.get(part.wish.slot, Flag(False)) for part in parts}
    told = facts(draft.locale, instead)
    subject = draft.say("it") if draft.is_focus([option]) else draft.unmarked_name(option, told)
    if any(isinstance(value, Flag) for value in instead.values()):
        return stated(draft, subject, [denied(each, True) for each in said], many=False)
    return stated(draft, subject, predicates(draft, replace(option, values=instead)), many=False)


def none_of(draft: Draft, options: Sequence[OptionView], said: Sequence[Predicate]) -> str:
    """Return that something is so of no option: "neither has wifi"."""
    if (named := draft.all_of(options)) != draft.quantifier(len(options)) or any(each.denied for each in said):
        subject = named
        draft.focus = frames_of(options)
        return draft.say("gap", subject=subject, object=denial(draft, said, many=True))
    return draft.say("gap", subject=none_words(draft, options), object=clause(draft.locale, said, many=False))


def has_all(draft: Draft, part: HasAll) -> str:
    """Return of which of several options all is so that was asked: "Only the Anselm has all of that"."""
    if part.none:
        return draft.say("has_all", none=none_words(draft, part.options))
    if len(part.options) == 1:
        return draft.say("has_all", only=draft.name(part.options[0]))
    return draft.say("has_all", several=draft.names(part.options))


def none_words(draft: Draft, options: Sequence[OptionView]) -> str:
    """Return that it is none of several options: "neither", "none of the three"."""
    draft.focus = frames_of(options)
    return draft.say("neither") if len(options) == 2 else draft.say("none", count=draft.count(len(options)))


def split(draft: Draft, yes: Sequence[OptionView], no: Sequence[OptionView], said: Sequence[Predicate]) -> str:
    """Return of which options something is so: "the Fairwind has wifi; the Terrazza doesn't", "only the Anselm has"."""
    if not yes:
        return draft.say("gap", subject=draft.names(no), object=denial(draft, said, many=len(no) > 1))
    subject = draft.names(yes)
    draft.focus = frames_of(yes)
    if len(yes) == 1 < len(no):
        return draft.say("only_one", subject=subject, object=clause(draft.locale, said, many=False))
    positive = stated(draft, subject, said, many=len(yes) > 1)
    if not no:
        return positive
    return draft.say("split", yes=positive, no=briefly_denied(draft, draft.names(no), said, many=len(no) > 1))


def briefly_denied(draft: Draft, subject: str, said: Sequence[Predicate], *, many: bool) -> str:
    """Return that something isn't so of a subject, of a journey of who travels: "with the Anselm you don't"."""
    if yours := of_travellers(draft.locale, said):
        return draft.say("gap", subject=travellers(draft, subject), object=short_denial(draft, yours, many=True))
    return draft.say("gap", subject=subject, object=short_denial(draft, said, many=many))


def short_denial(draft: Draft, said: Sequence[Predicate], *, many: bool) -> str:
    """Return the denial of predicates: by the verb alone where all have the same."""
    if len({(each.verb, each.denied) for each in said}) > 1:
        return denial(draft, said, many=many)
    return short_answer(verb_of(draft.wording, said[0].verb), many=many, denied=not said[0].denied)


def unknown(draft: Draft, part: Holds, said: Sequence[Predicate]) -> str:
    """Return of which options it isn't known."""
    if not part.unknown:
        return ""
    if part.yes or part.no:
        return draft.say("holds_unknown", names=draft.names(part.unknown, "or"))
    many = len(part.unknown) > 1
    subject = draft.subject(part.unknown)
    return draft.say("holds_unknown", subject=subject, predicate=clause(draft.locale, said, many=many))


# Reasons


def reason(draft: Draft, part: Reason) -> str:
    """Return why an option is the one: what it is the best of, what was wished for, what it costs more."""
    wishes = without_idle_denials(draft.locale, part.wishes)[:MOST_IN_SENTENCE]
    if not part.best:
        said = [wish_predicate(draft.locale, wish) for wish in wishes]
        predicates = clause(draft.locale, said, many=False)
        if said and part.picked:
            return draft.say("reason", name=draft.name(part.option), predicates=predicates)
        return draft.say("reason", subject=draft.subject([part.option]) if said else "", predicates=predicates)
    more = value_words(draft.locale, slot_of(draft.locale, draft.price_slot), part.more) if part.more else ""
    naming = {"name": draft.name(part.option)} if part.picked else {"subject": draft.subject([part.option])}
    return draft.say(
        "reason",
        **naming,
        extreme=draft.listing(extremes_of(draft, part.option, part.best)),
        more=more,
        cheapest=draft.name(part.cheapest) if part.cheapest else "",
    )


def contrast(draft: Draft, part: Contrast) -> str:
    """Return what tells an option from several others: "of these, it is the cheapest, but has the fewest stars"."""
    merits = [*extremes_of(draft, part.option, part.merits), *alone_words(draft, part.alone, Flag(True))]
    flaws = [*extremes_of(draft, part.option, part.flaws), *alone_words(draft, part.lacking, Flag(False))]
    wishes = [wish_predicate(draft.locale, wish) for wish in part.wishes]
    return draft.say(
        "contrast",
        subject=draft.subject([part.option]),
        wishes=clause(draft.locale, wishes, many=False),
        merits=draft.listing(merits),
        flaws=draft.listing(flaws),
    )


def extremes_of(draft: Draft, option: OptionView, ends: Sequence[tuple[str, str]]) -> list[str]:
    """Return the extremes that an option is, or has, each with its value, those with one verb together."""
    said = list[Predicate]()
    for name, direction in ends:
        slot = slot_of(draft.locale, name)
        end = extreme(draft.locale, slot, direction)
        known = name in option.values
        text = draft.say("extreme", extreme=end.object, value=measured(draft, slot, option)) if known else end.object
        said.append(end._replace(object=text))
    return [clause(draft.locale, said, many=False)] if said else []


def alone_words(draft: Draft, slots: Sequence[str], value: Flag) -> list[str]:
    """Return the features that an option alone has, or lacks: "alone has a lift"."""
    said = [predicate(draft.locale, slot_of(draft.locale, name), value) for name in slots]
    return [draft.say("alone", predicate=clause(draft.locale, said, many=False))] if said else []


def stand_in(draft: Draft, part: StandIn) -> str:
    """Return why an option is shown that isn't as wished: how few are, or what it misses and keeps."""
    missed, kept = ({wish.slot for wish in wishes} for wishes in (part.missed, part.kept))
    subject = draft.subject([part.option])
    misses = predicates(draft, replace(part.option, values=without(part.option.values, kept)))
    keeps = predicates(draft, replace(part.option, values=without(part.option.values, missed)))
    return draft.say(
        "stand_in",
        subject=subject,
        count=draft.count(part.total) if part.total else "",
        thing=draft.item if part.total == 1 else draft.items,
        wishes=condition_words(draft.locale, part.missed) if part.total else "",
        misses=stated(draft, subject if part.total else draft.say("it"), misses, many=False),
        keeps=stated(draft, draft.say("it"), keeps, many=False),
    )


def unaffected(draft: Draft, part: Unaffected) -> str:
    """Return that all that fitted was as wished already, so that a list stayed as it was."""
    said = [wish_predicate(draft.locale, wish) for wish in part.wishes]
    many = part.total > 1
    subject = draft.quantifier(part.total) if many else draft.subject(part.options)
    draft.focus = frames_of(part.options)
    return draft.say("unaffected", subject=subject, predicates=clause(draft.locale, said, many=many))


MOST_DIFFERENCES = 4
MOST_FOR_THE_OTHER = 2
"""Less telling things that are told of an option for which none of the most telling ones speaks."""

MOST_ALIKE = 2
FEW = 3


class Finding(NamedTuple):
    """What a comparison finds in a slot: of which options (by their places) something is so, perhaps of them alone.

    `by_degree`: they have more, or less, of it than the other one, where `than` can stand behind it.
    """

    winners: tuple[int, ...]
    said: Predicate
    alone: bool = False
    by_degree: bool = False
    than: bool = False


def comparison(draft: Draft, part: Comparison) -> str:
    """Return in what options differ: what speaks for which, then what each has by itself, then what they share."""
    if not part.options:
        return ""
    options = [replace(option, values=different_values(draft, part, option)) for option in part.options]
    slots = compared_slots(draft, part, options)
    telling, less_telling = slots[:MOST_DIFFERENCES], slots[MOST_DIFFERENCES:]
    neutral = [slot for slot in telling if speaks_for_none(slot, options)]
    weighed = compared(draft, options, [slot for slot in telling if slot not in neutral], less_telling)
    beside = side_by_side(draft, part, options, neutral)
    shared = alike(draft, part)
    draft.note_told(part.options)
    differing = f"{weighed} {beside}".strip()
    if not differing and (not shared or len(part.alike) > 1):
        differing = draft.say("no_difference")
    return f"{differing} {shared}".strip()


def speaks_for_none(slot: Slot, options: Sequence[OptionView]) -> bool:
    """Return whether what options have of a slot is neither better nor worse: days, floors, colours."""
    have = [value for value in values_in(slot, options) if value is not None]
    return slot.kind != "yes_no" and not (slot.better and best_places(slot, have))


def side_by_side(draft: Draft, part: Comparison, options: Sequence[OptionView], slots: Sequence[Slot]) -> str:
    """Return what each of a few options has by itself, in one short phrase for each.

    "Clovelly August 25 to 30, Camellia September 4 to 9, both 5 days", "Kaistrasse 35: on floor 6, deposit €1,560; ..."
    """
    if not slots or len(options) > FEW:
        return ""
    if [slot.name for slot in slots] == [draft.schema.start]:
        return days_of_each(draft, part.options)
    if len(slots) == 1:
        return tell_slot(draft, options, slots[0])
    names = {slot.name for slot in slots}
    each = [replace(option, values=within(option.values, names)) for option in options]
    told = [(option, draft.all_details(option)) for option in each if option.values]
    clauses = [
        draft.say("told_each", subject=draft.unmarked_name(option, details, listed=True), details=details)
        for option, details in told
    ]
    return draft.say("clause", clause="; ".join(clauses))


def days_of_each(draft: Draft, options: Sequence[OptionView]) -> str:
    """Return the days of each of some journeys, with how long each takes where that differs, else once for all."""
    lengths = [lengths_of(draft, option) for option in options]
    alike_long = only(lengths)
    named: dict[tuple[str, str], list[str]] = {}
    for option, length in zip(options, lengths, strict=True):
        days = ", ".join(facts(draft.locale, within(option.values, draft.schema.windows)))
        name = draft.unmarked_name(option, days, listed=True)
        named.setdefault((days, "" if alike_long else length), []).append(name)
    said = [
        draft.say("days_of_one", name=draft.listing(names), days=days, length=length)
        for (days, length), names in named.items()
    ]
    return draft.say("days_of_each", days=", ".join(said), both=draft.quantifier(len(options)), length=alike_long or "")


def lengths_of(draft: Draft, option: OptionView) -> str:
    """Return how long a journey takes; empty where that isn't known."""
    known = [name for name in draft.schema.lengths if name in option.values]
    return draft.listing(
        [value_words(draft.locale, slot_of(draft.locale, name), option.values[name]) for name in known]
    )


def alike(draft: Draft, part: Comparison) -> str:
    """Return the first few things that all options have, without what their names say already."""
    values, journey = part.options[0].values, journey_slots(draft, part)
    shared = {slot: values[slot] for slot in part.alike if values.get(slot, Flag(False)) != Flag(False)}
    shared = {slot: value for slot, value in shared.items() if slot not in journey}
    few = list(with_stay(draft.locale, shared).items())[:MOST_ALIKE]
    news = {slot: value for slot, value in few if not named_by_all(draft, part, slot)}
    both = draft.quantifier(len(part.options))
    said = shared_predicates(draft, news)
    return draft.say("clause", clause=stated(draft, both, said, many=True)) if said else ""


def shared_predicates(draft: Draft, values: Mapping[str, Value]) -> list[Predicate]:
    """Return what several options have alike, what they are as the noun for it: "both are dry red wines"."""
    kinds = [Wish(name, Constraint("is", (value,))) for name, value in values.items()]
    called = adjective_wishes(draft.locale, kinds) if draft.items != draft.item else []
    said = [predicate(draft.locale, slot_of(draft.locale, name), values[name]) for name in values]
    others = [each for each, wish in zip(said, kinds, strict=True) if wish not in called]
    if not called or any(each.verb == "be" for each in others):  # "both are red and dry"
        return said
    return [Predicate("be", things(draft.locale, called, draft.items, many=True)), *others]


def journey_slots(draft: Draft, part: Comparison) -> set[str]:
    """Return the slots of the days of journeys and how long these take, where options differ in their days."""
    schema = draft.schema
    return {*schema.windows, *schema.lengths} if set(schema.windows) & set(part.slots) else set()


def different_values(draft: Draft, part: Comparison, option: OptionView) -> dict[str, Value]:
    """Return an option's values of the slots in which it differs, without those that all names say already.

    Where one of the two days of a journey is another, both are told.
    """
    differing = [slot for slot in part.slots if not named_by_all(draft, part, slot)]
    days = [slot for slot in draft.schema.windows if slot in journey_slots(draft, part)]
    told = [slot for slot in dict.fromkeys((*differing, *days)) if slot in option.values]
    values = with_stay(draft.locale, {slot: option.values[slot] for slot in told})
    return {slot: value for slot, value in values.items() if not draft.in_mark(option, slot, value)}


def named_by_all(draft: Draft, part: Comparison, slot: str) -> bool:
    """Return whether the names of all options say their values of a slot: that one is a "Ford Fiesta"."""
    return all(in_name(draft.locale, option, slot, option.values.get(slot)) for option in part.options)


def compared_slots(draft: Draft, part: Comparison, options: Sequence[OptionView]) -> list[Slot]:
    """Return the slots to compare by, the most telling first; for either day of a journey that which holds both."""
    known, start = slots_told(options), draft.schema.start
    held = [start if slot in draft.schema.windows and slot not in known else slot for slot in part.slots]
    return [slot_of(draft.locale, name) for name in dict.fromkeys(held) if name in known]


def compared(
    draft: Draft, options: Sequence[OptionView], slots: Sequence[Slot], less_telling: Sequence[Slot] = ()
) -> str:
    """Return what speaks for which of several options; empty where nothing speaks for any."""
    if len(options) == 2:
        return compare_two(draft, options, slots, less_telling)
    if len(slots) == 1:
        return tell_slot(draft, options, slots[0])
    return compare_many(draft, options, slots)


def compare_two(
    draft: Draft, options: Sequence[OptionView], slots: Sequence[Slot], less_telling: Sequence[Slot]
) -> str:
    """Return what speaks for one of two options and what for the other; both are named even if all speaks for one."""
    found = findings(draft, options, slots, between_two)
    found += speaking_for_the_other(draft, options, less_telling, found)
    silent = unnamed(options, found) if found else []
    if silent and not any(finding.by_degree for finding in found):
        return draft.say("clause", clause=split(draft, sole(options, silent), silent, [each.said for each in found]))
    clauses = clauses_of(draft, options, found)
    than = silent and all(finding.than for finding in found)
    return draft.say("compared_than" if than else "compared", clauses="; ".join(clauses), other=draft.names(silent))


def sole(options: Sequence[OptionView], silent: Sequence[OptionView]) -> list[OptionView]:
    """Return the options that aren't among some."""
    return [option for option in options if option not in silent]


def compare_many(draft: Draft, options: Sequence[OptionView], slots: Sequence[Slot]) -> str:
    """Return which of several options stands out in what, and of each other one its most telling fact."""
    found = findings(draft, options, slots, standing_out)
    clauses = clauses_of(draft, options, found)
    clauses += most_telling(draft, unnamed(options, found), slots)
    return draft.say("compared", clauses="; ".join(clauses))


Find = Callable[[Draft, Slot, Sequence[OptionView]], list[Finding]]


def findings(draft: Draft, options: Sequence[OptionView], slots: Sequence[Slot], find: Find) -> list[Finding]:
    """Return what is found in slots."""
    found: list[Finding] = []
    for slot in slots:
        found += find(draft, slot, options)
    return found


def speaking_for_the_other(
    draft: Draft, options: Sequence[OptionView], slots: Sequence[Slot], found: Sequence[Finding]
) -> list[Finding]:
    """Return what first speaks, in less telling slots, for the one of two options for which nothing does yet."""
    silent = [place for place, option in enumerate(options) if option in unnamed(options, found)]
    advantages = findings(draft, options, slots, between_two)
    return [each for each in advantages if list(each.winners) == silent][:MOST_FOR_THE_OTHER]


def unnamed(options: Sequence[OptionView], found: Sequence[Finding]) -> list[OptionView]:
    """Return the options of which nothing was found."""
    named = set(chain.from_iterable(each.winners for each in found))
    return [option for place, option in enumerate(options) if place not in named]


def clauses_of(draft: Draft, options: Sequence[OptionView], found: Sequence[Finding]) -> list[str]:
    """Return findings in words, those of the same options together, those that are so of one alone at the end."""
    groups: dict[tuple[bool, tuple[int, ...]], list[Predicate]] = {}
    for each in sorted(found, key=lambda finding: finding.alone):
        groups.setdefault((each.alone, each.winners), []).append(each.said)
    clauses = []
    for (alone, winners), said in groups.items():
        subject = draft.names([options[place] for place in winners])
        if alone:
            words = clause(draft.locale, said, many=len(winners) > 1)
            clauses.append(draft.say("only_one", subject=subject, object=words))
        else:
            clauses.append(stated(draft, subject, said, many=len(winners) > 1))
    return clauses


def most_telling(draft: Draft, options: Sequence[OptionView], slots: Sequence[Slot]) -> list[str]:
    """Return the most telling fact of each option that doesn't excel in any."""
    clauses = []
    for option in options:
        told = [(slot.name, option.values[slot.name]) for slot in slots if slot.name in option.values]
        details = draft.all_details(replace(option, values=dict(told[:1])))
        clauses.append(draft.say("told_each", subject=draft.name(option), details=details))
    return list(filter(None, clauses))


# Two options


def between_two(draft: Draft, slot: Slot, options: Sequence[OptionView]) -> list[Finding]:
    """Return how two options differ in a slot: which of them has the feature, or is better."""
    have = values_in(slot, options)
    if None in have or len(set(have)) == 1:
        return []
    if slot.kind == "yes_no":
        return [Finding((have.index(Flag(True)),), predicate(draft.locale, slot, Flag(True)))]
    best = best_places(slot, have) if slot.better else ()
    if len(best) != 1:
        return []
    side = best[0]
    return [advantage(draft, slot, side, options[side], options[1 - side])]


def advantage(draft: Draft, slot: Slot, side: int, better: OptionView, other: OptionView) -> Finding:
    """Return how one of two options is better in a slot."""
    said, than = compared_by(draft, slot, slot.better, better, other), takes_than(draft.locale, slot, slot.better)
    return Finding((side,), said, by_degree=True, than=than)


def compared_by(draft: Draft, slot: Slot, degree: str, option: OptionView, other: OptionView) -> Predicate:
    """Return that an option has less, or more, of a slot: "be" + "cheaper ($489 against $549 for 2 adults)"."""
    said = comparative(draft.locale, slot, degree)
    alike = option.party == other.party
    first = measured(draft, slot, replace(option, party=None) if alike else option)
    text = draft.say("against", adjective=said.object, first=first, second=measured(draft, slot, other))
    verb = forms_of(draft.locale, slot).verb
    own = slot.kind in ("date", "time") and verb not in ("be", "have")  # "you leave earlier", "it opens earlier"
    return Predicate(verb, text) if own else said._replace(object=text)


def measured(draft: Draft, slot: Slot, option: OptionView) -> str:
    """Return the value that an option is compared by, a price with whom it is for."""
    if slot.name == draft.price_slot:
        return draft.bare_price(option)
    return measure_words(draft.locale, slot, option.values[slot.name])


def values_in(slot: Slot, options: Sequence[OptionView]) -> list[Value | None]:
    """Return the values that options have in a slot."""
    return [option.values.get(slot.name) for option in options]


# The better of values


def best_places(slot: Slot, have: Sequence[Value | None]) -> tuple[int, ...]:
    """Return the places of the best of several values; the least where neither way is better, none without an order."""
    ranks = {place: number for place, value in enumerate(have) if (number := order(value)) is not None}
    if not ranks:
        return ()
    better = max if slot.better == "more" else min
    best = better(ranks.values())
    return tuple(place for place, number in ranks.items() if number == best)


# Several options


def standing_out(draft: Draft, slot: Slot, options: Sequence[OptionView]) -> list[Finding]:
    """Return which options stand out in a slot: by its extreme, or by a feature; what each of a few costs, too."""
    have = values_in(slot, options)
    if len(set(have)) == 1:
        return []
    if slot.kind == "yes_no":
        return by_feature(draft, slot, have)
    winners = best_places(slot, have) if slot.better else ()
    if not winners:
        return []
    said = extreme(draft.locale, slot, slot.better)
    text = draft.say("extreme", extreme=said.object, value=measured(draft, slot, options[winners[0]]))
    best = Finding(winners, said._replace(object=text))
    if slot.name != draft.price_slot or len(options) > FEW:
        return [best]
    others = [
        replace(option, party=None) if option.party == options[winners[0]].party else option for option in options
    ]
    prices = [
        (place, option) for place, option in enumerate(others) if place not in winners and slot.name in option.values
    ]
    return [best, *(Finding((place,), Predicate("cost", measured(draft, slot, option))) for place, option in prices)]


def by_feature(draft: Draft, slot: Slot, have: Sequence[Value | None]) -> list[Finding]:
    """Return which options have a feature; the one that alone has it, or alone lacks it, stands out."""
    yes = tuple(place for place, value in enumerate(have) if value == Flag(True))
    no = tuple(place for place, value in enumerate(have) if value == Flag(False))
    if len(no) == 1 < len(yes):
        return [Finding(no, predicate(draft.locale, slot, Flag(False)), alone=True)]
    if not yes:
        return []
    return [Finding(yes, predicate(draft.locale, slot, Flag(True)), alone=len(yes) == 1)]


def figure(draft: Draft, part: Figure) -> str:
    """Return a number that was worked out."""
    return FIGURES[part.kind](draft, part)


def figure_slot(draft: Draft, part: Figure) -> Slot:
    """Return the slot that a figure is of; the price where it names none."""
    return slot_of(draft.locale, part.slot or draft.price_slot)


def whom_for(draft: Draft, part: Figure) -> str:
    """Return whom a figure's prices are for; empty where that is plain, or where it isn't one party."""
    return draft.whom(only({option.party for option in part.options} - {None, draft.usual_party}))


def total(draft: Draft, part: Figure) -> str:
    """Return a sum: "Together $4,136.91."."""
    value = value_words(draft.locale, figure_slot(draft, part), part.value)
    if len(part.options) == 1:
        return draft.say("sum", value=value, only=draft.name(part.options[0]))
    named = draft.is_focus(part.options)
    names = "" if named else draft.names(part.options)
    return draft.say("sum", value=value, names=names, party=whom_for(draft, part))


def difference(draft: Draft, part: Figure) -> str:
    """Return a difference of two options: "The Anselm costs $192.46 more than the Terrazza."."""
    slot = figure_slot(draft, part)
    value = amount_words(draft, slot, part.value)
    size = size_of(part.value)
    if not size:
        return draft.say("no_difference_in", label=noun_of(draft.locale, slot))
    if len(part.options) != 2:
        return draft.say("difference", value=value)
    larger, smaller = larger_first(part)
    is_it = draft.focus == (larger.frame,)
    draft.focus = frames_of(part.options)
    placed = larger.place != smaller.place
    first, second = (with_its_days(draft, option, part.slot, placed=placed) for option in (larger, smaller))
    first = draft.say("it") if is_it else first
    return draft.say(
        "difference_money" if slot.name == draft.price_slot else "difference_other",
        first=first,
        second=second,
        value=value,
        scope=draft.wording.scopes.get(part.scope, "") if part.scope != "total" else "",
        **more_words(draft, slot),
    )


def larger_first(part: Figure) -> tuple[OptionView, OptionView]:
    """Return the two options of a difference, first the one that has more."""
    first, second = part.options
    return (first, second) if size_of(part.value) > 0 else (second, first)


def differences(draft: Draft, parts: Sequence[Figure]) -> str:
    """Return several differences of the same two options as one sentence.

    "The Octavia costs 1,100 more than the Berlingo and has 12,000 km more mileage", of another that has more "; the
    Berlingo is 4 years newer".
    """
    first, *others = parts
    text = difference(draft, first)
    if len(first.options) != 2 or not all(size_of(part.value) for part in parts):
        return " ".join([text, *(difference(draft, part) for part in others)])
    subject = larger_first(first)[0]
    own = [how_much_more(draft, part) for part in others if larger_first(part)[0].frame == subject.frame]
    its = [how_much_more(draft, part) for part in others if larger_first(part)[0].frame != subject.frame]
    told = draft.listing([text.rstrip("."), *own])
    if its:
        name = draft.name(larger_first(first)[1])
        told = draft.say("split", yes=told, no=draft.say("gap", subject=name, object=draft.listing(its)))
    return draft.say("clause", clause=told)


def how_much_more(draft: Draft, part: Figure) -> str:
    """Return how much more one of two options has of a slot, as it is said of that: "costs $90 more"."""
    slot = figure_slot(draft, part)
    return draft.say(
        "more_money" if slot.name == draft.price_slot else "more_other",
        value=amount_words(draft, slot, part.value),
        scope=draft.wording.scopes.get(part.scope, "") if part.scope != "total" else "",
        **more_words(draft, slot),
    )


def more_words(draft: Draft, slot: Slot) -> dict[str, str]:
    """Return the adjective by which one option is more than another ("heavier"), else the noun.

    It has more of that ("seats", "mileage", "longer battery life"), or that is higher ("a deposit").
    """
    if adjective := next((word for word in slot.more if " " not in word), ""):
        return {"adjective": adjective}
    degree = next(iter(slot.more), "")
    if slot.unit and degree and comparing_verb(draft.locale, slot, degree) == "have":
        return {"graded": degree}
    noun = noun_of(draft.locale, slot)
    is_amount = is_plural(draft.wording, noun) or is_uncounted(draft.wording, noun)
    if is_amount or re.search(draft.wording.amounts, noun):
        return {"many": noun}
    return {"a_label": with_article(draft.wording, noun)}


def with_its_days(draft: Draft, option: OptionView, compared: str, *, placed: bool) -> str:
    """Return an option's name, or name and place, with what else is told of it than what it is compared by."""
    details = draft.details(replace(option, values=without(option.values, [compared])))
    name = draft.placed_name(option) if placed else draft.unmarked_name(option, details)
    return draft.say("option", name=name, details=", ".join(details))


def size_of(value: Value) -> float:
    """Return a figure as a number."""
    return value.value if isinstance(value, Number | Money) else 0


def amount_words(draft: Draft, slot: Slot, value: Value) -> str:
    """Return the size of a difference in words, without its sign."""
    if isinstance(value, Money):
        return value_words(draft.locale, slot, Money(abs(value.value), value.currency))
    if isinstance(value, Number):
        unit = slot.unit or forms_of(draft.locale, slot).apart
        return number_words(draft.locale, Number(abs(value.value), value.unit), unit)
    return value_words(draft.locale, slot, value)


def share(draft: Draft, part: Figure) -> str:
    """Return a share: "$1,174.19 each", "$487.05 a night"."""
    others = [option for option in part.options if option.frame not in draft.focus]
    return draft.say(
        "share",
        value=value_words(draft.locale, figure_slot(draft, part), part.value),
        by=draft.count(int(part.by)) if part.by and not (part.scope or part.per) else "",
        scope=share_scope(draft, part),
        name=draft.name(others[0]) if len(others) == 1 else "",
        party=whom_shared(draft, part),
    )


def whom_shared(draft: Draft, part: Figure) -> str:
    """Return for how many a share of a price is that isn't for each of them: what a night costs all who travel."""
    party = only(option.party for option in part.options)
    several = party is not None and party.adults + party.children > 1
    return party_words(draft.locale, party) if part.scope == "night" and party and several else ""


def share_scope(draft: Draft, part: Figure) -> str:
    """Return what a share is for: "each", "a night", "per m2", "per room"."""
    if part.per:
        slot = slot_of(draft.locale, part.per)
        return draft.say_alike("per_unit", unit=slot.unit or slot.label)
    return draft.wording.scopes.get(part.scope, "")


def shares(draft: Draft, parts: Sequence[Figure]) -> str:
    """Return the shares of several options as one sentence: "$359.01 each for the Anselm and $447.45 for the Court"."""
    if only(part.options[0].frame for part in parts) is not None:
        return shares_of_one(draft, parts)
    scope = share_scope(draft, parts[0])
    clauses = list[str]()
    for part in parts:
        value = value_words(draft.locale, figure_slot(draft, part), part.value)
        said = "" if clauses else scope
        clauses.append(draft.say("share_each", value=value, scope=said, name=draft.names(part.options)))
    return draft.say("shares", shares=draft.listing(clauses), party=whom_shared(draft, parts[0]))


def shares_of_one(draft: Draft, parts: Sequence[Figure]) -> str:
    """Return several shares of one option: "That's $836.55 each and $975.98 a night for 7 adults"."""
    option = parts[0].options[0]
    told = list[str]()
    for part in parts:
        value = value_words(draft.locale, figure_slot(draft, part), part.value)
        told.append(
            draft.say("share_told", value=value, scope=share_scope(draft, part), party=whom_shared(draft, part))
        )
    name = "" if draft.is_focus([option]) else draft.name(option)
    return draft.say("shares_of_one", name=name, shares=draft.listing(told))


def left(draft: Draft, part: Figure) -> str:
    """Return what is left of an amount: "That leaves $4,034.76 of $9,000."."""
    slot, over = figure_slot(draft, part), size_of(part.value) < 0
    limit = Money(part.by, getattr(part.value, "currency", ""))
    named = draft.is_focus(part.options) or len(part.options) > 1
    text = draft.say(
        "over" if over else "left",
        value=amount_words(draft, slot, part.value),
        limit=value_words(draft.locale, slot, limit),
        name="" if named else draft.name(part.options[0]),
    )
    draft.focus = frames_of(part.options)
    return text


def count(draft: Draft, part: Figure) -> str:
    """Return how many items fulfil wishes."""
    number = int(size_of(part.value))
    adjectives = adjective_wishes(draft.locale, part.wishes)
    places = [wish for wish in part.wishes if wish.slot == draft.schema.place and wish.constraint.op == "is"]
    others = [wish for wish in part.wishes if wish not in (*adjectives, *places)]
    place_slot = slot_of(draft.locale, draft.schema.place)
    return draft.say(
        COUNTS.get(number, "count_many"),
        value=_counted(draft, part, number),
        thing=things(draft.locale, adjectives, draft.item),
        things=things(draft.locale, adjectives, draft.items, many=True),
        item="" if adjectives else draft.item,
        items="" if adjectives else draft.items,
        place=" ".join(value_list(draft.locale, place_slot, wish.constraint.values) for wish in places),
        wishes=condition_words(draft.locale, others),
        options=draft.listing([draft.heading(option, place=False) for option in part.options]),
    )


COUNTS = {0: "count_none", 1: "count_one"}


def in_all(draft: Draft, part: Figure) -> str:
    """Return how many of all that fit are as those that were just named."""
    return draft.say("in_all", count=draft.count(int(size_of(part.value))), items=draft.items)


FIGURES = {
    "sum": total,
    "difference": difference,
    "share": share,
    "left": left,
    "count": count,
    "in_all": in_all,
}


def values_of(draft: Draft, part: ValuesOf) -> str:
    """Return the values that a slot has, or from where to where it goes."""
    slot = slot_of(draft.locale, part.slot)
    words = [value_words(draft.locale, slot, value) for value in part.values]
    if part.counts:
        counted = zip(words, part.counts, strict=True)
        words = [
            draft.say("value_counted", value=value, number=digits(draft.locale, count)) for value, count in counted
        ]
    if not words:
        return draft.say("missing", labels=noun_of(draft.locale, slot))
    noun = noun_of(draft.locale, slot)
    labels = plural(draft.wording, noun)
    if part.range and words[0] != words[-1]:
        key = "range_of_days" if slot.kind == "date" else "range"
        return draft.say(key, label=noun, labels=labels, first=words[0], last=words[-1])
    if part.in_all and part.total == len(words) > 1:
        return draft.say("values_in_all", total=draft.count(part.total), labels=labels, values=draft.listing(words))
    around = " ".join(places_in(draft, wish) for wish in part.within)
    if part.total > len(words):
        total = draft.count(part.total)
        return draft.say("values_some", around=around, total=total, labels=labels, values=", ".join(words))
    return draft.say("values_all", around=around, values=draft.listing(list(dict.fromkeys(words))))


def best_of_all(draft: Draft, part: BestOfAll) -> str:
    """Return what is the best of those that were shown, and what is of all that fits."""
    shown, best = draft.heading(part.shown), draft.heading(part.option)
    draft.focus = ()  # "it" would be the one that was named last
    return draft.say(
        "best_of_all",
        option=best,
        details=draft.all_details(part.option),
        shown=shown,
        shown_details=draft.all_details(part.shown),
        **extreme_words(draft, part.slot, part.direction),
    )


def averages(draft: Draft, part: Averages) -> str:
    """Return the mean of a slot, or its means by groups: "Station €690, Old Town €720"."""
    slot = slot_of(draft.locale, part.slot)
    words = [value_words(draft.locale, slot, value) for value in part.values]
    if not part.groups:
        return average(draft, part, words[0])
    by = slot_of(draft.locale, part.by)
    named = [value_words(draft.locale, by, group) for group in part.groups]
    told = [draft.say("average_of_group", group=group, value=value) for group, value in zip(named, words, strict=True)]
    if part.direction and len(told) > 1 and not is_had(draft.locale, slot, part.direction):
        order = superlative(draft.locale, slot, part.direction)
        return draft.say("averages_best", group=named[0], order=order, value=words[0], others=draft.listing(told[1:]))
    if part.total > len(told):
        labels = plural(draft.wording, noun_of(draft.locale, by))
        return draft.say("averages_some", total=draft.count(part.total), labels=labels, values=", ".join(told))
    return draft.say("averages_all", label=noun_of(draft.locale, slot), values=draft.listing(told))


def average(draft: Draft, part: Averages, value: str) -> str:
    """Return the mean of a slot: "The price of tractors with air brakes is €42,438 on average."."""
    slot = slot_of(draft.locale, part.slot)
    adjectives = adjective_wishes(draft.locale, part.wishes)
    others = [wish for wish in part.wishes if wish not in adjectives]
    items = things(draft.locale, adjectives, draft.schema.items, many=True) or draft.schema.items
    return draft.say(
        "average",
        label=noun_of(draft.locale, slot),
        value=value,
        items=items if part.wishes else "",
        wishes=condition_words(draft.locale, others),
    )
