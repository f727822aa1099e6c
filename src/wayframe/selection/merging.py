"""Several files of dialogues as one, each dialogue once."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

import msgspec

from wayframe import corpus
from wayframe.dialogue import Dialogue, encode
from wayframe.errors import InputError, shown


class RepeatCount:
    """Count of the dialogues that came again with equal content and were left out."""

    def __init__(self) -> None:
        self.count = 0


class _SeenDialogues(NamedTuple):
    content: bytes
    path: str | Path


def merged(paths: Iterable[str | Path], repeats: RepeatCount) -> Iterator[Dialogue]:
    """The dialogues of the files, in order; one that comes again is left out and counted.

    Raises `InputError` where two dialogues have one id and aren't equal.
    """
    seen = dict[str, _SeenDialogues]()
    for path in paths:
        for dialogue in corpus.stream(path):
            content = hashlib.sha256(encode(dialogue)).digest()
            before = seen.get(dialogue.id)
            if before is None:
                seen[dialogue.id] = _SeenDialogues(content, path)
                yield dialogue
            elif before.content == content or _values(_found(before.path, dialogue.id)) == _values(dialogue):
                repeats.count += 1
            else:
                raise InputError(f"{path}: dialogue {shown(dialogue.id)} is another one in {before.path}")


def once(path: str | Path, dialogues: Iterable[Dialogue]) -> Iterator[Dialogue]:
    """The dialogues of a file; raises `InputError` where an id comes twice."""
    seen = set[str]()
    for dialogue in dialogues:
        if dialogue.id in seen:
            raise InputError(f"{path}: dialogue {shown(dialogue.id)} comes twice")
        seen.add(dialogue.id)
        yield dialogue


def _found(path: str | Path, dialogue_id: str) -> Dialogue:
    return next(dialogue for dialogue in corpus.stream(path) if dialogue.id == dialogue_id)


def _values(dialogue: Dialogue) -> bytes:
    """Return the content of a dialogue, whatever the layout of its JSON."""
    try:
        return msgspec.json.encode(msgspec.json.decode(encode(dialogue)), order="sorted")
    except RecursionError as error:
        raise InputError(f"dialogue {shown(dialogue.id)}: nested too deeply") from error
