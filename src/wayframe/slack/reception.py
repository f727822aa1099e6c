"""What the bot does when somebody writes to it or presses a button, and what it answers; it knows nothing of HTTP.

What is said in a talk goes to the partner and needs no answer. An answer is a post; what follows for others, and news
of talks, comes by the bell (`wayframe.slack.lanes`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, cast, get_args

from wayframe.collection.collection import Collection
from wayframe.collection.pairing import Role
from wayframe.collection.records import ForbiddenError, Person, Standing
from wayframe.collection.study import Texts
from wayframe.errors import InputError
from wayframe.slack.blocks import Block, Button, Post, link, paragraphs, row
from wayframe.slack.markup import escaped, plain
from wayframe.slack.news import bulleted, leaving, offers, survey
from wayframe.slack.relays import Posted, Relays
from wayframe.slack.words import Command, command

_HELP = """
*What I understand*
• `available`, or `available user`, `available wizard`: you would like to talk
• `end`: the conversation is over   • `leave`: out of the queue, or out of a conversation before its end
• `status`: where you are   • `help`: this
In a conversation everything else that you write goes to your partner, who doesn't see who you are. So does what you \
change in it, as long as nobody has written after it. `/wayframe` takes the same words.
"""
_UNSENT = "_Not sent:_ "
_SKEW = 5.0  # seconds that Slack's clock and ours may differ


class Address(NamedTuple):
    """Somebody of Slack."""

    team: str
    user: str

    @property
    def external(self) -> str:
        """What the study knows them by."""
        return f"slack:{self.team}:{self.user}"


def address(external: str) -> Address:
    """Who of Slack somebody of the study is."""
    _, team, user = external.split(":")
    return Address(team, user)


class Reception:
    """The bot's manners."""

    def __init__(self, collection: Collection, relays: Relays, desk: Callable[[Person], str]) -> None:
        """`desk` gives the address of somebody's pages."""
        self._collection, self._relays, self._desk = collection, relays, desk
        self._doors, self._hall, self._rooms = collection.doors, collection.hall, collection.rooms
        self._slack = collection.study.slack

    def said(
        self, who: Address, key: str, text: str, locale: str | None = None, unfit: str | None = None
    ) -> Post | None:
        """Somebody wrote something, as Slack has it; `key` is what this message is known by, however often it comes.

        `unfit` says why it can't be passed on.
        """
        person = self._doors.known(who.external)
        if person is None or person.gone:
            return self._stranger(person, key, locale)
        if self._relays.talk(person.id, key) or self._relays.ts(person.id, answer_to(key)) is not None:
            return None
        if unfit:
            return _answer(key, _UNSENT + unfit)
        words = plain(text)
        asked = command(words)
        if asked is None:
            return self._passed_on(person, key, words)
        answer = self._stale(person, key) if asked.word in ("end", "leave") else None
        answer = answer or self._obeyed(person, key, asked)
        if answer is None:
            self._relays.record(person.id, answer_to(key), Posted("", ""))
        return answer

    def changed(self, who: Address, key: str, text: str, at: str) -> Post | None:
        """Somebody changed, at this time stamp, what they had written; the text as Slack has it now."""
        person = self._doors.known(who.external)
        if person is None or person.gone:
            return None
        number, name, words = self._relays.talk(person.id, key), answer_to(f"{key}/edit"), plain(text)
        if float(at) <= float(self._relays.ts(person.id, name) or 0):
            return None  # it came before, or a later change did
        if number is None:  # what wasn't sent as it was may be now
            talking = self._hall.standing(person).state == "talking" and command(words) is None
            answer = self._passed_on(person, key, words) if talking else None
        else:
            answer = self._amended(person, number, key, words)
        self._relays.record(person.id, name, Posted("", at))
        return answer and answer._replace(name=answer_to(f"{key}/{at}"))

    def deleted(self, who: Address, key: str) -> Post | None:
        """Somebody deleted what they had written."""
        person = self._doors.known(who.external)
        if person is None or person.gone or self._relays.talk(person.id, key) is None:
            return None
        return _answer(f"{key}/gone", "_Your partner has it: what was sent can't be taken back, only changed._")

    def command(self, who: Address, key: str, text: str, locale: str | None = None) -> Post:
        """Somebody used the slash command."""
        person = self._doors.known(who.external)
        if person is None or person.gone:
            return self._stranger(person, key, locale)
        return self._obeyed(person, key, command(text or "status") or Command("help")) or self._status(person, key)

    def agreed(self, who: Address, key: str, language: str) -> Post:
        """Somebody takes part from now on."""
        kind = self._slack.kind if self._slack else "either"
        person = self._doors.enter(who.external, kind, language)
        if person.gone:
            return self._stranger(person, key, None)
        return _answer(key, "*Thank you! You take part.*", *paragraphs(_HELP), row(offers(person.kind)))

    def pressed(self, person: Person, key: str, action: str, value: str) -> Post | None:
        """Somebody pressed a button: they are available in a role, end or leave what has this number."""
        match action:
            case "available" if value in get_args(Role):
                return self._available(person, key, cast("Role", value))
            case "end":
                return self._ended(person, key, int(value))
            case "leave":
                return self._left(person, key, int(value) if value else None)
        return None

    def answered(self, who: Address, name: str, posted: Posted) -> None:
        """An answer was posted; of those who haven't agreed nothing is kept."""
        if person := self._doors.known(who.external):
            self._relays.record(person.id, name, posted)

    def _available(self, person: Person, key: str, role: Role) -> Post | None:
        """Who is paired at once is told by what the talk begins with."""
        before = self._hall.standing(person)
        try:
            after = self._hall.available(person, role)
        except ForbiddenError as error:
            return _answer(key, _reason(error), *self._where(person, before))
        paired = before.state != "talking" and after.state == "talking"
        return None if paired else _answer(key, *self._where(person, after))

    def _ended(self, person: Person, key: str, number: int | None) -> Post | None:
        """End a conversation: this one, or the one that somebody is in."""
        standing = self._hall.standing(person)
        if standing.talk is None or standing.state != "talking" or number not in (None, standing.talk):
            return _answer(key, "That conversation is over.", *self._where(person, standing))
        self._rooms.end(person, standing.talk)
        return None

    def _left(self, person: Person, key: str, number: int | None) -> Post | None:
        """Go out of the queue, or out of the conversation: this one, if it is said which."""
        standing = self._hall.standing(person)
        if number not in (None, standing.talk):
            return _answer(key, "That conversation is over.", *self._where(person, standing))
        after = self._hall.leave(person)
        return None if standing.state == "talking" else _answer(key, *self._where(person, after))

    def _passed_on(self, person: Person, key: str, words: str) -> Post | None:
        standing = self._hall.standing(person)
        if standing.talk is None or standing.state != "talking":
            return _answer(key, _UNSENT + "you are in no conversation.", *self._where(person, standing))
        if stale := self._stale(person, key):
            return stale
        try:
            self._rooms.say(person, standing.talk, words, key)
        except (ForbiddenError, InputError) as error:
            return _answer(key, f"{_UNSENT}{_reason(error)}")
        return None

    def _amended(self, person: Person, number: int, key: str, words: str) -> Post | None:
        try:
            if self._rooms.amend(person, number, key, words):
                return None
        except (ForbiddenError, InputError) as error:
            return _answer(key, f"_The change isn't sent:_ {_reason(error)}")
        return _answer(key, "_Too late: the conversation has gone on. Your partner doesn't see the change._")

    def _stale(self, person: Person, key: str) -> Post | None:
        """The answer to what was written before the talk in which somebody is now, and came so late."""
        standing = self._hall.standing(person)
        if standing.state != "talking" or standing.talk is None:
            return None
        written = float(key.rpartition(":")[2])
        if written >= self._relays.since(standing.talk) - _SKEW:
            return None
        return _answer(key, _UNSENT + "it came too late, that conversation is over.")

    def _obeyed(self, person: Person, key: str, asked: Command) -> Post | None:
        match asked.word:
            case "available":
                return self._available(person, key, asked.role or _role(person))
            case "end":
                return self._ended(person, key, None)
            case "leave":
                return self._left(person, key, None)
            case "status":
                return self._status(person, key)
            case "help":
                return _answer(key, *paragraphs(_HELP))

    def _status(self, person: Person, key: str) -> Post:
        return _answer(key, *self._where(person, self._hall.standing(person)))

    def _where(self, person: Person, standing: Standing) -> tuple[Block, ...]:
        """Where somebody is, and what they can do there."""
        match standing.state:
            case "waiting":
                place = f"You are waiting, number {standing.place} of {standing.waiting}."
                return (
                    *paragraphs(f"{place} I tell you when somebody is there."),
                    row([Button("Stop waiting", "leave")]),
                )
            case "talking" if standing.talk:
                desk = (link("Open your desk", self._desk(person)),) if standing.side == "wizard" else ()
                away = " Your partner's line is lost at the moment." if standing.partner == "absent" else ""
                text = f"You are in a conversation: you are the {standing.side}.{away}"
                return (*paragraphs(text), *desk, leaving(standing.talk))
            case "survey" if standing.talk and standing.side:
                asked = survey(self._collection.study, standing.side, standing.talk)
                return (*paragraphs("Please answer about the last conversation:"), *asked)
            case "done":
                return paragraphs("_You have taken part as often as one may. Thank you!_")
        return (*paragraphs("Would you like to talk?"), row(offers(person.kind)))

    def _stranger(self, person: Person | None, key: str, locale: str | None) -> Post:
        """What somebody is told who doesn't take part: who was sent away, who hasn't agreed yet."""
        if person is not None:
            return _answer(key, "_You don't take part in this study any more._")
        language = self._language(locale)
        buttons = [Button("I agree", "agree", language, "primary"), Button("No, thank you", "decline")]
        head = f"*{escaped(self._collection.study.name)}*"
        return _answer(key, head, *paragraphs(bulleted(self._texts(language).consent)), row(buttons))

    def _language(self, locale: str | None) -> str:
        """The study's language for somebody of this locale ("fr-CA"): the bot's, theirs if there is one, the first."""
        spoken = self._collection.study.languages
        asked = (self._slack and self._slack.language) or (locale or "").partition("-")[0]
        return asked if asked in spoken else spoken[0]

    def _texts(self, language: str) -> Texts:
        return self._collection.study.texts[language]


def declined(key: str) -> Post:
    """What somebody is told who doesn't agree."""
    return _answer(key, "_That's fine: nothing of yours is kept. Write to me if you change your mind._")


def answer_to(key: str) -> str:
    """The name of what answers a message."""
    return f"re/{key}"


def _answer(key: str, *parts: str | Block) -> Post:
    """An answer to what is known by a key; its first words stand in notices."""
    blocks = tuple(block for part in parts for block in (paragraphs(part) if isinstance(part, str) else (part,)))
    return Post(answer_to(key), blocks[0]["text"]["text"], blocks, anew="never")


def _reason(error: Exception) -> str:
    return escaped(str(error).removeprefix("text: "))


def _role(person: Person) -> Role:
    return "user" if person.kind == "user" else "wizard" if person.kind == "wizard" else "either"
