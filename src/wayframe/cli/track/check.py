"""`wayframe track check`: does a tracker keep to the interface?"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from wayframe.cli.findings import say_findings
from wayframe.cli.track.options import own_modules


def check(
    tracker: Annotated[str, typer.Argument(help="module:Class, or the name of a tracker.", metavar="TRACKER")],
    file: Annotated[
        Path | None, typer.Option(help="Check on these dialogues, in place of a short one.", metavar="FILE")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Check a tracker: proper distributions over the right frames, deterministic, no peeking. Exit code 1 if it fails.

    \b
    Example: wayframe track check my_package.trackers:MyTracker
    """
    from wayframe import corpus, tracking
    from wayframe.tracking.conformance import CHECKS, conformance

    own_modules()
    tracking.tracker(tracker)
    found = conformance(lambda: tracking.tracker(tracker), corpus.read(file) if file else ())
    say_findings({"tracker": tracker}, found, CHECKS, as_json)
