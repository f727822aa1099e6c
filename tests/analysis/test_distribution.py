import statistics

from hypothesis import given
from hypothesis import strategies as st

from wayframe.analysis.stats import box, mean, quantile

numbers = st.lists(st.integers(0, 60), min_size=2, max_size=80)


def counted(values: list[int]) -> dict[int, int]:
    return {value: values.count(value) for value in values}


@given(numbers)
def test_quartiles_are_those_of_the_standard_library(values: list[int]) -> None:
    expected = statistics.quantiles(values, n=4, method="inclusive")
    found = [quantile(counted(values), share) for share in (0.25, 0.5, 0.75)]
    assert [round(each, 9) for each in found] == [round(each, 9) for each in expected]


@given(numbers)
def test_the_mean(values: list[int]) -> None:
    assert round(mean(counted(values)), 9) == round(statistics.fmean(values), 9)


def test_nothing_has_the_mean_0() -> None:
    assert mean({}) == 0


def test_a_box_ends_within_reach_and_names_what_lies_beyond() -> None:
    assert box({1: 1, 2: 2, 3: 2, 4: 1, 30: 1}) == (1, 2.0, 3.0, 3.5, 4, (30,))
    assert box({7: 1}) == (7, 7, 7, 7, 7, ())
