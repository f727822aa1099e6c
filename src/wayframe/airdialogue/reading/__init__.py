"""Real people read: the final action of a dialogue between a customer and an agent, from what they said.

Rules for language weigh what each sentence says of name, goal, places, days and wishes, and of what the agent offered
and did; every reading of it all is then held against the flights, and the action is worth most over all readings.
"""

from __future__ import annotations

from wayframe.airdialogue.reading.predicting import PredictionCounts, predict_files
from wayframe.airdialogue.reading.predictor import predict

__all__ = ["PredictionCounts", "predict", "predict_files"]
