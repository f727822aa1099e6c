"""Wishes composed from values, operators, negations and prepositions."""

import pytest

from reading import read

BOUNDS = {
    "at_most": [
        "no more than {}",
        "not more than {}",
        "nothing over {}",
        "up to {}",
        "at most {}",
        "max {}",
        "a maximum of {}",
        "cap it at {}",
        "within {}",
        "{} tops",
        "{} max",
        "{} or less",
        "{} at the outside",
        "{} is my limit",
        "can't spend more than {}",
        "a budget of {}",
    ],
    "at_least": ["at least {}", "no less than {}", "nothing below {}", "{} or more", "{} and up", "a minimum of {}"],
    "around": ["around {}", "about {}", "roughly {}", "in the region of {}", "{} or so", "{} or thereabouts"],
    "is": ["exactly {}"],
}


@pytest.mark.parametrize(("operator", "wording"), [(op, each) for op, wordings in BOUNDS.items() for each in wordings])
def test_a_bound_in_every_wording(operator: str, wording: str) -> None:
    assert read(wording.format("$900")) == f"wish(price, {operator}($900))"


@pytest.mark.parametrize("wording", ["under {}", "below {}", "less than {}"])
def test_a_bound_that_leaves_itself_out(wording: str) -> None:
    assert read(wording.format("$900")) == "wish(price, at_most($900, strict=yes))"


@pytest.mark.parametrize(
    ("text", "scope"), [("per person", "person"), ("each", "person"), ("a night", "night"), ("in all", "total")]
)
def test_the_scope_of_an_amount(text: str, scope: str) -> None:
    assert read(f"no more than $900 {text}") == f"wish(price, at_most($900, scope={scope}))"


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("anywhere but Paris", 'wish(dst_city, not("Paris"))'),
        ("neither Paris nor Rome", 'wish(dst_city, not("Paris", "Rome"))'),
        ("Spain, except Madrid and Seville", 'wish(dst_city, is("Spain")); wish(dst_city, not("Madrid", "Seville"))'),
        ("no gym, no spa", "wish(gym, is(no)); wish(spa, is(no))"),
        ("a gym but no spa", "wish(gym, is(yes)); wish(spa, is(no))"),
        ("without breakfast but with wifi", "wish(breakfast, is(no)); wish(wifi, is(yes))"),
        ("I don't want breakfast", "wish(breakfast, is(no))"),
    ],
)
def test_a_denial_and_how_far_it_reaches(text: str, meaning: str) -> None:
    assert read(text) == meaning


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("from Rome to Paris", 'wish(or_city, is("Rome")); wish(dst_city, is("Paris"))'),
        ("to Paris from Rome", 'wish(dst_city, is("Paris")); wish(or_city, is("Rome"))'),
        ("Rome to Paris", 'wish(or_city, is("Rome")); wish(dst_city, is("Paris"))'),
        ("leaving Rome for Paris", 'wish(or_city, is("Rome")); wish(dst_city, is("Paris"))'),
        ("leaving August 20", "wish(str_date, is(2016-08-20))"),
        ("back on August 20", "wish(end_date, is(2016-08-20))"),
        ("August 20 until August 25", "wish(str_date, is(2016-08-20)); wish(end_date, is(2016-08-25))"),
        ("we must be home before August 20", "wish(end_date, at_most(2016-08-20, strict=yes))"),
    ],
)
def test_what_a_preposition_makes_of_places_and_days(text: str, meaning: str) -> None:
    assert read(text) == meaning


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("something cheaper", "wish(price, less())"),
        ("$200 cheaper", "wish(price, less($200))"),
        ("two days shorter", "wish(duration, less(number(2, unit=days)))"),
        ("nicer", "wish(category, more())"),
        ("better rated", "wish(gst_rating, more())"),
        ("the cheapest trip", "return(extreme(price, least))"),
        ("I don't care about the price", "wish(price, any())"),
    ],
)
def test_comparisons_extremes_and_indifference(text: str, meaning: str) -> None:
    assert read(text) == meaning


@pytest.mark.parametrize(
    ("text", "scene", "meaning"),
    [
        ("something heavier", "laptops", "wish(weight, more())"),
        ("too heavy", "laptops", "wish(weight, less())"),
        ("not heavier", "laptops", "wish(weight, less())"),
        ("more memory", "laptops", "wish(ram, more())"),
        ("something cheap", "open", "wish(price, least())"),
        ("not cheaper than $500", "open", "wish(price, at_least($500))"),
    ],
)
def test_words_that_compare_are_wishes(text: str, scene: str, meaning: str) -> None:
    assert read(text, scene) == meaning


@pytest.mark.parametrize(
    ("text", "scene", "meaning"),
    [
        ("between 600 and 900 euros", "laptops", "wish(laptop_price, between(€600, €900))"),
        ("13 to 14 inches", "laptops", "wish(screen_size, between(number(13, unit=inch), number(14, unit=inch)))"),
        ("newer than 2018", "cars", "wish(year, at_least(2018, strict=yes))"),
        ("2018 or older", "cars", "wish(year, at_most(2018))"),
        ("not older than 2018", "cars", "wish(year, at_least(2018))"),
        ("no older", "cars_offered", "wish(year, more())"),
        ("neither white nor red", "cars", 'wish(colour, not("white", "red"))'),
        ("Rome or Paris", "open", 'wish(dst_city, is("Rome", "Paris"))'),
        ("August 20 to 25", "open", "wish(str_date, is(2016-08-20)); wish(end_date, is(2016-08-25))"),
    ],
)
def test_what_is_coordinated_is_one_wish(text: str, scene: str, meaning: str) -> None:
    assert read(text, scene) == meaning
