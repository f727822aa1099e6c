"""The standard subsets of user turns by which trackers are scored, and tags by which a file says what is in them.

The names and conditions are those of the recipe that comes with the public evaluator. Each is a predicate of its own,
so that one can write `framechange.switch_frame & curr_frame_not_last`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from msgspec.structs import replace

from wayframe.dialogue import Dialogue
from wayframe.selection.language import parse
from wayframe.selection.predicates import Predicate, TurnPlace, named

SUBSETS: dict[str, str] = {
    "framechange.switch_frame": "user & active_frame_changed & has_act(switch_frame)",
    "framechange.switch_frame.offer": "framechange.switch_frame & prev_has_act(offer, suggest)",
    "framechange.switch_frame.nooffer": "framechange.switch_frame & prev_has_no_act(offer, suggest)",
    "framechange.switch_frame.noargs": 'user & active_frame_changed & has_act(switch_frame, slots="")',
    "reqcomp": "user & has_act(request_compare)",
    "framechange.valuechange": "user & active_frame_changed & !has_act(switch_frame)",
    "noframechange": "user & !active_frame_changed & !has_act(switch_frame)",
    "noframechange.offer": "noframechange & prev_has_act(offer, suggest)",
    "noframechange.nooffer": "noframechange & prev_has_no_act(offer, suggest)",
    "noanno": "user & has_noanno",
    "no_noanno": "user & !has_noanno",
}


def tagged(dialogues: Iterable[Dialogue], subsets: Mapping[str, Predicate], found: Counter[str]) -> Iterator[Dialogue]:
    """The dialogues with the names of subsets added to the tags of the turns in them; `found` counts the turns."""
    for dialogue in dialogues:
        turns = list(dialogue.turns)
        for number, turn in enumerate(turns):
            place = TurnPlace(dialogue, number)
            names = [name for name, predicate in subsets.items() if predicate(place)]
            found.update(names)
            if names:
                tags = tuple(dict.fromkeys((*turn.labels.tag_names, *names)))
                turns[number] = replace(turn, labels=replace(turn.labels, tags=tags))
        yield replace(dialogue, turns=tuple(turns))


STANDARD: dict[str, Predicate] = {
    name: named(name, parse(written), f"The standard subset: {written}.") for name, written in SUBSETS.items()
}
"""The standard subsets by name; each uses those before it."""
