from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from hearing import LEXICON, OFFER, TODAY, TWO_OFFERS, WISH, after, heard
from wayframe import corpus
from wayframe.dialogue import LONGEST
from wayframe.errors import InputError
from wayframe.memory import Memory, update
from wayframe.nlu import TurnContext, nlu
from wayframe.ontology import ACTS, SLOTS
from wayframe.values import DONT_CARE
from working import calls

NOBODY = TurnContext(Memory(), (), TODAY, LEXICON)
SCENES = [
    NOBODY,
    after(WISH, "request(budget, or_city, n_adults)"),
    after(WISH, f"{OFFER}; suggest(action=book)"),
    after(WISH, TWO_OFFERS),
]
WORDS = (
    "from", "to", "Paris", "tokyo", "Montreal", "the", "first one", "book", "it", "$500", "August 5", "the 17th", "?",
    "!", "\n", "how much", "which is cheapest", "two adults", "no", "yes", "back", "4 stars", "wifi", "’", "…", "(",
)  # fmt: skip


@pytest.mark.parametrize(
    "text",
    [
        "", " ", "\n\n", "?", "\x1b[31mred\x1b[0m", "'; DROP TABLE packages; --", "🏖️✈️", "こんにちは、東京へ行きたい",
        "مرحبا", "\x00", "\ud83d", "İstanbul ﬁ ß", "a" * 10_000, "99999999999999999999999999", "-" * 5000,
    ],
)  # fmt: skip
def test_nothing_raises(text: str) -> None:
    assert isinstance(nlu().understand(text, NOBODY), tuple)


@pytest.mark.parametrize("text", ["", "🏖️✈️", "مرحبا", "asdf qwer"])
def test_what_is_not_understood_gives_no_act(text: str) -> None:
    assert nlu().understand(text, NOBODY) == ()


@pytest.mark.parametrize(
    "piece",
    ["a", "from Paris to Tokyo ", "not ", "what ", "the first ", "1 ", "I would like to ", "? ", "🏖️", "Ab ", "no, "],
)
def test_the_work_grows_no_faster_than_the_text(piece: str) -> None:
    text = (piece * LONGEST)[:LONGEST]
    nlu().understand(text[:100], NOBODY)  # the first time, patterns are compiled
    half = calls(lambda: nlu().understand(text[: LONGEST // 2], NOBODY))
    assert calls(lambda: nlu().understand(text, NOBODY)) < 2.2 * half


def test_of_a_long_text_the_beginning_is_read() -> None:
    assert heard("hello" + " " * LONGEST + "to Rome") == "greeting()"


CANONICAL = ("intent", "action", "seat")  # a class of seats has one name, however it is written


@pytest.mark.parametrize("context", SCENES)
@given(st.text(max_size=200) | st.lists(st.sampled_from(WORDS), max_size=25).map(" ".join))
@example("econom")
def test_every_value_is_a_piece_of_the_text(context: TurnContext, text: str) -> None:
    for act in nlu().understand(text, context):
        for arg in act.args:
            if isinstance(arg.value, str) and arg.key not in CANONICAL:
                assert arg.value == DONT_CARE or arg.value in text


def test_a_corpus_is_understood_without_an_exception(frames_path: Path) -> None:
    understanding, found, there = nlu(), 0, 0
    for dialogue in islice(corpus.stream(frames_path), 80):
        memory = Memory()
        for number, turn in enumerate(dialogue.turns):
            if turn.author == "user":
                acts = understanding.understand(turn.text, TurnContext(memory, dialogue.turns[:number], TODAY, LEXICON))
                assert all(act.name in ACTS and ACTS[act.name].user for act in acts)
                assert all(arg.key in SLOTS for act in acts for arg in act.args)
                found += len({act.name for act in acts} & {act.name for act in turn.acts})
                there += len({act.name for act in turn.acts})
            memory = update(memory, turn.author, turn.acts, turn.active_frame).corrected(turn.frames, turn.author)
    assert found / there > 0.75  # without the catalogue's names; benchmarks/understanding.py measures with them


def test_an_unknown_name_is_an_input_error() -> None:
    with pytest.raises(InputError, match="expected one of rules"):
        nlu("telepathy")
