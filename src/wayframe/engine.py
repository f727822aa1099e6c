"""The engine: text in, read, taken in, planned, said; each exchange is two turns of a dialogue."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Any, NamedTuple
from uuid import UUID

from wayframe.dialogue import Dialogue, DialogueLabels, Turn, user_turn, wizard_turn
from wayframe.meaning.records import Meaning
from wayframe.memory import Memory, update
from wayframe.planner.planner import plan
from wayframe.planner.projection import wizard_acts
from wayframe.reader.context import ReaderContext
from wayframe.reader.reader import EmbeddedReader, Reader
from wayframe.sources.protocol import Source
from wayframe.state.records import DialogueState
from wayframe.state.update import hear

Clock = Callable[[], int]


class EngineConversation(NamedTuple):
    """The turns of a dialogue and the state that they have come to."""

    turns: tuple[Turn, ...]
    state: DialogueState

    def dialogue(self, id: UUID, user_id: str = "user", wizard_id: str = "wayframe") -> Dialogue:
        """Return the conversation in the Frames format."""
        return Dialogue(str(id), user_id, wizard_id, DialogueLabels(None, False), self.turns)


class EngineExchange(NamedTuple):
    """A user's turn and the agent's."""

    user: Turn
    wizard: Turn
    meaning: Meaning
    plan: Any
    before: EngineConversation
    after: EngineConversation


class Engine:
    """An agent that remembers, over any source."""

    def __init__(self, source: Source, reader: Reader | None = None, *, today: date | None = None, seed: int = 0, clock: Clock | None = None) -> None:
        self.source, self.schema = source, source.schema
        self.today = today or source.today
        self.reader = reader or EmbeddedReader(source.schema, source.names, getattr(source, "gazetteer", None))
        self._seed, self._clock = seed, clock or (lambda: 0)

    def open(self) -> EngineConversation:
        """Return a conversation in which nothing was said yet."""
        return EngineConversation((), DialogueState(Memory(today=self.today)))

    def context(self, state: DialogueState) -> ReaderContext:
        """Return what a reader is told of the state."""
        names: dict[str, int] = {}
        for frame, option in state.options.items():
            value = option.item.values.get(self.schema.name)
            if value is not None:
                names[value.value] = frame  # type: ignore[union-attr]
        option = state.options.get(state.memory.active_frame)
        base = option.wishes_of if option else state.memory.active_frame
        return ReaderContext(
            self.today,
            state.pending.slots,
            names,
            state.wishes.get(base, ()),
            bool(state.options),
            bool(state.pending.on_yes),
            sum(booking.status == "booked" for booking in state.bookings),
        )

    def respond(self, conversation: EngineConversation, text: str) -> EngineExchange:
        """Return one turn of the user and one of the agent."""
        turns, state = conversation
        meaning = self.reader.read(text, self.context(state))
        meaning = answered(meaning, state)
        heard = hear(state, meaning, self.schema, text)
        now = self._clock()
        memory = heard.state.memory
        user = user_turn(text, now, heard.acts, memory.active_frame, memory.frames, heard.acts_without_refs)
        planned = plan(heard, state, self.source, seed=self._seed, timestamp=now / 1000)
        by_part = wizard_acts(planned.plan, self.schema, len(memory.frames), memory.active_frame, planned.state.options)
        acts = tuple(act for each in by_part for act in each)
        after = planned.state._replace(memory=update(memory, "wizard", acts, memory.active_frame))
        reply = self.say(planned.plan, len(turns) // 2)
        wizard = wizard_turn(reply, now, acts, memory.active_frame, after.memory.frames, _together(planned.records))
        said = EngineConversation((*turns, user, wizard), after)
        return EngineExchange(user, wizard, meaning, planned.plan, conversation, said)

    def say(self, parts: Any, variant: int) -> str:
        """Return a plan in words."""
        from wayframe.realiser import realise

        return " ".join(sentence.text for sentence in realise(parts, self.schema, self._seed + variant, year=self.today.year))


def answered(meaning: Meaning, state: DialogueState) -> Meaning:
    """Return a meaning in which a yes to what was asked has become what it stands for."""
    from wayframe.meaning.records import Answer, Spoken

    if not state.pending.on_yes:
        return meaning
    moves = list[Spoken]()
    for spoken in meaning.moves:
        if isinstance(spoken.move, Answer) and spoken.move.word == "yes" and len(meaning.moves) == 1:
            moves += [Spoken(move, spoken.start, spoken.end) for move in state.pending.on_yes]
        else:
            moves.append(spoken)
    return Meaning(tuple(moves), meaning.unread, meaning.score, meaning.alternatives)


def _together(records: tuple[Any, ...]) -> Any:
    from wayframe.dialogue import Database

    if not records:
        return Database()
    first = records[0]
    if isinstance(first, Database):
        return Database(tuple(s for r in records for s in r.search), tuple(x for r in records for x in r.result))
    return first
