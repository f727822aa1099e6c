"""Yes and no."""

import pytest

from looking import asked, slots
from scenes import after

TRIP = "1: inform(or_city=Oslo, dst_city=Rome)"


@pytest.mark.parametrize(
    ("question", "reply", "holds"),
    [
        ("suggest(n_adults=two)", "affirm(ref=[1{n_adults}])", "dst_city=Rome n_adults=2 or_city=Oslo"),
        ("suggest(n_adults=two)", "negate(ref=[1{n_adults}])", "dst_city=Rome n_adults=!2 or_city=Oslo"),
        ("confirm(seat=business)", "affirm(ref=[1])", "dst_city=Rome or_city=Oslo seat=business"),
        ("confirm(seat=business)", "negate(ref=[1])", "dst_city=Rome or_city=Oslo seat=!business"),
        ("request(beach)", "negate(ref=[1])", "beach=False dst_city=Rome or_city=Oslo"),
        ("hearmore()", "affirm(ref=[1])", "HEARMORE= dst_city=Rome or_city=Oslo"),
        ("greeting()", "affirm(ref=[1])", "REJECTED=False dst_city=Rome or_city=Oslo"),
        ("greeting()", "negate(ref=[1])", "REJECTED=!False dst_city=Rome or_city=Oslo"),
        ("suggest(dst_city)", "negate(ref=[1{dst_city}])", "dst_city=!Rome or_city=Oslo"),
        ("suggest(end_date)", "negate(ref=[1{end_date}])", "dst_city=Rome end_date=!None or_city=Oslo"),
    ],
)
def test_yes_and_no_settle_what_was_asked(question: str, reply: str, holds: str) -> None:
    memory, _ = after(TRIP, question, f"1: {reply}")
    assert slots(memory, 1) == holds
    assert asked(memory, 1) == ""


def test_a_yes_that_repeats_the_value_leaves_the_question_open() -> None:
    memory, _ = after(TRIP, "suggest(action=book)", "1: affirm(ref=[1{action=book}])")
    assert slots(memory, 1) == "action=book dst_city=Rome or_city=Oslo"
    assert asked(memory, 1) == "w:action=book?"


def test_the_wizard_answers_too() -> None:
    memory, _ = after(TRIP, "offer(id=2, price=$500)", "2: switch_frame(ref=[2]); confirm(seat_ok=True)",
                      "negate(ref=[2])")  # fmt: skip
    assert slots(memory, 2) == "dst_city=Rome or_city=Oslo price=500.0 seat_ok=!True"


def test_a_denied_value_stays_beside_the_new_one() -> None:
    memory, _ = after(TRIP, "suggest(n_adults=three)", "1: negate(ref=[1{n_adults}]); inform(n_adults=4)")
    assert slots(memory, 1) == "dst_city=Rome n_adults=!3|4 or_city=Oslo"


def test_words_about_a_measure_are_about_the_one_that_is_held() -> None:
    memory, _ = after(TRIP, "offer(id=2, str_date=August 9)", "1: negate(ref=[2{str_date=too inconvenient}])")
    assert slots(memory, 2) == "dst_city=Rome or_city=Oslo str_date=!august 9"


def test_a_denied_day_has_no_month() -> None:
    memory, _ = after(TRIP, "offer(id=2, str_date=August 9)", "1: negate(ref=[2{str_date=the 9th}])")
    assert slots(memory, 2) == "dst_city=Rome or_city=Oslo str_date=!9"


def test_a_day_of_blanks_is_denied_as_it_is() -> None:
    memory, _ = after(TRIP, "suggest(dst_city=Bari)", '1: negate(ref=[1{str_date=" "}])')
    assert slots(memory, 1) == "dst_city=Rome or_city=Oslo str_date=! "


def test_a_constraint_denied_in_an_offer_takes_with_it_what_the_wizard_told() -> None:
    offer = "offer(id=2, dst_city=Lima, name=Amber Lodge, price=$500)"
    memory, _ = after(TRIP, offer, "1: negate(ref=[2{dst_city=Lima}])")
    assert slots(memory, 2) == "dst_city=!Lima or_city=Oslo"
    memory, _ = after(TRIP, offer, "1: negate(ref=[2{price=$500}])")
    assert slots(memory, 2) == "dst_city=Lima name=Amber Lodge or_city=Oslo price=!500.0"


def test_a_rejected_frame_that_the_user_speaks_for_is_rejected_no_more() -> None:
    memory, _ = after(TRIP, "offer(id=2, price=$500)", "1: negate(ref=[2])")
    assert slots(memory, 2) == "REJECTED=!False dst_city=Rome or_city=Oslo price=500.0"
    memory, _ = after(TRIP, "offer(id=2, price=$500)", "1: negate(ref=[2])", "sorry()", "2: inform(intent=book)")
    assert slots(memory, 2) == "dst_city=Rome intent=book or_city=Oslo price=500.0"
