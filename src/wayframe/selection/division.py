"""A corpus divided by users into training, validation and test dialogues (paper section 8.1).

The test side is what some users said; the other users' dialogues are shuffled and divided into training and validation.
The same seed gives the same sides, whatever the order of the file.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Literal, NamedTuple, get_args

from wayframe import corpus
from wayframe.dialogue import Dialogue
from wayframe.errors import InputError
from wayframe.files import writing
from wayframe.folds import FOLDS, dealt, fold_of
from wayframe.selection.merging import once

Side = Literal["train", "validation", "test"]
SIDES: tuple[Side, ...] = get_args(Side)


class FoldDivision(NamedTuple):
    """Held-out users, and the side of each dialogue by its id; one that is on none is left out."""

    test_users: tuple[str, ...]
    side_of: dict[str, Side]

    def sizes(self) -> dict[Side, int]:
        """Count the dialogues of each side."""
        sides = list(self.side_of.values())
        return {side: sides.count(side) for side in SIDES}


def users(path: str | Path) -> dict[str, str]:
    """The user of each dialogue of a file, by the dialogue's id. Raises `InputError` where an id comes twice."""
    return {dialogue.id: dialogue.user_id for dialogue in once(path, corpus.stream(path))}


def divide(user_of: Mapping[str, str], test_users: Iterable[str], seed: int, share: float) -> FoldDivision:
    """Hold out some users; of the rest, `share` goes to training, at least one dialogue to each side.

    Raises `InputError` where too little is left to train on.
    """
    held = tuple(test_users)
    rest = [dialogue for dialogue, user in user_of.items() if user not in held]
    if len(rest) < 2:
        raise InputError(f"without {', '.join(held)}: expected two dialogues or more to train on, found {len(rest)}")
    validation = frozenset(dealt(rest, seed, share)[1])
    side_of: dict[str, Side] = {
        dialogue: "test" if user in held else "validation" if dialogue in validation else "train"
        for dialogue, user in user_of.items()
    }
    return FoldDivision(held, side_of)


def by_fold(user_of: Mapping[str, str], seed: int, share: float) -> dict[int, FoldDivision]:
    """The standard folds that are present. Users of no fold are on no side.

    Raises `InputError` where no fold is present.
    """
    known = {dialogue: user for dialogue, user in user_of.items() if fold_of(user) is not None}
    present = frozenset(known.values())
    folds = {fold: [user for user in FOLDS[fold] if user in present] for fold in FOLDS}
    if not known:
        raise InputError("expected users of the ten standard folds, found none of them (by user, perhaps?)")
    return {fold: divide(known, test, seed, share) for fold, test in folds.items() if test}


def by_user(user_of: Mapping[str, str], seed: int, share: float) -> dict[str, FoldDivision]:
    """Each user held out once, by the user's id."""
    return {user: divide(user_of, [user], seed, share) for user in sorted(set(user_of.values()))}


def write(dialogues: Iterable[Dialogue], divisions: Mapping[Path, FoldDivision]) -> None:
    """Write the sides of each division to its folder, as train.jsonl, validation.jsonl and test.jsonl, in one pass.

    All of them are there in the end, or none. Three files a division are open at the same time.
    """
    with ExitStack() as opened:
        sides = [
            (division, {side: opened.enter_context(writing(folder / f"{side}.jsonl")) for side in SIDES})
            for folder, division in divisions.items()
        ]
        for dialogue in dialogues:
            line = corpus.line(dialogue) + b"\n"
            for division, files in sides:
                if side := division.side_of.get(dialogue.id):
                    files[side].write(line)
