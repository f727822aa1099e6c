"""Understanding by rules: no corpus, no training, no network.

A text is cut into sentences (`sentences`); each value in it gets a slot (`roles`, `amounts`, `degrees`, `features`,
`places`), each question its slots (`questions`). The scene (`scene`) and a few cues (`patterns`) then decide which act
carries them (`choices`): a value that only an earlier offer has picks that offer, one that nobody has said before is a
new wish. `answers` reads what yes and no mean, `reference` the words that point at an option.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from wayframe.dialogue import Act
from wayframe.nlu import patterns as say
from wayframe.nlu.answers import agrees, answers
from wayframe.nlu.choices import Said, choice, said, shown
from wayframe.nlu.degrees import degrees
from wayframe.nlu.draft import Draft
from wayframe.nlu.features import features
from wayframe.nlu.legible import legible
from wayframe.nlu.places import remembered, unknown
from wayframe.nlu.questions import (
    affords,
    asked,
    cheapest_of_all,
    compared,
    lists,
    looks_around,
    perhaps_several,
    same_dates,
    several,
)
from wayframe.nlu.reference import Span, anaphora, each, pair, pointing
from wayframe.nlu.roles import Fill, fills
from wayframe.nlu.scene import Scene, scene
from wayframe.nlu.sentences import Sentence, sentences, straightened
from wayframe.nlu.spelling import Spelled, spelled
from wayframe.nlu.understanding import Context
from wayframe.nlu.wishes import wishes
from wayframe.values import DONT_CARE, Mention, find

# Who asks for a package with one of these changed still speaks of that package.
_COUNTS = ("count_name", "count_dst_city", "count")
DAYS = ("str_date", "end_date")
_REASONS = ("budget", "seat", "category")  # who asks why something is so doesn't wish it
_TELLING = ("dst_city", "seat")  # what helps to say which option is meant
_IN = re.compile(r"\s+(?:in|to|for|from)\s+", re.IGNORECASE)
_SIDE_WISHES = frozenset(("seat", "n_adults", "n_children", "breakfast", "budget_ok"))


class Heard(NamedTuple):
    """What the rules make of a turn: its acts, the values that they found in the text as it was written, the scene."""

    acts: tuple[Act, ...]
    mentions: tuple[Mention, ...]
    scene: Scene


class RuleNLU:
    """Acts and slots by rules."""

    def understand(self, text: str, context: Context) -> tuple[Act, ...]:
        """The acts of a user's turn; see `wayframe.nlu.NLU`."""
        return self.hear(text, context).acts

    def hear(self, text: str, context: Context) -> Heard:
        """The acts of a user's turn and what they were read from."""
        text = legible(text)
        read = spelled(straightened(text))
        plain = read.words
        at = scene(context)
        mentions = find(plain, today=context.today, lexicon=context.lexicon)
        mentions += remembered(plain, mentions, at, context.lexicon)
        mentions += unknown(plain, mentions, at)
        mentions.sort(key=lambda mention: mention.start)
        acts = _Turn(text, read, sentences(plain, mentions), at).acts()
        return Heard(acts, tuple(_written(mention, read) for mention in mentions), at)


class _Turn:
    """One turn while it is being understood: `plain` is the text with plain quotes and without slips of the pen."""

    def __init__(self, text: str, read: Spelled, parts: list[Sentence], at: Scene) -> None:
        self.text, self.read, self.plain, self.parts, self.scene = text, read, read.words, parts, at
        self.draft = Draft()
        # Who asks what there is at all turns to no option.
        self.overall = any(cheapest_of_all(part) or lists(part) for part in parts)
        self.point = pointing(self.plain) if (at.offered or at.others) and not self.overall else None
        self.points = self._points()
        self.around = False  # asks what there is at all
        self.asking: list[Sentence] = []  # the sentences that ask about an option or book it

    def acts(self) -> tuple[Act, ...]:
        """The acts that the turn's sentences amount to."""
        for part in self.parts:
            self._sentence(part)
        for wish in wishes(self.plain, self.scene, self.draft.informed(), self.draft.has("request_alts")):
            if not self.draft.asks(wish[0]):
                self.draft.add("inform", *wish)
        if self.scene.bookings and say.CANCEL.search(self.plain):
            self.draft.add("negate", "action", "book")
        elif say.UNDO.search(self.plain) and not self.scene.opening:
            self.draft.add("switch_frame", "ref_anaphora", self.text.strip())
        else:
            for answer in answers(self.plain, self.scene, self.draft.informed()):
                self.draft.add(*answer)
        self._complaints()
        self._booking()
        self._looking()
        self._turning()
        self._manners()
        agrees_to_it = any(cue.search(self.plain) for cue in (say.YES, say.OKAY, say.THAT_ONE))
        if not self.draft.acts() and self.scene.settled and agrees_to_it:
            self.draft.add("affirm")
        return self.draft.acts()

    def _sentence(self, part: Sentence) -> None:
        read = self._read(part)
        others = bool(say.ALTERNATIVES.search(part.words)) and all(self.scene.holds(f.slot, f.val) for f in read.fills)
        if cheapest_of_all(part):
            self.draft.add("request", "price", "cheapest")
            read = read._replace(fills=tuple(f for f in read.fills if f.slot != "budget"), questions=(), compares=False)
        if others:
            self._alternatives(read)
        else:
            chosen = self._choices(read)
            for fill, (name, slot) in chosen:
                self.draft.add(name, slot, fill.val)
            if say.WHAT_ELSE.search(part.words) and [act for _, act in chosen] == [("switch_frame", "dst_city")]:
                self.draft.add("request_alts")  # in a city that was spoken of before
            self.around = self.around or (looks_around(part) and not read.fills)
        self._questions(read)
        self._features(read)

    def _choices(self, read: Said) -> list[tuple[Fill, tuple[str, str]]]:
        """Each value with the act and the slot that carry it; the city of an option that is picked helps to pick it."""
        chosen = [(fill, choice(fill, read, self.scene, self.plain)) for fill in read.fills]
        picking = any(name == "switch_frame" and slot != "dst_city" for _, (name, slot) in chosen)
        known = [f for f in read.fills if f.slot in _TELLING and self.scene.holds(f.slot, f.val)] if picking else []
        known += [f for f in read.fills if f.slot == "dst_city" and self._with_it(f) and not read.compares]
        return [(fill, ("switch_frame", fill.slot) if fill in known else act) for fill, act in chosen]

    def _read(self, part: Sentence) -> Said:
        """The sentence with its slots filled, and what it asks for."""
        answered = self.draft.informed()
        scene = self.scene._replace(
            asked=tuple(slot for slot in self.scene.asked if slot not in answered),
            requested=tuple(slot for slot in self.scene.requested if slot not in answered),
        )
        values = _plainest((*fills(part, self.plain, scene), *self._degrees(part)), part)
        values = tuple(self._as_written(f) for f in values if not self._pointed_at(f))
        if say.WHY.match(part.words):
            values = tuple(fill for fill in values if fill.slot not in _REASONS)
        filled = {slot for f in values for slot in (f.slot, shown(f.slot))}
        questions = tuple(slot for slot in asked(part) if slot not in filled or (slot == "dst_city" and lists(part)))
        if same_dates(part) and "dst_city" in filled:
            questions = tuple(slot for slot in questions if slot not in DAYS)
        if "flex" not in questions and say.FLEXIBLE.search(part.words):
            questions = tuple(slot for slot in questions if slot not in DAYS)
        if "flex" in questions and not self.scene.options:
            questions = (*(slot for slot in questions if slot not in ("flex", *DAYS)), *DAYS)
        named = tuple(features(part))
        compares = self._compares(part, values, bool(questions or named))
        return said(part, values, questions, named, compares, self.point is not None, self.scene)

    def _compares(self, part: Sentence, values: tuple[Fill, ...], asks: bool) -> bool:
        """Whether the sentence asks about several packages; `asks` says that it asks for slots or features."""
        if not (self.scene.offered or self.scene.others):
            return False
        named = sum(part.start <= start < part.end for start, _ in self.points)
        if named > 1 and part.asks and not say.BOOK.search(part.words):
            return True
        if several(part):
            return asks or bool(part.asks and values) or compared(part)
        picks = any(self.scene.remembers(shown(f.slot), f.val) for f in values)
        picks = picks or self.point is not None
        return asks and part.asks and len(self.scene.offered) > 1 and not picks and perhaps_several(part)

    def _degrees(self, part: Sentence) -> list[Fill]:
        taken = [(m.start, m.end) for m in part.mentions]
        found = [(degree.slot, degree.start + part.start, degree.end + part.start) for degree in degrees(part.words)]
        return [
            Fill(slot, self.plain[start:end], start, end)
            for slot, start, end in found
            if not any(a < end and start < b and not start <= a <= b < end for a, b in taken)
        ]

    def _points(self) -> list[Span]:
        """Where words stand that point at options which a sentence compares: none where it compares none so."""
        found = list[Span]()
        for part in self.parts:
            spans = [(part.start + start, part.start + end) for start, end in each(part.words)]
            if (compared(part) and not pair(part.words)) or len(spans) > 1:
                found += spans if self.scene.offered or self.scene.others else []
        return found

    def _as_written(self, fill: Fill) -> Fill:
        """The value in the user's own words, but for slips of the pen in what is no name: "cheaper"."""
        written = self._written(fill.start, fill.end)
        corrected = straightened(written) != fill.val and fill.slot not in ("dst_city", "or_city", "name")
        return fill if fill.val == DONT_CARE or corrected else fill._replace(val=written)

    def _written(self, start: int, end: int) -> str:
        """The user's own words for a part of what was read."""
        return self.text[slice(*self.read.written(start, end))]

    def _pointed_at(self, fill: Fill) -> bool:
        points = [*self.points, *([self.point] if self.point else [])]
        named = fill.slot in ("dst_city", "name")  # "the second Paris hotel"
        return not named and any(start < fill.end and fill.start < end for start, end in points)

    def _features(self, context: Said) -> None:
        for slot, wished, refused in context.features:
            if context.compares:
                self.draft.add("request_compare", slot)
            elif not wished and not self.scene.opening:
                self.draft.add("request", slot)
                self.asking.append(context.part)
            elif self.scene.offers(slot, True) and not context.part.asks:
                self.draft.add("switch_frame", slot, True)
            else:
                self.draft.add("inform", slot, not refused)

    def _questions(self, context: Said) -> None:
        part, slots, name = context.part, context.questions, "request_compare" if context.compares else "request"
        if context.compares:
            self.draft.add(name)
            if compared(part) and not context.fills and (span := pair(part.words)):
                self.draft.add(name, "ref_anaphora", self._written(part.start + span[0], part.start + span[1]))
            for start, end in self.points:
                if part.start <= start < part.end:
                    self.draft.add(name, "ref_anaphora", self._written(start, self._with_place(end, context)))
        if affords(part) and not self.scene.opening and not any(f.slot == "budget" for f in context.fills):
            self.draft.add(name if part.asks else "inform", "budget_ok", True)
        for slot in slots:
            self.draft.add(name, slot)
        more = say.MORE.search(part.words) is not None and not say.BEYOND.search(part.words)
        if more and not slots and not context.compares and not self.scene.opening:
            self.draft.add("moreinfo")
        if slots or more or say.BOOK.search(part.words):
            self.asking.append(part)

    def _with_it(self, place: Fill) -> bool:
        """Whether a city that was spoken of before belongs to words that point: "the cheapest Rome one"."""
        if self.point is None or not (
            self.scene.holds(place.slot, place.val) or self.scene.remembers(place.slot, place.val)
        ):
            return False
        start, end = self.point
        return start <= place.start < end or _IN.fullmatch(self.plain, end, place.start) is not None

    def _with_place(self, end: int, context: Said) -> int:
        """Where words that point at an option end with the place that they name: "the cheapest one in Rome"."""
        places = (
            fill.end for fill in context.fills if fill.slot == "dst_city" and _IN.fullmatch(self.plain, end, fill.start)
        )
        return next(places, end)

    def _alternatives(self, context: Said) -> None:
        """Other possibilities: than the values that the active frame has, or in the slot that the words name."""
        for fill in context.fills:
            self.draft.add("request_alts", fill.slot, fill.val)
        if not context.fills:
            places, hotels = (cue.search(context.part.words) for cue in (say.OTHER_PLACES, say.OTHER_HOTELS))
            self.draft.add("request_alts", "dst_city" if places else "name" if hotels else None)

    def _complaints(self) -> None:
        if self.scene.opening:
            return
        if say.TOO_DEAR.search(self.plain):
            self.draft.add("negate", "price")
        if say.DISLIKES.search(self.plain):
            self._refer("negate")
        if say.TOO_LONG.search(self.plain) and not self.draft.has("negate"):
            self.draft.add("negate", "duration")

    def _booking(self) -> None:
        """The wish to book: whoever opens with a trip has it, later it takes words such as "book it"."""
        if self.scene.opening:
            if self.draft.informed() or say.TRIP.search(self.plain):
                self.draft.add("inform", "intent", "book")
            return
        wants = any(say.BOOK.search(part.words) or say.BOOK_FIRST.search(part.words) for part in self.parts)
        if wants and not say.NOT_BOOK.search(self.plain) and not self.draft.has("negate"):
            self.draft.add("inform", "intent", "book")
            self.draft.drop("affirm")

    def _looking(self) -> None:
        """Who names a city asks what there is anyway; who asks for a slot doesn't ask for everything."""
        told = self.draft.informed()
        if self.around and not told and not self.scene.opening and not self.draft.has("request_compare"):
            self.draft.add("request", "name")
        if self.draft.has("request", "request_compare") or {"dst_city", "or_city"} & told:
            self.draft.drop("moreinfo")
        if "dst_city" in told and not self.draft.valued("request_alts"):
            self.draft.drop("request_alts")

    def _turning(self) -> None:
        """Who points at, asks about, likes or books what was just offered turns to it."""
        if self.draft.has("request_compare"):
            return
        if self.point is not None:
            varies = say.VARYING.search(self.plain) and self.draft.informed()
            self.draft.add("inform" if varies else "switch_frame", "ref_anaphora", self._written(*self.point))
        elif self.scene.offered and not self.draft.has("switch_frame") and self._turns():
            self._refer("switch_frame")

    def _turns(self) -> bool:
        counts = any(self.draft.asks(slot) for slot in _COUNTS)
        if self.overall or counts or not self.draft.informed() <= _SIDE_WISHES:
            return False
        if self.draft.books() or self.draft.has("request", "moreinfo", "affirm", "confirm"):
            return True
        if self.draft.informed() and any(part.asks and anaphora(part.words) for part in self.parts):
            return True
        likes = agrees(self.plain) or (len(self.scene.offered) == 1 and say.OKAY.search(self.plain) is not None)
        return likes and not self.draft.has("request_alts", "negate")

    def _refer(self, name: str) -> None:
        """Add the act with the words by which it refers to the option at hand, if there are such words."""
        for start, words in (*((part.start, part.words) for part in self.asking), (0, self.plain)):
            if span := anaphora(words):
                self.draft.add(name, "ref_anaphora", self._written(start + span[0], start + span[1]))
                return
        self.draft.add(name)

    def _manners(self) -> None:
        for name, cue in (("greeting", say.GREETING), ("thankyou", say.THANKS), ("goodbye", say.GOODBYE)):
            if cue.search(self.plain) and not (name == "goodbye" and self.scene.opening and self.draft.informed()):
                self.draft.add(name)


def _written(mention: Mention, read: Spelled) -> Mention:
    start, end = read.written(mention.start, mention.end)
    return mention._replace(start=start, end=end)


def _plainest(values: tuple[Fill, ...], part: Sentence) -> tuple[Fill, ...]:
    """The values without "earliest" where the sentence has a date, without the two of "economy or business?"."""
    exact = {fill.slot for fill in values if any(map(str.isdigit, fill.val))}
    either = part.asks and sum(fill.slot == "seat" for fill in values) > 1
    return tuple(
        fill for fill in values
        if not (fill.slot in exact and say.VAGUE.fullmatch(fill.val)) and not (either and fill.slot == "seat")
    )  # fmt: skip
