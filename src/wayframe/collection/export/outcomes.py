"""Outcomes of dialogues: whether the task was reached, and the conditions of a study beside each other.

Who takes part may talk several times, and one person's dialogues are alike. So what is drawn again by the bootstrap
are the users, each with all of their dialogues; wizards are taken as they are. Percentiles are too narrow for few
users, so they are taken further out: Hesterberg 2015, "What teachers should know about the bootstrap".
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, combinations
from math import sqrt
from random import Random
from statistics import NormalDist
from typing import Literal, NamedTuple, get_args

from wayframe.collection.records import Condition, TableStudyTask
from wayframe.dialogue import Act, Dialogue, Frame, FramesRecord, Package, Turn
from wayframe.evaluation.figures import Interval, between, wilson
from wayframe.meaning.records import Constraint, Text
from wayframe.packages import Catalogue, facts
from wayframe.sources.protocol import Condition as SearchCondition
from wayframe.sources.protocol import Query, Source
from wayframe.tasks import Task, fits, possible
from wayframe.values import matches

# Task success: the option that was agreed on, from the labels, beside the task's goal


_NAMING = ("name", "dst_city", "or_city", "price", "seat")  # what tells an offer from others
_BOOK, _CANCEL = "book", "cancel"


def reached(task: Task, dialogue: Dialogue, catalogue: Catalogue, *, sure: bool) -> bool | None:
    """Return whether what was agreed on fits the task: its alternative where nothing fits the task itself.

    Where nothing was to be had, agreeing on nothing is right. None where it can't be known: it can't be told which
    package was meant, or nothing was agreed on by labels that nobody looked at (`sure` says that somebody did).
    """
    aim = task.goal.aim if task.solvable or task.goal.alternative is None else task.goal.alternative
    packages = agreed(dialogue)
    if packages is None:
        return _of_nothing(task.solvable or possible(catalogue, aim), sure=sure)
    verdicts = {fits(catalogue, aim, package) for package in packages}
    return verdicts.pop() if len(verdicts) == 1 else None


def agreed(dialogue: Dialogue) -> tuple[Package, ...] | None:
    """The packages that may be meant by what was agreed on last; None where nothing was, or it was taken back.

    The wizard says what was booked, or the user what to book, once it is something that the wizard has seen: "I'd like
    to book a trip" is no decision.
    """
    seen: dict[Package, None] = {}
    decided: dict[int, tuple[Package, ...]] = {}
    for turn in dialogue.turns:
        seen |= dict.fromkeys(chain.from_iterable(turn.db.result))
        for number, kept in _decisions(turn):
            decided.pop(number, None)
            meant = _meant(turn.frames[number - 1], seen)
            if kept and (meant or turn.author == "wizard"):
                decided[number] = meant
    return next(reversed(decided.values()), None)


def _of_nothing(there: bool, *, sure: bool) -> bool | None:
    """Return whether agreeing on nothing is right; `there` says that something was to be had."""
    if not there:
        return True
    return False if sure else None


def reached_row(task: TableStudyTask, dialogue: Dialogue, source: Source, *, sure: bool) -> bool | None:
    """Return whether the row that was agreed on last fulfils a task's wishes; None where that can't be known."""
    agreed_on = ""
    for turn in dialogue.turns:
        for number, kept in _decisions(turn):
            agreed_on = _row_name(turn.frames[number - 1], source) if kept else ""
    if not agreed_on:
        return _of_nothing(bool(source.search(Query(task.wishes), 1).items), sure=sure)
    named = SearchCondition(source.schema.name, Constraint("is", (Text(agreed_on),)))
    if not source.search(Query((named,)), 1).items:
        return None
    return bool(source.search(Query((named, *task.wishes)), 1).items)


def _row_name(frame: Frame, source: Source) -> str:
    return next(iter(_texts(frame, source.schema.name)), "")


def _decisions(turn: Turn) -> Iterator[tuple[int, bool]]:
    """Yield the frames that a turn decides about, each with whether it is to be booked or not any more."""
    key = "action" if turn.author == "wizard" else "intent"
    for act in turn.acts:
        if act.name != "inform":
            continue
        said = {str(arg.value).lower() for arg in act.slots if arg.key == key}
        if _BOOK in said or _CANCEL in said:
            yield _frame_of(act, turn), _BOOK in said


def _frame_of(act: Act, turn: Turn) -> int:
    """Return the frame that an act is about: the last that it refers to, else the active one."""
    named = [ref.frame for ref in (*act.refs("write"), *act.refs())]
    there = [frame for frame in named if 0 < frame <= len(turn.frames)]
    return there[-1] if there else turn.active_frame


def _meant(frame: Frame, seen: Iterable[Package]) -> tuple[Package, ...]:
    """Return the packages that are what a frame says; none if it doesn't say which."""
    if "name" not in frame.info and "price" not in frame.info:
        return ()
    return tuple(package for package in seen if _agrees(frame, package))


def _agrees(frame: Frame, package: Package) -> bool:
    known = facts(package)
    for slot in _NAMING:
        held = _texts(frame, slot)
        if held and not any(matches(slot, known[slot], value) for value in held):
            return False
    return True


def _texts(frame: Frame, slot: str) -> list[str]:
    """Return the values of a slot that a frame holds and doesn't exclude."""
    values = [value.val for value in frame.info.get(slot, ()) if not value.negated]
    return [value for value in values if isinstance(value, str)]


# Conditions beside each other


Measure = Literal["finished", "rating", "fulfilled", "reached", "turns", "minutes", "searches"]
MEASURES: tuple[Measure, ...] = get_args(Measure)
SHARES: tuple[Measure, ...] = ("finished", "fulfilled", "reached")
"""Measures that are yes or no for each dialogue."""

_SAMPLES = 1000
_SEED = 0
_FEWEST = 5  # users: of fewer there are too few different samples
_NORMAL = NormalDist()


class DialogueOutcome(FramesRecord, frozen=True, gc=False):
    """The outcome of one dialogue; None where something isn't known.

    `finished`: somebody ended it, nobody just went away; of the others nothing else counts. `rating` is the user's
    (1 to 5), `fulfilled` what the wizard says of the task, `reached` whether what was agreed on fits it.
    """

    talk: int
    condition: Condition
    user: str
    finished: bool
    rating: float | None
    fulfilled: bool | None
    reached: bool | None
    turns: int
    minutes: float
    searches: int


class ConditionFigure(FramesRecord, frozen=True):
    """The mean of a measure over `dialogues` by `users`, None where there are none; `interval` holds it with 95 %."""

    dialogues: int
    users: int
    mean: float | None
    interval: Interval | None


class ConditionDifference(FramesRecord, frozen=True):
    """The difference of a measure between the condition `second` and `first`; `interval` holds it with 95 percent."""

    first: Condition
    second: Condition
    difference: float
    interval: Interval | None


class ConditionComparison(FramesRecord, frozen=True):
    """Each condition's figures, and the differences between any two, by measure."""

    conditions: dict[Condition, dict[Measure, ConditionFigure]]
    differences: dict[Measure, tuple[ConditionDifference, ...]]


class _SampleSum(NamedTuple):
    """The sum of a measure over so many dialogues."""

    total: float
    dialogues: int

    @property
    def mean(self) -> float:
        return self.total / self.dialogues


_Of = Mapping[Condition, Mapping[str, Sequence[float]]]
"""A measure's values by condition and user."""


def compare(outcomes: Iterable[DialogueOutcome]) -> ConditionComparison:
    """Set the conditions side by side.

    A mean's interval is the bootstrap's over users (1,000 samples, expanded percentiles, the same each time); it takes
    five users at least, and values that differ. So is that of a share, unless there are fewer, or each user talked once
    in the condition, or the answer was always the same: then it is Wilson's, with the users as its sample. Differences
    of means are from the same samples for both conditions; those of shares are put together from both intervals
    (Newcombe).
    """
    known = list(outcomes)
    conditions = [condition for condition in get_args(Condition) if any(each.condition == condition for each in known)]
    figures: dict[Condition, dict[Measure, ConditionFigure]] = {condition: {} for condition in conditions}
    differences: dict[Measure, tuple[ConditionDifference, ...]] = {}
    for measure in MEASURES:
        values = {
            condition: _by_user(measure, (each for each in known if each.condition == condition))
            for condition in conditions
        }
        samples = _samples(values)
        for condition in conditions:
            figures[condition][measure] = _figure(values[condition], samples, condition, measure in SHARES)
        found = (_difference(measure, *both, figures, samples) for both in combinations(conditions, 2))
        differences[measure] = tuple(filter(None, found))
    return ConditionComparison(figures, differences)


def _by_user(measure: Measure, outcomes: Iterable[DialogueOutcome]) -> dict[str, list[float]]:
    found: dict[str, list[float]] = {}
    for each in outcomes:
        value = getattr(each, measure)
        if value is not None and (each.finished or measure == "finished"):
            found.setdefault(each.user, []).append(float(value))
    return found


def _samples(values: _Of) -> list[dict[Condition, _SampleSum]]:
    """Return each condition's sums when as many users as there are are drawn, with replacement, from all of them."""
    if max(map(len, values.values()), default=0) < _FEWEST:
        return []
    users = sorted(set(chain.from_iterable(values.values())))
    rows = [_row(values, user) for user in users]
    chance, found = Random(_SEED), list[dict[Condition, _SampleSum]]()
    for _ in range(_SAMPLES):
        sums = [sum(column) for column in zip(*chance.choices(rows, k=len(rows)), strict=True)]
        totals, counts = sums[::2], sums[1::2]
        drawn = zip(values, totals, counts, strict=True)
        found.append({condition: _SampleSum(total, int(count)) for condition, total, count in drawn})
    return found


def _row(values: _Of, user: str) -> tuple[float, ...]:
    row = list[float]()
    for by_user in values.values():
        own = by_user.get(user, ())
        row += [sum(own), len(own)]
    return tuple(row)


def _figure(
    by_user: Mapping[str, Sequence[float]],
    samples: Sequence[dict[Condition, _SampleSum]],
    condition: Condition,
    share: bool,
) -> ConditionFigure:
    values = list(chain.from_iterable(by_user.values()))
    users = len(by_user)
    if not values:
        return ConditionFigure(0, 0, None, None)
    mean = sum(values) / len(values)
    if share and (users < _FEWEST or len(values) == users or mean in (0, 1)):
        interval: Interval | None = wilson(mean * users, users)
    else:
        drawn = [sample[condition].mean for sample in samples if sample[condition].dialogues]
        interval = _middle(drawn, users) if users >= _FEWEST else None
    return ConditionFigure(len(values), users, round(mean, 4), interval)


def _difference(
    measure: Measure,
    first: Condition,
    second: Condition,
    figures: Mapping[Condition, Mapping[Measure, ConditionFigure]],
    samples: Sequence[dict[Condition, _SampleSum]],
) -> ConditionDifference | None:
    one, other = figures[first][measure], figures[second][measure]
    if one.mean is None or other.mean is None:
        return None
    interval = None
    users = min(one.users, other.users)
    if measure not in SHARES:
        both = [each for each in samples if each[first].dialogues and each[second].dialogues]
        differences = [each[second].mean - each[first].mean for each in both]
        interval = _middle(differences, users) if users >= _FEWEST else None
    elif one.interval and other.interval:
        interval = between(one.mean, one.interval, other.mean, other.interval)
    return ConditionDifference(first, second, round(other.mean - one.mean, 4), interval)


def _middle(drawn: Sequence[float], users: int) -> Interval | None:
    """Return the bounds of 95 percent, as far as samples of so many users tell; None where chance changes nothing."""
    ranked = sorted(drawn)
    if not ranked or ranked[0] == ranked[-1]:
        return None
    tail = int(_tail(users) * len(ranked))
    return round(ranked[tail], 4), round(ranked[-1 - tail], 4)


def _tail(users: int) -> float:
    """The share of samples that is cut off at each end: 0.001 for five users, 0.025 for very many.

    What a mean of so many varies by is reckoned from them, too, so that Student's distribution takes the place of the
    normal one. Its quantile is the series of Abramowitz and Stegun, 26.7.5.
    """
    z, free = _NORMAL.inv_cdf(0.975), users - 1
    student = z + (z**3 + z) / (4 * free) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * free**2)
    return _NORMAL.cdf(-student * sqrt(users / free))
