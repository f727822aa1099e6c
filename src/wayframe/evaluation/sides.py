"""Divide a corpus into sides: dialogues to test on, and those to train on."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from wayframe.dialogue import Dialogue
from wayframe.errors import InputError, shown
from wayframe.folds import FOLDS, fold_of


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


def divided(
    path: str | Path,
    dialogues: Sequence[Dialogue],
    folds: Sequence[int] = (),
    train_on: Sequence[str] = (),
    test_on: Sequence[str] = (),
) -> list[EvaluationSide]:
    """The sides with these users, else the standard folds. Raises like `by_users` and `by_folds`."""
    if train_on or test_on:
        return by_users(path, dialogues, train_on, test_on)
    return by_folds(path, dialogues, folds)


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
