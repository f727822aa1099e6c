"""An agent that learns by self-play: Monte Carlo control over a table (Sutton and Barto 2018, section 5.4).

An agent that mostly does what has paid, and else tries something, talks to noisy customers. What followed upon an act
in a state, what the outcome was worth less a cost for each turn of its own from there on, goes into the mean of both.
It learns from parts that are right or not (half the name for each of first and last): by the reward of the paper a
wrong letter of a name costs less than the turn in which it would be put right. Compared it is by that reward.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import cycle, islice
from pathlib import Path
from random import Random
from statistics import fmean, stdev
from typing import NamedTuple

import msgspec

from wayframe import files
from wayframe.airdialogue.contexts import contexts, own_names
from wayframe.airdialogue.environment.game import Game, GameContext, MakeAgent, Player, play
from wayframe.airdialogue.players.agent import ACTS, Act, AgentState, ScriptedAgent, by_rules
from wayframe.airdialogue.players.belief import DAYS, PLACES, CustomerBelief
from wayframe.airdialogue.players.customer import ScriptedCustomer
from wayframe.airdialogue.players.wording import CustomerNoise, show_noise
from wayframe.airdialogue.records import KnowledgeBase
from wayframe.analysis import charts
from wayframe.analysis import report as pages
from wayframe.analysis.charts import ChartText, LineSeries
from wayframe.analysis.document import ReportDocument, ReportFigure, ReportSection, ReportTable
from wayframe.errors import InputError
from wayframe.evaluation.engines import streamed
from wayframe.modelfiles import checksum

_ASKS = 3
"""How often the agent may ask for the same thing."""


def state(desk: AgentState) -> str:
    """Encode the state of the dialogue as a short text: the row of the learned table.

    In this order: what it comes to; the name, both places and both days (none, half, unsure, sure); whether wishes were
    asked for, and whether any is unsure; whether a flight fits; what became of the last offer; what was confirmed.
    """
    belief = desk.belief
    if "goal" not in belief.held:
        return "new" if desk.turns < _ASKS else "new again"
    name = _held(belief, "name")
    journey = ["journey", name, *_journey(desk)] if desk.travels else [desk.status, name]
    return ", ".join((*journey, _confirmation(desk)))


def _journey(desk: AgentState) -> list[str]:
    belief = desk.belief
    sure = all(wish.sure for wish in (*belief.of("goal"), *belief.wishes.values()))
    return [
        _held(belief, *PLACES),
        _held(belief, *DAYS),
        "asked" if desk.asked & {"wishes", "all"} else "unasked",
        "clear" if sure else "doubt",
        "fits" if desk.flight else "nothing",
        _last_offer(desk),
    ]


def _last_offer(desk: AgentState) -> str:
    if desk.accepted:
        return "accepted"
    return "refused" if desk.offered else "no offer"


def _confirmation(desk: AgentState) -> str:
    if desk.confirmed:
        return "confirmed"
    return "repeated" if desk.repeated else "open"


def allowed(desk: AgentState) -> tuple[Act, ...]:
    """List the acts that make sense at this point; to end always does."""
    return tuple(act for act in ACTS if _MAKES_SENSE[act](desk))


def _can_confirm(desk: AgentState) -> bool:
    if desk.confirmed or "name" not in desk.belief.held:
        return False
    if desk.status == "cancel":
        return True
    return desk.travels and desk.flight is not None


def _can_repeat(desk: AgentState) -> bool:
    if desk.repeated:
        return False
    return desk.belief.journey if desk.travels else "name" in desk.belief.held


_MAKES_SENSE: dict[Act, Callable[[AgentState], bool]] = {
    "goal": lambda desk: "goal" not in desk.belief.held,
    "name": lambda desk: _held(desk.belief, "name") != "sure",
    "places": lambda desk: desk.travels and _held(desk.belief, *PLACES) in ("none", "half"),
    "days": lambda desk: desk.travels and _held(desk.belief, *DAYS) in ("none", "half"),
    "wishes": lambda desk: desk.travels and desk.last != "wishes",
    "all": lambda desk: desk.travels and not (desk.belief.journey and "name" in desk.belief.held),
    "repeat": _can_repeat,
    "offer": lambda desk: desk.travels and desk.belief.cheapest() is not None and desk.accepted is None,
    "confirm": _can_confirm,
    "end": lambda desk: True,
}


def _held(belief: CustomerBelief, *slots: str) -> str:
    values = belief.of(*slots)
    if len(values) < len(slots):
        return "half" if values else "none"
    return "sure" if all(value.sure for value in values) else "unsure"


FORMAT = "wayframe-air-agent"
VERSION = 1
"""Rises when states or acts change their meaning."""


class TrainingSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Training of a model: so many dialogues with customers of this noise, each own turn at a cost."""

    dialogues: int
    noise: dict[str, float]
    cost: float
    seed: int


class _ValueFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    format: str
    version: int
    trained: TrainingSettings
    acts: tuple[str, ...]
    worth: dict[str, tuple[float | None, ...]]
    sha256: str = ""


class ActionValues(NamedTuple):
    """The worth of acts by state; acts that were never tried there have none."""

    worth: dict[str, dict[Act, float]]
    trained: TrainingSettings

    def choose(self, desk: AgentState) -> Act:
        """The best act that makes sense; where nothing was learned, what the scripted agent would do."""
        known = self.worth.get(state(desk), {})
        tried = [act for act in allowed(desk) if act in known]
        return max(tried, key=known.__getitem__) if tried else by_rules(desk)

    def agent(self, kb: KnowledgeBase, random: Random) -> Player:
        """An agent that does what was learned."""
        return ScriptedAgent(kb, random, self.choose)

    def save(self, path: str | Path) -> None:
        """Write the model; the same model gives the same bytes. Raises `InputError` where it can't be written."""
        rows = {name: tuple(row.get(act) for act in ACTS) for name, row in sorted(self.worth.items())}
        file = _ValueFile(FORMAT, VERSION, self.trained, ACTS, rows)
        with files.writing(path) as target:
            target.write(msgspec.json.encode(msgspec.structs.replace(file, sha256=checksum(file))) + b"\n")

    @classmethod
    def load(cls, path: str | Path) -> ActionValues:
        """Read a model. Raises `InputError` where the file is none, is damaged or doesn't fit this version."""
        with files.reading(path) as source:
            data = source.read()
        try:
            file = msgspec.json.decode(data, type=_ValueFile)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise InputError(f"{path}: expected a trained agent, found something else or damage") from error
        if (file.format, file.version, file.acts) != (FORMAT, VERSION, ACTS):
            raise InputError(f"{path}: expected an agent trained by this version of Wayframe: train it again")
        if file.sha256 != checksum(file) or any(len(row) != len(ACTS) for row in file.worth.values()):
            raise InputError(f"{path}: damaged: its checksum doesn't fit")
        worth = {
            name: {act: value for act, value in zip(ACTS, row, strict=True) if value is not None}
            for name, row in file.worth.items()
        }
        return cls(worth, file.trained)


COST = 0.02
"""What a turn of the agent costs: five turns a tenth of the whole reward."""

_CURIOUS = 0.5, 0.02  # how often something else is tried: at first, and from four fifths on
_LEAST_STEP = 0.01  # how much a new return counts at least, so that what was learned early can be forgotten
_DRAWN = 8_192  # contexts that training goes round in
_CHECKS, _APART = 20, 500  # so often while learning, and no more often than after so many conversations
_CHECKED = 300

_CHECK_SEED, _TEST_SEED = 9_000_001, 9_000_002


class TrainingPlan(NamedTuple):
    """Settings of a training; the same plan gives the same model. On `tested` contexts apart agents are compared."""

    dialogues: int
    noise: CustomerNoise
    cost: float = COST
    seed: int = 0
    tested: int = 1_000


class AgentResult(NamedTuple):
    """Performance of an agent: means of the reward, of its own turns, and of the reward less what these cost."""

    reward: float
    turns: float
    gain: float


class TrainingCheckpoint(NamedTuple):
    """Performance of an agent after so many dialogues."""

    dialogues: int
    result: AgentResult


class LearnedAgent(NamedTuple):
    """A model, how it became what it is, and how it does on contexts that it hasn't seen."""

    model: ActionValues
    curve: tuple[TrainingCheckpoint, ...]
    result: AgentResult


class _StateTrials:
    """Trials of each act in a state, and the mean of what followed."""

    def __init__(self) -> None:
        self.tried = dict[Act, int]()
        self.worth = dict[Act, float]()

    def learn(self, act: Act, gained: float) -> None:
        self.tried[act] = tried = self.tried.get(act, 0) + 1
        held = self.worth.get(act, 0.0)
        self.worth[act] = held + (gained - held) * max(1 / tried, _LEAST_STEP)


def train(plan: TrainingPlan, told: Callable[[int], object] = lambda done: None) -> LearnedAgent:
    """Let an agent learn; `told` hears how many conversations it had. Raises `InputError` where numpy is missing."""
    drawn = cycle(_contexts(min(plan.dialogues, _DRAWN), plan.seed))
    checked_on = _contexts(min(_CHECKED, plan.tested), _CHECK_SEED)
    random, table, curve = Random(plan.seed), dict[str, _StateTrials](), list[TrainingCheckpoint]()
    every = max(_APART, plan.dialogues // _CHECKS)
    for number, context in enumerate(islice(drawn, plan.dialogues)):
        if number % every == 0:
            curve.append(TrainingCheckpoint(number, evaluate(_model(plan, table).agent, checked_on, plan)))
        _talk(context, plan, table, _curiosity(number / plan.dialogues), random)
        told(number + 1)
    model = _model(plan, table)
    curve.append(TrainingCheckpoint(plan.dialogues, evaluate(model.agent, checked_on, plan)))
    return LearnedAgent(model, tuple(curve), evaluate(model.agent, _contexts(plan.tested, _TEST_SEED), plan))


def train_all(
    plan: TrainingPlan, seeds: int, jobs: int, told: Callable[[int], object] = lambda done: None
) -> list[LearnedAgent]:
    """Train so many agents, from the plan's seed on; `told` hears of all their conversations together."""
    plans = [plan._replace(seed=plan.seed + number) for number in range(seeds)]
    if jobs == 1:
        return [train(each, _from(number * plan.dialogues, told)) for number, each in enumerate(plans)]
    learned = list[LearnedAgent]()
    for each in streamed(train, plans, min(jobs, seeds)):
        learned.append(each)
        told(len(learned) * plan.dialogues)
    return learned


def _from(before: int, told: Callable[[int], object]) -> Callable[[int], object]:
    return lambda done: told(before + done)


def scripted(plan: TrainingPlan) -> AgentResult:
    """Evaluate the scripted agent on the contexts that learned ones are compared on."""
    return evaluate(ScriptedAgent, _contexts(plan.tested, _TEST_SEED), plan)


def mean(results: Sequence[AgentResult]) -> AgentResult:
    """The mean of each figure."""
    return AgentResult(*(fmean(column) for column in zip(*results, strict=True)))


def deviation(results: Sequence[AgentResult]) -> AgentResult | None:
    """The sample deviation of each figure; None of a single result."""
    return AgentResult(*(stdev(column) for column in zip(*results, strict=True))) if len(results) > 1 else None


def evaluate(make: MakeAgent, on: Sequence[GameContext], plan: TrainingPlan) -> AgentResult:
    """Evaluate an agent with customers of the plan's noise, the same for every agent."""
    rewards, turns = 0.0, 0
    for number, context in enumerate(on):
        game = Game(context)
        play(
            game,
            ScriptedCustomer(context.intent, Random(2 * number), plan.noise),
            make(context.kb, Random(2 * number + 1)),
        )
        rewards += game.judged().parts.reward
        turns += len(game.turns) // 2
    reward, own = rewards / len(on), turns / len(on)
    return AgentResult(reward, own, reward - plan.cost * own)


def _contexts(count: int, seed: int) -> list[GameContext]:
    return [GameContext(sample.intent, kb) for sample, kb in contexts(count, seed, own_names())]


def _curiosity(done: float) -> float:
    first, last = _CURIOUS
    return max(last, first + (last - first) * done / 0.8)


def _talk(
    context: GameContext, plan: TrainingPlan, table: dict[str, _StateTrials], curiosity: float, random: Random
) -> None:
    """One conversation, and what is learned from it."""
    went = list[tuple[_StateTrials, Act]]()

    def choose(desk: AgentState) -> Act:
        row, able = table.setdefault(state(desk), _StateTrials()), allowed(desk)
        untried = [act for act in able if act not in row.worth]
        if untried or random.random() < curiosity:
            act = random.choice(untried or able)
        else:
            act = max(able, key=row.worth.__getitem__)
        went.append((row, act))
        return act

    game = Game(context)
    customer = ScriptedCustomer(context.intent, Random(random.getrandbits(64)), plan.noise)
    play(game, customer, ScriptedAgent(context.kb, Random(random.getrandbits(64)), choose))
    gained = game.judged().exact_parts.reward
    for row, act in reversed(went):
        gained -= plan.cost
        row.learn(act, gained)


def _model(plan: TrainingPlan, table: dict[str, _StateTrials]) -> ActionValues:
    trained = TrainingSettings(plan.dialogues, plan.noise._asdict(), plan.cost, plan.seed)
    return ActionValues({name: dict(row.worth) for name, row in table.items()}, trained)


def write_report(folder: Path, plan: TrainingPlan, learned: Sequence[LearnedAgent], scripted: AgentResult) -> None:
    """Write `index.html`, `report.md` and the plots. Raises `InputError` where they can't be written."""
    pages.write(folder, _document(plan, learned, scripted))


def _document(plan: TrainingPlan, learned: Sequence[LearnedAgent], scripted: AgentResult) -> ReportDocument:
    """Build the report."""
    middle = mean([each.result for each in learned])
    return ReportDocument(
        title="An agent that learns",
        about=(
            ("Noise", show_noise(plan.noise)),
            ("Conversations", f"{plan.dialogues:,} for each seed"),
            ("Cost of a turn", f"{plan.cost:g}"),
        ),
        basis=f"Compared on {plan.tested:,} contexts that no training saw. Gain: reward less the cost of own turns.",
        comparable=True,
        headline=(
            ("Gain", f"{middle.gain:.4f}"),
            ("Reward", f"{middle.reward:.4f}"),
            ("Own turns", f"{middle.turns:.2f}"),
            ("Scripted: gain", f"{scripted.gain:.4f}"),
        ),
        sections=(_compared(learned, scripted), _curves(learned)),
    )


def _compared(learned: Sequence[LearnedAgent], scripted: AgentResult) -> ReportSection:
    results = [each.result for each in learned]
    rows = [(f"seed {each.model.trained.seed}", *_cells(each.result)) for each in learned]
    rows.append(("mean", *_cells(mean(results))))
    if spread := deviation(results):
        rows.append(("sample deviation", *_cells(spread)))
    rows.append(("scripted", *_cells(scripted)))
    table = ReportTable("Beside the scripted agent", ("Agent", "Reward", "Own turns", "Gain"), tuple(rows))
    return ReportSection("compared", "Beside the scripted agent", (), (table,))


def _curves(learned: Sequence[LearnedAgent]) -> ReportSection:
    figures = []
    for what, called in (("gain", "gain"), ("turns", "own turns")):
        lines = [tuple((float(at), float(getattr(result, what))) for at, result in each.curve) for each in learned]
        middle = tuple((points[0][0], sum(y for _, y in points) / len(points)) for points in zip(*lines, strict=True))
        text = ChartText(
            f"learning-{what}", f"Mean {called} while learning", f"Mean {called} after so many conversations."
        )
        drawn = charts.lines(
            text, [LineSeries("mean", middle), *(LineSeries("", line) for line in lines)], "conversations", called
        )
        table = ReportTable(
            text.title, ("Conversations", f"Mean {called}"), tuple((int(x), f"{y:.4f}") for x, y in middle)
        )
        figures.append(ReportFigure(text.name, drawn, table))
    return ReportSection("learning", "While learning", (), (), tuple(figures))


def _cells(result: AgentResult) -> tuple[str, ...]:
    return tuple(f"{each:.4f}" for each in result)
