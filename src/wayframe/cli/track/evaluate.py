"""`wayframe track evaluate`: a tracker on users that it wasn't trained on."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from wayframe.cli.catalogue import lexicon
from wayframe.cli.models import model_line, row_name
from wayframe.cli.printing import figures_table, plain_console, print_whole
from wayframe.cli.safely import printable
from wayframe.cli.track.options import FILE, FOLDS, JOBS, TEST_ON, TRACKER, TRAIN_ON, cores, own_modules, sides

if TYPE_CHECKING:
    from rich.table import Table


def evaluate(
    file: FILE,
    tracker: TRACKER = "rules",
    folds: FOLDS = "",
    train_on: TRAIN_ON = "",
    test_on: TEST_ON = "",
    free_running: Annotated[
        bool, typer.Option("--free-running", help="Also on each tracker's own frames in place of gold ones.")
    ] = False,
    nlu: Annotated[
        str | None,
        typer.Option(help="Also on the acts that an NLU reads: rules, trained, baseline, or a model file (.json)."),
    ] = None,
    baselines: Annotated[bool, typer.Option(help="Evaluate the baselines beside it.")] = True,
    jobs: JOBS = None,
    engine: Annotated[
        Literal["local", "ray"], typer.Option(help="Processes of this machine, or Ray; the figures are the same.")
    ] = "local",
    seed: Annotated[int, typer.Option(help="Same seed, same figures.")] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Test a tracker on each fold after training on all others, where it learns; baselines and parts beside.

    \b
    Example: wayframe track evaluate frames.json --tracker rules --free-running
    """
    from wayframe import evaluation
    from wayframe.evaluation.nlu import check

    own_modules()
    plan = evaluation.TrackerPlan(tracker, evaluation.BASELINES if baselines else (), seed, free_running)
    asked = sides(folds, train_on, test_on)
    if nlu:
        check(nlu)
    together = None
    if nlu:  # first, because a model that has seen what is tested is refused at its start
        from wayframe.cli.progress import progress
        from wayframe.evaluation.joint import joint
        from wayframe.evaluation.nlu import TaggerPlan

        reading = TaggerPlan(nlu, lexicon(), seed=seed)
        with progress("folds", None) as told:
            together = joint(file, tracker, reading, *asked, jobs=jobs or cores(), told=told)
    found = evaluation.evaluate(file, plan, *asked, jobs=jobs or cores(), engine=engine)
    if together:
        found["joint"] = together
    if as_json:
        import msgspec

        typer.echo(msgspec.json.encode(found).decode())
    else:
        _print(file, found)


def _print(file: Path, found: dict[str, Any]) -> None:
    console = plain_console()
    sha256, folds = found["protocol"]["sha256"], ", ".join(found["folds"])
    console.print(printable(f"{file} (sha256 {sha256[:12]}), folds {folds}; percent"), soft_wrap=True)
    if "model" in found["protocol"]:
        console.print(model_line(found["protocol"]["model"], found["protocol"]["folds"]), soft_wrap=True)
    console.print("\nmean over folds ± deviation:\n")
    print_whole(console, _means(found))
    console.print("\nslots / acts by part:\n")
    print_whole(console, _splits(found))
    if "free_running" in found:
        console.print("\non the tracker's own frames:\n")
        own = {"tracker": found["tracker"], "protocol": found["protocol"], **found["free_running"]}
        print_whole(console, _means(own))
        console.print()
        print_whole(console, _splits(own))
    if "joint" in found:
        console.print(f"\nwith the acts that {printable(found['joint']['nlu'])} reads, in percent:\n")
        print_whole(console, _joint(found["joint"]))
        if "nlu_model" in found["joint"]:
            about = model_line(found["joint"]["nlu_model"], found["protocol"]["folds"])
            console.print(f"\n{about}", soft_wrap=True)


def _joint(found: dict[str, Any]) -> Table:
    labels = found["labelled_acts"]
    rows = {
        "gold frames": found,
        "its own frames": found["free_running"],
        "gold frames, labelled acts": labels,
        "its own frames, labelled acts": labels["free_running"],
    }
    table = figures_table("", *(name.replace("_", " ") for name in found["mean"]))
    for name, row in rows.items():
        cells = (f"{_percent(mean)} ± {_percent(row['std'][measure])}" for measure, mean in row["mean"].items())
        table.add_row(name, *cells)
    return table


def _percent(share: float | None) -> str:
    return _shown(None if share is None else 100 * share)


def _rows(found: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {row_name(found["tracker"], found["protocol"]): found, **found["baselines"]}


def _means(found: dict[str, Any]) -> Table:
    table = figures_table("", "slots", "acts", "binary", "identified", "creation")
    for name, row in _rows(found).items():
        cells = (f"{_shown(mean)} ± {_shown(row['std'][measure])}" for measure, mean in row["mean"].items())
        table.add_row(printable(name), *cells)
    return table


def _splits(found: dict[str, Any]) -> Table:
    table = figures_table("", *(name.replace("_", " ") for name in found["splits"]))
    for name, row in _rows(found).items():
        cells = (f"{_shown(each['slots'])} / {_shown(each['acts'])}" for each in row["splits"].values())
        table.add_row(printable(name), *cells)
    return table


def _shown(percent: float | None) -> str:
    if percent is None:
        return "–"
    return "100" if percent == 100 else f"{percent:.1f}"
