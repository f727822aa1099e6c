"""Slack's Block Kit, as far as the bot uses it: posts, buttons, a form."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from typing import Any, Literal, NamedTuple

Block = dict[str, Any]

_LABEL = 75  # characters that Slack shows of a choice or a button
_SECTION = 3_000  # characters that a paragraph may have
_BUTTONS = 5  # that stand in one row


class SlackPost(NamedTuple):
    """A post of the bot's. `text` is written as Slack wants it; what has `blocks` shows them, and `text` in notices.

    `name` says what it is, once for each person. When it says something else than before, it is changed where it
    stands, posted again, or, said once for all, left. `verbatim`: as it was typed, no *bold*.
    """

    name: str
    text: str
    blocks: tuple[Block, ...] = ()
    verbatim: bool = False
    anew: Literal["change", "again", "never"] = "change"

    @property
    def version(self) -> str:
        """A digest of what it says."""
        return hashlib.sha256(json.dumps([self.text, self.blocks]).encode()).hexdigest()[:16]


class SlackButton(NamedTuple):
    """A button that does an action, to something."""

    label: str
    action: str
    value: str = ""
    style: str | None = None  # "primary", "danger"

    @property
    def id(self) -> str:
        """The action with its value: ids are unique in a row."""
        return f"{self.action}:{self.value}"


def paragraphs(text: str) -> tuple[Block, ...]:
    """A text that is written as Slack wants it, in as many paragraphs as it needs."""
    found, rest = list[Block](), text.strip()
    while rest:
        cuts = (rest.rfind(mark, 1, _SECTION) for mark in ("\n", " "))
        end = len(rest) if len(rest) <= _SECTION else next((cut for cut in cuts if cut > 0), _SECTION)
        found.append({"type": "section", "text": {"type": "mrkdwn", "text": rest[:end]}})
        rest = rest[end:].strip()
    return tuple(found)


def row(buttons: Sequence[SlackButton]) -> Block:
    """Buttons beside each other."""
    return {"type": "actions", "elements": [_button(each) for each in buttons[:_BUTTONS]]}


def link(label: str, url: str) -> Block:
    """A button that opens a page."""
    element = {"type": "button", "text": _plain(label), "url": url, "action_id": "open:", "style": "primary"}
    return {"type": "actions", "elements": [element]}


def pressed(action_id: str) -> tuple[str, str]:
    """The action and the value of a button's id."""
    action, _, value = action_id.partition(":")
    return action, value


def form(title: str, private: str, inputs: Sequence[Block]) -> Block:
    """A form that opens over the conversation; `private` comes back with what was filled in."""
    return {
        "type": "modal",
        "callback_id": "survey",
        "private_metadata": private,
        "title": _plain(title),
        "submit": _plain("Send"),
        "close": _plain("Cancel"),
        "blocks": list(inputs),
    }


def choice(name: str, question: str, options: Sequence[tuple[str, str]], chosen: str | None = None) -> Block:
    """A question with options, each a value and what is shown of it."""
    shown = [{"text": _plain(label[:_LABEL]), "value": value} for value, label in options]
    element: Block = {"type": "static_select", "action_id": name, "options": shown}
    if initial := next((each for each in shown if each["value"] == chosen), None):
        element["initial_option"] = initial
    return _input(name, question, element, optional=False)


def entry(name: str, question: str, longest: int, written: str | None = None) -> Block:
    """A question that is answered in words, or left."""
    element = {"type": "plain_text_input", "action_id": name, "multiline": True, "max_length": longest}
    return _input(name, question, {**element, "initial_value": written} if written else element, optional=True)


def filled(values: dict[str, dict[str, Any]]) -> dict[str, str]:
    """Return what was filled into a form: the values of options, words; what was left isn't there."""
    found = dict[str, str]()
    for name, block in values.items():
        element = block.get(name) or {}
        value = element.get("value") or (element.get("selected_option") or {}).get("value")
        if value:
            found[name] = str(value)
    return found


def _button(button: SlackButton) -> Block:
    element: Block = {"type": "button", "text": _plain(button.label), "action_id": button.id, "value": button.value}
    return {**element, "style": button.style} if button.style else element


def _input(name: str, question: str, element: Block, optional: bool) -> Block:
    return {"type": "input", "block_id": name, "optional": optional, "label": _plain(question), "element": element}


def _plain(text: str) -> Block:
    return {"type": "plain_text", "text": text}
