from pathlib import Path
from typing import Any

import pytest

from small_corpus import Said, dialogue, written
from wayframe.agent import Agent
from wayframe.packages.source import recorded
from wayframe.presentation.presenter import trips_presenter

pytest.importorskip("fastapi")
pytest.importorskip("httpx2")

from starlette.testclient import TestClient

from wayframe.service import Conversations, Storage
from wayframe.web.app import application
from wayframe.web.replay import ReplayLibrary, ReplayMoment, moment

MARKUP = (Said("<b>To Bern</b>", "inform(dst_city=Bern)"),)


@pytest.fixture
def client(trips_agent: Agent, tmp_path: Path) -> Any:
    file = written(tmp_path / "two.json", dialogue("trip-1"), dialogue("bern/2", "U22K1SX9N", MARKUP))
    storage = Storage(str(tmp_path / "talks.sqlite"))
    return TestClient(application(Conversations(trips_agent, storage), storage, library=ReplayLibrary(file)))


def shown(turn: int) -> ReplayMoment:
    return moment(dialogue(), turn, trips_presenter(), recorded)


def test_the_frames_are_those_after_the_turn() -> None:
    first, later = shown(0), shown(1)
    assert ([card.frame for card in first.cards], [card.frame for card in later.cards]) == ([1], [1, 2, 3])
    assert [card.new for card in later.cards] == [False, True, True]
    assert [line.author for line in later.lines] == ["user", "wizard"]
    assert later.lines[1].searches == ("Bari → Rome: 0 found",)


@pytest.mark.parametrize(("asked", "turn"), [(-3, 0), (99, 6)])
def test_beyond_its_ends_is_its_end(asked: int, turn: int) -> None:
    assert shown(asked).turn == turn


def test_the_corpus_is_listed_searched_and_shown(client: Any) -> None:
    assert client.get("/replay").text.count('href="/replay/') == 2
    found = client.get("/replay", params={"q": "bern"}).text
    assert "&lt;b&gt;To Bern&lt;/b&gt;" in found
    assert found.count('href="/replay/') == 1
    page = client.get("/replay/trip-1", params={"turn": 2})
    assert page.status_code == 200
    assert "switch_frame(ref=[3{name=Sole}])" in page.text
    assert "Turn 3 of 7" in page.text


def test_what_is_not_there_is_not_found(client: Any) -> None:
    assert client.get("/replay/trip-9").status_code == 404
    assert client.get("/c/nothing/replay").status_code == 404


def test_an_id_may_hold_anything(client: Any) -> None:
    assert "To Bern" in client.get("/replay/bern/2").text
