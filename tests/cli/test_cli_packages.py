import inspect
import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from wayframe.cli import packages as command
from wayframe.errors import InputError
from wayframe.packages import Catalogue, Plan
from wayframe.sources.places import CITIES


def run(*arguments: object) -> str:
    """What a command prints on stdout; its InputError is raised, as `main` gets it."""
    result = CliRunner().invoke(command.app, [str(argument) for argument in arguments])
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    assert result.exit_code == 0, result.output
    return result.stdout


def run_json(*arguments: object) -> dict[str, object]:
    printed = run(*arguments, "--json")
    assert printed.count("\n") == 1
    parsed = json.loads(printed)
    assert isinstance(parsed, dict)
    return parsed


@pytest.mark.parametrize("name", ["generate", "search", "suggest", "import"])
def test_help_shows_an_example(name: str) -> None:
    assert f"Example: wayframe packages {name}" in run(name, "--help")


def test_search_prints_packages_for_people(catalogue_path: Path) -> None:
    printed = run("search", "--from", "Montreal", "--to", "tokyo", "--catalogue", catalogue_path, "--limit", 2)
    assert printed.count("$") == 2
    assert "Tokyo" in printed
    assert "stars" in printed


def test_search_takes_every_field(catalogue_path: Path) -> None:
    found = run_json(
        "search", "--from", "Montreal", "--to", "Tokyo", "--start", "2016-08-13", "--end", "2016-09-30", "--flexible",
        "--adults", 2, "--children", 1, "--max-price", 20000, "--min-price", 10, "--max-duration", 20,
        "--min-duration", 2, "--seat", "business", "--min-stars", 2, "--min-rating", 1, "--hotel", "No Such Inn",
        "--amenity", "wifi", "--amenity", "gym", "--near", "beach", "--catalogue", catalogue_path,
    )  # fmt: skip
    assert found["query"] == {
        "or_city": "Montreal", "dst_city": "Tokyo", "start": "2016-08-13", "end": "2016-09-30", "flexible": True,
        "adults": 2, "children": 1, "price_max": 20000.0, "price_min": 10.0, "max_duration": 20, "min_duration": 2,
        "seat": "business", "min_category": 2.0, "min_gst_rating": 1.0, "hotel": "No Such Inn",
        "amenities": ["wifi", "gym"], "vicinity": ["beach"],
    }  # fmt: skip
    assert found["packages"] == []


def test_search_for_programs_prints_what_the_catalogue_finds(catalogue_path: Path) -> None:
    found = run_json("search", "--from", "Paris", "--max-price", 1500, "--catalogue", catalogue_path)
    assert isinstance(found["packages"], list)
    assert len(found["packages"]) == 10
    assert max(package["price"] for package in found["packages"]) <= 1500


def test_search_says_when_it_knows_no_such_city(catalogue_path: Path) -> None:
    printed = run("search", "--to", "At\x1b[31mlantis", "--catalogue", catalogue_path)
    assert printed.startswith("The catalogue has no city At\\x1b[31mlantis.")
    assert "Nothing fits" in printed


def test_suggest_says_what_to_relax(catalogue_path: Path) -> None:
    arguments = ("suggest", "--from", "Montreal", "--to", "Tokyo", "--max-price", 300, "--catalogue", catalogue_path)
    assert "budget: $" in run(*arguments)
    suggestions = run_json(*arguments)["suggestions"]
    assert isinstance(suggestions, list)
    assert suggestions[0].keys() == {"relaxed", "distance", "packages"}
    assert {"slot", "asked", "offered"} == suggestions[0]["relaxed"][0].keys()


def test_nothing_to_suggest(catalogue_path: Path) -> None:
    assert run("suggest", "--catalogue", catalogue_path).startswith("Nothing to suggest")


def test_generate(tmp_path: Path) -> None:
    path = tmp_path / "made"
    options = ("--cities", 5, "--hotels", 9, "--packages", 200, "--seed", 4, "--today", "2020-05-01")
    made = run_json("generate", "-o", path, *options)
    assert made == {
        "file": str(path), "bytes": path.stat().st_size, "source": "generator 1, seed 4", "today": "2020-05-01",
        "season": ["2020-05-03", "2020-06-18"], "packages": 200, "hotels": 9, "cities": 5,
    }  # fmt: skip
    assert "packages      200" in run("generate", "-o", path, *options)


def test_generate_makes_the_default_catalogue(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WAYFRAME_HOME", str(tmp_path / "home"))
    run("generate", "--packages", 100)
    found = run_json("search", "--limit", 1)
    assert str(found["file"]).startswith(str(tmp_path / "home"))


def test_options_have_the_defaults_of_the_plan() -> None:
    defaults = inspect.signature(command.generate).parameters
    for field in ("cities", "hotels", "packages", "seed"):
        assert defaults[field].default == getattr(Plan(), field)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("search", "--catalogue", "no/such/file"), "no/such/file: no such file"),
        (("search", "--adults", 0), "adults, children: expected a party"),
        (("suggest", "--near", "volcano"), "vicinity: expected some of"),
        (("generate", "-o", "no/such/folder/file"), "can't be written"),
        (("generate", "--cities", 1000, "-o", "x"), f"cities: expected 2 to {len(CITIES)}, found 1000"),
        (("import", "no/such/corpus", "-o", "x"), "no/such/corpus: no such file"),
    ],
)
def test_bad_input_is_one_line(catalogue_path: Path, arguments: tuple[object, ...], message: str) -> None:
    if arguments[0] in ("search", "suggest") and "--catalogue" not in arguments:
        arguments = (*arguments, "--catalogue", catalogue_path)
    with pytest.raises(InputError, match=message) as caught:
        run(*arguments)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("arguments", [("search", "--start", "soon"), ("search", "--limit", "0"), ("import",)])
def test_bad_usage_leaves_with_2(arguments: tuple[str, ...]) -> None:
    assert CliRunner().invoke(command.app, list(arguments)).exit_code == 2


def test_import(frames_part_path: Path, tmp_path: Path) -> None:
    found = run_json("import", frames_part_path, "-o", tmp_path / "made")
    with Catalogue(tmp_path / "made") as catalogue:
        assert len(catalogue.hotels()) == found["hotels"]
        assert len(catalogue) == found["packages"]
