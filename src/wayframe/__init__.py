"""Wayframe: goal-oriented dialogue that remembers."""
