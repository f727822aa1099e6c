from __future__ import annotations

import json
from pathlib import Path

import pytest
from msgspec.structs import replace
from typer.testing import CliRunner, Result

from small_corpus import Said, dialogue, written
from wayframe import corpus
from wayframe.cli.nlu import app
from wayframe.dialogue import Dialogue
from wayframe.errors import InputError
from wayframe.packages import Catalogue
from wayframe.scoring import READING_MEASURES

USERS = ("U21RP4FCY", "U22K1SX9N", "U231PNNA3")  # folds 2, 4 and 5


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return written(tmp_path / "three.json", *(dialogue(f"trip-{user}", user) for user in USERS))


@pytest.fixture(autouse=True)
def small_catalogue(catalogue_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("wayframe.cli.options.opened", lambda: Catalogue(catalogue_path))


def nlu(*options: str | Path) -> Result:
    return CliRunner().invoke(app, [str(option) for option in options], catch_exceptions=False)


def test_evaluate_prints_one_object_or_a_table(path: Path) -> None:
    found = json.loads(nlu("evaluate", path, "--folds", "2,4", "--jobs", "1", "--json").stdout)
    assert list(found)[:5] == ["model", "protocol", "folds", "mean", "std"]
    assert (list(found["folds"]), list(found["mean"])) == (["2", "4"], list(READING_MEASURES))
    shown = nlu("evaluate", path, "--author", "both", "--jobs", "1").stdout
    assert "turns of: both" in shown
    assert "matched: " in shown


@pytest.mark.long
def test_noisy_copies_stand_beside_the_clean_turns(path: Path) -> None:
    options: list[str | Path] = ["evaluate", path, "--noise", "default", "--seed", "3", "--json", "--jobs"]
    found, again = (json.loads(nlu(*options, jobs).stdout) for jobs in ("1", "3"))
    assert found == again
    noise, clean = found["noise"], json.loads(nlu("evaluate", path, "--jobs", "1", "--json").stdout)
    assert found["mean"] == clean["mean"]
    assert (noise["rates"]["typos"], set(noise["lost"])) == (0.05, set(READING_MEASURES))
    assert "with noise" in nlu("evaluate", path, "--noise", "typos=1", "--jobs", "1").stdout


def test_predicted_acts_stand_in_place_of_the_labels(path: Path, tmp_path: Path) -> None:
    assert "3 dialogues" in nlu("predict", path, "-o", tmp_path / "said.jsonl").stdout
    said, labelled = corpus.read(tmp_path / "said.jsonl")[0], corpus.read(path)[0]
    assert [turn.text for turn in said.turns] == [turn.text for turn in labelled.turns]
    assert said.turns[1] == labelled.turns[1]
    assert said.turns[0].acts == said.turns[0].labels.acts_without_refs != labelled.turns[0].acts
    assert {act.name for act in said.turns[6].acts} == {"thankyou"}


def test_a_wizards_turns_are_read_too(path: Path, tmp_path: Path) -> None:
    nlu("predict", path, "-o", tmp_path / "said.json", "--author", "wizard")
    said, labelled = corpus.read(tmp_path / "said.json")[0], corpus.read(path)[0]
    assert said.turns[0] == labelled.turns[0]
    assert said.turns[1].acts != labelled.turns[1].acts


MARKUP = (
    Said("From Oslo to Bern <b>please</b>", "inform(or_city=Oslo); inform(dst_city=Bern <b)"),
    Said("Hotel Aare for 900?", "offer(name=Aare, price=$900, id=2)"),
    Said("Zu teuer", "negate(); inform(budget=Zu)", 2),
)


def test_errors_are_a_page_with_the_turns_escaped(tmp_path: Path) -> None:
    path, page = written(tmp_path / "one.json", dialogue("<1>", USERS[0], MARKUP)), tmp_path / "errors.html"
    found = json.loads(nlu("errors", path, "-o", page, "--jobs", "1", "--json").stdout)
    kinds = {(each["kind"], each["labelled"], each["read_as"]): each["count"] for each in found["confusions"]}
    assert (found["turns"], kinds["slot", "budget", "nothing"]) == (2, 1)
    assert kinds["slot", "dst_city", "the same, other words"] == 1
    html = page.read_text("utf-8")
    assert "From Oslo to <mark>Bern &lt;b</mark>&gt;please&lt;/b&gt;" in html
    assert "<b>please" not in html
    assert "&lt;1&gt;, turn 0" in html


def test_errors_show_the_most_frequent_first_and_only_so_many(path: Path, tmp_path: Path) -> None:
    page = tmp_path / "errors.html"
    shown = nlu("errors", path, "-o", page, "--kinds", "1", "--examples", "2", "--jobs", "1").stdout
    counts = [int(line.split()[0]) for line in shown.splitlines()[:-1]]
    assert counts == sorted(counts, reverse=True)
    assert page.read_text("utf-8").count("<article>") == 2
    assert "The first 2 of 3." in page.read_text("utf-8")


@pytest.mark.long
def test_what_was_trained_is_used_by_its_file(path: Path, tmp_path: Path) -> None:
    pytest.importorskip("torch", reason="the paper's baseline needs torch")
    model = tmp_path / "model.json"
    assert "baseline, trained on 3 dialogues" in nlu("train", path, "--model", "baseline", "-o", model).stdout
    new = (Said("From Oslo to Bern", "inform(or_city=Oslo)"), Said("Hm", "greeting()"))
    other = written(tmp_path / "other.json", dialogue("new", USERS[0], new))
    found = json.loads(nlu("evaluate", other, "--model", model, "--jobs", "1", "--json").stdout)
    assert found["model"] == str(model)
    assert found["protocol"]["validation"] is None


def test_the_users_own_model_lies_where_it_is_found(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WAYFRAME_HOME", str(tmp_path / "home"))
    with pytest.raises(InputError, match="model trained: has to be trained first"):
        nlu("predict", path, "-o", tmp_path / "said.json", "--model", "trained")
    assert "trained on 3 dialogues" in nlu("train", path).stdout
    assert "3 dialogues" in nlu("predict", path, "-o", tmp_path / "said.json", "--model", "trained").stdout
    with pytest.raises(InputError, match="model baseline: expected --output with it"):
        nlu("train", path, "--model", "baseline")


def silent(name: str) -> Dialogue:
    return dialogue(name, said=[Said("Hi", "greeting()")])


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        (["evaluate", "--model", "oracle"], "model: expected one of rules"),
        (["evaluate", "--noise", "loud"], "--noise: expected default, a rate from 0 to 1"),
        (["evaluate", "--folds", "3"], r"three\.json: fold 3: not there"),
        (["predict", "-o", "out.json", "--model", "nowhere.json"], r"nowhere\.json: no such file"),
        (["train", "-o", "out.json", "--model", "rules"], "model: expected one of baseline"),
    ],
)
def test_bad_input_is_named(path: Path, options: list[str], complaint: str) -> None:
    with pytest.raises(InputError, match=complaint):
        nlu(options[0], path, *options[1:])


def test_a_file_without_turns(tmp_path: Path) -> None:
    path = written(tmp_path / "empty.json", replace(dialogue(user=USERS[0]), turns=()))
    with pytest.raises(InputError, match=r"empty\.json: expected turns, found none"):
        nlu("evaluate", path, "--author", "both", "--jobs", "1")
    with pytest.raises(InputError, match=r"empty\.json: expected turns of the user, found none"):
        nlu("errors", path, "-o", tmp_path / "page.html", "--jobs", "1")


def test_a_file_with_too_little_to_learn_from(tmp_path: Path) -> None:
    pytest.importorskip("torch", reason="the paper's baseline needs torch")
    path = written(tmp_path / "one.json", silent("a"))
    with pytest.raises(InputError, match=r"model baseline: .*one\.json: expected two dialogues or more to train on"):
        nlu("train", path, "-o", tmp_path / "m.json", "--model", "baseline")
