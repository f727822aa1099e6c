"""Values of an agent's acts in each state, as learned. A file of them is JSON with a checksum."""

from __future__ import annotations

import hashlib
from pathlib import Path
from random import Random
from typing import NamedTuple

import msgspec

from wayframe import files
from wayframe.airdialogue.environment.game import Player
from wayframe.airdialogue.learning.state import allowed, state
from wayframe.airdialogue.players.agent import ACTS, Act, AgentState, ScriptedAgent, by_rules
from wayframe.airdialogue.records import KnowledgeBase
from wayframe.errors import InputError

FORMAT = "wayframe-air-agent"
VERSION = 1
"""Rises when states or acts change their meaning."""


class TrainingSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Training of a model: so many dialogues with customers of this noise, each own turn at a cost."""

    dialogues: int
    noise: dict[str, float]
    cost: float
    seed: int


class _ValueFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    format: str
    version: int
    trained: TrainingSettings
    acts: tuple[str, ...]
    worth: dict[str, tuple[float | None, ...]]
    sha256: str = ""


class ActionValues(NamedTuple):
    """The worth of acts by state; acts that were never tried there have none."""

    worth: dict[str, dict[Act, float]]
    trained: TrainingSettings

    def choose(self, desk: AgentState) -> Act:
        """The best act that makes sense; where nothing was learned, what the scripted agent would do."""
        known = self.worth.get(state(desk), {})
        tried = [act for act in allowed(desk) if act in known]
        return max(tried, key=known.__getitem__) if tried else by_rules(desk)

    def agent(self, kb: KnowledgeBase, random: Random) -> Player:
        """An agent that does what was learned."""
        return ScriptedAgent(kb, random, self.choose)

    def save(self, path: str | Path) -> None:
        """Write the model; the same model gives the same bytes. Raises `InputError` where it can't be written."""
        rows = {name: tuple(row.get(act) for act in ACTS) for name, row in sorted(self.worth.items())}
        file = _ValueFile(FORMAT, VERSION, self.trained, ACTS, rows)
        with files.writing(path) as target:
            target.write(msgspec.json.encode(msgspec.structs.replace(file, sha256=_checksum(file))) + b"\n")

    @classmethod
    def load(cls, path: str | Path) -> ActionValues:
        """Read a model. Raises `InputError` where the file is none, is damaged or doesn't fit this version."""
        with files.reading(path) as source:
            data = source.read()
        try:
            file = msgspec.json.decode(data, type=_ValueFile)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise InputError(f"{path}: expected a trained agent, found something else or damage") from error
        if (file.format, file.version, file.acts) != (FORMAT, VERSION, ACTS):
            raise InputError(f"{path}: expected an agent trained by this version of Wayframe: train it again")
        if file.sha256 != _checksum(file) or any(len(row) != len(ACTS) for row in file.worth.values()):
            raise InputError(f"{path}: damaged: its checksum doesn't fit")
        worth = {
            name: {act: value for act, value in zip(ACTS, row, strict=True) if value is not None}
            for name, row in file.worth.items()
        }
        return cls(worth, file.trained)


def _checksum(file: _ValueFile) -> str:
    return hashlib.sha256(msgspec.json.encode(msgspec.structs.replace(file, sha256=""))).hexdigest()
