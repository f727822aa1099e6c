"""`wayframe`: the command line, put together.

Command modules import at their top only what is cheap; whatever works is imported where it is used, so that
`wayframe --help` answers at once.
"""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from wayframe.cli import (
    air,
    chat,
    collect,
    corpus,
    data,
    mcp,
    nlu,
    packages,
    replay,
    serve,
    simulate,
    streams,
    tables,
    track,
)
from wayframe.cli.safely import printable
from wayframe.errors import InputError, reason

app = typer.Typer(
    help="Goal-oriented dialogue that remembers: an agent that keeps every option you discuss as a frame.",
    epilog="\b\nExample: wayframe chat",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,  # rich's help takes as long to import as all the rest
)
app.command("chat")(chat.chat)
app.command("serve")(serve.serve)
app.command("mcp")(mcp.mcp)
app.command("replay")(replay.replay)
app.command("simulate")(simulate.simulate)
app.add_typer(packages.app, name="packages")
app.add_typer(tables.app, name="catalogue")
app.add_typer(corpus.app, name="corpus")
app.add_typer(track.app, name="track")
app.add_typer(nlu.app, name="nlu")
app.add_typer(air.app, name="air")
app.add_typer(collect.app, name="collect")
app.add_typer(data.app, name="data")


def _version(asked: bool) -> None:
    if asked:
        from importlib.metadata import version

        typer.echo(f"wayframe {version('wayframe')}")
        raise typer.Exit


@app.callback()
def _options(
    show_version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and leave.")
    ] = False,
) -> None:
    pass


def main() -> None:
    """Run the command line: exit code 0 done, 1 a check failed, 2 bad input or usage (one line on stderr)."""
    streams.prepare()
    try:
        code = app(standalone_mode=False)
        sys.stdout.flush()
    except (InputError, typer.TyperException) as error:
        code = _refused(_one_line(error))
    except (typer.Abort, KeyboardInterrupt):
        code = 130
    except SystemExit as left:
        # The reader left (`wayframe ... | head`), which is no failure: typer and rich make a 1 of it.
        code = 0 if isinstance(left.__context__, BrokenPipeError) else left.code
    except BrokenPipeError:
        code = 0
    except OSError as error:
        code = _refused(f"{error.filename or 'standard output'}: {reason(error)}")
    streams.leave()
    sys.exit(code if isinstance(code, int) else 0)


def _refused(message: str) -> int:
    """Say why nothing came of it."""
    if message:
        print(f"wayframe: {printable(message)}", file=sys.stderr)
    return 2


def _one_line(error: InputError | typer.TyperException) -> str:
    if isinstance(error, InputError):
        return str(error)
    context = getattr(error, "ctx", None)
    if context is not None and type(error).__name__ == "NoArgsIsHelpError":
        print(context.get_help(), file=sys.stderr)
        return ""
    hint = f" (try '{context.command_path} --help')" if context is not None else ""
    return " ".join(error.format_message().split()) + hint


if __name__ == "__main__":
    main()
