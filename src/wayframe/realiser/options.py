"""Options in words: offers, near misses, and that nothing fits."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from wayframe.meaning.records import Flag, Party, Value, Wish
from wayframe.planner.plan import Nothing, Offer, OptionView, Suggest
from wayframe.realiser.draft import Draft, frames_of, shared_values, without
from wayframe.realiser.slots import facts, slot_of, superlative, with_stay
from wayframe.realiser.values import party_words, plain
from wayframe.realiser.wishes import adjective_wishes, adjective_words, condition_words

MOST_BLAMED = 3


def offer(draft: Draft, part: Offer) -> str:
    """Return an offer: how many fit, what all share, then each option with what only it has."""
    if not part.options:
        return ""
    if part.again:
        text = offer_again(draft, part)
    elif len(part.options) == 1:
        text = offer_one(draft, part)
    else:
        text = offer_several(draft, part)
    draft.note_told(part.options)
    return text


def offer_again(draft: Draft, part: Offer) -> str:
    """Return options that were offered before, by their names and what was asked for now."""
    options = [replace(option, party=None) for option in part.options]
    named = draft.described_all(options, place=not shared_place(options))
    draft.focus = frames_of(options)
    return draft.say(f"offer_{part.again}", count=draft.count(len(options)), options=named)


def order_words(draft: Draft, part: Offer) -> str:
    """Return the adjective by which options come in order ("cheapest"); empty where they come in none."""
    if not part.by or part.direction is None:
        return ""
    return superlative(draft.locale, slot_of(draft.locale, part.by), part.direction)


def offer_one(draft: Draft, part: Offer) -> str:
    """Return an offer of a single option."""
    option = part.options[0]
    return draft.say(
        "offer_one",
        order=order_words(draft, part),
        total=draft.count(part.total) if part.total > 1 else "",
        option=draft.heading(option),
        details=draft.all_details(option),
    )


def offer_several(draft: Draft, part: Offer) -> str:
    """Return an offer of several options."""
    more = part.total > len(part.options)
    return draft.say(
        "offer_some" if more else "offer_all",
        order=order_words(draft, part),
        count=draft.count(len(part.options)),
        total=draft.count(part.total),
        **shared_and_options(draft, part.options),
    )


def shared_and_options(draft: Draft, options: Sequence[OptionView]) -> dict[str, str]:
    """Return the place, the party and the facts that all options share, and each option with what only it has."""
    place = shared_place(options)
    party = shared_party(options)
    shared = shared_values(draft.locale, [draft.unpriced(option) for option in options])
    rest = [replace(option, values=without(with_stay(draft.locale, option.values), shared)) for option in options]
    if party:
        rest = [replace(option, party=None) for option in rest]
    return {
        "place": plain(place),
        "party": party_words(draft.locale, party) if party and party != draft.usual_party else "",
        "both": draft.say("both" if len(options) == 2 else "every"),
        "shared": ", ".join(facts(draft.locale, shared)),
        "options": draft.described_all(rest, place=not place),
    }


def shared_place(options: Sequence[OptionView]) -> str:
    """Return the place where all options are; empty where they are in several or there is one option."""
    places = {option.place for option in options}
    return places.pop() if len(places) == 1 < len(options) else ""


def shared_party(options: Sequence[OptionView]) -> Party | None:
    """Return the party that all prices are for; None where they are for several or there is one option."""
    parties = {option.party for option in options}
    return parties.pop() if len(parties) == 1 < len(options) else None


# Near misses

Misses = Sequence[tuple[Wish, Value | None]]


def suggest(draft: Draft, part: Suggest) -> str:
    """Return near misses: the wishes that nothing fulfils, then the options nearest to them with what they have."""
    if not part.options:
        return ""
    given_up = {tuple(wish for wish, _ in missed) for missed in part.missed}
    alike = given_up.pop() if len(given_up) == 1 else ()
    options = [near_miss(option, missed, said=alike) for option, missed in zip(part.options, part.missed, strict=True)]
    text = draft.say(
        "nearest" if draft.nothing_said else "nothing_but",
        wishes=condition_words(draft.locale, alike),
        **shared_and_options(draft, options),
    )
    draft.note_told(part.options)
    unknown = draft.say("missing", labels=draft.listing(unknown_labels(draft, part), "or"))
    return f"{text} {unknown}".strip()


def near_miss(option: OptionView, missed: Misses, said: Sequence[Wish]) -> OptionView:
    """Return an option with the values that it has instead of those wished for.

    That it lacks a feature isn't told where all lack it, as was `said`.
    """
    instead = {wish.slot: value for wish, value in missed if value is not None}
    lacking = {wish.slot: value for wish, value in missed if wish in said and isinstance(value, Flag)}
    beside = {slot: value for slot, value in instead.items() if is_beside(option, value)}
    return replace(option, values=without({**option.values, **instead}, {**lacking, **beside}))


def is_beside(option: OptionView, value: Value) -> bool:
    """Return whether a value stands in the option's name or place."""
    return getattr(value, "value", None) in (option.name, option.place)


def unknown_labels(draft: Draft, part: Suggest) -> list[str]:
    """Return the labels of the wishes of which nobody knows whether an option fulfils them."""
    missed = [wish.slot for misses in part.missed for wish, value in misses if value is None]
    return [slot_of(draft.locale, slot).label for slot in dict.fromkeys(missed)]


# Nothing


def nothing(draft: Draft, part: Nothing) -> str:
    """Return that nothing fits, and why."""
    draft.nothing_said = True
    blamed = part.because if len(part.because) <= MOST_BLAMED else ()
    adjectives = adjective_wishes(draft.locale, blamed)
    return draft.say(
        NOTHING[part.reason],
        words=draft.listing([plain(word) for word in part.words], "or"),
        adjectives=adjective_words(draft.locale, adjectives),
        wishes=condition_words(draft.locale, [wish for wish in blamed if wish not in adjectives]),
        item=draft.item,
    )


NOTHING = {"no_more": "no_more", "unknown": "nothing_known", "combination": "nothing"}
"""The phrasings for each reason why nothing fits."""
