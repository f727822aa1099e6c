"""The card of a Hugging Face data set: where its files are, what its columns hold, what its licence forbids."""

from __future__ import annotations

from collections.abc import Mapping

import pyarrow as pa

from wayframe.conversion.source import DialogueSource
from wayframe.conversion.yaml import Value, block

_NAMES = {"double": "float64"}  # where Arrow's name of a type isn't that of `datasets`

_CARD = """---
{header}---
# {name}: a local conversion

Converted by `wayframe corpus convert` from `{name}` (sha256 `{digest}`): {dialogues:,} dialogues, {turns:,} turns in
the format of the Frames corpus (Asri et al. 2017, "Frames: A Corpus for Adding Memory to Goal-Oriented Dialogue
Systems").

## Licence

**Keep this folder to yourself if the dialogues are those of the Frames release.** Its licence grants your own
non-commercial research use and forbids passing the data on, in whole or in part, changed or unchanged, without written
consent. That holds for this conversion too: don't upload it, not even to a private repository. Dialogues that you
collected yourself are yours to license.

## Splits

One for each of the release's ten user folds, as the paper's protocol holds them out; `other` for users of none.

| split | dialogues |
| --- | ---: |
{splits}
```python
from datasets import load_dataset

turns = load_dataset("{folder}", "turns", split="{split}")  # or "fold_1+fold_2", a fold also being a column
dialogues = load_dataset("{folder}", "dialogues", split="{split}")
```

## Columns

`turns` has a row for each turn, in order; `dialogues` one for each dialogue, with `turns` (how many) and what both
sides said afterwards: `user_survey_rating` (1 to 5), `wizard_survey_task_successful`.

| column of `turns` | what it is |
| --- | --- |
| `dialogue_id`, `user_id`, `wizard_id`, `fold` | whose turn it is; `fold` null for users of no fold |
| `turn_index` | from 0 |
| `author` | `user` or `wizard` |
| `text` | the message |
| `timestamp` | milliseconds since the epoch |
| `active_frame` | the frame that is active after the turn |
| `acts` | dialogue acts: `name`, and `args` with `key`, `value`, `type`, and `refs` where the type is `references` |
| `acts_without_refs` | the same with references flattened; null for wizards |
| `frames` | all frames after the turn: `frame_id`, `frame_parent_id`, `info`, questions |
| `db` | the searches of a wizard's turn; `result[k]` answers `search[k]` |

A value of the source may be of any JSON type; here it is a string `value` and its `type`: `string` as it stands,
`boolean`, `integer`, `number` and `list` as JSON, `null` and `absent` (the source has no `val`) with a null `value`.
Times, prices and ratings are doubles: 5 and 5.0 of the source are the same here. Nothing else is lost.
"""


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
