"""Acts, slots and values from what a user writes."""

from wayframe.nlu.contexts import NLUActs, contexts
from wayframe.nlu.tagging import AsNLU, ByActs, Speakers, Tagger, TaggerReading, TrainedTagger, Trainer
from wayframe.nlu.understanding import NLU, TurnContext, nlu

__all__ = [
    "NLU",
    "AsNLU",
    "ByActs",
    "NLUActs",
    "Speakers",
    "Tagger",
    "TaggerReading",
    "TrainedTagger",
    "Trainer",
    "TurnContext",
    "contexts",
    "nlu",
]  # fmt: skip
