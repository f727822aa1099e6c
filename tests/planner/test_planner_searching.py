"""Wishes and what is searched for, offered, or suggested in place of it.

Hotels are named by their first letters (see `states`); a part of a reply is its kind with what it holds.
"""

from __future__ import annotations

import pytest

from reading import source
from sources_drawn import table
from states import ROME, ToldAgent, letters_of, replied, shown, state, state_after, talk
from wayframe.meaning.notation import show
from wayframe.state.wishes import held_wishes


@pytest.mark.parametrize(
    ("conversation", "said", "reply"),
    [
        ("start", 'wish(city, is("Rome"))', ["Offer ABC 3"]),
        ("start", 'wish(city, is("Oslo"))', ['Nothing [city, is("Oslo")] unknown [Oslo]']),
        (
            "start",
            'wish(city, is("Oslo")); wish(stars, is(5))',
            ['Nothing [city, is("Oslo")] unknown [Oslo]', "Offer CG 2"],
        ),
        (
            "start",
            'wish(city, is("Rome")); wish(hotel_price, at_most($100))',
            [
                "Nothing [hotel_price, at_most($100)]",
                "Suggest A [[[hotel_price, at_most($100), 900]]] [hotel_price, least] far",
            ],
        ),
        ("start", "wish(pool, is(yes)); wish(hotel_price, least())", ["Offer EBC 3 hotel_price least"]),
        ("start", "wish(hotel_price, any())", ["Offer FDA 7"]),
        ("start", "more()", ["Offer FDA 7"]),
        ("rome", "more()", ["Nothing no_more"]),
        ("all", "more()", ["Offer EBCG 4 further"]),
        (
            "rome",
            "wish(stars, at_most(1)); more()",
            ["Nothing [stars, at_most(1)]", "Suggest A [[[stars, at_most(1), 3]]] [stars, least] far"],
        ),
        ("rome", "wish(pool, is(yes))", ["Offer BC 2"]),
        # More that were shown before are offered again, as what is so of them.
        ("rome", "wish(pool, is(yes)); more()", ["Offer BC 2"]),
        # Who wants two stars is told that there are only more.
        ("rome", "wish(stars, is(2))", ["NotQuite [stars, is(2)]", "Offer ABC 3 same"]),
        ("rome", "wish(stars, is(4))", ["Offer B 1 only"]),
        ("rome", 'wish(city, is("Paris"))', ["Offer DE 2"]),
        ("rome", 'correct([wish(city, is("Paris"))])', ['Noted heard [city, is("Paris")]', "Offer DE 2"]),
        ("rome", "wish(hotel_price, less(than=nth(2)))", ["Offer A 1 only"]),
        (
            "rome",
            "wish(hotel_price, less(than=nth(1)))",
            [
                "Unbeaten A hotel_price least [hotel_price, at_most($900, than=numbered(2), strict=yes)]",
                """Suggest FD [[[city, is("Rome"), Athens]], [[city, is("Rome"), Paris]]]""",
            ],
        ),
    ],
)
def test_what_is_offered(conversation: str, said: str, reply: list[str]) -> None:
    assert replied(state(conversation), said) == reply


@pytest.mark.parametrize(
    ("said", "reply"),
    [
        ("wish(hotel_price, at_most(€1000))", ["Noted currency [hotel_price, at_most(€1000)]", "Offer A 1 only"]),
        ("wish(hotel_price, at_most($1000))", ["Offer A 1 only"]),
        (
            "ask(holds, of=nth(1), wishes=[wish(hotel_price, at_most(€1000))])",
            ["Noted currency [hotel_price, at_most(€1000)]", "Holds hotel_price, at_most($1000) A"],
        ),
        (
            "correct([wish(hotel_price, at_most(€1000))])",
            ["Noted currency [hotel_price, at_most(€1000)]", "Offer A 1 only"],
        ),
    ],
)
def test_an_amount_in_another_currency_is_said_to_be_taken_as_it_stands(said: str, reply: list[str]) -> None:
    assert replied(state("rome"), said) == reply


def test_what_has_the_most_is_so_of_all_that_fit_whatever_they_are_sorted_by() -> None:
    cheapest_first = state_after('wish(city, is("Rome")); wish(hotel_price, least())')
    assert replied(cheapest_first, "wish(stars, more())")[0].startswith("Unbeaten C stars most")


COURSES = table(
    "course | price (USD) | level",
    "Italian Weekend | 320 | advanced",
    "Italian Evenings | 45 | beginner",
    "Spanish Evenings | 50 | beginner",
)


def test_a_part_of_a_name_finds_all_that_are_called_so() -> None:
    agent = ToldAgent(COURSES)
    (asked,) = talk(agent, 'wish(course, is("Italian"))')
    assert "Italian Weekend" in asked.wizard.text
    assert "Italian Evenings" in asked.wizard.text
    assert "Spanish" not in asked.wizard.text


def test_what_nearly_fits_has_the_name_that_was_asked_for() -> None:
    agent = ToldAgent(COURSES)
    (asked,) = talk(agent, 'wish(course, is("Italian")); wish(level, is("beginner")); wish(course_price, at_most($40))')
    assert "Italian Evenings" in asked.wizard.text
    assert "Spanish" not in asked.wizard.text


def test_which_of_the_alternatives_an_option_is_is_told() -> None:
    agent = ToldAgent(COURSES)
    either, both, other, single = (
        talk(agent, said)[0].wizard.text
        for said in (
            'wish(level, is("beginner", "advanced"))',
            'wish(level, is("beginner", "expert")); wish(course_price, at_most($60))',
            'wish(level, not("expert"))',
            'wish(level, is("beginner"))',
        )
    )
    assert "both beginner" in either
    assert "(advanced)" in either
    assert "both beginner" in both
    assert "advanced" in other
    assert "two beginner courses" in single


def test_which_of_the_alternatives_an_option_is_is_told_in_later_turns_where_they_differ() -> None:
    agent = ToldAgent(COURSES)
    first = 'wish(level, is("beginner", "advanced"))'
    (_, later) = talk(agent, first, 'wish(course, is("Italian"))')
    assert "advanced" in later.wizard.text
    (_, later) = talk(agent, first, "wish(course_price, at_most($60))")
    assert "beginner" not in later.wizard.text


def test_a_value_that_nothing_has_is_wished_for_no_more_once_that_was_said() -> None:
    agent = ToldAgent()
    turns = talk(agent, 'wish(city, is("Oslo")); wish(stars, is(5))', "wish(pool, is(yes))")
    assert [show(turn.wishes) for turn in turns] == ["wish(stars, is(5))", "wish(stars, is(5)); wish(pool, is(yes))"]


def test_a_feature_that_was_wished_for_is_told_of_what_has_it_once() -> None:
    found, narrowed = talk(ToldAgent(), 'wish(city, is("Rome")); wish(pool, is(yes))', "wish(lift, is(yes))")
    assert "both in Rome, with a pool" in found.wizard.text
    assert "a lift" in narrowed.wizard.text
    assert "pool" not in narrowed.wizard.text


TOO_FEW_STARS = "wish(stars, at_most(2))"


def test_what_there_still_is_nothing_for_is_said_where_somebody_goes_on() -> None:
    agent = ToldAgent()
    turns = talk(agent, ROME, TOO_FEW_STARS, "wish(pool, is(yes))", "drop(slot=stars)")
    assert "still no hotel in rome with at most 2 stars" in turns[2].wizard.text.lower().replace(" a ", " ")
    assert "stars" not in turns[3].wizard.text.partition(".")[2].partition(":")[0]


def test_what_holds_from_earlier_turns_is_named_with_what_it_does_not_go_with() -> None:
    held = state_after("wish(lift, is(no)); wish(pool, is(no))")
    said = 'wish(city, is("Rome")); wish(stars, at_least(4)); wish(hotel_price, at_most($1200))'
    nothing, near = replied(held, said)
    assert nothing == "Nothing [pool, is(no), stars, at_least(4)]"
    assert near.startswith("Suggest")


def test_there_is_nothing_to_a_city_where_elsewhere_there_is() -> None:
    agent = ToldAgent(source("trips"))
    to_rome = 'wish(or_city, is("Berlin")); wish(dst_city, is("Rome")); wish(str_date, is({}))'
    elsewhere, nowhere = (talk(agent, to_rome.format(day))[0].wizard.text for day in ("2016-09-18", "2016-10-18"))
    assert "to Rome leaving September 18" in elsewhere
    assert "to Rome" not in nowhere.partition(".")[0]


def test_what_there_is_still_nothing_for_is_wished_for_all_the_same() -> None:
    agent = ToldAgent()
    turns = talk(agent, ROME, TOO_FEW_STARS, "wish(pool, is(yes))", "wish(lift, is(yes))")
    for turn in turns[2:]:
        assert "till no hotel in Rome with at most 2 stars" in turn.wizard.text
    state = agent.state(turns[-1].after)
    assert "stars" in {wish.slot for wish in held_wishes(state, state.memory.active_frame, agent.schema)}


def test_who_wants_a_near_miss_otherwise_gives_up_what_it_misses() -> None:
    agent = ToldAgent()
    turns = talk(agent, ROME, TOO_FEW_STARS, 'wish(pool, is(yes), of=named("Anchor"))')
    state = agent.state(turns[-1].after)
    wished = {wish.slot for wish in held_wishes(state, state.memory.active_frame, agent.schema)}
    assert "stars" not in wished
    assert "pool" in wished


@pytest.mark.parametrize(
    ("said", "offered"),
    [
        ("wish(stars, at_most(4))", "B"),  # what was ruled out stays ruled out
        ('wish(hotel, is("Anchor"))', "A"),  # unless it is named
        ("wish(stars, at_most(3))", "A"),  # or nothing else fits
        ('drop(); wish(city, is("Rome"))', "ABC"),  # or all is begun anew
    ],
)
def test_what_was_ruled_out_is_not_offered_again(said: str, offered: str) -> None:
    agent = ToldAgent()
    turns = talk(agent, ROME, "reject(of=nth(1))", "ask(facts, slots=[stars], of=nth(2))", said)
    assert letters_of(agent, turns) == offered


FLATS = table(
    "flat | district | rent (EUR) | bedrooms",
    "Sunny Corner | Northside | 500 | 2",
    "Old Mill | Northside | 550 | 2",
    "Tower Flat | Centre | 1450 | 1",
    "Gate House | Harbour | 600 | 2",
)


def test_what_one_has_just_turned_from_is_not_what_comes_near() -> None:
    agent = ToldAgent(FLATS)
    centre = 'wish(district, is("Centre")); wish(rent, at_most(¤1200)); wish(bedrooms, is(2))'
    turns = talk(agent, "wish(rent, least())", 'ask(facts, slots=[district], of=named("Sunny Corner"))', centre)
    assert "Sunny Corner" not in turns[-1].wizard.text


def test_what_was_wished_for_again_is_kept_and_something_older_given_up() -> None:
    agent = ToldAgent(FLATS)
    turns = talk(
        agent,
        "wish(rent, at_most(¤600)); wish(bedrooms, is(2))",
        'wish(district, is("Centre"))',
        'correct([wish(district, is("Centre"))])',
    )
    assert ": Tower Flat (with 1 bedroom) for €1,450" in turns[-1].wizard.text


def test_what_was_ruled_out_is_never_nearly_right() -> None:
    said = 'wish(city, not("Rome")); wish(hotel_price, between($850, $950)); wish(stars, is(3))'
    _, suggested = replied(shown(), said)
    assert suggested.split()[:2] == ["Suggest", "D"]  # and not Anchor, which is all that but in Rome


def test_what_was_asked_of_one_of_several_options_needs_no_search() -> None:
    pool = "ask(holds, of=nth(2), wishes=[wish(pool, is(yes))]); wish(pool, is(yes))"
    assert replied(state("rome"), f"{pool}; ask(facts, slots=[stars], of=nth(1))") == [
        "Holds pool, is(yes) B",
        "Tell A",
    ]


def test_what_holds_already_is_not_searched_again_beside_something_else() -> None:
    rome = 'wish(city, is("Rome"))'
    agent = ToldAgent()
    *_, exchange = talk(agent, rome, "return(nth(2))", f'{rome}; out_of_scope("one room")')
    assert "Anchor" not in exchange.wizard.text


def test_who_insists_on_a_day_hears_that_nothing_leaves_on_it_and_not_the_same_list() -> None:
    party = "wish(party, is(party(adults=2)))"
    start = f'wish(or_city, is("Seattle")); wish(dst_city, is("Los Angeles")); wish(str_date, is(2016-08-20)); {party}'
    first, *others = talk(ToldAgent(source("trips")), start, *["wish(str_date, is(2016-08-20))"] * 2)
    assert "August 23 to 25" in first.wizard.text
    for each in others:
        assert "till nothing to Los Angeles" in each.wizard.text
        assert "August 23 to 25" not in each.wizard.text


def test_where_one_can_go_is_not_told_again_to_who_names_another_place_that_is_not_there() -> None:
    boston = 'wish(or_city, is("Boston")); wish(dst_city, is("Iceland"))'
    first, second = talk(ToldAgent(source("trips")), boston, 'wish(dst_city, is("Scotland"))')
    assert "In Europe" in first.wizard.text
    assert "Paris" in first.wizard.text
    assert "San Francisco" not in first.wizard.text
    assert "Paris" not in second.wizard.text
    assert second.wizard.text.endswith("where to?")


def test_a_place_in_another_part_of_the_world_has_other_places_told() -> None:
    boston = 'wish(or_city, is("Boston")); wish(dst_city, is("Iceland"))'
    _, second = talk(ToldAgent(source("trips")), boston, 'wish(dst_city, is("Brisbane"))')
    assert "San Francisco" in second.wizard.text


TORONTO = 'wish(or_city, is("Toronto")); wish(dst_city, is("Madrid")); wish(str_date, is(2016-09-01..2016-09-30))'


def test_a_place_that_is_not_there_leaves_the_one_before_it() -> None:
    _, _, last = talk(ToldAgent(source("trips")), TORONTO, 'wish(dst_city, is("London"))', 'wish(seat, is("business"))')
    assert "in Madrid" in last.wizard.text
    assert "London" not in last.wizard.text


def test_naming_a_place_that_is_not_there_once_more_is_no_wish_for_it() -> None:
    said = 'wish(dst_city, is("London")); wish(duration, at_most(5))'
    _, _, last = talk(ToldAgent(source("trips")), TORONTO, 'wish(dst_city, is("London"))', said)
    assert "Lodestar Residence" in last.wizard.text
    assert "London" not in last.wizard.text


def test_another_start_is_said_with_what_is_found_from_there() -> None:
    first, second, third = talk(
        ToldAgent(source("trips")), TORONTO, 'wish(or_city, is("Boston"))', "wish(breakfast, is(yes))"
    )
    assert "from Toronto" not in first.wizard.text
    assert "from Boston" in second.wizard.text
    assert "from Boston" not in third.wizard.text


def test_more_is_told_with_what_was_asked_of_those_shown_behind_that_answer() -> None:
    asked = "ask(which, of=every(), wishes=[wish(breakfast, is(yes))]); more()"
    rome = 'wish(or_city, is("Montreal")); wish(dst_city, is("Rome")); wish(party, is(party(adults=2)))'
    reply = talk(ToldAgent(source("trips")), rome, asked)[-1].wizard.text
    answer, more = reply.split(". ", 1)
    assert "have breakfast" in answer or "has breakfast" in answer
    assert "breakfast" in more


def test_when_one_is_back_is_told_beside_the_answer_about_it() -> None:
    agent = ToldAgent(source("trips"))
    start = (
        'wish(or_city, is("Toronto")); wish(dst_city, is("Mexico City")); wish(str_date, is(2016-08-01..2016-08-31))'
    )
    asked = "wish(end_date, is(2016-08-28)); ask(holds, of=nth(1), wishes=[wish(wifi, is(yes))])"
    told = talk(agent, f"{start}; wish(party, is(party(adults=2, children=2)))", asked)[-1].wizard.text
    assert told == "With the Aurelian Quarters you are home on August 23. Yes: it has wifi."


TO_SEVERAL = 'wish(or_city, is("Chicago")); wish(dst_city, is("Paris", "Rome", "Madrid"))'


def test_the_best_in_several_places_are_the_best_of_all_not_of_each() -> None:
    text = talk(ToldAgent(source("trips")), TO_SEVERAL, "wish(gst_rating, most())")[-1].wizard.text
    assert "9.9/10" in text
    assert "9.66/10" in text
    assert "8.51/10" in text
    assert "Rome" not in text


def test_something_by_name_is_not_said_to_be_missing_in_other_places() -> None:
    text = talk(ToldAgent(source("trips")), TO_SEVERAL, 'wish(name, is("Serafina Pavilion"))')[-1].wizard.text
    assert "Serafina Pavilion in Paris" in text
    assert "Rome" not in text
