import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from conversion_samples import written
from wayframe.cli.corpus import app
from wayframe.errors import InputError


def run(*arguments: object) -> str:
    """What the command prints on stdout; its InputError is raised, as `main` gets it."""
    result = CliRunner().invoke(app, ["convert", *map(str, arguments)])
    if isinstance(result.exception, InputError):
        raise result.exception
    assert result.exit_code == 0, result.output
    return result.stdout


def test_help_shows_an_example_and_the_formats() -> None:
    printed = run("--help")
    assert "Example: wayframe corpus convert" in printed
    assert all(name in printed for name in ("jsonl", "json", "huggingface", "convlab", "rasa", "spacy"))


def test_says_what_was_written_and_what_was_not(tmp_path: Path) -> None:
    path, output = written(tmp_path), tmp_path / "nlu.yml"
    printed = run(path, "--to", "rasa", "-o", output)
    assert printed.splitlines()[0] == f"{path} to {output}, Rasa"
    assert [" ".join(line.split()) for line in printed.splitlines()[1:]] == [
        "dialogues 2", "turns 4", "examples 3", "intents 3", "entities 4", "not located 1 (intent 1)",
        "brackets replaced 2",
    ]  # fmt: skip
    assert output.read_text(encoding="utf-8").startswith('version: "3.1"\n')


@pytest.mark.parametrize(
    ("to", "name"),
    [("jsonl", "c.jsonl"), ("json", "c.json"), ("convlab", "trips"), ("rasa", "nlu.yml")],
)
def test_prints_one_json_object(tmp_path: Path, to: str, name: str) -> None:
    path, output = written(tmp_path), tmp_path / name
    printed = run(path, "--to", to, "-o", output, "--json")
    assert printed.count("\n") == 1
    report = json.loads(printed)
    assert report["file"] == str(path)
    assert (report["to"], report["output"], report["turns"]) == (to, str(output), 4)
    assert output.exists()


def test_the_test_fold_is_convlabs(tmp_path: Path) -> None:
    path = written(tmp_path)
    report = json.loads(run(path, "--to", "convlab", "-o", tmp_path / "trips", "--test-fold", 1, "--json"))
    assert report["splits"]["test"] == 1
    with pytest.raises(InputError, match="--test-fold goes with --to convlab"):
        run(path, "--to", "rasa", "-o", tmp_path / "nlu.yml", "--test-fold", 1)


def test_an_unknown_format_is_named(tmp_path: Path) -> None:
    result = CliRunner().invoke(app, ["convert", str(written(tmp_path)), "--to", "xml", "-o", str(tmp_path / "x")])
    assert result.exit_code == 2
    assert "xml" in result.output
