"""`wayframe nlu`: read acts, slots and values from text, and score who does."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from wayframe.cli.llm import LLMURL, TIMEOUT, LLMBudget, LLMCache, LLMModel, LLMPrices, LLMTimeout, baseline, llm_line
from wayframe.cli.options import FOLDS, JOBS, TEST_ON, TRAIN_ON, AsJson, CorpusFile, cores, lexicon, sides
from wayframe.cli.output import (
    counted,
    figures_table,
    model_line,
    noted,
    printable,
    progress,
    say,
)
from wayframe.errors import InputError

if TYPE_CHECKING:
    from rich.table import Table


MODEL = Annotated[str, typer.Option(help="rules, trained, baseline, or a model file (.json); in `evaluate` also llm.")]
AUTHOR = Annotated[Literal["user", "wizard", "both"], typer.Option(help="Whose turns.")]


def train(
    file: CorpusFile,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", help="The file to write; by default the user's own model.", metavar="MODEL"),
    ] = None,
    model: Annotated[str, typer.Option(help="What is trained: trained (the default model) or baseline.")] = "trained",
    author: AUTHOR = "user",
    seed: Annotated[int, typer.Option(help="Same seed and dialogues, same model.")] = 0,
) -> None:
    """Train a tagger; the baseline on four fifths of the dialogues of a file: on the others it sees when to stop.

    \b
    Example: wayframe nlu train frames.json -o model.json

    \b
    Example: wayframe nlu predict other.json --model model.json -o predicted.json
    """
    from wayframe import corpus, validation
    from wayframe.evaluation.nlu import TaggerPlan, trained
    from wayframe.files import folder
    from wayframe.nlu import learned, models

    if output is None and model != "trained":
        raise InputError(f"model {model}: expected --output with it: the user's own model is of another kind")
    models.trainer(model)
    dialogues = list(validation.checked(file, corpus.stream(file)))
    with progress("percent", 100) as told:
        tagger = trained(TaggerPlan(model, lexicon(), author, seed), dialogues, str(file), told)
    target = output or learned.own_model()
    if output is None:
        folder(target.parent)
    tagger.save(target)
    typer.echo(printable(f"{target}: {model}, trained on {len(dialogues):,} dialogues"))


def evaluate(
    file: CorpusFile,
    model: MODEL = "rules",
    author: AUTHOR = "user",
    folds: FOLDS = "",
    train_on: TRAIN_ON = "",
    test_on: TEST_ON = "",
    noise: Annotated[
        str, typer.Option(help="Also with noise: default, how much of it (0 to 1), or traits.", metavar="NOISE")
    ] = "0",
    jobs: JOBS = None,
    seed: Annotated[int, typer.Option(help="Same seed, same figures.")] = 0,
    llm: LLMURL = None,
    llm_model: LLMModel = None,
    llm_timeout: LLMTimeout = TIMEOUT,
    llm_prices: LLMPrices = None,
    llm_cache: LLMCache = None,
    llm_budget: LLMBudget = None,
    as_json: AsJson = False,
) -> None:
    """Test a tagger on each fold after training on all others, where it learns (paper section 8.1).

    \b
    Example: wayframe nlu evaluate frames.json --model rules --noise default

    \b
    Example: wayframe nlu evaluate frames.json --model rules --noise typos,lower=1

    \b
    Example: wayframe nlu evaluate frames.json --folds 1 --model llm --llm http://localhost:8080/v1 --llm-model qwen3
    """
    from wayframe.evaluation import divided, nlu
    from wayframe.nlu.noise import parse

    client = baseline(model, llm, llm_model, llm_timeout, llm_prices, llm_cache, llm_budget)
    plan = nlu.TaggerPlan(model, lexicon(), author, seed, parse(noise), client)
    if client is None:
        nlu.check_model(model)
    on = divided(file, *sides(folds, train_on, test_on), 1 if client else jobs or cores())
    with progress("folds", None) as told:
        found = nlu.evaluate(on, plan, told)
    say(as_json, found, *_report(file, found))


def _report(file: Path, found: dict[str, Any]) -> Iterator[str | Table]:
    protocol = found["protocol"]
    yield f"{found['model']} on {file} (sha256 {protocol['sha256'][:12]}), turns of: {protocol['author']}; F1"
    if "model" in protocol:
        yield model_line(protocol["model"], protocol["folds"])
    if "llm" in protocol:
        yield llm_line(protocol["llm"])
    yield from ("", _table(found))
    for name, counts in found["annotation"].items():
        said = ", ".join(f"{reason} {count:,}" for reason, count in counts.items())
        yield from ("", f"{name.replace('_', ' ')}: {said or 'none'}")


def _table(found: dict[str, Any]) -> Table:
    measures = list(found["mean"])
    headings = (measure.removesuffix("_f1").replace("_", " ") for measure in measures)
    table = figures_table("fold", *headings)
    for name, fold in found["folds"].items():
        table.add_row(printable(name), *(_shown(fold[measure]) for measure in measures))
    for name, row in (("mean", found), *((("with noise", found["noise"]),) if "noise" in found else ())):
        cells = (f"{_shown(row['mean'][measure])} ± {_shown(row['std'][measure])}" for measure in measures)
        table.add_row(name, *cells)
    return table


def _shown(figure: float | None) -> str:
    return "–" if figure is None else f"{figure:.3f}"


def predict(
    file: CorpusFile,
    output: Annotated[Path, typer.Option("--output", "-o", help="The file to write.", metavar="PREDICTED")],
    model: MODEL = "rules",
    author: AUTHOR = "user",
) -> None:
    """Write the dialogues with the acts that a model reads in place of the labelled ones; frames stay as they are.

    \b
    Example: wayframe nlu predict frames.json --model rules -o predicted.json
    """
    from wayframe import corpus
    from wayframe.evaluation.nlu import predicted
    from wayframe.nlu import models

    tagger, names, origin = models.tagger(model), lexicon(), models.model_origin(model)
    known = origin.data.recogniser() if origin else lambda dialogue: False
    seen = Counter[bool]()
    with progress("dialogues", None) as told:
        given = noted(counted(corpus.stream(file), told), known, seen)
        dialogues = corpus.write(output, predicted(file, given, tagger, names, author))
    if origin and seen[True]:
        reason = f"was trained on {seen[True]:,} of these dialogues: these predictions don't tell how good it is"
        typer.echo(printable(f"wayframe: {origin.file}: {reason}"), err=True)
    typer.echo(printable(f"{output}: {dialogues:,} dialogues"))


_SHOWN = 10  # kinds on the terminal


def errors(
    file: CorpusFile,
    output: Annotated[Path, typer.Option("--output", "-o", help="The page to write.", metavar="HTML")],
    model: MODEL = "rules",
    author: AUTHOR = "user",
    folds: FOLDS = "",
    train_on: TRAIN_ON = "",
    test_on: TEST_ON = "",
    kinds: Annotated[int, typer.Option(min=1, help="So many kinds of confusions, the most frequent ones.")] = 40,
    examples: Annotated[int, typer.Option(min=1, help="No more examples of a kind than this.")] = 10,
    jobs: JOBS = None,
    seed: Annotated[int, typer.Option(help="Same seed, same page.")] = 0,
    as_json: AsJson = False,
) -> None:
    """Write a page of what a tagger takes for something else, the most frequent first, with the turns.

    \b
    Example: wayframe nlu errors frames.json --model rules -o errors.html
    """
    from wayframe.evaluation import divided
    from wayframe.evaluation.nlu import TaggerPlan, check_model
    from wayframe.evaluation.nlu_errors import confusions, page
    from wayframe.files import digest, writing

    check_model(model)
    on = divided(file, *sides(folds, train_on, test_on), jobs or cores())
    with progress("folds", None) as told:
        found = confusions(on, TaggerPlan(model, lexicon(), author, seed), told)
    about = (("File", file.name), ("sha256", digest(file)), ("Model", model), ("Turns of", author))
    with writing(output) as written:
        written.write(page(f"What {model} confuses", found, about, kinds, examples).encode())
    counts = [
        {"kind": each.kind, "labelled": each.labelled, "read_as": each.said, "count": len(each.examples)}
        for each in found.found
    ]
    head = {"model": model, "author": author, "turns": found.turns, "page": str(output)}
    lines = ("{count:6,}  {kind}: {labelled}, read as {read_as}".format(**each) for each in counts[:_SHOWN])
    say(as_json, {**head, "confusions": counts}, *lines, f"Open {output}")


app = typer.Typer(help="Understanding: train, evaluate and apply taggers.", no_args_is_help=True)
app.command("train")(train)
app.command("evaluate")(evaluate)
app.command("predict")(predict)
app.command("errors")(errors)
