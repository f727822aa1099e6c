"""Learning by self-play: Monte Carlo control over a table (Sutton and Barto 2018, section 5.4).

An agent that mostly does what has paid, and else tries something, talks to noisy customers. What followed upon an act
in a state, what the outcome was worth less a cost for each turn of its own from there on, goes into the mean of both.
It learns from parts that are right or not (half the name for each of first and last): by the reward of the paper a
wrong letter of a name costs less than the turn in which it would be put right. Compared it is by that reward.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import cycle, islice
from random import Random
from statistics import fmean, stdev
from typing import NamedTuple

from wayframe.airdialogue.contexts import contexts, own_names
from wayframe.airdialogue.environment.game import Game, GameContext, MakeAgent, play
from wayframe.airdialogue.learning.model import ActionValues, TrainingSettings
from wayframe.airdialogue.learning.state import allowed, state
from wayframe.airdialogue.players.agent import Act, AgentState, ScriptedAgent
from wayframe.airdialogue.players.customer import ScriptedCustomer
from wayframe.airdialogue.players.noise import CustomerNoise
from wayframe.evaluation.engines import streamed

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
