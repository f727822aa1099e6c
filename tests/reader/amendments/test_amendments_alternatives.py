"""Alternatives: one value or another will do, where one is said to do "too"."""

import pytest
from msgspec.structs import replace

from parses import heard
from reading import parse_wishes
from wayframe.meaning.notation import meaning, show
from wayframe.reader.amendments.alternatives import with_values_as_well


def as_well(text: str, read: str, held: str = "", by_rules: str = "") -> str:
    """Return what becomes of a reading of a text, beside the wishes that hold."""
    turn = heard(by_rules, text)
    turn = replace(turn, context=turn.context._replace(wishes=parse_wishes(held)))
    return show(with_values_as_well(meaning(read), turn).all())


BOTH = 'wish(dst_city, is("Rome", "Paris"))'


@pytest.mark.parametrize("text", ["Rome would be nice, Paris too", "I'd love Rome. Paris is fine as well"])
def test_a_place_said_to_do_too_is_one_beside_the_one_before_it(text: str) -> None:
    assert as_well(text, 'wish(dst_city, is("Rome")); wish(dst_city, is("Paris"))') == BOTH


def test_a_place_said_to_do_too_is_one_beside_what_was_wished_for() -> None:
    assert as_well("Paris would be ok too", 'wish(dst_city, is("Paris"))', held='wish(dst_city, is("Rome"))') == BOTH


def test_a_class_said_to_do_too_leaves_the_usual_one_open() -> None:
    said = as_well("business class would be fine as well", 'wish(seat, is("business"))')
    assert said == 'wish(seat, is("economy", "business"))'


def test_a_dream_of_several_places_is_no_story() -> None:
    by_rules = 'wish(dst_city, is("Rome")); wish(dst_city, is("Paris"))'
    assert as_well("We always dreamed of Rome, although Paris would be lovely as well", "", by_rules=by_rules) == BOTH


@pytest.mark.parametrize(
    "text", ["Paris, and my sister is coming too", "Not Paris as well", "My sister comes from Paris too"]
)
def test_other_things_said_to_be_so_too_add_no_place(text: str) -> None:
    assert (
        as_well(text, 'wish(dst_city, is("Paris"))', held='wish(dst_city, is("Rome"))') == 'wish(dst_city, is("Paris"))'
    )
