"""Texts cut into spans, the longest phrases whole."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reading import spans_of


@pytest.mark.parametrize(
    ("text", "spans"),
    [
        ("no more than two weeks", "no more than|two|weeks"),
        ("anywhere but New York", "anywhere but|new york"),
        ("cap it at $500", "cap it at|$ 500"),
        ("I'll take it", "i will take|it"),
        ("from Rio de Janeiro to Rome", "from|rio de janeiro|to|rome"),
        ("the last ten days of August", "the|last ten days of august"),
        ("not the cancellation policy", "not|the|cancellation policy"),
    ],
)
def test_a_text_is_cut_so_that_long_phrases_are_whole(text: str, spans: str) -> None:
    assert "|".join(span.words for span in spans_of(text)) == spans


@given(st.text(max_size=60))
def test_spans_cover_all_tokens_once(text: str) -> None:
    spans = spans_of(text)
    assert [span.first for span in spans] == [0, *(span.last for span in spans)][: len(spans)]
    assert all(span.first < span.last for span in spans)
