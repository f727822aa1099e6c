"""The searches of a turn over a table, as a dialogue records them."""

from __future__ import annotations

import msgspec
from msgspec import Struct, UnsetType

from wayframe.dialogue import Dialogue, Turn
from wayframe.errors import InputError
from wayframe.meaning import decoded
from wayframe.ontology import ACTS


class Searches(Struct, frozen=True, gc=False):
    """The searches of a turn: the wishes of each, how many rows fit, and the first of these."""

    search: tuple[dict[str, tuple[str | bool, ...]], ...] = ()
    found: tuple[int, ...] = ()
    result: tuple[tuple[dict[str, str | bool], ...], ...] = ()


_DECODER = msgspec.json.Decoder(Searches)


def searches_of(turn: Turn) -> Searches:
    """Return the searches of a turn. Raises `InputError` where they are none of a table."""
    if isinstance(turn.db_json, UnsetType):
        return Searches()
    try:
        return _DECODER.decode(turn.db_json)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise InputError(f"db: {error}") from error


def check_dialogue(dialogue: Dialogue) -> None:
    """Check frames, acts, meaning and searches; values are the table's own. Raises `InputError`, naming the turn."""
    for number, turn in enumerate(dialogue.turns):
        frames, meaning = turn.frames, turn.labels.meaning_json
        searches_of(turn)
        if not isinstance(meaning, UnsetType):
            decoded(bytes(meaning))
        numbers = [frame.frame_id for frame in frames]
        if numbers != list(range(1, len(frames) + 1)) or turn.active_frame not in numbers:
            raise InputError(f"turn {number}: expected frames from 1 on, one of them active")
        for frame in frames:
            if frame.frame_parent_id is not None and not 0 < frame.frame_parent_id < frame.frame_id:
                raise InputError(f"turn {number}: expected frames whose parents come before them")
        for act in turn.acts:
            if act.name not in ACTS:
                raise InputError(f"turn {number}: there is no act {act.name!r}")
