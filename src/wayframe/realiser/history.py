"""The dialogue itself in words: what was done, what was said so far, what was taken in."""

from __future__ import annotations

from msgspec.structs import replace

from wayframe.meaning.records import Value, Wish
from wayframe.planner.plan import Done, Noted, Recalled
from wayframe.realiser.draft import Draft, item_nouns
from wayframe.realiser.slots import filled, slot_of
from wayframe.realiser.values import plain, value_words
from wayframe.realiser.wishes import wish_words

MOST_DESCRIBED = 4


def done(draft: Draft, part: Done) -> str:
    """Return what was booked, cancelled or changed."""
    if not part.options:
        return ""
    options = part.options
    if part.purpose == "change" and part.changed:
        texts = [
            draft.say("instead", option=draft.described(replace(new, values=changes)), old=", ".join(before))
            if (before := [*draft.details(replace(old, values=were), party=False), *price_before(draft, were)])
            else draft.described(new)
            for new, old in zip(options, part.changed, strict=False)
            for changes, were in [changed_values(new.values, old.values)]
        ]
        text = draft.say("done_change", options=draft.listing(texts))
    else:
        text = draft.say(f"done_{part.purpose}", options=draft.described_all(options))
    draft.note_told(options)
    draft.focus = tuple(option.frame for option in options)
    return text


def changed_values(new: dict[str, Value], old: dict[str, Value]) -> tuple[dict[str, Value], dict[str, Value]]:
    """Return the values that a change made other than they were, as they are and as they were."""
    slots = [slot for slot in new if slot in old and new[slot] != old[slot]]
    return {slot: new[slot] for slot in slots}, {slot: old[slot] for slot in slots}


def price_before(draft: Draft, values: dict[str, Value]) -> list[str]:
    """Return what something cost before it was changed, where that changed."""
    slot = draft.locale.schema.price
    if slot and slot.name in values:
        return [value_words(draft.locale, slot, values[slot.name])]
    return []


def recalled(draft: Draft, part: Recalled) -> str:
    """Return what was said so far: wishes, options, bookings or all of it."""
    summary = part.about == "summary"
    sentences = []
    if part.about == "wishes" or (summary and (part.wishes or not (part.options or part.bookings))):
        words = wish_words(draft.locale, part.wishes)
        sentences.append(draft.say("recalled_wishes", wishes=words) if words else draft.say("recalled_no_wishes"))
    if part.about == "slot":
        words = wish_words(draft.locale, part.wishes)
        label = slot_of(draft.locale, part.slot).label
        sentences.append(
            draft.say("recalled_slot", wishes=words) if words else draft.say("recalled_no_slot", label=label)
        )
    if part.about == "options" or (summary and part.options):
        sentences.append(recalled_options(draft, part))
    if part.about == "bookings" or (summary and part.bookings):
        sentences.append(recalled_bookings(draft, part))
    return " ".join(sentence for sentence in sentences if sentence)


def recalled_options(draft: Draft, part: Recalled) -> str:
    """Return the options that were looked at, those of a place together."""
    if not part.options:
        return draft.say("recalled_no_options", items=item_nouns(draft.locale)[1])
    same_place = len({option.place for option in part.options}) == 1
    if len(part.options) <= MOST_DESCRIBED:
        options = draft.described_all(part.options, place=not same_place)
        draft.note_told(part.options)
    else:
        options = draft.listing([draft.heading(option, place=not same_place) for option in part.options])
    draft.focus = tuple(option.frame for option in part.options)
    if same_place and part.options[0].place:
        return draft.say("recalled_options_in", place=plain(part.options[0].place), options=options)
    return draft.say("recalled_options", options=options)


def recalled_bookings(draft: Draft, part: Recalled) -> str:
    """Return the bookings that stand, with their sum where there are several."""
    if not part.bookings:
        return draft.say("recalled_no_bookings")
    # What was said of an option just before isn't said of its booking again.
    options = draft.described_all([replace(option, values=draft.untold(option)) for option in part.bookings])
    draft.note_told(part.bookings)
    draft.focus = tuple(option.frame for option in part.bookings)
    price = draft.locale.schema.price
    if part.total is None or price is None or len(part.bookings) == 1:
        return draft.say("recalled_bookings", options=options)
    return draft.say("recalled_bookings_total", options=options, total=value_words(draft.locale, price, part.total))


def noted(draft: Draft, part: Noted) -> str:
    """Return that something was taken in: a perhaps, a rejection, a correction, a step back."""
    wishes = wish_words(draft.locale, part.wishes)
    if part.kind == "dropped":
        wishes = draft.listing(list(dict.fromkeys(no_matter(draft, wish) for wish in part.wishes)))
    key = f"noted_{part.kind}"
    phrases = draft.locale.wording.phrases
    if part.options and f"{key}_options" in phrases:
        return draft.say(f"{key}_options", options=draft.names(part.options))
    if wishes and f"{key}_wishes" in phrases:
        return draft.say(f"{key}_wishes", wishes=wishes)
    if part.kind == "rejected":
        options = draft.names(part.options, "or")
        return draft.say("noted_rejected", options=options) if options else draft.say("noted_rejected_bare")
    if part.kind in ("corrected", "dropped"):
        return draft.say(key, wishes=wishes) if wishes else draft.say(f"{key}_bare")
    return draft.say(key)


def no_matter(draft: Draft, wish: Wish) -> str:
    """Return that a slot no longer matters: "any price", "with or without wifi"."""
    slot = slot_of(draft.locale, wish.slot)
    if slot.kind == "yes_no":
        return filled(draft.locale, draft.locale.wording.kinds["yes_no"].ask, slot, "")
    return draft.locale.wording.bounds["any"].format(label=slot.label)
