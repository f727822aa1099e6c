"""Predicates on turns; the filters of the public tagger among them, under their own names.

Where a filter compares with the turn before, the first turn of a dialogue passes only what is negated, except for
`prev_has_act` and `prev_has_no_act`, which it never passes.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from typing import TYPE_CHECKING

import msgspec
from msgspec import Raw

from wayframe.dialogue import Act, Dialogue, Turn, made_frames
from wayframe.errors import InputError, shown
from wayframe.items import NOANNO, ActItem, items
from wayframe.ontology import ACTS, REFERENCE_KEYS, SLOTS

if TYPE_CHECKING:
    import regex as regular

_PATIENCE = 2.0  # seconds for one pattern on one text
_FRAMES = msgspec.json.Decoder(list[Raw])


class TurnPlace:
    """A turn where it stands in its dialogue; `number` counts from 0."""

    def __init__(self, dialogue: Dialogue, number: int) -> None:
        self.dialogue, self.number = dialogue, number
        self.turn: Turn = dialogue.turns[number]
        self.previous: Turn | None = dialogue.turns[number - 1] if number else None

    @cached_property
    def items(self) -> list[ActItem]:
        """The items of all acts."""
        return [item for act in self.turn.acts for item in items(act, self.turn.active_frame)]

    @cached_property
    def frames_before(self) -> int:
        """Count the frames before the turn; a dialogue starts with one."""
        return self._count(self.previous) if self.previous else 1

    @property
    def frames_after(self) -> int:
        """Count the frames after the turn."""
        return self._count(self.turn)

    def _count(self, turn: Turn) -> int:
        try:
            return len(_FRAMES.decode(turn.labels.frames_json))
        except (msgspec.DecodeError, RecursionError) as error:
            raise InputError(f"{self}: frames: {error}") from error

    def __str__(self) -> str:
        return f"dialogue {shown(self.dialogue.id)}: turn {self.number}"


Predicate = Callable[[TurnPlace], bool]

PREDICATES: dict[str, Callable[..., Predicate]] = {}
"""By name what makes a predicate from its arguments; the docstrings say what passes."""


def search(dialogues: Iterable[Dialogue], predicate: Predicate) -> Iterator[TurnPlace]:
    """The turns that the predicate passes, in order."""
    for dialogue in dialogues:
        for number in range(len(dialogue.turns)):
            place = TurnPlace(dialogue, number)
            if predicate(place):
                yield place


def named(name: str, passes: Predicate, doc: str | None) -> Predicate:
    """Add a predicate without arguments to those that can be written."""

    def make() -> Predicate:
        return passes

    make.__doc__ = doc
    PREDICATES[name] = make
    return passes


def _simple(passes: Predicate) -> Predicate:
    """A predicate without arguments."""
    return named(passes.__name__, passes, passes.__doc__)


def _made(make: Callable[..., Predicate]) -> Callable[..., Predicate]:
    """A predicate with arguments."""
    PREDICATES[make.__name__] = make
    return make


@_made
def author(name: str) -> Predicate:
    """The turn is the user's, or the wizard's: `author(user)`."""
    _known("author", name, ("user", "wizard"))
    return lambda place: place.turn.author == name


@_simple
def user(place: TurnPlace) -> bool:
    """The turn is the user's."""
    return place.turn.author == "user"


@_simple
def wizard(place: TurnPlace) -> bool:
    """The turn is the wizard's."""
    return place.turn.author == "wizard"


@_made
def user_id(*ids: str) -> Predicate:
    """The dialogue is one of these users'."""
    _some("user_id", ids)
    return lambda place: place.dialogue.user_id in ids


@_made
def wizard_id(*ids: str) -> Predicate:
    """The dialogue is one of these wizards'."""
    _some("wizard_id", ids)
    return lambda place: place.dialogue.wizard_id in ids


@_simple
def first(place: TurnPlace) -> bool:
    """The turn is the first of its dialogue."""
    return place.previous is None


@_simple
def active_frame_changed(place: TurnPlace) -> bool:
    """Another frame is active than after the turn before."""
    return place.previous is not None and place.previous.active_frame != place.turn.active_frame


@_simple
def creates_frame(place: TurnPlace) -> bool:
    """There are more frames than before the turn."""
    return place.frames_after > place.frames_before


@_made
def has_act(*names: str, slots: str | None = None, only: str = "no") -> Predicate:
    """Some act has one of the names. `slots="dst_city or_city"`: and no slots but these (`slots=""`: none at all;
    `id` counts as one). `only=yes`: and there is no other act.
    """
    _acts("has_act", names)
    _known("only", only, ("yes", "no"))
    allowed = None if slots is None else frozenset(slots.split())

    def found(act: Act) -> bool:
        return act.name in names and (allowed is None or allowed.issuperset(_keys(act)))

    def passes(place: TurnPlace) -> bool:
        acts = place.turn.acts
        return any(map(found, acts)) and (only == "no" or all(map(found, acts)))

    return passes


@_made
def has_slot(*keys: str, value: str | None = None, act: str | None = None) -> Predicate:
    """Some act says something about one of the slots, annotations of references included. `value=Rome`: this value,
    however it is written (`value=2000` finds $2,000). `act=inform`: in an act of this name.
    """
    _some("has_slot", keys)
    for key in keys:
        _known("slot", key, SLOTS)
    if act is not None:
        _acts("act", (act,))
    same = None if value is None else _same(value)

    def passes(place: TurnPlace) -> bool:
        said = place.items if act is None else [i for a in place.turn.acts if a.name == act for i in items(a, 0)]
        return any(item.key in keys and (same is None or same(item)) for item in said)

    return passes


@_made
def prev_has_act(*names: str) -> Predicate:
    """The turn before has one of the acts."""
    _acts("prev_has_act", names)
    return lambda place: place.previous is not None and any(act.name in names for act in place.previous.acts)


@_made
def prev_has_no_act(*names: str) -> Predicate:
    """There is a turn before, and it has none of the acts."""
    _acts("prev_has_no_act", names)
    return lambda place: place.previous is not None and not any(act.name in names for act in place.previous.acts)


@_simple
def curr_frame_not_last(place: TurnPlace) -> bool:
    """The active frame is neither the newest nor the second newest of those before the turn."""
    return place.turn.active_frame not in (place.frames_before, place.frames_before - 1)


@_simple
def no_homogeneous_refs(place: TurnPlace) -> bool:
    """The acts speak of more than one frame."""
    return len({item.frame for item in place.items}) > 1


@_simple
def only_current_frame_refs(place: TurnPlace) -> bool:
    """The acts speak of the active frame and of no other."""
    return {item.frame for item in place.items} == {place.turn.active_frame}


@_simple
def not_about_current_frame(place: TurnPlace) -> bool:
    """No act speaks of the active frame."""
    return all(item.frame != place.turn.active_frame for item in place.items)


@_simple
def has_noanno(place: TurnPlace) -> bool:
    """Some act speaks of a frame as a whole."""
    return any(item.key == NOANNO for item in place.items)


@_simple
def direct_switch_to_offer(place: TurnPlace) -> bool:
    """The active frame is one that the turn before created by an offer or a suggestion."""
    return place.previous is not None and place.turn.active_frame in made_frames(place.previous.acts)


@_simple
def prev_has_multiple_offers(place: TurnPlace) -> bool:
    """The turn before created more than one frame."""
    return place.previous is not None and len(set(made_frames(place.previous.acts))) > 1


@_made
def has_tag(*names: str) -> Predicate:
    """The turn has one of the tags, such as `track subset` writes."""
    _some("has_tag", names)
    return lambda place: any(tag in names for tag in place.turn.labels.tag_names)


@_made
def regex(pattern: str) -> Predicate:
    """The regular expression is found in the text, whatever the case."""
    compiled = _compiled(pattern)

    def passes(place: TurnPlace) -> bool:
        try:
            return compiled.search(place.turn.text, timeout=_PATIENCE) is not None
        except TimeoutError as error:
            raise InputError(
                f"regular expression {shown(pattern)}: takes longer than {_PATIENCE:.0f} seconds on one text ({place})"
            ) from error

    return passes


def _compiled(pattern: str) -> regular.Pattern[str]:
    import regex as regular

    try:
        return regular.compile(pattern, regular.IGNORECASE)
    except regular.error as error:
        raise InputError(f"regular expression {shown(pattern)}: {error}") from error
    except (RecursionError, OverflowError, MemoryError) as error:
        raise InputError(f"regular expression {shown(pattern)}: too large") from error


def _same(value: str) -> Callable[[ActItem], bool]:
    """Return a test for items with this value, however it is written."""
    from wayframe.values import canonical

    def same(item: ActItem) -> bool:
        if item.value is None:
            return False
        if str(item.value).casefold() == value.casefold():
            return True
        return not isinstance(item.value, bool) and canonical(item.key, item.value) == canonical(item.key, value)

    return same


def _keys(act: Act) -> Iterator[str]:
    """The slots of an act and of its references; `id` counts as one here."""
    for arg in act.args:
        if arg.key in REFERENCE_KEYS:
            yield from (annotation.key for ref in arg.refs for annotation in ref.annotations)
        else:
            yield arg.key


def _acts(what: str, names: tuple[str, ...]) -> None:
    _some(what, names)
    for name in names:
        _known("act", name, ACTS)


def _some(what: str, given: tuple[str, ...]) -> None:
    if not given:
        raise InputError(f"{what}: expected a name or more, found none")


def _known(what: str, name: str, known: Iterable[str]) -> None:
    names = list(known)
    if name not in names:
        near = difflib.get_close_matches(name, names, 1)
        expected = f"did you mean {near[0]}?" if near else f"expected one of {', '.join(names)}"
        raise InputError(f"{what} {shown(name)} isn't known: {expected}")
