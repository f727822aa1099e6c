"""How new wishes change those that hold, and relative wishes made absolute."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import assisting
import meanings
from drawing import drawn
from reading import TRIPS
from states import HOTELS, SCHEMA, shown, wishes
from wayframe.meaning.notation import show
from wayframe.meaning.records import Party, Wish, wishes_for
from wayframe.packages import Catalogue
from wayframe.state.records import DialogueState
from wayframe.state.wishes import absolute, contradicts, narrowed, revised, stay_moved, travellers

PLAIN = ("is", "not", "at_most", "at_least", "between", "around")
WISHES = meanings.wishes(HOTELS.schema).filter(lambda wish: wish.slot != "zorb")


@pytest.mark.parametrize(
    ("held", "said", "then"),
    [
        # The later word replaces the earlier.
        ('wish(dst_city, is("Rome"))', 'wish(dst_city, is("Athens"))', 'wish(dst_city, is("Athens"))'),
        ("wish(price, at_most($900))", "wish(price, at_most($700))", "wish(price, at_most($700))"),
        ("wish(price, is($900))", "wish(price, at_most($700))", "wish(price, at_most($700))"),
        ("wish(price, between($500, $900))", "wish(price, around($700))", "wish(price, around($700))"),
        ("wish(wifi, is(yes))", "wish(wifi, is(no))", "wish(wifi, is(no))"),
        # Bounds of both sides hold together.
        (
            "wish(category, at_least(3))",
            "wish(category, at_most(4))",
            "wish(category, at_least(3)); wish(category, at_most(4))",
        ),
        ("wish(price, at_least($1500, strict=yes))", "wish(price, at_most($1500))", "wish(price, at_most($1500))"),
        # A return before the last day on which one may leave still bounds the stay, whatever is said besides.
        (
            "wish(str_date, is(2016-08-01..2016-08-31)); wish(end_date, at_most(2016-08-15))",
            "wish(wifi, is(yes))",
            "wish(str_date, is(2016-08-01..2016-08-31)); wish(end_date, at_most(2016-08-15)); wish(wifi, is(yes))",
        ),
        # A stay that is longer than the days that were said ends later.
        (
            "wish(str_date, is(2016-08-09)); wish(end_date, is(2016-08-13))",
            "wish(duration, is(number(6, unit=days)))",
            "wish(str_date, is(2016-08-09)); wish(duration, is(number(6, unit=days)))",
        ),
        (
            "wish(str_date, is(2016-08-01..2016-08-31)); wish(end_date, at_most(2016-08-30))",
            "wish(duration, is(number(6, unit=days)))",
            "wish(str_date, is(2016-08-01..2016-08-31)); wish(end_date, at_most(2016-08-30)); "
            "wish(duration, is(number(6, unit=days)))",
        ),
        # What is refused adds up, and takes away from what was wished for.
        (
            'wish(dst_city, not("Paris"))',
            'wish(dst_city, not("Rome"))',
            'wish(dst_city, not("Paris")); wish(dst_city, not("Rome"))',
        ),
        (
            'wish(dst_city, is("Europe"))',
            'wish(dst_city, not("Munich"))',
            'wish(dst_city, is("Europe")); wish(dst_city, not("Munich"))',
        ),
        (
            'wish(dst_city, is("Rome", "Athens"))',
            'wish(dst_city, not("Rome"))',
            'wish(dst_city, is("Athens")); wish(dst_city, not("Rome"))',
        ),
        ('wish(dst_city, is("Rome"))', 'wish(dst_city, not("Rome"))', 'wish(dst_city, not("Rome"))'),
        ('wish(dst_city, not("Rome"))', 'wish(dst_city, is("Rome"))', 'wish(dst_city, is("Rome"))'),
        (
            'wish(dst_city, not("Rome"))',
            'wish(dst_city, is("Milan"))',
            'wish(dst_city, not("Rome")); wish(dst_city, is("Milan"))',
        ),
        # "Any" drops what was wished for, and is dropped itself by the next wish.
        (
            "wish(price, at_most($900)); wish(wifi, is(yes))",
            "wish(price, any())",
            "wish(wifi, is(yes)); wish(price, any())",
        ),
        ("wish(price, any())", "wish(price, at_most($700))", "wish(price, at_most($700))"),
        # The cheapest stands beside a bound; of two extremes the later counts.
        ("wish(price, at_most($900))", "wish(price, least())", "wish(price, at_most($900)); wish(price, least())"),
        ("wish(price, least())", "wish(category, most())", "wish(category, most())"),
        ("wish(price, least())", "wish(price, most())", "wish(price, most())"),
        # A return before a new departure is forgotten, and the other way round.
        (
            "wish(str_date, is(2016-08-20)); wish(end_date, is(2016-08-25))",
            "wish(str_date, is(2016-09-01))",
            "wish(str_date, is(2016-09-01))",
        ),
        (
            "wish(str_date, is(2016-08-20)); wish(end_date, is(2016-08-25))",
            "wish(end_date, is(2016-08-10))",
            "wish(end_date, is(2016-08-10))",
        ),
        (
            "wish(str_date, is(2016-08-20)); wish(end_date, is(2016-08-25))",
            "wish(end_date, is(2016-08-28))",
            "wish(str_date, is(2016-08-20)); wish(end_date, is(2016-08-28))",
        ),
        # Travellers who come on top are added; children stay when adults are counted anew.
        (
            "wish(party, is(party(adults=2)))",
            "wish(party, is(party(adults=1, added=yes)))",
            "wish(party, is(party(adults=3)))",
        ),
        (
            "wish(party, is(party(adults=2)))",
            "wish(party, is(party(children=1, ages=[4], added=yes)))",
            "wish(party, is(party(adults=2, children=1, ages=[4])))",
        ),
        (
            "wish(party, is(party(adults=2, children=2, ages=[3, 8])))",
            "wish(party, is(party(adults=3)))",
            "wish(party, is(party(adults=3, children=2, ages=[3, 8])))",
        ),
        (
            "wish(party, is(party(adults=2, children=2, ages=[3, 8])))",
            "wish(party, is(party(adults=3, children=2)))",
            "wish(party, is(party(adults=3, children=2, ages=[3, 8])))",
        ),
        ("", "wish(party, is(party(adults=1, added=yes)))", "wish(party, is(party(adults=2)))"),
        # Both days between which one can go away leave how long that may be.
        (
            "wish(duration, at_most(number(6, unit=days)))",
            "wish(str_date, is(2016-08-11)); wish(end_date, is(2016-08-28))",
            "wish(duration, at_most(number(6, unit=days))); wish(str_date, is(2016-08-11)); "
            "wish(end_date, is(2016-08-28))",
        ),
        # Who leaves in August may well be back before the 15th.
        (
            "wish(str_date, is(2016-08-01..2016-08-31))",
            "wish(end_date, at_most(2016-08-15, strict=yes))",
            "wish(str_date, is(2016-08-01..2016-08-31)); wish(end_date, at_most(2016-08-15, strict=yes))",
        ),
    ],
)
def test_what_holds_after_a_wish(held: str, said: str, then: str) -> None:
    assert show(revised(wishes(held), wishes(said), TRIPS)) == then


@pytest.mark.parametrize(
    ("held", "said", "other_trip"),
    [
        ('wish(dst_city, is("Rome"))', 'wish(dst_city, is("Athens"))', True),
        ('wish(dst_city, is("Rome"))', 'wish(dst_city, is("Rome"))', False),
        ('wish(dst_city, is("Rome"))', "wish(wifi, is(yes))", False),
        ('wish(dst_city, is("Europe"))', 'wish(dst_city, not("Rome"))', False),
        ("wish(price, at_most($900))", "wish(price, at_least($500))", False),
        ("wish(price, at_most($900))", "wish(price, at_most($700))", True),
        ("wish(price, at_most($900))", "wish(price, any())", True),
        ("wish(price, any())", "wish(price, at_most($900))", False),
    ],
)
def test_a_wish_that_contradicts_one_that_holds_is_of_another_trip(held: str, said: str, other_trip: bool) -> None:
    assert contradicts(wishes(held), wishes(said)[0], HOTELS.schema) is other_trip


@pytest.mark.parametrize(
    ("held", "party"),
    [
        ("", Party(adults=1)),
        ("wish(party, is(party(adults=2)))", Party(adults=2)),
        ("wish(party, is(party(adults=2, children=1, ages=[4])))", Party(2, 1, (4,))),
        ("wish(party, is(party(total=4)))", Party(adults=4)),
        ("wish(party, any())", Party(adults=1)),
    ],
)
def test_who_travels(held: str, party: Party) -> None:
    assert travellers(wishes(held), TRIPS) == party


@given(st.lists(WISHES, max_size=5), WISHES)
def test_the_last_word_always_holds(held: list[Wish], last: Wish) -> None:
    holding = revised(revised((), held, HOTELS.schema), [last], HOTELS.schema)
    assert last in holding


@given(st.lists(WISHES, max_size=5), st.sampled_from([slot.name for slot in HOTELS.schema.slots]))
def test_any_drops_all_that_was_wished_for_a_slot(held: list[Wish], slot: str) -> None:
    dropped = wishes(f"wish({slot}, any())")
    assert [wish for wish in revised(held, dropped, HOTELS.schema) if wish.slot == slot] == list(dropped)


@given(st.lists(WISHES, max_size=5), st.lists(WISHES, max_size=5))
def test_saying_all_at_once_is_saying_it_one_by_one(first: list[Wish], second: list[Wish]) -> None:
    schema = HOTELS.schema
    assert revised(revised((), first, schema), second, schema) == revised((), [*first, *second], schema)


@settings(max_examples=drawn(60))
@given(
    st.lists(WISHES.filter(lambda wish: wish.constraint.op in PLAIN), max_size=5, unique_by=lambda w: w.slot),
    st.randoms(),
)
def test_the_order_of_wishes_for_different_slots_does_not_matter(said: list[Wish], random: object) -> None:
    shuffled = list(said)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    one, other = revised((), said, HOTELS.schema), revised((), shuffled, HOTELS.schema)
    assert sorted(map(repr, one)) == sorted(map(repr, other))


@given(st.lists(st.sampled_from(["Rome", "Paris", "Athens", "Oslo"]), max_size=6))
def test_what_is_refused_adds_up(names: list[str]) -> None:
    refused = [wishes(f'wish(city, not("{name}"))')[0] for name in names]
    holding = revised((), refused, HOTELS.schema)
    assert {repr(wish.constraint.values[0]) for wish in holding} == {
        repr(wish.constraint.values[0]) for wish in refused
    }


@given(st.lists(WISHES, max_size=6))
def test_wishes_that_are_said_again_change_nothing(said: list[Wish]) -> None:
    once = revised((), said, HOTELS.schema)
    assert set(revised(once, once, HOTELS.schema)) == set(once)


def test_a_destination_that_turns_out_to_be_the_origin_is_none() -> None:
    held = wishes('wish(dst_city, is("Denver")); wish(wifi, is(yes))')
    assert (
        show(revised(held, wishes('wish(or_city, is("Denver"))'), TRIPS))
        == 'wish(wifi, is(yes)); wish(or_city, is("Denver"))'
    )
    both = wishes('wish(dst_city, is("Denver", "Rome"))')
    assert show(revised(both, wishes('wish(or_city, is("Denver"))'), TRIPS)).startswith(
        'wish(dst_city, is("Denver", "Rome"))'
    )


def came_to(state: DialogueState, said: str, held: str = "") -> str:
    return show([absolute(wishes(said)[0], wishes(held), state, SCHEMA)])


@pytest.mark.parametrize(
    ("focus", "said", "absolutely"),
    [
        ("B", "wish(hotel_price, less())", "wish(hotel_price, at_most($1200, than=numbered(3), strict=yes))"),
        ("B", "wish(hotel_price, more())", "wish(hotel_price, at_least($1200, than=numbered(3), strict=yes))"),
        ("ABC", "wish(hotel_price, less())", "wish(hotel_price, at_most($900, than=numbered(2), strict=yes))"),
        ("ABC", "wish(hotel_price, more())", "wish(hotel_price, at_least($1500, than=numbered(4), strict=yes))"),
        ("B", "wish(hotel_price, less($200))", "wish(hotel_price, at_most($1000))"),
        ("B", "wish(hotel_price, more($200))", "wish(hotel_price, is($1400))"),
        ("B", "wish(stars, more(1))", "wish(stars, is(5))"),
        ("B", "wish(opened, more(7))", "wish(opened, is(2015-05-08))"),
        ("B", "wish(opened, less(1))", "wish(opened, is(2015-04-30))"),
        (
            "B",
            "wish(hotel_price, less(than=nth(3)))",
            "wish(hotel_price, at_most($1500, than=numbered(4), strict=yes))",
        ),
        ("B", 'wish(stars, more(than=named("Anchor")))', "wish(stars, at_least(3, than=numbered(2), strict=yes))"),
        ("B", "wish(stars, at_least(4))", "wish(stars, at_least(4))"),
        ("B", "wish(zorb, more())", "wish(zorb, more())"),
    ],
)
def test_a_comparison_is_with_the_hotel_that_is_spoken_of_or_named(focus: str, said: str, absolutely: str) -> None:
    assert came_to(shown("ABC", focus=focus), said) == absolutely


def test_where_no_hotel_was_shown_a_comparison_is_with_the_wish_that_holds() -> None:
    held = "wish(hotel_price, at_most($1000))"
    assert came_to(shown(), "wish(hotel_price, less())", held) == "wish(hotel_price, at_most($1000, strict=yes))"
    assert came_to(shown(), "wish(hotel_price, more($500))", held) == "wish(hotel_price, is($1500))"


def test_where_there_is_nothing_to_compare_with_it_is_the_extreme() -> None:
    assert came_to(shown(), "wish(hotel_price, less())") == "wish(hotel_price, least())"
    assert came_to(shown("F", focus="F"), "wish(opened, more())") == "wish(opened, most())"


def test_a_price_never_falls_below_nothing() -> None:
    assert came_to(shown("A"), "wish(hotel_price, less($5000))") == "wish(hotel_price, at_most($0))"


def test_days_move_as_a_whole() -> None:
    said, held = (
        wishes("wish(str_date, more(number(2, unit=days)))")[0],
        wishes("wish(str_date, is(2016-08-20..2016-08-22))"),
    )
    assert show([absolute(said, held, shown(), TRIPS)]) == "wish(str_date, is(2016-08-22..2016-08-24))"


@pytest.mark.parametrize(
    ("by", "then"),
    [("2", "between(2016-08-18, 2016-08-18)"), ("4", "between(2016-08-15, 2016-08-17)")],
)
def test_so_many_days_earlier_is_just_that_or_nearly_where_they_are_many(by: str, then: str) -> None:
    said, held = wishes(f"wish(str_date, less(number({by}, unit=days)))")[0], wishes("wish(str_date, is(2016-08-20))")
    assert show([absolute(said, held, shown(), TRIPS)]) == f"wish(str_date, {then})"


@pytest.mark.parametrize(
    ("held", "said", "new", "then"),
    [
        # A bound within a month that was held, or was said before, leaves the rest of it.
        ("is(2016-08-01..2016-08-31)", "", "at_least(2016-08-20)", "is(2016-08-20..2016-08-31)"),
        ("", "is(2016-08-01..2016-08-31)", "at_most(2016-08-20)", "is(2016-08-01..2016-08-20)"),
        ("is(2016-08-01..2016-08-31)", "", "at_least(2016-08-20, strict=yes)", "is(2016-08-21..2016-08-31)"),
        # Said first, it counts for a month of the same turn only.
        ("", "at_least(2016-08-20)", "is(2016-08-01..2016-08-31)", "is(2016-08-20..2016-08-31)"),
        ("at_least(2016-08-20)", "", "is(2016-08-01..2016-08-31)", "is(2016-08-01..2016-08-31)"),
        # Beyond the month, or of a few days, it is another wish.
        ("is(2016-08-01..2016-08-31)", "", "at_least(2016-09-02)", "at_least(2016-09-02)"),
        ("is(2016-08-18..2016-08-22)", "", "at_least(2016-08-20)", "at_least(2016-08-20)"),
    ],
)
def test_a_bound_within_a_long_span_leaves_the_rest_of_it(held: str, said: str, new: str, then: str) -> None:
    before, beside = (wishes(f"wish(str_date, {each})") if each else () for each in (held, said))
    (wish,) = wishes(f"wish(str_date, {new})")
    assert show([narrowed(wish, before, beside, TRIPS)]) == f"wish(str_date, {then})"


DAYS = "wish(str_date, is(2016-08-25)); wish(end_date, is(2016-08-30))"
A_WEEK_LATER = "wish(str_date, more(number(7, unit=days)))"


@pytest.mark.parametrize(
    ("held", "said", "back"),
    [
        (DAYS, A_WEEK_LATER, "wish(end_date, is(2016-09-06))"),
        (
            "wish(str_date, is(2016-08-25)); wish(end_date, around(2016-08-30))",
            A_WEEK_LATER,
            "wish(end_date, around(2016-09-06))",
        ),
        (DAYS, f"{A_WEEK_LATER}; wish(duration, is(number(3, unit=days)))", ""),
        (DAYS, "wish(str_date, is(2016-09-01))", ""),
        ("wish(str_date, is(2016-08-25)); wish(end_date, at_most(2016-08-30))", A_WEEK_LATER, ""),
        ("wish(str_date, is(2016-08-01..2016-08-31)); wish(end_date, is(2016-08-30))", A_WEEK_LATER, ""),
    ],
)
def test_a_stay_of_which_both_days_were_wished_for_is_moved_as_a_whole(held: str, said: str, back: str) -> None:
    now = wishes("wish(str_date, is(2016-09-01))")
    assert show(stay_moved(wishes(said), now, wishes(held), TRIPS)) == back


def held_days(catalogue: Catalogue, *texts: str) -> str:
    """Return the wishes for days that hold after some lines about trips."""
    exchange = assisting.last(assisting.agent_over(catalogue), *texts)
    return show(wishes_for(exchange.wishes, *TRIPS.windows))


FIVE_DAYS = "From Montreal to Berlin, leaving August 21, back by August 27"


def test_who_books_other_days_than_were_wished_for_goes_on_with_those(catalogue: Catalogue) -> None:
    asked = held_days(catalogue, FIVE_DAYS)
    chosen = held_days(catalogue, FIVE_DAYS, "book the first one")
    assert asked == "wish(str_date, is(2016-08-21)); wish(end_date, at_most(2016-08-27))"
    assert chosen == "wish(str_date, is(2016-08-20)); wish(end_date, at_most(2016-08-27))"
    assert held_days(catalogue, FIVE_DAYS, "book the first one", "what about Paris?") == chosen
    assert held_days(catalogue, FIVE_DAYS, "book the first one", "cancel it") == chosen
    assert held_days(catalogue, FIVE_DAYS, "book the first one", "no wait, undo that") == asked


def test_days_of_a_long_time_still_hold_when_a_stay_within_it_is_booked(catalogue: Catalogue) -> None:
    whole = "From Montreal to Rome, August 20 to September 10"
    assert held_days(catalogue, whole, "book the first one") == held_days(catalogue, whole)
