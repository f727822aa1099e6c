"""The loader of language packs: `language/<code>/*.toml`, checked against the records that describe them."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import NamedTuple, TypeVar

import msgspec

from wayframe.errors import InputError, reason, shown
from wayframe.language.wording import Wording

Record = TypeVar("Record")
CODE = re.compile(r"[a-z]{2,3}")


class Pack(NamedTuple):
    """A language: its code and what each of its files holds."""

    code: str
    wording: Wording


@cache
def load(code: str = "en") -> Pack:
    """Return the language of a code; raises `InputError` where there is none or a file of it is at fault."""
    folder = files(__package__)
    if not CODE.fullmatch(code) or not (folder / code).is_dir():
        raise InputError(f"language: expected one of {', '.join(languages())}, found {shown(code)}")
    return Pack(code, wording=read(folder / code / "wording.toml", Wording))


def languages() -> tuple[str, ...]:
    """Return the codes of the languages that there are."""
    return tuple(sorted(entry.name for entry in files(__package__).iterdir() if (entry / "wording.toml").is_file()))


def read(file: Traversable, record: type[Record]) -> Record:
    """Return a file's content as a record; raises `InputError` that names the file and the field at fault."""
    try:
        return msgspec.convert(tomllib.loads(file.read_text(encoding="utf-8")), record)
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, msgspec.ValidationError) as error:
        raise InputError(f"{file}: {' '.join(str(error).split())}") from error
    except OSError as error:
        raise InputError(f"{file}: {reason(error)}") from error
