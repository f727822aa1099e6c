import pytest

from wayframe.errors import InputError
from wayframe.notation import parse_turn
from wayframe.tracking import ActBelief, Tracking
from wayframe.tracking.tracker import believed, one_hot


def test_a_decision_is_certain() -> None:
    acts = parse_turn("inform(dst_city=Rome, or_city=Bari); inform(ref=[1{price=9}]); request_compare(ref=[1;2], id=7)")
    assert one_hot(Tracking(acts, 3), frames=2) == (
        ActBelief(((0, 0, 1), (0, 0, 1)), (0, 0, 1)),
        ActBelief(((1, 0, 0),), (0, 0, 0)),
        ActBelief((), (1, 1, 0)),
    )


def test_there_is_one_frame_before_the_first_turn() -> None:
    assert one_hot(Tracking(parse_turn("greeting()"), 1), frames=0) == (ActBelief((), (1, 0)),)


def test_a_tracker_has_its_own_word() -> None:
    own = (ActBelief((), (0.4, 0.6)),)
    assert believed(Tracking(parse_turn("greeting()"), 1, own), frames=1) == own


def test_a_frame_that_is_no_candidate_is_named() -> None:
    with pytest.raises(InputError, match="affirm is about frame 4, expected one of 1 to 3"):
        one_hot(Tracking(parse_turn("affirm(ref=[4])"), 1), frames=2)
