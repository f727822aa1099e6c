"""The default model: values, their acts and what else is said, learned from labelled dialogues in a minute or two.

No network and no numpy: CRFsuite for what is a sequence, a table of weights for the rest. `docs/nlu.md` has the
figures.
"""

from __future__ import annotations

from pathlib import Path

from wayframe import files
from wayframe.nlu.learned.features import VERSION
from wayframe.nlu.learned.tagger import KIND, LearnedTagger

SHIPPED = Path(__file__).with_name("shipped.json.xz")
"""The model that comes with Wayframe, trained on what its own simulator and templates write (`make model`).

It reads wizards' turns; users' turns are read by the rules, which do that better than what simulated users teach.
"""


def own_model() -> Path:
    """Return the path of the user's own model, with its version, so that a newer program never loads an old one."""
    return files.home() / f"nlu-{VERSION}.json"


__all__ = ["KIND", "SHIPPED", "VERSION", "LearnedTagger", "own_model"]
