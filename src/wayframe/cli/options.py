"""What several commands ask for in the same way."""

from __future__ import annotations

from datetime import date, datetime


def day(moment: datetime | None) -> date | None:
    """The day of an option that typer reads as a date and time."""
    return moment.date() if moment else None
