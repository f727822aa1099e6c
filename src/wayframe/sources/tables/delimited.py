"""Delimited text as it lies about: any encoding, any delimiter, titles above the header and remarks below the rows."""

from __future__ import annotations

import codecs
import csv
import io
from typing import NamedTuple

from wayframe.errors import InputError
from wayframe.files import reading
from wayframe.schema.rawtable import RawTable, ReadingSettings
from wayframe.sources.tables import layout

_BOMS = {codecs.BOM_UTF8: "utf-8-sig", codecs.BOM_UTF16_LE: "utf-16", codecs.BOM_UTF16_BE: "utf-16"}
_GUESSED = ("cp1252", "cp1250", "cp1251", "cp1253", "cp932", "gb18030", "big5", "cp949")
"""Encodings that a text that isn't UTF-8 may have; the first is taken where none is likelier."""

_LIKELIER = 0.1  # by so much less mess than cp1252 makes
_SAMPLE = 20_000  # characters, bytes that are looked at
_DELIMITERS = ",;\t|"
_NAMES = {",": "commas", ";": "semicolons", "\t": "tabs", "|": "bars", " ": "blanks"}
_LONGEST_CELL = 1 << 20


class DecodedText(NamedTuple):
    """A text and the encoding it was in; `guessed` where nothing says that it is that."""

    text: str
    encoding: str
    guessed: bool = False


def load(path: str, said: ReadingSettings) -> RawTable:
    """Return the table in a file. Raises `InputError`."""
    with reading(path) as file:
        content = file.read()
    decoded = decode(content, path, said.encoding)
    if not decoded.text.strip():
        raise InputError(f"{path}: expected a header and rows, found an empty file")
    if "\0" in decoded.text:
        raise InputError(f"{path}: expected text, found a zero byte")
    dialect = _dialect(decoded.text, said.delimiter)
    notes = [f"read as {decoded.encoding}, as it isn't UTF-8: or encoding = '…'"] if decoded.guessed else []
    if dialect.delimiter not in _DELIMITERS:
        name = _NAMES.get(dialect.delimiter, repr(dialect.delimiter))
        notes.append(f"cells stand between {name}: or delimiter = '…'")
    table = layout.table(path, _lines(path, decoded.text, dialect), said)
    return table._replace(notes=(*notes, *table.notes), delimiter=dialect.delimiter)


def decode(content: bytes, path: str, encoding: str = "") -> DecodedText:
    """Return a file's text: in the encoding that is said, that a mark says, in UTF-8, else in the likeliest one."""
    if encoding:
        return _decoded(content, encoding, path)
    for mark, name in _BOMS.items():
        if content.startswith(mark):
            return _decoded(content, name, path)
    try:
        return DecodedText(content.decode("utf-8"), "utf-8")
    except UnicodeDecodeError:
        return _decoded(content, _likeliest(content), path)._replace(guessed=True)


def _decoded(content: bytes, encoding: str, path: str) -> DecodedText:
    try:
        return DecodedText(content.decode(encoding), encoding)
    except LookupError as error:
        raise InputError(f"{path}: encoding: there is no {encoding!r}") from error
    except UnicodeError as error:
        raise InputError(f"{path}: expected {encoding}: {error}") from error


def _likeliest(content: bytes) -> str:
    """Return the encoding that makes the least mess of a text."""
    import charset_normalizer

    found = charset_normalizer.from_bytes(content[:_SAMPLE], cp_isolation=[*_GUESSED])
    mess = {match.encoding: match.chaos - match.coherence for match in found}
    usual = mess.get(_GUESSED[0])
    best = min(mess, key=mess.__getitem__, default=_GUESSED[0])
    if usual is not None and usual - mess[best] < _LIKELIER:
        return _GUESSED[0]
    return best


class _Dialect(NamedTuple):
    delimiter: str
    quote: str = '"'
    escape: str | None = None


def _dialect(text: str, delimiter: str) -> _Dialect:
    """Return what stands between and around a text's cells; that is looked for only where it isn't plain."""
    if delimiter:
        return _Dialect(delimiter)
    sample = text[:_SAMPLE]
    plain = [each for each in _DELIMITERS if _is_even(sample, each)]
    if len(plain) == 1 and "'" not in sample:
        return _Dialect(plain[0])
    from clevercsv.detect import Detector

    found = Detector().detect(sample, delimiters=[*_DELIMITERS, " "], verbose=False)
    if found is None or not found.delimiter:
        return _Dialect(plain[0] if plain else ",")
    return _Dialect(found.delimiter, found.quotechar or '"', found.escapechar or None)


def _is_even(sample: str, delimiter: str) -> bool:
    """Return whether a delimiter parts all lines of a sample into as many cells, more than one."""
    rows = list(csv.reader(io.StringIO(sample, newline=""), delimiter=delimiter))
    whole = rows[:-1] if len(rows) > 2 else rows  # the last may be cut off
    widths = {len(row) for row in whole if row}
    return len(widths) == 1 and max(widths) > 1


def _lines(path: str, text: str, dialect: _Dialect) -> list[layout.Line]:
    """Return the lines that say something, with their numbers."""
    csv.field_size_limit(_LONGEST_CELL)
    rows = csv.reader(
        io.StringIO(text, newline=""), delimiter=dialect.delimiter, quotechar=dialect.quote,
        escapechar=dialect.escape, skipinitialspace=dialect.delimiter == " ",
        strict=True,
    )  # fmt: skip
    found = list[layout.Line]()
    try:
        for row in rows:
            cells = [cell.strip() for cell in row]
            if any(cells):
                found.append(layout.Line(rows.line_num, cells))
    except csv.Error as error:
        raise InputError(f"{path}: line {rows.line_num}: {error}") from error
    return found
