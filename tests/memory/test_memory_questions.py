"""What opens questions and what closes them; yes and no."""

import pytest

from looking import asked, slots
from scenes import after

TWO = "offer(id=2, price=$500); offer(id=3, price=$600)"


@pytest.mark.parametrize(
    ("turn", "opens"),
    [
        ("request(price, seat)", "price? seat?"),
        ("request(wifi)", "wifi=True?"),
        ("request(seat=business)", "seat=business?"),
        ("confirm(str_date=August 9)", "str_date=August 9?"),
        ("moreinfo()", "MOREINFO=()?"),
        ("request(seat=economy); request(seat=business)", "seat=business?"),
    ],
)
def test_what_the_user_asks_stands_in_the_active_frame(turn: str, opens: str) -> None:
    memory, _ = after(f"1: {turn}")
    assert asked(memory, 1) == opens


def test_a_comparison_stands_in_all_frames_that_it_compares() -> None:
    memory, _ = after("1: greeting()", TWO, "1: request_compare(wifi, category=best, ref=[2;3])")
    assert asked(memory, 1) == ""
    assert asked(memory, 2) == asked(memory, 3) == "category=best? compare wifi"


def test_a_suggestion_without_a_frame_of_its_own_is_a_question() -> None:
    memory, _ = after("1: greeting()", "suggest(action=book); offer(id=2, price=$500)")
    assert asked(memory, 1) == "w:action=book?"
    assert asked(memory, 2) == ""


@pytest.mark.parametrize(
    ("question", "fact", "left"),
    [
        ("request(price, seat)", "inform(price=$500)", ""),  # one answer closes all requests of the frame
        ("request(price)", "inform(wifi=True)", "price?"),
        ("request(amenities)", "inform(wifi=True)", ""),
        ("request(vicinity)", "inform(wifi=True)", "vicinity?"),
        ("request(price)", "offer(id=2, price=$500)", ""),
        ("request(wifi, beach=True)", "inform(breakfast=True)", "beach=True?"),
        ("request(downtown)", "inform(beach=True)", "downtown=True?"),
        ("moreinfo()", "inform(wifi=True)", ""),
        ("request(price); request(wifi)", "canthelp(ref=[1])", "price?"),
        ("confirm(seat=business)", "no_result(ref=[1])", ""),
    ],
)
def test_facts_close_what_they_answer(question: str, fact: str, left: str) -> None:
    memory, _ = after(f"1: {question}", fact)
    assert asked(memory, 1) == left


def test_a_binary_question_closes_wherever_it_stands_a_request_only_where_it_is_answered() -> None:
    memory, _ = after("1: request(price); confirm(seat=business)", TWO, "2: switch_frame(ref=[2])",
                      "inform(price=$500, seat=economy)")  # fmt: skip
    assert asked(memory, 1) == ""
    memory, _ = after("1: request(name); confirm(seat=business)", TWO, "2: switch_frame(ref=[2])",
                      "inform(name=Amber Lodge, seat=economy)")  # fmt: skip
    assert asked(memory, 1) == "name?"


def test_an_answer_about_one_frame_closes_the_comparison_in_both() -> None:
    memory, _ = after("1: greeting()", TWO, "1: request_compare(wifi, ref=[2;3])", "inform(wifi=True, write=[2])")
    assert asked(memory, 2) == asked(memory, 3) == ""


def test_that_the_user_wants_to_book_answers_whether_to_book() -> None:
    memory, _ = after("1: greeting()", "suggest(action=book)", "1: inform(intent=book)")
    assert asked(memory, 1) == ""


@pytest.mark.parametrize(
    ("later", "left"),
    [
        ("request(budget)", "w:budget? w:dst_city=Rome?"),  # in place of the earlier requests
        ("confirm(seat=business)", "w:n_adults? w:seat=business?"),  # in place of the earlier binary questions
        ("hearmore()", "w:n_adults?"),
        ("offer(id=2, price=$500)", "w:n_adults? w:dst_city=Rome?"),
        ("inform(wifi=True)", "w:n_adults? w:dst_city=Rome?"),
    ],
)
def test_who_asks_anew_has_dropped_the_earlier_question(later: str, left: str) -> None:
    memory, _ = after("1: greeting()", "request(n_adults); confirm(dst_city=Rome)", "1: greeting()", later)
    assert asked(memory, 1) == left


def test_questions_of_frames_that_nobody_speaks_of_stay() -> None:
    memory, _ = after("1: request(price)", "sorry()", "2: inform(dst_city=Lima)", "inform(price=$500)")
    assert asked(memory, 1) == "price?"
    assert slots(memory, 1) == ""


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
