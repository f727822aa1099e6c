"""The ten folds of the Frames release: whose dialogues are held out together (paper section 8.1)."""

from __future__ import annotations

import random
from collections.abc import Iterable

# As published with the evaluation tools (Maluuba/frames): one user a fold, but for the first.
FOLDS: dict[int, tuple[str, ...]] = {
    1: ("U21E41CQP", "U23KPC9QV"),
    2: ("U21RP4FCY",),
    3: ("U22HTHYNP",),
    4: ("U22K1SX9N",),
    5: ("U231PNNA3",),
    6: ("U23KR88NT",),
    7: ("U24V2QUKC",),
    8: ("U260BGVS6",),
    9: ("U2709166N",),
    10: ("U2AMZ8TLK",),
}

_FOLD_OF = {user: fold for fold, users in FOLDS.items() for user in users}


def fold_of(user_id: str) -> int | None:
    """The fold that holds this user's dialogues; None for users of other corpora."""
    return _FOLD_OF.get(user_id)


def dealt(names: Iterable[str], seed: int, share: float) -> tuple[list[str], list[str]]:
    """Two names or more in two shuffled parts, `share` of them in the first, at least one in each.

    The same names and seed give the same parts, whatever their order.
    """
    rest = sorted(names)
    random.Random(seed).shuffle(rest)
    cut = min(max(round(share * len(rest)), 1), len(rest) - 1)
    return rest[:cut], rest[cut:]
