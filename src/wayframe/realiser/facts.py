"""Facts of options in words: what they have, whether something is so, how they differ, why one was taken."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from wayframe.meaning.records import Clock, Days, Flag, Money, Number, Value
from wayframe.planner.plan import Comparison, Holds, OptionView, Reason, Tell
from wayframe.realiser.draft import Draft, in_name, shared_values
from wayframe.realiser.slots import (
    Predicate,
    comparative,
    extreme,
    facts,
    joined_predicates,
    measure_words,
    predicate,
    short_answer,
    slot_of,
    superlative,
    with_stay,
)
from wayframe.realiser.wishes import nothing_words, wish_predicate
from wayframe.schema import Slot

MOST_IN_SENTENCE = 3
MOST_DIFFERENCES = 4
MOST_EXTREMES = 4
MOST_ALIKE = 2


# Facts


def tell(draft: Draft, part: Tell) -> str:
    """Return the facts of options, those that were told before left out, then what isn't known of them."""
    sentences = []
    if len(part.options) == 1:
        sentences.append(tell_one(draft, part))
    elif part.options:
        sentences.append(tell_several(draft, part.options))
    draft.note_told(part.options)
    if part.missing:
        sentences.append(missing(draft, part))
    return " ".join(sentence for sentence in sentences if sentence)


def tell_one(draft: Draft, part: Tell) -> str:
    """Return the facts of one option: a sentence where they are few, a list where they are many."""
    option = part.options[0]
    values = draft.untold(option)
    if len(values) > 1:
        values.pop(draft.locale.schema.name, None)
    best = ""
    if part.chosen:
        best = superlative(draft.locale, slot_of(draft.locale, part.chosen[0]), part.chosen[1])
    if not values:
        if best:
            return draft.say("told_chosen_bare", superlative=best, subject=draft.subject([option]))
        return "" if option.values or part.missing else draft.say("told_bare", subject=draft.subject([option]))
    fresh = OptionView(option.frame, option.name, option.place, values, option.party)
    few = len(with_stay(draft.locale, values)) <= MOST_IN_SENTENCE
    if few and not best and draft.locale.schema.name not in values:
        subject = draft.subject([option])
        return draft.say("told", subject=subject, predicates=predicates(draft, fresh, values, many=False))
    details = draft.all_details(fresh)
    if not details:
        return draft.say("told_bare", subject=draft.subject([option]))
    if best:
        heading = draft.heading(fresh)
        draft.focus = (option.frame,)
        return draft.say("told_chosen", superlative=best, subject=heading, details=details)
    heading = draft.heading(fresh)
    draft.focus = (option.frame,)
    return draft.say("told_list", subject=heading, details=details)


def predicates(draft: Draft, option: OptionView, values: Mapping[str, Value], *, many: bool) -> str:
    """Return facts of an option as a predicate, its price with whom it is for."""
    groups: dict[tuple[str, bool], list[str]] = {}
    price = draft.locale.schema.price
    for name, value in with_stay(draft.locale, values).items():
        slot = slot_of(draft.locale, name)
        said = predicate(draft.locale, slot, value)
        words = said.object
        if price and name == price.name and isinstance(value, Money) and option.party:
            words = draft.price_words(value, option.party)
        groups.setdefault((said.verb, said.denied), []).append(words)
    return joined_predicates(draft.locale, groups, many=many)


def tell_several(draft: Draft, options: Sequence[OptionView]) -> str:
    """Return the facts of several options: what they share once, then what each has."""
    values = [with_stay(draft.locale, draft.untold(option)) for option in options]
    values = [{s: v for s, v in each.items() if s != draft.locale.schema.name} for each in values]
    slots = list(dict.fromkeys(slot for each in values for slot in each))
    if not slots:
        named = all(set(option.values) <= {draft.locale.schema.name} for option in options)
        return draft.say("told_bare", subject=draft.subject(options)) if named else ""
    shared = shared_values(draft.locale, values)
    if set(shared) == set(slots):
        draft.focus = tuple(option.frame for option in options)
        both = draft.quantifier(len(options))
        return draft.say("told", subject=both, predicates=predicates(draft, options[0], shared, many=True))
    if len(slots) == 1:
        return tell_slot(draft, options, values, slot_of(draft.locale, slots[0]))
    clauses = [
        draft.say("told_each", subject=draft.name(option), details=", ".join(facts(draft.locale, own)))
        for option, each in zip(options, values, strict=True)
        if (own := {slot: value for slot, value in each.items() if slot not in shared})
    ]
    if shared:
        words = predicates(draft, options[0], shared, many=True)
        clauses.append(draft.say("gap", subject=draft.quantifier(len(options)), object=words))
    draft.focus = tuple(option.frame for option in options)
    return draft.say("compare_many", clauses="; ".join(clauses))


def tell_slot(draft: Draft, options: Sequence[OptionView], values: Sequence[Mapping[str, Value]], slot: Slot) -> str:
    """Return one slot of several options: "The Terrazza costs $2,348.38 and the Fairwind $2,435.24"."""
    known = [(option, each[slot.name]) for option, each in zip(options, values, strict=True) if slot.name in each]
    if slot.kind == "yes_no":
        yes = [option for option, value in known if value == Flag(True)]
        no = [option for option, value in known if value == Flag(False)]
        return draft.say("clause", clause=split(draft, yes, no, [predicate(draft.locale, slot, Flag(True))]))
    clauses: list[str] = []
    verb = ""
    for option, value in known:
        said = predicate(draft.locale, slot, value)
        words = said.object
        if said.verb != verb or len(known) == 1:
            words = predicates(draft, option, {slot.name: value}, many=False)
        verb = said.verb
        clauses.append(draft.say("gap", subject=draft.name(option), object=words))
    draft.focus = tuple(option.frame for option in options)
    return draft.say("clause", clause=draft.listing(clauses))


def missing(draft: Draft, part: Tell) -> str:
    """Return that nothing is known of some slots."""
    slots = [slot_of(draft.locale, name) for name in part.missing]
    labels = draft.listing([slot.label for slot in slots], "or")
    if not part.options or any(slot.kind == "yes_no" for slot in slots):
        return draft.say("missing_flags", labels=labels)
    frames = tuple(option.frame for option in part.options)
    possessive = draft.say("its" if len(frames) == 1 else "their")
    if frames != draft.focus:
        possessive = draft.say("possessive", name=draft.names(part.options))
    draft.focus = frames
    return draft.say("missing", possessive=possessive, labels=labels)


# Whether something is so


def holds(draft: Draft, parts: Sequence[Holds]) -> str:
    """Return the answer to yes/no questions that are about the same options and come out the same way."""
    part = parts[0]
    said = [wish_predicate(draft.locale, each.wish) for each in parts]
    lead = not draft.answered
    draft.answered = True
    draft.told.update((o.frame, each.wish.slot) for each in parts for o in (*each.yes, *each.no))
    sentences = []
    if part.yes and part.no:
        sentences.append(draft.say("clause", clause=split(draft, part.yes, part.no, said)))
    elif part.yes:
        sentences.append(draft.say("yes" if lead else "clause", clause=all_of(draft, part.yes, said)))
    elif part.no:
        sentences.append(draft.say("no" if lead else "clause", clause=none_of(draft, part.no, parts, said)))
    if part.unknown:
        sentences.append(unknown(draft, part, said))
    return " ".join(sentences)


def mixed_holds(draft: Draft, parts: Sequence[Holds]) -> str:
    """Return the answers to several yes/no questions on one option: "It has wifi but doesn't have a gym"."""
    option = (*parts[0].yes, *parts[0].no)[0]
    groups: dict[tuple[str, bool], list[str]] = {}
    for part in parts:
        said = wish_predicate(draft.locale, part.wish)
        groups.setdefault((said.verb, said.denied == bool(part.yes)), []).append(said.object)
    draft.answered = True
    draft.told.update((option.frame, part.wish.slot) for part in parts)
    subject = draft.subject([option])
    return draft.say("told", subject=subject, predicates=joined_predicates(draft.locale, groups, many=False))


def grouped(said: Sequence[Predicate], *, denied: bool) -> dict[tuple[str, bool], list[str]]:
    """Return predicates by their verb, all said or all denied."""
    groups: dict[tuple[str, bool], list[str]] = {}
    for each in said:
        groups.setdefault((each.verb, each.denied != denied), []).append(each.object)
    return groups


def all_of(draft: Draft, options: Sequence[OptionView], said: Sequence[Predicate]) -> str:
    """Return that something is so of all options: "both have wifi"."""
    many = len(options) > 1
    subject = draft.quantifier(len(options)) if many else draft.subject(options)
    draft.focus = tuple(option.frame for option in options)
    words = joined_predicates(draft.locale, grouped(said, denied=False), many=many)
    return draft.say("gap", subject=subject, object=words)


def none_of(draft: Draft, options: Sequence[OptionView], parts: Sequence[Holds], said: Sequence[Predicate]) -> str:
    """Return that something is so of no option: "neither has wifi", or what one has instead: "it costs $2,540.84"."""
    locale = draft.locale
    if len(options) == 1:
        instead = {
            part.wish.slot: value
            for part in parts
            if not isinstance(value := options[0].values.get(part.wish.slot), Flag | None)
        }
        subject = draft.subject(options)
        if len(instead) == len(parts):
            return draft.say("gap", subject=subject, object=predicates(draft, options[0], instead, many=False))
        words = joined_predicates(locale, grouped(said, denied=True), many=False)
        return draft.say("gap", subject=subject, object=words)
    draft.focus = tuple(option.frame for option in options)
    if any(each.denied for each in said):
        words = joined_predicates(locale, grouped(said, denied=True), many=True)
        return draft.say("gap", subject=draft.quantifier(len(options)), object=words)
    count = draft.count(len(options))
    subject = draft.say("neither") if len(options) == 2 else draft.say("none", count=count)
    return draft.say("gap", subject=subject, object=joined_predicates(locale, grouped(said, denied=False), many=False))


def split(draft: Draft, yes: Sequence[OptionView], no: Sequence[OptionView], said: Sequence[Predicate]) -> str:
    """Return of which options something is so: "the Fairwind has wifi; the Terrazza doesn't", "only the Anselm has"."""
    verbs = draft.locale.wording.verbs
    words = joined_predicates(draft.locale, grouped(said, denied=False), many=len(yes) > 1)
    if not yes:
        return draft.say("gap", subject=draft.names(no), object=denial(draft, said, many=len(no) > 1))
    positive = draft.say("gap", subject=draft.names(yes), object=words)
    draft.focus = tuple(option.frame for option in yes)
    if not no:
        return positive
    if len(yes) == 1 and len(no) > 1:
        return draft.say("only_one", clause=positive)
    short = short_answer(verbs[said[0].verb], many=len(no) > 1, denied=not said[0].denied)
    if len({(each.verb, each.denied) for each in said}) > 1:
        short = denial(draft, said, many=len(no) > 1)
    return draft.say("split", yes=positive, no=draft.say("gap", subject=draft.names(no), object=short))


def denial(draft: Draft, said: Sequence[Predicate], *, many: bool) -> str:
    """Return the denial of predicates."""
    return joined_predicates(draft.locale, grouped(said, denied=True), many=many)


def unknown(draft: Draft, part: Holds, said: Sequence[Predicate]) -> str:
    """Return of which options it isn't known."""
    if part.yes or part.no:
        return draft.say("holds_unknown", names=draft.names(part.unknown, "or"))
    many = len(part.unknown) > 1
    subject = draft.subject(part.unknown)
    words = joined_predicates(draft.locale, grouped(said, denied=False), many=many)
    return draft.say("holds_unknown_alone", subject=subject, predicate=words)


# Comparisons


def comparison(draft: Draft, part: Comparison) -> str:
    """Return in what options differ, most telling first, then in a few words what they share."""
    if not part.options:
        return ""
    values = [
        with_stay(draft.locale, {s: v for s, v in option.values.items() if s in part.slots}) for option in part.options
    ]
    # Names that hold a value ("Ford Fiesta") say that they differ in it.
    named = {
        slot
        for slot in part.slots
        if all(in_name(draft.locale, option, slot, option.values.get(slot)) for option in part.options)
    }
    values = [{slot: value for slot, value in each.items() if slot not in named} for each in values]
    slots = [slot_of(draft.locale, slot) for slot in part.slots if any(slot in each for each in values)]
    sentences = []
    if len(part.options) == 2:
        sentences.append(compare_two(draft, part.options, values, slots[:MOST_DIFFERENCES]))
    elif len(slots) == 1:
        sentences.append(tell_slot(draft, part.options, values, slots[0]))
    else:
        sentences.append(compare_many(draft, part.options, values, slots[:MOST_EXTREMES]))
    if not any(sentences):
        sentences = [draft.say("no_difference")]
    draft.note_told(part.options)
    alike = {slot: value for slot, value in part.options[0].values.items() if slot in part.alike}
    alike = {slot: value for slot, value in alike.items() if value != Flag(False)}
    if alike:
        few = dict(list(with_stay(draft.locale, alike).items())[:MOST_ALIKE])
        words = predicates(draft, part.options[0], few, many=True)
        sentences.append(draft.say("alike", both=draft.quantifier(len(part.options)), predicates=words))
    draft.focus = tuple(option.frame for option in part.options)
    return " ".join(sentence for sentence in sentences if sentence)


def rank(value: Value | None) -> float | None:
    """Return a value as a number by which it comes before or after others; None where it has no order."""
    match value:
        case Number() | Money() | Clock():
            return value.value
        case Days():
            return value.first.toordinal()
    return None


Groups = dict[tuple[str, bool], list[str]]


def compare_two(
    draft: Draft, options: Sequence[OptionView], values: Sequence[Mapping[str, Value]], slots: Sequence[Slot]
) -> str:
    """Return what speaks for one of two options and what for the other."""
    sides: tuple[Groups, Groups] = ({}, {})
    for slot in slots:
        first, second = (each.get(slot.name) for each in values)
        if first is None or second is None or first == second:
            continue
        ranks = (rank(first), rank(second))
        if isinstance(first, Flag):
            said = predicate(draft.locale, slot, Flag(True))
            sides[not first.value].setdefault((said.verb, said.denied), []).append(said.object)
        elif ranks[0] is not None and ranks[1] is not None and ranks[0] != ranks[1]:
            side, said = advantage(draft, slot, (first, second), (ranks[0], ranks[1]))
            sides[side].setdefault((said.verb, said.denied), []).append(said.object)
        else:
            for one_side, value in zip(sides, (first, second), strict=True):
                said = predicate(draft.locale, slot, value)
                one_side.setdefault((said.verb, said.denied), []).append(said.object)
    clauses = [
        draft.say("gap", subject=draft.name(option), object=joined_predicates(draft.locale, side, many=False))
        for option, side in zip(options, sides, strict=True)
        if side
    ]
    if not clauses:
        return ""
    # A comparison names both, even where all speaks for one.
    if len(clauses) == 1:
        silent = options[0] if not sides[0] else options[1]
        return draft.say("compare_one", first=clauses[0], other=draft.name(silent))
    return draft.say("compare_two", first=clauses[0], second=clauses[1])


def advantage(
    draft: Draft, slot: Slot, values: tuple[Value, Value], ranks: tuple[float, float]
) -> tuple[int, Predicate]:
    """Return which of two options is better in a slot, and how: "be" + "cheaper ($489 against $549)".

    Where neither way is better, the first option is said to be more or less than the second.
    """
    lower = 0 if ranks[0] < ranks[1] else 1
    side = {"less": lower, "more": 1 - lower, "": 0}[slot.better]
    direction = "less" if side == lower else "more"
    words = [measure_words(draft.locale, slot, value) for value in values]
    said = comparative(draft.locale, slot, direction)
    text = draft.say("against", adjective=said.object, first=words[side], second=words[1 - side])
    return side, Predicate(said.verb, text)


def compare_many(
    draft: Draft, options: Sequence[OptionView], values: Sequence[Mapping[str, Value]], slots: Sequence[Slot]
) -> str:
    """Return which of several options is the extreme of each slot, and which alone has or lacks a feature."""
    groups: dict[tuple[int, ...], Groups] = {}
    alone: list[tuple[int, Predicate]] = []
    for slot in slots:
        have = [each.get(slot.name) for each in values]
        ranks = [rank(value) for value in have]
        if have.count(have[0]) == len(have):
            continue
        if slot.kind == "yes_no":
            yes = tuple(number for number, value in enumerate(have) if value == Flag(True))
            no = tuple(number for number, value in enumerate(have) if value == Flag(False))
            if len(yes) == 1:
                alone.append((yes[0], predicate(draft.locale, slot, Flag(True))))
            elif len(no) == 1:
                alone.append((no[0], predicate(draft.locale, slot, Flag(False))))
            elif yes:
                said = predicate(draft.locale, slot, Flag(True))
                groups.setdefault(yes, {}).setdefault((said.verb, said.denied), []).append(said.object)
        elif slot.measured and any(number is not None for number in ranks):
            winners, said = winner(draft, slot, have, ranks)
            groups.setdefault(winners, {}).setdefault((said.verb, said.denied), []).append(said.object)
        else:
            for number, value in enumerate(have):
                if value is not None:
                    said = predicate(draft.locale, slot, value)
                    groups.setdefault((number,), {}).setdefault((said.verb, said.denied), []).append(said.object)
    clauses = []
    for winners, said_of in groups.items():
        words = joined_predicates(draft.locale, said_of, many=len(winners) > 1)
        clauses.append(draft.say("gap", subject=draft.names([options[n] for n in winners]), object=words))
    for number, each in alone:
        words = joined_predicates(draft.locale, {(each.verb, each.denied): [each.object]}, many=False)
        clause = draft.say("gap", subject=draft.name(options[number]), object=words)
        clauses.append(draft.say("only_one", clause=clause))
    named = {number for winners in groups for number in winners} | {number for number, _ in alone}
    for number, option in enumerate(options):
        if number not in named and values[number]:
            # What it doesn't excel in is told by the most telling slot alone.
            first = next(slot.name for slot in slots if slot.name in values[number])
            details = ", ".join(facts(draft.locale, {first: values[number][first]}))
            clauses.append(draft.say("told_each", subject=draft.name(option), details=details))
    return draft.say("compare_many", clauses="; ".join(clauses)) if clauses else ""


def winner(
    draft: Draft, slot: Slot, have: Sequence[Value | None], ranks: Sequence[float | None]
) -> tuple[tuple[int, ...], Predicate]:
    """Return which options have the best of a slot and what it is: "be" + "the cheapest ($489.77)"."""
    known = [number for number in ranks if number is not None]
    best = max(known) if slot.better == "more" else min(known)
    winners = tuple(number for number, value in enumerate(ranks) if value == best)
    value = have[winners[0]]
    words = measure_words(draft.locale, slot, value) if value is not None else ""
    said = extreme(draft.locale, slot, slot.better or "less")
    return winners, Predicate(said.verb, draft.say("extreme", extreme=said.object, value=words))


# Reasons


def reason(draft: Draft, part: Reason) -> str:
    """Return why an option is the one: the best of those with what was wished for."""
    subject = draft.subject([part.option])
    wishes = part.wishes[:MOST_IN_SENTENCE]
    if part.best:
        said = extreme(draft.locale, slot_of(draft.locale, part.best[0]), part.best[1])
        words = joined_predicates(draft.locale, {(said.verb, False): [said.object]}, many=False)
        key = "reason_best" if wishes else "reason_best_bare"
        because = draft.say(key, extreme=words, wishes=nothing_words(draft.locale, wishes))
        return draft.say("reason", subject=subject, because=because)
    if not wishes:
        return draft.say("reason_none")
    groups: Groups = {}
    for wish in wishes:
        said = wish_predicate(draft.locale, wish)
        groups.setdefault((said.verb, said.denied), []).append(said.object)
    words = joined_predicates(draft.locale, groups, many=False)
    return draft.say("reason", subject=subject, because=draft.say("reason_wishes", predicates=words))
