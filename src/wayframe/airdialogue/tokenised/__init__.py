"""The files that the public competition's models are trained on and answer to: words and tags, blanks between them.

`prepare` writes what the public toolkit's preprocessing writes, file for file and line for line; `cut` writes dialogues
that stop where somebody is to answer. The words are those of `scoring.words`.
"""

from __future__ import annotations

from wayframe.airdialogue.tokenised.cutting import cut
from wayframe.airdialogue.tokenised.preparing import JOBS, Job, PreparedFiles, prepare

__all__ = ["JOBS", "Job", "PreparedFiles", "cut", "prepare"]
