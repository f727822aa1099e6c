"""Agreement of annotators on the dialogues that both have annotated.

Units, and where the measures come from:

- **Acts.** The unit is a turn, its category the set of names of its acts (a turn rarely has but one). Cohen's kappa
  (1960) takes sets as equal or not; the weighted kappa (Cohen 1968) counts sets that overlap in part, by Passonneau's
  MASI distance (2006), as is usual for annotation by sets (Artstein and Poesio 2008, section 4.4). For each act besides
  the kappa of whether a turn has it, over the turns of those who may say it (paper table 9). By NLTK.
- **Slots.** The unit is a marked span: the F1 of spans with the same slot and the very same characters, and of spans of
  the same slot that overlap (`strict` and `ent_type` of SemEval 2013, task 9). With two annotators neither is right,
  and F1 is the same whichever is taken for gold (Hripcsak and Rothschild 2005). By nervaluate.
- **Active frame.** The unit is a user's turn after the first: the share of turns after which both are in the frame that
  the same turn made; the numbers themselves shift as soon as one of the two sees a frame more.

The two annotators of a dialogue are first and second by name: kappa is of two columns, whoever stands in them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from wayframe.collection.annotation.comparing import beside, spans
from wayframe.collection.annotation.records import Labellings, TurnLabels
from wayframe.dialogue import Author
from wayframe.extras import missing
from wayframe.ontology import ACTS


class AnnotatorPair(NamedTuple):
    """A dialogue that two people annotated."""

    authors: tuple[Author, ...]
    one: Labellings
    two: Labellings


class _TurnActs(NamedTuple):
    author: Author
    one: frozenset[str]
    two: frozenset[str]


class AnnotatorAgreement(NamedTuple):
    """All that two annotators agree on; None where there is nothing to agree on, or all units are alike.

    `by_act` has the kappa of each act and the number of turns in which either has it; `kept` are the shares of user's
    turns with the same active frame.
    """

    dialogues: int
    turns: int
    acts: float | None
    acts_weighted: float | None
    by_act: tuple[tuple[str, float | None, int], ...]
    spans: int
    slots: float | None
    slots_partly: float | None
    user_turns: int
    active_frame: float | None


def agreement(pairs: Sequence[AnnotatorPair]) -> AnnotatorAgreement:
    """Return how far the two of each pair agree. Raises `InputError` where the libraries aren't installed."""
    acts = list[_TurnActs]()
    frames, marked = list[bool](), 0
    for pair in pairs:
        for author, one, two in zip(pair.authors, pair.one, pair.two, strict=True):
            acts.append(_TurnActs(author, _names(one.acts), _names(two.acts)))
            marked += len(spans(one)) + len(spans(two))
        compared = zip(beside(pair.one, pair.two, pair.authors), pair.authors, strict=True)
        frames += [each.same_frame for each, author in list(compared)[1:] if author == "user"]
    names = [(each.one, each.two) for each in acts]
    strict, partly = _f1(pairs)
    return AnnotatorAgreement(
        dialogues=len(pairs),
        turns=len(names),
        acts=_kappa(names),
        acts_weighted=_kappa(names, weighted=True),
        by_act=tuple(_by_act(acts)),
        spans=marked,
        slots=strict,
        slots_partly=partly,
        user_turns=len(frames),
        active_frame=sum(frames) / len(frames) if frames else None,
    )


def _names(acts: Iterable[Any]) -> frozenset[str]:
    return frozenset(act.name for act in acts)


def _by_act(acts: Sequence[_TurnActs]) -> Iterator[tuple[str, float | None, int]]:
    """Yield each act with its kappa over the turns of those who may say it, and in how many turns either has it."""
    for name, kind in ACTS.items():
        may = {"user": kind.user, "wizard": kind.wizard}
        said = [(name in each.one, name in each.two) for each in acts if may[each.author]]
        had = sum(map(any, said))
        if had:
            yield name, _kappa(said), had


def _kappa(units: Sequence[tuple[Any, Any]], *, weighted: bool = False) -> float | None:
    """Cohen's kappa of two columns; None where chance alone would have them agree everywhere."""
    if len({category for unit in units for category in unit}) < 2:
        return None
    try:
        from nltk.metrics.agreement import AnnotationTask
        from nltk.metrics.distance import binary_distance, masi_distance
    except ModuleNotFoundError as error:
        raise missing("agreement needs NLTK", "collect") from error

    def masi(one: frozenset[str], two: frozenset[str]) -> float:
        """Return the MASI distance; two empty sets, which NLTK divides by zero for, are the same."""
        return float(masi_distance(one, two)) if one or two else 0.0

    data = [(who, place, unit[column]) for place, unit in enumerate(units) for column, who in enumerate("ab")]
    task = AnnotationTask(data, distance=masi if weighted else binary_distance)
    return float(task.weighted_kappa() if weighted else task.kappa())


def _f1(pairs: Sequence[AnnotatorPair]) -> tuple[float | None, float | None]:
    """Return the strict F1 of spans, and that of spans that overlap."""
    first, second = list[list[dict[str, object]]](), list[list[dict[str, object]]]()
    for pair in pairs:
        first += [_entities(turn) for turn in pair.one]
        second += [_entities(turn) for turn in pair.two]
    labels = sorted({str(span["label"]) for turn in (*first, *second) for span in turn})
    if not labels:
        return None, None
    try:
        from nervaluate import Evaluator
    except ModuleNotFoundError as error:
        raise missing("agreement needs nervaluate", "collect") from error
    overall = Evaluator(first, second, tags=labels, loader="dict").evaluate()
    return float(overall["overall"]["strict"].f1), float(overall["overall"]["ent_type"].f1)


def _entities(turn: TurnLabels) -> list[dict[str, object]]:
    """Return the spans of a turn as nervaluate has them: the end is the last character."""
    return [{"label": key, "start": start, "end": end - 1} for key, start, end in sorted(spans(turn))]
