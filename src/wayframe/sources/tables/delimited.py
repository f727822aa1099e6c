"""Delimited text as it lies about: any encoding, any delimiter, titles above the header and remarks below the rows."""

from __future__ import annotations

import codecs
import csv
import io
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from wayframe.errors import InputError, shown
from wayframe.files import reading
from wayframe.schema.tables import RawTable, ReadingSettings
from wayframe.schema.units import EMPTY

MOST_ROWS = 200_000
"""Rows that a table may have: all of them are held, and looked at for every search."""

_LOOKED_AT = 200  # lines, for how wide the table is
_MOST_ODD = 0.1  # share of rows that don't fit the header
_FEW_LINES, _FEW_ODD = 10, 2  # of more lines than these so many may be odd, however few there are
_NAME = "name"


class Line(NamedTuple):
    """A line that says something: its number, its cells."""

    number: int
    cells: list[str]

    @property
    def filled(self) -> int:
        """Return how many cells say something."""
        return sum(map(bool, self.cells))

    @property
    def numbers(self) -> dict[int, float]:
        """The cells that are numbers, by their place."""
        read = {place: _number(cell) for place, cell in enumerate(self.cells)}
        return {place: number for place, number in read.items() if number is not None}


class Layout(NamedTuple):
    """The parts of a file: its columns' names, the lines of its rows, and what was noticed."""

    names: list[str]
    rows: Sequence[Line]
    notes: list[str]


def table(source: str, lines: Sequence[Line], said: ReadingSettings) -> RawTable:
    """Return the table that lines are. Raises `InputError` where they are none."""
    if not lines:
        raise InputError(f"{source}: expected a header and rows, found no rows")
    return _raw(source, _laid_out(lines, said))


def rows_table(source: str, names: Sequence[str], rows: Sequence[Sequence[str]]) -> RawTable:
    """Return the table of rows that say by themselves what their columns are called: of a database, a document."""
    lines = [Line(number, list(row)) for number, row in enumerate(rows, 1)]
    return _raw(source, Layout(list(names), lines, []))


def _raw(source: str, layout: Layout) -> RawTable:
    names, twice = _distinct(layout.names)
    rows, odd = _rows(source, names, layout.rows)
    raw = RawTable(source, tuple(names), tuple(rows), (*layout.notes, *twice, *odd))
    return _named(_without_empty(raw))


# The header


def _laid_out(lines: Sequence[Line], said: ReadingSettings) -> Layout:
    """Return the parts of a file: the header is the first line as wide as the table, or the one that is said."""
    width = _width(lines)
    first = min(said.skip, len(lines) - 1) if said.skip >= 0 else _first_line(lines, width)
    last = _last_line(lines, width)
    header, rows = lines[first], lines[first + 1 : last]
    notes = list[str]()
    if first and said.skip < 0:
        notes.append(f"line {lines[first - 1].number} and what is above it are left out: or skip = 0")
    if last < len(lines):
        notes.append(f"line {lines[last].number} and what is below it are left out")
    if said.header:
        return Layout([*said.header], lines[first:last], notes)
    if _is_row(header, rows):
        notes.append("no line names the columns: header = ['…', '…'] does")
        return Layout([f"column {place}" for place in range(1, len(header.cells) + 1)], lines[first:last], notes)
    return Layout(_fitted(header.cells, rows), rows, notes)


def _width(lines: Sequence[Line]) -> int:
    """Return how many cells most lines have."""
    counted = Counter(len(line.cells) for line in lines[:_LOOKED_AT])
    return counted.most_common(1)[0][0] if counted else 0


def _first_line(lines: Sequence[Line], width: int) -> int:
    """Return the place of the first line of the table; shorter ones above are titles."""
    least = width - 1 if width > 2 else width
    for place, line in enumerate(lines[:_LOOKED_AT]):
        if len(line.cells) < least:
            continue
        if line.filled >= least:
            return place
        below = max((other.filled for other in lines[place + 1 : place + 4]), default=0)
        if 2 * line.filled > width and line.filled >= below:
            return place
    return 0


def _last_line(lines: Sequence[Line], width: int) -> int:
    """Return the place after the last row: remarks below it have a single cell."""
    last = len(lines)
    while width > 1 and last and lines[last - 1].filled == 1 and len(lines[last - 1].cells) < width:
        last -= 1
    return last


def _is_row(first: Line, rows: Sequence[Line]) -> bool:
    """Return whether the first line is a row: numbers stand over numbers, and they don't go up as years do."""
    numbers = list(first.numbers.values())
    if len(numbers) in (0, len(first.cells)):
        return bool(numbers)
    if len(numbers) > 1 and numbers == sorted(set(numbers)):
        return False
    sample = rows[:_LOOKED_AT]
    return all(_is_numeric(sample, place) for place in first.numbers)


def _is_numeric(rows: Sequence[Line], place: int) -> bool:
    told = [row for row in rows if place < len(row.cells) and row.cells[place].casefold() not in EMPTY]
    return bool(told) and all(place in row.numbers for row in told)


def _number(text: str) -> float | None:
    try:
        return float(text.replace(",", ""))
    except ValueError:
        return None


def _fitted(cells: Sequence[str], rows: Sequence[Line]) -> list[str]:
    """Return a header's cells as wide as the rows: one for an unnamed first column, no empty ones at the end."""
    width = _width(rows)
    if len(cells) == width - 1 and len(rows) > 1:
        return ["", *cells]
    return _trimmed(cells, width)


def _trimmed(cells: Sequence[str], width: int) -> list[str]:
    """Return cells without the empty ones at the end that are more than there are columns."""
    kept = list(cells)
    while len(kept) > width and not kept[-1]:
        kept.pop()
    return kept


def _distinct(names: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return the names of columns, each once: what comes again is numbered, which is noted."""
    found, notes = list[str](), list[str]()
    taken = set[str]()
    for place, name in enumerate(names, 1):
        number, own = 1, name
        while own and own.casefold() in taken:
            number += 1
            own = f"{name} {number}"
        if own != name:
            notes.append(f"column {place}: {shown(name)} comes twice, and is called {shown(own)}")
        taken.add(own.casefold())
        found.append(own)
    return found, notes


# Rows


def _rows(
    source: str, names: Sequence[str], lines: Sequence[Line]
) -> tuple[list[tuple[int, tuple[str, ...]]], list[str]]:
    """Return the rows, each with a cell for each column, and what was noticed. Raises `InputError`."""
    width, notes = len(names), list[str]()
    rows, odd = list[tuple[int, tuple[str, ...]]](), list[Line]()
    for line in lines:
        cells = _trimmed(line.cells, width)
        if len(cells) != width:
            odd.append(line)
            done = "left out" if len(cells) > width else "the last are empty"
            notes.append(f"line {line.number}: {len(cells)} cells instead of {width}: {done}")
        if len(cells) > width:
            continue
        if len(rows) == MOST_ROWS:
            raise InputError(f"{source}: more than {MOST_ROWS:,} rows, which only CSV, Parquet and databases may have")
        padding = [""] * (width - len(cells))
        rows.append((line.number, (*cells, *padding)))
    if len(odd) > _most_odd(len(lines)):
        raise InputError(f"{source}: line {odd[0].number}: expected {width} cells, found {len(odd[0].cells)}")
    return rows, notes


def _most_odd(lines: int) -> float:
    """Return how many of so many lines may not fit the header: none of a few."""
    if lines <= _FEW_LINES:
        return 0
    return max(_MOST_ODD * lines, _FEW_ODD)


# Columns


def _without_empty(raw: RawTable) -> RawTable:
    """Return the table without columns that have neither a name nor a cell."""
    named = [place for place, name in enumerate(raw.header) if name or any(raw.column(place))]
    return raw if len(named) == len(raw.header) else raw.kept(named)


def _named(raw: RawTable) -> RawTable:
    """Return the table with all columns named: one that only counts rows goes, one of texts of its own is a name."""
    header, notes, kept = list(raw.header), list(raw.notes), list[int]()
    for place, name in enumerate(raw.header):
        if any(map(str.isalnum, name)):
            kept.append(place)
            continue
        cells = raw.column(place)
        if len(header) > 1 and _counts(cells):
            notes.append(f"column {place + 1} has no name and counts the rows: left out")
            continue
        header[place] = _NAME if _are_names(cells, header) else f"column {place + 1}"
        notes.append(f"column {place + 1} has no name: it is called {shown(header[place])}")
        kept.append(place)
    return raw._replace(header=tuple(header), notes=tuple(notes)).kept(kept)


def _counts(cells: Sequence[str]) -> bool:
    """Return whether cells are the numbers of rows, with gaps where rows were taken out."""
    if not all(map(str.isdecimal, cells)):
        return False
    return all(one < other for one, other in pairwise(map(int, cells)))


def _are_names(cells: Sequence[str], header: Sequence[str]) -> bool:
    """Return whether a column without a name may be that of names."""
    texts = sum(_number(cell) is None for cell in cells)
    if len(set(cells)) < len(cells) or 2 * texts <= len(cells):
        return False
    return _NAME not in map(str.casefold, header)


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
    return _table_of(path, content, said)[0]


def _table_of(path: str, content: bytes, said: ReadingSettings) -> tuple[RawTable, DecodedText, Dialect]:
    """Return the table that a file's content is, how it was decoded and its dialect."""
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
    read = table(path, _lines(path, decoded.text, dialect), said)
    return read._replace(notes=(*notes, *read.notes), delimiter=dialect.delimiter), decoded, dialect


class FileHead(NamedTuple):
    """The beginning of a large file as a table: how it is decoded, its dialect, how wide it is."""

    raw: RawTable
    encoding: str
    dialect: Dialect
    width: int

    @property
    def skipped(self) -> int:
        """The lines above the first row."""
        return self.raw.rows[0][0] - 1


_HEAD = 1 << 18  # bytes


def head(path: str, said: ReadingSettings) -> FileHead:
    """Return the beginning of a file as a table. Raises `InputError`."""
    with reading(path) as file:
        content = file.read(_HEAD)
    whole = content[: content.rfind(b"\n") + 1] if len(content) == _HEAD else content
    raw, decoded, dialect = _table_of(path, whole, said)
    if not raw.rows:
        raise InputError(f"{path}: expected a header and rows, found no rows")
    widths = Counter(len(line.cells) for line in _lines(path, decoded.text, dialect)[:_LOOKED_AT])
    return FileHead(raw, decoded.encoding, dialect, widths.most_common(1)[0][0])


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


class Dialect(NamedTuple):
    """The marks between and around cells."""

    delimiter: str
    quote: str = '"'
    escape: str | None = None


def _dialect(text: str, delimiter: str) -> Dialect:
    """Return what stands between and around a text's cells; that is looked for only where it isn't plain."""
    if delimiter:
        return Dialect(delimiter)
    sample = text[:_SAMPLE]
    plain = [each for each in _DELIMITERS if _is_even(sample, each)]
    if len(plain) == 1 and "'" not in sample:
        return Dialect(plain[0])
    from clevercsv.detect import Detector

    found = Detector().detect(sample, delimiters=[*_DELIMITERS, " "], verbose=False)
    if found is None or not found.delimiter:
        return Dialect(next(iter(plain), ","))
    return Dialect(found.delimiter, found.quotechar or '"', found.escapechar or None)


def _is_even(sample: str, delimiter: str) -> bool:
    """Return whether a delimiter parts all lines of a sample into as many cells, more than one."""
    rows = list(csv.reader(io.StringIO(sample, newline=""), delimiter=delimiter))
    whole = rows[:-1] if len(rows) > 2 else rows  # the last may be cut off
    widths = {len(row) for row in whole if row}
    return len(widths) == 1 and max(widths) > 1


def _lines(path: str, text: str, dialect: Dialect) -> list[Line]:
    """Return the lines that say something, with their numbers."""
    csv.field_size_limit(_LONGEST_CELL)
    rows = csv.reader(
        io.StringIO(text, newline=""), delimiter=dialect.delimiter, quotechar=dialect.quote,
        escapechar=dialect.escape, skipinitialspace=dialect.delimiter == " ",
        strict=True,
    )  # fmt: skip
    found = list[Line]()
    try:
        for row in rows:
            cells = [cell.strip() for cell in row]
            if any(cells):
                found.append(Line(rows.line_num, cells))
    except csv.Error as error:
        raise InputError(f"{path}: line {rows.line_num}: {error}") from error
    return found
