"""Courtesies in words, and what isn't known, isn't understood or isn't there."""

from __future__ import annotations

from wayframe.planner.plan import Courtesy, Empty, NotKnown, NotUnderstood
from wayframe.realiser.draft import Draft
from wayframe.realiser.slots import feature_phrase, merged, slot_of, superlative
from wayframe.realiser.values import listing, plain
from wayframe.realiser.wishes import wish_words
from wayframe.schema import Schema, Slot


def courtesy(draft: Draft, part: Courtesy) -> str:
    """Return a courtesy."""
    item, items = draft.locale.schema.item, draft.locale.schema.items
    return draft.say(part.kind, item=item, items=items)


def quoted(draft: Draft, words: str) -> str:
    """Return words of the user in quotation marks; empty where there are none."""
    return draft.locale.wording.quote.format(text=plain(words)) if plain(words) else ""


def not_known(draft: Draft, part: NotKnown) -> str:
    """Return that the catalogue has nothing on what was asked."""
    labels = [slot_of(draft.locale, slot).label for slot in part.slots]
    words = draft.listing(labels, "or") or quoted(draft, part.words)
    return draft.fitting("not_known_words", "not_known", words=words)


def not_understood(draft: Draft, part: NotUnderstood) -> str:
    """Return that words weren't understood, what was, and an example that fits the moment."""
    text = draft.fitting(
        "not_understood_partly",
        "not_understood_words",
        "not_understood_rest",
        "not_understood",
        words=quoted(draft, part.words),
        wishes=wish_words(draft.locale, part.understood),
    )
    example = draft.fitting("example", examples=draft.listing(examples(draft, part.example), "or"))
    return f"{text} {example}".strip()


def examples(draft: Draft, kind: str) -> list[str]:
    """Return what might be said in such a moment, in words of the schema, in quotation marks."""
    schema = draft.locale.schema
    worded = [slot for slot in schema.slots if slot.measured and (slot.less or slot.more)]
    compared = next(iter(sorted(worded, key=lambda slot: not slot.better)), None)
    feature = next((slot for slot in schema.of_kind("yes_no") if slot.told), None)
    texts: list[str] = []
    if kind == "wish":
        texts += [draft.say("example_adjective", adjective=better_word(slot)) for slot in (compared,) if slot]
        texts += [draft.say("example_feature", feature=with_feature(draft, slot)) for slot in (feature,) if slot]
        texts = texts or [draft.say("example_other", label=label) for label in labels(schema)]
    if kind == "question":
        texts += [draft.say("example_question", label=label) for label in labels(schema)]
    if kind == "reference":
        texts.append(draft.say("example_reference"))
        if compared:
            direction = compared.better or "less"
            texts.append(draft.say("example_extreme", superlative=superlative(draft.locale, compared, direction)))
    return [draft.locale.wording.quote.format(text=text) for text in texts]


def better_word(slot: Slot) -> str:
    """Return the adjective that asks for the better of a slot."""
    adjectives = (slot.more or slot.less) if slot.better == "more" else (slot.less or slot.more)
    return adjectives[0]


def with_feature(draft: Draft, slot: Slot) -> str:
    """Return a wish for a feature: "with a gym"."""
    return listing(draft.locale, merged(draft.locale, [feature_phrase(draft.locale, slot, True)]))


def labels(schema: Schema) -> list[str]:
    """Return the label of a slot to ask about: the price, else the first that is told."""
    slot = schema.price or next((slot for slot in schema.slots if slot.told and slot.name != schema.name), None)
    return [slot.label] if slot else []


def empty(draft: Draft, part: Empty) -> str:
    """Return that a reference denotes nothing, and what there is instead."""
    text = draft.say(f"empty_{part.what}")
    named = draft.listing([draft.heading(option) for option in part.candidates])
    draft.focus = tuple(option.frame for option in part.candidates)
    return f"{text} {draft.fitting('candidates', options=named)}".strip()
