"""Scores of AirDialogue: of what people and players did, and of what models say next.

Two modes: `reference` gives the figures of the public toolkit, its faults included and named; `strict` has none of
them, wants each line to be right, and says how sure its means are.
"""

from __future__ import annotations

from wayframe.airdialogue.scoring.actions import score_human, score_selfplay
from wayframe.airdialogue.scoring.outcomes import OutcomeScore, judged
from wayframe.airdialogue.scoring.perplexity import DialogueLoss, perplexity
from wayframe.airdialogue.scoring.responses import asked, score_infer
from wayframe.airdialogue.scoring.reward import RewardParts
from wayframe.airdialogue.scoring.score import BootstrapSampling, Mode, Task, TaskScore

__all__ = [
    "BootstrapSampling",
    "DialogueLoss",
    "Mode",
    "OutcomeScore",
    "RewardParts",
    "Task",
    "TaskScore",
    "asked",
    "judged",
    "perplexity",
    "score_human",
    "score_infer",
    "score_selfplay",
]  # fmt: skip
