"""A model's turns of a conversation: streamed, with calls of tools, kept on a cassette, broken off."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("openai")

from llm_server import Reply, content, model, streamed
from wayframe.llm import Cassette, Client, Endpoint, LLMError
from wayframe.llm.chat import ChatCall, ChatTurn
from wayframe.llm.sentences import SentenceStream

MESSAGES: list[dict[str, Any]] = [{"role": "system", "content": "Help."}, {"role": "user", "content": "hello"}]
TOOL = {"type": "function", "function": {"name": "search", "parameters": {"type": "object"}}}


def test_text_and_calls_come_piece_by_piece_and_are_put_together() -> None:
    with model(lambda asked, number: streamed("One moment.", ("search", {"limit": 3}), ("recall", {}))) as server:
        pieces = list[str]()
        said, used = Client(Endpoint(server.url, "m")).chat(MESSAGES, [TOOL], pieces.append)
    assert pieces == ["One ", "moment."]
    assert said == ChatTurn(
        "One moment.", (ChatCall("call_0", "search", '{"limit": 3}'), ChatCall("call_1", "recall", "{}"))
    )
    assert (used.read, used.written) == (100, 10)
    assert server.asked[0]["tools"] == [TOOL]
    assert said.message["tool_calls"][0]["function"] == {"name": "search", "arguments": '{"limit": 3}'}


def test_a_server_that_does_not_stream_is_understood() -> None:
    with model(lambda asked, number: content("Hello.")) as server:
        said, _ = Client(Endpoint(server.url, "m")).chat(MESSAGES, (), lambda piece: None)
    assert said == ChatTurn("Hello.")


def test_text_in_parts_and_arguments_as_an_object_are_understood() -> None:
    parts = [{"type": "thinking", "thinking": [{"text": "Hm."}]}, {"type": "text", "text": "Hello."}]
    calls = [{"id": "a", "function": {"name": "search", "arguments": {"limit": 3}}}]
    reply = Reply(json.dumps({"choices": [{"message": {"content": parts, "tool_calls": calls}}]}).encode())
    with model(lambda asked, number: reply) as server:
        said, _ = Client(Endpoint(server.url, "m")).chat(MESSAGES, [TOOL], lambda piece: None)
    assert said == ChatTurn("Hello.", (ChatCall("a", "search", '{"limit":3}'),))


def test_what_was_told_is_not_asked_for_again() -> None:
    whole = streamed("One moment, please.")
    with model(lambda asked, number: whole._replace(cut=len(whole.body) // 2)) as server:
        pieces = list[str]()
        with pytest.raises(LLMError, match="broken connection"):
            Client(Endpoint(server.url, "m")).chat(MESSAGES, (), pieces.append)
    assert pieces
    assert len(server.asked) == 1


def test_a_call_that_broke_off_is_asked_for_again_as_a_whole() -> None:
    whole = streamed("", ("search", {"limit": 3}))
    cut = whole._replace(cut=whole.body.index(b"data:", 1))
    with model(lambda asked, number: whole if number else cut) as server:
        said, _ = Client(Endpoint(server.url, "m")).chat(MESSAGES, [TOOL], lambda piece: None)
    assert said == ChatTurn("", (ChatCall("call_0", "search", '{"limit": 3}'),))


def test_where_a_server_counts_no_tokens_letters_are_counted_four_to_one() -> None:
    with model(lambda asked, number: streamed("One moment.", ("search", {}), read=0, written=0)) as server:
        _, used = Client(Endpoint(server.url, "m")).chat(MESSAGES, [TOOL], lambda piece: None)
    assert used.read > 40
    assert used.written == len("One moment.search{}") // 4


@pytest.mark.parametrize("reply", [streamed(), Reply(b"data: what?\n\n"), Reply(b"", 401)])
def test_no_turn_is_an_error(reply: Reply) -> None:
    with model(lambda asked, number: reply) as server, pytest.raises(LLMError):
        Client(Endpoint(server.url, "m")).chat(MESSAGES, (), lambda piece: None)


def test_a_cassette_gives_a_turn_again(tmp_path: Path) -> None:
    cassette = tmp_path / "kept.jsonl"
    with model(lambda asked, number: streamed("Hello.", ("search", {}))) as server:
        first, _ = Client(Endpoint(server.url, "m"), Cassette(cassette)).chat(MESSAGES, (), lambda piece: None)
    again, used = Client(Endpoint(server.url, "m"), Cassette(cassette)).chat(MESSAGES, (), lambda piece: None)
    assert again == first
    assert used.calls == 0


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("One. Two costs $4.50, e.g. now. Three [3]? Yes", ["One.", "Two costs $4.50, e.g. now.", "Three [3]?", "Yes"]),
        ("<think>Is it? No. Yes.</think>Hello. Bye!", ["Hello.", "Bye!"]),
        ("<think>What did they mean", []),
        ("- One\n- Two\n\nThree", ["- One", "- Two", "Three"]),
    ],
)
@pytest.mark.parametrize("size", [1, 7, 1000])
def test_sentences_are_given_as_soon_as_they_are_whole(text: str, sentences: list[str], size: int) -> None:
    said = list[str]()
    stream = SentenceStream(said.append)
    for at in range(0, len(text), size):
        stream.take(text[at : at + size])
    stream.end()
    assert said == sentences
