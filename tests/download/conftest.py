"""The server of these tests, started for each."""

import threading
from collections.abc import Iterator

import pytest

from download_server import Server


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    served = Server()
    thread = threading.Thread(target=served.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield served
    finally:
        served.shutdown()
        served.server_close()
        thread.join()
