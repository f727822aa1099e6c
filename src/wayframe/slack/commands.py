"""Commands, messages and buttons of participants carried out, and the bot's answers; nothing here knows of HTTP.

What is said in a talk goes to the partner and needs no answer. An answer is a post; what follows for others, and news
of talks, comes by the event bus (`wayframe.slack.outbox`).
"""

from __future__ import annotations

from typing import Literal, NamedTuple, cast, get_args

from wayframe.collection.matchmaking import Role
from wayframe.collection.records import ForbiddenError, ParticipantStatus, StudyParticipant
from wayframe.errors import InputError
from wayframe.slack.blocks import Block, SlackButton, SlackPost, link, paragraphs, row
from wayframe.slack.delivery_log import PostedVersion
from wayframe.slack.markup import escaped, plain
from wayframe.slack.notifications import bulleted, leaving, offers, survey
from wayframe.slack.posting import BotServices

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


Word = Literal["available", "end", "leave", "status", "help"]
"""A word that the bot listens to."""


class BotCommand(NamedTuple):
    """A word for the bot, and with `available` the role that was asked for, if one was."""

    word: Word
    role: Role | None = None


def command(text: str) -> BotCommand | None:
    """Return what a message tells the bot to do; None where it is meant for the partner.

    A command is the whole message: "end" is one, "the end of August" isn't.
    """
    match text.strip(" \t\n/.!").casefold().split():
        case ["available"]:
            return BotCommand("available")
        case ["available", role] if role in get_args(Role):
            return BotCommand("available", cast("Role", role))
        case [word] if word in get_args(Word):
            return BotCommand(cast("Word", word))
    return None


class SlackAddress(NamedTuple):
    """Somebody of Slack."""

    team: str
    user: str

    @property
    def external(self) -> str:
        """Return what the study knows them by."""
        return f"slack:{self.team}:{self.user}"


def address(external: str) -> SlackAddress:
    """Return who of Slack somebody of the study is."""
    _, team, user = external.split(":")
    return SlackAddress(team, user)


class CommandHandler:
    """The bot's manners."""

    def __init__(self, services: BotServices) -> None:
        self._collection, self._delivery_log, self._desk = services.collection, services.log, services.desk
        collection = services.collection
        self._access, self._matchmaking, self._sessions = collection.access, collection.matchmaking, collection.sessions
        self._slack = collection.study.slack

    def said(
        self, who: SlackAddress, key: str, text: str, locale: str | None = None, unfit: str | None = None
    ) -> SlackPost | None:
        """Somebody wrote something, as Slack has it; `key` is what this message is known by, however often it comes.

        `unfit` says why it can't be passed on.
        """
        person = self._access.known(who.external)
        if person is None or person.gone:
            return self._stranger(person, key, locale)
        if self._delivery_log.talk(person.id, key) or self._delivery_log.ts(person.id, answer_to(key)) is not None:
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
            self._delivery_log.record(person.id, answer_to(key), PostedVersion("", ""))
        return answer

    def changed(self, who: SlackAddress, key: str, text: str, at: str) -> SlackPost | None:
        """Somebody changed, at this time stamp, what they had written; the text as Slack has it now."""
        person = self._access.known(who.external)
        if person is None or person.gone:
            return None
        number, name, words = self._delivery_log.talk(person.id, key), answer_to(f"{key}/edit"), plain(text)
        if float(at) <= float(self._delivery_log.ts(person.id, name) or 0):
            return None  # it came before, or a later change did
        if number is None:  # what wasn't sent as it was may be now
            talking = self._matchmaking.standing(person).state == "talking" and command(words) is None
            answer = self._passed_on(person, key, words) if talking else None
        else:
            answer = self._amended(person, number, key, words)
        self._delivery_log.record(person.id, name, PostedVersion("", at))
        return answer and answer._replace(name=answer_to(f"{key}/{at}"))

    def deleted(self, who: SlackAddress, key: str) -> SlackPost | None:
        """Somebody deleted what they had written."""
        person = self._access.known(who.external)
        if person is None or person.gone or self._delivery_log.talk(person.id, key) is None:
            return None
        return _answer(f"{key}/gone", "_Your partner has it: what was sent can't be taken back, only changed._")

    def command(self, who: SlackAddress, key: str, text: str, locale: str | None = None) -> SlackPost:
        """Somebody used the slash command."""
        person = self._access.known(who.external)
        if person is None or person.gone:
            return self._stranger(person, key, locale)
        return self._obeyed(person, key, command(text or "status") or BotCommand("help")) or self._status(person, key)

    def agreed(self, who: SlackAddress, key: str, language: str) -> SlackPost:
        """Somebody takes part from now on."""
        kind = self._slack.kind if self._slack else "either"
        person = self._access.enter(who.external, kind, language)
        if person.gone:
            return self._stranger(person, key, None)
        return _answer(key, "*Thank you! You take part.*", _HELP, row(offers(person.kind)))

    def pressed(self, person: StudyParticipant, key: str, action: str, value: str) -> SlackPost | None:
        """Somebody pressed a button: they are available in a role, end or leave what has this number."""
        match action:
            case "available" if value in get_args(Role):
                return self._available(person, key, cast("Role", value))
            case "end":
                return self._ended(person, key, int(value))
            case "leave":
                return self._left(person, key, int(value) if value else None)
        return None

    def answered(self, who: SlackAddress, name: str, posted: PostedVersion) -> None:
        """An answer was posted; of those who haven't agreed nothing is kept."""
        if person := self._access.known(who.external):
            self._delivery_log.record(person.id, name, posted)

    def _available(self, person: StudyParticipant, key: str, role: Role) -> SlackPost | None:
        """Return who is paired at once is told by what the talk begins with."""
        before = self._matchmaking.standing(person)
        try:
            after = self._matchmaking.available(person, role)
        except ForbiddenError as error:
            return _answer(key, _reason(error), *self._where(person, before))
        paired = before.state != "talking" and after.state == "talking"
        return None if paired else _answer(key, *self._where(person, after))

    def _ended(self, person: StudyParticipant, key: str, number: int | None) -> SlackPost | None:
        """End a conversation: this one, or the one that somebody is in."""
        standing = self._matchmaking.standing(person)
        if standing.talk is None or standing.state != "talking" or number not in (None, standing.talk):
            return _answer(key, "That conversation is over.", *self._where(person, standing))
        self._sessions.end(person, standing.talk)
        return None

    def _left(self, person: StudyParticipant, key: str, number: int | None) -> SlackPost | None:
        """Go out of the queue, or out of the conversation: this one, if it is said which."""
        standing = self._matchmaking.standing(person)
        if number not in (None, standing.talk):
            return _answer(key, "That conversation is over.", *self._where(person, standing))
        after = self._matchmaking.leave(person)
        return None if standing.state == "talking" else _answer(key, *self._where(person, after))

    def _passed_on(self, person: StudyParticipant, key: str, words: str) -> SlackPost | None:
        standing = self._matchmaking.standing(person)
        if standing.talk is None or standing.state != "talking":
            return _answer(key, _UNSENT + "you are in no conversation.", *self._where(person, standing))
        if stale := self._stale(person, key):
            return stale
        try:
            self._sessions.say(person, standing.talk, words, key)
        except (ForbiddenError, InputError) as error:
            return _answer(key, f"{_UNSENT}{_reason(error)}")
        return None

    def _amended(self, person: StudyParticipant, number: int, key: str, words: str) -> SlackPost | None:
        try:
            if self._sessions.amend(person, number, key, words):
                return None
        except (ForbiddenError, InputError) as error:
            return _answer(key, f"_The change isn't sent:_ {_reason(error)}")
        return _answer(key, "_Too late: the conversation has gone on. Your partner doesn't see the change._")

    def _stale(self, person: StudyParticipant, key: str) -> SlackPost | None:
        """The answer to what was written before the talk in which somebody is now, and came so late."""
        standing = self._matchmaking.standing(person)
        if standing.state != "talking" or standing.talk is None:
            return None
        written = float(key.rpartition(":")[2])
        if written >= self._delivery_log.since(standing.talk) - _SKEW:
            return None
        return _answer(key, _UNSENT + "it came too late, that conversation is over.")

    def _obeyed(self, person: StudyParticipant, key: str, asked: BotCommand) -> SlackPost | None:
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
                return _answer(key, _HELP)

    def _status(self, person: StudyParticipant, key: str) -> SlackPost:
        return _answer(key, *self._where(person, self._matchmaking.standing(person)))

    def _where(self, person: StudyParticipant, standing: ParticipantStatus) -> tuple[str | Block, ...]:
        match standing.state:
            case "waiting":
                place = f"You are waiting, number {standing.place} of {standing.waiting}."
                return f"{place} I tell you when somebody is there.", row([SlackButton("Stop waiting", "leave")])
            case "talking" if standing.talk:
                desk = (link("Open your desk", self._desk(person)),) if standing.side == "wizard" else ()
                away = " Your partner's line is lost at the moment." if standing.partner == "absent" else ""
                text = f"You are in a conversation: you are the {standing.side}.{away}"
                return text, *desk, leaving(standing.talk)
            case "survey" if standing.talk and standing.side:
                asked = survey(self._collection.study, standing.side, standing.talk)
                return "Please answer about the last conversation:", *asked
            case "done":
                return ("_You have taken part as often as one may. Thank you!_",)
        return "Would you like to talk?", row(offers(person.kind))

    def _stranger(self, person: StudyParticipant | None, key: str, locale: str | None) -> SlackPost:
        """Return what somebody is told who doesn't take part: who was sent away, who hasn't agreed yet."""
        if person is not None:
            return _answer(key, "_You don't take part in this study any more._")
        language = self._language(locale)
        buttons = [SlackButton("I agree", "agree", language, "primary"), SlackButton("No, thank you", "decline")]
        head = f"*{escaped(self._collection.study.name)}*"
        return _answer(key, head, bulleted(self._collection.study.texts[language].consent), row(buttons))

    def _language(self, locale: str | None) -> str:
        """The study's language for somebody of this locale ("fr-CA"): the bot's, theirs if there is one, the first."""
        spoken = self._collection.study.languages
        asked = (self._slack and self._slack.language) or (locale or "").partition("-")[0]
        return asked if asked in spoken else spoken[0]


def declined(key: str) -> SlackPost:
    """Return what somebody is told who doesn't agree."""
    return _answer(key, "_That's fine: nothing of yours is kept. Write to me if you change your mind._")


def answer_to(key: str) -> str:
    """The name of what answers a message."""
    return f"re/{key}"


def _answer(key: str, *parts: str | Block) -> SlackPost:
    """An answer to what is known by a key; its first words stand in notices."""
    blocks = tuple(block for part in parts for block in (paragraphs(part) if isinstance(part, str) else (part,)))
    return SlackPost(answer_to(key), blocks[0]["text"]["text"], blocks, anew="never")


def _reason(error: Exception) -> str:
    return escaped(str(error).removeprefix("text: "))


def _role(person: StudyParticipant) -> Role:
    return "user" if person.kind == "user" else "wizard" if person.kind == "wizard" else "either"
