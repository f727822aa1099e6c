"""Frames from acts: the one place that creates, switches and fills frames (paper sections 5.1, 5.2 and 7.1, table 2).

`update` takes the acts of a turn with their references and the frame that is active after it, and gives the memory
after the turn; who decides what the acts refer to is not its business (`wayframe.tracking`). The rules are those by
which the release's labels were computed, as far as they could be found: `docs/frame-semantics.md` lists them with
counts.
"""

from __future__ import annotations

from wayframe.memory.records import RELEASE_DAY, Memory, Provenance
from wayframe.memory.update import Before, day, labelled_memories, update

__all__ = ["RELEASE_DAY", "Before", "Memory", "Provenance", "day", "labelled_memories", "update"]
