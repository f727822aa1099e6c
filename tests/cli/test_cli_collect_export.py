"""A whole study exported by the command line, and what the other commands make of it without another step."""

import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace
from typer.testing import CliRunner, Result

pytest.importorskip("sqlalchemy")
pytest.importorskip("itsdangerous")

from collected import annotate, filled, study_with, talked
from studies import collecting
from wayframe import corpus
from wayframe.cli.main import command_line
from wayframe.collection.annotation.labels import MarkedAct
from wayframe.collection.export.release import CollectedDialogue
from wayframe.databases import UnavailableError
from wayframe.errors import InputError
from wayframe.packages import Catalogue

pytestmark = pytest.mark.long

DIALOGUES = 24


def invoke(*arguments: object) -> Result:
    result = CliRunner().invoke(command_line(), list(map(str, arguments)))
    if isinstance(result.exception, InputError):
        raise result.exception
    return result


def run(*arguments: object) -> str:
    """What a command prints, which must be right."""
    result = invoke(*arguments)
    assert result.exit_code == 0, result.output
    return result.stdout


@pytest.fixture(scope="module")
def study(tmp_path_factory: pytest.TempPathFactory, catalogue_path: Path) -> Path:
    """The folder of a study with two dozen dialogues."""
    folder = tmp_path_factory.mktemp("collect") / "pilot"
    with Catalogue(catalogue_path) as catalogue:
        collection = filled(folder, catalogue, DIALOGUES)
        collection.storage.close()
    return folder


@pytest.fixture(scope="module")
def release(study: Path) -> Path:
    """Its corpus."""
    output = study.parent / "corpus"
    run("collect", "export", study, "-o", output)
    return output


@pytest.mark.parametrize("command", ["export", "status"])
def test_help_shows_an_example(command: str) -> None:
    assert f"Example: wayframe collect {command} pilot" in run("collect", command, "--help")


def test_the_corpus_passes_validation(release: Path) -> None:
    found = json.loads(run("corpus", "validate", release / "frames.json", "--json"))
    assert (found["dialogues"], found["errors"]) == (DIALOGUES, [])


def test_the_corpus_is_counted_and_replayed(release: Path) -> None:
    assert json.loads(run("corpus", "stats", release / "frames.json", "--json"))["dialogues"] == DIALOGUES
    assert json.loads(run("replay", release / "frames.json", "--json"))["dialogues"] == DIALOGUES


def test_the_corpus_trains_a_tracker(release: Path, tmp_path: Path) -> None:
    pytest.importorskip("lightgbm")
    dialogues = corpus.read(release / "frames.json")
    corpus.write(tmp_path / "most.json", dialogues[2:])
    corpus.write(tmp_path / "some.json", dialogues[:2])
    printed = run("track", "train", tmp_path / "most.json", "-o", tmp_path / "tracker.json")
    assert f"trained on {DIALOGUES - 2} dialogues" in printed
    arguments = ("--tracker", tmp_path / "tracker.json", "-o", tmp_path / "predicted.json")
    run("track", "predict", tmp_path / "some.json", *arguments)


def test_the_corpus_trains_an_nlu(release: Path, tmp_path: Path) -> None:
    printed = run("nlu", "train", release / "frames.json", "-o", tmp_path / "nlu.json")
    assert f"trained on {DIALOGUES} dialogues" in printed
    arguments = ("--model", tmp_path / "nlu.json", "-o", tmp_path / "predicted.json")
    run("nlu", "predict", release / "frames.json", *arguments)


def test_the_folder_has_everything_and_its_figures_agree(study: Path, release: Path, tmp_path: Path) -> None:
    printed = json.loads(run("collect", "export", study, "-o", tmp_path / "again", "--json"))
    written = json.loads((release / "export.json").read_text(encoding="utf-8"))
    assert printed | written == printed
    assert printed["review"] == str(study / "review.csv")
    assert written["conditions"] == {"human": 8, "assisted": 8, "agent": 8}
    assert written["replies"]["taken"] > 0
    report = (release / "report.html").read_text(encoding="utf-8")
    for heading in (
        "The dialogues of Pilot",
        "Differences between conditions",
        "Fulfilled for wizard, %",
        "Table 2: frame creation and switching",
    ):
        assert heading in report
    names = sorted(each.name for each in release.iterdir())
    assert names == ["README.md", "dialogues.csv", "export.json", "frames.json", "report.html", "tasks.json"]
    for name in names:
        assert (tmp_path / "again" / name).read_bytes() == (release / name).read_bytes(), name


def test_the_preview_shows_and_writes_nothing(study: Path, tmp_path: Path) -> None:
    before = sorted(os.listdir(study))
    printed = run("collect", "export", study, "--preview")
    assert "talk 1, user's comment: email jo@example.com becomes EMAIL-" in printed
    assert printed.splitlines()[-1] == "1 place; nothing was written"
    (place,) = json.loads(run("collect", "export", study, "--preview", "--json"))["places"]
    assert (place["talk"], place["kind"], place["found"]) == (1, "email", "jo@example.com")
    assert sorted(os.listdir(study)) == before


def test_names_that_were_found_by_reading_are_replaced(study: Path, tmp_path: Path) -> None:
    names = tmp_path / "names.txt"
    names.write_text("\nWrite\nNobody Atall\n", encoding="utf-8")
    places = json.loads(run("collect", "export", study, "--preview", "--names", names, "--json"))["places"]
    assert [(each["kind"], each["found"]) for each in places] == [("person", "Write"), ("email", "jo@example.com")]
    names.write_bytes(b"\xff\xfe")
    with pytest.raises(InputError, match=r"names\.txt: expected UTF-8"):
        run("collect", "export", study, "--preview", "--names", names)


def test_an_export_has_a_folder_of_its_own(tmp_path: Path, catalogue: Catalogue) -> None:
    folder, output = tmp_path / "pilot", tmp_path / "thesis"
    study_with(folder, catalogue)
    with collecting(folder, catalogue) as study:
        talked(study)
    output.mkdir()
    (output / "thesis.tex").write_text("mine")
    with pytest.raises(InputError, match="is no export"):
        run("collect", "export", folder, "-o", output)
    run("collect", "export", folder, "-o", output, "--force")
    assert (output / "thesis.tex").read_text() == "mine"
    with pytest.raises(InputError, match="is a study's folder"):
        run("collect", "export", folder, "-o", folder, "--force")


@pytest.mark.parametrize("options", [(), ("--preview", "-o", "x"), ("--preview", "--raw")])
def test_it_is_said_where_to_write_or_nothing_is_written(study: Path, options: tuple[str, ...]) -> None:
    with pytest.raises(InputError, match="expected --output DIR, or --preview alone"):
        run("collect", "export", study, *options)


def test_a_region_that_is_none_is_named(study: Path, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="region 'XX'"):
        run("collect", "export", study, "-o", tmp_path / "out", "--region", "XX")


def test_how_a_study_stands(study: Path) -> None:
    found = json.loads(run("collect", "status", study, "--json"))
    assert found["people"] == {"user": 7, "wizard": 2}
    assert (found["waiting"], found["talking"], found["dialogues"]) == (0, 0, {"ended": DIALOGUES})
    assert found["conditions"] == {condition: {"ended": 8} for condition in ("human", "assisted", "agent")}
    assert sum(found["templates"].values()) == DIALOGUES
    assert found["last_activity"].startswith("2016-08-12T")
    assert found["comparison"]["conditions"]["agent"]["rating"]["dialogues"] == 8
    assert found["comparison"]["conditions"]["agent"]["reached"]["dialogues"] == 0
    printed = run("collect", "status", study)
    assert "dialogues      ended 24" in printed
    assert "Differences between conditions" in printed


def test_a_folder_without_a_study_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"study\.toml: .*make one with wayframe collect init"):
        run("collect", "status", tmp_path)


def test_labels_that_are_wrong_are_left_out_with_a_word_and_a_code(tmp_path: Path, catalogue: Catalogue) -> None:
    folder = tmp_path / "pilot"
    study_with(folder, catalogue)
    with collecting(folder, catalogue) as study:
        talked(study)
        number = talked(study)[2]
        annotate(study, number, "annotator", lambda turn: replace(turn, acts=(MarkedAct("dance"),)))
    result = invoke("collect", "export", folder, "-o", tmp_path / "out")
    assert result.exit_code == 1
    assert f"left out: talk {number}: annotated labels: " in result.stdout
    assert "labels: 2 automatic" in result.stdout
    assert len(corpus.read(tmp_path / "out" / "frames.json")) == 2


def test_a_database_that_stops_answering_is_named(study: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def gone(storage: object) -> Iterator[CollectedDialogue]:
        raise UnavailableError("the server closed the connection")

    monkeypatch.setattr("wayframe.collection.export.release.collected", gone)
    with pytest.raises(InputError, match="pilot: the database doesn't answer: the server closed the connection"):
        run("collect", "export", study, "-o", tmp_path / "out")
    assert not (tmp_path / "out").exists()
