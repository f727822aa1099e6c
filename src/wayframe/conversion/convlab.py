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
from collections.abc import Iterator
from importlib.resources import files
from itertools import pairwise
from pathlib import Path
from typing import IO, Any, NamedTuple
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from wayframe.conversion.convlab_acts import DOMAIN, ConvLabOntology, dialogue_acts, is_state_slot, speaker, state
from wayframe.conversion.examples import by_frequency
from wayframe.conversion.folder import making
from wayframe.conversion.source import DialogueSource
from wayframe.dialogue import Dialogue, Frame, LocalTime, Package, Turn
from wayframe.errors import InputError, shown
from wayframe.files import digest
from wayframe.folds import fold_of
from wayframe.ontology import AMENITIES, VICINITY
from wayframe.packages.facts import has

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
        self.ontology.add(speaker(turn), acts)
        self.counts["turns"] += 1
        self.counts["acts"] += sum(map(len, acts.values()))
        self.counts["spans"] += sum("start" in entry for entry in acts["non-categorical"])
        self.counts["references"] += sum(len(arg.refs) for act in turn.acts for arg in act.args)
        converted = {"speaker": speaker(turn), "utterance": turn.text, "utt_idx": index, "dialogue_acts": acts}
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
    turns = (turn for dialogue in source.decoded() for turn in dialogue.turns)
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
        "name": hotel.name,
        "dst_city": hotel.dst_city,
        "country": hotel.country,
        "category": hotel.category,
        "gst_rating": str(hotel.gst_rating),
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
