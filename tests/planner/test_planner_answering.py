"""Questions about hotels, comparisons, figures, reasons.

Hotels are named by their first letters (see `states`); a part of a reply is its kind with what it holds.
"""

from __future__ import annotations

import json
from datetime import timedelta

import pytest

import voiced
from reading import source
from sources_drawn import table
from states import ROME, ToldAgent, plan_of, replied, shown, state, state_after, talk
from wayframe.meaning.notation import parse
from wayframe.meaning.records import Days, Number, Party, Text
from wayframe.planner.plan import Tell


@pytest.mark.parametrize(
    ("conversation", "said", "reply"),
    [
        ("rome", "return(nth(2))", ["Tell B", "Propose book"]),
        ("rome", "return(nth(1, count=2))", ["Offer AB 2 chosen"]),
        ("rome", "return(nth(9))", ["Empty option ABC"]),
        ("rome", 'return(named("Nowhere"))', ["Empty option ABC"]),
        ("rome", 'return(described([wish(city, is("Paris"))]))', ["Offer DE 2"]),
        ("rome", "return(described([wish(pool, is(yes))]))", ["Offer BC 2 chosen"]),
        ("rome", "ask(facts, slots=[stars], of=nth(1))", ["Tell A"]),
        ("rome", "ask(facts, slots=[stars])", ["Tell ABC"]),
        ("rome", 'ask(facts, slots=[stars], of=named("Elm"))', ["Offer E 1 told further", "Tell E"]),  # never shown
        # "Has it stars?" names no number: how many it has is told.
        ("rome", 'ask(holds, slots=[stars], of=named("Elm"))', ["Offer E 1 told further", "Tell E"]),
        (
            "rome",
            'ask(holds, of=together([named("Beacon"), named("Elm")]), wishes=[wish(pool, is(yes))])',
            ["Offer E 1 told further", "Holds pool, is(yes) BE"],
        ),
        (
            "rome",
            'ask(facts, slots=[stars], of=named("Elm")); ask(holds, of=named("Elm"), wishes=[wish(pool, is(yes))])',
            ["Offer E 1 told further", "Tell E", "Holds pool, is(yes) E"],
        ),
        ("rome", 'return(named("Elm"))', ["Offer E 1 told further", "Tell E", "Propose book"]),
        # What is new of what is compared is told in the comparison.
        (
            "rome",
            'compare(of=together([named("Beacon"), named("Elm")]), slots=[hotel_price, stars])',
            ["Comparison BE [hotel_price] [stars]"],
        ),
        # Which one it is is told beside what is asked of all, in no more than that.
        (
            "rome",
            "return(extreme(stars, most, of=every())); ask(facts, slots=[opened], of=every())",
            ["Tell C [stars, most]", "Tell ABC"],
        ),
        ("rome", "return(nth(2)); ask(facts, slots=[opened], of=nth(1, count=2))", ["Tell AB"]),
        # A booking that was just made is told once.
        ("rome", "book(of=nth(2)); recall(bookings)", ["Done book B"]),
        ("rome", "recall(bookings); book(of=nth(2))", ["Done book B"]),
        ("booked", "book(of=nth(1)); recall(bookings)", ["Done book A", "Recalled bookings BA 2100"]),
        (
            "rome",
            "ask(which, of=every(), wishes=[wish(hotel_price, least(scope=person))])",
            [
                "Figure share 900 hotel_price A person 1",
                "Figure share 1200 hotel_price B person 1",
                "Figure share 1500 hotel_price C person 1",
            ],
        ),
        (
            "both booked",
            "ask(left, of=booked(), wishes=[wish(hotel_price, at_most($5000))])",
            ["Figure left 2900 hotel_price BA 5000.0"],
        ),
        # Of several options each thing that is asked is told by itself.
        (
            "rome",
            "ask(holds, of=every(), wishes=[wish(pool, is(yes)), wish(stars, most())])",
            ["Holds pool, is(yes) BC A", "Holds stars, most() C AB"],
        ),
        # The extreme is that of those of which the rest is so; where that is one, of all there.
        (
            "all",
            'ask(holds, of=named("Dune"), wishes=[wish(hotel_price, least()), wish(city, is("Paris"))])',
            ["Holds hotel_price, least() D", 'Holds city, is("Paris") D'],
        ),
        (
            "all",
            'ask(holds, of=named("Dune"), wishes=[wish(stars, most()), wish(city, is("Paris"))])',
            ["Holds stars, most() D", 'Holds city, is("Paris") D'],
        ),
        # Behind an answer that it is so of none, nothing is said of that one.
        (
            "rome",
            "ask(which, of=every(), wishes=[wish(stars, at_least(6))]); "
            "ask(share, slots=[hotel_price], of=described([wish(stars, at_least(6))]), by=2)",
            ["Holds stars, at_least(6) ABC none"],
        ),
        # A list that is asked for with another wish is what the search finds.
        ("rome", "wish(stars, at_most(4)); return(listed())", ["Offer AB 2"]),
        ("beacon", "ask(sum, slots=[hotel_price], by=3)", ["Several B 3 3600"]),
        # Who asks about an option gives up a wish, or says one again, without being shown all of that once more.
        ("beacon", "drop(slot=city); ask(facts, slots=[stars])", ["Tell B"]),
        (
            "beacon",
            "wish(city, any()); ask(facts, slots=[stars])",
            ["Tell B"],
        ),
        ("rome", "wish(lift, any()); return(nth(2))", ["Tell B", "Propose book"]),
        ("rome", "wish(hotel_price, at_most($1500)); ask(facts, slots=[stars], of=nth(2))", ["Tell B", "Tell B"]),
        (
            "rome",
            "wish(hotel_price, at_most($1500)); recall(wishes)",
            ['Recalled wishes [city, is("Rome"), hotel_price, at_most($1500)]'],
        ),
        # What the turn finds again under a name is no second option of that name.
        (
            "rome",
            'wish(pool, is(yes)); ask(holds, of=named("Anchor"), wishes=[wish(pool, is(yes))])',
            ["Holds pool, is(yes) A BC", "Offer BC 2"],  # others that have what is wished for are named
        ),
        (
            "rome",
            'wish(stars, at_most(4)); ask(holds, of=named("Anchor"), wishes=[wish(pool, is(yes))])',
            ["Holds pool, is(yes) A", "Tell A"],
        ),
        (
            "rome",
            'wish(stars, at_least(5)); ask(holds, of=named("Anchor"), wishes=[wish(pool, is(yes))])',
            ["Offer C 1 only", "Holds pool, is(yes) A"],
        ),
        ("rome", 'return(named("Anchor")); ask(facts, slots=[stars], of=named("Anchor"))', ["Tell A", "Propose book"]),
        ("rome", "ask(facts, slots=[hotel])", ["Offer ABC 3 same"]),
        ("rome", "ask(facts, slots=[zorb], of=nth(1))", ["Tell A [zorb]"]),
        ("rome", "ask(facts, of=nth(2))", ["Tell B", "Propose book"]),
        ("rome", "ask(facts, slots=[stars], of=nth(7))", ["Empty option ABC"]),
        ("rome", "ask(holds, wishes=[wish(pool, is(yes))])", ["Holds pool, is(yes) BC A"]),
        ("rome", "ask(holds, of=nth(1), wishes=[wish(pool, is(no))])", ["Holds pool, is(yes) A denied"]),
        ("rome", "ask(which, of=every(), wishes=[wish(pool, is(yes))])", ["Holds pool, is(yes) BC some"]),
        ("rome", "ask(which, of=every(), wishes=[wish(stars, at_least(6))])", ["Holds stars, at_least(6) ABC none"]),
        ("rome", "ask(which, of=every(), wishes=[wish(hotel_price, least())])", ["Tell A [hotel_price, least]"]),
        (
            "rome",
            'ask(holds, of=nth(2), wishes=[wish(stars, at_least(than=named("Anchor")))])',
            ["Holds stars, at_least(3, than=numbered(2)) B A"],
        ),
        ("rome", "ask(holds, of=nth(2), wishes=[wish(hotel_price, least())])", ["Holds hotel_price, least() B A"]),
        # What a question asks is looked for, where nothing was shown yet.
        ("start", "ask(which, wishes=[wish(pool, is(yes)), wish(stars, at_least(5))])", ["Offer C 1 only"]),
        # Of two it is told which is better, with what both have.
        ("rome", "ask(which, of=nth(1, count=2), wishes=[wish(stars, most())])", ["Tell B [stars, most] A"]),
        # First it is told of which all is so that is asked, or that it is so of none.
        (
            "rome",
            "ask(which, of=every(), wishes=[wish(pool, is(yes)), wish(stars, is(3))])",
            ["HasAll ABC none", "Holds pool, is(yes) BC some", "Holds stars, is(3) A some"],
        ),
        (
            "rome",
            "ask(which, of=every(), wishes=[wish(pool, is(yes))]); "
            "ask(which, of=every(), wishes=[wish(lift, is(yes))])",
            ["HasAll B", "Holds pool, is(yes) BC some", "Holds lift, is(yes) AB some"],
        ),
        # How many kinds there are is told with them.
        ("start", "ask(count, slots=[city])", ["ValuesOf city [Rome, Athens, Paris] 3 [3, 2, 2] in_all"]),
        ("rome", "return(extreme(hotel_price, least))", ["Tell A [hotel_price, least]", "Propose book"]),
        (
            "two lists",
            'wish(city, is("Rome", "Paris")); wish(hotel_price, less())',
            ["Figure difference 100 hotel_price AD"],
        ),
        ("rome", "ask(sum, slots=[hotel_price], of=every())", ["Figure sum 3600 hotel_price ABC"]),
        ("rome", "ask(sum, slots=[hotel_price], of=nth(1, count=2))", ["Figure sum 2100 hotel_price AB"]),
        ("rome", "ask(sum, slots=[hotel_price])", ["Tell ABC"]),  # alternatives are never added up unasked
        ("beacon", "ask(sum, slots=[hotel_price], of=it())", ["Tell B"]),
        ("beacon", "ask(left, wishes=[wish(hotel_price, at_most($2000))])", ["Figure left 800 hotel_price B 2000.0"]),
        (
            "beacon",
            "ask(left, of=nth(3), wishes=[wish(hotel_price, at_most($1000, scope=person))])",
            ["Figure left -500 hotel_price C 1000.0"],
        ),
        (
            "both booked",
            "ask(left, wishes=[wish(hotel_price, at_most($5000))])",
            ["Figure left 2900 hotel_price BA 5000.0"],
        ),
        ("beacon", "ask(left)", ["Tell B", "Recalled slot hotel_price"]),
        (
            "beacon",
            "ask(holds, wishes=[wish(hotel_price, is($1200, scope=total))])",
            ["Holds hotel_price, is($1200, scope=total) B"],
        ),
        ("beacon", "ask(holds, wishes=[wish(hotel_price, around($1150))])", ["Holds hotel_price, is($1200) B"]),
        (
            "beacon",
            "ask(holds, wishes=[wish(hotel_price, is($700, scope=person))])",
            ["Holds hotel_price, is($700, scope=person) B", "Figure share 1200 hotel_price B person 1"],
        ),
        ("beacon", "hold(of=nth(3))", ["Noted not_held C"]),
        ("booked", "hold(of=nth(2))", ["Noted booked B"]),
        ("rome", "return(extreme(stars, most, of=nth(1)))", ["Tell A", "Propose book"]),  # the most of one is none
        ("both booked", "ask(sum, slots=[hotel_price], of=booked())", ["Figure sum 2100 hotel_price BA"]),
        (
            "rome",
            'wish(city, is("Rome")); ask(holds, of=nth(2), wishes=[wish(pool, is(yes))])',
            ["Holds pool, is(yes) B"],
        ),
        (
            "rome",
            "ask(difference, slots=[hotel_price], of=together([nth(3), nth(1)]))",
            ["Figure difference 600 hotel_price CA"],
        ),
        (
            "rome",
            "ask(difference, slots=[hotel_price], of=together([nth(1), nth(3)]))",
            ["Figure difference 600 hotel_price CA"],
        ),
        (
            "rome",
            "ask(difference, slots=[hotel_price], of=together([nth(1), nth(3)]), scope=person)",
            ["Figure difference 600 hotel_price CA person"],
        ),
        ("rome", "ask(difference, slots=[stars], of=nth(1))", ["Figure difference 1 stars BA"]),
        ("rome", "ask(share, slots=[hotel_price], of=nth(1), by=3)", ["Figure share 300 hotel_price A 3.0"]),
        # A few that are counted are named; those that weren't shown yet are offered.
        ("rome", "ask(count, wishes=[wish(pool, is(yes))])", ["Figure count 2 BC [pool, is(yes)]"]),
        ("rome", 'ask(count, wishes=[wish(city, is("Paris"))])', ["Offer DE 2"]),
        ("all", "ask(count, wishes=[wish(lift, is(yes))])", ["Figure count 5 [lift, is(yes)]"]),
        ("rome", "ask(count)", ["Figure count 3"]),
        ("rome", "ask(extreme, wishes=[wish(stars, most())])", ["Offer C 1 stars most"]),
        ("rome", "ask(extreme)", ["NotKnown"]),
        ("rome", 'ask(extreme, wishes=[wish(stars, most()), wish(city, is("Paris"))])', ["Offer E 1 stars most"]),
        ("cheapest", "ask(extreme, wishes=[wish(stars, most())])", ["Offer C 1 stars most"]),
        (
            "no lift",
            "ask(extreme, wishes=[wish(hotel_price, least()), wish(lift, is(yes))])",
            ["Offer A 1 hotel_price least"],
        ),
        (
            "cedar",
            "ask(extreme, wishes=[wish(hotel_price, least()), wish(lift, is(yes))])",
            ["Offer A 1 hotel_price least"],
        ),
        ("rome", "ask(reason, of=nth(1))", ["Contrast A [[hotel_price, least]] [[stars, least]]"]),
        ("rome", "ask(reason)", ['Reason C [city, is("Rome")] [[stars, most]] A 600 picked']),
        ("rome", "ask(values, slots=[stars])", ["ValuesOf stars [3, 4, 5] 3 [1, 1, 1]"]),
        ("rome", "ask(values, slots=[stars], wishes=[wish(pool, is(yes))])", ["ValuesOf stars [4, 5] 2 [1, 1]"]),
        ("rome", "ask(values)", ["NotKnown"]),
        ("rome", "ask(range, slots=[hotel_price])", ["ValuesOf hotel_price [900, 1500] range"]),
        ("rome", "ask(average)", ['Averages hotel_price [1200] 1 [city, is("Rome")]']),
        ("rome", "ask(average, slots=[stars], of=nth(1, count=2))", ["Averages stars [3.5]"]),
        ("rome", "ask(average, slots=[opened])", ["NotKnown [opened]"]),
        (
            "start",
            "ask(average, slots=[hotel_price], wishes=[wish(pool, is(yes))])",
            ["Averages hotel_price [1267] 1 [pool, is(yes)]"],
        ),
        (
            "rome",
            "ask(average, slots=[stars, city])",
            ["Averages stars [4, 3.5, 3.5] city [Rome, Paris, Athens] 3"],
        ),
        (
            "start",
            "ask(extreme, slots=[city], wishes=[wish(hotel_price, least())])",
            [
                "Averages hotel_price [950, 1100, 1200] city [Paris, Athens, Rome] 3 least",
                "Offer F 1 hotel_price least",
            ],
        ),
        ("start", "ask(facts, slots=[stars])", ["Offer FDA 7"]),
        ("start", "ask(reason)", ["Offer FDA 7"]),
        ("start", "compare()", ["Empty comparison"]),
        ("rome", "compare(of=nth(1, count=2))", ["Comparison AB [hotel_price, stars, opened, pool] [lift]"]),
        ("rome", "compare(of=nth(1, count=2), slots=[stars])", ["Comparison AB [stars]"]),
        ("beacon", "compare(of=nth(1))", ["Comparison AB [hotel_price, stars, opened, pool] [lift]"]),
        ("rome", "compare(of=nth(9))", ["Empty comparison ABC"]),
        (
            "rome",
            'return(named("Anchor")); out_of_scope("the cancellation policy")',
            ["Tell A", "Propose book", "NotKnown the cancellation policy"],
        ),
    ],
)
def test_what_is_told(conversation: str, said: str, reply: list[str]) -> None:
    assert replied(state(conversation), said) == reply


def test_whom_a_price_is_for_is_told_where_it_is_asked() -> None:
    agent = ToldAgent(source("trips"))
    route = 'wish(or_city, is("Chicago")); wish(dst_city, is("Mexico City"))'
    told = talk(agent, route, "ask(facts, slots=[price, party], of=nth(1))")[-1].wizard.text
    assert "1 adult" in told
    assert "travellers" not in told


def test_a_price_is_told_for_those_who_travel_now() -> None:
    agent = ToldAgent(source("trips"))
    to_rome, to_paris = 'wish(or_city, is("New York")); wish(dst_city, is("Rome"))', 'wish(dst_city, is("Paris"))'
    turns = talk(agent, to_rome, f"wish(party, is(party(adults=2))); {to_paris}")
    (first, *_) = agent.state(turns[0].after).lists[-1]
    asked = agent.tell(turns[-1].after, f"ask(facts, slots=[price], of=numbered({first}))")
    state = agent.state(asked.after)
    one, two = state.options[first], state.options[state.lists[-1][0]]
    assert one.item.key == two.item.key
    assert (one.party, two.party) == (Party(adults=1), Party(adults=2))
    assert "for 2 adults" in asked.wizard.text


def test_what_is_asked_and_neither_has_is_told_with_the_comparison() -> None:
    told = replied(
        state("two lists"), 'compare(of=together([named("Anchor"), named("Dune")]), slots=[hotel_price, pool])'
    )
    assert told == ["Comparison AD [hotel_price]", "Holds pool, is(yes) AD all"]


def test_a_correction_that_holds_already_is_told_to_beside_a_question() -> None:
    asked = "ask(holds, of=nth(2), wishes=[wish(lift, is(yes))])"
    told = replied(state("rome"), f'correct([wish(city, is("Rome"))]); {asked}')
    assert told == ['Holds city, is("Rome") ABC all', "Holds lift, is(yes) B"]


def test_an_option_that_was_turned_to_is_told_once() -> None:
    offered = replied(state("two lists"), 'return(named("Elm")); wish(pool, is(yes))')
    assert offered == ["Offer E 1 only"]
    asked = replied(
        state("rome"), 'return(named("Cedar")); ask(holds, of=named("Cedar"), wishes=[wish(lift, is(yes))])'
    )
    assert asked == ["Holds lift, is(yes) C"]


def test_a_stay_of_four_days_is_not_one_of_five() -> None:
    agent = ToldAgent(source("trips"))
    turns = talk(agent, 'wish(or_city, is("New York")); wish(dst_city, is("Rome"))', "return(nth(1))")
    state = agent.state(turns[-1].after)
    days = state.options[state.focus[0]].item.values["duration"]
    assert isinstance(days, Number)
    for asked, denied in ((days.value, False), (days.value + 1, True)):
        said = f"ask(holds, wishes=[wish(duration, is(number({asked:g}, unit=days)))])"
        told = agent.tell(turns[-1].after, said).wizard
        assert f"{days.value:g} days" in told.text
        assert ("No" in told.text) == denied


def test_options_are_compared_by_their_prices_for_those_who_travel_now() -> None:
    agent = ToldAgent(source("trips"))
    first = talk(agent, 'wish(or_city, is("New York")); wish(dst_city, is("Rome"))')[-1]
    more = agent.tell(first.after, "wish(party, is(party(adults=3)), of=nth(1))")
    compared = agent.tell(more.after, "compare(of=together([nth(1), nth(2, of=listed(n=1))]), slots=[price])")
    assert "for 1 adult" not in compared.wizard.text
    assert "3 adults" in compared.wizard.text


def test_what_is_alike_is_told_where_neither_is_the_most() -> None:
    cars = voiced.agent("tests/reader/cars.csv")
    named = 'together([named("Citroen Berlingo 2019"), named("Skoda Octavia 2019")])'
    newest = f"ask(which, of={named}, wishes=[wish(year, most())])"
    conversation = cars.open()
    for said in ("wish(car_price, at_most(¤14000))", "more()", "more()", newest):
        conversation = cars.act(conversation, parse(said), said).after
    assert conversation.turns[-1].text == "Both are from 2019."


def test_an_option_is_told_in_brief_beside_what_nobody_knows_of_it() -> None:
    (told, *_) = plan_of(state("rome"), 'return(named("Anchor")); out_of_scope("the chef")')
    assert isinstance(told, Tell)
    assert list(told.options[0].values) == ["hotel_price", "stars", "opened"]
    (told, *_) = plan_of(state("rome"), 'return(named("Anchor"))')
    assert isinstance(told, Tell)
    assert "lift" in told.options[0].values


FLATS = table(
    "flat | rent (EUR) | bedrooms | furnished",
    "Harbour View | 700 | 3 | yes",
    "Park Side | 710 | 3 | no",
    "Bridge House | 950 | 3 | no",
    "Gate House | 1200 | 3 | yes",
)
ALL = "wish(bedrooms, is(3))"


@pytest.mark.parametrize(
    ("asked", "names"),
    [
        ("ask(which, of=every(count=4), wishes=[wish(furnished, is(yes))])", ["Harbour View", "Gate House"]),
        ("ask(which, of=other(), wishes=[wish(rent, at_least(¤1000))])", ["Gate House"]),
        # Three are those that were named.
        ("ask(which, of=every(count=3), wishes=[wish(furnished, is(yes))])", ["Harbour View"]),
    ],
)
def test_which_of_a_few_is_asked_of_those_too_that_were_not_named(asked: str, names: list[str]) -> None:
    told = talk(ToldAgent(FLATS), ALL, asked)[-1].wizard.text
    assert [name for name in ("Harbour View", "Park Side", "Bridge House", "Gate House") if name in told] == names


def test_that_none_of_a_few_is_so_is_said() -> None:
    told = talk(ToldAgent(FLATS), ALL, "ask(which, of=every(count=4), wishes=[wish(rent, at_least(¤2000))])")[-1]
    assert "2,000 or more" in told.wizard.text


def test_what_is_left_of_nothing_is_said_to_be_nothing() -> None:
    assert talk(ToldAgent(source("trips")), "ask(left, slots=[parking], of=other())")[0].wizard.text


@pytest.mark.parametrize("slots", ["hotel", "hotel, stars"])
def test_the_name_of_one_is_told_beside_what_else_is_asked_for_or_worth_telling(slots: str) -> None:
    (told,) = [
        part for part in plan_of(state("rome"), f"ask(facts, slots=[{slots}], of=nth(1))") if isinstance(part, Tell)
    ]
    assert "hotel" in told.options[0].values
    assert len(told.options[0].values) > 1


def test_what_keeps_more_of_the_wishes_is_recommended_without_a_list_of_others() -> None:
    (told,) = replied(state("rome"), "ask(reason, of=nth(1, count=2)); wish(pool, is(yes))")
    assert told.startswith("Reason B")


def test_what_is_better_is_recommended_and_to_who_looks_for_the_cheapest_that() -> None:
    (told,) = replied(state("rome"), "ask(reason, of=every())")
    assert told.startswith("Reason C")
    *_, told, given_up = replied(state("rome"), "wish(hotel_price, least()); ask(reason, of=every())")
    assert told.startswith("Reason A")
    assert given_up == "Comparison AB [stars, pool]"  # what the next cheapest has over it


def test_of_all_that_was_shown_one_is_recommended_where_the_last_was_offered_alone() -> None:
    (told,) = replied(shown("ABC", "G"), "ask(reason)")
    assert told.startswith("Reason C")
    (told,) = replied(shown("ABC", "G"), "ask(reason, of=it())")
    assert told.startswith("Comparison G")


def test_a_turn_to_all_bookings_tells_them_as_bookings() -> None:
    assert replied(state("both booked"), "return(booked())") == replied(state("both booked"), "recall(bookings)")


def test_an_option_turned_to_on_other_days_than_it_has_is_looked_for_on_those() -> None:
    agent = ToldAgent(source("trips"))
    first = talk(agent, 'wish(or_city, is("New York")); wish(dst_city, is("Rome"))')[-1]
    state = agent.state(first.after)
    item = state.options[state.lists[-1][0]].item
    name, start = item.values["name"], item.values["str_date"]
    assert isinstance(name, Text)
    assert isinstance(start, Days)
    later = f"wish(str_date, at_least({start.first + timedelta(1)})); return(named({json.dumps(name.value)}))"
    after = agent.state(agent.tell(first.after, later).after)
    offered = [after.options[frame].item for frame in after.options if frame not in state.options]
    assert {each.values["name"] for each in offered} == {name}
    for each in offered:
        days = each.values["str_date"]
        assert isinstance(days, Days)
        assert days.first > start.first


@pytest.mark.parametrize(
    ("wished", "slots"),
    [
        ("", "[hotel_price, stars, opened, pool, lift]"),
        ("wish(lift, is(yes))", "[hotel_price, lift, stars, opened, pool]"),
        ("wish(opened, at_least(2000-01-01))", "[hotel_price, stars, opened, pool, lift]"),  # as all are
    ],
)
def test_a_comparison_begins_with_the_price_and_what_some_lack_of_what_was_wished_for(wished: str, slots: str) -> None:
    first = "together([nth(1, of=listed(n=1)), nth(2, of=listed(n=1)), nth(3, of=listed(n=1))])"
    (compared,) = replied(state_after(*filter(None, (ROME, wished))), f"compare(of={first})")
    assert slots in compared


def test_of_options_in_different_places_none_is_recommended_for_its_place() -> None:
    sought = (
        'wish(or_city, is("Mexico City")); wish(dst_city, is("Miami")); wish(duration, around(number(7, unit=days)))'
    )
    both = 'ask(reason, of=together([named("Umberland Pavilion"), named("Merrow Court")]))'
    told = talk(ToldAgent(source("trips")), sought, 'wish(dst_city, is("Venice"))', both)[-1]
    assert "Umberland Pavilion" in told.wizard.text  # cheaper, and with more stars, than what is in Venice


@pytest.mark.parametrize(
    "beside",
    ["return(nth(9))", "ask(left)", "social(thanks)", 'ask(facts, of=named("Nowhere"))'],
)
def test_beside_a_new_list_nothing_is_said_of_what_it_answers(beside: str) -> None:
    assert replied(state("rome"), f"wish(pool, is(yes)); {beside}") == replied(state("rome"), "wish(pool, is(yes))")


def test_no_amount_is_left_of_no_amount_where_several_are_wanted() -> None:
    asked = "ask(holds, of=nth(1), wishes=[wish(hotel_price, any())])"
    told = talk(ToldAgent(), ROME, "note(count=3); return(nth(1))", asked)[-1].wizard.text
    assert "left" not in told


def test_what_is_so_of_about_that_number_is_told_with_its_own() -> None:
    berlin = 'wish(or_city, is("Phoenix")); wish(dst_city, is("Berlin")); wish(party, is(party(adults=1)))'
    asked = 'ask(holds, of=named("Clementine Suites"), wishes=[wish(category, is(2)), wish(wifi, is(yes))])'
    text = talk(ToldAgent(source("trips")), berlin, asked)[-1].wizard.text
    assert "2.5 stars" in text
    assert "wifi" in text


ROOMS = table(
    "flat | rent (EUR) | bedrooms | floor | available from | deposit (EUR) | furnished",
    "Harbour View | 700 | 3 | 4 | 2026-10-01 | 1400 | yes",
    "Park Side | 760 | 3 | 6 | 2026-09-15 | 1500 | yes",
    "Bridge House | 950 | 3 | 1 | 2026-12-01 | 1900 | yes",
)


def flats(*meanings: str) -> str:
    """Return the reply to the last of some meanings over flats."""
    return talk(ToldAgent(ROOMS), *meanings)[-1].wizard.text


def test_what_is_neither_better_nor_worse_stands_side_by_side_behind_a_comparison() -> None:
    text = flats(ALL, "compare(of=nth(1, count=2))")
    assert "Park Side is available earlier" in text
    assert "Harbour View: on floor 4, deposit €1,400; Park Side: on floor 6, deposit €1,500." in text


def test_what_was_wished_for_is_not_said_of_both() -> None:
    assert "bedrooms" not in flats(ALL, "compare(of=nth(1, count=2))")
    assert "3 bedrooms" in flats(ALL, "compare(of=nth(1, count=2), slots=[bedrooms])")


def test_which_of_two_compared_is_cheaper_is_answered_by_that_alone() -> None:
    text = flats(ALL, "compare(of=nth(1, count=2))", "return(extreme(rent, least))")
    assert text == "The Harbour View is cheaper by €60 (€700)."


def test_differences_of_the_same_two_are_one_sentence_and_one_just_spoken_of_is_it() -> None:
    text = flats(ALL, "ask(difference, slots=[rent, deposit], of=nth(1, count=2))")
    assert text == "The Park Side costs €60 more than the Harbour View and has a deposit €100 higher."
    beside = (
        "ask(holds, of=nth(2), wishes=[wish(furnished, is(yes))]); ask(difference, slots=[rent], of=nth(1, count=2))"
    )
    assert flats(ALL, beside).endswith(" It costs €60 more than the Harbour View.")


def test_days_are_told_once_for_each_and_not_where_both_have_the_same() -> None:
    rome = 'wish(or_city, is("Montreal")); wish(dst_city, is("Rome")); wish(party, is(party(adults=2)))'
    agent, first_two = ToldAgent(source("trips")), "compare(of=nth(1, count=2))"
    apart = talk(agent, f"{rome}; wish(str_date, is(2016-08-01..2016-08-31))", first_two)[-1].wizard.text
    assert "Clovelly August 25 to 30, Camellia August 21 to 26, both 5 days." in apart
    alike = talk(agent, f"{rome}; wish(str_date, is(2016-08-25))", first_two)[-1].wizard.text
    assert "August" not in alike
