"""Divide a corpus into sides: dialogues to test on, and those to train on."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from wayframe import corpus
from wayframe.dialogue import Dialogue
from wayframe.errors import InputError, shown
from wayframe.evaluation.engines import Engine
from wayframe.folds import FOLDS, fold_of
from wayframe.trainingdata import ModelOrigin


class EvaluationSide(NamedTuple):
    """Users to train on and users to test on."""

    name: str
    train: frozenset[str]
    test: frozenset[str]

    def training(self, dialogues: Sequence[Dialogue]) -> list[Dialogue]:
        """The dialogues to train on."""
        return [dialogue for dialogue in dialogues if dialogue.user_id in self.train]

    def testing(self, dialogues: Sequence[Dialogue]) -> list[Dialogue]:
        """The dialogues to test on."""
        return [dialogue for dialogue in dialogues if dialogue.user_id in self.test]


class DividedCorpus(NamedTuple):
    """A corpus and its sides; `jobs` of them are worked on at the same time, on `engine`."""

    path: str | Path
    dialogues: Sequence[Dialogue]
    sides: list[EvaluationSide]
    jobs: int = 1
    engine: Engine = "local"

    def check_unseen(self, origin: ModelOrigin | None) -> None:
        """Raise `InputError` where a model was trained on some of the dialogues that the sides test."""
        if origin:
            tested = frozenset[str]().union(*(side.test for side in self.sides))
            origin.check_unseen(self.path, [each for each in self.dialogues if each.user_id in tested])


def divided(
    path: str | Path,
    folds: Sequence[int] = (),
    train_on: Sequence[str] = (),
    test_on: Sequence[str] = (),
    jobs: int = 1,
    engine: Engine = "local",
) -> DividedCorpus:
    """Divide a file into the standard folds (or those of `folds`), or by the users to train on and to test on.

    Each fold is tested after training on the others. Raises `InputError` like `by_users` and `by_folds`, and where the
    file can't be read.
    """
    dialogues = corpus.read(path)
    by_user = train_on or test_on
    sides = by_users(path, dialogues, train_on, test_on) if by_user else by_folds(path, dialogues, folds)
    return DividedCorpus(path, dialogues, sides, jobs, engine)


def by_folds(path: str | Path, dialogues: Sequence[Dialogue], folds: Sequence[int] = ()) -> list[EvaluationSide]:
    """The standard folds, each tested after training on all users of the others; `folds` are some of those there.

    Raises `InputError` where a fold isn't in the file, and where none is.
    """
    users = {dialogue.user_id for dialogue in dialogues}
    known = {user for user in users if fold_of(user) is not None}
    present = {fold: known & set(FOLDS[fold]) for fold in FOLDS if known & set(FOLDS[fold])}
    for fold in folds:
        if fold not in present:
            names = ", ".join(map(str, present)) or "none"
            raise InputError(f"{path}: fold {fold}: not there; present: {names}")
    if not present:
        raise InputError(f"{path}: expected users of the ten standard folds, found none (name users to test on)")
    chosen = sorted(set(folds)) or list(present)
    return [EvaluationSide(str(fold), frozenset(known - present[fold]), frozenset(present[fold])) for fold in chosen]


def by_users(
    path: str | Path, dialogues: Sequence[Dialogue], train_on: Sequence[str], test_on: Sequence[str]
) -> list[EvaluationSide]:
    """One side with these users; where one of the two is empty, it is all the others.

    Raises `InputError` where a user isn't in the file, or is on both sides.
    """
    users = sorted({dialogue.user_id for dialogue in dialogues})
    for user in (*train_on, *test_on):
        if user not in users:
            raise InputError(f"{path}: user {shown(user)}: has no dialogue there")
    if both := sorted(set(train_on) & set(test_on)):
        raise InputError(f"user {shown(both[0])}: expected to train or to test on, found both")
    train = train_on or [user for user in users if user not in test_on]
    test = test_on or [user for user in users if user not in train_on]
    if not test:
        raise InputError(f"{path}: expected somebody to test on, found nobody besides those to train on")
    return [EvaluationSide("+".join(test), frozenset(train), frozenset(test))]
