"""Who may ask how much."""

import pytest

pytest.importorskip("starlette")

from wayframe.web.guards import Rate


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_so_much_at_once_and_again_when_time_has_passed() -> None:
    clock = Clock()
    rate = Rate(3, seconds=6, clock=clock)
    assert [rate.allows("a") for _ in range(5)] == [True, True, True, False, False]
    assert rate.allows("b")
    clock.now = 2
    assert [rate.allows("a"), rate.allows("a")] == [True, False]
    clock.now = 8
    assert [rate.allows("a") for _ in range(4)] == [True, True, True, False]


def test_who_asked_long_ago_is_forgotten() -> None:
    clock = Clock()
    rate = Rate(3, seconds=6, clock=clock)
    for number in range(100):
        rate.allows(f"visitor {number}")
    clock.now = 7
    rate.allows("another")
    assert len(rate._due) == 1
