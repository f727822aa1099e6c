"""Acts, slots and values from what a user writes."""

from wayframe.nlu.understanding import NLU, Context, nlu

__all__ = ["NLU", "Context", "nlu"]
