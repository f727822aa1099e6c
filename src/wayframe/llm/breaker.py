"""A circuit breaker: a model that doesn't answer is left alone, and then tried by one question at a time."""

from __future__ import annotations

import threading
import time

from wayframe.llm.endpoint import LLMError

FAILURES, REST = 2, 60.0
"""After so many questions without an answer a model is left alone, for so many seconds; after a time-out at once."""


class Breaker:
    """Leaves a model alone that doesn't answer; many threads may ask."""

    def __init__(self) -> None:
        self._lock, self._failures, self._until = threading.Lock(), 0, 0.0
        self._rested = False  # and no answer came since then

    def check(self) -> None:
        """Raise `LLMError` while the model is left alone, or while another question tries it after that."""
        with self._lock:
            now = time.monotonic()
            if now < self._until:
                raise LLMError(f"no answer before, so it is left alone for {self._until - now:.0f} s")
            if self._rested:
                self._until = now + REST  # for the others, until this question is answered or failed

    def failed(self, *, at_once: bool) -> None:
        """Count a question without an answer; one of several, or one that took all its time, ends in a rest."""
        with self._lock:
            self._failures += 1
            if at_once or self._failures >= FAILURES:
                self._failures, self._until, self._rested = 0, time.monotonic() + REST, True
            elif self._rested:
                self._until = 0.0

    def answered(self) -> None:
        """Count from nothing, and let everybody ask."""
        with self._lock:
            self._failures, self._until, self._rested = 0, 0.0, False
