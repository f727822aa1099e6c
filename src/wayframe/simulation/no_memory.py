"""The agent without memory, as the paper's introduction describes the systems of its day.

It keeps one set of constraints, in which a new value overwrites the old, and the list of what it offered last.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from wayframe.agent import Agent
from wayframe.dialogue import Turn
from wayframe.schema import Schema
from wayframe.state.records import DialogueState
from wayframe.state.wishes import held_wishes


class NoMemoryAgent(Agent):
    """The agent that knows nothing but the current wishes and the latest list."""

    def _after(self, state: DialogueState, turns: Sequence[Turn], offers: Mapping[int, Any]) -> DialogueState:
        """Return the state after the last of some turns: what isn't left after the agent's is gone for good."""
        after = super()._after(state, turns, offers)
        return after if turns[-1].author == "user" else forgotten(after, self.schema)


def forgotten(state: DialogueState, schema: Schema) -> DialogueState:
    """Return what is left of a state between two turns: the current wishes, the options offered last."""
    active = state.memory.active_frame
    latest = state.lists[-1] if state.lists else ()
    kept = {frame: option for frame, option in state.options.items() if frame in (*latest, active)}
    current = held_wishes(state, active, schema)
    return state._replace(
        wishes=dict.fromkeys(state.wishes, current),
        options=kept,
        lists=(tuple(frame for frame in latest if frame in kept),) if latest else (),
        focus=tuple(frame for frame in state.focus if frame in kept),
        touched=tuple(frame for frame in state.touched if frame in kept),
        moments=(),
    )
