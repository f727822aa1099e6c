"""Understanding by rules: no corpus, no training, no network.

A text is cut into sentences (`sentences`); each value in it gets a slot (`slot_filling`, `places`), each question and
feature its slots (`questions`). The wizard's last turn (`wizard_context`) and a few cues
(`patterns`) then decide which act carries them (`act_selection`): a value that only an earlier offer has picks that
offer, one that nobody has said before is a new wish. `answers` reads what yes and no mean, `reference` the words that
point at an option.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import NamedTuple

from wayframe.dialogue import Act, legible
from wayframe.language.patterns import PatternTable, holding
from wayframe.nlu import patterns as say
from wayframe.nlu.act_selection import ActDraft, FilledSentence, choice, said, shown
from wayframe.nlu.answers import agrees, answers, wishes
from wayframe.nlu.phrases import Phrases
from wayframe.nlu.places import remembered, unknown
from wayframe.nlu.questions import (
    AFFORDS,
    COMPARED,
    LISTING,
    LOOKING,
    PERHAPS_SEVERAL,
    SAME_DATES,
    SEVERAL,
    asked,
    features,
)
from wayframe.nlu.reference import Span, anaphora, each, pair, pointing
from wayframe.nlu.sentences import CorrectedText, TextSentence, sentences, spelled, straightened
from wayframe.nlu.slot_filling import SlotFill, comparatives, fills
from wayframe.nlu.understanding import TurnContext
from wayframe.nlu.wizard_context import WizardContext, has, wizard_context
from wayframe.values import DONT_CARE, Mention, find

# Who asks for a package with one of these changed still speaks of that package.
_SIDE_WISHES = frozenset(("seat", "n_adults", "n_children", "breakfast", "budget_ok"))
_COUNTS = ("count_name", "count_dst_city", "count")
_DAYS = ("str_date", "end_date")
_TELLING = ("dst_city", "seat")  # what helps to say which option is meant
_IN = re.compile(r"\s+(?:in|to|for|from)\s+", re.IGNORECASE)
_NAMES = ("dst_city", "or_city", "name")
_POINTED = ("dst_city", "name")  # "the second Paris hotel"
_OTHERS: tuple[tuple[Phrases, str], ...] = ((say.OTHER_PLACES, "dst_city"), (say.OTHER_HOTELS, "name"))
"""The slots in which somebody wants other possibilities, by words."""
_MANNERS = ((say.GREETING, "greeting"), (say.THANKS, "thankyou"), (say.GOODBYE, "goodbye"))
_ASKING = {False: "request", True: "request_compare"}  # by whether options are compared
_COMPARING = PatternTable[bool](
    ("asks points", "books", True),
    ("several slots_asked", "", True),
    ("several compared", "", True),
    ("several asks values", "", True),
    ("slots_asked asks several_offered perhaps_several", "several picked", True),
    ("", "", False),
)
"""When a sentence compares several packages."""
_TURNING = PatternTable[bool](
    ("overall", "", False),
    ("other_wishes", "", False),
    ("counts", "", False),
    ("books", "", True),
    ("asks", "", True),
    ("wishes about_it", "", True),
    ("agrees", "refuses", True),
    ("okay one_offered", "refuses", True),
    ("", "", False),
)
"""When a turn is about the new offer."""


class RuleReading(NamedTuple):
    """Reading of a turn by the rules: its acts, the values found in the text as written, the dialogue context."""

    acts: tuple[Act, ...]
    mentions: tuple[Mention, ...]
    wizard: WizardContext


class RuleNLU:
    """Acts and slots by rules."""

    def understand(self, text: str, context: TurnContext) -> tuple[Act, ...]:
        """The acts of a user's turn; see `wayframe.nlu.NLU`."""
        return self.hear(text, context).acts

    def hear(self, text: str, context: TurnContext) -> RuleReading:
        """The acts of a user's turn and what they were read from."""
        text = legible(text)
        read = spelled(straightened(text))
        plain = read.words
        at = wizard_context(context)
        mentions = find(plain, today=context.today, lexicon=context.lexicon)
        mentions += remembered(plain, mentions, at, context.lexicon)
        mentions += unknown(plain, mentions, at)
        mentions.sort(key=lambda mention: mention.start)
        acts = _RuleTurn(text, read, sentences(plain, mentions), at).acts()
        return RuleReading(acts, tuple(_written(mention, read) for mention in mentions), at)


class _RuleTurn:
    """One turn while it is being understood: `plain` is the text with plain quotes and without slips of the pen."""

    def __init__(self, text: str, read: CorrectedText, parts: list[TextSentence], at: WizardContext) -> None:
        self.text, self.read, self.plain, self.parts, self.wizard = text, read, read.words, parts, at
        self.draft = ActDraft()
        self.overall = any(LISTING.search(part.words) for part in parts)  # asks what there is, and turns to no option
        self.point = pointing(self.plain) if at.inactive and not self.overall else None
        self.points = [span for part in parts for span in _points(part)] if at.inactive else []
        self.around = False  # asks what there is at all
        self.asking: list[TextSentence] = []  # the sentences that ask about an option or book it

    def acts(self) -> tuple[Act, ...]:
        """The acts that the turn's sentences amount to."""
        for part in self.parts:
            self._sentence(part)
        self._wishes()
        self._answers()
        self._complaints()
        self._booking()
        self._looking()
        self._turning()
        self._manners()
        agrees_to_it = any((say.YES.search(self.plain), say.OKAY.search(self.plain)))
        if agrees_to_it and self.wizard.settled and not self.draft.acts():
            self.draft.add("affirm")
        return self.draft.acts()

    def _sentence(self, part: TextSentence) -> None:
        read = self._read(part)
        nothing_new = all(self.wizard.holds(fill.slot, fill.val) for fill in read.fills)
        if nothing_new and say.ALTERNATIVES.search(part.words):
            self._alternatives(read)
        else:
            self._values(read)
        self._questions(read)
        self._features(read)

    # Values

    def _read(self, part: TextSentence) -> FilledSentence:
        """The sentence with its slots filled, and what it asks for."""
        found = [*fills(part, self.plain, self.wizard.without(self.draft.informed())), *self._comparatives(part)]
        free = [fill for fill in _plainest(found, part) if not self._pointed_at(fill)]
        values = tuple(map(self._as_written, free))
        questions, named = tuple(self._asked(part, values)), tuple(features(part))
        compares = self._compares(part, values, bool(questions or named))
        return said(part, values, questions, named, compares, self.point is not None, self.wizard)

    def _comparatives(self, part: TextSentence) -> list[SlotFill]:
        """Slots that a comparative fills, unless its words are part of another value."""
        found = list[SlotFill]()
        for phrase in comparatives(part.words):
            start, end = phrase.start + part.start, phrase.end + part.start
            if not any(_cuts(mention, start, end) for mention in part.mentions):
                found.append(SlotFill(phrase.slot, self.plain[start:end], start, end))
        return found

    def _pointed_at(self, fill: SlotFill) -> bool:
        """Tell whether a value is part of the words that point at an option."""
        if fill.slot in _POINTED:
            return False
        points = [*self.points, *filter(None, (self.point,))]
        return any(start < fill.end and fill.start < end for start, end in points)

    def _as_written(self, fill: SlotFill) -> SlotFill:
        """The value in the user's own words, but for slips of the pen in what is no name: "cheaper"."""
        written = self._written(fill.start, fill.end)
        corrected = straightened(written) != fill.val and fill.slot not in _NAMES
        return fill if corrected or fill.val == DONT_CARE else fill._replace(val=written)

    def _written(self, start: int, end: int) -> str:
        """The user's own words for a part of what was read."""
        return self.text[slice(*self.read.written(start, end))]

    def _values(self, read: FilledSentence) -> None:
        """Add each value to the act that carries it."""
        chosen = self._choices(read)
        for fill, (name, slot) in chosen:
            self.draft.add(name, slot, fill.val)
        turns_to_city = [act for _, act in chosen] == [("switch_frame", "dst_city")]
        if turns_to_city and say.WHAT_ELSE.search(read.part.words):
            self.draft.add("request_alts")  # in a city that was spoken of before
        self.around |= not chosen and bool(LOOKING.search(read.part.words))

    def _choices(self, read: FilledSentence) -> list[tuple[SlotFill, tuple[str, str]]]:
        """Each value with the act and the slot that carry it; the city of an option that is picked helps to pick it."""
        acts = [choice(fill, read, self.wizard, self.plain) for fill in read.fills]
        picked = {slot for name, slot in acts if name == "switch_frame"} - {"dst_city"}
        chosen = list[tuple[SlotFill, tuple[str, str]]]()
        for fill, act in zip(read.fills, acts, strict=True):
            tells = bool(picked) and fill.slot in _TELLING and self.wizard.holds(fill.slot, fill.val)
            chosen.append((fill, ("switch_frame", fill.slot) if tells or self._with_it(fill, read) else act))
        return chosen

    def _with_it(self, place: SlotFill, read: FilledSentence) -> bool:
        """Tell whether a city mentioned before belongs to a pointing phrase: "the cheapest Rome one"."""
        if self.point is None or read.compares or place.slot != "dst_city":
            return False
        start, end = self.point
        if not start <= place.start < end and not _IN.fullmatch(self.plain, end, place.start):
            return False
        return has(self.wizard.frames, place.slot, place.val)

    def _alternatives(self, read: FilledSentence) -> None:
        """Other possibilities: than the values that the active frame has, or in the slot that the words name."""
        for fill in read.fills:
            self.draft.add("request_alts", fill.slot, fill.val)
        if not read.fills:
            named = (slot for pattern, slot in _OTHERS if pattern.search(read.part.words))
            self.draft.add("request_alts", next(named, None))

    def _features(self, read: FilledSentence) -> None:
        for slot, wished, refused in read.features:
            if read.compares:
                self.draft.add("request_compare", slot)
            elif not wished and not self.wizard.opening:
                self.draft.add("request", slot)
                self.asking.append(read.part)
            elif self.wizard.offers(slot, True) and not read.part.asks:
                self.draft.add("switch_frame", slot, True)
            else:
                self.draft.add("inform", slot, not refused)

    # Questions

    def _asked(self, part: TextSentence, values: tuple[SlotFill, ...]) -> list[str]:
        """The slots that the sentence asks for and doesn't fill; "flexible dates" doesn't ask for the dates."""
        slots = [fill.slot for fill in values]
        filled = {*slots, *map(shown, slots)}
        questions = _without(asked(part), filled - {"dst_city"} if LISTING.search(part.words) else filled)
        if "flex" in questions and not self.wizard.options:
            return [*_without(questions, ("flex", *_DAYS)), *_DAYS]
        same = "dst_city" in filled and SAME_DATES.search(part.words)
        flexible = "flex" not in questions and say.FLEXIBLE.search(part.words)
        return _without(questions, _DAYS) if same or flexible else questions

    def _compares(self, part: TextSentence, values: tuple[SlotFill, ...], asks: bool) -> bool:
        """Tell whether the sentence asks about several packages; `asks` says that it asks for slots or features."""
        if not self.wizard.inactive:
            return False
        found = {
            "asks": part.asks,
            "slots_asked": asks,
            "points": len(self._points_in(part)) > 1,
            "books": say.BOOK.search(part.words),
            "several": SEVERAL.search(part.words),
            "compared": COMPARED.search(part.words),
            "values": values,
            "picked": self._picks(values),
            "several_offered": len(self.wizard.offered) > 1,
            "perhaps_several": PERHAPS_SEVERAL.search(part.words),
        }
        return _COMPARING.outcome(holding(found, bool))

    def _picks(self, values: tuple[SlotFill, ...]) -> bool:
        """Tell whether an option is picked, by words that point at it or by a value that it has."""
        return self.point is not None or any(self.wizard.remembers(shown(fill.slot), fill.val) for fill in values)

    def _points_in(self, part: TextSentence) -> list[Span]:
        return [span for span in self.points if part.start <= span[0] < part.end]

    def _questions(self, read: FilledSentence) -> None:
        part, asking = read.part, _ASKING[read.compares]
        if read.compares:
            self._compared_options(read)
        budgeted = "budget" in {fill.slot for fill in read.fills}
        if AFFORDS.search(part.words) and not (budgeted or self.wizard.opening):
            self.draft.add(asking if part.asks else "inform", "budget_ok", True)
        for slot in read.questions:
            self.draft.add(asking, slot)
        more = say.MORE.search(part.words)
        if any((more, read.questions, say.BOOK.search(part.words))):
            self.asking.append(part)
        if more and not any((read.questions, read.compares, self.wizard.opening)):
            self.draft.add("moreinfo")

    def _compared_options(self, read: FilledSentence) -> None:
        """Add a comparison with the words that point at its options."""
        part = read.part
        self.draft.add("request_compare")
        both = pair(part.words) if COMPARED.search(part.words) and not read.fills else None
        if both:
            start, end = both
            self.draft.add("request_compare", "ref_anaphora", self._written(part.start + start, part.start + end))
        for start, end in self._points_in(part):
            words = self._written(start, self._with_place(end, read))
            self.draft.add("request_compare", "ref_anaphora", words)

    def _with_place(self, end: int, read: FilledSentence) -> int:
        """Return the end of a pointing phrase including the place that it names: "the cheapest one in Rome"."""
        places = [fill for fill in read.fills if fill.slot == "dst_city"]
        return next((place.end for place in places if _IN.fullmatch(self.plain, end, place.start)), end)

    # The turn as a whole

    def _wishes(self) -> None:
        for slot, val in wishes(self.plain, self.wizard, self.draft.informed(), self.draft.has("request_alts")):
            if not self.draft.asks(slot):
                self.draft.add("inform", slot, val)

    def _answers(self) -> None:
        if self.wizard.bookings and say.CANCEL.search(self.plain):
            self.draft.add("negate", "action", "book")
            return
        for answer in answers(self.plain, self.wizard, self.draft.informed()):
            self.draft.add(*answer)

    def _complaints(self) -> None:
        if self.wizard.opening:
            return
        if say.TOO_DEAR.search(self.plain):
            self.draft.add("negate", "price")
        if say.DISLIKES.search(self.plain):
            self._refer("negate")
        if say.TOO_LONG.search(self.plain) and not self.draft.has("negate"):
            self.draft.add("negate", "duration")

    def _booking(self) -> None:
        """The wish to book: whoever opens with a trip has it, later it takes words such as "book it"."""
        if self.wizard.opening:
            if self.draft.informed() or say.TRIP.search(self.plain):
                self.draft.add("inform", "intent", "book")
            return
        if self.draft.has("negate") or say.NOT_BOOK.search(self.plain):
            return
        if any(say.BOOK.search(part.words) or say.BOOK_FIRST.search(part.words) for part in self.parts):
            self.draft.add("inform", "intent", "book")
            self.draft.drop("affirm")

    def _looking(self) -> None:
        """Drop a question for everything available where the user names a city or asks for a slot."""
        told = self.draft.informed()
        if self.around and not any((told, self.wizard.opening, self.draft.has("request_compare"))):
            self.draft.add("request", "name")
        if {"dst_city", "or_city"} & told or self.draft.has("request", "request_compare"):
            self.draft.drop("moreinfo")
        if "dst_city" in told and not self.draft.valued("request_alts"):
            self.draft.drop("request_alts")

    def _turning(self) -> None:
        """Switch to the new offer where the user points at it, asks about it, likes it or books it."""
        if self.draft.has("request_compare"):
            return
        if self.point is not None:
            varies = say.VARYING.search(self.plain) and self.draft.informed()
            self.draft.add("inform" if varies else "switch_frame", "ref_anaphora", self._written(*self.point))
        elif self.wizard.offered and not self.draft.has("switch_frame") and self._turns():
            self._refer("switch_frame")

    def _turns(self) -> bool:
        """Tell whether the user asks about the new offer, likes it or books it."""
        informed = self.draft.informed()
        found = {
            "overall": self.overall,
            "other_wishes": informed - _SIDE_WISHES,
            "counts": any(map(self.draft.asks, _COUNTS)),
            "books": self.draft.books(),
            "asks": self.draft.has("request", "moreinfo", "affirm", "confirm"),
            "wishes": informed,
            "about_it": any(part.asks and anaphora(part.words) for part in self.parts),
            "refuses": self.draft.has("request_alts", "negate"),
            "agrees": agrees(self.plain),
            "okay": say.OKAY.search(self.plain),
            "one_offered": len(self.wizard.offered) == 1,
        }
        return _TURNING.outcome(holding(found, bool))

    def _refer(self, name: str) -> None:
        """Add the act with the words by which it refers to the option at hand, if there are such words."""
        texts = [(part.start, part.words) for part in self.asking]
        for start, words in (*texts, (0, self.plain)):
            span = anaphora(words)
            if span:
                self.draft.add(name, "ref_anaphora", self._written(start + span[0], start + span[1]))
                return
        self.draft.add(name)

    def _manners(self) -> None:
        for pattern, name in _MANNERS:
            if pattern.search(self.plain):
                self.draft.add(name)
        if self.wizard.opening and self.draft.informed():
            self.draft.drop("goodbye")


def _points(part: TextSentence) -> list[Span]:
    """Find the words that point at options which a sentence compares; none where nothing is compared so."""
    spans = [(part.start + start, part.start + end) for start, end in each(part.words)]
    compares = len(spans) > 1 or (COMPARED.search(part.words) and not pair(part.words))
    return spans if compares else []


def _written(mention: Mention, read: CorrectedText) -> Mention:
    start, end = read.written(mention.start, mention.end)
    return mention._replace(start=start, end=end)


def _without(slots: Sequence[str], others: Collection[str]) -> list[str]:
    return [slot for slot in slots if slot not in others]


def _plainest(values: list[SlotFill], part: TextSentence) -> list[SlotFill]:
    """The values without "earliest" where the sentence has a date, without the two of "economy or business?"."""
    slots = [fill.slot for fill in values]
    either = {"seat"} if part.asks and slots.count("seat") > 1 else set[str]()
    exact = {fill.slot for fill in values if any(map(str.isdigit, fill.val))}
    plain = [fill for fill in values if fill.slot not in exact or not say.VAGUE.fullmatch(fill.val)]
    return [fill for fill in plain if fill.slot not in either]


def _cuts(mention: Mention, start: int, end: int) -> bool:
    """Tell whether a mention overlaps a part of the text without lying inside it."""
    overlaps = mention.start < end and start < mention.end
    return overlaps and not start <= mention.start < mention.end < end
