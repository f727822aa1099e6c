from __future__ import annotations

import pytest

from wayframe.nlu.questions import LOOKING, PERHAPS_SEVERAL, SEVERAL, asked
from wayframe.nlu.sentences import TextSentence, sentences


def sentence(text: str) -> TextSentence:
    (only,) = sentences(text, [])
    return only


@pytest.mark.parametrize(
    ("text", "slots"),
    [
        ("how much would that be", "price"),
        ("What's the price and the guest rating?", "price gst_rating"),
        ("how many stars does it have?", "category"),
        ("whats the rating", "gst_rating"),
        ("what is the star rating?", "category"),
        ("what is the hotel called?", "name"),
        ("amenities?", "amenities"),
        ("what's nearby?", "vicinity"),
        ("what is included in the package?", "amenities vicinity"),
        ("when would I leave?", "str_date"),
        ("when do we come home?", "end_date"),
        ("what are the dates?", "str_date end_date"),
        ("how long would we stay?", "duration"),
        ("how long is the flight?", "dep_time_or arr_time_dst dep_time_dst arr_time_or"),
        ("what kind of seat is that?", "seat"),
        ("which city is that in?", "dst_city"),
        ("I like the price", ""),
        ("is there something for my dates?", ""),
    ],
)
def test_what_is_asked(text: str, slots: str) -> None:
    assert asked(sentence(text)) == slots.split()


@pytest.mark.parametrize("text", ["which one is nicer?", "how much is each?", "is it cheaper than the other?", "both?"])
def test_whether_it_is_about_several(text: str) -> None:
    assert SEVERAL.search(text)


def test_whether_it_may_be_about_several() -> None:
    assert PERHAPS_SEVERAL.search("do they have wifi?")
    assert not SEVERAL.search("do they have wifi?")
    assert not PERHAPS_SEVERAL.search("how much is it?")


def test_asking_what_there_is() -> None:
    assert LOOKING.search("what do you have?")
    assert not LOOKING.search("what do you think?")
