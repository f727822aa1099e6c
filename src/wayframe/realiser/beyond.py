"""What the catalogue has nothing on, and what can't be done, in words: by a topic, else by the words that matter."""

from __future__ import annotations

import re
from collections.abc import Sequence

from wayframe.planner.plan import NotKnown
from wayframe.realiser.draft import Draft
from wayframe.realiser.phrases import slot_of

MOST_REPEATED = 5
"""Words of the user that are said again."""


def not_known(draft: Draft, parts: Sequence[NotKnown]) -> str:
    """Return that nothing is known of what was asked, in one sentence, and what of it can't be done, in another."""
    deeds = [deed for part in parts if (deed := _found(draft.wording.deeds, part.words))]
    things = [_thing(draft, part) for part in parts if not _found(draft.wording.deeds, part.words)]
    named = list(dict.fromkeys(filter(None, things)))
    said = [draft.say("not_done", deed=draft.listing(list(dict.fromkeys(deeds)), "or"))]
    known = parts[0].known if draft.alone and len(parts) == 1 else ()
    if named and known:
        labels = [slot_of(draft.locale, slot).label for slot in known]
        said.append(draft.say("not_known_but", words=draft.listing(named, "or"), labels=draft.listing(labels)))
    elif named:
        said.append(draft.say("not_known", words=draft.listing(named, "or")))
    if "" in things:
        said.append(draft.say("not_known_rest" if named or draft.told or draft.answered else "not_known"))
    return " ".join(filter(None, said))


def _thing(draft: Draft, part: NotKnown) -> str:
    """Return what isn't known: slots, a topic, or a few words of the user; empty where there are too many."""
    # What a slot is about is no topic: the question is another one.
    slots = "\n".join(f"{slot.label}\n{slot.header}" for slot in draft.schema.slots)
    topics = [(pattern, noun) for pattern, noun in draft.wording.topics if not _in(pattern, slots)]
    if named := draft.labels(part.slots) or _found(topics, part.words):
        return named
    words = re.sub(draft.wording.asking, "", part.words)
    words = re.sub(draft.wording.trailing, "", words) or part.words
    return draft.quoted(words) if len(words.split()) <= MOST_REPEATED else ""


def _found(named: Sequence[tuple[str, str]], words: str) -> str:
    """Return what stands beside the first pattern that is found in words; empty where none is."""
    return next((text for pattern, text in named if _in(pattern, words)), "")


def _in(pattern: str, words: str) -> bool:
    return re.search(pattern, words) is not None
