"""What somebody is to be told of a talk, from its beginning to its end, in this order.

It follows from the talk alone: whoever is told late, or by another process, is told the same.
"""

from __future__ import annotations

import re
from collections.abc import Container, Sequence
from typing import NamedTuple

from wayframe.collection.records import Kind, Message, Room, Standing
from wayframe.collection.study import Study, Texts
from wayframe.collection.surveys import questions
from wayframe.dialogue import Author
from wayframe.slack.blocks import Block, Button, Post, link, paragraphs, row
from wayframe.slack.markup import escaped, pieces

_HOW = {
    "ended": "The conversation has ended.",
    "expired": "The time is over: the conversation has ended.",
    "left": "The conversation has ended early: one of you left.",
    "lost": "The conversation has ended early: your partner wasn't heard of any more.",
}


class Listener(NamedTuple):
    """Whom news is for: what they may be, where they are, what they were told, what the study says in their
    language, the address of their desk.
    """

    kind: Kind
    standing: Standing
    told: Container[str]
    texts: Texts
    desk: str


def key(channel: str, ts: str) -> str:
    """What a message from Slack is known by."""
    return f"{channel}:{ts}"


def is_key(text: str) -> bool:
    """Whether a message with this key came from direct messages in Slack."""
    return re.fullmatch(r"D[A-Z0-9]+:[0-9]+\.[0-9]+", text) is not None


def begin(number: int) -> str:
    """The name of what a talk begins with."""
    return f"{number}/begin"


def over(number: int) -> str:
    """The name of what a talk ends with."""
    return f"{number}/over"


def news(room: Room, listener: Listener, study: Study) -> tuple[Post, ...]:
    """All that somebody is to be told of a talk."""
    return (
        _beginning(room, listener),
        *(post for message in room.messages for post in _relayed(room, message)),
        *_presence(room, listener.told),
        *((_end(room, listener, study),) if room.over else ()),
    )


def broken_off(number: int, standing: Standing) -> Post:
    """What is told of a talk that isn't there any more, because the partner asked to be forgotten."""
    text = "*The conversation has ended early.*"
    return Post(over(number), text, (*paragraphs(text), *paragraphs(_next(standing))), anew="never")


def offers(kind: Kind) -> tuple[Button, ...]:
    """The buttons by which one says that one would like to talk, in one of the roles that one may have."""
    if kind != "either":
        return (Button("I'm available", "available", kind, "primary"),)
    labels = {"either": "I'm available", "user": "As the user", "wizard": "As the wizard"}
    return tuple(
        Button(label, "available", role, "primary" if role == kind else None) for role, label in labels.items()
    )


def leaving(number: int) -> Block:
    """The buttons of a talk."""
    return row(
        (Button("End the conversation", "end", str(number), "primary"), Button("Leave", "leave", str(number), "danger"))
    )


def survey(study: Study, side: Author, number: int) -> tuple[Block, ...]:
    """The first question of the survey, a button for each answer."""
    if side == "user":
        buttons = [Button("★" * stars, "rate", f"{number}={stars}") for stars in range(1, 6)]
    else:
        buttons = [Button("Yes", "rate", f"{number}=yes"), Button("No", "rate", f"{number}=no")]
    return (*paragraphs(f"*{escaped(questions(study, side)[0].text)}*"), row(buttons))


def bulleted(text: str) -> str:
    """A study's own text as Slack takes it; lines that begin with a dash become a list."""
    lines = escaped(text.strip()).splitlines()
    return "\n".join(f"• {line[2:]}" if line.startswith("- ") else line for line in lines)


def _beginning(room: Room, listener: Listener) -> Post:
    if room.side == "user":
        head = "*You have a partner.* You are the *user*: you write first. This is your task:"
        instructions = listener.texts.user
    else:
        head = "*You have a partner.* You are the *wizard*: search at your desk, write here or there. The user begins."
        instructions = listener.texts.wizard
    desk = (link("Open your desk", listener.desk),) if room.side == "wizard" else ()
    blocks = (*paragraphs(head), *_task(room), *desk, *paragraphs(bulleted(instructions)), leaving(room.number))
    return Post(begin(room.number), head, blocks, anew="never")


def _task(room: Room) -> tuple[Block, ...]:
    if room.task is None:
        return ()
    told = "\n".join(filter(None, (room.task.text, room.task.otherwise)))
    return paragraphs("\n".join(f"> {line}" for line in escaped(told).splitlines()))


def _relayed(room: Room, message: Message) -> Sequence[Post]:
    """A message, unless one wrote it here oneself; own ones from elsewhere are marked."""
    own = message.author == room.side
    if own and is_key(message.key or ""):
        return ()
    name, text = f"{room.number}/{message.number}", f"(You, at your desk:) {message.text}" if own else message.text
    return [Post(f"{name}+{nth}" if nth else name, piece, verbatim=True) for nth, piece in enumerate(pieces(text))]


def _presence(room: Room, told: Container[str]) -> tuple[Post, ...]:
    """Whether the partner is there, once they weren't."""
    name = f"{room.number}/partner"
    if room.over or (room.partner != "absent" and name not in told):
        return ()
    text = "_Your partner's line is lost; I tell you when they are back._"
    return (Post(name, text if room.partner == "absent" else "_Your partner is back._", anew="again"),)


def _end(room: Room, listener: Listener, study: Study) -> Post:
    text = f"*{_HOW[room.how or 'ended']}*"
    task = (*paragraphs("The user's task was:"), *_task(room)) if room.side == "wizard" else ()
    if room.how in ("ended", "expired") and not room.surveyed:
        return Post(over(room.number), text, (*paragraphs(text), *task, *survey(study, room.side, room.number)))
    if room.surveyed:
        again = row((*offers(listener.kind), Button("Add a comment", "survey", str(room.number))))
        return Post(over(room.number), text, (*paragraphs(text), *task, *paragraphs(_thanks(listener.texts)), again))
    blocks = (*paragraphs(text), *task, *paragraphs(_next(listener.standing)))
    return Post(over(room.number), text, blocks, anew="never")


def _thanks(texts: Texts) -> str:
    return bulleted(texts.closing) or "Thank you!"


def _next(standing: Standing) -> str:
    if standing.reason and standing.state == "waiting":
        return "You are first in the queue again; I tell you as soon as somebody is there. `leave` takes you out."
    return "Say `available` when you would like to talk again."
