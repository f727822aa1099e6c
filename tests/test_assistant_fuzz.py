"""Whatever is typed: the agent answers, and its work grows with the length of the text, not faster."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from drawing import drawn
from reading import TODAY, source
from wayframe.agent import Agent
from wayframe.conversation import Conversation, Exchange
from wayframe.packages import default_catalogue
from wayframe.packages.source import TripsSource
from working import calls

pytestmark = pytest.mark.long

SLOW = settings(deadline=None, max_examples=drawn(40), suppress_health_check=[HealthCheck.too_slow])
WORDS = (
    *(
        "the",
        "second",
        "one",
        "with",
        "a",
        "gym",
        "and",
        "no",
        "spa",
        ",",
        "book",
        "cancel",
        "it",
        "them",
        "from",
        "to",
    ),
    *(
        "Rome",
        "Paris",
        "August",
        "20",
        "30",
        "$500",
        "under",
        "between",
        "or",
        "not",
        "but",
        "than",
        "cheaper",
        "first",
    ),
    *("compare", "two", "3", "kids", "adults", "me", "my", "wife", "?", ".", "!", "-", "it's", "don't", "17.8.", "if"),
    *("neither", "nor", "wifi", "any", "all"),
)
MASH = st.text(st.sampled_from("asdfghjkl;'qwertyuiop[]zxcvbnm,./1234567890-= "), max_size=120)
SALAD = st.lists(st.sampled_from(WORDS), max_size=60).map(" ".join)
TEXTS = st.one_of(st.text(max_size=200), MASH, SALAD)


def agent(catalogue: str) -> Agent:
    if catalogue == "trips":
        return Agent(TripsSource(default_catalogue()))
    return Agent(source(catalogue), today=TODAY)


OPENINGS = {"trips": "From Chicago to Rome, two adults", "cars": "something diesel"}


@pytest.mark.parametrize("catalogue", OPENINGS)
@SLOW
@given(texts=st.lists(TEXTS, min_size=1, max_size=3))
@example(texts=["\ud83d", "\x00\x00", "\u202e\u0301\u0301", "½ ² ٣ ⅷ 1e999 -0 0/0"])
@example(texts=["²", "٣", "①"])
@example(texts=["99999999999999999999999999999", "31.02. to 30.02.", "August 99", "$-5", "0 adults, -3 kids"])
def test_any_text_is_answered(catalogue: str, texts: list[str]) -> None:
    assistant = agent(catalogue)
    conversation = assistant.respond(assistant.open(), OPENINGS[catalogue]).after
    for text in texts:
        exchange = assistant.respond(conversation, text)
        assert exchange.wizard.text
        conversation = exchange.after
        assert assistant.state(conversation).memory == conversation.memory


def answered(assistant: Agent, conversation: Conversation, text: str) -> Exchange:
    exchange = assistant.respond(conversation, text)
    assert exchange.wizard.text
    return exchange


@pytest.mark.parametrize("catalogue", OPENINGS)
@pytest.mark.parametrize(
    "piece",
    [
        "the second one with a gym and no spa, ",
        "from Rome to Paris or not ",
        "me, my wife and ",
        "August 20 to ",
        "cheaper than ",
        "the ",
        "no ",
        "17.8. ",
        "zxq",
        "((((",
        "Terrazza Court ",
        "$500 or 600 ",
    ],
)
def test_the_work_for_a_long_text_grows_no_faster_than_its_length(catalogue: str, piece: str) -> None:
    assistant = agent(catalogue)
    conversation = assistant.respond(assistant.open(), OPENINGS[catalogue]).after
    short, long = piece * (500 // len(piece)), piece * (2000 // len(piece))
    answered(assistant, conversation, long)  # fills the caches
    once = calls(lambda: answered(assistant, conversation, short))
    assert calls(lambda: answered(assistant, conversation, long)) < 8 * once
