"""Parts of a corpus: turns that a predicate picks, folds, several files as one.

`search` finds turns by a small language over predicates, `user & active_frame_changed & has_act(switch_frame)`;
`divide` makes training, validation and test sides by users; `merged` joins files.
"""

from __future__ import annotations

from wayframe.items import NOANNO, ActItem, items
from wayframe.selection.changes import FrameChange, changes
from wayframe.selection.division import SIDES, FoldDivision, Side, by_fold, by_user, divide
from wayframe.selection.language import parse
from wayframe.selection.merging import RepeatCount, merged, once
from wayframe.selection.predicates import PREDICATES, Predicate, TurnPlace, search
from wayframe.selection.subsets import STANDARD, SUBSETS, tagged

__all__ = [
    "NOANNO",
    "PREDICATES",
    "SIDES",
    "STANDARD",
    "SUBSETS",
    "ActItem",
    "FoldDivision",
    "FrameChange",
    "Predicate",
    "RepeatCount",
    "Side",
    "TurnPlace",
    "by_fold",
    "by_user",
    "changes",
    "divide",
    "items",
    "merged",
    "once",
    "parse",
    "search",
    "tagged",
]  # fmt: skip
