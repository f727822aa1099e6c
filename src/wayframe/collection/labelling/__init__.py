"""Automatic labels of dialogues: annotators, boards and the agent's proposals begin with them."""

from __future__ import annotations
