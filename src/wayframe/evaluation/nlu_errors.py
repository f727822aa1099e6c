"""Count the labels that a tagger confuses, list the turns, and write them as a page.

A value of the labels is confused with what the tagger says about its words: another slot, the same slot from another
word on or to another word ("..."), or nothing. A value that the tagger sees where the labels have none at all is a
confusion of nothing with it. Of the acts of a turn, one too few and one too many are a confusion of the two.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from html import escape
from typing import Literal, NamedTuple

from wayframe import notation
from wayframe.dialogue import Dialogue
from wayframe.evaluation.errors import ErrorKind, errors_page, listed_acts
from wayframe.evaluation.nlu import TaggerPlan, TurnReading, check, made, readings
from wayframe.evaluation.running import on_sides, tagger_origin
from wayframe.evaluation.sides import DividedCorpus, EvaluationSide
from wayframe.tagging import TaggedSpan

NOTHING = "nothing"
BORDERS = "the same, other words"


class ConfusionExample(NamedTuple):
    """A turn in which it happened: `marked` are the characters that it is about, none for an act."""

    dialogue: str
    turn: int
    before: str
    text: str
    marked: tuple[int, int] | None
    labels: tuple[str, ...]
    said: tuple[str, ...]


class TagConfusion(NamedTuple):
    """A label, the tagger's reading instead of it, and all turns with this confusion."""

    kind: Literal["slot", "act"]
    labelled: str
    said: str
    examples: tuple[ConfusionExample, ...]


class TagConfusions(NamedTuple):
    """The confusions in so many turns, the most frequent first."""

    turns: int
    found: tuple[TagConfusion, ...]


Slip = tuple[tuple[Literal["slot", "act"], str, str], ConfusionExample]


def confusions(on: DividedCorpus, plan: TaggerPlan, told: Callable[[int], None] = lambda done: None) -> TagConfusions:
    """Find the confusions of a tagger, trained like by `evaluate`. Raises like it."""
    check(on, plan)
    on.check_unseen(tagger_origin(plan.model))
    parts = on_sides(partial(_of_side, plan), on, told)
    by_kind: dict[tuple[Literal["slot", "act"], str, str], list[ConfusionExample]] = {}
    for _, slips in parts:
        for kind, example in slips:
            by_kind.setdefault(kind, []).append(example)
    ordered = sorted(by_kind.items(), key=lambda each: (-len(each[1]), each[0]))
    return TagConfusions(sum(turns for turns, _ in parts), tuple(TagConfusion(*kind, tuple(e)) for kind, e in ordered))


def _of_side(plan: TaggerPlan, dialogues: Sequence[Dialogue], side: EvaluationSide) -> tuple[int, list[Slip]]:
    tagger, turns, slips = made(plan, side, dialogues), 0, list[Slip]()
    for dialogue in side.testing(dialogues):
        for read in readings(dialogue, tagger, plan.lexicon, plan.author):
            turns += 1
            slips += _of_turn(dialogue, read)
    return turns, slips


def _of_turn(dialogue: Dialogue, read: TurnReading) -> Iterator[Slip]:
    for labelled, said, span in _slots(read.labels.tagged.spans, read.said.tagged.spans):
        yield ("slot", labelled, said), _example(dialogue, read, span)
    for labelled, said in _acts([{act.name for act in each.acts} for each in (read.labels, read.said)]):
        yield ("act", labelled, said), _example(dialogue, read, None)


def _slots(labelled: Sequence[TaggedSpan], said: Sequence[TaggedSpan]) -> Iterator[tuple[str, str, TaggedSpan]]:
    for span in labelled:
        if span not in said:
            over = [other for other in said if _overlap(span, other)]
            names = sorted({BORDERS if other.slot == span.slot else other.slot for other in over})
            yield span.slot, " and ".join(names) or NOTHING, span
    for span in said:
        if not any(_overlap(span, other) for other in labelled):
            yield NOTHING, span.slot, span


def _overlap(one: TaggedSpan, other: TaggedSpan) -> bool:
    return one.start < other.end and other.start < one.end


def _acts(sides: Sequence[set[str]]) -> Iterator[tuple[str, str]]:
    missed, added = sorted(sides[0] - sides[1]), sorted(sides[1] - sides[0])
    if len(missed) == len(added) == 1:
        yield missed[0], added[0]
    else:
        yield from ((name, NOTHING) for name in missed)
        yield from ((NOTHING, name) for name in added)


def _example(dialogue: Dialogue, read: TurnReading, span: TaggedSpan | None) -> ConfusionExample:
    history, words = read.context.history, read.labels.tagged.words
    return ConfusionExample(
        dialogue.id,
        len(history),
        history[-1].text if history else "",
        read.text,
        span and (words[span.start].start, words[span.end - 1].end),
        tuple(map(notation.show, read.labels.acts)),
        tuple(map(notation.show, read.said.acts)),
    )


def page(title: str, confusions: TagConfusions, about: Sequence[tuple[str, str]], kinds: int, examples: int) -> str:
    """The page with the `kinds` most frequent confusions, no more than so many `examples` of each."""
    shown = list[ErrorKind]()
    for number, each in enumerate(confusions.found[:kinds]):
        articles = list(map(_article, each.examples[:examples]))
        name = f"{each.kind}: {each.labelled}, read as {each.said}"
        shown.append(ErrorKind(f"c{number}", name, len(each.examples), articles))
    lead = (
        f"{sum(len(each.examples) for each in confusions.found):,} confusions of {len(confusions.found):,} kinds in\n"
        f"{confusions.turns:,} turns; the {len(shown):,} most frequent kinds:"
    )
    return errors_page(title, about, lead, shown)


def _article(example: ConfusionExample) -> str:
    before = f'<p class="said"><b>before</b> {escape(example.before)}</p>' if example.before else ""
    return (
        f"<article><h3>{escape(f'{example.dialogue}, turn {example.turn}')}</h3>{before}"
        f'<p class="said"><b>turn</b> {_marked(example)}</p>'
        f'<div class="readings">{listed_acts("labels", example.labels)}{listed_acts("read", example.said)}</div>'
        "</article>"
    )


def _marked(example: ConfusionExample) -> str:
    if example.marked is None:
        return escape(example.text)
    start, end = example.marked
    text = example.text
    return f"{escape(text[:start])}<mark>{escape(text[start:end])}</mark>{escape(text[end:])}"
