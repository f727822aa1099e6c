"""Files beside the dialogues: a table with a line for each, and their tasks."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Mapping, Sequence

import msgspec

from wayframe.collection.export.release import ReleasedDialogue
from wayframe.collection.surveys import COMMENT, FULFILLED, RATING
from wayframe.dialogue import Author

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
        row = {name: held(each) for name, (_, held) in _COLUMNS.items()}
        answers = {column: each.answers.get(side, {}).get(name) for column, (side, name) in own.items()}
        writer.writerow({name: cell(value) for name, value in {**row, **answers}.items()})
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


def _made(each: ReleasedDialogue, by: str) -> int:
    made = [message.made for message in each.talk.messages if message.made and message.made.proposal is not None]
    return sum(origin.by == by for origin in made)


_COLUMNS: Mapping[str, tuple[str, Callable[[ReleasedDialogue], Cell]]] = {
    "dialogue": ("its id in frames.json", lambda each: each.dialogue.id),
    "user": ("who was the user", lambda each: each.dialogue.user_id),
    "wizard": ("who was the wizard: a person, or wayframe, the agent", lambda each: each.dialogue.wizard_id),
    "condition": (
        "human, assisted (a person with the agent's proposals) or agent",
        lambda each: each.talk.held.condition,
    ),
    "language": ("that both had chosen", lambda each: each.talk.held.language),
    "template": ("of the task, whose text is in tasks.json", lambda each: each.task.template),
    "role": ("whether the task gave a role to play", lambda each: each.task.role),
    "solvable": ("whether anything fitted the task as it stood", lambda each: each.task.solvable),
    "labels": ("whose they are: adjudicated, annotated, agent or automatic", lambda each: each.labels),
    "began": ("when the first message was said (UTC)", lambda each: each.began),
    "minutes": ("from the first message to the last", lambda each: round(each.talk.minutes, 2)),
    "turns": ("of both sides", lambda each: len(each.said)),
    "messages": ("of both sides", lambda each: len(each.talk.messages)),
    "searches": ("by the wizard", lambda each: len(each.talk.searches)),
    "suggestions": (
        "searches that found nothing and showed suggestions",
        lambda each: sum(bool(search.suggestions) for search in each.talk.searches),
    ),
    "rating": ("by the user, 1 to 5", lambda each: each.talk.rating),
    "fulfilled": ("whether the wizard saw the task done", lambda each: each.talk.fulfilled),
    "reached": (
        "whether what was agreed on fits the task; empty where that can't be known",
        lambda each: each.reached,
    ),
    "replies_taken": ("messages that are the assistant's proposal as it stood", lambda each: _made(each, "taken")),
    "replies_changed": ("messages that are the assistant's proposal, changed", lambda each: _made(each, "changed")),
    "replies_by_hand": ("messages that the wizard wrote beside a proposal", lambda each: _made(each, "hand")),
    "user_comment": ("by the user", lambda each: each.answers.get("user", {}).get(COMMENT)),
    "wizard_comment": ("by the wizard", lambda each: each.answers.get("wizard", {}).get(COMMENT)),
}

COLUMNS = {name: says for name, (says, _) in _COLUMNS.items()}
"""What each column of `dialogues.csv` is; after these come the study's own questions, as `user_` or `wizard_`."""


def cell(value: Cell) -> str | int | float:
    """A cell; text that a spreadsheet would compute has an apostrophe before it."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, str) and value.startswith(_FORMULA):
        return f"'{value}"
    return value
