"""The public competition: the turn protocol of its files, and the rounds in which models answer them.

A state file has a line for each dialogue: what was said so far and, once the agent has acted, the action that ends it.
The customer's model is shown the intent too, the agent's model the knowledge bases. An agent answers each line with
`utterance | name | flights | status`, the last three empty while the dialogue goes on; a customer with the utterance.

In each round both models add a turn to every dialogue. A model is called with OUT DATA [KB]: it reads the dialogues so
far in DATA, and with them, if it is the agent, the knowledge bases in KB, and writes its replies to OUT, a line each.
"""

from __future__ import annotations

import shlex
import subprocess
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import zip_longest
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Literal, NamedTuple

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from wayframe.airdialogue.environment.game import Player, PlayerReply, Side
from wayframe.airdialogue.files import located, records
from wayframe.airdialogue.players.registry import maker
from wayframe.airdialogue.players.wording import QUIET, CustomerNoise
from wayframe.airdialogue.records import Action, Intent, KnowledgeBase, Sample
from wayframe.airdialogue.selfplay import chance
from wayframe.errors import InputError, shown
from wayframe.files import folder, reading, writing

ROUNDS = 6
"""How many turns each side has in the competition."""

_FIELDS = 4
_NO_ACTION = Action(flight=(), name="", status="")


class PartialDialogue(Struct, frozen=True, gc=False):
    """A dialogue under way. `action` is None until the agent has acted; nothing is added after that.

    `intent` is None in what an agent is shown.
    """

    dialogue: tuple[str, ...] = ()
    action: Action | None = None
    intent: Intent | None = None


class _StateAction(Struct, gc=False, omit_defaults=True):
    """An action as state files have it: `{}` is none, and the public scripts write no flight as an empty string."""

    name: str | None = None
    flight: tuple[int, ...] | Literal[""] | None = None
    status: str | None = None


class _StateLine(Struct, gc=False, omit_defaults=True, kw_only=True):
    dialogue: tuple[str, ...]
    action: _StateAction
    intent: Intent | None = None


def start(data: str | Path) -> Iterator[PartialDialogue]:
    """Dialogues about the intents of a data file, in which nobody has spoken. Raises `InputError` naming the line."""
    return (PartialDialogue(intent=sample.intent) for _, sample in records(data, Sample))


def read(path: str | Path) -> Iterator[PartialDialogue]:
    """The states of a file, whole or as a side is shown them. Raises `InputError` naming the line."""
    for _, line in records(path, _StateLine):
        name, flight, status = line.action.name or "", line.action.flight or (), line.action.status or ""
        acted = any((name, flight, status))
        action = Action(flight=flight, name=name, status=status) if acted else None
        yield PartialDialogue(line.dialogue, action, line.intent)


def write(path: str | Path, states: Iterable[PartialDialogue], seen_by: Side | None = None) -> int:
    """Write states whole, or as a side is shown them; how many there were."""
    count = 0
    with writing(path) as file:
        for count, state in enumerate(states, 1):  # noqa: B007  (it is what is returned)
            file.write(line(state, seen_by) + b"\n")
    return count


def line(state: PartialDialogue, seen_by: Side | None = None) -> bytes:
    """A state as a line, without its break. An agent doesn't see the intent."""
    found: dict[str, Any] = {"dialogue": state.dialogue, "action": state.action or {}}
    if state.intent is not None and seen_by != "agent":
        found["intent"] = state.intent
    return msgspec.json.encode(found)


def step(state: PartialDialogue, side: Side, reply: PlayerReply) -> PartialDialogue:
    """The dialogue with a reply added; one that has ended stays as it is. Only an agent's action counts."""
    if state.action is not None:
        return state
    action = reply.action if side == "agent" else None
    return replace(state, dialogue=(*state.dialogue, f"{side}: {reply.text}"), action=action)


def steps(states: Iterable[PartialDialogue], path: str | Path, side: Side) -> Iterator[PartialDialogue]:
    """The states with the replies of a file added, line by line.

    Raises `InputError` naming the line of a reply that is none, and where there are not as many replies as states.
    """
    with reading(path) as file:
        for number, (state, text) in enumerate(zip_longest(states, file), 1):
            where = f"{path}: line {number}"
            if state is None or text is None:
                raise InputError(f"{where}: {'no dialogue for this reply' if state is None else 'a reply is missing'}")
            with located(where):
                reply = parse(_text(text), side)
            yield step(state, side, reply)


def _text(line: bytes) -> str:
    try:
        return line.decode()
    except UnicodeDecodeError as error:
        raise InputError("not UTF-8") from error


def parse(text: str, side: Side) -> PlayerReply:
    """A line of a model's replies. Raises `InputError` where an agent's lacks its bars, or a flight is no number."""
    if side == "customer":
        return PlayerReply(text.strip())
    fields = [each.strip() for each in text.split("|")]
    if len(fields) != _FIELDS:
        raise InputError(f"expected utterance | name | flights | status, found {shown(text.strip())}")
    said, name, flights, status = fields
    if not (name or flights or status):
        return PlayerReply(said)
    try:
        numbers = tuple(int(each) for each in flights.split(",")) if flights else ()
    except ValueError as error:
        raise InputError(f"expected flight numbers with commas, found {shown(flights)}") from error
    return PlayerReply(said, Action(flight=numbers, name=name, status=status))


def show(reply: PlayerReply, side: Side) -> str:
    """A reply as a line, all blanks in it single. Raises `InputError` where a field holds a bar."""
    text = " ".join(reply.text.split())
    if side == "customer":
        return text
    action = reply.action or _NO_ACTION
    fields = (text, action.name, ",".join(map(str, action.flight)), action.status)
    if any("|" in each for each in fields):
        raise InputError(f"a reply can't hold a bar: {shown(reply.text)}")
    return " | ".join(fields).rstrip()


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
        states = list(start(data))
        for _ in range(rounds):
            for side in order:
                states = _round(names[side], side, states, kb, AnswerSettings(names[side], seed, last=rounds))
                done += 1
                told(done)
        write(output / name, states)
    return tuple(output / name for name in ORDERS)


def _round(
    name: str, side: Side, states: Sequence[PartialDialogue], kb: Path, how: AnswerSettings
) -> list[PartialDialogue]:
    """The dialogues with a turn of one side more."""
    with TemporaryDirectory(prefix="wayframe") as place:
        shown, replies = Path(place, "shown.json"), Path(place, "replies.txt")
        write(shown, states, side)
        bases = kb if side == "agent" else None
        if name.startswith(COMMAND):
            _call(name.removeprefix(COMMAND), replies, shown, bases)
        else:
            answer(how, replies, shown, bases)
        return list(steps(states, replies, side))


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
    player_for = _customers(how, data) if kb is None else _agents(how, data, kb)
    for number, state in enumerate(read(data)):
        player = player_for(number, state)
        reply = _caught_up(player, side, state.dialogue) if player else PlayerReply("")
        yield show(reply, side)


def _customers(how: AnswerSettings, data: Path) -> Callable[[int, PartialDialogue], Player | None]:
    """Return the factory of a customer for each dialogue; it makes none for one that has ended."""
    make = maker(how.player, "customer", how.noise)

    def customer(number: int, state: PartialDialogue) -> Player | None:
        if state.action is not None:
            return None
        if state.intent is None:
            raise InputError(f"{data}: line {number + 1}: no intent, which a customer needs")
        return make(state.intent, chance(how.seed, number, "customer"))

    return customer


def _agents(how: AnswerSettings, data: Path, kb: Path) -> Callable[[int, PartialDialogue], Player | None]:
    """Return the factory of an agent for each dialogue in turn; it makes none for one that has ended."""
    make, bases = maker(how.player, "agent", turns=how.last), records(kb, KnowledgeBase)

    def agent(number: int, state: PartialDialogue) -> Player | None:
        _, base = next(bases, (0, None))
        if state.action is not None:
            return None
        if base is None:
            raise InputError(f"{kb}: ends before {data}: line {number + 1}")
        return make(base, chance(how.seed, number, "agent"))

    return agent


def _caught_up(player: Player, side: Side, dialogue: Sequence[str]) -> PlayerReply:
    """Return the next reply of a player that is given the dialogue so far anew."""
    heard = ""
    for turn in dialogue:
        speaker, _, text = turn.partition(":")
        if speaker.strip() == side:
            player.reply(heard)
        else:
            heard = text.strip()
    return player.reply(heard)
