"""A text says what its acts hold, and nothing else."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wayframe.faithfulness import beyond, stands, values, without, without_quotes, without_values
from wayframe.notation import parse

ACT = parse("inform(name=The Silver Mill, dst_city=Rome, price=$1\\,200, n_adults=1 adult)")


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("The Silver Mill in Rome costs $1,200.", []),
        ("I have the Silver Mill. It is for 1 adult.", []),
        ("The Silver Mill costs $1,2001.", ["1,2001."]),
        ("The Silver Millpond is in Rome.", ["Millpond"]),
        ("It is the Silver for $1,200.", []),
        ("In Rome there are 3, says Anna.", ["3,", "Anna"]),
        ("It costs $11,200.", ["11,200."]),
    ],
)
def test_figures_and_names_that_no_act_holds(text: str, found: list[str]) -> None:
    assert list(beyond(text, [ACT])) == found


def test_the_longest_value_is_taken_out_first() -> None:
    assert values([ACT]) == ["The Silver Mill", "Silver Mill", "1 adult", "$1,200", "Silver", "Rome"]
    assert without_values("The Silver Mill, Rome", [ACT]) == "\0, \0"


def test_two_days_of_a_month_may_be_said_together() -> None:
    stay = parse("inform(str_date=August 7, end_date=August 12)")
    assert list(beyond("It is from August 7 to 12.", [stay])) == []
    assert list(beyond("It is from August 12 to 17.", [stay])) == ["17."]


def test_the_days_of_a_question_may_be_said_together_though_each_is_confirmed() -> None:
    acts = [parse("confirm(str_date=August 15)"), parse("confirm(end_date=August 23)")]
    assert list(beyond("You mean August 15 to 23, is it so?", acts)) == []


def test_what_is_quoted_of_the_user_is_his_own() -> None:
    assert without_quotes("I didn't get “Des Anna”.", "Des the one in Rome? Anna asks") == "I didn't get \0."
    assert without_quotes("I didn't get “Otto”.", "Des the one in Rome?") == "I didn't get “Otto”."


_TEXT = st.text(alphabet="ab1$., éß_\u0661\u2019", max_size=30)


@given(_TEXT.filter(bool), _TEXT)
def test_a_value_stands_where_no_word_or_figure_goes_on(value: str, text: str) -> None:
    pattern = re.compile(rf"(?<!\w){re.escape(value)}(?!\w)")
    assert list(stands(value, text)) == [found.start() for found in pattern.finditer(text)]
    assert without(value, text, "\0") == pattern.sub("\0", text)


def test_nothing_stands_nowhere() -> None:
    assert list(stands("", "Rome")) == []
