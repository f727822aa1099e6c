"""`wayframe corpus show`: one dialogue in the terminal."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from wayframe.cli.printing import plain_console
from wayframe.cli.safely import printable
from wayframe.errors import InputError, shown

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.text import Text

    from wayframe.dialogue import Dialogue, Frame, Turn, Value
    from wayframe.selection import FrameChange
    from wayframe.selection.changes import Question

_LISTED = 3  # of several dialogues that an id may mean


def show(
    file: Annotated[Path, typer.Argument(help="A Frames corpus: a list or lines; plain, .gz or .xz.", metavar="FILE")],
    dialogue_id: Annotated[str, typer.Argument(help="A dialogue's id, or how it begins.", metavar="ID")],
    turn: Annotated[int | None, typer.Option(help="Only this turn, counted from 0, and all frames after it.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
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
        import msgspec

        typer.echo(msgspec.json.encode(_as_json(dialogue, chosen)).decode())
    else:
        _print(dialogue, chosen)


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


def _as_json(dialogue: Dialogue, numbers: Sequence[int]) -> dict[str, object]:
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


def _print(dialogue: Dialogue, numbers: Sequence[int]) -> None:
    from rich.padding import Padding
    from rich.text import Text

    from wayframe.cli.cards import tree
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
