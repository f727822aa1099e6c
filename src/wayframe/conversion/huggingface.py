"""A Hugging Face data set: Parquet files of turns and of dialogues, one a user fold, and a card.

JSON lets a value be of any type, a column doesn't: a value is its `value`, always a string, and its `type`. Numbers of
the source that may be whole or not (times, prices, ratings) are doubles, so that 5 and 5.0 become the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from importlib import resources
from pathlib import Path
from typing import NamedTuple

import msgspec
import pyarrow as pa
from msgspec import UNSET, UnsetType, inspect

from wayframe.conversion.parquet import BOOL, DOUBLE, INT, STRING, Row, column, struct, tables
from wayframe.conversion.source import DialogueSource, making
from wayframe.conversion.yaml import Value, block
from wayframe.dialogue import Act, Arg, Dialogue, Frame, Ref, SearchLog, Turn, encode
from wayframe.files import digest
from wayframe.folds import FOLDS, fold_of

_VALUE = {"value": STRING, "type": STRING}
_ANNOTATION = struct(key=STRING, **_VALUE)
_REF = struct(frame=INT, fromrange=BOOL, annotations=pa.list_(_ANNOTATION))
_ACTS = pa.list_(struct(name=STRING, args=pa.list_(struct(key=STRING, **_VALUE, refs=pa.list_(_REF)))))
_FRAME = struct(
    frame_id=INT,
    frame_parent_id=INT,
    info=pa.list_(struct(slot=STRING, values=pa.list_(struct(**_VALUE, negated=BOOL)))),
    requests=pa.list_(struct(author=STRING, key=STRING)),
    binary_questions=pa.list_(struct(author=STRING, key=STRING, **_VALUE)),
    compare_requests=pa.list_(struct(author=STRING, keys=pa.list_(STRING))),
)


_WHOSE = struct(dialogue_id=STRING, user_id=STRING, wizard_id=STRING, fold=INT)

TURNS = pa.schema(
    [
        *_WHOSE,
        ("turn_index", INT),
        ("author", STRING),
        ("text", STRING),
        ("timestamp", DOUBLE),
        ("active_frame", INT),
        ("acts", _ACTS),
        ("acts_without_refs", _ACTS),
        ("frames", pa.list_(_FRAME)),
        ("db", column(inspect.type_info(SearchLog))),
    ]
)
DIALOGUES = pa.schema(
    [*_WHOSE, ("turns", INT), ("user_survey_rating", DOUBLE), ("wizard_survey_task_successful", BOOL)]
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
        "db": None if isinstance(turn.db_json, UnsetType) else msgspec.to_builtins(turn.db),
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


_NAMES = {"double": "float64"}  # where Arrow's name of a type isn't that of `datasets`

_CARD = resources.files("wayframe.conversion").joinpath("card.md").read_text("utf-8")


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


class HuggingFaceReport(NamedTuple):
    """Result of writing the files. `splits`: the dialogues of each."""

    dialogues: int
    turns: int
    splits: dict[str, int]


def write(source: DialogueSource, output: Path) -> HuggingFaceReport:
    """Write a source as a folder that `datasets.load_dataset` opens; raises `InputError` for numbers beyond 64 bits."""
    splits = dict.fromkeys([*(_split(fold) for fold in FOLDS), _split(None)], 0)
    schemas = {"turns": TURNS, "dialogues": DIALOGUES}
    with making(output) as folder:
        with tables(folder, schemas, lambda: f"{source.path}: at or before dialogue {source.dialogues + 1}") as files:
            turns, dialogues = files
            for dialogue in source.decoded():
                split = _split(fold_of(dialogue.user_id))
                splits[split] += 1
                turns.add(split, turn_rows(dialogue))
                dialogues.add(split, [dialogue_row(dialogue)])
        splits = {split: count for split, count in splits.items() if count}
        text = card(source, digest(source.path), splits, schemas)
        (folder / "README.md").write_text(text, encoding="utf-8")
    return HuggingFaceReport(source.dialogues, source.turns, splits)


def _split(fold: int | None) -> str:
    return f"fold_{fold}" if fold else "other"
