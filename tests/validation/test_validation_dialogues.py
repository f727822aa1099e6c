from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec import UNSET, Raw
from msgspec.structs import replace

from wayframe import validation
from wayframe.corpus import stream
from wayframe.dialogue import (
    Act,
    DatabaseSearch,
    Dialogue,
    DialogueLabels,
    Frame,
    SearchLog,
    Turn,
    Value,
    encode,
    user_turn,
    wizard_turn,
)
from wayframe.errors import InputError
from wayframe.notation import parse, parse_turn


def frame(number: int, parent: int | None = None, slot: str = "dst_city") -> Frame:
    return Frame(number, parent, {slot: (Value("rome"),)})


ONE = (frame(1),)
TWO = (frame(1), frame(2, 1))
TURNS = (
    user_turn("Rome?", 1, [parse("inform(dst_city=Rome)")], 1, ONE, [parse("inform(dst_city=Rome)")]),
    wizard_turn("El Mar.", 2, [parse("offer(name=El Mar, id=2)")], 1, TWO, SearchLog((DatabaseSearch(),), ((),))),
    user_turn(
        "I take El Mar", 3, [parse("switch_frame(ref=[2{name=El Mar}])")], 2, TWO, [parse("switch_frame(name=El Mar)")]
    ),
)
GOOD = Dialogue("d1", "u", "w", DialogueLabels(5, True), TURNS)


def changed(number: int, change: Callable[[Turn], Turn]) -> Dialogue:
    turns = list(GOOD.turns)
    turns[number] = change(turns[number])
    return replace(GOOD, turns=tuple(turns))


def labelled(number: int, **labels: object) -> Dialogue:
    return changed(number, lambda turn: replace(turn, labels=replace(turn.labels, **labels)))


def acting(number: int, notation: str) -> Dialogue:
    acts = parse_turn(notation)
    bare = tuple(Act(act.name, act.slots) for act in acts)
    return labelled(number, acts=acts, acts_without_refs=UNSET if number == 1 else bare)


def framed(number: int, *frames: Frame) -> Dialogue:
    return labelled(number, frames_json=Raw(encode(frames)))


def found(dialogue: Dialogue) -> list[str]:
    return [f"{each.severity} {each}" for each in validation.problems(dialogue)]


def test_a_good_dialogue_has_no_problem() -> None:
    assert found(GOOD) == []


@pytest.mark.parametrize(
    ("dialogue", "problem"),
    [
        (replace(GOOD, turns=()), "turns: expected a turn, found none"),
        (acting(0, "book()"), "turn 0: labels.acts[0].name: 'book' is not an act of the ontology"),
        (acting(0, "offer()"), "turn 0: labels.acts[0].name: 'offer' is not an act of a user"),
        (acting(1, "switch_frame(ref=[1])"), "turn 1: labels.acts[0].name: 'switch_frame' is not an act of a wizard"),
        (acting(1, "inform(town=Rome)"), "turn 1: labels.acts[0].args[0].key: 'town' is not a slot of the ontology"),
        (acting(1, "inform(ref=Rome)"), "turn 1: labels.acts[0].args[0].val: expected references for 'ref'"),
        (acting(1, "inform(name=[1])"), "turn 1: labels.acts[0].args[0].val: expected a value for 'name'"),
        (acting(1, "offer(id=two)"), "turn 1: labels.acts[0].args[0].val: expected the number of a frame, found 'two'"),
        (
            acting(1, "offer(id=1)"),
            "turn 1: labels.acts[0].args[0].val: expected a frame that this turn creates, found 1",
        ),
        (
            acting(2, "thankyou(ref=[3])"),
            "turn 2: labels.acts[0].args[0].val[0].frame: there is no frame 3, only 1 to 2",
        ),
        (
            acting(2, "thankyou(ref=[2{town=Rome}])"),
            "turn 2: labels.acts[0].args[0].val[0].annotations[0].key: 'town' is not a slot of the ontology",
        ),
        (labelled(0, active_frame=2), "turn 0: labels.active_frame: there is no frame 2, only 1 to 1"),
        (labelled(0, acts_without_refs=UNSET), "turn 0: labels.acts_without_refs: missing on a user's turn"),
        (labelled(0, acts_without_refs=()), "turn 0: labels.acts_without_refs: expected the same acts as labels.acts"),
        (
            labelled(2, acts_without_refs=parse_turn("switch_frame(ref=[2])")),
            "turn 2: labels.acts_without_refs[0].args[0].key: expected a slot, found 'ref'",
        ),
        (framed(2, frame(1), frame(3, 1)), "turn 2: labels.frames[1].frame_id: expected 2, found 3"),
        (framed(2, frame(1), frame(2, 2)), "turn 2: labels.frames[1].frame_parent_id: expected 1 to 1, found 2"),
        (framed(2, frame(1), frame(2)), "turn 2: labels.frames[1].frame_parent_id: expected 1 to 1, found null"),
        (framed(0, frame(1, 1)), "turn 0: labels.frames[0].frame_parent_id: expected null, found 1"),
        (framed(0, frame(1, None, "town")), "turn 0: labels.frames[0].info: 'town' is not a slot of the ontology"),
        (
            framed(2, frame(1), frame(2, 1), frame(3, 1, "NO RESULT")),
            "turn 2: labels.frames[2].info: 'NO RESULT' is not",
        ),
        (labelled(1, frames_json=Raw(b'[{"frame_id":1}]')), "turn 1: labels.frames[0].frame_parent_id: missing"),
        (
            changed(1, lambda turn: replace(turn, author="user", db_json=UNSET)),
            "turn 1: author: expected 'wizard', found",
        ),
        (changed(1, lambda turn: replace(turn, timestamp=1e300)), "turn 1: timestamp: expected milliseconds since"),
        (changed(0, lambda turn: replace(turn, db_json=Raw(b"{}"))), "turn 0: db: expected none on a user's turn"),
        (
            changed(1, lambda turn: replace(turn, db_json=Raw(b'{"search":[{}],"result":[]}'))),
            "turn 1: db: expected as many results as searches, found 1 and 0",
        ),
    ],
)
def test_names_an_error(dialogue: Dialogue, problem: str) -> None:
    assert found(dialogue)[0].startswith(f"error dialogue 'd1': {problem}")


@pytest.mark.parametrize(
    ("dialogue", "problem"),
    [
        (acting(1, "offer(spa=-1, id=2)"), "labels.acts[0].args[0].val: expected a boolean for 'spa', found '-1'"),
        (labelled(1, active_frame=2), "labels.active_frame: a wizard's turn changes it"),
        (changed(1, lambda turn: replace(turn, timestamp=0.5)), "timestamp: earlier than the turn before"),
    ],
)
def test_what_is_only_odd_is_no_error(dialogue: Dialogue, problem: str) -> None:
    assert found(dialogue) == [f"oddity dialogue 'd1': turn 1: {problem}"]
    assert list(validation.checked("a file", [dialogue])) == [dialogue]


def test_frames_do_not_go() -> None:
    assert "error dialogue 'd1': turn 2: labels.frames: expected the 2 of the turn before, found 1" in found(
        framed(2, frame(1))
    )


def test_an_id_comes_once() -> None:
    with pytest.raises(InputError) as error:
        list(validation.checked("some.json", [GOOD, GOOD]))
    assert str(error.value) == "some.json: dialogue 'd1': id: comes twice"


def test_hands_out_dialogues_up_to_the_first_error() -> None:
    bad = acting(0, "book()")
    dialogues = validation.checked("some.json", [GOOD, replace(bad, id="d2\n")])
    assert next(dialogues) == GOOD
    with pytest.raises(InputError) as error:
        next(dialogues)
    assert str(error.value).startswith(r"some.json: dialogue 'd2\n': turn 0: labels.acts[0].name: 'book' is not an act")


def test_the_release_has_oddities_and_no_errors(frames_part_path: Path) -> None:
    severities = {each.severity for dialogue in stream(frames_part_path) for each in validation.problems(dialogue)}
    assert severities == {"oddity"}
