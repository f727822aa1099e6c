"""`wayframe corpus`: check, count, show, convert and divide files of dialogues."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from wayframe.cli.options import AsJson, CorpusFile, day
from wayframe.cli.output import (
    counted,
    figures_table,
    findings_lines,
    plain_console,
    print_json,
    print_whole,
    printable,
    progress,
    say,
)
from wayframe.errors import InputError, shown

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import Console
    from rich.text import Text

    from wayframe.analysis.document import ReportTable
    from wayframe.analysis.frames import FrameAgreement, FrameDifference, RecomputedFrames
    from wayframe.analysis.stats import CorpusStats
    from wayframe.analysis.tables import ComparisonBasis
    from wayframe.conversion import Report
    from wayframe.dialogue import Dialogue, Frame, Turn, Value
    from wayframe.redaction import Redactor
    from wayframe.selection import FoldDivision, FrameChange, Predicate, TurnPlace
    from wayframe.selection.changes import Question
    from wayframe.validation import DialogueProblem


def validate(
    file: Annotated[Path, typer.Argument(help="A corpus: a list or lines; plain, .gz or .xz.", metavar="FILE")],
    as_json: AsJson = False,
) -> None:
    """Check a corpus: every error by dialogue, turn and field, and how often it is odd like the release itself.

    Exit code 1 where there is an error.

    \b
    Example: wayframe corpus validate frames.json
    """
    from wayframe.validation import check

    dialogues = turns = 0
    errors: list[DialogueProblem] = []
    oddities = Counter[str]()
    with progress("dialogues", None) as told:
        for found in counted(check(file), told):
            dialogues, turns = dialogues + (found.turns is not None), turns + (found.turns or 0)
            errors += (problem for problem in found.problems if not problem.oddity)
            oddities.update(problem.oddity for problem in found.problems if problem.oddity)
    named = [{"dialogue": e.dialogue, "turn": e.turn, "field": e.field, "what": e.what} for e in errors]
    figures = {"file": file.name, "dialogues": dialogues, "turns": turns, "errors": named}
    say(
        as_json,
        figures | {"oddities": dict(oddities.most_common())},
        *findings_lines(list(map(str, errors)), oddities),
        f"dialogues: {dialogues:,}, turns: {turns:,}, errors: {len(errors):,}, oddities: {oddities.total():,}",
    )
    if errors:
        raise typer.Exit(1)


def stats(
    file: CorpusFile,
    as_json: AsJson = False,
) -> None:
    """Count a corpus: every figure and table of the paper, beside what was published.

    \b
    Example: wayframe corpus stats frames.json
    """
    from wayframe.analysis import tables

    found, digest, basis = measured(file)
    if as_json:
        head = {"file": file.name, "sha256": digest, **basis._asdict()}
        print_json(head | found.figures() | {"published": tables.compared(found)})
        return
    console = plain_console()
    console.print(f"{basis.why}\n")
    for table in (
        tables.against_published(found, basis.comparable),
        tables.distributions(found),
        tables.creation_and_switching(found),
        tables.search_fields(found),
        tables.package_fields(found),
        tables.acts(found),
        tables.dialogue_slots(found),
    ):
        print_table(console, table)


def measured(file: Path) -> tuple[CorpusStats, str, ComparisonBasis]:
    """The figures of a file, the sha256 of its content, whether published figures apply. Raises `InputError`."""
    from wayframe import corpus, files, validation
    from wayframe.analysis.stats import measure
    from wayframe.analysis.tables import basis

    digest = files.digest(file)
    with progress("dialogues", None) as told:
        found = measure(counted(validation.checked(file, corpus.stream(file)), told))
    return found, digest, basis(digest, found)


def print_table(console: Console, table: ReportTable) -> None:
    """Print a table without its descriptions, which the report has; remarks stand below."""
    from rich.table import Table as RichTable
    from rich.text import Text

    from wayframe.analysis.document import cell

    shown = RichTable(title=table.title, title_justify="left", title_style="bold", box=None, padding=(0, 2, 0, 0))
    columns = [number for number, name in enumerate(table.head) if name != "Description"]
    for column in columns:
        shown.add_column(table.head[column], justify="right" if table.numeric(column) else "left", no_wrap=True)
    for row in table.rows:
        shown.add_row(*(Text(cell(row[column])) for column in columns))
    print_whole(console, shown)
    for line in (
        table.note,
        *(f"{row[0]}: {remark}" for row, remark in zip(table.rows, table.remarks, strict=False) if remark),
    ):
        if line:
            console.print(line)
    console.print()


def report(
    file: CorpusFile,
    output: Annotated[Path, typer.Option("--output", "-o", help="The folder to write to.", metavar="DIR")],
    as_json: AsJson = False,
) -> None:
    """Write a report on a corpus: index.html, which needs nothing else, the same as report.md, the charts as SVG.

    \b
    Example: wayframe corpus report frames.json -o report
    """
    from wayframe.analysis.report import document, write

    stats, digest, basis = measured(file)
    files = [str(path) for path in write(output, document(file.name, digest, stats, basis))]
    found = {"file": file.name, "sha256": digest, **basis._asdict(), "files": files}
    say(as_json, found, basis.why, f"Open {files[0]}")


def frames(
    file: CorpusFile,
    diff: Annotated[int, typer.Option(min=0, help="Show the largest N groups of what differs.", metavar="N")] = 0,
    today: Annotated[
        datetime | None,
        typer.Option(
            formats=["%Y-%m-%d"], metavar="DATE", help="The day from which 'Friday' counts; default: the release's."
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Recompute every frame from the acts alone and compare with the labels.

    \b
    Example: wayframe corpus frames frames.json --diff 20
    """
    from wayframe import corpus, validation
    from wayframe.analysis.frames import recompute
    from wayframe.memory import RELEASE_DAY

    with progress("dialogues", None) as told:
        dialogues = counted(validation.checked(file, corpus.stream(file)), told)
        found = recompute(dialogues, day(today) or RELEASE_DAY)
    if as_json:
        print_json(_frames_as_json(found, diff))
        return
    console = plain_console()
    _print_agreement(console, found.teacher_forced, found.free_running)
    _print_differences(console, found.differences[:diff])


def _frames_as_json(found: RecomputedFrames, diff: int) -> dict[str, object]:
    shown: dict[str, object] = {
        name: agreement._asdict() | {"triples": agreement.triples._asdict()}
        for name, agreement in (("teacher_forced", found.teacher_forced), ("free_running", found.free_running))
    }
    if diff:
        groups = found.differences[:diff]
        shown["differences"] = [group._asdict() | {"place": group.place._asdict()} for group in groups]
    return shown


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
    for group in groups:
        place = f"{group.place.dialogue}, turn {group.place.turn}, frame {group.place.frame}"
        console.print(f"\n{group.shown_by:5}  {group.kind}", soft_wrap=True)
        console.print(
            printable(f"       {place}: labelled {group.labelled}; recomputed {group.recomputed}"), soft_wrap=True
        )


_WORDS = {"rasa": "Rasa", "spacy": "spaCy", "convlab": "ConvLab-3", "huggingface": "Hugging Face"}


def convert(
    file: Annotated[Path, typer.Argument(help="Dialogues: a list or lines; plain, .gz or .xz.", metavar="FILE")],
    to: Annotated[
        Literal["jsonl", "json", "huggingface", "convlab", "rasa", "spacy"],
        typer.Option(help="jsonl, json, huggingface, convlab, rasa or spacy.", metavar="FORMAT", show_default=False),
    ],
    output: Annotated[
        Path, typer.Option("--output", "-o", help="The file or folder to write.", metavar="OUT", show_default=False)
    ],
    test_fold: Annotated[
        int | None, typer.Option(min=1, max=10, help="The users of ConvLab's test split; else those of fold 10.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Write dialogues in another format, and say what that has no place for.

    Rasa (YAML) and spaCy (DocBin) get the users' turns, huggingface is Parquet with a card.

    \b
    Example: wayframe corpus convert frames.json --to huggingface -o frames
    """
    from wayframe.conversion import TEST_FOLD
    from wayframe.conversion import convert as converted

    if test_fold is not None and to != "convlab":
        raise InputError("--test-fold goes with --to convlab")
    with progress("dialogues", None) as told:
        report = converted(file, to, output, test_fold or TEST_FOLD, told)
    head = {"file": str(file), "to": to, "output": str(output)}
    say(as_json, head | report._asdict(), f"{file} to {output}, {_WORDS.get(to, 'JSON')}", *_lines(report))


def _lines(report: Report) -> list[str]:
    """Format a report, a field on each line; counts by name after their sum."""
    lines = []
    for field, value in report._asdict().items():
        total, parts = (sum(value.values()), value) if isinstance(value, dict) else (value, {})
        named = ", ".join(f"{name} {count:,}" for name, count in parts.items())
        lines.append(f"  {field.replace('_', ' '):20} {total:>7,}" + (f"  ({named})" if named else ""))
    return lines


_LISTED = 3  # of several dialogues that an id may mean


def show(
    file: CorpusFile,
    dialogue_id: Annotated[str, typer.Argument(help="A dialogue's id, or how it begins.", metavar="ID")],
    turn: Annotated[int | None, typer.Option(help="Only this turn, counted from 0, and all frames after it.")] = None,
    as_json: AsJson = False,
) -> None:
    """Show a dialogue: texts, acts in the paper's notation, what changed in the frames, searches, the tree of frames.

    \b
    Example: wayframe corpus show frames.json 0a1b --turn 4
    """
    from wayframe import corpus, validation

    dialogue = _named(file, corpus.stream(file), dialogue_id)
    for _ in validation.checked(file, [dialogue]):
        pass  # what follows relies on frames that fit together
    numbers = range(len(dialogue.turns))
    if turn is not None and turn not in numbers:
        raise InputError(
            f"{file}: dialogue {shown(dialogue.id)}: expected a turn from 0 to {numbers[-1]}, found {turn}"
        )
    chosen = numbers if turn is None else (turn,)
    if as_json:
        print_json(_dialogue_as_json(dialogue, chosen))
    else:
        _print_dialogue(dialogue, chosen)


def _named(file: Path, dialogues: Iterator[Dialogue], start: str) -> Dialogue:
    """The dialogue of this id, or the only one whose id begins so."""
    found: list[Dialogue] = []
    for dialogue in dialogues:
        if dialogue.id == start:
            return dialogue
        if dialogue.id.startswith(start):
            found.append(dialogue)
    if len(found) == 1:
        return found[0]
    if not found:
        raise InputError(f"{file}: expected an id that begins with {shown(start)}, found none")
    listed = ", ".join(shown(dialogue.id) for dialogue in found[:_LISTED])
    more = f" and {len(found) - _LISTED} more" if len(found) > _LISTED else ""
    raise InputError(f"{file}: {shown(start)} may mean {listed}{more}: type more of the id")


def _changes(dialogue: Dialogue, number: int) -> tuple[Sequence[Frame], list[FrameChange]]:
    """The frames after a turn, and what it changed in them."""
    from wayframe.selection import changes

    before = dialogue.turns[number - 1].frames if number else ()
    after = dialogue.turns[number].frames
    return after, changes(before, after)


def _dialogue_as_json(dialogue: Dialogue, numbers: Sequence[int]) -> dict[str, object]:
    from wayframe import notation

    turns = list[dict[str, object]]()
    frames: Sequence[Frame] = ()
    for number in numbers:
        turn = dialogue.turns[number]
        frames, changed = _changes(dialogue, number)
        database = turn.db
        turns.append(
            {
                "turn": number,
                "author": turn.author,
                "text": turn.text,
                "acts": [notation.show(act) for act in turn.acts],
                "active_frame": turn.active_frame,
                "changes": [change._asdict() for change in changed],
                "searches": [
                    {"search": search, "results": len(result)}
                    for search, result in zip(database.search, database.result, strict=False)
                ],
            }
        )
    return {
        "id": dialogue.id,
        "user_id": dialogue.user_id,
        "wizard_id": dialogue.wizard_id,
        "labels": dialogue.labels,
        "turns": turns,
        "frames": frames,
    }


def _print_dialogue(dialogue: Dialogue, numbers: Sequence[int]) -> None:
    from rich.padding import Padding
    from rich.text import Text

    from wayframe.cli.terminal import tree
    from wayframe.memory import Memory

    console = plain_console()
    told = dialogue.labels
    rating = "–" if told.user_survey_rating is None else f"{told.user_survey_rating:g}"
    done = {True: "done", False: "not done", None: "not said"}[told.wizard_survey_task_successful]
    people = f"user {dialogue.user_id} · wizard {dialogue.wizard_id} · rating {rating} · task {done}"
    console.print(Text.assemble((printable(dialogue.id), "bold"), "\n", printable(people)))
    frames: Sequence[Frame] = ()
    for number in numbers:
        turn = dialogue.turns[number]
        frames, changed = _changes(dialogue, number)
        head = (f"{number:>3} {turn.author:6} ", "bold green" if turn.author == "user" else "bold cyan")
        console.print(Text.assemble("\n", head, printable(turn.text)))
        before = dialogue.turns[number - 1].active_frame if number else 1
        console.print(Padding(_below(turn, before, changed), (0, 0, 0, 6), expand=False))
    console.print()
    console.print(tree(Memory(tuple(frames), dialogue.turns[numbers[-1]].active_frame)))


def _below(turn: Turn, active_before: int, changed: Sequence[FrameChange]) -> Text:
    """Format the lines below a turn's text: acts, searches, changed values."""
    from rich.text import Text

    from wayframe import notation
    from wayframe.packages.source import recorded
    from wayframe.presentation.presenter import trips_presenter

    lines = [Text(printable(notation.show(act)), "dim") for act in turn.acts]
    for wanted, found in trips_presenter().searches(recorded(turn)):
        lines.append(Text(printable(f"searched {wanted}: {found} found"), "magenta"))
    for change in changed:
        lines.append(Text(printable(_worded(change)), "yellow" if change.new else ""))
    if turn.active_frame != active_before:
        lines.append(Text(f"▶ frame {turn.active_frame} (was {active_before})", "bold yellow"))
    return Text("\n").join(lines)


def _worded(change: FrameChange) -> str:
    """A change in a line: `+ frame 4 from 2: dst_city=Rome, without price, asks seat?`."""
    head = f"+ frame {change.frame}" if change.new else f"frame {change.frame}"
    origin = f" from {change.parent}" if change.new and change.parent else ""
    parts = [f"{slot}={_values(values)}" for slot, values in change.info.items()]
    parts += [f"without {slot}" for slot in change.dropped]
    parts += [f"{question.author} asks {_question(question)}" for question in change.asked]
    parts += [f"closed {_question(question)}" for question in change.answered]
    return f"{head}{origin}: {', '.join(parts)}" if parts else f"{head}{origin}"


def _values(values: Sequence[Value]) -> str:
    shown_values = (
        f"{'not ' if value.negated else ''}{'|'.join(value.val) if isinstance(value.val, tuple) else value.val}"
        for value in values
    )
    return " | ".join(dict.fromkeys(shown_values))


def _question(question: Question) -> str:
    from wayframe.dialogue import BinaryQuestion, CompareRequest

    if isinstance(question, CompareRequest):
        return f"to compare {', '.join(question.keys) or 'all'}"
    if isinstance(question, BinaryQuestion):
        value = "|".join(question.value) if isinstance(question.value, tuple) else question.value
        return f"{question.key}={value}?"
    return f"{question.key}?"


def _list_predicates(asked: bool) -> None:
    if not asked:
        return
    import inspect

    from wayframe.selection import PREDICATES

    for name, make in PREDICATES.items():
        parameters = inspect.signature(make).parameters.values()
        signature = ", ".join(str(parameter).split(":")[0] for parameter in parameters)
        typer.echo(f"{name}({signature})" if signature else name)
        typer.echo(f"    {' '.join((make.__doc__ or '').split())}")
    raise typer.Exit


def search(
    file: CorpusFile,
    text: Annotated[str | None, typer.Option(help="Its text has this regular expression.", metavar="REGEX")] = None,
    act: Annotated[list[str] | None, typer.Option(help="It has this act; repeat.", metavar="NAME")] = None,
    slot: Annotated[
        list[str] | None,
        typer.Option(help="It says something about this slot, or this value of it; repeat.", metavar="KEY[=VALUE]"),
    ] = None,
    author: Annotated[str | None, typer.Option(help="user or wizard.")] = None,
    user: Annotated[str | None, typer.Option(help="The dialogue is this user's.", metavar="ID")] = None,
    where: Annotated[str | None, typer.Option(help="It passes this predicate.", metavar="PREDICATE")] = None,
    predicates: Annotated[
        bool, typer.Option("--predicates", callback=_list_predicates, is_eager=True, help="List them, and leave.")
    ] = False,
    limit: Annotated[int | None, typer.Option(min=0, help="How many to show at most; all are counted.")] = None,
    as_json: AsJson = False,
) -> None:
    """Find turns by what is said in them; a turn has to fit all that is asked for.

    \b
    Example: wayframe corpus search frames.json --where 'user & active_frame_changed & !has_act(switch_frame)'
    """
    from wayframe import corpus, selection

    fits = _all_of(text, act or [], slot or [], author, user, where)
    matches, turns, dialogues = list[dict[str, object]](), 0, set[str]()
    for place in selection.search(corpus.stream(file), fits):
        turns += 1
        dialogues.add(place.dialogue.id)
        if limit is not None and turns > limit:
            continue
        if as_json:
            matches.append(_match_as_json(place))
        else:
            _print_match(place)
    asked = {"text": text, "act": act, "slot": slot, "author": author, "user": user, "where": where}
    given = {name: value for name, value in asked.items() if value}
    found = {"file": file.name, "asked": given, "turns": turns, "dialogues": len(dialogues), "matches": matches}
    say(as_json, found, f"{turns:,} turns in {len(dialogues):,} dialogues")


def _all_of(
    text: str | None, acts: list[str], slots: list[str], author: str | None, user: str | None, where: str | None
) -> Predicate:
    from wayframe.selection import parse
    from wayframe.selection import predicates as made

    asked = [made.has_act(name) for name in acts]
    for slot in slots:
        key, equals, value = slot.partition("=")
        asked.append(made.has_slot(key, value=value if equals else None))
    if text is not None:
        asked.append(made.regex(text))
    if author is not None:
        asked.append(made.author(author))
    if user is not None:
        asked.append(made.user_id(user))
    if where is not None:
        try:
            asked.append(parse(where))
        except InputError as error:
            raise InputError(f"--where: {error}") from error
    return lambda place: all(fits(place) for fits in asked)


def _match_as_json(place: TurnPlace) -> dict[str, object]:
    from wayframe import notation

    return {
        "dialogue": place.dialogue.id,
        "turn": place.number,
        "author": place.turn.author,
        "text": place.turn.text,
        "acts": [notation.show(act) for act in place.turn.acts],
    }


def _print_match(place: TurnPlace) -> None:
    from wayframe import notation

    name = typer.style(f"{printable(place.dialogue.id)} {place.number:>2}", bold=True)
    typer.echo(f"{name} {place.turn.author:6} {printable(place.turn.text)}")
    if acts := notation.show_turn(place.turn.acts):
        typer.secho(f"    {printable(acts)}", dim=True)


_SAFE = re.compile(r"[\w-][\w.-]{0,99}")  # as the name of a folder
_AT_ONCE = 50  # divisions written in one pass: 150 open files, of 256 that small systems allow


def split(
    file: CorpusFile,
    output: Annotated[Path, typer.Option("--output", "-o", help="The folder to write to.", metavar="DIR")],
    fold: Annotated[
        int | None, typer.Option(min=1, max=10, help="Only this one of the ten standard folds; else all present.")
    ] = None,
    by_user: Annotated[
        bool, typer.Option("--by-user", help="Hold out each user of the file once, in place of the standard folds.")
    ] = False,
    seed: Annotated[int, typer.Option(help="Same seed, same sides.")] = 0,
    share: Annotated[
        float, typer.Option(min=0.0, max=1.0, help="How much of what isn't held out is for training.")
    ] = 0.8,
    as_json: AsJson = False,
) -> None:
    """Divide a corpus by users: test, and of the rest a seeded share for training, what is left for validation.

    Writes train.jsonl, validation.jsonl and test.jsonl; one folder a fold unless there is only one.

    \b
    Example: wayframe corpus split frames.json --fold 4 --seed 7 -o folds/4
    """
    from wayframe import files
    from wayframe.selection.division import users

    if fold and by_user:
        raise InputError("expected --fold or --by-user, found both")
    digest, user_of = files.digest(file), users(file)
    try:
        divisions = _divided(user_of, fold, by_user, seed, share)
    except InputError as error:
        raise InputError(f"{file}: {error}") from error
    _write(file, output, divisions)
    left_out = len(user_of) - len(next(iter(divisions.values())).side_of)
    folds = {name or f"fold-{fold}": division for name, division in divisions.items()}
    head: dict[str, object] = {"file": file.name, "sha256": digest, "output": str(output), "seed": seed, "share": share}
    head |= {"dialogues": len(user_of), "left_out": left_out}
    divided, lines = dict[str, object](), list[str]()
    for name, division in folds.items():
        sizes = division.sizes()
        divided[name] = {"test_users": division.test_users} | dict(sizes)
        counts = ", ".join(f"{side} {size:,}" for side, size in sizes.items())
        lines.append(f"{name}: {counts}; held out: {', '.join(division.test_users)}")
    if left_out:
        lines.append(f"{left_out:,} dialogues are of users of no standard fold: left out (--by-user takes them)")
    say(as_json, head | {"folds": divided}, *lines)


def _write(file: Path, output: Path, divisions: dict[str, FoldDivision]) -> None:
    """Write the divisions to folders under `output`; so many at the same time as files may be open."""
    from wayframe import corpus, files
    from wayframe.selection import division

    folders = {files.folder(output / name): made for name, made in divisions.items()}
    names = list(folders)
    for start in range(0, len(names), _AT_ONCE):
        with progress("dialogues", None) as told:
            some = {folder: folders[folder] for folder in names[start : start + _AT_ONCE]}
            division.write(counted(corpus.stream(file), told), some)


def _divided(
    users: dict[str, str], fold: int | None, by_user: bool, seed: int, share: float
) -> dict[str, FoldDivision]:
    """The divisions by the name of the folder they go to."""
    from wayframe import selection

    if by_user:
        odd = next((user for user in users.values() if not _SAFE.fullmatch(user)), None)
        if odd is not None:
            raise InputError(f"user {shown(odd)}: expected an id that can name a folder")
        return selection.by_user(users, seed, share)
    folds = selection.by_fold(users, seed, share)
    if fold is None:
        return {f"fold-{number}": division for number, division in folds.items()}
    if fold not in folds:
        raise InputError(f"fold {fold}: none of its users is there; present: {', '.join(map(str, folds))}")
    return {"": folds[fold]}


def merge(
    inputs: Annotated[list[Path], typer.Argument(help="Corpora: lists or lines; plain, .gz or .xz.", metavar="FILE")],
    output: Annotated[
        Path, typer.Option("--output", "-o", help="The file to write: .json or .jsonl, .gz or .xz.", metavar="OUT")
    ],
    as_json: AsJson = False,
) -> None:
    """Join files of dialogues. A dialogue that comes again is kept once; two different ones of one id are refused.

    \b
    Example: wayframe corpus merge monday.jsonl tuesday.jsonl -o week.jsonl
    """
    from wayframe import corpus
    from wayframe.selection import RepeatCount, merged

    repeats = RepeatCount()
    with progress("dialogues", None) as told:
        dialogues = corpus.write(output, counted(merged(inputs, repeats), told))
    found = {"files": list(map(str, inputs)), "output": str(output), "dialogues": dialogues, "repeated": repeats.count}
    again = f", {repeats.count:,} that came again left out" if repeats.count else ""
    say(as_json, found, f"{output}: {dialogues:,} dialogues{again}")


def redact(
    file: CorpusFile,
    output: Annotated[
        Path, typer.Option("--output", "-o", help="The file to write: .json or .jsonl, .gz or .xz.", metavar="OUT")
    ],
    secret: Annotated[
        str | None,
        typer.Option(
            envvar="WAYFRAME_SECRET",
            help="Decides the pseudonyms: the same secret gives the same ones, in other files too. "
            "Without it a fresh one is taken, which nobody keeps.",
        ),
    ] = None,
    region: Annotated[
        str, typer.Option(help="The country whose telephone numbers are written without its code.", metavar="XX")
    ] = "US",
    as_json: AsJson = False,
) -> None:
    """Replace user and wizard ids by pseudonyms, and in texts, acts and frames e-mail addresses, web addresses, card
    and telephone numbers and handles by marks. Names and street addresses aren't found: read what comes out.

    \b
    Example: wayframe corpus redact week.jsonl --secret "$SECRET" -o week-redacted.jsonl
    """
    import secrets

    from wayframe import corpus
    from wayframe.redaction import Redactor

    redactor = Redactor(secret.encode() if secret else secrets.token_bytes(), region)
    with progress("dialogues", None) as told:
        dialogues = corpus.write(output, counted(map(redactor.redact, corpus.stream(file)), told))
    kinds = _counts(redactor)
    lines = list[str]()
    found = {"file": file.name, "output": str(output), "dialogues": dialogues, "repeatable": secret is not None}
    for kind, counts in kinds.items():
        ids = f", {counts['ids']:,} ids" if kind == "person" else ""
        places = f"{counts['texts']:,} in texts, {counts['annotations']:,} in annotations{ids}"
        lines.append(f"{kind:7} {counts['distinct']:>5,} different: {places}")
    say(as_json, found | {"replaced": kinds}, f"{output}: {dialogues:,} dialogues", *lines)


def _counts(redactor: Redactor) -> dict[str, dict[str, int]]:
    """Count the replacements of each kind, by place."""
    from wayframe.redaction import KINDS

    places = {name: getattr(redactor, name) for name in ("texts", "annotations", "ids", "distinct")}
    return {kind: {name: counter[kind] for name, counter in places.items()} for kind in KINDS}


app = typer.Typer(help="Files of dialogues: check, count, show, convert, divide them.", no_args_is_help=True)
for command in (validate, stats, report, frames, convert, show, search, split, merge, redact):
    app.command()(command)
