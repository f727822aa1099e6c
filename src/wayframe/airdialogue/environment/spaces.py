"""Observations and actions as the libraries describe them: texts, and the action that ends a dialogue.

An observation is {"context": a side's own part as a line of JSON, as in the files, "heard": what the other one just
said}. Texts are in printable Latin letters, with all their accents: what else somebody says is left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, cast

from wayframe.airdialogue.environment.game import LENGTH, Game, GameContext, PlayerReply, Side
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
    heard = game.heard if game.to_move == side else ""
    return {"context": plain(encode(game.context.of(side)).decode()), "heard": plain(heard)}


def rendered(game: Game | None, mode: str | None) -> str | None:
    """The conversation so far, a turn a line; None where there is none or no text is asked for."""
    return "\n".join(game.turns) if game and mode == "ansi" else None


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
