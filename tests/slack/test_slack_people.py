"""One in Slack, the other one on the page; people who come, go, and are sent away."""

import asyncio
from pathlib import Path

import pytest

pytest.importorskip("slack_bolt")
pytest.importorskip("itsdangerous")
pytest.importorskip("ruamel.yaml")

from slack_people import Human, shown
from slack_server import until
from slack_study import PAGES, agreed, person, said, studying, talking
from studies import come
from wayframe.collection.matchmaking import GRACE
from wayframe.collection.study import StudyLimits, StudyTexts
from wayframe.packages import Catalogue


def test_one_in_slack_and_one_on_the_page(tmp_path: Path, catalogue: Catalogue) -> None:
    async def play() -> None:
        async with studying(tmp_path, catalogue, limits=StudyLimits(patience=1)) as (collection, slack):
            anna, ben = await agreed(slack, "UANNA"), come(collection, "wizard")
            matchmaking, sessions = collection.matchmaking, collection.sessions
            await asyncio.to_thread(matchmaking.available, ben, "wizard")
            await asyncio.to_thread(matchmaking.arrived, ben, "line 1")
            await anna.says("available user")
            await anna.sees("You have a partner")
            await anna.says("Hello")
            await until(lambda: said(collection, anna) == ["Hello"])
            await asyncio.to_thread(sessions.say, ben, 1, "*Hello* <there> & welcome", "k1")
            await anna.sees("*Hello* <there> & welcome")
            await asyncio.to_thread(sessions.amend, ben, 1, "k1", "Hello!")
            await until(lambda: anna.relayed() == ["Hello!"])
            await asyncio.to_thread(matchmaking.left, "line 1")
            clock = collection.clock
            clock.pass_(GRACE + 1)  # type: ignore[attr-defined]
            await asyncio.to_thread(matchmaking.sweep)
            await anna.sees("Your partner's line is lost")
            await anna.says("status")
            await anna.sees("line is lost at the moment")
            await asyncio.to_thread(matchmaking.arrived, ben, "line 2")
            await anna.sees("Your partner is back")
            await asyncio.to_thread(matchmaking.leave, ben)
            await anna.sees("one of you left")
            await anna.sees("You are first in the queue again")

    asyncio.run(play())


def test_what_a_wizard_writes_at_the_desk_is_seen_in_slack_too(tmp_path: Path, catalogue: Catalogue) -> None:
    async def play() -> None:
        async with studying(tmp_path, catalogue) as (collection, slack):
            anna, ben = await talking(slack)
            button = next(
                element["url"]
                for block in (await ben.sees("You have a partner"))["blocks"]
                for element in block.get("elements", ())
                if element.get("url")
            )
            assert button.startswith(f"{PAGES}/enter/")
            at_desk = collection.access.authenticate_login(button.removeprefix(f"{PAGES}/enter/"))
            assert at_desk == person(collection, ben)
            await anna.says("Hello")
            await ben.sees("Hello")
            await asyncio.to_thread(collection.sessions.say, at_desk, 1, "From the desk", "k1")
            await anna.sees("From the desk")
            await ben.sees("(You, at your desk:) From the desk")
            assert not any("/enter/" in shown(each) for each in slack.messages[anna.channel])

    asyncio.run(play())


def test_nothing_of_those_who_do_not_agree_is_kept(tmp_path: Path, catalogue: Catalogue) -> None:
    async def play() -> None:
        async with studying(tmp_path, catalogue) as (collection, slack):
            anna = Human(slack, "UANNA")
            await anna.says("available")
            await anna.sees("recorded")
            await anna.presses("decline:")
            await anna.sees("nothing of yours is kept")
            await anna.sees("You didn't agree")
            assert await anna.commands("available") == {"text": "I answer in our direct messages."}
            await until(lambda: sum("recorded" in each for each in anna.screen()) == 1)
            assert collection.access.people() == ()

    asyncio.run(play())


def test_consent_in_ones_own_language(tmp_path: Path, catalogue: Catalogue) -> None:
    async def play() -> None:
        texts = {"en": StudyTexts("In English", "", ""), "fr": StudyTexts("En français", "", "")}
        async with studying(tmp_path, catalogue, languages=("en", "fr"), texts=texts) as (collection, slack):
            anna = Human(slack, "UANNA")
            slack.locales["UANNA"] = "fr-CA"
            await anna.says("bonjour")
            await anna.sees("En français")
            await anna.presses("agree:fr")
            await anna.sees("You take part")
            assert person(collection, anna).language == "fr"

    asyncio.run(play())


def test_the_command_and_the_words_say_where_one_is(tmp_path: Path, catalogue: Catalogue) -> None:
    async def play() -> None:
        async with studying(tmp_path, catalogue) as (collection, slack):
            anna = await agreed(slack, "UANNA")
            await anna.commands("")
            await anna.sees("Would you like to talk?")
            await anna.commands("available wizard")
            await anna.sees("number 1 of 1")
            await anna.says("Is somebody there?")
            await anna.sees("you are in no conversation")
            assert not await anna.commands("leave", anna.channel)
            await until(lambda: collection.matchmaking.standing(person(collection, anna)).state == "idle")
            await anna.commands("dance")
            await anna.sees("What I understand")

    asyncio.run(play())


def test_who_was_sent_away_is_told(tmp_path: Path, catalogue: Catalogue) -> None:
    async def play() -> None:
        async with studying(tmp_path, catalogue) as (collection, slack):
            anna, ben = await talking(slack)
            await asyncio.to_thread(collection.access.expel, person(collection, ben).id)
            await ben.sees("You don't take part in this study any more")
            await anna.sees("one of you left")
            await ben.says("available")
            await until(lambda: sum("don't take part" in each for each in ben.screen()) == 2)

    asyncio.run(play())


def test_who_was_forgotten_is_a_stranger_again(tmp_path: Path, catalogue: Catalogue) -> None:
    async def play() -> None:
        async with studying(tmp_path, catalogue) as (collection, slack):
            anna, ben = await talking(slack)
            await anna.says("Hello")
            await ben.sees("Hello")
            await asyncio.to_thread(collection.access.erase, person(collection, anna).id)
            await ben.sees("The conversation has ended early")
            await anna.presses("end:1")
            await anna.says("hello again")
            await until(lambda: sum("recorded" in each for each in anna.screen()) == 1)
            await ben.says("status")
            await ben.sees("number 1 of 1")

    asyncio.run(play())
