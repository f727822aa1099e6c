"""A Hugging Face data set: Parquet files of turns and of dialogues, one a user fold, and a card.

JSON lets a value be of any type, a column doesn't: a value is its `value`, always a string, and its `type`. Numbers of
the source that may be whole or not (times, prices, ratings) are doubles, so that 5 and 5.0 become the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import ExitStack
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pyarrow as pa
import pyarrow.parquet as pq
from msgspec import UNSET, UnsetType, inspect

from wayframe.conversion.source import DialogueSource, making
from wayframe.conversion.yaml import Value, block
from wayframe.dialogue import Act, Arg, Dialogue, Frame, Ref, SearchLog, Turn, encode
from wayframe.errors import InputError
from wayframe.files import digest
from wayframe.folds import FOLDS, fold_of

Row = dict[str, Any]


def _struct(**fields: pa.DataType) -> pa.StructType:
    return pa.struct(list(fields.items()))


_STRING, _INT, _DOUBLE, _BOOL = pa.string(), pa.int64(), pa.float64(), pa.bool_()
_VALUE = {"value": _STRING, "type": _STRING}
_ANNOTATION = _struct(key=_STRING, **_VALUE)
_REF = _struct(frame=_INT, fromrange=_BOOL, annotations=pa.list_(_ANNOTATION))
_ACTS = pa.list_(_struct(name=_STRING, args=pa.list_(_struct(key=_STRING, **_VALUE, refs=pa.list_(_REF)))))
_FRAME = _struct(
    frame_id=_INT,
    frame_parent_id=_INT,
    info=pa.list_(_struct(slot=_STRING, values=pa.list_(_struct(**_VALUE, negated=_BOOL)))),
    requests=pa.list_(_struct(author=_STRING, key=_STRING)),
    binary_questions=pa.list_(_struct(author=_STRING, key=_STRING, **_VALUE)),
    compare_requests=pa.list_(_struct(author=_STRING, keys=pa.list_(_STRING))),
)


def _column(kind: inspect.Type) -> pa.DataType:
    """Return the column that a field of a record needs: a number that may be whole or not is a double."""
    if isinstance(kind, inspect.StructType):
        return pa.struct([(field.encode_name, _column(field.type)) for field in kind.fields])
    if isinstance(kind, inspect.VarTupleType):
        return pa.list_(_column(kind.item_type))
    kinds = {type(each) for each in kind.types} if isinstance(kind, inspect.UnionType) else {type(kind)}
    return next(column for plain, column in _PLAIN.items() if plain in kinds)


_PLAIN = {inspect.FloatType: _DOUBLE, inspect.StrType: _STRING, inspect.IntType: _INT}
_WHOSE = _struct(dialogue_id=_STRING, user_id=_STRING, wizard_id=_STRING, fold=_INT)

TURNS = pa.schema(
    [
        *_WHOSE,
        ("turn_index", _INT),
        ("author", _STRING),
        ("text", _STRING),
        ("timestamp", _DOUBLE),
        ("active_frame", _INT),
        ("acts", _ACTS),
        ("acts_without_refs", _ACTS),
        ("frames", pa.list_(_FRAME)),
        ("db", _column(inspect.type_info(SearchLog))),
    ]
)
DIALOGUES = pa.schema(
    [*_WHOSE, ("turns", _INT), ("user_survey_rating", _DOUBLE), ("wizard_survey_task_successful", _BOOL)]
)


def turn_rows(dialogue: Dialogue) -> list[Row]:
    """The rows of a dialogue's turns, as `TURNS` has them."""
    known: dict[bytes, Row] = {}  # most frames are those of the turn before
    return [_whose(dialogue) | {"turn_index": index} | _turn(turn, known) for index, turn in enumerate(dialogue.turns)]


def dialogue_row(dialogue: Dialogue) -> Row:
    """The row of a dialogue, as `DIALOGUES` has it."""
    labels = dialogue.labels
    return _whose(dialogue) | {
        "turns": len(dialogue.turns),
        "user_survey_rating": labels.user_survey_rating,
        "wizard_survey_task_successful": labels.wizard_survey_task_successful,
    }


def _whose(dialogue: Dialogue) -> Row:
    return {
        "dialogue_id": dialogue.id,
        "user_id": dialogue.user_id,
        "wizard_id": dialogue.wizard_id,
        "fold": fold_of(dialogue.user_id),
    }


def _turn(turn: Turn, known: dict[bytes, Row]) -> Row:
    flat = turn.labels.acts_without_refs
    return {
        "author": turn.author,
        "text": turn.text,
        "timestamp": turn.timestamp,
        "active_frame": turn.active_frame,
        "acts": _acts(turn.acts),
        "acts_without_refs": None if isinstance(flat, UnsetType) else _acts(flat),
        "frames": [_known_frame(frame, known) for frame in turn.frames],
        "db": None if isinstance(turn.db_json, UnsetType) else _database(turn.db),
    }


def _acts(acts: Iterable[Act]) -> list[Row]:
    return [{"name": act.name, "args": [_arg(arg) for arg in act.args]} for act in acts]


def _arg(arg: Arg) -> Row:
    if isinstance(arg.val, tuple):
        return {"key": arg.key, "value": None, "type": "references", "refs": [_ref(ref) for ref in arg.val]}
    return {"key": arg.key, **_value(arg.val), "refs": None}


def _ref(ref: Ref) -> Row:
    annotations = [{"key": arg.key, **_value(arg.value if arg.val is not UNSET else UNSET)} for arg in ref.annotations]
    return {"frame": ref.frame, "fromrange": ref.fromrange, "annotations": annotations}


def _value(value: str | bool | int | float | tuple[str, ...] | UnsetType | None) -> Row:
    """A value of any type: strings as they are, others as JSON writes them."""
    match value:
        case UnsetType():
            return {"value": None, "type": "absent"}
        case None:
            return {"value": None, "type": "null"}
        case str():
            return {"value": value, "type": "string"}
        case bool():
            kind = "boolean"
        case int():
            kind = "integer"
        case float():
            kind = "number"
        case _:
            kind = "list"
    return {"value": encode(value).decode(), "type": kind}


def _known_frame(frame: Frame, known: dict[bytes, Row]) -> Row:
    key = encode(frame)
    if key not in known:
        known[key] = _frame(frame)
    return known[key]


def _frame(frame: Frame) -> Row:
    return {
        "frame_id": frame.frame_id,
        "frame_parent_id": frame.frame_parent_id,
        "info": [
            {"slot": slot, "values": [{**_value(value.val), "negated": value.negated} for value in values]}
            for slot, values in frame.info.items()
        ],
        "requests": [{"author": asked.author, "key": asked.key} for asked in frame.requests],
        "binary_questions": [
            {"author": asked.author, "key": asked.key, **_value(asked.value)} for asked in frame.binary_questions
        ],
        "compare_requests": [{"author": asked.author, "keys": list(asked.keys)} for asked in frame.compare_requests],
    }


def _database(database: SearchLog) -> Row:
    row: Row = msgspec.to_builtins(database)
    return row


_NAMES = {"double": "float64"}  # where Arrow's name of a type isn't that of `datasets`

_CARD = files("wayframe.conversion").joinpath("card.md").read_text("utf-8")


def card(source: DialogueSource, digest: str, splits: Mapping[str, int], tables: Mapping[str, pa.Schema]) -> str:
    """The text of README.md; `splits` are dialogues by split, `tables` schemas by folder, the first the default one."""
    name = source.path.name
    return _CARD.format(
        header=block(_header(name, list(splits), tables)),
        name=name,
        folder="path/to/this/folder",
        digest=digest,
        dialogues=source.dialogues,
        turns=source.turns,
        splits="".join(f"| {split} | {count} |\n" for split, count in splits.items()),
        split=next(iter(splits)),
    )


def _header(name: str, splits: list[str], tables: Mapping[str, pa.Schema]) -> dict[str, Value]:
    first = next(iter(tables))
    return {
        "pretty_name": f"{name} (local conversion)",
        "license": "other",
        "license_name": "see-below",
        "configs": [
            {
                "config_name": table,
                "default": table == first,
                "data_files": [{"split": split, "path": f"{table}/{split}.parquet"} for split in splits],
            }
            for table in tables
        ],
        "dataset_info": [{"config_name": table, "features": _features(schema)} for table, schema in tables.items()],
    }


def _features(fields: pa.Schema | pa.StructType) -> list[Value]:
    return [{"name": field.name, **_feature(field.type)} for field in fields]


def _feature(kind: pa.DataType) -> dict[str, Value]:
    if pa.types.is_struct(kind):
        return {"struct": _features(kind)}
    if not pa.types.is_list(kind):
        return {"dtype": _NAMES.get(str(kind), str(kind))}
    inner = _feature(kind.value_type)
    return {"list": inner.get("struct") or inner.get("dtype") or inner}


_ROW_GROUP = 500  # rows: turns repeat all frames so far, a few kilobytes each


class HuggingFaceReport(NamedTuple):
    """Result of writing the files. `splits`: the dialogues of each."""

    dialogues: int
    turns: int
    splits: dict[str, int]


def write(source: DialogueSource, output: Path) -> HuggingFaceReport:
    """Write a source as a folder that `datasets.load_dataset` opens; raises `InputError` for numbers beyond 64 bits."""
    splits = dict.fromkeys([*(_split(fold) for fold in FOLDS), _split(None)], 0)
    with making(output) as folder:
        with _SplitFiles(folder / "turns", TURNS) as turns, _SplitFiles(folder / "dialogues", DIALOGUES) as dialogues:
            try:
                for dialogue in source.decoded():
                    split = _split(fold_of(dialogue.user_id))
                    splits[split] += 1
                    turns.add(split, turn_rows(dialogue))
                    dialogues.add(split, [dialogue_row(dialogue)])
                turns.flush()
                dialogues.flush()
            except (pa.ArrowInvalid, OverflowError) as error:
                near = f"{source.path}: at or before dialogue {source.dialogues + 1}"
                raise InputError(f"{near}: a number that Parquet's 64 bits can't hold") from error
        splits = {split: count for split, count in splits.items() if count}
        text = card(source, digest(source.path), splits, {"turns": TURNS, "dialogues": DIALOGUES})
        (folder / "README.md").write_text(text, encoding="utf-8")
    return HuggingFaceReport(source.dialogues, source.turns, splits)


def _split(fold: int | None) -> str:
    return f"fold_{fold}" if fold else "other"


class _SplitFiles:
    """The files of a table, one a split, written a row group at a time."""

    def __init__(self, folder: Path, schema: pa.Schema) -> None:
        self._folder = folder
        self._schema = schema
        self._waiting: dict[str, list[Row]] = {}
        self._writers: dict[str, pq.ParquetWriter] = {}
        self._open = ExitStack()
        folder.mkdir()

    def __enter__(self) -> _SplitFiles:
        return self

    def __exit__(self, *error: object) -> None:
        self._open.close()

    def add(self, split: str, rows: list[Row]) -> None:
        """Add rows to a split."""
        waiting = self._waiting.setdefault(split, [])
        waiting += rows
        if len(waiting) >= _ROW_GROUP:
            self._write(split)

    def flush(self) -> None:
        """Write what waits."""
        for split in self._waiting:
            self._write(split)

    def _write(self, split: str) -> None:
        if split not in self._writers:
            writer = pq.ParquetWriter(self._folder / f"{split}.parquet", self._schema, compression="zstd")
            self._writers[split] = self._open.enter_context(writer)
        self._writers[split].write_table(pa.Table.from_pylist(self._waiting[split], schema=self._schema))
        self._waiting[split] = []
