"""Messages of two turns of one scene: what real people send holds several things, most written turns hold one."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterable, Sequence

from voiced import VoiceTurn
from wayframe.meaning.notation import parse
from wayframe.meaning.records import (
    Answer,
    Ask,
    Book,
    Cancel,
    Change,
    Compare,
    Correct,
    Drop,
    Hold,
    It,
    Move,
    Neighbour,
    Other,
    OutOfScope,
    Reject,
    Return,
    Shown,
    Social,
    Undo,
    Wish,
)
from wayframe.state.resolution import reference_of

MOST_WORDS, LONGEST = 22, 48
"""Words of a turn that is put together with another one, and of both."""
MOST_MOVES = 5
REMARKS = 0.2
"""The share of the messages of which one half is a remark that wants nothing."""
OPENING = (Correct, Hold, Social, Undo)
"""The moves that take up what was said before, so that nothing is said besides."""
DEEDS = (Book, Cancel, Change, Reject, Return)
POINTING_BACK = (It, Neighbour, Other, Shown, type(None))
"""The references that mean what was just spoken of, which another turn before them changes."""
CATALOGUE_QUESTIONS = ("count", "extreme", "range", "values")
LINKS = (" ", " ", ". ", "; ", ", ", ", and ", ", also ", " - ")


def combined(turns: Iterable[VoiceTurn], count: int, seed: int) -> list[VoiceTurn]:
    """Return so many messages at most, each of two of the turns, meant as the one and then as the other."""
    rng, scenes, remarks = random.Random(seed), defaultdict[str, list[VoiceTurn]](list), list[VoiceTurn]()
    for turn in turns:
        if len(turn.text.split()) <= MOST_WORDS:
            (scenes[turn.scene] if turn.meaning else remarks).append(turn)
    several = sorted(scene for scene, said in scenes.items() if len(said) > 1)
    often = [len(scenes[scene]) ** 0.5 for scene in several]
    found = dict[str, VoiceTurn]()
    for scene in rng.choices(several, often, k=4 * count):
        first, second = rng.sample(scenes[scene], 2)
        if rng.random() < REMARKS and remarks:
            second = rng.choice(remarks)
        text = _joined(first.text, second.text, rng)
        if len(text.split()) <= LONGEST and fits(first, second):
            meaning = "; ".join(filter(None, (first.meaning, second.meaning)))
            found[text] = VoiceTurn(scene, text, meaning)
    return list(found.values())[:count]


def _joined(first: str, second: str, rng: random.Random) -> str:
    """Return two texts as one; a sentence that is complete is followed by another one."""
    return first.strip() + (" " if first.strip()[-1:] in ".?!" else rng.choice(LINKS)) + second.strip()


def fits(first: VoiceTurn, second: VoiceTurn) -> bool:
    """Return whether two turns mean together what each means alone."""
    before, after = parse(first.meaning), parse(second.meaning) if second.meaning else ()
    if len(before) + len(after) > MOST_MOVES or _slots(before) & _slots(after):
        return False
    if not all(map(_leaves_room, before)) or not all(map(_stands_alone, after)):
        return False
    return not (_has_deed(before) and _has_deed(after))


def _leaves_room(move: Move) -> bool:
    """Return whether something else may be said behind a move."""
    starts_over = isinstance(move, Drop) and not move.slot
    return not (isinstance(move, OPENING) or starts_over or move == Answer("perhaps"))


def _stands_alone(move: Move) -> bool:
    """Return whether a move means the same behind another turn: it says itself which options it is about."""
    match move:
        case Wish():
            return not move.constraint.is_relative and move.of is None
        case Ask(question=question, of=None):
            return question in CATALOGUE_QUESTIONS
        case Ask() | Book() | Compare() | Return():
            return not isinstance(reference_of(move), POINTING_BACK)
    return isinstance(move, OutOfScope)


def _has_deed(moves: Iterable[Move]) -> bool:
    return any(isinstance(move, DEEDS) for move in moves)


def _slots(moves: Sequence[Move]) -> set[str]:
    return {move.slot for move in moves if isinstance(move, Wish | Drop)}
