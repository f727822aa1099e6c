"""Players by name (scripted, learned, those of others), and the checks that they keep to the rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from random import Random
from typing import Any, Literal, NamedTuple, cast, overload

from wayframe.airdialogue.environment.game import (
    LENGTH,
    TURNS,
    Game,
    GameContext,
    MakeAgent,
    MakeCustomer,
    Player,
    PlayerReply,
    Side,
    examples,
    illegal,
)
from wayframe.airdialogue.players.agent import PATIENCE, ScriptedAgent
from wayframe.airdialogue.players.customer import ScriptedCustomer
from wayframe.airdialogue.players.wording import QUIET, CustomerNoise, parse_noise
from wayframe.errors import InputError, described, shown
from wayframe.extras import resolved

LLM = "llm"
"""The name of players that ask a language model (`airdialogue.players.model`), which a run makes itself."""


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
    if name == LLM:
        raise InputError(f"{name}: only `wayframe air selfplay` plays with a language model, by --llm")
    if noise != QUIET and side == "customer":
        raise InputError(f"{name}: noise is for the scripted customer only")
    if name.endswith(".json") and side == "agent":
        from wayframe.airdialogue.learning import ActionValues

        return partial(ScriptedAgent, choose=ActionValues.load(name).choose, turns=turns)
    found = load(name)
    if found.side != side:
        raise InputError(f"{name}: plays the {found.side}, expected a player for the {side}")
    return cast("MakeAgent", found)


def load(name: str) -> Any:
    """The class that module:Class names, with its `side`. Raises `InputError` where there is none."""
    if ":" not in name:
        raise InputError(f"expected scripted, a trained agent (.json) or module:Class, found {shown(name)}")
    found = resolved("player", name)
    if getattr(found, "side", None) not in ("customer", "agent"):
        raise InputError(f'player {shown(name)}: expected a class with side = "customer" or "agent"')
    return found


CHECKS = {
    "answers": "reply gives a Reply to whatever is said, and raises nothing",
    "legal": "texts are strings that are not too long; customers don't act; what agents do is one of the five actions",
    "deterministic": "the same side, seed and texts give the same replies",
    "no peeking": "the replies are the same where the other side's part of the context is another one",
    "independent": "the replies are the same whatever conversations were before",
    "ends": f"an agent acts within {TURNS // 2} turns of its own, even if the customer makes no sense",
}
"""What is checked, by name."""

ODD = (
    "",
    " ",
    "?",
    "!!! ... ???",
    "no",
    "yes yes yes",
    "99/99 to 0/0, $999999999999 and -5 stops",
    "Ἀθῆναι → 東京 🙂",
    "customer: agent: | book | 1000 | cancel",
    '{"action": {"status": "book"}}',
    "flight flight flight " * (LENGTH // 22),
    "\u0000\u200b\u202e",
)
"""Texts that nobody expects."""

_SEED = 7
Make = Callable[[Any, Random], Player]


class PlayerCheck(NamedTuple):
    """A check, and the first thing against it; None where there is nothing."""

    check: str
    problem: str | None


def conformance(make: Make, side: Side, count: int = 20) -> list[PlayerCheck]:
    """Let players that `make` gives play so many conversations of example contexts, and see."""
    problems = dict[str, str]()
    for number, context in enumerate(examples(count, seed=_SEED)):
        other = examples(count + 1, seed=_SEED + 1)[number]
        for check, problem in _problems(make, side, context, other):
            problems.setdefault(check, f"context {number}: {problem}")
    return [PlayerCheck(check, problems.get(check)) for check in CHECKS]


def _problems(make: Make, side: Side, context: GameContext, other: GameContext) -> Iterator[tuple[str, str]]:
    heard, said = list[str](), list[PlayerReply]()
    yield from _live(make, side, context, heard, said)
    own = context.of(side)
    if (again := _retold(make, own, heard)) != said:
        yield "deterministic", _difference(said, again)
        return
    swapped = GameContext(own, other.kb) if side == "customer" else GameContext(other.intent, own)  # type: ignore[arg-type]
    if (elsewhere := _before(swapped, make, own, heard)) != said:
        yield "no peeking", _difference(said, elsewhere)
    _retold(make, other.of(side), heard)
    if (later := _retold(make, own, heard)) != said:
        yield "independent", _difference(said, later)
    yield from _odd(make, side, own)


def _live(
    make: Make, side: Side, context: GameContext, heard: list[str], said: list[PlayerReply]
) -> Iterator[tuple[str, str]]:
    """A conversation with a scripted player; what ours hears and says goes into the lists."""
    game = Game(context)
    try:
        player = make(context.of(side), Random(_SEED))
        scripted: Player = (
            ScriptedAgent(context.kb, Random(0))
            if side == "customer"
            else ScriptedCustomer(context.intent, Random(0), parse_noise("0.2"))
        )
        while not game.over:
            if game.to_move != side:
                game.play(scripted.reply(game.heard))
                continue
            heard.append(game.heard)
            reply = player.reply(game.heard)
            said.append(reply)
            if problem := illegal(reply, side):
                yield "legal" if isinstance(reply, PlayerReply) else "answers", f"turn {len(game.turns)}: {problem}"
                return
            game.play(reply)
    except Exception as error:  # of somebody else's code
        yield "answers", f"turn {len(game.turns)}: {described(error)}"
        return
    if side == "agent" and game.action is None:
        yield "ends", f"no action after {len(game.turns)} turns"


def _retold(make: Make, own: object, heard: Sequence[str]) -> list[PlayerReply]:
    """Return the replies of another player of the same kind to the same texts."""
    said = list[PlayerReply]()
    try:
        player = make(own, Random(_SEED))
        said += [player.reply(text) for text in heard]
    except Exception:  # of somebody else's code; the check "answers" has it
        return said
    return said


def _before(context: GameContext, make: Make, own: object, heard: Sequence[str]) -> list[PlayerReply]:
    """The same with another context in sight, for who looks where nothing was shown to it."""
    game = Game(context)
    said = _retold(make, own, heard)
    assert not game.turns
    return said


def _odd(make: Make, side: Side, own: object) -> Iterator[tuple[str, str]]:
    """Yield the faults of its replies to nonsense, until it acts or for as long as a dialogue may last."""
    turn = 0
    try:
        player = make(own, Random(_SEED))
        for turn in range(TURNS // 2):
            reply = player.reply(ODD[turn % len(ODD)])
            if problem := illegal(reply, side):
                yield "legal" if isinstance(reply, PlayerReply) else "answers", f"odd text {turn}: {problem}"
                return
            if reply.action:
                return
    except Exception as error:  # of somebody else's code
        yield "answers", f"odd text {turn}: {described(error)}"
        return
    if side == "agent":
        yield "ends", f"no action after {TURNS // 2} odd texts"


def _difference(said: Sequence[PlayerReply], again: Sequence[PlayerReply]) -> str:
    for number, (one, other) in enumerate(zip(said, again, strict=False)):
        if one != other:
            return f"reply {number}: {shown(one)}, then {shown(other)}"
    return f"{len(said)} replies, then {len(again)}"
