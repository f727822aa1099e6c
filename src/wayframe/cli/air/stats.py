"""`wayframe air stats`: AirDialogue's files in figures."""

from __future__ import annotations

from typing import Any

import typer

from wayframe.cli.air.options import AsJson, DataFile, KbFile, SkipBad, passing_over
from wayframe.cli.printing import plain_console
from wayframe.errors import InputError


def stats(data: DataFile, kb: KbFile, skip_bad: SkipBad = False, as_json: AsJson = False) -> None:
    """Count two files: goals, outcomes, turns, flights that are equally right, how often agents did the right thing.

    \b
    Example: wayframe air stats train_data.json train_kb.json
    """
    from wayframe.airdialogue import files
    from wayframe.airdialogue.stats import measure
    from wayframe.cli.progress import counted, progress

    with passing_over(skip_bad) as (bad, skipped), progress("samples", None) as told:
        found = measure(counted(files.read(data, kb, bad), told)).figures()
    if not found["samples"]:
        raise InputError(f"{data}: holds no sample")
    if as_json:
        import json

        typer.echo(json.dumps(found | ({"skipped": skipped.count} if skip_bad else {})))
        return
    console = plain_console()
    for line in _lines(found):
        console.print(line, soft_wrap=True)


def _lines(found: dict[str, Any]) -> list[str]:
    from wayframe.cli.safely import printable

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
        rows += [
            (
                "turns",
                f"{turns['total']:,}: {turns['min']} to {turns['max']} a dialogue, {turns['mean']:.2f} on average",
            ),
            ("words a turn", f"{found['words_per_turn']:.2f}"),
            ("customer begins", _share(found["customer_first"], found["dialogues"])),
            ("with search_info", _share(found["with_search_info"], samples)),
        ]
    return [printable(f"{name:28} {value}") for name, value in rows]


def _share(count: int, total: int) -> str:
    return f"{count:,} ({100 * count / total:.1f} %)"


def _shares(counts: dict[str, int], total: int = 0) -> str:
    whole = total or sum(counts.values())
    return ", ".join(f"{name} {_share(count, whole)}" for name, count in counts.items() if count) or "none"
