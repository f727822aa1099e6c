"""A reply plan in words: part by part, merged where parts belong together, with one question at the end."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from wayframe.meaning.records import Party
from wayframe.planner.plan import (
    Comparison,
    Confirm,
    Courtesy,
    Done,
    Empty,
    Figure,
    Holds,
    Meant,
    Noted,
    Nothing,
    NotKnown,
    NotUnderstood,
    Offer,
    OptionView,
    Propose,
    Reason,
    Recalled,
    ReplyPart,
    ReplyPlan,
    Request,
    Suggest,
    Tell,
    ValuesOf,
    Which,
)
from wayframe.realiser.comparisons import comparison
from wayframe.realiser.courtesies import courtesy, empty, not_known, not_understood
from wayframe.realiser.draft import Draft, frames_of
from wayframe.realiser.facts import holds, mixed_holds, reason, tell
from wayframe.realiser.figures import figure, shares, values_of
from wayframe.realiser.history import done, noted, recalled
from wayframe.realiser.nouns import capitalised
from wayframe.realiser.options import nothing, offer, suggest
from wayframe.realiser.questions import confirm, meant, propose, request, which
from wayframe.realiser.values import Locale


class Sentence(NamedTuple):
    """A piece of the reply and the parts of the plan that it says; a face may show these in another way (a card)."""

    text: str
    parts: tuple[ReplyPart, ...]


WRITERS: dict[type[ReplyPart], Callable[[Draft, Any], str]] = {
    Offer: offer,
    Suggest: suggest,
    Nothing: nothing,
    Tell: tell,
    Comparison: comparison,
    Figure: figure,
    ValuesOf: values_of,
    Request: request,
    Which: which,
    Meant: meant,
    Confirm: confirm,
    Done: done,
    Propose: propose,
    Recalled: recalled,
    Reason: reason,
    Noted: noted,
    NotKnown: not_known,
    NotUnderstood: not_understood,
    Empty: empty,
    Courtesy: courtesy,
}

QUESTIONS: tuple[type[ReplyPart], ...] = (Confirm, Which, Meant, Request, Propose)
"""The parts that ask, most pressing first; a reply asks one of them."""


def realise(
    plan: ReplyPlan,
    locale: Locale,
    variant: int = 0,
    *,
    usual_party: Party | None = None,
    spoken_of: tuple[int, ...] = (),
) -> tuple[Sentence, ...]:
    """Return a reply plan in words.

    `variant` picks among the phrasings: the same plan and variant give the same words. `usual_party` is whom all
    prices of the dialogue were for so far, where that needn't be said again; `spoken_of` are the frames that "it" or
    "they" stand for before anything is said. Parts whose facts another part says
    already, and questions beside a more pressing one, are not said.
    """
    draft = Draft(locale, variant, options_of(plan), usual_party)
    draft.focus = spoken_of
    draft.alone = len(plan) == 1
    sentences: list[Sentence] = []
    for parts in grouped(in_order(plan)):
        text = written(draft, parts)
        if text:
            sentences.append(Sentence(capitalised(text), parts))
        elif sentences:
            # Everything in it was said before: the sentence before says these parts, too.
            last = sentences[-1]
            sentences[-1] = Sentence(last.text, last.parts + parts)
    return tuple(sentences)


def written(draft: Draft, parts: Sequence[ReplyPart]) -> str:
    """Return the words of parts that belong together."""
    figures = [part for part in parts if isinstance(part, Figure)]
    if len(figures) > 1:
        return shares(draft, figures)
    answers = [part for part in parts if isinstance(part, Holds)]
    if not answers:
        return WRITERS[type(parts[0])](draft, parts[0])
    agreed = len({bool(part.yes) for part in answers}) == 1
    return holds(draft, answers) if agreed else mixed_holds(draft, answers)


def in_order(plan: ReplyPlan) -> list[ReplyPart]:
    """Return the parts to say, each once, the most pressing question last and no other."""
    parts = [part for place, part in enumerate(plan) if part not in plan[:place]]
    statements = [part for part in parts if not isinstance(part, QUESTIONS)]
    questions = [part for part in parts if isinstance(part, QUESTIONS)]
    questions.sort(key=lambda part: QUESTIONS.index(type(part)))
    return statements + questions[:1]


def grouped(parts: Sequence[ReplyPart]) -> list[tuple[ReplyPart, ...]]:
    """Return parts one by one, but answers on the same options together where one sentence can say them."""
    groups: list[tuple[ReplyPart, ...]] = []
    for part in parts:
        if groups and belong_together(groups[-1][0], part):
            groups[-1] += (part,)
        else:
            groups.append((part,))
    return groups


def belong_together(first: ReplyPart, second: ReplyPart) -> bool:
    """Return whether two answers are about one option, or are so of the same options, or are shares alike."""
    if isinstance(first, Figure) and isinstance(second, Figure):
        return first.kind == second.kind == "share" and first.scope == second.scope
    if not isinstance(first, Holds) or not isinstance(second, Holds):
        return False
    if first.unknown or second.unknown:
        return False
    about = frames_of((*first.yes, *first.no))
    if about != frames_of((*second.yes, *second.no)):
        return False
    return len(about) == 1 or frames_of(first.yes) == frames_of(second.yes)


def options_of(plan: ReplyPlan) -> Iterator[OptionView]:
    """Return all options that a plan speaks of."""
    for part in plan:
        for field in part.__struct_fields__:
            value = getattr(part, field)
            several = value if isinstance(value, tuple) else (value,)
            yield from (each for each in several if isinstance(each, OptionView))
