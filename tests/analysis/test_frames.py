from pathlib import Path

import pytest
from msgspec.structs import replace

from scenes import dialogue
from wayframe import corpus
from wayframe.analysis.frames import recompute
from wayframe.dialogue import Dialogue, Frame, Turn, Value, encode

TRIP = dialogue(
    "trip",
    "1: inform(or_city=Rome, dst_city=Bari, budget=900)",
    "offer(name=Blue Fox, price=700, id=2)",
    "2: switch_frame(ref=[2]); request(wifi)",
    "inform(wifi=True)",
)


def relabelled(where: int, number: int, change: dict[str, object]) -> Dialogue:
    """The trip with other labels on one frame of one turn."""
    turn: Turn = TRIP.turns[where]
    frames: list[Frame] = list(turn.frames)
    frames[number - 1] = replace(frames[number - 1], **change)
    labels = replace(turn.labels, frames_json=type(turn.labels.frames_json)(encode(frames)))
    return replace(TRIP, turns=(*TRIP.turns[:where], replace(turn, labels=labels), *TRIP.turns[where + 1 :]))


def test_what_memory_labelled_it_recomputes() -> None:
    found = recompute([TRIP])
    assert found.teacher_forced == found.free_running
    assert found.teacher_forced.turns == 4
    assert found.teacher_forced.frames == 1 + 2 + 2 + 2
    assert found.teacher_forced.turns_equal == found.teacher_forced.parents == found.teacher_forced.triples.f1 == 1
    assert found.differences == []


def test_a_value_that_differs_is_one_triple_of_one_turn() -> None:
    last = TRIP.turns[3].frames[1].info
    found = recompute([relabelled(3, 2, {"info": last | {"wifi": (Value(False),)}})])
    size = sum(len(values) for turn in TRIP.turns for frame in turn.frames for values in frame.info.values())
    assert found.teacher_forced.turns_equal == 3 / 4
    assert found.teacher_forced.triples.recall == pytest.approx((size - 1) / size)
    assert found.teacher_forced.components["info"] == 6 / 7
    assert found.teacher_forced.components["requests"] == 1
    (difference,) = found.differences
    assert (difference.kind, difference.shown_by, difference.place) == ("wifi: others", 1, ("trip", 3, 2))
    assert (difference.labelled, difference.recomputed) == ("False", "True")


def test_an_early_difference_stays_when_running_free() -> None:
    first = TRIP.turns[0].frames[0].info
    found = recompute([relabelled(0, 1, {"info": first | {"budget": (Value("800.0"),)}})])
    assert found.teacher_forced.turns_equal == 2 / 4  # the labels of the second turn don't follow from these either
    assert found.free_running.turns_equal == 3 / 4


def test_a_parent_counts_once_when_the_frame_appears() -> None:
    found = recompute([relabelled(1, 2, {"frame_parent_id": None})])
    assert found.teacher_forced.parents == 1 / 2


def test_no_dialogue_is_no_disagreement() -> None:
    assert recompute([]).teacher_forced.turns_equal == 1


def test_the_release_follows_from_its_acts(frames_part_path: Path) -> None:
    found = recompute(corpus.stream(frames_part_path))
    assert found.teacher_forced.parents > 0.995
    assert found.teacher_forced.triples.f1 > 0.995
    assert found.teacher_forced.turns_equal > 0.97
    assert found.free_running.turns_equal > 0.80
