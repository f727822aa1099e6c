"""Everything that the paper counts, counted in a corpus."""

from __future__ import annotations

import statistics
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from wayframe import validation
from wayframe.analysis.stats import CorpusStats, box, mean, measure, quantile
from wayframe.corpus import stream
from wayframe.dialogue import Dialogue, DialogueLabels

numbers = st.lists(st.integers(0, 60), min_size=2, max_size=80)


def counted(values: list[int]) -> dict[int, int]:
    return {value: values.count(value) for value in values}


@given(numbers)
def test_quartiles_are_those_of_the_standard_library(values: list[int]) -> None:
    expected = statistics.quantiles(values, n=4, method="inclusive")
    found = [quantile(counted(values), share) for share in (0.25, 0.5, 0.75)]
    assert [round(each, 9) for each in found] == [round(each, 9) for each in expected]


@given(numbers)
def test_the_mean(values: list[int]) -> None:
    assert round(mean(counted(values)), 9) == round(statistics.fmean(values), 9)


def test_nothing_has_the_mean_0() -> None:
    assert mean({}) == 0


def test_a_box_ends_within_reach_and_names_what_lies_beyond() -> None:
    assert box({1: 1, 2: 2, 3: 2, 4: 1, 30: 1}) == (1, 2.0, 3.0, 3.5, 4, (30,))
    assert box({7: 1}) == (7, 7, 7, 7, 7, ())


@pytest.fixture
def stats(corpus: tuple[Dialogue, ...]) -> CorpusStats:
    return measure(corpus)


def test_the_corpus_counted_here_is_sound(corpus: tuple[Dialogue, ...]) -> None:
    assert [each for dialogue in corpus for each in validation.problems(dialogue) if each.severity == "error"] == []


def test_conversations(stats: CorpusStats) -> None:
    talks = stats.conversations
    assert (talks.dialogues, talks.turns, talks.user_turns, talks.wizard_turns) == (2, 8, 5, 3)
    assert (talks.users, talks.wizards, talks.participants) == (2, 2, 3)
    assert (talks.days, talks.first_day, talks.last_day) == (2, "2016-07-18", "2016-07-20")
    assert (talks.ratings, talks.rating_mean, talks.rating_counts) == (1, 4.5, {"4.5": 1})
    assert (talks.tasks_judged, talks.tasks_successful) == (1, 1)
    assert talks.turns_per_dialogue == {1: 1, 7: 1}


def test_frames_are_made_by_who_makes_more_of_them_than_there_were(stats: CorpusStats) -> None:
    switching = stats.switching
    assert (switching.created_by_user, switching.created_by_wizard) == (1, 2)
    assert (switching.frames_mean, switching.frames_max) == (2.5, 4)


def test_a_switch_is_by_offer_by_value_or_by_mention(stats: CorpusStats) -> None:
    switching = stats.switching
    assert (switching.switched_by_offer, switching.switched_by_value, switching.switched_by_mention) == (1, 1, 1)
    assert (switching.switches_mean, switching.switches_max, switching.switched_by_wizard) == (1.5, 3, 0)


def test_a_wizard_who_switches_is_counted_apart(corpus: tuple[Dialogue, ...]) -> None:
    long = corpus[0]
    turns = list(long.turns)
    turns[1] = replace(turns[1], labels=replace(turns[1].labels, active_frame=3))
    switching = measure([replace(long, turns=tuple(turns))]).switching
    assert (switching.switched_by_wizard, switching.switched_by_offer, switching.switches_max) == (1, 0, 3)


def test_acts_and_slots(stats: CorpusStats) -> None:
    words = stats.vocabulary
    assert {name: count for name, count in words.acts.items() if count > 1} == {
        "inform": 2,
        "offer": 2,
        "switch_frame": 2,
    }
    assert list(words.acts.values()) == sorted(words.acts.values(), reverse=True)
    assert (words.slots["dst_city"], words.slots["id"], words.slots["ref"], words.slots["spa"]) == (2, 2, 5, 0)
    assert words.acts_per_turn == {0: 1, 1: 4, 2: 3}
    assert words.turns_with_several_acts == 3
    assert words.acts_by_author["greeting"].bare == words.acts_by_author["greeting"].user == 1
    price, name = words.slots_by_place["price"], words.slots_by_place["name"]
    assert (price.acts, price.without_value, name.acts, name.references) == (1, 1, 1, 2)
    assert words.slots_by_place["dst_city"].final_frames == 5


def test_an_anaphor_names_no_slot(stats: CorpusStats) -> None:
    assert (stats.vocabulary.unnamed_switches, stats.vocabulary.unnamed_comparisons) == (1, 1)


def test_a_hotel_is_a_name_in_a_city_and_all_that_any_result_says_of_it(stats: CorpusStats) -> None:
    found = stats.searches
    assert (found.searches, found.searches_without_result, found.packages) == (2, 1, 2)
    assert (found.hotels, found.cities, found.dst_cities, found.or_cities, found.countries) == (1, 2, 1, 1, 1)
    assert found.hotels_near["downtown"] == found.hotels_with["spa"] == found.hotels_with["wifi"] == 1
    assert (found.amenities_per_hotel, found.hotels_near_nothing) == ({2: 1}, 0)
    assert found.search_fields["DESTINATION_CITY"] == 2


def test_nothing_rated_has_no_mean(corpus: tuple[Dialogue, ...]) -> None:
    talks = measure([replace(each, labels=DialogueLabels()) for each in corpus]).conversations
    assert (talks.rating_mean, talks.ratings, talks.tasks_judged) == (None, 0, 0)


def test_all_figures_have_a_name_of_their_own(stats: CorpusStats) -> None:
    parts = (stats.conversations, stats.switching, stats.searches, stats.vocabulary)
    assert len(stats.figures()) == sum(len(part.__struct_fields__) for part in parts)


def test_the_release(frames_path: Path) -> None:
    stats = measure(stream(frames_path))
    switching, talks = stats.switching, stats.conversations
    assert stats.searches.hotels == 268
    assert (switching.frames_max, switching.switches_max) == (35, 16)
    made = talks.dialogues + switching.created_by_user + switching.created_by_wizard
    assert round(switching.frames_mean * talks.dialogues) == made
    switched = switching.switched_by_value + switching.switched_by_offer + switching.switched_by_mention
    assert round(switching.switches_mean * talks.dialogues) == switched + switching.switched_by_wizard
    assert switching.switched_by_value == switching.created_by_user
    assert stats.vocabulary.slots["id"] == switching.created_by_wizard
    if talks.dialogues == 1369:
        assert (switching.created_by_user, switching.created_by_wizard) == (1692, 4824)
        assert switching.switched_by_offer + switching.switched_by_mention == 2093
        assert (round(switching.frames_mean, 2), round(switching.switches_mean, 2)) == (5.76, 2.77)
