"""Spreadsheets (.xlsx, .xls, .ods), read by calamine."""

from __future__ import annotations

from wayframe.errors import InputError, shown
from wayframe.extras import missing
from wayframe.files import reading
from wayframe.schema.rawtable import RawTable, ReadingSettings
from wayframe.sources.tables import layout
from wayframe.sources.tables.texts import text_of


def load(path: str, sheet: str, said: ReadingSettings) -> RawTable:
    """Return the table on a sheet, by default the first. Raises `InputError`."""
    try:
        from python_calamine import CalamineError, CalamineWorkbook
    except ModuleNotFoundError as error:
        raise missing(f"{path}: spreadsheets need python-calamine", "tables") from error
    try:
        with reading(path) as file:
            book = CalamineWorkbook.from_filelike(file)
            if sheet and sheet not in book.sheet_names:
                raise InputError(f"{path}: no sheet {shown(sheet)}: expected one of {', '.join(book.sheet_names)}")
            rows = book.get_sheet_by_name(sheet or book.sheet_names[0]).to_python(skip_empty_area=False)
    except (CalamineError, OSError) as error:
        raise InputError(f"{path}: no spreadsheet: {' '.join(str(error).split())}") from error
    lines = [layout.Line(number, [text_of(value) for value in row]) for number, row in enumerate(rows, 1)]
    return layout.table(path, [line for line in lines if line.filled], said)
