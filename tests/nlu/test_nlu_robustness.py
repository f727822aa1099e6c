from __future__ import annotations

import time
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wayframe.errors import InputError
from wayframe.memory import Memory
from wayframe.nlu import Context, nlu
from wayframe.values import DONT_CARE, Gazetteer, Lexicon

LEXICON = Lexicon(Gazetteer(["Montreal", "Paris", "Tokyo", "Nice"]), Gazetteer(["Silver Lantern Hotel"]))
NOBODY = Context(Memory(), (), date(2016, 8, 1), LEXICON)
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
def test_ten_thousand_characters_take_no_time(piece: str) -> None:
    text = (piece * 10_000)[:10_000]
    nlu().understand(text[:100], NOBODY)
    start = time.perf_counter()
    nlu().understand(text, NOBODY)
    assert time.perf_counter() - start < 1.0  # a tenth of it on an idle machine; catches anything quadratic


@given(st.text(max_size=200) | st.lists(st.sampled_from(WORDS), max_size=25).map(" ".join))
def test_every_value_is_a_piece_of_the_text(text: str) -> None:
    for act in nlu().understand(text, NOBODY):
        for arg in act.args:
            if isinstance(arg.value, str) and arg.key != "intent":
                assert arg.value == DONT_CARE or arg.value in text


def test_an_unknown_name_is_an_input_error() -> None:
    with pytest.raises(InputError, match="expected one of rules"):
        nlu("telepathy")
