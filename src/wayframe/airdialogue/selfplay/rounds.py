"""The rounds of the public competition: models that answer files, ours among them.

In each round both models add a turn to every dialogue. A model is called with OUT DATA [KB]: it reads the dialogues so
far in DATA, and with them, if it is the agent, the knowledge bases in KB, and writes its replies to OUT, a line each.
"""

from __future__ import annotations

import shlex
import subprocess
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from wayframe.airdialogue import turns
from wayframe.airdialogue.environment.game import Player, Side
from wayframe.airdialogue.files import records
from wayframe.airdialogue.players.naming import maker
from wayframe.airdialogue.players.noise import QUIET, CustomerNoise
from wayframe.airdialogue.records import KnowledgeBase
from wayframe.airdialogue.selfplay.playing import chance
from wayframe.airdialogue.turns import ROUNDS, PartialDialogue
from wayframe.errors import InputError
from wayframe.files import folder, writing

COMMAND = "command:"
"""What a model's name begins with that is a program to call."""

ORDERS: dict[str, tuple[Side, Side]] = {
    "agent_first.json": ("agent", "customer"),
    "client_first.json": ("customer", "agent"),
}
"""The two files that the competition scores, and who speaks first in each."""


class AnswerSettings(NamedTuple):
    """Settings of a player of ours: an agent acts in its turn number `last` at the latest, counted from 1."""

    player: str = "scripted"
    seed: int = 0
    noise: CustomerNoise = QUIET
    last: int = ROUNDS


def answer(
    how: AnswerSettings, output: Path, data: Path, kb: Path | None, told: Callable[[int], object] = lambda done: None
) -> int:
    """Write a player's replies to the dialogues of a file: the agent's if there are knowledge bases; how many.

    Raises `InputError` where a file is damaged, or where there are not as many knowledge bases as dialogues.
    """
    count = 0
    with writing(output) as file:
        for text in _answers(how, data, kb):
            file.write(text.encode() + b"\n")
            count += 1
            told(count)
    return count


def compete(
    contexts: tuple[Path, Path],
    players: tuple[str, str],
    output: Path,
    seed: int = 0,
    rounds: int = ROUNDS,
    told: Callable[[int], object] = lambda done: None,
) -> tuple[Path, ...]:
    """Play both orders of the competition between a customer and an agent; the two files in the folder `output`.

    A player is one of ours by its name, or `command:` and a program. Raises `InputError` where a program fails.
    """
    folder(output)
    data, kb = contexts
    names: dict[Side, str] = {"customer": players[0], "agent": players[1]}
    done = 0
    for name, order in ORDERS.items():
        states = list(turns.start(data))
        for _ in range(rounds):
            for side in order:
                states = _round(names[side], side, states, kb, AnswerSettings(names[side], seed, last=rounds))
                done += 1
                told(done)
        turns.write(output / name, states)
    return tuple(output / name for name in ORDERS)


def _round(
    name: str, side: Side, states: Sequence[PartialDialogue], kb: Path, how: AnswerSettings
) -> list[PartialDialogue]:
    """The dialogues with a turn of one side more."""
    with TemporaryDirectory(prefix="wayframe") as place:
        shown, replies = Path(place, "shown.json"), Path(place, "replies.txt")
        turns.write(shown, states, side)
        bases = kb if side == "agent" else None
        if name.startswith(COMMAND):
            _call(name.removeprefix(COMMAND), replies, shown, bases)
        else:
            answer(how, replies, shown, bases)
        return list(turns.steps(states, replies, side))


def _call(command: str, output: Path, data: Path, kb: Path | None) -> None:
    words = [*shlex.split(command), str(output), str(data), *([str(kb)] if kb else [])]
    try:
        done = subprocess.run(words, check=False, capture_output=True, text=True, errors="replace")
    except OSError as error:
        raise InputError(f"{command}: can't be run: {error.strerror}") from error
    if done.returncode:
        said = (done.stderr.strip().splitlines() or ["it says nothing"])[-1]
        raise InputError(f"{command}: left with {done.returncode}: {said}")


def _answers(how: AnswerSettings, data: Path, kb: Path | None) -> Iterator[str]:
    side: Side = "customer" if kb is None else "agent"
    bases = None if kb is None else (base for _, base in records(kb, KnowledgeBase))
    make_customer = maker(how.player, "customer", how.noise) if kb is None else None
    make_agent = None if kb is None else maker(how.player, "agent", turns=how.last)
    for number, state in enumerate(turns.read(data)):
        random = chance(how.seed, number, side)
        base = next(bases, None) if bases else None
        if state.action is not None:
            yield turns.show(turns.ModelReply(""), side)
            continue
        if make_customer:
            if state.intent is None:
                raise InputError(f"{data}: line {number + 1}: no intent, which a customer needs")
            player: Player = make_customer(state.intent, random)
        else:
            if base is None or make_agent is None:
                raise InputError(f"{kb}: ends before {data}: line {number + 1}")
            player = make_agent(base, random)
        said = _caught_up(player, side, state.dialogue)
        yield turns.show(turns.ModelReply(said.text, said.action), side)


def _caught_up(player: Player, side: Side, dialogue: Sequence[str]) -> turns.ModelReply:
    """Return the next reply of a player that is given the dialogue so far anew."""
    heard = ""
    for turn in dialogue:
        speaker, _, text = turn.partition(":")
        if speaker.strip() == side:
            player.reply(heard)
        else:
            heard = text.strip()
    said = player.reply(heard)
    return turns.ModelReply(said.text, said.action)
