"""What annotators are told as they go, by turn and act."""

from labelling import TALK, Annotator
from wayframe.collection.annotation.labels import ActPosition, advice


def told(annotator: Annotator) -> list[str]:
    return [each.text for each in advice(TALK, annotator.labels)]


def test_what_is_labelled_well_needs_no_advice() -> None:
    annotator = Annotator()
    for turn in (0, 3):
        annotator.labels = annotator.sheet.add_act(turn, "greeting")
    annotator.offers()
    annotator.switches()
    assert told(annotator) == []


def test_the_turn_and_the_act_are_named() -> None:
    annotator = Annotator()
    annotator.labels = annotator.sheet.add_act(0, "inform")
    annotator.offers()
    annotator.switches()
    annotator.labels = annotator.sheet.add_act(2, "request")
    annotator.labels = annotator.sheet.rename_act(2, ActPosition(0), "request")
    assert told(annotator) == [
        "Turn 1, act 1 (inform): says nothing: expected a slot or a reference",
        "Turn 3: goes to frame 3: expected a switch_frame",
        "Turn 4: has no act",
    ]


def test_what_isnt_the_annotators_is_no_advice() -> None:
    """A frame that holds nothing, a search that is later than its turn: these follow, or were so."""
    annotator = Annotator()
    for turn in range(len(TALK)):
        annotator.labels = annotator.sheet.add_act(turn, "greeting")
    assert told(annotator) == []
