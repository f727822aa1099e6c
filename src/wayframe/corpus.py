"""Files of dialogues: a JSON list or JSON lines; plain, .gz or .xz; whole or one dialogue at a time.

Dialogues that follow each other without a line break are taken like lines: files that were joined look like that.
"""

from __future__ import annotations

import codecs
import hashlib
import re
from collections.abc import Iterable, Iterator
from io import BytesIO
from pathlib import Path
from typing import BinaryIO

import msgspec

from wayframe.dialogue import Dialogue, encode
from wayframe.errors import InputError, shown
from wayframe.files import reading, writing

CHUNK = 1 << 20
"""How many bytes `stream` reads at a time, unless a dialogue is longer."""

_DIALOGUE = msgspec.json.Decoder(Dialogue)
_DIALOGUES = msgspec.json.Decoder(tuple[Dialogue, ...])
_MALFORMED = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)
_BLANK = b" \t\r\n"
_LONGEST = len(codecs.BOM_UTF8 + b"[]")  # of what may stand between dialogues, without blanks
# Up to the next brace that is not inside a string; inside a dialogue also past whole objects that hold no other one.
# Possessive: a string or an object that the chunk's end cuts off never matches.
_PLAIN = rb'[^"{}]++|"(?:[^"\\]++|\\.)*+"'
_TO_BRACE = re.compile(rb"(?:%b)*+([{}])" % _PLAIN, re.DOTALL)
_TO_OUTER_BRACE = re.compile(rb"(?:%b|\{(?:%b)*+\})*+([{}])" % (_PLAIN, _PLAIN), re.DOTALL)
_SAID = 120  # characters of what is wrong, without where
_PATH = re.compile(r" - at `\$\.?(.*)`$")


def read(path: str | Path) -> tuple[Dialogue, ...]:
    """All dialogues of a file.

    Raises `InputError` naming file, dialogue and field where the file is not a list or lines of dialogues. What a turn
    says under `frames` and `db` is JSON then, but not yet looked into (`wayframe.validation` does that).
    """
    with reading(path) as file:
        data = file.read()
    try:
        _check_text(data)
        listed = data.lstrip(_BLANK).startswith(b"[")
        if dialogues := _DIALOGUES.decode(data) if listed else tuple(_DIALOGUE.decode_lines(data)):
            return dialogues
    except _MALFORMED:
        pass  # the way below is slower, and says which dialogue it was
    return tuple(_decoded(path, BytesIO(data), len(data)))


def stream(path: str | Path, chunk: int = CHUNK) -> Iterator[Dialogue]:
    """The dialogues of a file one at a time, in the memory that a chunk and a dialogue take. Raises like `read`."""
    with reading(path) as file:
        yield from _decoded(path, file, chunk)


def write(path: str | Path, dialogues: Iterable[Dialogue]) -> int:
    """Write dialogues as JSON lines if the name says .jsonl (before .gz or .xz), else as a list; how many it wrote."""
    lines = ".jsonl" in Path(path).suffixes[-2:]
    before, between, after = (b"", b"\n", b"\n") if lines else (b"[\n", b",\n", b"\n]\n")
    count = 0
    with writing(path) as file:
        for count, dialogue in enumerate(dialogues, 1):
            file.write(before if count == 1 else between)
            file.write(line(dialogue) if lines else encode(dialogue))
        file.write(after if count else before + after)
    return count


def line(dialogue: Dialogue) -> bytes:
    """A dialogue as a line of JSON, without the line break at its end."""
    data = encode(dialogue)
    between_values = b"\n" in data or b"\r" in data  # of what was kept as JSON
    return msgspec.json.format(data, indent=-1) if between_values else data


def digest(dialogues: Iterable[Dialogue]) -> str:
    """The sha256 of dialogues as JSON lines: by it a model names what it was trained on."""
    found = hashlib.sha256()
    for dialogue in dialogues:
        found.update(line(dialogue) + b"\n")
    return found.hexdigest()


def parse(data: bytes) -> Dialogue:
    """The dialogue that a piece of JSON holds. Raises `InputError` saying what is wrong, and at which field."""
    try:
        _check_text(data)
        return _DIALOGUE.decode(data)
    except _MALFORMED as error:
        raise InputError(reason(error)) from error


def _decoded(path: str | Path, file: BinaryIO, chunk: int) -> Iterator[Dialogue]:
    for number, data in enumerate(pieces(path, file, chunk), 1):
        try:
            dialogue = parse(data)
        except InputError as error:
            raise InputError(f"{path}: dialogue {number}: {error}") from error
        yield dialogue


def _check_text(data: bytes) -> None:
    """Raise `UnicodeDecodeError` where it isn't UTF-8: msgspec doesn't look into what it keeps as JSON."""
    if not data.isascii():
        parts = (data[start : start + CHUNK] for start in range(0, len(data), CHUNK))
        for _ in codecs.iterdecode(parts, "utf-8"):
            pass


def reason(error: Exception) -> str:
    """Describe an error of decoding in a few words."""
    if isinstance(error, UnicodeDecodeError):
        return f"not UTF-8: byte 0x{error.object[error.start]:02x}"
    if isinstance(error, RecursionError):
        return "nested too deeply"
    text = str(error)
    place = _PATH.search(text)
    said = text[: place.start()] if place else text
    said = said if len(said) <= _SAID else f"{said[: _SAID - 1]}…"  # it may quote a value, however long
    said = said if said.startswith("JSON") else said[:1].lower() + said[1:]
    return f"{said}, at {place[1]}" if place else said


def pieces(path: str | Path, file: BinaryIO, chunk: int = CHUNK) -> Iterator[bytes]:
    """The JSON of each outermost object of a list or of lines; what stands between objects is checked.

    A piece that is not complete doubles what is read next, so that the work stays proportional to the file.
    """
    between = _ListSeparators(path)
    buffer, start, position, depth = b"", 0, 0, 0
    while more := file.read(max(chunk, len(buffer) - start)):
        buffer, position, start = buffer[start:] + more, position - start, 0
        while match := (_TO_OUTER_BRACE if depth else _TO_BRACE).match(buffer, position):
            position = match.end()
            depth += 1 if match[1] == b"{" else -1
            if match[1] == b"{" and depth == 1:
                between.open(buffer[start : position - 1])
                start = position - 1
            elif depth == 0:
                yield buffer[start:position]
                start = position
            elif depth < 0:
                raise between.odd(buffer[start:position])
        if depth == 0 and len(buffer[start:].translate(None, _BLANK)) > _LONGEST:
            raise between.odd(buffer[start:])
    if depth:
        raise InputError(f"{path}: dialogue {between.count}: has no end: cut off, or not JSON")
    between.close(buffer[start:])


class _ListSeparators:
    """Separators between dialogues: the commas and brackets of one list, or blanks."""

    def __init__(self, path: str | Path) -> None:
        self.path = path
        self.count = 0
        self.listed = False

    def open(self, found: bytes) -> None:
        """A dialogue begins after `found`."""
        mark = self.mark(found)
        if self.count == 0:
            self.listed = mark == b"["
            expected = mark in (b"", b"[")
        else:
            expected = mark == (b"," if self.listed else b"")
        if not expected:
            raise self.odd(found)
        self.count += 1

    def close(self, found: bytes) -> None:
        """The file ends after `found`."""
        mark = self.mark(found)
        if not self.count and mark in (b"", b"[]"):
            raise InputError(f"{self.path}: holds no dialogue")
        if mark == b"[" or (self.listed and mark in (b"", b",")):
            raise InputError(f"{self.path}: {self.where}: the list is cut off")
        if mark != (b"]" if self.listed else b""):
            raise self.odd(found)

    def odd(self, found: bytes) -> InputError:
        """The complaint about `found`."""
        text = shown(found.strip(_BLANK).decode("utf-8", "replace"), 30)
        return InputError(f"{self.path}: {self.where}: expected a dialogue as JSON, found {text}")

    def mark(self, found: bytes) -> bytes:
        """Strip blanks from `found`, and a byte order mark at the start of the file."""
        return found.strip(_BLANK).removeprefix(b"" if self.count else codecs.BOM_UTF8).translate(None, _BLANK)

    @property
    def where(self) -> str:
        return f"after dialogue {self.count}" if self.count else "at the start"
