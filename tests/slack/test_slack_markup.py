"""Slack's way of writing text, there and back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

pytest.importorskip("slack_bolt")

from wayframe.slack.markup import escaped, pieces, plain


@pytest.mark.parametrize(
    ("written", "typed"),
    [
        ("a &amp; b &lt; c &gt; d", "a & b < c > d"),
        ("&amp;lt;", "&lt;"),
        ("ask <@U024BE7LH> or <@U024BE7LH|anna>", "ask @somebody or @somebody"),
        ("<#C024BE7LR|travel> and <#C024BE7LR>", "#travel and #channel"),
        ("<!here> <!subteam^S1|@agents> <!date^1392734382^{date}|18 February>", "@here @agents 18 February"),
        ("<https://example.org/a?b=1&amp;c=2>", "https://example.org/a?b=1&c=2"),
        ("<http://example.org|example.org>", "example.org"),
        ("<https://example.org/|https://example.org>", "https://example.org"),
        ("<https://example.org|this page>", "this page (https://example.org)"),
        ("<mailto:a@example.org|a@example.org> <tel:+4930>", "a@example.org +4930"),
        ("1 &lt; 2 <", "1 < 2 <"),
    ],
)
def test_what_slack_delivers_is_read_as_it_was_typed(written: str, typed: str) -> None:
    assert plain(written) == typed


@given(st.text())
def test_what_is_written_for_slack_is_read_as_it_was(text: str) -> None:
    assert plain(escaped(text)) == text
    assert not {"<", ">"} & set(escaped(text))


@given(st.text(st.sampled_from("ab &<>\n"), max_size=200), st.integers(5, 40))
def test_pieces_make_up_the_text(text: str, longest: int) -> None:
    found = pieces(text, longest)
    assert "".join(plain(piece) for piece in found) == text
    assert all(0 < len(piece) <= longest for piece in found)


def test_pieces_are_cut_between_words() -> None:
    assert pieces("to Paris or to Rome", 10) == ("to Paris ", "or to Rome")
