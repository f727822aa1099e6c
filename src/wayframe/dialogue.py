"""The records that everything speaks: dialogues in the Frames JSON format.

The fields are those of the release (paper section 7.1), in its own names and shapes, with every oddity kept: a value
that is absent is not one that is null, `5` is not `5.0`, a value may be a list. Reading and writing back
(`wayframe.corpus`) gives the same JSON values. The records are immutable.

`text`, `acts` and `active_frame` are decoded at once; `frames` and `db`, nine tenths of a corpus, stay JSON until asked
for, which makes loading many times faster than `json.load` (`benchmarks/loading.py`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from datetime import date
from typing import Literal, TypeVar

import msgspec
from msgspec import UNSET, Raw, Struct, UnsetType, field

from wayframe.errors import InputError

Author = Literal["user", "wizard"]
Number = int | float
T = TypeVar("T")
LONGEST = 2000  # characters; the longest turn of a user in the Frames corpus has a fifth of that
_LONE_SURROGATE = re.compile(r"[\ud800-\udfff]")


class FramesRecord(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """Base of all records: immutable, and a field that the format doesn't know is an error, not a loss."""


class Ref(FramesRecord, frozen=True, gc=False):
    """A frame that an act refers to, and the slots and values by which it does (paper section 5.2.2)."""

    frame: int
    annotations: tuple[Arg, ...] = ()
    fromrange: bool = False


class Arg(FramesRecord, frozen=True, gc=False, omit_defaults=True):
    """A slot of an act. `val` is the surface string, a boolean, an int for `id`, references for `ref`, `read`, `write`.

    `UNSET` (no `val` in the JSON) and None both stand for a slot without a value; `value` gives None for both.
    """

    key: str
    val: str | bool | int | float | tuple[Ref, ...] | UnsetType | None = UNSET

    @property
    def value(self) -> str | bool | int | float | None:
        """The plain value; None where there is none and where the argument is a reference."""
        return None if isinstance(self.val, UnsetType | tuple) else self.val

    @property
    def refs(self) -> tuple[Ref, ...]:
        """The references that this argument holds; empty unless its key is `ref`, `read` or `write`."""
        return self.val if isinstance(self.val, tuple) else ()


class Act(FramesRecord, frozen=True, gc=False):
    """A dialogue act with its arguments (paper table 9)."""

    name: str
    args: tuple[Arg, ...] = ()

    @property
    def slots(self) -> tuple[Arg, ...]:
        """The plain arguments: all but references and `id`."""
        return tuple(a for a in self.args if a.key not in ("ref", "read", "write", "id"))

    def refs(self, key: Literal["ref", "read", "write"] = "ref") -> tuple[Ref, ...]:
        """The references under `key`, in order."""
        return tuple(r for a in self.args if a.key == key for r in a.refs)

    @property
    def id(self) -> int | None:
        """The number of the frame that this act creates (offers and suggestions)."""
        return next((a.val for a in self.args if a.key == "id" and isinstance(a.val, int)), None)

    @property
    def is_offer(self) -> bool:
        """Whether it creates a frame for an option: suggestions of a slot don't."""
        return self.name in ("offer", "suggest") and self.id is not None


def acts_named(acts: Iterable[Act], *names: str) -> list[Act]:
    """The acts with one of these names, in order."""
    return [act for act in acts if act.name in names]


def opened(act: Act) -> Act:
    """The act with what its references hold in their place."""
    args = list[Arg]()
    for arg in act.args:
        if not isinstance(arg.val, tuple):
            args.append(arg)
        for ref in arg.refs:
            args += ref.annotations
    return Act(act.name, tuple(args))


def plain_args(act: Act) -> list[Arg]:
    """The slots of an act and of its references, in order: what `acts_without_refs` makes of it."""
    return [arg for arg in opened(act).args if arg.key != "id"]


def made_frames(acts: Iterable[Act]) -> list[int]:
    """The numbers of the frames that acts make."""
    return [act.id for act in acts if act.id is not None]


def referred_frames(acts: Iterable[Act]) -> list[int]:
    """The numbers of the frames that acts refer to, in order, as often as they do."""
    return [ref.frame for act in acts for arg in act.args for ref in arg.refs]


def switched_to(acts: Iterable[Act]) -> list[int]:
    """The numbers of the frames that `switch_frame` acts refer to."""
    return [ref.frame for act in acts_named(acts, "switch_frame") for ref in act.refs()]


class Value(FramesRecord, frozen=True, gc=False):
    """One value of a slot in a frame: canonical, possibly negated. A list only in `HEARMORE`."""

    val: str | bool | int | float | tuple[str, ...] | None
    negated: bool = False


def wanted(values: Iterable[Value]) -> list[str | bool | int | float | tuple[str, ...] | None]:
    """The values that aren't negated."""
    return [value.val for value in values if not value.negated]


class SlotRequest(FramesRecord, frozen=True, gc=False):
    """Somebody wants to know this slot's value for the frame."""

    author: Author
    key: str


class BinaryQuestion(FramesRecord, frozen=True, gc=False):
    """Somebody asks whether the slot has this value. `value` is `[]` for `MOREINFO`."""

    author: Author
    key: str
    value: str | bool | int | float | tuple[str, ...] | None


class CompareRequest(FramesRecord, frozen=True, gc=False):
    """Somebody wants these slots compared between this frame and others."""

    author: Author
    keys: tuple[str, ...]


class Frame(FramesRecord, frozen=True, gc=False):
    """One set of constraints and what was asked about it (paper section 5.2.1)."""

    frame_id: int
    frame_parent_id: int | None
    info: dict[str, tuple[Value, ...]]
    requests: tuple[SlotRequest, ...] = ()
    binary_questions: tuple[BinaryQuestion, ...] = ()
    compare_requests: tuple[CompareRequest, ...] = ()


class Hotel(FramesRecord, frozen=True, gc=False):
    """A hotel of a search result. `amenities` and `vicinity` name only what there is (paper section 7.2)."""

    name: str
    dst_city: str
    country: str
    category: str
    gst_rating: Number
    amenities: tuple[str, ...]
    vicinity: tuple[str, ...]


class LocalTime(FramesRecord, frozen=True, gc=False):
    """A local date and time."""

    year: int
    month: int
    day: int
    hour: int
    min: int

    @property
    def calendar_day(self) -> date:
        """The day without its time."""
        return date(self.year, self.month, self.day)


class FlightDuration(FramesRecord, frozen=True, gc=False):
    """A length of time in hours and minutes."""

    hours: int
    min: int


class FlightLeg(FramesRecord, frozen=True, gc=False):
    """One of the two flights of a package, in local times."""

    departure: LocalTime
    arrival: LocalTime
    duration: FlightDuration


class Trip(FramesRecord, frozen=True, gc=False):
    """Both flights of a package. `seat` is ECONOMY or BUSINESS."""

    or_city: str
    seat: str
    duration_days: int
    leaving: FlightLeg
    returning: FlightLeg


class Package(FramesRecord, frozen=True, gc=False):
    """A hotel and round-trip flights, priced in US dollars for the whole party of the search."""

    price: Number
    hotel: Hotel
    trip: Trip


class DatabaseSearch(FramesRecord, frozen=True, gc=False, omit_defaults=True):
    """Search of a wizard in the database (paper table 7). Strings as the search form sent them; times in epoch ms."""

    timestamp: Number | UnsetType = UNSET
    RESULT_LIMIT: str | UnsetType = UNSET
    ORIGIN_CITY: str | UnsetType = UNSET
    DESTINATION_CITY: str | UnsetType = UNSET
    START_TIME: str | UnsetType = UNSET
    END_TIME: str | UnsetType = UNSET
    ARE_DATES_FLEXIBLE: str | UnsetType = UNSET
    NUM_ADULTS: str | UnsetType = UNSET
    NUM_CHILDREN: str | UnsetType = UNSET
    PRICE_MAX: str | UnsetType = UNSET
    PRICE_MIN: str | UnsetType = UNSET
    MAX_DURATION: Number | UnsetType = UNSET


class SearchLog(FramesRecord, frozen=True, gc=False):
    """The searches of a wizard's turn; `result[k]` answers `search[k]`."""

    search: tuple[DatabaseSearch, ...] = ()
    result: tuple[tuple[Package, ...], ...] = ()


class Labels(FramesRecord, frozen=True, gc=False):
    """The annotation of a turn: its acts, the frame that is active after it, all frames after it.

    `tags` and `meaning` are not the release's. `tags` names the subsets that the turn belongs to, by which scores are
    counted; `meaning` holds all that a user's turn says (`wayframe.meaning`), also what the scheme has no act for.
    """

    acts: tuple[Act, ...]
    active_frame: int
    frames_json: Raw = field(name="frames")
    acts_without_refs: tuple[Act, ...] | UnsetType = UNSET
    tags: tuple[str, ...] | UnsetType = UNSET
    meaning_json: Raw | UnsetType = field(name="meaning", default=UNSET)

    @property
    def tag_names(self) -> tuple[str, ...]:
        """The tags; empty where there are none."""
        return () if isinstance(self.tags, UnsetType) else self.tags


class Turn(FramesRecord, frozen=True, gc=False):
    """A message and its labels. `timestamp` in milliseconds since the epoch; only wizards have a `db`."""

    author: Author
    text: str
    timestamp: Number
    labels: Labels
    db_json: Raw | UnsetType = field(name="db", default=UNSET)

    @property
    def acts(self) -> tuple[Act, ...]:
        """The dialogue acts, with references."""
        return self.labels.acts

    @property
    def active_frame(self) -> int:
        """The number of the frame that is active after this turn."""
        return self.labels.active_frame

    @property
    def frames(self) -> tuple[Frame, ...]:
        """All frames after this turn, decoded anew at each call: keep what you use twice."""
        return _decoded("frames", self.labels.frames_json, _FRAMES)

    @property
    def db(self) -> SearchLog:
        """The searches of this turn and their results, decoded anew at each call; empty where there is none."""
        return SearchLog() if isinstance(self.db_json, UnsetType) else _decoded("db", self.db_json, _DATABASE)


class DialogueLabels(FramesRecord, frozen=True, gc=False, rename="camel"):
    """Judgement of both sides after the dialogue: the user's rating (1 to 5), the wizard's view of its success."""

    user_survey_rating: Number | None = None
    wizard_survey_task_successful: bool | None = None


class Dialogue(FramesRecord, frozen=True, gc=False):
    """One conversation between a user and a wizard."""

    id: str
    user_id: str
    wizard_id: str
    labels: DialogueLabels
    turns: tuple[Turn, ...]


def user_turn(
    text: str,
    timestamp: Number,
    acts: Sequence[Act],
    active_frame: int,
    frames: Sequence[Frame],
    acts_without_refs: Sequence[Act],
    meaning: object = None,
) -> Turn:
    """A user's turn, from records; `meaning` is kept where it is known."""
    known = UNSET if meaning is None else Raw(encode(meaning))
    labels = Labels(tuple(acts), active_frame, Raw(encode(frames)), tuple(acts_without_refs), meaning_json=known)
    return Turn("user", text, timestamp, labels)


def wizard_turn(
    text: str, timestamp: Number, acts: Sequence[Act], active_frame: int, frames: Sequence[Frame], db: object
) -> Turn:
    """A wizard's (or the agent's) turn, from records; `db` is a `SearchLog`, or what another domain has for one."""
    labels = Labels(tuple(acts), active_frame, Raw(encode(frames)))
    return Turn("wizard", text, timestamp, labels, Raw(encode(db)))


_ENCODER = msgspec.json.Encoder()
_FRAMES = msgspec.json.Decoder(tuple[Frame, ...])
_DATABASE = msgspec.json.Decoder(SearchLog)


def encode(record: object) -> bytes:
    """The record, or a sequence of records, as JSON."""
    return _ENCODER.encode(record)


def _decoded(what: str, raw: Raw, decoder: msgspec.json.Decoder[T]) -> T:
    try:
        return decoder.decode(raw)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise InputError(f"{what}: {error}") from error


def writable(text: str) -> str:
    """The text with U+FFFD for what no UTF-8 can write."""
    return _LONE_SURROGATE.sub("\ufffd", text)


def legible(text: str) -> str:
    """Return the beginning of a text, up to `LONGEST` characters, without characters that can't be written."""
    return writable(text[:LONGEST])
