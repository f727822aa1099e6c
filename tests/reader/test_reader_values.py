"""The values of a clause: which slot they are of, and how they limit."""

import pytest

from assisting import agent_over, table, talk
from reading import TRIPS, read, source, spans_of
from wayframe.meaning.records import Constraint, Flag, Number
from wayframe.reader.values import SchemaParts, ValueBound, constraint, negated


def test_a_journey_has_two_ends_two_days_and_people() -> None:
    parts = SchemaParts(TRIPS)
    assert (parts.source, parts.goal, parts.start, parts.end) == ("or_city", "dst_city", "str_date", "end_date")
    assert (parts.party, parts.capacity, parts.price) == ("party", "", "price")
    assert (parts.kind("price"), parts.unit("duration"), parts.kind("nothing")) == ("money", "days", "")


def test_a_car_has_a_year_and_seats_for_so_many() -> None:
    parts = SchemaParts(source("cars").schema)
    assert (parts.year, parts.capacity, parts.party, parts.source) == ("year", "seats", "", "")


@pytest.mark.parametrize(
    ("text", "scene", "meaning"),
    [
        ("7 nights", "open", "wish(duration, is(number(7, unit=days)))"),
        ("to Rome for one week", "open", 'wish(dst_city, is("Rome")); wish(duration, is(number(7, unit=days)))'),
        ("a couple of days", "open", "wish(duration, is(number(2, unit=days)))"),
        ("a 4+ star hotel", "open", "wish(category, at_least(number(4, unit=stars)))"),
        ("a budget of 2000", "open", "wish(price, at_most(¤2000))"),
        ("no more than 2000", "open", "wish(price, at_most(¤2000))"),
        ("2000", "asked_budget", "wish(price, is(¤2000))"),
        ("3", "asked_party", "wish(party, is(party(adults=3)))"),
        ("for three", "open", "wish(party, is(party(adults=3)))"),
        ("2019", "cars", "wish(year, is(2019))"),
        ("1400 grams", "laptops", "wish(weight, is(number(1.4, unit=kg)))"),
        (
            "opened after May 2, with a rating of up to 3",
            "restaurants",
            "wish(open_since, at_least(2017-05-02, strict=yes)); wish(rating, at_most(3))",
        ),
        ("16 gigs of memory", "laptops", "wish(ram, is(number(16, unit=GB)))"),
        ("in 1989", "open", ""),
    ],
)
def test_a_number_is_of_what_stands_near_it_or_was_asked_for(text: str, scene: str, meaning: str) -> None:
    assert read(text, scene) == meaning


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("between Rome and Athens", 'wish(or_city, is("Rome")); wish(dst_city, is("Athens"))'),
        (
            "4 of us live in Toronto and 3 in Atlanta",
            'wish(or_city, is("Toronto")); wish(or_city, is("Atlanta"), of=new_trip())',
        ),
        (
            "hey so five of us in Boston wanna go to Rome",
            'wish(party, is(party(adults=5, total=5))); wish(or_city, is("Boston")); wish(dst_city, is("Rome"))',
        ),
        (
            "we're 4, two adults and two kids, in Boston.",
            'wish(party, is(party(adults=2, children=2))); wish(or_city, is("Boston"))',
        ),
        (
            "five of us in Rome from August 5",
            'wish(party, is(party(adults=5, total=5))); wish(dst_city, is("Rome")); wish(str_date, is(2016-08-05))',
        ),
        ("from Toronto or Boston to Rome", 'wish(or_city, is("Toronto", "Boston")); wish(dst_city, is("Rome"))'),
        ("my home town is Rome", 'wish(or_city, is("Rome"))'),
        ("our return flight has to be on September 9", "wish(end_date, is(2016-09-09))"),
        ("can't leave until September 5", "wish(str_date, at_least(2016-09-05))"),
        ("Sep 7, back by 22", "wish(str_date, is(2016-09-07)); wish(end_date, at_most(2016-09-22))"),
    ],
)
def test_the_words_around_a_place_or_a_day_give_its_slot(text: str, meaning: str) -> None:
    assert read(text) == meaning


@pytest.mark.parametrize(
    ("text", "scene", "amount"),
    [
        ("fine, 1800 then", "rome", "¤1800"),
        ("I can manage 750", "open", "¤750"),
        ("two and a half grand", "open", "¤2500"),
        ("around 2k", "open", "¤2000"),
        ("18 hundred", "open", "¤1800"),
        ("20 each", "open", "¤20, scope=person"),
        ("nine hundred and fifty dollars", "open", "$950"),
        ("up to six fifty", "rome", "¤650"),
        ("2 grand's the limit", "open", "¤2000"),
        ("six or seven hundred", "open", "¤600, ¤700"),
        ("between 5 and 6.5 thousand", "cars", "¤5000, ¤6500"),
        ("four stars and under 700", "open", "¤700"),
        ("four nights, trying to stay below 600", "open", "¤600"),
    ],
)
def test_a_large_number_that_nothing_else_claims_is_money(text: str, scene: str, amount: str) -> None:
    assert f"({amount}" in read(text, scene)


@pytest.mark.parametrize("text", ["in 2015 we paid with cash", "we are in block 512"])
def test_years_and_numbers_of_things_are_no_money(text: str) -> None:
    assert "price" not in read(text, "rome")


@pytest.mark.parametrize(
    "text",
    [
        "it's 150 over my budget but I can pay that",
        "it's $150 over my budget but I can pay that",
        "120 is just the difference",
        "$325 over my limit",
        "40 bucks past our cap",
        "with a difference of 75",
    ],
)
def test_how_far_an_amount_is_from_another_limits_nothing_and_compares_nothing(text: str) -> None:
    assert read(text, "rome") == ""


def test_an_amount_that_is_a_limit_still_is_one() -> None:
    assert read("hotels under 900, that's my limit") == "wish(price, at_most(¤900, strict=yes))"


@pytest.mark.parametrize(
    ("text", "denied"),
    [
        ("not", True),
        ("not without", False),
        ("anywhere but", True),
        ("not cheap but", False),
        ("not cheap,", False),
        ("unless it is", True),
        ("with", False),
    ],
)
def test_a_denial_reaches_until_something_begins_anew(text: str, denied: bool) -> None:
    assert negated(spans_of(text)) == denied


def test_a_denied_bound_is_its_contrary() -> None:
    four = Number(4.0, "stars")
    assert constraint(ValueBound("at_most", strict=True), four, denied=True) == Constraint("at_least", (four,))
    assert constraint(ValueBound("is"), Flag(True), denied=True) == Constraint("is", (Flag(False),))


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("back by August 20", "wish(end_date, at_most(2016-08-20))"),
        ("home before August 20", "wish(end_date, at_most(2016-08-20, strict=yes))"),
        ("from August 10", "wish(str_date, is(2016-08-10))"),
        ("4 or more stars", "wish(category, at_least(number(4, unit=stars)))"),
        ("breakfast isn't necessary", "wish(breakfast, any())"),
        ("drop the gym", "wish(gym, any())"),
    ],
)
def test_what_stands_around_a_value_bounds_it(text: str, meaning: str) -> None:
    assert read(text) == meaning


def test_a_day_that_is_ruled_out_behind_an_amount_leaves_that_as_it_is() -> None:
    rows = ("Pots | €60 | Monday", "Paint | €90 | Monday", "Piano | €140 | Sunday", "Chess | €170 | Sunday")
    agent = agent_over(table("course | fee | day", *rows, items="courses"))
    (turn,) = talk(agent, "a course under 150 euros not on Monday")
    assert turn.wizard.text.count("€") == 1
    assert "Piano" in turn.wizard.text
