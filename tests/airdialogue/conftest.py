"""The real dialogues, where they are at hand."""

import os
from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def airdialogue_folder() -> Path:
    """The folder of the real sample: train_data.json.xz, train_kb.json.xz and the three lists of names."""
    path = os.environ.get("WAYFRAME_AIRDIALOGUE")
    if not path:
        pytest.skip("WAYFRAME_AIRDIALOGUE is not set: it names a folder of AirDialogue, which can't be shipped")
    return Path(path)


@pytest.fixture(scope="session")
def airdialogue_files(airdialogue_folder: Path) -> tuple[Path, Path]:
    """The data file and the knowledge bases of the real sample."""
    for suffix in ("", ".xz", ".gz"):
        pair = tuple(airdialogue_folder / f"train_{name}.json{suffix}" for name in ("data", "kb"))
        if all(path.exists() for path in pair):
            return pair[0], pair[1]
    pytest.skip(f"{airdialogue_folder} has no train_data.json with train_kb.json")
