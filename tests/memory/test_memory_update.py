"""Which turns make frames, whose children they are, and how values come into them and on to others."""

from datetime import date

import pytest
from msgspec.structs import replace

from looking import parents, slots
from scenes import after, dialogue
from wayframe.memory import RELEASE_DAY, Memory, labelled_memories, update
from wayframe.notation import parse_turn

WISH = "1: inform(or_city=Oslo, dst_city=Rome, budget=$1200)"
OFFER = "offer(id=2, name=Amber Lodge, category=3.5 stars, duration=6 days, price=$990, wifi=True)"


def test_a_dialogue_starts_in_frame_1() -> None:
    memory, _ = after("1: greeting()")
    assert memory.active_frame == 1
    assert parents(memory) == [None]
    assert slots(memory, 1) == ""


def test_a_changed_value_makes_a_sibling_that_takes_over_the_other_constraints() -> None:
    memory, _ = after(WISH, "2: inform(dst_city=Lima)", "3: inform(budget=$2000)")
    assert parents(memory) == [None, 1, 1]
    assert slots(memory, 2) == "budget=1200.0 dst_city=Lima or_city=Oslo"
    assert slots(memory, 3) == "budget=2000.0 dst_city=Rome or_city=Oslo"


def test_an_offer_makes_a_child_of_the_active_frame_and_the_user_goes_there_to_consider_it() -> None:
    memory, _ = after(WISH, OFFER)
    assert (memory.active_frame, parents(memory)) == (1, [None, 1])
    assert slots(memory, 2) == (
        "budget=1200.0 category=3.5 dst_city=Rome duration=6 name=Amber Lodge or_city=Oslo price=990.0 wifi=True"
    )
    memory, _ = after(WISH, OFFER, "2: switch_frame(ref=[2{name=Amber Lodge}])")
    assert memory.active_frame == 2


def test_the_sibling_is_one_of_the_frame_that_the_user_made_not_of_the_offer_at_hand() -> None:
    memory, _ = after(
        WISH, "2: inform(dst_city=Lima)", "offer(id=3, price=700)", "3: switch_frame(ref=[3])",
        "4: inform(str_date=August 9)",
    )  # fmt: skip
    assert parents(memory) == [None, 1, 2, 1]
    assert slots(memory, 4) == "budget=1200.0 dst_city=Rome or_city=Oslo str_date=august 9"


def test_another_seat_is_a_variation_of_the_offer_at_hand() -> None:
    memory, _ = after(
        WISH, "2: inform(dst_city=Lima)", "offer(id=3, seat=economy)", "3: switch_frame(ref=[3])",
        "4: inform(seat=business)",
    )  # fmt: skip
    assert parents(memory) == [None, 1, 2, 2]
    assert slots(memory, 4) == "budget=1200.0 dst_city=Lima or_city=Oslo seat=business"


def test_of_several_alternatives_a_frame_made_from_an_option_keeps_the_one_that_the_option_is() -> None:
    wish = "1: inform(or_city=Oslo, dst_city=Rome, dst_city=Lima)"
    offers = "offer(id=2, dst_city=Rome, seat=economy, price=700); offer(id=3, dst_city=Lima, seat=economy, price=900)"
    memory, _ = after(wish, offers, "4: inform(seat=business, ref=[3{ref_anaphora=the second one}])")
    assert parents(memory) == [None, 1, 1, 3]
    assert slots(memory, 4) == "dst_city=Lima or_city=Oslo ref_anaphora=the second one seat=business"
    memory, _ = after(wish, offers, "2: switch_frame(ref=[2])", "4: inform(budget=900)")
    assert slots(memory, 4) == "budget=900.0 dst_city=Rome or_city=Oslo"
    memory, _ = after(wish, offers, "2: switch_frame(ref=[2])", "4: inform(dst_city=Bern)")
    assert slots(memory, 4) == "dst_city=Bern or_city=Oslo"


def test_a_frame_that_is_named_is_the_parent() -> None:
    memory, _ = after(WISH, OFFER, "no_result(ref=[1])", "3: inform(n_adults=3, ref=[2{budget}])")
    assert parents(memory) == [None, 1, 2]
    assert slots(memory, 3) == "budget=1200.0 dst_city=Rome n_adults=3 or_city=Oslo"


def test_the_values_by_which_that_frame_is_named_hold_as_they_are_said() -> None:
    memory, _ = after(WISH, "no_result(ref=[1])", "2: inform(dst_city=Lima, ref=[1{or_city=oslo}])")
    assert slots(memory, 2) == "budget=1200.0 dst_city=Lima or_city=oslo"


def test_what_adds_to_a_frame_named_as_a_whole_keeps_what_was_told_of_it() -> None:
    memory, _ = after(WISH, "offer(id=2, name=Amber Lodge, duration=6 days)", "3: inform(ref=[2], min_duration=longer)")
    assert slots(memory, 3) == (
        "budget=1200.0 dst_city=Rome duration=6 min_duration=$GT 6 name=Amber Lodge or_city=Oslo"
    )


def test_what_the_wizard_told_of_a_frame_is_no_constraint_for_the_next() -> None:
    memory, _ = after(WISH, "no_result(ref=[1{dst_city=Rome}]); inform(count_name=two, name=Amber Lodge)",
                      "2: inform(dst_city=Lima)")  # fmt: skip
    assert slots(memory, 1) == (
        "NO_RESULT=True budget=1200.0 count_name=two dst_city=Rome name=Amber Lodge or_city=Oslo"
    )
    assert slots(memory, 2) == "budget=1200.0 dst_city=Lima or_city=Oslo"


@pytest.mark.parametrize(
    ("offer", "stays"),
    [
        # everything hangs on the price, and the price on everything
        ("offer(id=3, price=$800)", "category=3.5 dst_city=Rome duration=6 name=Amber Lodge price=800.0 wifi=True"),
        (
            "offer(id=3, seat=business)",
            "category=3.5 dst_city=Rome duration=6 name=Amber Lodge seat=business wifi=True",
        ),
        # another hotel or stay leaves open the hotel's details, not its class
        ("offer(id=3, name=Brine House)", "category=3.5 dst_city=Rome duration=6 name=Brine House"),
        ("offer(id=3, duration=9 days)", "category=3.5 dst_city=Rome duration=9 name=Amber Lodge"),
        # another trip leaves open all but the cities
        ("offer(id=3, str_date=August 9)", "dst_city=Rome str_date=august 9"),
        ("offer(id=3, category=4)", "category=4.0 dst_city=Rome"),
        ("offer(id=3, dst_city=Lima)", "dst_city=Lima"),
    ],
)
def test_an_offer_takes_over_what_is_more_basic_than_what_it_says(offer: str, stays: str) -> None:
    told = "offer(id=2, dst_city=Rome, name=Amber Lodge, category=3.5, duration=6 days, price=$990, wifi=True)"
    memory, _ = after("1: greeting()", told, "2: switch_frame(ref=[2])", offer)
    assert parents(memory) == [None, 1, 2]
    assert slots(memory, 3) == stays


def test_an_offer_derived_from_a_frame_takes_over_all_of_it() -> None:
    memory, _ = after(WISH, OFFER, "offer(id=3, ref=[2], seat=business, price=$1100)")
    assert parents(memory) == [None, 1, 2]
    assert slots(memory, 3) == (
        "budget=1200.0 category=3.5 dst_city=Rome duration=6 name=Amber Lodge or_city=Oslo price=1100.0"
        " seat=business wifi=True"
    )


def test_an_offer_for_the_same_price_takes_over_the_price() -> None:
    memory, _ = after(WISH, OFFER, "offer(id=3, ref=[2{price}], name=Brine House)")
    assert slots(memory, 3) == "budget=1200.0 dst_city=Rome name=Brine House or_city=Oslo price=990.0"


def test_only_the_user_goes_to_another_frame() -> None:
    memory, _ = after(WISH, OFFER)
    assert update(memory, "wizard", parse_turn("inform(wifi=True)"), 2).active_frame == 1
    assert update(memory, "user", (), 2).active_frame == 2
    assert update(memory, "user", (), 9).active_frame == 1


def test_frames_that_do_not_exist_are_not_referred_to() -> None:
    memory, _ = after(WISH, "offer(id=2, ref=[7], price=500); inform(write=[9], wifi=True); no_result(ref=[0])")
    assert parents(memory) == [None, 1]
    assert slots(memory, 1) == "budget=1200.0 dst_city=Rome or_city=Oslo wifi=True"


def test_the_start_is_an_empty_memory() -> None:
    assert Memory().frames == ()
    assert Memory().active_frame == 1


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
