"""`wayframe corpus frames`: are the frames what the acts make of them?"""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from wayframe.cli.options import day
from wayframe.cli.printing import figures_table, plain_console, print_whole

if TYPE_CHECKING:
    from rich.console import Console

    from wayframe.analysis.frames import FrameAgreement, FrameDifference, RecomputedFrames


def frames(
    file: Annotated[Path, typer.Argument(help="A Frames corpus: a list or lines; plain, .gz or .xz.", metavar="FILE")],
    diff: Annotated[int, typer.Option(min=0, help="Show the largest N groups of what differs.", metavar="N")] = 0,
    today: Annotated[
        datetime | None,
        typer.Option(
            formats=["%Y-%m-%d"], metavar="DATE", help="The day from which 'Friday' counts; default: the release's."
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Recompute every frame from the acts alone and compare with the labels.

    \b
    Example: wayframe corpus frames frames.json --diff 20
    """
    from wayframe import corpus, validation
    from wayframe.analysis.frames import recompute
    from wayframe.cli.progress import counted, progress
    from wayframe.memory import RELEASE_DAY

    with progress("dialogues", None) as told:
        dialogues = counted(validation.checked(file, corpus.stream(file)), told)
        found = recompute(dialogues, day(today) or RELEASE_DAY)
    if as_json:
        typer.echo(_json(found, diff))
        return
    console = plain_console()
    _print_agreement(console, found.teacher_forced, found.free_running)
    _print_differences(console, found.differences[:diff])


def _json(found: RecomputedFrames, diff: int) -> str:
    import msgspec

    shown: dict[str, object] = {
        name: agreement._asdict() | {"triples": agreement.triples._asdict()}
        for name, agreement in (("teacher_forced", found.teacher_forced), ("free_running", found.free_running))
    }
    if diff:
        groups = found.differences[:diff]
        shown["differences"] = [group._asdict() | {"place": group.place._asdict()} for group in groups]
    return msgspec.json.encode(shown).decode()


def _print_agreement(console: Console, forced: FrameAgreement, free: FrameAgreement) -> None:
    console.print(f"{forced.turns:,} turns, {forced.frames:,} frames in them\n")
    table = figures_table("equal to the labels", "from the labels before", "from its own frames")
    for name, *shares in (
        ("turns in full", forced.turns_equal, free.turns_equal),
        ("frames in full", forced.frames_equal, free.frames_equal),
        *((part.replace("_", " "), forced.components[part], free.components[part]) for part in forced.components),
        ("parents", forced.parents, free.parents),
        ("triples, precision", forced.triples.precision, free.triples.precision),
        ("triples, recall", forced.triples.recall, free.triples.recall),
        ("triples, F1", forced.triples.f1, free.triples.f1),
    ):
        table.add_row(name, *(f"{100 * share:.2f} %" for share in shares))
    print_whole(console, table)


def _print_differences(console: Console, groups: list[FrameDifference]) -> None:
    from wayframe.cli.safely import printable

    for group in groups:
        place = f"{group.place.dialogue}, turn {group.place.turn}, frame {group.place.frame}"
        console.print(f"\n{group.shown_by:5}  {group.kind}", soft_wrap=True)
        console.print(
            printable(f"       {place}: labelled {group.labelled}; recomputed {group.recomputed}"), soft_wrap=True
        )
