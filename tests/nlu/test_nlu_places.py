from __future__ import annotations

import pytest

from hearing import LEXICON, after
from wayframe.nlu.places import remembered, unknown
from wayframe.nlu.wizard_context import WizardContext, wizard_context
from wayframe.values import Mention


def places(text: str, scene: WizardContext | None = None, known: str = "") -> list[str]:
    start = text.find(known) if known else -1
    mentions = [Mention(start, start + len(known), "city", known)] if start >= 0 else []
    return [text[m.start : m.end] for m in unknown(text, mentions, scene or WizardContext())]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("We'd like to see Ulaanbaatar", ["Ulaanbaatar"]),
        ("a flight from St. Helena to Port Moresby please", ["St. Helena", "Port Moresby"]),
        ("tashkent to samarkand, september 5", ["tashkent", "samarkand"]),
        ("can you get me to samarkand?", ["samarkand"]),
        ("i'd fly from khiva on monday", ["khiva"]),
        ("what about bukhara?", ["bukhara"]),
        ("Let's go with Khiva. Tashkent then", ["Tashkent"]),
    ],
)
def test_names_where_a_place_must_stand(text: str, found: list[str]) -> None:
    assert places(text) == found


@pytest.mark.parametrize(
    "text",
    [
        "I want to go home", "get back to me", "from work to bed", "what about breakfast?", "how about the price?",
        "I'm allergic to peanuts", "out of town for the weekend", "in September", "to be honest", "go to Sleep",
        "can we go to the beach in August", "what about that", "for two people", "looking to book",
    ],
)  # fmt: skip
def test_everyday_words_are_no_places(text: str) -> None:
    assert places(text) == []


def test_the_other_end_of_a_journey_and_the_rest_of_a_list() -> None:
    assert places("khiva to Paris", known="Paris") == ["khiva"]
    assert places("Paris to khiva", known="Paris") == ["khiva"]
    assert places("I'd like Paris or Khiva", known="Paris") == ["Khiva"]


def test_a_short_answer_to_the_question_where() -> None:
    asked = wizard_context(after("inform(intent=book)", "request(or_city)"))
    assert places("khiva, please", asked) == []  # two words apart: the rules take no guess
    assert places("khiva please", asked) == ["khiva"]
    assert places("khiva please") == []


def test_frames_know_names_that_the_lexicon_does_not() -> None:
    context = after("inform(intent=book)", "offer(id=2, name=Golden Hoopoe Lodge, dst_city=Khiva)")
    text = "is the golden hoopoe in khiva?"
    found = remembered(text, [], wizard_context(context), LEXICON)
    assert {(m.kind, text[m.start : m.end]) for m in found} == {("name", "golden hoopoe"), ("city", "khiva")}
