"""The voices: every label is in the notation and speaks of slots that there are, every scene goes on."""

from __future__ import annotations

import pytest

import voiced
from voiced import VoiceTurn, judged


@pytest.mark.parametrize("scene", voiced.catalogues())
def test_a_scene_goes_on_where_it_was(scene: str) -> None:
    turns = voiced.conversation(scene).turns
    assert len(turns) % 2 == 0
    assert all(turn.author == ("wizard" if number % 2 else "user") for number, turn in enumerate(turns))


def test_a_scene_of_a_talk_is_what_was_before_an_exchange() -> None:
    assert voiced.conversation("A-001@0").turns == ()
    before = voiced.conversation("A-001@2").turns
    assert [turn.author for turn in before] == ["user", "wizard"] * 2
    assert voiced.catalogue_of("A-001@2") == "trips"


def test_two_ways_to_name_an_option_have_one_effect() -> None:
    turn = VoiceTurn("rome", "book the second one", 'book(of=named("Clovelly Grand"))')
    assert judged("somebody", turn).word == "right"


def test_what_is_as_good_is_right() -> None:
    turn = VoiceTurn("rome", "book the second one", "return(nth(2))", ("book(of=nth(2))",))
    assert judged("somebody", turn).word == "right"


def test_a_booking_that_was_not_meant_is_wrong() -> None:
    turn = VoiceTurn("rome", "book the second one", 'ask(facts, of=named("Clovelly Grand"))')
    assert judged("somebody", turn).word == "wrong"


def test_what_was_not_read_is_missed() -> None:
    turn = VoiceTurn("rome", "mumble", "book(of=nth(2))")
    assert judged("somebody", turn).word == "missed"


@pytest.mark.parametrize("half", [*voiced.HALVES, "everyday", "brief", "talked"])
def test_every_label_speaks_of_the_catalogue(half: str) -> None:
    for voice, turns in voiced.voices(half):
        for turn in turns:
            assert voiced.unknown_slots(turn) == set(), f"{voice}: {turn.text}"
