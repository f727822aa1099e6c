import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wayframe.airdialogue.scoring.metrics import (
    DialogueLoss,
    bleu,
    divergence,
    divergence_reference,
    perplexity,
    rouge_l,
    rouge_l_reference,
)

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


some_texts = st.lists(st.sampled_from("abcd"), min_size=1, max_size=12)


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


@given(some_texts, some_texts)
def test_as_the_rouge_score_package_has_it(said: list[str], expected: list[str]) -> None:
    scorer = pytest.importorskip("rouge_score.rouge_scorer")

    class Spaces:
        def tokenize(self, text: str) -> list[str]:
            return text.split(" ")

    theirs = scorer.RougeScorer(["rougeL"], tokenizer=Spaces()).score(" ".join(expected), " ".join(said))
    assert rouge_l(said, expected) == pytest.approx(theirs["rougeL"].fmeasure)


HELLO, BYE = ["hello", "there"], ["bye", "now"]


def test_the_same_counts_diverge_by_nothing() -> None:
    texts = [HELLO] * 200
    assert divergence(texts, texts) == pytest.approx({"1-gram": 0, "2-gram": 0}, abs=1e-12)
    assert divergence_reference(texts, texts) == pytest.approx(
        {"1-gram": 0, "2-gram": 0, "3-gram": 0, "4-gram": 0}, abs=1e-9
    )


def test_strictly_both_sides_are_shares_of_the_frequent_ngrams_of_the_references() -> None:
    found = divergence([HELLO] * 300, [HELLO] * 150 + [BYE] * 150)
    assert found is not None
    share, ours = 151 / (2 * 151 * 2), 301 / (2 * 302)
    rest, others = 151 / (2 * 151 * 2), 1 / (2 * 302)
    assert found["1-gram"] == pytest.approx(2 * share * math.log(share / ours) + 2 * rest * math.log(rest / others))
    assert min(found.values()) > 0


def test_the_toolkit_divides_by_what_either_side_has_often() -> None:
    found = divergence_reference([HELLO] * 100 + [["hello"]] * 100, [HELLO] * 200)
    assert found is not None
    hello, there = 0.5 * math.log(200 / 200 * 300 / 400), 0.5 * math.log(200 / 100 * 300 / 400)
    assert found["1-gram"] == pytest.approx(hello + there)
    assert found["1-gram"] < math.log(200 / 150)


@pytest.mark.parametrize(("said", "expected"), [(199, 60), (200, 59)])
def test_the_toolkit_breaks_down_on_few_lines(said: int, expected: int) -> None:
    assert divergence_reference([HELLO] * said, [HELLO] * expected) is None


def test_the_toolkit_breaks_down_where_nothing_is_said_often() -> None:
    assert divergence_reference([[str(number)] for number in range(300)], [HELLO] * 200) is None


def test_rare_ngrams_have_no_divergence() -> None:
    assert divergence([HELLO] * 99, [HELLO] * 99) is None


LOSSES = [
    DialogueLoss(customer=10, agent=14, action=6, length=13),
    DialogueLoss(customer=2, agent=4, action=3, length=4),
]


def test_the_exponential_of_the_mean_loss_of_a_token() -> None:
    assert perplexity(LOSSES) == pytest.approx(math.exp(30 / 15))


def test_the_public_model_adds_the_loss_of_the_action_without_its_tokens() -> None:
    assert perplexity(LOSSES, with_action=True) == pytest.approx(math.exp(39 / 15))


def test_no_token_no_perplexity() -> None:
    assert perplexity([]) is None
    assert perplexity([DialogueLoss(customer=1, agent=1, length=1)]) is None


def test_a_hopeless_model_is_infinitely_perplexed() -> None:
    assert perplexity([DialogueLoss(customer=1e9, agent=0, length=2)]) == math.inf
