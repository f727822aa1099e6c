"""A slot of trips is one entry in a file: search, reader, replies, cards and comparisons take it from there."""

from collections.abc import Iterator, Sequence
from io import StringIO
from pathlib import Path

import pytest
from msgspec.structs import replace
from rich.console import Console

from assisting import last, meaning, talk
from wayframe.agent import Agent
from wayframe.cli.terminal import Terminal
from wayframe.dialogue import Package, SearchLog
from wayframe.meaning.records import Constraint, Flag, Wish
from wayframe.packages import Catalogue, Plan, generate
from wayframe.packages.source import TripsSource
from wayframe.packages.storage import PackageRow, write
from wayframe.presentation.board import cards, compared
from wayframe.schema import Schema, trips, written
from wayframe.schema.records import parsed
from wayframe.sources.protocol import Condition, Query
from wayframe.tools import ToolSession

ENTRY = """
[slots.rooftop]
kind = "yes_no"
label = "rooftop bar"
header = "ROOFTOP_BAR"
shown = true
true = ["rooftop bar", "bar on the roof", "cocktails with a view"]
"""


@pytest.fixture(scope="module")
def schema() -> Schema:
    return parsed(written(trips()) + ENTRY, "trips.toml")


@pytest.fixture(scope="module")
def catalogue(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Catalogue]:
    """A small catalogue in which every third hotel has a bar on its roof."""
    folder = tmp_path_factory.mktemp("rooftops")
    generate(folder / "plain.sqlite", Plan(cities=6, hotels=24, packages=3000))
    with Catalogue(folder / "plain.sqlite") as plain:
        stays = [
            (replace(hotel, amenities=(*hotel.amenities, "ROOFTOP_BAR")) if place % 3 == 0 else hotel, city)
            for place, (hotel, city) in enumerate(plain.stays)
        ]
        rows = plain.select(f"SELECT {', '.join(PackageRow._fields)} FROM package ORDER BY id")
        meta = dict(plain.select("SELECT key, value FROM meta"))
        write(folder / "rooftops.sqlite", meta, plain.places, stays, (PackageRow(*row) for row in rows))
    with Catalogue(folder / "rooftops.sqlite") as made:
        yield made


@pytest.fixture(scope="module")
def source(catalogue: Catalogue, schema: Schema) -> TripsSource:
    return TripsSource(catalogue, schema=schema)


@pytest.fixture(scope="module")
def agent(source: TripsSource) -> Agent:
    return Agent(source)


def test_it_is_searched_for(source: TripsSource) -> None:
    found = source.search(Query((Condition("rooftop", Constraint("is", (Flag(True),))),)), 10)
    assert found.items
    assert all("ROOFTOP_BAR" in item.row.hotel.amenities for item in found.items)


def bars(rows: Sequence[Package]) -> list[bool]:
    return ["ROOFTOP_BAR" in package.hotel.amenities for package in rows]


def test_it_is_wished_for(agent: Agent) -> None:
    exchange = last(agent, "From Berlin to anywhere with a rooftop bar, please.")
    assert Wish("rooftop", Constraint("is", (Flag(True),))) in [spoken.move for spoken in meaning(exchange).moves]
    assert isinstance(exchange.wizard.db, SearchLog)
    rows = [row for result in exchange.wizard.db.result for row in result]
    assert rows
    assert all(bars(rows))


def test_it_is_asked_about_and_told(agent: Agent) -> None:
    wish = "From New York to Paris, with cocktails with a view"
    _, told, asked = talk(agent, wish, "the first one", "does it have a rooftop bar?")
    assert "a rooftop bar" in told.wizard.text
    assert "it has a rooftop bar" in asked.wizard.text.lower()


WISH = "From Berlin to anywhere with a rooftop bar"


def test_it_is_on_the_board_and_in_comparisons(agent: Agent) -> None:
    exchange = last(agent, WISH)
    memory, offers = exchange.after.memory, exchange.after.offers
    shown = cards(agent.presenter, memory, offers)
    assert all(("rooftop bar", "yes") in [entry[1:3] for entry in card.entries] for card in shown)
    rows = compared(agent.presenter, list(offers), agent.state(exchange.after)).rows
    assert [set(row.values) for row in rows if row.label == "rooftop bar"] == [{"yes"}]


def test_the_terminal_shows_it_on_cards_and_in_its_explanation(agent: Agent) -> None:
    console = Console(width=120, file=StringIO())
    terminal = Terminal(agent, console)
    terminal.take(WISH)
    terminal.take("/why")
    assert isinstance(console.file, StringIO)
    drawn = console.file.getvalue()
    assert "│  economy class · rooftop bar" in drawn
    assert "rooftop=True" in drawn


def test_the_page_and_the_api_show_it(agent: Agent, tmp_path: Path) -> None:
    pytest.importorskip("fastapi")
    pytest.importorskip("httpx2")
    from starlette.testclient import TestClient

    from wayframe.service import Conversations, Storage
    from wayframe.web.app import application

    storage = Storage(str(tmp_path / "talks.sqlite"))
    with TestClient(application(Conversations(agent, storage), storage)) as client:
        page = client.post("/say", data={"text": WISH})
        assert "<span>rooftop bar</span>" in page.text
        assert "<dt>rooftop bar</dt><dd>yes" in page.text
        api = f"/api/conversations/{page.url.path.removeprefix('/c/')}"
        board = client.get(f"{api}/memory").json()
        assert all("rooftop bar" in [each["label"] for each in card["entries"]] for card in board["cards"])
        rows = client.get(f"{api}/comparison", params={"frame": [2, 3]}).json()["rows"]
        assert [row["values"] for row in rows if row["slot"] == "rooftop"] == [["yes", "yes"]]
    storage.close()


def test_tools_take_it_and_tell_it(source: TripsSource) -> None:
    session = ToolSession(Agent(source))
    session.remember({"rooftop": True})
    first, second, *_ = session.search()["found"]
    assert first["facts"]["rooftop"] is True
    rows = session.compare([first["frame"], second["frame"]])["rows"]
    assert [row["values"] for row in rows if row["label"] == "rooftop bar"] == [[True, True]]
