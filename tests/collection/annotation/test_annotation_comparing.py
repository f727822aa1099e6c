"""Two annotations beside each other, and what an adjudicator takes from them."""

from hypothesis import given, settings
from hypothesis import strategies as st

from drawing import drawn
from labelling import EDITS, TALK, Annotator, Edit, edited
from wayframe.collection.annotation.agreement import beside, births, destination, followed, stands, taken
from wayframe.collection.annotation.edits import NEW
from wayframe.collection.annotation.labels import ActPosition, Labellings, bare, labelled_turns
from wayframe.dialogue import Dialogue, DialogueLabels
from wayframe.errors import InputError
from wayframe.notation import show
from wayframe.validation import problems

AUTHORS = tuple(each.author for each in TALK)


def annotated() -> Annotator:
    annotator = Annotator()
    annotator.offers()
    annotator.switches()
    return annotator


def acts(labels: Labellings, turn: int) -> list[str]:
    return [show(bare(act)) for act in labels[turn].acts]


def test_alike_is_alike_however_frames_are_numbered() -> None:
    one, two = annotated(), annotated()
    two.labels = two.sheet.add_act(1, "offer", place=2)
    compared = beside(one.labels, two.labels, AUTHORS)
    assert [each.agree for each in compared] == [True, False, True, True]
    assert [row.agree for row in compared[1].rows] == [True, True, False]


def test_an_act_of_another_name_that_says_the_same_stands_beside_it() -> None:
    one, two = annotated(), annotated()
    two.labels = two.sheet.rename_act(1, ActPosition(1), "suggest")
    (_, row) = beside(one.labels, two.labels, AUTHORS)[1].rows
    assert row.one
    assert row.two
    assert (row.one.name, row.two.name, row.agree) == ("offer", "suggest", False)


def test_who_stays_in_another_frame_differs_only_where_they_went_apart() -> None:
    one, two = annotated(), annotated()
    two.labels = two.sheet.activate(2, 1)
    compared = beside(one.labels, two.labels, AUTHORS)
    assert [(each.same_frame, each.same_way) for each in compared[2:]] == [(False, False), (False, True)]


def test_taking_acts_and_ways_of_the_other_makes_it_the_others() -> None:
    one, two = annotated(), annotated()
    two.labels = two.sheet.rename_act(1, ActPosition(1), "suggest")
    two.labels = two.sheet.add_act(1, "sorry")
    two.labels = two.sheet.activate(2, NEW)
    mine = taken(TALK, one.labels, two.labels, 1, 1, 1)
    assert acts(mine, 1) == ["offer(name=Ritz, price=$900, id=2)", "suggest(name=Adlon, wifi=True, id=3)"]
    mine = taken(TALK, mine, two.labels, 1, 2, None)
    mine = followed(TALK, mine, two.labels, 2)
    assert mine == two.labels
    assert [(each.place, each.side) for each in stands(mine, one.labels, two.labels, 1, AUTHORS)] == [
        (0, 0),
        (1, 1),
        (2, 1),
    ]


def test_where_the_frame_isnt_here_one_cant_follow() -> None:
    one, two = annotated(), annotated()
    one.labels = one.sheet.remove(1, ActPosition(1))
    assert destination(one.labels, two.labels, 2, AUTHORS) is None
    assert destination(annotated().labels, two.labels, 2, AUTHORS) == 3


def changed(edits: list[Edit]) -> Labellings:
    labels = annotated().labels
    for edit in edits:
        labels = edited(labels, edit) or labels
    return labels


@settings(max_examples=drawn(60))
@given(one=st.lists(EDITS, max_size=8), two=st.lists(EDITS, max_size=8), data=st.data())
def test_whatever_is_taken_leaves_a_sound_dialogue(one: list[Edit], two: list[Edit], data: st.DataObject) -> None:
    mine, other = changed(one), changed(two)
    assert len(set(births(mine, AUTHORS).values())) == len(births(mine, AUTHORS))
    assert all(each.agree for each in beside(mine, mine, AUTHORS))
    for turn in range(len(TALK)):
        rows = beside(mine, other, AUTHORS)[turn].rows
        assert len(stands(mine, mine, other, turn, AUTHORS)) == len(rows)
        if other[turn].acts:
            act = data.draw(st.integers(0, len(other[turn].acts) - 1))
            mine = taken(TALK, mine, other, turn, act, data.draw(st.none() | st.integers(0, 3)))
        try:
            mine = followed(TALK, mine, other, turn)
        except InputError:
            continue
        found = problems(Dialogue("a", "b", "c", DialogueLabels(), labelled_turns(TALK, mine)))
        assert [str(each) for each in found if each.severity == "error"] == []
