"""Slack delivers what was written quickly one after the other at once, and not always in order."""

from __future__ import annotations

import asyncio
from bisect import insort
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

SETTLING = 0.25
"""Seconds in which what was written before may still arrive."""


class ChannelQueue:
    """Lets what comes nearly together pass in the order of its time stamps, one after the other, in each channel."""

    def __init__(self, settling: float = SETTLING) -> None:
        """`settling`: seconds that everything waits for what may have been before it."""
        self._settling = settling
        self._waiting: dict[str, list[float]] = {}
        self._passing: set[str] = set()
        self._moved = asyncio.Condition()

    @asynccontextmanager
    async def turn(self, channel: str, ts: float) -> AsyncIterator[None]:
        """Wait for the turn of what was written at `ts`; in the block it is that."""
        waiting = self._waiting.setdefault(channel, [])
        insort(waiting, ts)
        try:
            await asyncio.sleep(self._settling)
            async with self._moved:
                await self._moved.wait_for(lambda: waiting[0] == ts and channel not in self._passing)
                self._passing.add(channel)
            try:
                yield
            finally:
                self._passing.discard(channel)
        finally:
            waiting.remove(ts)
            if not waiting:
                self._waiting.pop(channel, None)
            async with self._moved:
                self._moved.notify_all()
