"""`wayframe replay`: real dialogues through the loop."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from wayframe.cli.options import AsJson, CorpusFile
from wayframe.cli.output import figures_table, model_line, printable, progress, say

if TYPE_CHECKING:
    from rich.table import Table

    from wayframe.nlu import NLUActs
    from wayframe.replay import ReplayComparison, ReplayReport


def replay(
    file: CorpusFile,
    source: Annotated[
        Literal["acts", "text"], typer.Option("--from", help="Feed the labelled acts, or understand the text.")
    ] = "acts",
    tracker: Annotated[str, typer.Option(help="rules, previous or never-create.")] = "rules",
    as_json: AsJson = False,
) -> None:
    """Play real dialogues through the loop: how often is the right frame active?

    \b
    Example: wayframe replay frames.json --from text
    """
    from wayframe.replay import replay as played

    understood = _understood() if source == "text" else None
    with progress("dialogues", None) as told:
        report = played(file, tracker, understood, told)
    say(as_json, report, *_heading(file, report), _table(report))


def _understood() -> NLUActs:
    from wayframe.cli.options import lexicon
    from wayframe.nlu import NLUActs, nlu

    return NLUActs(nlu("rules"), lexicon())


def _heading(file: Path, report: ReplayReport) -> Iterator[str]:
    digest = str(report.protocol["sha256"])
    source = "the labelled acts" if report.source == "acts" else "the text"
    yield f"{file} (sha256 {digest[:12]}), from {source}"
    if "model" in report.protocol:
        yield model_line(report.protocol["model"])
    yield f"{report.dialogues:,} dialogues, {report.user_turns:,} user turns"
    yield ""


def _table(report: ReplayReport) -> Table:
    table = figures_table("", "active frame", "creation", "free running: active frame", "creation")
    called = printable(report.tracker)
    gold = _rows(called, report)
    for (name, *figures), (_, *free) in zip(gold, _rows(called, report.free_running), strict=True):
        table.add_row(name, *(f"{100 * figure:.1f} %" for figure in (*figures, *free)))
    return table


def _rows(tracker: str, figures: ReplayReport | ReplayComparison) -> list[tuple[str, float, float]]:
    baselines = [(name, each.active_frame, each.creation) for name, each in figures.baselines.items()]
    return [(tracker, figures.active_frame, figures.creation), *baselines]
