"""The wishes that hold: those of the frame at hand; of an option those by which it was found."""

from __future__ import annotations

from wayframe.meaning.records import Wish
from wayframe.schema import Schema
from wayframe.state.denotation import Denoter
from wayframe.state.records import DialogueState


def wishing_frame(state: DialogueState, frame: int) -> int:
    """Return the frame whose wishes a frame goes by: an option's is the one that it was found by."""
    option = state.options.get(frame)
    return option.wishes_of if option else frame


def held_wishes(state: DialogueState, frame: int, schema: Schema) -> tuple[Wish, ...]:
    """Return the wishes that hold at a frame.

    An option goes by the wishes that it was found by and by later ones that it fulfils or that no option could fail:
    who goes back to it has given up those that it doesn't. The travellers are those that were named last: they travel
    wherever they go.
    """
    wishes = state.wishes.get(wishing_frame(state, frame), ())
    option = state.options.get(frame)
    if option is None:
        return wishes
    denoter = Denoter(state, schema)
    kept = tuple(
        wish
        for wish in wishes
        if wish in option.wishes or wish.slot not in option.item.values or denoter.fulfils(frame, (wish,))
    )
    return _with_travellers(kept, _travellers(state, schema))


def _travellers(state: DialogueState, schema: Schema) -> tuple[Wish, ...]:
    """Return the wishes that say who travels, of the newest frame that has any."""
    for frame in sorted(state.wishes, reverse=True):
        said = tuple(wish for wish in state.wishes[frame] if wish.slot == schema.party)
        if said:
            return said
    return ()


def _with_travellers(wishes: tuple[Wish, ...], travellers: tuple[Wish, ...]) -> tuple[Wish, ...]:
    """Return wishes with other travellers; as they are where nobody said who travels."""
    if not travellers:
        return wishes
    slots = {wish.slot for wish in travellers}
    return (*(wish for wish in wishes if wish.slot not in slots), *travellers)
