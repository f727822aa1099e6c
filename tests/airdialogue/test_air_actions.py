import os
from pathlib import Path
from typing import Any

import pytest

from air_worlds import TALK, action, base, sample, written
from wayframe.airdialogue.files import SkippedLines
from wayframe.airdialogue.scoring.actions import score_human, score_selfplay
from wayframe.airdialogue.scoring.score import BootstrapSampling, TaskScore
from wayframe.errors import InputError

KB = base({}, {"price": 300}, {"departure_airport": "JFK"}, {})
NO_FLIGHT = action("no_flight", [])


class World:
    """Files of samples with the same four flights, and predictions for them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def files(self, *samples: object) -> tuple[Path, Path]:
        kb = written(self.folder / "kb.json", [KB] * len(samples))
        return written(self.folder / "data.json", samples), kb

    def human(self, *samples: object, **options: Any) -> TaskScore:
        return score_human(*self.files(*samples), **options)

    def played(self, *lines: object, truth: tuple[dict[str, Any], ...] = (), **options: Any) -> TaskScore:
        truths = truth or tuple(sample() for _ in lines)
        return score_selfplay(*self.files(*truths), written(self.folder / "played.json", lines), **options)


@pytest.fixture
def world(tmp_path: Path) -> World:
    return World(tmp_path)


def test_people_who_are_right_have_all_of_it(world: World) -> None:
    found = world.human(
        sample(), sample(NO_FLIGHT, NO_FLIGHT), sample(action(name="maria stone "), correct_sample=True)
    )
    assert found.samples == 3
    assert found.figures["score"] == found.figures["exact"] == 1


def test_who_books_for_nobody_is_half_wrong(world: World) -> None:
    found = world.human(sample(action(flight=[1001]), action()), sample(NO_FLIGHT, action())).as_json()
    assert found["flight"] == 0.25
    assert found["status"] == 0.5
    assert found["name"] == 1
    assert found["score"] == found["reward"] == pytest.approx(0.2 + 0.5 * 0.25 + 0.3 * 0.5)
    assert found["exact"] == 0
    assert found["exact_parts"]["flight"] == 0  # type: ignore[index]


def test_reference_believes_what_a_sample_says_of_itself(world: World) -> None:
    wrong = sample(NO_FLIGHT, action(), correct_sample=True)
    assert world.human(wrong, mode="reference").figures["score"] == 1
    assert world.human(wrong).figures["score"] == pytest.approx(0.2)


@pytest.mark.parametrize("missing", ["action", "expected_action", "correct_sample"])
def test_what_people_left_out_is_named_by_line(world: World, missing: str) -> None:
    lacking = {name: value for name, value in sample().items() if name != missing}
    with pytest.raises(InputError, match=rf"data.json: line 2: {missing} is missing"):
        world.human(sample(), lacking)
    skipped = SkippedLines()
    assert world.human(sample(), lacking, bad=skipped).samples == 1
    assert skipped.count == 1


def test_the_toolkits_score_of_players_is_the_mean_of_four(world: World) -> None:
    lines = {"action": action(flight=[1001]), "dialogue": TALK}, {"action": action("cancel", []), "dialogue": TALK}
    found = world.played(*lines, mode="reference").as_json()
    reward = 0.2 + 0.25 * 0.5 + 0.5 * 0.3
    assert found["reward"] == pytest.approx(reward)
    assert found["score"] == pytest.approx((reward + 1 + 0.25 + 0.5) / 4)
    assert found["bleu"] == 100
    assert len(found["faults"]) == 2  # type: ignore[arg-type]


def test_the_toolkit_reads_action_alone(world: World) -> None:
    line = {"pred_action": {"name": "Maria Stone", "flight": ["<fl_1000>"], "status": "<st_book>"}, "dialogue": TALK}
    found = world.played(line, mode="reference").figures
    assert found["status"] == found["flight"] == 0
    assert found["name"] == pytest.approx(2 * 3 / (9 + 11 - 2 - 2), abs=0.2)  # what <unk> <unk> shares with it
    assert world.played(line).figures["exact"] == 1


@pytest.mark.parametrize(
    ("flight", "expected", "worth"),
    [
        ([], [], 1),
        ("", [], 1),
        (["empty"], [], 1),
        ([1000], [], 0),
        ([], [1000], 0),
        (["1000"], [1000], 1),
        ([7777], [1000], 0),
        (["empty"], [1000], 0),
        ([1000, 1003], [1000, 1003], 0),
        ([1001], [1000, 1003], 0.5),
    ],
)
def test_the_toolkits_rules_of_flights(world: World, flight: object, expected: list[int], worth: float) -> None:
    line = {"action": {"name": "Maria Stone", "status": "book", "flight": flight}, "dialogue": TALK}
    truth = sample(expected=action(flight=expected))
    assert world.played(line, truth=(truth,), mode="reference").figures["flight"] == worth


def test_missing_parts_of_an_action_match_nothing(world: World) -> None:
    found = world.played({"action": {}, "dialogue": TALK}, truth=(sample(NO_FLIGHT, NO_FLIGHT),), mode="reference")
    assert found.figures["flight"] == 1
    assert found.figures["status"] == 0
    assert world.played({"action": {}}).figures["score"] == 0


@pytest.mark.parametrize("line", [{"dialogue": TALK}, {"action": {}, "dialogue": TALK}, {"pred_action": {}}])
def test_who_never_acts_gets_nothing_whatever_was_expected(world: World, line: object) -> None:
    truth = sample(), sample(NO_FLIGHT, NO_FLIGHT)
    found = world.played(line, line, truth=truth).figures
    assert (found["score"], found["name"], found["flight"], found["exact"], found["unfinished"]) == (0, 0, 0, 0, 2)


def test_the_toolkit_gives_who_never_acts_some_letters_of_the_name(world: World) -> None:
    found = world.played({"dialogue": TALK}, truth=(sample(NO_FLIGHT, NO_FLIGHT),), mode="reference").figures
    assert (found["flight"], found["status"], found["unfinished"]) == (0, 0, 1)
    assert found["name"] == pytest.approx(2 * 2 / (7 + 11))  # "unk unk" has a blank and an n
    assert found["score"] == pytest.approx((0.2 + 1) * float(str(found["name"])) / 4)


def test_a_flight_may_stand_without_a_list(world: World) -> None:
    for mode in ("strict", "reference"):
        found = world.played({"action": {"name": "Maria Stone", "status": "book", "flight": 1000}}, mode=mode)
        assert found.figures["exact"] == 1


def test_equal_bookings_score_equally_whatever_their_order(world: World) -> None:
    truth = sample(action(flight=[1000]), action(flight=[1000, 1003]))
    lines = [{"action": action(flight=flights)} for flights in ([1000], [1003], [1000, 1003], [1003, 1000])]
    for line in lines:
        assert world.played(line, truth=(truth,)).figures["exact"] == 1


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ({"action": action(flight=[1000, 1001])}, "action.flight: expected at most one flight, found 2"),
        ({"action": action(flight=[1999])}, "action.flight: no flight 1999 in its knowledge base"),
        ({"action": {"flight": ["first"]}}, "action.flight: expected numbers, found 'first'"),
        ({"action": action(), "dialogue": []}, "dialogue: nothing is said"),
        (b"{not json", "JSON"),
        ({"action": 5}, "action"),
    ],
)
def test_bad_predictions_are_named_by_line_or_passed_over(world: World, line: object, reason: str) -> None:
    good = {"action": action()}
    with pytest.raises(InputError, match=r"played.json: line 2: .*" + reason):
        world.played(good, line, good)
    skipped = SkippedLines()
    found = world.played(good, line, {"action": NO_FLIGHT}, bad=skipped)
    assert (found.samples, skipped.count) == (2, 1)
    assert found.figures["exact"] == 0.5


def test_a_bad_sample_takes_its_prediction_with_it(world: World) -> None:
    truth = sample(), {"nothing": 1}, sample(NO_FLIGHT, NO_FLIGHT)
    lines = {"action": action()}, {"action": action("cancel", [])}, {"action": NO_FLIGHT}
    assert world.played(*lines, truth=truth, bad=SkippedLines()).figures["exact"] == 1


def test_a_prediction_for_each_sample(world: World) -> None:
    one, two = {"action": action()}, (sample(), sample())
    with pytest.raises(InputError, match=r"played.json: ends before .*data.json: line 2"):
        world.played(one, truth=two)
    with pytest.raises(InputError, match=r"played.json: line 3: more predictions"):
        world.played(one, one, one, truth=two)
    assert world.played(one, truth=two, mode="reference").samples == 1
    assert world.played(one, one, one, truth=two, mode="reference").samples == 2


def test_knowledge_bases_of_another_file_are_refused(world: World) -> None:
    data, _ = world.files(sample(), sample())
    kb = written(world.folder / "other.json", [KB])
    with pytest.raises(InputError, match=r"other.json: ends after 1 records, .*data.json: line 2"):
        score_human(data, kb)


def test_dialogues_are_compared_where_all_have_one(world: World) -> None:
    heard = {"action": action(), "dialogue": [*TALK[:3], "agent: It is booked for you."]}
    found = world.played(heard, {"action": action(), "dialogue": TALK}, mode="reference").figures["bleu"]
    assert isinstance(found, float)
    assert 50 < found < 100
    assert world.played(heard, {"action": action()}).figures["bleu"] is None


def test_colons_in_a_turn_are_lost_as_in_the_toolkit(world: World) -> None:
    truth = sample(dialogue=["customer: At 9:30 then, please do it.", "agent: Done."])
    line = {"action": action(), "dialogue": ["customer: At 9 30 then, please do it.", "agent: Done."]}
    assert world.played(line, truth=(truth,), mode="reference").figures["bleu"] == 100


def test_the_bootstrap_bounds_what_varies(world: World) -> None:
    lines = [{"action": action() if number % 4 else NO_FLIGHT} for number in range(40)]
    found = world.played(*lines, sampling=BootstrapSampling(200, 7)).as_json()
    bounds: Any = found["intervals"]
    assert bounds["name"] == pytest.approx((1, 1))
    low, high = bounds["score"]
    assert low < found["score"] < high
    again = world.played(*lines, sampling=BootstrapSampling(200, 7)).as_json()
    assert again["intervals"] == bounds
    assert "resamples:200|seed:7" in str(found["signature"])
    assert world.played(*lines, sampling=BootstrapSampling(0)).figures["intervals"] == {}


def test_no_sample_no_score(world: World) -> None:
    with pytest.raises(InputError, match="no sample to score"):
        world.human({"nothing": 1}, bad=SkippedLines())


def test_people_on_the_sample_at_hand_score_what_the_toolkit_measured() -> None:
    folder = os.environ.get("WAYFRAME_AIRDIALOGUE")
    if not folder:
        pytest.skip(
            "WAYFRAME_AIRDIALOGUE is not set: it names the folder of AirDialogue's files, which can't be shipped"
        )
    data, kb = (next(Path(folder).glob(f"train_{name}.json*")) for name in ("data", "kb"))
    found = score_human(data, kb, "reference")
    assert found.samples != 802 or found.figures["score"] == 0.9288485729382336
