from datetime import date

import pytest

from wayframe.values import Money, read
from wayframe.values.lexer import lex
from wayframe.values.money import find_money

TODAY = date(2016, 8, 1)


def found(text: str) -> list[tuple[str, object]]:
    readings = sorted(find_money(text, lex(text)))
    return [(text[r.mention.start : r.mention.end], r.mention.value) for r in readings]


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("$1,700", 1700.0),
        ("1700$", 1700.0),
        ("$ 1700", 1700.0),
        ("2.1k", 2100.0),
        ("3200 usd", 3200.0),
        ("1234.56USD", 1234.56),
        ("three thousand dollars", 3000.0),
        ("thirty-five hundred bucks", 3500.0),
        ("fifteen grand", 15000.0),
        ("2 grand", 2000.0),
        ("a thousand dollars", 1000.0),
        ("10 thousand three hundred dollars", 10300.0),
        ("4800", 4800.0),
        ("0 dollars", 0.0),
        ("19 564 dollars", 19564.0),
        ("$1.800", 1800.0),
        ("two and a half thousand dollars", 2500.0),
        ("couple of thousand", 2000.0),
    ],
)
def test_an_amount_however_it_is_written(text: str, amount: float) -> None:
    assert found(f"we have {text} for this") == [(text, Money(amount))]


@pytest.mark.parametrize(
    ("text", "bound"),
    [
        ("under 2000", "at_most"),
        ("no more than 2000 bucks", "at_most"),
        ("2000 max", "at_most"),
        ("2000 or less", "at_most"),
        ("at most $2000", "at_most"),
        ("&lt; 2000", "at_most"),
        ("at least 2000", "at_least"),
        ("2000 dollars or more", "at_least"),
        ("about 2000", "about"),
        ("2000 or so", "about"),
        ("2000", "exact"),
    ],
)
def test_limits(text: str, bound: str) -> None:
    money = read("budget", text, today=TODAY)
    assert isinstance(money, Money)
    assert (money.amount, money.bound) == (2000.0, bound)


def test_the_surface_of_a_limit_is_its_amount() -> None:
    assert [surface for surface, _ in found("no more than $1500, please")] == ["$1500"]


@pytest.mark.parametrize(
    ("text", "bound"),
    [
        ("the cheapest you have", "cheapest"),
        ("as cheap as possible", "cheapest"),
        ("we're on a tight budget", "cheapest"),
        ("the most expensive one", "most"),
        ("money is no object", "most"),
        ("unlimited", "most"),
        ("anything cheaper?", "cheaper"),
        ("it may be more expensive", "dearer"),
    ],
)
def test_wishes(text: str, bound: str) -> None:
    assert [value for _, value in found(text)] == [Money(None, bound=bound)]  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "text", ["2000-2500", "$2000 to $2500", "between 2000 and 2500 dollars", "2 to 2.5k", "between 2 and 2.5 thousand"]
)
def test_of_a_range_the_upper_end_limits(text: str) -> None:
    assert read("budget", text, today=TODAY) == Money(2500.0, bound="at_most")
    assert len(found(text)) == 1


def test_other_currencies_are_named() -> None:
    amounts = "€900, £800, 700 cad, C$600, US$500, $300 CAD or 1.400 euros"
    assert [value for _, value in found(amounts)] == [
        Money(900.0, "EUR"),
        Money(800.0, "GBP"),
        Money(700.0, "CAD"),
        Money(600.0, "CAD"),
        Money(500.0, "USD"),
        Money(300.0, "CAD"),
        Money(1400.0, "EUR"),
    ]


@pytest.mark.parametrize("text", ["100% sure", "4 adults", "the year is 2018", "a cheap trick", "our car broke down"])
def test_what_is_no_money(text: str) -> None:
    assert found(text) == []


def test_what_frames_hold_is_read_too() -> None:
    assert read("budget", "1700.0", today=TODAY) == Money(1700.0)
    assert read("budget", "$MIN", today=TODAY) == Money(None, bound="cheapest")
    assert read("budget", "$LT 2890.5", today=TODAY) == Money(2890.5, bound="at_most")
    assert read("budget", "$GT 900.0", today=TODAY) == Money(900.0, bound="at_least")
    assert read("budget", "-1", today=TODAY) is None
    assert read("budget", "20", today=TODAY) == Money(20.0)
