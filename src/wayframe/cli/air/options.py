"""Options that commands on AirDialogue's files share."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from wayframe.airdialogue.files import Bad, SkippedLines

DataFile = Annotated[Path, typer.Argument(help="The data file, a sample a line: plain, .gz or .xz.", metavar="DATA")]
KbFile = Annotated[Path, typer.Argument(help="The knowledge bases, line by line those of the samples.", metavar="KB")]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]
SkipBad = Annotated[bool, typer.Option("--skip-bad", help="Pass over lines that are wrong, and count them.")]


@contextmanager
def passing_over(skip_bad: bool) -> Iterator[tuple[Bad, SkippedLines]]:
    """Give what readers do with bad lines, and the count of those passed over (none unless `skip_bad`).

    How many they were is said on stderr at the end.
    """
    from wayframe.airdialogue.files import SkippedLines, refuse
    from wayframe.cli.safely import printable

    skipped = SkippedLines()
    yield skipped if skip_bad else refuse, skipped
    if skipped.count:
        typer.echo(printable(f"{skipped.count:,} bad lines passed over; the first: {skipped.first}"), err=True)
