"""What a saved conversation was about: the packages behind its offers."""

from __future__ import annotations

from wayframe.dialogue import Act, Package, Turn
from wayframe.packages import facts
from wayframe.policy.surface import surface
from wayframe.policy.wishes import PARTY
from wayframe.values import canonical


def offered(turn: Turn) -> dict[int, Package]:
    """The package behind each frame that a wizard's turn offers: the row of its searches that agrees with the offer.

    An offer with which no row agrees has none: a human wizard may have mistyped one.
    """
    rows = [package for result in turn.db.result for package in result]
    found = {}
    for act in turn.acts:
        package = next((row for row in rows if _agrees(act, row)), None)
        if act.id is not None and package:
            found[act.id] = package
    return found


def _agrees(act: Act, package: Package) -> bool:
    known = facts(package)
    told = [slot for slot in act.slots if slot.key not in PARTY]  # whom the price is for is no fact of the package
    return all(slot.key in known and _same(slot.key, known[slot.key], slot.val) for slot in told)


def _same(slot: str, fact: str | bool, said: object) -> bool:
    """Return whether a fact was said, in whatever words: "4-star", "4 stars", "4"."""
    if isinstance(fact, bool) or not isinstance(said, str):
        return fact is said
    return surface(slot, fact) == surface(slot, said) or canonical(slot, fact) == canonical(slot, said)
