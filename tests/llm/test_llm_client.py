"""A model is asked: what comes back, what is tried again, what is given up, and what is counted."""

from __future__ import annotations

import json
import socket
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

pytest.importorskip("openai")

from llm_server import NEVER, PATIENT, READY, Asked, Reply, answer, content, model
from wayframe.errors import InputError
from wayframe.llm import Cassette, Client, Endpoint, LLMError, Prices, Usage, checked
from wayframe.llm.breaker import REST
from wayframe.llm.cassette import exchanges
from wayframe.llm.client import LONGEST, Shape
from wayframe.llm.endpoint import Role

KEY = "sk-a-key-that-nobody-may-see"


class City(msgspec.Struct):
    city: str


SHAPE = Shape("city", {"type": "object", "properties": {"city": {"type": "string"}}}, City)
ROME = answer({"city": "Rome"})


@pytest.fixture(autouse=True)
def brisk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits for the second try."""
    monkeypatch.setattr("wayframe.llm.client._PAUSE", 0.01)
    monkeypatch.setattr("wayframe.llm.client._LOADING_PAUSE", 0.01)


def checked_client(client: Client) -> list[str]:
    """Check a client, and return what the user is told of it."""
    told = list[str]()
    client.check(told.append)
    return told


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


@pytest.mark.parametrize(("status", "times"), [(429, 3), (500, 3), (401, 1), (403, 1)])
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


@pytest.mark.parametrize("text", ["Rome, of course!", '{"city": "Ro', '{"city": 5}', "[" * 50_000])
def test_an_answer_of_another_form_in_every_way_of_asking_is_none(text: str) -> None:
    with model(lambda asked, number: content(text)) as server, pytest.raises(LLMError, match="another form"):
        ask(server.url)
    assert len(server.asked) == 3


@pytest.mark.parametrize(
    ("reply", "reason"),
    [
        (content(""), "empty"),
        (Reply(b'{"choices": []}'), "empty"),
        (Reply(b'{"choices": [{"message": {"content": null, "refusal": "I will not"}}]}'), "empty"),
        (Reply(b"<html>"), "another form"),
        (Reply(b'{"choices": ' + b"[" * 100_000), "another form"),
        (Reply(b"\xff\xfe"), "another form"),
        (content("x" * 2 * LONGEST), "too long"),
    ],
)
def test_what_is_no_answer_is_given_up_at_once(reply: Reply, reason: str) -> None:
    with model(lambda asked, number: reply) as server, pytest.raises(LLMError, match=reason):
        ask(server.url)
    assert len(server.asked) == 1


def tool_call(arguments: str) -> Reply:
    """An answer that calls a tool instead of saying something."""
    called = {"id": "1", "type": "function", "function": {"name": "city", "arguments": arguments}}
    return Reply(json.dumps({"choices": [{"message": {"content": None, "tool_calls": [called]}}]}).encode())


@pytest.mark.parametrize(
    "reply",
    [
        content('```json\n{"city": "Rome"}\n```'),
        content('Here you are:\n```\n{"city": "Rome"}\n```\nAnything else?'),
        content('<think>Athens? {"city": "Athens"} No.</think>\n\n{"city": "Rome"}'),
        tool_call('{"city": "Rome"}'),
    ],
    ids=["in a fence", "in a fence with words", "behind thoughts", "as a tool's arguments"],
)
def test_models_wrap_what_they_say(reply: Reply) -> None:
    with model(lambda asked, number: reply) as server:
        assert ask(server.url) == "Rome"


@pytest.mark.parametrize("refused", [1, 2])
def test_a_server_that_knows_no_json_schema_is_asked_in_another_way(refused: int) -> None:
    with model(lambda asked, number: Reply(b"{}", 400) if number < refused else ROME) as server:
        client = Client(Endpoint(server.url, "m"))
        for _ in range(2):
            assert client.ask("Say a city.", "Which?", SHAPE).value.city == "Rome"
    first, *others, second, third = server.asked
    assert first["response_format"]["type"] == "json_schema"
    assert (
        second.get("response_format")
        == third.get("response_format")
        == ({"type": "json_object"} if refused == 1 else None)
    )
    assert msgspec.json.encode(SHAPE.schema).decode() in third["messages"][0]["content"]
    assert len(others) == refused - 1


def unforced(asked: Asked) -> Reply:
    """A server that takes a form and ignores it: its model keeps to it only where the words of the question say so."""
    form = asked["messages"][0]["content"].partition("Answer with JSON of this schema")[2]
    if "Ready?" in asked["messages"][-1]["content"]:
        return READY if form else content("Yes, I am.")
    return ROME if form else content("Rome, of course!")


def test_a_server_that_ignores_the_form_is_asked_in_another_way() -> None:
    with model(lambda asked, number: unforced(asked)) as server:
        client = Client(Endpoint(server.url, "m"))
        for _ in range(3):
            assert client.ask("Say a city.", "Which?", SHAPE).value.city == "Rome"
    first, *others = [asked["response_format"]["type"] for asked in server.asked]
    assert [first, *others] == ["json_schema", "json_object", "json_schema", "json_object", "json_object"]
    assert client.used[:2] == (5, 0)
    assert client.used[3:5] == (500, 50)  # of all answers, and not of the last one


def test_a_model_that_slips_once_is_asked_as_before() -> None:
    slips = (0, 3)
    with model(lambda asked, number: content("Rome!") if number in slips else ROME) as server:
        client = Client(Endpoint(server.url, "m"))
        for _ in range(4):
            assert client.ask("Say a city.", "Which?", SHAPE).value.city == "Rome"
    schema, anything = "json_schema", "json_object"
    ways = [asked["response_format"]["type"] for asked in server.asked]
    assert ways == [schema, anything, schema, schema, anything, schema]


def test_a_server_that_ignores_the_form_is_found_out_at_the_start() -> None:
    with model(lambda asked, number: unforced(asked), ready=unforced) as server:
        client = Client(Endpoint(server.url, "m"))
        assert checked_client(client) == []
        assert client.endpoint.asked_by == "json_object"
        assert client.ask("Say a city.", "Which?", SHAPE).value.city == "Rome"
    assert len(server.asked) == 1


def test_a_server_that_refuses_every_way_is_given_up() -> None:
    with model(lambda asked, number: Reply(b"{}", 400)) as server, pytest.raises(LLMError, match=r"^HTTP 400$"):
        ask(server.url)
    assert len(server.asked) == 3


def test_a_model_that_hangs_is_left_alone_at_once() -> None:
    with model(lambda asked, number: ROME._replace(wait=NEVER)) as server:
        client = Client(Endpoint(server.url, "m", 0.5))
        for reason in ("no answer in 0.5 s", "left alone for 60 s", "left alone for"):
            with pytest.raises(LLMError, match=reason):
                client.ask("", "", SHAPE)
    assert len(server.asked) == 1


def test_a_model_that_fails_twice_is_left_alone_for_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    with model(lambda asked, number: content("no") if number < 9 else ROME) as server:
        client = Client(Endpoint(server.url, "m"))
        for reason in ("another form", "another form", "left alone"):
            with pytest.raises(LLMError, match=reason):
                client.ask("", "", SHAPE)
        later = time.monotonic() + REST
        monkeypatch.setattr("wayframe.llm.client.time.monotonic", lambda: later)
        with pytest.raises(LLMError, match="another form"):
            client.ask("", "", SHAPE)
        assert client.ask("", "", SHAPE).value.city == "Rome"


@pytest.mark.parametrize(
    ("models", "said"),
    [
        (Reply(b'{"data": [{"id": "m", "object": "model"}]}'), ""),
        (Reply(b'{"data": [{"id": "m:latest", "object": "model"}]}'), ""),
        (Reply(b'{"data": []}'), ""),
        (Reply(b"", 404), ""),
        (Reply(b'{"data": [{"id": "llama", "object": "model"}]}'), "--llm-model: .* has no 'm', but llama"),
        (Reply(b"", 401), "--llm: .* answers with HTTP 401"),
        (Reply(b"<html>"), "--llm: nothing answers"),
    ],
)
def test_endpoint_and_model_are_checked_at_the_start(models: Reply, said: str) -> None:
    with model(lambda asked, number: ROME, models) as server:
        client = Client(Endpoint(server.url, "m"))
        if not said:
            assert checked_client(client) == []
        else:
            with pytest.raises(InputError, match=f"^{said}"):
                checked_client(client)


def no_schema(asked: Asked) -> Reply:
    return Reply(b"{}", 400) if asked.get("response_format", {}).get("type") == "json_schema" else READY


def test_how_a_server_is_asked_is_found_out_at_the_start() -> None:
    with model(lambda asked, number: ROME, ready=no_schema) as server:
        client = Client(Endpoint(server.url, "m"))
        assert checked_client(client) == []
        assert client.ask("", "", SHAPE).value.city == "Rome"
        assert Client(client.endpoint).ask("", "", SHAPE).value.city == "Rome"  # another process, the same server
    assert [asked["response_format"]["type"] for asked in server.asked] == ["json_object"] * 2
    assert client.used.calls == 1


def no_tools(asked: Asked) -> Reply:
    return Reply(b"{}", 400) if "tools" in asked else READY


@pytest.mark.parametrize(
    ("ready", "role", "said"),
    [
        (
            lambda asked: Reply(b"{}", 401),
            "both",
            "answers m with HTTP 401",
        ),  # who lists models may want a key for them
        (no_tools, "tools", "answers m with HTTP 400"),
        (no_tools, "nlg", ""),
    ],
)
def test_what_a_model_does_not_do_is_said_at_the_start(ready: Callable[[Asked], Reply], role: Role, said: str) -> None:
    with model(lambda asked, number: ROME, ready=ready) as server:
        client = Client(Endpoint(server.url, "m", role=role))
        if not said:
            assert checked_client(client) == []
        else:
            with pytest.raises(InputError, match=f"^--llm: {server.url} {said}$"):
                checked_client(client)


@pytest.mark.parametrize("role", ["nlu", "nlg", "tools"])
@pytest.mark.parametrize(
    ("ready", "error"),
    [
        (Reply(b'{"error": {"code": "insufficient_quota"}}', 429), "HTTP 429"),
        (Reply(b"{}", 503), "HTTP 503"),
        (READY._replace(wait=NEVER), "no answer in 0.5 s"),
        (Reply(b"<html>"), "an answer of another form"),
    ],
)
def test_what_may_pass_is_said_at_the_start_in_one_line(ready: Reply, error: str, role: Role) -> None:
    with model(lambda asked, number: ROME, ready=lambda asked: ready) as server:
        client = Client(Endpoint(server.url, "m", 0.5 if ready.wait else PATIENT, role=role))
        said = f"--llm: {server.url} gave {error} when m was tried out; it is asked all the same"
        assert checked_client(client) == [said]


def test_a_model_that_cannot_say_json_is_warned_of_at_the_start() -> None:
    with model(lambda asked, number: ROME, ready=lambda asked: content("Yes.")) as server:
        (said,) = checked_client(Client(Endpoint(server.url, "m")))
    assert "gave an answer of another form when m was tried out" in said


def test_a_model_that_is_still_loaded_is_waited_for() -> None:
    with model(lambda asked, number: ROME, loads=3) as server:
        client = Client(Endpoint(server.url, "m"))
        waits = f"--llm: {server.url} answers with HTTP 503, as long as it loads a model: waiting for it, at most 60 s"
        assert checked_client(client) == [waits]
        assert client.ask("", "", SHAPE).value.city == "Rome"


def test_a_server_that_stays_unavailable_is_not_waited_for_without_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("wayframe.llm.client.LOADING", 0.05)
    with (
        model(lambda asked, number: ROME, loads=1000) as server,
        pytest.raises(InputError, match=f"^--llm: {server.url} answers with HTTP 503$"),
    ):
        checked_client(Client(Endpoint(server.url, "m")))


def test_a_model_that_has_taken_its_tokens_is_not_asked_any_more() -> None:
    with model(lambda asked, number: ROME) as server:
        client = Client(Endpoint(server.url, "m", budget=200))
        for _ in range(2):
            client.ask("", "", SHAPE)
        with pytest.raises(LLMError, match="nothing, as its 200 tokens are used up"):
            client.ask("", "", SHAPE)
    assert len(server.asked) == 2


UNCOUNTED = Reply(json.dumps({"choices": [{"message": {"content": '{"city": "Rome"}'}}]}).encode())


@pytest.mark.parametrize("usage", [None, {"prompt_tokens": 0, "completion_tokens": 0}])
def test_where_a_server_counts_no_tokens_letters_are_counted_four_to_one(usage: object) -> None:
    reply = Reply(json.dumps({**json.loads(UNCOUNTED.body), "usage": usage}).encode())
    with model(lambda asked, number: reply) as server:
        client = Client(Endpoint(server.url, "m", budget=200))
        used = client.ask("x" * 800, "Which?", SHAPE).used
        with pytest.raises(LLMError, match="nothing, as its 200 tokens are used up"):
            client.ask("", "", SHAPE)
    assert used.written == len('{"city": "Rome"}') // 4
    assert 200 < used.read < 300  # the form and the envelope are read, too


def test_what_was_asked_counts_although_no_answer_came_in_time() -> None:
    with model(lambda asked, number: ROME._replace(wait=NEVER)) as server:
        client = Client(Endpoint(server.url, "m", 0.5))
        with pytest.raises(LLMError, match="no answer in"):
            client.ask("x" * 800, "Which?", SHAPE)
    assert 200 < client.used.read < 300
    assert client.used.written == 0


def test_what_nobody_took_costs_nothing() -> None:
    with model(lambda asked, number: Reply(b"{}", 429)) as server:
        client = Client(Endpoint(server.url, "m"))
        with pytest.raises(LLMError, match="HTTP 429"):
            client.ask("x" * 800, "Which?", SHAPE)
    assert client.used[3:5] == (0, 0)


def test_answers_that_were_kept_are_asked_of_nobody(tmp_path: Path) -> None:
    path = tmp_path / "answers.jsonl"
    with model(lambda asked, number: ROME) as server:
        for _ in range(2):
            client = Client(Endpoint(server.url, "m"), Cassette(path))
            assert client.ask("Say a city.", "Which?", SHAPE).value.city == "Rome"
        assert (client.used, client.replayed) == (Usage(), 1)
        assert (client.worth.calls, client.worth.read, client.worth.written) == (1, 100, 10)
    assert len(server.asked) == 1
    (kept,) = exchanges(path)
    assert (kept.question, kept.form, kept.by) == ("Which?", "city", "m")
    assert (kept.read, kept.written) == (100, 10)
    path.write_text("no exchange\n")
    with pytest.raises(InputError, match=r"answers\.jsonl:1: expected an exchange"):
        Cassette(path)


def test_what_one_model_answered_is_no_answer_of_another(tmp_path: Path) -> None:
    path = tmp_path / "answers.jsonl"
    with model(lambda asked, number: answer({"city": asked["model"]})) as server:
        for name in ("Rome", "Athens", "Rome"):
            client = Client(Endpoint(server.url, name), Cassette(path))
            assert client.ask("Say a city.", "Which?", SHAPE).value.city == name
    assert [kept.by for kept in exchanges(path)] == ["Rome", "Athens"]
    assert client.replayed == 1


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
