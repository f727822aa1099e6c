"""Files beside the dialogues: a table with a line for each, and their tasks."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping, Sequence

import msgspec

from wayframe.collection.export.release import ReleasedDialogue
from wayframe.collection.records import AnySearch, ChatMessage
from wayframe.collection.surveys import COMMENT, FULFILLED, RATING
from wayframe.dialogue import Author

COLUMNS = {
    "dialogue": "its id in frames.json",
    "user": "who was the user",
    "wizard": "who was the wizard: a person, or wayframe, the agent",
    "condition": "human, assisted (a person with the agent's proposals) or agent",
    "language": "that both had chosen",
    "template": "of the task, whose text is in tasks.json",
    "role": "whether the task gave a role to play",
    "solvable": "whether anything fitted the task as it stood",
    "labels": "whose they are: adjudicated, annotated, agent or automatic",
    "began": "when the first message was said (UTC)",
    "minutes": "from the first message to the last",
    "turns": "of both sides",
    "messages": "of both sides",
    "searches": "by the wizard",
    "suggestions": "searches that found nothing and showed suggestions",
    "rating": "by the user, 1 to 5",
    "fulfilled": "whether the wizard saw the task done",
    "reached": "whether what was agreed on fits the task; empty where that can't be known",
    "replies_taken": "messages that are the assistant's proposal as it stood",
    "replies_changed": "messages that are the assistant's proposal, changed",
    "replies_by_hand": "messages that the wizard wrote beside a proposal",
    "user_comment": "by the user",
    "wizard_comment": "by the wizard",
}
"""What each column of `dialogues.csv` is; after these come the study's own questions, as `user_` or `wizard_`."""

_FIXED = {("user", RATING), ("user", COMMENT), ("wizard", FULFILLED), ("wizard", COMMENT)}
_FORMULA = ("=", "+", "-", "@", "\t", "\r")

Cell = str | int | float | bool | None


def dialogues(released: Sequence[ReleasedDialogue]) -> bytes:
    """`dialogues.csv`: UTF-8, a line a dialogue; yes and no for what is so or not."""
    own = questions(released)
    out = io.StringIO()
    writer = csv.DictWriter(out, [*COLUMNS, *own], lineterminator="\n")
    writer.writeheader()
    for each in released:
        answers = {column: each.answers.get(side, {}).get(name) for column, (side, name) in own.items()}
        writer.writerow({name: cell(value) for name, value in {**_row(each), **answers}.items()})
    return out.getvalue().encode()


def questions(released: Iterable[ReleasedDialogue]) -> Mapping[str, tuple[Author, str]]:
    """The columns of the study's own questions, each with its side and name, in order."""
    found: dict[str, tuple[Author, str]] = {}
    for each in released:
        for side, answers in each.answers.items():
            found.update((f"{side}_{name}", (side, name)) for name in answers if (side, name) not in _FIXED)
    return dict(sorted(found.items()))


def tasks(released: Sequence[ReleasedDialogue]) -> bytes:
    """`tasks.json`: by dialogue what the user was told and what it amounts to."""
    found = {each.dialogue.id: each.task for each in released}
    return msgspec.json.format(msgspec.json.encode(found), indent=1) + b"\n"


def _row(each: ReleasedDialogue) -> dict[str, Cell]:
    held, talk = each.talk.held, each.talk
    return {
        "dialogue": each.dialogue.id,
        "user": each.dialogue.user_id,
        "wizard": each.dialogue.wizard_id,
        "condition": held.condition,
        "language": held.language,
        "template": each.task.template,
        "role": each.task.role,
        "solvable": each.task.solvable,
        "labels": each.labels,
        "began": each.began,
        "minutes": round(talk.minutes, 2),
        "turns": len(each.said),
        "messages": len(talk.messages),
        "searches": len(talk.searches),
        "suggestions": _suggestions(talk.searches),
        "rating": talk.rating,
        "fulfilled": talk.fulfilled,
        "reached": each.reached,
        "replies_taken": _made(talk.messages, "taken"),
        "replies_changed": _made(talk.messages, "changed"),
        "replies_by_hand": _made(talk.messages, "hand"),
        "user_comment": each.answers.get("user", {}).get(COMMENT),
        "wizard_comment": each.answers.get("wizard", {}).get(COMMENT),
    }


def _suggestions(searches: Iterable[AnySearch]) -> int:
    return sum(bool(search.suggestions) for search in searches)


def _made(messages: Iterable[ChatMessage], by: str) -> int:
    known = (message.made for message in messages if message.made is not None and message.made.proposal is not None)
    return sum(made.by == by for made in known)


def cell(value: Cell) -> str | int | float:
    """A cell; text that a spreadsheet would compute has an apostrophe before it."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, str) and value.startswith(_FORMULA):
        return f"'{value}"
    return value
