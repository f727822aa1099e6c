"""The agent on the engine: text read into meaning, taken into the dialogue state, planned, said.

What it knows of a conversation follows from its turns: the meaning of each user's turn, kept beside the acts, and the
acts and searches of each wizard's. So a saved conversation goes on as if it had never stopped.
"""

from __future__ import annotations

import hashlib
import threading
from collections import OrderedDict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import date
from functools import cache, cached_property, partial
from itertools import chain
from typing import Any
from zlib import crc32

from msgspec import Raw

from wayframe import meaning as meanings
from wayframe.conversation import Clock, Conversation, Exchange, Sentence, notes_taken, ticking
from wayframe.dialogue import (
    Act,
    Dialogue,
    SearchLog,
    Turn,
    encode,
    legible,
    made_frames,
    user_turn,
    wizard_turn,
    writable,
)
from wayframe.errors import InputError
from wayframe.language import load
from wayframe.meaning.records import (
    Cancel,
    Change,
    Constraint,
    Correct,
    Days,
    Direction,
    Drop,
    Meaning,
    Money,
    More,
    Move,
    Number,
    Numbered,
    Party,
    Return,
    Social,
    Spoken,
    Value,
    Wish,
    wishes_for,
)
from wayframe.memory import Memory, update
from wayframe.packages.source import TripsSource
from wayframe.planner.picked import offering
from wayframe.planner.plan import ReplyPart, ReplyPlan
from wayframe.planner.planner import STRATEGIES, Strategy, plan
from wayframe.presentation.offers import offered_rows
from wayframe.presentation.presenter import Presenter
from wayframe.presentation.welcome import Welcome, welcome
from wayframe.reader import NO_OPTION, OptionDays, Reader, ReaderContext
from wayframe.reader.reader import EmbeddedReader
from wayframe.realiser import Sentence as SpokenSentence
from wayframe.realiser import realise
from wayframe.realiser.acts import wizard_acts
from wayframe.realiser.phrases import Locale, capitalised, wish_words
from wayframe.schema import Schema
from wayframe.sources.constraints import fits
from wayframe.sources.protocol import Condition, Item, Query, Source
from wayframe.sources.tables.records import Searches
from wayframe.state.records import DialogueState, Option
from wayframe.state.resolution.answers import answered
from wayframe.state.update import Heard, hear, speak
from wayframe.state.wishes import held_wishes, revised, travellers

ONE_ADULT = Party(adults=1)

Show = Callable[[str], None]
"""Takes a sentence of a reply as soon as it may be shown."""


def unseen(sentence: str) -> None:
    """Show a sentence to nobody."""


Reword = Callable[[Sequence[Sentence], Show], Sequence[Sentence]]
"""Says the sentences of a reply in other words, and shows each as soon as it may be shown."""


class Agent:
    """An agent that remembers, over any source. Holds no conversation: `respond` takes one and gives the next."""

    def __init__(
        self,
        source: Source,
        *,
        reader: Reader | None = None,
        reword: Reword | None = None,
        today: date | None = None,
        seed: int = 0,
        clock: Clock | None = None,
        language: str = "en",
        make_reader: Callable[[Source], Reader] | None = None,
    ) -> None:
        """`today` is the day from which "next Friday" counts (default: the source's); `clock` gives epoch ms.

        `language` is the code of what it speaks; `make_reader` makes the reader anew when the catalogue has changed,
        in the place of a `reader` that doesn't depend on it.
        """
        self.source = source
        self.today = today or source.today
        self._reword = reword
        self._seed, self._clock = seed, clock or ticking(self.today)
        self._own_reader, self._make_reader, self._language = reader, make_reader or embedded_reader, language
        self._turns, self._turns_lock = 0, threading.Lock()
        self._take_in(source.version())

    def welcome(self) -> Welcome:
        """Return what a face says before anything else was said."""
        return self._welcome

    @cached_property
    def _welcome(self) -> Welcome:
        return welcome(self.source, self.locale, self.today)

    def _take_in(self, version: int) -> None:
        """Make all that follows from the catalogue as it is now."""
        self._version, self.schema = version, self.source.schema
        self.reader = self._own_reader or self._make_reader(self.source)
        self.locale = Locale(load(self._language).wording, self.schema, self.today.year)
        self.presenter = Presenter(self.locale)
        self._states = StateCache()
        vars(self).pop("_welcome", None)

    @contextmanager
    def _one_turn(self) -> Iterator[None]:
        """Hold the catalogue as it is for a turn; a change is taken in before, while no other turn is answered."""
        with self._turns_lock:
            if not self._turns:
                version = self.source.version()
                if version != self._version:
                    self._take_in(version)
            self._turns += 1
        try:
            yield
        finally:
            with self._turns_lock:
                self._turns -= 1

    def open(self) -> Conversation:
        """Return a conversation in which nothing has been said yet."""
        return Conversation((), Memory(today=self.today), {})

    def respond(self, conversation: Conversation, text: str, show: Show = unseen) -> Exchange:
        """Return one turn of the user and one of the agent; of a very long text only the beginning is read.

        `show` gets each sentence that is there before the others: those that are reworded are.
        """
        with self._one_turn(), notes_taken() as lines:
            state = self.state(conversation)
            context = self.context(state, conversation.turns)
            meaning = answered(self.reader.read(legible(writable(text)), context), state, self.schema)
            exchange = self._exchange(conversation, state, meaning, writable(text), show=show)
        return exchange._replace(notes=tuple(lines))

    def switch(self, conversation: Conversation, frame: int) -> Exchange:
        """Go back to an option, as the user would by saying so. Raises `InputError` where there is no such option."""
        state, frames = self.state(conversation), len(conversation.memory.frames)
        if not 0 < frame <= frames:
            raise InputError(f"frame: expected 1 to {frames}, found {frame}")
        if frame not in state.options:
            raise InputError(f"frame: expected the one of an option that was offered, found {frame}")
        name = state.options[frame].item.text(self.schema.name) or f"option {frame}"
        way = "take a look at" if frame in state.at_hand() else "go back to"
        return self.act(conversation, (Return(Numbered(frame)),), f"Let's {way} {name}.")

    def show_item(self, conversation: Conversation, item: Item) -> Exchange:
        """Show an item of the catalogue, as the user would by asking for it; days that it isn't for are given up."""
        state, schema = self.state(conversation), self.schema
        held = self.wishes(state)
        terms = item.key, travellers(held, schema)
        missed = [
            wish.slot
            for wish in wishes_for(held, *schema.windows)
            if fits(schema, Condition(wish.slot, wish.constraint), item.values, terms[1]) is False
        ]
        known = next((frame for frame, option in state.options.items() if option.terms == terms), None)
        if known and not missed:
            return self.switch(conversation, known)
        days = tuple(Wish(slot, Constraint("is", (item.values[slot],))) for slot in dict.fromkeys(missed))
        moves: tuple[Move, ...] = (Correct(days),) if days else (More(),)
        text = f"Show me {self.presenter.name(item)}: {self.presenter.stay(item)}."
        return self.act(conversation, moves, text, (offering(item),))

    def revise(self, conversation: Conversation, slot: str, constraints: Sequence[Constraint]) -> Exchange:
        """Have other wishes hold for a slot, or none, as the user would by saying so."""
        held, new = self.wishes(self.state(conversation)), tuple(Wish(slot, each) for each in constraints)
        if not new:
            return self.act(conversation, (Drop(slot),), f"Never mind the {self.schema.by_name[slot].label}.")
        text = capitalised(wish_words(self.locale, new))
        moves: tuple[Move, ...] = (Correct(new),)
        if set(revised(wishes_for(held, slot), new, self.schema)) != set(new):
            moves = (Drop(slot), *moves)  # else something of what was wished for would still hold
        return self.act(conversation, moves, f"{text}.")

    def cancel(self, conversation: Conversation, frame: int) -> Exchange:
        """Cancel the booking of an option. Raises `InputError` where it isn't booked."""
        return self.act(conversation, (Cancel(Numbered(frame)),), f"Cancel {self._booked(conversation, frame)}.")

    def change_booking(self, conversation: Conversation, frame: int, slot: str, to: Constraint) -> Exchange:
        """Ask for another value of a booking, which the agent confirms first. Raises `InputError` as `cancel` does."""
        wish = Wish(slot, to)
        text = f"Change {self._booked(conversation, frame)}: {wish_words(self.locale, (wish,))}."
        return self.act(conversation, (Change((wish,), Numbered(frame)),), text)

    def _booked(self, conversation: Conversation, frame: int) -> str:
        """Return what the booking of an option is called."""
        items = {booking.option.frame: booking.option.item for booking in self.state(conversation).standing}
        if frame not in items:
            raise InputError(f"frame: expected the one of a booking, found {frame}")
        return self.presenter.name(items[frame])

    def act(
        self,
        conversation: Conversation,
        moves: Sequence[Move],
        text: str,
        strategies: Sequence[Strategy] = STRATEGIES,
    ) -> Exchange:
        """Return one turn of the user whose moves need no reading, and one of the agent, which the strategies plan."""
        with self._one_turn(), notes_taken() as lines:
            meaning = Meaning(tuple(map(Spoken, moves)))
            exchange = self._exchange(conversation, self.state(conversation), meaning, text, strategies)
        return exchange._replace(notes=tuple(lines))

    def say(
        self, conversation: Conversation, text: str, sentences: Sequence[Sentence], items: Mapping[int, Item]
    ) -> Exchange:
        """Return one turn of the user that changes nothing, and one of the agent in these sentences with their acts.

        `items` are behind the frames that the acts make.
        """
        state = self.state(conversation)
        meaning = Meaning((Spoken(Social("small_talk")),))
        heard = hear(state, meaning, self.schema, text)
        memory = heard.state.memory
        user = user_turn(text, self._clock(), (), memory.active_frame, memory.frames, (), meaning)
        acts = tuple(chain.from_iterable(sentence.acts for sentence in sentences))
        party = travellers(self.wishes(heard.state), self.schema)
        after = speak(heard.state, acts, items, self.schema, party)
        reply = " ".join(sentence.text for sentence in sentences)
        frames = after.memory.frames
        wizard = wizard_turn(reply, self._clock(), acts, memory.active_frame, frames, self._record(()))
        rows = {frame: item.row for frame, item in items.items()}
        said = Conversation((*conversation.turns, user, wizard), after.memory, {**conversation.offers, **rows})
        return Exchange(user, wizard, tuple(sentences), conversation, said, wishes=self.wishes(after))

    def resume(self, dialogue: Dialogue) -> tuple[Exchange, ...]:
        """Return the exchanges of a saved conversation, after which one may go on.

        Raises `InputError` where user and wizard don't take turns, naming the turn.
        """
        for number, turn in enumerate(dialogue.turns):
            if turn.author != ("wizard" if number % 2 else "user"):
                raise InputError(f"turn {number}: expected user and wizard to take turns, found another {turn.author}")
        if len(dialogue.turns) % 2:
            raise InputError(f"turn {len(dialogue.turns) - 1}: expected a wizard's reply, found none")
        exchanges, before = list[Exchange](), self.open()
        for user, wizard in zip(dialogue.turns[::2], dialogue.turns[1::2], strict=True):
            after = self._continued(self._continued(before, user), wizard)
            said = (Sentence(wizard.text, wizard.acts),)  # in one piece, since its plan is not kept
            exchanges.append(Exchange(user, wizard, said, before, after))
            before = after
        return tuple(exchanges)

    def _continued(self, conversation: Conversation, turn: Turn) -> Conversation:
        """Return a conversation after a saved turn of it."""
        turns, memory, offers = conversation
        text = turn.text if turn.author == "user" else ""
        memory = update(memory, turn.author, turn.acts, turn.active_frame, text).corrected(turn.frames, turn.author)
        rows = offered_rows(turn, self.source, self.locale)
        return Conversation((*turns, turn), memory, {**offers, **rows})

    def state(self, conversation: Conversation) -> DialogueState:
        """Return the dialogue state that a conversation has come to, from its turns."""
        turns, offers = conversation.turns, conversation.offers
        state, taken_in, keys = DialogueState(Memory(today=self.today)), 0, digests(turns, offers)
        for number in range(len(turns), 0, -1):
            if kept := self._states.get(keys[number - 1]):
                state, taken_in = kept, number
                break
        for number in range(taken_in, len(turns)):
            state = self._after(state, turns[: number + 1], offers)
        if taken_in < len(turns):
            self._states.put(keys[-1], state)
        return state

    def _after(self, state: DialogueState, turns: Sequence[Turn], offers: Mapping[int, Any]) -> DialogueState:
        """Return the state after the last of some turns; its frames are those of the turn where it keeps no meaning."""
        turn, kept = turns[-1], _has_meaning(turns)
        if turn.author == "user":
            heard = hear(state, self.meaning(turns, state), self.schema, turn.text)
            return heard.state if kept else _relabelled(state, heard, turn)
        made = made_frames(turn.acts)
        items = {frame: self.source.item(offers[frame]) for frame in made if frame in offers}
        after = speak(state, turn.acts, items, self.schema, travellers(self.wishes(state), self.schema))
        return after if kept else after._replace(memory=after.memory.corrected(turn.frames, "wizard"))

    def meaning(self, turns: Sequence[Turn], state: DialogueState) -> Meaning:
        """Return the meaning of the last of some turns, a user's: as it was kept, else as its text is read."""
        turn = turns[-1]
        kept = turn.labels.meaning_json
        if isinstance(kept, Raw):
            return meanings.decoded(bytes(kept))
        return answered(self.reader.read(legible(turn.text), self.context(state, turns[:-1])), state, self.schema)

    def context(self, state: DialogueState, turns: Sequence[Turn] = ()) -> ReaderContext:
        """Return what a reader is told of the state."""
        names = dict.fromkeys(self._named_last(turns), NO_OPTION)
        names |= {option.item.text(self.schema.name): frame for frame, option in state.options.items()}
        return ReaderContext(
            self.today,
            state.pending.slots,
            {name: frame for name, frame in names.items() if name},
            self.wishes(state),
            bool(state.options),
            bool(state.pending.on_yes),
            tuple(booking.option.frame for booking in state.standing),
            frozenset(state.options),
            state.memory,
            turns,
            state.lists[-1] if state.lists else (),
            state.focus,
            tuple(_option_days(option, self.schema) for option in state.options.values()),
            _facts([state.options[frame] for frame in state.at_hand()]),
            state.moves,
            state,
        )

    def _named_last(self, turns: Sequence[Turn]) -> list[str]:
        """Return the names that the agent's last turn told without offering them: "of all that fit, it's the …"."""
        acts = turns[-1].acts if turns else ()
        told = [arg.value for act in acts if act.name == "inform" for arg in act.slots if arg.key == self.schema.name]
        return [name for name in told if isinstance(name, str)]

    def wishes(self, state: DialogueState) -> tuple[Wish, ...]:
        """Return the wishes that hold now."""
        return held_wishes(state, state.memory.active_frame, self.schema)

    def _exchange(
        self,
        conversation: Conversation,
        state: DialogueState,
        meaning: Meaning,
        text: str,
        strategies: Sequence[Strategy] = STRATEGIES,
        show: Show = unseen,
    ) -> Exchange:
        heard = hear(state, meaning, self.schema, text)
        memory = heard.state.memory
        user = user_turn(
            text, self._clock(), heard.acts, memory.active_frame, memory.frames, heard.acts_without_refs, meaning
        )
        now = self._clock()
        planned = plan(heard, state, self.source, seed=self._seed, timestamp=now / 1000, strategies=strategies)
        by_part = wizard_acts(planned.plan, self.locale, len(memory.frames), memory.active_frame, planned.options)
        acts = tuple(chain.from_iterable(by_part))
        made = [act.id for act in acts if act.id is not None and act.id in planned.options]
        items = {frame: planned.options[frame].item for frame in made}
        after = speak(heard.state, acts, items, self.schema, planned.party)
        # Another wording in each turn, and in conversations that begin in another way.
        opening = conversation.turns[0].text if conversation.turns else text
        variant = self._seed + len(conversation.turns) // 2 + crc32(opening.encode())
        spoken = realise(
            planned.plan,
            self.locale,
            variant,
            usual_party=usual_party(state, planned.party),
            spoken_of=planned.spoken_of,
        )
        sentences = _sentences(planned.plan, by_part, spoken)
        if self._reword and sentences:
            sentences = tuple(self._reword(sentences, show))
        reply = " ".join(sentence.text for sentence in sentences)
        wizard = wizard_turn(reply, now, acts, memory.active_frame, after.memory.frames, self._record(planned.records))
        rows = {frame: item.row for frame, item in items.items()}
        said = Conversation((*conversation.turns, user, wizard), after.memory, {**conversation.offers, **rows})
        return Exchange(user, wizard, sentences, conversation, said, wishes=self.wishes(after))

    def _record(self, records: Sequence[Any]) -> Any:
        """Return the searches of a turn as one record."""
        search = tuple(chain.from_iterable(record.search for record in records))
        result = tuple(chain.from_iterable(record.result for record in records))
        if any(isinstance(record, Searches) for record in records):
            return Searches(search, tuple(chain.from_iterable(record.found for record in records)), result)
        return SearchLog(search, result)


def embedded_reader(source: Source) -> EmbeddedReader:
    """Return the reader that needs no model, with the words of a source."""
    if isinstance(source, TripsSource):  # whose prices are those of a party and its days
        return EmbeddedReader(source.schema, source.names, source.gazetteer, source.codes())
    extent_of = cache(partial(_extent, source))
    return EmbeddedReader(source.schema, source.names, codes=source.codes(), extent_of=extent_of)


def _extent(source: Source, slot: str) -> tuple[float, float] | None:
    """Return the least and the most that the items of a source have of a slot; None where none has any."""
    least, most = _amount_at(source, slot, "least"), _amount_at(source, slot, "most")
    return None if least is None or most is None else (least, most)


def _amount_at(source: Source, slot: str, direction: Direction) -> float | None:
    """Return the least or the most that an item of a source has of a slot; None where none has an amount of it."""
    item = source.extreme(Query(), slot, direction)
    value = item.values.get(slot) if item is not None else None
    return value.value if isinstance(value, Number | Money) else None


def _has_meaning(turns: Sequence[Turn]) -> bool:
    """Return whether the last of the user's turns keeps its meaning; one that another agent heard doesn't."""
    last = next((turn for turn in reversed(turns) if turn.author == "user"), None)
    return last is not None and isinstance(last.labels.meaning_json, Raw)


def _relabelled(before: DialogueState, heard: Heard, turn: Turn) -> DialogueState:
    """Return the state after a turn that another agent labelled: its frames, and the wishes as they are read now."""
    state, active = heard.state, turn.active_frame
    memory = update(before.memory, "user", turn.acts, active, turn.text).corrected(turn.frames, "user")
    wishes = state.wishes
    if heard.searched and state.memory.active_frame in wishes:
        wishes = {**before.wishes, active: wishes[state.memory.active_frame]}
    return state._replace(memory=memory, wishes=wishes)


def _sentences(
    parts: ReplyPlan, by_part: Sequence[tuple[Act, ...]], spoken: Sequence[SpokenSentence]
) -> tuple[Sentence, ...]:
    """Return the sentences of a plan, each with the acts of the parts that it says."""
    acts = {id(part): each for part, each in zip(parts, by_part, strict=True)}
    return tuple(Sentence(each.text, _acts_of(each.parts, acts)) for each in spoken)


def _acts_of(parts: Sequence[ReplyPart], acts: Mapping[int, tuple[Act, ...]]) -> tuple[Act, ...]:
    return tuple(chain.from_iterable(acts.get(id(part), ()) for part in parts))


def _option_days(option: Option, schema: Schema) -> OptionDays:
    """Return the days of an option with the words by which one speaks of it: its name, and where it is."""
    slots = [schema.name, *(slot.name for slot in schema.of_kind("place") if slot.role != "source")]
    names = filter(None, (option.item.text(slot).lower() for slot in slots))
    values = (option.item.values.get(slot.name) for slot in schema.of_kind("date"))
    return OptionDays(option.frame, tuple(names), tuple(value.first for value in values if isinstance(value, Days)))


def _facts(options: Sequence[Option]) -> dict[str, list[Value]]:
    """Return the values that options have, by their slots."""
    found = dict[str, list[Value]]()
    for option in options:
        for slot, value in option.item.values.items():
            found.setdefault(slot, []).append(value)
    return found


def usual_party(before: DialogueState, party: Party) -> Party | None:
    """Return one adult where that is whom all prices so far were for and still are: it goes without saying then.

    It doesn't for users who spoke for several.
    """
    if before.for_several:
        return None
    parties = {option.party for option in before.options.values()}
    return party if parties == {ONE_ADULT} and party == ONE_ADULT else None


# States

SIZE = 256
"""Conversations whose state is kept."""


class StateCache:
    """The states after the turns that were seen last, by a digest of these turns. Threads may share it."""

    def __init__(self, size: int = SIZE) -> None:
        self._size, self._lock = size, threading.Lock()
        self._states = OrderedDict[bytes, DialogueState]()

    def get(self, key: bytes) -> DialogueState | None:
        """Return the state after the turns of a digest; None where it isn't kept."""
        with self._lock:
            if key in self._states:
                self._states.move_to_end(key)
            return self._states.get(key)

    def put(self, key: bytes, state: DialogueState) -> None:
        """Keep the state after the turns of a digest, and forget the one that was used least recently."""
        with self._lock:
            self._states[key] = state
            self._states.move_to_end(key)
            if len(self._states) > self._size:
                self._states.popitem(last=False)


def digests(turns: Sequence[Turn], offers: Collection[int]) -> list[bytes]:
    """Return a digest of the first turn, the first two, and so on: of all that a state follows from.

    `offers` are the frames behind which an item is known. Frames count where no meaning was kept, since the state then
    takes them as they are.
    """
    found, running, own = list[bytes](), hashlib.blake2b(digest_size=16), False
    for turn in turns:
        kept = turn.labels.meaning_json
        if turn.author == "user":
            own = isinstance(kept, Raw)
        made = [act.id in offers for act in turn.acts if act.id is not None]
        parts = [
            encode((turn.author, turn.text, turn.timestamp, turn.acts, turn.active_frame, made)),
            bytes(kept) if isinstance(kept, Raw) else b"",
            b"" if own else bytes(turn.labels.frames_json),
        ]
        for part in parts:
            running.update(len(part).to_bytes(8, "little"))
            running.update(part)
        found.append(running.digest())
    return found
