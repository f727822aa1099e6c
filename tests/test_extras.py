import json
import re
import shlex
import sys
from email.message import Message
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

import pytest

from wayframe import extras
from wayframe.errors import InputError

REQUIRES = [
    "rich>=15",
    'fastapi>=0.165; extra == "web"',
    "uvicorn>=0.50 ; extra == 'web'",
    'psycopg[binary]>=3.3; extra == "postgres"',
    'nltk>=3.9; extra == "collect"',
    'wayframe[web]; extra == "collect"',
]


class Installed(Distribution):
    """Wayframe as pip has noted that it was installed."""

    def __init__(self, origin: dict[str, object] | None) -> None:
        self.origin = origin

    def read_text(self, filename: str) -> str | None:
        if filename == "METADATA":
            message = Message()
            for requirement in REQUIRES:
                message["Requires-Dist"] = requirement
            return str(message)
        return json.dumps(self.origin) if self.origin and filename == "direct_url.json" else None

    def locate_file(self, path: object) -> Path:
        raise NotImplementedError


def installed(monkeypatch: pytest.MonkeyPatch, origin: dict[str, object] | None) -> None:
    monkeypatch.setattr("importlib.metadata.distribution", lambda name: Installed(origin))
    monkeypatch.setattr(extras, "find_spec", lambda name: object())


def arguments(extra: str) -> list[str]:
    """What pip is to install."""
    command = shlex.split(extras.install(extra))
    assert command[:4] == [sys.executable, "-m", "pip", "install"]
    return command[4:]


@pytest.mark.parametrize(("editable", "option"), [(True, ["-e"]), (False, [])])
def test_an_extra_comes_from_the_checkout_that_wayframe_came_from(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, editable: bool, option: list[str]
) -> None:
    checkout = tmp_path / "my checkout"
    checkout.mkdir()
    (checkout / "pyproject.toml").touch()
    installed(monkeypatch, {"url": checkout.as_uri(), "dir_info": {"editable": editable}})
    assert arguments("web") == [*option, f"{checkout}[web]"]


def test_where_the_checkout_is_gone_the_packages_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    installed(monkeypatch, {"url": (tmp_path / "gone").as_uri(), "dir_info": {}})
    assert arguments("collect") == ["nltk>=3.9", "fastapi>=0.165", "uvicorn>=0.50"]


@pytest.mark.parametrize(
    "origin", [None, {"url": "https://example.org/w.tar.gz", "archive_info": {}}], ids=["wheel by name", "archive"]
)
def test_without_a_checkout_the_packages_are_named(
    monkeypatch: pytest.MonkeyPatch, origin: dict[str, object] | None
) -> None:
    installed(monkeypatch, origin)
    assert arguments("postgres") == ["psycopg[binary]>=3.3"]


def test_where_wayframe_is_only_on_the_path_its_own_name_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    def absent(name: str) -> Distribution:
        raise PackageNotFoundError(name)

    monkeypatch.setattr("importlib.metadata.distribution", absent)
    assert shlex.split(extras.install("web"))[-1] == "wayframe[web]"


def test_an_environment_without_pip_is_filled_by_uv(monkeypatch: pytest.MonkeyPatch) -> None:
    installed(monkeypatch, None)
    monkeypatch.setattr(extras, "find_spec", lambda name: None)
    assert extras.install("postgres") == f"uv pip install --python {sys.executable} 'psycopg[binary]>=3.3'"


def test_the_error_is_one_line() -> None:
    error = extras.missing("contexts need numpy", "air")
    assert isinstance(error, InputError)
    assert str(error) == f"contexts need numpy: {extras.install('air')}"


def test_every_extra_that_is_named_in_the_program_is_one_of_the_package() -> None:
    provided = set(distribution("wayframe").metadata.get_all("Provides-Extra") or ())
    house = Path(extras.__file__).parent
    named = {
        extra
        for path in house.rglob("*.py")
        for extra in re.findall(r'(?:missing|needing)\((?:f?"[^"]*"), "(\w+)"\)', path.read_text("utf-8"))
    }
    assert {"air", "web", "collect", "tables", "slack"} <= named <= provided


def test_what_needs_a_library_that_is_not_there_says_so() -> None:
    with pytest.raises(InputError, match=r"^contexts need numbersmith: "), extras.needing("contexts need", "air"):
        import numbersmith  # type: ignore[import-not-found]  # noqa: F401


def test_a_module_of_our_own_that_is_not_there_is_a_fault() -> None:
    with pytest.raises(ModuleNotFoundError), extras.needing("contexts need", "air"):
        import wayframe.nowhere  # type: ignore[import-not-found]  # noqa: F401
