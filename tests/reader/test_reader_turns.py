"""What people say and what is read in it: the examples of `turns.toml`."""

from collections import Counter

import pytest

from reading import TurnExample, examples, read, same
from wayframe.meaning.notation import parse


def example_id(example: TurnExample) -> str:
    return f"{example.scene}-{example.text}"


EXAMPLES = [
    pytest.param(each, id=example_id(each), marks=[pytest.mark.xfail(reason="known to be read wrongly")] * each.fails)
    for each in examples().turn
]


@pytest.mark.parametrize("example", EXAMPLES)
def test_a_turn_is_read_as_it_is_meant(example: TurnExample) -> None:
    assert read(example.text, example.scene) == same(example.meaning)


def test_every_example_stands_once_in_the_notation_of_meaning() -> None:
    counts = Counter((each.scene, each.text) for each in examples().turn)
    assert [key for key, count in counts.items() if count > 1] == []
    assert all(parse(each.meaning) for each in examples().turn)
