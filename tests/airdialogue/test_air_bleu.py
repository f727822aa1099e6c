import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wayframe.airdialogue.scoring.metrics import bleu

texts = st.lists(st.sampled_from("abcd"), max_size=12)


def test_a_text_is_itself() -> None:
    assert bleu([(["one", "two", "three", "four"], ["one", "two", "three", "four"])]) == 100


def test_no_run_of_four_words_is_no_score() -> None:
    assert bleu([(["one", "two", "three"], ["one", "two", "three"])]) == 0


def test_short_texts_are_punished() -> None:
    truth = ["a", "b", "c", "d", "e", "f"]
    assert bleu([(truth[:5], truth)]) == pytest.approx(100 * math.exp(1 - 6 / 5))
    assert bleu([([*truth, "g"], truth)]) == pytest.approx(100 * (6 / 7 * 5 / 6 * 4 / 5 * 3 / 4) ** (1 / 4))


def test_counts_are_summed_over_the_corpus() -> None:
    right, wrong = (["a", "b", "c", "d"], ["a", "b", "c", "d"]), (["a", "b", "c", "d"], ["e", "f", "g", "h"])
    assert bleu([right, wrong]) == pytest.approx(50)


def test_nothing_said_or_expected_has_no_score() -> None:
    assert bleu([([], ["a"])]) is None
    assert bleu([(["a"], [])]) is None


@given(st.lists(st.tuples(texts, texts), min_size=1, max_size=5))
def test_as_sacrebleu_has_it(pairs: list[tuple[list[str], list[str]]]) -> None:
    sacrebleu = pytest.importorskip("sacrebleu")
    ours = bleu(pairs)
    metric = sacrebleu.BLEU(tokenize="none", smooth_method="none", force=True)
    theirs = metric.corpus_score([" ".join(said) for said, _ in pairs], [[" ".join(truth) for _, truth in pairs]])
    assert ours is None or ours == pytest.approx(theirs.score, abs=1e-9)
