"""Self-play over whole files: two players have the conversations of all contexts, and a report says how they did.

A run takes as many processes as there are, and goes on after it was broken off. What was played stands, line by line in
the order of the contexts, in OUT.part until all is done; OUT.part.json says of which run it is. Whoever starts the same
run again goes on behind the last whole line.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache, partial
from itertools import islice
from pathlib import Path
from random import Random
from shutil import copyfileobj
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from wayframe import files
from wayframe.airdialogue.environment.game import Game, GameContext, MakeAgent, MakeCustomer, Side, play
from wayframe.airdialogue.files import FileLine, located, parse, read, side_by_side
from wayframe.airdialogue.players.registry import LLM, maker
from wayframe.airdialogue.players.wording import QUIET, CustomerNoise, parse_noise, show_noise
from wayframe.airdialogue.records import STATUSES, KnowledgeBase, Sample, Status, encode
from wayframe.airdialogue.scoring.outcomes import RewardParts
from wayframe.airdialogue.truth import expected_action, is_correct
from wayframe.analysis import charts
from wayframe.analysis import report as pages
from wayframe.analysis.charts import ChartBar, ChartText, LineSeries
from wayframe.analysis.document import ReportDocument, ReportFigure, ReportSection, ReportTable
from wayframe.errors import InputError, described, shown
from wayframe.evaluation.engines import Engine, streamed

if TYPE_CHECKING:
    from wayframe.airdialogue.players.model import ModelPlayers

PART = 64
"""How many conversations a process plays before it hands them over; those with a language model come one by one."""


class SelfplayPlan(NamedTuple):
    """Settings of a self-play: the contexts and the players; the same plan gives the same dialogues.

    `llm` makes the players called `llm`, which give the same dialogues where their model gives the same answers.
    """

    data: Path
    kb: Path
    customer: str = "scripted"
    agent: str = "scripted"
    noise: CustomerNoise = QUIET
    first: Side = "customer"
    seed: int = 0
    llm: ModelPlayers | None = None


class ContextLines(NamedTuple):
    """A context as it stands in the files; `number` counts the samples from 0."""

    number: int
    sample: FileLine
    kb: FileLine


class SelfplayOutcome(NamedTuple):
    """Outcome of a dialogue, beside the expected one."""

    expected: Status
    parts: RewardParts
    exact: bool
    turns: int
    ended: bool


class OutcomeTally:
    """Counts outcomes in the order in which they come, so that the same ones give the same figures to the last bit."""

    def __init__(self) -> None:
        self.turns = Counter[int]()
        self._counts = Counter[Status]()
        self._rewards = dict.fromkeys(STATUSES, 0.0)
        self._sums = [0.0] * len(RewardParts._fields)
        self._exact = 0
        self._ended = 0

    def add(self, outcome: SelfplayOutcome) -> None:
        """Count one more."""
        self.turns[outcome.turns] += 1
        self._sums = [total + part for total, part in zip(self._sums, outcome.parts, strict=True)]
        self._exact += outcome.exact
        self._ended += outcome.ended
        self._counts[outcome.expected] += 1
        self._rewards[outcome.expected] += outcome.parts.reward

    @property
    def dialogues(self) -> int:
        """Count the dialogues."""
        return self.turns.total()

    def by_status(self) -> list[tuple[Status, int, float | None]]:
        """Return for each expected status the number of dialogues and their mean reward."""
        counts, rewards = self._counts, self._rewards
        return [(each, counts[each], rewards[each] / counts[each] if counts[each] else None) for each in STATUSES]

    def figures(self) -> dict[str, Any]:
        """Means over all conversations; `unfinished` are those in which the agent never acted."""
        count = self.dialogues
        means = {name: total / count for name, total in zip(RewardParts._fields, self._sums, strict=True)}
        return {
            "dialogues": count,
            **means,
            "exact": self._exact / count,
            "turns": sum(turns * number for turns, number in self.turns.items()) / count,
            "unfinished": count - self._ended,
            "by_status": {
                status: {"dialogues": number, "reward": reward} for status, number, reward in self.by_status()
            },
        }


class PlayedDialogue(NamedTuple):
    """A conversation as a line of the output, and what it came to."""

    line: bytes
    outcome: SelfplayOutcome


def play_part(plan: SelfplayPlan, part: list[ContextLines]) -> list[PlayedDialogue]:
    """Play these contexts. Raises `InputError` naming file and line where one is damaged, or a player breaks a rule."""
    return [_played(plan, lines) for lines in part]


def outcome(plan: SelfplayPlan, sample: Sample, kb: KnowledgeBase) -> SelfplayOutcome:
    """Return the outcome of a dialogue that was played before."""
    game = Game(GameContext(sample.intent, kb), plan.first)
    game.turns, game.action = list(sample.turns), sample.action
    return _outcome(game)


def chance(seed: int, number: int, side: Side) -> Random:
    """A source of chance for one side of one conversation, whoever plays it and when."""
    return Random((seed << 64) + 2 * number + (side == "agent"))


def players(plan: SelfplayPlan) -> tuple[MakeCustomer, MakeAgent]:
    """Return the factories of both players. Raises `InputError` where there are no such players."""
    model = plan.llm
    customer = model.customer if model and plan.customer == LLM else _customer(plan.customer, plan.noise)
    agent = model.agent if model and plan.agent == LLM else _agent(plan.agent)
    return customer, agent


@lru_cache(maxsize=8)
def _customer(name: str, noise: CustomerNoise) -> MakeCustomer:
    return maker(name, "customer", noise)


@lru_cache(maxsize=8)
def _agent(name: str) -> MakeAgent:
    return maker(name, "agent")


def _played(plan: SelfplayPlan, lines: ContextLines) -> PlayedDialogue:
    pair = parse(plan.data, plan.kb, lines.sample, lines.kb)
    context = GameContext(pair.sample.intent, pair.kb)
    make_customer, make_agent = players(plan)
    customer = make_customer(context.intent, chance(plan.seed, lines.number, "customer"))
    agent = make_agent(context.kb, chance(plan.seed, lines.number, "agent"))
    game = Game(context, plan.first)
    with located(f"{plan.data}: line {pair.line}"):
        try:
            play(game, customer, agent)
        except InputError:
            raise
        except Exception as error:  # of somebody else's code
            raise InputError(f"a player failed: {described(error)}") from error
    expected = expected_action(*context)
    sample = Sample(
        intent=context.intent,
        dialogue=tuple(game.turns),
        action=game.action,
        expected_action=expected,
        correct_sample=game.action is not None and is_correct(game.action, expected),
    )
    return PlayedDialogue(encode(sample) + b"\n", _outcome(game))


def _outcome(game: Game) -> SelfplayOutcome:
    judged = game.judged()
    expected = expected_action(*game.context).status
    return SelfplayOutcome(expected, judged.parts, judged.exact, len(game.turns), game.action is not None)  # type: ignore[arg-type]


FORMAT = "wayframe-selfplay-1"


class SelfplayRun(NamedTuple):
    """Result of a run; `resumed` dialogues were there already."""

    tally: OutcomeTally
    resumed: int


def run(
    plan: SelfplayPlan,
    output: Path,
    jobs: int = 1,
    engine: Engine = "local",
    told: Callable[[int], object] = lambda done: None,
) -> SelfplayRun:
    """Play all contexts and write what was said and done, in the raw format; the same whatever jobs and engine.

    Raises `InputError` where an input is damaged, where OUT.part is of another run, or where a player breaks a rule;
    what was played until then is kept.
    """
    players(plan)
    unfinished, about = output.with_name(f"{output.name}.part"), output.with_name(f"{output.name}.part.json")
    _claim(plan, about, unfinished)
    tally = OutcomeTally()
    contexts = _contexts(plan)
    with open(unfinished, "r+b") as file:
        resumed = _taken_up(plan, file, contexts, tally, told)
        size = 1 if plan.llm else PART
        for played in streamed(partial(play_part, plan), _parts(contexts, size), jobs, engine):
            file.write(b"".join(each.line for each in played))
            file.flush()
            for each in played:
                tally.add(each.outcome)
            told(tally.dialogues)
    _finish(unfinished, output)
    about.unlink()
    return SelfplayRun(tally, resumed)


def count(plan: SelfplayPlan, told: Callable[[int], object] = lambda done: None) -> int:
    """Count the dialogues to play; every line is looked at, so that no run begins that can't end.

    Raises `InputError` like `files.read`, and where a player can't be had. `told` hears how many were looked at.
    """
    players(plan)
    number = 0
    for number, _ in enumerate(read(plan.data, plan.kb), 1):
        told(number)
    return number


def _contexts(plan: SelfplayPlan) -> Iterator[ContextLines]:
    return (ContextLines(number, *both) for number, both in enumerate(side_by_side(plan.data, plan.kb)))


def _parts(contexts: Iterator[ContextLines], size: int) -> Iterator[list[ContextLines]]:
    while part := list(islice(contexts, size)):
        yield part


def _claim(plan: SelfplayPlan, about: Path, unfinished: Path) -> None:
    """Begin, or see that what was begun is the same run."""
    settings = _settings(plan)
    if not about.exists():
        unfinished.write_bytes(b"")
        with files.writing(about) as file:
            file.write(msgspec.json.encode(settings))
        return
    with files.reading(about) as source:
        try:
            begun = msgspec.json.decode(source.read(), type=dict[str, Any])
        except msgspec.DecodeError as error:
            raise InputError(f"{about}: damaged: remove it, and {unfinished} with it") from error
    for name, value in settings.items():
        if begun.get(name) != value:
            found = f"{name} {shown(begun.get(name))}, here {shown(value)}"
            raise InputError(f"{about}: another run was broken off there ({found}): finish it, or remove the file")


def _settings(plan: SelfplayPlan) -> dict[str, Any]:
    """Return the settings that two parts of one run share."""
    return {
        "format": FORMAT,
        "data": files.digest(plan.data),
        "kb": files.digest(plan.kb),
        "customer": _player(plan.customer),
        "agent": _player(plan.agent),
        "noise": plan.noise._asdict(),
        "first": plan.first,
        "seed": plan.seed,
        **({"llm": plan.llm.prompts} if plan.llm else {}),
    }


def _player(name: str) -> str:
    return files.digest(name) if name.endswith(".json") else name


def _taken_up(
    plan: SelfplayPlan, file: Any, contexts: Iterator[ContextLines], tally: OutcomeTally, told: Callable[[int], object]
) -> int:
    """Count what is there already, and stand behind its last whole line; how many there were."""
    decoder, end, number = msgspec.json.Decoder(Sample), 0, 0
    for line in file:
        if not line.endswith(b"\n"):
            break
        try:
            sample, context = decoder.decode(line), next(contexts)
        except (msgspec.DecodeError, StopIteration) as error:
            raise InputError(f"{file.name}: line {number + 1}: damaged: remove it, and {file.name}.json") from error
        tally.add(outcome(plan, sample, parse(plan.data, plan.kb, context.sample, context.kb).kb))
        end, number = end + len(line), number + 1
    told(number)
    file.seek(end)
    file.truncate()
    return number


def _finish(unfinished: Path, output: Path) -> None:
    """Put the result in its place, compressed as its name says."""
    if output.suffix not in (".gz", ".xz"):
        os.replace(unfinished, output)
        return
    with open(unfinished, "rb") as source, files.writing(output) as target:
        copyfileobj(source, target)
    unfinished.unlink()


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
    noise = parse_noise(str(amount) if kind == "all" else f"{kind}={amount}")
    tally = OutcomeTally()
    for played in play_part(plan._replace(noise=noise), contexts):
        tally.add(played.outcome)
    figures = tally.figures()
    return CurvePoint(kind, amount, figures["reward"], figures["exact"], figures["turns"])


def write_report(folder: Path, plan: SelfplayPlan, tally: OutcomeTally, points: Sequence[CurvePoint]) -> None:
    """Write `index.html`, `report.md` and the plots. Raises `InputError` where they can't be written."""
    pages.write(folder, _document(plan, tally, points))


def _document(plan: SelfplayPlan, tally: OutcomeTally, points: Sequence[CurvePoint]) -> ReportDocument:
    """Build the report."""
    figures = tally.figures()
    return ReportDocument(
        title=f"Self-play over {plan.data.name}",
        about=(
            ("Customer", plan.customer),
            ("Agent", plan.agent),
            ("Noise", show_noise(plan.noise)),
            ("First", f"the {plan.first}"),
            ("Seed", str(plan.seed)),
            *((("Language model", plan.llm.prompts),) if plan.llm else ()),
        ),
        basis="The reward is the paper's: 0.2 for the name, 0.5 for the flight, 0.3 for the status.",
        comparable=True,
        headline=(
            ("Dialogues", f"{tally.dialogues:,}"),
            ("Reward", f"{figures['reward']:.4f}"),
            ("All of it right", f"{figures['exact']:.4f}"),
            ("Turns", f"{figures['turns']:.2f}"),
            ("Unfinished", f"{figures['unfinished']:,}"),
        ),
        sections=(_outcomes(tally), *([_curve(points, tally.dialogues)] if points else [])),
    )


def _outcomes(tally: OutcomeTally) -> ReportSection:
    rows = tally.by_status()
    statuses = ReportTable("What was expected", ("Status", "Dialogues", "Reward"), tuple(rows))
    bars = charts.bars(
        ChartText("statuses", "What was expected", "How many conversations should have come to each status."),
        [ChartBar(status, (number,)) for status, number, _ in rows],
    )
    turns = ReportTable("Turns of a conversation", ("Turns", "Dialogues"), tuple(sorted(tally.turns.items())))
    columns = charts.columns(
        ChartText("turns", "Turns of a conversation", "How many turns of both sides conversations had."),
        tally.turns,
        "turns",
        "dialogues",
    )
    figures = ReportFigure("statuses", bars, statuses), ReportFigure("turns", columns, turns)
    return ReportSection("outcomes", "Outcomes", (), (), figures)


def _curve(points: Sequence[CurvePoint], dialogues: int) -> ReportSection:
    played = min(DIALOGUES, dialogues)
    about = f"The first {played:,} contexts, played anew with noise of each kind alone, and of all kinds at once."
    figures = []
    for what in ("reward", "turns"):
        numbers = tuple((point.kind, f"{point.amount:g}", f"{getattr(point, what):.4f}") for point in points)
        table = ReportTable(f"Mean {what} under noise", ("Noise", "Amount", f"Mean {what}"), numbers)
        figures.append(ReportFigure(f"noise-{what}", _drawn(what, points), table))
    return ReportSection("noise", "Under noise", (about,), (), tuple(figures))


def _drawn(what: str, points: Sequence[CurvePoint]) -> str:
    start = next((point for point in points if not point.amount), None)
    rows = []
    for kind in KINDS:
        held = [*([start] if start else []), *(point for point in points if point.kind == kind and point.amount)]
        rows.append(LineSeries(kind, tuple((point.amount, float(getattr(point, what))) for point in held)))
    text = ChartText(f"noise-{what}", f"Mean {what} by noise", f"Mean {what} of conversations by the amount of noise.")
    return charts.lines(text, rows, "amount of noise", what)
