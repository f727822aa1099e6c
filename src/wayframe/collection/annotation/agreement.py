"""Two annotations of one dialogue beside each other: how far they agree, and what an adjudicator takes from either.

Annotators number frames differently as soon as one of them sees a frame more. A frame of one is that of the other which
the same turn made, as the first, second, ... of that turn.

Units of agreement, and where the measures come from:

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

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from typing import Any, NamedTuple

from msgspec.structs import replace

from wayframe.collection.annotation.edits import NEW, LabelSheet, made, settled
from wayframe.collection.annotation.labels import Labellings, MarkedAct, MarkedArg, MarkedRef, TurnLabels, slots
from wayframe.collection.sessions import UnlabelledTurn
from wayframe.dialogue import Author
from wayframe.errors import InputError
from wayframe.extras import needing
from wayframe.ontology import ACTS

# Beside each other


Birth = tuple[int, int]
"""The turn that made a frame, and which of that turn's it is, both from 0; (-1, 0) is frame 1."""


class ComparedActs(NamedTuple):
    """An act of the one beside that of the other which it is compared with; None where there is none."""

    one: MarkedAct | None
    two: MarkedAct | None
    agree: bool


class AdjudicatorChoice(NamedTuple):
    """An adjudicator's choice in a row: the place of the act among his own, and whose act it is (0 or 1), if it is one
    of the two; both None where neither act is among them.
    """

    place: int | None
    side: int | None


class ComparedTurn(NamedTuple):
    """A turn's acts beside each other; whether both are in the same frame after it, and whether they went there alike:
    who stays where they were differs in nothing that this turn has to do with.
    """

    rows: tuple[ComparedActs, ...]
    same_frame: bool
    same_way: bool

    @property
    def agree(self) -> bool:
        """Return whether nothing is to be decided."""
        return self.same_way and all(row.agree for row in self.rows)


def births(labels: Labellings, authors: Sequence[Author]) -> dict[int, Birth]:
    """Return where each frame comes from."""
    found: dict[int, Birth] = {1: (-1, 0)}
    for turn, numbers in enumerate(made(labels, authors)):
        found |= {number: (turn, place) for place, number in enumerate(numbers)}
    return found


def beside(one: Labellings, two: Labellings, authors: Sequence[Author]) -> tuple[ComparedTurn, ...]:
    """All turns of two annotations beside each other."""
    first, second = births(one, authors), births(two, authors)
    found, before = list[ComparedTurn](), (1, 1)
    for left, right in zip(one, two, strict=True):
        ones, twos = [_by_birth(act, first) for act in left.acts], [_by_birth(act, second) for act in right.acts]
        rows = list[ComparedActs]()
        for number, other in _paired(ones, twos):
            if number is None:
                rows.append(ComparedActs(None, None if other is None else right.acts[other], agree=False))
            elif other is None:
                rows.append(ComparedActs(left.acts[number], None, agree=False))
            else:
                rows.append(ComparedActs(left.acts[number], right.acts[other], agree=ones[number] == twos[other]))
        after = left.active_frame, right.active_frame
        same = first[after[0]] == second[after[1]]
        found.append(ComparedTurn(tuple(rows), same, same or after == before))
        before = after
    return tuple(found)


def stands(
    mine: Labellings, one: Labellings, two: Labellings, turn: int, authors: Sequence[Author]
) -> list[AdjudicatorChoice]:
    """Return an adjudicator's choice in each row of the two that he decides between; each act of his counts once."""
    own, left, right = (_known(labels, turn, authors) for labels in (mine, one, two))
    free, found = list(range(len(own))), list[AdjudicatorChoice]()
    for first, second in _paired(left, right):
        both = [None if first is None else left[first], None if second is None else right[second]]
        place = next((place for place in free if own[place] in both), None)
        if place is None:
            found.append(AdjudicatorChoice(None, None))
        else:
            free.remove(place)
            found.append(AdjudicatorChoice(place, both.index(own[place])))
    return found


Known = tuple[str, tuple[object, ...]]
"""An act without what is an annotator's own: numbers of frames are births, marks are left out."""


def _known(labels: Labellings, turn: int, authors: Sequence[Author]) -> list[Known]:
    born = births(labels, authors)
    return [_by_birth(act, born) for act in labels[turn].acts]


def _by_birth(act: MarkedAct, born: dict[int, Birth]) -> Known:
    def known(arg: MarkedArg) -> object:
        if arg.refers:
            return arg.key, tuple(
                (born.get(ref.frame), tuple((slot.key, slot.val) for slot in ref.slots)) for ref in arg.refs
            )
        return ("id",) if arg.key == "id" else (arg.key, arg.val)

    return act.name, tuple(sorted(map(known, act.args), key=repr))


def _paired(one: list[Known], two: list[Known]) -> list[tuple[int | None, int | None]]:
    """Places of acts that belong together: equal ones, then those of one name with most in common, then those that say
    the same under another name; in the order of the one, what only the other has at the end.
    """
    pairs: dict[int, int] = {}
    free = list(range(len(two)))
    for alike in _ALIKE:
        for number, act in enumerate(one):
            likely = [other for other in free if alike(act, two[other])]
            if number in pairs or not likely:
                continue
            in_common = [len(set(act[1]) & set(two[other][1])) for other in likely]
            pairs[number] = likely[in_common.index(max(in_common))]
            free.remove(pairs[number])
    return [*((number, pairs.get(number)) for number in range(len(one))), *((None, other) for other in free)]


_ALIKE: tuple[Callable[[Known, Known], bool], ...] = (
    lambda one, two: one == two,
    lambda one, two: one[0] == two[0],
    lambda one, two: not set(one[1]).isdisjoint(two[1]),
)
"""Ways in which two acts belong together, the closest first."""


def carried(act: MarkedAct, source: dict[int, Birth], target: dict[int, Birth], active: int) -> MarkedAct:
    """An act of another annotation with this one's numbers; a frame that isn't here becomes the active one."""
    here = {birth: number for number, birth in target.items()}

    def number(frame: int) -> int:
        return here.get(source.get(frame, (-2, 0)), active)

    def arg(given: MarkedArg) -> MarkedArg:
        if given.key == "id":
            return replace(given, val=NEW)
        refs = tuple(MarkedRef(number(ref.frame), ref.slots, ref.fromrange) for ref in given.refs)
        return replace(given, refs=refs) if given.refers else given

    return MarkedAct(act.name, tuple(map(arg, act.args)))


def taken(
    said: Sequence[UnlabelledTurn], labels: Labellings, other: Labellings, turn: int, act: int, instead: int | None
) -> Labellings:
    """These labels with an act of another annotation's turn, instead of one's own or after all of them."""
    sheet = LabelSheet(said, labels)
    if not 0 <= turn < len(labels) or not 0 <= act < len(other[turn].acts):
        raise InputError(f"turn {turn + 1} has no act {act + 1}")
    source, target = births(other, sheet.authors), births(labels, sheet.authors)
    new = carried(other[turn].acts[act], source, target, labels[turn].active_frame)
    acts = list(labels[turn].acts)
    if instead is not None and 0 <= instead < len(acts):
        old = acts[instead].id
        if old is not None and new.id is not None:  # the same frame, told of otherwise
            new = replace(new, args=tuple(replace(arg, val=old) if arg.key == "id" else arg for arg in new.args))
        acts[instead] = new
    else:
        acts.append(new)
    after = replace(labels[turn], acts=tuple(acts), confirmed=False)
    return settled(labels, turn, after, sheet.authors)


def followed(said: Sequence[UnlabelledTurn], labels: Labellings, other: Labellings, turn: int) -> Labellings:
    """These labels with the active frame that another annotation has after a turn."""
    sheet = LabelSheet(said, labels)
    if not 0 <= turn < len(labels):
        raise InputError(f"there is no turn {turn + 1}")
    goal = destination(labels, other, turn, sheet.authors)
    if goal is None:
        raise InputError(f"turn {turn + 1}: the frame that it goes to isn't made here: decide earlier turns first")
    return sheet.activate(turn, goal)


def destination(labels: Labellings, other: Labellings, turn: int, authors: Sequence[Author]) -> int | None:
    """Return the frame that another annotation goes to in a turn, by these labels' numbers.

    `NEW` if it makes one, None if it is one that isn't here.
    """
    born = births(other, authors)[other[turn].active_frame]
    here = {birth: number for number, birth in births(labels, authors).items()}
    return NEW if born[0] == turn else here.get(born)


def begun(one: Labellings, two: Labellings, authors: Sequence[Author]) -> Labellings:
    """Return what an adjudicator begins with: the first annotation, confirmed where both agree."""
    compared = beside(one, two, authors)
    return tuple(replace(turn, confirmed=each.agree) for turn, each in zip(one, compared, strict=True))


def spans(turn: TurnLabels) -> frozenset[tuple[str, int, int]]:
    """The words that a turn has marked: slot, first character, end."""
    found = (slot for act in turn.acts for slot in slots(act) if slot.mark)
    return frozenset((slot.key, slot.mark.start, slot.mark.end) for slot in found if slot.mark)


# Agreement


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
    if len(set(chain.from_iterable(units))) < 2:
        return None
    with needing("agreement needs", "collect"):
        from nltk.metrics.agreement import AnnotationTask
        from nltk.metrics.distance import binary_distance, masi_distance

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
    with needing("agreement needs", "collect"):
        from nervaluate import Evaluator
    overall = Evaluator(first, second, tags=labels, loader="dict").evaluate()
    return float(overall["overall"]["strict"].f1), float(overall["overall"]["ent_type"].f1)


def _entities(turn: TurnLabels) -> list[dict[str, object]]:
    """Return the spans of a turn as nervaluate has them: the end is the last character."""
    return [{"label": key, "start": start, "end": end - 1} for key, start, end in sorted(spans(turn))]
