"""`wayframe chat`: the agent in the terminal, or one JSON object a line for programs."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from datetime import datetime
from io import TextIOWrapper
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from wayframe.cli.llm import LLMURL, TIMEOUT, LLMBudget, LLMCache, LLMModel, LLMPrices, LLMTalkRole, LLMTimeout, asked
from wayframe.cli.options import OwnCatalogue, day, talked_over
from wayframe.errors import InputError

if TYPE_CHECKING:
    from wayframe.cli.terminal import Terminal
    from wayframe.llm import Client
    from wayframe.simulation.agents import DialogueAgent
    from wayframe.sources.protocol import Source


NEW = "/new"
"""The line by which a new conversation begins among the turns of `--jsonl`."""


def chat(
    catalogue: OwnCatalogue = None,
    today: Annotated[
        datetime | None,
        typer.Option(
            formats=["%Y-%m-%d"], metavar="DATE", help="The day from which dates count; by default the catalogue's."
        ),
    ] = None,
    seed: Annotated[int, typer.Option(help="Picks wording and suggestions: same seed and input, same output.")] = 0,
    jsonl: Annotated[
        bool, typer.Option("--jsonl", help="A user turn a line on stdin, a JSON object a line on stdout.")
    ] = False,
    compared: Annotated[
        Literal["no-memory", "llm-bare"] | None,
        typer.Option("--agent", help="With --jsonl: one to compare with, as in `wayframe simulate`."),
    ] = None,
    demo: Annotated[bool, typer.Option("--demo", help="Play the documented conversation and leave.")] = False,
    llm: LLMURL = None,
    llm_model: LLMModel = None,
    llm_for: LLMTalkRole = "nlu",
    llm_timeout: LLMTimeout = TIMEOUT,
    llm_prices: LLMPrices = None,
    llm_cache: LLMCache = None,
    llm_budget: LLMBudget = None,
) -> None:
    """Talk to the agent, about trips or your own table. It keeps every option that you discuss; /help says what else.

    With --llm a language model reads what you write (all of it, or what the rules are unsure of), words the replies,
    does both, or talks itself and acts through tools; what it can't do the embedded reader and wording do. With
    --jsonl, a line that is exactly /new begins a new conversation and prints nothing.

    \b
    Example: wayframe chat

    \b
    Example: wayframe chat --catalogue examples/laptops.csv

    \b
    Example: wayframe chat --llm http://localhost:11434/v1 --llm-model llama3.2 --llm-for nlg

    \b
    Example: echo "From Montreal to Tokyo in August, please" | wayframe chat --jsonl
    """
    from wayframe.catalogues import agent_over, source_of

    model = asked(llm, llm_model, llm_for, llm_timeout, llm_prices, llm_cache, llm_budget)
    with talked_over(catalogue, day(today)) as options:
        if compared:
            _compare(compared, source_of(options, day(today)), model, jsonl=jsonl)
            return
        live = not (jsonl or demo) and sys.stdin.isatty()
        agent = agent_over(options, today=day(today), seed=seed, clock=_now if live else None, llm=model)
        if not live and isinstance(sys.stdin, TextIOWrapper):
            # Whatever comes down the pipe is text, one turn a line feed.
            sys.stdin.reconfigure(encoding="utf-8", errors="replace", newline="\n")
        if jsonl:
            _speak_json(agent, sys.stdin)
            return
        from wayframe.cli.demo import LINES
        from wayframe.cli.terminal import Terminal

        terminal = Terminal(agent)
        _converse(terminal, LINES if demo else _typed(terminal) if live else sys.stdin, echo=not live)
        if model:
            terminal.tell(f"{model.endpoint.model}: {model.used.summary}")


def _converse(terminal: Terminal, lines: Iterable[str], *, echo: bool) -> None:
    terminal.welcome()
    for line in lines:
        if echo:
            terminal.echo(line)
        if not terminal.take(line):
            break
    terminal.leave()


def _typed(terminal: Terminal) -> Iterator[str]:
    import contextlib

    with contextlib.suppress(ImportError):
        import readline  # noqa: F401  (line editing and history for input())
    while True:
        try:
            yield terminal.prompt()
        except (EOFError, KeyboardInterrupt):
            return


def _compare(name: str, source: Source, model: Client | None, *, jsonl: bool) -> None:
    """Let the agent of this name talk with a program. Raises `InputError` where it can't."""
    from wayframe.simulation.agents import built
    from wayframe.simulation.measuring import SimulationPlan

    if not jsonl:
        raise InputError("--agent: expected --jsonl beside it")
    _speak_json(built(SimulationPlan("", 0, agent=name), source, model), sys.stdin)


def _speak_json(agent: DialogueAgent, lines: Iterable[str]) -> None:
    """Write an object for each user turn, in the corpus' own shapes; `/new` begins a new conversation."""
    from wayframe.dialogue import encode

    conversation, number = agent.open(), 0
    for line in lines:
        text = line.rstrip("\r\n")
        if text == NEW:
            conversation, number = agent.open(), 0
            continue
        number += 1
        exchange = agent.respond(conversation, text)
        conversation = exchange.after
        said: dict[str, object] = {
            "turn": number,
            "user": exchange.user.text,
            "acts": exchange.user.acts,
            "active_frame": exchange.wizard.active_frame,
            "frames": exchange.wizard.labels.frames_json,
            "db": exchange.wizard.db_json,
            "wizard_acts": exchange.wizard.acts,
            "reply": exchange.wizard.text,
        }
        sys.stdout.write(encode(said).decode() + "\n")
        sys.stdout.flush()


def _now() -> int:
    return int(datetime.now().timestamp() * 1000)
