"""What every test may ask for."""

import os
from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def frames_path() -> Path:
    """The Frames release, or the part of it that is at hand."""
    path = os.environ.get("WAYFRAME_FRAMES")
    if not path:
        pytest.skip("WAYFRAME_FRAMES is not set: it names the Frames release, which can't be shipped")
    return Path(path)
