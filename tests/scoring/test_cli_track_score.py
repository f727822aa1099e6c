import json
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from commanding import printed, printed_json
from small_corpus import TRIP, dialogue, written
from wayframe import corpus
from wayframe.cli.track import app
from wayframe.errors import InputError
from wayframe.evaluation import predict

Change = Callable[[list[dict[str, Any]]], object]


run = partial(printed, app)
run_json = partial(printed_json, app)


@pytest.fixture
def gold(tmp_path: Path) -> Path:
    return written(tmp_path / "gold.json", dialogue("one"), dialogue("two", "U22K1SX9N"))


@pytest.fixture
def predictions(gold: Path, tmp_path: Path) -> Path:
    """All right."""
    predict(gold, tmp_path / "predictions.json", "oracle")
    return tmp_path / "predictions.json"


def changed(predictions: Path, change: Change) -> Path:
    data = json.loads(predictions.read_bytes())
    change(data)
    predictions.write_text(json.dumps(data))
    return predictions


def slot(data: list[dict[str, Any]]) -> dict[str, Any]:
    """The first slot's reference of the first act of the first turn: inform(or_city=Bari)."""
    found: dict[str, Any] = data[0]["turns"][0]["predictions"]["acts"][0]["args"][0]["val"][0]
    return found


def args(data: list[dict[str, Any]]) -> list[Any]:
    found: list[Any] = data[0]["turns"][0]["predictions"]["acts"][0]["args"]
    return found


@pytest.mark.parametrize("mode", ["strict", "reference"])
def test_all_is_counted(gold: Path, predictions: Path, mode: str) -> None:
    found = run_json("score", gold, predictions, "--fold", 4, "--mode", mode)
    assert (found["mode"], found["fold"]) == (mode, 4)
    assert {name: (t["count"], t["correct"]) for name, t in found["slots"].items()} == {"total": (5, 5)}
    assert {name: (t["count"], t["correct"]) for name, t in found["acts"].items()} == {"total": (7, 7)}
    assert found["by_act_slot"]["inform:dst_city"]["count"] == 2
    assert found["creation"] == {"count": 4, "correct": 4}
    assert found["identification"] == {"count": 12, "correct": 12}
    assert found["acts_binary"]["count"] == found["acts_binary"]["correct"]
    assert found["signature"].startswith(f"mode:{mode}|fold:4|gold:")


def test_a_fold_with_a_minus_is_everybody_else(gold: Path, predictions: Path) -> None:
    assert run_json("score", gold, predictions, "--fold", -4)["slots"]["total"]["count"] == 5
    assert run_json("score", gold, predictions)["slots"]["total"]["count"] == 10


def test_predictions_may_go_by_the_dialogues_ids(gold: Path, predictions: Path) -> None:
    expected = run_json("score", gold, predictions)["slots"]
    by_id = {each["id"]: each for each in json.loads(predictions.read_bytes())}
    predictions.write_text(json.dumps(by_id, indent=1))
    assert run_json("score", gold, predictions)["slots"] == expected


def test_tags_of_the_corpus_have_counts_of_their_own(gold: Path, predictions: Path, tmp_path: Path) -> None:
    run("subset", gold, "--output", tmp_path / "tagged.json")
    found = run_json("score", tmp_path / "tagged.json", predictions)
    assert found["slots"]["framechange.valuechange"]["count"] == 4
    assert found["slots"]["noanno"]["count"] == 8


@pytest.mark.parametrize("mode", ["strict", "reference"])
def test_wrong_turns_are_tagged(gold: Path, predictions: Path, tmp_path: Path, mode: str) -> None:
    changed(predictions, lambda data: slot(data).update(frame=[0.2, 0.8]))
    output = tmp_path / "wrong.json"
    printed = run("score", gold, predictions, "--mode", mode, "--save-as", output)
    assert "90.00 %" in printed
    labels = [turn["labels"] for each in json.loads(output.read_bytes()) for turn in each["turns"]]
    assert labels == [{"tags": ["wrong"]}, *[{}] * 13]


def test_strict_counts_what_is_left_out_and_other_values_as_wrong(gold: Path, predictions: Path) -> None:
    changed(predictions, lambda data: args(data).pop(0))
    found = run_json("score", gold, predictions)
    assert (found["slots"]["total"]["count"], found["slots"]["total"]["correct"]) == (10, 9)
    changed(predictions, lambda data: args(data).clear())
    found = run_json("score", gold, predictions)
    assert (found["acts"]["total"]["count"], found["acts"]["total"]["correct"]) == (14, 13)


def test_strict_compares_values_where_the_public_evaluator_warns(gold: Path, predictions: Path) -> None:
    changed(predictions, lambda data: slot(data)["annotations"][0].update(val="bari"))
    assert run_json("score", gold, predictions)["slots"]["total"]["correct"] == 9
    assert run_json("score", gold, predictions, "--mode", "reference")["slots"]["total"]["correct"] == 10
    assert "1 warnings: values that differ" in run("score", gold, predictions, "--mode", "reference")


def test_the_likelihood_of_acts_is_upside_down_in_reference_mode(gold: Path, predictions: Path) -> None:
    strict, public = (run_json("score", gold, predictions, "--mode", mode) for mode in ("strict", "reference"))
    assert strict["acts"]["total"]["loglik"] == pytest.approx(0, abs=1e-4)
    assert public["acts"]["total"]["loglik"] < -100


def test_a_sum_of_2_is_normal_to_the_public_evaluator(gold: Path, predictions: Path) -> None:
    changed(predictions, lambda data: slot(data).update(frame=[1, 1]))
    found = run_json("score", gold, predictions, "--mode", "reference")
    assert found["slots"]["total"]["correct"] == 10
    assert found["identification"] is None


IN_TURN_0 = "dialogue 'one': turn 0: "


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (lambda data: slot(data).update(frame=[1, 1]), f"{IN_TURN_0}inform: or_city: .*that sums to 1, found 2$"),
        (lambda data: slot(data).update(frame=[float("nan"), 1]), "dialogue 1: expected a number .*, found NaN$"),
        (lambda data: slot(data).update(frame=[1]), f"{IN_TURN_0}inform: or_city: expected 2 prob.*, found 1$"),
        (lambda data: slot(data).update(frame=[2, -1]), f"{IN_TURN_0}inform: .* from 0 to 1, found 2$"),
        (lambda data: slot(data).update(frame="all"), "dialogue 1: expected `array`, got `str`"),
        (lambda data: args(data).insert(0, args(data)[0]), "slot 'or_city': expected 1, found 2"),
        (lambda data: slot(data)["annotations"][0].update(key="seat"), "slot 'seat': expected none, found 1"),
        (lambda data: args(data).append(args(data)[-1]), "inform: expected one reference without slots, found 2"),
        (lambda data: args(data).append({"key": "flex"}), "inform: flex: expected a distribution over frames"),
        (lambda data: data[0]["turns"][0]["predictions"]["acts"][0].update(name="offer"), "expected act inform"),
        (lambda data: data.pop(0), "dialogue 'one': missing$"),
        (lambda data: data.append(data[0]), "dialogue 'one': comes twice$"),
        (lambda data: data[0]["turns"].pop(), "dialogue 'one': expected 7 turns, found 6$"),
        (lambda data: data[0]["turns"].reverse(), f"{IN_TURN_0}text: expected 'Hi! .*found 'thanks'$"),
        (lambda data: data[0]["turns"][0].pop("predictions"), f"{IN_TURN_0}predictions: missing$"),
        (lambda data: data[0]["turns"][0]["predictions"]["acts"].pop(), "predictions.acts: expected 3, found 2$"),
        (lambda data: [each.update(id=f"other {each['id']}") for each in data], "found none of its dialogues$"),
    ],
)
def test_improper_predictions_are_one_line(gold: Path, predictions: Path, change: Change, complaint: str) -> None:
    with pytest.raises(InputError, match=complaint) as raised:
        run("score", gold, changed(predictions, change))
    assert str(raised.value).startswith(str(predictions))
    assert "\n" not in str(raised.value)


def test_a_fold_that_is_not_there_is_named(gold: Path, predictions: Path) -> None:
    for fold in (3, 11, 0):
        with pytest.raises(InputError, match=f"gold.json: fold {fold}: not there; present: 2, 4"):
            run("score", gold, predictions, "--fold", fold)


@pytest.mark.parametrize("data", [b"", b"[", b"{}x", b"[1]", b'{"a": 1}', b'{"a": {"id": 3}}', b'\xff{"a": {}}'])
def test_what_is_no_file_of_predictions_is_one_line(gold: Path, predictions: Path, data: bytes) -> None:
    predictions.write_bytes(data)
    with pytest.raises(InputError, match=r"predictions\.json: "):
        run("score", gold, predictions)


def test_a_predicate_counts_and_tags(gold: Path, tmp_path: Path) -> None:
    text = "user & active_frame_changed & has_act(switch_frame)"
    assert run_json("subset", gold, text)["subsets"] == {text: 2}
    run("subset", gold, "framechange.switch_frame & has_slot(name)", "--tag", "a.b", "-o", tmp_path / "tagged.json")
    tags = [turn.labels.tag_names for turn in corpus.read(tmp_path / "tagged.json")[0].turns]
    assert tags == [(), (), ("a.b",), *[()] * (len(TRIP) - 3)]
    assert run_json("subset", tmp_path / "tagged.json", "has_tag('a.b')", "--tag", "c")["subsets"] == {"c": 2}


def test_the_standard_subsets(gold: Path) -> None:
    assert run_json("subset", gold)["subsets"] == {
        "framechange.switch_frame": 2, "framechange.switch_frame.offer": 2, "framechange.switch_frame.nooffer": 0,
        "framechange.switch_frame.noargs": 0, "reqcomp": 2, "framechange.valuechange": 2, "noframechange": 4,
        "noframechange.offer": 0, "noframechange.nooffer": 2, "noanno": 6, "no_noanno": 2,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["usre"], "predicate 'usre' isn't known: did you mean user?"),
        (["user", "-o", "x.json"], "--output: expected --tag with it"),
        (["--tag", "mine"], "--tag: expected a predicate with it"),
        (["user", "--tag", "a b"], "--tag: expected words joined by dots, found 'a b'"),
    ],
)
def test_a_subset_that_cannot_be_is_one_line(gold: Path, arguments: list[str], complaint: str) -> None:
    with pytest.raises(InputError, match=complaint.replace("?", r"\?")):
        run("subset", gold, *arguments)


WHOLE_RELEASE = {
    "framechange.switch_frame": 2101, "framechange.switch_frame.offer": 1626, "framechange.switch_frame.nooffer": 475,
    "framechange.switch_frame.noargs": 260, "reqcomp": 214, "framechange.valuechange": 1684, "noframechange": 6621,
    "noframechange.offer": 1251, "noframechange.nooffer": 4002, "noanno": 9247, "no_noanno": 1160,
}  # fmt: skip


def test_the_public_taggers_counts_on_the_release(frames_path: Path) -> None:
    found = run_json("subset", frames_path)["subsets"]
    if len(corpus.read(frames_path)) == 1369:
        assert found == WHOLE_RELEASE
    else:
        assert list(found) == list(WHOLE_RELEASE)
        assert all(0 < found[name] < WHOLE_RELEASE[name] for name in found)
