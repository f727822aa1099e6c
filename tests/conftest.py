"""What every test may ask for."""

import gc
import logging
import os
import shutil
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias
from weakref import WeakKeyDictionary

import pytest
from hypothesis import HealthCheck, settings

if TYPE_CHECKING:
    from wayframe.agent import Agent
    from wayframe.packages import Catalogue

KnownParses: TypeAlias = WeakKeyDictionary[Any, dict[tuple[str, bytes, int], list[Any]]]
"""The choices of each network, by the turn, the slots and the most symbols that were asked for."""

settings.register_profile(
    "wayframe",
    derandomize=True,  # the same examples everywhere: what fails here fails again, and nothing fails by chance
    deadline=None,  # how long an example takes is the machine's affair, and what else it does
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
settings.register_profile("quick", settings.get_profile("wayframe"), max_examples=25)  # for `make test`
settings.register_profile("hunt", settings.get_profile("wayframe"), derandomize=False)  # for `make hunt`
settings.load_profile("wayframe")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--no-skips", action="store_true", help="Fail where a test was skipped, as nothing may be absent.")


def pytest_sessionfinish(session: pytest.Session) -> None:
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if reporter and session.config.getoption("--no-skips") and reporter.stats.get("skipped"):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_sessionstart() -> None:
    """Look for garbage rarely: else a tenth of the time goes to looking through all the libraries again and again."""
    gc.set_threshold(50_000, 20, 50)


@pytest.fixture(scope="session")
def run_path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder for what is made once in a run, whichever of the workers makes it."""
    own = tmp_path_factory.getbasetemp()
    return own.parent if "PYTEST_XDIST_WORKER" in os.environ else own


@pytest.fixture(scope="session", autouse=True)
def home_path(run_path: Path) -> Iterator[Path]:
    """The data folder of the tests: what whoever runs them has trained takes no part, and stays as it is."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("WAYFRAME_HOME", str(run_path / "home"))
        yield run_path / "home"


@pytest.fixture(scope="session", autouse=True)
def one_core() -> Iterator[None]:
    """A single core for commands: where a test doesn't ask for more processes, none is started beside pytest's own."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "sched_getaffinity", lambda _: {0}, raising=False)
        yield


@pytest.fixture(scope="session", autouse=True)
def known_parses() -> Iterator[KnownParses]:
    """What the parser's network found of each turn so far: conversations of many tests begin with the same turns.

    It follows from the turn and the slots alone; working them out takes most of the time of a reply.
    """
    from wayframe.reader.network import Array, Choice, Network, TurnInput

    known: KnownParses = WeakKeyDictionary()
    work_out = Network.parses

    def parses(network: Network, turn: TurnInput, slots: Array, most: int) -> list[list[Choice]]:
        asked = (repr(turn), slots.tobytes(), most)
        of_network = known.setdefault(network, {})
        if asked not in of_network:
            of_network[asked] = work_out(network, turn, slots, most)
        return list(of_network[asked])

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Network, "parses", parses)
        yield known


@pytest.fixture(scope="session")
def frames_path(run_path: Path) -> Path:
    """The Frames release, or the part of it that is at hand; unpacked, as many read it."""
    from wayframe.files import reading, replacing

    source = os.environ.get("WAYFRAME_FRAMES")
    if not source:
        pytest.skip("WAYFRAME_FRAMES is not set: it names the Frames release, which can't be shipped")
    path = run_path / "release.json"
    if not path.exists():
        with reading(source) as packed, replacing(path) as beside, open(beside, "xb") as unpacked:
            shutil.copyfileobj(packed, unpacked)
    return path


@pytest.fixture(scope="session")
def frames_part_path(frames_path: Path, run_path: Path) -> Path:
    """Every fifth dialogue of it: for what takes its time over each."""
    from wayframe import corpus

    path = run_path / "part.json"
    if not path.exists():
        corpus.write(path, corpus.read(frames_path)[::5])
    return path


@pytest.fixture(scope="module")
def ray() -> Iterator[Any]:
    """Ray, started once for a module's tests.

    It gives up on its own start after 30 seconds, which a busy machine exceeds: then it is started again.
    """
    ray = pytest.importorskip("ray", reason="ray is not installed: pip install 'wayframe[ray]'")
    for last in (False, False, False, True):
        try:
            ray.init(num_cpus=2, include_dashboard=False, logging_level=logging.ERROR, log_to_driver=False)
            break
        except Exception:
            ray.shutdown()
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # processes of the start that failed, of which nobody takes leave
                gc.collect()
            if last:
                raise
    yield ray
    ray.shutdown()


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
def trips_agent(catalogue_path: Path) -> Iterator["Agent"]:
    """An agent over the small catalogue, with which any number of tests may talk."""
    from wayframe.catalogues import agent_over
    from wayframe.packages import Catalogue

    with Catalogue(catalogue_path) as opened:
        yield agent_over(opened)


@pytest.fixture(scope="session")
def world_path(home_path: Path) -> Path:
    """The whole default catalogue, as it is made on first use."""
    from wayframe.packages import default_catalogue, default_path

    default_catalogue().close()
    return default_path()
