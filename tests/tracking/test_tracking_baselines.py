"""Trackers that a figure has to beat."""

from __future__ import annotations

import importlib.metadata

import pytest

from scenes import after, dialogue, tracked
from wayframe.errors import InputError
from wayframe.items import NOANNO
from wayframe.memory import Memory
from wayframe.notation import parse_turn, show_turn
from wayframe.tracking import (
    TRACKERS,
    NeverCreate,
    NewestFrame,
    Observation,
    PaperRules,
    PreviousActive,
    PriorChance,
    UniformBelief,
    tracker,
    train_priors,
)

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


OFFERS = (
    "1: inform(dst_city=Rome, or_city=Bari)",
    "offer(name=El Mar, category=4, id=2); offer(name=Tropic, category=4, id=3)",
)


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("inform(dst_city=Oslo)", "4: inform(dst_city=Oslo)"),
        ("inform(dst_city=Rome)", "1: inform(dst_city=Rome)"),
        ("inform(n_adults=2)", "1: inform(n_adults=2)"),
        ("switch_frame(name=El Mar)", "2: switch_frame(name=El Mar)"),
        ("switch_frame(category=4)", "3: switch_frame(category=4)"),
        ("switch_frame()", "3: switch_frame()"),
        ("confirm(name=El Mar)", "1: confirm(ref=[2{name=El Mar}])"),
        ("confirm(name=Sole)", "1: confirm(name=Sole)"),
        ("switch_frame(name=El Mar); inform(name=Tropic)", "4: switch_frame(name=El Mar); inform(name=Tropic)"),
    ],
)
def test_the_rules_of_the_paper(said: str, expected: str) -> None:
    assert tracked(said, *OFFERS, tracker=PaperRules()) == expected


def test_the_first_turn_is_about_frame_1() -> None:
    assert tracked("inform(dst_city=Rome)", tracker=PaperRules()) == "1: inform(dst_city=Rome)"


def test_priors_are_shares_of_what_is_about_the_frame_at_hand() -> None:
    said = (*OFFERS, "2: switch_frame(ref=[2{name=El Mar}]); thankyou()", "sorry()", "2: switch_frame(name=El Mar)")
    assert train_priors([dialogue("a", *said)]).current == {
        ("inform", "dst_city"): 1, ("inform", "or_city"): 1, ("inform", NOANNO): 1,
        ("switch_frame", "name"): 0.5, ("switch_frame", NOANNO): 1, ("thankyou", NOANNO): 0,
    }  # fmt: skip


def test_chance_is_the_same_each_time_and_knows_only_frames_that_exist() -> None:
    never = PriorChance({("inform", "dst_city"): 0.0, ("thankyou", NOANNO): 1.0})
    memory, turns = after(*OFFERS)
    found = {
        show_turn(never.track(Observation(text, parse_turn("inform(dst_city=Rome); thankyou()"), memory, turns)).acts)
        for text in "abcdefghab"
    }
    assert found == {f"inform(ref=[{number}{{dst_city=Rome}}]); thankyou(ref=[1])" for number in (2, 3)}
    assert tracked("inform(dst_city=Rome)", tracker=never) == "1: inform(ref=[1{dst_city=Rome}])"
