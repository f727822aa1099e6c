"""The conditions beside each other, with figures that can be checked by hand."""

from math import sqrt
from statistics import NormalDist

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wayframe.collection.export.outcomes import (
    MEASURES,
    ConditionComparison,
    ConditionFigure,
    DialogueOutcome,
    Measure,
    _tail,
    compare,
)
from wayframe.collection.records import Condition
from wayframe.evaluation.figures import wilson


def outcome(condition: Condition = "human", user: str = "ann", **known: object) -> DialogueOutcome:
    usual = {"finished": True, "rating": 4.0, "fulfilled": True, "reached": True, "turns": 10, "minutes": 5.0}
    return DialogueOutcome(**{"talk": 1, "condition": condition, "user": user, "searches": 3, **usual, **known})  # type: ignore[arg-type]


def mean(found: ConditionComparison, condition: Condition, measure: Measure) -> float | None:
    return found.conditions[condition][measure].mean


def test_means_and_shares_are_over_dialogues() -> None:
    found = compare(
        [
            outcome(user="ann", rating=5, turns=10, fulfilled=True),
            outcome(user="ann", rating=4, turns=20, fulfilled=False),
            outcome(user="bob", rating=None, turns=30, fulfilled=None),
            outcome("agent", "cid", rating=2, turns=8, fulfilled=None, reached=False),
        ]
    )
    assert (mean(found, "human", "rating"), mean(found, "human", "turns")) == (4.5, 20)
    assert mean(found, "human", "fulfilled") == 0.5
    rating, turns = found.conditions["human"]["rating"], found.conditions["human"]["turns"]
    assert (rating.dialogues, rating.users, turns.dialogues, turns.users) == (2, 1, 3, 2)
    assert found.conditions["agent"]["fulfilled"].dialogues == 0
    assert mean(found, "agent", "fulfilled") is None
    assert {each.difference for each in found.differences["rating"]} == {-2.5}
    assert found.differences["fulfilled"] == ()


def test_of_a_dialogue_that_nobody_ended_counts_only_that() -> None:
    found = compare([outcome(user="ann"), outcome(user="bob", finished=False, rating=1, turns=99)])
    assert mean(found, "human", "finished") == 0.5
    assert (mean(found, "human", "rating"), mean(found, "human", "turns")) == (4, 10)


def test_shares_of_people_who_talked_once_have_wilsons_interval_and_newcombes_difference() -> None:
    human = [outcome(user=f"u{n}", fulfilled=n < 48) for n in range(80)]
    assisted = [outcome("assisted", f"v{n}", fulfilled=n < 56) for n in range(70)]
    found = compare([*human, *assisted])
    assert found.conditions["human"]["fulfilled"].interval == wilson(48, 80)
    (difference,) = found.differences["fulfilled"]
    assert (difference.first, difference.second, difference.difference) == ("human", "assisted", 0.2)
    assert difference.interval == pytest.approx((0.0524, 0.3339), abs=2e-4)  # Newcombe 1998, table II, method 10


def test_what_is_always_so_is_not_taken_for_certain() -> None:
    found = compare([outcome(user=user) for user in "abc" for _ in range(4)])
    assert found.conditions["human"]["fulfilled"].mean == 1
    assert found.conditions["human"]["fulfilled"].interval == wilson(3, 3)


def test_means_bootstrap_whole_users() -> None:
    """Five users of whom one says 5 and the others 1, a hundred times each; of five drawn, how many say 5?

    None do with (4/5)^5 = 33 %, four with 0.6 %, all five with 0.03 %; a thousandth is cut off at each end.
    """
    found = compare([outcome(user=user, rating=5 if user == "a" else 1) for user in "abcde" for _ in range(100)])
    assert found.conditions["human"]["rating"].mean == 1.8
    assert found.conditions["human"]["rating"].interval == (1, 4.2)


@pytest.mark.parametrize(("users", "student"), [(5, 2.776), (10, 2.262), (30, 2.045), (10**6, 1.960)])
def test_tails_are_students(users: int, student: float) -> None:
    quantile = -NormalDist().inv_cdf(_tail(users)) / sqrt(users / (users - 1))
    assert quantile == pytest.approx(student, abs=0.05 if users < 10 else 0.01)


def test_who_is_in_both_conditions_is_compared_with_themselves() -> None:
    """Ratings of users go from 1 to 5, but each of them likes the agent less: by half a point or by one and a half.

    The mean of twenty such differences deviates by 0.5 / sqrt(20) = 0.11, and 2.15 times that is 0.24; of users who had
    nothing to do with one another it would be 1.
    """
    users = [(f"u{n}", float(1 + n % 5), 0.5 + n % 2) for n in range(20)]
    human = [outcome("human", user, rating=rating) for user, rating, _ in users]
    agent = [outcome("agent", user, rating=rating - less) for user, rating, less in users]
    (difference,) = compare([*human, *agent]).differences["rating"]
    assert difference.difference == -1
    assert difference.interval == pytest.approx((-1.24, -0.76), abs=0.04)


def test_what_doesnt_vary_has_no_interval_of_a_mean() -> None:
    found = compare([outcome(user=user) for user in "abcdef"])
    assert found.conditions["human"]["rating"] == ConditionFigure(6, 6, 4, None)


def test_few_users_give_no_interval_of_a_mean_and_wilsons_of_a_share() -> None:
    found = compare(
        [*[outcome(user=user, fulfilled=n > 1) for user in "abcd" for n in range(4)], outcome("agent", "b")]
    )
    assert found.conditions["human"]["rating"].interval is None
    assert found.differences["rating"][0].interval is None
    assert found.conditions["human"]["fulfilled"].interval == wilson(2, 4)


@settings(max_examples=8)
@given(
    st.lists(
        st.tuples(st.sampled_from(["human", "assisted", "agent"]), st.sampled_from("abcdefg"), st.integers(1, 5)),
        max_size=20,
    )
)
def test_intervals_hold_their_means_and_chance_is_the_same_each_time(rows: list[tuple[Condition, str, int]]) -> None:
    outcomes = [outcome(condition, user, rating=rating, fulfilled=rating > 2) for condition, user, rating in rows]
    found = compare(outcomes)
    assert found == compare(reversed(outcomes))
    for figures in found.conditions.values():
        assert set(figures) == set(MEASURES)
        for measure in ("rating", "fulfilled"):
            figure = figures[measure]
            if figure.interval and figure.mean is not None:
                assert figure.interval[0] - 1e-3 <= figure.mean <= figure.interval[1] + 1e-3
