from pathlib import Path
from typing import Any

import pytest

from air_samples import action, base, flight, intent, sample, written
from wayframe.airdialogue.truth import TruthAgreement, agreement, expected_action, is_correct, satisfies
from wayframe.errors import InputError


def test_all_cheapest_flights_are_right_in_their_order() -> None:
    kb = base(
        flight(1004, price=300), flight(1002), flight(1003, airline="AA"), flight(1001, price=100, num_connections=2)
    )
    assert expected_action(intent(), kb) == action("book", 1002, 1003)


@pytest.mark.parametrize(
    ("goal", "reservation", "status"),
    [
        ("book", 0, "book"),
        ("book", 1000, "book"),
        ("change", 0, "no_reservation"),
        ("change", 1000, "change"),
        ("cancel", 0, "no_reservation"),
        ("cancel", 1000, "cancel"),
    ],
)
def test_who_has_no_reservation_cannot_change_or_cancel(goal: str, reservation: int, status: str) -> None:
    expected = expected_action(intent(goal=goal), base(flight(), reservation=reservation))
    assert expected == action(status, *((1000,) if status in ("book", "change") else ()))


@pytest.mark.parametrize("goal", ["book", "change"])
def test_without_a_fitting_flight_there_is_none(goal: str) -> None:
    assert expected_action(intent(goal=goal, max_price=200), base(flight(price=300), reservation=1000)) == action(
        "no_flight"
    )


@pytest.mark.parametrize(
    ("wish", "offer"),
    [
        ({"departure_airport": "CDG"}, {}),
        ({}, {"return_month": "June"}),
        ({}, {"departure_day": "28"}),
        ({"max_price": 200}, {"price": 300}),
        ({"max_connections": 0}, {}),
        ({"class": "business"}, {}),
        ({"airline_preference": "normal-cost"}, {"airline": "Spirit"}),
        ({"departure_time": "evening"}, {"departure_time_num": 3}),
        ({"return_time": "morning"}, {"return_time_num": 12}),
    ],
)
def test_one_wish_missed_is_enough(wish: dict[str, Any], offer: dict[str, Any]) -> None:
    assert satisfies(intent(), flight())
    assert not satisfies(intent(**wish), flight(**offer))


def test_wishes_that_are_absent_take_everything() -> None:
    assert satisfies(intent(max_connections=None), flight(num_connections=2, airline="Spirit", departure_time_num=1))


def test_one_of_the_tied_flights_is_right_and_names_may_differ_in_case() -> None:
    truth = action("book", 1002, 1003)
    assert is_correct(action("book", 1003, name=" ida MOSS"), truth)
    assert not is_correct(action("book", 1004), truth)
    assert not is_correct(action("book"), truth)
    assert not is_correct(action("change", 1003), truth)
    assert not is_correct(action("book", 1003, name="Ida Mos"), truth)
    assert not is_correct(action("no_flight", 1003), action("no_flight"))
    with pytest.raises(InputError, match="at most one flight"):
        is_correct(action("book", 1002, 1003), truth)


def test_a_file_is_compared_with_the_truth(tmp_path: Path) -> None:
    wrong = sample(correct_sample=False)
    assert agreement(*written(tmp_path, (sample(), base()), (wrong, base()))) == TruthAgreement(2, 2, 1)


def test_contexts_have_nothing_to_judge(tmp_path: Path) -> None:
    context = sample(correct_sample=None, dialogue=None, timestamps=None)
    assert agreement(*written(tmp_path, (context, base()))) == TruthAgreement(1, 1, None)


def test_a_sample_without_its_judgement_is_named(tmp_path: Path) -> None:
    lines = [(sample(), base()), (sample(correct_sample=None), base())]
    for line, order in ((2, lines), (1, lines[::-1])):
        data, kb = written(tmp_path, *order)
        with pytest.raises(InputError, match=rf"data\.json: line {line}: correct_sample is missing"):
            agreement(data, kb)


def test_the_real_sample_agrees_in_all(airdialogue_files: tuple[Path, Path]) -> None:
    found = agreement(*airdialogue_files)
    assert found == TruthAgreement(found.samples, found.samples, found.samples)
    assert found.samples > 0
