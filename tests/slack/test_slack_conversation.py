"""Two people in Slack, from the first word to the survey, by HTTP and through a socket."""

import asyncio
from pathlib import Path

import pytest

pytest.importorskip("slack_bolt")
pytest.importorskip("itsdangerous")
pytest.importorskip("ruamel.yaml")

from slack_study import person, studying, talking
from wayframe.packages import Catalogue


@pytest.mark.parametrize("mode", ["http", "socket"])
def test_two_people_talk_from_consent_to_survey(tmp_path: Path, catalogue: Catalogue, mode: str) -> None:
    async def play() -> None:
        async with studying(tmp_path, catalogue, mode) as (collection, slack):
            anna, ben = await talking(slack)
            held = collection.sessions.read(person(collection, anna), 1)
            assert held.task
            await anna.sees(held.task.text.splitlines()[0])
            await ben.says("Hello?")
            await ben.sees("The user begins.")
            await anna.says("Hi! I'd like to go to Paris &amp; back for &lt; $2,000, see <https://x.org/a|x.org/a>")
            await ben.sees("Hi! I'd like to go to Paris & back for < $2,000, see x.org/a")
            first = await ben.says("When")
            await anna.sees("When")
            await ben.edits(first, "When would you like to leave?")
            await anna.sees("When would you like to leave?")
            await anna.says("at the end of August")
            await ben.says("A fine time.")
            await anna.sees("A fine time.")
            assert anna.relayed() == ["When would you like to leave?", "A fine time."]
            assert ben.relayed()[1:] == ["at the end of August"]
            await anna.says("end")
            await anna.sees("How well did the wizard help you?")
            await ben.sees("Did the user accomplish the task?")
            await ben.sees(held.task.text.splitlines()[0])
            await anna.presses("rate:1=4")
            await ben.presses("rate:1=no")
            await anna.sees("You can make yourself available again")
            await anna.presses("survey:1")
            await anna.submits({"comment": "Very patient."})
            said = collection.sessions.read(person(collection, ben), 1).messages
            assert [(each.author, each.text) for each in said] == [
                ("user", "Hi! I'd like to go to Paris & back for < $2,000, see x.org/a"),
                ("wizard", "When would you like to leave?"),
                ("user", "at the end of August"),
                ("wizard", "A fine time."),
            ]

    asyncio.run(play())
