"""Models in files are never tested on what they were trained on, by no command."""

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from small_corpus import Said, dialogue, written
from wayframe.cli.main import command_line
from wayframe.errors import InputError
from wayframe.nlu import storage
from wayframe.packages import Catalogue

pytestmark = pytest.mark.long

USERS = ("U21RP4FCY", "U22K1SX9N", "U231PNNA3")  # folds 2, 4 and 5
CITIES = ("Oslo", "Bern", "Lima", "Cairo", "Paris", "Tokyo")


def trip(number: int) -> tuple[Said, ...]:
    one, two = CITIES[number % 6], CITIES[(number + 1) % 6]
    return (
        Said(f"Trip {number} to {one} please", f"inform(dst_city={one})"),
        Said(f"Hotel {one} for 900", f"offer(name=Hotel {one}, price=900, id=2)"),
        Said(f"Or {two}?", f"inform(dst_city={two})", 3),
        Said(f"Hotel {two} for 800", f"offer(name=Hotel {two}, price=800, id=4)", 3),
        Said("the first one", "switch_frame(ref=[2])", 2),
    )


ALL = [dialogue(f"trip-{number}", USERS[number % 3], trip(number)) for number in range(30)]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return written(tmp_path / "three.json", *ALL)


@pytest.fixture(autouse=True)
def small_catalogue(catalogue_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    command_line()  # so that no command is imported with what stands in
    monkeypatch.setattr("wayframe.cli.options.opened", lambda: Catalogue(catalogue_path))


def wayframe(*options: object) -> Result:
    return CliRunner().invoke(command_line(), [str(option) for option in options], catch_exceptions=False)


@pytest.fixture
def tracker(tmp_path: Path) -> Path:
    """A tracker trained on the first two users."""
    pytest.importorskip("lightgbm", reason="the extra `learned` is not installed")
    file = written(tmp_path / "two.json", *(each for each in ALL if each.user_id != USERS[2]))
    assert wayframe("track", "train", file, "-o", tmp_path / "tracker.json").exit_code == 0
    return tmp_path / "tracker.json"


@pytest.fixture
def tagger(tmp_path: Path) -> Path:
    """A tagger trained on the first two users."""
    file = written(tmp_path / "two.json", *(each for each in ALL if each.user_id != USERS[2]))
    assert wayframe("nlu", "train", file, "-o", tmp_path / "tagger.json").exit_code == 0
    return tmp_path / "tagger.json"


SEEN_BY_TRACKER = "tracker.json: was trained on "
SEEN_BY_TAGGER = "tagger.json: was trained on "


@pytest.mark.parametrize(
    "options",
    [
        ["track", "evaluate"],
        ["track", "evaluate", "--folds", "2,5"],
        ["track", "evaluate", "--test-on", USERS[0]],
        ["track", "errors", "-o", "page.html"],
        ["track", "predict", "-o", "predictions.json"],
        ["replay"],
    ],
)
def test_a_tracker_is_not_tested_on_what_it_has_seen(path: Path, tracker: Path, options: list[str]) -> None:
    with pytest.raises(InputError, match=SEEN_BY_TRACKER):
        wayframe(*_placed(options, path.with_name("out")), path, "--tracker", tracker)
    assert not list(path.parent.glob("out*"))


def _placed(options: list[str], where: Path) -> list[str]:
    """The options with the files to write beside the corpus."""
    return [f"{where}-{option}" if option.endswith((".html", ".json")) else option for option in options]


@pytest.mark.parametrize(
    "options", [["nlu", "evaluate"], ["nlu", "evaluate", "--folds", "2,5"], ["nlu", "errors", "-o", "page.html"]]
)
def test_a_tagger_is_not_tested_on_what_it_has_seen(path: Path, tagger: Path, options: list[str]) -> None:
    with pytest.raises(InputError, match=SEEN_BY_TAGGER):
        wayframe(*_placed(options, path.with_name("out")), path, "--model", tagger)
    assert not list(path.parent.glob("out*"))


def test_neither_are_both_together(path: Path, tagger: Path) -> None:
    with pytest.raises(InputError, match=SEEN_BY_TAGGER):
        wayframe("track", "evaluate", path, "--nlu", tagger)


def test_the_protocol_says_who_trained_the_tracker(path: Path, tracker: Path) -> None:
    options = ["track", "evaluate", path, "--tracker", tracker, "--folds", "5", "--jobs", "1"]
    found: Any = json.loads(wayframe(*options, "--json").stdout)["protocol"]
    assert found["folds"]["5"] == {"train": list(USERS[:2]), "train_baselines": {"random": list(USERS[:2])},
                                   "test": [USERS[2]]}  # fmt: skip
    assert found["model"]["trained_on"] == {"dialogues": 20, "users": list(USERS[:2])}
    assert found["model"]["sha256"] == _sha256(tracker)
    assert "trained on 20 dialogues, none of those tested among them" in wayframe(*options).stdout


def test_the_protocol_says_who_trained_the_tagger(path: Path, tagger: Path) -> None:
    options = ["nlu", "evaluate", path, "--model", tagger, "--folds", "5", "--jobs", "1"]
    found: Any = json.loads(wayframe(*options, "--json").stdout)["protocol"]
    assert found["folds"]["5"] == {"train": list(USERS[:2]), "test": [USERS[2]]}
    assert found["model"]["trained_on"]["dialogues"] == 20
    together = ["track", "evaluate", path, "--nlu", tagger, "--folds", "5", "--jobs", "1", "--no-baselines"]
    joint: Any = json.loads(wayframe(*together, "--json").stdout)["joint"]
    assert joint["nlu_train"] == {"5": list(USERS[:2])}
    assert joint["nlu_model"]["sha256"] == _sha256(tagger)
    assert "none of those tested among them" in wayframe(*together).stdout


def test_other_dialogues_of_a_user_are_unseen_but_said_to_be_of_somebody_known(tmp_path: Path, tagger: Path) -> None:
    new = written(tmp_path / "new.json", *(dialogue(f"new-{n}", USERS[0], trip(n + 50)) for n in range(3)))
    shown = wayframe("nlu", "evaluate", new, "--model", tagger, "--jobs", "1").stdout
    assert f"trained on 20 dialogues, among them other dialogues of {USERS[0]}" in shown


def _sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def test_comparisons_name_the_models(path: Path, tracker: Path) -> None:
    rules, mine = path.with_name("rules.json"), path.with_name("mine.json")
    for output, name in ((rules, "rules"), (mine, str(tracker))):
        options = ["track", "evaluate", path, "--tracker", name, "--test-on", USERS[2], "--jobs", "1", "--no-baselines"]
        output.write_text(wayframe(*options, "--json").stdout)
    assert "B: tracker.json" in wayframe("track", "compare", rules, mine, "--samples", "100").stdout
    found: Any = json.loads(wayframe("track", "compare", rules, mine, "--samples", "100", "--json").stdout)
    assert [each and each["trained_on"]["dialogues"] for each in found["models"]] == [None, 20]


def test_reading_what_taught_a_tagger_is_allowed_and_said(path: Path, tagger: Path) -> None:
    done = wayframe("nlu", "predict", path, "--model", tagger, "-o", path.with_name("said.json"))
    assert done.exit_code == 0
    assert "tagger.json: was trained on 20 of these dialogues" in done.stderr


def test_validation_dialogues_have_been_seen_too() -> None:
    training = storage.trained_on(ALL[:4], "user", 0, ALL[4:6])
    assert training.dialogues == 4
    assert all(map(training.training.recogniser(), ALL[:6]))
