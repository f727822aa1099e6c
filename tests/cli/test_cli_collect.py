"""`wayframe collect init` and `serve`."""

import json
from pathlib import Path

import pytest

pytest.importorskip("fastapi")
pytest.importorskip("itsdangerous")

from commanding import Done, wayframe
from wayframe.cli.collect import ServedStudy, served_app
from wayframe.collection.study import SlackSettings, init, read
from wayframe.errors import InputError
from wayframe.extras import needing


def run(*arguments: str) -> Done:
    return wayframe("collect", *arguments)


def study_with(folder: Path, catalogue: Path, more: str = "") -> Path:
    """A study over the small catalogue, with more at the end of its settings."""
    settings = init(folder)
    text = settings.read_text("utf-8").replace('catalogue = "default"', f'catalogue = "{catalogue}"')
    settings.write_text(f"{text}\n{more}", "utf-8")
    return folder


def test_a_missing_library_is_one_line_with_its_command() -> None:
    with (
        pytest.raises(InputError, match=r"^wayframe collect needs sqlalchemy: .*pip install .*\[collect\]'$"),
        needing("wayframe collect needs", "collect"),
    ):
        raise ModuleNotFoundError("No module named 'sqlalchemy'", name="sqlalchemy")


def test_a_study_is_made_once_with_a_name(tmp_path: Path) -> None:
    made = run("init", str(tmp_path / "pilot"), "--name", "A “first” try")
    assert made.returncode == 0
    assert "wayframe collect serve" in made.stdout
    assert read(tmp_path / "pilot").name == "A “first” try"
    other = run("init", str(tmp_path / "other"), "--json")
    assert json.loads(other.stdout) == {"study": str(tmp_path / "other" / "study.toml")}
    again = run("init", str(tmp_path / "pilot"))
    assert again.returncode == 2
    assert again.stderr.startswith("wayframe: ")
    assert "is there already" in again.stderr


@pytest.mark.parametrize(
    ("more", "arguments", "complaint"),
    [
        ("", ("--workers", "2"), "--workers 2: several processes need a PostgreSQL database"),
        ('[[questions]]\nname = "rating"\nside = "user"\ntext = "?"', (), "questions: name: expected"),
        ("[slack]\n", (), "SLACK_BOT_TOKEN: is not set"),
        ("nonsense = 1", (), "study.toml: "),
    ],
)
def test_what_is_wrong_with_a_study_is_said_in_a_line(
    more: str, arguments: tuple[str, ...], complaint: str, tmp_path: Path, catalogue_path: Path
) -> None:
    if "[slack]" in more:
        pytest.importorskip("slack_bolt")
    told = run("serve", str(study_with(tmp_path, catalogue_path, more)), *arguments)
    assert told.returncode == 2
    assert complaint in told.stderr
    assert len(told.stderr.splitlines()) == 1


def test_a_folder_without_a_study_says_how_to_make_one(tmp_path: Path) -> None:
    told = run("serve", str(tmp_path))
    assert told.returncode == 2
    assert f"make one with wayframe collect init {tmp_path}" in told.stderr


def test_a_study_with_a_bot_is_served_with_it(
    tmp_path: Path, catalogue_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("slack_bolt")
    folder = study_with(tmp_path, catalogue_path, '[slack]\nmode = "http"')
    assert read(folder).slack == SlackSettings("http")
    monkeypatch.setenv("SLACK_BOT_TOKEN", "xoxb-1")
    monkeypatch.delenv("SLACK_SIGNING_SECRET", raising=False)
    monkeypatch.setenv("WAYFRAME_COLLECTING", "")  # so that it is taken away in the end
    ServedStudy(str(folder), "https://study.example.org").announce()
    with pytest.raises(InputError, match="SLACK_SIGNING_SECRET"):
        served_app()
    monkeypatch.setenv("SLACK_SIGNING_SECRET", "secret")
    assert "/slack/events" in {getattr(route, "path", "") for route in served_app().router.routes}
