"""Indexes of large tables: a file read once, its columns kept as arrays beside it until it changes."""

from __future__ import annotations

import re
import secrets
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from pyarrow import csv, feather, ipc, parquet

from wayframe.errors import InputError, shown
from wayframe.files import reading
from wayframe.meaning.records import Flag, Value
from wayframe.schema import Slot, units
from wayframe.schema.columns import MOST_VALUES
from wayframe.schema.inference import FIELD, ROW, SPELLED_KINDS, TableGuess, is_template, row_names, telling_apart
from wayframe.schema.tables import RawTable
from wayframe.sources.constraints import order
from wayframe.sources.places import key
from wayframe.sources.tables import cells, delimited
from wayframe.sources.tables.kept import (
    SUMMARY,
    Array,
    ColumnSummary,
    IndexedTable,
    TableSummary,
    is_numeric,
    value_of,
)
from wayframe.sources.tables.reading import COLUMNAR, suffix, text_of

_BLOCK = 1 << 20  # bytes that are read at once
_SAMPLE = 4_000  # rows by which columns are understood
_MOST_DIGITS = 1e15  # from which on a number is a code
_EXAMPLES = 3
_THOUSANDS = r"^\d{1,3}\.\d{3}$"
_BLANKS = r"^\s|\s$|\s\s|[\t\r\n\f\v]"


def make(table: IndexedTable, folder: Path, mark: str) -> None:
    """Make the index of a file in a folder, in the place of one that was there. Raises `InputError`."""
    with _new_folder(folder) as made:
        _make(table, made, mark)


@contextmanager
def _new_folder(folder: Path) -> Iterator[Path]:
    """Give a folder beside another, whose place it takes when the block ends well."""
    beside = folder.with_name(f".{secrets.token_hex(8)}.part")
    beside.mkdir()
    try:
        yield beside
        old = folder.with_name(f".{secrets.token_hex(8)}.old")
        if folder.exists():
            folder.rename(old)
        beside.rename(folder)
        shutil.rmtree(old, ignore_errors=True)
    finally:
        shutil.rmtree(beside, ignore_errors=True)


# Reading


class Rows(NamedTuple):
    """The rows of a file, all cells text, a file of Arrow's for each column: some of them, how many there are.

    `first` is the line on which the first row stands.
    """

    folder: Path
    sample: RawTable
    total: int
    first: int

    def column(self, header: str) -> Any:
        """Return a column's cells, those that say nothing null."""
        place = self.sample.places[self.sample.header.index(header)]
        with pa.OSFile(str(self.folder / f"{place}.arrow")) as file, ipc.open_stream(file) as found:
            return found.read_all().column(0)


def _spooled(table: IndexedTable, folder: Path) -> Rows:
    """Return a file's rows as texts in files of Arrow's in a folder. Raises `InputError`."""
    spool = _spooled_columnar if suffix(table.path) in COLUMNAR else _spooled_text
    try:
        rows = spool(table, folder)
    except (pa.ArrowException, OSError) as error:
        raise InputError(f"{table.path}: {' '.join(str(error).split())}") from error
    if not rows.total:
        raise InputError(f"{table.path}: expected a header and rows, found no rows")
    return rows


def _spooled_text(table: IndexedTable, folder: Path) -> Rows:
    head = delimited.head(table.path, table.reading)
    odd = list[int]()

    def leave_out(row: Any) -> str:
        odd.append(row.actual_columns)
        return "skip"

    names = [str(place) for place in range(head.width)]
    dialect = head.dialect
    with reading(table.path) as file:
        found = csv.open_csv(
            file,
            csv.ReadOptions(block_size=_BLOCK, column_names=names, skip_rows=head.skipped, encoding=head.encoding),
            csv.ParseOptions(
                delimiter=dialect.delimiter, quote_char=dialect.quote, escape_char=dialect.escape or False,
                newlines_in_values=True, invalid_row_handler=leave_out,
            ),
            csv.ConvertOptions(
                column_types=dict.fromkeys(names, pa.string()), strings_can_be_null=True, null_values=_EMPTY
            ),
        )  # fmt: skip
        count, sampled = _written(found, folder)
    notes = [*head.raw.notes]
    if odd:
        notes.append(f"{len(odd):,} rows have another width than {head.width} and are left out")
    if len(odd) > count / 10:
        raise InputError(f"{table.path}: expected {head.width} cells, found {odd[0]} in the first of {len(odd):,} rows")
    raw = head.raw._replace(notes=tuple(notes), places=head.raw.places or tuple(range(head.width)))
    return Rows(folder, _sampled(raw, sampled), count, head.skipped + 1)


def _spooled_columnar(table: IndexedTable, folder: Path) -> Rows:
    if suffix(table.path) == ".parquet":
        found = parquet.ParquetFile(table.path)
        names, batches = found.schema_arrow.names, found.iter_batches(1 << 16)
    else:
        whole = feather.read_table(table.path, memory_map=True)
        names, batches = whole.column_names, iter(whole.to_batches(1 << 16))
    numbered = [str(place) for place in range(len(names))]
    texts = (pa.record_batch(list(map(_as_texts, batch.columns)), numbered) for batch in batches)
    count, sampled = _written(texts, folder)
    raw = delimited.rows_table(table.path, names, _rows_of(sampled))
    return Rows(folder, raw._replace(places=raw.places or tuple(range(len(names)))), count, 1)


def _as_texts(column: Any) -> Any:
    """Return cells as texts, as those of a small table would be; what says nothing is null."""
    if pa.types.is_timestamp(column.type):
        column = column.cast(pa.date32(), safe=False)
    if pa.types.is_boolean(column.type):
        column = pc.if_else(column, "yes", "no")
    try:
        texts = column.cast(pa.string())
    except pa.ArrowNotImplementedError:
        texts = pa.array([text_of(value) for value in column.to_pylist()], pa.string())
    return pc.if_else(pc.is_in(texts, value_set=pa.array(_EMPTY)), None, texts)


def _empty_words() -> list[str]:
    """Return the cells that say nothing, as they may be written."""
    words = (form for word in units.EMPTY for form in (word, word.upper(), word.capitalize()))
    return list(dict.fromkeys(words))


_EMPTY = _empty_words()


def _written(batches: Any, folder: Path) -> tuple[int, Any]:
    """Write each column of batches to a file in a folder; return how many rows they have, and some from all over."""
    count, taken = 0, list[Any]()
    with ExitStack() as files:
        writers = list[Any]()
        for batch in batches:
            for place, column in enumerate(batch.columns):
                if place == len(writers):
                    path = str(folder / f"{place}.arrow")
                    writers.append(files.enter_context(ipc.new_stream(path, pa.schema([("cells", pa.string())]))))
                writers[place].write_batch(pa.record_batch([column], ["cells"]))
            count += batch.num_rows
            taken.append(batch.take(_places_of(batch.num_rows, _SAMPLE // 10)))
    if not taken:
        return 0, None
    some = pa.Table.from_batches(taken)
    return count, some.take(_places_of(some.num_rows, _SAMPLE))


def _places_of(rows: int, most: int) -> Array:
    """Return so many places, evenly among those of some rows."""
    return np.linspace(0, rows - 1, min(rows, most), dtype=int)


def _rows_of(some: Any) -> list[tuple[str, ...]]:
    columns = [["" if cell is None else cell for cell in column.to_pylist()] for column in some.columns]
    return list(zip(*columns, strict=True))


def _sampled(raw: RawTable, some: Any) -> RawTable:
    """Return the columns of a table with other rows."""
    if some is None:
        return raw._replace(rows=())
    rows = [tuple(" ".join(row[place].split()) for place in raw.places) for row in _rows_of(some)]
    return raw._replace(rows=tuple(enumerate(rows, 1)))


# Arrays


class EncodedColumn(NamedTuple):
    """A column's codes, its values in their order, and the cells that aren't what it holds, by row.

    Values are numbers, or texts with their keys; `written` are those of the first rows as they are said.
    """

    codes: Array
    numbers: Array | None
    texts: Any
    keys: Any
    odd: Mapping[int, str]

    @property
    def told(self) -> int:
        """Return how many cells say something."""
        return int(np.count_nonzero(self.codes)) + len(self.odd)

    def examples(self, slot: Slot) -> tuple[str, ...]:
        """The first different values, as they are said."""
        first = [int(code) for code in dict.fromkeys(self.codes[:_LOOKED_AT].tolist()) if code][:_EXAMPLES]
        if self.numbers is None:
            return tuple(self.texts[code - 1].as_py() for code in first)
        told = [cells.said(slot, value_of(slot, float(self.numbers[code - 1]))) for code in first]
        return tuple(_FLAGS.get(words, str(words)) for words in told)


_FLAGS: Mapping[str | bool, str] = {True: "yes", False: "no"}
_LOOKED_AT = 1_000  # rows


def _make(table: IndexedTable, folder: Path, mark: str) -> None:
    """Write the index of a file into a folder."""
    with tempfile.TemporaryDirectory(dir=folder) as temporary:
        rows = _spooled(table, Path(temporary))
        rows = rows._replace(sample=rows.sample.without(table.ignored))
        guess, names = _understood(table, rows)
        schema = guess.schema
        by = schema.slot(schema.order)
        first = _encoded(rows, by) if by else None
        sorting = _sorting(by, first) if by and first else None

        def encode(number: int) -> tuple[Slot, ColumnSummary]:
            slot = schema.slots[number]
            if slot == by and first:
                column = first
            else:
                column = _encoded_names(names) if slot.name == schema.name else _encoded(rows, slot)
            _write(folder, number, column, sorting, rows.first)
            if slot.name == schema.name:
                np.save(folder / "named.npy", np.argsort(_in_order(column.codes, sorting)).astype(np.uint32))
            described = _described(slot, column, guess)
            pa.default_memory_pool().release_unused()
            return described

        with ThreadPoolExecutor(_THREADS) as pool:
            made = list(pool.map(encode, range(len(schema.slots))))
    slots, columns = zip(*made, strict=True)
    held = msgspec.structs.replace(schema, slots=slots)
    summary = TableSummary(mark, rows.total, held, guess.name.doubts, rows.sample.notes, columns)
    (folder / SUMMARY).write_bytes(msgspec.json.encode(summary))


_THREADS = 2


def _described(slot: Slot, column: EncodedColumn, guess: TableGuess) -> tuple[Slot, ColumnSummary]:
    """Return a slot with all values that it has, and what the load report tells of its column."""
    guesses = {each.slot.header: each for each in guess.columns}
    known = guesses.get(slot.header)
    examples = column.examples(slot)
    if known is None or slot.kind == "name":
        return slot, ColumnSummary(guess.name.why, (), column.told, examples)
    return slot, ColumnSummary(known.why, known.doubts, column.told, examples)


# Names


def _understood(table: IndexedTable, rows: Rows) -> tuple[TableGuess, Any]:
    """Return what is made of the columns, and the rows' names: what names only some rows is no name of them."""
    guess = table.understand(rows.sample, "")
    whole = _with_all_values(rows, guess)
    if whole != rows:
        guess, rows = table.understand(whole.sample, ""), whole
    names = _names(rows, guess.name.header)
    if guess.name.why == _TELLS and _unlike(names) < _NEARLY_ALL * rows.total:
        guess = table.understand(rows.sample, f"{guess.schema.item.capitalize()} {{{ROW}}}")
        names = _names(rows, guess.name.header)
    return guess, _told_apart(rows, guess, names)


def _with_all_values(rows: Rows, guess: TableGuess) -> Rows:
    """Return the rows with a sample that has all values of the columns whose values are spelled out."""
    further = set[int]()
    for slot in guess.schema.of_kind(*SPELLED_KINDS):
        if slot.header not in rows.sample.header:
            continue
        sampled = set(rows.sample.column(rows.sample.header.index(slot.header)))
        encoded = _encoded_once(rows.column(slot.header))
        texts = (" ".join(text.split()) for text in encoded.dictionary.to_pylist())
        unseen = [code for code, text in enumerate(texts) if text not in sampled]
        codes = encoded.indices.fill_null(-1).to_numpy(zero_copy_only=False)
        found, first = np.unique(codes, return_index=True)
        further.update(first[np.isin(found, unseen[: MOST_VALUES + 1])].tolist())
    if not further:
        return rows
    columns = [rows.column(header).take(sorted(further)).fill_null("").to_pylist() for header in rows.sample.header]
    lines = ((place, tuple(cells_)) for place, cells_ in zip(sorted(further), zip(*columns, strict=True), strict=True))
    return rows._replace(sample=rows.sample._replace(rows=(*rows.sample.rows, *lines)))


def _encoded_once(column: Any) -> Any:
    """Return cells as codes of Arrow's and a dictionary."""
    encoded = column.dictionary_encode().combine_chunks()
    return encoded.chunk(0) if isinstance(encoded, pa.ChunkedArray) else encoded


_TELLS, _NEARLY_ALL = "tells rows apart", 0.9


def _names(rows: Rows, header: str) -> Any:
    """Return the name that each row has from a column or a template; null where it has none."""
    if not is_template(header):
        return rows.column(header)
    parts = list[Any]()
    for place, part in enumerate(FIELD.split(header)):
        if place % 2 == 0:
            parts.append(pa.scalar(part))
        elif part == ROW:
            parts.append(pa.array(np.arange(1, rows.total + 1)).cast(pa.string()))
        else:
            parts.append(rows.column(part).combine_chunks().fill_null(""))
    joined = pc.binary_join_element_wise(*parts, "")
    return pa.chunked_array([pc.utf8_trim_whitespace(joined)])


def _unlike(names: Any) -> int:
    return len(pc.unique(names))


def _told_apart(rows: Rows, guess: TableGuess, names: Any) -> Any:
    """Return the names, each of one row only: by the columns that differ, else by a number."""
    plain: Any = pa.array(names.combine_chunks()) if isinstance(names, pa.ChunkedArray) else names
    item = guess.schema.item.capitalize()
    unnamed = np.flatnonzero(plain.is_null().to_numpy(zero_copy_only=False))
    if len(unnamed):
        numbered = pa.array([f"{item} {number + 1}" for number in unnamed])
        plain = pc.replace_with_mask(plain, plain.is_null(), numbered)
    codes = _folded(plain).dictionary_encode().indices.to_numpy(zero_copy_only=False)
    shared = np.flatnonzero(np.bincount(codes)[codes] > 1)
    if len(shared):
        mask: Array = np.zeros(len(plain), dtype=bool)
        mask[shared] = True
        plain = pc.replace_with_mask(plain, pa.array(mask), pa.array(_names_apart(rows, guess, shared)))
    return pa.chunked_array([plain])


def _names_apart(rows: Rows, guess: TableGuess, shared: Array) -> list[str]:
    """Return the names of the rows that share one, told apart; where these are many, by numbers only."""
    header, few = guess.name.header, len(shared) <= _FEW_SHARED
    headers = rows.sample.header if few or is_template(header) else (header,)
    taken = [rows.column(each).take(shared).fill_null("").to_pylist() for each in headers]
    lines = [(int(place) + 1, cells_) for place, cells_ in zip(shared, zip(*taken, strict=True), strict=True)]
    raw = RawTable(rows.sample.source, tuple(headers), tuple(lines))
    apart = telling_apart(raw, guess.schema.slots, header) if few else ()
    return row_names(raw, header, apart)


_FEW_SHARED = 20_000


def _folded(texts: Any) -> Any:
    """Return the keys of texts: see `wayframe.sources.places.key`."""
    lower = pc.utf8_lower(texts)
    foreign = pc.invert(pc.string_is_ascii(texts))
    if not pc.any(foreign).as_py():
        return lower
    keys = [key(text) for text in texts.filter(foreign).to_pylist()]
    return pc.replace_with_mask(lower, foreign, pa.array(keys, lower.type))


# Values


def _encoded(rows: Rows, slot: Slot) -> EncodedColumn:
    """Return a column's cells as codes. Raises `InputError` where most aren't what it holds."""
    column = rows.column(slot.header)
    if not is_numeric(slot):
        return _encoded_texts(column)
    numbers = _plain_numbers(slot, column)
    if numbers is None:
        numbers = _read_numbers(slot, column)
    unread = np.isnan(numbers) & column.is_valid().to_numpy()
    odd = _odd_cells(column, np.flatnonzero(unread))
    known = np.flatnonzero(~np.isnan(numbers))
    values, inverse = np.unique(numbers[known], return_inverse=True)
    codes: Array = np.zeros(len(numbers), dtype=_code_type(len(values)))
    codes[known] = inverse + 1
    found = EncodedColumn(codes, values, None, None, odd)
    if len(odd) > _MOST_ODD * found.told:
        place, text = next(iter(odd.items()))
        raise InputError(
            f"{rows.sample.source}: line {rows.first + place}: {cells.expected(slot)}, found {shown(text)}"
        )
    return found


_MOST_ODD = 0.5


def _odd_cells(column: Any, places: Array) -> dict[int, str]:
    """Return the cells at some places that say something."""
    texts = [" ".join(text.split()) for text in column.take(places).to_pylist()]
    return {int(place): text for place, text in zip(places, texts, strict=True) if text.casefold() not in units.EMPTY}


def _code_type(values: int) -> type:
    """Return the smallest type that holds the codes of so many values."""
    return next(kind for kind in (np.uint8, np.uint16, np.uint32) if values < np.iinfo(kind).max)


def _plain_numbers(slot: Slot, column: Any) -> Array | None:
    """Return cells that are all numbers without unit and grouping; None where some may be something else."""
    if slot.kind not in ("number", "money") or slot.format:
        return None
    if slot.kind == "money" and pc.any(pc.match_substring_regex(column, _THOUSANDS)).as_py():
        return None
    return _cast(column)


def _cast(column: Any) -> Array | None:
    """Return texts as numbers, those that say nothing as none; None where one is no plain number."""
    try:
        found = column.cast(pa.float64()).to_numpy()
    except pa.ArrowInvalid:
        return None
    told = found[~np.isnan(found)]
    return None if np.any(np.abs(told) >= _MOST_DIGITS) else found


def _read_numbers(slot: Slot, column: Any) -> Array:
    """Return cells as numbers, each different one read once; not a number what can't be read."""
    encoded = _encoded_once(column)
    texts = encoded.dictionary
    numbers: Array = np.full(len(texts) + 1, np.nan)
    numbers[-1] = 0.0 if slot.is_crossed else np.nan
    plain = _affixed(slot, texts)
    left = range(len(texts)) if plain is None else np.flatnonzero(np.isnan(plain))
    if plain is not None:
        numbers[:-1] = plain
    for place in left:
        numbers[place] = _read(slot, texts[int(place)].as_py())
    return numbers[encoded.indices.fill_null(len(texts)).to_numpy(zero_copy_only=False)]


def _read(slot: Slot, text: str) -> float:
    """Return the number that stands for a cell's value; not a number where it has none."""
    try:
        value = cells.read(slot, text)
    except ValueError:
        return np.nan
    return _number(value)


def _number(value: Value | None) -> float:
    if isinstance(value, Flag):
        return float(value.value)
    number = order(value)
    return np.nan if number is None else number


def _affixed(slot: Slot, texts: Any) -> Array | None:
    """Return the numbers of texts with the unit or sign that the first has, in plain form; not a number the others'.

    None where the first has none, or one that changes the number.
    """
    if slot.kind not in ("number", "money") or slot.format or not len(texts):
        return None
    example = texts[0].as_py()
    found = _DIGITS.search(example)
    if found is None or _read(slot, example[: found.start()] + "1" + example[found.end() :]) != 1.0:
        return None
    before, after = (re.escape(part) for part in (example[: found.start()], example[found.end() :]))
    pattern = f"^{before}(?P<number>{_PLAIN}){after}$"
    inner = pc.struct_field(pc.extract_regex(texts, pattern), "number")
    if slot.kind == "money":
        inner = pc.if_else(pc.match_substring_regex(inner, _THOUSANDS), None, inner)
    return _cast(pc.replace_substring(inner, ",", ""))


_DIGITS = re.compile(r"\d[\d.,]*")
_PLAIN = r"(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?"


def _encoded_texts(column: Any) -> EncodedColumn:
    """Return cells as codes of texts; those that differ only in case or accents are the same."""
    encoded = _encoded_once(column)
    return _sorted_texts(encoded.dictionary, encoded.indices.fill_null(len(encoded.dictionary)))


def _encoded_names(names: Any) -> EncodedColumn:
    """Return names, each of one row only, as codes."""
    texts = names.combine_chunks()
    texts = texts.chunk(0) if isinstance(texts, pa.ChunkedArray) else texts
    return _sorted_texts(texts, pa.array(np.arange(len(texts), dtype=np.int32)))


def _sorted_texts(texts: Any, indices: Any) -> EncodedColumn:
    """Return the codes of texts in the order of their keys for the rows, which have these places among them."""
    if len(texts) and pc.any(pc.match_substring_regex(texts, _BLANKS)).as_py():
        texts = pa.array([" ".join(text.split()) for text in texts.to_pylist()], pa.string())
    keys = _folded(texts)
    by_key = pc.sort_indices(keys)
    by_key = by_key.filter(pc.invert(pc.is_in(keys.take(by_key), value_set=_NOTHING)))
    ordered = keys.take(by_key)
    begins: Array = np.ones(len(ordered), dtype=bool)
    if len(ordered) > 1:
        begins[1:] = pc.not_equal(ordered[1:], ordered[:-1]).to_numpy(zero_copy_only=False)
    codes_of: Array = np.zeros(len(texts) + 1, dtype=_code_type(int(begins.sum())))
    codes_of[by_key.to_numpy()] = np.cumsum(begins)
    codes = codes_of[indices.to_numpy(zero_copy_only=False)]
    if not begins.all():
        by_key, ordered = by_key.filter(begins), ordered.filter(begins)
    return EncodedColumn(codes, None, texts.take(by_key), ordered, {})


_NOTHING = pa.array(sorted(units.EMPTY), pa.string())


# Files


def _sorting(slot: Slot, column: EncodedColumn) -> Array:
    """Return the rows in the order in which they are offered, those without a value last."""
    codes = column.codes.astype(np.int64)
    last = int(codes.max(initial=0)) + 1
    ranks = last - codes if slot.better == "more" else codes
    return np.argsort(np.where(codes == 0, last, ranks), kind="stable")


def _in_order(codes: Array, sorting: Array | None) -> Array:
    return codes if sorting is None else codes[sorting]


def _write(folder: Path, number: int, column: EncodedColumn, sorting: Array | None, first: int) -> None:
    """Write a column's arrays, its rows in order; `first` is the line of the first row."""
    np.save(folder / f"{number}.codes.npy", _in_order(column.codes, sorting))
    if column.numbers is not None:
        np.save(folder / f"{number}.numbers.npy", column.numbers)
    if column.texts is not None:
        _write_texts(folder, f"{number}.texts", column.texts)
        _write_texts(folder, f"{number}.keys", column.keys)
    lines: Array = np.fromiter(column.odd, dtype=np.int64, count=len(column.odd))
    places = lines
    if sorting is not None and len(lines):
        inverse: Array = np.empty(len(sorting), dtype=np.int64)
        inverse[sorting] = np.arange(len(sorting))
        places = inverse[lines]
    by_place = np.argsort(places)
    np.save(folder / f"{number}.odd_places.npy", places[by_place])
    np.save(folder / f"{number}.odd_lines.npy", lines[by_place] + first)
    texts = list(column.odd.values())
    _write_texts(folder, f"{number}.odd", pa.array([texts[place] for place in by_place], pa.string()))


def _write_texts(folder: Path, name: str, texts: Any) -> None:
    """Write texts one behind the other, and where each ends."""
    whole = texts.cast(pa.large_string())
    _, ends, letters = whole.buffers()
    np.save(folder / f"{name}_ends.npy", np.frombuffer(ends, dtype=np.int64, count=len(whole) + 1))
    np.save(folder / f"{name}_letters.npy", np.frombuffer(letters or b"", dtype=np.uint8))
