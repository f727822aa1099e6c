from __future__ import annotations

import pytest

from wayframe.llm.endpoint import KEYS


@pytest.fixture(autouse=True)
def no_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither a key nor a proxy of the machine has a part in the tests."""
    for name in (*KEYS, "HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "https_proxy", "ALL_PROXY", "all_proxy"):
        monkeypatch.delenv(name, raising=False)
