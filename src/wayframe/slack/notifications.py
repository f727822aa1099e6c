"""Notifications of a talk for one participant, from its beginning to its end, in order.

It follows from the talk alone: whoever is told late, or by another process, is told the same.
"""

from __future__ import annotations

import re
from collections.abc import Container, Mapping, Sequence
from itertools import chain
from typing import NamedTuple

from wayframe.collection.records import Answers, ChatMessage, ParticipantKind, ParticipantStatus, SessionView
from wayframe.collection.study import StudySettings, StudyTexts, SurveyQuestion
from wayframe.collection.surveys import questions
from wayframe.dialogue import Author
from wayframe.slack.blocks import Block, SlackButton, SlackPost, choice, entry, form, link, paragraphs, row
from wayframe.slack.markup import escaped, pieces

_HOW = {
    "ended": "The conversation has ended.",
    "expired": "The time is over: the conversation has ended.",
    "left": "The conversation has ended early: one of you left.",
    "lost": "The conversation has ended early: your partner wasn't heard of any more.",
}


class NotificationTarget(NamedTuple):
    """The participant whom notifications are for.

    What they may be, where they are, what they were told, the study's texts in their language, their desk's address.
    """

    kind: ParticipantKind
    standing: ParticipantStatus
    told: Container[str]
    texts: StudyTexts
    desk: str


def key(channel: str, ts: str) -> str:
    """Return what a message from Slack is known by."""
    return f"{channel}:{ts}"


def is_key(text: str) -> bool:
    """Return whether a message with this key came from direct messages in Slack."""
    return re.fullmatch(r"D[A-Z0-9]+:[0-9]+\.[0-9]+", text) is not None


def begin(number: int) -> str:
    """The name of what a talk begins with."""
    return f"{number}/begin"


def over(number: int) -> str:
    """The name of what a talk ends with."""
    return f"{number}/over"


def notifications_of(session: SessionView, listener: NotificationTarget, study: StudySettings) -> tuple[SlackPost, ...]:
    """All that somebody is to be told of a talk."""
    return (
        _beginning(session, listener),
        *chain.from_iterable(_relayed(session, message) for message in session.messages),
        *_presence(session, listener.told),
        *((_end(session, listener, study),) if session.over else ()),
    )


def broken_off(number: int, standing: ParticipantStatus) -> SlackPost:
    """Return what is told of a talk that isn't there any more, because the partner asked to be forgotten."""
    text = "*The conversation has ended early.*"
    return SlackPost(over(number), text, (*paragraphs(text), *paragraphs(_next(standing))), anew="never")


def offers(kind: ParticipantKind) -> tuple[SlackButton, ...]:
    """The buttons by which one says that one would like to talk, in one of the roles that one may have."""
    if kind != "either":
        return (SlackButton("I'm available", "available", kind, "primary"),)
    labels = {"either": "I'm available", "user": "As the user", "wizard": "As the wizard"}
    return tuple(
        SlackButton(label, "available", role, "primary" if role == kind else None) for role, label in labels.items()
    )


def leaving(number: int) -> Block:
    """The buttons of a talk."""
    return row(
        (
            SlackButton("End the conversation", "end", str(number), "primary"),
            SlackButton("Leave", "leave", str(number), "danger"),
        )
    )


def survey(study: StudySettings, side: Author, number: int) -> tuple[Block, ...]:
    """The first question of the survey, a button for each answer."""
    if side == "user":
        buttons = [SlackButton("★" * stars, "rate", f"{number}={stars}") for stars in range(1, 6)]
    else:
        buttons = [SlackButton("Yes", "rate", f"{number}=yes"), SlackButton("No", "rate", f"{number}=no")]
    return (*paragraphs(f"*{escaped(questions(study, side)[0].text)}*"), row(buttons))


def bulleted(text: str) -> str:
    """A study's own text as Slack takes it; lines that begin with a dash become a list."""
    lines = escaped(text.strip()).splitlines()
    return "\n".join(f"• {line[2:]}" if line.startswith("- ") else line for line in lines)


def _beginning(session: SessionView, listener: NotificationTarget) -> SlackPost:
    if session.side == "user":
        head = "*You have a partner.* You are the *user*: you write first. This is your task:"
        instructions = listener.texts.user
    else:
        head = "*You have a partner.* You are the *wizard*: search at your desk, write here or there. The user begins."
        instructions = listener.texts.wizard
    desk = (link("Open your desk", listener.desk),) if session.side == "wizard" else ()
    blocks = (*paragraphs(head), *_task(session), *desk, *paragraphs(bulleted(instructions)), leaving(session.number))
    return SlackPost(begin(session.number), head, blocks, anew="never")


def _task(session: SessionView) -> tuple[Block, ...]:
    if session.task is None:
        return ()
    told = "\n".join(filter(None, (session.task.text, session.task.otherwise)))
    return paragraphs("\n".join(f"> {line}" for line in escaped(told).splitlines()))


def _relayed(session: SessionView, message: ChatMessage) -> Sequence[SlackPost]:
    """A message, unless one wrote it here oneself; own ones from elsewhere are marked."""
    own = message.author == session.side
    if own and is_key(message.key or ""):
        return ()
    name, text = f"{session.number}/{message.number}", f"(You, at your desk:) {message.text}" if own else message.text
    return [SlackPost(f"{name}+{nth}" if nth else name, piece, verbatim=True) for nth, piece in enumerate(pieces(text))]


def _presence(session: SessionView, told: Container[str]) -> tuple[SlackPost, ...]:
    """Return whether the partner is there, once they weren't."""
    name = f"{session.number}/partner"
    if session.over or (session.partner != "absent" and name not in told):
        return ()
    text = "_Your partner's line is lost; I tell you when they are back._"
    return (SlackPost(name, text if session.partner == "absent" else "_Your partner is back._", anew="again"),)


def _end(session: SessionView, listener: NotificationTarget, study: StudySettings) -> SlackPost:
    name, text = over(session.number), f"*{_HOW[session.how or 'ended']}*"
    task = (*paragraphs("The user's task was:"), *_task(session)) if session.side == "wizard" else ()
    blocks = (*paragraphs(text), *task)
    if session.how in ("ended", "expired") and not session.surveyed:
        return SlackPost(name, text, (*blocks, *survey(study, session.side, session.number)))
    if session.surveyed:
        thanks = bulleted(listener.texts.closing) or "Thank you!"
        again = row((*offers(listener.kind), SlackButton("Add a comment", "survey", str(session.number))))
        return SlackPost(name, text, (*blocks, *paragraphs(thanks), again))
    return SlackPost(name, text, (*blocks, *paragraphs(_next(listener.standing))), anew="never")


def _next(standing: ParticipantStatus) -> str:
    if standing.reason and standing.state == "waiting":
        return "You are first in the queue again; I tell you as soon as somebody is there. `leave` takes you out."
    return "Say `available` when you would like to talk again."


_STARS = tuple((str(stars), f"{'★' * stars}  {stars} of 5") for stars in range(1, 6))
_YES_NO = (("yes", "Yes"), ("no", "No"))
_LONGEST = 2000


def survey_form(study: StudySettings, side: Author, number: int, answers: Answers) -> Block:
    """All questions for one side of a talk, with what was answered so far."""
    return form("About the conversation", str(number), [_input(each, answers) for each in questions(study, side)])


def answered(study: StudySettings, side: Author, filled: Mapping[str, str]) -> Answers:
    """The answers of a form that was filled in."""
    return {each.name: answer(each, filled[each.name]) for each in questions(study, side) if each.name in filled}


def answer(question: SurveyQuestion, value: str) -> str | int | bool:
    """An answer as the study keeps it, from an option's value or from words."""
    match question.kind:
        case "scale":
            return int(value)
        case "yesno":
            return value == "yes"
        case "choice":
            return question.choices[int(value)]
        case "text":
            return value


def _input(question: SurveyQuestion, answers: Answers) -> Block:
    name, text, known = question.name, question.text, answers.get(question.name)
    match question.kind:
        case "scale":
            return choice(name, text, _STARS, None if known is None else str(known))
        case "yesno":
            return choice(name, text, _YES_NO, None if known is None else "yes" if known else "no")
        case "choice":
            options = [(str(nth), label) for nth, label in enumerate(question.choices)]
            return choice(name, text, options, next((value for value, label in options if label == known), None))
        case "text":
            return entry(name, text, _LONGEST, known if isinstance(known, str) else None)
