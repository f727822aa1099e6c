"""Reply plans as acts of the Frames scheme, their values in the words of the text."""

from __future__ import annotations

from datetime import date

import pytest

from plans import TRIPS
from wayframe.faithfulness import beyond
from wayframe.language import load
from wayframe.meaning.records import Constraint, Days, Flag, Money, Number, Party, Value, Wish
from wayframe.notation import show
from wayframe.planner import plan as p
from wayframe.realiser import realise
from wayframe.realiser.acts import wizard_acts
from wayframe.realiser.phrases import Locale
from wayframe.sources.protocol import Item
from wayframe.state.records import Option

LOCALE = Locale(load("en").wording, TRIPS, 2016)
TWO = Party(adults=2)
STAY: dict[str, Value] = {
    "str_date": Days(date(2016, 8, 7), date(2016, 8, 7)),
    "end_date": Days(date(2016, 8, 12), date(2016, 8, 12)),
    "price": Money(2348.38, "USD"),
    "category": Number(4, "stars"),
}
FAIRWIND = p.OptionView(2, "Fairwind Residence", "Rome", STAY, TWO)
OPTIONS = {2: Option(2, Item("2", STAY, None), 1, TWO)}
RETURN = Wish("end_date", Constraint("at_most", (Days(date(2016, 8, 1), date(2016, 8, 31)),)))
RATED = Wish("gst_rating", Constraint("at_least", (Number(9, "/10"),)))


def shown(part: p.ReplyPart, known: int = 2) -> list[str]:
    (acts,) = wizard_acts([part], LOCALE, known, 1, OPTIONS)
    return [show(act) for act in acts]


PARTS: list[p.ReplyPart] = [
    p.Offer((FAIRWIND,), 26),
    p.Tell((FAIRWIND,)),
    p.Nothing((RETURN,)),
    p.Holds(Wish("category", Constraint("at_least", (Number(3, "stars"),))), (FAIRWIND,)),
    p.Holds(RATED, (), (FAIRWIND,)),
    p.Figure("share", Money(1174.19, "USD"), "price", (FAIRWIND,), "person", 2),
    p.NotUnderstood("", (RETURN,), "reference"),
    p.Empty("option", (FAIRWIND,)),
]


@pytest.mark.parametrize("part", PARTS, ids=lambda part: type(part).__name__)
def test_a_text_says_nothing_that_its_acts_do_not_hold(part: p.ReplyPart) -> None:
    acts = [act for each in wizard_acts([part], LOCALE, 2, 1, OPTIONS) for act in each]
    for variant in range(4):
        for sentence in realise((part,), LOCALE, variant):
            assert list(beyond(sentence.text, acts)) == [], sentence.text


def test_a_new_option_has_all_that_stands_on_its_card_and_whom_it_is_for() -> None:
    (offer,) = shown(p.Offer((FAIRWIND,), 1), known=1)
    assert offer.startswith("offer(name=Fairwind Residence, dst_city=Rome, ")
    for value in ("str_date=August 7", "end_date=August 12", "category=4 stars", "n_adults=2 adults", "id=2"):
        assert value in offer


def test_all_that_fit_are_counted_where_fewer_are_offered() -> None:
    assert shown(p.Offer((FAIRWIND,), 26))[-1] == "inform(count=26)"
    assert not any("count" in act for act in shown(p.Offer((FAIRWIND,), 1)))


def test_a_span_that_bounds_is_told_by_its_outer_day() -> None:
    assert shown(p.Nothing((RETURN,))) == ["no_result(ref=[1{end_date=August 31}])"]


def test_what_was_asked_about_is_denied_before_what_is_so_is_told() -> None:
    denied, told = shown(p.Holds(RATED, (), (FAIRWIND,)))
    assert denied == "negate(ref=[2{gst_rating=9/10}])"
    assert told.startswith("inform(")


def test_children_are_told_with_their_ages() -> None:
    family = p.OptionView(2, "Fairwind Residence", "Rome", {"price": Money(10, "USD")}, Party(2, 1, (8,)))
    (told,) = shown(p.Tell((family,)))
    assert "n_adults=2 adults, n_children=a child aged 8" in told


def test_a_feature_is_told_as_yes_or_no() -> None:
    bare = p.OptionView(2, "Fairwind Residence", "Rome")
    (told,) = shown(p.Holds(Wish("wifi", Constraint("is", (Flag(True),))), (), (bare,)))
    assert "wifi=False" in told
