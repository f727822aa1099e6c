"""Sessions: all that the two sides of a talk may do in it, from reading and writing to the survey, and its turns.

Everything is checked here, whichever face asks: that somebody belongs to the talk, and that it is their side's to do.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Sequence
from itertools import chain, dropwhile, groupby
from typing import Any, Literal, NamedTuple

import msgspec
from msgspec.structs import replace
from sqlalchemy import BigInteger, Boolean, LargeBinary, String, and_, bindparam, case, exists, false, func, or_, select

from wayframe.collection.desk.protocol import SearchDesk, draw_suggestions
from wayframe.collection.matchmaking import LobbyStore
from wayframe.collection.records import (
    ActionOrigin,
    Answers,
    AnySearch,
    ChatMessage,
    DialogueRecord,
    ForbiddenError,
    SessionView,
    StudyParticipant,
    TableSearch,
    WizardSearch,
    decoded_search,
    decoded_task,
)
from wayframe.collection.storage import MESSAGES, SEARCHES, SURVEYS, TALKS, StudyStorage
from wayframe.collection.study import StudySettings
from wayframe.collection.surveys import checked
from wayframe.dialogue import Author, Package, SearchLog, encode, writable
from wayframe.errors import InputError
from wayframe.packages import search_record
from wayframe.sources.tables.records import Searches

KEY = r"[A-Za-z0-9_.:-]{1,64}"
"""What the key of a message looks like: by it a message that is sent again is known."""

_NUMBERS = 2**31  # of talks
_NOT_YOURS = "There is no such conversation of yours."
_OVER = "This conversation has ended."
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")


class DialogueSessions:
    """All talks of a study."""

    def __init__(
        self,
        study: StudySettings,
        storage: StudyStorage,
        lobby: LobbyStore,
        desk: SearchDesk,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self.desk = desk
        self._study, self._storage, self._lobby, self._clock = study, storage, lobby, clock

    def read(self, person: StudyParticipant, number: int) -> SessionView:
        """A talk as one of its sides may see it. Raises `ForbiddenError`."""
        with self._storage.reading() as connection:
            talk = _held(connection, person.id, number)
            side = talk.side(person.id)
            said = _seen(messages(connection, number), side)
            surveyed = connection.execute(_SURVEYED, {"talk": number, "side": side}).first() is not None
            partner = self._partner(connection, talk, person.id)
        task = talk.task if side == "user" or talk.over else None
        condition = talk.condition if side == "wizard" else None
        return SessionView(number, side, condition, task, said, partner, talk.over, talk.how, surveyed)

    def side(self, person: StudyParticipant, number: int) -> Author:
        """Return which side somebody is. Raises `ForbiddenError`."""
        with self._storage.reading() as connection:
            return _held(connection, person.id, number).side(person.id)

    def since(self, person: StudyParticipant, number: int, last: int) -> tuple[ChatMessage, ...]:
        """The messages after this one, in order. Raises `ForbiddenError`."""
        with self._storage.reading() as connection:
            side = _held(connection, person.id, number).side(person.id)
            return _seen(messages(connection, number, last), side)

    def say(
        self, person: StudyParticipant, number: int, text: str, key: str | None = None, made: ActionOrigin | None = None
    ) -> ChatMessage:
        """Add a message; when this returns, it is kept. With a key that it had before, it is the one that is there.

        Raises `ForbiddenError`: for others, for the wizard before the user has said anything, once the talk is over.
        Raises `InputError` for a text that is empty or too long, a key that isn't one.
        """
        if key is not None and not re.fullmatch(KEY, key):
            raise InputError("key: expected 1 to 64 letters, digits, _ . : or -")
        words = self._words(text)
        with self._storage.changing() as connection:
            _held(connection, person.id, number, lock=True)  # whoever writes at the same time waits for their turn
            return self.add(connection, person.id, number, words, key, made)

    def add(
        self,
        connection: Any,
        who: str,
        number: int,
        text: str,
        key: str | None = None,
        made: ActionOrigin | None = None,
    ) -> ChatMessage:
        """The same within a transaction that holds the dialogue's lock, for agents, too."""
        at = int(self._clock() * 1000)
        values = {"talk": number, "who": who, "text": text, "at": at, "key": key}
        values |= {"made": made and encode(made), "by_hand": made is None}
        added = connection.execute(_ADD, values).first() if 0 < number < _NUMBERS else None
        if added is None:
            return self._known(connection, who, number, key, made)
        message = ChatMessage(added.number, added.author, text, at, key, made)
        self._storage.publish(connection, f"talk/{number}", payload=encode(replace(message, made=None)))
        return message

    def _known(self, connection: Any, who: str, number: int, key: str | None, made: ActionOrigin | None) -> ChatMessage:
        """The message that is there already; or why there can be none."""
        talk = _held(connection, who, number)
        side = talk.side(who)
        if key is not None and (known := connection.execute(_by_key(number, side, key)).first()):
            return _message(known)
        if made is not None and side == "user":
            raise ForbiddenError("Only wizards take proposals.")
        raise ForbiddenError(_OVER if talk.over else "The user begins.")

    def amend(self, person: StudyParticipant, number: int, key: str, text: str) -> ChatMessage | None:
        """Change one's own message, if it is the last one of the talk; None if it isn't any more.

        Raises as `say` does.
        """
        words = self._words(text)
        with self._storage.changing() as connection:
            talk = _held(connection, person.id, number, lock=True)
            known = connection.execute(_by_key(number, talk.side(person.id), key)).first()
            if talk.over or known is None or known.number != connection.execute(_LAST, {"talk": number}).scalar_one():
                return None
            message = replace(_message(known), text=words, edited=True)
            where = (MESSAGES.c.talk == number) & (MESSAGES.c.number == known.number)
            connection.execute(MESSAGES.update().where(where).values(text=words, edited=True))
            self._storage.publish(connection, f"talk/{number}")
            return message

    def search(self, person: StudyParticipant, number: int, query: Any, made: ActionOrigin | None = None) -> AnySearch:
        """Return what the wizard looks for, kept with what is shown for it. Raises `ForbiddenError`, `InputError`."""
        with self._storage.reading() as connection:
            talk = _held(connection, person.id, number)
        if talk.side(person.id) != "wizard":
            raise ForbiddenError(_NOT_YOURS)
        if talk.over:
            raise ForbiddenError(_OVER)
        with self._storage.changing() as connection:
            _held(connection, person.id, number, lock=True)
            return self.look(connection, number, query, made)

    def look(self, connection: Any, number: int, query: Any, made: ActionOrigin | None = None) -> AnySearch:
        """The same for whoever needs no check, within a transaction in which the talk is locked."""
        earlier, said = searches(connection, number), messages(connection, number)
        found = self._shown(number, query, earlier, said)
        nth = 1 + max((each.number for each in earlier), default=0)
        after = max((each.number for each in said), default=0)
        searched: AnySearch = replace(found, number=nth, after=after, at=self._clock(), made=made)
        connection.execute(SEARCHES.insert().values(talk=number, number=nth, content=encode(searched)))
        return searched

    def _shown(self, number: int, query: Any, earlier: Sequence[AnySearch], said: Sequence[ChatMessage]) -> AnySearch:
        """Return what a search shows. What was searched for before shows the same again.

        Chance decides about suggestions once after each message of the user, not for each search: else a wizard who
        searches again, or for almost the same, would see suggestions whatever the study says.
        """
        if same := next((each for each in earlier if each.query == query), None):
            return same
        heard = max((each.number for each in said if each.author == "user"), default=0)
        drawn = draw_suggestions(self._study.suggestions.probability, f"{self._study.seed} {number} {heard}")
        return self.desk.look(query, drawn, f"{self._study.seed} {number} {encode(query).decode()}")

    def searches(self, person: StudyParticipant, number: int) -> tuple[AnySearch, ...]:
        """Return what the wizard looked for so far; for the wizard. Raises `ForbiddenError`."""
        with self._storage.reading() as connection:
            if _held(connection, person.id, number).side(person.id) != "wizard":
                raise ForbiddenError(_NOT_YOURS)
            return searches(connection, number)

    def end(self, person: StudyParticipant, number: int) -> None:
        """The conversation is over; once it is, this changes nothing. Raises `ForbiddenError`."""
        now = self._clock()
        with self._storage.changing() as connection:
            _held(connection, person.id, number)
            self._lobby.step(connection, lambda lobby: lobby.ended(number, now), now, "ended")

    def answer(self, person: StudyParticipant, number: int, answers: Answers, *, anew: bool = False) -> None:
        """Answer the survey. What was answered stays, unless `anew`: by somebody who sees what they had answered.

        Raises `ForbiddenError`, and `InputError` naming the question, or saying that all of them were answered.
        """
        with self._storage.changing() as connection:
            talk = _held(connection, person.id, number, lock=True)
            side = talk.side(person.id)
            if not talk.over:
                raise ForbiddenError("This conversation hasn't ended yet.")
            content = encode(checked(self._study, side, answers))
            before = connection.execute(_SURVEYED, {"talk": number, "side": side}).first()
            if before and before.answers == content:
                return  # sent twice
            if before and not anew:
                raise InputError("You have answered these questions already. Your first answers are kept.")
            where = (SURVEYS.c.talk == number) & (SURVEYS.c.side == side)
            connection.execute(SURVEYS.delete().where(where))
            values = {"talk": number, "side": side, "at": self._clock(), "answers": content}
            connection.execute(SURVEYS.insert().values(values))
            self._storage.publish(connection, f"talk/{number}", f"person/{person.id}")

    def _words(self, text: str) -> str:
        words = _CONTROL.sub("", writable(text).replace("\r\n", "\n")).strip()
        most = self._study.limits.message
        if not 0 < len(words) <= most:
            raise InputError(f"text: expected 1 to {most:,} characters, found {len(words):,}")
        return words

    def _partner(self, connection: Any, talk: DialogueRecord, who: str) -> Literal["here", "absent"] | None:
        if talk.over:
            return None
        there = self._lobby.look(connection).talk_of(who)
        return "absent" if there and there.partner(who) in there.absent else "here"


def find_dialogue(connection: Any, number: int, lock: bool = False) -> DialogueRecord | None:
    """A talk, locked until the transaction ends if asked for."""
    row = connection.execute(_TALK.with_for_update() if lock else _TALK, {"number": number}).first()
    return row and dialogue_of_row(row)


def dialogue_of_row(row: Any) -> DialogueRecord:
    """A row of `TALKS` as a record."""
    held = {name: getattr(row, name) for name in DialogueRecord.__struct_fields__}
    return DialogueRecord(**held | {"task": decoded_task(row.task)})


def messages(connection: Any, number: int, last: int = 0) -> tuple[ChatMessage, ...]:
    """The messages of a talk after this one, in order: by default all."""
    return tuple(map(_message, connection.execute(_SINCE, {"talk": number, "last": last})))


def searches(connection: Any, number: int) -> tuple[AnySearch, ...]:
    """All searches of a talk, in order."""
    return tuple(decoded_search(content) for (content,) in connection.execute(_SEARCHES, {"talk": number}))


def keep(connection: Any, talk: int, after: int, made: Sequence[AnySearch], at: float, origin: ActionOrigin) -> None:
    """Keep searches of a locked talk, made after message `after`; those that were made since then stay one."""
    there = searches(connection, talk)
    known = {each.query for each in there if each.after >= after}
    number = max((each.number for each in there), default=0)
    for search in made:
        if search.query not in known:
            number += 1
            kept = replace(search, number=number, after=after, at=at, made=origin)
            connection.execute(SEARCHES.insert().values(talk=talk, number=number, content=encode(kept)))
            known.add(search.query)


def _held(connection: Any, who: str, number: int, lock: bool = False) -> DialogueRecord:
    talk = find_dialogue(connection, number, lock) if 0 < number < _NUMBERS else None
    if talk is None or who not in (talk.user, talk.wizard):
        raise ForbiddenError(_NOT_YOURS)
    return talk


def _by_key(number: int, side: Author, key: str) -> Any:
    return select(MESSAGES).where(MESSAGES.c.talk == number, MESSAGES.c.author == side, MESSAGES.c.key == key)


def _seen(said: tuple[ChatMessage, ...], side: Author) -> tuple[ChatMessage, ...]:
    """Messages as a side may see them: who had which part in the wizard's is the study's affair."""
    return said if side == "wizard" else tuple(replace(each, made=None) for each in said)


def _message(row: Any) -> ChatMessage:
    made = None if row.made is None else _MADE.decode(row.made)
    return ChatMessage(row.number, row.author, row.text, row.at, row.key, made, row.edited)


_OF_TALK = MESSAGES.c.talk == bindparam("talk")
_TALK = select(TALKS).where(TALKS.c.number == bindparam("number"))
_LAST = select(func.coalesce(func.max(MESSAGES.c.number), 0)).where(_OF_TALK)
_SINCE = select(MESSAGES).where(_OF_TALK, MESSAGES.c.number > bindparam("last")).order_by(MESSAGES.c.number)
_IS_USER = TALKS.c.user == bindparam("who", type_=String)
_AUTHOR = case((_IS_USER, "user"), else_="wizard")
# One statement, as it is the one that everybody waits for: the next message of a talk that goes on, by one of its
# sides, unless it is there or isn't theirs to write.
_ADD = (
    MESSAGES.insert()
    .from_select(
        ["talk", "number", "author", "text", "at", "key", "made", "edited"],
        select(
            TALKS.c.number,
            _LAST.scalar_subquery() + 1,
            _AUTHOR,
            bindparam("text", type_=String),
            bindparam("at", type_=BigInteger),
            bindparam("key", type_=String),
            bindparam("made", type_=LargeBinary),
            false(),
        ).where(
            TALKS.c.number == bindparam("talk"),
            TALKS.c.until.is_(None),
            or_(
                and_(_IS_USER, bindparam("by_hand", type_=Boolean)),
                and_(TALKS.c.wizard == bindparam("who", type_=String), _LAST.scalar_subquery() > 0),
            ),
            ~exists().where(_OF_TALK, MESSAGES.c.author == _AUTHOR, MESSAGES.c.key == bindparam("key", type_=String)),
        ),
    )
    .returning(MESSAGES.c.number, MESSAGES.c.author)
)
_SEARCHES = select(SEARCHES.c.content).where(SEARCHES.c.talk == bindparam("talk")).order_by(SEARCHES.c.number)
_SURVEYED = select(SURVEYS.c.answers).where(SURVEYS.c.talk == bindparam("talk"), SURVEYS.c.side == bindparam("side"))
_MADE = msgspec.json.Decoder(ActionOrigin)


# Turns


_MOST = 10  # packages that a result has (paper section 3.4)


class UnlabelledTurn(NamedTuple):
    """A turn before it has labels.

    `timestamp` (milliseconds) is that of its last message; `messages` are the numbers of all. A user's `db` is empty.
    """

    author: Author
    text: str
    timestamp: int
    messages: tuple[int, ...]
    db: SearchLog | Searches = SearchLog()


def turns(messages: Sequence[ChatMessage], searches: Sequence[AnySearch] = ()) -> tuple[UnlabelledTurn, ...]:
    """The turns that messages, in order, make: the user's first, then both in turn.

    Messages of one side that follow each other are one turn, a line each. A wizard's turn has the searches since the
    wizard's turn before; the last one also has what was searched for after it, so that no search is lost. What a wizard
    says before the user has said anything belongs to no turn.
    """
    begun = dropwhile(lambda message: message.author == "wizard", messages)
    groups = [tuple(group) for _, group in groupby(begun, key=lambda message: message.author)]
    found, rest = list[UnlabelledTurn](), list(searches)
    for place, group in enumerate(groups):
        if group[0].author == "user":
            found.append(_turn(group, ()))
            continue
        is_last = place + 2 >= len(groups)  # of the wizard's
        made = [each for each in rest if is_last or each.after < group[-1].number]
        rest = [each for each in rest if each not in made]
        found.append(_turn(group, made))
    return tuple(found)


def _turn(messages: Sequence[ChatMessage], searches: Sequence[AnySearch]) -> UnlabelledTurn:
    last = messages[-1]
    text = "\n".join(message.text for message in messages)
    numbers = tuple(message.number for message in messages)
    return UnlabelledTurn(last.author, text, last.at, numbers, _database(searches))


def shown(searched: WizardSearch) -> tuple[Package, ...]:
    """The packages that a search showed: what it found, else what was suggested; ten at most, none twice."""
    suggested = chain.from_iterable(suggestion.packages for suggestion in searched.suggestions)
    return tuple(dict.fromkeys((*searched.results, *suggested)))[:_MOST]


def _database(searches: Sequence[AnySearch]) -> SearchLog | Searches:
    trips, tables = list[WizardSearch](), list[TableSearch]()
    for each in searches:
        if isinstance(each, TableSearch):
            tables.append(each)
        else:
            trips.append(each)
    if tables:
        found = [(each.asked, each.total, each.results) for each in tables]
        return Searches(*(tuple(column) for column in zip(*found, strict=True)))
    return SearchLog(tuple(search_record(each.query, each.at) for each in trips), tuple(map(shown, trips)))
