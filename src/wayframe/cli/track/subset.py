"""`wayframe track subset`: turns that are scored on their own."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from wayframe.cli.safely import printable
from wayframe.cli.track.options import FILE
from wayframe.errors import InputError, shown

if TYPE_CHECKING:
    from collections.abc import Mapping

    from wayframe.selection import Predicate


def subset(
    file: FILE,
    predicate: Annotated[
        str | None,
        typer.Argument(
            help="Which turns (wayframe corpus search --predicates lists what there is); without, the standard ones.",
            metavar="[PREDICATE]",
        ),
    ] = None,
    tag: Annotated[str | None, typer.Option(help="The tag that these turns get.", metavar="NAME")] = None,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="Write the corpus with tags: scores count by them.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Count the turns of a subset, or of the eleven standard ones, and tag them.

    \b
    Example: wayframe track subset frames.json 'user & active_frame_changed & has_act(switch_frame)'
    """
    from wayframe import corpus, files, selection

    if output and predicate and not tag:
        raise InputError("--output: expected --tag with it, which names the turns of a predicate")
    found = Counter[str]()
    dialogues = selection.tagged(corpus.read(file), _subsets(predicate, tag), found)
    if output:
        corpus.write(output, dialogues)
    else:
        for _ in dialogues:
            pass
    counts = {name: found[name] for name in _subsets(predicate, tag)}
    if as_json:
        import json

        typer.echo(json.dumps({"file": file.name, "sha256": files.digest(file), "subsets": counts}))
    else:
        width = max(map(len, counts))
        for name, turns in counts.items():
            typer.echo(printable(f"{name:{width}}  {turns:6,} turns"))


def _subsets(predicate: str | None, tag: str | None) -> Mapping[str, Predicate]:
    """The predicates by the name that counts and tags go by."""
    import re

    from wayframe.selection import STANDARD, parse

    if tag is not None and not re.fullmatch(r"\w+(\.\w+)*", tag):
        raise InputError(f"--tag: expected words joined by dots, found {shown(tag)}")
    if predicate is None:
        if tag:
            raise InputError("--tag: expected a predicate with it: the standard subsets have names of their own")
        return STANDARD
    return {tag or predicate: parse(predicate)}
