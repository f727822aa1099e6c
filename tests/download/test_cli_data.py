import json
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from download_server import Server, file, status, zipped
from wayframe.cli import data
from wayframe.download import FRAMES, SOURCES
from wayframe.errors import InputError

CORPUS = b"[]"
ARCHIVE = zipped(frames=CORPUS)


@pytest.fixture(autouse=True)
def _ours(server: Server, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    server.script = [file(ARCHIVE)]
    monkeypatch.setitem(SOURCES, "frames", FRAMES._replace(url=server.url, content=None))
    monkeypatch.setenv("WAYFRAME_HOME", str(tmp_path / "home of mine"))


def run(*arguments: object, answer: str | None = None) -> Result:
    result = CliRunner().invoke(data.app, [str(argument) for argument in arguments], input=answer)
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


def test_help_shows_an_example() -> None:
    assert "Example: wayframe data get frames" in run("get", "--help").stdout


def test_without_the_licence_accepted_nothing_is_fetched(server: Server) -> None:
    with pytest.raises(InputError, match=r"frames: its licence has to be accepted first .*--accept-licence"):
        run("get", "frames")
    assert not server.asked


def test_the_licence_is_shown_and_the_corpus_lies_where_it_says(tmp_path: Path) -> None:
    done = run("get", "frames", "--accept-licence")
    assert "non-commercial" in done.stderr
    path = tmp_path / "home of mine" / "data" / "frames" / "frames.json"
    assert path.read_bytes() == CORPUS
    assert done.stdout == f"Fetched and checked: {path}\nexport WAYFRAME_FRAMES='{path}'\n"


def test_json_is_one_object(tmp_path: Path) -> None:
    done = run("get", "frames", "--accept-licence", "-o", tmp_path / "here", "--json")
    assert done.stdout.count("\n") == 1
    found = json.loads(done.stdout)
    assert found["path"] == str(tmp_path / "here" / "frames.json")
    assert found["variable"] == "WAYFRAME_FRAMES"
    assert found["fetched"] is True
    assert found["files"]["frames.json"]["size"] == 2
    again = json.loads(run("get", "frames", "--accept-licence", "-o", tmp_path / "here", "--json").stdout)
    assert again == found | {"fetched": False}


@pytest.mark.parametrize(("answer", "code"), [("y\n", 0), ("n\n", 1)])
def test_at_a_terminal_it_asks(server: Server, monkeypatch: pytest.MonkeyPatch, answer: str, code: int) -> None:
    monkeypatch.setattr(data, "_at_terminal", lambda: True)
    done = run("get", "frames", answer=answer)
    assert done.exit_code == code
    assert len(server.asked) == (code == 0)
    assert ("Nothing was fetched." in done.stderr) == (code == 1)


def test_another_address_is_taken(server: Server) -> None:
    server.script = [status(404)]
    with pytest.raises(InputError, match=r"/elsewhere\.zip: answers 404"):
        run("get", "frames", "--accept-licence", "--url", server.url.replace("corpus", "elsewhere"))


def test_the_client_is_not_loaded_by_the_help() -> None:
    import subprocess

    code = "import sys, wayframe.cli.data; print('urllib3' in sys.modules or 'rich.progress' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"
