from pathlib import Path
from typing import Any

import pytest

from small_corpus import Said, dialogue, written
from wayframe import scoring
from wayframe.dialogue import Act, Arg, Ref
from wayframe.errors import InputError
from wayframe.evaluation import BASELINES, ORACLES, SPLITS, TrackerPlan, divided, evaluate, predict
from wayframe.tracking import ActBelief, Observation, Tracking

USERS = ("U21RP4FCY", "U22K1SX9N", "U231PNNA3")  # folds 2, 4 and 5
OTHER = (
    Said("From Oslo to Bern please", "inform(or_city=Oslo); inform(dst_city=Bern)"),
    Said("Hotel Aare for 900", "offer(name=Aare, price=$900, id=2)"),
    Said("does it have wifi?", "switch_frame(ref=[2]); request(wifi)", 2),
    Said("yes", "inform(wifi=True)", 2),
    Said("And Rome?", "inform(dst_city=Rome)", 3),
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    first = [dialogue(f"trip-{user}", user) for user in USERS]
    return written(tmp_path / "three.json", *first, dialogue("bern", USERS[1], OTHER))


def test_every_fold_every_part_and_the_baselines(path: Path) -> None:
    found: Any = evaluate(divided(path), TrackerPlan("rules", BASELINES))
    assert list(found["folds"]) == ["2", "4", "5"]
    assert found["folds"]["2"]["counts"]["slots"] == (5, 5)
    assert set(found["mean"]) == {"slots", "acts", "acts_binary", "creation", "identification"} == set(found["std"])
    assert tuple(found["splits"]) == SPLITS
    assert list(found["baselines"]) == [name for name in BASELINES if name != "rules"]
    assert found["baselines"]["gold-active"]["mean"]["creation"] == 100
    assert found["baselines"]["never-create"]["splits"]["create"]["creation"] == 0
    assert found["protocol"]["folds"]["4"] == {
        "train": [], "train_baselines": {"random": [USERS[0], USERS[2]]}, "test": [USERS[1]]
    }  # fmt: skip


def test_the_truth_is_always_right(path: Path) -> None:
    found: Any = evaluate(divided(path), TrackerPlan("oracle", ()))
    assert set(found["mean"].values()) == {100.0}
    assert set(found["std"].values()) == {0.0}


@pytest.mark.long
def test_the_figures_are_the_same_for_any_number_of_jobs(path: Path) -> None:
    plan = TrackerPlan("random", ("rules",), seed=3, free_running=True)
    assert evaluate(divided(path, jobs=3), plan) == evaluate(divided(path), plan)


def test_users_stand_in_for_folds(path: Path) -> None:
    found: Any = evaluate(divided(path, test_on=USERS[:2]), TrackerPlan("random", ()))
    assert list(found["folds"]) == ["U21RP4FCY+U22K1SX9N"]
    assert found["protocol"]["folds"]["U21RP4FCY+U22K1SX9N"]["train"] == [USERS[2]]


def test_on_its_own_frames_a_tracker_that_makes_none_loses_them(path: Path) -> None:
    found: Any = evaluate(divided(path), TrackerPlan("previous", (), free_running=True))
    gold, free = found["splits"], found["free_running"]["splits"]
    assert gold["create"]["slots"] == free["create"]["slots"] == 0
    assert found["free_running"]["mean"]["slots"] <= found["mean"]["slots"]


def test_the_baselines_run_freely_too_but_for_those_that_look_at_the_labels(path: Path) -> None:
    found: Any = evaluate(divided(path), TrackerPlan("rules", BASELINES, free_running=True))
    free = found["free_running"]
    assert list(free["baselines"]) == [name for name in found["baselines"] if name != "gold-active"]
    assert free["baselines"]["previous"]["splits"]["create"]["slots"] == 0
    alone: Any = evaluate(divided(path), TrackerPlan("previous", (), free_running=True))
    assert free["baselines"]["previous"]["mean"] == alone["free_running"]["mean"]


def test_scores_of_the_predictions_are_those_of_the_evaluation(path: Path, tmp_path: Path) -> None:
    for name in (*BASELINES, *ORACLES):
        plan, output = TrackerPlan(name, ()), tmp_path / f"{name}.json"
        found: Any = evaluate(divided(path, folds=(4,)), plan)
        assert predict(path, output, name, fold=4) == 2
        strict = scoring.score(path, output, 4)
        assert strict.shares is not None
        assert strict.shares.as_json() == found["folds"]["4"]["counts"]
        public = scoring.score(path, output, 4, "reference").counts
        slots, acts = found["folds"]["4"]["counts"]["slots"], found["folds"]["4"]["counts"]["acts"]
        assert [(t.count, t.correct) for t in (public.slots["total"], public.acts["total"])] == [slots, acts]


@pytest.mark.parametrize(
    ("asked", "complaint"),
    [
        ({"folds": (3,)}, "fold 3: not there; present: 2, 4, 5"),
        ({"test_on": ("U0",)}, "user 'U0': has no dialogue there"),
        ({"test_on": USERS[:1], "train_on": USERS[:1]}, "expected to train or to test on, found both"),
        ({"train_on": USERS}, "expected somebody to test on"),
        ({"test_on": USERS}, "expected somebody to train on, found nobody"),
    ],
)
def test_who_is_not_there_is_named(path: Path, asked: dict[str, Any], complaint: str) -> None:
    with pytest.raises(InputError, match=complaint):
        evaluate(divided(path, **asked), TrackerPlan("random", ()))


def test_baselines_that_have_to_be_trained_need_somebody_to_train_on(path: Path) -> None:
    found: Any = evaluate(divided(path, test_on=USERS), TrackerPlan("rules", BASELINES))
    assert list(found["baselines"]) == [name for name in BASELINES if name not in ("rules", "random")]


def test_a_dialogue_that_comes_twice_is_named(tmp_path: Path) -> None:
    file = written(tmp_path / "twice.json", dialogue(), dialogue())
    with pytest.raises(InputError, match=r"twice\.json: dialogue 'trip-1': comes twice"):
        evaluate(divided(file), TrackerPlan("rules", ()))


class Careless:
    """Says nothing of the slots, or of a frame that isn't there."""

    def __init__(self, tracking: Tracking) -> None:
        self.tracking = tracking

    def track(self, seen: Observation) -> Tracking:
        return self.tracking


@pytest.mark.parametrize(
    ("tracking", "complaint"),
    [
        (Tracking((), 1), "expected beliefs about 3 acts, found 0"),
        (Tracking((Act("inform"),) * 3, 1), "inform: expected beliefs about 1 slots, found 0"),
        (Tracking((Act("a", (Arg("ref", (Ref(9),)),)),), 1), "a is about frame 9, expected one of 1 to 2"),
        (Tracking((), 1, (ActBelief(((1.0,),), (1.0,)),) * 3), "inform: expected 2 probabilities, found 1"),
    ],
)
def test_an_answer_about_another_turn_is_named(
    path: Path, tracking: Tracking, complaint: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(__import__("wayframe.tracking").tracking.TRAINED, "careless", lambda *_: Careless(tracking))
    with pytest.raises(InputError, match=f"tracker careless: dialogue 'trip-U21RP4FCY': 'Hi! We .*: {complaint}"):
        evaluate(divided(path), TrackerPlan("careless", ()))


PREVIOUS = {
    1: (320, 200), 2: (513, 477), 3: (633, 412), 4: (2550, 1789), 5: (1080, 731),
    6: (335, 211), 7: (2401, 1592), 8: (606, 493), 9: (1580, 1099), 10: (569, 455),
}  # fmt: skip
DECISIONS = {
    1: (510, 396), 2: (927, 905), 3: (1039, 784), 4: (4226, 3470), 5: (1836, 1403),
    6: (553, 429), 7: (3906, 3038), 8: (1013, 909), 9: (2547, 2055), 10: (904, 783),
}  # fmt: skip


def test_the_public_evaluators_counts_on_the_release(frames_path: Path) -> None:
    baselines = ("gold-active", "newest", "uniform", "oracle")
    found: Any = evaluate(divided(frames_path), TrackerPlan("previous", baselines))
    for fold, figures in found["folds"].items():
        counts = [figures["counts"][measure] for measure in ("slots", "acts")]
        assert [count for count, _ in counts] == list(DECISIONS[int(fold)])
        assert tuple(correct for _, correct in counts) == PREVIOUS[int(fold)]
    if len(found["folds"]) == len(PREVIOUS):
        means = {"previous": found, **found["baselines"]}
        assert {name: [round(each["mean"][m], 2) for m in ("slots", "acts", "acts_binary")]
                for name, each in means.items()} == {
            "previous": [60.5, 52.68, 84.88], "gold-active": [95.86, 77.06, 94.57], "newest": [63.48, 51.38, 84.84],
            "uniform": [47.65, 0, 83.72], "oracle": [100, 100, 100],
        }  # fmt: skip
