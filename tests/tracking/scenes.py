"""Conversations up to a user's turn, from acts in the paper's notation."""

from wayframe.dialogue import Database, Turn, user_turn, wizard_turn
from wayframe.memory import Memory, update
from wayframe.notation import parse_turn, show_turn
from wayframe.tracking import Observation, RuleTracker, Tracker


def after(*lines: str) -> tuple[Memory, tuple[Turn, ...]]:
    """Memory and turns after some lines: the user's "1: inform(...)" say which frame they go to, the wizard's don't."""
    memory, turns = Memory(), list[Turn]()
    for time, line in enumerate(lines):
        number, _, noted = line.rpartition(": ")
        acts = parse_turn(noted)
        if number:
            memory = update(memory, "user", acts, int(number))
            turns.append(user_turn("", time, acts, memory.active_frame, memory.frames, acts))
        else:
            memory = update(memory, "wizard", acts, memory.active_frame)
            turns.append(wizard_turn("", time, acts, memory.active_frame, memory.frames, Database()))
    return memory, tuple(turns)


def tracked(noted: str, *before: str, tracker: Tracker | None = None) -> str:
    """What a tracker makes of a user's acts after some lines: "2: switch_frame(ref=[2{...}])"."""
    memory, turns = after(*before)
    found = (tracker or RuleTracker()).track(Observation("", parse_turn(noted), memory, turns))
    return f"{found.active_frame}: {show_turn(found.acts)}"
