from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from small_corpus import dialogue
from wayframe import corpus
from wayframe.dialogue import Act, Arg
from wayframe.notation import parse_turn
from wayframe.tagging import labelled, match, tagged


def read(text: str, acts: str) -> str:
    """The words with slot and acts: "Rome/dst_city/inform is"."""
    found = tagged(text, parse_turn(acts))
    return " ".join(
        "/".join((word.text, *([slot] if slot != "O" else []), *acts))
        for word, slot, acts in zip(found.words, found.slots, found.acts, strict=True)
    )


def test_a_value_is_tagged_and_its_act_reaches_from_the_first_to_the_last() -> None:
    assert read("I fly from New York to Bari ok?", "inform(dst_city=Bari, or_city=New York); request(price)") == (
        "I fly from New/B-or_city/inform York/I-or_city/inform to/inform Bari/B-dst_city/inform ok ?"
    )


def test_two_acts_of_one_name_are_not_joined() -> None:
    assert read("Rome for 900", "inform(dst_city=Rome); inform(budget=900)") == (
        "Rome/B-dst_city/inform for 900/B-budget/inform"
    )


def test_a_word_carries_all_acts_around_it() -> None:
    assert read("Rome or Bari and Paris", "inform(dst_city=Rome, dst_city=Paris); confirm(dst_city=Bari)") == (
        "Rome/B-dst_city/inform or/inform Bari/B-dst_city/inform/confirm and/inform Paris/B-dst_city/inform"
    )


def test_what_references_hold_counts_for_their_act() -> None:
    assert read("the Sole!", "switch_frame(ref=[3{name=Sole}])") == "the Sole/B-name/switch_frame !"


def test_longer_values_choose_first_then_the_first_free_place_is_taken() -> None:
    assert read("2 of us, August 2", "inform(n_adults=2, str_date=August 2)") == (
        "2/B-n_adults/inform of/inform us/inform ,/inform August/B-str_date/inform 2/I-str_date/inform"
    )
    assert read("2 adults, 2 kids", "inform(n_adults=2, n_children=2)").count("B-") == 2


def test_one_place_for_two_acts_and_for_two_slots() -> None:
    assert read("Rome?", "inform(dst_city=Rome); confirm(dst_city=Rome)") == "Rome/B-dst_city/inform/confirm ?"
    found = match("the 4", parse_turn("inform(category=4, count=4)"))
    assert found.tagged.slots == ("O", "B-category")
    assert [each.tags for each in found.found] == [True, False]


@pytest.mark.parametrize(
    ("slot", "value", "text", "how"),
    [
        ("dst_city", "Rome", "to Rome", "exact"),
        ("dst_city", "rome", "to ROME", "case"),
        ("dst_city", "São Paulo", "to sao paulo", "case"),
        ("n_adults", "2", "two of us", "form"),
        ("str_date", "17", "on the 17th", "form"),
        ("str_date", "August 17", "Aug. 17", "form"),
        ("budget", "$1,700", "only 1700", "form"),
        ("budget", "3200", "about 3.2k", "form"),
        ("category", "4 star", "4 stars", "form"),
        ("dst_city", "Frankfurt", "to Frankfort", "spelling"),
        ("dst_city", "New York", "to Newyork", "spelling"),
    ],
)
def test_other_ways_to_write_a_value(slot: str, value: str, text: str, how: str) -> None:
    (found,) = match(text, parse_turn(f"inform({slot}={value.replace(',', chr(92) + ',')})")).found
    assert (found.how, found.tags) == (how, True)


def test_why_a_value_has_no_words() -> None:
    acts = parse_turn("inform(intent=book, wifi=True, budget=-1, dst_city=Oslo); request(price)")
    assert [(each.said.slot, each.why) for each in match("book Rome with wifi", acts).missed] == [
        ("intent", "name of the scheme"), ("wifi", "yes or no"), ("budget", "don't care"), ("price", "no value"),
        ("dst_city", "not in the text"),
    ]  # fmt: skip


def test_a_wizards_acts_are_opened() -> None:
    labels = [labelled(turn) for turn in dialogue().turns]
    assert not any(arg.refs for acts in labels for act in acts for arg in act.args)
    assert [act.name for act in labels[5]] == ["no_result"]


@given(st.text(max_size=40), st.lists(st.text(max_size=12), max_size=5))
def test_any_text_and_any_values_are_matched_without_fail(text: str, values: list[str]) -> None:
    acts = (Act("inform", tuple(Arg("dst_city", value) for value in values)),)
    found = match(text, acts)
    assert len(found.found) + len(found.missed) == len(values)
    assert len(found.tagged.words) == len(found.tagged.slots) == len(found.tagged.acts)
    assert all(found.tagged.acts[each.start : each.end] == (("inform",),) * (each.end - each.start)
               for each in found.found)  # fmt: skip


def test_nearly_all_values_of_the_release_are_found(frames_part_path: Path) -> None:
    found = missed = 0
    for each in corpus.read(frames_part_path):
        for turn in each.turns:
            matching = match(turn.text, labelled(turn))
            found += len(matching.found)
            missed += sum(one.why == "not in the text" for one in matching.missed)
    assert missed / (found + missed) < 0.001
