from __future__ import annotations

import pytest

from wayframe.nlu.reference import anaphora, pointing


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("I'll take the first one", "the first one"),
        ("the second Paris hotel sounds nice", "the second Paris hotel"),
        ("second option please", "second option"),
        ("the latter, please", "the latter"),
        ("what about the cheaper one?", "the cheaper one"),
        ("a better hotel", None),
        ("any other options?", None),
        ("I leave on the 2nd", None),
        ("which is the nicer one", None),
        ("take the longest one", "the longest one"),
        ("the shortest trip please", "the shortest trip"),
        ("the longest", "the longest"),
        ("the longest trip you have", None),
        ("the shortest stay possible", None),
        ("the longest possible trip", None),
        ("the longest, nicest stay ever", None),
        ("which is the longest one", None),
        ("the longer the better", None),
        ("in the first place", None),
    ],
)
def test_words_that_choose(text: str, found: str | None) -> None:
    span = pointing(text)
    assert (text[slice(*span)] if span else None) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("does the hotel have wifi?", "the hotel"),
        ("how much is that package?", "that package"),
        ("that's it", "that's"),
        ("is it near?", "it"),
        ("is there a spa?", None),
        ("hi there", None),
    ],
)
def test_words_that_mean_the_option_at_hand(text: str, found: str | None) -> None:
    span = anaphora(text)
    assert (text[slice(*span)] if span else None) == found
