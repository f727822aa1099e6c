"""Prediction files of the public evaluator: dialogues whose user turns say what every act is likely to be about.

A user turn has `predictions.acts`, in the order of the truth. Every slot of an act is a `ref` whose `frame` is a list
of probabilities, entry i for frame i + 1, with the slot among its `annotations`; the act as a whole is a `ref` without
annotations. `active_frame`, beside `acts`, is ours: the public evaluator passes it over.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from io import BytesIO
from pathlib import Path
from typing import NamedTuple, NoReturn

import msgspec
from msgspec import UNSET, Struct, UnsetType

from wayframe import corpus
from wayframe.dialogue import Act, Arg, Dialogue
from wayframe.errors import InputError, shown
from wayframe.files import reading, writing
from wayframe.items import NOANNO
from wayframe.ontology import REFERENCE_KEYS
from wayframe.tracking import ActBelief

Value = str | bool | int | float | None
Vector = tuple[float, ...]
LEAST = 1e-6
"""No likelihood counts as less."""


class PredictedRef(Struct, frozen=True):
    """Probabilities by frame, and the slot that they are about; none for the act as a whole."""

    frame: Vector
    annotations: tuple[Arg, ...] = ()


class PredictedArg(Struct, frozen=True, omit_defaults=True):
    """An argument of a predicted act; without probabilities where `val` is plain."""

    key: str
    val: str | bool | int | float | tuple[PredictedRef, ...] | UnsetType | None = UNSET


class PredictedAct(Struct, frozen=True):
    """An act of which nobody looks at the name, but in strict mode."""

    args: tuple[PredictedArg, ...] = ()
    name: str = ""


class TurnPredictions(Struct, frozen=True, omit_defaults=True):
    """Predictions for a turn."""

    acts: tuple[PredictedAct, ...]
    active_frame: int | UnsetType = UNSET


class PredictedTurn(Struct, frozen=True, omit_defaults=True):
    """A turn of a prediction file; only users' have predictions."""

    author: str | UnsetType = UNSET
    text: str | UnsetType = UNSET
    labels: dict[str, object] | UnsetType = UNSET
    predictions: TurnPredictions | UnsetType = UNSET


class PredictedDialogue(Struct, frozen=True):
    """A dialogue of a prediction file."""

    id: str
    turns: tuple[PredictedTurn, ...]
    user_id: str = ""


class PredictedItem(NamedTuple):
    """A slot of a predicted act (`NOANNO` for the act as a whole) and the probabilities; None where it has none."""

    vector: Vector | None
    key: str
    value: Value


_DIALOGUE = msgspec.json.Decoder(PredictedDialogue)
_DIALOGUES = msgspec.json.Decoder(tuple[PredictedDialogue, ...])
_BY_ID = msgspec.json.Decoder(dict[str, PredictedDialogue])


def read(path: str | Path) -> dict[str, PredictedDialogue]:
    """The predicted dialogues by their id, from a list, lines, or an object by id.

    Raises `InputError` naming the file, and the dialogue and the field where these can be told.
    """
    with reading(path) as file:
        data = file.read()
    by_id = data.lstrip()[:1] == b"{" and _is_object(data)
    try:
        if by_id:
            return _BY_ID.decode(data)
        return _by_id(path, _DIALOGUES.decode(data))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        if by_id:
            _fail(path, data, error)
    return _by_id(path, _one_by_one(path, data))


def items(act: PredictedAct) -> list[PredictedItem]:
    """The items of a predicted act: slots in order, then the act as a whole.

    As in the public evaluator, of several items about the act as a whole the largest comes last; where there is no
    reference at all, one without probabilities stands in.
    """
    found, refs = list[PredictedItem](), list[PredictedRef]()
    for arg in act.args:
        held = arg.val if isinstance(arg.val, tuple) else ()
        if arg.key in REFERENCE_KEYS:
            refs += held
            for ref in held:
                found += [PredictedItem(ref.frame, each.key, each.value) for each in ref.annotations]
        elif arg.key != "id":
            value = None if isinstance(arg.val, UnsetType | tuple) else arg.val
            found.append(PredictedItem(None, arg.key, value))
    if not refs:
        return [*found, PredictedItem(None, NOANNO, None)]
    whole = sorted(ref.frame for ref in refs if not ref.annotations)
    return found + [PredictedItem(vector, NOANNO, None) for vector in whole]


def predicted(acts: Iterable[Act], beliefs: Iterable[ActBelief], active_frame: int) -> TurnPredictions:
    """Convert a tracker's beliefs about `acts` (without references) to the form of a prediction file.

    Probabilities keep off 0 and 1 by 1e-6, so that every likelihood is finite.
    """
    pairs = zip(acts, beliefs, strict=True)
    return TurnPredictions(tuple(_predicted_act(act, belief) for act, belief in pairs), active_frame)


def write(
    path: str | Path, dialogues: Iterable[Dialogue], predict: Callable[[Dialogue], Sequence[TurnPredictions]]
) -> None:
    """Write a list of predicted dialogues; `predict` gives what there is for the user turns of each, in order."""
    with writing(path) as file:
        between = b"[\n"
        for dialogue in dialogues:
            made = iter(predict(dialogue))
            turns = tuple(
                PredictedTurn(turn.author, turn.text, {}, next(made) if turn.author == "user" else UNSET)
                for turn in dialogue.turns
            )
            file.write(between + msgspec.json.encode(PredictedDialogue(dialogue.id, turns, dialogue.user_id)))
            between = b",\n"
        file.write(b"\n]\n")


def _predicted_act(act: Act, belief: ActBelief) -> PredictedAct:
    refs = [
        PredictedRef(_clipped(vector, normalised=True), (Arg(slot.key, slot.value),))
        for slot, vector in zip(act.slots, belief.slots, strict=True)
    ]
    whole = PredictedRef(_clipped(belief.act, normalised=False))
    return PredictedAct(tuple(PredictedArg("ref", (ref,)) for ref in (*refs, whole)), act.name)


def _clipped(vector: Vector, normalised: bool) -> Vector:
    clipped = [min(max(each, LEAST), 1 - LEAST) for each in vector]
    total = sum(clipped) if normalised else 1.0
    return tuple(each / total for each in clipped)


def _by_id(path: str | Path, dialogues: Iterable[PredictedDialogue]) -> dict[str, PredictedDialogue]:
    found = dict[str, PredictedDialogue]()
    for dialogue in dialogues:
        if dialogue.id in found:
            raise InputError(f"{path}: dialogue {shown(dialogue.id)}: comes twice")
        found[dialogue.id] = dialogue
    return found


def _is_object(data: bytes) -> bool:
    """Tell whether the file is one object by id, not lines of dialogues: its first value is an object, too."""
    return data.lstrip()[1:].partition(b":")[2].lstrip()[:1] == b"{"


def _one_by_one(path: str | Path, data: bytes) -> Iterator[PredictedDialogue]:
    """The slow way, which says in which dialogue something is wrong."""
    for number, piece in enumerate(corpus.pieces(path, BytesIO(data)), 1):
        try:
            yield _DIALOGUE.decode(piece)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            _fail(f"{path}: dialogue {number}", piece, error)


def _fail(where: str | Path, data: bytes, error: Exception) -> NoReturn:
    def refuse(name: str) -> NoReturn:
        raise InputError(f"{where}: expected a number from 0 to 1, found {name}")

    try:
        json.loads(data, parse_constant=refuse)
    except (ValueError, RecursionError) as reason:
        if isinstance(reason, InputError):
            raise reason from error
    raise InputError(f"{where}: {corpus.reason(error)}") from error
