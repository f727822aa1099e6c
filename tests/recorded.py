"""Recordings: what a language model made of turns of the voices, kept in a file, so that it is read again as it was."""

from __future__ import annotations

import json
from pathlib import Path

from voiced import VOICES, VoiceTurn, agent, catalogues, circumstances
from wayframe.agent import embedded_reader
from wayframe.llm import Cassette, Client, Endpoint, LLMReader, prompt
from wayframe.llm.cassette import exchanges
from wayframe.llm.endpoint import Role
from wayframe.llm.reader import FORM

RECORDED = VOICES / "recorded"
NOWHERE = "http://127.0.0.1:9/v1"


class Recording:
    """A language model whose answers to some of the turns are in a file; with an endpoint it reads others, too."""

    def __init__(self, path: Path, role: Role = "nlu", url: str = NOWHERE, model: str = "recorded") -> None:
        self._cassette = Cassette(path)
        self._texts = {json.loads(each.question)["turn"] for each in exchanges(path)}
        self._client = Client(Endpoint(url, model, role=role, timeout=60), self._cassette)
        self._readers = dict[str, LLMReader]()

    def has(self, turn: VoiceTurn) -> bool:
        """Return whether the model was asked what it would be asked today about a turn."""
        if turn.text not in self._texts:
            return False
        question = prompt.question(turn.text, circumstances(turn), agent(catalogues()[turn.scene]).schema)
        return self._cassette.answer(question, FORM) is not None

    def reader(self, turn: VoiceTurn) -> LLMReader:
        """Return the reader of the catalogue that a turn is about."""
        catalogue = catalogues()[turn.scene]
        if catalogue not in self._readers:
            self._readers[catalogue] = LLMReader(self._client, embedded_reader(agent(catalogue).source))
        return self._readers[catalogue]
