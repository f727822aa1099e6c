import pytest

from scenes import tracked
from wayframe.errors import InputError
from wayframe.tracking import TRACKERS, NeverCreate, PreviousActive, RuleTracker, tracker

LINES = ("1: inform(dst_city=Rome)", "offer(name=El Mar, id=2); offer(name=Tropic, id=3)")


def test_previous_stays_where_it_is() -> None:
    for acts in ("inform(dst_city=Oslo)", "switch_frame(name=El Mar)"):
        assert tracked(acts, *LINES, tracker=PreviousActive()) == f"1: {acts}"
    assert tracked("greeting()", tracker=PreviousActive()) == "1: greeting()"


def test_never_create_goes_to_the_newest_frame_at_a_switch() -> None:
    assert tracked("inform(dst_city=Oslo)", *LINES, tracker=NeverCreate()) == "1: inform(dst_city=Oslo)"
    assert tracked("switch_frame(name=El Mar)", *LINES, tracker=NeverCreate()) == "3: switch_frame(name=El Mar)"
    assert tracked("switch_frame()", tracker=NeverCreate()) == "1: switch_frame()"


def test_a_tracker_goes_by_its_name() -> None:
    assert [type(tracker(name)) for name in TRACKERS] == [RuleTracker, PreviousActive, NeverCreate]
    with pytest.raises(InputError, match="tracker: expected one of rules, previous, never-create, found 'best'"):
        tracker("best")
