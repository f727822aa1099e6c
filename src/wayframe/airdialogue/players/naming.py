"""Players by name: scripted ones, learned ones, those of others."""

from __future__ import annotations

from functools import partial
from pkgutil import resolve_name
from typing import Any, Literal, cast, overload

from wayframe.airdialogue.environment.game import MakeAgent, MakeCustomer, Side
from wayframe.airdialogue.players.agent import ScriptedAgent
from wayframe.airdialogue.players.customer import ScriptedCustomer
from wayframe.airdialogue.players.noise import QUIET, Noise
from wayframe.errors import InputError, shown


@overload
def maker(name: str, side: Literal["customer"], noise: Noise = QUIET) -> MakeCustomer: ...
@overload
def maker(name: str, side: Literal["agent"], noise: Noise = QUIET) -> MakeAgent: ...
def maker(name: str, side: Side, noise: Noise = QUIET) -> MakeCustomer | MakeAgent:
    """How players of this name are made: `scripted`, a trained agent's file (.json), or module:Class.

    Noise is for the scripted customer only. Raises `InputError` where there is no such player, or not of this side.
    """
    if name == "scripted":
        return partial(ScriptedCustomer, noise=noise) if side == "customer" else ScriptedAgent
    if noise != QUIET and side == "customer":
        raise InputError(f"{name}: noise is for the scripted customer only")
    if name.endswith(".json") and side == "agent":
        from wayframe.airdialogue.learning.model import Model

        return Model.load(name).agent
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
