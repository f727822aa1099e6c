"""From when something is to be had: asked for, and noted with a booking."""

import pytest
from msgspec.structs import replace

from parses import heard
from wayframe.meaning.notation import meaning, show
from wayframe.reader.amendments.openings import with_days_noted, with_openings_asked, with_openings_held
from wayframe.schema import Schema, Slot

FLATS = Schema(
    item="flat",
    items="flats",
    name="address",
    slots=(Slot(name="opened", label="free from", kind="date", better="less"),),
)


@pytest.mark.parametrize(
    ("text", "said", "meant"),
    [
        ("from when is the first free?", "return(nth(1))", "ask(facts, slots=[opened], of=nth(1))"),
        (
            "what heating is it, and when can we move in?",
            "ask(facts, slots=[heating], of=it())",
            "ask(facts, slots=[heating, opened], of=it())",
        ),
        ("what do I pay when I move in?", "ask(sum, slots=[rent])", "ask(sum, slots=[rent])"),
        ("when can I view it?", 'out_of_scope("view it")', 'out_of_scope("view it")'),
    ],
)
def test_from_when_something_is_to_be_had_is_asked_beside_the_rest(text: str, said: str, meant: str) -> None:
    turn = replace(heard("", text), schema=FLATS)
    assert show(with_openings_asked(meaning(said), turn).all()) == meant


def test_a_day_beside_what_tells_an_option_is_a_term_of_its_booking() -> None:
    turn = replace(heard("", "book the first from the 1st of September"), schema=FLATS)
    dated = "described([wish(opened, at_most(2016-09-01))])"
    noted = 'book(of=nth(1)); note(words="from the 1st of September", particular=day)'
    assert show(with_days_noted(meaning(f"book(of=nth(1, of={dated}))"), turn).all()) == noted
    turned = f"return(nth(1)); book(of={dated})"
    assert show(with_days_noted(meaning(turned), turn).all()) == f"return(nth(1)); {noted}"


def test_another_day_for_what_is_booked_is_noted_with_it() -> None:
    wish = "wish(opened, at_most(2016-09-01))"
    turn = replace(heard("", "please change it to the 1st of September"), schema=FLATS)
    assert show(with_days_noted(meaning(wish), turn).all()) == wish
    booked = replace(turn, context=turn.context._replace(booked=(1,)))
    noted = 'note(words="to the 1st of September", particular=day)'
    assert show(with_days_noted(meaning(wish), booked).all()) == noted


def test_the_day_of_a_booking_is_noted_where_things_are_to_be_had_from_a_day_on() -> None:
    booked = "wish(opened, at_most(2016-09-01), of=nth(1)); book(of=nth(1))"
    turn = replace(heard(booked, "I'll take the first from the 1st of September"), schema=FLATS)
    noted = 'book(of=nth(1)); note(words="from the 1st of September", particular=day)'
    assert show(with_days_noted(meaning(booked), turn).all()) == noted
    searched = "wish(opened, at_most(2016-09-01))"
    assert show(with_days_noted(meaning(searched), replace(turn, text="free by then")).all()) == searched
    described = "book(of=described([wish(opened, at_most(2016-09-01))]))"
    assert show(with_days_noted(meaning(described), turn).all()) == described


def test_whether_one_can_have_it_by_a_day_is_asked_of_the_option_that_is_named() -> None:
    text = "what's the size of the second and can we move in by September 1?"
    turn = replace(heard("", text), schema=FLATS)
    read = meaning("ask(facts, of=nth(2)); wish(opened, at_most(2016-09-01))")
    placed = replace(read, moves=tuple(replace(each, end=len(text)) for each in read.moves))
    held = "ask(holds, of=nth(2), wishes=[wish(opened, at_most(2016-09-01))])"
    assert show(with_openings_held(placed, turn).all()) == f"ask(facts, of=nth(2)); {held}"
    several = meaning("wish(opened, at_most(2016-09-01))")
    assert with_openings_held(several, turn) == several
