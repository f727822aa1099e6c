"""Tables as they lie about: what is odd about each, what is made of it, and what the load report says."""

import gzip
import json
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wayframe.errors import InputError
from wayframe.schema import Slot
from wayframe.schema.tables import ColumnReport, ReadingSettings
from wayframe.sources.protocol import Query
from wayframe.sources.tables import opened
from wayframe.sources.tables.delimited import Line, table
from wayframe.sources.tables.opening import OpenedTable, described, loaded

TODAY = date(2026, 9, 1)


class Folder:
    """A folder of tables."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def load(self, name: str, text: str, encoding: str = "utf-8") -> OpenedTable:
        (self.path / name).write_bytes(text.encode(encoding))
        return loaded(str(self.path / name), today=TODAY)


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    return Folder(tmp_path)


def names(found: OpenedTable) -> list[str]:
    """The rows' names, in the order in which rows are offered."""
    schema = found.source.schema
    return [str(item.row[schema.name]) for item in found.source.search(Query(), 100).items]


def column(found: OpenedTable, header: str) -> ColumnReport:
    return next(each for each in found.report.columns if each.slot.header == header)


def slot(found: OpenedTable, header: str) -> Slot:
    return column(found, header).slot


# Headers and rows


def test_an_unnamed_column_that_counts_the_rows_is_left_out(folder: Folder) -> None:
    found = folder.load("boats.csv", ",name,price\n0,Aero,12\n1,Bolt,9\n2,Cord,30\n")
    assert [each.slot.header for each in found.report.columns] == ["name", "price"]
    assert found.report.notes == ("column 1 has no name and counts the rows: left out",)


def test_an_unnamed_column_of_texts_names_the_rows(folder: Folder) -> None:
    found = folder.load("cities.csv", '"","people"\n"Akron",20\n"Albany",30\n"Alma",25\n')
    assert names(found) == ["Akron", "Albany", "Alma"]


def test_a_header_without_the_first_column_is_that_of_the_others(folder: Folder) -> None:
    found = folder.load("boats.csv", "price,seats\nAero,12,4\nBolt,9,2\nCord,30,6\n")
    assert names(found) == ["Bolt", "Aero", "Cord"]


def test_titles_above_and_remarks_below_are_left_out(folder: Folder) -> None:
    found = folder.load(
        "boats.csv", "Our boats, spring;;\n;;\nname;price;seats\nAero;12;4\nBolt;9;2\nCord;30;6\n\nSource: the shop\n"
    )
    assert names(found) == ["Bolt", "Aero", "Cord"]
    assert found.report.notes == (
        "line 1 and what is above it are left out: or skip = 0",
        "line 8 and what is below it are left out",
    )


def test_columns_of_one_name_are_told_apart(folder: Folder) -> None:
    found = folder.load("boats.csv", "name,price,price\nAero,3,4\nBolt,4,5\n")
    assert [each.slot.header for each in found.report.columns] == ["name", "price", "price 2"]


def test_years_are_a_header_and_a_row_is_none(folder: Folder) -> None:
    years = folder.load("years.csv", "country,2019,2020\nNorth,3,4\nSouth,5,6\n")
    assert [each.slot.header for each in years.report.columns] == ["country", "2019", "2020"]
    rows = folder.load("boats.csv", "Aero,3,red\nBolt,4,blue\nCord,5,red\n")
    assert names(rows) == ["Aero", "Bolt", "Cord"]
    assert "header = " in rows.report.notes[0]


def test_a_header_can_be_said(folder: Folder) -> None:
    folder.load("boats.csv", "Aero,3,red\nBolt,4,blue\nCord,5,red\n")
    (folder.path / "boats.toml").write_text('data = "boats.csv"\n[reading]\nheader = ["boat", "price", "colour"]\n')
    found = loaded(str(folder.path / "boats.toml"), today=TODAY)
    assert [each.slot.header for each in found.report.columns] == ["boat", "price", "colour"]
    assert found.report.notes == ()


def test_rows_of_another_width_are_told(folder: Folder) -> None:
    rows = "".join(f"Boat {number},{number},x\n" for number in range(20))
    found = folder.load("boats.csv", f"name,price,notes\n{rows}Aero,3\nBolt,4,y,z\nCord,5,y\n")
    assert found.report.rows == 22
    assert found.report.notes == (
        "line 22: 2 cells instead of 3: the last are empty",
        "line 23: 4 cells instead of 3: left out",
    )


# Dialects and encodings


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|", "   "])
def test_delimiters(folder: Folder, delimiter: str) -> None:
    lines = (("name", "price", "colour"), ("Aero", "3", "red"), ("Bolt", "4", "blue"), ("Cord", "5", "red"))
    found = folder.load("boats.txt", "".join(f"{delimiter.join(line)}\n" for line in lines))
    assert [each.slot.kind for each in found.report.columns] == ["name", "money", "category"]


def test_single_quotes(folder: Folder) -> None:
    found = folder.load("boats.csv", "name;notes;price\n'Aero';'red; fast';3\n'Bolt';'blue; slow';4\n")
    assert names(found) == ["Aero", "Bolt"]
    assert column(found, "notes").examples[0].startswith("red; fast") or slot(found, "notes").kind == "list"


@pytest.mark.parametrize(("encoding", "notes"), [("utf-8", 0), ("utf-8-sig", 0), ("utf-16", 0), ("cp1252", 1)])
def test_encodings(folder: Folder, encoding: str, notes: int) -> None:
    text = "Straße;Miete;Balkon\nMühlenweg 3;850 €;ja\nAm Kanal 9;1.200 €;nein\nHofäcker 1;640 €;ja\n"
    found = folder.load("wohnungen.csv", text, encoding)
    assert names(found) == ["Hofäcker 1", "Mühlenweg 3", "Am Kanal 9"]
    assert column(found, "Miete").examples == ("€850", "€1,200", "€640")
    assert slot(found, "Balkon").kind == "yes_no"
    assert len(found.report.notes) == notes


def test_an_encoding_can_be_said(folder: Folder) -> None:
    (folder.path / "boats.csv").write_bytes("name;price\nБриз;3\nШторм;4\n".encode("koi8-r"))
    (folder.path / "boats.toml").write_text('data = "boats.csv"\nreading = { encoding = "koi8-r" }\n')
    assert names(loaded(str(folder.path / "boats.toml"), today=TODAY)) == ["Бриз", "Шторм"]


# Cells


def test_an_odd_cell_is_told_and_demotes_no_column(folder: Folder) -> None:
    rows = "".join(f"Car {number},{9000 + number},{number}\n" for number in range(1, 21))
    found = folder.load("cars.csv", f"car,price,seats\n{rows}Car 21,VB,4\n")
    price = column(found, "price")
    assert price.slot.kind == "money"
    assert price.cells == "20 of 21 read; 1 not: line 22 'VB'"
    assert price.cells in "\n".join(found.report.remarks)
    last = next(item for item in found.source.search(Query(), 100).items if item.key == "car 21")
    assert "car_price" not in last.values
    assert last.row["car_price"] == "VB"


def test_zero_and_one_are_no_and_yes_unless_they_count(folder: Folder) -> None:
    found = folder.load("inns.csv", "inn,pool,rooms,stars\nArbour,1,0,4\nBeacon,0,1,3\nCrest,1,1,5\nDune,0,1,4\n")
    assert [each.slot.kind for each in found.report.columns] == ["name", "yes_no", "number", "number"]
    assert column(found, "pool").doubts


@pytest.mark.parametrize(
    ("cells", "delimiter", "examples", "in_doubt"),
    [
        (("85.000", "112.500", "9.750", "64.000"), ";", ("85,000", "112,500", "9750"), True),
        (("85.000", "112.500", "9.750", "64.000"), ",", ("85,000", "112,500", "9750"), True),
        (("23.110", "24.230", "25.370", "24.190"), ",", ("23.11", "24.23", "25.37"), True),
        (("1.234.567", "5", "6", "7"), ",", ("1,234,567", "5", "6"), False),
        (("1,5", "2,25", "3", "4"), ";", ("1.5", "2.25", "3"), False),
        (("0.125", "1.250", "2.500", "3.750"), ",", ("0.125", "1.25", "2.5"), False),
    ],
)
def test_dotted_numbers_are_never_silently_wrong(
    folder: Folder, cells: tuple[str, ...], delimiter: str, examples: tuple[str, ...], in_doubt: bool
) -> None:
    rows = "".join(f"Tern {name}{delimiter}{cell}\n" for name, cell in zip("ABCD", cells, strict=True))
    found = column(folder.load("cars.csv", f"car{delimiter}driven\n{rows}"), "driven")
    assert found.examples == examples
    assert bool(found.doubts) == in_doubt


def test_a_doubt_is_settled_by_the_file(folder: Folder) -> None:
    folder.load("cars.csv", "car;driven\nTern;23.110\nWren;24.230\n")
    (folder.path / "cars.toml").write_text('data = "cars.csv"\n[columns.driven]\nformat = "1,234.5"\n')
    assert column(loaded(str(folder.path / "cars.toml"), today=TODAY), "driven").examples == ("23.11", "24.23")


def test_codes_are_no_numbers(folder: Folder) -> None:
    found = folder.load("cities.csv", "city,zip\nAlma,01234\nBurr,55120\nCove,00921\n")
    assert slot(found, "zip").kind == "text"


# Names


def test_rows_that_share_a_name_are_told_apart(folder: Folder) -> None:
    found = folder.load(
        "cafes.csv",
        "name,district,seats\nCorner,Old Town,4\nCorner,Station,5\nHeron,Station,6\nLark,Harbour,6\nQuail,Harbour,6\n",
    )
    assert names(found) == ["Corner (Old Town)", "Corner (Station)", "Heron", "Lark", "Quail"]


def test_columns_name_rows_together_where_none_does(folder: Folder) -> None:
    found = folder.load("wheat.csv", "country,year,wheat\nAustria,1960,3\nAustria,1961,4\nChile,1960,3\nChile,1961,5\n")
    assert names(found)[0] == "Austria 1960"
    assert found.report.schema.by_name["year"].kind == "number"


def test_first_and_last_names_belong_together(folder: Folder) -> None:
    found = folder.load("guides.csv", "first_name,last_name,rate\nAda,Elm,3\nBen,Oak,4\nAda,Fir,5\nCleo,Ash,4\n")
    assert names(found)[0] == "Ada Elm"


def test_rows_that_nothing_tells_apart_have_numbers(folder: Folder) -> None:
    found = folder.load("cars.csv", "make,seats\nTern,5\nTern,5\nWren,4\n")
    assert names(found) == ["Car 1", "Car 2", "Car 3"]
    assert found.report.doubts


def test_names_can_be_made_of_columns(folder: Folder) -> None:
    folder.load("cars.csv", "make,model,year\nTern,Swift,2011\nTern,Swift,2014\nWren,Pip,2014\n")
    (folder.path / "cars.toml").write_text('data = "cars.csv"\nname = "{make} {model} {year}"\n')
    assert names(loaded(str(folder.path / "cars.toml"), today=TODAY)) == [
        "Tern Swift 2011", "Tern Swift 2014", "Wren Pip 2014",
    ]  # fmt: skip
    (folder.path / "cars.toml").write_text('data = "cars.csv"\nname = "{make} {hue}"\n')
    with pytest.raises(InputError, match="no column 'hue'"):
        opened(str(folder.path / "cars.toml"), today=TODAY)


def test_columns_can_be_ignored(folder: Folder) -> None:
    folder.load("cars.csv", "car,vin,seats\nTern,x1,5\nWren,x2,4\n")
    (folder.path / "cars.toml").write_text('data = "cars.csv"\n[columns.vin]\nignored = true\n')
    found = loaded(str(folder.path / "cars.toml"), today=TODAY)
    assert [each.slot.header for each in found.report.columns] == ["car", "seats"]


# Other files


def test_json_and_json_lines(folder: Folder) -> None:
    first = {"name": "Aero", "price": 3, "tags": ["fast", "red"], "at": {"city": "Alma"}}
    rows = [first, {"name": "Bolt", "new": True}]
    whole = folder.load("boats.json", json.dumps(rows))
    lines = folder.load("boats.jsonl", "".join(f"{json.dumps(row)}\n" for row in rows))
    held = folder.load("held.json", json.dumps({"count": 2, "boats": rows}))
    assert names(whole) == names(lines) == names(held) == ["Aero", "Bolt"]
    assert [each.slot.header for each in whole.report.columns] == ["name", "price", "tags", "at.city", "new"]
    with pytest.raises(InputError, match="expected a list of records"):
        folder.load("bad.json", "[1, 2]")
    with pytest.raises(InputError, match=r"bad\.jsonl: "):
        folder.load("bad.jsonl", '{"name": ')


def test_a_packed_file_of_json(folder: Folder) -> None:
    (folder.path / "boats.json.gz").write_bytes(gzip.compress(b'[{"name": "Aero"}, {"name": "Bolt"}]'))
    assert opened(str(folder.path / "boats.json.gz"), today=TODAY).search(Query(), 0).total == 2


# What is written down


@pytest.mark.parametrize(
    "text",
    [
        "Aero,3,red\nBolt,4,blue\nCord,5,red\n",
        ",a,b\n0,1.125,0\n1,2.250,1\n2,3.375,1\n",
        "make,seats\nTern,5\nTern,5\nWren,4\n",
        "Our boats;;\n\nname;price;price\nAero;1.200;x\nBolt;1.300;y\n",
    ],
)
def test_the_written_file_opens_and_says_the_same(folder: Folder, text: str) -> None:
    found = folder.load("boats.csv", text)
    target = folder.path / "boats.toml"
    target.write_text(described(str(folder.path / "boats.csv"), target))
    assert opened(str(target), today=TODAY).schema == found.source.schema
    doubts = [doubt for each in found.report.columns for doubt in each.doubts]
    for doubt in (*found.report.notes, *found.report.doubts, *doubts):
        assert f"# {doubt}" in target.read_text()


CELLS = st.text(st.characters(blacklist_categories=["Cs", "Cc"]), max_size=8)


@given(st.lists(st.lists(CELLS, min_size=1, max_size=4), min_size=1, max_size=6))
def test_any_lines_are_a_table_or_refused_in_a_line(rows: list[list[str]]) -> None:
    lines = [Line(number, [cell.strip() for cell in row]) for number, row in enumerate(rows, 1)]
    raw, complaint = None, ""
    try:
        raw = table("t", [line for line in lines if line.filled], ReadingSettings())
    except InputError as error:
        complaint = str(error)
    assert "\n" not in complaint
    if raw:
        assert all(len(cells) == len(raw.header) for _, cells in raw.rows)
        assert len(set(raw.header)) == len(raw.header)
