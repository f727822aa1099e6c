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
    slot = slot_of(draft.locale, draft.price_slot)
    return [value_words(draft.locale, slot, values[slot.name])] if slot.name in values else []


def recalled(draft: Draft, part: Recalled) -> str:
    """Return what was said so far: wishes, options, bookings or all of it."""
    if part.about != "summary":
        return RECALLED[part.about](draft, part)
    held = {"wishes": part.wishes, "options": part.options, "bookings": part.bookings}
    abouts = [about for about, content in held.items() if content]
    return " ".join(RECALLED[about](draft, part) for about in abouts or ["wishes"])


def recalled_wishes(draft: Draft, part: Recalled) -> str:
    """Return all wishes."""
    return draft.fitting("recalled_wishes", "recalled_no_wishes", wishes=wish_words(draft.locale, part.wishes))


def recalled_slot(draft: Draft, part: Recalled) -> str:
    """Return the wishes for a slot."""
    label = slot_of(draft.locale, part.slot).label
    words = wish_words(draft.locale, part.wishes)
    return draft.fitting("recalled_slot", "recalled_no_slot", wishes=words, label=label)


def recalled_options(draft: Draft, part: Recalled) -> str:
    """Return the options that were looked at; few with their facts, the place once where all have the same."""
    if not part.options:
        return draft.say("recalled_no_options", items=item_nouns(draft.locale)[1])
    places = {option.place for option in part.options}
    alone = len(places) > 1
    if len(part.options) <= MOST_DESCRIBED:
        options = draft.described_all(part.options, place=alone)
        draft.note_told(part.options)
    else:
        options = draft.listing([draft.heading(option, place=alone) for option in part.options])
    draft.focus = tuple(option.frame for option in part.options)
    place = "" if alone else plain(part.options[0].place)
    return draft.fitting("recalled_options_in", "recalled_options", place=place, options=options)


def recalled_bookings(draft: Draft, part: Recalled) -> str:
    """Return the bookings that stand, with their sum where there are several."""
    if not part.bookings:
        return draft.say("recalled_no_bookings")
    # What was said of an option just before isn't said of its booking again.
    options = draft.described_all([replace(option, values=draft.untold(option)) for option in part.bookings])
    draft.note_told(part.bookings)
    draft.focus = tuple(option.frame for option in part.bookings)
    total = ""
    if part.total is not None and len(part.bookings) > 1:
        total = value_words(draft.locale, slot_of(draft.locale, draft.price_slot), part.total)
    return draft.fitting("recalled_bookings_total", "recalled_bookings", options=options, total=total)


RECALLED = {
    "wishes": recalled_wishes,
    "slot": recalled_slot,
    "options": recalled_options,
    "bookings": recalled_bookings,
}


def noted(draft: Draft, part: Noted) -> str:
    """Return that something was taken in: a perhaps, a rejection, a correction, a step back."""
    key = f"noted_{part.kind}"
    wishes = wish_words(draft.locale, part.wishes)
    if part.kind == "dropped":
        wishes = draft.listing(list(dict.fromkeys(no_matter(draft, wish) for wish in part.wishes)))
    options = draft.names(part.options, "or" if part.kind == "rejected" else "and")
    return draft.fitting(f"{key}_options", f"{key}_wishes", key, f"{key}_bare", wishes=wishes, options=options)


def no_matter(draft: Draft, wish: Wish) -> str:
    """Return that a slot no longer matters: "any price", "with or without wifi"."""
    slot = slot_of(draft.locale, wish.slot)
    if slot.kind == "yes_no":
        return filled(draft.locale, draft.locale.wording.kinds["yes_no"].ask, slot, "")
    return draft.locale.wording.bounds["any"].format(label=slot.label)
