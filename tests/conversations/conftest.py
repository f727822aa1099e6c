from collections.abc import Iterator
from pathlib import Path

import pytest

from assisting import agent_over
from wayframe.agent import Agent
from wayframe.packages import Catalogue


@pytest.fixture(scope="session")
def agent(world_path: Path) -> Iterator[Agent]:
    """The agent over the default catalogue of trips."""
    with Catalogue(world_path) as catalogue:
        yield agent_over(catalogue)
