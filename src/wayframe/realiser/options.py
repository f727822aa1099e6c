"""Options in words: offers, near misses, and that nothing fits."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from wayframe.meaning.records import Flag, Value, Wish
from wayframe.planner.plan import Nothing, Offer, OptionView, Suggest
from wayframe.realiser.draft import Draft, item_nouns, shared_values
from wayframe.realiser.slots import Phrase, facts, feature_phrase, merged, phrase, slot_of, superlative, with_stay
from wayframe.realiser.values import party_words, plain
from wayframe.realiser.wishes import flag_of, nothing_words

MOST_BLAMED = 3


def offer(draft: Draft, part: Offer) -> str:
    """Return an offer: how many fit, what all share, then each option with what only it has."""
    if not part.options:
        return ""
    text = offer_one(draft, part) if len(part.options) == 1 else offer_several(draft, part)
    draft.note_told(part.options)
    draft.focus = tuple(option.frame for option in part.options)
    return text


def order_words(draft: Draft, part: Offer) -> str:
    """Return the adjective by which options come in order ("cheapest"); empty where they come in none."""
    if not part.by or part.direction is None:
        return ""
    return superlative(draft.locale, slot_of(draft.locale, part.by), part.direction)


def offer_one(draft: Draft, part: Offer) -> str:
    """Return an offer of a single option."""
    option = part.options[0]
    return draft.fitting(
        "offer_one_best",
        "offer_one_of",
        "offer_one",
        "offer_one_bare",
        order=order_words(draft, part),
        total=draft.count(part.total) if part.total > 1 else "",
        option=draft.heading(option),
        details=draft.all_details(option),
    )


def offer_several(draft: Draft, part: Offer) -> str:
    """Return an offer of several options; place, party and facts that all share are said once."""
    options = part.options
    same_place = len({option.place for option in options}) == 1 and bool(options[0].place)
    parties = {option.party for option in options}
    same_party = len(parties) == 1 and options[0].party is not None
    shared = shared_values(draft.locale, [draft.unpriced(option) for option in options])
    rest = [replace(option, values=without(with_stay(draft.locale, option.values), shared)) for option in options]
    shared_text = ""
    if shared:
        details = ", ".join(facts(draft.locale, shared))
        shared_text += draft.say("shared", both=draft.say("both" if len(options) == 2 else "every"), details=details)
    if same_party and options[0].party:
        shared_text += draft.say("priced_for", party=party_words(draft.locale, options[0].party))
    order = order_words(draft, part)
    key = ("offer_some" if part.total > len(options) else "offer_all") + ("_ordered" if order else "")
    return draft.say(
        key,
        count=draft.count(len(options)),
        total=draft.count(part.total),
        items=item_nouns(draft.locale)[1],
        where=draft.say("where", place=plain(options[0].place)) if same_place else "",
        order=order,
        shared=shared_text,
        options=draft.described_all(rest, place=not same_place, party=not same_party),
    )


def without(values: dict[str, Value], shared: dict[str, Value]) -> dict[str, Value]:
    """Return values without those that are said of all."""
    return {slot: value for slot, value in values.items() if slot not in shared}


def suggest(draft: Draft, part: Suggest) -> str:
    """Return near misses: the wishes that nothing fulfils, then the options nearest to them."""
    if not part.options:
        return ""
    misses = list(zip(part.options, part.missed, strict=True))
    given_up = [{wish for wish, _ in missed} for missed in part.missed]
    same = bool(given_up[0]) and given_up.count(given_up[0]) == len(given_up)
    if same:
        key = "suggest_same"
        options = draft.described_all([with_instead(option, missed) for option, missed in misses])
    else:
        key = "suggest_each"
        options = "; ".join(near_miss(draft, option, missed) for option, missed in misses)
    nearest = draft.say("nearest_one" if len(part.options) == 1 else "nearest_many", options=options)
    wishes = nothing_words(draft.locale, [wish for wish, _ in part.missed[0]])
    draft.note_told(part.options)
    draft.focus = tuple(option.frame for option in part.options)
    return draft.say("suggest_known" if draft.nothing_said else key, wishes=wishes, nearest=nearest)


Misses = Sequence[tuple[Wish, Value | None]]


def with_instead(option: OptionView, misses: Misses) -> OptionView:
    """Return an option with the values that it has instead of those wished for; a missing feature was said already."""
    instead = {wish.slot: value for wish, value in misses if value is not None and not isinstance(value, Flag)}
    flags = {wish.slot for wish, _ in misses if flag_of(wish.constraint) is not None}
    values = {slot: value for slot, value in option.values.items() if slot not in flags}
    return replace(option, values={**values, **{s: v for s, v in instead.items() if not is_beside(option, s, v)}})


def is_beside(option: OptionView, slot: str, value: Value) -> bool:
    """Return whether a value stands in the option's name or place."""
    return getattr(value, "value", None) in (option.name, option.place) and slot not in option.values


def near_miss(draft: Draft, option: OptionView, misses: Misses) -> str:
    """Return an option with what it has instead: "the Fairwind at $2,435.24, but without wifi"."""
    slots = {wish.slot for wish, _ in misses}
    text = draft.described(replace(option, values={s: v for s, v in option.values.items() if s not in slots}))
    phrases = [instead_phrase(draft, wish, value) for wish, value in misses]
    return draft.say("miss", option=text, misses=draft.listing(merged(draft.locale, phrases))) if phrases else text


def instead_phrase(draft: Draft, wish: Wish, value: Value | None) -> Phrase:
    """Return what an option has instead of what was wished for: "with no" + "wifi", "at $2,435.24"."""
    slot = slot_of(draft.locale, wish.slot)
    wanted = flag_of(wish.constraint)
    if wanted is not None:
        return feature_phrase(draft.locale, slot, not wanted, after_nothing=True)
    if value is None:
        return Phrase(draft.say("label_unknown", label=slot.label))
    said = phrase(draft.locale, slot, value)
    return Phrase(draft.say("nothing_value", value=said.text)) if slot.name == draft.price_slot else said


def nothing(draft: Draft, part: Nothing) -> str:
    """Return that nothing fits, and why."""
    draft.nothing_said = True
    blamed = part.because if len(part.because) <= MOST_BLAMED else ()
    return draft.fitting(
        *NOTHING[part.reason],
        words=draft.listing([plain(word) for word in part.words], "or"),
        wishes=nothing_words(draft.locale, blamed),
        item=item_nouns(draft.locale)[0],
    )


NOTHING = {
    "no_more": ("no_more",),
    "unknown": ("unknown", "nothing_because", "nothing_together"),
    "combination": ("nothing_because", "nothing_together"),
}
