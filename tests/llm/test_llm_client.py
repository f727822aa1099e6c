"""A model is asked: what comes back, what is tried again, what is given up, and what is counted."""

from __future__ import annotations

import socket
import sys
import threading
import time

import msgspec
import pytest

pytest.importorskip("openai")

from llm_server import NEVER, PATIENT, Reply, answer, content, model
from wayframe.errors import InputError
from wayframe.llm import Client, Endpoint, LLMError, Prices, Usage, checked
from wayframe.llm.client import LONGEST, Shape

KEY = "sk-a-key-that-nobody-may-see"


class City(msgspec.Struct):
    city: str


SHAPE = Shape("city", {"type": "object", "properties": {"city": {"type": "string"}}}, City)
ROME = answer({"city": "Rome"})


@pytest.fixture(autouse=True)
def brisk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits for the second try."""
    monkeypatch.setattr("wayframe.llm.client._PAUSE", 0.01)


def ask(url: str, timeout: float = PATIENT, retries: int = 2) -> str:
    return Client(Endpoint(url, "m", timeout, retries)).ask("Say a city.", "Which?", SHAPE).value.city


def test_an_answer_has_the_form_that_was_asked_for() -> None:
    with model(lambda asked, number: ROME) as server:
        assert ask(server.url) == "Rome"
    (asked,) = server.asked
    assert asked["model"] == "m"
    assert [message["role"] for message in asked["messages"]] == ["system", "user"]
    assert asked["response_format"]["json_schema"] == {"name": "city", "strict": True, "schema": SHAPE.schema}


def test_what_it_took_is_counted() -> None:
    with model(lambda asked, number: answer({"city": "Rome"}, read=2000, written=100)) as server:
        client = Client(Endpoint(server.url, "m", prices=Prices(1.5, 10.0)))
        answers = [client.ask("", "", SHAPE) for _ in range(2)]
    assert answers[0].used.cost == pytest.approx(0.004)
    assert client.used[:2] == (2, 0)
    assert client.used[3:5] == (4000, 200)
    assert client.used.cost == pytest.approx(0.008)
    assert client.used.seconds >= sum(each.used.seconds for each in answers) * 0.99
    assert str(Usage(1, 0, 0.5, 2000, 100, 0.004)) == "0.50 s, 2,000 + 100 tokens, $0.00400"


@pytest.mark.parametrize("status", [429, 500, 503])
def test_what_may_pass_is_tried_again(status: int) -> None:
    with model(lambda asked, number: ROME if number == 2 else Reply(b"{}", status)) as server:
        client = Client(Endpoint(server.url, "m"))
        assert client.ask("", "", SHAPE).value.city == "Rome"
    assert client.used[:2] == (3, 0)


@pytest.mark.parametrize(("status", "times"), [(429, 3), (500, 3), (400, 1), (401, 1), (404, 1)])
def test_what_does_not_pass_is_given_up(status: int, times: int) -> None:
    with model(lambda asked, number: Reply(b'{"error": {"message": "no"}}', status)) as server:
        client = Client(Endpoint(server.url, "m"))
        with pytest.raises(LLMError, match=f"^HTTP {status}$") as raised:
            client.ask("", "", SHAPE)
    assert raised.value.used[:2] == client.used[:2] == (times, 1)


def test_a_server_that_says_to_wait_is_heard_as_long_as_there_is_time() -> None:
    soon, late = (Reply(b"{}", 429, headers=(("retry-after", seconds),)) for seconds in ("1", "3600"))
    with model(lambda asked, number: ROME if number else soon) as server:
        start = time.monotonic()
        assert ask(server.url) == "Rome"
        assert time.monotonic() - start >= 1
    with model(lambda asked, number: late) as server, pytest.raises(LLMError, match=r"^HTTP 429$"):
        ask(server.url)
    assert len(server.asked) == 1


@pytest.mark.parametrize(
    "slow", [ROME._replace(wait=NEVER), content("x" * LONGEST)._replace(drip=0.02)], ids=["silent", "drip by drip"]
)
def test_a_slow_answer_is_not_waited_for(slow: Reply) -> None:
    with model(lambda asked, number: slow) as server, pytest.raises(LLMError, match=r"^no answer in 0\.5 s$"):
        ask(server.url, timeout=0.5)


@pytest.mark.parametrize(
    ("reply", "reason"),
    [
        (content("Rome, of course!"), "another form"),
        (content('{"city": "Ro'), "another form"),
        (content('{"city": 5}'), "another form"),
        (content('{"town": "Rome"}'), "another form"),
        (content("[" * 50_000), "another form"),
        (content(""), "empty"),
        (Reply(b'{"choices": []}'), "empty"),
        (Reply(b'{"choices": [{"message": {"content": null, "refusal": "I will not"}}]}'), "empty"),
        (Reply(b"<html>"), "another form"),
        (Reply(b'{"choices": ' + b"[" * 100_000), "another form"),
        (Reply(b"\xff\xfe"), "another form"),
        (content("x" * 2 * LONGEST), "too long"),
    ],
)
def test_another_answer_is_none(reply: Reply, reason: str) -> None:
    with model(lambda asked, number: reply) as server, pytest.raises(LLMError, match=reason):
        ask(server.url)
    assert len(server.asked) == 1


def test_a_line_that_breaks_is_tried_again() -> None:
    with model(lambda asked, number: ROME if number else ROME._replace(cut=40)) as server:
        assert ask(server.url) == "Rome"
    with (
        model(lambda asked, number: ROME._replace(cut=40)) as server,
        pytest.raises(LLMError, match=r"^a broken connection$"),
    ):
        ask(server.url, retries=1)
    assert len(server.asked) == 2


def test_a_server_that_is_not_there() -> None:
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{closed.getsockname()[1]}/v1"
        with pytest.raises(LLMError, match=r"^no connection$"):
            ask(url, retries=1)


def test_many_threads_ask_at_once() -> None:
    with model(lambda asked, number: answer({"city": asked["messages"][1]["content"]})) as server:
        client = Client(Endpoint(server.url, "m"))
        heard = dict[str, str]()

        def one(number: int) -> None:
            heard[str(number)] = client.ask("", str(number), SHAPE).value.city

        threads = [threading.Thread(target=one, args=(number,)) for number in range(16)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert len(heard) == 16
    assert all(asked == said for asked, said in heard.items())
    assert client.used[:5:3] == (16, 1600)


def test_the_key_goes_to_the_endpoint_and_nowhere_else(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WAYFRAME_LLM_KEY", f" {KEY}\n")
    monkeypatch.setenv("OPENAI_API_KEY", "another")
    told = Reply(f'{{"error": {{"message": "wrong key: {KEY}"}}}}'.encode(), 401)
    with model(lambda asked, number: told) as server:
        client = Client(Endpoint(server.url, "m"))
        with pytest.raises(LLMError) as raised:
            client.ask("", "", SHAPE)
    assert server.keys == [f"Bearer {KEY}"]
    assert KEY not in f"{raised.value!s} {raised.value!r} {client.endpoint!r} {client!r}"


def test_a_key_that_no_request_can_carry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WAYFRAME_LLM_KEY", KEY + "ü")
    with pytest.raises(InputError, match=r"^WAYFRAME_LLM_KEY: expected a key in ASCII") as raised:
        Client(Endpoint("http://127.0.0.1:9/v1", "m"))
    assert KEY not in str(raised.value)


@pytest.mark.parametrize(
    "url", ["here", "ftp://x/v1", "http://", "http://x:y/v1", f"https://user:{KEY}@x/v1", f"http://x/?key={KEY}"]
)
def test_a_url_that_is_none_or_tells_a_secret(url: str) -> None:
    with pytest.raises(InputError, match=r"^--llm: expected a base URL") as raised:
        checked(Endpoint(url, "m"))
    assert KEY not in str(raised.value)


def test_an_endpoint_has_a_model() -> None:
    endpoint = Endpoint("http://localhost:8080/v1", "m")
    assert checked(endpoint) is endpoint
    with pytest.raises(InputError, match="llm-model"):
        checked(Endpoint("http://localhost:8080/v1", " "))


def test_without_the_library_it_is_said_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "openai", None)
    with pytest.raises(InputError, match=r"^a language model needs openai: .*pip install .*\[llm\]'$"):
        Client(Endpoint("http://127.0.0.1:9/v1", "m"))
