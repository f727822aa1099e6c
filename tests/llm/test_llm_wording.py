"""A model rewords what the templates say; each sentence that doesn't hold stays as it was."""

from __future__ import annotations

import json
from datetime import date

import pytest

pytest.importorskip("openai")


from llm_server import NEVER, PATIENT, Reply, answer, content, model, streamed
from wayframe import schema
from wayframe.conversation import Sentence, notes_taken
from wayframe.llm import Client, Endpoint, LLMWording
from wayframe.notation import parse_turn
from wayframe.values import Gazetteer, Lexicon

NAMES = Lexicon(Gazetteer(["Tokyo", "Rome"]), Gazetteer(["Silver Lantern"]))
ACTS = parse_turn("greeting(); inform(price=$900, write=[2{name=Silver Lantern}]); request(budget)")
TEXTS = ("Hello!", "The Silver Lantern costs $900.", "What is your budget?")
PLAIN = [Sentence(text, (act,)) for text, act in zip(TEXTS, ACTS, strict=True)]


def worded(reply: Reply, timeout: float = PATIENT) -> tuple[list[Sentence], list[str]]:
    shown = list[str]()
    with model(lambda asked, number: reply) as server, notes_taken() as notes:
        reword = LLMWording(
            Client(Endpoint(server.url, "m", timeout, retries=0)), NAMES, date(2016, 8, 1), schema.trips()
        )
        found = list(reword(PLAIN, shown.append))
    assert shown == [sentence.text for sentence in found]
    if server.asked:
        assert json.loads(server.asked[0]["messages"][1]["content"]) == [sentence.text for sentence in PLAIN]
    return found, notes


def test_each_sentence_keeps_its_acts() -> None:
    new = ["Hi, welcome!", "You'd pay $900 for the Silver Lantern.", "How much would you like to spend?"]
    found, notes = worded(streamed("\n".join(new)))
    assert [sentence.text for sentence in found] == new
    assert [sentence.acts for sentence in found] == [sentence.acts for sentence in PLAIN]
    assert len(notes) == 1
    assert notes[0].startswith("worded by m, 3 of 3 sentences (")


def test_a_sentence_that_makes_something_up_stays_as_it_was() -> None:
    new = ["Hi, welcome!", "You'd pay $850 for the Silver Lantern.", "How about Rome?"]
    found, notes = worded(content("<think>Hm.</think>\n" + "\n\n".join(new)))  # of a server that doesn't stream
    assert [sentence.text for sentence in found] == [new[0], PLAIN[1].text, PLAIN[2].text]
    assert "worded by m, 1 of 3 sentences" in notes[0]
    assert notes[0].endswith("; the others by templates: leaves out '$900'; says 'Rome'")


@pytest.mark.parametrize(
    ("reply", "why"),
    [
        (streamed("N\nN\nN"), "worded by m, 0 of 3 sentences ("),
        (answer({"sentences": ["Hi!"]}), "worded by m, 0 of 3 sentences ("),
        (Reply(b"", 429), "worded by templates: m gave HTTP 429 ("),
        (content("a\nb\nc")._replace(wait=NEVER), "worded by templates: m gave no answer in 0.3 s ("),
    ],
)
def test_the_templates_stand_behind_the_model(reply: Reply, why: str) -> None:
    found, notes = worded(reply, timeout=0.3 if reply.wait else PATIENT)
    assert found == PLAIN
    assert len(notes) == 1
    assert notes[0].startswith(why)


def test_a_word_with_capitals_that_the_template_has_may_be_said() -> None:
    template = Sentence("The Pinto has 16 GB RAM.", parse_turn("inform(ram=16 GB, write=[2{name=Pinto}])")[:1])
    with model(lambda asked, number: streamed("With the Pinto you get 16 GB RAM.")) as server:
        reword = LLMWording(Client(Endpoint(server.url, "m", PATIENT)), NAMES, date(2016, 8, 1), schema.trips())
        assert [sentence.text for sentence in reword([template])] == ["With the Pinto you get 16 GB RAM."]


def test_fewer_lines_than_sentences_leave_the_others_as_they_were() -> None:
    found, notes = worded(streamed("Hi, welcome!"))
    assert [sentence.text for sentence in found] == ["Hi, welcome!", *TEXTS[1:]]
    assert notes[0].endswith("; the others by templates: it gave fewer lines")


def test_a_sentence_is_shown_before_the_next_one_comes_and_stays_where_the_line_breaks() -> None:
    whole = streamed("Hi, welcome!\nYou'd pay $900 for the Silver Lantern.")
    found, notes = worded(whole._replace(cut=len(whole.body) // 2))
    assert [sentence.text for sentence in found] == ["Hi, welcome!", *TEXTS[1:]]
    assert notes[0].endswith("; the others by templates: m gave a broken connection")


def test_lines_beyond_the_last_sentence_are_nothing() -> None:
    new = ["Hi, welcome!", "You'd pay $900 for the Silver Lantern.", "How much would you like to spend?"]
    found, _ = worded(streamed("\n".join([*new, "Rome is nice."])))
    assert [sentence.text for sentence in found] == new


def test_where_nothing_is_said_nothing_is_asked() -> None:
    with model(lambda asked, number: content("")) as server:
        assert LLMWording(Client(Endpoint(server.url, "m")), NAMES, date(2016, 8, 1), schema.trips())(()) == ()
    assert server.asked == []
