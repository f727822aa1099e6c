"""Network: a transformer that writes the symbols of a turn one after another, with how likely each is.

The encoder reads the word pieces of a turn (the lowest layers of all-MiniLM-L6-v2, trained further), to each of which
is added what the rules know of its span. The decoder attends to spans, to the slots that were asked for and to those
that wishes hold for; its next symbol is one of a vocabulary, a span or a slot of the schema (pointer networks, Vinyals
et al. 2015). `benchmarks/parsing.py` learns the weights. A file keeps each weight in one of 21 steps.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from importlib.resources.abc import Traversable
from math import sqrt
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import msgspec
import numpy as np
from threadpoolctl import ThreadpoolController

Array: TypeAlias = Any
"""An array of 32-bit floats, its shape in the docstring of what makes it."""

CLS, SEP, UNKNOWN = "[CLS]", "[SEP]", "[UNK]"
MOST_PIECES = 200
_LAYER_NORM, _ENCODER_NORM = 1e-5, 1e-12
_SLOT_WORDS = 3.0
"""The weight of a slot's words beside what is known of its kind."""


class Names(msgspec.Struct, frozen=True):
    """The names whose vectors a network has, in the order of their rows; row 0 of all but the pieces is for none."""

    pieces: tuple[str, ...]
    features: tuple[str, ...]
    moments: tuple[str, ...]
    relations: tuple[str, ...]
    slot_features: tuple[str, ...]
    symbols: tuple[str, ...]


class SlotInput(NamedTuple):
    """A slot of the schema: the rows of its words' pieces and of its features."""

    pieces: Sequence[int]
    features: Sequence[int]


class SpanInput(NamedTuple):
    """A span: the rows of its pieces, of its features, and its relations to slots, each with the slot's place."""

    pieces: Sequence[int]
    features: Sequence[int]
    slots: Sequence[tuple[int, int]]


class TurnInput(NamedTuple):
    """A turn: its spans, the moment in the dialogue, and the slots that were asked for or wished, each with how."""

    spans: Sequence[SpanInput]
    moments: Sequence[int]
    slots: Sequence[tuple[int, int]]


class Choice(NamedTuple):
    """The next symbol: the row of a vocabulary's symbol, a span or a slot by its place; `likely` is its probability."""

    kind: int
    at: int
    likely: float


SYMBOL, SPAN, SLOT = range(3)
"""The kinds of choices."""


class Network:
    """The trained network. Threads may share it."""

    def __init__(self, names: Names, arrays: Mapping[str, Array]) -> None:
        arrays = {name: _facing(name, array, arrays) for name, array in arrays.items()}
        self.names, self._arrays = names, arrays
        self._encoder = [_EncoderLayer(arrays, f"layers.{at}.") for at in range(_depth(arrays, "layers"))]
        self._decoder = [_DecoderLayer(arrays, f"dec.{at}.") for at in range(_depth(arrays, "dec"))]
        self._end, self._begin = names.symbols.index("end"), names.symbols.index("begin")
        self._threads = ThreadpoolController()

    def slots(self, slots: Sequence[SlotInput]) -> Array:
        """Return a vector for each slot of a schema: slots x width."""
        arrays = self._arrays
        words = np.stack([arrays["word.weight"][list(slot.pieces)].mean(0) for slot in slots])
        kinds = np.stack([_sum(arrays["slotfeat.weight"], slot.features) for slot in slots])
        return self._linear("slotword", words) * _SLOT_WORDS + kinds

    def choices(self, turn: TurnInput, slots: Array, most: int) -> list[Choice]:
        """Return the symbols of a turn, each the likeliest behind those before it; the last of them is the end.

        One thread works: several take longer for matrices as small as these, most of all where others work beside them.
        """
        with self._threads.limit(limits=1, user_api="blas"):
            return self._likeliest_symbols(turn, slots, most)

    def _likeliest_symbols(self, turn: TurnInput, slots: Array, most: int) -> list[Choice]:
        memory = self._encoded(turn, slots)
        count = len(turn.spans)
        keys = self._linear("kp", memory[:count]), self._linear("ks", slots)
        held = [layer.memory(memory) for layer in self._decoder]
        past = [_Past(most, slots.shape[1]) for _ in self._decoder]
        found, vector = list[Choice](), self._arrays["tok.weight"][self._begin]
        while len(found) < most:
            state = self._norm("inorm", vector + self._arrays["dpos.weight"][len(found)])
            for layer, (known, said) in zip(self._decoder, zip(held, past, strict=True), strict=True):
                state = layer.step(state, known, said)
            choice = self._likeliest(state, *keys)
            found.append(choice)
            if choice.kind == SYMBOL and choice.at == self._end:
                break
            vector = self._said(choice, memory, slots)
        return found

    def _encoded(self, turn: TurnInput, slots: Array) -> Array:
        """Return what the decoder attends to: spans, then the turn, then slots asked for and wished; places x width."""
        arrays = self._arrays
        related = np.stack([self._related(span.slots, slots) for span in turn.spans])
        known = np.stack([_sum(arrays["feat.weight"], span.features) for span in turn.spans])
        known = known + self._linear("slot_in", related)
        pieces, of_span = [self.names.pieces.index(CLS)], [-1]
        for at, span in enumerate(turn.spans):
            pieces += span.pieces
            of_span += [at] * len(span.pieces)
        pieces, of_span = pieces[: MOST_PIECES - 1], np.array([*of_span[: MOST_PIECES - 1], -1])
        pieces.append(self.names.pieces.index(SEP))
        vectors = arrays["word.weight"][pieces] + arrays["pos.weight"][: len(pieces)]
        vectors[of_span >= 0] += known[of_span[of_span >= 0]]
        vectors[0] += _sum(arrays["moment.weight"], turn.moments)
        vectors = self._norm("norm", vectors, _ENCODER_NORM)
        for layer in self._encoder:
            vectors = layer(vectors)
        belongs = (of_span[None, :] == np.arange(len(turn.spans))[:, None]).astype(np.float32)
        means = belongs @ vectors / np.maximum(belongs.sum(1, keepdims=True), 1)
        more = np.stack([_sum(arrays["feat2.weight"], span.features) for span in turn.spans])
        spans = self._linear("proj", means) + more + self._linear("slot_mem", related)
        parts = [spans, self._linear("proj", vectors[:1])]
        if turn.slots:
            parts.append(np.stack([slots[slot] + arrays["rel.weight"][how] for how, slot in turn.slots]))
        return self._norm("memnorm", np.concatenate(parts))

    def _related(self, relations: Sequence[tuple[int, int]], slots: Array) -> Array:
        """Return the sum of the slots that a span is related to, each with how."""
        found = np.zeros(slots.shape[1], np.float32)
        for how, slot in relations:
            found = found + slots[slot] + self._arrays["rel.weight"][how]
        return found

    def _likeliest(self, state: Array, spans: Array, slots: Array) -> Choice:
        symbols = self._linear("out", state)
        width = sqrt(len(state))
        pointed = spans @ self._linear("qp", state) / width
        named = slots @ self._linear("qs", state) / width
        scores = np.concatenate([symbols, pointed, named])
        at = int(scores.argmax())
        likely = float(1.0 / np.exp(scores - scores[at]).sum())
        if at < len(symbols):
            return Choice(SYMBOL, at, likely)
        at -= len(symbols)
        return Choice(SPAN, at, likely) if at < len(pointed) else Choice(SLOT, at - len(pointed), likely)

    def _said(self, choice: Choice, memory: Array, slots: Array) -> Array:
        """Return the vector of a symbol that was chosen."""
        if choice.kind == SPAN:
            return self._linear("ptr_in", memory[choice.at])
        if choice.kind == SLOT:
            return self._linear("slot_tok", slots[choice.at])
        return self._arrays["tok.weight"][choice.at]

    def _linear(self, name: str, vectors: Array) -> Array:
        return _linear(self._arrays, name, vectors)

    def _norm(self, name: str, vectors: Array, least: float = _LAYER_NORM) -> Array:
        return _norm(self._arrays, name, vectors, least)


class _EncoderLayer:
    """A layer in which all pieces attend to each other."""

    heads = 12

    def __init__(self, arrays: Mapping[str, Array], name: str) -> None:
        self._arrays, self._name = arrays, name
        self._seen = _joint(arrays, name, "qkv")

    def __call__(self, vectors: Array) -> Array:
        queries, keys, values = self._seen(vectors)
        attended = _attended(queries, keys, values, self.heads)
        mixed = vectors + _linear(self._arrays, self._name + "o", attended)
        vectors = _norm(self._arrays, self._name + "n1", mixed, _ENCODER_NORM)
        return _norm(self._arrays, self._name + "n2", vectors + _feed(self._arrays, self._name, vectors), _ENCODER_NORM)


class _Past:
    """The keys and values of the symbols that were written so far, of `most` at most."""

    def __init__(self, most: int, width: int) -> None:
        self._known: Array = np.empty((2, most, width), np.float32)
        self._count = 0

    def add(self, key: Array, value: Array) -> tuple[Array, Array]:
        """Add those of a symbol, and return all: symbols x width each."""
        self._known[0, self._count], self._known[1, self._count] = key, value
        self._count += 1
        return self._known[0, : self._count], self._known[1, : self._count]


class _DecoderLayer:
    """A layer in which the next symbol attends to those before it and to the turn."""

    heads = 4

    def __init__(self, arrays: Mapping[str, Array], name: str) -> None:
        self._arrays, self._name = arrays, name
        self._seen = _joint(arrays, name, "qkv")

    def memory(self, vectors: Array) -> tuple[Array, Array]:
        """Return the keys and values of a turn."""
        return self._linear("ck", vectors), self._linear("cv", vectors)

    def step(self, state: Array, memory: tuple[Array, Array], past: _Past) -> Array:
        """Return the state of the next symbol; its own key and value are added to the past."""
        query, key, value = self._seen(state)
        said = _attended(query[None], *past.add(key, value), self.heads)[0]
        state = self._norm("n1", state + self._linear("o", said))
        heard = _attended(self._linear("cq", state)[None], *memory, self.heads)[0]
        state = self._norm("n2", state + self._linear("co", heard))
        return self._norm("n3", state + _feed(self._arrays, self._name, state))

    def _linear(self, name: str, vectors: Array) -> Array:
        return _linear(self._arrays, self._name + name, vectors)

    def _norm(self, name: str, vectors: Array) -> Array:
        return _norm(self._arrays, self._name + name, vectors, _LAYER_NORM)


def _joint(arrays: Mapping[str, Array], name: str, parts: str) -> Callable[[Array], Sequence[Array]]:
    """Return several linear parts as one, which is faster; it gives what each makes of some vectors."""
    weights = np.concatenate([arrays[f"{name}{part}.weight"] for part in parts], 1)
    biases = np.concatenate([arrays[f"{name}{part}.bias"] for part in parts])
    return lambda vectors: np.split(vectors @ weights + biases, len(parts), axis=-1)


def _facing(name: str, array: Array, arrays: Mapping[str, Array]) -> Array:
    """Return the matrix of a linear part in the order in which vectors meet it, which is a third faster."""
    linear = array.ndim == 2 and name.removesuffix(".weight") + ".bias" in arrays
    return np.ascontiguousarray(array.T) if linear else array


def _linear(arrays: Mapping[str, Array], name: str, vectors: Array) -> Array:
    return vectors @ arrays[f"{name}.weight"] + arrays[f"{name}.bias"]


def _norm(arrays: Mapping[str, Array], name: str, vectors: Array, least: float) -> Array:
    width = vectors.shape[-1]
    centred = vectors - np.add.reduce(vectors, -1, keepdims=True) / width
    spread = np.sqrt(np.einsum("...i,...i->...", centred, centred)[..., None] / width + least)
    return centred / spread * arrays[f"{name}.weight"] + arrays[f"{name}.bias"]


def _feed(arrays: Mapping[str, Array], name: str, vectors: Array) -> Array:
    return _linear(arrays, name + "f2", _gelu(_linear(arrays, name + "f1", vectors)))


def _gelu(x: Array) -> Array:
    """Return x times the share of a normal distribution below it (Abramowitz and Stegun 1964, 7.1.26)."""
    z = np.abs(x) * np.float32(sqrt(0.5))
    t = 1.0 / (1.0 + np.float32(0.3275911) * z)
    series = np.float32(0)
    for factor in (1.061405429, -1.453152027, 1.421413741, -0.284496736, 0.254829592):
        series = (series * t) + np.float32(factor)
    error = 1.0 - series * t * np.exp(-z * z)
    return np.float32(0.5) * x * (1.0 + np.copysign(error, x))


def _attended(queries: Array, keys: Array, values: Array, heads: int) -> Array:
    """Return for each query the values, weighed by how well their keys fit, by heads: queries x width."""
    width = queries.shape[1] // heads

    def split(vectors: Array) -> Array:
        return vectors.reshape(len(vectors), heads, width).transpose(1, 0, 2)

    scores = split(queries) @ split(keys).transpose(0, 2, 1) / np.float32(sqrt(width))
    shares = np.exp(scores - scores.max(-1, keepdims=True))
    shares /= shares.sum(-1, keepdims=True)
    return (shares @ split(values)).transpose(1, 0, 2).reshape(len(queries), heads * width)


def _sum(rows: Array, chosen: Sequence[int]) -> Array:
    """Return the sum of some rows; row 0 is for none."""
    return rows[[at for at in chosen if at]].sum(0)


def _depth(arrays: Mapping[str, Array], name: str) -> int:
    return 1 + max(int(each.split(".")[1]) for each in arrays if each.startswith(f"{name}."))


# Files

_NAMES, _SCALE = "names", "/scale"
STEPS = 10
"""The steps that a weight may be from zero: less than 5 bits, which the file's compression packs."""


def write(file: Path, names: Names, arrays: Mapping[str, Array]) -> None:
    """Write a network to a file, its matrices in whole steps with the size of a step for each row."""
    found = dict[str, Array]({_NAMES: np.frombuffer(msgspec.json.encode(names), np.uint8)})
    for name, array in arrays.items():
        if array.ndim < 2:
            found[name] = array.astype(np.float32)
            continue
        step = np.maximum(np.abs(array).max(1, keepdims=True), 1e-8) / STEPS
        found[name] = np.round(array / step).astype(np.int8)
        found[name + _SCALE] = step.astype(np.float32)
    np.savez_compressed(file, **found)


def weights_in(file: Traversable) -> tuple[Names, dict[str, Array]]:
    """Return the names and weights of a network's file."""
    with file.open("rb") as opened, np.load(opened) as stored:
        names = msgspec.json.decode(stored[_NAMES].tobytes(), type=Names)
        arrays = dict[str, Array]()
        for name in stored.files:
            if name == _NAMES or name.endswith(_SCALE):
                continue
            scaled = name + _SCALE in stored.files
            arrays[name] = stored[name] * stored[name + _SCALE] if scaled else stored[name]
    return names, arrays


def network_in(file: Traversable) -> Network:
    """Return the network of a file."""
    return Network(*weights_in(file))
