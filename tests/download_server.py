"""A web server on this machine that answers as it is told, well or badly."""

import io
import time
import zipfile
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import NamedTuple

from wayframe.download import WaitLimits

STEADY = WaitLimits(connect=600, silence=60, tries=3, backoff=0)


class Asked(NamedTuple):
    path: str
    range: str | None
    if_range: str | None


class Server(ThreadingHTTPServer):
    """Answers each request with the next of `script`, the last one again and again."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.script: list[Callable[[Handler], None]] = []
        self.asked: list[Asked] = []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/corpus.zip"

    def handle_error(self, request: object, client_address: object) -> None:
        pass  # the client went away: some tests mean it to


class Handler(BaseHTTPRequestHandler):
    server: Server

    def do_GET(self) -> None:
        self.server.asked.append(Asked(self.path, self.headers["Range"], self.headers["If-Range"]))
        number = min(len(self.server.asked), len(self.server.script)) - 1
        self.server.script[number](self)

    def log_message(self, format: str, *args: object) -> None:
        pass


Answer = Callable[[Handler], None]


def status(code: int, **headers: str) -> Answer:
    """Nothing but a status."""

    def answer(handler: Handler) -> None:
        handler.send_response(code)
        for name, value in headers.items():
            handler.send_header(name.replace("_", "-"), value)
        handler.send_header("Content-Length", "0")
        handler.end_headers()

    return answer


def file(
    data: bytes, etag: str | None = '"1"', *, ranges: bool = True, cut: int | None = None, stall: bool = False,
    length: int | None = None, chunked: bool = False,
) -> Answer:  # fmt: skip
    """A file, or what was asked of it; only the first `cut` bytes of that come before the line breaks off or stalls."""

    def answer(handler: Handler) -> None:
        asked, condition = handler.headers["Range"], handler.headers["If-Range"]
        first = int(asked.removeprefix("bytes=").rstrip("-")) if asked and ranges and condition == etag else 0
        handler.send_response(206 if first else 200)
        if etag:
            handler.send_header("ETag", etag)
        if first:
            handler.send_header("Content-Range", f"bytes {first}-{len(data) - 1}/{len(data)}")
        body = data[first:]
        if not chunked:
            handler.send_header("Content-Length", str(len(body) if length is None else length))
        handler.end_headers()
        handler.wfile.write(body[:cut])
        handler.wfile.flush()
        if stall:
            time.sleep(3600)  # longer than anybody waits
        handler.close_connection = True

    return answer


def zipped(**files: bytes) -> bytes:
    """An archive of these files; `__` in a name stands for a slash, the rest for itself with `.json` behind."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(zipfile.ZipInfo(f"{name.replace('__', '/')}.json"), data)
    return packed.getvalue()
