"""The loop: text in, understood, tracked, remembered, decided, said; each exchange is two turns of a dialogue."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, date, datetime, time, timedelta
from typing import Any, NamedTuple
from uuid import UUID

from wayframe import notes
from wayframe.dialogue import Act, Arg, Dialogue, DialogueLabels, Ref, Turn, user_turn, wizard_turn
from wayframe.domain import TRAVEL, Domain, Welcome
from wayframe.domain.trips import trips_welcome
from wayframe.errors import InputError
from wayframe.memory import Memory, update
from wayframe.nlg import NLG, Sentence, TemplateNLG
from wayframe.nlu import NLU, Context
from wayframe.nlu import nlu as named_nlu
from wayframe.nlu.legible import legible, writable
from wayframe.packages import Catalogue
from wayframe.policy import Policy, Situation, TravelPolicy
from wayframe.policy.places import gazetteer
from wayframe.policy.situation import Offered
from wayframe.tables import Table
from wayframe.tables.numbers import NO_NAMES
from wayframe.tracking import Lasting, Observation, Tracker
from wayframe.tracking import tracker as named_tracker
from wayframe.values import Gazetteer, Lexicon

Clock = Callable[[], int]


class Conversation(NamedTuple):
    """All that the agent knows of a conversation; never changed, each exchange gives the next one."""

    turns: tuple[Turn, ...]
    memory: Memory
    offers: Mapping[int, Offered]  # what is behind each frame that was offered

    def dialogue(self, id: UUID, user_id: str = "user", wizard_id: str = "wayframe") -> Dialogue:
        """The conversation in the Frames format."""
        return Dialogue(str(id), user_id, wizard_id, DialogueLabels(None, False), self.turns)


class Exchange(NamedTuple):
    """A user's turn and the agent's."""

    user: Turn
    wizard: Turn
    sentences: tuple[Sentence, ...]  # the reply, piece by piece, with the acts that each piece says
    before: Conversation
    after: Conversation
    notes: tuple[str, ...] = ()  # what is worth knowing of how it came about (`wayframe.notes`)


class Agent:
    """An agent that remembers, over trips or over one's own table.

    Holds no conversation: `respond` takes one and gives the next.
    """

    def __init__(
        self,
        catalogue: Catalogue | Table,
        *,
        nlu: NLU | None = None,
        tracker: Tracker | None = None,
        policy: Policy | None = None,
        nlg: NLG | None = None,
        today: date | None = None,
        seed: int = 0,
        clock: Clock | None = None,
    ) -> None:
        """`today` is the day from which "next Friday" counts (default: the catalogue's); `clock` gives epoch ms."""
        parts = _of_table(catalogue) if isinstance(catalogue, Table) else _of_trips(catalogue)
        self.catalogue: Any = catalogue
        self.today = today or catalogue.today
        self.domain, self.lexicon = parts.domain, parts.lexicon
        self._nlu, self._tracker = nlu or parts.nlu, tracker or parts.tracker
        self._policy, self._nlg, self._templates = policy or parts.policy, nlg or parts.nlg, parts.nlg
        self._seed, self._clock = seed, clock or ticking(self.today)

    def welcome(self) -> Welcome:
        """What a face says before anything else was said."""
        return (
            self.catalogue.welcome if isinstance(self.catalogue, Table) else trips_welcome(self.catalogue, self.today)
        )

    def open(self) -> Conversation:
        """A conversation in which nothing has been said yet."""
        return Conversation((), Memory(today=self.today), {})

    def respond(self, conversation: Conversation, text: str) -> Exchange:
        """One turn of the user and one of the agent; of a very long text only the beginning is read."""
        with notes.taken() as lines:
            heard = self._hear(conversation, writable(text))
            wizard, sentences, after = self._answer(conversation.memory, heard)
        return Exchange(heard.turns[-1], wizard, sentences, conversation, after, tuple(lines))

    def switch(self, conversation: Conversation, frame: int) -> Exchange:
        """Go back to a frame, as the user would by saying so. Raises `InputError` where there is no such frame."""
        if not 0 < frame <= len(conversation.memory.frames):
            raise InputError(f"frame: expected 1 to {len(conversation.memory.frames)}, found {frame}")
        info = conversation.memory.frames[frame - 1].info
        names = tuple(Arg(slot, str(info[slot][-1].val)) for slot in self.domain.naming if info.get(slot))
        text = "Let's go back to " + (" in ".join(str(arg.val) for arg in names) or f"option {frame}") + "."
        acts = (Act("switch_frame", (Arg("ref", (Ref(frame, names),)),)),)
        heard = self._heard(conversation, text, (Act("switch_frame", names),), acts, frame)
        with notes.taken() as lines:
            wizard, sentences, after = self._answer(conversation.memory, heard)
        return Exchange(heard.turns[-1], wizard, sentences, conversation, after, tuple(lines))

    def resume(self, dialogue: Dialogue) -> tuple[Exchange, ...]:
        """The exchanges of a saved conversation, after which one may go on.

        Raises `InputError` where user and wizard don't take turns, naming the turn.
        """
        for number, turn in enumerate(dialogue.turns):
            if turn.author != ("wizard" if number % 2 else "user"):
                raise InputError(f"turn {number}: expected user and wizard to take turns, found another {turn.author}")
        if len(dialogue.turns) % 2:
            raise InputError(f"turn {len(dialogue.turns) - 1}: expected a wizard's reply, found none")
        exchanges, before = list[Exchange](), self.open()
        for number, (user, wizard) in enumerate(zip(dialogue.turns[::2], dialogue.turns[1::2], strict=True)):
            after = _continued(_continued(before, user, self.domain), wizard, self.domain)
            exchanges.append(Exchange(user, wizard, self._said(wizard, self._seed + number), before, after))
            before = after
        return tuple(exchanges)

    def _said(self, turn: Turn, variant: int) -> tuple[Sentence, ...]:
        """The sentences of a saved turn; in one piece where they are somebody else's."""
        sentences = tuple(self._templates.say(turn.acts, variant)) if turn.acts else ()
        return sentences if _text(sentences) == turn.text else (Sentence(turn.text, turn.acts),)

    def _hear(self, conversation: Conversation, text: str) -> Conversation:
        turns, memory, _ = conversation
        acts = self._nlu.understand(legible(text), Context(memory, turns, self.today, self.lexicon))
        acts_with_refs, active, _ = self._tracker.track(Observation(legible(text), acts, memory, turns))
        return self._heard(conversation, text, acts, acts_with_refs, active)

    def _heard(
        self,
        conversation: Conversation,
        text: str,
        acts: tuple[Act, ...],
        acts_with_refs: tuple[Act, ...],
        active: int,
    ) -> Conversation:
        turns, memory, offers = conversation
        memory = update(memory, "user", acts_with_refs, active, text)
        turn = user_turn(text, self._clock(), acts_with_refs, memory.active_frame, memory.frames, acts)
        return Conversation((*turns, turn), memory, offers)

    def _answer(self, before: Memory, heard: Conversation) -> tuple[Turn, tuple[Sentence, ...], Conversation]:
        turns, memory, offers = heard
        now = self._clock()
        situation = Situation(
            turns[-1].acts,
            memory,
            before,
            turns,
            offers,
            self.catalogue,
            self.lexicon,
            self.today,
            now / 1000,
            self._seed,
        )
        acts, db, new = self._policy.decide(situation)
        memory = update(memory, "wizard", acts, memory.active_frame)
        sentences = tuple(self._nlg.say(acts, variant=self._seed + len(turns) // 2))
        turn = wizard_turn(_text(sentences), now, acts, memory.active_frame, memory.frames, db)
        return turn, sentences, Conversation((*turns, turn), memory, {**offers, **new})


def _continued(conversation: Conversation, turn: Turn, domain: Domain) -> Conversation:
    """A conversation after a saved turn of it."""
    turns, memory, offers = conversation
    text = turn.text if turn.author == "user" else ""
    memory = update(memory, turn.author, turn.acts, turn.active_frame, text).corrected(turn.frames, turn.author)
    return Conversation((*turns, turn), memory, {**offers, **domain.offered(turn)})


def _text(sentences: Sequence[Sentence]) -> str:
    return " ".join(sentence.text for sentence in sentences)


class _Parts(NamedTuple):
    """What an agent is put together from, where nothing else is asked for."""

    domain: Domain
    lexicon: Lexicon
    nlu: NLU
    tracker: Tracker
    policy: Policy
    nlg: NLG


def _of_trips(catalogue: Catalogue) -> _Parts:
    tracker = Lasting(named_tracker("rules"))
    return _Parts(TRAVEL, lexicon(catalogue), named_nlu("rules"), tracker, TravelPolicy(), TemplateNLG())


def _of_table(table: Table) -> _Parts:
    from wayframe.tables.policy import TablePolicy
    from wayframe.tables.understanding import TableNLU
    from wayframe.tables.wording import TableNLG

    tracker = Lasting(named_tracker("rules"), options=True)
    return _Parts(table.domain, NO_NAMES, TableNLU(table), tracker, TablePolicy(table), TableNLG(table.schema))


def lexicon(catalogue: Catalogue) -> Lexicon:
    """The names that the agent knows: the catalogue's cities, countries and regions, its hotels."""
    return Lexicon(gazetteer(catalogue), Gazetteer([hotel.name for hotel in catalogue.hotels()]))


def ticking(today: date) -> Clock:
    """A clock that starts at nine in the morning (UTC) of a day and moves half a minute each time it is read."""
    now = datetime.combine(today, time(9), UTC)

    def tick() -> int:
        nonlocal now
        now += timedelta(seconds=30)
        return int(now.timestamp() * 1000)

    return tick
