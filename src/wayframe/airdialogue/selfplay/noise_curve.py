"""Measure an agent against customers that are harder and harder to understand."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import islice
from typing import NamedTuple

from wayframe.airdialogue.files import side_by_side
from wayframe.airdialogue.players.noise import CustomerNoise, parse
from wayframe.airdialogue.selfplay.playing import ContextLines, OutcomeTally, SelfplayPlan, play_part
from wayframe.evaluation.engines import streamed

AMOUNTS = (0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 1.0)
KINDS = ("all", *CustomerNoise._fields)
DIALOGUES = 1_000
"""The first so many contexts are played at each point."""


class CurvePoint(NamedTuple):
    """A kind of noise ("all": all of them) in some amount, and the means with it."""

    kind: str
    amount: float
    reward: float
    exact: float
    turns: float


def steps() -> int:
    """Count the points of the curve."""
    return len(KINDS) * (len(AMOUNTS) - 1) + 1


def curve(plan: SelfplayPlan, jobs: int = 1, told: Callable[[int], object] = lambda done: None) -> list[CurvePoint]:
    """The means at each amount of each kind alone, and of all kinds at once. `told` hears how many points are done."""
    contexts = [
        ContextLines(number, *both) for number, both in islice(enumerate(side_by_side(plan.data, plan.kb)), DIALOGUES)
    ]
    wanted = [(kind, amount) for kind in KINDS for amount in AMOUNTS if amount or kind == "all"]
    points = list[CurvePoint]()
    for point in streamed(partial(_point, plan, contexts), wanted, jobs):
        points.append(point)
        told(len(points))
    return points


def _point(plan: SelfplayPlan, contexts: list[ContextLines], wanted: tuple[str, float]) -> CurvePoint:
    kind, amount = wanted
    noise = parse(str(amount) if kind == "all" else f"{kind}={amount}")
    tally = OutcomeTally()
    for played in play_part(plan._replace(noise=noise), contexts):
        tally.add(played.outcome)
    figures = tally.figures()
    return CurvePoint(kind, amount, figures["reward"], figures["exact"], figures["turns"])
