"""The memory as people look at it: every frame a card, and a comparison with the best of each row marked.

Faces (terminal, web, the wizard's desk) draw what stands here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import NamedTuple

from wayframe.dialogue import Frame, Package, Search, Value
from wayframe.memory import Memory
from wayframe.ontology import FLAGS
from wayframe.packages import facts
from wayframe.policy.surface import surface
from wayframe.values import canonical

POINTERS = ("ref_anaphora", "impl_anaphora")
"""Words by which somebody pointed at a frame: no part of the trip."""

_LABELS = {
    "name": "hotel", "dst_city": "to", "or_city": "from", "str_date": "leaves", "end_date": "returns", "price": "price",
    "category": "stars", "gst_rating": "guests", "seat": "seat", "duration": "takes", "n_adults": "adults",
    "n_children": "children", "max_duration": "at most", "min_duration": "at least", "flex": "flexible dates",
    "dep_time_or": "departs", "arr_time_dst": "arrives", "dep_time_dst": "departs back", "arr_time_or": "home at",
}  # fmt: skip
_LESS_IS_BETTER, _MORE_IS_BETTER = ("price", "duration"), ("category", "gst_rating")
_COMPARED = ("price", "category", "gst_rating", "seat", "str_date", "end_date", "duration", "or_city")


class Entry(NamedTuple):
    """A slot on a card: `words` are the user's own where they say more than the value.

    `inherited`: as in the parent; `told`: the agent's word, not the user's; `changed`: not so before the last exchange.
    """

    slot: str
    label: str
    text: str
    words: str = ""
    inherited: bool = False
    told: bool = False
    changed: bool = False


class Card(NamedTuple):
    """A frame: what it is called, where it comes from, what became of it."""

    frame: int
    parent: int | None
    title: str
    entries: tuple[Entry, ...]
    asked: tuple[str, ...]  # labels of what the user wants to know of it
    active: bool
    offered: bool
    rejected: bool
    no_result: bool
    new: bool  # made in the last exchange


class Row(NamedTuple):
    """A slot of several frames: one text a frame, None where it isn't known; `best` are the places of the best ones."""

    slot: str
    label: str
    values: tuple[str | None, ...]
    best: frozenset[int]


class Comparison(NamedTuple):
    """Several frames side by side."""

    frames: tuple[int, ...]
    titles: tuple[str, ...]
    rows: tuple[Row, ...]


def label(slot: str) -> str:
    """A slot as people call it."""
    return _LABELS.get(slot, slot.replace("_", " ").lower())


def cards(memory: Memory, offers: Mapping[int, Package], before: Memory | None = None) -> tuple[Card, ...]:
    """All frames as cards; `before` is the memory before the last exchange, None where all is as it was."""
    return tuple(_card(frame, memory, offers, before or memory) for frame in memory.frames)


def _card(frame: Frame, memory: Memory, offers: Mapping[int, Package], before: Memory) -> Card:
    number, parent = frame.frame_id, frame.frame_parent_id
    earlier = before.frames[number - 1].info if number <= len(before.frames) else None
    model = memory.frames[parent - 1].info if parent else {}
    known = memory.provenance[number - 1]
    entries = (
        Entry(
            slot, label(slot), said(slot, values), known.words.get(slot, ""), model.get(slot) == values,
            slot in known.told, earlier is not None and said(slot, earlier.get(slot, ())) != said(slot, values),
        )
        for slot, values in frame.info.items()
        if slot not in POINTERS and slot not in FLAGS
    )  # fmt: skip
    return Card(
        number, parent, title(frame), tuple(entries), _asked(frame), number == memory.active_frame,
        number in offers, _holds(frame, "REJECTED"), "NO_RESULT" in frame.info, earlier is None,
    )  # fmt: skip


def _asked(frame: Frame) -> tuple[str, ...]:
    requests = (asked.key for asked in frame.requests if asked.author == "user")
    questions = (asked.key for asked in frame.binary_questions if asked.author == "user")
    comparisons = (key for asked in frame.compare_requests if asked.author == "user" for key in asked.keys)
    return tuple(map(label, dict.fromkeys((*requests, *questions, *comparisons))))


def title(frame: Frame) -> str:
    """What a frame is called: its hotel, its cities, or just its number."""
    hotel, city, origin = (_names(frame, slot) for slot in ("name", "dst_city", "or_city"))
    if hotel:
        return f"{hotel}, {city}" if city else hotel
    if city:
        return f"{origin} → {city}" if origin else f"To {city}"
    return f"From {origin}" if origin else f"Option {frame.frame_id}"


def said(slot: str, values: Iterable[Value]) -> str:
    """The values of a slot as people read them: "$1,203.50", "Rome or Bari", "not Paris"."""
    return " or ".join(dict.fromkeys(_said(slot, value) for value in values))


def compared(frames: Sequence[int], memory: Memory, offers: Mapping[int, Package]) -> Comparison:
    """Frames side by side: of one with a package what is true of it, of others what was said."""
    columns = [_told(memory.frames[number - 1], offers.get(number)) for number in frames]
    slots = dict.fromkeys((*_COMPARED, *(slot for column in columns for slot in column)))
    rows = (_row(slot, [column.get(slot) for column in columns]) for slot in slots if slot not in ("name", "dst_city"))
    return Comparison(
        tuple(frames),
        tuple(title(memory.frames[number - 1]) for number in frames),
        tuple(row for row in rows if any(row.values) and not set(row.values) <= {"no", None}),
    )


def best(slot: str, values: Sequence[str | bool | None]) -> frozenset[int]:
    """The places of a row's best value; none where all are alike or the slot has no better and worse."""
    pick = min if slot in _LESS_IS_BETTER else max if slot in _MORE_IS_BETTER else None
    numbers = {}
    for index, value in enumerate(values):
        try:
            numbers[index] = float(str(canonical(slot, value)))
        except ValueError:
            continue
    if pick is None or len(set(numbers.values())) < 2:
        return frozenset()
    chosen = pick(numbers.values())
    return frozenset(index for index, number in numbers.items() if number == chosen)


def _row(slot: str, values: Sequence[str | bool | None]) -> Row:
    shown = tuple(None if value is None else _yes(value) for value in values)
    return Row(slot, label(slot), shown, best(slot, values))


def _told(frame: Frame, package: Package | None) -> dict[str, str | bool]:
    if package:
        return {slot: surface(slot, value) for slot, value in facts(package).items()}
    return {slot: said(slot, values) for slot, values in frame.info.items() if slot not in (*POINTERS, *FLAGS)}


def _said(slot: str, value: Value) -> str:
    if isinstance(value.val, tuple):
        text = ", ".join(value.val)
    else:
        text = _yes(surface(slot, value.val if isinstance(value.val, bool) else str(value.val)))
    return f"not {text}" if value.negated else _capital(text) if slot.endswith("_date") else text


def _yes(value: str | bool) -> str:
    return value if isinstance(value, str) else "yes" if value else "no"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _names(frame: Frame, slot: str) -> str:
    return " or ".join(dict.fromkeys(str(v.val) for v in frame.info.get(slot, ()) if v.val and not v.negated))


def _holds(frame: Frame, flag: str) -> bool:
    return any(bool(value.val) != value.negated for value in frame.info.get(flag, ()))


def sought(search: Search) -> str:
    """A search in one line: Montreal → Tokyo, Aug 23 – Sep 1, 2 adults, at most $900."""
    parts = [f"{_city(search.ORIGIN_CITY)} → {_city(search.DESTINATION_CITY)}"]
    start, end = _day(search.START_TIME), _day(search.END_TIME)
    if start or end:
        parts.append(f"{start or '…'} – {end or '…'}")
    if search.ARE_DATES_FLEXIBLE == "true":
        parts.append("flexible")
    if isinstance(search.NUM_ADULTS, str):
        parts.append("1 adult" if search.NUM_ADULTS == "1" else f"{search.NUM_ADULTS} adults")
    if isinstance(search.NUM_CHILDREN, str) and search.NUM_CHILDREN != "0":
        parts.append("1 child" if search.NUM_CHILDREN == "1" else f"{search.NUM_CHILDREN} children")
    if isinstance(search.PRICE_MAX, str):
        parts.append(f"at most ${search.PRICE_MAX}")
    return ", ".join(parts)


def _city(name: object) -> str:
    return name if isinstance(name, str) else "anywhere"


def _day(milliseconds: object) -> str:
    if not isinstance(milliseconds, str) or milliseconds == "NaN":
        return ""
    moment = datetime.fromtimestamp(int(milliseconds) / 1000, UTC)
    return f"{moment:%b} {moment.day}"
