"""Courtesies in words, and what isn't known, isn't understood or isn't there."""

from __future__ import annotations

from wayframe.planner.plan import Courtesy, Empty, NotKnown, NotUnderstood
from wayframe.realiser.draft import Draft, frames_of
from wayframe.realiser.slots import feature_phrase, merged, slot_of, superlative
from wayframe.realiser.wishes import wish_words
from wayframe.schema import Schema, Slot


def courtesy(draft: Draft, part: Courtesy) -> str:
    """Return a courtesy."""
    return draft.say(part.kind, item=draft.schema.item, items=draft.schema.items)


def not_known(draft: Draft, part: NotKnown) -> str:
    """Return that the catalogue has nothing on what was asked."""
    labels = [slot_of(draft.locale, slot).label for slot in part.slots]
    return draft.say("not_known", words=draft.listing(labels, "or") or draft.quoted(part.words))


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
    fields = {"label": asked_label(draft.schema)}
    compared = compared_slot(draft.schema)
    if compared:
        fields["adjective"] = better_word(compared)
        fields["superlative"] = superlative(draft.locale, compared, compared.better or "less")
    features = [slot for slot in draft.schema.of_kind("yes_no") if slot.told]
    if features:
        fields["feature"] = " ".join(merged(draft.locale, [feature_phrase(draft.locale, features[0], True)]))
    return fields


def asked_label(schema: Schema) -> str:
    """Return the label of a slot to ask about: the price, else the first that is told."""
    if schema.price:
        return schema.price.label
    labels = [slot.label for slot in schema.slots if slot.told and slot.name != schema.name]
    return next(iter(labels), "")


def compared_slot(schema: Schema) -> Slot | None:
    """Return a slot to compare by: one of which one way is better, else any with adjectives."""
    worded = [slot for slot in schema.slots if slot.measured and slot.less + slot.more]
    worded.sort(key=lambda slot: not slot.better)
    return next(iter(worded), None)


EXAMPLES: dict[str, tuple[str, ...]] = {
    "": (),
    "wish": ("example_adjective", "example_feature"),
    "question": ("example_question",),
    "reference": ("example_reference", "example_extreme"),
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
