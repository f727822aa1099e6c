"""The voices: every label is in the notation and speaks of slots that there are, every scene goes on."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parent.parent


def benchmark() -> ModuleType:
    """Return `benchmarks/voices.py` as a module."""
    spec = importlib.util.spec_from_file_location("voices", ROOT / "benchmarks" / "voices.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules["voices"] = module
    spec.loader.exec_module(module)
    return module


voices = benchmark()


@pytest.mark.parametrize("scene", voices.catalogues())
def test_a_scene_goes_on_where_it_was(scene: str) -> None:
    turns = voices.conversation(scene).turns
    assert len(turns) % 2 == 0
    assert all(turn.author == ("wizard" if number % 2 else "user") for number, turn in enumerate(turns))


def test_two_ways_to_name_an_option_have_one_effect() -> None:
    turn = voices.VoiceTurn("rome", "book the second one", 'book(of=named("Clovelly Grand"))')
    assert voices.judged("somebody", turn).word == "right"


def test_a_booking_that_was_not_meant_is_wrong() -> None:
    turn = voices.VoiceTurn("rome", "book the second one", 'ask(facts, of=named("Clovelly Grand"))')
    assert voices.judged("somebody", turn).word == "wrong"


def test_what_was_not_read_is_missed() -> None:
    turn = voices.VoiceTurn("rome", "mumble", "book(of=nth(2))")
    assert voices.judged("somebody", turn).word == "missed"


@pytest.mark.parametrize("half", voices.HALVES)
def test_every_label_speaks_of_the_catalogue(half: str) -> None:
    for voice, turns in voices.voices(half):
        for turn in turns:
            assert voices.unknown_slots(turn) == set(), f"{voice}: {turn.text}"
