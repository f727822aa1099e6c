"""Wayframe: goal-oriented dialogue that remembers.

What most programs need stands here by name: the records of a dialogue, files of them, the agent and its catalogue.
All else is in the modules that `docs/design.md` shows. Each name is imported on first use, so that `wayframe --help`
answers at once and whoever only reads a corpus loads nothing of the agent.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from wayframe.agent import Agent as Agent
    from wayframe.catalogues import agent_over as agent_over
    from wayframe.conversation import Conversation as Conversation
    from wayframe.corpus import read as read
    from wayframe.corpus import stream as stream
    from wayframe.corpus import write as write
    from wayframe.dialogue import Act as Act
    from wayframe.dialogue import Dialogue as Dialogue
    from wayframe.dialogue import Frame as Frame
    from wayframe.dialogue import Turn as Turn
    from wayframe.errors import InputError as InputError
    from wayframe.memory import Memory as Memory
    from wayframe.packages import Catalogue as Catalogue
    from wayframe.packages import default_catalogue as default_catalogue

_MODULE_OF = {
    "Act": "dialogue",
    "Agent": "agent",
    "Catalogue": "packages",
    "Conversation": "conversation",
    "Dialogue": "dialogue",
    "Frame": "dialogue",
    "InputError": "errors",
    "Memory": "memory",
    "Turn": "dialogue",
    "agent_over": "catalogues",
    "default_catalogue": "packages",
    "read": "corpus",
    "stream": "corpus",
    "write": "corpus",
}
__all__ = list(_MODULE_OF)


if not TYPE_CHECKING:  # with it, no type checker would miss a name

    def __getattr__(name: str) -> object:
        if name not in _MODULE_OF:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return getattr(import_module(f"{__name__}.{_MODULE_OF[name]}"), name)


def __dir__() -> list[str]:
    return [*globals(), *__all__]
