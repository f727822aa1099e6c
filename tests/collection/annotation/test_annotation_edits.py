"""What annotators do to labels, and that it can be anything without harm."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wayframe.collection.annotation.edits import Sheet
from wayframe.collection.annotation.labels import bare, dialogue, turns
from wayframe.collection.annotation.numbering import NEW
from wayframe.collection.annotation.records import At, Labelling, Labellings, Mark, Work
from wayframe.collection.turns import Said
from wayframe.errors import InputError
from wayframe.notation import show
from wayframe.ontology import ACTS, SLOTS
from wayframe.validation import problems

TALK = (
    Said("user", "From Rome to Bari, please", 1000, (1,)),
    Said("wizard", "The Ritz for $900 or the Adlon, it has wifi", 2000, (2,)),
    Said("user", "The Adlon. What is its price?", 3000, (3,)),
    Said("wizard", "It is $800", 4000, (4,)),
)
EMPTY: Labellings = tuple(Labelling((), 1) for _ in TALK)


class Annotator:
    """Somebody who edits the talk, change by change."""

    def __init__(self, labels: Labellings = EMPTY) -> None:
        self.labels = labels

    @property
    def sheet(self) -> Sheet:
        return Sheet(TALK, self.labels)

    def acts(self, turn: int) -> list[str]:
        return [show(bare(act)) for act in self.labels[turn].acts]

    def marks(self, turn: int, act: int, *marks: tuple[str, str]) -> None:
        """Mark words as slots."""
        for words, key in marks:
            start = TALK[turn].text.index(words)
            self.labels = self.sheet.mark(turn, At(act), Mark(start, start + len(words)), key)

    def offers(self) -> None:
        """Annotate the wizard's two offers."""
        self.labels = self.sheet.add_act(1, "offer")
        self.marks(1, 0, ("Ritz", "name"), ("$900", "price"))
        self.labels = self.sheet.add_act(1, "offer")
        self.marks(1, 1, ("Adlon", "name"), ("wifi", "wifi"))

    def switches(self) -> None:
        """Annotate that the user goes to the second one."""
        self.labels = self.sheet.add_act(2, "switch_frame")
        self.marks(2, 0, ("Adlon", "name"))
        self.labels = self.sheet.activate(2, 3)


def test_words_become_values_and_offers_frames() -> None:
    annotator = Annotator()
    annotator.offers()
    annotator.switches()
    assert annotator.acts(1) == ["offer(name=Ritz, price=$900, id=2)", "offer(name=Adlon, wifi=True, id=3)"]
    assert annotator.acts(2) == ["switch_frame(ref=[3{name=Adlon}])"]
    last = turns(TALK, annotator.labels)[-1]
    assert last.active_frame == 3
    assert [value.val for value in last.frames[2].info["name"]] == ["Adlon"]


def test_where_an_offer_goes_all_later_numbers_follow() -> None:
    annotator = Annotator()
    annotator.offers()
    annotator.switches()
    annotator.labels = annotator.sheet.remove(1, At(0))
    assert annotator.acts(1) == ["offer(name=Adlon, wifi=True, id=2)"]
    assert annotator.acts(2) == ["switch_frame(ref=[2{name=Adlon}])"]
    assert [turn.active_frame for turn in annotator.labels] == [1, 1, 2, 2]
    annotator.labels = annotator.sheet.add_act(1, "offer", place=0)
    assert annotator.acts(2) == ["switch_frame(ref=[3{name=Adlon}])"]


def test_what_was_about_a_frame_that_is_gone_is_about_the_active_one() -> None:
    annotator = Annotator()
    annotator.offers()
    annotator.switches()
    annotator.labels = annotator.sheet.rename_act(1, At(1), "inform")
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


def test_in_a_question_words_name_the_slot_that_is_asked_for() -> None:
    annotator = Annotator()
    annotator.labels = annotator.sheet.add_act(2, "request")
    annotator.marks(2, 0, ("price", "price"))
    assert annotator.acts(2) == ["request(price)"]
    assert annotator.labels[2].acts[0].args[0].mark == Mark(23, 28)


def test_edges_move_and_the_value_with_them() -> None:
    annotator = Annotator()
    annotator.offers()
    annotator.labels = annotator.sheet.set_mark(1, At(0, 0), Mark(0, 8))
    assert annotator.acts(1)[0] == "offer(name=The Ritz, price=$900, id=2)"
    annotator.labels = annotator.sheet.set_mark(1, At(1, 1), Mark(36, 43))
    assert annotator.acts(1)[1] == "offer(name=Adlon, wifi=True, id=3)"


def test_a_slot_becomes_another_one_and_gets_values_by_hand() -> None:
    annotator = Annotator()
    annotator.offers()
    annotator.labels = annotator.sheet.rename_slot(1, At(0, 1), "budget")
    annotator.labels = annotator.sheet.set_value(1, At(1, 1), False)
    assert annotator.acts(1) == ["offer(name=Ritz, budget=$900, id=2)", "offer(name=Adlon, wifi=False, id=3)"]


def test_a_wizards_inform_reads_and_writes() -> None:
    annotator = Annotator()
    annotator.offers()
    annotator.labels = annotator.sheet.add_act(3, "inform")
    annotator.marks(3, 0, ("$800", "price"))
    annotator.labels = annotator.sheet.refer(3, At(0), "write", 3)
    assert annotator.acts(3) == ["inform(price=$800, write=[3])"]
    annotator.labels = annotator.sheet.point(3, At(0, 1, 0), 2)
    assert annotator.acts(3) == ["inform(price=$800, write=[2])"]
    annotator.labels = annotator.sheet.rename_act(3, At(0), "confirm")
    assert annotator.acts(3) == ["confirm(ref=[2], price=$800)"]


@pytest.mark.parametrize(
    ("edit", "why"),
    [
        (lambda sheet: sheet.add_act(0, "offer"), "not an act of a user"),
        (lambda sheet: sheet.add_act(0, "sing"), "not an act of a user"),
        (lambda sheet: sheet.add_act(9, "inform"), "no turn 10"),
        (lambda sheet: sheet.mark(1, At(4), Mark(0, 3), "name"), "no act 5"),
        (lambda sheet: sheet.mark(1, At(0), Mark(0, 99), "name"), "no words"),
        (lambda sheet: sheet.mark(1, At(0), Mark(3, 4), "name"), "no words"),
        (lambda sheet: sheet.mark(1, At(0), Mark(0, 3), "colour"), "not a slot"),
        (lambda sheet: sheet.remove(1, At(0, 7)), "has no slot at 0.7"),
        (lambda sheet: sheet.remove(1, At(0, -1)), "has no slot at"),
        (lambda sheet: sheet.remove(1, At(0, 2)), "expected a slot, found 'id'"),
        (lambda sheet: sheet.point(1, At(0, 0, 0), 1), "no reference at 0.0.0"),
        (lambda sheet: sheet.refer(1, At(0), "ref", 7), "no frame 7"),
        (lambda sheet: sheet.refer(1, At(0), "read", 1), "expected a wizard's inform"),
        (lambda sheet: sheet.activate(1, 2), "only a user's turn"),
        (lambda sheet: sheet.activate(0, NEW), "first turn"),
        (lambda sheet: sheet.activate(2, 7), "no frame 7"),
        (lambda sheet: sheet.set_value(1, At(0, 0), True), "expected text"),
        (lambda sheet: sheet.makes(1, At(0), False), "expected a suggestion"),
    ],
)
def test_what_makes_no_sense_is_refused(edit: object, why: str) -> None:
    annotator = Annotator()
    annotator.offers()
    with pytest.raises(InputError, match=why):
        edit(annotator.sheet)  # type: ignore[operator]


PLACE = st.builds(
    At, st.integers(0, 2), st.none() | st.integers(0, 3), st.none() | st.integers(0, 1), st.none() | st.integers(0, 1)
)
TURN, FRAME, KEY = st.integers(0, 4), st.integers(0, 5), st.sampled_from(sorted(SLOTS))
NAME = st.sampled_from(["offer", "suggest", "inform", "switch_frame", "request", *sorted(ACTS)])
MARK = st.builds(lambda start, length: Mark(start, start + length), st.integers(0, 25), st.integers(0, 12))
REFERENCE = st.sampled_from(["ref", "read", "write"])
VALUE = st.sampled_from([None, True, False, "-1", "Rome", " "])
EDITS = st.one_of(
    st.tuples(st.just("add_act"), TURN, NAME),
    st.tuples(st.just("add_act"), TURN, NAME, st.integers(0, 2)),
    st.tuples(st.just("remove"), TURN, PLACE),
    st.tuples(st.just("rename_act"), TURN, PLACE, NAME),
    st.tuples(st.just("mark"), TURN, PLACE, MARK, KEY),
    st.tuples(st.just("add"), TURN, PLACE, KEY, VALUE),
    st.tuples(st.just("set_value"), TURN, PLACE, VALUE),
    st.tuples(st.just("set_mark"), TURN, PLACE, MARK),
    st.tuples(st.just("rename_slot"), TURN, PLACE, KEY),
    st.tuples(st.just("refer"), TURN, PLACE, REFERENCE, FRAME, st.booleans()),
    st.tuples(st.just("point"), TURN, PLACE, FRAME),
    st.tuples(st.just("about"), TURN, PLACE, st.none() | FRAME, REFERENCE),
    st.tuples(st.just("makes"), TURN, PLACE, st.booleans()),
    st.tuples(st.just("activate"), TURN, FRAME),
    st.tuples(st.just("confirm"), TURN, st.booleans()),
)


@settings(deadline=None, max_examples=150)
@given(edits=st.lists(EDITS, max_size=30))
def test_any_edits_leave_a_sound_dialogue_and_can_be_taken_back(edits: list[tuple[object, ...]]) -> None:
    annotator = Annotator()
    annotator.offers()
    annotator.switches()
    work = Work(annotator.labels)
    for name, *given_ in edits:
        try:
            changed = work.changed(getattr(Sheet(TALK, work.turns), str(name))(*given_))
        except InputError:
            continue
        if changed.turns != work.turns:
            assert changed.undone().turns == work.turns
        work = changed
        made = dialogue(TALK, work.turns, id="a", user_id="b", wizard_id="c")
        assert [str(each) for each in problems(made) if each.severity == "error"] == []
        assert [turn.active_frame for turn in made.turns] == [turn.active_frame for turn in work.turns]
