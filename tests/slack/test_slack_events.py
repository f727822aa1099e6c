"""What people do, told from all else that Slack calls a message; and the words for the bot."""

from typing import Any

import pytest

pytest.importorskip("slack_bolt")

from wayframe.slack.commands import BotCommand, command
from wayframe.slack.events import MessageEvent, message_event

SAID: dict[str, Any] = {
    "type": "message",
    "channel": "D1",
    "channel_type": "im",
    "user": "U1",
    "text": "hi",
    "ts": "2.0",
}


@pytest.mark.parametrize(
    "event",
    [
        {**SAID, "bot_id": "B2"},
        {**SAID, "subtype": "bot_message"},
        {**SAID, "subtype": "channel_join"},
        {**SAID, "subtype": "message_replied"},
        {**SAID, "channel_type": "channel", "channel": "C1"},
        {**SAID, "subtype": "message_changed", "message": SAID, "previous_message": SAID},  # a link's preview
        {**SAID, "subtype": "message_changed", "message": {**SAID, "bot_id": "B1", "edited": {"ts": "3.0"}}},
        {**SAID, "subtype": "message_deleted", "previous_message": {**SAID, "bot_id": "B1"}},
    ],
)
def test_what_nobody_wrote_is_no_letter(event: dict[str, Any]) -> None:
    assert message_event(event) is None


def test_what_somebody_does() -> None:
    changed = {**SAID, "text": "hello", "edited": {"user": "U1", "ts": "3.0"}}
    about = {"type": "message", "channel": "D1", "channel_type": "im", "ts": "3.1", "event_ts": "3.1"}
    assert message_event(SAID) == MessageEvent("said", "U1", "D1", "2.0", "2.0", "hi")
    assert message_event({**SAID, "subtype": "me_message"}) == MessageEvent("said", "U1", "D1", "2.0", "2.0", "hi")
    assert message_event(
        {**about, "subtype": "message_changed", "message": changed, "previous_message": SAID}
    ) == MessageEvent("changed", "U1", "D1", "2.0", "3.0", "hello")
    assert message_event({**about, "subtype": "message_deleted", "previous_message": SAID}) == MessageEvent(
        "deleted", "U1", "D1", "2.0", "3.1"
    )
    gone = {"subtype": "tombstone", "ts": "2.0"}
    assert message_event(
        {**about, "subtype": "message_changed", "message": gone, "previous_message": SAID}
    ) == MessageEvent("deleted", "U1", "D1", "2.0", "3.1")


@pytest.mark.parametrize(
    ("event", "reason"),
    [
        ({**SAID, "subtype": "file_share", "files": [{}]}, "files"),
        ({**SAID, "thread_ts": "1.0"}, "thread"),
        ({**SAID, "thread_ts": "1.0", "subtype": "thread_broadcast"}, "thread"),
    ],
)
def test_what_cannot_be_passed_on(event: dict[str, Any], reason: str) -> None:
    found = message_event(event)
    assert found
    assert found.unfit
    assert reason in found.unfit


def test_the_first_message_of_a_thread_is_a_message() -> None:
    found = message_event({**SAID, "thread_ts": "2.0"})
    assert found
    assert found.unfit is None


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("available", BotCommand("available")),
        (" Available  WIZARD ", BotCommand("available", "wizard")),
        ("available either", BotCommand("available", "either")),
        ("End.", BotCommand("end")),
        ("/leave", BotCommand("leave")),
        ("status", BotCommand("status")),
        ("help!", BotCommand("help")),
        ("available tomorrow", None),
        ("the end of August", None),
        ("", None),
    ],
)
def test_a_word_counts_alone(text: str, meant: BotCommand | None) -> None:
    assert command(text) == meant
