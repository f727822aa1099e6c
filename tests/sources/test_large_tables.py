"""Large tables answer as small ones do, from arrays that are kept beside the file."""

import gzip
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from drawing import drawn
from sources_drawn import EXAMPLES, TODAY, queries, wish
from wayframe.errors import InputError
from wayframe.meaning.records import Money, Number, Text
from wayframe.sources.conformance import check
from wayframe.sources.protocol import Query, Source
from wayframe.sources.tables import opened, reading
from wayframe.sources.tables.kept import IndexedTable
from wayframe.sources.tables.opening import OpenedTable, loaded
from wayframe.sources.tables.source import TableSource

numpy, pyarrow = pytest.importorskip("numpy"), pytest.importorskip("pyarrow")
SLOW = settings(deadline=None, max_examples=drawn(40), suppress_health_check=list(HealthCheck))
ROWS = (
    "model,brand,price,RAM,weight (kg),released,in stock,ports,remarks",
    'Aero,Kestrel,"€1,299.50",16 GB,1.2,2026-01-03,yes,"usb, hdmi",light and  quiet',
    "Bolt,Kestrel,€999,8 GB,1.35,2026-02-03,no,usb,",
    'Cörd,Orla,"€2,450",1 TB,n/a,2025-12-31,yes,"usb, sd",loud',
    "Dune,Orla,VB,32 GB,2,-,yes,sd,plain",
    "Échelle,Quill,€12.5,16 GB,0.9,2026-03-01,yes,hdmi,plain",
    "Fen,Quill,€800,16 GB,1.1,2026-03-02,yes,usb,plain",
)


@pytest.fixture(scope="module", autouse=True)
def everything_large() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        for name in ("LARGE", "LARGE_PACKED"):
            patch.setattr(reading, name, 0)
        yield


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "laptops.csv"
    path.write_text("\n".join((*ROWS, "")), encoding="utf-8")
    return path


def small(path: Path) -> OpenedTable:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(reading, "is_large", lambda where: False)
        return loaded(str(path), today=TODAY)


@pytest.fixture(scope="module")
def examples(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[Source, Source]]:
    folder = tmp_path_factory.mktemp("tables")
    found = {}
    for name in ("laptops.csv", "restaurants.csv", "restaurants.toml"):
        path = folder / name
        path.write_bytes((EXAMPLES / name).read_bytes())
        found[name] = (opened(str(path), today=TODAY), small(path).source)
    return found


@SLOW
@given(data=st.data(), name=st.sampled_from(("laptops.csv", "restaurants.csv", "restaurants.toml")))
def test_a_large_table_conforms_and_answers_as_a_small_one(
    examples: dict[str, tuple[Source, Source]], data: st.DataObject, name: str
) -> None:
    large, plain = examples[name]
    assert not isinstance(large, TableSource)
    assert large.schema == plain.schema
    query = data.draw(queries(plain))
    check(large, [query])
    assert large.search(query, 5) == plain.search(query, 5)
    assert large.relax(query, 3) == plain.relax(query, 3)
    spread = query._replace(spread=plain.schema.name)
    assert large.search(spread, 5) == plain.search(spread, 5)


def test_all_kinds_of_cells_are_as_in_a_small_table(file: Path) -> None:
    large, plain = loaded(str(file), today=TODAY), small(file)
    assert large.report == plain.report
    everything = Query((wish("in_stock", "any"),))
    assert large.source.search(everything, 9) == plain.source.search(everything, 9)
    for slot in plain.source.schema.slots:
        assert set(large.source.names(slot.name)) == set(plain.source.names(slot.name))
        found = large.source.distinct(everything, slot.name, 9)
        assert set(found) == set(plain.source.distinct(everything, slot.name, 9))


def test_names_are_found_whatever_their_accents(file: Path) -> None:
    source = opened(str(file), today=TODAY)
    (item,) = source.search(Query((wish("model", "is", Text("cord")),)), 9).items
    assert item.values["laptop_price"] == Money(2450, "EUR")
    assert item.values["ram"] == Number(1000, "GB")
    assert source.item(item.row) == item


def test_an_odd_cell_is_told_with_its_line(file: Path) -> None:
    report = loaded(str(file), today=TODAY).report
    assert "price: 5 of 6 read; 1 not: line 5 'VB'" in report.remarks


def test_the_index_is_kept_until_the_file_changes(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from wayframe.sources.tables import indexing

    made, make = list[Path](), indexing.make

    def counted(table: IndexedTable, folder: Path, mark: str) -> None:
        made.append(folder)
        make(table, folder, mark)

    monkeypatch.setattr(indexing, "make", counted)
    opened(str(file), today=TODAY)
    opened(str(file), today=TODAY)
    assert made == [file.with_name(".laptops.csv.index")]
    file.write_text("\n".join((*ROWS, "Gale,Quill,€700,16 GB,1.1,2026-03-02,yes,usb,plain", "")), encoding="utf-8")
    found = opened(str(file), today=TODAY)
    assert len(made) == 2
    assert found.search(Query((wish("model", "is", Text("Gale")),)), 1).total == 1
    assert sorted(path.name for path in file.parent.iterdir()) == [".laptops.csv.index", "laptops.csv"]


def test_a_damaged_index_is_made_anew(file: Path) -> None:
    opened(str(file), today=TODAY)
    (file.with_name(".laptops.csv.index") / "table.json").write_text("{")
    assert opened(str(file), today=TODAY).search(Query(), 9).total == 5


def test_other_settings_are_another_index(file: Path) -> None:
    settings = file.with_suffix(".toml")
    for stock, total in (("in stock", 5), ("", 6)):
        settings.write_text(f'data = "laptops.csv"\nstock = "{stock}"\n', encoding="utf-8")
        assert opened(str(settings), today=TODAY).search(Query(), 9).total == total


def test_rows_of_one_name_are_told_apart(tmp_path: Path) -> None:
    path = tmp_path / "inns.csv"
    rows = [f"Inn {number},Town,{number}" for number in range(30)]
    path.write_text("\n".join(("name,town,rooms", *rows, "Inn 3,Harbour,5", "Inn 3,Town,9", "")), encoding="utf-8")
    large, plain = opened(str(path), today=TODAY), small(path).source
    ordered = Query((), (("rooms", "least"),))
    names = [item.values[large.schema.name] for item in large.search(ordered, 99).items]
    assert names == [item.values[plain.schema.name] for item in plain.search(ordered, 99).items]
    assert Text("Inn 3 (Harbour)") in names


def test_where_no_column_names_the_rows_they_are_numbered(tmp_path: Path) -> None:
    path = tmp_path / "tips.csv"
    rows = [f"{number % 7},{number % 5}.5" for number in range(40)]
    path.write_text("\n".join(("size,amount", *rows, "")), encoding="utf-8")
    source = opened(str(path), today=TODAY)
    assert source.search(Query(), 1).items[0].key == "tip 1"


def test_packed_text_and_parquet_are_large_tables_too(tmp_path: Path, file: Path) -> None:
    from pyarrow import csv, parquet

    packed, columnar = tmp_path / "laptops.csv.gz", tmp_path / "laptops.parquet"
    packed.write_bytes(gzip.compress(file.read_bytes()))
    parquet.write_table(csv.read_csv(file), columnar)
    plain = small(file).source.search(Query(), 9)
    assert opened(str(packed), today=TODAY).search(Query(), 9) == plain
    assert [item.key for item in opened(str(columnar), today=TODAY).search(Query(), 9).items] == [
        item.key for item in plain.items
    ]


def test_titles_an_unnamed_column_and_another_encoding(tmp_path: Path) -> None:
    path = tmp_path / "flats.csv"
    rows = "".join(f"{number};Weg {number};{900 + number},5;grün\n" for number in range(1, 40))
    path.write_bytes(f"Wohnungen\n\n;street;rent (EUR);colour\n{rows}".encode("cp1252"))
    large, plain = loaded(str(path), today=TODAY), small(path)
    assert large.source.search(Query(), 50) == plain.source.search(Query(), 50)
    assert large.report.notes == plain.report.notes


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (b"name,price\n", "found no rows"),
        (b"", "found an empty file"),
        (b"name,price\n" + b"A,1\n" * 20 + b"B,2,3\n" * 20, "40 rows|expected 2 cells"),
    ],
)
def test_bad_files_are_refused(tmp_path: Path, content: bytes, complaint: str) -> None:
    path = tmp_path / "bad.csv"
    path.write_bytes(content)
    with pytest.raises(InputError, match=complaint):
        opened(str(path), today=TODAY)
    assert [each.name for each in tmp_path.iterdir()] == ["bad.csv"]
