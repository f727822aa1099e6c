import importlib.metadata

import pytest

from scenes import tracked
from wayframe.errors import InputError
from wayframe.memory import Memory
from wayframe.notation import parse_turn
from wayframe.tracking import TRACKERS, NeverCreate, NewestFrame, Observation, PreviousActive, UniformBelief, tracker

LINES = ("1: inform(dst_city=Rome)", "offer(name=El Mar, id=2); offer(name=Tropic, id=3)")


def test_previous_stays_where_it_is() -> None:
    for acts in ("inform(dst_city=Oslo)", "switch_frame(name=El Mar)"):
        assert tracked(acts, *LINES, tracker=PreviousActive()) == f"1: {acts}"
    assert tracked("greeting()", tracker=PreviousActive()) == "1: greeting()"


def test_never_create_goes_to_the_newest_frame_at_a_switch() -> None:
    assert tracked("inform(dst_city=Oslo)", *LINES, tracker=NeverCreate()) == "1: inform(dst_city=Oslo)"
    assert tracked("switch_frame(name=El Mar)", *LINES, tracker=NeverCreate()) == "3: switch_frame(name=El Mar)"
    assert tracked("switch_frame()", tracker=NeverCreate()) == "1: switch_frame()"


def test_newest_is_about_the_frame_that_was_made_last() -> None:
    assert tracked("inform(dst_city=Oslo)", *LINES, tracker=NewestFrame()) == "3: inform(dst_city=Oslo)"
    assert tracked("greeting()", tracker=NewestFrame()) == "1: greeting()"


def test_uniform_says_the_same_of_all_frames() -> None:
    found = UniformBelief().track(Observation("", parse_turn("inform(dst_city=Oslo)"), Memory(), ()))
    assert found.beliefs == ((((0.5, 0.5),), (0.5, 0.5)),)


def test_a_tracker_goes_by_its_name() -> None:
    assert [type(tracker(name)) for name in TRACKERS] == list(TRACKERS.values())
    assert isinstance(tracker("wayframe.tracking.baselines:NewestFrame"), NewestFrame)


@pytest.mark.parametrize(
    ("name", "complaint"),
    [
        ("best", "expected one of rules, .*module:Class, found 'best'"),
        ("random", r"found 'random' \(random has to be trained\)"),
        ("no.such:Tracker", "'no.such:Tracker': can't be imported: ModuleNotFoundError: No module named 'no'"),
        ("wayframe.tracking:Nobody", "can't be imported: AttributeError"),
        ("wayframe.tracking:ActBelief", "can't be made: TypeError"),
        ("builtins:list", r"expected a method track\(seen\), found none"),
    ],
)
def test_what_is_no_tracker_is_named(name: str, complaint: str) -> None:
    with pytest.raises(InputError, match=complaint):
        tracker(name)


def test_a_package_announces_its_tracker(monkeypatch: pytest.MonkeyPatch) -> None:
    announced = importlib.metadata.EntryPoint("theirs", "wayframe.tracking:PreviousActive", "wayframe.trackers")
    monkeypatch.setattr(importlib.metadata, "entry_points", lambda group: (announced,))
    assert isinstance(tracker("theirs"), PreviousActive)
    with pytest.raises(InputError, match=r"expected one of rules, .*, theirs, or module:Class, found 'others'"):
        tracker("others")
