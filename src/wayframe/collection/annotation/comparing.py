"""Two annotations of one dialogue beside each other, and what an adjudicator takes from either.

Annotators number frames differently as soon as one of them sees a frame more. A frame of one is that of the other which
the same turn made, as the first, second, ... of that turn.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from wayframe.collection.annotation.edits import LabelSheet
from wayframe.collection.annotation.labels import slots
from wayframe.collection.annotation.numbering import NEW, made, settled
from wayframe.collection.annotation.records import Labellings, MarkedAct, MarkedArg, MarkedRef, TurnLabels
from wayframe.collection.turns import UnlabelledTurn
from wayframe.dialogue import Author
from wayframe.errors import InputError

Birth = tuple[int, int]
"""The turn that made a frame, and which of that turn's it is, both from 0; (-1, 0) is frame 1."""


class ComparedActs(NamedTuple):
    """An act of the one beside that of the other which it is compared with; None where there is none."""

    one: MarkedAct | None
    two: MarkedAct | None
    agree: bool


class AdjudicatorChoice(NamedTuple):
    """An adjudicator's choice in a row: the place of the act among his own, and whose act it is (0 or 1), if it is one
    of the two; both None where neither act is among them.
    """

    place: int | None
    side: int | None


class ComparedTurn(NamedTuple):
    """A turn's acts beside each other; whether both are in the same frame after it, and whether they went there alike:
    who stays where they were differs in nothing that this turn has to do with.
    """

    rows: tuple[ComparedActs, ...]
    same_frame: bool
    same_way: bool

    @property
    def agree(self) -> bool:
        """Return whether nothing is to be decided."""
        return self.same_way and all(row.agree for row in self.rows)


def births(labels: Labellings, authors: Sequence[Author]) -> dict[int, Birth]:
    """Return where each frame comes from."""
    found: dict[int, Birth] = {1: (-1, 0)}
    for turn, numbers in enumerate(made(labels, authors)):
        found |= {number: (turn, place) for place, number in enumerate(numbers)}
    return found


def beside(one: Labellings, two: Labellings, authors: Sequence[Author]) -> tuple[ComparedTurn, ...]:
    """All turns of two annotations beside each other."""
    first, second = births(one, authors), births(two, authors)
    found, before = list[ComparedTurn](), (1, 1)
    for left, right in zip(one, two, strict=True):
        ones, twos = [_by_birth(act, first) for act in left.acts], [_by_birth(act, second) for act in right.acts]
        rows = tuple(
            ComparedActs(
                None if number is None else left.acts[number],
                None if other is None else right.acts[other],
                number is not None and other is not None and ones[number] == twos[other],
            )
            for number, other in _paired(ones, twos)
        )
        after = left.active_frame, right.active_frame
        same = first[after[0]] == second[after[1]]
        found.append(ComparedTurn(rows, same, same or after == before))
        before = after
    return tuple(found)


def stands(
    mine: Labellings, one: Labellings, two: Labellings, turn: int, authors: Sequence[Author]
) -> list[AdjudicatorChoice]:
    """Return an adjudicator's choice in each row of the two that he decides between; each act of his counts once."""
    own, left, right = (_known(labels, turn, authors) for labels in (mine, one, two))
    free, found = list(range(len(own))), list[AdjudicatorChoice]()
    for first, second in _paired(left, right):
        both = [None if first is None else left[first], None if second is None else right[second]]
        place = next((place for place in free if own[place] in both), None)
        if place is None:
            found.append(AdjudicatorChoice(None, None))
        else:
            free.remove(place)
            found.append(AdjudicatorChoice(place, both.index(own[place])))
    return found


Known = tuple[str, tuple[object, ...]]
"""An act without what is an annotator's own: numbers of frames are births, marks are left out."""


def _known(labels: Labellings, turn: int, authors: Sequence[Author]) -> list[Known]:
    born = births(labels, authors)
    return [_by_birth(act, born) for act in labels[turn].acts]


def _by_birth(act: MarkedAct, born: dict[int, Birth]) -> Known:
    def known(arg: MarkedArg) -> object:
        if arg.refers:
            return arg.key, tuple(
                (born.get(ref.frame), tuple((slot.key, slot.val) for slot in ref.slots)) for ref in arg.refs
            )
        return ("id",) if arg.key == "id" else (arg.key, arg.val)

    return act.name, tuple(sorted(map(known, act.args), key=repr))


def _paired(one: list[Known], two: list[Known]) -> list[tuple[int | None, int | None]]:
    """Places of acts that belong together: equal ones, then those of one name with most in common, then those that say
    the same under another name; in the order of the one, what only the other has at the end.
    """
    pairs: dict[int, int] = {}
    for alike in _ALIKE:
        for number, act in enumerate(one):
            likely = [other for other in range(len(two)) if other not in pairs.values() and alike(act, two[other])]
            if number not in pairs and likely:
                in_common = [len(set(act[1]) & set(two[other][1])) for other in likely]
                pairs[number] = likely[in_common.index(max(in_common))]
    alone = [(None, other) for other in range(len(two)) if other not in pairs.values()]
    return [*((number, pairs.get(number)) for number in range(len(one))), *alone]


_ALIKE: tuple[Callable[[Known, Known], bool], ...] = (
    lambda one, two: one == two,
    lambda one, two: one[0] == two[0],
    lambda one, two: not set(one[1]).isdisjoint(two[1]),
)
"""Ways in which two acts belong together, the closest first."""


def carried(act: MarkedAct, source: dict[int, Birth], target: dict[int, Birth], active: int) -> MarkedAct:
    """An act of another annotation with this one's numbers; a frame that isn't here becomes the active one."""
    here = {birth: number for number, birth in target.items()}

    def number(frame: int) -> int:
        return here.get(source.get(frame, (-2, 0)), active)

    def arg(given: MarkedArg) -> MarkedArg:
        if given.key == "id":
            return replace(given, val=NEW)
        refs = tuple(MarkedRef(number(ref.frame), ref.slots, ref.fromrange) for ref in given.refs)
        return replace(given, refs=refs) if given.refers else given

    return MarkedAct(act.name, tuple(map(arg, act.args)))


def taken(
    said: Sequence[UnlabelledTurn], labels: Labellings, other: Labellings, turn: int, act: int, instead: int | None
) -> Labellings:
    """These labels with an act of another annotation's turn, instead of one's own or after all of them."""
    sheet = LabelSheet(said, labels)
    if not 0 <= turn < len(labels) or not 0 <= act < len(other[turn].acts):
        raise InputError(f"turn {turn + 1} has no act {act + 1}")
    source, target = births(other, sheet.authors), births(labels, sheet.authors)
    new = carried(other[turn].acts[act], source, target, labels[turn].active_frame)
    acts = list(labels[turn].acts)
    if instead is not None and 0 <= instead < len(acts):
        old = acts[instead].id
        if old is not None and new.id is not None:  # the same frame, told of otherwise
            new = replace(new, args=tuple(replace(arg, val=old) if arg.key == "id" else arg for arg in new.args))
        acts[instead] = new
    else:
        acts.append(new)
    after = replace(labels[turn], acts=tuple(acts), confirmed=False)
    return settled(labels, turn, after, sheet.authors)


def followed(said: Sequence[UnlabelledTurn], labels: Labellings, other: Labellings, turn: int) -> Labellings:
    """These labels with the active frame that another annotation has after a turn."""
    sheet = LabelSheet(said, labels)
    if not 0 <= turn < len(labels):
        raise InputError(f"there is no turn {turn + 1}")
    goal = destination(labels, other, turn, sheet.authors)
    if goal is None:
        raise InputError(f"turn {turn + 1}: the frame that it goes to isn't made here: decide earlier turns first")
    return sheet.activate(turn, goal)


def destination(labels: Labellings, other: Labellings, turn: int, authors: Sequence[Author]) -> int | None:
    """Return the frame that another annotation goes to in a turn, by these labels' numbers.

    `NEW` if it makes one, None if it is one that isn't here.
    """
    born = births(other, authors)[other[turn].active_frame]
    here = {birth: number for number, birth in births(labels, authors).items()}
    return NEW if born[0] == turn else here.get(born)


def begun(one: Labellings, two: Labellings, authors: Sequence[Author]) -> Labellings:
    """Return what an adjudicator begins with: the first annotation, confirmed where both agree."""
    compared = beside(one, two, authors)
    return tuple(replace(turn, confirmed=each.agree) for turn, each in zip(one, compared, strict=True))


def spans(turn: TurnLabels) -> frozenset[tuple[str, int, int]]:
    """The words that a turn has marked: slot, first character, end."""
    found = (slot for act in turn.acts for slot in slots(act) if slot.mark)
    return frozenset((slot.key, slot.mark.start, slot.mark.end) for slot in found if slot.mark)
