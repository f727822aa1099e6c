"""Meaning: the content of a turn, typed, independent of catalogue and language."""

from __future__ import annotations

import msgspec
from msgspec import Raw

from wayframe.errors import InputError
from wayframe.meaning.records import Meaning

__all__ = ["Meaning", "Raw", "decoded"]

_DECODER = msgspec.json.Decoder(Meaning)


def decoded(json: bytes) -> Meaning:
    """Return the meaning that a turn's labels hold as JSON. Raises `InputError` where it is none."""
    try:
        return _DECODER.decode(json)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise InputError(f"meaning: {error}") from error
