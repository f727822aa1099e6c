"""What people do who mean no good, and what is left of those who want to be forgotten."""

import json
import random
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("fastapi")
pytest.importorskip("httpx2")
pytest.importorskip("itsdangerous")

from starlette.testclient import TestClient

from pages import Visits, visiting
from studies import come, paired
from wayframe.collection.conditions import AgentWizard
from wayframe.collection.records import StudyParticipant
from wayframe.collection.storage import CONNECTIONS, StudyStorage
from wayframe.packages import Catalogue
from wayframe.web.collect.authentication import ParticipantRates

pytestmark = pytest.mark.long

ANY = ParticipantRates(messages=10_000, actions=10_000, lines=10_000)
WISH = "A zebra that goes from Montreal to Tokyo"


def kept(folder: Path) -> bytes:
    """All that a study's database holds, in all its files."""
    return b"".join(path.read_bytes() for path in folder.glob("study.sqlite*"))


def answered(visits: Visits, user: StudyParticipant, text: str = WISH) -> list[Any]:
    """What a user hears of a message to the agent and of its reply."""
    number = visits.study.matchmaking.standing(user).talk or visits.study.matchmaking.available(user, "user").talk
    heard = list[Any]()
    with visits.as_(user).websocket_connect(f"/talk/{number}/live") as line:
        line.send_text(json.dumps({"say": text, "key": "own"}))
        while not any(each["author"] == "wizard" for each in heard):
            heard += json.loads(line.receive_text()).get("messages", [])
    return heard


def erase(visits: Visits, person: StudyParticipant) -> None:
    form = {"person": person.id, "typed": person.id}
    assert visits.as_administrator().post("/admin/forget", data=form).status_code == 200


def closed(line: Any) -> int:
    """With which code a line is closed, in the end."""
    while (heard := line.receive())["type"] != "websocket.close":
        pass
    return int(heard["code"])


def test_no_copy_is_left_of_what_was_deleted_among_much_else(tmp_path: Path) -> None:
    chance, storage = random.Random(2), StudyStorage(str(tmp_path / "study.sqlite"))
    people = [f"{chance.getrandbits(48):012x}" for _ in range(400)]
    with storage.changing() as connection:
        for nth in range(3000):  # rows come and go at random, so that pages of tables are divided
            row = {"id": f"{chance.getrandbits(96):024x}", "process": "", "person": chance.choice(people)}
            connection.execute(CONNECTIONS.insert().values(row))
            if nth % 3 == 0:
                connection.execute(CONNECTIONS.delete().where(CONNECTIONS.c.person == chance.choice(people)))
    with storage.changing() as connection:
        storage.mark_deletion(connection)
        connection.execute(CONNECTIONS.delete().where(CONNECTIONS.c.person.in_(people[:200])))
    assert not [person for person in people[:200] if person.encode() in kept(tmp_path)]
    storage.close()


@pytest.mark.parametrize("conditions", [{"agent": 1.0}, {"human": 1.0}])
def test_nothing_is_left_of_what_was_said_to_an_agent(
    conditions: dict[Any, float], tmp_path: Path, catalogue: Catalogue
) -> None:
    with visiting(tmp_path, catalogue, conditions={"agent": 1.0}) as visits:
        user, other = come(visits.study, "user"), come(visits.study, "user")
        answered(visits, user)
        answered(visits, other, "A giraffe from Rome")
    with visiting(tmp_path, catalogue, conditions=conditions) as visits:  # the study may have changed since
        erase(visits, user)
        assert b"zebra" not in kept(tmp_path)
        assert b"giraffe" in kept(tmp_path)


def test_the_note_of_an_invitation_goes_with_whom_it_was_for(tmp_path: Path, catalogue: Catalogue) -> None:
    with visiting(tmp_path, catalogue) as visits:
        access = visits.study.access
        alone, all_of_them = access.invite("user", note="Ishmael"), access.invite("user", 9, note="First years")
        for invitation in (alone, all_of_them):
            erase(visits, access.join(access.token(invitation), "en"))
        assert sorted(each.note for each in access.invitations()) == ["", "First years"]
        assert b"Ishmael" not in kept(tmp_path)


def test_nothing_tells_a_user_that_the_wizard_is_an_agent(tmp_path: Path, catalogue: Catalogue) -> None:
    with visiting(tmp_path, catalogue, conditions={"agent": 1.0}) as visits:
        mine, reply = answered(visits, come(visits.study, "user"))
        assert mine["key"] == "own"  # by which the page knows what it sent
        assert reply["key"] is None
        assert mine.keys() == reply.keys()


def test_an_agent_that_fails_once_answers_the_others(
    tmp_path: Path, catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer, failed = AgentWizard.answer, list[int]()

    def fails_once(wizard: AgentWizard, number: int) -> Any:
        if not failed:
            failed.append(number)
            raise KeyError("nobody thought of that")
        return answer(wizard, number)

    monkeypatch.setattr(AgentWizard, "answer", fails_once)
    with visiting(tmp_path, catalogue, conditions={"agent": 1.0}) as visits:
        assert len(answered(visits, come(visits.study, "user"))) == 2
    assert failed


@pytest.mark.parametrize("nested", ['{"say": %s}', '{"strange": %s}'])
def test_objects_in_objects_in_objects_are_refused(nested: str, tmp_path: Path, catalogue: Catalogue) -> None:
    with visiting(tmp_path, catalogue) as visits:
        user, _, number = paired(visits.study)
        with visits.as_(user).websocket_connect(f"/talk/{number}/live") as line:
            line.send_text(nested % ("[" * 50_000 + "]" * 50_000))
            while "refused" not in (heard := json.loads(line.receive_text())):
                pass
            assert heard == {"refused": "That can’t be read."}


def test_somebody_has_so_many_lines_at_once(tmp_path: Path, catalogue: Catalogue) -> None:
    with visiting(tmp_path, catalogue, ANY) as visits:
        person, other = come(visits.study), come(visits.study)
        lines = [visits.as_(person).websocket_connect("/live").__enter__() for _ in range(20)]
        with visits.as_(person).websocket_connect("/live") as one_more:
            assert closed(one_more) == 1013  # "try again later"
        with visits.as_(other).websocket_connect("/live") as line:
            assert "standing" in json.loads(line.receive_text())
        for each in lines:
            each.__exit__(None, None, None)


def test_an_administrators_line_ends_with_the_link(tmp_path: Path, catalogue: Catalogue) -> None:
    with visiting(tmp_path, catalogue) as visits, visits.as_administrator().websocket_connect("/admin/live") as line:
        assert json.loads(line.receive_text()) == {"changed": True}
        visits.study.access.renew_admin()
        visits.study.matchmaking.available(come(visits.study), "user")
        assert closed(line) == 4403


@pytest.mark.parametrize("number", ["9" * 5000, "0", "²", "1e0", "-1"])
def test_a_number_that_no_dialogue_has_opens_no_line(number: str, tmp_path: Path, catalogue: Catalogue) -> None:
    with visiting(tmp_path, catalogue) as visits:
        user, _, _ = paired(visits.study)
        with visits.as_(user).websocket_connect(f"/talk/{number}/live") as line:
            assert closed(line) == 4403


def test_lines_of_a_forgotten_dialogue_end_on_both_sides(tmp_path: Path, catalogue: Catalogue) -> None:
    with visiting(tmp_path, catalogue) as visits:
        user, wizard, number = paired(visits.study)
        with (
            visits.as_(user).websocket_connect("/live") as waiting,
            visits.as_(user).websocket_connect(f"/talk/{number}/live") as one,
            visits.as_(wizard).websocket_connect(f"/talk/{number}/live") as other,
        ):
            erase(visits, user)
            assert [closed(line) for line in (waiting, one, other)] == [4403] * 3
        assert visits.as_(wizard).get("/").status_code == 200


def surveyed(visits: Visits) -> tuple[TestClient, str]:
    """The browser of a user who is asked, and the address of the survey."""
    user, _, number = paired(visits.study)
    visits.study.sessions.say(user, number, WISH)
    visits.study.sessions.end(user, number)
    return visits.as_(user), f"/talk/{number}/survey"


@pytest.mark.parametrize("rating", ["9" * 5000, "²", "-1", "10", "", "nan"])
def test_a_rating_is_one_of_five(rating: str, tmp_path: Path, catalogue: Catalogue) -> None:
    with visiting(tmp_path, catalogue) as visits:
        browser, at = surveyed(visits)
        assert browser.post(at, data={"rating": rating}).status_code == 422


def test_a_file_is_no_answer(tmp_path: Path, catalogue: Catalogue) -> None:
    with visiting(tmp_path, catalogue) as visits:
        browser, at = surveyed(visits)
        files = {"comment": ("zebra.txt", b"of no use")}
        assert browser.post(at, data={"rating": "3"}, files=files).status_code == 400


@pytest.mark.parametrize("kind", ["activate", "about", "frame", "more", "set_value"])
def test_menus_of_places_that_are_not_there(kind: str, tmp_path: Path, catalogue: Catalogue) -> None:
    with visiting(tmp_path, catalogue) as visits:
        surveyed(visits)
        annotator = visits.as_(come(visits.study, "annotator"))
        at = annotator.post("/annotate/take").headers["location"]
        for place in ("9", "9.9", "9.9.9.9"):
            answer = annotator.get(f"{at}/menu", params={"kind": kind, "turn": "0", "at": place})
            assert answer.status_code == 422
