"""`wayframe air` as tests run it."""

from __future__ import annotations

import json
from typing import Any

from typer.testing import CliRunner

from wayframe.cli.air import app
from wayframe.errors import InputError


def said(*arguments: object, code: int = 0) -> str:
    """What a command prints on stdout; its InputError is raised, as the program gets it."""
    result = CliRunner().invoke(app, [str(argument) for argument in arguments])
    if isinstance(result.exception, InputError):
        raise result.exception
    assert result.exit_code == code, result.output
    return result.stdout


def figures(*arguments: object, code: int = 0) -> Any:
    """The JSON object that a command prints."""
    return json.loads(said(*arguments, "--json", code=code))
