"""`wayframe corpus search`: turns that fit."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from wayframe.cli.safely import printable
from wayframe.errors import InputError

if TYPE_CHECKING:
    from wayframe.selection import Predicate, TurnPlace


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
    file: Annotated[Path, typer.Argument(help="A Frames corpus: a list or lines; plain, .gz or .xz.", metavar="FILE")],
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
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
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
            matches.append(_as_json(place))
        else:
            _print(place)
    if as_json:
        import json

        asked = {"text": text, "act": act, "slot": slot, "author": author, "user": user, "where": where}
        given = {name: value for name, value in asked.items() if value}
        found = {"file": file.name, "asked": given, "turns": turns, "dialogues": len(dialogues), "matches": matches}
        typer.echo(json.dumps(found, ensure_ascii=False))
    else:
        typer.echo(f"{turns:,} turns in {len(dialogues):,} dialogues")


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


def _as_json(place: TurnPlace) -> dict[str, object]:
    from wayframe import notation

    return {
        "dialogue": place.dialogue.id,
        "turn": place.number,
        "author": place.turn.author,
        "text": place.turn.text,
        "acts": [notation.show(act) for act in place.turn.acts],
    }


def _print(place: TurnPlace) -> None:
    from wayframe import notation

    name = typer.style(f"{printable(place.dialogue.id)} {place.number:>2}", bold=True)
    typer.echo(f"{name} {place.turn.author:6} {printable(place.turn.text)}")
    if acts := notation.show_turn(place.turn.acts):
        typer.secho(f"    {printable(acts)}", dim=True)
