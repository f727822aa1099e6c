"""`wayframe air start` and `step`: dialogues between models that answer files, as in the public competition."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from wayframe.cli.air.options import AsJson
from wayframe.cli.safely import printable

if TYPE_CHECKING:
    from wayframe.airdialogue.turns import PartialDialogue

Output = Annotated[
    Path, typer.Option("--output", "-o", help="The state file to write.", metavar="STATE", show_default=False)
]
ForAgent = Annotated[
    Path | None, typer.Option("--for-agent", help="Write also what the agent's model is shown.", metavar="FILE")
]
ForCustomer = Annotated[
    Path | None, typer.Option("--for-customer", help="Write also what the customer's model is shown.", metavar="FILE")
]


def start(
    data: Annotated[Path, typer.Argument(help="Contexts: a data file, of which the intents count.", metavar="DATA")],
    output: Output,
    for_agent: ForAgent = None,
    for_customer: ForCustomer = None,
    as_json: AsJson = False,
) -> None:
    """Begin a dialogue for each context, in which nobody has spoken yet.

    \b
    Example: wayframe air start data.jsonl -o state.json --for-customer shown.json
    """
    from wayframe.airdialogue import files, turns
    from wayframe.airdialogue.records import Sample

    _write(
        turns.start(sample.intent for _, sample in files.records(data, Sample)),
        output,
        for_agent,
        for_customer,
        as_json,
    )


def step(
    state: Annotated[Path, typer.Argument(help="The dialogues so far.", metavar="STATE")],
    replies: Annotated[Path, typer.Argument(help="A model's replies, a line each.", metavar="REPLIES")],
    side: Annotated[Literal["agent", "customer"], typer.Option(help="Whose replies they are.", show_default=False)],
    output: Output,
    for_agent: ForAgent = None,
    for_customer: ForCustomer = None,
    as_json: AsJson = False,
) -> None:
    """Add a model's replies to dialogues: a customer's utterance, or an agent's `utterance | name | flights | status`.

    A dialogue in which the agent has acted stays as it is.

    \b
    Example: wayframe air step state.json replies.txt --side agent -o next.json --for-customer shown.json
    """
    from wayframe.airdialogue import turns

    _write(turns.steps(turns.read(state), replies, side), output, for_agent, for_customer, as_json)


def _write(
    states: Iterable[PartialDialogue], output: Path, for_agent: Path | None, for_customer: Path | None, as_json: bool
) -> None:
    from wayframe.airdialogue import turns

    found = list(states)
    turns.write(output, found)
    for path, side in ((for_agent, "agent"), (for_customer, "customer")):
        if path is not None:
            turns.write(path, found, "agent" if side == "agent" else "customer")
    ended = sum(state.action is not None for state in found)
    if as_json:
        import json

        typer.echo(json.dumps({"output": str(output), "dialogues": len(found), "ended": ended}))
        return
    typer.echo(printable(f"{output}: {len(found):,} dialogues, {ended:,} of them ended"))
