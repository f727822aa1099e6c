"""Questions to a model, with answers of the form asked for, and its turns of a conversation with tools.

All are tried again, timed, counted, and bounded in length.

Servers differ in how they are asked for JSON of a form: by a JSON schema, by JSON of any form, by words alone. The
client begins with the first and goes on with the next where a server refuses it, or takes it and ignores it. A model
that keeps failing is left alone for a while, so that a hanging one doesn't cost every turn its time.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from typing import Any, Generic, NamedTuple, TypeVar, get_args

import msgspec

from wayframe.errors import InputError, shown
from wayframe.extras import missing
from wayframe.llm.answers import Completion, Tokens, decoded, read_as
from wayframe.llm.breaker import Breaker
from wayframe.llm.cassette import Cassette, Exchange
from wayframe.llm.chat import ChatTurn, ChatTurnParts, function
from wayframe.llm.endpoint import AnswerError, AskedBy, Endpoint, LLMError, key
from wayframe.llm.json_schema import YES_NO, obj
from wayframe.llm.usage import Meter, Usage, total

T = TypeVar("T")

LONGEST = 256 << 10
"""Bytes that an answer may have, its envelope included; a hundred times what one needs."""

CHAT = "chat"
"""The name of the form of a turn of a conversation."""

_REFUSED = (400, 404, 415, 422, 501)
"""The statuses of servers that don't know the form in which they are asked."""

LETTERS = 4
"""Letters that count for a token where a server doesn't say how many tokens it has read and written."""

SLIPS = 2
"""After so many questions in a row that were answered as asked only in a later way, that one is the first tried."""

LOADING = 60.0
"""Seconds for which a server is waited for at the start that is there but says that it is unavailable."""

_NEWEST = ":latest"  # which some servers add to the name of a model that is asked for without a version

_UNAVAILABLE = 503
_PASSING = (408, 409, 425, 429)  # and all from 500 on: what may be gone when it is tried again
_PAUSE = 0.25  # seconds before the second try; doubled before each that follows
_LOADING_PAUSE = 1.0  # seconds between two looks whether a model is loaded


class Shape(NamedTuple, Generic[T]):
    """The form of an answer: a name and a JSON schema for the model, the record that it is read into for us."""

    name: str
    schema: Mapping[str, Any]
    record: type[T]


_WAYS: tuple[AskedBy, ...] = get_args(AskedBy)


class _Ready(msgspec.Struct):
    ready: bool


_SWITCH = obj(ready=YES_NO)
_READY = Shape("ready", _SWITCH, _Ready)
_TOOL = function("ready", "Tell whether you are ready.", _SWITCH)


class Answer(NamedTuple, Generic[T]):
    """A model's answer, and what it took."""

    value: T
    used: Usage


class _RefusedError(LLMError):
    """A server may not know the form in which it was asked."""


class _LateError(LLMError):
    """An answer didn't come in time."""


class _PassingError(LLMError):
    """What may be gone when it is tried again; `pause` is how long the server says to wait, in seconds."""

    def __init__(self, said: str, pause: float = 0.0) -> None:
        super().__init__(said)
        self.pause = pause


class Client:
    """Asks one model at one endpoint; many threads may ask at once."""

    def __init__(self, endpoint: Endpoint, cassette: Cassette | None = None, *, rests: bool = True) -> None:
        """`cassette` keeps answers and gives them again; a model that fails is left alone unless it never `rests`.

        Raises `InputError` where the client's library is missing.
        """
        try:
            import openai
        except ModuleNotFoundError as error:
            raise missing(f"a language model needs {error.name}", "llm") from error
        self.endpoint = endpoint
        self._cassette = cassette
        self._meter, self._kept, self._breaker, self._rests = Meter(), Meter(), Breaker(), rests
        self._way: AskedBy = endpoint.asked_by
        self._slips = 0
        self._openai: Any = openai.OpenAI(base_url=endpoint.url, api_key=key(), timeout=endpoint.timeout, max_retries=0)

    @property
    def used(self) -> Usage:
        """Return what all questions so far took; answers that were kept took nothing."""
        return self._meter.sum

    @property
    def worth(self) -> Usage:
        """Return what all answers so far took when they were given, those that were kept among them."""
        return total((self._meter.sum, self._kept.sum))

    @property
    def replayed(self) -> int:
        """Return how many of the answers so far were kept ones."""
        return self._kept.sum.calls

    def check(self, tell: Callable[[str], None]) -> None:
        """Ask whether endpoint and model are there, and try out how the model is asked, which isn't counted.

        `tell` takes a line for the user on what may pass: a model that is still loaded is waited for, one that gives no
        answer is asked all the same. Raises `InputError` saying what is wrong with them.
        """
        self._check_model(tell)
        run = _Run(self.endpoint)
        try:
            self._try_out(run)
        except (_PassingError, _LateError, AnswerError) as error:
            gave = f"{self.endpoint.url} gave {error} when {self.endpoint.model} was tried out"
            tell(f"--llm: {gave}; it is asked all the same")
        except LLMError as error:
            raise InputError(f"--llm: {self.endpoint.url} answers {self.endpoint.model} with {error}") from error
        self._way = run.way or self._way  # at once, as nobody slips in so short an answer
        self.endpoint = msgspec.structs.replace(self.endpoint, asked_by=self._way)

    def _try_out(self, run: _Run) -> None:
        """Ask the shortest question of the kind that the model will be asked."""
        if self.endpoint.understands:
            self._read(run, "Answer with JSON.", "Ready?", _READY)
            return
        messages = [{"role": "user", "content": "Ready?"}]
        acts = {"tools": [_TOOL]} if self.endpoint.role == "tools" else {}
        decoded(self._body(run, {"messages": messages, **acts}), Completion)

    def _check_model(self, tell: Callable[[str], None]) -> None:
        import openai

        try:
            known = self._models(tell)
        except openai.NotFoundError:
            return  # a server that lists no models
        except openai.APIStatusError as error:
            raise InputError(f"--llm: {self.endpoint.url} answers with HTTP {error.status_code}") from error
        except (openai.OpenAIError, ValueError) as error:
            raise InputError(f"--llm: nothing answers at {self.endpoint.url} as a model's endpoint does") from error
        named = (self.endpoint.model, f"{self.endpoint.model}{_NEWEST}")
        if known and not any(name in known for name in named):
            near = ", ".join(get_close_matches(self.endpoint.model, known, cutoff=0) or known[:3])
            raise InputError(f"--llm-model: {self.endpoint.url} has no {shown(self.endpoint.model)}, but {near}")

    def _models(self, tell: Callable[[str], None]) -> list[str]:
        """Return the names of the endpoint's models, once it has loaded what it loads; a closed port isn't waited for.

        That would hide for a while that an address is wrong.
        """
        import openai

        until, waits = time.monotonic() + LOADING, False
        while True:
            try:
                return [model.id for model in self._openai.models.list()]
            except openai.APIStatusError as error:
                if error.status_code != _UNAVAILABLE or time.monotonic() >= until:
                    raise
            if not waits:
                loads = f"{self.endpoint.url} answers with HTTP {_UNAVAILABLE}, as long as it loads a model"
                tell(f"--llm: {loads}: waiting for it, at most {LOADING:g} s")
                waits = True
            time.sleep(_LOADING_PAUSE)

    def ask(self, instructions: str, question: str, shape: Shape[T]) -> Answer[T]:
        """The model's answer in the form asked for. Raises `LLMError`; what it took is counted all the same."""
        kept = self._found(question, shape.name)
        if kept is not None:
            return Answer(read_as(kept.answer, shape.record), Usage())

        def asked(run: _Run) -> tuple[str, T]:
            return run.until_done(lambda: self._read(run, instructions, question, shape))

        (content, value), used = self._counted(asked)
        if self._cassette:
            self._cassette.keep(question, shape.name, content, self.endpoint.model, used)
        return Answer(value, used)

    def chat(
        self, messages: Sequence[Mapping[str, Any]], tools: Sequence[Mapping[str, Any]], told: Callable[[str], None]
    ) -> Answer[ChatTurn]:
        """The model's next turn of a conversation, streamed: `told` takes each piece of its text as it comes.

        The first message holds the instructions. Raises `LLMError`; what it took is counted all the same.
        """
        question = msgspec.json.encode(messages[1:]).decode()
        kept = self._found(question, CHAT)
        if kept is not None:
            said = decoded(kept.answer.encode(), ChatTurn)
            told(said.text)
            return Answer(said, Usage())
        offered = {"tools": tools, "tool_choice": "auto"} if tools else {}
        asked = {"messages": messages, **offered, "stream": True, "stream_options": {"include_usage": True}}
        turn, used = self._counted(lambda run: self._streamed(run, asked, told))
        if self._cassette:
            self._cassette.keep(question, CHAT, msgspec.json.encode(turn).decode(), self.endpoint.model, used)
        return Answer(turn, used)

    def _found(self, question: str, form: str) -> Exchange | None:
        """Return the exchange that is kept of a question, and count what it took; None where there is none."""
        kept = self._cassette.find(question, form, self.endpoint.model) if self._cassette else None
        if kept is not None:
            prices = self.endpoint.prices
            cost = prices.cost(kept.read, kept.written) if prices else None
            self._kept.add(Usage(1, 0, kept.seconds, kept.read, kept.written, cost))
        return kept

    def _counted(self, work: Callable[[_Run], T]) -> Answer[T]:
        """Return what a question comes to; whether and how it did counts for the meter and for the breaker."""
        self._check_budget()
        self._breaker.check()
        run = _Run(self.endpoint)
        try:
            value = work(run)
        except LLMError as error:
            error.used = run.used(failures=1)
            self._meter.add(error.used)
            if self._rests:
                self._breaker.failed(at_once=isinstance(error, _LateError))
            raise
        used = run.used()
        self._meter.add(used)
        self._breaker.answered()
        return Answer(value, used)

    def _check_budget(self) -> None:
        """Raise `LLMError` where the model has taken all its tokens."""
        budget, used = self.endpoint.budget, self.used
        if budget is not None and used.read + used.written >= budget:
            raise LLMError(f"nothing, as its {budget:,} tokens are used up")

    def _streamed(self, run: _Run, asked: Mapping[str, Any], told: Callable[[str], None]) -> ChatTurn:
        """Return a turn that comes piece by piece; once some of it was told, it isn't asked for again."""

        def attempt() -> ChatTurnParts:
            parts = ChatTurnParts(told)
            try:
                for piece in self._pieces(run, asked):
                    parts.take(piece)
                parts.end()
            except _PassingError as error:
                if parts.begun:
                    raise LLMError(str(error)) from error
                raise
            except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
                raise AnswerError("an answer of another form") from error
            return parts

        parts = run.until_done(attempt)
        turn = parts.turn
        said = "".join((turn.text, *(call.name + call.arguments for call in turn.calls)))
        run.count(asked, said, Tokens(*parts.tokens))
        if turn == ChatTurn():
            raise AnswerError("an empty answer")
        return turn

    def _read(self, run: _Run, instructions: str, question: str, shape: Shape[T]) -> tuple[str, T]:
        """Return what the model says and what it comes to, asked in the first way that gives the form asked for."""
        refused = False
        for way in _WAYS[_WAYS.index(self._way) :]:
            last = way == _WAYS[-1]
            asked = _asked(way, instructions, question, shape)
            try:
                completion = decoded(self._body(run, asked), Completion)
            except _RefusedError:
                if last:
                    raise
                refused = True
                continue
            run.count(asked, completion.answer, completion.usage)
            if not completion.answer:
                raise AnswerError("an empty answer")
            try:
                value = read_as(completion.answer, shape.record)
            except AnswerError:
                if last:
                    raise
                continue
            run.way = way
            self._settle(way, at_once=refused)
            return completion.answer, value
        raise AssertionError("the last way returns or raises")

    def _settle(self, way: AskedBy, *, at_once: bool) -> None:
        """Take the way in which an answer came as the first one, once the one before seems to be of no use."""
        self._slips = self._slips + 1 if way != self._way else 0
        if at_once or self._slips >= SLIPS:
            self._way, self._slips = way, 0

    def _body(self, run: _Run, asked: Mapping[str, Any]) -> bytes:
        """Return what the endpoint sends back."""
        return b"".join(self._pieces(run, asked))

    def _pieces(self, run: _Run, asked: Mapping[str, Any]) -> Iterator[bytes]:
        """Yield what the endpoint sends back, as long as there is time and it isn't too long."""
        import httpx2
        import openai

        length = 0
        left = run.left()
        run.calls += 1
        try:
            with self._openai.chat.completions.with_streaming_response.create(
                model=self.endpoint.model,
                **asked,
                extra_headers={"Accept-Encoding": "identity"},
                timeout=left,
            ) as response:
                for piece in response.iter_bytes():
                    length += len(piece)
                    run.left()
                    if length > LONGEST:
                        raise AnswerError("an answer that is too long")
                    yield piece
        except (_LateError, AnswerError):
            run.count(asked)
            raise
        except (openai.APITimeoutError, httpx2.TimeoutException) as error:
            run.count(asked)
            raise run.late() from error
        except openai.APIStatusError as error:
            raise _status(error.status_code, error.response.headers.get("retry-after", "")) from error
        except (openai.APIConnectionError, httpx2.TransportError) as error:
            if not length:
                raise _PassingError("no connection") from error
            run.count(asked)
            raise _PassingError("a broken connection") from error
        except (openai.OpenAIError, httpx2.HTTPError) as error:
            raise LLMError("an answer that is no answer") from error


class _Run:
    """One question on its way: how often it was sent, how long it may take."""

    def __init__(self, endpoint: Endpoint) -> None:
        self._endpoint, self._start = endpoint, time.monotonic()
        self.calls = self._read = self._written = 0
        self.way: AskedBy | None = None
        """The way of asking by which the answer came."""

    def count(self, asked: Mapping[str, Any], said: str = "", tokens: Tokens | None = None) -> None:
        """Count the tokens of a request and its answer; by their letters where the server counts none."""
        if not (tokens and tokens.prompt_tokens):
            tokens = Tokens(len(msgspec.json.encode(asked).decode()) // LETTERS, len(said) // LETTERS)
        self._read += tokens.prompt_tokens
        self._written += tokens.completion_tokens

    def until_done(self, attempt: Callable[[], T]) -> T:
        """The outcome of the first attempt that comes to one. Raises `LLMError` with the last one's reason."""
        for retry in range(self._endpoint.retries + 1):
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
        return _LateError(f"no answer in {self._endpoint.timeout:g} s")

    def used(self, failures: int = 0) -> Usage:
        """Return what the question took."""
        prices = self._endpoint.prices
        cost = prices.cost(self._read, self._written) if prices else None
        return Usage(self.calls, failures, time.monotonic() - self._start, self._read, self._written, cost)


def _asked(way: AskedBy, instructions: str, question: str, shape: Shape[Any]) -> dict[str, Any]:
    """Return the fields of a request that say what is asked and in which form the answer is wanted."""
    if way == "json_schema":
        schema = {"name": shape.name, "strict": True, "schema": shape.schema}
        form: dict[str, Any] = {"response_format": {"type": "json_schema", "json_schema": schema}}
    else:
        told = msgspec.json.encode(shape.schema).decode()
        instructions += f"\n\nAnswer with JSON of this schema and nothing else:\n{told}"
        form = {"response_format": {"type": "json_object"}} if way == "json_object" else {}
    messages = [{"role": "system", "content": instructions}, {"role": "user", "content": question}]
    return {"messages": messages, **form}


def _status(code: int, retry_after: str) -> LLMError:
    said = f"HTTP {code}"
    if code in _REFUSED:
        return _RefusedError(said)
    if code in _PASSING or code >= 500:
        return _PassingError(said, float(retry_after) if retry_after.isdecimal() else 0.0)
    return LLMError(said)
