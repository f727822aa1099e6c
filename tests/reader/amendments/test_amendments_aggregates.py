"""Questions about all that fits taken together: what is asked of it on average, and of which groups."""

import pytest

from parses import heard
from reading import Scene, reader, same
from wayframe.meaning.notation import meaning, show
from wayframe.meaning.notation import meaning as noted
from wayframe.reader.amendments.aggregates import with_averages, with_extreme_days, with_groups, with_questions_joined

CARS = Scene("cars")


def aggregated(text: str) -> str:
    """Return the meaning of a text about cars, noted, with what it asks of all of them together."""
    turn = reader("cars").pointed(text, CARS.context())
    return show(with_groups(with_averages(turn.by_rules.meaning, turn), turn).all())


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("what does a car cost on average?", "ask(average, slots=[car_price])"),
        ("what's the average mileage by city?", "ask(average, slots=[mileage, city])"),
        ("how much is a typical diesel?", 'ask(average, wishes=[wish(fuel, is("diesel"))])'),
        ("what is the average price of these?", "ask(average, slots=[car_price], of=every())"),
        (
            "what's the average price of those on diesel?",
            'ask(average, slots=[car_price], wishes=[wish(fuel, is("diesel"))])',
        ),
        (
            "is diesel cheaper than petrol on average?",
            'ask(average, slots=[fuel], wishes=[wish(fuel, is("diesel", "petrol"))])',
        ),
    ],
)
def test_a_mean_is_asked_for_where_a_question_says_so(text: str, meaning: str) -> None:
    assert aggregated(text) == same(meaning)


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("which city is the cheapest?", "ask(extreme, slots=[city], wishes=[wish(car_price, least())])"),
        ("what's the cheapest city?", "ask(extreme, slots=[city], wishes=[wish(car_price, least())])"),
        ("which city has the lowest mileage?", "ask(extreme, slots=[city], wishes=[wish(mileage, least())])"),
    ],
)
def test_a_group_is_asked_for_by_what_it_has_the_least_or_most_of(text: str, meaning: str) -> None:
    assert aggregated(text) == same(meaning)


@pytest.mark.parametrize(
    "text", ["which city is the cheapest one in?", "which city is the second one in?", "the cheapest, please"]
)
def test_a_single_option_is_no_group(text: str) -> None:
    assert "extreme, slots" not in aggregated(text)


def test_a_remark_about_the_average_asks_nothing() -> None:
    said = "wish(car_price, at_most(9000))"
    assert show(with_averages(meaning(said), heard(said, "my budget is average, up to 9000")).all()) == same(said)


@pytest.mark.parametrize("text", ["on which days is it cheapest to go to Rome?", "what days are cheapest for Rome?"])
def test_when_a_journey_costs_least_is_asked_by_its_days(text: str) -> None:
    turn = reader("trips").pointed(text, Scene("trips").context())
    asked = "ask(extreme, slots=[str_date], wishes=[wish(price, least())])"
    assert show(with_extreme_days(turn.by_rules.meaning, turn).all()) == f'wish(dst_city, is("Rome")); {asked}'


BREAKFAST, BEST = "wish(breakfast, is(yes))", "wish(gst_rating, most())"


@pytest.mark.parametrize(
    ("text", "read", "meant"),
    [
        (
            "which has breakfast and is rated best?",
            f"ask(which, of=every(), wishes=[{BREAKFAST}]); ask(which, of=every(), wishes=[{BEST}])",
            f"ask(which, of=every(), wishes=[{BREAKFAST}, {BEST}])",
        ),
        (
            "which of all of them is rated best, and does it have breakfast?",
            f"ask(which, of=every(), wishes=[{BEST}]); "
            f"ask(holds, of=extreme(gst_rating, most, of=every()), wishes=[{BREAKFAST}])",
            f"ask(extreme, wishes=[{BEST}]); ask(holds, of=it(), wishes=[{BREAKFAST}])",
        ),
        ("which of all those have breakfast?", f"ask(which, of=every(), wishes=[{BREAKFAST}])", BREAKFAST),
        (
            "which one has breakfast? Which one is rated best?",
            f"ask(which, of=every(), wishes=[{BREAKFAST}]); ask(which, of=every(), wishes=[{BEST}])",
            f"ask(which, of=every(), wishes=[{BREAKFAST}]); ask(which, of=every(), wishes=[{BEST}])",
        ),
    ],
)
def test_what_is_asked_of_the_best_at_once_is_one_question(text: str, read: str, meant: str) -> None:
    assert show(with_questions_joined(noted(read), heard("", text)).all()) == meant
