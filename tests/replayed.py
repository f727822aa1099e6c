"""Language models that say what was recorded of them, and nothing else."""

from __future__ import annotations

from pathlib import Path

from wayframe.llm import Cassette, Client, Endpoint
from wayframe.llm.cassette import exchanges
from wayframe.llm.endpoint import Role

NOWHERE = "http://127.0.0.1:9/v1"


def replayed(path: Path, role: Role = "both") -> Client:
    """Return the model whose answers are in a file, by the name that stands there; where it is, nothing answers."""
    (name,) = {each.by for each in exchanges(path)}
    return Client(Endpoint(NOWHERE, name, retries=0, role=role), Cassette(path))
