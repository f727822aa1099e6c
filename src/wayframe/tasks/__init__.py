"""Tasks for users, simulated or real: what they are told, what they are after, and what counts as reaching it."""

from wayframe.tasks.drawing import Task, draw
from wayframe.tasks.goals import Aim, Goal, cheapest, fits, possible
from wayframe.tasks.templates import Template, templates

__all__ = ["Aim", "Goal", "Task", "Template", "cheapest", "draw", "fits", "possible", "templates"]
