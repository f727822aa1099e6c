"""How values come into frames: in canonical form, one beside the other or in its place, and on to other frames."""

from datetime import date

import pytest
from msgspec.structs import replace

from looking import slots
from scenes import after, dialogue
from wayframe.memory import RELEASE_DAY, Memory, labelled_memories, update
from wayframe.notation import parse_turn


@pytest.mark.parametrize(
    ("turns", "holds"),
    [
        # words, names and booleans accumulate
        (["1: inform(intent=book)", "thankyou()", "1: inform(intent=book)"], "intent=book|book"),
        (["1: inform(dst_city=Frankfort)", "sorry()", "1: inform(dst_city=Frankfurt)"], "dst_city=Frankfort|Frankfurt"),
        (["1: inform(budget=$900)", "sorry()", "1: inform(budget=cheapest)"], "budget=900.0|$MIN"),
        # a measure takes the place of what stood there
        (["1: inform(budget=cheapest)", "sorry()", "1: inform(budget=$900)"], "budget=900.0"),
        (["1: inform(str_date=August 9)", "sorry()", "1: inform(str_date=the 10th)"], "str_date=august 10"),
    ],
)
def test_values_accumulate_but_measures_are_replaced(turns: list[str], holds: str) -> None:
    memory, _ = after(*turns)
    assert slots(memory, 1) == holds


def test_the_word_of_the_wizard_covers_the_constraint_of_the_user() -> None:
    memory, _ = after("1: inform(or_city=Oslo)", "inform(or_city=Bergen)")
    assert slots(memory, 1) == "or_city=Bergen"
    memory, _ = after("1: inform(or_city=Oslo)", "inform(or_city=Bergen)", "2: inform(dst_city=Rome)")
    assert slots(memory, 2) == "dst_city=Rome or_city=Oslo"


def test_the_wizard_may_repeat_what_he_told_of_a_frame_but_not_what_came_with_it() -> None:
    offer = "offer(id=2, dst_city=Rome)"
    memory, _ = after("1: inform(or_city=Oslo)", offer, "2: switch_frame(ref=[2])", "inform(dst_city=Rome)")
    assert slots(memory, 2) == "dst_city=Rome|Rome or_city=Oslo"
    memory, _ = after("1: inform(dst_city=Rome)", "inform(dst_city=Rome)")
    assert slots(memory, 1) == "dst_city=Rome"


def test_write_says_whose_facts_these_are() -> None:
    memory, _ = after(
        "1: inform(dst_city=Rome)", "offer(id=2, name=Amber Lodge); offer(id=3, name=Brine House)", "1: greeting()",
        "inform(breakfast=False, write=[3{name=Brine House}])",
    )  # fmt: skip
    assert slots(memory, 1) == "dst_city=Rome"
    assert slots(memory, 3) == "breakfast=False dst_city=Rome name=Brine House"


def test_read_copies_from_another_frame() -> None:
    memory, _ = after(
        "1: inform(dst_city=Rome)", "offer(id=2, name=Amber Lodge, category=4, price=$700)", "1: greeting()",
        "inform(read=[2{name=Amber Lodge, price}])",
    )  # fmt: skip
    assert slots(memory, 1) == "dst_city=Rome name=Amber Lodge price=700.0"


def test_the_user_too_points_at_another_frame_by_its_values() -> None:
    memory, _ = after(
        "1: inform(str_date=August 9)", "sorry()", "2: inform(str_date=August 10)", "sorry()",
        "2: inform(ref=[1{str_date=the 9th}])",
    )  # fmt: skip
    assert slots(memory, 2) == "str_date=august 9"


def test_what_is_told_of_a_frame_holds_for_the_frames_made_from_it() -> None:
    offers = "offer(id=2, name=Amber Lodge); offer(id=3, ref=[2], seat=business); offer(id=4, ref=[2], seat=economy)"
    memory, _ = after("1: greeting()", offers, "2: switch_frame(ref=[2])", "inform(category=4, seat=economy)")
    assert slots(memory, 2) == "category=4.0 name=Amber Lodge seat=economy"
    assert slots(memory, 3) == "category=4.0 name=Amber Lodge seat=business"
    memory, _ = after("1: greeting()", offers, "2: inform(wifi=True)", "inform(action=book)")
    assert slots(memory, 3) == "name=Amber Lodge seat=business"


@pytest.mark.parametrize(
    ("said", "holds"),
    [
        ("str_date=the 20th", "str_date=august 20"),
        ("category=better", "category=$GT 3.5 str_date=august 9"),
        ("budget=cheaper", "budget=$LT 990.0 str_date=august 9"),
        ("min_duration=longer", "min_duration=$GT 6 str_date=august 9"),
        ("n_adults=two", "n_adults=2 str_date=august 9"),
    ],
)
def test_values_are_read_in_the_light_of_what_the_memory_holds(said: str, holds: str) -> None:
    offer = "offer(id=2, category=3.5, price=$990, duration=6 days)"
    memory, _ = after("1: inform(str_date=August 9)", offer, f"1: inform({said})")
    assert slots(memory, 1) == holds


def test_days_are_reckoned_from_today_where_it_is_known() -> None:
    wish = parse_turn("inform(str_date=tomorrow)")
    assert slots(update(Memory(), "user", wish, 1), 1) == "str_date=tomorrow"
    assert slots(update(Memory(today=date(2016, 8, 1)), "user", wish, 1), 1) == "str_date=august 2"
    assert slots(update(Memory(today=RELEASE_DAY), "user", wish, 1), 1) == "str_date=august 16"


def test_no_result_is_a_flag_for_every_search_that_failed() -> None:
    memory, _ = after("1: inform(dst_city=Rome)", "no_result(ref=[1;1{dst_city=Rome}])", "1: greeting()",
                      "no_result(ref=[1{dst_city=Rome}])")  # fmt: skip
    assert slots(memory, 1) == "NO_RESULT=True|True dst_city=Rome"


def test_that_there_are_no_alternatives_is_an_answer_not_a_failed_search() -> None:
    memory, _ = after("1: inform(dst_city=Rome)", "inform(category=2)", "1: request_alts(category=higher)",
                      "no_result(ref=[1])")  # fmt: skip
    assert slots(memory, 1) == "category=2.0 dst_city=Rome"


def test_that_the_user_wants_to_know_more_of_certain_frames_is_a_flag_until_she_does() -> None:
    lines = ("1: greeting()", "offer(id=2, price=$500); offer(id=3, price=$600)", "1: moreinfo(ref=[2;3])")
    memory, _ = after(*lines)
    assert slots(memory, 2) == "MOREINFO=True price=500.0"
    memory, _ = after(*lines, "inform(write=[2], wifi=True)")
    assert slots(memory, 2) == "price=500.0 wifi=True"
    assert slots(memory, 3) == "MOREINFO=True price=600.0"


def test_the_memory_of_labels_knows_the_words_around_a_limit() -> None:
    plain = dialogue("words", "1: inform(dst_city=Rome, category=4)", "sorry()")
    said = replace(plain.turns[0], text="Rome, in a hotel with at least 4 stars")
    *_, (_, memory, _) = labelled_memories(replace(plain, turns=(said, *plain.turns[1:])))
    assert "at least 4" in memory.provenance[0].words["category"]
