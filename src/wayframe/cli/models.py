"""Model files in what commands print: a figure never stands without what its model was trained on."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar

from wayframe.cli.safely import printable

T = TypeVar("T")

UNKNOWN = "training data unknown"


def row_name(name: str, protocol: dict[str, Any]) -> str:
    """Return the heading of a model's figures, marked where nobody knows what the model was trained on."""
    model = protocol.get("model")
    return printable(name if model is None or model["trained_on"] else f"{name} ({UNKNOWN})")


def model_line(model: dict[str, Any], folds: dict[str, Any] | None = None) -> str:
    """Return a line about a model, and those users of the folds whom it knows, from the protocol of a result."""
    about = f"{model['file']} (sha256 {model['sha256'][:12]})"
    trained = model["trained_on"]
    if trained is None:
        return printable(f"{about}: {UNKNOWN}: it may have been trained on what is tested")
    tested = {user for fold in (folds or {}).values() for user in fold["test"]}
    known = sorted(tested & set(trained["users"]))
    but = f", among them other dialogues of {', '.join(known)}" if known else ", none of those tested among them"
    return printable(f"{about}: trained on {trained['dialogues']:,} dialogues{but}")


def warn_of_model(model: dict[str, Any], seen: int = 0) -> None:
    """Say on stderr why a file of predictions is no measure of a model, if so; `seen` are dialogues that taught it."""
    if model["trained_on"] is None:
        print(f"wayframe: {model_line(model)}", file=sys.stderr)
    elif seen:
        reason = f"was trained on {seen:,} of these dialogues: these predictions don't tell how good it is"
        print(printable(f"wayframe: {model['file']}: {reason}"), file=sys.stderr)


def noted(dialogues: Iterable[T], known: Callable[[T], bool], count: Counter[bool]) -> Iterator[T]:
    """Yield the dialogues, counting in passing those that are known."""
    for dialogue in dialogues:
        count[known(dialogue)] += 1
        yield dialogue
