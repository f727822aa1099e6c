"""A study over a table of one's own, walked through by its pages: joined, searched, said, ended, exported."""

import json
import re
from datetime import date
from pathlib import Path

import pytest

pytest.importorskip("sqlalchemy")
pytest.importorskip("itsdangerous")
pytest.importorskip("fastapi")
pytest.importorskip("httpx")

from pages import Visits, visiting
from studies import come
from wayframe.collection.records import StudyParticipant, TableStudyTask
from wayframe.collection.sessions import searches
from wayframe.sources.protocol import Source
from wayframe.sources.tables import opened

LAPTOPS = Path("examples/laptops.csv")
NAME = "Kestrel Studio 17"


@pytest.fixture(scope="module")
def laptops() -> Source:
    return opened(str(LAPTOPS), today=date(2026, 11, 22))


def talking(visits: Visits) -> tuple[StudyParticipant, StudyParticipant, int]:
    """A user and a wizard who were paired by their pages, and the number of their dialogue."""
    user, wizard = come(visits.study, "user"), come(visits.study, "wizard")
    visits.as_(user).post("/available", data={"role": "user"})
    visits.as_(wizard).post("/available", data={"role": "wizard"})
    number = visits.study.matchmaking.standing(wizard).talk
    assert number
    return user, wizard, number


def test_the_user_reads_a_task_about_the_table(tmp_path: Path, laptops: Source) -> None:
    with visiting(tmp_path, laptops) as visits:
        user, _, number = talking(visits)
        page = visits.as_(user).get(f"/talk/{number}").text
        assert "You are looking for a laptop" in page
        task = visits.study.sessions.read(user, number).task
        assert isinstance(task, TableStudyTask)
        assert task.wishes


def test_the_desk_has_a_field_for_each_slot(tmp_path: Path, laptops: Source) -> None:
    with visiting(tmp_path, laptops) as visits:
        _, wizard, number = talking(visits)
        page = visits.as_(wizard).get(f"/talk/{number}").text
        assert '<input type="number" name="laptop_price.most"' in page
        assert '<select name="brand">' in page
        assert "<option>Kestrel</option>" in page
        assert '<select name="touchscreen">' in page
        assert '<option value="Kestrel Studio 17">' in page


def test_what_is_found_can_be_said_and_comes_into_the_record(tmp_path: Path, laptops: Source) -> None:
    with visiting(tmp_path, laptops) as visits:
        user, wizard, number = talking(visits)
        visits.study.sessions.say(user, number, "I'd like a Kestrel with a large screen")
        form = {"brand": "Kestrel", "screen_size.least": "17", "laptop_price.most": "€1,500"}
        found = visits.as_(wizard).post(f"/talk/{number}/search", data=form, headers={"hx-request": "true"}).text
        assert re.search(f'data-tell="[^"]*{NAME}[^"]*€879', found)
        assert "brand Kestrel, price at most €1,500" in found
        with visits.study.storage.reading() as connection:
            (kept,) = searches(connection, number)
        assert [row["model"] for row in kept.results if isinstance(row, dict)] == [NAME]


def test_what_can_t_be_read_is_named_as_the_form_does(tmp_path: Path, laptops: Source) -> None:
    with visiting(tmp_path, laptops) as visits:
        _, wizard, number = talking(visits)
        answer = visits.as_(wizard).post(
            f"/talk/{number}/search", data={"laptop_price.most": "cheap"}, headers={"hx-request": "true"}
        )
        assert "Price, EUR, to: expected an amount, found" in answer.text


def test_the_board_shows_what_was_offered(tmp_path: Path, laptops: Source) -> None:
    with visiting(tmp_path, laptops) as visits:
        user, wizard, number = talking(visits)
        sessions = visits.study.sessions
        sessions.say(user, number, "I'd like a Kestrel with a screen of at least 17 inches")
        visits.as_(wizard).post(f"/talk/{number}/search", data={"brand": "Kestrel", "screen_size.least": "17"})
        sessions.say(wizard, number, f"How about the {NAME}? It costs €879.")
        board = visits.as_(wizard).get(f"/talk/{number}/board").text
        assert NAME in board
        assert "€879" in board


def test_the_agent_proposes_searches_and_replies(tmp_path: Path, laptops: Source) -> None:
    with visiting(tmp_path, laptops, conditions={"assisted": 1.0}) as visits:
        user, wizard, number = talking(visits)
        visits.study.sessions.say(user, number, "a Kestrel with at most 2 kg and 16 GB of RAM")
        proposal = visits.as_(wizard).get(f"/talk/{number}/proposal").text
        assert "Take this reply" in proposal
        assert "data-search=" in proposal
        assert "brand Kestrel" in proposal


def test_the_agent_answers_in_the_wizard_s_place(tmp_path: Path, laptops: Source) -> None:
    from wayframe.collection.conditions import AgentWizard
    from wayframe.service import Storage as Exchanges

    with visiting(tmp_path, laptops, conditions={"agent": 1.0}) as visits:
        study, user = visits.study, come(visits.study, "user")
        visits.as_(user).post("/available", data={"role": "user"})
        number = study.matchmaking.standing(user).talk
        assert number
        study.sessions.say(user, number, "the cheapest Kestrel, please")
        exchanges = Exchanges(study.study.database_url)
        AgentWizard(study.storage, exchanges, study.sessions, study.domain.agent(), study.clock).answer(number)
        said = study.sessions.read(user, number).messages
        assert [message.author for message in said] == ["user", "wizard"]
        assert "Kestrel" in said[-1].text


def test_an_export_holds_the_dialogues(tmp_path: Path, laptops: Source) -> None:
    from wayframe import corpus
    from wayframe.collection.export.exporting import RedactionOptions, export

    with visiting(tmp_path / "study", laptops) as visits:
        user, wizard, number = talking(visits)
        sessions = visits.study.sessions
        sessions.say(user, number, "I'd like a Kestrel. Write to me@example.org")
        visits.as_(wizard).post(f"/talk/{number}/search", data={"brand": "Kestrel", "screen_size.least": "17"})
        sessions.say(wizard, number, f"There is the {NAME} at €879.")
        sessions.say(user, number, "Book it, please")
        sessions.say(wizard, number, f"The {NAME} is booked.")
        visits.as_(user).post(f"/talk/{number}/end")
        sessions.answer(user, number, {"rating": 5, "comment": None})
        sessions.answer(wizard, number, {"fulfilled": True, "comment": None})
        found = export(visits.study, tmp_path / "out", RedactionOptions(), raw=False, force=False)
    assert found.summary.dialogues == 1
    assert found.wrong == ()
    (dialogue,) = corpus.read(tmp_path / "out" / "frames.json")
    assert "me@example.org" not in dialogue.turns[0].text
    offer = next(act for act in dialogue.turns[1].acts if act.name == "offer")
    assert {arg.key: arg.value for arg in offer.slots}["model"] == NAME
    assert any(arg.value == "book" for act in dialogue.turns[3].acts for arg in act.slots)
    tasks = json.loads((tmp_path / "out" / "tasks.json").read_bytes())
    assert "You are looking for a laptop" in tasks[dialogue.id]["text"]
