"""`wayframe air tokenise`, `cut`, `start` and `step`: the files of the public competition's models."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, cast

import typer

from wayframe.cli.air.options import AsJson, DataFile, KbFile, SkipBad, passing_over
from wayframe.cli.output import progress, say
from wayframe.errors import InputError, shown

if TYPE_CHECKING:
    from wayframe.airdialogue.competition import PartialDialogue

Folder = Annotated[
    Path, typer.Option("--output", "-o", help="The folder to write to.", metavar="DIR", show_default=False)
]
Prefix = Annotated[str, typer.Option(help="How the files' names begin.", metavar="NAME")]
KeepIncorrect = Annotated[bool, typer.Option("--keep-incorrect", help="Samples that are judged wrong too.")]
Output = Annotated[
    Path, typer.Option("--output", "-o", help="The state file to write.", metavar="STATE", show_default=False)
]
ForAgent = Annotated[
    Path | None, typer.Option("--for-agent", help="Write also what the agent's model is shown.", metavar="FILE")
]
ForCustomer = Annotated[
    Path | None, typer.Option("--for-customer", help="Write also what the customer's model is shown.", metavar="FILE")
]


def tokenise(
    data: DataFile,
    kb: KbFile,
    output: Folder,
    prefix: Prefix = "train",
    to: Annotated[
        str,
        typer.Option(help="Any of train, eval, infer, next, selfplay, selfplay-eval, with commas.", metavar="JOBS"),
    ] = "train,eval,infer",
    keep_incorrect: KeepIncorrect = False,
    cutoff: Annotated[int, typer.Option(min=0, help="Words that are rarer are left out of the vocabulary.")] = 0,
    first: Annotated[
        Literal["customer", "agent"], typer.Option(help="Who answers where nobody has spoken (job next).")
    ] = "customer",
    skip_bad: SkipBad = False,
    as_json: AsJson = False,
) -> None:
    """Write the tokenised files of the public competition: to train on, to evaluate on, to answer.

    \b
    Example: wayframe air tokenise train_data.json train_kb.json -o tokenised
    """
    from wayframe.airdialogue.tokenised import JOBS, Job, prepare

    jobs = [name.strip() for name in to.split(",")]
    if odd := next((name for name in jobs if name not in JOBS), None):
        raise InputError(f"--to: expected any of {', '.join(JOBS)}, found {shown(odd)}")
    with passing_over(skip_bad) as (bad, skipped), progress("samples", None) as told:
        found = prepare(
            data,
            kb,
            output,
            prefix,
            cast("list[Job]", jobs),
            keep_incorrect=keep_incorrect,
            cutoff=cutoff,
            first=first,
            bad=bad,
            told=told,
        )
    words = f"; vocab.txt has {found.vocabulary:,} words" if found.vocabulary else ""
    files = (f"  {name:28} {lines:>9,} lines" for name, lines in found.lines.items())
    say(as_json, found._asdict() | skipped, f"{found.samples:,} samples in {output}{words}", *files)


def cut(
    data: DataFile,
    kb: KbFile,
    output: Folder,
    prefix: Prefix = "dev",
    keep_incorrect: KeepIncorrect = False,
    compat: Annotated[
        bool, typer.Option("--compat", help="With the answers in the questions, as the public toolkit has them.")
    ] = False,
    skip_bad: SkipBad = False,
    as_json: AsJson = False,
) -> None:
    """Cut dialogues off before each turn: what was said so far, what was said next, the knowledge base.

    \b
    Example: wayframe air cut dev_data.json dev_kb.json -o answers
    """
    from wayframe.airdialogue import tokenised

    with passing_over(skip_bad) as (bad, skipped), progress("turns", None) as told:
        count = tokenised.cut(
            data, kb, output, prefix, keep_incorrect=keep_incorrect, compat=compat, bad=bad, told=told
        )
    say(as_json, {"output": str(output), "lines": count, **skipped}, f"{count:,} turns to answer in {output}")


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
    from wayframe.airdialogue import competition

    _write(competition.start(data), output, for_agent, for_customer, as_json)


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
    from wayframe.airdialogue import competition

    _write(competition.steps(competition.read(state), replies, side), output, for_agent, for_customer, as_json)


def _write(
    states: Iterable[PartialDialogue], output: Path, for_agent: Path | None, for_customer: Path | None, as_json: bool
) -> None:
    from wayframe.airdialogue import competition

    found = list(states)
    competition.write(output, found)
    if for_agent:
        competition.write(for_agent, found, "agent")
    if for_customer:
        competition.write(for_customer, found, "customer")
    ended = sum(state.action is not None for state in found)
    figures = {"output": str(output), "dialogues": len(found), "ended": ended}
    say(as_json, figures, f"{output}: {len(found):,} dialogues, {ended:,} of them ended")
