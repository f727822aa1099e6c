"""Real Chromium for tests, where it is installed."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

LONGEST = 60_000  # milliseconds until something has failed: the machine may have much else to do
_QUIET = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--process-per-site", "--renderer-process-limit=3",
)  # fmt: skip


@contextmanager
def chromium() -> Iterator[Any]:
    """A browser; the test is skipped where there is none."""
    api = pytest.importorskip("playwright.sync_api")
    program = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if not program:
        pytest.skip("needs Chromium: chromium is not installed")
    api.expect.set_options(timeout=LONGEST)
    with api.sync_playwright() as started:
        browser = started.chromium.launch(executable_path=program, args=list(_QUIET))
        try:
            yield browser
        finally:
            browser.close()
