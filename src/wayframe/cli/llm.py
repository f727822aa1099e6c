"""Options of commands that may ask a language model."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from wayframe.errors import InputError, shown

if TYPE_CHECKING:
    from wayframe.llm import Client, Prices

TIMEOUT = 10.0  # seconds, as in wayframe.llm, which is not imported until a model is asked for

LLMURL = Annotated[
    str | None,
    typer.Option(
        "--llm",
        help="Base URL of an OpenAI-compatible endpoint; its key, if any, in WAYFRAME_LLM_KEY or OPENAI_API_KEY.",
        metavar="URL",
    ),
]
LLMModel = Annotated[str | None, typer.Option(help="The model at this endpoint.", metavar="NAME")]
LLMRole = Annotated[
    Literal["nlu", "nlg", "both", "unsure"],
    typer.Option(help="The model reads, words the replies, does both, or reads what the rules are unsure of."),
]
LLMTalkRole = Annotated[
    Literal["nlu", "nlg", "both", "unsure", "tools"],
    typer.Option(
        help="The model reads, words the replies, does both, reads what the rules are unsure of, or acts through tools."
    ),
]
LLMTimeout = Annotated[
    float, typer.Option(min=0.1, help="Seconds that it may take to answer; then rules or templates do.")
]
LLMPrices = Annotated[
    str | None,
    typer.Option(help="Dollars for a million tokens read and written, for what it costs.", metavar="READ,WRITTEN"),
]

LLMCache = Annotated[
    Path | None,
    typer.Option(help="Keep the model's answers in this file, and ask nobody what it answers.", metavar="FILE"),
]

LLMBudget = Annotated[
    int | None,
    typer.Option(min=1, help="Tokens, read and written, after which the model isn't asked any more.", metavar="TOKENS"),
]

_AMOUNT = r"\d{1,6}(?:\.\d{1,6})?"


def asked(
    url: str | None,
    model: str | None,
    role: Literal["nlu", "nlg", "both", "unsure", "tools"],
    timeout: float,
    prices: str | None,
    cache: Path | None = None,
    budget: int | None = None,
    *,
    rests: bool = True,
) -> Client | None:
    """The model that the options name, which is there; None where they name none. Raises `InputError`.

    A model whose answers are kept in a `cache` need not be there; one that fails is left alone unless it never `rests`.
    """
    if url is None:
        if any(option is not None for option in (model, prices, cache, budget)):
            names = "--llm-model, --llm-prices, --llm-cache, --llm-budget"
            raise InputError(f"{names}: expected --llm with the endpoint's URL beside them")
        return None
    from wayframe.llm import Cassette, Client, Endpoint, checked

    if model is None:
        raise InputError("--llm: expected --llm-model with the name of the model beside it")
    endpoint = checked(Endpoint(url, model, timeout, prices=_prices(prices), role=role, budget=budget))
    if cache:
        return Client(endpoint, Cassette(cache), rests=rests)
    client = Client(endpoint, rests=rests)
    client.check(lambda line: typer.echo(f"wayframe: {line}", err=True))
    return client


def baseline(
    name: str,
    url: str | None,
    model: str | None,
    timeout: float,
    prices: str | None,
    cache: Path | None,
    budget: int | None,
) -> Client | None:
    """The model that stands for the tagger or tracker called `llm`; None for another. Raises `InputError`."""
    client = asked(url, model, "nlu", timeout, prices, cache, budget, rests=False)
    if (name == "llm") != (client is not None):
        raise InputError("llm: expected --llm with the endpoint of a model beside it, and for no other")
    return client


def llm_line(found: Mapping[str, Any]) -> str:
    """Say what stands behind the figures of a model, and what they took."""
    cost = "" if found["dollars"] is None else f", ${found['dollars']:.5f}"
    return (
        f"{found['model']}, prompt {found['prompt']}, {found['examples']} examples ({found['examples_from']}), "
        f"seed {found['seed']}: {found['calls']:,} calls ({found['replayed']:,} replayed), "
        f"{found['without_an_answer']:,} without an answer, "
        f"{found['tokens_read']:,} + {found['tokens_written']:,} tokens{cost}"
    )


def _prices(text: str | None) -> Prices | None:
    from wayframe.llm import Prices

    if text is None:
        return None
    found = re.fullmatch(rf"({_AMOUNT}),({_AMOUNT})", text, re.ASCII)
    if not found:
        raise InputError(f"--llm-prices: expected two amounts in dollars as 0.15,0.60, found {shown(text)}")
    return Prices(float(found[1]), float(found[2]))
