"""A model that rewords a reply, sentence by sentence; it is believed where nothing changed.

The answer is streamed, a line for each sentence, so that each can be shown as soon as it is checked.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

import msgspec

from wayframe.agent import Show, unseen
from wayframe.conversation import Sentence, note
from wayframe.language import load
from wayframe.llm.accounting import Accounting
from wayframe.llm.client import Client
from wayframe.llm.endpoint import LLMError
from wayframe.llm.faithful import fault, plain
from wayframe.llm.sentences import LINES, SentenceStream
from wayframe.llm.usage import Usage
from wayframe.schema import Schema
from wayframe.values import Lexicon


class LLMWording:
    """Has a model reword sentences; each that says less, more or something else stays as it was.

    The acts of each sentence stay with it, so that faces may show them as cards and tables as before.
    """

    def __init__(self, client: Client, lexicon: Lexicon, today: date, schema: Schema) -> None:
        """By `lexicon` and `today` names and dates are found in what the model says, by `schema` words for slots."""
        self._client, self._lexicon, self._today = client, lexicon, today
        self._accounting = Accounting(load().talk, load().wording, schema)

    def __call__(self, sentences: Sequence[Sentence], show: Show = unseen) -> Sequence[Sentence]:
        """Return the sentences in other words; what worded them, and what it took, is noted (`note`).

        `show` gets each of them as soon as it is checked.
        """
        if not sentences:
            return sentences
        checked = _Checked(self, sentences, show)
        stream = SentenceStream(checked.take, LINES)
        question = msgspec.json.encode([sentence.text for sentence in sentences]).decode()
        messages = [{"role": "system", "content": _INSTRUCTIONS}, {"role": "user", "content": question}]
        why, model = "", self._client.endpoint.model
        try:
            _, used = self._client.chat(messages, (), stream.take)
            stream.end()
        except LLMError as error:
            why, used = f"{model} gave {error}", error.used
        return checked.whole(model, used, why)

    def fault(self, text: str, template: Sentence) -> str:
        """Return what is wrong with a rewording, in a few words; empty where nothing is."""
        return fault(text, template, self._lexicon, self._today, self._accounting)


class _Checked:
    """Sentences in a model's words where these hold, one after the other."""

    def __init__(self, of: LLMWording, templates: Sequence[Sentence], show: Show) -> None:
        self._of, self._templates, self._show = of, templates, show
        self._sentences = list[Sentence]()
        self._faults = list[str]()
        self._reworded = 0

    def take(self, line: str) -> None:
        """Take the rewording of the next sentence; lines behind the last one are nothing."""
        if len(self._sentences) == len(self._templates):
            return
        template, text = self._templates[len(self._sentences)], plain(line)
        wrong = self._of.fault(text, template)
        self._faults += [wrong] if wrong else []
        self._reworded += not wrong
        self._add(template if wrong else Sentence(text, template.acts))

    def _add(self, sentence: Sentence) -> None:
        self._sentences.append(sentence)
        self._show(sentence.text)

    def whole(self, model: str, used: Usage, why: str) -> list[Sentence]:
        """Return all sentences, those that the model didn't word as they were, and note how they came about."""
        missing = self._templates[len(self._sentences) :]
        for template in missing:
            self._add(template)
        faults = [*self._faults, *([why or "it gave fewer lines"] if missing else [])]
        if why and not self._reworded:
            note(f"worded by templates: {why} ({used})")
        else:
            kept = f"{self._reworded} of {len(self._templates)} sentences"
            others = f"; the others by templates: {'; '.join(faults)}" if faults else ""
            note(f"worded by {model}, {kept} ({used}){others}")
        return self._sentences


_INSTRUCTIONS = """\
You reword the sentences of an agent so that they sound natural and warm. You get a JSON array of sentences and give as
many lines and nothing else, in each the rewording of the sentence in its place. Each says exactly what it said: every
name, date, time, price, figure, place and amenity copied letter by letter and in the same order (a price before its
name stays before it), nothing added, nothing left out; a question stays a question, a denial stays a denial. Figures
stay figures, plain text only, no praise that the sentence doesn't have."""
