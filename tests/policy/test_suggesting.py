"""What was looked for in vain is said plainly, whatever words it was wished for in."""

from datetime import date

import pytest

from wayframe.packages import Query
from wayframe.policy.suggesting import sought

TODAY = date(2016, 8, 1)
ASKED = Query(or_city="Berlin", dst_city="Lyon", end=date(2016, 8, 20), adults=2)


@pytest.mark.parametrize(
    ("slot", "said", "plainly"),
    [
        ("min_duration", "isn't worth packing for less than 7 days", "7"),
        ("min_duration", "minimum of a fortnight", "14"),
        ("max_duration", "can't be longer than 9 days", "at most 9 days"),
        ("max_duration", "9", "about 9 days"),
        ("max_duration", "two weeks", "two weeks"),
        ("budget", "shouldn't cost less than 6950", "at least $6,950"),
        ("budget", "around 2000", "about $2,000"),
        ("budget", "under $900", "900.0"),
        ("category", "nothing below 3 stars", "3"),
        ("dst_city", "Lyn", "Lyon"),
        ("or_city", "Brln", "Berlin"),
        ("end_date", "by the 20th", "August 20"),
        ("str_date", "mid august", "Mid august"),
        ("n_adults", "my wife and I", "2"),
    ],
)
def test_what_was_looked_for(slot: str, said: str, plainly: str) -> None:
    assert sought(slot, ASKED, said, TODAY) == plainly
