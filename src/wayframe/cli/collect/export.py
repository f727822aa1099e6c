"""`wayframe collect export`: a study's corpus, fit to be released."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from wayframe.cli.collect.options import STUDY, libraries, opened
from wayframe.cli.safely import printable
from wayframe.errors import InputError

if TYPE_CHECKING:
    from wayframe.collection.export.exporting import ExportResult
    from wayframe.collection.export.release import ReplacedPlace


def export(
    folder: STUDY,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="The folder to write to.", metavar="DIR", show_default=False)
    ] = None,
    preview: Annotated[
        bool, typer.Option("--preview", help="Only list what in texts would be replaced, and by what.")
    ] = False,
    region: Annotated[
        str, typer.Option(help="The country whose telephone numbers are written without its code.", metavar="XX")
    ] = "US",
    names: Annotated[
        Path | None,
        typer.Option(help="A file of names that you found by reading, one a line: replaced, too.", metavar="FILE"),
    ] = None,
    raw: Annotated[bool, typer.Option("--raw", help="Replace nothing: for the team's own eyes.")] = False,
    force: Annotated[bool, typer.Option("--force", help="Write among files that are no export.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Write the dialogues that were ended as a Frames corpus, with a data card, a report, surveys and tasks beside it.

    People become pseudonyms; e-mail and web addresses, card and telephone numbers and handles become marks. What was
    replaced is listed in review.csv in the study's folder. Names and street addresses aren't found by themselves: read
    what comes out. Exit code 1 where annotations contradict the format: the next best labels stand in for them.

    \b
    Example: wayframe collect export pilot --preview

    \b
    Example: wayframe collect export pilot -o pilot-corpus
    """
    if preview == (output is not None) or (preview and raw):
        raise InputError("expected --output DIR, or --preview alone")
    from wayframe.cli.progress import progress

    with libraries():
        from wayframe.collection.export import exporting, release

    cover = exporting.RedactionOptions(region, _listed(names) if names else ())
    with opened(folder) as collection, progress("dialogues", release.count(collection.storage)) as told:
        if output is None:
            places = exporting.preview(collection, cover, told)
        else:
            found = exporting.export(collection, output, cover, raw=raw, force=force, told=told)
    if output is None:
        _print_places(collection.study.name, places, as_json)
        return
    _print(output, found, as_json)
    if found.wrong:
        raise typer.Exit(1)


def _listed(path: Path) -> tuple[str, ...]:
    """The lines of a file that aren't empty."""
    from wayframe.files import reading

    with reading(path) as file:
        data = file.read()
    try:
        return tuple(dict.fromkeys(line.strip() for line in data.decode("utf-8-sig").splitlines() if line.strip()))
    except UnicodeDecodeError as error:
        raise InputError(f"{path}: expected UTF-8, found another encoding") from error


def _print_places(study: str, places: list[ReplacedPlace], as_json: bool) -> None:
    if as_json:
        import msgspec

        found = {"study": study, "places": places}
        typer.echo(msgspec.json.encode(found).decode())
        return
    for place in places:
        typer.echo(printable(f"talk {place.talk}, {place.where}: {place.kind} {place.found} becomes {place.becomes}"))
        typer.echo(printable(f"    {place.around}"))
    typer.echo(f"{_places(len(places))}; nothing was written")


def _print(output: Path, found: ExportResult, as_json: bool) -> None:
    summary = found.summary
    if as_json:
        import msgspec

        head = {"output": str(output), "review": found.review and str(found.review), "wrong": found.wrong}
        head |= {"dropped": found.dropped} if found.dropped else {}
        head |= {"unmeasured": found.unmeasured} if found.unmeasured else {}
        typer.echo(msgspec.json.encode(head | msgspec.to_builtins(summary)).decode())
        return
    for line in (*found.wrong, *found.dropped):
        typer.echo(printable(f"left out: {line}"))
    left_out = "".join(f", {count:,} left out: {why}" for why, count in summary.left_out.items())
    typer.echo(printable(f"{output}: {summary.dialogues:,} dialogues, {summary.turns:,} turns{left_out}"))
    labels = ", ".join(f"{count:,} {by}" for by, count in summary.labels.items())
    typer.echo(f"labels: {labels}")
    if found.unmeasured:
        typer.echo(printable(f"agreement of annotators: not measured: {found.unmeasured}"))
    if found.review:
        places = _places(sum(each.texts for each in summary.replaced.values()))
        typer.echo(printable(f"replaced in texts: {places}, listed in {found.review}"))
        typer.echo("Names and street addresses aren't found: read the dialogues, and give what you find by --names")
    else:
        typer.echo("nothing was replaced: not for release")
    typer.echo(printable(f"Fill in the card {output / 'README.md'}, look at {output / 'report.html'}"))


def _places(count: int) -> str:
    return "1 place" if count == 1 else f"{count:,} places"
