import pytest

from scenes import after, dialogue, tracked
from wayframe.items import NOANNO
from wayframe.notation import parse_turn, show_turn
from wayframe.tracking import Observation, PaperRules, PriorChance, train_priors

OFFERS = (
    "1: inform(dst_city=Rome, or_city=Bari)",
    "offer(name=El Mar, category=4, id=2); offer(name=Tropic, category=4, id=3)",
)


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("inform(dst_city=Oslo)", "4: inform(dst_city=Oslo)"),
        ("inform(dst_city=Rome)", "1: inform(dst_city=Rome)"),
        ("inform(n_adults=2)", "1: inform(n_adults=2)"),
        ("switch_frame(name=El Mar)", "2: switch_frame(name=El Mar)"),
        ("switch_frame(category=4)", "3: switch_frame(category=4)"),
        ("switch_frame()", "3: switch_frame()"),
        ("confirm(name=El Mar)", "1: confirm(ref=[2{name=El Mar}])"),
        ("confirm(name=Sole)", "1: confirm(name=Sole)"),
        ("switch_frame(name=El Mar); inform(name=Tropic)", "4: switch_frame(name=El Mar); inform(name=Tropic)"),
    ],
)
def test_the_rules_of_the_paper(said: str, expected: str) -> None:
    assert tracked(said, *OFFERS, tracker=PaperRules()) == expected


def test_the_first_turn_is_about_frame_1() -> None:
    assert tracked("inform(dst_city=Rome)", tracker=PaperRules()) == "1: inform(dst_city=Rome)"


def test_priors_are_shares_of_what_is_about_the_frame_at_hand() -> None:
    said = (*OFFERS, "2: switch_frame(ref=[2{name=El Mar}]); thankyou()", "sorry()", "2: switch_frame(name=El Mar)")
    assert train_priors([dialogue("a", *said)]).current == {
        ("inform", "dst_city"): 1, ("inform", "or_city"): 1, ("inform", NOANNO): 1,
        ("switch_frame", "name"): 0.5, ("switch_frame", NOANNO): 1, ("thankyou", NOANNO): 0,
    }  # fmt: skip


def test_chance_is_the_same_each_time_and_knows_only_frames_that_exist() -> None:
    never = PriorChance({("inform", "dst_city"): 0.0, ("thankyou", NOANNO): 1.0})
    memory, turns = after(*OFFERS)
    found = {
        show_turn(never.track(Observation(text, parse_turn("inform(dst_city=Rome); thankyou()"), memory, turns)).acts)
        for text in "abcdefghab"
    }
    assert found == {f"inform(ref=[{number}{{dst_city=Rome}}]); thankyou(ref=[1])" for number in (2, 3)}
    assert tracked("inform(dst_city=Rome)", tracker=never) == "1: inform(ref=[1{dst_city=Rome}])"
