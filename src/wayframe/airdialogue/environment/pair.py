"""PettingZoo's view of the environment: a customer and an agent in turns (AEC), who share the reward."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any, ClassVar

from wayframe.airdialogue.environment import spaces
from wayframe.airdialogue.environment.game import TURNS, Game, GameContext, Side
from wayframe.errors import InputError

try:
    from pettingzoo import AECEnv
except ModuleNotFoundError as error:
    raise spaces.missing_library() from error

ID = "wayframe/AirDialogue-v1"
"""The number rises when results could change."""

SIDES: tuple[Side, Side] = ("customer", "agent")


class PairEnv(AECEnv):  # type: ignore[misc]
    """Both sides of a conversation; `contexts` are drawn by chance unless they are given.

    Without a seed it begins from chance of the system, as the library wants it.
    """

    metadata: ClassVar[dict[str, Any]] = {"name": ID, "render_modes": ["ansi"], "is_parallelizable": False}

    def __init__(
        self,
        contexts: Sequence[GameContext] = (),
        first: Side = "customer",
        limit: int = TURNS,
        render_mode: str | None = None,
    ) -> None:
        self.possible_agents = list(SIDES)
        self.observation_spaces = {side: spaces.observation_space() for side in SIDES}
        self.action_spaces = {side: spaces.action_space(side) for side in SIDES}
        self.render_mode = render_mode
        self._contexts = contexts
        self._first: Side = first
        self._limit = limit
        self._random = Random()
        self._drawn: Iterator[GameContext] | None = None
        self._game: Game | None = None
        self.agents: list[Side] = []

    def observation_space(self, agent: Side) -> Any:
        """Return the space of a side's observations; always the same object."""
        return self.observation_spaces[agent]

    def action_space(self, agent: Side) -> Any:
        """Return the space of a side's actions; always the same object."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin another conversation."""
        if seed is not None or self._drawn is None:
            self._random = Random(seed)
            self._drawn = spaces.drawn(self._random.randrange(2**31))
        context = self._random.choice(self._contexts) if self._contexts else next(self._drawn)
        self._game = game = Game(context, self._first, self._limit)
        self.agents = list(SIDES)
        self.agent_selection = game.to_move
        self.rewards = dict.fromkeys(SIDES, 0.0)
        self._cumulative_rewards = dict.fromkeys(SIDES, 0.0)
        self.terminations = dict.fromkeys(SIDES, False)
        self.truncations = dict.fromkeys(SIDES, False)
        self.infos: dict[str, dict[str, float]] = {side: {} for side in SIDES}

    def observe(self, agent: Side) -> spaces.Observation:
        """Return a side's observation at this point."""
        assert self._game is not None, "call reset() before observe()"
        return spaces.observation(self._game, agent)

    def step(self, action: str | Mapping[str, Any] | None) -> None:
        """Say something; when it is over, both are rewarded, `infos` has the parts, and each steps with None once more.

        Raises `gymnasium.error.ResetNeeded` before the first conversation and after that.
        """
        if not self.agents:
            spaces.running(self._game)
        side = self.agent_selection
        if self.terminations[side] or self.truncations[side]:
            self._was_dead_step(action)
            return
        game = spaces.running(self._game)
        if action is None:
            raise InputError(f"{side}: expected an action: the conversation goes on, found None")
        self._cumulative_rewards[side] = 0.0
        game.play(spaces.reply(side, action))
        self.agent_selection = game.to_move
        if game.over:
            worth = game.judged().parts
            self.rewards = dict.fromkeys(SIDES, worth.reward)
            self.infos = {side: worth._asdict() for side in SIDES}
            self.terminations = dict.fromkeys(SIDES, game.action is not None)
            self.truncations = dict.fromkeys(SIDES, game.action is None)
        self._accumulate_rewards()

    def render(self) -> str | None:
        """The conversation so far, a turn a line."""
        return spaces.rendered(self._game, self.render_mode)

    def close(self) -> None:
        """Nothing is held open."""
