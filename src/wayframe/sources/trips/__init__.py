"""Trips as a source: packages of the SQLite catalogue."""

from __future__ import annotations

from wayframe.sources.trips.source import TripsSource

__all__ = ["TripsSource"]
