"""What the catalogue has nothing on, and what can't be done, in words: by a topic, else by what was asked."""

from __future__ import annotations

import re
from collections.abc import Sequence

from wayframe.planner.plan import NotKnown
from wayframe.realiser.draft import Draft
from wayframe.realiser.phrases import capitalised, plain

MOST_REPEATED = 8
"""Words of the user that are said again."""


def not_known(draft: Draft, parts: Sequence[NotKnown]) -> str:
    """Return that nothing is known of what was asked, and what of it can't be done: things of one kind together."""
    deeds = [deed for part in parts if (deed := _found(draft.wording.deeds, part.words))]
    said = [draft.say("not_done", deed=draft.listing(list(dict.fromkeys(deeds)), "or"))]
    asked = [_named(draft, part) for part in parts if not _found(draft.wording.deeds, part.words)]
    for kind in KINDS:
        things = list(dict.fromkeys(words for each, words in asked if each == kind))
        if things:
            joined = _questions(things) if kind in ("question", "words") else draft.listing(things, "or")
            subject = {"subject": _subject(draft)} if kind == "thing" else {}
            said.append(draft.say("not_known", **{kind: joined}, **subject))
    others = [part for part, (kind, _) in zip(parts, asked, strict=False) if not kind]
    if any(part.is_near for part in others):
        said.append(draft.say("not_known_more"))
    elif others:
        is_beside = len(parts) > len(others) or draft.told or draft.answered
        said.append(draft.say("not_known_rest" if is_beside else "not_known"))
    return " ".join(filter(None, said))


KINDS = ("topic", "thing", "question", "words", "quoted")
"""The ways in which what isn't known is named, in the order in which they are said."""


def _questions(asked: Sequence[str]) -> str:
    """Return questions one after the other, the last without its mark: "Is it quiet? Do they mind dogs"."""
    return "? ".join(map(capitalised, asked))


def _subject(draft: Draft) -> str:
    """Return what may have a thing: the one option that is spoken of, any of several."""
    return draft.say("it" if len(draft.focus) == 1 else "any_of_them")


def _named(draft: Draft, part: NotKnown) -> tuple[str, str]:
    """Return how what isn't known is named, and in which words; two empty texts where these would be too many.

    That is a topic (slots, or what the words are about), a thing that something may have, or else what was asked; what
    has a name or a figure in it stands in quotation marks.
    """
    if part.is_near:
        return "", ""
    # What a slot is about is no topic: the question is another one.
    slots = "\n".join(f"{slot.label}\n{slot.header}" for slot in draft.schema.slots)
    topics = [(pattern, noun) for pattern, noun in draft.wording.topics if not _in(pattern, slots)]
    if topic := draft.labels(part.slots) or _found(topics, part.words):
        return "topic", topic
    whole = re.sub(draft.wording.trailing, "", part.words)
    words = re.sub(draft.wording.asking, "", whole) or whole
    if not words or len(whole.split()) > MOST_REPEATED:
        return "", ""
    if re.search(r"\d|(?<!^)[A-Z]", _to_the_user(draft, whole)):
        return "quoted", draft.quoted(words)
    if _in(draft.wording.having, whole):
        return "thing", plain(words)
    kind = "question" if _in(draft.wording.questioning, whole) else "words"
    return kind, plain(_to_the_user(draft, whole))


def _to_the_user(draft: Draft, words: str) -> str:
    """Return words of the user as they are said to them: "bring my dog" as "bring your dog"."""
    swapped = draft.wording.swapped
    return " ".join(swapped.get(word.casefold(), word) for word in words.split())


def _found(named: Sequence[tuple[str, str]], words: str) -> str:
    """Return what stands beside the first pattern that is found in words; empty where none is."""
    return next((text for pattern, text in named if _in(pattern, words)), "")


def _in(pattern: str, words: str) -> bool:
    return bool(pattern) and re.search(pattern, words) is not None
