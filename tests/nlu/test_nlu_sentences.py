from __future__ import annotations

from wayframe.nlu.sentences import sentences, straightened
from wayframe.values import Mention


def test_sentences_end_at_marks_lines_and_but() -> None:
    parts = sentences("Yes! Book it.\nno wait... it's nice but far", [])
    assert [part.words.strip() for part in parts] == ["Yes!", "Book it.", "no wait...", "it's nice", "but far"]


def test_a_value_is_never_cut() -> None:
    text = "at 9 a.m. from St. Louis"
    parts = sentences(text, [Mention(15, 24, "city", "St. Louis")])
    assert parts[-1].words.endswith("St. Louis")
    assert [m.value for m in parts[-1].mentions] == ["St. Louis"]


def test_what_asks() -> None:
    assert [part.asks for part in sentences("Is it near? I like it. Tell me the price. Fine", [])] == [
        True, False, True, False,
    ]  # fmt: skip


def test_signs_alone_are_no_sentence() -> None:
    assert sentences("?! ... 🏖️", []) == []


def test_straightening_keeps_every_place() -> None:
    assert straightened("“that’s” – it") == '"that\'s" - it'
