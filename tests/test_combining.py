"""Messages of two turns of a scene, which the parser learns from."""

from __future__ import annotations

import pytest

from combining import combined, fits
from voiced import VoiceTurn


def turn(text: str, meaning: str, scene: str = "rome") -> VoiceTurn:
    return VoiceTurn(scene, text, meaning)


@pytest.mark.parametrize(
    ("first", "second", "fit"),
    [
        ("wish(wifi, is(yes))", "wish(price, at_most($900))", True),
        ("wish(wifi, is(yes))", "wish(wifi, is(no))", False),
        ("ask(facts, slots=[price])", "ask(facts, slots=[price], of=nth(2))", True),
        ("ask(facts, slots=[price], of=nth(2))", "ask(facts, slots=[wifi])", False),  # of the second, or as before?
        ("return(nth(2))", "book(of=nth(1))", False),
        ("drop()", "wish(wifi, is(yes))", False),
        ("undo()", "wish(wifi, is(yes))", False),
        ("wish(wifi, is(yes))", "wish(price, less())", False),
        ("book(of=nth(1))", "", True),
    ],
)
def test_two_turns_fit_that_mean_together_what_each_means_alone(first: str, second: str, fit: bool) -> None:
    assert fits(turn("One.", first), turn("Two.", second)) is fit


def test_a_message_says_both_and_means_both() -> None:
    wifi, price = turn("It needs wifi.", "wish(wifi, is(yes))"), turn("Up to 900", "wish(price, at_most(¤900))")
    elsewhere = turn("I like Oslo", 'wish(dst_city, is("Oslo"))', scene="oslo")
    said = {each.text: each.meaning for each in combined([wifi, price, elsewhere], 20, seed=1)}
    assert said["It needs wifi. Up to 900"] == "wish(wifi, is(yes)); wish(price, at_most(¤900))"
    assert not any("Oslo" in text for text in said)


def test_a_remark_changes_nothing() -> None:
    wifi, price = turn("It needs wifi.", "wish(wifi, is(yes))"), turn("Up to 900", "wish(price, at_most(¤900))")
    said = combined([wifi, price, turn("What a day!", "", scene="oslo")], 20, seed=1)
    assert {each.meaning for each in said if "What a day!" in each.text} == {wifi.meaning, price.meaning}
