"""A reply plan in words: part by part, merged where parts belong together, with one question at the end."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from wayframe.language import load
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
from wayframe.realiser.courtesies import courtesy, empty, not_known, not_understood
from wayframe.realiser.draft import Draft
from wayframe.realiser.facts import comparison, holds, mixed_holds, reason, tell
from wayframe.realiser.figures import figure, values_of
from wayframe.realiser.history import done, noted, recalled
from wayframe.realiser.options import nothing, offer, suggest
from wayframe.realiser.questions import confirm, meant, propose, request, which
from wayframe.realiser.values import Locale, capitalised
from wayframe.schema import Schema


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
    plan: ReplyPlan, schema: Schema, variant: int = 0, *, year: int = 0, language: str = "en"
) -> tuple[Sentence, ...]:
    """Return a reply plan in words.

    `variant` picks among the phrasings: the same plan and variant give the same words. `year` is the one of the
    dialogue, whose dates are said without it. Parts whose facts another part says already, and questions beside a more
    pressing one, are not said.
    """
    locale = Locale(load(language).wording, schema, year)
    draft = Draft(locale, variant, options_of(plan))
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
    answers = [part for part in parts if isinstance(part, Holds)]
    if not answers:
        return WRITERS[type(parts[0])](draft, parts[0])
    if len({bool(part.yes) for part in answers}) > 1:
        return mixed_holds(draft, answers)
    return holds(draft, answers)


def in_order(plan: ReplyPlan) -> list[ReplyPart]:
    """Return the parts to say, each once, the most pressing question last and no other."""
    statements: list[ReplyPart] = []
    questions: list[ReplyPart] = []
    for part in plan:
        group = questions if isinstance(part, QUESTIONS) else statements
        if part not in group:
            group.append(part)
    questions.sort(key=lambda part: QUESTIONS.index(type(part)))
    return statements + questions[:1]


def grouped(parts: Sequence[ReplyPart]) -> Iterator[tuple[ReplyPart, ...]]:
    """Return parts one by one, but answers on the same options together where one sentence can say them."""
    waiting: list[ReplyPart] = []
    for part in parts:
        if waiting and not belong_together(waiting[0], part):
            yield tuple(waiting)
            waiting = []
        waiting.append(part)
    if waiting:
        yield tuple(waiting)


def belong_together(first: ReplyPart, second: ReplyPart) -> bool:
    """Return whether two answers are about one option, or are so of the same options."""
    if not isinstance(first, Holds) or not isinstance(second, Holds) or first.unknown or second.unknown:
        return False
    same = (first.yes, first.no) == (second.yes, second.no)
    one = len((*first.yes, *first.no)) == len((*second.yes, *second.no)) == 1
    return same or (one and frames(first) == frames(second))


def frames(part: Holds) -> list[int]:
    """Return the frames of the options that an answer is about."""
    return [option.frame for option in (*part.yes, *part.no, *part.unknown)]


def options_of(plan: ReplyPlan) -> Iterator[OptionView]:
    """Return all options that a plan speaks of."""
    for part in plan:
        for field in part.__struct_fields__:
            value = getattr(part, field)
            if isinstance(value, OptionView):
                yield value
            elif isinstance(value, tuple):
                yield from (each for each in value if isinstance(each, OptionView))
