import string
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assisting import TODAY, table
from wayframe.errors import InputError
from wayframe.meaning.records import Money, Number
from wayframe.schema import Slot, units
from wayframe.schema.columns import singular, slugged
from wayframe.schema.inference import TAKEN, inferred
from wayframe.schema.tables import RawTable
from wayframe.sources.protocol import Query
from wayframe.sources.tables import cells
from wayframe.sources.tables.opening import source


def column(header: str, *values: str) -> Slot:
    """What is made of a column beside one of names."""
    rows = [f"Thing {number} | {value}" for number, value in enumerate(values)]
    return table(f"name | {header}", *rows).schema.slots[1]


@pytest.mark.parametrize(
    ("header", "values", "kind", "unit"),
    [
        ("Price", ("€1,239", "€99"), "money", "EUR"),
        ("price (EUR)", ("12", "9.50"), "money", "EUR"),
        ("Asking price", ("420,- €", "1.150,- €"), "money", "EUR"),
        ("rent", ("900", "1200"), "money", ""),
        ("cost_usd", ("12", "13"), "money", "USD"),
        ("RAM", ("16 GB", "32GB"), "number", "GB"),
        ("Storage", ("512 GB", "1 TB", "256 GB"), "number", "GB"),
        ("Weight (kg)", ("1.4", "2"), "number", "kg"),
        ("screen_inch", ("13.3", "15"), "number", "inch"),
        ("year", ("2019", "2021"), "number", ""),
        ("Built in", ("2019", "2021"), "number", ""),
        ("Touchscreen", ("yes", "no"), "yes_no", ""),
        ("has_garden", ("TRUE", "false"), "yes_no", ""),
        ("available from", ("2026-05-01", "2026-06-15"), "date", ""),
        ("since", ("24.12.2025", "1.2.2026"), "date", ""),
        ("city", ("Lyon", "Bari"), "place", ""),
        ("colour", ("red", "red", "blue", "red"), "category", ""),
        ("notes", ("a quiet one", "a loud one", "near the park"), "text", ""),
        ("empty", ("", "n/a"), "text", ""),
    ],
)
def test_kind_and_unit_come_from_the_cells_and_the_name(
    header: str, values: tuple[str, ...], kind: str, unit: str
) -> None:
    found = column(header, *values)
    assert (found.kind, found.unit) == (kind, unit)


@pytest.mark.parametrize("header", ["Country", "Region", "District", "Town", "Location"])
def test_where_a_thing_is_asks_for_what_says_its_place(header: str) -> None:
    assert "where" in column(header, "Alsace", "Mosel", "Alsace").nouns


@pytest.mark.parametrize("header", ["Screen size", "screen_size", "ScreenSize", "screen-size", "SCREEN SIZE"])
def test_a_name_is_the_same_however_it_is_spelled(header: str) -> None:
    assert slugged(header) == "screen_size"
    found = column(header, "13", "14")
    assert (found.name, found.label.lower()) == ("screen_size", "screen size")
    assert "display" in found.nouns


def test_a_better_direction_and_adjectives_come_from_the_name() -> None:
    weight, rating = column("weight", "1", "2"), column("Guest rating", "4.5", "3")
    assert (weight.better, rating.better) == ("less", "more")
    assert "lighter" in weight.less
    assert column("colour", "red", "red", "blue").better == ""


def test_slots_of_trips_are_not_taken() -> None:
    found = table("name | price | category | wifi", "A | 12 | x | yes", "B | 13 | x | no", items="flats")
    slots = {slot.name for slot in found.schema.slots}
    assert slots == {"flat_name", "flat_price", "flat_category", "flat_wifi"}
    assert not slots & TAKEN


def test_rows_are_named_by_what_tells_them_apart() -> None:
    assert table("brand | model", "X | One", "X | Two", "X | Three").schema.name == "model"
    assert table("nr | address", "1 | Elm Road", "2 | Oak Road").schema.name == "address"


def test_only_a_word_that_no_other_column_has_names_a_column() -> None:
    schema = table("name | screen size | shoe size", "A | 13 | 40", "B | 14 | 41").schema
    assert "screen" in schema.slots[1].nouns
    assert "size" not in schema.slots[1].nouns


@pytest.mark.parametrize(
    ("items", "one"),
    [("laptops", "laptop"), ("cities", "city"), ("dishes", "dish"), ("glasses", "glass"), ("iris", "iris"), ("s", "s")],
)
def test_singular(items: str, one: str) -> None:
    assert singular(items) == one


@pytest.mark.parametrize(
    ("lines", "complaint"),
    [
        (("name | name", "a | b"), "'name' comes twice"),
        (("name | weight",), "found no rows"),
    ],
)
def test_a_table_that_makes_no_catalogue_is_refused(lines: tuple[str, ...], complaint: str) -> None:
    with pytest.raises(InputError, match=complaint):
        table(*lines)


def test_columns_whose_names_are_spelled_alike_are_two_slots() -> None:
    names = [slot.name for slot in table("name | Screen size | screen_size", "a | 1 | 2").schema.slots]
    assert names[1:] == ["screen_size", "screen_size_2"]


WORDS = st.text(string.ascii_letters + " ", min_size=1, max_size=12).filter(lambda text: text.strip() != "")
NUMBERS = st.floats(-1e6, 1e6, allow_nan=False).map(lambda number: round(number, 2))


@given(NUMBERS, st.sampled_from(["GB", "kg", "inch", "km", "EUR", "USD", "CHF", "%", ""]))
def test_a_number_is_read_back_from_how_it_is_said(number: float, unit: str) -> None:
    kind = "money" if units.currency_code(unit) else "number"
    it = Slot(name="x", header="x", kind=kind, label="x", unit=unit)  # type: ignore[arg-type]
    value = Money(abs(number), unit) if kind == "money" else Number(abs(number), unit)
    said = cells.said(it, value)
    assert isinstance(said, str)
    again = cells.read(it, said)
    assert isinstance(again, Money | Number)
    assert again.value == pytest.approx(abs(number), abs=0.006)


@given(st.dates(date(1000, 1, 1), date(2999, 12, 31)), st.sampled_from(units.FORMATS))
def test_a_column_of_one_date_is_read_by_a_format_that_fits_it(day: date, form: str) -> None:
    text = day.strftime(form)
    found = column("when", text, text)
    assert found.kind == "date"
    assert cells.read(found, text) is not None


@given(st.lists(st.tuples(WORDS, WORDS, NUMBERS), min_size=1, max_size=8, unique_by=lambda row: row[0].lower().strip()))
def test_whatever_a_table_holds_each_cell_is_read_or_the_table_is_refused(rows: list[tuple[str, str, float]]) -> None:
    raw = RawTable("t", ("name", "b c", "d (kg)"), tuple((n, (a, b, str(c))) for n, (a, b, c) in enumerate(rows, 2)))
    made, complaint = None, ""
    try:
        made = source(inferred(raw, "things"), raw, today=TODAY)
    except InputError as error:
        complaint = str(error)
    assert "\n" not in complaint
    assert made is None or made.search(Query(), 1).total == len(rows)


@given(st.lists(st.text(max_size=20), min_size=1, max_size=5))
def test_any_header_makes_a_table_or_one_line_of_complaint(header: list[str]) -> None:
    raw = RawTable("t", tuple(header), ((2, tuple("x" for _ in header)),))
    complaint = ""
    try:
        inferred(raw, "things")
    except InputError as error:
        complaint = str(error)
    assert "\n" not in complaint


@pytest.mark.parametrize(
    ("header", "stock"),
    [("btl left", "btl_left"), ("places remaining", "places_remaining"), ("years left", ""), ("weeks left", "")],
)
def test_what_is_left_of_the_things_that_a_column_counts_is_its_stock(header: str, stock: str) -> None:
    assert table(f"name | {header}", "A | 3", "B | 0", "C | 12").schema.stock == stock


@pytest.mark.parametrize(
    ("price", "guests"),
    [("price per person", "seats"), ("Price pp", "seats"), ("price", ""), ("price per night", "")],
)
def test_where_the_price_is_each_persons_those_who_fit_pay(price: str, guests: str) -> None:
    assert table(f"name | {price} | seats", "A | €30 | 12", "B | €20 | 40", "C | €12 | 8").schema.guests == guests


def test_who_pays_fits_in_at_most_not_at_least() -> None:
    games = table(
        "name | price per person | min players | players", "A | €30 | 2 | 4", "B | €20 | 3 | 8", "C | €12 | 1 | 6"
    )
    assert games.schema.guests == "players"


@pytest.mark.parametrize(
    ("lines", "items", "names"),
    [
        (("Code | Flat | Remarks", "H01 | Bakery | quiet", "H02 | Loft | sea", "H03 | Bakery | stove"), "flats",
         ["Bakery (H01)", "Loft", "Bakery (H03)"]),
        (("Botanical name | Plant", "Hosta | Plantain lily", "Salvia | Rosemary"), "plants",
         ["Plantain lily", "Rosemary"]),
        (("Plate | Model | Boot", "B-WF 101 | Golf | 381", "B-WF 102 | Polo | 351"), "cars", ["Golf", "Polo"]),
    ],
)  # fmt: skip
def test_rows_are_called_by_no_code_or_remark(lines: tuple[str, ...], items: str, names: list[str]) -> None:
    held = table(*lines, items=items)
    assert list(held.names(held.schema.name)) == names


@pytest.mark.parametrize(
    ("header", "values", "label", "unit"),
    [
        ("l/100 km", ("5.1", "4.6"), "consumption", "l/100 km"),
        ("Km per day incl.", ("200", "300"), "distance per day", "km"),
        ("Price/night", ("€60", "€90"), "price per night", "EUR"),
        ("Driver's age", ("19", "21"), "driver's age", ""),
        ("Min. nights", ("2", "3"), "minimum", "nights"),
        ("AC/DC", ("yes", "no"), "ac dc", ""),
    ],
)
def test_a_name_is_taken_apart(header: str, values: tuple[str, ...], label: str, unit: str) -> None:
    slot = column(header, *values)
    assert (slot.label, slot.unit) == (label, unit)


def test_a_limit_is_better_the_more_it_leaves_open() -> None:
    assert column("Min. nights", "2", "3").better == "less"
    assert column("Max. loan (days)", "2", "3").better == "more"
    assert column("Free until", "2026-10-01", "2026-11-01").better == "more"


@pytest.mark.parametrize(("text", "code"), [("H-101", True), ("B-WF 404", True), ("Fiat 500", False), ("001", False)])
def test_codes_are_of_capitals_and_digits(text: str, code: bool) -> None:
    assert units.is_code(text) == code
