from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from wayframe.errors import InputError
from wayframe.ontology import AMENITIES, PACKAGE_SLOTS, SEARCH_SLOTS, VICINITY
from wayframe.schema import KINDS, Schema, Slot, packaged, read, trips, written
from wayframe.schema.records import parsed

TEXTS = st.text(max_size=12)
WORDS = st.lists(TEXTS, max_size=3).map(tuple)
SLOTS = st.builds(
    Slot, name=TEXTS, kind=st.sampled_from(KINDS), label=TEXTS, nouns=WORDS, true=WORDS, less=WORDS,
    shown=st.booleans(),
    better=st.sampled_from(["", "less", "more"]), values=st.dictionaries(TEXTS, WORDS, max_size=2),
    wish=st.dictionaries(TEXTS, TEXTS, max_size=2), ask=st.integers(0, 9),
)  # fmt: skip


@given(st.lists(SLOTS, min_size=1, max_size=4, unique_by=lambda slot: slot.name), TEXTS, TEXTS)
def test_what_is_written_is_read_again(slots: list[Slot], item: str, currency: str) -> None:
    schema = Schema(item=item, items=item, name=slots[-1].name, slots=tuple(slots), currency=currency)
    assert parsed(written(schema), "a file") == schema


@pytest.mark.parametrize("name", ["trips", "flights"])
def test_the_packaged_schemas_are_whole(name: str) -> None:
    schema = packaged(name)
    assert parsed(written(schema), name) == schema
    assert packaged(name) is schema
    assert len(schema.by_name) == len(schema.slots)


def test_trips_have_the_slots_of_the_scheme() -> None:
    known = {*trips().by_name, "budget", "max_duration", "min_duration", "n_adults", "n_children"}
    assert {*SEARCH_SLOTS, *PACKAGE_SLOTS, *AMENITIES, *VICINITY} <= known


@pytest.mark.parametrize(
    ("text", "field"),
    [
        ('item = "trip"\nitems = "trips"\nname = "x"', "name: there is no slot 'x'"),
        ('item = "trip"\nitems = "trips"\nname = "x"\n[slots.x]\nkind = "colour"\nlabel = "x"', r"slots.x: .*kind"),
        ('item = "a"\nitems = "as"\nname = "x"\n[slots.x]\nkind = "name"\nlabel = "x"\nhue = 1', "slots.x: .*hue"),
        ('items = "trips"\nname = "x"\n[slots.x]\nkind = "name"\nlabel = "x"', "item"),
        ('slots = 3', "slots: expected tables"),
        ('slots.x = 3\n', "slots.x: expected a table"),
        ("item = 3 4", "line 1"),
    ],
)  # fmt: skip
def test_a_wrong_file_is_refused_by_file_and_field(tmp_path: Path, text: str, field: str) -> None:
    path = tmp_path / "shop.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=rf"shop.toml: .*{field}"):
        read(path)
    with pytest.raises(InputError, match=r"none\.toml"):
        read(tmp_path / "none.toml")


def test_a_changed_schema_is_read_from_its_file(tmp_path: Path) -> None:
    schema = replace(trips(), item="journey")
    (tmp_path / "journeys.toml").write_text(written(schema), encoding="utf-8")
    assert read(tmp_path / "journeys.toml") == schema
