from datetime import date
from pathlib import Path

import pytest

from assisting import agent_over, done, offered, talk
from wayframe.airdialogue.records import AirFlight, KnowledgeBase, encode
from wayframe.catalogues import opened
from wayframe.errors import InputError
from wayframe.sources.tables import TableSource


def flight(number: int, **changes: object) -> AirFlight:
    from msgspec.structs import replace

    plain = AirFlight(
        departure_airport="SAT", return_airport="RIC", departure_month="May", return_month="June", departure_day="10",
        return_day="2", departure_time_num=17, return_time_num=4, flight_class="economy", num_connections=1, price=200,
        flight_number=number, airline="Delta",
    )  # fmt: skip
    return replace(plain, **changes)


@pytest.fixture
def flights(tmp_path: Path) -> TableSource:
    kb = KnowledgeBase(
        kb=(flight(1000), flight(1001, price=900, flight_class="business"), flight(1002, return_airport="SAT")),
        reservation=0,
    )
    path = tmp_path / "kb.jsonl"
    path.write_bytes(encode(kb) + b"\n" + encode(kb) + b"\n")
    found = opened(f"{path}#2", today=date(2026, 9, 1))
    assert isinstance(found, TableSource)
    return found


def test_a_knowledge_base_is_a_catalogue_of_flights(flights: TableSource) -> None:
    first, dearer, booked = talk(
        agent_over(flights), "from SAT to RIC, leaving on May 10th", "in business class", "book flight 1001"
    )
    assert {offer["flight"] for offer in offered(first)} == {"flight 1000", "flight 1001"}
    assert "flight 1001" in dearer.wizard.text
    assert [each["flight"] for each in done(booked, "book")] == ["flight 1001"]


def test_a_line_that_is_not_there_is_refused(flights: TableSource) -> None:
    with pytest.raises(InputError, match="there is no line 9"):
        opened(flights.name.replace("#2", "#9"), today=date(2026, 9, 1))
