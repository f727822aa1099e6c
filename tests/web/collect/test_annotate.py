"""The annotators' page over HTTP: who comes in, what a change brings, what goes wrong."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("fastapi")
pytest.importorskip("itsdangerous")

from starlette.testclient import TestClient

from annotating import annotations, annotator, application, talk
from studies import collecting, come
from wayframe.collection.annotation.annotations import AnnotationService
from wayframe.packages import Catalogue

HTMX = {"hx-request": "true"}


class Desk:
    """The page as an annotator sees it who has taken the first dialogue; another one, a user and an adjudicator are
    there, too.
    """

    def __init__(self, client: TestClient, work: AnnotationService) -> None:
        self.client, self.work = client, work
        self.come(0)
        self.at = client.post("/annotate/take").headers["location"]

    def come(self, who: int) -> None:
        self.client.cookies.set("who", str(who))

    def page(self) -> str:
        return str(self.client.get(self.at).text)

    def version(self) -> str:
        return str(re.findall(r'data-version="(\d+)"', self.page())[0])

    def edit(self, **fields: object) -> str:
        form = {"version": self.version()} | {name: str(value) for name, value in fields.items()}
        return str(self.client.post(f"{self.at}/edit", data=form, headers=HTMX).text)


@pytest.fixture
def desk(tmp_path: Path, catalogue: Catalogue) -> Iterator[Desk]:
    with collecting(tmp_path, catalogue) as study:
        talk(study, ("From Rome <b>& Bari</b>\r\nplease 😀 now", "How about Berlin?", "No", "Sorry"))
        people = (annotator(study), annotator(study), come(study, "user"), annotator(study, "adjudicator"))
        with TestClient(application(study, people), follow_redirects=False) as client:
            yield Desk(client, annotations(study))


def test_the_list_says_how_far_one_is(desk: Desk) -> None:
    desk.edit(what="confirm", turn=0)
    text = desk.client.get("/annotate").text
    assert "1 of 4 turns" in text
    assert "There is none to take just now." in text


def test_what_was_said_is_text_and_every_character_counts(desk: Desk) -> None:
    text = desk.page()
    assert "&lt;b&gt;&amp; " in text
    assert "<b>" not in text
    assert "&#13;" not in text  # messages have no carriage returns
    assert 'data-bounds="0-4 5-9 10-11' in text


def test_a_change_brings_what_it_changes_and_nothing_else(desk: Desk) -> None:
    answer = desk.edit(what="add_act", turn=1, name="greeting")
    assert re.findall(r'<hx-partial hx-target="(#[a-z-]+\d*)', answer) == [
        "#turn-1",
        "#board",
        "#state",
        "#finish",
        "#complaint",
    ]
    assert 'data-version="2"' in answer
    assert ">greeting</button>" in answer


def test_where_frames_shift_later_turns_come_along(desk: Desk) -> None:
    desk.edit(what="activate", turn=2, frame=0)
    answer = desk.edit(what="add_act", turn=1, name="offer")
    assert re.findall(r'hx-target="#turn-(\d)"', answer) == ["1", "2", "3"]
    assert "new frame 4" in answer


def test_marked_words_make_an_act_where_there_is_none(desk: Desk) -> None:
    desk.edit(what="remove", turn=3, at=0)
    answer = desk.edit(what="mark", turn=3, at="", start=0, end=5, key="name")
    assert '<mark class="c0" data-places="0.0" title="inform: name">Sorry</mark>' in answer


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"what": "fly", "turn": 0, "at": "0"}, "something that can be done"),
        ({"what": "add_act", "turn": 0, "name": "offer"}, "not an act of a user"),
        ({"what": "add_act", "turn": 77, "name": "inform"}, "there is no turn 78"),
        ({"what": "mark", "turn": 0, "at": "0", "start": 0, "end": 9999, "key": "name"}, "has no words"),
        ({"what": "mark", "turn": 0, "at": "x", "start": 0, "end": 3, "key": "name"}, "expected a place"),
        ({"what": "remove", "turn": 0, "at": "-1"}, "expected a place"),
        ({"what": "remove", "turn": 0, "at": "9" * 300}, "expected a place"),
        ({"what": "activate", "turn": 2, "frame": "x"}, "expected a number"),
        ({"what": "confirm", "turn": "²"}, "expected a number"),
    ],
)
def test_what_cant_be_done_says_why_and_changes_nothing(desk: Desk, fields: dict[str, object], why: str) -> None:
    before = desk.version()
    assert why in desk.edit(**fields)
    assert desk.version() == before


def test_another_tab_was_faster(desk: Desk) -> None:
    answer = desk.edit(what="add_act", turn=1, name="sorry", version="7")
    assert "another tab" in answer
    assert re.findall(r'hx-target="#turn-(\d)"', answer) == ["0", "1", "2", "3"]


def test_undo_brings_back_what_was(desk: Desk) -> None:
    before = re.sub(r'(version"|data-version=|name="version" value=)\S+', "", desk.page())
    desk.edit(what="remove", turn=1, at=0)
    desk.edit(what="undo")
    assert re.sub(r'(version"|data-version=|name="version" value=)\S+', "", desk.page()) == before


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("kind=mark&turn=0&start=5&end=9", "dst_city"),
        ("kind=mark&turn=0&start=5&end=9&recent=or_city,seat", "or_city"),
        ("kind=add_act&turn=0", "inform"),
        ("kind=add_act&turn=1", "offer"),
        ("kind=rename_slot&turn=0&at=0.0&recent=seat", "seat"),
        ("kind=activate&turn=2", "2"),
        ("kind=about&turn=1&at=0.0", "plain"),
        ("kind=more&turn=1&at=0", "Another act"),
        ("kind=more&turn=1&at=0.0", "Value"),
        ("kind=set_value&turn=1&at=0.0", "words"),
    ],
)
def test_menus_begin_with_what_is_likely(desk: Desk, query: str, first: str) -> None:
    text = desk.client.get(f"{desk.at}/menu?{query}").text
    assert re.findall(r'data-label="([^"]*)"', text)[0] == first


@pytest.mark.parametrize(
    "query", ["kind=more&turn=9&at=0", "kind=more&turn=0&at=7", "kind=mark&turn=0", "kind=sing&turn=0"]
)
def test_no_menu_for_what_isnt_there(desk: Desk, query: str) -> None:
    assert desk.client.get(f"{desk.at}/menu?{query}").status_code == 422


def test_one_is_done_only_with_every_turn(desk: Desk) -> None:
    refused = desk.client.post(f"{desk.at}/finish", data={"version": desk.version()})
    assert (refused.status_code, "confirmed yet" in refused.text) == (422, True)
    for turn in range(4):
        desk.edit(what="confirm", turn=turn)
    assert desk.client.post(f"{desk.at}/finish", data={"version": desk.version()}).headers["location"] == "/annotate"
    assert "done</span>" in desk.client.get("/annotate").text
    assert "Reopen it to change it." in desk.edit(what="confirm", turn=0, val="no")
    assert "I am done" not in desk.page()
    reopened = desk.client.post(f"{desk.at}/reopen", data={"version": desk.version()})
    assert reopened.headers["location"] == desk.at
    assert desk.client.post(f"{desk.at}/reopen", data={"version": "1"}).status_code == 303, "open already"
    assert "I am done" in desk.page()
    assert "3 of 4 confirmed" in desk.edit(what="confirm", turn=0, val="no")


@pytest.mark.parametrize("who", [1, 2, 3, 9])
def test_nobody_else_comes_in(desk: Desk, who: int) -> None:
    desk.come(who)
    assert desk.client.get(desk.at).status_code == 403
    assert desk.client.get(f"{desk.at}/board?turn=0").status_code == 403
    assert desk.client.get(f"{desk.at}/menu?kind=add_act&turn=0").status_code == 403
    assert desk.client.post(f"{desk.at}/edit", data={"what": "undo", "version": "1"}).status_code == 403
    assert desk.client.post(f"{desk.at}/finish", data={"version": "1"}).status_code == 403
    assert desk.client.post(f"{desk.at}/reopen", data={"version": "1"}).status_code == 403
    assert desk.client.post(f"{desk.at}/hand-back").status_code == 403
    if who != 3:
        assert desk.client.get("/annotate/agreement").status_code == 403


def test_an_adjudicator_sees_progress_and_agreement(desk: Desk) -> None:
    pytest.importorskip("nltk")
    desk.come(3)
    assert "0 of 4" in desk.client.get("/annotate").text
    assert "0 dialogues" in desk.client.get("/annotate/agreement").text


def test_nothing_runs_inside_the_page(desk: Desk) -> None:
    """The policy forbids scripts and styles inside; so there are none, and nothing comes from elsewhere."""
    text = desk.page()
    assert not re.search(r"<script(?![^>]*\bsrc=)|<style|\sstyle=|\son[a-z]+=|https?://", text)


@pytest.mark.parametrize(
    ("name", "status"),
    [
        ("annotate.js", 200),
        ("annotate_words.js", 200),
        ("annotate_menu.js", 200),
        ("annotate.css", 200),
        ("annotate.py", 404),
        ("x", 404),
    ],
)
def test_static_files(desk: Desk, name: str, status: int) -> None:
    assert desk.client.get(f"/static/{name}").status_code == status
