"""The dialogue itself in words: what was done, what was said so far, what was taken in."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from wayframe.meaning.records import Wish
from wayframe.planner.plan import Done, Noted, OptionView, Recalled
from wayframe.realiser.draft import Draft, frames_of, without
from wayframe.realiser.options import shared_party, shared_place
from wayframe.realiser.slots import facts, filled, slot_of
from wayframe.realiser.values import party_words, plain, value_words
from wayframe.realiser.wishes import wish_words

MOST_DESCRIBED = 4

# Bookings


def done(draft: Draft, part: Done) -> str:
    """Return what was booked, cancelled or changed."""
    if not part.options:
        return ""
    changed = part.purpose == "change" and bool(part.changed)
    text = done_change(draft, part) if changed else done_plainly(draft, part)
    draft.note_told(part.options)
    return text


def done_plainly(draft: Draft, part: Done) -> str:
    """Return what was done to options, each with all that it is known by."""
    return draft.say(f"done_{part.purpose}", options="; ".join(booked(draft, option) for option in part.options))


def booked(draft: Draft, option: OptionView) -> str:
    """Return a booking with its facts, the price last: "Fairwind Residence in Rome, August 22 to 26, $2,435.24"."""
    details = ", ".join(filter(None, (*draft.details(option), draft.price(option))))
    return draft.say("booked", option=draft.heading(option, listed=True), details=details)


def done_change(draft: Draft, part: Done) -> str:
    """Return what became of bookings."""
    pairs = zip(part.options, part.changed, strict=False)
    return draft.say("done_change", options=draft.listing([changed(draft, new, old) for new, old in pairs]))


def changed(draft: Draft, new: OptionView, old: OptionView) -> str:
    """Return what is other than it was in a booking, with what it was."""
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
        party=party_words(draft.locale, party) if party and party != draft.usual_party else "",
        options=text,
        items="" if options else draft.items,
    )


def recalled_bookings(draft: Draft, part: Recalled) -> str:
    """Return the bookings that stand, with their sum where there are several."""
    # What was said of an option just before isn't said of its booking again.
    fresh = [replace(option, values=draft.untold(option)) for option in part.bookings]
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
    conjunction = "or" if part.kind == "rejected" else "and"
    options = draft.names(part.options, conjunction)
    return draft.say(f"noted_{part.kind}", wishes=noted_wishes(draft, part), options=options)


def noted_wishes(draft: Draft, part: Noted) -> str:
    """Return the wishes that hold now, or those that no longer matter."""
    if part.kind != "dropped":
        return wish_words(draft.locale, part.wishes)
    dropped = [no_matter(draft, wish) for wish in part.wishes]
    return draft.listing(list(dict.fromkeys(dropped)))


def no_matter(draft: Draft, wish: Wish) -> str:
    """Return that a slot no longer matters: "any price", "with or without wifi"."""
    slot = slot_of(draft.locale, wish.slot)
    if slot.kind == "yes_no":
        return filled(draft.locale, draft.wording.kinds["yes_no"].ask, slot, "")
    return draft.wording.bounds["any"].format(label=slot.label)
