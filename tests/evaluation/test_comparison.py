import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from small_corpus import dialogue, written
from wayframe.cli.track import app
from wayframe.errors import InputError
from wayframe.evaluation.comparison import compare

USERS = ("U21RP4FCY", "U22K1SX9N")


def evaluated(file: Path, tracker: str) -> Path:
    result = CliRunner().invoke(
        app, ["evaluate", str(file), "--tracker", tracker, "--no-baselines", "--json"], catch_exceptions=False
    )
    output = file.with_name(f"{tracker}.json")
    output.write_text(result.stdout)
    return output


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return written(tmp_path / "some.json", *(dialogue(f"trip-{n}", USERS[n % 2]) for n in range(10)))


def test_the_better_one_is_better_in_every_sample(file: Path) -> None:
    found = compare(evaluated(file, "previous"), evaluated(file, "oracle"), samples=200, seed=0)
    slots = found["slots"]
    assert (slots.first, slots.second) == (40, 100)
    assert (slots.difference, slots.low, slots.high) == (60, 60, 60)
    assert slots.p == pytest.approx(2 / 201)


def test_nothing_is_better_than_itself(file: Path) -> None:
    rules = evaluated(file, "rules")
    assert {each.p for each in compare(rules, rules, samples=200, seed=0).values()} == {1.0}


def test_the_same_seed_draws_the_same(file: Path) -> None:
    files = evaluated(file, "random"), evaluated(file, "rules")
    assert compare(*files, samples=100, seed=1) == compare(*files, samples=100, seed=1)


def test_the_command_prints_a_table_or_json(file: Path) -> None:
    files = [str(evaluated(file, name)) for name in ("previous", "oracle")]
    assert "+60.00 to +60.00" in CliRunner().invoke(app, ["compare", *files]).stdout
    found: Any = json.loads(CliRunner().invoke(app, ["compare", *files, "--json"]).stdout)
    assert found["measures"]["slots"]["difference"] == 60


def test_what_cannot_be_compared_is_one_line(file: Path, tmp_path: Path) -> None:
    rules = evaluated(file, "rules")
    with pytest.raises(InputError, match=r"some\.json: expected what 'wayframe track evaluate --json' prints: "):
        compare(rules, file, samples=100, seed=0)
    data = json.loads(rules.read_bytes())
    data["dialogues"].pop("trip-3")
    (tmp_path / "fewer.json").write_text(json.dumps(data))
    with pytest.raises(InputError, match=r"fewer\.json: expected the dialogues of .*'trip-3' is only in one of them"):
        compare(rules, tmp_path / "fewer.json", samples=100, seed=0)
    data["protocol"]["sha256"] = "another"
    (tmp_path / "another.json").write_text(json.dumps(data))
    with pytest.raises(InputError, match=r"another\.json: expected an evaluation on the file"):
        compare(rules, tmp_path / "another.json", samples=100, seed=0)


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--folds", "3"], "some.json: fold 3: not there; present: 2, 4"),
        (["--folds", "2,x"], "--folds: expected numbers with commas between, found '2,x'"),
        (["--test-on", "U1"], "user 'U1': has no dialogue there"),
        (["--test-on", ","], "--test-on: expected words with commas between, found ','"),
        (["--tracker", "best"], "tracker: expected one of rules"),
        (["--tracker", "oracle", "--free-running"], "oracle: expected a tracker"),
    ],
)
def test_an_evaluation_that_cannot_be_is_one_line(file: Path, arguments: list[str], complaint: str) -> None:
    result = CliRunner().invoke(app, ["evaluate", str(file), *arguments])
    assert isinstance(result.exception, InputError)
    assert complaint in str(result.exception)


def test_the_table_has_all_rows_on_a_narrow_terminal(file: Path) -> None:
    result = CliRunner().invoke(app, ["evaluate", str(file), "--free-running"], env={"COLUMNS": "80"})
    assert result.exit_code == 0
    assert "…" not in result.stdout
    assert result.stdout.count("\nrules ") == 4


def test_predictions_are_scored_as_they_are_written(file: Path, tmp_path: Path) -> None:
    output = tmp_path / "predictions.json"
    printed = CliRunner().invoke(app, ["predict", str(file), "-o", str(output), "--tracker", "random", "--fold", "4"])
    assert printed.stdout == f"{output}: 5 dialogues\n"
    assert CliRunner().invoke(app, ["score", str(file), str(output), "--fold", "4"]).exit_code == 0


def test_a_damaged_corpus_is_named(file: Path) -> None:
    file.write_text(file.read_text().replace('"frame_parent_id":null', '"frame_parent_id":"none"'))
    predictions = str(file.with_name("predictions.json"))
    for arguments in (["evaluate", str(file)], ["predict", str(file), "-o", predictions]):
        result = CliRunner().invoke(app, arguments)
        assert isinstance(result.exception, InputError)
        assert str(result.exception).startswith(f"{file}: dialogue 'trip-0'")
