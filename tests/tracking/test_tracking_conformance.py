import itertools
import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from wayframe.cli.track import app
from wayframe.dialogue import Act, Arg, Ref
from wayframe.tracking import TRACKERS, ActBelief, Observation, PreviousActive, Tracker, Tracking, new_frame, tracker
from wayframe.tracking.conformance import conformance, story
from wayframe.validation import problems

_CALLS = itertools.count()


class Broken(PreviousActive):
    def track(self, seen: Observation) -> Tracking:
        raise ZeroDivisionError("no frames")


class Forgetful(PreviousActive):
    def track(self, seen: Observation) -> Tracking:
        return Tracking(seen.acts[:1], 1)


class FarOff(PreviousActive):
    def track(self, seen: Observation) -> Tracking:
        return Tracking(tuple(Act(a.name, (Arg("ref", (Ref(9, a.slots),)),)) for a in seen.acts), 1)


class Unsure(PreviousActive):
    """Halves for every slot, however many frames there are."""

    def track(self, seen: Observation) -> Tracking:
        candidates = new_frame(seen.memory)
        halves = (0.5,) * candidates
        return Tracking(seen.acts, 1, tuple(ActBelief((halves,) * len(a.slots), halves) for a in seen.acts))


class Moody(PreviousActive):
    def track(self, seen: Observation) -> Tracking:
        return Tracking(seen.acts, next(_CALLS) % new_frame(seen.memory) + 1)


class Counting(PreviousActive):
    """Goes by how often it was asked, two times a turn alike."""

    def __init__(self) -> None:
        self.asked = 0

    def track(self, seen: Observation) -> Tracking:
        self.asked += 1
        return Tracking(seen.acts, (self.asked - 1) // 2 % 2 + 1)


class Wordy(PreviousActive):
    def track(self, seen: Observation) -> Tracking:
        belief: tuple[float, ...] = ("certain",) * new_frame(seen.memory)  # type: ignore[assignment]
        return Tracking(seen.acts, 1, tuple(ActBelief((belief,) * len(a.slots), belief) for a in seen.acts))


@pytest.mark.parametrize("name", TRACKERS)
def test_trackers_of_wayframe_conform(name: str) -> None:
    assert [finding.problem for finding in conformance(lambda: tracker(name))] == [None] * 6


@pytest.mark.parametrize(
    ("make", "check", "problem"),
    [
        (Broken, "answers", "dialogue 'story': turn 0: ZeroDivisionError: no frames"),
        (Wordy, "answers", "turn 0: TypeError"),
        (Forgetful, "acts", "turn 0: expected (Act("),
        (FarOff, "frames", "turn 0: expected frames 1 to 2, found 9"),
        (Unsure, "distributions", "turn 2: request: expected a sum of 1, found 2"),
        (Moody, "deterministic", "turn 0: Tracking("),
        (Counting, "no peeking", "turn 10: Tracking("),
    ],
)
def test_what_does_not_conform_is_found(make: type[Tracker], check: str, problem: str) -> None:
    found = {each.check: each.problem for each in conformance(make)}
    assert problem in (found[check] or "")
    assert found["answers"] is None or check == "answers"


def test_the_story_is_a_sound_dialogue() -> None:
    assert [each for each in problems(story()) if each.severity == "error" and each.field != "text"] == []


def test_the_command_exits_with_1_where_a_check_fails() -> None:
    passed = CliRunner().invoke(app, ["check", "wayframe.tracking.baselines:NewestFrame"])
    assert passed.exit_code == 0
    assert passed.stdout.count("passed  ") == 6
    failed = CliRunner().invoke(app, ["check", f"{__name__}:Broken", "--json"])
    assert failed.exit_code == 1
    found = json.loads(failed.stdout)
    assert (found["passed"], found["checks"]["answers"]["passed"], found["checks"]["acts"]["passed"]) == (
        False, False, True,
    )  # fmt: skip


def test_a_tracker_is_found_in_the_current_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "my_own_tracker.py").write_text("from wayframe.tracking import PreviousActive as Mine\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend("")
    assert CliRunner().invoke(app, ["check", "my_own_tracker:Mine"]).exit_code == 0
