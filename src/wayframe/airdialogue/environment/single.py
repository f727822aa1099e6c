"""Gymnasium's view of the environment: you are one side, and the other one is scripted.

An observation is {"context": a side's own part as a line of JSON, as in the files, "heard": what the other one just
said}; an action is a text, and for an agent how it ends the dialogue. Texts are in printable Latin letters, with all
their accents: what else somebody says is left out.

Importing this module registers `wayframe/AirDialogueAgent-v1` and `wayframe/AirDialogueCustomer-v1`. The number rises
when results could change.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any, ClassVar, cast

from wayframe.airdialogue.environment.game import LENGTH, TURNS, Game, GameContext, Player, PlayerReply, Side
from wayframe.airdialogue.players.agent import ScriptedAgent
from wayframe.airdialogue.players.customer import ScriptedCustomer
from wayframe.airdialogue.players.wording import QUIET, CustomerNoise, noise_amounts
from wayframe.airdialogue.records import FIRST_FLIGHT, FLIGHTS, STATUSES, Action, Status, encode
from wayframe.errors import InputError
from wayframe.extras import missing


def missing_library() -> InputError:
    """Return the error for an environment without Gymnasium or PettingZoo."""
    return missing("the environment for Gymnasium and PettingZoo needs both", "env")


try:
    import gymnasium as gymnasium
    from gymnasium import spaces
except ModuleNotFoundError as error:
    raise missing_library() from error

_CHARACTERS = "".join(filter(str.isprintable, map(chr, range(0x250))))  # up to Latin Extended-B
_ALLOWED = frozenset(_CHARACTERS)
_CONTEXT = 20_000  # characters; thirty flights are nine thousand
_NAME = 200

GO_ON = 0
"""The status of an agent that goes on talking; status i ends the conversation with the i-th of `records.STATUSES`."""

NO_FLIGHT = 0
"""The flight of who names none."""

Observation = dict[str, str]


def text_space(length: int = LENGTH) -> Any:
    """Texts of up to so many characters."""
    return spaces.Text(min_length=0, max_length=length, charset=_CHARACTERS)


def observation_space() -> Any:
    """Build the space of either side's observations."""
    return spaces.Dict({"context": text_space(_CONTEXT), "heard": text_space()})


def action_space(side: Side) -> Any:
    """A text for the customer; for the agent a text and how it ends: status, name, flight number."""
    if side == "customer":
        return text_space()
    return spaces.Dict(
        {
            "text": text_space(),
            "status": spaces.Discrete(len(STATUSES) + 1),
            "name": text_space(_NAME),
            "flight": spaces.Discrete(FIRST_FLIGHT + FLIGHTS),
        }
    )


def running(game: Game | None) -> Game:
    """Return the game if it goes on. Raises `gymnasium.error.ResetNeeded` before its start and after its end."""
    if game is None:
        raise gymnasium.error.ResetNeeded("no conversation has begun: call reset() before step()")
    if game.over:
        raise gymnasium.error.ResetNeeded("the conversation is over: call reset() to begin another one")
    return game


def observation(game: Game, side: Side) -> Observation:
    """Return a side's observation at this point."""
    own = game.context.intent if side == "customer" else game.context.kb
    heard = game.heard if game.to_move == side else ""
    return {"context": plain(encode(own).decode()), "heard": plain(heard)}


def plain(text: str) -> str:
    """The text without what the texts of the spaces can't hold."""
    return "".join(filter(_ALLOWED.__contains__, text))


def reply(side: Side, action: str | Mapping[str, Any]) -> PlayerReply:
    """The turn that an action of a space is."""
    if isinstance(action, str):
        return PlayerReply(action)
    status = int(action["status"])
    if side == "customer" or status == GO_ON:
        return PlayerReply(action["text"])
    ending = STATUSES[status - 1]
    flight = (int(action["flight"]),) if ending in ("book", "change") else ()
    return PlayerReply(action["text"], Action(flight=flight, name=action["name"], status=ending))


def chosen(said: PlayerReply) -> dict[str, Any]:
    """A turn of an agent as an action of its space: what lets a `Player` play through a library."""
    action = said.action
    return {
        "text": plain(said.text),
        "status": STATUSES.index(cast("Status", action.status)) + 1 if action else GO_ON,
        "name": plain(action.name) if action else "",
        "flight": action.flight[0] if action and action.flight else NO_FLIGHT,
    }


def drawn(seed: int) -> Iterator[GameContext]:
    """Contexts without end, drawn by chance from the project's own lists."""
    from wayframe.airdialogue.contexts import contexts, own_names

    for sample, kb in contexts(2**40, seed, own_names()):
        yield GameContext(sample.intent, kb)


Step = tuple[Observation, float, bool, bool, dict[str, Any]]


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
        self.observation_space = observation_space()
        self.action_space = action_space(self.side)
        self.render_mode = render_mode
        self._contexts = contexts
        self._first: Side = first
        self._limit = limit
        self._drawn: Iterator[GameContext] | None = None
        self._game: Game | None = None
        self._other: Player

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin another conversation; the other side speaks if it is the first to."""
        super().reset(seed=seed)
        if seed is not None or self._drawn is None:
            self._drawn = drawn(int(self.np_random.integers(2**31)))
        given = self._contexts
        context = given[int(self.np_random.integers(len(given)))] if given else next(self._drawn)
        self._game = game = Game(context, self._first, self._limit)
        self._other = self._make_other(context, Random(int(self.np_random.integers(2**31))))
        self._answer(game)
        return observation(game, self.side), {}

    def step(self, action: str | Mapping[str, Any]) -> Step:
        """Say something, hear the answer. The reward comes at the end; `info` has its parts then.

        Raises `gymnasium.error.ResetNeeded` before the first conversation and after the end of one.
        """
        game = running(self._game)
        game.play(reply(self.side, action))
        self._answer(game)
        ended = game.action is not None
        worth = game.judged().parts
        info = worth._asdict() if game.over else {}
        return observation(game, self.side), worth.reward, ended, game.over and not ended, info

    def render(self) -> str | None:
        """The conversation so far, a turn a line."""
        return "\n".join(self._game.turns) if self._game and self.render_mode == "ansi" else None

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
