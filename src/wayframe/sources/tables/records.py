"""The searches of a turn over a table, as a dialogue records them."""

from __future__ import annotations

from msgspec import Struct


class Searches(Struct, frozen=True, gc=False):
    """The searches of a turn: the wishes of each, how many rows fit, and the first of these."""

    search: tuple[dict[str, tuple[str | bool, ...]], ...] = ()
    found: tuple[int, ...] = ()
    result: tuple[tuple[dict[str, str | bool], ...], ...] = ()
