"""Acts, slots and values from what a user writes."""

from wayframe.nlu.understanding import (
    NLU,
    AsNLU,
    ByActs,
    NLUActs,
    Speakers,
    Tagger,
    TaggerReading,
    TrainedTagger,
    Trainer,
    TrainingSet,
    TurnContext,
    contexts,
    nlu,
)

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
    "TrainingSet",
    "TurnContext",
    "contexts",
    "nlu",
]  # fmt: skip
