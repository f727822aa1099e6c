"""`wayframe track`: say which frame everything is about, and score who says it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from wayframe.cli.llm import LLMURL, TIMEOUT, LLMBudget, LLMCache, LLMModel, LLMPrices, LLMTimeout, baseline, llm_line
from wayframe.cli.options import (
    FOLDS,
    JOBS,
    TEST_ON,
    TRACKER,
    TRAIN_ON,
    AsJson,
    CorpusFile,
    cores,
    lexicon,
    own_modules,
    sides,
)
from wayframe.cli.output import (
    figures_table,
    model_line,
    printable,
    progress,
    say,
    say_findings,
)
from wayframe.errors import InputError, shown

if TYPE_CHECKING:
    from rich.table import Table

    from wayframe.evaluation.comparison import ScoreDifference
    from wayframe.scoring import DecisionTally, Measure, PredictionScore
    from wayframe.selection import Predicate


def train(
    file: CorpusFile,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", help="The file to write; by default the user's own model.", metavar="MODEL"),
    ] = None,
    seed: Annotated[int, typer.Option(help="Same seed and dialogues, same model.")] = 0,
) -> None:
    """Train the learned tracker on all dialogues of a file, in a minute or so.

    Labelling while people collect dialogues, and simulation, use the user's own model from then on.

    \b
    Example: wayframe track train frames.json -o model.json

    \b
    Example: wayframe track predict other.json --tracker model.json -o predictions.json
    """
    from wayframe import corpus, validation
    from wayframe.files import folder
    from wayframe.tracking import learned

    dialogues = list(validation.checked(file, corpus.stream(file)))
    with progress("dialogues", len(dialogues)) as told:
        model = learned.train(dialogues, seed, told)
    target = output or learned.own_model()
    if output is None:
        folder(target.parent)
    model.save(target)
    typer.echo(printable(f"{target}: trained on {len(dialogues):,} dialogues"))


def evaluate(
    file: CorpusFile,
    tracker: TRACKER = "rules",
    folds: FOLDS = "",
    train_on: TRAIN_ON = "",
    test_on: TEST_ON = "",
    free_running: Annotated[
        bool, typer.Option("--free-running", help="Also on each tracker's own frames in place of gold ones.")
    ] = False,
    nlu: Annotated[
        str | None,
        typer.Option(help="Also on the acts that an NLU reads: rules, trained, baseline, or a model file (.json)."),
    ] = None,
    baselines: Annotated[bool, typer.Option(help="Evaluate the baselines beside it.")] = True,
    jobs: JOBS = None,
    engine: Annotated[
        Literal["local", "ray"], typer.Option(help="Processes of this machine, or Ray; the figures are the same.")
    ] = "local",
    seed: Annotated[int, typer.Option(help="Same seed, same figures.")] = 0,
    llm: LLMURL = None,
    llm_model: LLMModel = None,
    llm_timeout: LLMTimeout = TIMEOUT,
    llm_prices: LLMPrices = None,
    llm_cache: LLMCache = None,
    llm_budget: LLMBudget = None,
    as_json: AsJson = False,
) -> None:
    """Test a tracker on each fold after training on all others, where it learns; baselines and parts beside.

    \b
    Example: wayframe track evaluate frames.json --tracker rules --free-running

    \b
    Example: wayframe track evaluate frames.json --folds 1 --tracker llm --llm http://localhost:8080/v1 --llm-model m
    """
    from wayframe import evaluation

    own_modules()
    client = baseline(tracker, llm, llm_model, llm_timeout, llm_prices, llm_cache, llm_budget)
    if client and engine == "ray":
        raise InputError("--tracker llm: expected no --engine ray beside it")
    plan = evaluation.TrackerPlan(tracker, evaluation.BASELINES if baselines else (), seed, free_running, client)
    asked = sides(folds, train_on, test_on)
    if nlu:
        from wayframe.evaluation.nlu import check_model

        check_model(nlu)
    on = evaluation.divided(file, *asked, 1 if client else jobs or cores(), engine)
    together = None
    if nlu:  # first, because a model that has seen what is tested is refused at its start
        from wayframe.evaluation.joint import joint
        from wayframe.evaluation.nlu import TaggerPlan

        with progress("folds", None) as told:
            together = joint(on, tracker, TaggerPlan(nlu, lexicon(), seed=seed), told, client)
    found = evaluation.evaluate(on, plan)
    if together:
        found["joint"] = together
    say(as_json, found, *_report(file, found))


def _report(file: Path, found: dict[str, Any]) -> Iterator[str | Table]:
    protocol = found["protocol"]
    yield f"{file} (sha256 {protocol['sha256'][:12]}), folds {', '.join(found['folds'])}; percent"
    if "model" in protocol:
        yield model_line(protocol["model"], protocol["folds"])
    if "llm" in protocol:
        yield llm_line(protocol["llm"])
    yield from ("", "mean over folds ± deviation:", "", _means(found))
    yield from ("", "slots / acts by part:", "", _splits(found))
    if "free_running" in found:
        own = {"tracker": found["tracker"], "protocol": protocol, **found["free_running"]}
        yield from ("", "on the tracker's own frames:", "", _means(own), "", _splits(own))
    if "joint" in found:
        yield from ("", f"with the acts that {found['joint']['nlu']} reads, in percent:", "", _joint(found["joint"]))
        if "nlu_model" in found["joint"]:
            yield from ("", model_line(found["joint"]["nlu_model"], protocol["folds"]))


def _joint(found: dict[str, Any]) -> Table:
    labels = found["labelled_acts"]
    rows = {
        "gold frames": found,
        "its own frames": found["free_running"],
        "gold frames, labelled acts": labels,
        "its own frames, labelled acts": labels["free_running"],
    }
    table = figures_table("", *(name.replace("_", " ") for name in found["mean"]))
    for name, row in rows.items():
        cells = (f"{_percent(mean)} ± {_percent(row['std'][measure])}" for measure, mean in row["mean"].items())
        table.add_row(name, *cells)
    return table


def _percent(share: float | None) -> str:
    return _shown(None if share is None else 100 * share)


def _rows(found: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {found["tracker"]: found, **found["baselines"]}


def _means(found: dict[str, Any]) -> Table:
    table = figures_table("", "slots", "acts", "binary", "identified", "creation")
    for name, row in _rows(found).items():
        cells = (f"{_shown(mean)} ± {_shown(row['std'][measure])}" for measure, mean in row["mean"].items())
        table.add_row(printable(name), *cells)
    return table


def _splits(found: dict[str, Any]) -> Table:
    table = figures_table("", *(name.replace("_", " ") for name in found["splits"]))
    for name, row in _rows(found).items():
        cells = (f"{_shown(each['slots'])} / {_shown(each['acts'])}" for each in row["splits"].values())
        table.add_row(printable(name), *cells)
    return table


def _shown(percent: float | None) -> str:
    if percent is None:
        return "–"
    return "100" if percent == 100 else f"{percent:.1f}"


def predict(
    file: CorpusFile,
    output: Annotated[Path, typer.Option("--output", "-o", help="The file to write.", metavar="PREDICTIONS")],
    tracker: TRACKER = "rules",
    fold: Annotated[
        int | None, typer.Option(help="Only the users of this standard fold; with a minus, all others.")
    ] = None,
    seed: Annotated[int, typer.Option(help="Same seed, same predictions.")] = 0,
) -> None:
    """Track a corpus, gold frames before every turn; what has to be trained trains on all users outside the fold.

    \b
    Example: wayframe track predict frames.json --fold 4 -o predictions.json
    """
    from wayframe import evaluation

    own_modules()
    dialogues = evaluation.predict(file, output, tracker, fold, seed)
    typer.echo(printable(f"{output}: {dialogues:,} dialogues"))


def score(
    gold: Annotated[Path, typer.Argument(help="A Frames corpus: a list or lines; plain, .gz or .xz.", metavar="GOLD")],
    predictions: Annotated[
        Path, typer.Argument(help="Predictions in the public evaluator's format.", metavar="PREDICTIONS")
    ],
    fold: Annotated[
        int | None, typer.Option(help="Only this standard fold; with a minus, all users outside it.", metavar="N")
    ] = None,
    mode: Annotated[
        Literal["strict", "reference"], typer.Option(help="Without loopholes, or as the public evaluator counts.")
    ] = "strict",
    save_as: Annotated[
        Path | None, typer.Option(help="Write the predictions with the tag 'wrong' at turns with a wrong slot.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Count what predictions get right, by the tags of the turns and by act and slot.

    \b
    Example: wayframe track score frames.json predictions.json --fold 4 --mode reference
    """
    from wayframe import scoring

    found = scoring.score(gold, predictions, fold, mode)
    if save_as:
        scoring.write_wrong(predictions, found, save_as)
    if as_json:
        import json

        # Infinity and NaN stand as the public evaluator has them, in the way of Python's json module.
        typer.echo(json.dumps(found.as_json()))
    else:
        say(False, None, *_score_report(found))


def _score_report(found: PredictionScore) -> Iterator[str | Table]:
    counts = found.counts
    yield found.signature
    if counts.warnings:
        yield f"{counts.warnings:,} warnings: values that differ, slots whose probabilities sum above 1"
    yield from ("", _tally_table("slots", counts.slots), "", _tally_table("acts", counts.acts))
    yield from ("", _tally_table("slots by act", counts.by_act_slot))
    if found.shares is None:
        return
    yield ""
    measures: tuple[Measure, ...] = ("acts_binary", "identification", "creation")
    for measure in measures:
        percent = found.shares.percent(measure)
        if percent is not None:
            yield f"{measure.replace('_', ' '):16}{percent:6.2f} %  of {found.shares.count(measure):,}"


def _tally_table(title: str, tallies: Mapping[str, DecisionTally]) -> Table:
    table = figures_table(title, "count", "accuracy", "loglik")
    for name, tally in sorted(tallies.items(), key=lambda each: (each[1].count, each[0])):
        accuracy, loglik = 100 * tally.correct / tally.count, tally.loglik / tally.count
        table.add_row(printable(name), f"{tally.count:,}", f"{accuracy:.2f} %", f"{loglik:.3f}")
    return table


def subset(
    file: CorpusFile,
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
    as_json: AsJson = False,
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
    width = max(map(len, counts))
    lines = (f"{name:{width}}  {turns:6,} turns" for name, turns in counts.items())
    say(as_json, {"file": file.name, "sha256": files.digest(file), "subsets": counts}, *lines)


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


def check(
    tracker: Annotated[str, typer.Argument(help="module:Class, or the name of a tracker.", metavar="TRACKER")],
    file: Annotated[
        Path | None, typer.Option(help="Check on these dialogues, in place of a short one.", metavar="FILE")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Check a tracker: proper distributions over the right frames, deterministic, no peeking. Exit code 1 if it fails.

    \b
    Example: wayframe track check my_package.trackers:MyTracker
    """
    from wayframe import corpus, tracking
    from wayframe.tracking.conformance import CHECKS, conformance

    own_modules()
    tracking.tracker(tracker)
    found = conformance(lambda: tracking.tracker(tracker), corpus.read(file) if file else ())
    say_findings({"tracker": tracker}, found, CHECKS, as_json)


_EVALUATION = "What 'wayframe track evaluate --json' printed."


def compare(
    first: Annotated[Path, typer.Argument(help=_EVALUATION, metavar="A")],
    second: Annotated[Path, typer.Argument(help=_EVALUATION, metavar="B")],
    samples: Annotated[int, typer.Option(min=100, max=100_000, help="How many samples of the dialogues.")] = 2000,
    seed: Annotated[int, typer.Option(help="Same seed, same samples.")] = 0,
    as_json: AsJson = False,
) -> None:
    """Compare two evaluations on the same dialogues: difference, 95 % interval, p (paired bootstrap over dialogues).

    \b
    Example: wayframe track compare rules.json mine.json
    """
    from wayframe.evaluation import comparison

    found = comparison.compare(first, second, samples, seed)
    measures = {measure: difference._asdict() for measure, difference in found.items()}
    protocols = [comparison.read(path).protocol for path in (first, second)]
    models = [protocol.get("model") for protocol in protocols]
    head = {"first": first.name, "second": second.name, "models": models, "samples": samples, "seed": seed}
    about = [
        f"{name}: {model_line(protocol['model'], protocol['folds'])}"
        for name, protocol in zip("AB", protocols, strict=True)
        if "model" in protocol
    ]
    say(as_json, head | {"measures": measures}, *about, _difference_table(found))


def _difference_table(found: dict[Measure, ScoreDifference]) -> Table:
    table = figures_table("percent", "A", "B", "B - A", "95 %", "p")
    for measure, each in found.items():
        interval = f"{each.low:+.2f} to {each.high:+.2f}"
        figures = f"{each.first:.2f}", f"{each.second:.2f}", f"{each.difference:+.2f}", interval, f"{each.p:.4f}"
        table.add_row(measure.replace("_", " "), *figures)
    return table


def errors(
    file: CorpusFile,
    output: Annotated[Path, typer.Option("--output", "-o", help="The page to write.", metavar="HTML")],
    tracker: TRACKER = "rules",
    folds: FOLDS = "",
    train_on: TRAIN_ON = "",
    test_on: TEST_ON = "",
    limit: Annotated[int | None, typer.Option(min=1, help="No more turns than this of each kind.")] = None,
    jobs: JOBS = None,
    seed: Annotated[int, typer.Option(help="Same seed, same page.")] = 0,
    as_json: AsJson = False,
) -> None:
    """Write a page of the turns that a tracker gets wrong, by kind, the frames beside the text.

    \b
    Example: wayframe track errors frames.json --tracker rules -o errors.html
    """
    from wayframe.evaluation import divided
    from wayframe.evaluation.errors import KINDS, mistakes, page
    from wayframe.files import digest, writing

    own_modules()
    found = mistakes(divided(file, *sides(folds, train_on, test_on), jobs or cores()), tracker, seed)
    about = (("File", file.name), ("sha256", digest(file)), ("Tracker", tracker))
    with writing(output) as written:
        written.write(page(f"What {tracker} gets wrong", found, about, limit).encode())
    counts = {"tracker": tracker, "turns": found.turns, "wrong": len(found.found), "kinds": found.kinds}
    lines = (f"{count:6,}  {KINDS[name]}" for name, count in found.kinds.items())
    head = f"{len(found.found):,} of {found.turns:,} user turns:"
    say(as_json, {**counts, "page": str(output)}, head, *lines, f"Open {output}")


app = typer.Typer(help="Frame trackers: run, score and compare them.", no_args_is_help=True)
for command in (train, evaluate, predict, score, subset, check, compare, errors):
    app.command()(command)
