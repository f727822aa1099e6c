"""The agent's conversations, kept turn by turn: begun, talked in, looked at, taken back, saved, loaded, forgotten."""

from __future__ import annotations

import re
import secrets
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import chain
from typing import Any, NamedTuple
from uuid import UUID, uuid5

import msgspec
from msgspec import Raw

from wayframe.agent import Agent, Show, unseen
from wayframe.conversation import Conversation, Exchange, Sentence
from wayframe.databases import ConflictError
from wayframe.dialogue import Dialogue, FramesRecord, SearchLog, Turn, encode, user_turn, wizard_turn, writable
from wayframe.errors import InputError, shown
from wayframe.meaning.records import Constraint, Wish
from wayframe.memory import Memory
from wayframe.service.budget import Budget, OverBudgetError
from wayframe.service.storage import ExchangeRow, NotFoundError, SharedComparison, Storage

LONGEST_TEXT = 4_000
"""Characters that a turn may have."""

MOST_EXCHANGES = 500
"""Exchanges that a conversation may have: all of them are read for each turn."""

MOST_READ = 100
"""Exchanges that are read at once."""

KEY = r"[A-Za-z0-9_-]{1,64}"
"""What the key of a turn looks like, and the id of a conversation."""

TURN_SECONDS = 1.0
"""CPU that a turn may take: ten times what the longest texts take."""

APOLOGY = "Sorry, that took me too long, and I have left everything as it was. Could you say it in fewer words?"
"""The reply to a turn that took more."""

_TRIES = 20  # to answer in a conversation in which others are talking at the same time
_NAMESPACE = UUID("6b1f0d8e-6f6c-4a53-9f0c-0f3b6a7c2f51")  # of the ids in saved dialogues


class KeptExchange(FramesRecord, frozen=True, gc=False, omit_defaults=True):
    """An exchange as it is kept; `offers` is what is behind the offers that it added.

    `turns` are those with which the conversation goes on, where tools of an agent made others beside the user's and
    the wizard's.
    One that is `unanswered` is shown, but the conversation goes on as if it had never been.
    """

    user: Turn
    wizard: Turn
    sentences: tuple[tuple[str, tuple[int, ...]], ...]  # each with the numbers of the acts that it says
    memory: Raw
    offers: Raw
    notes: tuple[str, ...] = ()
    unanswered: bool = False
    wishes: tuple[Wish, ...] = ()
    turns: tuple[Turn, ...] = ()

    @property
    def all_turns(self) -> tuple[Turn, ...]:
        """The turns with which the conversation goes on."""
        return self.turns or (self.user, self.wizard)


class AnsweredTurn(NamedTuple):
    """A turn and its reply, which is number `number` of the conversation; `again` if it had been answered before."""

    number: int
    exchange: Exchange
    again: bool = False


class ConversationState(NamedTuple):
    """A conversation as it stands: some exchanges, the number of the first of them, and all that the agent knows."""

    id: str
    exchanges: tuple[Exchange, ...]
    conversation: Conversation
    first: int
    total: int  # exchanges that the conversation has


class Conversations:
    """All conversations of an agent. Holds none in memory: each turn is read, answered and written."""

    def __init__(
        self,
        agent: Agent | Callable[[], Agent],
        storage: Storage,
        clock: Callable[[], float] = time.time,
        turn_seconds: float = TURN_SECONDS,
    ) -> None:
        """`agent` may be a function that gives the agent of the moment, over the same catalogue.

        `clock` gives seconds since the epoch; `turn_seconds` of CPU is what a turn may take.
        """
        self._agent = agent if callable(agent) else lambda: agent
        self._storage, self._clock = storage, clock
        self._budget = Budget(turn_seconds)
        self._offers = _offers_decoder(self.agent.source.row_type)

    @property
    def agent(self) -> Agent:
        """The agent that answers now."""
        return self._agent()

    def open(self, name: str | None = None) -> str:
        """Begin a conversation; its id can't be guessed, and whoever has it may talk in it.

        With a `name`, which mustn't be easy to guess either, it has this id; if there is such a one, that is it.
        """
        name = name or _new_id()
        with suppress(ConflictError):
            self._storage.open(name, int(self._clock()))
        return name

    def exists(self, name: str) -> bool:
        """Return whether there is such a conversation."""
        return bool(re.fullmatch(KEY, name)) and self._storage.exists(name)

    def totals(self, names: Sequence[str]) -> dict[str, int]:
        """Return how many exchanges each of some conversations has; those that aren't there are left out."""
        return self._storage.totals(names)

    def read(self, name: str, after: int = 0, limit: int = MOST_EXCHANGES) -> ConversationState:
        """Read a conversation, and so many of its exchanges after the first `after`. Raises `NotFoundError`."""
        return self._held(name, self._rows(name), after, limit)

    def read_last(self, name: str, limit: int = MOST_READ) -> ConversationState:
        """Read a conversation, and at most so many of its last exchanges. Raises `NotFoundError`."""
        rows = self._rows(name)
        return self._held(name, rows, max(len(rows) - limit, 0))

    def say(self, name: str, text: str, key: str | None = None, show: Show = unseen) -> AnsweredTurn:
        """Answer a user's turn; with a key that it had before, the same answer once more.

        `show` gets each sentence that is there before the others, of an agent that streams.
        A turn that takes too long gets an apology, and the conversation stays as it was.

        Raises `NotFoundError`; `InputError` where the text is empty or too long, and where the key was another turn's.
        """
        if not text.strip() or len(text) > LONGEST_TEXT:
            raise InputError(f"text: expected 1 to {LONGEST_TEXT:,} characters, found {len(text.strip()):,}")
        return self._answer(name, text, key, lambda before: self.agent.respond(before, text, show))

    def switch(self, name: str, frame: int, key: str | None = None) -> AnsweredTurn:
        """Go back to an option, as the user would by saying so. Raises `NotFoundError`, `InputError`."""
        return self._answer(name, None, key, lambda before: self.agent.switch(before, frame))

    def revise(self, name: str, slot: str, constraints: Sequence[Constraint], key: str | None = None) -> AnsweredTurn:
        """Have other wishes hold for a slot, or none. Raises `NotFoundError`, `InputError`."""
        return self._answer(name, None, key, lambda before: self.agent.revise(before, slot, constraints))

    def cancel(self, name: str, frame: int, key: str | None = None) -> AnsweredTurn:
        """Cancel the booking of an option. Raises `NotFoundError`, `InputError`."""
        return self._answer(name, None, key, lambda before: self.agent.cancel(before, frame))

    def change_booking(
        self, name: str, frame: int, slot: str, constraint: Constraint, key: str | None = None
    ) -> AnsweredTurn:
        """Ask for another value of a booking. Raises `NotFoundError`, `InputError`."""
        return self._answer(name, None, key, lambda before: self.agent.change_booking(before, frame, slot, constraint))

    def act(self, name: str, respond: Callable[[Conversation], Exchange], key: str | None = None) -> AnsweredTurn:
        """Take a conversation one exchange further, which others that come first may have computed anew.

        One that takes too long leaves everything as it was: `after` is `before` then. Raises `NotFoundError`, and what
        `respond` raises.
        """
        return self._answer(name, None, key, respond)

    def take_back(self, name: str, number: int | None = None) -> ConversationState:
        """Take the last exchange back; if it isn't number `number`, or there is none, nothing changes.

        Returns the last exchanges that remain. Raises `NotFoundError`.
        """
        for _ in range(_TRIES):
            rows = self._rows(name)
            if not rows or number not in (None, rows[-1].number):
                break
            try:
                self._storage.drop_last(name, rows[-1].number)
            except ConflictError:
                continue
            rows = rows[:-1]
            break
        return self._held(name, rows, max(len(rows) - MOST_READ, 0))

    def export(self, name: str) -> Dialogue:
        """The conversation as a dialogue in the Frames format; it doesn't give its id away. Raises `NotFoundError`."""
        return self._conversation(self._rows(name)).dialogue(uuid5(_NAMESPACE, name))

    def load(self, dialogue: Dialogue) -> str:
        """A new conversation that goes on from a saved one. Raises `InputError` where it is damaged or too long."""
        if len(dialogue.turns) > 2 * MOST_EXCHANGES:
            raise InputError(f"turns: expected at most {2 * MOST_EXCHANGES:,}, found {len(dialogue.turns):,}")
        self.agent.source.check(dialogue)
        exchanges = self.agent.resume(dialogue)
        name = _new_id()
        rows = tuple(ExchangeRow(number, None, _packed(exchange)) for number, exchange in enumerate(exchanges, 1))
        self._storage.fill(name, int(self._clock()), rows)
        return name

    def share(self, name: str, frames: Sequence[int]) -> str:
        """Give a comparison of frames an id of its own, by which the conversation can't be found.

        Raises `NotFoundError`; `InputError` for a frame that isn't there.
        """
        there = len(self.read_last(name, 0).conversation.memory.frames)
        check_frames(frames, there)
        return self._storage.share(_new_id(), SharedComparison(name, tuple(dict.fromkeys(frames))))

    def shared(self, id: str) -> SharedComparison:
        """Return the comparison that was given an id. Raises `NotFoundError`."""
        if not re.fullmatch(KEY, id):
            raise NotFoundError(id)
        return self._storage.shared(id)

    def delete(self, name: str) -> None:
        """Forget a conversation and all that was said in it. Raises `NotFoundError`."""
        self._rows(name)
        self._storage.delete(name)

    def _answer(
        self, name: str, text: str | None, key: str | None, respond: Callable[[Conversation], Exchange]
    ) -> AnsweredTurn:
        if key is not None and not re.fullmatch(KEY, key):
            raise InputError(f"key: expected 1 to 64 letters, digits, _ or -, found {shown(key)}")
        for _ in range(_TRIES):
            rows = self._rows(name)
            if known := next((row for row in rows if key is not None and row.key == key), None):
                exchange = self._held(name, rows, known.number - 1, 1).exchanges[0]
                if text is not None and exchange.user.text != text:
                    raise InputError(f"key {shown(str(key))}: was another turn's")
                return AnsweredTurn(known.number, exchange, again=True)
            if len(rows) >= MOST_EXCHANGES:
                raise InputError(f"this conversation has had its {MOST_EXCHANGES} turns: begin another one")
            exchange = self._responded(self._conversation(rows), text, respond)
            try:
                self._storage.append(name, ExchangeRow(len(rows) + 1, key, _packed(exchange)))
            except ConflictError:
                continue  # somebody else's turn came first: answer after it
            return AnsweredTurn(len(rows) + 1, exchange)
        raise InputError(f"conversation {shown(name[:6])}…: others are talking in it too fast")

    def _responded(
        self, before: Conversation, text: str | None, respond: Callable[[Conversation], Exchange]
    ) -> Exchange:
        try:
            return self._budget.run(lambda: respond(before))
        except OverBudgetError:
            return _apology(before, text or "", int(self._clock() * 1000))

    def _rows(self, name: str) -> tuple[ExchangeRow, ...]:
        if not re.fullmatch(KEY, name):
            raise NotFoundError(name)
        return self._storage.rows(name)

    def _conversation(self, rows: Sequence[ExchangeRow]) -> Conversation:
        """The conversation after these exchanges."""
        if not rows:
            return self.agent.open()
        kept = [each for row in rows if not (each := _KEPT.decode(row.content)).unanswered]
        if not kept:
            return self.agent.open()
        turns = tuple(chain.from_iterable(each.all_turns for each in kept))
        offers = {frame: row for each in kept for frame, row in self._offers.decode(each.offers).items()}
        return Conversation(turns, _MEMORY.decode(kept[-1].memory), offers)

    def _held(
        self, name: str, rows: Sequence[ExchangeRow], after: int, limit: int = MOST_EXCHANGES
    ) -> ConversationState:
        conversation, exchanges = self._conversation(rows[:after]), list[Exchange]()
        for row in rows[after : after + limit]:
            exchanges.append(self._unpacked(row.content, conversation))
            conversation = exchanges[-1].after
        if after + limit < len(rows):
            conversation = self._conversation(rows)
        return ConversationState(name, tuple(exchanges), conversation, after + 1, len(rows))

    def _unpacked(self, content: bytes, before: Conversation) -> Exchange:
        kept = _KEPT.decode(content)
        after = before
        if not kept.unanswered:
            turns, offers = (*before.turns, *kept.all_turns), self._offers.decode(kept.offers)
            after = Conversation(turns, _MEMORY.decode(kept.memory), {**before.offers, **offers})
        sentences = tuple(Sentence(text, tuple(kept.wizard.acts[act] for act in said)) for text, said in kept.sentences)
        return Exchange(kept.user, kept.wizard, sentences, before, after, kept.notes, kept.wishes)


def check_frames(frames: Sequence[int], there: int) -> None:
    """Raise `InputError` for a frame that a conversation with so many frames doesn't have."""
    for frame in frames:
        if not 0 < frame <= there:
            raise InputError(f"frame: expected 1 to {there}, found {frame}")


def _offers_decoder(row_type: Any) -> msgspec.json.Decoder[dict[int, Any]]:
    return msgspec.json.Decoder(dict[int, row_type])


def _apology(before: Conversation, text: str, now: int) -> Exchange:
    """Return an exchange after which everything is as it was before."""
    active, frames = before.memory.active_frame, before.memory.frames
    user = user_turn(writable(text), now, (), active, frames, ())
    wizard = wizard_turn(APOLOGY, now, (), active, frames, SearchLog())
    return Exchange(user, wizard, (Sentence(APOLOGY, ()),), before, before)


def _new_id() -> str:
    return secrets.token_urlsafe(16)


def _packed(exchange: Exchange) -> bytes:
    known = exchange.before.offers
    offers = {frame: package for frame, package in exchange.after.offers.items() if frame not in known}
    acts = exchange.wizard.acts
    sentences = tuple((said.text, tuple(acts.index(act) for act in said.acts)) for said in exchange.sentences)
    memory = Raw(encode(exchange.after.memory))
    unanswered = exchange.after is exchange.before
    turns = exchange.after.turns[len(exchange.before.turns) :]
    others = turns if turns not in ((), (exchange.user, exchange.wizard)) else ()
    return encode(
        KeptExchange(
            exchange.user, exchange.wizard, sentences, memory, Raw(encode(offers)), exchange.notes, unanswered,
            exchange.wishes, others,
        )
    )  # fmt: skip


_KEPT = msgspec.json.Decoder(KeptExchange)
_MEMORY = msgspec.json.Decoder(Memory)
