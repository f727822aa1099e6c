"""A Hugging Face data set of AirDialogue, with the two configurations that its public card describes."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import ExitStack
from pathlib import Path

import msgspec
import pyarrow as pa
import pyarrow.parquet as pq

from wayframe.airdialogue.files import SamplePair
from wayframe.conversion.source import making
from wayframe.conversion.yaml import Value, block
from wayframe.errors import InputError

_ROW_GROUP = 500  # rows: one holds thirty flights
_STRING, _INT, _BOOL = pa.string(), pa.int64(), pa.bool_()


def _struct(**fields: pa.DataType) -> pa.StructType:
    return pa.struct(list(fields.items()))


_ACTION = _struct(flight=pa.list_(_INT), name=_STRING, status=_STRING)
_JOURNEY = {
    "departure_airport": _STRING,
    "return_airport": _STRING,
    "departure_month": _STRING,
    "departure_day": _STRING,
    "return_month": _STRING,
    "return_day": _STRING,
}
_INTENT = _struct(
    **_JOURNEY, name=_STRING, departure_time=_STRING, return_time=_STRING, **{"class": _STRING}, max_price=_INT,
    max_connections=_INT, airline_preference=_STRING, goal=_STRING,
)  # fmt: skip
_FLIGHT = _struct(
    **_JOURNEY, departure_time_num=_INT, return_time_num=_INT, **{"class": _STRING}, num_connections=_INT, price=_INT,
    flight_number=_INT, airline=_STRING,
)  # fmt: skip
_EVENT = _struct(timestmamp=_INT, button_name=_STRING, field_name=_STRING, field_value=_STRING)
_DATA = pa.schema(
    [
        ("action", _ACTION),
        ("intent", _INTENT),
        ("timestamps", pa.list_(_INT)),
        ("dialogue", pa.list_(_STRING)),
        ("expected_action", _ACTION),
        ("correct_sample", _BOOL),
        ("search_info", pa.list_(_EVENT)),
    ]
)
_KB = pa.schema([("kb", pa.list_(_FLIGHT)), ("reservation", _INT)])
CONFIGURATIONS = {"air_dialogue_data": _DATA, "air_dialogue_kb": _KB}
"""By the names of the public card; a row of one belongs to the same row of the other."""

_CARD = """---
{header}---
# AirDialogue: a local conversion

Converted by `wayframe air convert`: {samples:,} samples of AirDialogue (Wei et al. 2018, "AirDialogue: An Environment
for Goal-Oriented Dialogue Research"), row for row those of the two files.

```python
from datasets import load_dataset

data = load_dataset("path/to/this/folder", "air_dialogue_data", split="{split}")
kb = load_dataset("path/to/this/folder", "air_dialogue_kb", split="{split}")
```

Row n of one belongs to row n of the other. What a line of the files doesn't have is null here; a wish that is null is
none. `search_info` is what the public card calls `search_action`.

## Licence

The published dialogues are under CC BY-NC 4.0: name their authors, no commercial use. Contexts and dialogues that you
made yourself are yours to license.
"""


def write(pairs: Iterable[SamplePair], output: Path, split: str) -> tuple[int, int]:
    """Write a folder that `datasets.load_dataset` opens; how many samples and turns it holds.

    Raises `InputError` for numbers beyond 64 bits.
    """
    samples = turns = line = 0
    with making(output) as folder:
        with ExitStack() as stack:
            data, kb = (
                stack.enter_context(_ConfigurationFile(folder / name, split, schema))
                for name, schema in CONFIGURATIONS.items()
            )
            try:
                for pair in pairs:
                    line = pair.line
                    data.add(msgspec.to_builtins(pair.sample))
                    kb.add(msgspec.to_builtins(pair.kb))
                    samples += 1
                    turns += len(pair.sample.dialogue or ())
                data.flush()
                kb.flush()
            except (pa.ArrowInvalid, OverflowError) as error:
                near = f"at or before line {line} of the data"
                raise InputError(f"{near}: a number that Parquet's 64 bits can't hold") from error
        card = _CARD.format(header=block(_header(split)), samples=samples, split=split)
        (folder / "README.md").write_text(card, encoding="utf-8")
    return samples, turns


def _header(split: str) -> dict[str, Value]:
    return {
        "pretty_name": "AirDialogue (local conversion)",
        "license": "cc-by-nc-4.0",
        "language": ["en"],
        "configs": [
            {"config_name": name, "data_files": [{"split": split, "path": f"{name}/{split}.parquet"}]}
            for name in CONFIGURATIONS
        ],
    }


class _ConfigurationFile:
    """The file of a configuration, written a row group at a time."""

    def __init__(self, folder: Path, split: str, schema: pa.Schema) -> None:
        folder.mkdir()
        self._schema = schema
        self._writer = pq.ParquetWriter(folder / f"{split}.parquet", schema, compression="zstd")
        self._waiting: list[object] = []

    def __enter__(self) -> _ConfigurationFile:
        return self

    def __exit__(self, *error: object) -> None:
        self._writer.close()

    def add(self, row: object) -> None:
        """Add a row."""
        self._waiting.append(row)
        if len(self._waiting) == _ROW_GROUP:
            self.flush()

    def flush(self) -> None:
        """Write what waits."""
        self._writer.write_table(pa.Table.from_pylist(self._waiting, schema=self._schema))
        self._waiting = []
