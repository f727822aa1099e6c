"""The survey in Slack: a button where that is all, a form where a study asks more."""

import asyncio
from pathlib import Path

import pytest

pytest.importorskip("slack_bolt")
pytest.importorskip("itsdangerous")
pytest.importorskip("ruamel.yaml")

from slack_server import Trouble, until
from slack_study import person, studying, talking
from wayframe.collection.study import SurveyQuestion
from wayframe.packages import Catalogue
from wayframe.slack.delivery_log import DeliveryLog

QUESTIONS = (
    SurveyQuestion("natural", "user", "How natural was it?"),
    SurveyQuestion("device", "user", "Where did you write?", "choice", ("at a desk", "on the way")),
    SurveyQuestion("again", "user", "Would you do it again?", "yesno"),
)


def test_a_rating_is_one_press_and_a_comment_may_follow(tmp_path: Path, catalogue: Catalogue) -> None:
    async def play() -> None:
        async with studying(tmp_path, catalogue) as (collection, slack):
            delivery_log = DeliveryLog(collection.storage, collection.clock)
            anna, ben = await talking(slack)
            await anna.presses("end:1")
            await anna.presses("rate:1=4")
            await anna.sees("You can make yourself available again")
            assert delivery_log.answers(1, "user") == {"rating": 4, "comment": None}
            await anna.presses("survey:1")
            assert (await anna.sees_form())["blocks"][0]["element"]["initial_option"]["value"] == "4"
            await anna.submits({"comment": "Very patient."})
            assert delivery_log.answers(1, "user") == {"rating": 4, "comment": "Very patient."}
            await ben.presses("rate:1=yes")
            await until(lambda: delivery_log.answers(1, "wizard") == {"fulfilled": True, "comment": None})
            assert collection.matchmaking.standing(person(collection, ben)).state == "idle"

    asyncio.run(play())


def test_more_questions_are_a_form(tmp_path: Path, catalogue: Catalogue) -> None:
    async def play() -> None:
        async with studying(tmp_path, catalogue, questions=QUESTIONS) as (collection, slack):
            delivery_log = DeliveryLog(collection.storage, collection.clock)
            anna, _ = await talking(slack)
            await anna.says("end")
            await anna.presses("rate:1=5")
            assert delivery_log.answers(1, "user") == {}
            wrong = await anna.submits({"natural": "3", "device": "1"})
            assert wrong == {"response_action": "errors", "errors": {"again": "expected yes or no, found None"}}
            await anna.submits({"natural": "3", "device": "1", "again": "no", "comment": "Fine"})
            expected = {"rating": 5, "natural": 3, "device": "on the way", "again": False, "comment": "Fine"}
            assert delivery_log.answers(1, "user") == expected
            await anna.sees("You can make yourself available again")

    asyncio.run(play())


def test_who_has_yet_to_answer_is_asked_again(tmp_path: Path, catalogue: Catalogue) -> None:
    async def play() -> None:
        async with studying(tmp_path, catalogue) as (_, slack):
            anna, _ = await talking(slack)
            await anna.says("end")
            await anna.sees("How well did the wizard help you?")
            await anna.says("available")
            await anna.sees("Please answer the questions about the last conversation first")
            await anna.says("status")
            await anna.sees("Please answer about the last conversation")
            slack.troubles["views.open"].append(Trouble(error="expired_trigger_id"))
            await anna.presses("rate:1=3")
            await anna.presses("survey:1")
            assert "UANNA" not in slack.forms

    asyncio.run(play())
