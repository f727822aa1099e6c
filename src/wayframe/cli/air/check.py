"""`wayframe air check`: does a player keep to the rules?"""

from __future__ import annotations

from typing import Annotated

import typer

from wayframe.cli.air.options import AsJson
from wayframe.cli.findings import say_findings
from wayframe.cli.track.options import own_modules


def check(
    player: Annotated[str, typer.Argument(help="module:Class.", metavar="PLAYER", show_default=False)],
    as_json: AsJson = False,
) -> None:
    """Check a player: legal, deterministic, no peeking, done in time, whatever it hears. Exit code 1 if it fails.

    \b
    Example: wayframe air check my_package.players:MyAgent
    """
    from wayframe.airdialogue.players.conformance import CHECKS, conformance
    from wayframe.airdialogue.players.naming import load

    own_modules()
    found = load(player)
    say_findings({"player": player, "side": found.side}, conformance(found, found.side), CHECKS, as_json)
