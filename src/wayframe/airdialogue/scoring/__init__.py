"""Scores of AirDialogue: of what people and players did, and of what models say next.

Two modes: `reference` gives the figures of the public toolkit, its faults included and named; `strict` has none of
them, wants each line to be right, and says how sure its means are.
"""

from __future__ import annotations

from wayframe.airdialogue.scoring.actions import score_human, score_selfplay
from wayframe.airdialogue.scoring.outcomes import Judged, judged
from wayframe.airdialogue.scoring.perplexity import Loss, perplexity
from wayframe.airdialogue.scoring.responses import asked, score_infer
from wayframe.airdialogue.scoring.reward import Parts
from wayframe.airdialogue.scoring.score import Mode, Sampling, Score, Task

__all__ = [
    "Judged", "Loss", "Mode", "Parts", "Sampling", "Score", "Task", "asked", "judged", "perplexity", "score_human",
    "score_infer", "score_selfplay",
]  # fmt: skip
