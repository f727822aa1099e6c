"""Learning to understand from labelled dialogues.

Every turn is shown as it stands, and users' turns a second time perturbed (`wayframe.nlu.noise`), so that the model
can do without capitals, marks and right spelling. What carries values is taught on values as the first step finds
them in turns that it hasn't learned from: later it works on such values too, not on the annotated ones.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from random import Random
from typing import Any, NamedTuple

from wayframe.dialogue import Act, Author, Dialogue
from wayframe.errors import InputError
from wayframe.nlu.learned import crf
from wayframe.nlu.learned.acts import Statement, carriers, rows, statements
from wayframe.nlu.learned.crf import StatementExample, StatementTable, weighed
from wayframe.nlu.learned.features import TurnFeatures, scaled, seen
from wayframe.nlu.learned.names import CITIES, HOTELS, names, widened
from wayframe.nlu.learned.tagger import LearnedTagger, SideModel
from wayframe.nlu.noise import noisy
from wayframe.nlu.rules import RuleNLU
from wayframe.nlu.storage import trained_on
from wayframe.nlu.understanding import Speakers, TrainingSet, contexts
from wayframe.tagging import TaggedSpan, TagMatching, gold, labelled, match, spans
from wayframe.values import Lexicon

_OFTEN = 10  # times that a statement has to be made before the model makes it, perturbed copies among them
_READING = 30  # percent of the work
_PARTS = 2  # of the dialogues: each is read by what the others teach


class _TaughtTurn(NamedTuple):
    """A turn, to which part of the dialogues it belongs, how it is labelled, where its values stand."""

    author: Author
    part: int
    perturbed: bool
    seen: TurnFeatures
    acts: tuple[Act, ...]
    matching: TagMatching


def trained(on: TrainingSet, told: Callable[[int], None]) -> LearnedTagger:
    """The default model, which has nothing to choose: validation is learned from too.

    Raises `InputError` where there is no turn to learn from.
    """
    dialogues, author = (*on.dialogues, *on.validation), on.author
    sides: tuple[Author, ...] = ("user", "wizard") if author == "both" else (author,)
    tagged = [gold(turn) for dialogue in dialogues for turn in dialogue.turns]
    cities, hotels = names(tagged, CITIES), names(tagged, HOTELS)
    known = widened(on.lexicon, cities, hotels)
    turns: dict[Author, list[_TaughtTurn]] = {side: [] for side in sides}
    for number, dialogue in enumerate(dialogues, 1):
        for turn in _turns(dialogue, known, author, Random(f"{on.seed} {dialogue.id}"), number % _PARTS):
            turns[turn.author].append(turn)
        told(_READING * number // len(dialogues))
    if not any(turns.values()):
        raise InputError("training needs turns, found none")
    steps = _TrainingProgress(told, len(sides))
    halves = {side: _half(turns[side], steps) for side in sides}
    told(100)
    return LearnedTagger(halves, cities, hotels, trained_on(dialogues, author, on.seed))


class _TrainingProgress:
    """Counts the rounds of all that is learned and tells them in percent."""

    def __init__(self, told: Callable[[int], None], halves: int) -> None:
        self._told, self._all, self._done = told, halves * (3 + _PARTS) * crf.ROUNDS, 0

    def __call__(self) -> None:
        self._done = min(self._done + 1, self._all)
        self._told(_READING + (100 - _READING) * self._done // self._all)


def _turns(dialogue: Dialogue, lexicon: Lexicon, author: Speakers, rng: Random, part: int) -> Iterator[_TaughtTurn]:
    rules = RuleNLU()
    for copy, perturbed in ((dialogue, False), (noisy(dialogue, rng), True)):
        for turn, context in contexts(copy, lexicon, author):
            if turn.author == "user" or not perturbed:
                acts = labelled(turn)
                matching = match(turn.text, acts)
                yield _TaughtTurn(turn.author, part, perturbed, seen(turn.text, context, rules), acts, matching)


def _half(turns: Sequence[_TaughtTurn], told: Callable[[], None]) -> SideModel:
    words = crf.sequenced([list(map(scaled, turn.seen.rows)) for turn in turns])
    slots = crf.learned(words, [turn.matching.tagged.slots for turn in turns], told)
    acts = _acts(turns, _found(turns, words, told), told)
    return SideModel(slots, acts, *_statements(turns, told))


def _acts(
    turns: Sequence[_TaughtTurn], found: Sequence[list[TaggedSpan]], told: Callable[[], None]
) -> crf.SequenceModel:
    """The model of the acts that carry values."""
    sequences, tags = list[list[crf.Row]](), list[list[str]]()
    for turn, values in zip(turns, found, strict=True):
        kept, carried = carriers(turn.matching, turn.acts, values)
        sequences.append(rows(turn.seen, kept))
        tags.append(carried)
    return crf.learned(crf.sequenced(sequences), tags, told)


def _statements(turns: Sequence[_TaughtTurn], told: Callable[[], None]) -> tuple[tuple[Statement, ...], StatementTable]:
    """The statements that are made often, and the weights by which they hold of a turn."""
    said = [statements(turn.matching, turn.acts) for turn in turns]
    often = Counter(chain.from_iterable(said))
    kept = tuple(sorted((each for each, times in often.items() if times >= _OFTEN), key=repr))
    number = {each: at for at, each in enumerate(kept)}
    examples = list[StatementExample]()
    for turn, made in zip(turns, said, strict=True):
        examples.append(StatementExample(turn.seen.turn, frozenset(number[each] for each in made if each in number)))
    return kept, StatementTable(weighed(examples, len(kept), told), len(kept))


def _found(turns: Sequence[_TaughtTurn], words: Sequence[Any], told: Callable[[], None]) -> list[list[TaggedSpan]]:
    """The values of each turn as the other parts teach to find them, as far as they aren't perturbed."""
    taught = list[crf.SequenceModel]()
    for part in range(_PARTS):
        others = [at for at, turn in enumerate(turns) if turn.part != part and not turn.perturbed]
        tags = [turns[at].matching.tagged.slots for at in others]
        taught.append(crf.learned([words[at] for at in others], tags, told))
    return [spans(taught[turn.part].tags(sequence)) for turn, sequence in zip(turns, words, strict=True)]
