"""Tasks for users, simulated or real: what they are told, what they are after, and what counts as reaching it."""

from wayframe.tasks.trips import Aim, Goal, Task, Template, cheapest, draw, fits, possible, templates

__all__ = ["Aim", "Goal", "Task", "Template", "cheapest", "draw", "fits", "possible", "templates"]
