from __future__ import annotations

import pytest

from wayframe.nlu.phrases import after, anywhere, at_start, before, either


def test_phrases_stand_on_lines_or_two_spaces_apart() -> None:
    pattern = anywhere("""
        good morning  good day
        hello( there)?
    """)
    assert [pattern.fullmatch(text) is not None for text in ("good morning", "GOOD DAY", "hello there", "good")] == [
        True, True, True, False,
    ]  # fmt: skip


def test_a_phrase_is_found_as_whole_words_only() -> None:
    pattern = anywhere("art  the moon")
    assert pattern.search("to the moon and back")
    assert not pattern.search("party")
    assert not pattern.search("the moon's")


def test_parts_stand_for_phrases_of_their_own() -> None:
    pattern = anywhere("no {thing}s?", thing="dog  cat")
    assert pattern.search("no cats allowed")
    assert not pattern.search("no {thing}")


def test_brackets_only_group() -> None:
    assert either("a(b|c)  d") == "(?:a(?:b|c)|d)"


@pytest.mark.parametrize(("text", "found"), [("yes", True), ("oh well, yes!", True), ("I said yes", False)])
def test_a_phrase_at_the_start_may_follow_interjections(text: str, found: bool) -> None:
    assert bool(at_start("yes").search(text)) is found


def test_phrases_right_before_and_right_after_something() -> None:
    assert before("leaving from").search("I am leaving from ")
    assert not before("leaving from").search("leaving from Rome to ")
    assert after("is my home").match(" is my home town")
