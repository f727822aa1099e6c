"""What annotators do to labels, and that it can be anything without harm."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drawing import drawn
from labelling import EDITS, TALK, Annotator, Edit, edited
from wayframe.collection.annotation.edits import NEW
from wayframe.collection.annotation.labels import ActPosition, AnnotationWork, TextMark, labelled_turns
from wayframe.dialogue import Dialogue, DialogueLabels
from wayframe.errors import InputError
from wayframe.validation import problems


def test_words_become_values_and_offers_frames() -> None:
    annotator = Annotator()
    annotator.offers()
    annotator.switches()
    assert annotator.acts(1) == ["offer(name=Ritz, price=$900, id=2)", "offer(name=Adlon, wifi=True, id=3)"]
    assert annotator.acts(2) == ["switch_frame(ref=[3{name=Adlon}])"]
    last = labelled_turns(TALK, annotator.labels)[-1]
    assert last.active_frame == 3
    assert [value.val for value in last.frames[2].info["name"]] == ["Adlon"]


def test_where_an_offer_goes_all_later_numbers_follow() -> None:
    annotator = Annotator()
    annotator.offers()
    annotator.switches()
    annotator.labels = annotator.sheet.remove(1, ActPosition(0))
    assert annotator.acts(1) == ["offer(name=Adlon, wifi=True, id=2)"]
    assert annotator.acts(2) == ["switch_frame(ref=[2{name=Adlon}])"]
    assert [turn.active_frame for turn in annotator.labels] == [1, 1, 2, 2]
    annotator.labels = annotator.sheet.add_act(1, "offer", place=0)
    assert annotator.acts(2) == ["switch_frame(ref=[3{name=Adlon}])"]


def test_what_was_about_a_frame_that_is_gone_is_about_the_active_one() -> None:
    annotator = Annotator()
    annotator.offers()
    annotator.switches()
    annotator.labels = annotator.sheet.rename_act(1, ActPosition(1), "inform")
    assert annotator.acts(2) == ["switch_frame(ref=[1{name=Adlon}])"]
    assert [turn.active_frame for turn in annotator.labels] == [1, 1, 1, 1]


def test_a_users_new_frame_shifts_the_offers_after_it() -> None:
    annotator = Annotator()
    annotator.labels = annotator.sheet.add_act(3, "offer")
    annotator.labels = annotator.sheet.activate(2, NEW)
    assert annotator.acts(3) == ["offer(id=3)"]
    assert [turn.active_frame for turn in annotator.labels] == [1, 1, 2, 2]
    annotator.labels = annotator.sheet.activate(2, 1)
    assert annotator.acts(3) == ["offer(id=2)"]


def test_an_act_under_another_name_says_the_same_where_it_belongs() -> None:
    annotator = Annotator()
    annotator.labels = annotator.sheet.add_act(0, "inform")
    annotator.marks(0, 0, ("Rome", "or_city"))
    for name, said in (
        ("negate", "negate(ref=[1{or_city=Rome}])"),
        ("affirm", "affirm(ref=[1{or_city=Rome}])"),
        ("confirm", "confirm(or_city=Rome)"),
    ):
        annotator.labels = annotator.sheet.rename_act(0, ActPosition(0), name)
        assert annotator.acts(0) == [said]


def test_going_to_another_frame_takes_a_switch_frame() -> None:
    annotator = Annotator()
    annotator.offers()
    for frame, acts in ((2, ["switch_frame(ref=[2])"]), (3, ["switch_frame(ref=[3])"])):
        annotator.labels = annotator.sheet.go(2, frame)
        assert annotator.acts(2) == acts
    annotator = Annotator()
    for frame in (1, NEW):
        annotator.labels = annotator.sheet.go(2, frame)
        assert annotator.acts(2) == []


def test_in_a_question_words_name_the_slot_that_is_asked_for() -> None:
    annotator = Annotator()
    annotator.labels = annotator.sheet.add_act(2, "request")
    annotator.marks(2, 0, ("price", "price"))
    assert annotator.acts(2) == ["request(price)"]
    assert annotator.labels[2].acts[0].args[0].mark == TextMark(23, 28)


def test_edges_move_and_the_value_with_them() -> None:
    annotator = Annotator()
    annotator.offers()
    annotator.labels = annotator.sheet.set_mark(1, ActPosition(0, 0), TextMark(0, 8))
    assert annotator.acts(1)[0] == "offer(name=The Ritz, price=$900, id=2)"
    annotator.labels = annotator.sheet.set_mark(1, ActPosition(1, 1), TextMark(36, 43))
    assert annotator.acts(1)[1] == "offer(name=Adlon, wifi=True, id=3)"


def test_a_slot_becomes_another_one_and_gets_values_by_hand() -> None:
    annotator = Annotator()
    annotator.offers()
    annotator.labels = annotator.sheet.rename_slot(1, ActPosition(0, 1), "budget")
    annotator.labels = annotator.sheet.set_value(1, ActPosition(1, 1), False)
    assert annotator.acts(1) == ["offer(name=Ritz, budget=$900, id=2)", "offer(name=Adlon, wifi=False, id=3)"]


def test_a_wizards_inform_reads_and_writes() -> None:
    annotator = Annotator()
    annotator.offers()
    annotator.labels = annotator.sheet.add_act(3, "inform")
    annotator.marks(3, 0, ("$800", "price"))
    annotator.labels = annotator.sheet.refer(3, ActPosition(0), "write", 3)
    assert annotator.acts(3) == ["inform(price=$800, write=[3])"]
    annotator.labels = annotator.sheet.point(3, ActPosition(0, 1, 0), 2)
    assert annotator.acts(3) == ["inform(price=$800, write=[2])"]
    annotator.labels = annotator.sheet.rename_act(3, ActPosition(0), "confirm")
    assert annotator.acts(3) == ["confirm(ref=[2], price=$800)"]


@pytest.mark.parametrize(
    ("edit", "why"),
    [
        (lambda sheet: sheet.add_act(0, "offer"), "not an act of a user"),
        (lambda sheet: sheet.add_act(0, "sing"), "not an act of a user"),
        (lambda sheet: sheet.add_act(9, "inform"), "no turn 10"),
        (lambda sheet: sheet.mark(1, ActPosition(4), TextMark(0, 3), "name"), "no act 5"),
        (lambda sheet: sheet.mark(1, ActPosition(0), TextMark(0, 99), "name"), "no words"),
        (lambda sheet: sheet.mark(1, ActPosition(0), TextMark(3, 4), "name"), "no words"),
        (lambda sheet: sheet.mark(1, ActPosition(0), TextMark(0, 3), "colour"), "not a slot"),
        (lambda sheet: sheet.remove(1, ActPosition(0, 7)), "has no slot at 0.7"),
        (lambda sheet: sheet.remove(1, ActPosition(0, -1)), "has no slot at"),
        (lambda sheet: sheet.about(1, ActPosition(0, 0, None, 0), 1), "has no slot at"),
        (lambda sheet: sheet.remove(1, ActPosition(0, 2)), "expected a slot, found 'id'"),
        (lambda sheet: sheet.point(1, ActPosition(0, 0, 0), 1), "no reference at 0.0.0"),
        (lambda sheet: sheet.refer(1, ActPosition(0), "ref", 7), "no frame 7"),
        (lambda sheet: sheet.refer(1, ActPosition(0), "read", 1), "expected a wizard's inform"),
        (lambda sheet: sheet.activate(1, 2), "only a user's turn"),
        (lambda sheet: sheet.activate(0, NEW), "first turn"),
        (lambda sheet: sheet.activate(2, 7), "no frame 7"),
        (lambda sheet: sheet.set_value(1, ActPosition(0, 0), True), "expected text"),
        (lambda sheet: sheet.makes(1, ActPosition(0), False), "expected a suggestion"),
    ],
)
def test_what_makes_no_sense_is_refused(edit: object, why: str) -> None:
    annotator = Annotator()
    annotator.offers()
    with pytest.raises(InputError, match=why):
        edit(annotator.sheet)  # type: ignore[operator]


@settings(max_examples=drawn(150))
@given(edits=st.lists(EDITS, max_size=30))
def test_any_edits_leave_a_sound_dialogue_and_can_be_taken_back(edits: list[Edit]) -> None:
    annotator = Annotator()
    annotator.offers()
    annotator.switches()
    work = AnnotationWork(annotator.labels)
    for edit in edits:
        labels = edited(work.turns, edit)
        if labels is None:
            continue
        changed = work.changed(labels)
        if changed.turns != work.turns:
            assert changed.undone().turns == work.turns
        work = changed
        made = Dialogue("a", "b", "c", DialogueLabels(), labelled_turns(TALK, work.turns))
        assert [str(each) for each in problems(made) if each.severity == "error"] == []
        assert [turn.active_frame for turn in made.turns] == [turn.active_frame for turn in work.turns]
