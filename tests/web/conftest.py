"""A browser, and a server of the page to visit with it."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from browser import chromium


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
