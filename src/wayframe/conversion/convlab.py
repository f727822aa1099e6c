"""ConvLab-3's unified format (its data/unified_datasets/README.md): the folder of a data set.

What the format has no place for is left out and counted: references (their slots stay, as in `acts_without_refs`),
negated values, and dialogues that are empty or in which somebody speaks twice in a row. The state of a user's turn is
what its active frame holds.
"""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from importlib.resources import files
from itertools import chain, pairwise
from pathlib import Path
from typing import IO, Any, Literal, NamedTuple, get_args
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from wayframe.conversion.examples import by_frequency, places, said
from wayframe.conversion.source import DialogueSource, making
from wayframe.dialogue import Dialogue, Frame, Hotel, LocalTime, Package, Turn, plain_args, wanted
from wayframe.errors import InputError, shown
from wayframe.files import digest
from wayframe.folds import fold_of
from wayframe.ontology import ACTS, AMENITIES, DIALOGUE_SLOTS, FLAGS, SLOTS, VICINITY
from wayframe.packages.facts import has
from wayframe.values import DONT_CARE

DOMAIN = "travel"
_DOMAIN_DESCRIPTION = "Vacation packages: a hotel and flights both ways"
_SPEAKERS = {"user": "user", "wizard": "system"}

Kind = Literal["categorical", "non-categorical", "binary"]
Entry = dict[str, Any]


def dialogue_acts(turn: Turn, not_located: Counter[str]) -> dict[Kind, list[Entry]]:
    """The acts of a turn, an entry a slot; counts the slots whose words aren't found in the text.

    Slots that are true or false are categorical, others carry their words and where these stand; what has no value,
    and an act without slots, is binary.
    """
    values = tuple(said(turn.acts))
    where = iter(places(turn.text, values))
    entries: dict[Kind, list[Entry]] = {"categorical": [], "non-categorical": [], "binary": []}
    for act in turn.acts:
        args = plain_args(act)
        if not args:
            entries["binary"].append({"intent": act.name, "domain": DOMAIN, "slot": ""})
        for arg in args:
            entry: Entry = {"intent": act.name, "domain": DOMAIN, "slot": arg.key}
            value = value_of(arg.value)
            is_words = isinstance(arg.val, str) and value not in ("", "dontcare")
            place = next(where) if is_words else None
            if not value:
                entries["binary"].append(entry)
            elif is_categorical(arg.key):
                entries["categorical"].append(entry | {"value": value})
            elif place:
                words = turn.text[place.start : place.end]
                entries["non-categorical"].append(entry | {"value": words, "start": place.start, "end": place.end})
            else:
                entries["non-categorical"].append(entry | {"value": value})
                if is_words:
                    not_located[arg.key] += 1
    return entries


def state(frame: Frame | None, slots: Iterable[str]) -> dict[str, str]:
    """All slots with what the frame holds for them: several values between bars, negated ones left out."""
    info = frame.info if frame else {}
    return {slot: "|".join(_affirmed(info.get(slot, ()))) for slot in slots}


def is_categorical(slot: str) -> bool:
    """Is it one of the ontology's slots that are true or false?"""
    return slot in SLOTS and SLOTS[slot].kind == "boolean"


def value_of(value: str | bool | int | float | None) -> str:
    """A value as the format writes it; empty where there is none."""
    if value is None or (isinstance(value, str) and not value.strip()):
        return ""
    return "dontcare" if value == DONT_CARE else str(value)


def is_state_slot(slot: str) -> bool:
    """Constraints and facts of a package, and whatever the ontology doesn't know; not what only steers the talk."""
    return slot not in DIALOGUE_SLOTS and slot not in FLAGS


def _affirmed(values: Sequence[Any]) -> list[str]:
    each = (part for val in wanted(values) for part in (val if isinstance(val, tuple) else (val,)))
    return [text for text in dict.fromkeys(map(value_of, each)) if text]


class ConvLabOntology:
    """Ontology of the acts of a data set, collected as they pass."""

    def __init__(self, state_slots: Sequence[str]) -> None:
        self._state_slots = state_slots
        self._slots: dict[str, None] = dict.fromkeys(state_slots)
        self._intents: dict[str, None] = {}
        self._acts: dict[Kind, dict[tuple[str, str], set[str]]] = {kind: {} for kind in get_args(Kind)}

    def add(self, speaker: str, acts: dict[Kind, list[Entry]]) -> None:
        """Take in the acts of a turn."""
        for kind, entries in acts.items():
            for entry in entries:
                self._intents[entry["intent"]] = None
                self._acts[kind].setdefault((entry["intent"], entry["slot"]), set()).add(speaker)
                if kind != "binary":
                    self._slots[entry["slot"]] = None

    def built(self) -> dict[str, Any]:
        """The ontology as the format has it."""
        intents = {name: {"description": ACTS[name].description if name in ACTS else ""} for name in self._intents}
        slots = {slot: _slot(slot) for slot in self._slots}
        return {
            "domains": {DOMAIN: {"description": _DOMAIN_DESCRIPTION, "slots": slots}},
            "intents": intents,
            "state": {DOMAIN: dict.fromkeys(self._state_slots, "")},
            "dialogue_acts": {
                kind: [_described(*act, by) for act, by in sorted(acts.items())] for kind, acts in self._acts.items()
            },
        }


def _slot(slot: str) -> dict[str, Any]:
    categorical = is_categorical(slot)
    return {
        "description": SLOTS[slot].description if slot in SLOTS else "",
        "is_categorical": categorical,
        "possible_values": ["True", "False"] if categorical else [],
    }


def _described(intent: str, slot: str, by: set[str]) -> str:
    """An act as the format lists it: a Python dict, written out."""
    return str({"user": "user" in by, "system": "system" in by, "intent": intent, "domain": DOMAIN, "slot": slot})


_HOTEL_FACTS = tuple(name for name in Hotel.__struct_fields__ if name not in ("amenities", "vicinity"))
_DUMMIES = 10  # dialogues in dummy_data.json, as the format asks

_README = files("wayframe.conversion").joinpath("convlab.md").read_text("utf-8")
_PREPROCESS = files("wayframe.conversion").joinpath("convlab_preprocess.txt").read_text("utf-8")


class ConvLabReport(NamedTuple):
    """Result of writing the files. `spans`: values found in their text, `not_located`: the others, by slot."""

    dialogues: int
    turns: int
    skipped: int
    splits: dict[str, int]
    acts: int
    spans: int
    not_located: dict[str, int]
    references_left_out: int
    negated_left_out: int


def write(source: DialogueSource, output: Path, test_fold: int) -> ConvLabReport:
    """Write a source as the folder of a data set, which has the folder's name; `test_fold` is its test split."""
    name = output.name
    if not re.fullmatch(r"\w+", name):
        raise InputError(f"{output}: ConvLab names the data set like the folder: letters, digits, _; not {shown(name)}")
    writing = _DataSetWriter(name, test_fold, _state_slots(source))
    with making(output) as folder:
        with ZipFile(folder / "data.zip", "w") as archive:
            with _opened(archive, "data/dialogues.json") as file:
                for count, converted in enumerate(writing.converted(source)):
                    file.write((",\n" if count else "[\n").encode() + json.dumps(converted).encode())
                file.write(b"\n]\n" if writing.dummies else b"[]\n")
            with _opened(archive, "data/ontology.json") as file:
                file.write(json.dumps(writing.ontology.built(), indent=2).encode())
        (folder / "dummy_data.json").write_text(json.dumps(writing.dummies, indent=2), encoding="utf-8")
        (folder / "preprocess.py").write_text(_PREPROCESS.format(name=name), encoding="utf-8")
        table = "".join(f"| {split} | {count} |\n" for split, count in writing.splits.items())
        readme = _README.format(
            name=name, source=source.path.name, digest=digest(source.path), test_fold=test_fold, splits=table
        )
        (folder / "README.md").write_text(readme, encoding="utf-8")
    return writing.report()


class _DataSetWriter:
    """The work on one data set, and what is counted on the way."""

    def __init__(self, name: str, test_fold: int, state_slots: list[str]) -> None:
        self.name = name
        self.test_fold = test_fold
        self.state_slots = state_slots
        self.ontology = ConvLabOntology(state_slots)
        self.splits: Counter[str] = Counter(train=0, validation=0, test=0)
        self.dummies: list[dict[str, Any]] = []
        self.counts: Counter[str] = Counter()
        self.not_located: Counter[str] = Counter()

    def converted(self, source: DialogueSource) -> Iterator[dict[str, Any]]:
        """The dialogues that the format can hold."""
        for dialogue in source:
            if not dialogue.turns or any(one.author == two.author for one, two in pairwise(dialogue.turns)):
                self.counts["skipped"] += 1
                continue
            converted = self.dialogue(dialogue)
            if len(self.dummies) < _DUMMIES:
                self.dummies.append(converted)
            yield converted

    def dialogue(self, dialogue: Dialogue) -> dict[str, Any]:
        split = _split(dialogue, self.test_fold)
        number = self.splits[split]
        self.splits[split] += 1
        return {
            "dataset": self.name,
            "data_split": split,
            "dialogue_id": f"{self.name}-{split}-{number}",
            "original_id": dialogue.id,
            "user_id": dialogue.user_id,
            "system_id": dialogue.wizard_id,
            "domains": [DOMAIN],
            "goal": {"description": "", "inform": {}, "request": {}},
            "turns": [self.turn(index, turn) for index, turn in enumerate(dialogue.turns)],
        }

    def turn(self, index: int, turn: Turn) -> dict[str, Any]:
        acts = dialogue_acts(turn, self.not_located)
        speaker = _SPEAKERS[turn.author]
        self.ontology.add(speaker, acts)
        self.counts["turns"] += 1
        self.counts["acts"] += sum(map(len, acts.values()))
        self.counts["spans"] += sum("start" in entry for entry in acts["non-categorical"])
        self.counts["references"] += sum(len(arg.refs) for act in turn.acts for arg in act.args)
        converted = {"speaker": speaker, "utterance": turn.text, "utt_idx": index, "dialogue_acts": acts}
        if turn.author == "user":
            frame = _active_frame(turn)
            held = frame.info if frame else {}
            self.counts["negated"] += sum(v.negated for s in held if is_state_slot(s) for v in held[s])
            return converted | {"state": {DOMAIN: state(frame, self.state_slots)}}
        found = turn.db.result
        entities = [_entity(package) for packages in found for package in packages]
        return converted | {"db_results": {DOMAIN: entities} if found else {}}

    def report(self) -> ConvLabReport:
        counts = self.counts
        return ConvLabReport(
            self.splits.total(),
            counts["turns"],
            counts["skipped"],
            dict(self.splits),
            counts["acts"],
            counts["spans"],
            by_frequency(self.not_located),
            counts["references"],
            counts["negated"],
        )


def _state_slots(source: DialogueSource) -> list[str]:
    turns = chain.from_iterable(dialogue.turns for dialogue in source.decoded())
    frames = (_active_frame(turn) for turn in turns if turn.author == "user")
    return sorted(dict.fromkeys(slot for frame in frames if frame for slot in frame.info if is_state_slot(slot)))


def _active_frame(turn: Turn) -> Frame | None:
    return next((frame for frame in turn.frames if frame.frame_id == turn.active_frame), None)


def _split(dialogue: Dialogue, test_fold: int) -> str:
    """Return the split of a dialogue, which doesn't depend on the rest of the file."""
    fold = fold_of(dialogue.user_id)
    chance = random.Random(dialogue.id).random()
    if fold == test_fold:
        return "test"
    return "train" if chance < 0.8 else "validation" if fold or chance < 0.9 else "test"


def _entity(package: Package) -> dict[str, str]:
    """A search result under the names of the slots; times as ISO 8601."""
    hotel, trip = package.hotel, package.trip
    has_it = {slot: str(has(hotel, slot)) for slot in (*AMENITIES, *VICINITY)}
    return {
        **{name: str(getattr(hotel, name)) for name in _HOTEL_FACTS},
        "price": str(package.price),
        "or_city": trip.or_city,
        "seat": trip.seat,
        "duration": str(trip.duration_days),
        "dep_time_or": _time(trip.leaving.departure),
        "arr_time_dst": _time(trip.leaving.arrival),
        "dep_time_dst": _time(trip.returning.departure),
        "arr_time_or": _time(trip.returning.arrival),
        **has_it,
    }


def _time(moment: LocalTime) -> str:
    return f"{moment.year:04}-{moment.month:02}-{moment.day:02}T{moment.hour:02}:{moment.min:02}"


def _opened(archive: ZipFile, name: str) -> IO[bytes]:
    """A file in the archive, without the time of its making: same dialogues, same bytes."""
    info = ZipInfo(name)
    info.compress_type = ZIP_DEFLATED
    return archive.open(info, "w", force_zip64=True)
