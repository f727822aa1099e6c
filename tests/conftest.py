"""What every test may ask for."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from wayframe.packages import Catalogue


@pytest.fixture(scope="session")
def frames_path() -> Path:
    """The Frames release, or the part of it that is at hand."""
    path = os.environ.get("WAYFRAME_FRAMES")
    if not path:
        pytest.skip("WAYFRAME_FRAMES is not set: it names the Frames release, which can't be shipped")
    return Path(path)


@pytest.fixture(scope="session")
def frames_part_path(frames_path: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Every fifth dialogue of it: for what takes its time over each."""
    from wayframe import corpus

    path = tmp_path_factory.mktemp("release") / "part.json"
    corpus.write(path, corpus.read(frames_path)[::5])
    return path


@pytest.fixture(scope="session")
def catalogue_path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small catalogue: eight cities (New York, Tokyo, Paris, Montreal, Berlin, ...), much to choose between them."""
    from wayframe.packages import Plan, generate

    path = tmp_path_factory.mktemp("catalogue") / "small.sqlite"
    generate(path, Plan(cities=8, hotels=30, packages=6000))
    return path


@pytest.fixture
def catalogue(catalogue_path: Path) -> Iterator["Catalogue"]:
    """The small catalogue, opened."""
    from wayframe.packages import Catalogue

    with Catalogue(catalogue_path) as opened:
        yield opened


@pytest.fixture(scope="session")
def world_path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The whole default catalogue, as it is made on first use."""
    from wayframe.packages import Plan, generate

    path = tmp_path_factory.mktemp("world") / "packages.sqlite"
    generate(path, Plan())
    return path
