from datetime import date

import pytest
from msgspec.structs import replace

from hearing import LEXICON
from small_corpus import TRIP, dialogue
from wayframe.nlu import Speakers, contexts


@pytest.mark.parametrize(
    ("author", "places"), [("user", [0, 2, 4, 6]), ("wizard", [1, 3, 5]), ("both", list(range(7)))]
)
def test_the_turns_of_an_author_each_with_what_came_before(author: Speakers, places: list[int]) -> None:
    found = list(contexts(dialogue(), LEXICON, author))
    assert [turn.text for turn, _ in found] == [TRIP[place].text for place in places]
    assert [len(context.history) for _, context in found] == places
    assert {context.today for _, context in found} == {date(1970, 1, 1)}


def test_frames_are_those_of_the_labels() -> None:
    whole = dialogue()
    for turn, context in contexts(whole, LEXICON, "both"):
        before = context.history[-1] if context.history else None
        assert context.memory.frames == (before.frames if before else ()), turn.text
        assert context.memory.active_frame == (before.active_frame if before else 1)


def test_a_dialogue_without_turns_has_none() -> None:
    assert list(contexts(replace(dialogue(), turns=()), LEXICON, "both")) == []
