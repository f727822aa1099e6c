"""What people do, told from all else that Slack calls a message; and the words for the bot."""

from typing import Any

import pytest

pytest.importorskip("slack_bolt")

from wayframe.slack.letters import Letter, letter
from wayframe.slack.words import Command, command

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
    assert letter(event) is None


def test_what_somebody_does() -> None:
    changed = {**SAID, "text": "hello", "edited": {"user": "U1", "ts": "3.0"}}
    about = {"type": "message", "channel": "D1", "channel_type": "im", "ts": "3.1", "event_ts": "3.1"}
    assert letter(SAID) == Letter("said", "U1", "D1", "2.0", "2.0", "hi")
    assert letter({**SAID, "subtype": "me_message"}) == Letter("said", "U1", "D1", "2.0", "2.0", "hi")
    assert letter({**about, "subtype": "message_changed", "message": changed, "previous_message": SAID}) == Letter(
        "changed", "U1", "D1", "2.0", "3.0", "hello"
    )
    assert letter({**about, "subtype": "message_deleted", "previous_message": SAID}) == Letter(
        "deleted", "U1", "D1", "2.0", "3.1"
    )
    gone = {"subtype": "tombstone", "ts": "2.0"}
    assert letter({**about, "subtype": "message_changed", "message": gone, "previous_message": SAID}) == Letter(
        "deleted", "U1", "D1", "2.0", "3.1"
    )


@pytest.mark.parametrize(
    ("event", "reason"),
    [
        ({**SAID, "subtype": "file_share", "files": [{}]}, "files"),
        ({**SAID, "thread_ts": "1.0"}, "thread"),
        ({**SAID, "thread_ts": "1.0", "subtype": "thread_broadcast"}, "thread"),
    ],
)
def test_what_cannot_be_passed_on(event: dict[str, Any], reason: str) -> None:
    found = letter(event)
    assert found
    assert found.unfit
    assert reason in found.unfit


def test_the_first_message_of_a_thread_is_a_message() -> None:
    found = letter({**SAID, "thread_ts": "2.0"})
    assert found
    assert found.unfit is None


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("available", Command("available")),
        (" Available  WIZARD ", Command("available", "wizard")),
        ("available either", Command("available", "either")),
        ("End.", Command("end")),
        ("/leave", Command("leave")),
        ("status", Command("status")),
        ("help!", Command("help")),
        ("available tomorrow", None),
        ("the end of August", None),
        ("", None),
    ],
)
def test_a_word_counts_alone(text: str, meant: Command | None) -> None:
    assert command(text) == meant
