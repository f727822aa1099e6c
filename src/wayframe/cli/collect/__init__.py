"""`wayframe collect`: Wizard-of-Oz studies."""

from __future__ import annotations

import typer

from wayframe.cli.collect import export, init, serve, status

app = typer.Typer(
    help="Collect dialogues: people in pairs, one with a task, the other with a search desk.",
    epilog="\b\nExample: wayframe collect init pilot && wayframe collect serve pilot",
    no_args_is_help=True,
)
app.command("init")(init.init)
app.command("serve")(serve.serve)
app.command("status")(status.status)
app.command("export")(export.export)
