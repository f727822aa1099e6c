"""Queries of every kind to the small catalogue, for property tests."""

from datetime import date

from hypothesis import strategies as st

from wayframe.ontology import AMENITIES, VICINITY
from wayframe.packages import Query

CITIES = ["New York", "tokyo", "PARIS", "Montréal", "Berlin", "Rome", "Atlantis"]
QUERIES = st.builds(
    Query,
    or_city=st.none() | st.sampled_from(CITIES),
    dst_city=st.none() | st.sampled_from(CITIES),
    start=st.none() | st.dates(date(2016, 7, 25), date(2016, 10, 25)),
    end=st.none() | st.dates(date(2016, 8, 10), date(2016, 11, 15)),
    flexible=st.booleans(),
    adults=st.integers(1, 4),
    children=st.integers(0, 3),
    price_max=st.none() | st.floats(100, 9000).map(lambda price: round(price, 2)),
    price_min=st.none() | st.floats(0, 3000).map(lambda price: round(price, 2)),
    max_duration=st.none() | st.integers(3, 12),
    min_duration=st.none() | st.integers(3, 10),
    seat=st.none() | st.sampled_from(["economy", "BUSINESS"]),
    min_category=st.none() | st.sampled_from([2.0, 3.5, 5.0]),
    min_gst_rating=st.none() | st.floats(4, 9),
    amenities=st.lists(st.sampled_from(AMENITIES), max_size=2).map(tuple),
    vicinity=st.lists(st.sampled_from(VICINITY), max_size=1).map(tuple),
)
