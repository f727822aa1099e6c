"""Options that several commands share."""

from __future__ import annotations

from datetime import date, datetime
from typing import Annotated

import typer


def day(moment: datetime | None) -> date | None:
    """The day of an option that typer reads as a date and time."""
    return moment.date() if moment else None


OwnCatalogue = Annotated[
    str | None,
    typer.Option(
        "--catalogue",
        help="Trips, or your own table: a CSV, Parquet or TOML file, or URL#table of a database. By default trips.",
        metavar="PATH|URL",
    ),
]
