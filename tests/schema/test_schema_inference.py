import re
from pathlib import Path

import pytest

from sources_drawn import EXAMPLES, table
from wayframe.errors import InputError
from wayframe.schema import Slot, settings
from wayframe.schema.inference import TAKEN, inferred
from wayframe.schema.records import Sayings
from wayframe.schema.tables import RawTable
from wayframe.sources.tables.opening import described
from wayframe.sources.tables.reading import called, load

LAPTOPS = (
    "Model | Brand | priceEUR | RAM (GB) | Weight (kg) | Touch screen | Colour | Released | Extras",
    "Aero 14 | Kestrel | 999 | 16 | 1.2 | yes | matt black | 2026-01-03 | webcam, backlight",
    "Aero 16 | Kestrel | 1,299 | 32 | 1.6 | no | silver | 2026-02-03 | webcam",
    "Nib | Quill | 450 | 8 | 1.1 | no | silver | 2025-02-11 | backlight, stylus",
    "Nib Plus | Quill | 600 | 1 TB | 1.3 | yes | matt black | 2025-05-11 | stylus, webcam",
)


def slot(name: str, *lines: str) -> Slot:
    return table(*(lines or LAPTOPS), items="laptops").schema.by_name[name]


def test_kinds_and_units() -> None:
    schema = table(*LAPTOPS, items="laptops").schema
    kinds = {slot.name: (slot.kind, slot.unit) for slot in schema.slots}
    assert kinds == {
        "model": ("name", ""), "brand": ("category", ""), "laptop_price": ("money", "EUR"), "ram": ("number", "GB"),
        "weight": ("number", "kg"), "touch_screen": ("yes_no", ""), "colour": ("category", ""),
        "released": ("date", ""), "extras": ("list", ""),
    }  # fmt: skip
    assert (schema.item, schema.items, schema.name) == ("laptop", "laptops", "model")


@pytest.mark.parametrize(
    ("header", "cells", "name", "label", "unit"),
    [
        ("energy (1-5)", ("3", "5"), "energy_1_5", "energy", ""),
        ("age (years)", ("2", "11"), "age_years", "age", "years"),
        ("first day", ("2016-08-21", "2016-09-01"), "first", "first day", ""),
        ("5G", ("yes", "no"), "5_g", "5G", ""),
        ("RAM (GB)", ("8", "16"), "ram", "RAM", "GB"),
        ("good with children", ("yes", "no"), "good_with_children", "good with children", ""),
    ],
)
def test_a_label_reads_as_one_would_say_it(
    header: str, cells: tuple[str, str], name: str, label: str, unit: str
) -> None:
    found = slot(name, f"name | {header}", f"a | {cells[0]}", f"b | {cells[1]}")
    assert (found.label, found.unit) == (label, unit)


def test_a_price_has_its_words() -> None:
    price = slot("laptop_price", "name | price ($)", "a | 3", "b | 4")
    assert (price.kind, price.unit, price.better, price.label) == ("money", "USD", "less", "price")
    assert "cost" in price.nouns
    assert "cheaper" in price.less
    assert "more expensive" in price.more
    assert not any(word.endswith("est") for word in (*price.less, *price.more))


@pytest.mark.parametrize(
    ("header", "name", "better"),
    [("Available", "available", "less"), ("free from", "free_from", "less"), ("Start date", "start_date", "")],
)
def test_of_days_from_which_a_thing_can_be_had_the_earlier_is_better(header: str, name: str, better: str) -> None:
    found = slot(name, f"name | {header}", "a | 2026-10-01", "b | 2026-11-15")
    assert (found.kind, found.better) == ("date", better)


def test_adjectives_are_no_nouns() -> None:
    weight = slot("weight")
    assert weight.less == ("lighter",)
    assert weight.more == ("heavier",)
    assert {"heavy", "light"}.isdisjoint(weight.nouns)
    assert {"kg", "kilos", "lbs"} <= set(weight.units)


def test_a_feature_has_the_words_that_affirm_it() -> None:
    wifi = slot("free_wifi", "name | free wifi | furnished", "a | yes | no", "b | no | yes")
    assert wifi.kind == "yes_no"
    assert {"free wifi", "wifi", "internet"} <= set(wifi.true)
    assert "unfurnished" in slot("furnished", "name | free wifi | furnished", "a | yes | no", "b | no | yes").false


def test_what_a_thing_is_free_of_says_that_it_is_not() -> None:
    cheese = slot("rennet_free", "name | Rennet-free", "a | yes", "b | no")
    assert (cheese.true, cheese.false, cheese.nouns) == (("rennet free",), ("rennet",), ())


def test_values_have_their_other_spellings() -> None:
    assert "black" in slot("colour").values["matt black"]
    countries = ("wine | country", "a | France", "b | Italy", "c | France", "d | Italy")
    assert slot("country", *countries).values["France"] == ("French",)
    assert list(slot("extras").values) == ["webcam", "backlight", "stylus"]


def test_things_that_are_counted_have_their_unit() -> None:
    rooms = slot("rooms", "name | rooms", "a | 2", "b | 3")
    assert rooms.units == ("rooms", "room")
    assert rooms.better == "more"


@pytest.mark.parametrize("taken", ["price", "name", "seat", "duration", "id"])
def test_slots_of_the_scheme_are_taken(taken: str) -> None:
    assert taken in TAKEN
    names = [each.name for each in table(f"thing | {taken}", "a | 3", "b | 4").schema.slots]
    assert f"thing_{taken}" in names


@pytest.mark.parametrize(
    ("header", "rows", "problem"),
    [
        (("a", "b"), (), "no rows"),
        (("a", "b", "a"), (("1", "x", "y"),), "column 3: 'a' comes twice"),
    ],
)
def test_what_is_no_table_is_refused(header: tuple[str, ...], rows: tuple[tuple[str, ...], ...], problem: str) -> None:
    with pytest.raises(InputError, match=problem):
        inferred(RawTable("t.csv", header, tuple(enumerate(rows, 2))), "things")


def test_the_settings_beside_a_table_change_what_was_inferred() -> None:
    path = str(EXAMPLES / "restaurants.toml")
    said = settings.read(path)
    schema = settings.applied(said, inferred(load(said.data), said.items or called(said.data), said.name), path)
    price = next(slot for slot in schema.slots if slot.kind == "money")
    assert (price.label, price.unit, schema.currency) == ("price", "EUR", "EUR")
    cuisine = schema.by_name["cuisine"]
    assert {"pizza", "pasta"} <= set(cuisine.values["Italian"])
    assert len(cuisine.values) > 3
    assert schema.by_name["distance"].nouns == ("far", "away", "walk")
    assert schema.by_name["seats"].better == ""


def test_a_described_table_is_the_same_again(tmp_path: Path) -> None:
    plain = str(EXAMPLES / "laptops.csv")
    target = tmp_path / "laptops.toml"
    target.write_text(described(plain, target), encoding="utf-8")
    said, raw = settings.read(str(target)), load(plain)
    schema = inferred(raw, called(plain))
    assert settings.applied(said, schema, str(target)) == schema


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ('data = "t.csv"\n[columns.a]\nhue = 3', "hue"),
        ('data = "t.csv"\n[columns.a]\nkind = "colour"', "kind"),
        ("", "data: expected the table's path"),
    ],
)
def test_wrong_settings_are_refused(tmp_path: Path, text: str, problem: str) -> None:
    (tmp_path / "t.toml").write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=problem):
        settings.read(str(tmp_path / "t.toml"))


def test_addresses_of_pictures_and_pages_are_known_and_name_no_row() -> None:
    schema = table(
        "photo | site | place",
        "aare.jpg | https://inns.example/1 | Bern",
        "https://pictures.example/birs.PNG?w=2 | https://inns.example/2 | Basel",
        "cher.webp | http://inns.example/3 | Bern",
    ).schema
    assert {slot.name: slot.format for slot in schema.slots if slot.is_address} == {"photo": "picture", "site": "link"}
    assert not schema.by_name[schema.name].is_address


def test_a_column_may_be_said_in_words_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "plants.csv").write_text("plant,water every (days),scented\nFern,3,no\nAloe,14,yes\nMint,2,no\n")
    path = tmp_path / "plants.toml"
    path.write_text('data = "plants.csv"\n[columns.scented.said]\nphrase = "sweet"\nlack = "scentless"\n')
    said, raw = settings.read(str(path)), load(str(tmp_path / "plants.csv"))
    schema = settings.applied(said, inferred(raw, "plants"), str(path))
    assert schema.by_name["scented"].said == Sayings(phrase="sweet", lack="scentless")


@pytest.mark.parametrize(
    ("column", "text", "problem"),
    [
        ("water every (days)", 'phrase = "watered"', "said.phrase: expected {value} once, found 'watered'"),
        ("water every (days)", 'phrase = "every {days}"', "expected {value} once"),
        ("scented", 'phrase = "{value} scent"', "said.phrase: expected no braces"),
    ],
)
def test_ways_to_be_said_that_lack_the_value_are_refused(tmp_path: Path, column: str, text: str, problem: str) -> None:
    (tmp_path / "plants.csv").write_text("plant,water every (days),scented\nFern,3,no\nAloe,14,yes\nMint,2,no\n")
    path = tmp_path / "plants.toml"
    path.write_text(f'data = "plants.csv"\n[columns."{column}".said]\n{text}\n')
    said, raw = settings.read(str(path)), load(str(tmp_path / "plants.csv"))
    with pytest.raises(InputError, match=re.escape(problem)):
        settings.applied(said, inferred(raw, "plants"), str(path))


def test_the_year_in_which_something_was_done_is_no_inches() -> None:
    schema = table("house | renovated in", "Alder | 1998", "Birch | 2004", "Cedar | 2011").schema
    assert [(slot.label, slot.unit) for slot in schema.of_kind("number")] == [("renovated in", "")]
