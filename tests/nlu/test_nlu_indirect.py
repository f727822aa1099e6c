import pytest

from hearing import TWO_OFFERS, WISH, heard
from wayframe.nlu.sentences import spelled


@pytest.mark.parametrize(
    ("text", "acts"),
    [
        ("life in Boston is too loud for me", "inform(or_city=Boston)"),
        ("I'm sick of Boston", "inform(or_city=Boston)"),
        ("they don't let us go before August 20", "inform(str_date=August 20)"),
        ("my daughter just moved to Berlin", "inform(dst_city=Berlin)"),
        ("we hate to walk, so near the beach please", "inform(beach=True)"),
        ("it isn't worth it for less than 9 days", "inform(min_duration=9 days)"),
        ("I have a wedding in Rome", "inform(dst_city=Rome)"),
        ("Rome is where we want to go", "inform(dst_city=Rome)"),
    ],
)
def test_wishes_that_can_only_be_told(text: str, acts: str) -> None:
    assert heard(text).removeprefix("inform(intent=book); ") == acts


def test_who_travels_alone_says_so() -> None:
    assert "n_adults=alone" in heard("I'll be alone, to Rome")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("frm Boston wiht my wife", "from Boston with my wife"),
        ("BREAFKAST", "breakfast"),
        ("Waht about the firt trpi", "What about the first trip"),
        ("the form, three tales, a guest of interest", "the form, three tales, a guest of interest"),
    ],
)
def test_slips_in_short_words_are_those_of_fingers(text: str, words: str) -> None:
    assert spelled(text).words == words


@pytest.mark.parametrize(
    ("text", "act"),
    [
        ("compare the prices please", "request_compare(price)"),
        ("what are the dates for number two?", "switch_frame(ref_anaphora=number two)"),
        ("sorry, does the second one have wifi", "request(wifi)"),
        ("let's go with number 1", "inform(intent=book)"),
        ("is there another hotel", "request_alts(name)"),
        ("dates for the second one", "request(str_date, end_date)"),
    ],
)
def test_questions_without_a_mark_and_options_by_number(text: str, act: str) -> None:
    assert act in heard(text, WISH, TWO_OFFERS)


def test_the_sixth_of_a_month_is_a_day() -> None:
    assert "ref_anaphora" not in heard("between August 22 and the 6th of September", WISH, TWO_OFFERS)
