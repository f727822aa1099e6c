"""The published corpora, fetched from where their owners publish them: checked, unpacked, ready to be named.

Wayframe ships neither corpus (their licences), so that everybody fetches his own. `get` does it once; a second call
finds what the first one brought.
"""

from __future__ import annotations

from wayframe.download.fetching import Progress, WaitLimits
from wayframe.download.getting import FetchedCorpus, data_folder, find, get
from wayframe.download.sources import AIRDIALOGUE, FRAMES, SOURCES, CorpusSource, FileFingerprint
from wayframe.download.unpacking import ArchiveLimits, unpack

__all__ = [
    "AIRDIALOGUE",
    "FRAMES",
    "SOURCES",
    "ArchiveLimits",
    "CorpusSource",
    "FetchedCorpus",
    "FileFingerprint",
    "Progress",
    "WaitLimits",
    "data_folder",
    "find",
    "get",
    "unpack",
]  # fmt: skip
