"""`wayframe collect status`: how a study stands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Annotated, Any

import typer

from wayframe.cli.collect.options import STUDY, libraries, opened
from wayframe.cli.printing import plain_console
from wayframe.cli.safely import printable

if TYPE_CHECKING:
    from wayframe.collection.status import StudyStatus


def status(
    folder: STUDY, as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False
) -> None:
    """Say how a study stands: people, dialogues by condition and template, tasks left, annotation, conditions compared.

    \b
    Example: wayframe collect status pilot
    """
    with libraries():
        from wayframe.collection.status import status as counted

    with opened(folder) as collection:
        found = counted(collection)
    if as_json:
        import msgspec

        typer.echo(msgspec.json.encode(found).decode())
        return
    for line in _lines(found):
        typer.echo(printable(line))
    if found.comparison.conditions:
        _print_comparison(found)


def _lines(found: StudyStatus) -> Iterator[str]:
    yield found.study
    for name, counts in (("people", found.people), ("dialogues", found.dialogues), ("templates", found.templates)):
        yield f"{name:14} {_counts(counts)}"
    for condition, counts in found.conditions.items():
        yield f"{condition:14} {_counts(counts)}"
    yield f"{'now':14} {found.waiting:,} waiting, {found.talking:,} dialogues"
    yield f"{'tasks left':14} {found.tasks_left:,}"
    for each in found.annotation:
        yield f"{each.kind:14} {each.annotator}: {each.done:,} of {each.begun:,} dialogues done"
    yield f"{'last activity':14} {found.last_activity or 'none'}"


def _counts(counts: Mapping[Any, int]) -> str:
    return ", ".join(f"{name} {count:,}" for name, count in counts.items()) or "none"


def _print_comparison(found: StudyStatus) -> None:
    from wayframe.cli.corpus.stats import print_table
    from wayframe.collection.export.report import conditions, differences

    console = plain_console()
    console.print()
    for table in (conditions(found.comparison), differences(found.comparison)):
        if table.rows:
            print_table(console, table)
