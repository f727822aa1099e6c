"""The quarter of an hour of docs/collect.md: its commands, as they stand there, with a conversation in between."""

import re
import shlex
from pathlib import Path

import pytest
from typer.testing import CliRunner

pytest.importorskip("fastapi")
pytest.importorskip("itsdangerous")

from studies import paired
from wayframe.cli.main import app
from wayframe.collection.collection import opened
from wayframe.collection.study import read
from wayframe.packages import Query

PAGE = Path(__file__).parents[3] / "docs" / "collect.md"


def commands() -> list[list[str]]:
    """The commands of the first part, without `wayframe` itself."""
    part = PAGE.read_text("utf-8").partition("\n## For a team")[0]
    return [shlex.split(line) for line in re.findall(r"^    wayframe (.*)$", part, re.MULTILINE)]


def talked(folder: Path, catalogue: Path) -> None:
    """Two people talk in the study, over the small catalogue."""
    settings = folder / "study.toml"
    text = settings.read_text("utf-8").replace('catalogue = "default"', f'catalogue = "{catalogue}"')
    settings.write_text(text, "utf-8")
    study = opened(read(folder))
    user, wizard, number = paired(study)
    study.rooms.say(user, number, "Hello! From Montreal to Tokyo, please. Write to me@example.org.")
    found = study.rooms.search(wizard, number, Query(or_city="Montreal", dst_city="Tokyo"))
    study.rooms.say(wizard, number, f"There is {found.results[0].hotel.name}.")
    study.rooms.end(user, number)
    study.rooms.answer(user, number, {"rating": 5, "comment": None})
    study.rooms.answer(wizard, number, {"fulfilled": True, "comment": None})
    study.close()


def test_the_commands_lead_to_a_corpus(tmp_path: Path, catalogue_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    told = dict[str, str]()
    for command in commands():
        if command[:2] == ["collect", "serve"]:
            talked(tmp_path / command[2], catalogue_path)  # tests/web/collect/test_collect_browser.py serves
            continue
        done = CliRunner().invoke(app, command)
        assert done.exit_code == 0, done.output
        told[" ".join(command)] = done.stdout
    assert "ended 1" in told["collect status pilot"]
    assert "me@example.org" in told["collect export pilot --preview"]
    made = tmp_path / "pilot-corpus"
    assert {"frames.json", "README.md", "report.html"} <= {each.name for each in made.iterdir()}
    assert "me@example.org" not in (made / "frames.json").read_text("utf-8")
