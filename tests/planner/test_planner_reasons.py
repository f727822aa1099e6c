"""Why something is so: in what options differ, what one misses that is shown all the same, why a list stayed as it was.

Hotels are named by their first letters (see `states`).
"""

from __future__ import annotations

import pytest

from reading import source
from states import ROME, ToldAgent, replied, state, talk

CHICAGO = 'wish(or_city, is("Chicago")); wish(dst_city, is("Rome")); wish(party, is(party(adults=2)))'
NEW_YORK = 'wish(or_city, is("New York")); wish(party, is(party(adults=1)))'
MADRID = 'wish(or_city, is("New York")); wish(dst_city, is("Madrid")); wish(party, is(party(adults=2)))'
AUGUST_20 = 'wish(dst_city, is("Montreal")); wish(str_date, is(2016-08-20))'


def told(*said: str) -> str:
    return talk(ToldAgent(source("trips")), *said)[-1].wizard.text


@pytest.mark.parametrize(
    ("said", "reply"),
    [
        # Of several an option is told by what it alone has best or worst.
        ("ask(reason, of=nth(1))", ["Contrast A [[hotel_price, least]] [[stars, least]]"]),
        ("ask(reason, of=nth(3))", ["Contrast C [[stars, most]]"]),
        # Why it costs as much is told by nothing that would make it cost otherwise.
        ("ask(reason, slots=[hotel_price], of=nth(1))", ["Contrast A [[stars, least]]"]),
        ("ask(reason, slots=[hotel_price], of=nth(3))", ["Contrast C [[stars, most]]"]),
        # Beside the only other that the turn speaks of it is compared with that; what was asked explains nothing.
        (
            "ask(difference, slots=[hotel_price], of=nth(1, count=2)); ask(reason, of=nth(2))",
            ["Figure difference 300 hotel_price BA", "Comparison BA [stars, pool]"],
        ),
        (
            "compare(of=nth(1, count=2)); ask(reason, of=nth(2))",
            ["Comparison AB [hotel_price, stars, opened, pool] [lift]"],
        ),
        # What nobody asked for isn't recommended, only where which to take is asked.
        ("ask(reason)", ['Reason C [city, is("Rome")] [[stars, most]] A 600 picked']),
        ("ask(reason, of=every())", ['Reason C [city, is("Rome")] [[stars, most]] A 600 picked']),
    ],
)
def test_why_one_is_as_it_is_is_told_by_what_tells_it_from_others(said: str, reply: list[str]) -> None:
    assert replied(state("rome"), said) == reply


def test_why_one_is_shown_that_leaves_on_another_day_is_that_so_few_leave_on_that_day() -> None:
    reply = told(NEW_YORK, AUGUST_20, 'ask(reason, of=named("Vermilion Villa"))')
    assert reply == "I found only two hotels leaving August 20; with the Vermilion Villa you leave on August 21."


def test_why_one_is_shown_elsewhere_is_that_it_comes_closest() -> None:
    reply = told(MADRID, "wish(category, is(5)); wish(gym, is(yes))", 'ask(reason, of=named("Thornbury Corner"))')
    assert "in Madrid" in reply
    assert reply.endswith("comes closest: it is in Barcelona, but it has 5 stars.")


@pytest.mark.parametrize(("limit", "is_so"), [(2600, True), (2200, False)])
def test_why_a_list_stayed_as_it_was_is_that_all_was_so_already(limit: int, is_so: bool) -> None:
    days = "wish(str_date, is(2016-08-21..2016-08-31))"
    reply = told(CHICAGO, days, f"wish(price, at_most(${limit}))", "ask(reason)")
    assert reply.startswith(f"All four cost ${limit:,} or less") is is_so


def test_why_it_is_wanted_to_know_is_no_question_beside_what_it_brings() -> None:
    asked = 'wish(dst_city, is("Rome"))'
    reply = told(asked, 'ask(reason); wish(or_city, is("Chicago"))')
    assert reply == told(asked, 'wish(or_city, is("Chicago"))')


def test_nothing_is_recommended_to_who_asks_why_one_is_shown() -> None:
    first = told(ROME, "ask(reason, of=nth(1))")
    assert "I'd" not in first


def test_after_a_comparison_the_higher_price_is_told_by_what_the_dearer_one_has() -> None:
    reply = told(CHICAGO, "compare(of=nth(1, count=2))", "ask(reason, slots=[price])")
    assert reply.startswith("Against")
    assert "$" not in reply


def test_why_one_is_dearer_is_told_with_both_prices_where_they_were_not_just_compared() -> None:
    asked = "ask(reason, slots=[price], of=nth(2)); ask(facts, slots=[category], of=nth(1))"
    assert " against $" in told(CHICAGO, asked)


def test_what_is_rated_badly_is_explained_by_no_merit() -> None:
    worst = 'ask(reason, slots=[gst_rating], of=named("Camellia Crescent"))'
    reply = told(CHICAGO, worst)
    assert "cheapest" not in reply
    assert "$" not in reply


def test_where_one_stands_among_others_is_told_by_that_alone_where_it_has_most_or_least() -> None:
    reply = told(CHICAGO, "return(nth(1))", "ask(facts, slots=[gst_rating], of=together([it(), other()]))")
    assert reply.startswith("Of these, ")
    assert "guest rating" in reply
