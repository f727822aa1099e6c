"""A domain as data: its slots, what their values are, how people speak of them, how constraints bear on items."""

from __future__ import annotations

from wayframe.schema.records import KINDS, Bearing, Direction, Kind, Schema, Slot, packaged, read, trips, written

__all__ = ["KINDS", "Bearing", "Direction", "Kind", "Schema", "Slot", "packaged", "read", "trips", "written"]
