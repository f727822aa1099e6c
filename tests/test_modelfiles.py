from __future__ import annotations

from pathlib import Path

import pytest

from wayframe import modelfiles
from wayframe.dialogue import FramesRecord
from wayframe.errors import InputError
from wayframe.modelfiles import ModelKind
from wayframe.ontology import ACTS, SLOTS

KIND = ModelKind("wayframe-oracle", "trained oracle")


class Oracle(FramesRecord, frozen=True, gc=False):
    format: str
    version: int
    acts: tuple[str, ...]
    slots: tuple[str, ...]
    answer: int
    sha256: str = ""


ORACLE = Oracle(KIND.format, 2, tuple(ACTS), tuple(SLOTS), 42)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    written = tmp_path / "oracle.json"
    modelfiles.write(written, ORACLE)
    return written


def test_a_file_holds_what_was_written(path: Path) -> None:
    assert modelfiles.read(path, KIND, Oracle).answer == 42
    assert modelfiles.read(path, KIND, Oracle, version=2).answer == 42


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ((b"42", b"43"), "damaged: its checksum is not that of what it holds"),
        ((b'"answer":42,', b""), "damaged: object missing required field `answer`"),
        ((b'"sha256"', b'"sha512"'), "damaged: object contains unknown field `sha512`"),
        ((b"wayframe-oracle", b"wayframe-nlu"), "expected a trained oracle, found another file"),
        ((b"{", b"<"), "expected a trained oracle, found something else or damage"),
    ],
)
def test_what_is_damaged_or_foreign_is_refused_with_one_line(
    path: Path, change: tuple[bytes, bytes], message: str
) -> None:
    path.write_bytes(path.read_bytes().replace(*change, 1))
    with pytest.raises(InputError, match=rf"^{path}: {message}"):
        modelfiles.read(path, KIND, Oracle)


def test_another_version_and_other_labels_are_refused(path: Path) -> None:
    with pytest.raises(InputError, match="trained by another version of Wayframe: train it again"):
        modelfiles.read(path, KIND, Oracle, version=3)
    modelfiles.write(path, Oracle(KIND.format, 2, ("inform",), tuple(SLOTS), 42))
    with pytest.raises(InputError, match="trained by another version of Wayframe: train it again"):
        modelfiles.read(path, KIND, Oracle)
