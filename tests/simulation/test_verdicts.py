"""Verdicts on what an agent did."""

import pytest

from wayframe.notation import parse
from wayframe.simulation.measuring import unmeant


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
