"""A server that speaks the protocol of language models, as well or as badly as a test wants."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple

PATIENT = 120.0  # seconds: an answer that is meant to come does, whatever else the machine has to do
NEVER = 3600.0  # seconds: no test waits for it

Asked = dict[str, Any]


class Reply(NamedTuple):
    """What the server sends: bytes, after so many seconds; fewer than it announced, where it breaks off."""

    body: bytes
    status: int = 200
    wait: float = 0.0
    headers: tuple[tuple[str, str], ...] = ()
    cut: int | None = None
    drip: float = 0.0  # seconds between one byte and the next


def content(text: str, read: int = 100, written: int = 10) -> Reply:
    """An answer with this content."""
    message = {"role": "assistant", "content": text}
    usage = {"prompt_tokens": read, "completion_tokens": written, "total_tokens": read + written}
    choice = {"index": 0, "message": message, "finish_reason": "stop"}
    body = {"id": "1", "object": "chat.completion", "created": 0, "model": "m", "choices": [choice], "usage": usage}
    return Reply(json.dumps(body).encode())


def answer(value: object, **used: int) -> Reply:
    """An answer with this JSON value as its content."""
    return content(json.dumps(value), **used)


def streamed(text: str = "", *calls: tuple[str, Asked], read: int = 100, written: int = 10) -> Reply:
    """A turn as a stream, a chunk for each word and each half of a tool's arguments."""
    deltas: list[Asked] = [{"content": word} for word in text.replace(" ", " \0").split("\0") if word]
    for index, (name, arguments) in enumerate(calls):
        said = json.dumps(arguments)
        half = len(said) // 2
        begun = {"index": index, "id": f"call_{index}", "type": "function"}
        deltas.append({"tool_calls": [{**begun, "function": {"name": name, "arguments": said[:half]}}]})
        deltas.append({"tool_calls": [{"index": index, "function": {"arguments": said[half:]}}]})
    chunks: list[Asked] = [{"choices": [{"index": 0, "delta": delta}]} for delta in deltas]
    chunks.append({"choices": [], "usage": {"prompt_tokens": read, "completion_tokens": written}})
    events = [f"data: {json.dumps(chunk)}\n\n" for chunk in chunks]
    return Reply("".join([*events, "data: [DONE]\n\n"]).encode(), headers=(("content-type", "text/event-stream"),))


class Model(NamedTuple):
    """A running server: its base URL, and all requests and their headers so far."""

    url: str
    asked: list[Asked]
    keys: list[str]


MODELS = Reply(b'{"object": "list", "data": [{"id": "m", "object": "model"}]}')


READY = answer({"ready": True})


@contextmanager
def model(
    respond: Callable[[Asked, int], Reply],
    models: Reply = MODELS,
    ready: Callable[[Asked], Reply] = lambda asked: READY,
    loads: int = 0,
) -> Iterator[Model]:
    """A server that answers each request (and its number, from 0) with what `respond` gives; `models` are its own.

    `ready` answers those by which a client tries out at the start how to ask, which aren't among the others. As long as
    it `loads`, so many questions for its models are answered with HTTP 503.
    """
    running = Model("", [], [])
    lock = threading.Lock()
    loading = [Reply(b'{"error": {"message": "Loading model"}}', 503)] * loads

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            asked = json.loads(self.rfile.read(int(self.headers["content-length"])))
            reply = ready(asked) if asked["messages"][-1]["content"] == "Ready?" else self._reply(asked)
            time.sleep(reply.wait)
            try:
                self._send(reply)
            except OSError:
                self.close_connection = True  # whoever asked waits no longer

        def _reply(self, asked: Asked) -> Reply:
            with lock:
                number = len(running.asked)
                running.asked.append(asked)
                running.keys.append(self.headers["authorization"])
            return respond(asked, number) if self.path == "/v1/chat/completions" else Reply(b"", 404)

        def do_GET(self) -> None:
            if loading:
                self._send(loading.pop())
            else:
                self._send(models if self.path == "/v1/models" else Reply(b"", 404))

        def _send(self, reply: Reply) -> None:
            self.send_response(reply.status)
            for name, value in {"content-type": "application/json", **dict(reply.headers)}.items():
                self.send_header(name, value)
            self.send_header("content-length", str(len(reply.body)))
            self.end_headers()
            if reply.drip:
                for byte in reply.body:
                    self.wfile.write(bytes([byte]))
                    self.wfile.flush()
                    time.sleep(reply.drip)
            else:
                self.wfile.write(reply.body[: reply.cut])
            if reply.cut is not None:
                self.close_connection = True

        def log_message(self, format: str, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield running._replace(url=f"http://127.0.0.1:{server.server_address[1]}/v1")
    finally:
        server.shutdown()
        server.server_close()
