"""Files of dialogues: a JSON list or JSON lines; plain, .gz or .xz; whole or one dialogue at a time."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import BinaryIO

import msgspec

from wayframe.dialogue import Dialogue, encode
from wayframe.errors import InputError
from wayframe.files import reading, writing

_DIALOGUE = msgspec.json.Decoder(Dialogue)
_DIALOGUES = msgspec.json.Decoder(tuple[Dialogue, ...])
_CHUNK = 1 << 20
_BLANK = b" \t\r\n"
# Up to the next brace that is not inside a string; possessive, so that a string cut off at the chunk's end never matches.
_TO_BRACE = re.compile(rb'(?:[^"{}]++|"(?:[^"\\]++|\\.)*+")*+([{}])', re.DOTALL)
_OPEN, _CLOSE = b"{", b"}"


def read(path: str | Path) -> tuple[Dialogue, ...]:
    """All dialogues of a file.

    Raises `InputError` naming file, dialogue and field where the file is not a list or lines of dialogues.
    """
    with reading(path) as file:
        data = file.read()
    if not data.lstrip(_BLANK).startswith(b"["):
        return tuple(_each(path, [data]))
    try:
        return _DIALOGUES.decode(data)
    except msgspec.DecodeError:
        return tuple(_each(path, [data]))  # slower, and says which dialogue it was


def stream(path: str | Path) -> Iterator[Dialogue]:
    """The dialogues of a file one at a time, in the memory that one of them takes. Raises like `read`."""
    with reading(path) as file:
        yield from _each(path, iter(lambda: file.read(_CHUNK), b""))


def write(path: str | Path, dialogues: Iterable[Dialogue]) -> int:
    """Write dialogues as JSON lines if the name says .jsonl (before .gz or .xz), else as a list; how many it wrote."""
    lines = ".jsonl" in Path(path).suffixes
    count = 0
    with writing(path) as file:
        for dialogue in dialogues:
            _put(file, b"" if lines else b",\n" if count else b"[\n", encode(dialogue), b"\n" if lines else b"")
            count += 1
        if not lines:
            file.write(b"\n]\n" if count else b"[]\n")
    return count


def _put(file: BinaryIO, *parts: bytes) -> None:
    for part in parts:
        file.write(part)


def _each(path: str | Path, chunks: Iterable[bytes]) -> Iterator[Dialogue]:
    number = 0
    for number, data in enumerate(_objects(path, chunks), 1):
        try:
            yield _DIALOGUE.decode(data)
        except msgspec.DecodeError as error:
            raise InputError(f"{path}: dialogue {number}: {_lowered(error)}") from error
    if not number:
        raise InputError(f"{path}: holds no dialogue")


def _objects(path: str | Path, chunks: Iterable[bytes]) -> Iterator[bytes]:
    """The JSON of each outermost object, of a list or of lines; what stands between objects is checked."""
    buffer, start, position, depth, count = b"", 0, 0, 0, 0
    listed = closed = False
    for chunk in chunks:
        buffer, position, start = buffer[start:] + chunk, position - start, 0
        while match := _TO_BRACE.match(buffer, position):
            position = match.end()
            if match[1] == _OPEN:
                if depth == 0:
                    opening = buffer[start : position - 1]
                    listed = _check_between(path, opening, count, listed)
                    start = position - 1
                depth += 1
            else:
                depth -= 1
                if depth < 0:
                    raise InputError(f"{path}: after dialogue {count}: expected a dialogue, found '}}'")
                if depth == 0:
                    count += 1
                    yield buffer[start:position]
                    start = position
    rest = buffer[start:].strip(_BLANK)
    closed = rest == b"]" if listed else not rest
    if depth or not closed:
        if not count and not depth:
            _check_start(path, rest)
        raise InputError(
            f"{path}: cut off in dialogue {count + 1}" if depth or listed and not rest else _odd(path, count, rest)
        )


def _check_between(path: str | Path, between: bytes, count: int, listed: bool) -> bool:
    """Check what stands before an object; whether the file is a list."""
    found = between.strip(_BLANK)
    if count == 0 and found in (b"", b"[", b"\xef\xbb\xbf", b"\xef\xbb\xbf["):
        return found.endswith(b"[")
    if count and found == (b"," if listed else b""):
        return listed
    raise InputError(_odd(path, count, found))


def _check_start(path: str | Path, rest: bytes) -> None:
    if not rest:
        raise InputError(f"{path}: is empty, expected a list or lines of dialogues")
    if rest == b"[]":
        raise InputError(f"{path}: holds no dialogue")


def _odd(path: str | Path, count: int, found: bytes) -> str:
    where = f"after dialogue {count}" if count else "at the start"
    return f"{path}: {where}: expected a dialogue as JSON, found {found[:30].decode('utf-8', 'replace')!r}"


def _lowered(error: Exception) -> str:
    text = str(error)
    return text[:1].lower() + text[1:]
