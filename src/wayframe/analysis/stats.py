"""Everything that the paper and the dataset's pages count, counted in a corpus.

Where they leave a definition open, ours is the one under which the release gives the published figure or comes nearest;
`wayframe.analysis.tables` sets both side by side.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from datetime import date, timedelta
from itertools import chain
from typing import Any, NamedTuple

import msgspec
from msgspec import UNSET

from wayframe.dialogue import Act, Arg, DatabaseSearch, Dialogue, FramesRecord, Hotel, Package, Turn
from wayframe.ontology import ACTS, AMENITIES, FLAGS, REFERENCE_KEYS, SLOTS, VICINITY

Distribution = Mapping[int, int]
"""How often each number came."""


class BoxPlot(NamedTuple):
    """Values of a boxplot: the quartiles, the outermost values within 1.5 box lengths of the box, and those beyond."""

    low: float
    first: float
    median: float
    third: float
    high: float
    beyond: tuple[int, ...]


def mean(distribution: Distribution) -> float:
    """The mean; 0 where there is nothing."""
    count = sum(distribution.values())
    return sum(number * times for number, times in distribution.items()) / count if count else 0.0


def quantile(distribution: Distribution, share: float) -> float:
    """The number below which `share` of all lie, interpolated between two neighbours (type 7 of Hyndman and Fan)."""
    import numpy

    every: Any = numpy.repeat(list(distribution), list(distribution.values()))
    return float(numpy.quantile(every, share))


def box(distribution: Distribution) -> BoxPlot:
    """The boxplot of a distribution that holds something (Tukey's whiskers)."""
    first, median, third = (quantile(distribution, share) for share in (0.25, 0.5, 0.75))
    reach = 1.5 * (third - first)
    inside = [number for number in sorted(distribution) if first - reach <= number <= third + reach]
    beyond = tuple(number for number in sorted(distribution) if number not in inside)
    return BoxPlot(inside[0], first, median, third, inside[-1], beyond)


_DAY = 24 * 60 * 60 * 1000  # in the milliseconds of timestamps


class DialogueFigures(FramesRecord, frozen=True):
    """Figures of whole dialogues. Days are UTC; a dialogue that nobody rated counts in no rating."""

    dialogues: int
    turns: int
    user_turns: int
    wizard_turns: int
    turns_mean: float
    users: int
    wizards: int
    participants: int
    days: int
    first_day: str | None
    last_day: str | None
    ratings: int
    rating_mean: float | None
    tasks_judged: int
    tasks_successful: int
    turns_per_dialogue: dict[int, int]
    rating_counts: dict[str, int]


class DialogueCount:
    """Counts conversations one at a time."""

    def __init__(self) -> None:
        self.users, self.wizards = set[str](), set[str]()
        self.authors, self.lengths = Counter[str](), Counter[int]()
        self.ratings, self.tasks = Counter[float](), Counter[bool]()
        self.days = set[int]()

    def take(self, dialogue: Dialogue) -> None:
        """Count one more."""
        self.users.add(dialogue.user_id)
        self.wizards.add(dialogue.wizard_id)
        self.lengths[len(dialogue.turns)] += 1
        self.authors.update(turn.author for turn in dialogue.turns)
        rating, done = dialogue.labels.user_survey_rating, dialogue.labels.wizard_survey_task_successful
        if rating is not None:
            self.ratings[float(rating)] += 1
        if done is not None:
            self.tasks[done] += 1
        self.days.update(int(turn.timestamp // _DAY) for turn in dialogue.turns)

    def counted(self) -> DialogueFigures:
        """The figures of all that was taken."""
        ratings = self.ratings.total()
        return DialogueFigures(
            dialogues=self.lengths.total(),
            turns=self.authors.total(),
            user_turns=self.authors["user"],
            wizard_turns=self.authors["wizard"],
            turns_mean=mean(self.lengths),
            users=len(self.users),
            wizards=len(self.wizards),
            participants=len(self.users | self.wizards),
            days=len(self.days),
            first_day=_date(min(self.days)) if self.days else None,
            last_day=_date(max(self.days)) if self.days else None,
            ratings=ratings,
            rating_mean=sum(rating * count for rating, count in self.ratings.items()) / ratings if ratings else None,
            tasks_judged=self.tasks.total(),
            tasks_successful=self.tasks[True],
            turns_per_dialogue=dict(sorted(self.lengths.items())),
            rating_counts={f"{rating:g}": count for rating, count in sorted(self.ratings.items())},
        )


def _date(day: int) -> str:
    return (date(1970, 1, 1) + timedelta(day)).isoformat()


SEARCH_FIELDS = tuple(name for name in DatabaseSearch.__struct_fields__ if name.isupper() and name != "RESULT_LIMIT")
"""What can be searched for (table 7), in the release's names."""

# The database's own names of the slots.
_AMENITIES = {slot: f"FREE_{slot.upper()}" for slot in AMENITIES} | {"gym": "GYM", "spa": "SPA"}
_VICINITY = {slot: slot for slot in VICINITY} | {"downtown": "heart", "theatre": "theater"}


class SearchFigures(FramesRecord, frozen=True):
    """Searches and what they found. A hotel is its name and city; `cities` are those of hotels and origins together.

    What lies near a hotel is missing from some of the release's results, so all results of a hotel are taken together.
    """

    searches: int
    searches_without_result: int
    packages: int
    hotels: int
    cities: int
    dst_cities: int
    or_cities: int
    countries: int
    search_fields: dict[str, int]
    amenities_per_hotel: dict[int, int]
    hotels_with: dict[str, int]
    hotels_near: dict[str, int]
    hotels_near_nothing: int
    hotels_by_country: dict[str, int]


class _HotelResults(NamedTuple):
    """Properties of one hotel in the results."""

    country: str
    amenities: set[str]
    vicinity: set[str]


class SearchCount:
    """Counts searches and hotels one dialogue at a time."""

    def __init__(self) -> None:
        self.fields = Counter[str]()
        self.searches = self.in_vain = self.packages = 0
        self.origins = set[str]()
        self.hotels: dict[tuple[str, str], _HotelResults] = {}

    def take(self, dialogue: Dialogue) -> None:
        """Count one more."""
        for database in (turn.db for turn in dialogue.turns):
            for search in database.search:
                self.searches += 1
                self.fields.update(name for name in SEARCH_FIELDS if getattr(search, name) is not UNSET)
            for packages in database.result:
                self.in_vain += not packages
                for package in packages:
                    self._package(package)

    def _package(self, package: Package) -> None:
        self.packages += 1
        self.origins.add(package.trip.or_city)
        hotel: Hotel = package.hotel
        seen = self.hotels.setdefault((hotel.name, hotel.dst_city), _HotelResults(hotel.country, set(), set()))
        seen.amenities.update(hotel.amenities)
        seen.vicinity.update(hotel.vicinity)

    def counted(self) -> SearchFigures:
        """The figures of all that was taken."""
        hotels = self.hotels.values()
        destinations = {city for _, city in self.hotels}
        countries = Counter(hotel.country for hotel in hotels)
        return SearchFigures(
            searches=self.searches,
            searches_without_result=self.in_vain,
            packages=self.packages,
            hotels=len(hotels),
            cities=len(destinations | self.origins),
            dst_cities=len(destinations),
            or_cities=len(self.origins),
            countries=len(countries),
            search_fields={name: self.fields[name] for name in SEARCH_FIELDS},
            amenities_per_hotel=dict(sorted(Counter(len(hotel.amenities) for hotel in hotels).items())),
            hotels_with={slot: sum(name in hotel.amenities for hotel in hotels) for slot, name in _AMENITIES.items()},
            hotels_near={slot: sum(name in hotel.vicinity for hotel in hotels) for slot, name in _VICINITY.items()},
            hotels_near_nothing=sum(not hotel.vicinity for hotel in hotels),
            hotels_by_country=dict(sorted(countries.items(), key=lambda item: (-item[1], item[0]))),
        )


class SwitchFigures(FramesRecord, frozen=True):
    """Table 2 and figure 2.

    A user's switch is by value if the frame is new with that turn; else by offer if the wizard's turn right before
    offers or suggests something; else by mention. The release has one on a wizard's turn, which is none of these.
    """

    frames_mean: float
    frames_max: int
    switches_mean: float
    switches_max: int
    created_by_user: int
    created_by_wizard: int
    switched_by_value: int
    switched_by_offer: int
    switched_by_mention: int
    switched_by_wizard: int
    frames_per_dialogue: dict[int, int]
    switches_per_dialogue: dict[int, int]


class _FrameNumber(msgspec.Struct):
    """Of a frame only its number: decodes three times faster than all of it."""

    frame_id: int


_FRAME_NUMBERS = msgspec.json.Decoder(tuple[_FrameNumber, ...])


class SwitchCount:
    """Counts frames and switches one dialogue at a time."""

    def __init__(self) -> None:
        self.frames, self.switches = Counter[int](), Counter[int]()
        self.created, self.kinds = Counter[str](), Counter[str]()

    def take(self, dialogue: Dialogue) -> None:
        """Count one more."""
        known, switches = 0, 0
        previous: Turn | None = None
        for turn in dialogue.turns:
            frames = len(_FRAME_NUMBERS.decode(turn.labels.frames_json))
            self.created[turn.author] += max(0, frames - max(known, 1))
            if previous and turn.active_frame != previous.active_frame:
                switches += 1
                self.kinds[_kind(turn, previous, known)] += 1
            known, previous = frames, turn
        self.frames[known] += 1
        self.switches[switches] += 1

    def counted(self) -> SwitchFigures:
        """The figures of all that was taken."""
        return SwitchFigures(
            frames_mean=mean(self.frames),
            frames_max=max(self.frames, default=0),
            switches_mean=mean(self.switches),
            switches_max=max(self.switches, default=0),
            created_by_user=self.created["user"],
            created_by_wizard=self.created["wizard"],
            switched_by_value=self.kinds["value"],
            switched_by_offer=self.kinds["offer"],
            switched_by_mention=self.kinds["mention"],
            switched_by_wizard=self.kinds["wizard"],
            frames_per_dialogue=dict(sorted(self.frames.items())),
            switches_per_dialogue=dict(sorted(self.switches.items())),
        )


def _kind(turn: Turn, previous: Turn, known: int) -> str:
    if turn.author == "wizard":
        return "wizard"
    if turn.active_frame > known:
        return "value"
    return "offer" if any(act.name in ("offer", "suggest") for act in previous.acts) else "mention"


_ANAPHORA = ("ref_anaphora", "impl_anaphora")


class ActCount(FramesRecord, frozen=True):
    """Uses of an act by each side, and those without any argument."""

    user: int
    wizard: int
    bare: int


class SlotCount(FramesRecord, frozen=True):
    """Uses of a slot in acts, without a value there, inside references, in the frames of last turns."""

    acts: int
    without_value: int
    references: int
    final_frames: int


class LabelVocabulary(FramesRecord, frozen=True):
    """Acts and slots, most frequent first.

    `unnamed_switches` are the switch_frame acts, `unnamed_comparisons` the references of request_compare acts, that
    name the frame by no slot (an anaphor is none): what section 6.1.1 says must be resolved from the text.
    """

    acts: dict[str, int]
    slots: dict[str, int]
    acts_per_turn: dict[int, int]
    turns_with_several_acts: int
    unnamed_switches: int
    unnamed_comparisons: int
    acts_by_author: dict[str, ActCount]
    slots_by_place: dict[str, SlotCount]


class VocabularyCount:
    """Counts acts and slots one dialogue at a time."""

    def __init__(self) -> None:
        self.said: dict[str, Counter[str]] = {"user": Counter(), "wizard": Counter()}
        self.bare, self.per_turn = Counter[str](), Counter[int]()
        self.slots, self.without_value = Counter[str](), Counter[str]()
        self.references, self.final_frames = Counter[str](), Counter[str]()
        self.unnamed_switches = self.unnamed_comparisons = 0

    def take(self, dialogue: Dialogue) -> None:
        """Count one more."""
        for turn in dialogue.turns:
            self.per_turn[len(turn.acts)] += 1
            for act in turn.acts:
                self.said[turn.author][act.name] += 1
                self._act(act)
        for frame in dialogue.turns[-1].frames if dialogue.turns else ():
            self.final_frames.update(frame.info.keys())

    def _act(self, act: Act) -> None:
        self.bare[act.name] += not act.args
        for arg in act.args:
            self.slots[arg.key] += 1
            self.without_value[arg.key] += arg.value is None and not isinstance(arg.val, tuple)
            self.references.update(annotation.key for ref in arg.refs for annotation in ref.annotations)
        if act.name == "switch_frame":
            self.unnamed_switches += _no_slot(chain.from_iterable(ref.annotations for ref in act.refs()))
        elif act.name == "request_compare":
            self.unnamed_comparisons += sum(_no_slot(ref.annotations) for ref in act.refs())

    def counted(self) -> LabelVocabulary:
        """The figures of all that was taken."""
        acts = self.said["user"] + self.said["wizard"]
        known = dict.fromkeys((*ACTS, *acts))
        known_slots = (*SLOTS, *REFERENCE_KEYS, "id", *FLAGS)
        slots = dict.fromkeys((*known_slots, *self.slots, *self.references, *self.final_frames))
        return LabelVocabulary(
            acts=_by_count({name: acts[name] for name in known}),
            slots=_by_count({name: self.slots[name] for name in slots if name not in FLAGS}),
            acts_per_turn=dict(sorted(self.per_turn.items())),
            turns_with_several_acts=sum(count for number, count in self.per_turn.items() if number > 1),
            unnamed_switches=self.unnamed_switches,
            unnamed_comparisons=self.unnamed_comparisons,
            acts_by_author={
                name: ActCount(self.said["user"][name], self.said["wizard"][name], self.bare[name]) for name in known
            },
            slots_by_place={
                name: SlotCount(
                    self.slots[name], self.without_value[name], self.references[name], self.final_frames[name]
                )
                for name in slots
            },
        )


def _no_slot(annotations: Iterable[Arg]) -> bool:
    return all(annotation.key in _ANAPHORA for annotation in annotations)


def _by_count(counts: dict[str, int]) -> dict[str, int]:
    return dict(sorted(counts.items(), key=lambda item: -item[1]))


class CorpusStats(FramesRecord, frozen=True):
    """The figures of one corpus; means are per dialogue."""

    conversations: DialogueFigures
    switching: SwitchFigures
    searches: SearchFigures
    vocabulary: LabelVocabulary

    def figures(self) -> dict[str, Any]:
        """All figures under their own names, as JSON has them."""
        parts: dict[str, dict[str, Any]] = msgspec.to_builtins(self, str_keys=True)
        return {name: figure for part in parts.values() for name, figure in part.items()}


def measure(dialogues: Iterable[Dialogue]) -> CorpusStats:
    """Count a corpus, one dialogue at a time; the dialogues are taken to be sound (`validation.checked`)."""
    conversations, switching = DialogueCount(), SwitchCount()
    searches, vocabulary = SearchCount(), VocabularyCount()
    for dialogue in dialogues:
        for count in (conversations, switching, searches, vocabulary):
            count.take(dialogue)
    return CorpusStats(conversations.counted(), switching.counted(), searches.counted(), vocabulary.counted())
