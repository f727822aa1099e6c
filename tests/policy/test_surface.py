import pytest

from wayframe.policy.surface import surface
from wayframe.values import canonical


@pytest.mark.parametrize(
    ("slot", "value", "said"),
    [
        ("budget", "900.0", "$900"),
        ("budget", "1234.5", "$1,234.50"),
        ("price", "$1,203.50", "$1,203.50"),
        ("budget", "$LT 936", "less than $936"),
        ("min_duration", "$GT 5", "more than 5 days"),
        ("category", "3.5", "3.5-star"),
        ("category", "4", "4-star"),
        ("gst_rating", "8.1", "8.1/10"),
        ("duration", "7", "7 days"),
        ("duration", "1", "1 day"),
        ("n_adults", "2", "2 adults"),
        ("n_children", "1", "1 child"),
        ("str_date", "August 24", "August 24"),
        ("name", "Blue Fox", "Blue Fox"),
        ("wifi", True, True),
        ("n_adults", "my whole choir", "my whole choir"),
    ],
)
def test_values_as_they_are_said(slot: str, value: str | bool, said: str | bool) -> None:
    assert surface(slot, value) == said


@pytest.mark.parametrize(
    ("slot", "value"),
    [("budget", "900.0"), ("price", "1203.5"), ("category", "3.5"), ("gst_rating", "8.1"), ("duration", "7")],
)
def test_what_is_said_is_read_back_as_what_it_was(slot: str, value: str) -> None:
    assert canonical(slot, surface(slot, value)) == value
