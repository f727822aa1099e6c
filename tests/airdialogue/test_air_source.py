from datetime import date
from pathlib import Path

import msgspec
import pytest

from air_samples import FLIGHT
from sources_drawn import TODAY, day, usd, wish
from wayframe.airdialogue.records import AirFlight, KnowledgeBase, encode
from wayframe.airdialogue.source import coming, flights
from wayframe.catalogues import open_source
from wayframe.errors import InputError
from wayframe.meaning.records import Clock, Number, Text
from wayframe.packages import Catalogue
from wayframe.sources.protocol import Query

CHANGES: tuple[dict[str, object], ...] = (
    {}, {"price": 900, "class": "business"}, {"departure_day": "30", "num_connections": 0, "airline": "Spirit"},
)  # fmt: skip
FLIGHTS = [{**FLIGHT, **each, "flight_number": 1000 + n} for n, each in enumerate(CHANGES)]
KB = KnowledgeBase(kb=tuple(msgspec.convert(each, AirFlight) for each in FLIGHTS), reservation=0)


def found(*conditions: object) -> list[str]:
    query = Query(tuple(conditions))  # type: ignore[arg-type]
    return [str(item.row["flight"]) for item in flights(KB, "kb", today=TODAY).search(query, 9).items]


def test_flights_are_found_by_day_class_price_and_connections() -> None:
    assert found(wish("departure_date", "is", day("2027-06-29"))) == ["flight 1000", "flight 1001"]
    assert found(wish("class", "is", Text("business"))) == ["flight 1001"]
    assert found(wish("fare", "at_most", usd(500)), wish("connections", "at_most", Number(0))) == ["flight 1002"]
    assert found(wish("fares", "not", Text("low-cost"))) == ["flight 1000", "flight 1001"]
    assert found(wish("departure_time", "at_most", Clock(8 * 60))) == []


def test_a_day_without_a_year_is_the_next_one() -> None:
    assert coming("Sept", "1", TODAY) == TODAY
    assert coming("Aug", "31", TODAY) == date(2027, 8, 31)
    assert coming("Feb", "29", TODAY) == date(2028, 2, 29)
    with pytest.raises(InputError, match="Feb 30"):
        coming("Feb", "30", TODAY)


def test_an_address_opens_its_source(tmp_path: Path, catalogue_path: Path) -> None:
    path = tmp_path / "kb.jsonl"
    path.write_bytes(encode(KB) + b"\n")
    assert open_source(f"{path}#1", today=TODAY).search(Query(), 9).total == 3
    with pytest.raises(InputError, match="there is no line 2"):
        open_source(f"{path}#2", today=TODAY)
    with Catalogue(catalogue_path) as catalogue:
        trips = open_source(str(catalogue_path))
        assert trips.search(Query(), 1).total == len(catalogue)
        assert trips.today == catalogue.today
    table = tmp_path / "shop.csv"
    table.write_text("model,price\nA,3\nB,4\n", encoding="utf-8")
    assert open_source(str(table), today=TODAY).schema.item == "shop"
