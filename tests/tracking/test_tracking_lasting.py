"""Wishes outlast a change of another wish."""

from scenes import after, tracked
from wayframe.memory import update
from wayframe.notation import parse_turn
from wayframe.tracking import Lasting, RuleTracker

ROME = "1: inform(or_city=Oslo, dst_city=Rome, n_adults=2)"
OFFERED = "offer(name=El Mar, dst_city=Rome, price=900, id=2)"
BARI = ("2: inform(dst_city=Bari)", "offer(name=Tropic, dst_city=Bari, price=700, id=3)")
TRACKER = Lasting(RuleTracker())


def test_a_further_change_is_made_to_the_frame_at_work() -> None:
    assert tracked("inform(n_adults=3)", ROME, "sorry()", *BARI, tracker=TRACKER) == "4: inform(n_adults=3, ref=[2])"
    memory, _ = after(ROME, "sorry()", *BARI)
    changed = update(memory, "user", parse_turn("inform(n_adults=3, ref=[2])"), 4).frames[-1]
    assert {slot: held[0].val for slot, held in changed.info.items()} == {
        "or_city": "Oslo", "dst_city": "Bari", "n_adults": "3",
    }  # fmt: skip


def test_a_change_to_the_first_frame_needs_no_reference() -> None:
    assert tracked("inform(dst_city=Bari)", ROME, OFFERED, tracker=TRACKER) == "3: inform(dst_city=Bari)"


def test_a_city_that_no_option_has_names_none_of_them() -> None:
    lines = (ROME, "offer(name=El Mar, dst_city=Rome, id=2); offer(name=Tropic, dst_city=Rome, id=3)")
    assert tracked("switch_frame(dst_city=Lima)", *lines, tracker=TRACKER) == "3: switch_frame(ref=[3{dst_city=Lima}])"


def test_what_makes_no_frame_or_varies_the_offer_itself_stays_as_it_is() -> None:
    lines = (ROME, "sorry()", *BARI)
    for acts in ("request(price)", "inform(dst_city=Bari)", "switch_frame(name=Tropic)", "inform(seat=business)"):
        assert tracked(acts, *lines, tracker=TRACKER) == tracked(acts, *lines)
