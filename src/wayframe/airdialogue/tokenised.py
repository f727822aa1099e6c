"""The files that the public competition's models are trained on and answer to: words and tags, blanks between them.

Records become tokens such as `<a1_OSL>`, names stay as they are, and dialogues have a token where each turn begins.
`prepare` writes what the public toolkit's preprocessing writes, file for file and line for line; `cut` writes dialogues
that stop where somebody is to answer. The words are those of `scoring.words`.
"""

from __future__ import annotations

import json
import string
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from itertools import chain, pairwise
from pathlib import Path
from typing import BinaryIO, Literal, NamedTuple, get_args

from msgspec import to_builtins

from wayframe import files
from wayframe.airdialogue.files import Bad, SamplePair, located, parse, refuse, side_by_side
from wayframe.airdialogue.records import AGENT_SAYS, CUSTOMER_SAYS, Action, AirFlight, Intent, KnowledgeBase, Sample
from wayframe.airdialogue.scoring.words import words
from wayframe.errors import InputError, shown

_SHORTEST = 10  # bytes: a shorter line is none
_NOT_PRINTABLE = bytes(set(range(256)) - set(string.printable.encode()))


class LoadedSample(NamedTuple):
    """A sample and its knowledge base, with the lines that they stand in."""

    pair: SamplePair
    sample_json: bytes
    kb_json: bytes


def load(
    data: str | Path, kb: str | Path, keep_incorrect: bool = False, bad: Bad = refuse, needs: Sequence[str] = ()
) -> Iterator[LoadedSample]:
    """The samples that aren't judged wrong, unless these are kept; characters beyond printable ASCII are dropped.

    Lines of fewer than ten bytes are none. Raises and passes over like `files.read`.
    """
    for sample, base in side_by_side(data, kb, _SHORTEST):
        sample, base = (line._replace(text=line.text.translate(None, _NOT_PRINTABLE)) for line in (sample, base))
        try:
            pair = parse(data, kb, sample, base, needs)
        except InputError as error:
            bad(error)
            continue
        if keep_incorrect or pair.sample.correct_sample is not False:
            yield LoadedSample(pair, sample.text, base.text)


CUSTOMER, AGENT, END = "<t1>", "<t2>", "<eod>"
"""A customer's turn begins, an agent's turn begins, the dialogue ends."""

UNKNOWN = "<unk>"
_QUOTES = ("''", "``")


class DialogueTokens(NamedTuple):
    """A dialogue as tokens, and where its turns are: from the turn's token to that of the next turn."""

    tokens: tuple[str, ...]
    customer: tuple[tuple[int, int], ...]
    agent: tuple[tuple[int, int], ...]


def kb_tokens(kb: KnowledgeBase) -> list[str]:
    """Return a tag for the reservation, then thirteen tags for each flight."""
    return [
        "<res_has_res>" if kb.reservation else "<res_no_res>",
        *chain.from_iterable(_flight(each) for each in kb.kb),
    ]


def _flight(flight: AirFlight) -> list[str]:
    return [
        f"<a1_{flight.departure_airport}>",
        f"<a2_{flight.return_airport}>",
        f"<m1_{flight.departure_month}>",
        f"<m2_{flight.return_month}>",
        f"<d1_{flight.departure_day}>",
        f"<d2_{flight.return_day}>",
        f"<tn1_{flight.departure_time_num}>",
        f"<tn2_{flight.return_time_num}>",
        f"<cl_{flight.flight_class}>",
        f"<pr_{flight.price}>",
        f"<cn_{flight.num_connections}>",
        f"<al_{flight.airline}>",
        f"<fl_{flight.flight_number}>",
    ]


def intent_tokens(intent: Intent) -> list[str]:
    """Fifteen tokens; what isn't wished is `all`, or 2 connections.

    Raises `InputError` where the name isn't two words with a blank between them.
    """
    name = intent.name.strip().split(" ")
    if len(name) != 2:
        raise InputError(f"intent.name: expected a first and a last name, found {shown(intent.name)}")
    return [
        f"<a1_{intent.departure_airport}>",
        f"<a2_{intent.return_airport}>",
        f"<m1_{intent.departure_month}>",
        f"<m2_{intent.return_month}>",
        f"<d1_{intent.departure_day}>",
        f"<d2_{intent.return_day}>",
        f"<t1_{intent.departure_time or 'all'}>",
        f"<t2_{intent.return_time or 'all'}>",
        *name,
        f"<cl_{intent.flight_class or 'all'}>",
        f"<pr_{intent.max_price}>",
        f"<cn_{2 if intent.max_connections is None else intent.max_connections}>",
        f"<al_{intent.airline_preference or 'all'}>",
        f"<gl_{intent.goal}>",
    ]


def action_tokens(action: Action, field: str = "action") -> list[str]:
    """Four tokens; the second name may be empty, and several flights are one token.

    Raises `InputError` where the name has more than two words.
    """
    first, *others = action.name.strip().split(" ")
    if len(others) > 1:
        raise InputError(f"{field}.name: expected at most two words, found {shown(action.name)}")
    flights = "_".join(f"<fl_{number}>" for number in action.flight) or "<fl_empty>"
    return [first, others[0] if others else "", flights, f"<st_{action.status}>"]


def talk(dialogue: Sequence[str]) -> DialogueTokens:
    """A dialogue as tokens: after the last turn comes its end, and the token of who would be next.

    Raises `InputError` where a speaker goes on after itself, or there is no turn.
    """
    if not dialogue:
        raise InputError("dialogue: has no turn")
    found = list[str]()
    starts: dict[str, list[int]] = {CUSTOMER: [], AGENT: []}
    speaker = ""
    for number, turn in enumerate(dialogue):
        token, said = _said(turn)
        if token == speaker:
            raise InputError(f"dialogue[{number}]: the same speaker as before")
        speaker = token
        starts[token].append(len(found))
        found += [token, *said]
    after = AGENT if speaker == CUSTOMER else CUSTOMER
    found += [END, after]
    ends = sorted([*starts[CUSTOMER], *starts[AGENT], len(found) - 1])
    following = dict(pairwise(ends))
    customer, agent = (tuple((start, following[start]) for start in starts[token]) for token in (CUSTOMER, AGENT))
    return DialogueTokens(tuple(found), customer, agent)


def cut_talk(dialogue: Sequence[str], first: str = CUSTOMER) -> list[str]:
    """A dialogue that somebody is to go on with: up to the token of who is next, `first` if nobody has spoken."""
    return [token for token in talk(dialogue).tokens if token != END] if dialogue else [first]


def _said(turn: str) -> tuple[str, list[str]]:
    """The token of the speaker, and the words; a turn is the agent's unless it says that it is the customer's.

    A turn without words is one empty word, so that the blanks stay where models expect them.
    """
    token, start = (CUSTOMER, CUSTOMER_SAYS) if turn.startswith(CUSTOMER_SAYS) else (AGENT, AGENT_SAYS)
    said = ['"' if word in _QUOTES else word for word in words(turn[len(start) :].strip())]
    return token, said or [""]


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
        talk(sample.turns) if speaking else None,
        " ".join(kb_tokens(pair.kb)),
    )


def _rows(each: _SampleTokens, job: Job, first: str) -> Iterator[tuple[str, ...]]:
    """Yield the lines that a sample adds to the files of a job, in the order of their names."""
    if job == "next":
        yield f"{each.intent}|{' '.join(cut_talk(each.sample.turns, first))}", each.kb
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


_CUT_NAMES = ("infer_src_data", "infer_tgt_data", "infer_kb")


def cut(
    data: str | Path,
    kb: str | Path,
    folder: Path,
    prefix: str = "dev",
    *,
    keep_incorrect: bool = False,
    compat: bool = False,
    bad: Bad = refuse,
    told: Callable[[int], object] = lambda lines: None,
) -> int:
    """Write `PREFIX_infer_src_data.json`, `..._tgt_data.json` and `..._kb.json`; how many lines each has.

    A source holds the intent and the dialogue so far, nothing that gives the outcome away. With `compat` it holds all
    of its sample, as the public toolkit's does: the actions, the judgement, the agent's searches. `told`
    hears how many lines there are. Raises like `files.read`.
    """
    count = 0
    with ExitStack() as stack:
        files.folder(folder)
        out = [stack.enter_context(files.writing(folder / f"{prefix}_{name}.json")) for name in _CUT_NAMES]
        for loaded in load(data, kb, keep_incorrect, bad, ["dialogue"]):
            for row in _cut_rows(loaded, compat):
                for file, value in zip(out, row, strict=True):
                    file.write(json.dumps(value, separators=(",", ":")).encode() + b"\n")
                count += 1
            told(count)
    return count


def _cut_rows(loaded: LoadedSample, compat: bool) -> Iterator[tuple[object, object, object]]:
    sample: Sample = loaded.pair.sample
    dialogue = sample.turns
    known = json.loads(loaded.sample_json) if compat else {"intent": to_builtins(sample.intent)}
    kb = json.loads(loaded.kb_json)
    for target in range(1, len(dialogue)):
        yield known | {"dialogue": dialogue[:target]}, {"response": dialogue[target]}, kb
