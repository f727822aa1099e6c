"""The loader of language packs: `language/<code>/*.toml`, checked against the records that describe them."""

from __future__ import annotations

import tomllib
from functools import cache, cached_property
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import TypeVar

import msgspec

from wayframe.errors import InputError, reason, shown
from wayframe.language.lexicon import Lexicon
from wayframe.language.phrases import Phrasebook
from wayframe.language.talk import Talk
from wayframe.language.wording import Wording

Record = TypeVar("Record")


class Pack:
    """A language: its files, read when they are first needed, from a folder (by default that of its code in here)."""

    def __init__(self, code: str, folder: Traversable | None = None):
        self.code = code
        self._folder = folder or files(__package__) / code

    @cached_property
    def wording(self) -> Wording:
        """The words that the realiser says things with."""
        return read(self._folder / "wording.toml", Wording)

    @cached_property
    def lexicon(self) -> Lexicon:
        """The words that the reader knows."""
        return read(self._folder / "lexicon.toml", Lexicon)

    @cached_property
    def phrases(self) -> Phrasebook:
        """The whole turns that many people say."""
        return read(self._folder / "phrases.toml", Phrasebook)

    @cached_property
    def talk(self) -> Talk:
        """The words that claim nothing, which a language model may say."""
        return read(self._folder / "talk.toml", Talk)


@cache
def load(code: str = "en") -> Pack:
    """Return the language of a code; raises `InputError` where there is none."""
    if code not in languages():
        raise InputError(f"language: expected one of {', '.join(languages())}, found {shown(code)}")
    return Pack(code)


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
