"""Tables from where they lie: text, JSON, spreadsheets, Parquet, a table of an SQL database."""

from __future__ import annotations

from pathlib import Path

from wayframe.schema.rawtable import RawTable, ReadingSettings

PLAIN = (".csv", ".tsv", ".txt")
DOCUMENTS = (".json", ".jsonl", ".ndjson")
COLUMNAR = (".parquet", ".arrow", ".feather")
SHEETS = (".xlsx", ".xls", ".xlsm", ".ods")
PACKED = (".gz", ".xz")

_PLAINLY = ReadingSettings()


def is_table(where: str) -> bool:
    """Return whether an address is that of a table: a file of one, the TOML file beside one, or a database's URL."""
    return "://" in where or suffix(where) in (*PLAIN, *DOCUMENTS, *COLUMNAR, *SHEETS, ".toml")


def load(where: str, said: ReadingSettings = _PLAINLY) -> RawTable:
    """Return the table at a path or URL (`sqlite:///shop.db#laptops`, `shop.xlsx#flats`). Raises `InputError`."""
    if "://" in where:
        from wayframe.sources.tables import databases

        return databases.load(where)
    kind, (path, sheet) = suffix(where), _parted(where)
    if kind in SHEETS:
        from wayframe.sources.tables import sheets

        return sheets.load(path, sheet, said)
    if kind in COLUMNAR:
        from wayframe.sources.tables import columnar

        return columnar.load(where)
    if kind in DOCUMENTS:
        from wayframe.sources.tables import documents

        return documents.load(where, said.encoding)
    from wayframe.sources.tables import delimited

    return delimited.load(where, said)


def called(where: str) -> str:
    """Return what the rows of a table are called, by its own name: laptops of shop/laptops.csv."""
    stem = where.rpartition("#")[2].rpartition(".")[2] if "://" in where else Path(_unpacked(where)).stem
    spaced = stem.translate(str.maketrans("_-.", "   "))
    words = [word for word in spaced.split() if word.isalpha()]
    return " ".join(words).casefold() or "options"


def suffix(where: str) -> str:
    """Return how a file's name ends, without how it is packed and the sheet in it."""
    return Path(_unpacked(_parted(where)[0])).suffix.lower()


def _parted(where: str) -> tuple[str, str]:
    """Return the path and the sheet of an address: "shop.xlsx#flats"."""
    path, mark, sheet = where.rpartition("#")
    is_sheet = mark and Path(path).suffix.lower() in SHEETS
    return (path, sheet) if is_sheet else (where, "")


def _unpacked(where: str) -> str:
    for suffix_ in PACKED:
        where = where.removesuffix(suffix_)
    return where
