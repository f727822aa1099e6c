"""`wayframe mcp`: the memory and the catalogue as tools for any agent that speaks MCP."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from wayframe.extras import missing


def mcp(
    catalogue: Annotated[Path | None, typer.Option(help="A catalogue file; by default the embedded one.")] = None,
) -> None:
    """Serve tools over standard input and output: remember, switch, memory, search, suggest, compare, details, book.

    \b
    Example: wayframe mcp
    """
    try:
        from wayframe.tools.server import server
    except ModuleNotFoundError as error:
        raise missing(f"wayframe mcp needs {error.name}", "mcp") from error
    from wayframe.cli.catalogue import opened

    with opened(catalogue) as trips:
        server(trips).run("stdio")
