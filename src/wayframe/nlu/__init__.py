"""Acts, slots and values from what a user writes."""

from wayframe.nlu.contexts import Understood, contexts
from wayframe.nlu.tagging import AsNLU, ByActs, Reading, Speakers, Tagger, Trained, Trainer
from wayframe.nlu.understanding import NLU, Context, nlu

__all__ = [
    "NLU", "AsNLU", "ByActs", "Context", "Reading", "Speakers", "Tagger", "Trained", "Trainer", "Understood",
    "contexts", "nlu",
]  # fmt: skip
