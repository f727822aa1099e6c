"""A budget of CPU time for a piece of work: what takes more is interrupted, so that others don't wait for it.

The work stays in its thread; beside it a watch looks at the CPU time that the thread has taken and raises an exception
in it. CPython raises it before the next step of Python code. So a loop of Python code stops at once, whatever it does;
a single call of a library written in C (one regular expression, say) is interrupted only after it has returned.
"""

from __future__ import annotations

import ctypes
import threading
import time
from collections.abc import Callable
from typing import TypeVar

_EVERY = 0.02  # seconds between two looks at those at work
_STEPS = 100  # of a loop, in which an interruption that is under way arrives
_AGAIN = 0.2  # seconds after which an exception that something swallowed is raised again

_Result = TypeVar("_Result")


class OverBudgetError(Exception):
    """The work took more than its budget."""


class _Interruption(BaseException):
    """Ends work; no `Exception`, as code that handles those mustn't take it for a failure of its own."""


class _Work:
    """Work that goes on in a thread."""

    def __init__(self) -> None:
        self.thread, self._clock = threading.get_ident(), thread_clock()
        self._started, self._interrupted = self._clock(), 0.0
        self.looked_at = False

    def interrupt(self, seconds: float) -> None:
        """Interrupt the work if it has taken more than so many seconds."""
        taken = self._clock() - self._started
        if taken > max(seconds, self._interrupted):
            self._interrupted = taken + _AGAIN
            _raise_in(self.thread, _Interruption)


class Budget:
    """So many seconds of CPU for each piece of work. Safe for several threads."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._at_work = dict[int, _Work]()  # by thread
        self._begun = threading.Condition()
        self._watch: threading.Thread | None = None

    def run(self, work: Callable[[], _Result]) -> _Result:
        """Return what `work` returns. Raises `OverBudgetError` where that takes too long."""
        mine = _Work()
        try:
            self._begin(mine)
            try:
                return work()
            finally:
                self._end(mine)
        except _Interruption:
            self._end(mine)
            raise OverBudgetError(f"more than {self.seconds:g} s of CPU") from None

    def _begin(self, work: _Work) -> None:
        with self._begun:
            if self._watch is None or not self._watch.is_alive():  # a forked process has no threads but one
                self._watch = threading.Thread(target=self._look, name="wayframe-budget", daemon=True)
                self._watch.start()
            self._at_work[work.thread] = work
            self._begun.notify()

    def _end(self, work: _Work) -> None:
        """Let the work be; an interruption that hasn't been raised yet is raised here, and swallowed.

        It is not taken back by `PyThreadState_SetAsyncExc(thread, NULL)`: CPython 3.11 would then look for an exception
        at every step for ever, and a profiled call would never begin. No lock is taken: an interruption that came just
        then would leave it locked, and everybody after waiting.
        """
        while True:
            try:
                self._at_work.pop(work.thread, None)
                while work.looked_at:
                    time.sleep(0)
                for _ in range(_STEPS):
                    pass  # each step is a place where CPython raises what is to be raised
                return
            except _Interruption:
                continue

    def _look(self) -> None:
        while True:
            with self._begun:
                self._begun.wait_for(lambda: self._at_work)
            for work in list(self._at_work.values()):
                work.looked_at = True  # before the second look for it: it ends before that, or waits for this one
                if self._at_work.get(work.thread) is work:
                    work.interrupt(self.seconds)
                work.looked_at = False
            time.sleep(_EVERY)


def thread_clock() -> Callable[[], float]:
    """Return a clock of this thread's CPU time, which any thread may read; of plain time where a system has none."""
    if not hasattr(time, "pthread_getcpuclockid"):
        return time.monotonic
    clock = time.pthread_getcpuclockid(threading.get_ident())
    return lambda: time.clock_gettime(clock)


def _raise_in(thread: int, exception: type[BaseException]) -> None:
    """Have an exception raised in a thread."""
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(exception))
