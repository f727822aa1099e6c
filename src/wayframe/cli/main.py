"""`wayframe`: the command line, put together.

Command modules import at their top only what is cheap; whatever works is imported where it is used, so that
`wayframe --help` answers at once.
"""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Annotated

import typer

from wayframe.cli.output import leave_streams, prepare_streams, printable
from wayframe.errors import InputError, reason

COMMANDS = {
    "chat": "chat:chat",
    "serve": "serve:serve",
    "mcp": "mcp:mcp",
    "replay": "replay:replay",
    "simulate": "simulate:simulate",
    "packages": "packages:app",
    "catalogue": "tables:app",
    "corpus": "corpus:app",
    "track": "track:app",
    "nlu": "nlu:app",
    "air": "air:app",
    "collect": "collect:app",
    "data": "data:app",
}
"""Where each command is, in the order of the help."""


def command_line(asked: str = "") -> typer.Typer:
    """Return the command line: with all commands, or with the one that is asked for alone, which starts sooner."""
    line = typer.Typer(
        help="Goal-oriented dialogue that remembers: an agent that keeps every option you discuss as a frame.",
        epilog="\b\nExample: wayframe chat",
        no_args_is_help=True,
        add_completion=False,
        pretty_exceptions_enable=False,
        rich_markup_mode=None,  # rich's help takes as long to import as all the rest
    )
    line.callback()(_options)
    for name in [asked] if asked in COMMANDS else COMMANDS:
        module, _, attribute = COMMANDS[name].partition(":")
        found = getattr(import_module(f"wayframe.cli.{module}"), attribute)
        if isinstance(found, typer.Typer):
            line.add_typer(found, name=name)
        else:
            line.command(name)(found)
    return line


def _version(asked: bool) -> None:
    if asked:
        from importlib.metadata import version

        typer.echo(f"wayframe {version('wayframe')}")
        raise typer.Exit


def _options(
    show_version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and leave.")
    ] = False,
) -> None:
    pass


def main() -> None:
    """Run the command line: exit code 0 done, 1 a check failed, 2 bad input or usage (one line on stderr)."""
    prepare_streams()
    try:
        code = command_line(sys.argv[1] if len(sys.argv) > 1 else "")(standalone_mode=False)
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
    leave_streams()
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
