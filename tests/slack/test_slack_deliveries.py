"""What Slack delivers: twice, late, in any order, changed, deleted; each thing happens once, in its place."""

import asyncio
from pathlib import Path

import pytest

pytest.importorskip("slack_bolt")
pytest.importorskip("itsdangerous")
pytest.importorskip("ruamel.yaml")

from slack_server import until
from slack_study import said, studying, talking
from wayframe.databases import UnavailableError
from wayframe.packages import Catalogue


@pytest.mark.parametrize("mode", ["http", "socket"])
def test_what_comes_twice_is_taken_once(tmp_path: Path, catalogue: Catalogue, mode: str) -> None:
    async def play() -> None:
        async with studying(tmp_path, catalogue, mode) as (collection, slack):
            anna, ben = await talking(slack)
            await anna.says("Paris, please", times=3)
            await anna.says("help", times=2)
            await ben.says("With pleasure", times=2)
            await anna.sees("With pleasure")
            assert said(collection, anna) == ["Paris, please", "With pleasure"]
            assert ben.relayed() == ["Paris, please"]
            assert anna.relayed() == ["With pleasure"]
            assert sum("What I understand" in each for each in anna.screen()) == 2  # after the consent, and asked for

    asyncio.run(play())


def test_what_was_not_kept_is_delivered_again(
    tmp_path: Path, catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        async with studying(tmp_path, catalogue, "http") as (collection, slack):
            anna, ben = await talking(slack)
            say, failures = collection.sessions.say, iter([UnavailableError("locked"), UnavailableError("locked")])

            def failing(*about: object) -> object:
                if failure := next(failures, None):
                    raise failure
                return say(*about)  # type: ignore[arg-type]

            monkeypatch.setattr(collection.sessions, "say", failing)
            await anna.says("Paris, please")
            await ben.sees("Paris, please")
            assert said(collection, anna) == ["Paris, please"]

    asyncio.run(play())


@pytest.mark.long
def test_what_was_written_first_is_first(tmp_path: Path, catalogue: Catalogue) -> None:
    async def play() -> None:
        async with studying(tmp_path, catalogue, quick={"settling": 0.5}) as (collection, slack):
            anna, ben = await talking(slack)
            written = [anna.writes(f"number {nth}") for nth in range(5)]
            await asyncio.gather(*(slack.event(anna.event(each)) for each in written[::-1]))
            await ben.sees("number 4")
            assert said(collection, anna) == ben.relayed() == [f"number {nth}" for nth in range(5)]

    asyncio.run(play())


@pytest.mark.long
def test_what_was_written_before_an_end_is_sent_before_it(tmp_path: Path, catalogue: Catalogue) -> None:
    async def play() -> None:
        async with studying(tmp_path, catalogue, quick={"settling": 0.5}) as (_, slack):
            anna, ben = await talking(slack)
            await asyncio.gather(anna.says("Thanks, bye"), anna.presses("end:1"))
            await ben.sees("The conversation has ended")
            assert ben.relayed() == ["Thanks, bye"]

    asyncio.run(play())


def test_a_change_reaches_the_partner_until_somebody_has_written(tmp_path: Path, catalogue: Catalogue) -> None:
    async def play() -> None:
        async with studying(tmp_path, catalogue) as (collection, slack):
            anna, ben = await talking(slack)
            first = await anna.says("Pairs, please")
            await ben.sees("Pairs, please")
            await anna.edits(first, "Paris, please")
            await until(lambda: ben.relayed() == ["Paris, please"])
            await ben.says("When?")
            await anna.sees("When?")
            await anna.edits(first, "Rome, please")
            await anna.sees("Too late")
            assert ben.relayed() == ["Paris, please"]
            assert said(collection, anna) == ["Paris, please", "When?"]

    asyncio.run(play())


def test_an_older_change_does_not_undo_a_later_one(tmp_path: Path, catalogue: Catalogue) -> None:
    async def play() -> None:
        async with studying(tmp_path, catalogue) as (collection, slack):
            anna, ben = await talking(slack)
            message = anna.writes("one")
            await slack.event(anna.event(message))
            about = {"type": "message", "subtype": "message_changed", "channel": anna.channel, "channel_type": "im"}
            early, late = ({**message, "text": text, "edited": {"user": anna.user, "ts": slack.ts()}} for text in "ab")
            for each in (late, early):
                await slack.event({**about, "message": each, "previous_message": message, "ts": slack.ts()})
            await until(lambda: ben.relayed() == ["b"])
            assert said(collection, anna) == ["b"]

    asyncio.run(play())


def test_a_message_that_was_too_long_is_sent_when_it_is_shorter(tmp_path: Path, catalogue: Catalogue) -> None:
    async def play() -> None:
        async with studying(tmp_path, catalogue) as (collection, slack):
            anna, ben = await talking(slack)
            ts = await anna.says("x" * 2001)
            await anna.sees("expected 1 to 2,000 characters, found 2,001")
            await anna.edits(ts, "short")
            await ben.sees("short")
            assert said(collection, anna) == ["short"]

    asyncio.run(play())


def test_what_cannot_be_passed_on_is_answered(tmp_path: Path, catalogue: Catalogue) -> None:
    async def play() -> None:
        async with studying(tmp_path, catalogue) as (collection, slack):
            anna, ben = await talking(slack)
            ts = await anna.says("Hello")
            await anna.says("look", subtype="file_share", files=[{"id": "F1"}])
            await anna.sees("files aren't passed on")
            await anna.says("aside", thread_ts=ts)
            await anna.sees("what stands in a thread isn't passed on")
            await anna.deletes(ts)
            await anna.sees("can't be taken back")
            assert ben.relayed() == said(collection, anna) == ["Hello"]

    asyncio.run(play())


def test_what_comes_late_is_not_said_in_the_next_conversation(tmp_path: Path, catalogue: Catalogue) -> None:
    async def play() -> None:
        async with studying(tmp_path, catalogue) as (collection, slack):
            anna, ben = await talking(slack)
            message = anna.writes("Hello")
            await slack.event(anna.event(message))
            late = anna.writes("that never came", ts=f"{float(message['ts']) - 60:.6f}")
            for human, answer in ((anna, "rate:1=5"), (ben, "rate:1=yes")):
                await human.says("end")
                await human.presses(answer)
                await human.says("available")
            await until(lambda: sum("You have a partner" in each for each in ben.screen()) == 2)
            await slack.event(anna.event(message))
            await slack.event(anna.event(late))
            await anna.sees("it came too late")
            assert said(collection, anna, 1) == ["Hello"]
            assert said(collection, anna, 2) == []

    asyncio.run(play())
