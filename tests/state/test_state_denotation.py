"""References and the hotels that they denote, each by its first letter.

The hotels: Anchor (Rome, $900, 3 stars), Beacon (Rome, $1,200, 4, pool), Cedar (Rome, $1,500, 5, pool), Dune (Paris,
$800, 3), Elm (Paris, $1,100, 4, pool), Fern (Athens, $700, 2), Grove (Athens, $1,500, 5).
"""

from __future__ import annotations

import pytest
from hypothesis import given

from meanings import references
from states import HOTELS, ITEMS, SCHEMA, initial, shown
from wayframe.meaning.notation import parse
from wayframe.meaning.records import Constraint, Reference, Return, Text, Wish
from wayframe.state.denotation import Denoter
from wayframe.state.records import DialogueState, Moment


def reference(text: str) -> Reference:
    move = parse(f"return({text})")[0]
    assert isinstance(move, Return)
    return move.to


def denoted(state: DialogueState, text: str) -> str:
    return "".join(initial(state, frame) for frame in Denoter(state, SCHEMA).denote(reference(text)))


@pytest.mark.parametrize(
    ("text", "hotels"),
    [
        ("it()", "ABC"),
        ("nth(1)", "A"),
        ("nth(3)", "C"),
        ("nth(-1)", "C"),
        ("nth(1, count=2)", "AB"),
        ("nth(-1, count=2)", "BC"),
        ("nth(4)", ""),
        ("nth(2, of=listed())", "B"),
        ('named("Beacon")', "B"),
        ('named("beacon")', "B"),
        ('named("Bacon")', ""),
        ("extreme(hotel_price, least)", "A"),
        ("extreme(hotel_price, most)", "C"),
        ("extreme(stars, most, count=2)", "CB"),
        ('extreme("", most)', "C"),
        ("extreme(hotel_price, least, of=described([wish(pool, is(yes))]))", "B"),
        ("described([wish(pool, is(yes))])", "BC"),
        ("described([wish(stars, is(4))])", "B"),
        ("described([wish(hotel_price, least())])", "A"),
        ("described([wish(pool, is(yes)), wish(hotel_price, least())])", "B"),
        ("described([wish(stars, at_least(4))])", "BC"),
        ("described([wish(hotel_price, is($1200))])", "B"),
        ("described([wish(pool, is(yes)), wish(lift, is(yes))])", "B"),
        ('described([wish(city, is("Paris"))])', ""),
        ("described([wish(zorb, is(yes))])", ""),
        ("every()", "ABC"),
        ("every(count=3)", "ABC"),
        ("together([nth(3), nth(1)])", "CA"),
        ("together([nth(1), nth(1)])", "A"),
        ("listed()", "ABC"),
        ("listed(n=1)", "ABC"),
        ("listed(n=2)", ""),
        ("booked()", ""),
        ("shown()", "ABC"),
        ("new_trip()", ""),
        ("numbered(3)", "B"),
        ("numbered(1)", ""),
    ],
)
def test_a_reference_in_the_list_that_was_just_shown(text: str, hotels: str) -> None:
    assert denoted(shown("ABC"), text) == hotels


@pytest.mark.parametrize(
    ("text", "hotels"),
    [
        ("it()", "E"),
        ("nth(1)", "D"),
        ("other()", "D"),
        ("listed()", "DE"),
        ("listed(n=-2)", "ABC"),
        ("listed(n=1)", "ABC"),
        ("nth(2, of=listed(n=-2))", "B"),
        ("nth(2, of=listed(n=1))", "B"),
        ('described([wish(city, is("Rome"))])', "ABC"),
        ('extreme(hotel_price, least, of=described([wish(city, is("Rome"))]))', "A"),
        ('described([wish(city, is("Rome")), wish(pool, is(no))])', "A"),
        ("described([wish(pool, is(yes))])", "E"),
        ("extreme(hotel_price, least)", "D"),
        ("extreme(hotel_price, least, of=shown())", "D"),
        ("extreme(stars, most, of=shown())", "C"),
        ("every(count=2)", "DE"),
        ("neighbour(-1)", "D"),
        ("neighbour(1)", ""),
        ('together([named("Anchor"), it()])', "AE"),
        ("shown()", "ABCDE"),
    ],
)
def test_a_reference_after_two_lists_one_hotel_of_the_second_at_hand(text: str, hotels: str) -> None:
    assert denoted(shown("ABC", "DE", focus="E"), text) == hotels


def test_the_others_and_the_neighbours_are_of_the_list_of_the_hotel_spoken_of_last() -> None:
    back = shown("ABC", "DE", focus="B")
    assert denoted(back, "other()") == "AC"
    assert denoted(back, "neighbour(1)") == "C"
    assert denoted(back, "neighbour(-1)") == "A"


def test_a_single_hotel_that_was_found_since_is_no_first_one() -> None:
    assert denoted(shown("ABC", "D"), "nth(1)") == "A"
    assert denoted(shown("D"), "nth(1)") == "D"


def test_the_extreme_of_several_spoken_of_is_one_of_them() -> None:
    assert denoted(shown("ABC", focus="BC"), "extreme(hotel_price, least)") == "B"
    assert denoted(shown("ABC", focus="A"), "extreme(hotel_price, least)") == "A"


def test_two_of_which_were_not_listed_alone_are_the_two_spoken_of_last() -> None:
    state = shown("ABC", focus="C")
    touched = (*state.touched, *Denoter(state, SCHEMA).denote(reference('together([named("Anchor"), named("Cedar")])')))
    assert denoted(state._replace(touched=touched), "every(count=2)") == "AC"


@pytest.mark.parametrize(
    ("state", "several"),
    [
        (shown("ABC"), True),
        (shown("ABC", focus="C"), True),
        (shown("DE", "ABC"), True),
        (shown("ABC", "D", "E"), False),
        (shown("ABC", focus="AC"), False),
        (shown("ABC", "DE"), False),
    ],
)
def test_both_may_be_two_of_a_longer_list_that_nobody_spoke_of_by_themselves(
    state: DialogueState, several: bool
) -> None:
    denoter = Denoter(state, SCHEMA)
    assert denoter.are_several_of_a_list(denoter.denote(reference("every(count=2)"))) is several


def test_a_hotel_shown_twice_is_the_newer_of_its_frames() -> None:
    state = shown("AB", "AC")
    assert Denoter(state, SCHEMA).denote(reference('named("Anchor")')) == (4,)
    assert denoted(state, "shown()") == "BAC"


def test_bookings_are_those_that_stand() -> None:
    state = shown("ABC", "DE", booked="BE", cancelled="A")
    assert denoted(state, "booked()") == "BE"
    assert denoted(state, "nth(2, of=booked())") == "E"
    assert denoted(state, 'described([wish(city, is("Rome"))], of=booked())') == "B"
    assert denoted(state, "extreme(hotel_price, least, of=booked())") == "E"


def test_a_booking_that_is_named_is_the_stay_that_is_booked() -> None:
    state = shown("AB", "D", booked="A")
    renamed = ITEMS["Dune"]._replace(values={**ITEMS["Dune"].values, SCHEMA.name: Text("Anchor")})
    other_stay = state._replace(options={**state.options, 4: state.options[4]._replace(item=renamed)})
    assert Denoter(other_stay, SCHEMA).denote(reference('named("Anchor")')) == (4,)
    assert Denoter(other_stay, SCHEMA).bookings(reference('named("Anchor")')) == (2,)


def test_what_is_not_known_fulfils_no_description() -> None:
    assert denoted(shown("FG"), "described([wish(pool, is(no))])") == "F"
    assert denoted(shown("FG"), "extreme(opened, least)") == "G"


@pytest.mark.parametrize(
    "text", ["it()", "nth(1)", "other()", "every()", "neighbour(1)", "listed()", "extreme(stars, most)"]
)
def test_nothing_is_denoted_where_nothing_was_shown(text: str) -> None:
    assert denoted(shown(), text) == ""


@given(references(HOTELS.schema, tuple(ITEMS), 2))
def test_any_reference_denotes_options_that_were_shown_each_once(any_reference: Reference) -> None:
    for state in (shown(), shown("ABC"), shown("ABC", "DE", focus="E", booked="B")):
        frames = Denoter(state, SCHEMA).denote(any_reference)
        assert set(frames) <= set(state.options)
        assert len(set(frames)) == len(frames)


def test_a_place_in_an_order_counts_in_the_latest_list_first() -> None:
    back = shown("ABC", "DE", focus="B")
    assert denoted(back, "nth(2)") == "E"
    assert denoted(back, "nth(3)") == "C"


def test_of_two_that_were_just_offered_the_other_is_the_second() -> None:
    assert denoted(shown("AB"), "other()") == "B"
    assert denoted(shown("ABC"), "other()") == ""


def test_behind_a_change_a_hotel_is_meant_with_the_stay_that_was_booked() -> None:
    first = shown("ABC", booked="A")
    anchor, beacon = first.options[2], first.options[3]
    other_stay = anchor._replace(frame=5, item=anchor.item._replace(key="another stay"))
    state = first._replace(options={**first.options, 5: other_stay}, lists=(*first.lists, (5,)), focus=(5,))
    moment = Moment(1, (), (), first.bookings)
    changed = state.changed(beacon, [anchor])._replace(moments=(moment,))
    cancelled = state.cancelled(anchor)._replace(moments=(moment,))
    anchors = [Denoter(each, SCHEMA).denote(reference('named("Anchor")')) for each in (changed, cancelled, state)]
    assert anchors == [(2,), (5,), (5,)]


def test_a_list_goes_on_where_more_was_shown_for_the_same_wishes() -> None:
    pages = shown("ABC", "D")
    assert denoted(pages, "every()") == "ABCD"
    assert denoted(pages, "extreme(hotel_price, least)") == "D"
    assert denoted(pages, "it()") == "D"
    assert denoted(pages, "nth(2)") == "B"
    assert denoted(pages, "every(count=4)") == "ABCD"


def test_what_was_ruled_out_is_on_no_other_page() -> None:
    pages = shown("ABC", "D")
    assert denoted(pages._replace(rejected=frozenset({2})), "every()") == "BCD"


def test_a_list_for_other_wishes_is_a_list_of_its_own() -> None:
    first = shown("ABC", "D")
    other = first.options[5]._replace(wishes=(Wish("stars", Constraint("any")),))
    assert denoted(first._replace(options={**first.options, 5: other}), "every()") == "D"


def test_the_others_are_those_that_were_not_ruled_out() -> None:
    listed = shown("ABC")
    assert denoted(listed._replace(rejected=frozenset({3})), "other()") == "AC"


def test_a_name_means_the_stay_that_was_offered_last() -> None:
    first = shown("ABC", "D")
    anchor = first.options[2]
    later = anchor._replace(frame=9, item=anchor.item._replace(key="another stay"))
    state = first._replace(options={**first.options, 9: later}, lists=(first.lists[0], (9,), (5,)), focus=(5,))
    assert Denoter(state, SCHEMA).denote(reference('named("Anchor")')) == (9,)


def test_one_item_for_the_same_people_is_no_two_choices() -> None:
    first = shown("ABC")
    state = first._replace(options={**first.options, 9: first.options[2]._replace(frame=9)})
    assert Denoter(state, SCHEMA).denote(reference("together([numbered(2), numbered(9)])")) == (9,)


def test_two_descriptions_of_one_option_are_that_one() -> None:
    """So says who takes "the dear one, the one in Rome"."""
    dear, roman = "described([wish(hotel_price, is($1500))])", 'described([wish(city, is("Rome"))])'
    assert denoted(shown("ABCG"), f"together([{dear}, {roman}])") == "C"


def test_about_so_much_is_just_that_where_one_is() -> None:
    assert denoted(shown("ABC"), "described([wish(hotel_price, around($1200))])") == "B"
