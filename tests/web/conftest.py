"""A browser, and a server of the page to visit with it."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from browser import chromium
from wayframe.agent import Agent


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """Chromium, of which each test opens its own window."""
    with chromium() as found:
        yield found


@pytest.fixture(scope="module")
def root(catalogue_path: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server over the test's catalogue."""
    from serving import Nursery, free_port

    store, port = tmp_path_factory.mktemp("page") / "talks.sqlite", free_port()
    with Nursery(str(catalogue_path), str(store)) as nursery, nursery.serving(port):
        yield f"http://127.0.0.1:{port}"


@pytest.fixture
def client(trips_agent: Agent, tmp_path: Path) -> Iterator[Any]:
    """A client of the page in this process, with conversations of its own."""
    from starlette.testclient import TestClient

    from wayframe.service import Conversations, Storage
    from wayframe.web.app import application

    storage = Storage(str(tmp_path / "talks.sqlite"))
    with TestClient(application(Conversations(trips_agent, storage), storage)) as client:
        yield client
    storage.close()
