"""All three sources pass the checks that are shipped for any."""

from datetime import date
from pathlib import Path

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from air_samples import FLIGHT
from drawing import drawn
from sources_drawn import EXAMPLES, TODAY, queries
from wayframe.airdialogue.records import AirFlight, KnowledgeBase
from wayframe.airdialogue.source import flights
from wayframe.packages import Catalogue
from wayframe.packages.source import TripsSource
from wayframe.sources.conformance import check
from wayframe.sources.protocol import Query, Source
from wayframe.sources.tables import opened

SLOW = settings(deadline=None, max_examples=drawn(25), suppress_health_check=list(HealthCheck))


def knowledge_base() -> Source:
    airlines, classes = ("Delta", "UA", "Spirit"), ("economy", "business")
    made = [
        FLIGHT | {
            "flight_number": 1000 + n, "price": 100 * (1 + n * 7 % 9), "num_connections": n % 3,
            "class": classes[n % 2], "airline": airlines[n % 3], "departure_day": str(1 + n),
            "departure_time_num": n * 5 % 24,
        }
        for n in range(20)
    ]  # fmt: skip
    kb = KnowledgeBase(kb=tuple(msgspec.convert(each, AirFlight) for each in made), reservation=0)
    return flights(kb, "kb.json#1", today=date(2026, 9, 1))


@pytest.fixture(scope="module", params=["trips", "laptops.csv", "restaurants.toml", "flights"])
def source(request: pytest.FixtureRequest, catalogue_path: Path) -> Source:
    if request.param == "trips":
        return TripsSource(Catalogue(catalogue_path))
    if request.param == "flights":
        return knowledge_base()
    return opened(str(EXAMPLES / request.param), today=TODAY)


@pytest.fixture(scope="module")
def sought(source: Source) -> st.SearchStrategy[Query]:
    return queries(source)


@SLOW
@given(st.data())
def test_every_source_conforms(source: Source, sought: st.SearchStrategy[Query], data: st.DataObject) -> None:
    check(source, [data.draw(sought)])
