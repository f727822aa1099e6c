"""Check whole dialogues, and files of them, going on where one of them can't be read."""

from __future__ import annotations

import codecs
from collections.abc import Iterable, Iterator, Sequence
from io import BytesIO
from itertools import chain, islice
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from msgspec import UnsetType

from wayframe import corpus
from wayframe.dialogue import Act, Dialogue, DialogueLabels, Frame, Ref, SearchLog, Turn, Value, encode
from wayframe.errors import InputError
from wayframe.files import reading
from wayframe.validation.database import SearchCheck
from wayframe.validation.labels import PreviousTurn, turn_findings
from wayframe.validation.problem import DialogueFinding, DialogueProblem, Rule, broken, found
from wayframe.validation.shape import dialogue_findings, part_findings, turn_shape_findings


def problems(dialogue: Dialogue) -> Iterator[DialogueProblem]:
    """All that is wrong with one dialogue, turn by turn."""
    for finding in head_findings(dialogue, len(dialogue.turns)):
        yield DialogueProblem(dialogue.id, None, *finding)
    yield from turn_problems(dialogue.id, dialogue.turns)


def turn_problems(name: str, turns: Sequence[Turn | None]) -> Iterator[DialogueProblem]:
    """All that is wrong with the turns of the dialogue `name`, None standing for one that couldn't be read."""
    before: PreviousTurn | None = PreviousTurn(None, ())
    searches = SearchCheck()
    for number, turn in enumerate(turns):
        if turn is None:
            before = None
            continue
        try:
            frames, database = turn.frames, turn.db
            findings = chain(turn_findings(turn, before, frames), searches.findings(database, turn))
            before = PreviousTurn(turn, frames)
        except InputError:
            findings, before = chain(_unreadable_parts(turn)), None
        for finding in findings:
            yield DialogueProblem(name, number, *finding)


def _unreadable_parts(turn: Turn) -> Iterator[DialogueFinding]:
    yield from part_findings("labels.frames", turn.labels.frames_json)
    if not isinstance(turn.db_json, UnsetType):
        yield from part_findings("db", turn.db_json)


def checked(path: str | Path, dialogues: Iterable[Dialogue]) -> Iterator[Dialogue]:
    """The dialogues of the file `path`, up to the first with an error; that raises `InputError` naming all of it."""
    ids = set[str]()
    for dialogue in dialogues:
        for problem in among(ids, dialogue):
            if problem.severity == "error":
                raise InputError(f"{path}: {problem}")
        yield dialogue


def among(ids: set[str], dialogue: Dialogue) -> Iterator[DialogueProblem]:
    """All that is wrong with a dialogue among others, whose ids are known and which is added to them."""
    if dialogue.id in ids:
        yield DialogueProblem(dialogue.id, None, "id", "comes twice")
    ids.add(dialogue.id)
    yield from problems(dialogue)


def head_findings(dialogue: Dialogue, turns: int) -> Iterator[DialogueFinding]:
    """Check a dialogue of so many turns, apart from the turns themselves."""
    yield from broken(_HEAD, "", dialogue)
    yield from broken(_LENGTHS, "", turns)


_HEAD: tuple[Rule[Dialogue], ...] = (
    Rule("id", lambda dialogue: not dialogue.id, "expected a name, found none"),
    Rule("user_id", lambda dialogue: not dialogue.user_id, "expected a name, found none"),
    Rule("wizard_id", lambda dialogue: not dialogue.wizard_id, "expected a name, found none"),
    Rule(
        "labels.userSurveyRating",
        lambda dialogue: dialogue.labels.user_survey_rating is None,
        "no rating",
        "dialogue without a rating",
    ),
    Rule(
        "labels.userSurveyRating",
        lambda dialogue: (rating := dialogue.labels.user_survey_rating) is not None and not 1 <= rating <= 5,
        lambda dialogue: f"expected a rating from 1 to 5, found {found(dialogue.labels.user_survey_rating)}",
    ),
)
_LENGTHS: tuple[Rule[int], ...] = (
    Rule("turns", lambda turns: turns == 0, "expected a turn, found none"),
    Rule("turns", lambda turns: turns == 1, "only one", "dialogue of a single turn"),
)


_SAMPLE = 1000  # lines by which it is decided whether a file has a dialogue a line
_WITH_DEFAULT = tuple(
    f'"{field.encode_name}"'.encode()
    for record in (Act, SearchLog, DialogueLabels, Frame, Ref, Value)
    for field in msgspec.structs.fields(record)
    if field.default is not msgspec.NODEFAULT
)
_TURN = msgspec.json.Decoder(Turn)


class CheckedDialogue(NamedTuple):
    """A dialogue of a file: number from 1, id (`#` and the number if it has none), turns, all that is wrong with it.

    `turns` is None for what stands in place of a dialogue and is none.
    """

    number: int
    dialogue: str
    turns: int | None
    problems: tuple[DialogueProblem, ...]


def check(path: str | Path) -> Iterator[CheckedDialogue]:
    """Check the dialogues of a file one at a time. Raises `InputError` only where the file itself can't be read.

    Stricter than the readers: a field that they would take as present with its default is missing here.
    """
    ids = set[str]()
    for number, piece in enumerate(_pieces(path), 1):
        if isinstance(piece, InputError):
            yield _unreadable(number, str(piece).removeprefix(f"{path}: "))
        else:
            yield _checked(number, piece, ids)


def _checked(number: int, data: bytes, ids: set[str]) -> CheckedDialogue:
    reason = "a field comes twice in an object"
    try:
        dialogue = corpus.parse(data)
        if _is_whole(dialogue, data):
            return CheckedDialogue(number, dialogue.id, len(dialogue.turns), tuple(among(ids, dialogue)))
    except InputError as error:
        reason = str(error)
    try:
        value = msgspec.json.decode(data)
    except (msgspec.DecodeError, RecursionError, ValueError):
        return _unreadable(number, reason)
    checked = _misshapen(number, value, ids)
    if any(problem.severity == "error" for problem in checked.problems):
        return checked
    # Of fields that come twice only the last one was looked at.
    return checked._replace(problems=(DialogueProblem(checked.dialogue, None, "", reason), *checked.problems))


def _unreadable(number: int, reason: str) -> CheckedDialogue:
    name = f"#{number}"
    return CheckedDialogue(number, name, None, (DialogueProblem(name, None, "", reason),))


def _is_whole(dialogue: Dialogue, data: bytes) -> bool:
    """Tell whether no field was missing that the reader made up: writing it again gives no more of them.

    Raises `InputError` where frames or searches can't be read.
    """
    raw, again = [data], [encode(dialogue)]
    for turn in dialogue.turns:
        raw.append(bytes(turn.labels.frames_json))
        again.append(encode(turn.frames))
        if not isinstance(turn.db_json, UnsetType):
            raw.append(bytes(turn.db_json))
            again.append(encode(turn.db))
        elif turn.author == "wizard":
            return False
    written, rewritten = b"".join(raw), b"".join(again)
    return all(written.count(field) == rewritten.count(field) for field in _WITH_DEFAULT)


def _misshapen(number: int, value: dict[str, Any], ids: set[str]) -> CheckedDialogue:
    """All that is wrong with the shape, and what else is wrong with the parts that can be read nevertheless."""
    name = value["id"] if isinstance(value.get("id"), str) and value["id"] else f"#{number}"
    written = value["turns"] if isinstance(value.get("turns"), list) else []
    wrong = [DialogueProblem(name, None, *finding) for finding in dialogue_findings(value)]
    if not wrong:
        head = msgspec.convert(value | {"turns": []}, Dialogue)
        wrong += [DialogueProblem(name, None, *finding) for finding in head_findings(head, len(written))]
    turns = list[Turn | None]()
    for place, turn in enumerate(written):
        findings = tuple(turn_shape_findings(turn))
        wrong += [DialogueProblem(name, place, *finding) for finding in findings]
        turns.append(None if findings else _TURN.decode(encode(turn)))
    if name in ids:
        wrong.append(DialogueProblem(name, None, "id", "comes twice"))
    ids.add(name)
    return CheckedDialogue(number, name, len(written), (*wrong, *turn_problems(name, turns)))


def _pieces(path: str | Path) -> Iterator[bytes | InputError]:
    """The JSON of each dialogue, or what is wrong in place of one.

    After a fault between dialogues, or in one that has no end, a file with a dialogue a line goes on line by line; of
    others what follows is lost.
    """
    count = 0
    with reading(path) as file:
        try:
            for piece in corpus.pieces(path, file):
                yield piece
                count += 1
            return
        except InputError as error:
            fault = error
    faults = 0
    for line_piece in islice(_line_pieces(path), count, None) if _has_lines(path) else ():
        faults += isinstance(line_piece, InputError)
        yield line_piece
    if not faults:
        yield fault


def _has_lines(path: str | Path) -> bool:
    """Tell whether most lines begin with a dialogue, and not only one does."""
    with reading(path) as file:
        lines = [line for line in map(_bare, islice(file, _SAMPLE)) if line]
    begun = sum(line.startswith(b"{") for line in lines)
    return begun > max(1, len(lines) // 2)


def _line_pieces(path: str | Path) -> Iterator[bytes | InputError]:
    with reading(path) as file:
        for number, line in enumerate(map(_bare, file), 1):
            if not line:
                continue
            try:
                yield from corpus.pieces(f"line {number}", BytesIO(line))
            except InputError as error:
                yield InputError(str(error).replace("dialogue 1: ", ""))


def _bare(line: bytes) -> bytes:
    """Strip the brackets and commas of a list from a line."""
    return line.strip(b" \t\r\n").removeprefix(codecs.BOM_UTF8).removeprefix(b"[").removesuffix(b",").removesuffix(b"]")
