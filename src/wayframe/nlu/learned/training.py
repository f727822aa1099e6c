"""Learning to understand from labelled dialogues.

Every turn is shown as it stands, and users' turns a second time perturbed (`wayframe.nlu.noise`), so that the model
can do without capitals, marks and right spelling. What carries values is taught on the annotated values.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import NamedTuple

from wayframe.dialogue import Act, Author, Dialogue, Turn
from wayframe.errors import InputError
from wayframe.nlu.contexts import contexts
from wayframe.nlu.learned import chain
from wayframe.nlu.learned.acts import carriers, rows, statements
from wayframe.nlu.learned.features import Seen, scaled, seen
from wayframe.nlu.learned.names import CITIES, HOTELS, names, widened
from wayframe.nlu.learned.table import Example, weighed
from wayframe.nlu.learned.tagger import Half, LearnedTagger
from wayframe.nlu.noise import noisy
from wayframe.nlu.rules import RuleNLU
from wayframe.nlu.storage import trained_on
from wayframe.nlu.tagging import Speakers
from wayframe.tagging import Matching, gold, labelled, match
from wayframe.values import Lexicon

_OFTEN = 4  # times that a statement has to be made before the model makes it
_READING = 30  # percent of the work


class _Taught(NamedTuple):
    """A turn, how it is labelled, where its values stand."""

    seen: Seen
    acts: tuple[Act, ...]
    matching: Matching


def trained(
    dialogues: Sequence[Dialogue], lexicon: Lexicon, author: Speakers, seed: int, told: Callable[[int], None]
) -> LearnedTagger:
    """A tagger for the turns of `author`.

    Raises `InputError` where there is no turn to learn from.
    """
    sides: tuple[Author, ...] = ("user", "wizard") if author == "both" else (author,)
    tagged = [gold(turn) for dialogue in dialogues for turn in dialogue.turns]
    cities, hotels = names(tagged, CITIES), names(tagged, HOTELS)
    known = widened(lexicon, cities, hotels)
    turns: dict[Author, list[_Taught]] = {side: [] for side in sides}
    for number, dialogue in enumerate(dialogues, 1):
        for turn, taught in _turns(dialogue, known, author, Random(f"{seed} {dialogue.id}")):
            turns[turn.author].append(taught)
        told(_READING * number // len(dialogues))
    if not any(turns.values()):
        raise InputError("training needs turns, found none")
    steps = _Steps(told, len(sides))
    halves = {side: _half(turns[side], steps) for side in sides}
    told(100)
    return LearnedTagger(halves, cities, hotels, trained_on(dialogues, author, seed))


class _Steps:
    """Counts the rounds of all that is learned and tells them in percent."""

    def __init__(self, told: Callable[[int], None], halves: int) -> None:
        self._told, self._all, self._done = told, halves * 3 * chain.ROUNDS, 0

    def __call__(self) -> None:
        self._done = min(self._done + 1, self._all)
        self._told(_READING + (100 - _READING) * self._done // self._all)


def _turns(dialogue: Dialogue, lexicon: Lexicon, author: Speakers, rng: Random) -> Iterator[tuple[Turn, _Taught]]:
    rules = RuleNLU()
    for copy in (dialogue, noisy(dialogue, rng)):
        for turn, context in contexts(copy, lexicon, author):
            if copy is dialogue or turn.author == "user":
                acts = labelled(turn)
                yield turn, _Taught(seen(turn.text, context, rules), acts, match(turn.text, acts))


def _half(turns: Sequence[_Taught], told: Callable[[], None]) -> Half:
    slots = chain.learned(list(map(_tagged, turns)), chain.SMOOTH, told)
    acts = chain.learned(list(map(_carried, turns)), chain.SHARP, told)
    said = [statements(turn.matching, turn.acts) for turn in turns]
    often = Counter(each for turn in said for each in turn)
    kept = tuple(sorted((each for each, times in often.items() if times >= _OFTEN), key=repr))
    number = {each: at for at, each in enumerate(kept)}
    examples = [
        Example(turn.seen.turn, frozenset(number[each] for each in each_said if each in number))
        for turn, each_said in zip(turns, said, strict=True)
    ]
    return Half(slots, acts, kept, weighed(examples, len(kept), told))


def _tagged(turn: _Taught) -> chain.Lesson:
    return chain.Lesson(list(map(scaled, turn.seen.rows)), turn.matching.tagged.slots)


def _carried(turn: _Taught) -> chain.Lesson:
    values, tags = carriers(turn.matching, turn.acts)
    return chain.Lesson(rows(turn.seen, values), tags)
