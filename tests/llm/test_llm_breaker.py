"""A model that doesn't answer is left alone, and afterwards tried by one question while the others go without."""

from __future__ import annotations

import threading
import time

import pytest

from wayframe.llm.breaker import REST, Breaker
from wayframe.llm.endpoint import LLMError


class Clock:
    """A clock that a test sets."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = time.monotonic()
        monkeypatch.setattr("wayframe.llm.breaker.time.monotonic", lambda: self.now)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(monkeypatch)


def let_through(breaker: Breaker, questions: int = 8) -> int:
    """Return how many of some questions at once may be asked."""
    asked = list[bool]()

    def ask() -> None:
        try:
            breaker.check()
        except LLMError:
            return
        asked.append(True)

    threads = [threading.Thread(target=ask) for _ in range(questions)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return len(asked)


def rested(clock: Clock) -> Breaker:
    """Return the breaker of a model that was left alone until now."""
    breaker = Breaker()
    breaker.failed(at_once=True)
    assert let_through(breaker) == 0
    clock.now += REST
    return breaker


def test_a_model_that_answers_is_asked_by_everybody(clock: Clock) -> None:
    breaker = Breaker()
    assert let_through(breaker) == 8
    breaker.failed(at_once=False)
    assert let_through(breaker) == 8


def test_after_a_rest_one_of_many_tries_the_model(clock: Clock) -> None:
    breaker = rested(clock)
    assert let_through(breaker) == 1
    breaker.answered()
    assert let_through(breaker) == 8


def test_a_model_that_hangs_again_is_left_alone_again(clock: Clock) -> None:
    breaker = rested(clock)
    assert let_through(breaker) == 1
    breaker.failed(at_once=True)
    assert let_through(breaker) == 0


def test_a_model_that_fails_again_is_tried_by_one_once_more(clock: Clock) -> None:
    breaker = rested(clock)
    for left in (1, 1, 0):
        assert let_through(breaker) == left
        breaker.failed(at_once=False)


def test_a_question_that_never_comes_back_keeps_the_others_away_no_longer_than_a_rest(clock: Clock) -> None:
    breaker = rested(clock)
    assert let_through(breaker) == 1
    clock.now += REST
    assert let_through(breaker) == 1
