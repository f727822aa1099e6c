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
        "I'd hate to spend more than {}",
        "I'd hate to spend more than about {}",
        "we shouldn't go over {}",
        "I'm reluctant to go beyond {}",
        "can't really stretch past {}",
        "hopefully not above {}",
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
    ("text", "meaning"),
    [
        ("to Rome, cheap as possible", 'wish(dst_city, is("Rome")); wish(price, least())'),
        ("as early as you can get", "wish(str_date, least())"),
    ],
)
def test_as_much_as_possible_is_the_most(text: str, meaning: str) -> None:
    assert read(text) == meaning


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("the 5th or 6th", "2016-08-05..2016-08-06"),
        ("on the 19th, 20th or 21st", "2016-08-19..2016-08-21"),
        ("August 5 or August 12", "2016-08-05, 2016-08-12"),
        ("on the 12th, 19th or 26th", "2016-08-12, 2016-08-19, 2016-08-26"),
    ],
)
def test_a_choice_of_days_is_of_those_days_alone(text: str, days: str) -> None:
    assert read(f"we can leave {text}") == f"wish(str_date, is({days}))"


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
    "text",
    [
        "Paris isn't exactly a summer getaway",
        "Paris really isn't my idea of a holiday",
        "Paris isn't where we're going",
        "Paris just doesn't appeal",
        "Paris is hardly thrilling",
        "Paris's out then",
        "well, Paris is out",
        "Paris is off the table",
        "never mind Paris then",
        "let's skip Paris",
        "count Paris out",
        "cross Paris off",
        "forget Paris as a destination",
    ],
)
def test_a_place_that_is_spoken_of_badly_is_ruled_out(text: str) -> None:
    assert read(text) == 'wish(dst_city, not("Paris"))'


@pytest.mark.parametrize(
    "text",
    [
        "Paris isn't bad",
        "Paris isn't cheap",
        "Paris isn't too far, is it?",
        "wouldn't Paris be better?",
        "I wonder whether Paris wouldn't be wiser",
        "I wonder if Paris might be nicer",
        "Paris would be the better choice",
        "couldn't we go to Paris?",
    ],
)
def test_a_fault_that_is_denied_and_a_hedged_proposal_are_no_denials(text: str) -> None:
    assert read(text) == 'wish(dst_city, is("Paris"))'


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("not Paris - Rome!", 'wish(dst_city, is("Rome"))'),
        ("Paris is where we live", 'wish(or_city, is("Paris"))'),
        ("Paris is home for us", 'wish(or_city, is("Paris"))'),
        ("my brother isn't coming after all", "wish(party, is(party(adults=-1, added=yes)))"),
        ("September 5 is too early", "wish(str_date, at_least(2016-09-05, strict=yes))"),
        ("the 10th of September doesn't suit me", "wish(str_date, not(2016-09-10))"),
        (
            "October won't work for us",
            "wish(str_date, not(2016-10-01..2016-10-31)); wish(end_date, not(2016-10-01..2016-10-31))",
        ),
        (
            "August is out",
            "wish(str_date, not(2016-08-01..2016-08-31)); wish(end_date, not(2016-08-01..2016-08-31))",
        ),
        ("September would be kinder", "wish(str_date, is(2016-09-01..2016-09-30))"),
    ],
)
def test_what_is_said_of_a_place_or_a_day_says_how_it_is_meant(text: str, meaning: str) -> None:
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


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("cheapest first please", "wish(laptop_price, least())"),
        ("list them, best rated first", "wish(rating, most())"),
        ("longest battery first", "wish(battery, most())"),
        ("show me the rest, lightest first", "wish(weight, least(), of=other())"),
        ("the cheapest first one", "return(extreme(laptop_price, least))"),
    ],
)
def test_an_extreme_that_comes_first_is_the_order_of_a_list(text: str, meaning: str) -> None:
    assert read(text, "laptops_offered") == meaning
