"""The states that the latest conversations have come to, so that each turn needn't be taken in again."""

from __future__ import annotations

import hashlib
import threading
from collections import OrderedDict
from collections.abc import Collection, Sequence

from msgspec import Raw

from wayframe.dialogue import Turn, encode
from wayframe.state.records import DialogueState

SIZE = 256
"""Conversations whose state is kept."""


class StateCache:
    """The states after the turns that were seen last, by a digest of these turns. Threads may share it."""

    def __init__(self, size: int = SIZE) -> None:
        self._size, self._lock = size, threading.Lock()
        self._states = OrderedDict[bytes, DialogueState]()

    def get(self, key: bytes) -> DialogueState | None:
        """Return the state after the turns of a digest; None where it isn't kept."""
        with self._lock:
            if key in self._states:
                self._states.move_to_end(key)
            return self._states.get(key)

    def put(self, key: bytes, state: DialogueState) -> None:
        """Keep the state after the turns of a digest, and forget the one that was used least recently."""
        with self._lock:
            self._states[key] = state
            self._states.move_to_end(key)
            if len(self._states) > self._size:
                self._states.popitem(last=False)


def digests(turns: Sequence[Turn], offers: Collection[int]) -> list[bytes]:
    """Return a digest of the first turn, the first two, and so on: of all that a state follows from.

    `offers` are the frames behind which an item is known. Frames count where no meaning was kept, since the state then
    takes them as they are.
    """
    found, running, own = list[bytes](), hashlib.blake2b(digest_size=16), False
    for turn in turns:
        kept = turn.labels.meaning_json
        if turn.author == "user":
            own = isinstance(kept, Raw)
        made = [act.id in offers for act in turn.acts if act.id is not None]
        parts = [
            encode((turn.author, turn.text, turn.timestamp, turn.acts, turn.active_frame, made)),
            bytes(kept) if isinstance(kept, Raw) else b"",
            b"" if own else bytes(turn.labels.frames_json),
        ]
        for part in parts:
            running.update(len(part).to_bytes(8, "little"))
            running.update(part)
        found.append(running.digest())
    return found
