"""The pictures and links of a table on the page."""

from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("fastapi")
pytest.importorskip("httpx2")

from starlette.testclient import TestClient

from assisting import TODAY
from wayframe.catalogues import agent_over, opened
from wayframe.service import Conversations, Storage
from wayframe.web.app import application

INNS = """name,price,photo,website
Aare,€90,photos/aare.png,https://inns.example/aare
Birs,€120,https://pictures.example/birs.JPG?size=2,https://inns.example/birs
Cher,€75,../secret.png,javascript:alert(1)
Drau,€60,photos/gone.png,https://inns.example/drau
Enz,€80,photos/enz.png,https://inns.example/enz
"""


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    shop = tmp_path / "shop"
    (shop / "photos").mkdir(parents=True)
    (shop / "inns.csv").write_text(INNS, "utf-8")
    for name in ("shop/photos/aare.png", "shop/photos/other.png", "secret.png"):
        (tmp_path / name).write_bytes(b"picture")
    storage = Storage(str(tmp_path / "talks.sqlite"))
    agent = agent_over(opened(str(shop / "inns.csv"), today=TODAY))
    with TestClient(application(Conversations(agent, storage), storage)) as client:
        yield client
    storage.close()


def test_offers_and_cards_have_their_pictures_and_links(client: TestClient) -> None:
    page = client.post("/say", data={"text": "between 80 and 130"}).text
    assert page.count('src="/pictures/photos/aare.png"') == 2
    assert 'src="https://pictures.example/birs.JPG?size=2"' in page
    assert page.count('href="https://inns.example/birs" target="_blank" rel="noopener noreferrer"') == 2
    assert "website https" not in page


def test_no_address_but_of_the_web_is_linked(client: TestClient) -> None:
    page = client.post("/say", data={"text": "the cheapest under 80"}).text
    assert "Cher" in page
    assert "javascript:" not in page


@pytest.mark.parametrize(
    ("name", "status"),
    [
        ("photos/aare.png", 200),
        ("photos/other.png", 404),
        ("photos/gone.png", 404),
        ("../secret.png", 404),
        ("..%2Fsecret.png", 404),
        ("inns.csv", 404),
    ],
)
def test_only_the_pictures_of_the_table_are_served(client: TestClient, name: str, status: int) -> None:
    assert client.get(f"/pictures/{name}").status_code == status


def test_pictures_come_from_the_sites_of_the_table_alone(client: TestClient) -> None:
    policy = client.get("/").headers["content-security-policy"]
    assert "img-src 'self' data: https://pictures.example;" in policy
