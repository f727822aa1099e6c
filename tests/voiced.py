"""Voices: turns by many hands with the meaning that an annotator noted, and how a reading of them is judged."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from functools import cache
from pathlib import Path
from typing import NamedTuple

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from wayframe import corpus
from wayframe.agent import Agent
from wayframe.catalogues import open_source, source_of
from wayframe.conversation import Conversation, Exchange
from wayframe.dialogue import Dialogue
from wayframe.files import reading
from wayframe.meaning.notation import parse, show
from wayframe.meaning.records import (
    Answer,
    Ask,
    Book,
    Cancel,
    Change,
    Compare,
    Constraint,
    Correct,
    Drop,
    It,
    Meaning,
    Money,
    More,
    Move,
    Number,
    OutOfScope,
    Party,
    Recall,
    Reject,
    Return,
    Social,
    Spoken,
    Undo,
    Value,
    Wish,
)
from wayframe.packages import default_catalogue
from wayframe.reader import Reader, ReaderContext
from wayframe.schema import Schema
from wayframe.state.denotation import Denoter
from wayframe.state.records import DialogueState
from wayframe.state.resolution.answers import answered
from wayframe.state.update import hear
from wayframe.state.wishes import held_wishes

ROOT = Path(__file__).parent.parent
VOICES = ROOT / "tests" / "voices"
TODAY = date(2016, 8, 1)
HALVES = ("building", "measuring")
DEEDS = (Book, Cancel, Change, Reject, Return, Undo)
QUESTIONS = (Answer, Ask, Compare, More, OutOfScope, Recall, Social)
WORDS = ("right", "missed", "shown", "wrong")
COURTESIES = ("greeting", "thanks", "goodbye", "small_talk")


class VoiceTurn(Struct, frozen=True, forbid_unknown_fields=True):
    """A text said in a scene, and its meaning as an annotator noted it; `also` are others that are as good."""

    scene: str
    text: str
    meaning: str
    also: tuple[str, ...] = ()


class Effect(NamedTuple):
    """The difference that a meaning makes: `deeds` and `wishes` change something, `questions` only ask."""

    frame: int
    wishes: frozenset[str]
    deeds: frozenset[str]
    questions: frozenset[str]
    shown: bool = False


class Verdict(NamedTuple):
    """A turn of a voice as it was judged: right, missed, shown or wrong; `read` is what was read, noted."""

    voice: str
    turn: VoiceTurn
    word: str
    read: str


def turns_of(path: Path) -> list[VoiceTurn]:
    """Return the labelled turns of a voice's file, plain or .xz."""
    with reading(path) as file:
        data = file.read()
    return msgspec.convert(tomllib.loads(data.decode())["turn"], list[VoiceTurn])


def voices(half: str) -> Iterator[tuple[str, list[VoiceTurn]]]:
    """Return the voices of a half with their turns."""
    for path in sorted((VOICES / half).glob("*.toml*")):
        yield path.name.split(".")[0], turns_of(path)


@cache
def catalogues() -> dict[str, str]:
    """Return the catalogue of each scene that is a conversation of its own."""
    return dict(_scenes()["catalogue"])


@cache
def _scenes() -> dict[str, dict[str, str]]:
    return tomllib.loads((VOICES / "scenes" / "scenes.toml").read_text())


@cache
def _talks() -> dict[str, tuple[str, Dialogue]]:
    """Return the talks with the agent, each with its catalogue, by name."""
    return {
        dialogue.user_id: (catalogue, dialogue)
        for name, catalogue in _scenes()["talks"].items()
        for dialogue in corpus.read(VOICES / "scenes" / f"{name}.json.xz")
    }


@cache
def _exchanges(talk: str) -> Sequence[Exchange]:
    catalogue, dialogue = _talks()[talk]
    return agent(catalogue).resume(dialogue)


def catalogue_of(scene: str) -> str:
    """Return the catalogue of a scene: a conversation of its own, or `TALK@N`, what was before exchange N of a talk."""
    return _talks()[scene.partition("@")[0]][0] if "@" in scene else catalogues()[scene]


def unknown_slots(turn: VoiceTurn) -> set[str]:
    """Return the slots of a label that its catalogue lacks. Raises `InputError` where it isn't in the notation."""
    known = {slot.name for slot in agent(catalogue_of(turn.scene)).schema.slots}
    return {
        wish.slot for each in (turn.meaning, *turn.also) for move in parse(each) for wish in wishes_in(move)
    } - known


def wishes_in(move: Move) -> Iterator[Wish]:
    """Return the wishes that a move holds, not those of its references."""
    if isinstance(move, Wish):
        yield move
    elif isinstance(move, Ask | Change | Correct):
        yield from move.wishes


@cache
def agent(catalogue: str) -> Agent:
    """Return the agent over a catalogue: `trips`, or a file of the project."""
    if catalogue == "trips":
        return Agent(source_of(default_catalogue()))
    return Agent(open_source(str(ROOT / catalogue), today=TODAY))


@cache
def conversation(scene: str) -> Conversation:
    """Return the conversation that a scene is."""
    if "@" in scene:
        talk, _, number = scene.partition("@")
        return _exchanges(talk)[int(number)].before
    speaker, path = agent(catalogues()[scene]), VOICES / "scenes" / f"{scene}.json"
    if not path.exists():
        return speaker.open()
    (dialogue,) = corpus.read(path)
    return speaker.resume(dialogue)[-1].after


def circumstances(turn: VoiceTurn) -> ReaderContext:
    """Return what a reader is told of the scene of a turn."""
    speaker, before = agent(catalogue_of(turn.scene)), conversation(turn.scene)
    return speaker.context(speaker.state(before), before.turns)


def judged(voice: str, turn: VoiceTurn, reader: Reader | None = None) -> Verdict:
    """Return how a turn is understood, by the agent's own reader or by another."""
    speaker = agent(catalogue_of(turn.scene))
    state = speaker.state(conversation(turn.scene))
    read = (reader or speaker.reader).read(turn.text, circumstances(turn))
    held, found = wishes_of(state, state.memory.active_frame, speaker.schema), effect(read, state, speaker)
    words = [word_of(effect(_meant(each), state, speaker), found, held) for each in (turn.meaning, *turn.also)]
    return Verdict(voice, turn, min(words, key=WORDS.index), show(read.all()))


def _meant(noted_meaning: str) -> Meaning:
    return Meaning(tuple(Spoken(move) for move in parse(noted_meaning)))


def word_of(expected: Effect, found: Effect, held: frozenset[str]) -> str:
    """Return the verdict over what was understood, beside what was meant and the wishes that held before."""
    if expected == found._replace(shown=expected.shown):
        return "right"
    not_meant = found.deeds - expected.deeds or found.wishes - expected.wishes - held
    lost = held & (expected.wishes - found.wishes)
    if not (not_meant or lost):
        return "missed"
    return "shown" if found.shown else "wrong"


def effect(meaning: Meaning, state: DialogueState, speaker: Agent) -> Effect:
    """Return the difference that a meaning makes in a state."""
    schema = speaker.schema
    heard = hear(state, answered(meaning, state, schema), schema)
    frame = heard.state.memory.active_frame
    denoter = Denoter(state, schema)
    deeds, questions = set[str](), set[str]()
    for step in heard.steps:
        if isinstance(step.move, Cancel | Change):
            deeds.add(noted(plain(step.move), denoter.bookings(step.move.of)))
        elif isinstance(step.move, DEEDS):
            deeds.add(noted(plain(step.move), step.frames))
        elif isinstance(step.move, QUESTIONS) and not is_courtesy(step.move):
            questions.add(noted(plain(step.move), step.frames))
    wishes, is_said_back = wishes_of(heard.state, frame, schema), bool(heard.supposed)
    return Effect(frame, wishes, frozenset(deeds), frozenset(questions), is_said_back)


def wishes_of(state: DialogueState, frame: int, schema: Schema) -> frozenset[str]:
    """Return the wishes that hold for a frame, noted in one way where they say the same."""
    return frozenset(show([plain_wish(wish)]) for wish in held_wishes(state, frame, schema))


def is_courtesy(move: Move) -> bool:
    """Return whether a move asks for nothing."""
    return isinstance(move, Social) and move.kind in COURTESIES


def noted(move: Move, frames: Iterable[int]) -> str:
    """Return a move and the options that it is about."""
    return f"{show([move])} {sorted(set(frames))}"


def content(move: Move, frames: Iterable[int]) -> str:
    """Return a move as text; a correction to one wish is that wish."""
    if isinstance(move, Drop):
        move = Wish(move.slot, Constraint("any"))
    if isinstance(move, Correct) and len(move.wishes) == 1:
        move = move.wishes[0]
    if isinstance(move, Wish):
        return show([plain_wish(move)])
    return noted(plain(move), frames)


def plain(move: Move) -> Move:
    """Return a move without the words of its reference, and with what it lists in one order."""
    match move:
        case OutOfScope():
            return OutOfScope("")
        case Return():
            return Return(It())
        case Ask():
            wishes = sorted((plain_wish(wish) for wish in move.wishes), key=repr)
            return replace(move, of=None, slots=tuple(sorted(move.slots)), wishes=tuple(wishes))
        case Compare():
            return Compare(slots=tuple(sorted(move.slots)))
        case Change():
            return Change(tuple(plain_wish(wish) for wish in move.wishes))
        case Book() | Cancel() | Reject():
            return type(move)()
        case _:
            return move


def plain_wish(wish: Wish) -> Wish:
    """Return a wish without the shades that no label can be expected to have: strict bounds, what is said twice."""
    values = tuple(plain_value(in_days(value)) for value in wish.constraint.values)
    scope = wish.constraint.scope if wish.constraint.scope != "total" else ""
    return replace(wish, constraint=replace(wish.constraint, values=values, scope=scope, strict=False), of=None)


def plain_value(value: Value) -> Value:
    """Return a value as one says it most briefly: what goes without saying is no difference."""
    if isinstance(value, Party):
        return replace(value, adults=value.adults or value.total - value.children, total=0)
    if isinstance(value, Money) and value.currency in _SILENT_CURRENCIES:
        return Money(value.value)
    if isinstance(value, Number) and value.unit in _SILENT_UNITS:
        return Number(value.value)
    return value


_SILENT_CURRENCIES = ("USD", "EUR")
"""The currencies of the catalogues, in which their amounts are anyway."""

_SILENT_UNITS = ("/10", "stars", "GB", "hours", "km", "days", "years", "inch", "kg")
"""The units that a slot's numbers have anyway."""


def in_days(value: Value) -> Value:
    """Return a stay's nights or weeks as days, as the catalogue counts them: from August 17 to 20 it is three."""
    if isinstance(value, Number) and value.unit == "weeks":
        return Number(value.value * 7, "days")
    if isinstance(value, Number) and value.unit == "nights":
        return Number(value.value, "days")
    return value
