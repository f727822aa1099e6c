"""The lists that contexts are made from: airports, first names, last names."""

from __future__ import annotations

from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import NamedTuple

from wayframe.airdialogue.contexts.draws import AIRPORTS
from wayframe.errors import InputError, reason, shown


class AirportNames(NamedTuple):
    """Airports by code with the city or name that people say for them; first and last names."""

    airports: dict[str, str]
    first: tuple[str, ...]
    last: tuple[str, ...]


def own() -> AirportNames:
    """The lists that ship with the project."""
    return read(files("wayframe.airdialogue.contexts").joinpath("lists"))


def read(folder: Path | Traversable) -> AirportNames:
    """The lists of a folder: airport.txt (CODE:name), first_names.txt, last_names.txt; an entry a line.

    Raises `InputError` naming file and line.
    """
    airports = dict[str, str]()
    for where, line in _lines(folder, "airport.txt"):
        code, colon, name = line.partition(":")
        if not colon or not code or ":" in name:
            raise InputError(f"{where}: expected CODE:name, found {shown(line)}")
        if code in airports:
            raise InputError(f"{where}: airport {shown(code)} comes twice")
        airports[code] = name
    if len(airports) < AIRPORTS:
        raise InputError(f"{folder / 'airport.txt'}: expected {AIRPORTS} airports or more, found {len(airports)}")
    return AirportNames(airports, _words(folder, "first_names.txt"), _words(folder, "last_names.txt"))


def _words(folder: Path | Traversable, name: str) -> tuple[str, ...]:
    words = []
    for where, line in _lines(folder, name):
        if len(line.split()) > 1:
            raise InputError(f"{where}: expected a name of one word, found {shown(line)}")
        words.append(line)
    if not words:
        raise InputError(f"{folder / name}: holds no name")
    return tuple(words)


def _lines(folder: Path | Traversable, name: str) -> list[tuple[str, str]]:
    path = folder / name
    try:
        text = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise InputError(f"{path}: {reason(error)}") from error
    except UnicodeDecodeError as error:
        raise InputError(f"{path}: not UTF-8: byte 0x{error.object[error.start]:02x}") from error
    return [(f"{path}: line {n}", line.strip()) for n, line in enumerate(text.splitlines(), 1) if line.strip()]
