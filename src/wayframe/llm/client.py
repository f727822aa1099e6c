"""Questions to a model, with answers of the form asked for: tried again, timed, counted, and bounded in length."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Any, Generic, NamedTuple, TypeVar

import msgspec

from wayframe.extras import missing
from wayframe.llm.endpoint import Endpoint, LLMError, key
from wayframe.llm.usage import Meter, Usage

T = TypeVar("T")

LONGEST = 256 << 10
"""Bytes that an answer may have, its envelope included; a hundred times what one needs."""

_PASSING = (408, 409, 425, 429)  # and all from 500 on: what may be gone when it is tried again
_PAUSE = 0.25  # seconds before the second try; doubled before each that follows


class Shape(NamedTuple, Generic[T]):
    """The form of an answer: a name and a JSON schema for the model, the record that it is read into for us."""

    name: str
    schema: Mapping[str, Any]
    record: type[T]


class Answer(NamedTuple, Generic[T]):
    """A model's answer, and what it took."""

    value: T
    used: Usage


class _Message(msgspec.Struct):
    content: str | None = None


class _Choice(msgspec.Struct):
    message: _Message


class _Tokens(msgspec.Struct):
    prompt_tokens: int = 0
    completion_tokens: int = 0


class _Completion(msgspec.Struct):
    choices: tuple[_Choice, ...]
    usage: _Tokens | None = None


class _PassingError(LLMError):
    """What may be gone when it is tried again; `pause` is how long the server says to wait, in seconds."""

    def __init__(self, said: str, pause: float = 0.0) -> None:
        super().__init__(said)
        self.pause = pause


class Client:
    """Asks one model at one endpoint; many threads may ask at once."""

    def __init__(self, endpoint: Endpoint) -> None:
        """Raises `InputError` where the library for the protocol is missing."""
        try:
            import openai
        except ModuleNotFoundError as error:
            raise missing(f"a language model needs {error.name}", "llm") from error
        self.endpoint = endpoint
        self._meter = Meter()
        self._openai: Any = openai.OpenAI(base_url=endpoint.url, api_key=key(), timeout=endpoint.timeout, max_retries=0)

    @property
    def used(self) -> Usage:
        """Return what all questions so far took."""
        return self._meter.sum

    def ask(self, instructions: str, question: str, shape: Shape[T]) -> Answer[T]:
        """The model's answer in the form asked for. Raises `LLMError`; what it took is counted all the same."""
        run = _Run(self.endpoint)
        try:
            value = run.until_done(lambda: self._answer(run, instructions, question, shape))
        except LLMError as error:
            error.used = run.used(failures=1)
            self._meter.add(error.used)
            raise
        used = run.used()
        self._meter.add(used)
        return Answer(value, used)

    def _answer(self, run: _Run, instructions: str, question: str, shape: Shape[T]) -> T:
        completion = _decoded(self._body(run, instructions, question, shape), _Completion)
        if completion.usage:
            run.tokens = completion.usage
        content = completion.choices[0].message.content if completion.choices else None
        if not content:
            raise LLMError("an empty answer")
        return _decoded(content.encode(), shape.record)

    def _body(self, run: _Run, instructions: str, question: str, shape: Shape[Any]) -> bytes:
        """Return what the endpoint sends back, read piece by piece as long as there is time and it isn't too long."""
        import httpx2
        import openai

        body = bytearray()
        schema = {"name": shape.name, "strict": True, "schema": shape.schema}
        messages = [{"role": "system", "content": instructions}, {"role": "user", "content": question}]
        try:
            with self._openai.chat.completions.with_streaming_response.create(
                model=self.endpoint.model,
                messages=messages,
                response_format={"type": "json_schema", "json_schema": schema},
                extra_headers={"Accept-Encoding": "identity"},
                timeout=run.left(),
            ) as response:
                for piece in response.iter_bytes():
                    body += piece
                    run.left()
                    if len(body) > LONGEST:
                        raise LLMError("an answer that is too long")
        except (openai.APITimeoutError, httpx2.TimeoutException) as error:
            raise run.late() from error
        except openai.APIStatusError as error:
            raise _status(error.status_code, error.response.headers.get("retry-after", "")) from error
        except (openai.APIConnectionError, httpx2.TransportError) as error:
            raise _PassingError("a broken connection" if body else "no connection") from error
        except (openai.OpenAIError, httpx2.HTTPError) as error:
            raise LLMError("an answer that is no answer") from error
        return bytes(body)


class _Run:
    """One question on its way: how often it was sent, how long it may take."""

    def __init__(self, endpoint: Endpoint) -> None:
        self._endpoint, self._start = endpoint, time.monotonic()
        self._calls = 0
        self.tokens = _Tokens()

    def until_done(self, attempt: Callable[[], T]) -> T:
        """The outcome of the first attempt that comes to one. Raises `LLMError` with the last one's reason."""
        for retry in range(self._endpoint.retries + 1):
            self._calls += 1
            try:
                return attempt()
            except _PassingError as error:
                pause = max(error.pause, _PAUSE * 2**retry)
                if retry == self._endpoint.retries or pause >= self.left():
                    raise
                time.sleep(pause)
        raise AssertionError("the last attempt returns or raises")

    def left(self) -> float:
        """The seconds that are left. Raises `LLMError` where there are none."""
        left = self._start + self._endpoint.timeout - time.monotonic()
        if left <= 0:
            raise self.late()
        return left

    def late(self) -> LLMError:
        """Return what is wrong with an answer that doesn't come."""
        return LLMError(f"no answer in {self._endpoint.timeout:g} s")

    def used(self, failures: int = 0) -> Usage:
        """Return what the question took."""
        read, written = self.tokens.prompt_tokens, self.tokens.completion_tokens
        cost = self._endpoint.prices.cost(read, written) if self._endpoint.prices else None
        return Usage(self._calls, failures, time.monotonic() - self._start, read, written, cost)


def _status(code: int, retry_after: str) -> LLMError:
    said = f"HTTP {code}"
    if code in _PASSING or code >= 500:
        return _PassingError(said, float(retry_after) if retry_after.isdecimal() else 0.0)
    return LLMError(said)


def _decoded(content: bytes, record: type[T]) -> T:
    try:
        return msgspec.json.decode(content, type=record)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise LLMError("an answer of another form") from error
