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
from wayframe.airdialogue.environment.game import Context, Game, MakeAgent, play
from wayframe.airdialogue.learning.model import Model, Trained
from wayframe.airdialogue.learning.state import allowed, state
from wayframe.airdialogue.players.agent import Act, Desk, ScriptedAgent
from wayframe.airdialogue.players.customer import ScriptedCustomer
from wayframe.airdialogue.players.noise import Noise
from wayframe.evaluation.engines import streamed

COST = 0.02
"""What a turn of the agent costs: five turns a tenth of the whole reward."""

_CURIOUS = 0.5, 0.02  # how often something else is tried: at first, and from four fifths on
_LEAST_STEP = 0.01  # how much a new return counts at least, so that what was learned early can be forgotten
_DRAWN = 8_192  # contexts that training goes round in
_CHECKS, _APART = 20, 500  # so often while learning, and no more often than after so many conversations
_CHECKED = 300

_CHECK_SEED, _TEST_SEED = 9_000_001, 9_000_002


class Plan(NamedTuple):
    """What is learned from; the same plan gives the same model. On `tested` contexts apart agents are compared."""

    dialogues: int
    noise: Noise
    cost: float = COST
    seed: int = 0
    tested: int = 1_000


class Result(NamedTuple):
    """How an agent does: means of the reward, of its own turns, and of the reward less what these cost."""

    reward: float
    turns: float
    gain: float


class Checked(NamedTuple):
    """How an agent did after so many conversations."""

    dialogues: int
    result: Result


class Learned(NamedTuple):
    """A model, how it became what it is, and how it does on contexts that it hasn't seen."""

    model: Model
    curve: tuple[Checked, ...]
    result: Result


class _Row:
    """How often each act was tried in a state, and the mean of what followed."""

    def __init__(self) -> None:
        self.tried = dict[Act, int]()
        self.worth = dict[Act, float]()

    def learn(self, act: Act, gained: float) -> None:
        self.tried[act] = tried = self.tried.get(act, 0) + 1
        held = self.worth.get(act, 0.0)
        self.worth[act] = held + (gained - held) * max(1 / tried, _LEAST_STEP)


def train(plan: Plan, told: Callable[[int], object] = lambda done: None) -> Learned:
    """Let an agent learn; `told` hears how many conversations it had. Raises `InputError` where numpy is missing."""
    drawn = cycle(_contexts(min(plan.dialogues, _DRAWN), plan.seed))
    checked_on = _contexts(min(_CHECKED, plan.tested), _CHECK_SEED)
    random, table, curve = Random(plan.seed), dict[str, _Row](), list[Checked]()
    every = max(_APART, plan.dialogues // _CHECKS)
    for number, context in enumerate(islice(drawn, plan.dialogues)):
        if number % every == 0:
            curve.append(Checked(number, evaluate(_model(plan, table).agent, checked_on, plan)))
        _talk(context, plan, table, _curiosity(number / plan.dialogues), random)
        told(number + 1)
    model = _model(plan, table)
    curve.append(Checked(plan.dialogues, evaluate(model.agent, checked_on, plan)))
    return Learned(model, tuple(curve), evaluate(model.agent, _contexts(plan.tested, _TEST_SEED), plan))


def train_all(plan: Plan, seeds: int, jobs: int, told: Callable[[int], object] = lambda done: None) -> list[Learned]:
    """Train so many agents, from the plan's seed on; `told` hears of all their conversations together."""
    plans = [plan._replace(seed=plan.seed + number) for number in range(seeds)]
    if jobs == 1:
        return [train(each, _from(number * plan.dialogues, told)) for number, each in enumerate(plans)]
    learned = list[Learned]()
    for each in streamed(train, plans, min(jobs, seeds)):
        learned.append(each)
        told(len(learned) * plan.dialogues)
    return learned


def _from(before: int, told: Callable[[int], object]) -> Callable[[int], object]:
    return lambda done: told(before + done)


def scripted(plan: Plan) -> Result:
    """How the scripted agent does where the learned ones are compared."""
    return evaluate(ScriptedAgent, _contexts(plan.tested, _TEST_SEED), plan)


def mean(results: Sequence[Result]) -> Result:
    """The mean of each figure."""
    return Result(*(fmean(column) for column in zip(*results, strict=True)))


def deviation(results: Sequence[Result]) -> Result | None:
    """The sample deviation of each figure; None of a single result."""
    return Result(*(stdev(column) for column in zip(*results, strict=True))) if len(results) > 1 else None


def evaluate(make: MakeAgent, on: Sequence[Context], plan: Plan) -> Result:
    """How agents do with customers of the plan's noise, the same for every agent."""
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
    return Result(reward, own, reward - plan.cost * own)


def _contexts(count: int, seed: int) -> list[Context]:
    return [Context(sample.intent, kb) for sample, kb in contexts(count, seed, own_names())]


def _curiosity(done: float) -> float:
    first, last = _CURIOUS
    return max(last, first + (last - first) * done / 0.8)


def _talk(context: Context, plan: Plan, table: dict[str, _Row], curiosity: float, random: Random) -> None:
    """One conversation, and what is learned from it."""
    went = list[tuple[_Row, Act]]()

    def choose(desk: Desk) -> Act:
        row, able = table.setdefault(state(desk), _Row()), allowed(desk)
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


def _model(plan: Plan, table: dict[str, _Row]) -> Model:
    trained = Trained(plan.dialogues, plan.noise._asdict(), plan.cost, plan.seed)
    return Model({name: dict(row.worth) for name, row in table.items()}, trained)
