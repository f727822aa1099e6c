"""Learn what people mean by a phrase and by a clause, from labelled turns, for the embedded reader to choose by.

    python benchmarks/ranking.py [--simulated FILE] [--write]

Examples are the turns of `tests/voices/learning`, a label for each turn as a whole. Which of the candidates of a phrase
or a clause is right follows from the label: of a phrase those whose wish the label has, or that it is a mere mention;
of a clause those with which the turn as a whole comes nearest to the label. Where nothing comes near, nothing is
learned from what a clause leaves unsaid. The turns of `tests/reader/turns.toml`, and those of simulated conversations
where a file of them is given, hold fast what the rules read well. Figures come from the turns of
`tests/voices/building`, of which none is learned from: how often the rules' candidate is right, and how often the
likeliest.

`--write` writes `src/wayframe/language/en/ranking.json.xz`. Same turns and same rules, same weights; simulated
conversations are resumed with the weights that there are, so take these away first to learn anew from nothing. Takes
ten minutes on two cores, and needs SciPy (`make` with `GROUPS="dev heavy"`).
"""

from __future__ import annotations

import argparse
import json
import lzma
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from scipy import sparse
from scipy.optimize import minimize

sys.path.append(str(Path(__file__).parent.parent / "tests"))


import reading
import voiced
from wayframe import corpus
from wayframe.meaning.notation import parse, show
from wayframe.meaning.records import Described, Drop, Meaning, Move, Reference, Social, Spoken, Together, Wish
from wayframe.reader import ReaderContext
from wayframe.reader.candidates import (
    ClauseOptions,
    clause_features,
    clause_options,
    phrase_candidates,
    phrase_features,
)
from wayframe.reader.moves import ClauseReading
from wayframe.reader.ranking import Names, Rankings, Weights, probabilities
from wayframe.reader.reader import EmbeddedReader, joined
from wayframe.state.resolution import answered, reference_of, resolved

FILE = Path(__file__).parent.parent / "src" / "wayframe" / "language" / "en" / "ranking.json.xz"
PERSON = 45  # turns of one person, who are all in one fold
FOLDS = 2
PHRASE_RIDGE, CLAUSE_RIDGE, STEPS = 5.0, 10.0, 60
LEAST_OFTEN, LEAST_TOGETHER, LEAST_WEIGHT = 3, 2, 0.03
SHORTLIST = 9  # candidates of a clause that are tried beside the others of the turn
EXTRA, MISSED, LENGTH, WHOLE = 0.8, 0.6, 0.001, 50.0
"""What a move costs that the label lacks, one that is lacking, any move at all; what a whole turn gains."""
PLAIN, SIMULATED = 4.0, 0.3  # the weight of a plain turn, and of one of a simulated conversation
ROUNDS = 3


class Example(NamedTuple):
    """A place in a turn: its features, the names of its candidates, which of them are right, and how much it counts."""

    features: Sequence[str]
    candidates: Sequence[Names]
    right: Sequence[int]
    weight: float = 1.0


class TurnExamples(NamedTuple):
    """The examples of a turn; `whole` says whether candidates can make all that its label says."""

    phrases: Sequence[Example]
    clauses: Sequence[Example]
    whole: bool = True


# What is right


def wishes_of(label: Iterable[Move]) -> Iterator[Wish]:
    """Yield all wishes of a label, those by which it describes options, too."""
    for move in label:
        yield from voiced.wishes_in(move)
        yield from _describing(reference_of(move))
        yield from _describing(getattr(move, "of", None))


def _describing(reference: Reference | None) -> Iterator[Wish]:
    if isinstance(reference, Described):
        yield from reference.wishes
    for part in reference.parts if isinstance(reference, Together) else ():
        yield from _describing(part)
    if within := getattr(reference, "of", None):
        yield from _describing(within)


def phrase_examples(read: ClauseReading, label: Sequence[Move]) -> Iterator[Example]:
    """Yield the phrases of a clause of which the label tells what they mean."""
    wishes = list(wishes_of(label))
    meant = {show([voiced.plain_wish(wish)]) for wish in wishes}
    named = {wish.slot for wish in wishes}.union(*(getattr(move, "slots", ()) for move in label))
    named |= {move.slot for move in label if isinstance(move, Drop)}
    for phrase in read.phrases:
        candidates = phrase_candidates(phrase.wish, read.schema)
        wished = [each.wish for each in candidates if each.wish]
        right = [at for at, wish in enumerate(wished) if show([voiced.plain_wish(wish)]) in meant]
        if not right and named & {wish.slot for wish in wished}:
            continue  # the label has another value of the slot, which was misread
        names = [each.names for each in candidates]
        yield Example(phrase_features(phrase, read), names, right or [len(names) - 1])


class TurnJudge:
    """Says how near the moves of a turn's clauses come to its label."""

    def __init__(self, turn: voiced.VoiceTurn) -> None:
        self.speaker = voiced.agent(voiced.catalogue_of(turn.scene))
        self.state = self.speaker.state(voiced.conversation(turn.scene))
        self.context = voiced.circumstances(turn)
        self.label = parse(turn.meaning)
        self._known = dict[Any, str]()
        self.meant = self.said(self.label)

    def said(self, moves: Iterable[Move]) -> frozenset[str]:
        """Return what moves say in the state of the dialogue, in one way for all that come to the same."""
        meaning = answered(Meaning(tuple(map(Spoken, moves))), self.state, self.speaker.schema)
        found = set[str]()
        for step in resolved(meaning.all(), self.state, self.speaker.schema):
            if isinstance(step.move, Social) and voiced.is_courtesy(step.move):
                continue
            key = step.move, tuple(step.frames)
            if key not in self._known:
                self._known[key] = voiced.content(step.move, step.frames)
            found.add(self._known[key])
        return frozenset(found)

    def gain(self, clauses: Sequence[tuple[Move, ...]]) -> float:
        """Return how near the moves of clauses come to the label, more than `WHOLE` / 2 where they say the same."""
        spoken = [Spoken(move, at, at + 1) for at, moves in enumerate(clauses) for move in moves]
        turn = joined(spoken, self.speaker.schema, offered=self.context.offered)
        said = self.said(each.move for each in turn)
        gain = len(said & self.meant) - EXTRA * len(said - self.meant) - MISSED * len(self.meant - said)
        return gain + WHOLE * (said == self.meant) - LENGTH * len(spoken)

    def shortlist(self, option: ClauseOptions) -> list[tuple[Move, ...]]:
        """Return the moves of a clause's candidates that are worth trying: nearest to the label by themselves."""
        meant = {voiced.content(move, ()) for move in self.label}

        def gain(moves: tuple[Move, ...]) -> float:
            said = {voiced.content(move, ()) for move in moves}
            return len(said & meant) - len(said - meant) / 2

        known = [candidate.moves for candidate in option.candidates]
        best = sorted(known, key=gain, reverse=True)[:SHORTLIST]
        return list(dict.fromkeys((known[0], *best, ())))


def clause_examples(turn: voiced.VoiceTurn, options: Sequence[ClauseOptions]) -> tuple[list[Example], bool]:
    """Return the clauses of a turn, right what brings it nearest to its label, and whether that says all of it."""
    judge = TurnJudge(turn)
    tried = [judge.shortlist(option) for option in options]
    best = max(
        (_climbed(judge, tried, start) for start in ([each[0] for each in tried], [()] * len(tried))), key=judge.gain
    )
    highest = judge.gain(best)
    whole = highest > WHOLE / 2
    examples = list[Example]()
    for at, (option, features) in enumerate(zip(options, clause_features(options), strict=True)):
        right = []
        for number, candidate in enumerate(option.candidates):
            if candidate.moves in tried[at]:
                gain = judge.gain([*best[:at], candidate.moves, *best[at + 1 :]])
                if gain >= highest - LENGTH / 2:
                    right.append(number)
        silent = any(not option.candidates[number].moves for number in right)
        if len(right) < len(option.candidates) and (whole or not silent):
            examples.append(Example(features, [each.names for each in option.candidates], right))
    return examples, whole


def _climbed(
    judge: TurnJudge, tried: Sequence[Sequence[tuple[Move, ...]]], start: Sequence[tuple[Move, ...]]
) -> list[tuple[Move, ...]]:
    """Return the moves of clauses from which no change of a single clause comes nearer to the label."""
    best, highest = list(start), judge.gain(start)
    for _ in range(ROUNDS):
        before = highest
        for at, candidates in enumerate(tried):
            for moves in candidates:
                other = [*best[:at], moves, *best[at + 1 :]]
                gain = judge.gain(other)
                if gain > highest:
                    best, highest = other, gain
        if highest == before:
            break
    return best


# Turns


def clauses_of(turn: voiced.VoiceTurn) -> Sequence[ClauseReading]:
    """Return the clauses of a labelled turn as the rules read them."""
    reader = voiced.agent(voiced.catalogue_of(turn.scene)).reader
    assert isinstance(reader, EmbeddedReader)
    return reader.clauses(turn.text, voiced.circumstances(turn))


def phrases_learned(turn: voiced.VoiceTurn) -> list[Example]:
    """Return the phrases of a labelled turn."""
    label = parse(turn.meaning)
    return [example for read in clauses_of(turn) for example in phrase_examples(read, label)]


def clauses_learned(known: tuple[voiced.VoiceTurn, Weights]) -> TurnExamples:
    """Return the clauses of a labelled turn, its phrases weighed as was learned from others."""
    turn, phrases = known
    examples, whole = clause_examples(turn, [clause_options(read, phrases) for read in clauses_of(turn)])
    return TurnExamples([], examples, whole)


def held_fast(text: str, reader: EmbeddedReader, context: ReaderContext, weight: float) -> TurnExamples:
    """Return the examples of a turn that the rules read well."""
    readings = reader.clauses(text, context)
    phrases = [
        Example(
            phrase_features(phrase, read),
            [each.names for each in phrase_candidates(phrase.wish, read.schema)],
            [0],
            weight,
        )
        for read in readings
        for phrase in read.phrases
    ]
    options = [clause_options(read, {}) for read in readings]
    clauses = [
        Example(features, [each.names for each in option.candidates], [0], weight)
        for option, features in zip(options, clause_features(options), strict=True)
    ]
    return TurnExamples(phrases, clauses)


def plain_turns() -> Iterator[TurnExamples]:
    """Yield the examples of the turns that the reader's author wrote and that the rules read well."""
    known = reading.examples()
    for example in known.turn:
        if not example.fails:
            scene = known.scenes[example.scene]
            yield held_fast(example.text, reading.reader(scene.catalogue), scene.context(), PLAIN)


def simulated_turns(path: Path) -> Iterator[TurnExamples]:
    """Yield the examples of simulated conversations over the shipped catalogue."""
    speaker = voiced.agent("trips")
    assert isinstance(speaker.reader, EmbeddedReader)
    for dialogue in corpus.read(path):
        for exchange in speaker.resume(dialogue):
            context = speaker.context(speaker.state(exchange.before), exchange.before.turns)
            yield held_fast(exchange.user.text, speaker.reader, context, SIMULATED)


# Learning


def learned(examples: Sequence[Example], ridge: float) -> dict[str, dict[str, float]]:
    """Return the weights under which the right candidates are likeliest, with a ridge, by L-BFGS.

    A feature has a weight for a name where both are found together in what is right.
    """
    features = _numbered(Counter(chain.from_iterable(each.features for each in examples)))
    names = _numbered(Counter(name for each in examples for candidate in each.candidates for name in candidate))
    places, columns, of_candidate, name_of = list[int](), list[int](), list[int](), list[int]()
    example_of, starts, right = list[int](), list[int](), list[bool]()
    for place, example in enumerate(examples):
        known = [features[feature] for feature in example.features if feature in features]
        places += [place] * len(known)
        columns += known
        starts.append(len(right))
        for number, candidate in enumerate(example.candidates):
            said = [names[name] for name in candidate if name in names]
            of_candidate += [len(right)] * len(said)
            name_of += said
            example_of.append(place)
            right.append(number in example.right)
    shape = len(examples), len(features)
    found = sparse.csr_matrix((np.ones(len(places)), (places, columns)), shape=shape)
    goes_by = sparse.csr_matrix((np.ones(len(name_of)), (of_candidate, name_of)), shape=(len(right), len(names)))
    owner, candidate, name, begin = (np.array(each) for each in (example_of, of_candidate, name_of, starts))
    wanted, weight = np.array(right, float), np.array([each.weight for each in examples])
    belongs = sparse.csr_matrix((wanted, (owner, np.arange(len(right)))), shape=(len(examples), len(right)))
    together = (found.T @ ((belongs @ goes_by) > 0).astype(float)).tocoo()
    often = together.data >= LEAST_TOGETHER
    rows, cols = together.row[often], together.col[often]
    backwards = found.T.tocsr()

    def loss(values: np.ndarray) -> tuple[float, np.ndarray]:
        weights = np.zeros((len(features), len(names)))
        weights[rows, cols] = values
        scores = np.bincount(candidate, weights=(found @ weights)[owner[candidate], name], minlength=len(right))
        shares = np.exp(scores - np.maximum.reduceat(scores, begin)[owner])
        likely = shares / np.add.reduceat(shares, begin)[owner]
        hit = np.maximum(np.add.reduceat(likely * wanted, begin), 1e-12)
        slope = (likely - likely * wanted / hit[owner]) * weight[owner]
        by_name = np.zeros((len(examples), len(names)))
        np.add.at(by_name, (owner[candidate], name), slope[candidate])
        down = (backwards @ by_name)[rows, cols] + ridge * values
        return float(-(weight * np.log(hit)).sum() + ridge / 2 * (values @ values)), down

    best = minimize(loss, np.zeros(len(rows)), jac=True, method="L-BFGS-B", options={"maxiter": STEPS}).x
    feature_names, candidate_names = list(features), list(names)
    weights: dict[str, dict[str, float]] = {each: {} for each in feature_names}
    for row, col, value in zip(rows, cols, best, strict=True):
        if abs(value) >= LEAST_WEIGHT:
            weights[feature_names[row]][candidate_names[col]] = round(float(value), 2)
    return {feature: found for feature, found in weights.items() if found}


def _numbered(often: Counter[str]) -> dict[str, int]:
    """Return a number for each thing that is found often enough."""
    kept = sorted(name for name, count in often.items() if count >= LEAST_OFTEN)
    return {name: number for number, name in enumerate(kept)}


def share_right(examples: Sequence[Example], chosen: Callable[[Example], int]) -> float:
    """Return the share of examples in which what is chosen is right."""
    return sum(chosen(example) in example.right for example in examples) / max(1, len(examples))


def likeliest(weights: Weights, example: Example) -> int:
    """Return the likeliest candidate of an example."""
    likely = probabilities(example.candidates, example.features, weights)
    return max(range(len(likely)), key=likely.__getitem__)


def turns(half: str) -> list[tuple[int, voiced.VoiceTurn]]:
    """Return the turns of a half, each with its fold: all of a person are in one."""
    return [(at // PERSON % FOLDS, turn) for _, known in voiced.voices(half) for at, turn in enumerate(known)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--simulated", type=Path)
    parser.add_argument("--write", action="store_true")
    asked = parser.parse_args()
    known, kept_aside = turns("learning"), [turn for _, turn in turns("building")]
    fast = [*plain_turns(), *(simulated_turns(asked.simulated) if asked.simulated else ())]
    fast_phrases = [example for turn in fast for example in turn.phrases]
    with ProcessPoolExecutor() as pool:
        by_turn = list(pool.map(phrases_learned, [turn for _, turn in known], chunksize=50))
        phrases = [
            learned(
                [
                    *fast_phrases,
                    *(each for (fold, _), found in zip(known, by_turn, strict=True) if fold != out for each in found),
                ],
                PHRASE_RIDGE,
            )
            for out in range(FOLDS)
        ]
        every_phrase = learned([*fast_phrases, *chain.from_iterable(by_turn)], PHRASE_RIDGE)
        found = list(pool.map(clauses_learned, [(turn, phrases[fold]) for fold, turn in known], chunksize=50))
        held = list(pool.map(clauses_learned, [(turn, every_phrase) for turn in kept_aside], chunksize=50))
        phrases_held = list(chain.from_iterable(pool.map(phrases_learned, kept_aside, chunksize=50)))
    clauses = learned([example for turn in (*fast, *found) for example in turn.clauses], CLAUSE_RIDGE)
    clauses_held = [example for turn in held if turn.whole for example in turn.clauses]
    rankings = Rankings(every_phrase, clauses)
    print(
        json.dumps(
            {
                "turns": len(known),
                "turns that candidates can say whole": round(sum(turn.whole for turn in held) / len(held), 3),
                "phrases": _figures(phrases_held, every_phrase),
                "clauses": _figures(clauses_held, clauses),
            },
            indent=1,
        )
    )
    if asked.write:
        data = json.dumps(rankings._asdict(), ensure_ascii=False, separators=(",", ":")).encode()
        FILE.write_bytes(lzma.compress(data, preset=9))


def _figures(examples: Sequence[Example], weights: Weights) -> dict[str, float]:
    """Return how often the rules are right, and the likeliest candidate, on examples that were not learned from."""
    return {
        "kept aside": len(examples),
        "rules right": round(share_right(examples, lambda example: 0), 3),
        "likeliest right": round(share_right(examples, partial(likeliest, weights)), 3),
        "weights": sum(map(len, weights.values())),
    }


if __name__ == "__main__":
    main()
