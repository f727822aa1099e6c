"""The command line, run in this process: a test then pays for what a command does, not for an interpreter's start."""

from __future__ import annotations

import os
import sys
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import NamedTuple

import pytest

from wayframe.cli.main import main


class Done(NamedTuple):
    """What came of a command."""

    returncode: int
    stdout: str
    stderr: str


def wayframe(*arguments: object, stdin: str | bytes = b"", cwd: Path | None = None, **environment: str) -> Done:
    """Run a command line as the program does, on three pipes."""
    data = stdin.encode(errors="surrogateescape") if isinstance(stdin, str) else stdin
    streams = {"stdin": TextIOWrapper(BytesIO(data), encoding="utf-8")}
    streams |= {name: TextIOWrapper(BytesIO(), encoding="utf-8", newline="\n") for name in ("stdout", "stderr")}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "argv", ["wayframe", *map(str, arguments)])
        for name, stream in streams.items():
            patch.setattr(sys, name, stream)
        for name, value in {"COLUMNS": "100", **environment}.items():
            patch.setenv(name, value)
        patch.chdir(cwd or os.curdir)
        with pytest.raises(SystemExit) as left:
            main()
    assert isinstance(left.value.code, int)
    return Done(left.value.code, _written(streams["stdout"]), _written(streams["stderr"]))


def _written(stream: TextIOWrapper) -> str:
    stream.flush()
    written = stream.detach()
    assert isinstance(written, BytesIO)
    return written.getvalue().decode()
