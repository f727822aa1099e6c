import pytest
from hypothesis import given
from hypothesis import strategies as st

from wayframe.airdialogue.scoring.metrics import rouge_l, rouge_l_reference

texts = st.lists(st.sampled_from("abcd"), min_size=1, max_size=12)


def test_the_words_shared_in_order_count_gaps_allowed() -> None:
    assert rouge_l(["a", "x", "b", "y"], ["a", "b", "c"]) == pytest.approx(2 * 2 / 7)
    assert rouge_l(["a"], ["b"]) == rouge_l([], ["b"]) == 0


def test_the_toolkit_weighs_precision_and_recall_by_each_other() -> None:
    recall, precision = 2 / 3, 2 / 4
    beta = precision / recall
    expected = (1 + beta**2) * recall * precision / (recall + beta**2 * precision)
    assert rouge_l_reference(["a", "x", "b", "y"], ["a", "b", "c"]) == pytest.approx(expected)


def test_a_line_break_at_the_end_is_a_wrong_word() -> None:
    assert rouge_l_reference(["a", "b", "c\n"], ["a", "b", "c"]) == pytest.approx(2 / 3)


@given(texts, texts)
def test_as_the_rouge_score_package_has_it(said: list[str], expected: list[str]) -> None:
    scorer = pytest.importorskip("rouge_score.rouge_scorer")

    class Spaces:
        def tokenize(self, text: str) -> list[str]:
            return text.split(" ")

    theirs = scorer.RougeScorer(["rougeL"], tokenizer=Spaces()).score(" ".join(expected), " ".join(said))
    assert rouge_l(said, expected) == pytest.approx(theirs["rougeL"].fmeasure)
