"""Work that takes more than its budget is interrupted, wherever it is; what is done in time comes back."""

import re
import threading
import time
from collections.abc import Callable
from contextlib import suppress

import pytest

from wayframe.service.budget import Budget, OverBudgetError, thread_clock
from working import calls


def forever() -> None:
    while True:
        pass


def searching() -> None:
    while True:
        re.search("b", "a" * 1000)


def stubborn() -> None:
    for _ in range(2):
        with suppress(BaseException):
            forever()
    forever()


def test_work_in_time_is_done() -> None:
    assert Budget(60).run(lambda: 3) == 3


def test_failures_of_the_work_are_its_own() -> None:
    with pytest.raises(ZeroDivisionError):
        Budget(60).run(lambda: 1 / 0)


@pytest.mark.parametrize("work", [forever, searching, stubborn])
def test_work_that_never_ends_is_interrupted(work: Callable[[], None]) -> None:
    with pytest.raises(OverBudgetError):
        Budget(0.05).run(work)


def test_nothing_is_raised_after_the_work_is_over() -> None:
    budget = Budget(0.001)
    for _ in range(200):
        with suppress(OverBudgetError):
            budget.run(lambda: sum(range(20_000)))
    time.sleep(0.05)  # an interruption that came late would end this test


def test_an_interruption_at_the_very_end_leaves_nobody_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("wayframe.service.budget._EVERY", 0)
    budget, clock = Budget(0.001), thread_clock()

    def just_too_long() -> None:
        end = clock() + 0.0011
        while clock() < end:
            pass

    def within(work: Callable[[], object]) -> None:
        with suppress(OverBudgetError):
            budget.run(work)

    for _ in range(200):
        within(just_too_long)
        another = threading.Thread(target=within, args=(int,), daemon=True)
        another.start()
        another.join(60)
        assert not another.is_alive()


def test_waiting_is_no_work() -> None:
    assert Budget(0.05).run(lambda: time.sleep(0.3)) is None


def test_one_thread_is_interrupted_and_another_goes_on() -> None:
    budget, done = Budget(0.1), list[str]()

    def slow() -> None:
        with pytest.raises(OverBudgetError):
            budget.run(forever)
        done.append("slow")

    thread = threading.Thread(target=slow)
    thread.start()
    assert budget.run(lambda: "quick") == "quick"
    thread.join()
    assert done == ["slow"]


def test_a_call_after_it_can_be_profiled() -> None:
    budget = Budget(0.01)
    assert budget.run(lambda: 1) == 1
    with pytest.raises(OverBudgetError):
        budget.run(forever)
    assert calls(lambda: sorted([2, 1])) > 0, "CPython looks on for an interruption that was taken back"
