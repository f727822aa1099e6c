import math

import pytest

from wayframe.airdialogue.scoring.metrics import DialogueLoss, perplexity

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
