"""The command line, run in this process: a test then pays for what a command does, not for an interpreter's start."""

from __future__ import annotations

import json
import os
import sys
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from typer import Typer
from typer.testing import CliRunner

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


def printed(app: Typer, *arguments: object) -> str:
    """What a command of an app prints on stdout; its InputError is raised, as `main` gets it."""
    result = CliRunner().invoke(app, [str(argument) for argument in arguments], env={"COLUMNS": "100"})
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    assert result.exit_code == 0, result.output
    return result.stdout


def printed_json(app: Typer, *arguments: object) -> dict[str, Any]:
    """The JSON object that a command prints, on one line."""
    text = printed(app, *arguments, "--json")
    assert text.count("\n") == 1
    parsed = json.loads(text)
    assert isinstance(parsed, dict)
    return parsed


def _written(stream: TextIOWrapper) -> str:
    stream.flush()
    written = stream.detach()
    assert isinstance(written, BytesIO)
    return written.getvalue().decode()
