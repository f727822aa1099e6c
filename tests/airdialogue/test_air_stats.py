from pathlib import Path

import pytest

from air_samples import action, base, flight, intent, sample
from wayframe.airdialogue import files
from wayframe.airdialogue.files import SamplePair
from wayframe.airdialogue.stats import measure


def test_counts_samples_and_what_came_of_them() -> None:
    lost = sample(intent=intent(goal="cancel", **{"class": "economy"}), action=action("cancel"), correct_sample=False)
    context = sample(
        dialogue=None, timestamps=None, action=None, correct_sample=None, expected_action=action("book", 1000)
    )
    found = measure(
        [
            SamplePair(1, sample(), base()),
            SamplePair(2, lost, base()),
            SamplePair(3, context, base(flight(), reservation=1000)),
        ]
    ).figures()
    assert found["samples"] == 3
    assert found["goals"] == {"book": 2, "change": 0, "cancel": 1}
    assert found["wishes"]["class"] == 1
    assert found["reservations"] == 1
    assert found["statuses"]["expected_action"]["no_reservation"] == 1
    assert found["statuses"]["by_goal"]["book"]["book"] == 2
    assert found["tied_flights"] == {"1": 1, "30": 1}
    assert found["expected_action_equal"] == 2
    assert (found["actions"], found["actions_agreeing"]) == (2, 1)
    assert (found["judged"], found["correct_samples"]) == (2, 1)
    assert found["turns"] == {"total": 8, "mean": 4.0, "min": 4, "max": 4}
    assert found["words_per_turn"] == pytest.approx((2 + 2 + 4 + 3) / 4)
    assert found["customer_first"] == 2


def test_nothing_has_no_mean() -> None:
    found = measure([]).figures()
    assert found["turns"] == {"total": 0, "mean": None, "min": None, "max": None}


def test_the_real_sample_is_as_published(airdialogue_files: tuple[Path, Path]) -> None:
    found = measure(files.read(*airdialogue_files)).figures()
    assert found["expected_action_equal"] == found["samples"]
    assert found["actions_agreeing"] == found["correct_samples"]
    assert 12 <= found["turns"]["mean"] <= 14
    assert found["words_per_turn"] == pytest.approx(8, abs=0.5)
