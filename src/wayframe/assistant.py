"""The agent on the engine: text read into meaning, taken into the dialogue state, planned, said.

What it knows of a conversation follows from its turns: the meaning of each user's turn, kept beside the acts, and the
acts and searches of each wizard's. So a saved conversation goes on as if it had never stopped.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from functools import cached_property
from typing import Any

from wayframe import meaning as meanings
from wayframe import notes
from wayframe.agent import Agent, Clock, Conversation, Exchange, ticking
from wayframe.dialogue import Act, Database, Turn, user_turn, wizard_turn
from wayframe.domain import TRAVEL, Domain, TableDomain, Welcome, table_welcome, trips_welcome
from wayframe.errors import InputError
from wayframe.language import load
from wayframe.meaning.records import Answer, Meaning, Numbered, Return, Spoken, Text
from wayframe.memory import Memory, update
from wayframe.nlg import Sentence
from wayframe.nlu.legible import legible, writable
from wayframe.packages import Catalogue
from wayframe.planner.plan import ReplyPart, ReplyPlan
from wayframe.planner.planner import plan
from wayframe.policy.places import gazetteer
from wayframe.reader.context import ReaderContext
from wayframe.reader.reader import EmbeddedReader, Reader
from wayframe.realiser import realise
from wayframe.realiser.acts import wizard_acts
from wayframe.realiser.values import Locale
from wayframe.sources.protocol import Item, Source
from wayframe.sources.tables import TableSource
from wayframe.sources.tables.records import Searches
from wayframe.sources.trips import TripsSource
from wayframe.state.cache import StateCache, digests
from wayframe.state.records import DialogueState
from wayframe.state.revision import travellers
from wayframe.state.speaking import speak
from wayframe.state.update import Heard, hear


def trips_source(catalogue: Catalogue, today: date | None = None) -> TripsSource:
    """Return a catalogue of trips as a source, with the places that users may name."""
    source = TripsSource(catalogue, today=today)
    source.gazetteer = gazetteer(catalogue)
    return source


class Assistant(Agent):
    """An agent that remembers, over any source. Holds no conversation."""

    def __init__(
        self,
        catalogue: Any,
        source: Source,
        *,
        reader: Reader | None = None,
        today: date | None = None,
        seed: int = 0,
        clock: Clock | None = None,
    ) -> None:
        """`catalogue` is what faces show; `source` is the same, asked by the engine."""
        self.catalogue, self.source, self.schema = catalogue, source, source.schema
        self.today = today or source.today
        self.domain: Domain = TableDomain(source) if isinstance(source, TableSource) else TRAVEL
        self.reader = reader or EmbeddedReader(
            source.schema, source.names, gazetteer=getattr(source, "gazetteer", None)
        )
        self._locale = Locale(load("en").wording, self.schema, self.today.year)
        self._seed, self._clock = seed, clock or ticking(self.today)
        self._states = StateCache()

    def welcome(self) -> Welcome:
        """See `Agent.welcome`."""
        return self._welcome

    @cached_property
    def _welcome(self) -> Welcome:
        if isinstance(self.source, TableSource):
            return table_welcome(self.source)
        return trips_welcome(self.catalogue, self.today)

    def respond(self, conversation: Conversation, text: str) -> Exchange:
        """See `Agent.respond`."""
        state = self.state(conversation)
        meaning = answered(self.reader.read(legible(writable(text)), self.context(state)), state)
        return self._exchange(conversation, state, meaning, writable(text))

    def switch(self, conversation: Conversation, frame: int) -> Exchange:
        """See `Agent.switch`."""
        state = self.state(conversation)
        if frame not in state.options:
            raise InputError(f"frame: expected one of an option that was offered, found {frame}")
        name = _name(state.options[frame].item, self.schema.name)
        meaning = Meaning((Spoken(Return(Numbered(frame))),))
        return self._exchange(conversation, state, meaning, f"Let's go back to {name or f'option {frame}'}.")

    def state(self, conversation: Conversation) -> DialogueState:
        """Return the dialogue state that a conversation has come to, from its turns."""
        turns, offers = conversation.turns, conversation.offers
        state, taken_in, keys = DialogueState(Memory(today=self.today)), 0, digests(turns, offers)
        for number in range(len(turns), 0, -1):
            if kept := self._states.get(keys[number - 1]):
                state, taken_in = kept, number
                break
        for number in range(taken_in, len(turns)):
            state = self._after(state, turns[number], offers, kept=_has_meaning(turns[: number + 1]))
        if taken_in < len(turns):
            self._states.put(keys[-1], state)
        return state

    def _after(self, state: DialogueState, turn: Turn, offers: Mapping[int, Any], *, kept: bool) -> DialogueState:
        """Return the state after a turn; frames are those of the turn where no meaning was `kept`: another agent's."""
        if turn.author == "user":
            heard = hear(state, self.meaning(turn, state), self.schema, turn.text)
            return heard.state if kept else _relabelled(state, heard, turn)
        made = [act.id for act in turn.acts if act.id is not None]
        items = {frame: self.source.item(offers[frame]) for frame in made if frame in offers}
        after = speak(state, turn.acts, items, self.schema, travellers(_wishes(state), self.schema))
        return after if kept else after._replace(memory=after.memory.corrected(turn.frames, "wizard"))

    def meaning(self, turn: Turn, state: DialogueState) -> Meaning:
        """Return the meaning of a user's turn: as it was kept, else as its text is read."""
        kept = turn.labels.meaning_json
        if isinstance(kept, meanings.Raw):
            return meanings.decoded(bytes(kept))
        return answered(self.reader.read(legible(turn.text), self.context(state)), state)

    def context(self, state: DialogueState) -> ReaderContext:
        """Return what a reader is told of the state."""
        names = {_name(option.item, self.schema.name): frame for frame, option in state.options.items()}
        return ReaderContext(
            self.today,
            state.pending.slots,
            {name: frame for name, frame in names.items() if name},
            _wishes(state),
            bool(state.options),
            bool(state.pending.on_yes),
            sum(booking.status == "booked" for booking in state.bookings),
        )

    def _exchange(self, conversation: Conversation, state: DialogueState, meaning: Meaning, text: str) -> Exchange:
        with notes.taken() as lines:
            heard = hear(state, meaning, self.schema, text)
            memory = heard.state.memory
            user = user_turn(
                text, self._clock(), heard.acts, memory.active_frame, memory.frames, heard.acts_without_refs, meaning
            )
            now = self._clock()
            planned = plan(heard, state, self.source, seed=self._seed, timestamp=now / 1000)
            by_part = wizard_acts(planned.plan, self._locale, len(memory.frames), memory.active_frame, planned.options)
            acts = tuple(act for each in by_part for act in each)
            made = [act.id for act in acts if act.id is not None and act.id in planned.options]
            items = {frame: planned.options[frame].item for frame in made}
            after = speak(heard.state, acts, items, self.schema, planned.party)
            sentences = self._sentences(planned.plan, by_part, self._seed + len(conversation.turns) // 2)
        reply = " ".join(sentence.text for sentence in sentences)
        wizard = wizard_turn(reply, now, acts, memory.active_frame, after.memory.frames, self._record(planned.records))
        rows = {frame: item.row for frame, item in items.items()}
        said = Conversation((*conversation.turns, user, wizard), after.memory, {**conversation.offers, **rows})
        return Exchange(user, wizard, sentences, conversation, said, tuple(lines))

    def _sentences(self, parts: ReplyPlan, by_part: Sequence[tuple[Act, ...]], variant: int) -> tuple[Sentence, ...]:
        """Return a plan in words, each sentence with the acts of the parts that it says."""
        acts = {id(part): said for part, said in zip(parts, by_part, strict=True)}
        said = realise(parts, self.schema, variant, year=self.today.year)
        return tuple(Sentence(each.text, _acts_of(each.parts, acts)) for each in said)

    def _said(self, turn: Turn, variant: int) -> tuple[Sentence, ...]:
        """Return the sentences of a saved turn: in one piece, since its plan is not kept."""
        return (Sentence(turn.text, turn.acts),)

    def _record(self, records: Sequence[Any]) -> Any:
        """Return the searches of a turn as one record."""
        if any(isinstance(record, Searches) for record in records):
            return Searches(
                tuple(each for record in records for each in record.search),
                tuple(each for record in records for each in record.found),
                tuple(each for record in records for each in record.result),
            )
        return Database(
            tuple(each for record in records for each in record.search),
            tuple(each for record in records for each in record.result),
        )


def _has_meaning(turns: Sequence[Turn]) -> bool:
    """Return whether the last of the user's turns keeps its meaning; one that another agent heard doesn't."""
    last = next((turn for turn in reversed(turns) if turn.author == "user"), None)
    return last is not None and isinstance(last.labels.meaning_json, meanings.Raw)


def _relabelled(before: DialogueState, heard: Heard, turn: Turn) -> DialogueState:
    """Return the state after a turn that another agent labelled: its frames, and the wishes as they are read now."""
    state, active = heard.state, turn.active_frame
    memory = update(before.memory, "user", turn.acts, active, turn.text).corrected(turn.frames, "user")
    wishes, trail = state.wishes, state.trail
    if heard.searched and state.memory.active_frame in wishes:
        wishes = {**before.wishes, active: wishes[state.memory.active_frame]}
        trail = (*before.trail, active)
    return state._replace(memory=memory, wishes=wishes, trail=trail)


def _acts_of(parts: Sequence[ReplyPart], acts: Mapping[int, tuple[Act, ...]]) -> tuple[Act, ...]:
    return tuple(act for part in parts for act in acts.get(id(part), ()))


def _wishes(state: DialogueState) -> Any:
    option = state.options.get(state.memory.active_frame)
    return state.wishes.get(option.wishes_of if option else state.memory.active_frame, ())


def _name(item: Item, slot: str) -> str:
    value = item.values.get(slot)
    return value.value if isinstance(value, Text) else ""


def answered(meaning: Meaning, state: DialogueState) -> Meaning:
    """Return a meaning in which a yes to what was asked has become what it stands for."""
    words = [spoken.move.word for spoken in meaning.moves if isinstance(spoken.move, Answer)]
    if not state.pending.on_yes or len(meaning.moves) != 1 or words != ["yes"]:
        return meaning
    spoken = meaning.moves[0]
    moves = tuple(Spoken(move, spoken.start, spoken.end) for move in state.pending.on_yes)
    return Meaning(moves, meaning.unread, meaning.score, meaning.alternatives)
