"""One file over HTTP, resumed where it broke off.

What has come lies in the file itself; beside it lies by what the server knows that version (`ETag`, `Last-Modified`). A
later try asks for the rest on condition that this version is still there (`If-Range`), in this process or the next.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from wayframe.errors import InputError, shown
from wayframe.files import writing

if TYPE_CHECKING:
    from urllib3 import BaseHTTPResponse, PoolManager, Retry

CHUNK = 1 << 16
_AGAIN = (408, 425, 429, 500, 502, 503, 504)
_GONE = (401, 403, 404, 410, 451)
_REDIRECTS = 5
_LONGEST_WAIT = 120  # seconds that a server may ask to wait (`Retry-After`)

Progress = Callable[[int, int | None], None]
"""Is told how many bytes have come, and of how many, where the server said so."""


class WaitLimits(NamedTuple):
    """Limits of waiting for a server: seconds to connect, seconds without a byte, tries in a row that bring nothing."""

    connect: float = 10.0
    silence: float = 15.0
    tries: int = 3
    backoff: float = 1.0


PATIENCE = WaitLimits()


class _FailedTry(Exception):  # noqa: N818  # never leaves this module
    """A try that another one may mend: by its response or by its error."""

    def __init__(self, response: BaseHTTPResponse | None = None, error: Exception | None = None) -> None:
        self.response, self.error = response, error


class _FileVersion(NamedTuple):
    """Version of the file at an address; `mark` is what `If-Range` takes."""

    url: str
    mark: str


def fetch(url: str, path: Path, most: int, told: Progress, patience: WaitLimits) -> bool:
    """Bring what lies at `url` to `path`; whether something was there already and only the rest was fetched.

    Raises `InputError` where the address doesn't hold it, the server can't be reached or doesn't answer, sends more
    than `most` bytes, or breaks off again and again; `OSError` where `path` can't be written. What came
    stays for the next time.
    """
    from urllib3 import Retry
    from urllib3.exceptions import MaxRetryError

    transfer = _FileTransfer(url, path, most, told, patience)
    fresh = Retry(patience.tries, backoff_factor=patience.backoff, backoff_max=30)
    left, furthest = fresh, transfer.part.size()
    while True:
        try:
            transfer.attempt()
            return transfer.resumed
        except _FailedTry as failed:
            reached = transfer.part.size()
            left, furthest = (fresh, reached) if reached > furthest else (left, furthest)
            try:
                left = left.increment("GET", url, failed.response, failed.error)
            except MaxRetryError as error:
                raise InputError(f"{url}: {_reason(failed)}; gave up after {len(left.history) + 1} tries") from error
            _wait(url, left, failed.response)


def _wait(url: str, left: Retry, response: BaseHTTPResponse | None) -> None:
    from urllib3.exceptions import InvalidHeader

    try:
        asked = left.get_retry_after(response) if response else None
    except InvalidHeader:
        asked = None
    if asked and asked > _LONGEST_WAIT:
        raise InputError(f"{url}: the server asks to wait {asked:.0f} seconds: try again then")
    left.sleep(response if asked else None)


class _PartialFile:
    """Bytes received so far, and the version that they are of."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._version = path.with_name(f"{path.name}.version")

    def size(self) -> int:
        return self.path.stat().st_size if self.path.exists() else 0

    def mark_for(self, url: str) -> str | None:
        """By what to ask for the rest; None where it has to come from the start."""
        try:
            version = msgspec.json.decode(self._version.read_bytes(), type=_FileVersion)
        except (OSError, msgspec.DecodeError):
            return None
        return version.mark if version.url == url and self.size() else None

    def begin(self, version: _FileVersion | None) -> None:
        """Start from nothing."""
        self.drop()
        if version:
            with writing(self._version) as file:
                file.write(msgspec.json.encode(version))

    def drop(self) -> None:
        """Forget what has come."""
        self._version.unlink(missing_ok=True)
        self.path.unlink(missing_ok=True)


def drop(path: Path) -> None:
    """Forget what `fetch` brought to `path`."""
    _PartialFile(path).drop()


class _FileTransfer:
    """The tries to bring one file."""

    def __init__(self, url: str, path: Path, most: int, told: Progress, patience: WaitLimits) -> None:
        self.url, self.most, self.told, self.patience = url, most, told, patience
        self.part = _PartialFile(path)
        self.pool = _pool(url)
        self.resumed = False

    def attempt(self) -> None:
        """Bring what is missing. Raises `_FailedTry` where another try may help."""
        from urllib3.exceptions import HTTPError, ReadTimeoutError

        mark = self.part.mark_for(self.url)
        have = self.part.size() if mark else 0
        response = self._ask(have, mark)
        try:
            total = self._begin(response, have, mark)
            if total != self.part.size():
                self._receive(response, total)
        except HTTPError as error:
            words = "stopped sending" if isinstance(error, ReadTimeoutError) else "broke off"
            raise _FailedTry(error=EOFError(f"{words} after {self.part.size():,} bytes")) from error
        finally:
            response.close()

    def _ask(self, have: int, mark: str | None) -> BaseHTTPResponse:
        from urllib3 import Retry, Timeout
        from urllib3.exceptions import HTTPError

        headers = {"User-Agent": "wayframe", "Accept-Encoding": "identity"}
        if mark:
            headers |= {"Range": f"bytes={have}-", "If-Range": mark}
        once = Retry(
            _REDIRECTS, connect=0, read=0, status=0, other=0, raise_on_redirect=False, respect_retry_after_header=False
        )
        timeout = Timeout(connect=self.patience.connect, read=self.patience.silence)
        try:
            return self.pool.request(
                "GET",
                self.url,
                headers=headers,
                retries=once,
                timeout=timeout,
                preload_content=False,
                decode_content=False,
            )
        except HTTPError as error:
            raise self._refused(error) from error

    def _refused(self, error: Exception) -> Exception:
        """Convert a failed request to the error to raise: some cannot be mended by another try."""
        from urllib3.exceptions import LocationValueError, MaxRetryError, SSLError

        if isinstance(error, MaxRetryError) and error.reason:
            error = error.reason
        if isinstance(error, LocationValueError):
            return InputError(f"{self.url}: not an address that can be fetched: {_short(error)}")
        if isinstance(error, SSLError):
            return InputError(f"{self.url}: the server's certificate can't be trusted: {_short(error)}")
        return _FailedTry(error=error)

    def _begin(self, response: BaseHTTPResponse, have: int, mark: str | None) -> int | None:
        """Make the part ready for what comes; how many bytes the whole file has, where the server says so."""
        status = response.status
        if status in _AGAIN:
            raise _FailedTry(response)
        if status in _GONE or 300 <= status < 400:
            raise InputError(f"{self.url}: answers {status} ({response.reason or 'moved'})")
        first, total = _range(response.headers.get("Content-Range", ""))
        if mark and status == 416 and total == have:
            return total  # all of it had come
        if mark and (status == 416 or (status == 206 and first != have)):
            self.part.drop()
            raise _FailedTry(error=ValueError("the server sends another part than the one asked for"))
        if status == 206 and mark:
            self.resumed = True
        elif status == 200:
            length = response.headers.get("Content-Length", "")
            total = int(length) if length.isascii() and length.isdigit() else None
            self.part.begin(_version(self.url, response))
        else:
            raise InputError(f"{self.url}: answers {status} ({response.reason})")
        if total is not None and total > self.most:
            raise InputError(f"{self.url}: expected at most {self.most:,} bytes, the server announces {total:,}")
        return total

    def _receive(self, response: BaseHTTPResponse, total: int | None) -> None:
        have = self.part.size()
        with open(self.part.path, "ab") as file:
            for piece in response.stream(CHUNK):
                have += len(piece)
                if have > self.most:
                    raise InputError(f"{self.url}: expected at most {self.most:,} bytes, more came")
                file.write(piece)
                self.told(have, total)
        if total is not None and have < total:
            raise _FailedTry(error=EOFError(f"broke off after {have:,} bytes"))


def _pool(url: str) -> PoolManager:
    """Open the connection pool, through the proxy that the environment names, if any."""
    from urllib.request import getproxies, proxy_bypass

    from urllib3 import PoolManager, ProxyManager
    from urllib3.exceptions import LocationValueError
    from urllib3.util import parse_url

    try:
        parsed = parse_url(url)
        proxy = getproxies().get(parsed.scheme or "")
        return ProxyManager(proxy) if proxy and not proxy_bypass(parsed.host or "") else PoolManager()
    except LocationValueError as error:
        raise InputError(f"{url}: not an address that can be fetched: {_short(error)}") from error


def _version(url: str, response: BaseHTTPResponse) -> _FileVersion | None:
    """Read the version of a response; a weak ETag doesn't count, two files of different bytes may share it."""
    etag = response.headers.get("ETag", "")
    mark = response.headers.get("Last-Modified", "") if not etag or etag.startswith("W/") else etag
    return _FileVersion(url, mark) if mark else None


def _range(header: str) -> tuple[int | None, int | None]:
    """The first byte and the whole size that a Content-Range names: `bytes 100-199/200`, `bytes */200`."""
    unit, _, rest = header.partition(" ")
    span, _, whole = rest.partition("/")
    first = span.partition("-")[0]
    if unit != "bytes":
        return None, None
    return _number(first), _number(whole)


def _number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() else None


def _reason(failed: _FailedTry) -> str:
    if failed.response is not None:
        return f"answers {failed.response.status} ({failed.response.reason})"
    return _short(failed.error) if failed.error else "no answer"


def _short(error: Exception) -> str:
    """Describe an error in a line without the names of objects."""
    from urllib3.exceptions import ConnectTimeoutError, NameResolutionError, NewConnectionError, ReadTimeoutError

    if isinstance(error, NameResolutionError):
        return "the host isn't known (no connection?)"
    if isinstance(error, NewConnectionError):
        return "can't be reached"
    if isinstance(error, ConnectTimeoutError | ReadTimeoutError):
        return "the server doesn't answer any more"
    text = " ".join(str(error).split())
    return text if len(text) <= 120 else shown(text, 120)
