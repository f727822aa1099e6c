"""One conversation of two players by name, from two lines of the files to a line of output and what it was worth."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from wayframe.airdialogue.environment.game import Game, GameContext, MakeAgent, MakeCustomer, Side, play
from wayframe.airdialogue.files import FileLine, located, parse
from wayframe.airdialogue.players.naming import maker
from wayframe.airdialogue.players.noise import QUIET, CustomerNoise
from wayframe.airdialogue.records import STATUSES, KnowledgeBase, Sample, Status, encode
from wayframe.airdialogue.scoring.reward import RewardParts
from wayframe.airdialogue.truth import expected_action, is_correct
from wayframe.errors import InputError

PART = 64
"""How many conversations a process plays before it hands them over."""


class SelfplayPlan(NamedTuple):
    """Settings of a self-play: the contexts and the players; the same plan gives the same dialogues."""

    data: Path
    kb: Path
    customer: str = "scripted"
    agent: str = "scripted"
    noise: CustomerNoise = QUIET
    first: Side = "customer"
    seed: int = 0


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
    game.turns, game.action = list(sample.dialogue or ()), sample.action
    return _outcome(game)


def chance(seed: int, number: int, side: Side) -> Random:
    """A source of chance for one side of one conversation, whoever plays it and when."""
    return Random((seed << 64) + 2 * number + (side == "agent"))


def players(plan: SelfplayPlan) -> tuple[MakeCustomer, MakeAgent]:
    """Return the factories of both players. Raises `InputError` where there are no such players."""
    return _players(plan.customer, plan.agent, plan.noise)


@lru_cache(maxsize=8)
def _players(customer: str, agent: str, noise: CustomerNoise) -> tuple[MakeCustomer, MakeAgent]:
    return maker(customer, "customer", noise), maker(agent, "agent")


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
            said = " ".join(f"{type(error).__name__}: {error}".split())
            raise InputError(f"a player failed: {said}") from error
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
