from scenes import after
from wayframe.notation import parse_turn
from wayframe.tracking import Observation
from wayframe.tracking.learned.scene import HELD, OTHER, SAME, UNSET, TurnScene

BEFORE = ("1: inform(or_city=Milan, dst_city=Los Angeles)", "offer(name=Hotel Vienna, price=1100, id=2)",
          "2: switch_frame(ref=[2])", "offer(seat=business, price=1500, ref=[2], id=3); suggest(action=book)",
          "4: inform(dst_city=Malmo)", "offer(dst_city=Malmo, name=Hotel Malmo, price=700, id=5)")  # fmt: skip


def scene(noted: str, text: str = "") -> TurnScene:
    memory, turns = after(*BEFORE)
    return TurnScene(Observation(text, parse_turn(noted), memory, turns))


def test_fits_tell_values_that_a_frame_has_from_those_that_it_contradicts() -> None:
    fits = scene("inform(dst_city=los angeles, price, n_adults=2)").fits
    assert [fits[0, at][1] for at in range(3)] == [SAME, HELD, UNSET]
    assert fits[0, 0][3] == OTHER


def test_names_are_alike_that_are_misspelt_halved_or_initials() -> None:
    for said in ("los angeles", "Los Angelas", "L.A.", "la", "Angeles"):
        alike = scene(f"switch_frame(dst_city={said})").alike[0, 0]
        assert alike[0] == alike[1] == alike[2] > 0.8 > alike[3] == alike[4]


def test_knows_who_derives_from_whom_and_what_they_have_of_their_own() -> None:
    seen = scene("switch_frame()")
    assert seen.children == [[2, 4], [3], [], [5], []]
    assert seen.own[1:3] == [{"name", "price"}, {"seat", "price"}]
    assert seen.ancestors[2] == {1, 2}


def test_counts_what_an_act_and_a_turn_share_with_every_frame() -> None:
    seen = scene("switch_frame(name=Hotel Malmo); inform(seat=business, intent=book)")
    assert [round(alike, 3) for alike in seen.act_alike[1]] == [0, 0, 1, 0, 0]
    assert seen.turn_alike[4] == 1
