"""A language model as a baseline of research: it is shown examples of others' dialogues, and asked about one turn.

What examples it is shown follows from a seed and from the dialogues that it may learn from. Its answers can be kept in
a cassette: they are found again by the model, the prompt's version, the examples and the question.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from hashlib import blake2s
from random import Random
from typing import Any, NamedTuple, TypeVar

import msgspec

from wayframe.dialogue import Turn
from wayframe.errors import InputError
from wayframe.llm.client import Client, Shape
from wayframe.llm.endpoint import AnswerError, LLMError
from wayframe.llm.prompt import end_of

Value = TypeVar("Value")

EXAMPLES = 12
"""Turns that a model is shown."""

UNANSWERED = 3
"""Questions in a row without an answer after which an evaluation ends."""

TURNS = 2  # of what came before, that it is told
LONGEST_TURN = 300  # characters of each
_FROM_FOLDS = "turns of the training users of a fold, drawn by the seed"


class Example(NamedTuple):
    """A turn as it is asked about, and the answer that its labels give."""

    question: Mapping[str, Any]
    answer: Mapping[str, Any]


class FewShot:
    """Asks a model in one form, with the same examples before every question."""

    def __init__(
        self, client: Client, version: str, instructions: str, shape: Shape[Any], examples: Sequence[Example]
    ) -> None:
        """`version` is that of the prompt: it rises with every change that could change an answer."""
        said = [f"{_json(each.question)}\n{_json(each.answer)}" for each in examples]
        self._client, self._shape, self._unanswered = client, shape, 0
        told = ["Examples, each a question and its answer:", *said] if said else []
        self._instructions = "\n\n".join([instructions, *told])
        self.prompt = f"{version} {blake2s(self._instructions.encode(), digest_size=6).hexdigest()}"

    def ask(self, question: Mapping[str, Any], record: type[Value]) -> Value | None:
        """Return the answer; None where none comes, or one of another form.

        Raises `InputError` where none has come so often that nobody seems to be there: that is no fault of a model's.
        """
        shape = Shape(self._shape.name, self._shape.schema, record)
        try:
            found = self._client.ask(self._instructions, _json({"prompt": self.prompt, **question}), shape).value
        except AnswerError:
            self._unanswered = 0
            return None
        except LLMError as error:
            self._unanswered += 1
            if self._unanswered < UNANSWERED:
                return None
            url = self._client.endpoint.url
            raise InputError(
                f"--llm: {url} gave {error}, the last of {UNANSWERED} questions without an answer"
            ) from error
        self._unanswered = 0
        return found


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()


def before(history: Sequence[Turn]) -> list[dict[str, str]]:
    """Return the last turns as a model is told them."""
    return [{turn.author: end_of(turn.text, LONGEST_TURN)} for turn in history[-TURNS:]]


def drawn(found: Iterable[Value], seed: int) -> list[Value]:
    """Return so many by chance, in their order; the same for the same seed."""
    every = list(found)
    chosen = Random(seed).sample(range(len(every)), min(EXAMPLES, len(every)))
    return [every[at] for at in sorted(chosen)]


def protocol(
    client: Client, version: str, seed: int, examples: int = EXAMPLES, examples_from: str = _FROM_FOLDS
) -> dict[str, Any]:
    """Return what an evaluation says of a model: the prompt, where its examples are from, and what it took.

    What was kept of earlier runs counts as it did then; `replayed` says how many of the calls these are.
    """
    used = client.worth
    return {
        "model": client.endpoint.model,
        "prompt": version,
        "examples": examples,
        "examples_from": examples_from,
        "seed": seed,
        "calls": used.calls,
        "replayed": client.replayed,
        "without_an_answer": used.failures,
        "tokens_read": used.read,
        "tokens_written": used.written,
        "dollars": used.cost,
    }
