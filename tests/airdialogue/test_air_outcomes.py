import pytest
from hypothesis import given
from hypothesis import strategies as st

from air_worlds import flight, known
from wayframe.airdialogue.records import AIRLINES, MONTHS, AirFlight
from wayframe.airdialogue.scoring.outcomes import closeness, distance, halves, likeness

flights = st.builds(
    flight,
    departure_airport=st.sampled_from(["BOS", "SEA"]),
    departure_month=st.sampled_from(MONTHS),
    return_day=st.integers(1, 31).map(str),
    departure_time_num=st.integers(0, 23),
    num_connections=st.integers(0, 2),
    price=st.integers(0, 16).map(lambda hundreds: 100 * hundreds),
    airline=st.sampled_from(sorted(AIRLINES)),
)


@given(flights, flights)
def test_distance_is_symmetric_and_between_0_and_1(one: AirFlight, other: AirFlight) -> None:
    assert distance(one, other) == distance(other, one)
    assert 0 <= distance(one, other) <= 1
    assert distance(one, one) == 0


def test_each_field_is_worth_a_twelfth() -> None:
    here = flight()
    assert distance(here, flight(departure_airport="JFK")) == 1 / 12
    assert distance(here, flight(airline="Spirit")) == 1 / 12
    assert distance(here, flight(airline="AA")) == 0
    assert distance(here, flight(departure_month="Aug")) == 2 / 12 / 12
    assert distance(here, flight(departure_day="15")) == 3 / 31 / 12
    assert distance(here, flight(return_time_num=23)) == 6 / 24 / 12
    assert distance(here, flight(num_connections=2)) == 1 / 2 / 12


def test_prices_differ_by_their_share_of_the_lower_one() -> None:
    assert distance(flight(price=200), flight(price=300)) == 0.5 / 12
    assert distance(flight(price=200), flight(price=900)) == 1 / 12
    assert distance(flight(price=0), flight(price=900)) == 1 / 12
    assert distance(flight(price=0), flight(price=0)) == 0


def test_the_farthest_pair_is_the_measure_of_a_wrong_flight() -> None:
    kb = known({}, {"price": 300}, {"departure_airport": "JFK"})
    assert closeness(1000, [1000], kb) == 1
    assert closeness(1001, [1000], kb) == 0.5
    assert closeness(1002, [1000], kb) == 0


def test_the_nearest_of_the_right_flights_counts() -> None:
    kb = known({}, {"return_airport": "OAK"}, {"return_airport": "OAK", "price": 300}, {"class": "business"})
    assert closeness(2, [1000], kb) == 0
    assert closeness(1002, [1000, 1001], kb) == closeness(1002, [1001, 1000], kb) > closeness(1002, [1000], kb)


def test_no_flight_is_near_to_no_flight_only() -> None:
    kb = known({}, {})
    assert closeness(None, [], kb) == 1
    assert closeness(1000, [], kb) == 0
    assert closeness(None, [1000], kb) == 0


def test_a_twin_of_the_right_flight_is_as_good() -> None:
    assert closeness(1001, [1000], known({}, {})) == 1


@pytest.mark.parametrize(
    ("said", "expected", "score"),
    [
        ("Maria Stone", "Maria Stone", 1),
        ("maria  STONE.", "Maria Stone", 1),
        ("Stone Maria", "Maria Stone", 1),
        ("O'Hara", "OHara", 1),
        ("Maria", "Maria Stone", 10 / 16),
        ("A Lee", "Lee", 1),
        ("An Lee", "Ann Lee", 2 * 3 / 10),
        ("", "Maria Stone", 0),
        ("the", "a", 0),
    ],
)
def test_a_name_is_a_bag_of_characters(said: str, expected: str, score: float) -> None:
    assert likeness(said, expected) == pytest.approx(score, abs=1e-12)


@pytest.mark.parametrize(
    ("said", "score"),
    [("maria stone", 1), ("Maria Stein", 0.5), ("Stone Maria", 0), ("Maria", 0.5), ("", 0), ("Mary Ann Stone", 0.5)],
)
def test_half_a_point_for_each_end_of_a_name(said: str, score: float) -> None:
    assert halves(said, "Maria Stone") == score
