"""Verdicts on what an agent did."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wayframe.notation import parse
from wayframe.simulation import ConversationResult, figures
from wayframe.simulation.measuring import bootstrap, unmeant


@pytest.mark.parametrize(
    ("act", "meant", "wrong"),
    [
        ("inform(action=book, name=Fairwind, write=[3{name=Fairwind}])", [3], 0),
        ("inform(action=book, name=Fairwind, write=[3{name=Fairwind}])", [2], 1),
        ("inform(action=book, name=Fairwind, write=[3{name=Fairwind}])", [], 1),
        ("inform(action=cancel, name=Fairwind, write=[3{name=Fairwind}])", [3], 1),
        ("suggest(action=book)", [], 0),
        ("inform(name=Fairwind, write=[3{name=Fairwind}])", [], 0),
    ],
)
def test_a_deed_that_was_not_asked_for_counts(act: str, meant: list[int], wrong: int) -> None:
    assert unmeant([parse(act)], meant) == wrong


def result(task: int, trial: int, success: bool, write: bool = True, course: str = "direct") -> ConversationResult:
    return ConversationResult(
        task, trial, "two-cities", course, write, success, ("right",) if success else ("wrong",), 10, 0, ()
    )


def test_pass_k_is_how_likely_k_conversations_in_a_row_succeed() -> None:
    won = [result(0, trial, True) for trial in range(4)] + [result(1, trial, trial < 2) for trial in range(4)]
    found = figures(won, trials=4, seed=0)
    assert found["success"] == 0.75
    assert found["pass_k"] == {"1": 0.75, "2": pytest.approx((1 + 1 / 6) / 2, abs=1e-4), "3": 0.5, "4": 0.5}
    assert found["probes"]["right"] == 0.75
    assert found["probes"]["asked"] == 8


def test_that_all_went_well_is_no_certainty() -> None:
    won = figures([result(task, trial, True) for task in range(20) for trial in range(3)], trials=3, seed=0)
    low, high = won["confidence"]["success"]
    assert (0.8 < low < 0.9, high) == (True, 1.0)
    assert won["confidence"]["pass_k"] == dict.fromkeys("123", (low, high))


def test_tasks_that_end_in_a_booking_are_reported_apart() -> None:
    found = figures([result(0, 0, True), result(1, 0, False, write=False, course="return")], trials=1, seed=0)
    assert (found["write_tasks"]["tasks"], found["write_tasks"]["success"]) == (1, 1.0)
    assert {name: course["success"] for name, course in found["courses"].items()} == {"direct": 1.0, "return": 0.0}


@given(st.lists(st.floats(0, 1), min_size=1, max_size=30))
def test_the_bootstrap_holds_within_what_there_is(values: list[float]) -> None:
    low, high = bootstrap({"mean": values}, seed=1)["mean"]
    assert min(values) - 1e-4 <= low <= high <= max(values) + 1e-4
    assert bootstrap({"mean": values}, seed=1) == {"mean": (low, high)}
