"""What posts are made of."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

pytest.importorskip("slack_bolt")

from wayframe.slack.blocks import SlackButton, SlackPost, filled, paragraphs, pressed


@given(st.lists(st.text("ab", min_size=1, max_size=900), max_size=12), st.sampled_from([" ", "\n", " \n"]))
def test_long_texts_are_as_many_paragraphs_as_they_need(words: list[str], between: str) -> None:
    found = [block["text"]["text"] for block in paragraphs(between.join(words))]
    assert all(0 < len(text) <= 3000 for text in found)
    assert " ".join(found).split() == words


def test_a_line_is_not_cut_where_it_need_not_be() -> None:
    lines = [f"{nth} {'word ' * 100}".strip() for nth in range(10)]
    found = [block["text"]["text"] for block in paragraphs("\n".join(lines))]
    assert len(found) > 1
    assert "\n".join(found).split("\n") == lines


def test_a_button_says_what_it_does_to_what() -> None:
    assert pressed(SlackButton("4", "rate", "12=4").id) == ("rate", "12=4")
    assert pressed("leave:") == ("leave", "")


def test_a_post_that_says_something_else_has_another_version() -> None:
    post = SlackPost("1/1", "Hello")
    assert post.version == SlackPost("1/2", "Hello").version
    assert post.version != post._replace(text="Hello!").version
    assert post.version != post._replace(blocks=paragraphs("Hello")).version


def test_what_was_left_empty_in_a_form_is_not_there() -> None:
    values: dict[str, dict[str, Any]] = {
        "comment": {"comment": {"type": "plain_text_input", "value": None}},
        "again": {"again": {"type": "static_select", "selected_option": None}},
        "rating": {"rating": {"type": "static_select", "selected_option": {"value": "4"}}},
    }
    assert filled(values) == {"rating": "4"}
