"""Conversations from acts in the paper's notation: what tests of tracking and of whole dialogues start from."""

from collections.abc import Iterable

from wayframe.dialogue import Act, Arg, Dialogue, DialogueLabels, SearchLog, Turn, user_turn, wizard_turn
from wayframe.memory import Memory, update
from wayframe.notation import parse_turn, show_turn
from wayframe.tracking import Observation, RuleTracker, Tracker

START = 1_470_000_000_000  # July 31, 2016


def after(*lines: str) -> tuple[Memory, tuple[Turn, ...]]:
    """Memory and turns after some lines: the user's "1: inform(...)" say which frame they go to, the wizard's don't."""
    memory, turns = Memory(), list[Turn]()
    for number, line in enumerate(lines):
        frame, _, noted = line.rpartition(": ")
        acts, time = parse_turn(noted), START + 1000 * number
        memory = update(memory, "user" if frame else "wizard", acts, int(frame or memory.active_frame))
        if frame:
            turns.append(user_turn(noted, time, acts, memory.active_frame, memory.frames, without_refs(acts)))
        else:
            turns.append(wizard_turn(noted, time, acts, memory.active_frame, memory.frames, SearchLog()))
    return memory, tuple(turns)


def dialogue(name: str, *lines: str) -> Dialogue:
    """A whole dialogue, labelled by the memory."""
    return Dialogue(name, "u", "w", DialogueLabels(), after(*lines)[1])


def tracked(noted: str, *before: str, tracker: Tracker | None = None) -> str:
    """What a tracker makes of a user's acts after some lines: "2: switch_frame(ref=[2{...}])"."""
    memory, turns = after(*before)
    found = (tracker or RuleTracker()).track(Observation("", parse_turn(noted), memory, turns))
    return f"{found.active_frame}: {show_turn(found.acts)}"


def without_refs(acts: Iterable[Act]) -> tuple[Act, ...]:
    """The acts with what their references hold in place of the references."""
    return tuple(Act(act.name, tuple(each for arg in act.args for each in _inside(arg))) for act in acts)


def _inside(arg: Arg) -> tuple[Arg, ...]:
    return tuple(each for ref in arg.refs for each in ref.annotations) if arg.key == "ref" else (arg,)
