"""The corpora that can be fetched: where they lie, under which licence, and how the right ones are known."""

from __future__ import annotations

from typing import NamedTuple


class FileFingerprint(NamedTuple):
    """Expected size of a file in bytes and its SHA-256 in hexadecimal."""

    size: int
    sha256: str


class CorpusSource(NamedTuple):
    """A corpus that is published as one archive."""

    name: str
    title: str
    url: str
    page: str
    """Where a person finds the archive if `url` no longer holds it."""
    licence: str
    """The terms in short, and where they stand in full."""
    file: str
    """The file of the archive by which the corpus is known."""
    variable: str
    """The environment variable that says where the corpus lies."""
    names_folder: bool
    """Whether the variable names the folder that `file` lies in, not the file itself."""
    most: int
    """Bytes that the archive has at most."""
    most_unpacked: int
    """Bytes that all its files have together at most."""
    archive: FileFingerprint | None = None
    content: FileFingerprint | None = None
    """What `file` must be, where that is known."""


FRAMES = CorpusSource(
    name="frames",
    title="Frames (Maluuba / Microsoft, 2017): 1,369 dialogues",
    url="https://download.microsoft.com/download/4/b/f/4bf15895-4152-4008-8e68-605912cf7a65/Frames-dataset.zip",
    page="https://www.microsoft.com/en-us/research/project/frames-dataset/ (before: http://datasets.maluuba.com/Frames)",
    licence=(
        "For your own non-commercial, research and limited personal use, and for nothing else. You may not pass on, "
        "publish or make works derived from the corpus, in whole or in part, without its owner's written consent. "
        "In full: LICENSE.pdf in the archive."
    ),
    file="frames.json",
    variable="WAYFRAME_FRAMES",
    names_folder=False,
    most=64 << 20,
    most_unpacked=256 << 20,
    content=FileFingerprint(71_278_359, "179142a1cb25582013501ea496b7b46262a1b47b304c74b5dd3ab78304baddaf"),
)

AIRDIALOGUE = CorpusSource(
    name="airdialogue",
    title="AirDialogue 1.1 (Google, 2018): 402,038 dialogues with their knowledge bases",
    url="https://storage.googleapis.com/airdialogue/airdialogue_data.tar.gz",
    page="https://github.com/google/airdialogue",
    licence=(
        "Creative Commons Attribution-NonCommercial 4.0: not for commercial use, its authors to be named. "
        "In full: https://creativecommons.org/licenses/by-nc/4.0/legalcode"
    ),
    file="train_data.json",
    variable="WAYFRAME_AIRDIALOGUE",
    names_folder=True,
    most=272_898_923,
    most_unpacked=32 << 30,
    archive=FileFingerprint(272_898_923, "7d2130cdde73a59afd6ad6c463a25453d8ed677c1b3a4a4aaa2406db9c9712cb"),
)

SOURCES = {source.name: source for source in (FRAMES, AIRDIALOGUE)}
