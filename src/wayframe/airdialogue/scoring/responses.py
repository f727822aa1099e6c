"""Next utterances scored: a response a line, against the tokenised targets of the public competition."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import fsum
from pathlib import Path
from typing import Literal, NamedTuple, cast, get_args

from wayframe import files
from wayframe.airdialogue.files import BOM, Bad, records, refuse
from wayframe.airdialogue.scoring.metrics import (
    DialogueLoss,
    bleu,
    divergence,
    divergence_reference,
    perplexity,
    rouge_l,
    rouge_l_reference,
)
from wayframe.airdialogue.scoring.outcomes import mean
from wayframe.airdialogue.scoring.score import Mode, TaskScore, Told, nobody, reported, signature
from wayframe.errors import InputError, shown

Metric = Literal["bleu", "rouge", "kl", "accuracy"]
Detail = Literal["brief", "all"]
ROLES = {"<t1>": "agent", "<t2>": "customer"}
"""The token that ends a target is the next speaker's: where it is `<t1>`, the agent is speaking."""

_FAULTS: dict[Metric, str] = {
    "rouge": "a response's line break stays on its last word in rouge",
    "kl": "the two sides of kl are shares of different totals",
}
Figure = float | dict[str, float | None] | None


class Response(NamedTuple):
    """A target and what was said in its place. `said` keeps its line break, on which a fault of the toolkit rests."""

    role: str
    expected: str
    said: str

    def tokens(self) -> tuple[list[str], list[str]]:
        """Split the response and the expected one at single spaces."""
        return self.said.rstrip().split(" "), self.expected.split(" ")


def asked(text: str) -> dict[Metric, Detail]:
    """Metrics by name, each followed by `:all` or `:brief` or nothing, with commas between them."""
    found = dict[Metric, Detail]()
    for each in text.split(","):
        name, _, detail = each.strip().lower().partition(":")
        if name not in get_args(Metric) or (detail or "brief") not in get_args(Detail):
            raise InputError(f"--metrics: expected {', '.join(get_args(Metric))}, each with :all or not: {shown(each)}")
        if name == "accuracy" and detail == "all":
            raise InputError("--metrics: accuracy has one figure, not one for each role")
        found[cast("Metric", name)] = cast("Detail", detail or "brief")
    return found


def score_infer(
    targets: str | Path,
    path: str | Path,
    mode: Mode = "strict",
    metrics: Mapping[Metric, Detail] | None = None,
    losses: str | Path | None = None,
    bad: Bad = refuse,
    told: Told = nobody,
) -> TaskScore:
    """Score the responses of a file, line by line, against a file of targets ("action|tokens of the turn <t1>").

    Reference mode takes as many lines as both files have, strict mode wants as many. `losses` is a file of losses
    (`DialogueLoss`) for the perplexity. Raises `InputError` naming the line; `bad` may take lines that are no targets.
    """
    rows = _read(targets, path, mode, bad, told)
    if not rows:
        raise InputError(f"{path}: no response to score")
    metrics = metrics or dict.fromkeys(get_args(Metric), "brief")
    figures: dict[str, object] = {name: _figure(name, detail, rows, mode) for name, detail in metrics.items()}
    inputs = {"targets": targets, "responses": path}
    if losses:
        inputs["losses"] = losses
        figures["perplexity"] = perplexity(
            (each for _, each in records(losses, DialogueLoss, bad)), mode == "reference"
        )
    faults = tuple(fault for name, fault in _FAULTS.items() if name in metrics) if mode == "reference" else ()
    return TaskScore("infer", mode, len(rows), figures, faults, signature("infer", mode, inputs))


def _read(targets: str | Path, path: str | Path, mode: Mode, bad: Bad, told: Told) -> list[Response]:
    rows = list[Response]()
    with files.reading(targets) as truths, files.reading(path) as given:
        for number, line in enumerate(reported(truths, told), 1):
            answer = given.readline()
            if not answer:
                if mode == "strict":
                    raise InputError(f"{path}: ends before {targets}: line {number}")
                return rows
            try:
                said = _text(answer, f"{path}: line {number}")
                rows.append(_response(line, said, f"{targets}: line {number}"))
            except InputError as error:
                bad(error)
        if mode == "strict" and given.readline():
            raise InputError(f"{path}: more responses than {targets} has targets")
    return rows


def _text(line: bytes, where: str) -> str:
    try:
        return line.removeprefix(BOM).decode()
    except UnicodeDecodeError as error:
        raise InputError(f"{where}: not UTF-8: byte 0x{error.object[error.start]:02x}") from error


def _response(target: bytes, said: str, where: str) -> Response:
    fields = _text(target, where).rstrip().replace(" <eod>", "").rstrip().split("|")
    if len(fields) < 2 or " " not in fields[1]:
        raise InputError(f"{where}: expected 'action|tokens of a turn and the next speaker's token'")
    expected, role = fields[1].rsplit(" ", 1)
    return Response(role, expected, said)


def _figure(metric: Metric, detail: Detail, rows: Sequence[Response], mode: Mode) -> Figure:
    if metric == "accuracy":
        return 100 * mean(row.said.strip() == row.expected.strip() for row in rows)
    if metric == "kl":
        return _divergences(detail, rows, mode)
    measure = _MEASURES[metric, mode]
    found = {name: measure(part) if part else None for name, part in _parts(rows, detail).items()}
    return found["all"] if detail == "brief" else found


def _parts(rows: Sequence[Response], detail: Detail) -> dict[str, Sequence[Response]]:
    """Return all responses under `all`, and in detail those of each role under its token."""
    parts = {"all": rows}
    if detail == "all":
        parts |= {role: [row for row in rows if row.role == role] for role in ROLES}
    return parts


def _bleu(rows: Sequence[Response]) -> float | None:
    return bleu(row.tokens() for row in rows)


def _rouge(rows: Sequence[Response]) -> float | None:
    return 100 * mean(rouge_l(*row.tokens()) for row in rows)


def _rouge_reference(rows: Sequence[Response]) -> float | None:
    return 100 * mean(rouge_l_reference(row.said.split(" "), row.expected.split(" ")) for row in rows)


_MEASURES: dict[tuple[Metric, Mode], Callable[[Sequence[Response]], float | None]] = {
    ("bleu", "strict"): _bleu,
    ("bleu", "reference"): _bleu,
    ("rouge", "strict"): _rouge,
    ("rouge", "reference"): _rouge_reference,
}


_DIVERGENCES = {"strict": divergence, "reference": divergence_reference}


def _divergences(detail: Detail, rows: Sequence[Response], mode: Mode) -> Figure:
    measure = _DIVERGENCES[mode]
    found = {}
    for name, part in _parts(rows, detail).items():
        tokens = [row.tokens() for row in part]
        found[name] = measure([said for said, _ in tokens], [expected for _, expected in tokens])
    if detail == "brief":
        whole = found["all"]
        return fsum(whole.values()) / len(whole) if whole else None
    return {f"{name}-{order}": value for name, by in found.items() if by for order, value in by.items()}
