"""`wayframe serve`: the agent as a page and as a service."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from wayframe.cli.llm import LLMURL, TIMEOUT, LLMBudget, LLMModel, LLMPrices, LLMTalkRole, LLMTimeout, asked
from wayframe.cli.options import OwnCatalogue, address_of, talked_over
from wayframe.errors import InputError, reason
from wayframe.extras import needing

if TYPE_CHECKING:
    from collections.abc import Sequence

LOOPBACK = ("127.0.0.1", "localhost", "::1", "[::1]")
"""Names that lead nowhere but here."""

PORTS = range(8000, 8020)
"""Of which the first that is free is taken, unless one is asked for."""

Store = Annotated[
    str | None,
    typer.Option(help="Where conversations are kept: an SQLite file, or postgresql://…", metavar="PATH|URL"),
]
Host = Annotated[str, typer.Option(help="The address to listen at; 0.0.0.0 for all.")]
Port = Annotated[int | None, typer.Option(min=1, max=65535, help="By default 8000, or the next that is free.")]
Names = Annotated[
    list[str] | None,
    typer.Option(metavar="HOST", help="A host name under which a proxy on this machine serves it; repeat."),
]


def serve(
    catalogue: OwnCatalogue = None,
    store: Store = None,
    host: Host = "127.0.0.1",
    port: Port = None,
    name: Names = None,
    workers: Annotated[int, typer.Option(min=1, help="Processes; several share the database.")] = 1,
    corpus: Annotated[Path | None, typer.Option(help="Dialogues to replay at /replay.", metavar="FILE")] = None,
    seed: Annotated[int, typer.Option(help="Picks wording and suggestions.")] = 0,
    browser: Annotated[bool, typer.Option("--open", help="Open the page in a browser.")] = False,
    llm: LLMURL = None,
    llm_model: LLMModel = None,
    llm_for: LLMTalkRole = "nlu",
    llm_timeout: LLMTimeout = TIMEOUT,
    llm_prices: LLMPrices = None,
    llm_budget: LLMBudget = None,
) -> None:
    """Serve the agent: the page, the API under /api (described by /api/openapi.json), /healthz and /metrics.

    Conversations are kept in the database and found again by their link. Every request is a line of JSON on stderr.

    \b
    Example: wayframe serve --port 8000 --store conversations.sqlite

    \b
    Example: wayframe serve --catalogue examples/laptops.csv

    \b
    Example: wayframe serve --llm http://localhost:11434/v1 --llm-model llama3.2
    """
    model = asked(llm, llm_model, llm_for, llm_timeout, llm_prices, budget=llm_budget)
    with needing("wayframe serve needs", "web"):
        from wayframe.web import serving
        from wayframe.web.replay import ReplayLibrary
    from wayframe.catalogues import agent_over
    from wayframe.service import Storage

    found = free(host, port)
    database = store or conversations_store()
    with talked_over(catalogue) as options:
        if model:
            agent_over(options, llm=model)  # what is wrong with it is said here, once
        path = address_of(options, catalogue)
    Storage(database).close()  # as is what is wrong with the database
    if corpus:
        ReplayLibrary(corpus)
    url = f"http://{host}:{found}/"
    endpoint = model.endpoint if model else None
    served = serving.ServedAgent(path, database, seed, str(corpus) if corpus else None, endpoint, names_of(host, name))

    def announce() -> None:
        typer.echo(f"{url}  (Ctrl-C stops)", err=True)
        if browser:
            serving.show(url)

    serving.serve(served, host, found, workers, announce, proxied=bool(name))


def names_of(host: str, names: Sequence[str] | None) -> tuple[str, ...] | None:
    """The names under which a server may be called; None where any will do."""
    return (*LOOPBACK, *(names or ())) if names or host in LOOPBACK else None


def conversations_store() -> str:
    """The database of conversations in the data folder."""
    from wayframe.files import folder, home

    return str(folder(home()) / "conversations.sqlite")


def free(host: str, asked_for: int | None) -> int:
    """A port at which one may listen: the one that is asked for, else the first that is free. Raises `InputError`."""
    import socket

    problem = ""
    for port in (asked_for,) if asked_for else PORTS:
        with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as tried:
            tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                tried.bind((host, port))
                return port
            except OSError as error:
                problem = f"--host {host} --port {port}: {reason(error)}"
    raise InputError(problem)
