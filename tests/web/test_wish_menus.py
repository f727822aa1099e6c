"""Menus of wishes, and the constraints that come back from them."""

import pytest

pytest.importorskip("fastapi")

from assisting import agent_over, example, last
from reading import parse_wishes
from wayframe.agent import Agent
from wayframe.errors import InputError
from wayframe.meaning.records import Constraint, Flag, Money, Number, Party, Text
from wayframe.packages import Catalogue
from wayframe.presentation.wishes import understood
from wayframe.web.wish_menus import WishForm, WishMenu, booking_menus, constraints, menu


@pytest.fixture
def trips(catalogue: Catalogue) -> Agent:
    return agent_over(catalogue)


def menus(agent: Agent, text: str) -> dict[str, WishMenu]:
    wishes = understood(agent.locale, last(agent, text).wishes)
    return {wish.slot.name: menu(wish, agent.source) for wish in wishes}


def test_a_menu_is_made_for_the_kind_of_its_slot(trips: Agent) -> None:
    text = "Montreal to Tokyo or Berlin, leaving August 23, two adults and a child, at most $900 each, without wifi"
    found = menus(trips, text)
    fields = {slot: each.field for slot, each in found.items()}
    assert fields == {
        "or_city": "choices", "dst_city": "choices", "str_date": "date", "price": "number", "party": "people",
        "wifi": "yes_no",
    }  # fmt: skip
    assert (found["price"].op, found["price"].value, found["price"].per) == ("at_most", 900, "person")
    assert found["dst_city"].chosen == ["Tokyo", "Berlin"]
    assert "Paris" in found["dst_city"].choices
    assert (found["party"].adults, found["party"].children) == (2, 1)
    assert (found["str_date"].op, found["str_date"].value) == ("is", "2016-08-23")
    assert found["wifi"].value is False


def test_a_span_of_days_and_two_bounds_have_two_ends(trips: Agent) -> None:
    found = menus(trips, "From Montreal to Tokyo in late August for $500 to $900")
    assert (found["str_date"].op, found["str_date"].value, found["str_date"].until) == (
        "between",
        "2016-08-21",
        "2016-08-31",
    )
    assert (found["price"].op, found["price"].value, found["price"].until) == ("between", 500, 900)


def test_days_about_which_one_leaves_have_two_ends(trips: Agent) -> None:
    days = parse_wishes(
        "wish(str_date, around(2016-09-11..2016-09-20)); wish(end_date, at_most(2016-09-21..2016-09-30))"
    )
    start, end = (menu(wish, trips.source) for wish in understood(trips.locale, days))
    assert (start.op, start.value, start.until) == ("between", "2016-09-11", "2016-09-20")
    assert (end.op, end.value) == ("at_most", "2016-09-30")


@pytest.mark.parametrize(
    ("fields", "constraint"),
    [
        ({"slot": "price", "op": "at_most", "value": ["900"], "per": "person"},
         Constraint("at_most", (Money(900, "USD"),), "person")),
        ({"slot": "price", "op": "between", "value": ["500"], "until": "900"},
         Constraint("between", (Money(500, "USD"), Money(900, "USD")))),
        ({"slot": "price", "op": "least"}, Constraint("least")),
        ({"slot": "dst_city", "value": ["tokyo", "Berlin", ""]}, Constraint("is", (Text("Tokyo"), Text("Berlin")))),
        ({"slot": "dst_city", "value": ["NYC"]}, Constraint("is", (Text("New York"),))),
        ({"slot": "dst_city", "value": ["sao paulo"]}, Constraint("is", (Text("Sao Paulo"),))),
        ({"slot": "dst_city", "excluded": ["Tokyo"]}, Constraint("not", (Text("Tokyo"),))),
        ({"slot": "party", "adults": 3, "children": 2}, Constraint("is", (Party(3, 2),))),
        ({"slot": "wifi", "value": ["no"]}, Constraint("is", (Flag(False),))),
    ],
)  # fmt: skip
def test_the_fields_of_a_menu_say_a_constraint(trips: Agent, fields: dict[str, object], constraint: Constraint) -> None:
    assert constraints(WishForm.model_validate(fields), trips.source) == [constraint]


def test_a_wish_is_dropped_by_its_button_or_when_no_value_is_left(trips: Agent) -> None:
    assert constraints(WishForm(slot="price", drop=True), trips.source) == []
    assert constraints(WishForm(slot="dst_city"), trips.source) == []


@pytest.mark.parametrize(
    ("fields", "problem"),
    [
        ({"slot": "price", "value": ["much"]}, "“much” is not a number: the price needs one."),
        ({"slot": "price", "value": ["inf"]}, "“inf” is not a number"),
        ({"slot": "str_date", "value": ["soon"]}, "“soon” is not a date: the departure needs one."),
        ({"slot": "str_date", "value": [""]}, "The departure needs a date."),
        ({"slot": "str_date", "op": "around"}, "The departure needs a date."),
        ({"slot": "price", "op": "unlike", "value": ["9"]}, "op: expected one of is, at_most"),
        (
            {"slot": "str_date", "op": "between", "value": ["2016-08-25"], "until": "2016-08-10"},
            "August 10 comes before August 25, so nothing lies between them.",
        ),
        (
            {"slot": "price", "op": "between", "value": ["900"], "until": "500"},
            "500 comes before 900, so nothing lies between them.",
        ),
        (
            {"slot": "dst_city", "value": ["Romme"]},
            "“Romme” isn't in the catalogue. Did you mean Rome.$",
        ),
        (
            {"slot": "or_city", "value": ["Germny"]},
            "origin “Germny” isn't in the catalogue. Did you mean Germany.$",
        ),
        ({"slot": "dst_city", "value": ["Londn"]}, "“Londn” isn't in the catalogue, and neither is London.$"),
        ({"slot": "dst_city", "value": ["London"]}, "The destination “London” isn't in the catalogue.$"),
        ({"slot": "dst_city", "value": ["Xyzzq"]}, "The destination “Xyzzq” isn't in the catalogue.$"),
        ({"slot": "party", "adults": 0, "children": 0}, "Say how many travellers there are: at least one."),
        ({"slot": "moon"}, "expected one of or_city"),
    ],
)
def test_what_a_menu_cannot_say_is_refused(trips: Agent, fields: dict[str, object], problem: str) -> None:
    with pytest.raises(InputError, match=problem):
        constraints(WishForm.model_validate(fields), trips.source)


def test_a_booking_can_be_changed_in_its_days_its_people_and_to_another_hotel_there(trips: Agent) -> None:
    exchange = last(trips, "From Montreal to Rome for two", "book the first one")
    (booking,) = trips.state(exchange.after).bookings
    found = booking_menus(trips.presenter, booking.option, trips.source)
    assert [each.slot for each in found] == ["str_date", "end_date", "party", "name"]
    others = [str(text) for text in found[-1].choices]
    assert others
    assert trips.presenter.name(booking.option.item).split(",")[0] not in others
    wish = Constraint("is", (Text(others[0]),))
    changed = trips.change_booking(exchange.after, booking.option.frame, "name", wish)
    assert others[0] in changed.wizard.text


def test_a_table_has_menus_too() -> None:
    laptops = Agent(example("laptops.csv"))
    found = menus(laptops, "a Lumen laptop under 900 euros with 16 GB RAM and a touchscreen")
    assert (found["laptop_price"].unit, found["ram"].unit) == ("EUR", "GB")
    assert found["brand"].chosen == ["Lumen"]
    form = WishForm(slot="ram", op="at_least", value=["32"])
    assert constraints(form, laptops.source) == [Constraint("at_least", (Number(32, "GB"),))]


def test_an_amount_stays_for_all_or_for_each_as_it_was_said(trips: Agent) -> None:
    in_all = menus(trips, "From Montreal to Berlin for two adults, for $900 in all")["price"]
    plain = menus(trips, "From Montreal to Berlin for two adults, for $900")["price"]
    each = menus(trips, "From Montreal to Berlin for two adults, for $900 each")["price"]
    assert [(found.per, found.scopes[found.per]) for found in (in_all, plain, each)] == [
        ("total", "in all"), ("", "in all"), ("person", "each"),
    ]  # fmt: skip
    assert list(each.scopes) == ["total", "person", "night"]
    (changed,) = constraints(WishForm(slot="price", op="at_most", value=["800"], per="total"), trips.source)
    assert changed == Constraint("at_most", (Money(800, "USD"),), "total")
