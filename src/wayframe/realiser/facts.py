"""Facts of options in words: what they have, whether something is so, why one was taken."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from wayframe.meaning.records import Flag, Party, Value
from wayframe.planner.plan import Holds, OptionView, Reason, Tell
from wayframe.realiser.draft import Draft, frames_of, shared_values, without
from wayframe.realiser.slots import (
    Predicate,
    clause,
    extreme,
    phrase,
    predicate,
    short_answer,
    slot_of,
    superlative,
    with_stay,
)
from wayframe.realiser.values import value_words
from wayframe.realiser.wishes import condition_words, wish_predicate
from wayframe.schema import Slot

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
    option = part.options[0]
    fresh = replace(option, values=draft.untold(option))
    if part.chosen:
        return tell_chosen(draft, fresh, part.chosen)
    if len(with_stay(draft.locale, fresh.values)) > MOST_IN_SENTENCE:
        return tell_list(draft, fresh)
    if fresh.values:
        return tell_sentence(draft, fresh)
    nothing_to_tell = option.values or part.missing
    return "" if nothing_to_tell else draft.say("told_bare", subject=draft.subject([option]))


def tell_sentence(draft: Draft, option: OptionView) -> str:
    """Return the few facts of one option."""
    details = "" if draft.focus == (option.frame,) else draft.all_details(option)
    words = clause(draft.locale, predicates(draft, option), many=False)
    return draft.say("told", subject=draft.subject([option]), predicates=words, details=details)


def tell_list(draft: Draft, option: OptionView) -> str:
    """Return the many facts of one option."""
    heading, details = draft.heading(option), draft.all_details(option)
    draft.focus = (option.frame,)
    return draft.say("told_list", subject=heading, details=details)


def tell_chosen(draft: Draft, option: OptionView, chosen: tuple[str, str]) -> str:
    """Return the facts of the option that is the extreme of a slot."""
    slot, direction = chosen
    best = superlative(draft.locale, slot_of(draft.locale, slot), direction)
    heading, details = draft.heading(option), draft.all_details(option)
    draft.focus = (option.frame,)
    return draft.say("told_chosen", superlative=best, subject=heading, details=details)


def predicates(draft: Draft, option: OptionView) -> list[Predicate]:
    """Return what is told of an option as predicates, its price with whom it is for."""
    said = []
    for name, value in with_stay(draft.locale, option.values).items():
        each = predicate(draft.locale, slot_of(draft.locale, name), value)
        said.append(each._replace(object=draft.price(option)) if name == draft.price_slot else each)
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
    return list(dict.fromkeys(slot for option in options for slot in option.values))


def tell_apart(draft: Draft, options: Sequence[OptionView], shared: Mapping[str, Value]) -> str:
    """Return what each of several options has, then what they share."""
    own = [replace(option, values=without(option.values, shared)) for option in options]
    told = [(draft.name(option), details) for option in own if (details := draft.all_details(option))]
    clauses = [draft.say("told_each", subject=name, details=details) for name, details in told]
    alike = predicates(draft, replace(options[0], values=shared))
    draft.focus = frames_of(options)
    return draft.say(
        "told_several",
        clauses="; ".join(clauses),
        both=draft.quantifier(len(options)),
        predicates=clause(draft.locale, alike, many=True),
    )


def tell_slot(draft: Draft, options: Sequence[OptionView], slot: Slot) -> str:
    """Return one slot of several options: "The Terrazza costs $2,348.38 and the Fairwind $2,435.24"."""
    told = [option for option in options if slot.name in option.values]
    if slot.kind == "yes_no":
        return tell_feature(draft, told, slot)
    groups: dict[tuple[Value, Party | None], list[OptionView]] = {}
    for option in told:
        groups.setdefault((option.values[slot.name], option.party), []).append(option)
    clauses: list[str] = []
    for alike in groups.values():
        words = value_of(draft, alike, slot, first=told[0])
        clauses.append(draft.say("gap", subject=draft.names(alike), object=words))
    draft.focus = frames_of(options)
    return draft.say("clause", clause=draft.listing(clauses))


def tell_feature(draft: Draft, options: Sequence[OptionView], slot: Slot) -> str:
    """Return which of several options have a feature."""
    yes = [option for option in options if option.values[slot.name] == Flag(True)]
    no = [option for option in options if option not in yes]
    return draft.say("clause", clause=split(draft, yes, no, [predicate(draft.locale, slot, Flag(True))]))


def value_of(draft: Draft, options: Sequence[OptionView], slot: Slot, first: OptionView) -> str:
    """Return the value that options have alike: of the first one with its verb, then by itself.

    Whom a price is for is told again only where that differs.
    """
    option = options[0]
    value = option.values[slot.name]
    if option == first:
        alone = replace(option, values={slot.name: value})
        return clause(draft.locale, predicates(draft, alone), many=len(options) > 1)
    if slot.name == draft.price_slot and option.party != first.party:
        return draft.price(option)
    return value_words(draft.locale, slot, value) if slot.measured else phrase(draft.locale, slot, value).text


def missing(draft: Draft, part: Tell) -> str:
    """Return that nothing is known of some slots."""
    if not part.missing:
        return ""
    slots = [slot_of(draft.locale, name) for name in part.missing]
    labels = draft.listing([slot.label for slot in slots], "or")
    kinds = {slot.kind for slot in slots}
    if "yes_no" in kinds or draft.is_focus(part.options):
        return draft.say("missing", labels=labels)
    return draft.say("missing", labels=labels, names=draft.names(part.options))


# Whether something is so


def holds(draft: Draft, parts: Sequence[Holds]) -> str:
    """Return the answer to yes/no questions that are about the same options and come out the same way."""
    part = parts[0]
    said = [wish_predicate(draft.locale, each.wish) for each in parts]
    plainly = draft.answered or any(each.denied for each in parts)
    key = "clause" if plainly else ANSWERS[bool(part.yes), bool(part.no)]
    draft.answered = True
    draft.told.update((option.frame, each.wish.slot) for each in parts for option in (*each.yes, *each.no))
    answer = draft.say(key, clause=answer_clause(draft, parts, said))
    return f"{answer} {unknown(draft, part, said)}".strip()


ANSWERS = {(True, False): "answer_yes", (False, True): "answer_no", (True, True): "clause", (False, False): "clause"}
"""The phrasings of an answer, by whether something is so of some options, and isn't of some."""


def answer_clause(draft: Draft, parts: Sequence[Holds], said: Sequence[Predicate]) -> str:
    """Return of which options something is so, and of which it isn't."""
    yes, no = parts[0].yes, parts[0].no
    if yes and no:
        return split(draft, yes, no, said)
    if yes:
        return all_of(draft, yes, said)
    if len(no) == 1:
        return none_of_one(draft, no[0], parts, said)
    return none_of(draft, no, said) if no else ""


def mixed_holds(draft: Draft, parts: Sequence[Holds]) -> str:
    """Return the answers to several yes/no questions on one option: "It has wifi but has no gym"."""
    option = (*parts[0].yes, *parts[0].no)[0]
    said = [denied(wish_predicate(draft.locale, part.wish), not part.yes) for part in parts]
    draft.answered = True
    draft.told.update((option.frame, part.wish.slot) for part in parts)
    subject = draft.subject([option])
    return draft.say("told", subject=subject, predicates=clause(draft.locale, said, many=False))


def denied(said: Predicate, is_denied: bool) -> Predicate:
    """Return a predicate or its denial."""
    return said._replace(denied=said.denied != is_denied)


def denial(draft: Draft, said: Sequence[Predicate], *, many: bool) -> str:
    """Return the denial of predicates."""
    return clause(draft.locale, [denied(each, True) for each in said], many=many)


def all_of(draft: Draft, options: Sequence[OptionView], said: Sequence[Predicate]) -> str:
    """Return that something is so of all options: "both have wifi"."""
    many = len(options) > 1
    subject = draft.quantifier(len(options)) if many else draft.subject(options)
    draft.focus = frames_of(options)
    return draft.say("gap", subject=subject, object=clause(draft.locale, said, many=many))


def none_of_one(draft: Draft, option: OptionView, parts: Sequence[Holds], said: Sequence[Predicate]) -> str:
    """Return that something isn't so of an option, by what it has instead where that is known: "it costs $2,540.84"."""
    subject = draft.subject([option])
    instead = {part.wish.slot: option.values.get(part.wish.slot, Flag(False)) for part in parts}
    if any(isinstance(value, Flag) for value in instead.values()):
        return draft.say("gap", subject=subject, object=denial(draft, said, many=False))
    told = predicates(draft, replace(option, values=instead))
    return draft.say("gap", subject=subject, object=clause(draft.locale, told, many=False))


def none_of(draft: Draft, options: Sequence[OptionView], said: Sequence[Predicate]) -> str:
    """Return that something is so of no option: "neither has wifi"."""
    draft.focus = frames_of(options)
    if any(each.denied for each in said):
        subject = draft.quantifier(len(options))
        return draft.say("gap", subject=subject, object=denial(draft, said, many=True))
    subject = draft.say("neither") if len(options) == 2 else draft.say("none", count=draft.count(len(options)))
    return draft.say("gap", subject=subject, object=clause(draft.locale, said, many=False))


def split(draft: Draft, yes: Sequence[OptionView], no: Sequence[OptionView], said: Sequence[Predicate]) -> str:
    """Return of which options something is so: "the Fairwind has wifi; the Terrazza doesn't", "only the Anselm has"."""
    if not yes:
        return draft.say("gap", subject=draft.names(no), object=denial(draft, said, many=len(no) > 1))
    subject = draft.names(yes)
    words = clause(draft.locale, said, many=len(yes) > 1)
    draft.focus = frames_of(yes)
    if len(yes) == 1 < len(no):
        return draft.say("only_one", subject=subject, object=words)
    positive = draft.say("gap", subject=subject, object=words)
    if not no:
        return positive
    negative = draft.say("gap", subject=draft.names(no), object=short_denial(draft, said, many=len(no) > 1))
    return draft.say("split", yes=positive, no=negative)


def short_denial(draft: Draft, said: Sequence[Predicate], *, many: bool) -> str:
    """Return the denial of predicates: by the verb alone where all have the same."""
    if len({(each.verb, each.denied) for each in said}) > 1:
        return denial(draft, said, many=many)
    return short_answer(draft.wording.verbs[said[0].verb], many=many, denied=not said[0].denied)


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
    """Return why an option is the one: the best of those with what was wished for."""
    wishes = part.wishes[:MOST_IN_SENTENCE]
    said = [wish_predicate(draft.locale, wish) for wish in wishes]
    if not part.best:
        subject = draft.subject([part.option]) if said else ""
        return draft.say("reason", subject=subject, predicates=clause(draft.locale, said, many=False))
    slot, direction = part.best
    best = extreme(draft.locale, slot_of(draft.locale, slot), direction)
    return draft.say(
        "reason",
        subject=draft.subject([part.option]),
        extreme=clause(draft.locale, [best], many=False),
        wishes=condition_words(draft.locale, wishes),
    )
