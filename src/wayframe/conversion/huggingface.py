"""A Hugging Face data set: Parquet files of turns and of dialogues, one a user fold, and a card."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple

import pyarrow as pa
import pyarrow.parquet as pq

from wayframe.conversion.card import card
from wayframe.conversion.folder import making
from wayframe.conversion.source import DialogueSource
from wayframe.conversion.tables import DIALOGUES, TURNS, Row, dialogue_row, turn_rows
from wayframe.errors import InputError
from wayframe.files import digest
from wayframe.folds import FOLDS, fold_of

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
