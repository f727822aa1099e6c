"""A small corpus of our own, written in the paper's notation."""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from scenes import without_refs
from wayframe import corpus, notation
from wayframe.dialogue import DatabaseSearch, Dialogue, DialogueLabels, Frame, SearchLog, Value, user_turn, wizard_turn
from wayframe.memory import Memory, update


class Said(NamedTuple):
    """A turn: its text, its acts as the paper writes them, the frame that is active after it."""

    text: str
    acts: str
    active_frame: int = 1


TRIP = (
    Said("Hi! We want to go from Bari to Rome.", "inform(or_city=Bari); inform(dst_city=Rome); greeting()"),
    Said("Two hotels: the Alba, or the Sole.", "offer(name=Alba, price=$1\\,200, id=2); offer(name=Sole, id=3)"),
    Said("I like the Sole", "switch_frame(ref=[3{name=Sole}])", 3),
    Said("What dates?", "request(str_date)", 3),
    Said("Or Paris, and which has wifi?", "inform(dst_city=Paris); request_compare(wifi, ref=[2;3])", 4),
    Said("None.", "no_result(ref=[4])", 4),
    Said("thanks", "thankyou()", 4),
)


def dialogue(name: str = "trip-1", user: str = "U21RP4FCY", said: Sequence[Said] = TRIP) -> Dialogue:
    """The user speaks first; the frames are those that the memory makes of the acts."""
    memory, turns = Memory(), []
    for number, (text, acts, active_frame) in enumerate(said):
        made = notation.parse_turn(acts)
        memory = update(memory, "wizard" if number % 2 else "user", made, active_frame)
        if number % 2:
            db = (
                SearchLog((DatabaseSearch(ORIGIN_CITY="Bari", DESTINATION_CITY="Rome"),), ((),))
                if number == 1
                else SearchLog()
            )
            turns.append(wizard_turn(text, number, made, memory.active_frame, memory.frames, db))
        else:
            turns.append(user_turn(text, number, made, memory.active_frame, memory.frames, without_refs(made)))
    return Dialogue(name, user, "U0000WIZ", DialogueLabels(4, True), tuple(turns))


def frame(number: int, parent: int | None = None, **info: str) -> Frame:
    return Frame(number, parent, {slot: (Value(value),) for slot, value in info.items()})


def written(path: Path, *dialogues: Dialogue) -> Path:
    corpus.write(path, dialogues)
    return path
