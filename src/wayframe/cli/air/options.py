"""Options that commands on AirDialogue's files share."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from wayframe.cli.options import AsJson as AsJson
from wayframe.cli.output import printable

if TYPE_CHECKING:
    from wayframe.airdialogue.files import Bad

DataFile = Annotated[Path, typer.Argument(help="The data file, a sample a line: plain, .gz or .xz.", metavar="DATA")]
KbFile = Annotated[Path, typer.Argument(help="The knowledge bases, line by line those of the samples.", metavar="KB")]
SkipBad = Annotated[bool, typer.Option("--skip-bad", help="Pass over lines that are wrong, and count them.")]


@contextmanager
def passing_over(skip_bad: bool) -> Iterator[tuple[Bad, dict[str, int]]]:
    """Give what readers do with bad lines, and the figure that counts those passed over (no figure unless `skip_bad`).

    How many they were is said on stderr at the end.
    """
    from wayframe.airdialogue.files import SkippedLines, refuse

    if not skip_bad:
        yield refuse, {}
        return
    skipped, figure = SkippedLines(), dict[str, int]()
    yield skipped, figure
    figure["skipped"] = skipped.count
    if skipped.count:
        typer.echo(printable(f"{skipped.count:,} bad lines passed over; the first: {skipped.first}"), err=True)
