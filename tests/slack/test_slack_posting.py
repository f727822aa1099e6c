"""Posting when Slack is busy, slow, broken, or has nobody there: nothing is lost, doubled or out of order."""

import asyncio
from itertools import pairwise
from pathlib import Path

import pytest

pytest.importorskip("slack_bolt")
pytest.importorskip("itsdangerous")
pytest.importorskip("ruamel.yaml")

from slack_server import Trouble, until
from slack_study import agreed, apart, person, said, serving, studying, talking
from wayframe.collection.records import SessionView, StudyParticipant
from wayframe.collection.study import StudyLimits
from wayframe.packages import Catalogue
from wayframe.slack import outbox, posting

POST = "chat.postMessage"


def test_too_many_is_obeyed(tmp_path: Path, catalogue: Catalogue) -> None:
    async def play() -> None:
        async with studying(tmp_path, catalogue) as (_, slack):
            anna, ben = await talking(slack)
            slack.troubles[POST].append(Trouble(status=429, after=1))
            begun = len(slack.calls)
            await anna.says("one")
            await anna.says("two")
            await ben.sees("two")
            assert ben.relayed() == ["one", "two"]
            first, again, *_ = [at for at, method, _ in slack.calls[begun:] if method == POST]
            assert again - first >= 1

    asyncio.run(play())


@pytest.mark.long
@pytest.mark.parametrize(
    "trouble",
    [
        Trouble(silent=True, done=True),  # it was posted, and only the answer was lost
        Trouble(silent=True),
        Trouble(status=500, done=True),
        Trouble(status=503),
        Trouble(error="internal_error", done=True),
        Trouble(wait=1.4, done=True),  # it answers, but too late
        Trouble(error="ratelimited"),
    ],
)
def test_what_failed_is_posted_once(
    tmp_path: Path, catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch, trouble: Trouble
) -> None:
    monkeypatch.setattr(outbox, "_PAUSE", 0.05)
    monkeypatch.setattr(posting, "_SECONDS", 1.0)

    async def play() -> None:
        async with studying(tmp_path, catalogue) as (_, slack):
            anna, ben = await talking(slack)
            slack.troubles[POST].append(trouble)
            await anna.says("one")
            await anna.says("two")
            await ben.sees("two")
            assert ben.relayed() == ["one", "two"]

    asyncio.run(play())


def test_a_pause_between_posts(tmp_path: Path, catalogue: Catalogue) -> None:
    async def play() -> None:
        async with studying(tmp_path, catalogue, quick={"pace": 0.15}) as (_, slack):
            anna, ben = await talking(slack)
            for nth in range(4):
                await anna.says(f"number {nth}")
            await ben.sees("number 3")
            at = [time for time, method, asked in slack.calls if method == POST and asked["channel"] == ben.channel]
            assert all(later - earlier >= 0.14 for earlier, later in pairwise(at))

    asyncio.run(play())


def test_who_cannot_be_reached_is_in_nobodys_way(
    tmp_path: Path, catalogue: Catalogue, caplog: pytest.LogCaptureFixture
) -> None:
    async def play() -> None:
        async with studying(tmp_path, catalogue) as (collection, slack):
            anna, ben = await talking(slack)
            slack.troubles[POST].append(Trouble(error="channel_not_found"))
            await anna.says("Hello?")
            await anna.sees("one of you left")
            await anna.sees("first in the queue again")
            assert collection.matchmaking.standing(person(collection, anna)).state == "waiting"
            assert collection.matchmaking.standing(person(collection, ben)).state == "idle"
            assert "slack: somebody can't be reached any more: channel_not_found" in caplog.text
            assert person(collection, ben).id not in caplog.text

    asyncio.run(play())


def test_who_is_left_while_they_are_told_of_the_talk_hears_that_they_wait(
    tmp_path: Path, catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        async with studying(tmp_path, catalogue) as (collection, slack):
            anna, ben = await talking(slack)
            read = collection.sessions.read

            def read_late(reader: StudyParticipant, number: int) -> SessionView:
                """The talk as it is once the partner has left, who was there a moment ago."""
                if reader == person(collection, anna):
                    collection.matchmaking.leave(person(collection, ben))
                return read(reader, number)

            monkeypatch.setattr(collection.sessions, "read", read_late)
            await anna.says("Hello?")
            await anna.sees("one of you left")
            await anna.sees("first in the queue again")

    asyncio.run(play())


def test_what_is_logged_of_an_error_quotes_nobody() -> None:
    with pytest.raises(ValueError, match="zebra") as raised:
        raise ValueError("what the zebra wrote")
    logged = posting.places(raised.value)
    assert logged.startswith("ValueError\n")
    assert "test_what_is_logged_of_an_error_quotes_nobody" in logged
    assert "what the zebra wrote" not in logged.replace('raise ValueError("what the zebra wrote")', "")


def test_a_long_message_comes_in_pieces_and_can_be_made_shorter(tmp_path: Path, catalogue: Catalogue) -> None:
    async def play() -> None:
        async with studying(tmp_path, catalogue, limits=StudyLimits(message=9000)) as (_, slack):
            anna, ben = await talking(slack)
            long = "word & " * 1200
            ts = await anna.says(long.replace("&", "&amp;"))
            await until(lambda: "".join(ben.relayed()).strip() == long.strip())
            assert len(ben.relayed()) > 2
            await anna.edits(ts, "short")
            await until(lambda: ben.relayed() == ["short"])
            await anna.edits(ts, "x" * 5000)
            await until(lambda: "".join(ben.relayed()) == "x" * 5000)

    asyncio.run(play())


def test_what_slack_does_not_show_holds_nothing_up(tmp_path: Path, catalogue: Catalogue) -> None:
    async def play() -> None:
        async with studying(tmp_path, catalogue) as (_, slack):
            anna, ben = await talking(slack)
            slack.troubles[POST].append(Trouble(error="no_text"))
            await anna.says("\u2800")
            await anna.says("Hello")
            await ben.sees("Hello")
            assert [asked["text"] for _, method, asked in slack.calls if method == POST].count("\u2800") == 1

    asyncio.run(play())


@pytest.mark.parametrize("posted", [True, False])
def test_who_died_while_posting_goes_on_where_it_was(tmp_path: Path, catalogue: Catalogue, posted: bool) -> None:
    """The bot ends before Slack has answered; the next one looks whether it stands in the channel."""

    async def play() -> None:
        async with apart(tmp_path, catalogue) as (collection, slack):
            async with serving(collection, slack):
                anna, ben = await talking(slack)
                slack.troubles[POST].append(Trouble(wait=30, silent=True, done=posted))
                await anna.says("one")
                await until(lambda: not slack.troubles[POST])
                await anna.says("two")
            assert ben.relayed() == ["one"] * posted
            async with serving(collection, slack):
                await ben.sees("two")
                assert ben.relayed() == ["one", "two"]

    asyncio.run(play())


def test_what_was_missed_is_read_at_the_start(tmp_path: Path, catalogue: Catalogue) -> None:
    async def play() -> None:
        async with apart(tmp_path, catalogue) as (collection, slack):
            async with serving(collection, slack):
                anna, ben = await talking(slack)
                await anna.says("one")
                await ben.sees("one")
            missed = anna.writes("two")
            anna.writes("file", subtype="file_share", files=[{"id": "F1"}])
            async with serving(collection, slack):
                await ben.sees("two")
                await anna.sees("files aren't passed on")
                await slack.event(anna.event(missed))
                assert said(collection, anna) == ben.relayed() == ["one", "two"]

    asyncio.run(play())


def test_who_waits_for_long_is_taken_for_gone(
    tmp_path: Path, catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outbox, "WAIT", 0.3)

    async def play() -> None:
        async with studying(tmp_path, catalogue) as (collection, slack):
            anna = await agreed(slack, "UANNA")
            await anna.says("available")
            await anna.sees("Nobody came in half an hour")
            assert collection.matchmaking.standing(person(collection, anna)).state == "idle"
            await anna.says("available")
            await until(lambda: sum("You are waiting" in each for each in anna.screen()) == 2)

    asyncio.run(play())
