"""The card of a Hugging Face data set: where its files are, what its columns hold, what its licence forbids."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files

import pyarrow as pa

from wayframe.conversion.source import DialogueSource
from wayframe.conversion.yaml import Value, block

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
