"""Gymnasium's view of the environment: you are one side, and the other one is scripted.

Importing this module registers `wayframe/AirDialogueAgent-v1` and `wayframe/AirDialogueCustomer-v1`. The number rises
when results could change.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any, ClassVar

from wayframe.airdialogue.environment import spaces
from wayframe.airdialogue.environment.game import TURNS, Game, GameContext, Player, Side
from wayframe.airdialogue.environment.spaces import gymnasium
from wayframe.airdialogue.players.agent import ScriptedAgent
from wayframe.airdialogue.players.customer import ScriptedCustomer
from wayframe.airdialogue.players.wording import QUIET, CustomerNoise, noise_amounts

Step = tuple[spaces.Observation, float, bool, bool, dict[str, Any]]


class _OneSide(gymnasium.Env[Any, Any]):  # type: ignore[misc]
    """One side of a conversation; `contexts` are drawn by chance unless they are given."""

    metadata: ClassVar[dict[str, Any]] = {"render_modes": ["ansi"], "render_fps": 1}
    side: ClassVar[Side]

    def __init__(
        self,
        contexts: Sequence[GameContext] = (),
        first: Side = "customer",
        limit: int = TURNS,
        render_mode: str | None = None,
    ) -> None:
        self.observation_space = spaces.observation_space()
        self.action_space = spaces.action_space(self.side)
        self.render_mode = render_mode
        self._contexts = contexts
        self._first: Side = first
        self._limit = limit
        self._drawn: Iterator[GameContext] | None = None
        self._game: Game | None = None
        self._other: Player

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[spaces.Observation, dict[str, Any]]:
        """Begin another conversation; the other side speaks if it is the first to."""
        super().reset(seed=seed)
        if seed is not None or self._drawn is None:
            self._drawn = spaces.drawn(int(self.np_random.integers(2**31)))
        given = self._contexts
        context = given[int(self.np_random.integers(len(given)))] if given else next(self._drawn)
        self._game = game = Game(context, self._first, self._limit)
        self._other = self._make_other(context, Random(int(self.np_random.integers(2**31))))
        self._answer(game)
        return spaces.observation(game, self.side), {}

    def step(self, action: str | Mapping[str, Any]) -> Step:
        """Say something, hear the answer. The reward comes at the end; `info` has its parts then.

        Raises `gymnasium.error.ResetNeeded` before the first conversation and after the end of one.
        """
        game = spaces.running(self._game)
        game.play(spaces.reply(self.side, action))
        self._answer(game)
        ended = game.action is not None
        worth = game.judged().parts
        info = worth._asdict() if game.over else {}
        return spaces.observation(game, self.side), worth.reward, ended, game.over and not ended, info

    def render(self) -> str | None:
        """The conversation so far, a turn a line."""
        return spaces.rendered(self._game, self.render_mode)

    def _answer(self, game: Game) -> None:
        if not game.over and game.to_move != self.side:
            game.play(self._other.reply(game.heard))

    def _make_other(self, context: GameContext, random: Random) -> Player:
        raise NotImplementedError


class AgentEnv(_OneSide):
    """You are the agent; the customer is scripted, with so much noise: an amount, or one for each kind."""

    side = "agent"

    def __init__(self, noise: CustomerNoise | float | str = QUIET, **options: Any) -> None:
        super().__init__(**options)
        self._noise = noise_amounts(noise)

    def _make_other(self, context: GameContext, random: Random) -> Player:
        return ScriptedCustomer(context.intent, random, self._noise)


class CustomerEnv(_OneSide):
    """You are the customer; the agent is scripted."""

    side = "customer"

    def _make_other(self, context: GameContext, random: Random) -> Player:
        return ScriptedAgent(context.kb, random)


gymnasium.register("wayframe/AirDialogueAgent-v1", entry_point=f"{__name__}:AgentEnv")
gymnasium.register("wayframe/AirDialogueCustomer-v1", entry_point=f"{__name__}:CustomerEnv")
