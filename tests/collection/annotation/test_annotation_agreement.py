"""Agreement, against figures worked out by hand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

pytest.importorskip("nltk")
pytest.importorskip("nervaluate")

from wayframe.collection.annotation.agreement import AnnotatorPair, agreement
from wayframe.collection.annotation.labels import Labellings, MarkedAct, MarkedArg, TextMark, TurnLabels


def turn(*names: str, marks: tuple[tuple[str, int, int], ...] = (), frame: int = 1) -> TurnLabels:
    """A turn with these acts, the first of which has the marked slots."""
    slots = tuple(MarkedArg(key, "x", TextMark(start, end)) for key, start, end in marks)
    return TurnLabels(tuple(MarkedAct(name, () if place else slots) for place, name in enumerate(names)), frame)


def pair(one: Labellings, two: Labellings) -> AnnotatorPair:
    return AnnotatorPair(tuple("wizard" if place % 2 else "user" for place in range(len(one))), one, two)


def test_cohens_kappa_of_acts() -> None:
    """Of four turns they agree on three: observed 3/4, by chance (2·2 + 2·1 + 0·1) / 16 = 6/16, so kappa 0.6."""
    one = (turn("inform"), turn("offer"), turn("inform"), turn("offer"))
    two = (turn("inform"), turn("offer"), turn("inform"), turn("suggest"))
    found = agreement([pair(one, two)])
    assert found.acts == pytest.approx(0.6)
    assert found.turns == 4
    assert {name: (kappa, count) for name, kappa, count in found.by_act} == {
        "inform": (1.0, 2),
        "offer": (pytest.approx(0.0), 2),
        "suggest": (pytest.approx(0.0), 1),
    }


def test_sets_that_overlap_agree_in_part() -> None:
    one = (turn("inform", "request"), turn("sorry"), turn("inform"), turn("sorry"))
    two = (turn("inform"), turn("sorry"), turn("inform"), turn("sorry"))
    found = agreement([pair(one, two)])
    assert found.acts is not None
    assert found.acts_weighted is not None
    assert found.acts < found.acts_weighted < 1


def test_f1_of_marked_words() -> None:
    """Four spans each, two the same, one with another edge: strict 2·2/8, overlapping 2·3/8."""
    one = (turn("inform", marks=(("dst_city", 0, 4), ("or_city", 9, 13), ("budget", 20, 24), ("seat", 30, 38))),)
    two = (turn("inform", marks=(("dst_city", 0, 4), ("or_city", 9, 13), ("budget", 20, 29), ("name", 30, 38))),)
    found = agreement([pair(one, two)])
    assert (found.spans, found.slots, found.slots_partly) == (8, 0.5, 0.75)


def test_spans_that_touch_dont_overlap() -> None:
    one, two = (turn("inform", marks=(("seat", 0, 4),)),), (turn("inform", marks=(("seat", 4, 8),)),)
    assert agreement([pair(one, two)]).slots_partly == 0


def test_a_frame_is_the_others_that_the_same_turn_made() -> None:
    offers = TurnLabels((MarkedAct("offer", (MarkedArg("id", 2),)), MarkedAct("offer", (MarkedArg("id", 3),))), 1)
    offer = TurnLabels((MarkedAct("offer", (MarkedArg("id", 2),)),), 1)
    one = (turn("inform"), offers, turn("inform", frame=4), turn("sorry", frame=4), turn("inform", frame=2))
    two = (turn("inform"), offer, turn("inform", frame=3), turn("sorry", frame=3), turn("inform", frame=1))
    found = agreement([pair(one, two)])
    assert (found.user_turns, found.active_frame) == (2, 0.5)


def test_nothing_to_agree_on() -> None:
    found = agreement([])
    assert (found.dialogues, found.acts, found.slots, found.active_frame) == (0, None, None, None)


def test_two_turns_without_acts_are_alike() -> None:
    """Of two turns, one of them with an act for neither, all agree; where one sees an act they differ wholly."""
    one, two = (turn("inform"), turn()), (turn("inform"), turn())
    found = agreement([pair(one, two)])
    assert (found.acts, found.acts_weighted) == (1, 1)
    found = agreement([pair((turn(), turn()), (turn(), turn("sorry")))])
    assert (found.acts, found.acts_weighted) == (0, 0)


_MARKS = st.tuples(st.sampled_from(("seat", "budget")), st.integers(0, 5), st.integers(6, 9))
_TURNS = st.builds(
    lambda names, marks: turn(*names, marks=tuple(marks)),
    st.lists(st.sampled_from(("inform", "offer", "thankyou")), max_size=2),
    st.lists(_MARKS, max_size=2),
)
_BOTH = st.lists(st.tuples(_TURNS, _TURNS), max_size=4).map(
    lambda both: pair(*(zip(*both, strict=True) if both else ((), ())))
)


@given(st.lists(_BOTH, max_size=3))
def test_agreement_of_any_labels_is_a_share_or_nothing(pairs: list[AnnotatorPair]) -> None:
    found = agreement(pairs)
    kappas = (found.acts, found.acts_weighted, *(kappa for _, kappa, _ in found.by_act))
    assert all(kappa is None or -1.000001 <= kappa <= 1.000001 for kappa in kappas)
    assert all(f1 is None or 0 <= f1 <= 1 for f1 in (found.slots, found.slots_partly, found.active_frame))
