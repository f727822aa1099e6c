"""Output of every command: streams that take every text, figures in tables, progress, findings, JSON."""

from __future__ import annotations

import os
import sys
import time
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from io import TextIOWrapper
from itertools import chain
from typing import TYPE_CHECKING, Any, TypeVar

import typer

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table


def prepare_streams() -> None:
    """Give every command three open streams that take every text.

    A stream that the caller closed (`>&-`) leads nowhere. What goes to a file or a pipe is UTF-8 in every locale: JSON
    has to be (RFC 8259, section 8.1), and the same input gives the same bytes. A terminal keeps its encoding, and what
    that has no character for is escaped.
    """
    sys.stdin = sys.stdin or open(os.devnull, encoding="utf-8")  # noqa: SIM115  (open as long as the program runs)
    sys.stdout = sys.stdout or _nowhere()
    sys.stderr = sys.stderr or _nowhere()
    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")  # no half characters: nothing could write them again
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding=None if stream.isatty() else "utf-8", errors="backslashreplace")


def leave_streams() -> None:
    """Write what is still buffered; what nobody takes goes nowhere, so that nothing fails at the exit."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _nowhere() -> TextIOWrapper:
    return open(os.devnull, "w", encoding="utf-8")


def printable(text: str) -> str:
    """`text` with its control and format characters written out (`\\x1b`); line breaks become spaces."""
    return "".join(_shown(character) for character in text)


def _shown(character: str) -> str:
    if character in "\n\r\t":
        return " "
    # Cc: control; Cf: direction marks and the like; Cs: halves of a character. Joiners hold emoji together.
    harmless = character in "\u200d\ufe0f" or unicodedata.category(character) not in ("Cc", "Cf", "Cs")
    return character if harmless else character.encode("unicode_escape").decode()


_UNLIMITED = 1 << 20  # columns


def plain_console() -> Console:
    """Return a console that takes text as it is."""
    from rich.console import Console

    return Console(highlight=False, markup=False)


def figures_table(first: str, *headings: str) -> Table:
    """Return an empty table of figures with their names to the left."""
    from rich.table import Table

    table = Table(box=None, header_style="bold", padding=(0, 2, 0, 0))
    table.add_column(first, no_wrap=True)
    for heading in headings:
        table.add_column(heading, justify="right", no_wrap=True)
    return table


def print_whole(console: Console, table: Table, indent: int = 0) -> None:
    """Print a table without cutting a word or a figure.

    On a terminal long texts wrap, and a table that is still wider than the screen runs over its edge. Elsewhere nobody
    knows how wide a line may be, and nothing wraps.
    """
    from rich.measure import Measurement
    from rich.padding import Padding
    from rich.segment import Segments

    shown = Padding(table, (0, 0, 0, indent))
    needed = Measurement.get(console, console.options.update(width=_UNLIMITED), shown)
    wraps = console.is_terminal and not all(column.no_wrap for column in table.columns)
    width = max(console.width, needed.minimum) if wraps else needed.maximum
    lines = console.render_lines(shown, console.options.update(width=width), new_lines=True)
    console.print(Segments(chain.from_iterable(lines)), crop=False, end="")


T = TypeVar("T")
_PATIENCE = 2.0  # seconds before the bar appears


@contextmanager
def progress(what: str, total: int | None) -> Iterator[Callable[[int], None]]:
    """Give a function that is told how much is done; the bar stands on stderr if that is a terminal."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    began = time.monotonic()
    console = Console(stderr=True)
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn()
    bar = Progress(*columns, console=console, transient=True)
    task = bar.add_task(what, total=total)

    def update(done: int) -> None:
        if console.is_terminal and not bar.live.is_started and time.monotonic() - began > _PATIENCE:
            bar.start()
        bar.update(task, completed=done)

    try:
        yield update
    finally:
        if bar.live.is_started:
            bar.stop()


def counted(items: Iterable[T], told: Callable[[int], None]) -> Iterator[T]:
    """The items, each reported to a progress bar after it was worked on."""
    for number, item in enumerate(items, 1):
        yield item
        told(number)


def print_json(found: object) -> None:
    """Print one JSON object."""
    import msgspec

    typer.echo(msgspec.json.encode(found).decode())


def say(as_json: bool, figures: object, *lines: str | Table) -> None:
    """Print the figures as one JSON object, or lines and tables for people."""
    if as_json:
        print_json(figures)
        return
    for line in lines:
        if isinstance(line, str):
            typer.echo(printable(line))
        else:
            print_whole(plain_console(), line)


_SHOWN_ERRORS = 100  # for people; `--json` has all


def findings_lines(errors: Sequence[str], oddities: Counter[str]) -> Iterator[str]:
    """Yield the first errors of a check, and how often each kind of oddity was found."""
    yield from errors[:_SHOWN_ERRORS]
    if len(errors) > _SHOWN_ERRORS:
        yield f"... and {len(errors) - _SHOWN_ERRORS:,} more errors (--json has them all)"
    for kind, count in oddities.most_common():
        yield f"{count:7,} × {kind}"


def say_findings(
    about: Mapping[str, object], found: Sequence[tuple[str, str | None]], checks: Mapping[str, str], as_json: bool
) -> None:
    """Say of every check whether it passed, and why not; exit code 1 unless all did.

    `found` are checks with the first problem of each, `checks` what each of them is about.
    """
    passed = all(problem is None for _, problem in found)
    results = {name: {"passed": not problem, "problem": problem} for name, problem in found}
    lines = (f"{'failed' if problem else 'passed'}  {name}: {problem or checks[name]}" for name, problem in found)
    say(as_json, {**about, "passed": passed, "checks": results}, *lines)
    if not passed:
        raise typer.Exit(1)


def model_line(model: dict[str, Any], folds: dict[str, Any] | None = None) -> str:
    """Return a line about a model, and those users of the folds whom it knows, from the protocol of a result."""
    about, trained = f"{model['file']} (sha256 {model['sha256'][:12]})", model["trained_on"]
    tested = {user for fold in (folds or {}).values() for user in fold["test"]}
    known = sorted(tested & set(trained["users"]))
    but = f", among them other dialogues of {', '.join(known)}" if known else ", none of those tested among them"
    return printable(f"{about}: trained on {trained['dialogues']:,} dialogues{but}")


def noted(dialogues: Iterable[T], known: Callable[[T], bool], count: Counter[bool]) -> Iterator[T]:
    """Yield the dialogues, counting in passing those that are known."""
    for dialogue in dialogues:
        count[known(dialogue)] += 1
        yield dialogue
