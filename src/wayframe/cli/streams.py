"""Standard input and output as every command may rely on them, whatever the caller made of them."""

from __future__ import annotations

import os
import sys
from io import TextIOWrapper


def prepare() -> None:
    """Give every command three open streams that take every text.

    A stream that the caller closed (`>&-`) leads nowhere. What goes to a file or a pipe is UTF-8 in every locale: JSON
    has to be (RFC 8259, section 8.1), and the same input gives the same bytes. A terminal keeps its encoding, and what
    that has no character for is escaped.
    """
    sys.stdin = sys.stdin or open(os.devnull, encoding="utf-8")  # noqa: SIM115  (open as long as the program runs)
    sys.stdout = sys.stdout or _nowhere()
    sys.stderr = sys.stderr or _nowhere()
    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")  # no half characters: nothing could write them again
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding=None if stream.isatty() else "utf-8", errors="backslashreplace")


def leave() -> None:
    """Write what is still buffered; what nobody takes goes nowhere, so that nothing fails at the exit."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _nowhere() -> TextIOWrapper:
    return open(os.devnull, "w", encoding="utf-8")
