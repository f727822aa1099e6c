"""Recordings: what a language model made of turns of the voices, kept in a file, so that it is read again as it was."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec

from replayed import replayed
from voiced import VOICES, VoiceTurn, agent, catalogue_of, circumstances
from wayframe.agent import embedded_reader
from wayframe.llm import Cassette, Client, Endpoint, LLMReader, prompt
from wayframe.llm.cassette import exchanges
from wayframe.llm.endpoint import Role

RECORDED = VOICES / "recorded"
LETTERS = 4  # of a token


class Recording:
    """A language model whose answers to some of the turns are in a file; with an endpoint it reads others, too."""

    def __init__(self, path: Path, role: Role = "nlu", url: str = "", model: str = "") -> None:
        self._known = {each.question: each for each in exchanges(path)}
        self._texts = {json.loads(question)["turn"] for question in self._known}
        if url:
            self._client = Client(Endpoint(url, model, role=role, timeout=60), Cassette(path))
        else:
            self._client = replayed(path, role)
        self._readers = dict[str, LLMReader]()

    def has(self, turn: VoiceTurn) -> bool:
        """Return whether the model was asked what it would be asked today about a turn."""
        return turn.text in self._texts and self._question(turn) in self._known

    def tokens(self, turn: VoiceTurn) -> tuple[int, int]:
        """Return how many tokens the model reads, the form among them, and writes for a turn, at four letters each."""
        schema, question = agent(catalogue_of(turn.scene)).schema, self._question(turn)
        form = msgspec.json.encode(prompt.json_schema(schema)).decode()
        told = prompt.instructions(schema) + form + question
        return len(told) // LETTERS, len(self._known[question].answer) // LETTERS

    def _question(self, turn: VoiceTurn) -> str:
        schema = agent(catalogue_of(turn.scene)).schema
        longest = prompt.LONGEST - len(prompt.instructions(schema))
        return prompt.question(turn.text, circumstances(turn), schema, longest)

    def reader(self, turn: VoiceTurn) -> LLMReader:
        """Return the reader of the catalogue that a turn is about."""
        catalogue = catalogue_of(turn.scene)
        if catalogue not in self._readers:
            self._readers[catalogue] = LLMReader(self._client, embedded_reader(agent(catalogue).source))
        return self._readers[catalogue]
