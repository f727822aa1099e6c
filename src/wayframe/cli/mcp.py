"""`wayframe mcp`: memory and catalogue as tools for any agent that speaks MCP."""

from __future__ import annotations

from wayframe.cli.options import OwnCatalogue, talked_over
from wayframe.extras import missing


def mcp(catalogue: OwnCatalogue = None) -> None:
    """Serve tools over standard input and output: wishes kept as frames, search, comparison, facts, booking.

    \b
    Example: wayframe mcp

    \b
    Example: wayframe mcp --catalogue examples/laptops.csv
    """
    try:
        from wayframe.tools.server import server
    except ModuleNotFoundError as error:
        raise missing(f"wayframe mcp needs {error.name}", "mcp") from error
    from wayframe.catalogues import source_of

    with talked_over(catalogue) as options:
        server(source_of(options)).run("stdio")
