"""Network: a transformer that writes the symbols of a turn one after another, with how likely each is.

The encoder reads the word pieces of a turn (the lowest layers of all-MiniLM-L6-v2, trained further), to each of which
is added what the rules know of its span. The decoder attends to spans, to the slots that were asked for and to those
that wishes hold for; its next symbol is one of a vocabulary, a span or a slot of the schema (pointer networks, Vinyals
et al. 2015). `benchmarks/parsing.py` learns the weights. A file keeps each weight in one of 21 steps.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from importlib.resources.abc import Traversable
from math import inf, sqrt
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

BEAM = 2
"""The sequences of symbols that are followed at once."""

NARROW = 1.5
"""How much less likely than the likeliest, by the logarithm, a sequence may be that is followed."""


class _Hypothesis(NamedTuple):
    """The first symbols of a sequence that a beam follows, and the logarithm of their probability."""

    choices: tuple[Choice, ...]
    score: float

    def and_then(self, choice: Choice, score: float) -> _Hypothesis:
        return _Hypothesis((*self.choices, choice), score)


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

    def parses(self, turn: TurnInput, slots: Array, most: int) -> list[list[Choice]]:
        """Return the likeliest sequences of symbols of a turn, the likeliest first; each ends with the end, or is full.

        One thread works: several take longer for matrices as small as these, most of all where others work beside them.
        """
        with self._threads.limit(limits=1, user_api="blas"):
            return self._likeliest_parses(turn, slots, most)

    def _likeliest_parses(self, turn: TurnInput, slots: Array, most: int) -> list[list[Choice]]:
        """Search by a beam: of all sequences as long, those that are likely enough beside the likeliest go on."""
        memory = self._encoded(turn, slots)
        keys = self._linear("kp", memory[: len(turn.spans)]), self._linear("ks", slots)
        held = [layer.memory(memory) for layer in self._decoder]
        past = [_Past(most, slots.shape[1]) for _ in self._decoder]
        begun = [_Hypothesis((), 0.0)]
        vectors: Array = self._arrays["tok.weight"][[self._begin]]
        ended = list[_Hypothesis]()
        for length in range(most):
            states = self._norm("inorm", vectors + self._arrays["dpos.weight"][length])
            for layer, known, said in zip(self._decoder, held, past, strict=True):
                states = layer.step(states, known, said)
            following = self._following(begun, states, *keys)
            ended += [each for each, _ in following if self._ends(each.choices[-1])]
            going = [(each, before) for each, before in following if not self._ends(each.choices[-1])]
            best = max((each.score for each in ended), default=-inf)
            going = [(each, before) for each, before in going if each.score > best][:BEAM]
            if not going:
                break
            begun = [each for each, _ in going]
            vectors = np.stack([self._said(each.choices[-1], memory, slots) for each in begun])
            for said in past:
                said.keep([before for _, before in going])
        return [list(each.choices) for each in sorted(ended or begun, key=lambda each: -each.score)]

    def _ends(self, choice: Choice) -> bool:
        return choice.kind == SYMBOL and choice.at == self._end

    def _following(
        self, begun: Sequence[_Hypothesis], states: Array, spans: Array, slots: Array
    ) -> list[tuple[_Hypothesis, int]]:
        """Return the likeliest sequences one symbol longer, each with the place of that which it goes on from."""
        width = sqrt(states.shape[1])
        pointed = self._linear("qp", states) @ spans.T / width
        named = self._linear("qs", states) @ slots.T / width
        scores = np.concatenate([self._linear("out", states), pointed, named], 1)
        scores -= scores.max(1, keepdims=True)
        likely = scores - np.log(np.exp(scores).sum(1, keepdims=True))
        known = np.array([each.score for each in begun], np.float32)[:, None] + likely
        best = np.argsort(-known, axis=None, kind="stable")[: 2 * BEAM]
        found = list[tuple[_Hypothesis, int]]()
        for before, at in zip(*np.unravel_index(best, known.shape), strict=True):
            if known[before, at] < known.max() - NARROW:
                break
            choice = self._choice(int(at), float(np.exp(likely[before, at])), len(spans))
            found.append((begun[before].and_then(choice, float(known[before, at])), int(before)))
        return found

    def _choice(self, at: int, likely: float, spans: int) -> Choice:
        """Return the symbol of a score by its place: of the vocabulary, of the spans, or of the slots behind them."""
        symbols = len(self.names.symbols)
        if at < symbols:
            return Choice(SYMBOL, at, likely)
        at -= symbols
        return Choice(SPAN, at, likely) if at < spans else Choice(SLOT, at - spans, likely)

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
    """The keys and values of the symbols that were written so far, of `most` at most, for each sequence of a beam."""

    def __init__(self, most: int, width: int) -> None:
        self._known: Array = np.empty((2, BEAM, most, width), np.float32)
        self._count = 0

    def add(self, keys: Array, values: Array) -> tuple[Array, Array]:
        """Add those of the next symbols, and return all: sequences x symbols x width each."""
        self._known[0, : len(keys), self._count], self._known[1, : len(values), self._count] = keys, values
        self._count += 1
        return self._known[0, : len(keys), : self._count], self._known[1, : len(values), : self._count]

    def keep(self, sequences: Sequence[int]) -> None:
        """Go on from some of the sequences, by their places; one may go on in several ways."""
        if list(sequences) != list(range(len(sequences))):
            self._known[:, : len(sequences), : self._count] = self._known[:, sequences, : self._count]


class _DecoderLayer:
    """A layer in which the next symbol attends to those before it and to the turn."""

    heads = 4

    def __init__(self, arrays: Mapping[str, Array], name: str) -> None:
        self._arrays, self._name = arrays, name
        self._seen = _joint(arrays, name, "qkv")

    def memory(self, vectors: Array) -> tuple[Array, Array]:
        """Return the keys and values of a turn."""
        return self._linear("ck", vectors), self._linear("cv", vectors)

    def step(self, states: Array, memory: tuple[Array, Array], past: _Past) -> Array:
        """Return the states of the next symbols, one of each sequence; their keys and values are added to the past."""
        queries, keys, values = self._seen(states)
        said = _attended(queries[:, None], *past.add(keys, values), self.heads)[:, 0]
        states = self._norm("n1", states + self._linear("o", said))
        heard = _attended(self._linear("cq", states), *memory, self.heads)
        states = self._norm("n2", states + self._linear("co", heard))
        return self._norm("n3", states + _feed(self._arrays, self._name, states))

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
    """Return for each query the values, weighed by how well their keys fit, by heads: ... x queries x width."""
    width = queries.shape[-1] // heads

    def split(vectors: Array) -> Array:
        return vectors.reshape(*vectors.shape[:-1], heads, width).swapaxes(-2, -3)

    scores = split(queries) @ split(keys).swapaxes(-1, -2) / np.float32(sqrt(width))
    shares = np.exp(scores - scores.max(-1, keepdims=True))
    shares /= shares.sum(-1, keepdims=True)
    return (shares @ split(values)).swapaxes(-2, -3).reshape(queries.shape)


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
