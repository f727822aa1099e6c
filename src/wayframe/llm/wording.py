"""A model that rewords a reply, sentence by sentence; it is believed where nothing changed."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

import msgspec

from wayframe.conversation import Sentence, note
from wayframe.llm.client import Client, Shape
from wayframe.llm.endpoint import LLMError
from wayframe.llm.faithful import fault, plain
from wayframe.llm.usage import Usage
from wayframe.values import Lexicon


class _Sentences(msgspec.Struct):
    sentences: tuple[str, ...]


class LLMWording:
    """Has a model reword sentences; each that says less, more or something else stays as it was.

    The acts of each sentence stay with it, so that faces may show them as cards and tables as before.
    """

    def __init__(self, client: Client, lexicon: Lexicon, today: date) -> None:
        """By `lexicon` and `today` names and dates are found in what the model says."""
        self._client, self._lexicon, self._today = client, lexicon, today

    def __call__(self, sentences: Sequence[Sentence]) -> Sequence[Sentence]:
        """Return the sentences in other words; what worded them, and what it took, is noted (`note`)."""
        if not sentences:
            return sentences
        model = self._client.endpoint.model
        question = msgspec.json.encode([sentence.text for sentence in sentences]).decode()
        try:
            found, used = self._client.ask(_INSTRUCTIONS, question, _SHAPE)
        except LLMError as error:
            note(f"worded by templates: {model} gave {error} ({error.used})")
            return sentences
        if len(found.sentences) != len(sentences):
            note(f"worded by templates: {model} gave another number of sentences ({used})")
            return sentences
        return self._checked(sentences, [plain(text) for text in found.sentences], used)

    def _checked(self, sentences: Sequence[Sentence], texts: list[str], used: Usage) -> list[Sentence]:
        """Return the sentences in the model's words where these hold."""
        pairs = list(zip(sentences, texts, strict=True))
        faults = [fault(text, sentence, self._lexicon, self._today) for sentence, text in pairs]
        kept = f"{faults.count('')} of {len(faults)} sentences"
        why = f"; the others by templates: {'; '.join(filter(None, faults))}" if any(faults) else ""
        note(f"worded by {self._client.endpoint.model}, {kept} ({used}){why}")
        return [
            sentence if wrong else Sentence(text, sentence.acts)
            for (sentence, text), wrong in zip(pairs, faults, strict=True)
        ]


_INSTRUCTIONS = """\
You reword the sentences of an agent so that they sound natural and warm. You get a JSON array of sentences and give as
many, each the rewording of the one in its place. Each says exactly what it said: every name, date, time, price, figure,
place and amenity copied letter by letter and in the same order, nothing added, nothing left out; a question stays a
question, a denial stays a denial. Figures stay figures, plain text only, no praise that the sentence doesn't have."""

_SHAPE = Shape(
    "sentences",
    {
        "type": "object",
        "properties": {"sentences": {"type": "array", "items": {"type": "string"}}},
        "required": ["sentences"],
        "additionalProperties": False,
    },
    _Sentences,
)
