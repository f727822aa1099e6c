from datetime import date
from pathlib import Path

import pytest

from sources_drawn import EXAMPLES, NO, TODAY, YES, day, table, wish
from wayframe.meaning.records import Money, Number, Text, Texts
from wayframe.sources.conformance import check, conditions
from wayframe.sources.protocol import Found, Query
from wayframe.sources.tables import TableSource, opened

SHOP = table(
    "model | brand | price (EUR) | RAM (GB) | touch screen | released | ports",
    "Aero 14 | Kestrel | 999 | 16 | yes | 2026-01-03 | usb, hdmi",
    "Aero 16 | Kestrel | 1299.50 | 32 | no | 2026-02-03 | usb",
    "Nib | Quill | 450 | 8 | no | 2025-02-11 | usb, sd",
    "Nib Plus | Quill | 600 | 16 | yes | - | usb, hdmi",
    "Folio | Arbor | ? | 16 | no | 2025-05-11 | hdmi, sd",
    items="laptops",
)


def models(found: Found) -> list[str]:
    return [str(item.row["model"]) for item in found.items]


def search(*conditions: object, **rest: object) -> Found:
    return SHOP.search(Query(tuple(conditions), **rest), 10)  # type: ignore[arg-type]


def test_rows_come_by_price_those_without_one_last() -> None:
    assert models(search()) == ["Nib", "Nib Plus", "Aero 14", "Aero 16", "Folio"]
    assert models(search(order=(("ram", "most"),))) == ["Aero 16", "Nib Plus", "Aero 14", "Folio", "Nib"]


def test_any_constraints_hold_together() -> None:
    assert models(search(wish("brand", "not", Text("quill")), wish("laptop_price", "at_most", Money(1000)))) == [
        "Aero 14"
    ]
    assert models(search(wish("touch_screen", "is", YES), wish("ports", "is", Text("hdmi")))) == ["Nib Plus", "Aero 14"]
    assert models(search(wish("touch_screen", "is", NO), wish("ports", "not", Text("hdmi")))) == ["Nib", "Aero 16"]
    assert models(search(wish("released", "at_least", day("2025-05-11")))) == ["Aero 14", "Aero 16", "Folio"]
    assert models(search(wish("ram", "between", Number(10), Number(0.02, "TB")))) == ["Nib Plus", "Aero 14", "Folio"]


def test_one_for_each_brand() -> None:
    found = search(spread="brand")
    assert models(found) == ["Nib", "Aero 14", "Folio"]
    assert found.total == 3


def test_what_nearly_fits() -> None:
    asked = (wish("laptop_price", "at_most", Money(500)), wish("ram", "at_least", Number(16)))
    first, second = SHOP.relax(Query(asked), 3)
    assert (first.item.row["model"], first.given_up) == ("Nib Plus", asked[:1])
    assert (second.item.row["model"], second.given_up) == ("Nib", asked[1:])
    assert [each.given_up for each in SHOP.relax(Query(asked), 3, firm=asked[1:])] == [asked[:1]]


def test_values_and_their_counts() -> None:
    assert SHOP.distinct(Query(), "ports", 2) == ((Text("usb"), 4), (Text("hdmi"), 3))
    assert SHOP.distinct(Query(), "brand", 2) == ((Text("Quill"), 2), (Text("Kestrel"), 2))
    assert list(SHOP.names("ports")) == ["usb", "sd", "hdmi"]
    dearest = SHOP.extreme(Query(), "laptop_price", "most")
    assert dearest is not None
    assert dearest.values["ports"] == Texts(("usb",))


def test_a_search_is_recorded_in_words() -> None:
    asked = Query((
        wish("laptop_price", "at_most", Money(1000, "EUR")), wish("brand", "not", Text("Quill")),
        wish("ram", "between", Number(8), Number(16)), wish("touch_screen", "not", NO),
        wish("released", "at_least", day("2026-01-01")),
    ))  # fmt: skip
    found = SHOP.search(asked, 3)
    searches = SHOP.record(asked, found, 0)
    assert searches.search == (
        {
            "laptop_price": ("at most €1,000",), "brand": ("not Quill",), "ram": ("8 GB to 16 GB",),
            "touch_screen": (True,), "released": ("from January 1, 2026",),
        },
    )  # fmt: skip
    assert searches.found == (1,)
    assert searches.result == ((
        {
            "model": "Aero 14", "brand": "Kestrel", "laptop_price": "€999", "ram": "16 GB", "touch_screen": True,
            "released": "January 3, 2026", "ports": "usb, hdmi",
        },
    ),)  # fmt: skip


def test_a_salary_is_better_the_higher_it_is() -> None:
    jobs = table("job | salary (EUR)", "baker | 30000", "nurse | 45000", "pilot | 90000", items="jobs")
    by_pay = [item.row["job"] for item in jobs.search(Query(), 3).items]
    assert by_pay == ["pilot", "nurse", "baker"]


def test_every_condition_on_the_shop_conforms() -> None:
    check(SHOP, [Query((condition,)) for condition in conditions(SHOP)])


@pytest.mark.parametrize("name", ["laptops.csv", "restaurants.csv", "restaurants.toml"])
def test_the_examples_open(name: str) -> None:
    source = opened(str(EXAMPLES / name), today=TODAY)
    assert isinstance(source, TableSource)
    assert source.search(Query(), 1).total == len(source)
    assert source.today == date(2026, 9, 1)


def test_a_row_without_a_name_is_called_by_its_number(tmp_path: Path) -> None:
    path = tmp_path / "shops.csv"
    rows = "".join(f"M{number},{number}\n" for number in range(20))
    path.write_text(f"model,weight\n{rows},3\n", encoding="utf-8")
    assert opened(str(path), today=TODAY).names("model")[-1] == "Shop 21"


@pytest.mark.parametrize(("last", "known"), [("H-10", 10), ("H-09", 0)])
def test_codes_name_rows_where_each_row_has_another(last: str, known: int) -> None:
    names = ["Mill", "Loft", "Barn", "Forge", "Abbey", "Chapel", "Stable", "Granary", "Orchard", "Smithy"]
    codes = [*(f"H-{number:02}" for number in range(1, 10)), last]
    rows = (f"{code} | {name} | 80" for code, name in zip(codes, names, strict=True))
    cottages = table("code | cottage | rent (EUR)", *rows, items="cottages")
    assert len(cottages.codes()) == known
