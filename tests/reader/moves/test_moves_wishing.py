"""What clauses wish for, let go or begin anew."""

import pytest

from reading import read


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("I never said 3pm", "drop(slot=dep_time_or)"),
        ("who said anything about 3pm?", "drop(slot=dep_time_or)"),
        ("and please drop that 3pm thing", "drop(slot=dep_time_or)"),
        ("forget about the 3pm departure", "drop(slot=dep_time_or)"),
        ("I don't care what time the flight leaves", "wish(dep_time_or, any())"),
        ("no particular departure time", "wish(dep_time_or, any())"),
        ("I didn't ask for a gym", "drop(slot=gym)"),
        ("we can live without the gym", "wish(gym, any())"),
        ("scrap the gym", "wish(gym, any())"),
        ("we can't live without the gym", "wish(gym, is(yes))"),
        ("scrap the budget", "wish(price, any())"),
        ("I didn't say 2600", "drop(slot=price)"),
        ("where does the 2600 come from?", "drop(slot=price)"),
        ("I never said Rome", 'wish(dst_city, not("Rome"))'),
        ("scrap Rome", 'wish(dst_city, not("Rome"))'),
        ("no kids", "wish(party, is(party(children=-2, added=yes)))"),
        ("I never mentioned children", "wish(party, is(party(children=-2, added=yes)))"),
        ("we shouldn't go over it", "wish(price, at_most($2600))"),
        ("not 2600!", "wish(price, at_most(¤2600, strict=yes))"),
    ],
)
def test_what_was_never_said_is_let_go_by_its_value_or_its_noun(text: str, meaning: str) -> None:
    assert read(text, "wishful") == meaning


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        (
            "Start over: 4 adults, Oslo, any city with a beach",
            'drop(); wish(party, is(party(adults=4))); wish(or_city, is("Oslo")); wish(dst_city, any());'
            " wish(beach, is(yes))",
        ),
        ("let's start over with Paris", 'drop(); wish(dst_city, is("Paris"))'),
        ("Scrap all that. To Paris", 'drop(); wish(dst_city, is("Paris"))'),
        ("Neither. New plan: Paris", 'reject(of=every()); drop(); wish(dst_city, is("Paris"))'),
    ],
)
def test_who_starts_over_wishes_for_what_follows_alone(text: str, meaning: str) -> None:
    assert read(text, "wishful") == meaning


def test_whoever_is_counted_where_there_are_no_children_is_an_adult() -> None:
    assert read("no kids! still four of us", "wishful").endswith("wish(party, is(party(adults=4)))")


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("those look a bit tired", "reject(of=every()); wish(gst_rating, more(than=every()))"),
        ("it's a bit shabby", "wish(gst_rating, more())"),
        ("a 3.5 isn't exactly how I pictured it", "wish(gst_rating, more(than=it()))"),
        ("is there nothing nicer?", "wish(category, more())"),
        ("somewhere guests actually loved", "wish(gst_rating, most())"),
        ("which is the one you're hiding?", "more()"),
        ("do they have it in September?", "wish(str_date, is(2016-09-01..2016-09-30), of=it())"),
    ],
)
def test_a_complaint_of_an_option_is_a_wish_for_a_better_one(text: str, meaning: str) -> None:
    assert read(text, "wishful") == meaning


def test_a_complaint_of_something_else_wishes_for_nothing() -> None:
    assert read("the weather here is awful", "wishful") == 'out_of_scope("weather")'


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("that's not a beach holiday", "wish(beach, is(yes))"),
        ("but it has no breakfast", "wish(breakfast, is(yes))"),
        ("it must have no gym", "wish(gym, is(no))"),
        ("no gym please", "wish(gym, is(no))"),
    ],
)
def test_who_objects_that_an_option_lacks_something_wants_it(text: str, meaning: str) -> None:
    assert read(text, "wishful") == meaning
