"""Where a model is found and what it costs."""

from __future__ import annotations

import os
from typing import Literal
from urllib.parse import urlsplit

from wayframe.dialogue import FramesRecord
from wayframe.errors import InputError, shown
from wayframe.llm.usage import Usage

KEYS = ("WAYFRAME_LLM_KEY", "OPENAI_API_KEY")
"""The environment variables that may hold the key; the first that does is taken."""

_NO_KEY = "none"  # servers of one's own ask for none, the protocol's client for some
_MILLION = 1_000_000


TIMEOUT = 10.0
"""Seconds that an answer may take, unless something else is asked for."""

AskedBy = Literal["json_schema", "json_object", "words"]
"""The way in which a server is asked for JSON of a form."""

Role = Literal["nlu", "nlg", "both", "unsure", "tools"]
"""The work of a model: to read, to word, both, to read what the embedded reader is unsure of, or to act by tools."""


class LLMError(Exception):
    """A model gave no answer that can be used.

    The message says why in a few words, with no key and no answer in it; `used` is what it took.
    """

    used = Usage()


class AnswerError(LLMError):
    """A model answered, but with nothing that can be used: nothing at all, too much, or another form."""


class Prices(FramesRecord, frozen=True, gc=False):
    """What a million tokens cost: those that are read and those that are written, in dollars."""

    read: float
    written: float

    def cost(self, read: int, written: int) -> float:
        """Return what so many tokens cost, in dollars."""
        return (read * self.read + written * self.written) / _MILLION


class Endpoint(FramesRecord, frozen=True, gc=False):
    """An OpenAI-compatible endpoint, and the model there.

    `timeout` is in seconds and holds for an answer with all its retries, of which there are at most `retries`. `role`
    says what the model is asked for, `asked_by` how its server is asked for JSON. A model that has taken a `budget` of
    tokens isn't asked any more.
    """

    url: str
    model: str
    timeout: float = TIMEOUT
    retries: int = 2
    prices: Prices | None = None
    role: Role = "both"
    asked_by: AskedBy = "json_schema"
    budget: int | None = None

    @property
    def understands(self) -> bool:
        """Return whether the model reads what users write."""
        return self.role in ("nlu", "both", "unsure")

    @property
    def words(self) -> bool:
        """Return whether the model words what the agent says."""
        return self.role in ("nlg", "both")


def checked(endpoint: Endpoint) -> Endpoint:
    """The endpoint. Raises `InputError` where its URL is none, or tells a secret, and where it has no model."""
    try:
        parts = urlsplit(endpoint.url)
        well = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        well = False
    if not well or parts.query or parts.fragment or "@" in parts.netloc:
        raise InputError("--llm: expected a base URL as https://host/v1, without user, key or query in it")
    if not endpoint.model.strip():
        raise InputError(f"--llm-model: expected the name of a model, found {shown(endpoint.model)}")
    return endpoint


def key() -> str:
    """The key for the endpoint, from the environment. Raises `InputError` where no request can carry it."""
    name = next((name for name in KEYS if os.environ.get(name, "").strip()), None)
    found = os.environ[name].strip() if name else _NO_KEY
    if not (found.isascii() and found.isprintable()):
        raise InputError(f"{name}: expected a key in ASCII, found other characters")
    return found
