import pytest

from scenes import after
from wayframe.notation import parse_turn
from wayframe.tracking import Observation
from wayframe.tracking.learned.frames import FRAME, SWITCH_ROW, frame_rows, switch_rows
from wayframe.tracking.learned.references import ACT_ROW, SLOT_ROW, act_rows, slot_rows
from wayframe.tracking.learned.scene import Row, TurnGoal, TurnScene
from wayframe.tracking.learned.turns import CREATE_ROW, TURN, create_row, turn_row

BEFORE = ("1: inform(or_city=Milan, dst_city=Vienna)", "offer(dst_city=Vienna, name=Hotel Vienna, duration=9, id=2)",
          "2: switch_frame(ref=[2])", "offer(seat=business, price=1500, ref=[2], id=3); suggest(action=book)",
          "4: inform(dst_city=Malmo)", "offer(dst_city=Malmo, name=Hotel Malmo, price=700, id=5)")  # fmt: skip


def scene(noted: str, text: str = "") -> TurnScene:
    memory, turns = after(*BEFORE)
    return TurnScene(Observation(text, parse_turn(noted), memory, turns))


def column(rows: list[Row], names: tuple[str, ...], name: str) -> list[float]:
    return [row[names.index(name)] for row in rows]


def test_rows_have_the_names_that_describe_them() -> None:
    seen, goal = (
        scene("inform(name=Hotel Vienna)", "Hotel Vienna?"),
        TurnGoal([0.2] * 5, [0.1, 0.5, 0.1, 0.1, 0.1, 0.1]),
    )
    turn, frames = turn_row(seen), frame_rows(seen)
    assert len(turn) == len(TURN)
    assert len(create_row(seen, turn, goal.heading)) == len(CREATE_ROW)
    assert {len(row) for row in frames} == {len(FRAME)}
    assert {len(row) for row in switch_rows(seen, turn, frames)} == {len(SWITCH_ROW)}
    assert {len(row) for row in slot_rows(seen, (0, 0), goal, frames)} == {len(SLOT_ROW)}
    assert {len(row) for row in act_rows(seen, 0, goal, [goal.beliefs], frames)} == {len(ACT_ROW)}
    for names in (CREATE_ROW, SWITCH_ROW, SLOT_ROW, ACT_ROW):
        assert len(set(names)) == len(names)
    assert column(frames, FRAME, "inform_same") == [0, 1, 1, 0, 0, 0]


def test_frames_that_fit_a_switch_are_told_apart_by_what_is_their_own() -> None:
    seen = scene("switch_frame(dst_city=Vienna)", "Vienna in business class, then")
    rows = switch_rows(seen, turn_row(seen), frame_rows(seen))
    assert column(rows, SWITCH_ROW, "fits_best") == [1, 1, 1, 0, 0]
    assert column(rows, SWITCH_ROW, "own_alike") == [1, 0, 0, 0, 0]
    assert column(rows, SWITCH_ROW, "age_rank")[:3] == [2, 1, 0]
    assert column(rows, SWITCH_ROW, "visited_rank")[:3] == [1, 0, 2]
    assert column(rows, SWITCH_ROW, "own_price") == [0, 0, 1, 0, 1]
    assert column(rows, SWITCH_ROW, "varied_seat") == [0, 1, 0, 0, 0]
    assert column(rows, SWITCH_ROW, "seat_said") == [0, 0, 1, 0, 0]


@pytest.mark.parametrize(
    ("noted", "name", "expected"),
    [
        ("inform(max_duration=9)", "limit_max_duration", 1),
        ("inform(max_duration=7)", "limit_max_duration", 2),
        ("inform(max_duration=12)", "limit_max_duration", 3),
        ("inform(max_duration=7)", "form_measured", 1),
        ("inform(min_duration=longer)", "form_compared", 1),
        ("inform(flex=True)", "form_boolean", 1),
        ("inform(dst_city=Rome)", "last_made", 1),
        ("inform(or_city=Rome)", "last_made", 0),
        ("inform(seat=economy)", "last_made", -2),
        ("inform(seat=economy)", "variant_other", 1),
        ("inform(seat=business)", "variant_same", 1),
    ],
)
def test_a_turn_is_seen_beside_the_frame_that_it_goes_to(noted: str, name: str, expected: float) -> None:
    seen = scene(noted)
    assert column([create_row(seen, turn_row(seen), [0, 1, 0, 0, 0])], CREATE_ROW, name) == [expected]


def test_questions_that_are_open_belong_to_their_frames() -> None:
    seen, goal = scene("affirm(action=book)"), TurnGoal([0, 0, 0, 1, 0], [0, 0, 0, 1, 0, 0])
    frames = frame_rows(seen)
    assert column(slot_rows(seen, (0, 0), goal, frames), SLOT_ROW, "questions_of_value") == [0, 1, 0, 0, 0, 0]
    assert column(act_rows(seen, 0, goal, [goal.beliefs], frames), ACT_ROW, "questions_of_slots") == [0, 1, 0, 0, 0, 0]


def test_a_value_is_traced_to_where_it_was_said_first() -> None:
    seen, goal = scene("inform(or_city=Milan)"), TurnGoal([0, 0, 0, 1, 0], [0, 0, 0, 1, 0, 0])
    rows = slot_rows(seen, (0, 0), goal, frame_rows(seen))
    assert column(rows, SLOT_ROW, "first_holder") == [1, 0, 0, 0, 0, 0]
    assert column(rows, SLOT_ROW, "own_holder") == [1, 0, 0, 0, 0, 0]
    assert column(rows, SLOT_ROW, "holders_all") == [5] * 6
