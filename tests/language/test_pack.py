"""Language packs: loaded once, checked, and at fault in one line that names file and field."""

from __future__ import annotations

from pathlib import Path

import pytest

from wayframe.errors import InputError
from wayframe.language import load
from wayframe.language.pack import languages, read
from wayframe.language.wording import Wording
from wayframe.realiser.draft import fields_of


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


def test_phrasings_of_a_key_say_the_same_fields() -> None:
    """A phrasing that leaves a field out would say less than the others; only the item's noun may be missing."""
    for key, phrasings in load("en").wording.phrases.items():
        fields = {fields_of((phrasing,)) - {"item", "items", "label"} for phrasing in phrasings}
        assert len(fields) == 1, (key, fields)
