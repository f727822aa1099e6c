"""What opens questions and what closes them."""

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
