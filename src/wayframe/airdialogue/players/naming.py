"""Players by name: scripted ones, learned ones, those of others."""

from __future__ import annotations

from functools import partial
from pkgutil import resolve_name
from typing import Any, Literal, cast, overload

from wayframe.airdialogue.environment.game import MakeAgent, MakeCustomer, Side
from wayframe.airdialogue.players.agent import PATIENCE, ScriptedAgent
from wayframe.airdialogue.players.customer import ScriptedCustomer
from wayframe.airdialogue.players.noise import QUIET, CustomerNoise
from wayframe.errors import InputError, shown


@overload
def maker(
    name: str, side: Literal["customer"], noise: CustomerNoise = QUIET, turns: int = PATIENCE
) -> MakeCustomer: ...
@overload
def maker(name: str, side: Literal["agent"], noise: CustomerNoise = QUIET, turns: int = PATIENCE) -> MakeAgent: ...
def maker(name: str, side: Side, noise: CustomerNoise = QUIET, turns: int = PATIENCE) -> MakeCustomer | MakeAgent:
    """Return the factory of a player: `scripted`, a trained agent's file (.json), or module:Class.

    Noise is for the scripted customer only; scripted and trained agents act in their turn number `turns` at the latest.
    Raises `InputError` where there is no such player, or not of this side.
    """
    if name == "scripted":
        return partial(ScriptedCustomer, noise=noise) if side == "customer" else partial(ScriptedAgent, turns=turns)
    if noise != QUIET and side == "customer":
        raise InputError(f"{name}: noise is for the scripted customer only")
    if name.endswith(".json") and side == "agent":
        from wayframe.airdialogue.learning.model import ActionValues

        return partial(ScriptedAgent, choose=ActionValues.load(name).choose, turns=turns)
    found = load(name)
    if found.side != side:
        raise InputError(f"{name}: plays the {found.side}, expected a player for the {side}")
    return cast("MakeAgent", found)


def load(name: str) -> Any:
    """The class that module:Class names, with its `side`. Raises `InputError` where there is none."""
    if ":" not in name:
        raise InputError(f"expected scripted, a trained agent (.json) or module:Class, found {shown(name)}")
    try:
        found = resolve_name(name)
    except (ImportError, AttributeError, ValueError, SyntaxError) as error:
        raise InputError(f"player {shown(name)}: can't be imported: {' '.join(str(error).split())}") from error
    if getattr(found, "side", None) not in ("customer", "agent"):
        raise InputError(f'player {shown(name)}: expected a class with side = "customer" or "agent"')
    return found
