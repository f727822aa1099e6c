"""Write training, evaluation and inference data of models as files of tokens with bars between the fields."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from itertools import chain
from pathlib import Path
from typing import BinaryIO, Literal, NamedTuple, get_args

from wayframe import files
from wayframe.airdialogue.files import Bad, SamplePair, located, refuse
from wayframe.airdialogue.records import Action, Sample
from wayframe.airdialogue.tokenised.loading import load
from wayframe.airdialogue.tokenised.tokens import (
    AGENT,
    CUSTOMER,
    END,
    UNKNOWN,
    DialogueTokens,
    action_tokens,
    cut_talk,
    intent_tokens,
    kb_tokens,
    talk,
)  # fmt: skip  # isort: skip
from wayframe.errors import InputError

Job = Literal["train", "eval", "infer", "next", "selfplay", "selfplay-eval"]
JOBS: tuple[Job, ...] = get_args(Job)
"""What can be written: for training, evaluation, answering each turn, answering only what comes next, self-play."""

_SPEAKING: tuple[Job, ...] = ("train", "eval", "infer")
_NAMES: dict[Job, tuple[str, ...]] = {
    "train": ("data", "kb"),
    "eval": ("eval.data", "eval.kb"),
    "infer": ("infer.src.data", "infer.kb", "infer.tar.data"),
    "next": ("infer.src.data", "infer.kb"),
    "selfplay": ("selfplay.data", "selfplay.kb"),
    "selfplay-eval": ("selfplay.eval.data", "selfplay.eval.kb"),
}


class PreparedFiles(NamedTuple):
    """Result of writing: samples, the lines of each file; the words of `vocab.txt`, None where it isn't written."""

    samples: int
    lines: dict[str, int]
    vocabulary: int | None


class _SampleTokens(NamedTuple):
    """A sample as tokens, joined; `talk` is None where no job needs the dialogue."""

    sample: Sample
    intent: str
    action: str
    talk: DialogueTokens | None
    kb: str


def prepare(
    data: str | Path,
    kb: str | Path,
    folder: Path,
    prefix: str = "train",
    jobs: Iterable[Job] = _SPEAKING,
    *,
    keep_incorrect: bool = False,
    cutoff: int = 0,
    first: Literal["customer", "agent"] = "customer",
    bad: Bad = refuse,
    told: Callable[[int], object] = lambda samples: None,
) -> PreparedFiles:
    """Write the files of some jobs into a folder, with `PREFIX.full.vocab`, the count of every word.

    `vocab.txt` is the vocabulary of job train alone, and no other job replaces it; `cutoff` leaves out what is rarer.
    `first` answers where nobody has spoken (job next). `told` hears how many samples are done. Raises `InputError`
    naming the line where a sample lacks what a job needs or can't be tokens; `bad` may take these.
    """
    jobs = tuple(dict.fromkeys(jobs))
    if "infer" in jobs and "next" in jobs:
        raise InputError("infer and next are files of the same names: one of them at a time")
    samples = 0
    bases, said = Counter[str](), Counter[str]()
    with ExitStack() as stack:
        out = _OutputFiles(stack, files.folder(folder), prefix)
        for each in _tokens(data, kb, jobs, keep_incorrect, bad):
            samples += 1
            _count(each, bases, said)
            for job in jobs:
                out.add(job, _rows(each, job, CUSTOMER if first == "customer" else AGENT))
            told(samples)
        counts = bases + said
        out.open(f"{prefix}.full.vocab").write(str(dict(counts)).encode())
        known = _vocabulary(counts, cutoff) if "train" in jobs else ()
        if known:
            out.open("vocab.txt").write("".join(f"{word}\n" for word in known).encode())
    return PreparedFiles(samples, out.lines, len(known) or None)


class _OutputFiles:
    """The files of all jobs, open together."""

    def __init__(self, stack: ExitStack, folder: Path, prefix: str) -> None:
        self.lines = dict[str, int]()
        self._stack, self._folder, self._prefix = stack, folder, prefix
        self._out = dict[str, BinaryIO]()

    def open(self, name: str) -> BinaryIO:
        """A file of this name, to be written."""
        return self._stack.enter_context(files.writing(self._folder / name))

    def add(self, job: Job, rows: Iterable[tuple[str, ...]]) -> None:
        """Add lines to the files of a job, one to each from a row."""
        for row in rows:
            for ending, line in zip(_NAMES[job], row, strict=True):
                name = f"{self._prefix}.{ending}"
                if name not in self._out:
                    self._out[name] = self.open(name)
                    self.lines[name] = 0
                self._out[name].write(line.encode() + b"\n")
                self.lines[name] += 1


def _tokens(data: str | Path, kb: str | Path, jobs: tuple[Job, ...], keep: bool, bad: Bad) -> Iterator[_SampleTokens]:
    speaking = any(job in _SPEAKING for job in jobs)
    needs = [
        *(["dialogue"] if speaking else []),
        *(["action"] if speaking else []),
        *(["expected_action"] if any(job.startswith("selfplay") for job in jobs) else []),
    ]
    for pair, _, _ in load(data, kb, keep, bad, needs):
        try:
            with located(f"{data}: line {pair.line}"):
                tokens = _of_sample(pair, speaking)
        except InputError as error:
            bad(error)
        else:
            yield tokens


def _of_sample(pair: SamplePair, speaking: bool) -> _SampleTokens:
    sample = pair.sample
    action = " ".join(action_tokens(sample.action)) if sample.action else ""
    return _SampleTokens(
        sample,
        " ".join(intent_tokens(sample.intent)),
        action,
        talk(sample.dialogue or ()) if speaking else None,
        " ".join(kb_tokens(pair.kb)),
    )


def _rows(each: _SampleTokens, job: Job, first: str) -> Iterator[tuple[str, ...]]:
    """Yield the lines that a sample adds to the files of a job, in the order of their names."""
    if job == "next":
        yield f"{each.intent}|{' '.join(cut_talk(each.sample.dialogue or (), first))}", each.kb
    elif job in _SPEAKING and each.talk is not None:
        yield from _answers(each, each.talk) if job == "infer" else [(_supervised(each, each.talk), each.kb)]
    elif isinstance(each.sample.expected_action, Action):
        expected = " ".join(action_tokens(each.sample.expected_action, "expected_action"))
        yield f"{each.intent}|{expected}", each.kb


def _supervised(each: _SampleTokens, talk: DialogueTokens) -> str:
    boundaries = chain((start for start, _ in talk.customer), (end for _, end in talk.customer))
    return "|".join((each.intent, each.action, " ".join(talk.tokens), " ".join(map(str, boundaries))))


def _answers(each: _SampleTokens, talk: DialogueTokens) -> Iterator[tuple[str, str, str]]:
    """Every turn of the customer's, then every turn of the agent's, as an answer to what was before it."""
    for start, end in (*talk.customer, *talk.agent):
        before, answer = talk.tokens[: start + 1], talk.tokens[start + 1 : end + 1]
        yield f"{each.intent}|{' '.join(before)}", each.kb, f"{each.action}|{' '.join(answer)}"


def _count(each: _SampleTokens, bases: Counter[str], said: Counter[str]) -> None:
    """Count the words of a sample; what is expected is no part of the vocabulary."""
    bases.update(each.kb.split(" "))
    said.update(each.intent.split(" "))
    if each.action:
        said.update(each.action.split(" "))
    if each.talk is not None:
        said.update(each.talk.tokens)


def _vocabulary(counts: Counter[str], cutoff: int) -> list[str]:
    """The tokens that every model has, then the words in the order in which they came, knowledge bases first."""
    own = (UNKNOWN, CUSTOMER, AGENT, END)
    often = (word for word, count in counts.items() if count >= cutoff and word and word.isascii())
    return [*own, *(word for word in often if word not in own)]
