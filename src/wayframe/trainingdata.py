"""The dialogues that a model was trained on, named in its file, so that no figure of it on them passes for held out."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from wayframe import files
from wayframe.dialogue import Dialogue, FramesRecord
from wayframe.errors import InputError

_NAMED = 5  # users that a complaint names


class TrainingDialogue(NamedTuple):
    """A dialogue by its id, its user and the start of the sha256 of its texts: copies get other ids, too."""

    id: str
    user: str
    texts: str


class TrainingData(FramesRecord, frozen=True, gc=False):
    """The dialogues that a model was trained on, those included that said when to stop."""

    dialogues: tuple[TrainingDialogue, ...]

    @classmethod
    def of(cls, dialogues: Iterable[Dialogue]) -> TrainingData:
        """Name these dialogues."""
        return cls(tuple(TrainingDialogue(each.id, each.user_id, _texts(each)) for each in dialogues))

    @property
    def users(self) -> list[str]:
        """Return the users whose dialogues these are, sorted."""
        return sorted({dialogue.user for dialogue in self.dialogues})

    def recogniser(self) -> Callable[[Dialogue], bool]:
        """Return a test of dialogues: is one among these, by its id and user or by its texts?"""
        names = {(each.id, each.user) for each in self.dialogues}
        texts = {each.texts for each in self.dialogues} - {""}
        return lambda dialogue: (dialogue.id, dialogue.user_id) in names or _texts(dialogue) in texts


class ModelOrigin(NamedTuple):
    """A model file as a result names it, and what the model was trained on."""

    file: str
    sha256: str
    data: TrainingData

    @classmethod
    def of(cls, path: str | Path, data: TrainingData) -> ModelOrigin:
        """Return the origin of a model in this file. Raises `InputError` where the file can't be read."""
        return cls(Path(path).name, files.digest(path), data)

    def check_unseen(self, path: str | Path, tested: Sequence[Dialogue]) -> None:
        """Raise `InputError` where the model was trained on some of the dialogues of `path` that are to be tested."""
        seen = list(filter(self.data.recogniser(), tested))
        if not seen:
            return
        users = sorted({dialogue.user_id for dialogue in seen})
        more = f" and {len(users) - _NAMED:,} more" if len(users) > _NAMED else ""
        raise InputError(
            f"{self.file}: was trained on {len(seen):,} of the {len(tested):,} dialogues of {path} to be tested "
            f"(users {', '.join(users[:_NAMED])}{more}): test it on dialogues that it hasn't seen"
        )

    def as_json(self) -> dict[str, object]:
        """Return what the protocol of a result says of the model: its file, checksum and training data."""
        trained = {"dialogues": len(self.data.dialogues), "users": self.data.users}
        return {"file": self.file, "sha256": self.sha256, "trained_on": trained}


def _texts(dialogue: Dialogue) -> str:
    """The start of the sha256 of a dialogue's texts; empty where nobody says anything."""
    texts = [turn.text for turn in dialogue.turns]
    if not any(texts):
        return ""
    return hashlib.sha256("\0".join(texts).encode("utf-8", "surrogatepass")).hexdigest()[:16]
