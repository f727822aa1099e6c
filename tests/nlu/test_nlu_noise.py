from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wayframe.dialogue import Act, Arg, user_turn
from wayframe.errors import InputError
from wayframe.nlu.noise import DEFAULT, QUIET, TextNoise, parse, perturbed
from wayframe.tagging import gold

WISH = Act("inform", (Arg("dst_city", "Paris"), Arg("n_adults", "2"), Arg("str_date", "August 7th")))
TEXT = "I am off to Paris, please: 2 adults, August 7th. It is urgent!"
TURN = user_turn(TEXT, 0, [WISH], 1, [], [WISH])


def values(acts: tuple[Act, ...]) -> list[object]:
    return [arg.value for act in acts for arg in act.args]


def test_no_noise_changes_nothing() -> None:
    assert perturbed(TURN, Random(0), QUIET) == TURN


@pytest.mark.parametrize(
    ("noise", "text", "said"),
    [
        (QUIET._replace(lower=1), TEXT.lower(), ["paris", "2", "august 7th"]),
        (QUIET._replace(upper=1), TEXT.upper(), ["PARIS", "2", "AUGUST 7TH"]),
        (
            QUIET._replace(spoken=1),
            TEXT.replace("2", "two").replace("7th", "seventh"),
            ["Paris", "two", "August seventh"],
        ),
        (QUIET._replace(unmarked=1), "I am off to Paris please 2 adults August 7th It is urgent", values((WISH,))),
        (QUIET._replace(contracted=1), TEXT.replace("I am", "I'm").replace("It is", "it's"), values((WISH,))),
    ],
)  # fmt: skip
def test_each_trait_moves_the_values_with_the_text(noise: TextNoise, text: str, said: list[object]) -> None:
    turn = perturbed(TURN, Random(1), noise)
    assert turn.text == text
    assert values(turn.acts) == said
    assert isinstance(turn.labels.acts_without_refs, tuple)
    assert values(turn.labels.acts_without_refs) == said


def test_a_slip_leaves_first_and_last_letters_of_long_words() -> None:
    written = perturbed(user_turn("wonderful", 0, [], 1, [], []), Random(2), QUIET._replace(typos=1)).text
    assert written != "wonderful"
    assert (written[0], written[-1]) == ("w", "l")


@given(st.randoms(use_true_random=False))
def test_labels_stay_right_whatever_the_noise(rng: Random) -> None:
    turn = perturbed(TURN, rng, TextNoise(*[0.5] * len(DEFAULT)))
    assert [span.slot for span in gold(turn).spans] == ["dst_city", "n_adults", "str_date"]


def test_same_seed_same_noise() -> None:
    assert perturbed(TURN, Random(3)) == perturbed(TURN, Random(3))


def test_a_turn_without_words_stays() -> None:
    assert perturbed(user_turn(" ", 0, [], 1, [], []), Random(0)).text == " "


@pytest.mark.parametrize(
    ("text", "noise"),
    [
        ("0", QUIET),
        ("default", DEFAULT),
        ("0.5", TextNoise(*(rate / 2 for rate in DEFAULT))),
        ("typos", QUIET._replace(typos=DEFAULT.typos)),
        ("lower=1, emoji", QUIET._replace(lower=1.0, emoji=DEFAULT.emoji)),
    ],
)
def test_noise_is_named_whole_or_by_trait(text: str, noise: TextNoise) -> None:
    assert parse(text) == noise


@pytest.mark.parametrize("text", ["", "loud", "nan", "2", "typos=", "typos=1.5", "count", "lower,,upper"])
def test_what_is_no_noise_is_refused(text: str) -> None:
    with pytest.raises(InputError, match=f"--noise: expected default, a rate .* found {text!r}"):
        parse(text)
