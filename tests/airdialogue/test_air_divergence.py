import math

import pytest

from wayframe.airdialogue.scoring.metrics import divergence, divergence_reference

HELLO, BYE = ["hello", "there"], ["bye", "now"]


def test_the_same_counts_diverge_by_nothing() -> None:
    texts = [HELLO] * 200
    assert divergence(texts, texts) == pytest.approx({"1-gram": 0, "2-gram": 0}, abs=1e-12)
    assert divergence_reference(texts, texts) == pytest.approx(
        {"1-gram": 0, "2-gram": 0, "3-gram": 0, "4-gram": 0}, abs=1e-9
    )


def test_strictly_both_sides_are_shares_of_the_frequent_ngrams_of_the_references() -> None:
    found = divergence([HELLO] * 300, [HELLO] * 150 + [BYE] * 150)
    assert found is not None
    share, ours = 151 / (2 * 151 * 2), 301 / (2 * 302)
    rest, others = 151 / (2 * 151 * 2), 1 / (2 * 302)
    assert found["1-gram"] == pytest.approx(2 * share * math.log(share / ours) + 2 * rest * math.log(rest / others))
    assert min(found.values()) > 0


def test_the_toolkit_divides_by_what_either_side_has_often() -> None:
    found = divergence_reference([HELLO] * 100 + [["hello"]] * 100, [HELLO] * 200)
    assert found is not None
    hello, there = 0.5 * math.log(200 / 200 * 300 / 400), 0.5 * math.log(200 / 100 * 300 / 400)
    assert found["1-gram"] == pytest.approx(hello + there)
    assert found["1-gram"] < math.log(200 / 150)


@pytest.mark.parametrize(("said", "expected"), [(199, 60), (200, 59)])
def test_the_toolkit_breaks_down_on_few_lines(said: int, expected: int) -> None:
    assert divergence_reference([HELLO] * said, [HELLO] * expected) is None


def test_the_toolkit_breaks_down_where_nothing_is_said_often() -> None:
    assert divergence_reference([[str(number)] for number in range(300)], [HELLO] * 200) is None


def test_rare_ngrams_have_no_divergence() -> None:
    assert divergence([HELLO] * 99, [HELLO] * 99) is None
