"""`wayframe air validate`, `stats`, `truth`, `view`, `convert` and `contexts`: AirDialogue's two files."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from wayframe.cli.air.options import AsJson, DataFile, KbFile, SkipBad, passing_over
from wayframe.cli.output import counted, findings_lines, progress, say
from wayframe.errors import InputError

if TYPE_CHECKING:
    from wayframe.airdialogue.validation import SampleFinding

_SPLITS = {"train": "train", "dev": "validation", "test": "test"}


def validate(data: DataFile, kb: KbFile, as_json: AsJson = False) -> None:
    """Check two files: every error by line and field, the ground truth included, and how often something is odd.

    Exit code 1 where there is an error.

    \b
    Example: wayframe air validate train_data.json train_kb.json
    """
    from wayframe.airdialogue.validation import check

    samples = 0
    errors: list[tuple[int, SampleFinding]] = []
    oddities = Counter[str]()
    with progress("samples", None) as told:
        for found in counted(check(data, kb), told):
            samples += 1
            errors += ((found.line, problem) for problem in found.problems if not problem.oddity)
            oddities.update(problem.oddity for problem in found.problems if problem.oddity)
    named = [{"line": line, "field": error.field, "what": error.what} for line, error in errors]
    lines = [f"line {line}: {f'{error.field}: ' if error.field else ''}{error.what}" for line, error in errors]
    summary = f"samples: {samples:,}, errors: {len(errors):,}, oddities: {oddities.total():,}"
    figures = {"samples": samples, "errors": named, "oddities": dict(oddities.most_common())}
    say(as_json, figures, *findings_lines(lines, oddities), summary)
    if errors:
        raise typer.Exit(1)


def stats(data: DataFile, kb: KbFile, skip_bad: SkipBad = False, as_json: AsJson = False) -> None:
    """Count two files: goals, outcomes, turns, flights that are equally right, how often agents did the right thing.

    \b
    Example: wayframe air stats train_data.json train_kb.json
    """
    from wayframe.airdialogue import files
    from wayframe.airdialogue.stats import measure

    with passing_over(skip_bad) as (bad, skipped), progress("samples", None) as told:
        found = measure(counted(files.read(data, kb, bad), told)).figures()
    if not found["samples"]:
        raise InputError(f"{data}: holds no sample")
    say(as_json, found | skipped, *(f"{name:28} {value}" for name, value in _rows(found)))


def _rows(found: dict[str, Any]) -> list[tuple[str, str]]:
    samples, turns, statuses = found["samples"], found["turns"], found["statuses"]
    rows = [
        ("samples", f"{samples:,}"),
        ("goals", _shares(found["goals"])),
        ("wishes", _shares(found["wishes"], samples)),
        ("reservations", _share(found["reservations"], samples)),
        ("right outcomes", _shares(statuses["expected_action"])),
        *((f"  of {goal}", _shares(counts)) for goal, counts in statuses["by_goal"].items()),
        ("flights equally right", _shares(found["tied_flights"])),
        ("expected_action as computed", _share(found["expected_action_equal"], samples)),
    ]
    if found["actions"]:
        rows += [
            ("actions", _shares(statuses["action"])),
            ("actions that are right", _share(found["actions_agreeing"], found["actions"])),
        ]
    if found["judged"]:
        rows.append(("correct_sample true", _share(found["correct_samples"], found["judged"])))
    if found["dialogues"]:
        length = f"{turns['min']} to {turns['max']} a dialogue, {turns['mean']:.2f} on average"
        rows += [
            ("turns", f"{turns['total']:,}: {length}"),
            ("words a turn", f"{found['words_per_turn']:.2f}"),
            ("customer begins", _share(found["customer_first"], found["dialogues"])),
            ("with search_info", _share(found["with_search_info"], samples)),
        ]
    return rows


def _share(count: int, total: int) -> str:
    return f"{count:,} ({100 * count / total:.1f} %)"


def _shares(counts: dict[str, int], total: int = 0) -> str:
    whole = total or sum(counts.values())
    return ", ".join(f"{name} {_share(count, whole)}" for name, count in counts.items() if count) or "none"


def truth(data: DataFile, kb: KbFile, skip_bad: SkipBad = False, as_json: AsJson = False) -> None:
    """Compute every expected_action and correct_sample anew, and count how many are as the file has them.

    Exit code 1 where one differs.

    \b
    Example: wayframe air truth train_data.json train_kb.json
    """
    from wayframe.airdialogue.truth import agreement

    with passing_over(skip_bad) as (bad, skipped), progress("samples", None) as told:
        found = agreement(data, kb, bad, told)
    if not found.samples:
        raise InputError(f"{data}: holds no sample")
    counts = {name: count for name, count in found._asdict().items() if count is not None}
    lines = (f"{name:22} {format(counts[name], ',') if name in counts else '-'}" for name in found._fields)
    say(as_json, found._asdict() | skipped, *lines)
    if min(counts.values()) < found.samples:
        raise typer.Exit(1)


def view(
    data: DataFile,
    kb: KbFile,
    output: Annotated[
        Path, typer.Option("--output", "-o", help="The HTML file to write.", metavar="PAGE", show_default=False)
    ],
    limit: Annotated[
        int, typer.Option(min=1, help="How many samples at most: each is about 4 kB.", metavar="N")
    ] = 1000,
    skip_bad: SkipBad = False,
    as_json: AsJson = False,
) -> None:
    """Write one page that shows each dialogue beside its context and flights, with filters; no server is needed.

    \b
    Example: wayframe air view train_data.json train_kb.json -o train.html
    """
    from wayframe import files
    from wayframe.airdialogue import files as airdialogue
    from wayframe.airdialogue.view import page

    with passing_over(skip_bad) as (bad, skipped), progress("samples", None) as told:
        pairs = airdialogue.read(data, kb, bad)
        found = list(counted(islice(pairs, limit), told))
        more = next(pairs, None) is not None
    note = f"The first {len(found):,} samples of {data.name} and {kb.name}; there are more." if more else ""
    html = page(f"AirDialogue: {data.name}", found, note or f"All samples of {data.name} and {kb.name}.")
    with files.writing(output) as file:
        file.write(html.encode())
    figures = {"output": str(output), "samples": len(found), "more": more}
    line = f"{len(found):,} samples{' (there are more: --limit)' if more else ''}. Open {output}"
    say(as_json, figures | skipped, line)


def convert(
    data: DataFile,
    kb: KbFile,
    to: Annotated[
        Literal["dialogues", "huggingface"],
        typer.Option(help="dialogues (Wayframe's own format) or huggingface.", metavar="FORMAT", show_default=False),
    ],
    output: Annotated[
        Path, typer.Option("--output", "-o", help="The file or folder to write.", metavar="OUT", show_default=False)
    ],
    skip_bad: SkipBad = False,
    as_json: AsJson = False,
) -> None:
    """Write samples as dialogues that `wayframe corpus` takes, or as a data set that `datasets.load_dataset` opens.

    The data set's split is train, validation (of a file that begins with dev) or test, as the data file's name begins.

    \b
    Example: wayframe air convert train_data.json train_kb.json --to dialogues -o train.jsonl
    """
    from wayframe.airdialogue import files
    from wayframe.airdialogue.conversion import convert as converted

    split = next((name for start, name in _SPLITS.items() if data.name.startswith(start)), "train")
    needs = ("dialogue",) if to == "dialogues" else ()
    with passing_over(skip_bad) as (bad, skipped), progress("samples", None) as told:
        report = converted(counted(files.read(data, kb, bad, needs), told), to, output, split)
    left = f"; {report.left_out:,} turns joined or left out" if report.left_out else ""
    line = f"{output}: {report.samples:,} samples, {report.turns:,} turns{left}"
    say(as_json, {"to": to, "output": str(output), **report._asdict(), **skipped}, line)


def contexts(
    count: Annotated[int, typer.Option("-n", min=1, help="How many.", metavar="N", show_default=False)],
    data: Annotated[Path, typer.Option("--out-data", help="The data file to write.", metavar="F", show_default=False)],
    kb: Annotated[
        Path, typer.Option("--out-kb", help="The file of knowledge bases to write.", metavar="F", show_default=False)
    ],
    seed: Annotated[int, typer.Option(min=0, help="The same seed gives the same files.", metavar="S")] = 0,
    names: Annotated[
        Path | None,
        typer.Option(
            help="A folder with airport.txt, first_names.txt, last_names.txt; else Wayframe's own.", metavar="DIR"
        ),
    ] = None,
    jobs: Annotated[int, typer.Option(min=1, help="Processes; the files are the same with any number.")] = 1,
    compat: Annotated[
        bool, typer.Option("--compat", help="Byte for byte what the public generator gives, in one process.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Draw contexts, with the right outcome of each: what to let two players loose on.

    \b
    Example: wayframe air contexts -n 10000 --seed 7 --out-data data.jsonl --out-kb kb.jsonl
    """
    from wayframe.airdialogue.contexts import generate, own_names, read_names

    lists = read_names(names) if names else own_names()
    with progress("contexts", count) as told:
        generate(data, kb, count, seed, lists, jobs=jobs, compat=compat, told=told)
    figures = {"contexts": count, "seed": seed, "compat": compat, "data": str(data), "kb": str(kb)}
    say(as_json, figures, f"{count:,} contexts in {data} and {kb}")
