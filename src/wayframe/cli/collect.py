"""`wayframe collect`: Wizard-of-Oz studies."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
import typer

from wayframe.cli.options import AsJson, OwnCatalogue
from wayframe.cli.output import plain_console, progress, say
from wayframe.cli.serve import Host, Names, Port, free, names_of
from wayframe.errors import InputError
from wayframe.extras import needing

if TYPE_CHECKING:
    from wayframe.collection.collection import StudyCollection
    from wayframe.collection.export.exporting import ExportResult
    from wayframe.collection.export.release import ReplacedPlace
    from wayframe.collection.status import StudyStatus
    from wayframe.collection.study import StudySettings
    from wayframe.slack import BotSettings


STUDY = Annotated[Path, typer.Argument(help="The study's folder, made by wayframe collect init.", metavar="FOLDER")]


@contextmanager
def opened(folder: Path) -> Iterator[StudyCollection]:
    """The study in a folder. Raises `InputError`, also where its database doesn't answer any more."""
    from wayframe.collection import collection
    from wayframe.collection.study import read
    from wayframe.databases import UnavailableError

    found = collection.opened(read(folder))
    try:
        yield found
    except UnavailableError as error:
        raise InputError(f"{folder}: the database doesn't answer: {error}") from error
    finally:
        found.close()


def init(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="The study's folder; made if it isn't there.")],
    name: Annotated[
        str | None, typer.Option(help="What participants read at the top; by default the folder's.")
    ] = None,
    catalogue: OwnCatalogue = None,
    as_json: AsJson = False,
) -> None:
    """Make a study: a folder with a study.toml that says what each setting does. Edit it, then serve it.

    \b
    Example: wayframe collect init pilot

    \b
    Example: wayframe collect init shop --catalogue examples/laptops.csv
    """
    from wayframe.collection import study

    path = study.init(folder, name, catalogue)
    study.read(folder)
    say(as_json, {"study": str(path)}, str(path), f"Edit it, then: wayframe collect serve {folder}")


FACTORY = "wayframe.cli.collect:served_app"
"""What the server's processes make their application with."""

_VARIABLE = "WAYFRAME_COLLECTING"  # tells them what they serve


class ServedStudy(msgspec.Struct, frozen=True):
    """Settings of a served study: its folder, the address of its pages, the host names it answers to (None: any)."""

    folder: str
    pages: str
    hosts: tuple[str, ...] | None = None

    def announce(self) -> None:
        """Tell the processes that this one starts."""
        os.environ[_VARIABLE] = msgspec.json.encode(self).decode()


def served_app() -> Any:
    """The application of what was announced."""
    from wayframe.collection import collection, study
    from wayframe.web.collect.app import application
    from wayframe.web.serving import close_at_the_end

    served = msgspec.json.decode(os.environ[_VARIABLE], type=ServedStudy)
    opened = collection.opened(study.read(Path(served.folder)))
    made = application(opened, hosts=served.hosts)
    if found := bot_settings(opened.study, served.pages):
        from wayframe.slack import SlackBot

        SlackBot(opened, found).mount(made)
    close_at_the_end(made, opened.close)
    return made


def bot_settings(study: StudySettings, pages: str) -> BotSettings | None:
    """Return the settings of a study's bot; None where there is none. Raises `InputError` for what is missing."""
    if study.slack is None:
        return None
    from wayframe.slack import settings

    return settings(study.slack, os.environ, pages)


def serve(
    folder: STUDY,
    host: Host = "127.0.0.1",
    port: Port = None,
    name: Names = None,
    workers: Annotated[int, typer.Option(min=1, help="Processes; several need PostgreSQL.")] = 1,
) -> None:
    """Serve a study until Ctrl-C: the administrator's page, the waiting room, the user's page, the wizard's desk.

    Prints the administrator's link; invitations are made there. Every request is a line of JSON on stderr.

    \b
    Example: wayframe collect serve pilot --port 8000
    """
    with needing("wayframe collect needs", "collect"):
        from wayframe.web.collect.connections import SETTINGS
        from wayframe.web.serving import run
    from wayframe.collection import collection, study

    found = free(host, port)
    pages = f"https://{name[0]}" if name else f"http://{host}:{found}"
    settings = study.read(folder)
    if study.is_exposed(settings):
        typer.echo(f"{folder / study.FILE}: holds a secret and others may read it: chmod 600 it", err=True)
    if bot := bot_settings(settings, pages):
        from wayframe import slack

        slack.check(bot)
    link = f"{pages}/admin/{_prepared(collection.opened(settings), workers)}"
    ServedStudy(str(folder), pages, names_of(host, name)).announce()

    def announce() -> None:
        typer.echo(f"{link}  (administrator; Ctrl-C stops)")

    run(FACTORY, host, found, workers, bool(name), announce, timeout_graceful_shutdown=5, **SETTINGS)


def _prepared(opened: StudyCollection, workers: int) -> str:
    """The administrator's token of a study that can be served. What is wrong with it is said here, once."""
    from wayframe.web.collect.agents import StudyAgents

    try:
        if workers > 1 and not opened.storage.shared:
            raise InputError(f"--workers {workers}: several processes need a PostgreSQL database, see study.toml")
        _ = StudyAgents(opened).reader
        opened.pool.check()
        opened.pool.fill()
        return opened.access.admin_token()
    finally:
        opened.close()


def status(folder: STUDY, as_json: AsJson = False) -> None:
    """Say how a study stands: people, dialogues by condition and template, tasks left, annotation, conditions compared.

    \b
    Example: wayframe collect status pilot
    """
    with needing("wayframe collect needs", "collect"):
        from wayframe.collection.status import status as counted

    with opened(folder) as collection:
        found = counted(collection)
    say(as_json, found, *_lines(found))
    if found.comparison.conditions and not as_json:
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
    from wayframe.cli.corpus import print_table
    from wayframe.collection.export.report import conditions, differences

    console = plain_console()
    console.print()
    for table in (conditions(found.comparison), differences(found.comparison)):
        if table.rows:
            print_table(console, table)


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
    as_json: AsJson = False,
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
    with needing("wayframe collect needs", "collect"):
        from wayframe.collection.export import exporting, release

    cover = exporting.RedactionOptions(region, _listed(names) if names else ())
    with opened(folder) as collection, progress("dialogues", release.count(collection.storage)) as told:
        if output is None:
            places = exporting.preview(collection, cover, told)
        else:
            found = exporting.export(collection, output, cover, raw=raw, force=force, told=told)
    if output is None:
        _say_places(collection.study.name, places, as_json)
        return
    _say_result(output, found, as_json)
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


def _say_places(study: str, places: list[ReplacedPlace], as_json: bool) -> None:
    lines = list[str]()
    for place in places:
        lines.append(f"talk {place.talk}, {place.where}: {place.kind} {place.found} becomes {place.becomes}")
        lines.append(f"    {place.around}")
    say(as_json, {"study": study, "places": places}, *lines, f"{_places(len(places))}; nothing was written")


def _say_result(output: Path, found: ExportResult, as_json: bool) -> None:
    summary, lines = found.summary, list[str]()
    figures = {"output": str(output), "review": found.review and str(found.review), "wrong": found.wrong}
    for line in (*found.wrong, *found.dropped):
        lines.append(f"left out: {line}")
    if found.dropped:
        figures["dropped"] = found.dropped
    left_out = "".join(f", {count:,} left out: {why}" for why, count in summary.left_out.items())
    lines.append(f"{output}: {summary.dialogues:,} dialogues, {summary.turns:,} turns{left_out}")
    lines.append(f"labels: {', '.join(f'{count:,} {by}' for by, count in summary.labels.items())}")
    if found.unmeasured:
        figures["unmeasured"] = found.unmeasured
        lines.append(f"agreement of annotators: not measured: {found.unmeasured}")
    if found.review:
        places = _places(sum(each.texts for each in summary.replaced.values()))
        lines.append(f"replaced in texts: {places}, listed in {found.review}")
        lines.append("Names and street addresses aren't found: read the dialogues, and give what you find by --names")
    else:
        lines.append("nothing was replaced: not for release")
    lines.append(f"Fill in the card {output / 'README.md'}, look at {output / 'report.html'}")
    say(as_json, figures | msgspec.to_builtins(summary), *lines)


def _places(count: int) -> str:
    return "1 place" if count == 1 else f"{count:,} places"


app = typer.Typer(
    help="Collect dialogues: people in pairs, one with a task, the other with a search desk.",
    epilog="\b\nExample: wayframe collect init pilot && wayframe collect serve pilot",
    no_args_is_help=True,
)
app.command("init")(init)
app.command("serve")(serve)
app.command("status")(status)
app.command("export")(export)
