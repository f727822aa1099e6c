import json
import math
import os
from pathlib import Path
from typing import Any

import msgspec
import pytest

from wayframe.dialogue import Act, Labels, Turn
from wayframe.errors import InputError
from wayframe.items import items
from wayframe.notation import parse_turn
from wayframe.scoring import TagTallies
from wayframe.scoring.predictions import PredictedAct, PredictedArg, PredictedRef, PredictedTurn, TurnPredictions
from wayframe.scoring.reference import score_turn


def turn(acts: str | tuple[Act, ...], active_frame: int, tags: tuple[str, ...] = ()) -> Turn:
    made = parse_turn(acts) if isinstance(acts, str) else acts
    return Turn("user", "t", 0, Labels(made, active_frame, msgspec.Raw(b"[]"), tags=tags))


def about(vector: list[float], *slots: str) -> PredictedArg:
    """A distribution for the slots, written `dst_city=Rome`; for the act as a whole where there are none."""
    annotations = parse_turn(f"inform({', '.join(slots)})")[0].args
    return PredictedArg("ref", (PredictedRef(tuple(vector), annotations),))


def counted(truth: str, active_frame: int, *args: PredictedArg) -> tuple[list[tuple[int, int, float]], TagTallies]:
    counts = TagTallies()
    score_turn(turn(truth, active_frame), [PredictedAct(args)], counts)
    found = [each.get("total") for each in (counts.slots, counts.acts)]
    return [(t.count, t.correct, round(t.loglik, 4)) if t else (0, 0, 0.0) for t in found], counts


ROME, BARI = "dst_city=Rome", "or_city=Bari"
SURE_2, SURE_1 = about([0.1, 0.9, 0.2]), about([0.9, 0.1, 0.1])


@pytest.mark.parametrize(
    ("truth", "active_frame", "args", "slots", "acts"),
    [
        ("inform(dst_city=Rome)", 2, [about([0.1, 0.7, 0.2], ROME), SURE_2], (1, 1, -0.3567), (1, 1, -2.0715)),
        ("inform(dst_city=Rome)", 3, [about([0.1, 0.7, 0.2], ROME), SURE_2], (1, 0, -1.6094), (1, 0, -0.877)),
        ("request(ref=[3{price}])", 1, [about([0.1, 0.1, 0.8], "price")], (1, 1, -0.2231), (0, 0, 0)),
        (
            "request(ref=[3{price}])", 1,
            [about([0.1, 0.1, 0.8], "price"), about([0.1, 0.2, 0.3])], (1, 1, -0.2231), (1, 1, -1.7053),
        ),
        (
            "request_compare(price, ref=[2;3])", 1,
            [about([0.8, 0.1, 0.1], "price"), about([0.2, 0.9, 0.5])], (1, 1, -0.2231), (1, 0, -1.5351),
        ),
        ("thankyou()", 2, [about([0.1, 0.8])], (0, 0, 0), (1, 1, -1.956)),
        ("inform(dst_city=Rome)", 4, [about([0.1, 0.7, 0.2], ROME), SURE_1], (1, 0, -13.8155), (1, 0, -13.8155)),
        ("inform(dst_city=Rome, or_city=Bari)", 1, [about([1, 0, 0], ROME), SURE_1], (1, 1, 0), (1, 1, -2.3026)),
    ],
)  # fmt: skip
def test_the_public_evaluator_counts_like_this(
    truth: str, active_frame: int, args: list[PredictedArg], slots: tuple[float, ...], acts: tuple[float, ...]
) -> None:
    assert counted(truth, active_frame, *args)[0] == [slots, acts]


def test_a_sum_above_one_is_divided_by_with_a_warning() -> None:
    found, counts = counted("inform(dst_city=Rome)", 2, about([0.5, 1, 0.5], ROME), SURE_2)
    assert found == [(1, 1, -0.6931), (1, 1, -2.0715)]
    assert counts.warnings == 1


def test_of_several_items_for_an_act_the_largest_wins() -> None:
    assert counted("thankyou()", 1, about([0.9, 0.1]), about([0.1, 0.9]))[0][1][:2] == (1, 1)


def test_other_slots_and_missing_ones_are_named() -> None:
    with pytest.raises(InputError, match="inform: expected slot 'dst_city', found 'or_city'"):
        counted("inform(dst_city=Rome)", 1, about([1, 0], BARI))
    with pytest.raises(InputError, match="inform: expected slot 'or_city', found nothing"):
        counted("inform(dst_city=Rome, or_city=Bari)", 1, about([1, 0], ROME))


def test_tags_of_the_truth_have_counts_of_their_own() -> None:
    """The public tool's own test: two turns, the second with one of the tags only."""
    acts = parse_turn("inform(dst_city=New York, ref=[4{duration=14}]); request(or_city, ref=[2])")
    city = about([0, 1, 0, 0], "dst_city=New York"), about([0, 0, 0, 1], "duration=14"), about([0, 0, 0, 0])
    origin = about([0, 1, 0, 0], "or_city"), about([0, 1, 0, 0])
    counts = TagTallies()
    for tags in (("A", "A.B", "C"), ("C",)):
        score_turn(turn(acts, 2, tags), [PredictedAct(city), PredictedAct(origin)], counts)
    slots, acts_ = ({tag: (t.count, t.correct) for tag, t in c.items()} for c in (counts.slots, counts.acts))
    assert slots == {"total": (6, 6), "A": (3, 3), "A.B": (3, 3), "C": (6, 6)}
    assert acts_ == {"total": (4, 4), "A": (2, 2), "A.B": (2, 2), "C": (4, 4)}


def golden(name: str) -> list[dict[str, Any]]:
    """The cases beside the corpus, with what the public evaluator made of them; none where they aren't at hand."""
    corpus = os.environ.get("WAYFRAME_FRAMES")
    folders = Path(corpus).resolve().parents if corpus else ()
    for folder in folders:
        cases = folder / "reference" / "frames" / name
        if cases.is_file():
            found: list[dict[str, Any]] = json.loads(cases.read_bytes())
            return found
    return []


EVALUATED, EXPANDED = golden("evaluator_cases.json"), golden("expansion_cases.json")


@pytest.mark.skipif(not EXPANDED, reason="reference/frames/expansion_cases.json is not beside WAYFRAME_FRAMES")
@pytest.mark.parametrize("case", EXPANDED, ids=lambda case: case["name"])
def test_every_act_has_the_public_evaluators_items(case: dict[str, Any]) -> None:
    found = items(msgspec.convert(case["act"], Act), case["current_frame"])
    assert [list(item) for item in found] == case["with_frames"]


@pytest.mark.skipif(not EVALUATED, reason="reference/frames/evaluator_cases.json is not beside WAYFRAME_FRAMES")
@pytest.mark.parametrize("case", EVALUATED, ids=lambda case: case["name"])
def test_every_count_is_the_public_evaluators(case: dict[str, Any]) -> None:
    labels = case["gt_turn"]["labels"]
    truth = turn(msgspec.convert(labels["acts"], tuple[Act, ...]), labels["active_frame"])
    predicted = msgspec.convert(case["pred_turn"], PredictedTurn)
    counts, expected = TagTallies(), case["expected"]
    if expected["error"]:
        assert not isinstance(predicted.predictions, TurnPredictions) or _fails(truth, predicted.predictions)
        return
    assert isinstance(predicted.predictions, TurnPredictions)
    score_turn(truth, predicted.predictions.acts, counts)
    assert counts.warnings == expected["warnings"]
    for tallies, figures in ((counts.slots, expected["slot"]), (counts.acts, expected["act"])):
        found = tallies["total"]
        assert (found.count, found.correct) == (figures.get("total_cnt", 0), figures.get("total_accuracy", 0))
        assert found.loglik == pytest.approx(figures.get("total_loglik", 0), nan_ok=True)
    for name, found in counts.by_act_slot.items():
        figures = expected["by_act_slot"]
        assert (found.count, found.correct) == (figures[f"{name}_count"], figures[f"{name}_accuracy"])
        assert math.isclose(found.loglik, figures[f"{name}_loglik"])
    assert 3 * len(counts.by_act_slot) == len(expected["by_act_slot"])


def _fails(truth: Turn, predicted: TurnPredictions) -> bool:
    try:
        score_turn(truth, predicted.acts, TagTallies())
    except InputError:
        return True
    return False
