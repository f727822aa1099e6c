"""Language packs: loaded once, checked, and at fault in one line that names file and field."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from plans import ANSELM, FAIRWIND, TRIPS, YEAR
from wayframe import realiser
from wayframe.errors import InputError
from wayframe.language import Pack, load
from wayframe.language.pack import languages, read
from wayframe.language.templates import filled, fitting
from wayframe.language.wording import Wording
from wayframe.planner.plan import Offer, Request
from wayframe.realiser import realise
from wayframe.realiser.phrases import Locale


def test_a_pack_is_loaded_once() -> None:
    assert load("en") is load("en")
    assert load("en").wording is load("en").wording


@pytest.mark.parametrize("code", ["tlh", "", "..", "en/../en"])
def test_a_language_without_a_pack_is_named_with_those_that_there_are(code: str) -> None:
    with pytest.raises(InputError, match=r"language: expected one of en, found"):
        load(code)
    assert "en" in languages()


def test_a_fault_names_the_file_and_the_field(tmp_path: Path) -> None:
    file = tmp_path / "wording.toml"
    file.write_text("small_numbers = 3")
    with pytest.raises(InputError, match=r"wording\.toml: Expected `array`, got `int` - at `\$\.small_numbers`"):
        read(file, Wording)
    with pytest.raises(InputError, match=r"none\.toml: no such file"):
        read(tmp_path / "none.toml", Wording)


def test_a_key_has_a_phrasing_for_each_case_and_optional_parts_for_the_rest() -> None:
    phrasings = ("Nothing yet.", "So far: {wishes}[, for {party}].", "You asked for {wishes}[ for {party}].")
    assert fitting(phrasings, {"wishes": ""}) == ["Nothing yet."]
    assert fitting(phrasings, {"wishes": "with wifi"}) == list(phrasings[1:])
    assert filled(phrasings[1], {"wishes": "with wifi"}) == "So far: with wifi."
    assert filled("{Wishes}[, for {party}]!", {"wishes": "with wifi", "party": "two"}) == "With wifi, for two!"
    assert fitting(phrasings[1:], {"party": "two"}) == []


def test_the_page_on_languages_has_every_key() -> None:
    page = (Path(__file__).parents[2] / "docs" / "language-pack.md").read_text(encoding="utf-8")
    wording = load("en").wording
    named = set(re.findall(r"`(\w+)`", page))
    assert set(wording.phrases) <= named
    tables = {name for name in wording.__struct_fields__ if name not in page}
    assert not tables


def test_every_phrasing_that_is_asked_for_is_in_the_pack() -> None:
    source = Path(realiser.__file__).parent
    asked = {key for file in source.glob("*.py") for key in re.findall(r"say\(\s*\"(\w+)\"", file.read_text())}
    assert asked <= load("en").wording.phrases.keys()


def test_a_second_language_speaks_as_soon_as_its_pack_is_there(tmp_path: Path) -> None:
    (tmp_path / "wording.toml").write_bytes((Path(__file__).parent / "tiny.toml").read_bytes())
    locale = Locale(Pack("xx", tmp_path).wording, TRIPS, YEAR)
    plan = (Offer((FAIRWIND, ANSELM)), Request(("str_date",)))
    said = " ".join(sentence.text for sentence in realise(plan, locale))
    assert said == (
        "Jen du en Rome, ambau 22–26 augu: Fairwind Residence, ¤2 435,24 kaj Anselm Manor, ¤2 540,84. Kiam?"
    )
