"""Understanding by rules: no corpus, no training, no network.

A text is cut into sentences (`sentences`); each value in it gets a slot (`slot_filling`, `amounts`, `comparatives`,
`features`, `places`), each question its slots (`questions`). The wizard's last turn (`wizard_context`) and a few cues
(`patterns`) then decide which act carries them (`act_selection`): a value that only an earlier offer has picks that
offer, one that nobody has said before is a new wish. `answers` reads what yes and no mean, `reference` the words that
point at an option.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from wayframe.dialogue import Act
from wayframe.legible import legible
from wayframe.nlu import patterns as say
from wayframe.nlu.act_selection import FilledSentence, choice, said, shown
from wayframe.nlu.answers import agrees, answers
from wayframe.nlu.comparatives import comparatives
from wayframe.nlu.draft import ActDraft
from wayframe.nlu.features import features
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
from wayframe.nlu.sentences import TextSentence, sentences, straightened
from wayframe.nlu.slot_filling import SlotFill, fills
from wayframe.nlu.spelling import CorrectedText, spelled
from wayframe.nlu.understanding import TurnContext
from wayframe.nlu.wishes import wishes
from wayframe.nlu.wizard_context import WizardContext, wizard_context
from wayframe.values import DONT_CARE, Mention, find

# Who asks for a package with one of these changed still speaks of that package.
_COUNTS = ("count_name", "count_dst_city", "count")
DAYS = ("str_date", "end_date")
_REASONS = ("budget", "seat", "category")  # who asks why something is so doesn't wish it
_TELLING = ("dst_city", "seat")  # what helps to say which option is meant
_IN = re.compile(r"\s+(?:in|to|for|from)\s+", re.IGNORECASE)
_NAMES = ("dst_city", "or_city", "name")
_SIDE_WISHES = frozenset(("seat", "n_adults", "n_children", "breakfast", "budget_ok"))


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
        # Who asks what there is at all turns to no option.
        self.overall = any(cheapest_of_all(part) or lists(part) for part in parts)
        self.point = pointing(self.plain) if (at.offered or at.others) and not self.overall else None
        self.points = self._points()
        self.around = False  # asks what there is at all
        self.asking: list[TextSentence] = []  # the sentences that ask about an option or book it

    def acts(self) -> tuple[Act, ...]:
        """The acts that the turn's sentences amount to."""
        for part in self.parts:
            self._sentence(part)
        for wish in wishes(self.plain, self.wizard, self.draft.informed(), self.draft.has("request_alts")):
            if not self.draft.asks(wish[0]):
                self.draft.add("inform", *wish)
        if self.wizard.bookings and say.CANCEL.search(self.plain):
            self.draft.add("negate", "action", "book")
        elif say.UNDO.search(self.plain) and not self.wizard.opening:
            self.draft.add("switch_frame", "ref_anaphora", self.text.strip())
        else:
            for answer in answers(self.plain, self.wizard, self.draft.informed()):
                self.draft.add(*answer)
        self._complaints()
        self._booking()
        self._looking()
        self._turning()
        self._manners()
        agrees_to_it = any(cue.search(self.plain) for cue in (say.YES, say.OKAY, say.THAT_ONE))
        if not self.draft.acts() and self.wizard.settled and agrees_to_it:
            self.draft.add("affirm")
        return self.draft.acts()

    def _sentence(self, part: TextSentence) -> None:
        read = self._read(part)
        nothing_new = all(self.wizard.holds(fill.slot, fill.val) for fill in read.fills)
        if cheapest_of_all(part):
            self.draft.add("request", "price", "cheapest")
            others = tuple(fill for fill in read.fills if fill.slot != "budget")
            read = read._replace(fills=others, questions=(), compares=False)
        if nothing_new and say.ALTERNATIVES.search(part.words):
            self._alternatives(read)
        else:
            self._values(read)
        self._questions(read)
        self._features(read)

    def _values(self, read: FilledSentence) -> None:
        """Add each value to the act that carries it."""
        chosen = self._choices(read)
        for fill, (name, slot) in chosen:
            self.draft.add(name, slot, fill.val)
        acts = [act for _, act in chosen]
        if acts == [("switch_frame", "dst_city")] and say.WHAT_ELSE.search(read.part.words):
            self.draft.add("request_alts")  # in a city that was spoken of before
        if not read.fills and looks_around(read.part):
            self.around = True

    def _choices(self, read: FilledSentence) -> list[tuple[SlotFill, tuple[str, str]]]:
        """Each value with the act and the slot that carry it; the city of an option that is picked helps to pick it."""
        acts = [choice(fill, read, self.wizard, self.plain) for fill in read.fills]
        picked = {slot for name, slot in acts if name == "switch_frame"} - {"dst_city"}
        chosen = list[tuple[SlotFill, tuple[str, str]]]()
        for fill, act in zip(read.fills, acts, strict=True):
            if picked and fill.slot in _TELLING and self.wizard.holds(fill.slot, fill.val):
                act = ("switch_frame", fill.slot)
            elif fill.slot == "dst_city" and not read.compares and self._with_it(fill):
                act = ("switch_frame", "dst_city")
            chosen.append((fill, act))
        return chosen

    def _read(self, part: TextSentence) -> FilledSentence:
        """The sentence with its slots filled, and what it asks for."""
        answered = self.draft.informed()
        wizard = self.wizard._replace(
            asked=tuple(slot for slot in self.wizard.asked if slot not in answered),
            requested=tuple(slot for slot in self.wizard.requested if slot not in answered),
        )
        values = _plainest((*fills(part, self.plain, wizard), *self._comparatives(part)), part)
        values = tuple(self._as_written(fill) for fill in values if not self._pointed_at(fill))
        if say.WHY.match(part.words):
            values = tuple(fill for fill in values if fill.slot not in _REASONS)
        questions = self._asked(part, values)
        named = tuple(features(part))
        compares = self._compares(part, values, bool(questions or named))
        return said(part, values, questions, named, compares, self.point is not None, self.wizard)

    def _asked(self, part: TextSentence, values: tuple[SlotFill, ...]) -> tuple[str, ...]:
        """The slots that the sentence asks for and doesn't fill; "flexible dates" doesn't ask for the dates."""
        filled = {fill.slot for fill in values} | {shown(fill.slot) for fill in values}
        told = filled - {"dst_city"} if lists(part) else filled
        questions = [slot for slot in asked(part) if slot not in told]
        if "flex" in questions and not self.wizard.options:
            return (*(slot for slot in questions if slot not in ("flex", *DAYS)), *DAYS)
        same = same_dates(part) and "dst_city" in filled
        if same or ("flex" not in questions and say.FLEXIBLE.search(part.words)):
            questions = [slot for slot in questions if slot not in DAYS]
        return tuple(questions)

    def _compares(self, part: TextSentence, values: tuple[SlotFill, ...], asks: bool) -> bool:
        """Tell whether the sentence asks about several packages; `asks` says that it asks for slots or features."""
        if not (self.wizard.offered or self.wizard.others):
            return False
        named = [start for start, _ in self.points if part.start <= start < part.end]
        if len(named) > 1 and part.asks and not say.BOOK.search(part.words):
            return True
        if several(part):
            return asks or compared(part) or (part.asks and len(values) > 0)
        if not asks or not part.asks or len(self.wizard.offered) < 2:
            return False
        if self.point is not None or any(self.wizard.remembers(shown(fill.slot), fill.val) for fill in values):
            return False  # about the option that is picked
        return perhaps_several(part)

    def _comparatives(self, part: TextSentence) -> list[SlotFill]:
        """Slots that a comparative fills, unless its words are part of another value."""
        found = list[SlotFill]()
        for phrase in comparatives(part.words):
            start, end = phrase.start + part.start, phrase.end + part.start
            if not any(_cuts(mention, start, end) for mention in part.mentions):
                found.append(SlotFill(phrase.slot, self.plain[start:end], start, end))
        return found

    def _points(self) -> list[Span]:
        """Find the words that point at options which a sentence compares; none where nothing is compared so."""
        found = list[Span]()
        if not (self.wizard.offered or self.wizard.others):
            return found
        for part in self.parts:
            spans = [(part.start + start, part.start + end) for start, end in each(part.words)]
            if len(spans) > 1 or (compared(part) and not pair(part.words)):
                found += spans
        return found

    def _as_written(self, fill: SlotFill) -> SlotFill:
        """The value in the user's own words, but for slips of the pen in what is no name: "cheaper"."""
        if fill.val == DONT_CARE:
            return fill
        written = self._written(fill.start, fill.end)
        if straightened(written) != fill.val and fill.slot not in _NAMES:
            return fill
        return fill._replace(val=written)

    def _written(self, start: int, end: int) -> str:
        """The user's own words for a part of what was read."""
        return self.text[slice(*self.read.written(start, end))]

    def _pointed_at(self, fill: SlotFill) -> bool:
        if fill.slot in ("dst_city", "name"):
            return False  # "the second Paris hotel"
        points = [*self.points]
        if self.point:
            points.append(self.point)
        return any(start < fill.end and fill.start < end for start, end in points)

    def _features(self, context: FilledSentence) -> None:
        for slot, wished, refused in context.features:
            if context.compares:
                self.draft.add("request_compare", slot)
            elif not wished and not self.wizard.opening:
                self.draft.add("request", slot)
                self.asking.append(context.part)
            elif self.wizard.offers(slot, True) and not context.part.asks:
                self.draft.add("switch_frame", slot, True)
            else:
                self.draft.add("inform", slot, not refused)

    def _questions(self, context: FilledSentence) -> None:
        part, slots, name = context.part, context.questions, "request"
        if context.compares:
            name = "request_compare"
            self._compared_options(context)
        if affords(part) and not self.wizard.opening and all(fill.slot != "budget" for fill in context.fills):
            self.draft.add(name if part.asks else "inform", "budget_ok", True)
        for slot in slots:
            self.draft.add(name, slot)
        more = say.MORE.search(part.words) and not say.BEYOND.search(part.words)
        if slots or more or say.BOOK.search(part.words):
            self.asking.append(part)
        if more and not (slots or context.compares or self.wizard.opening):
            self.draft.add("moreinfo")

    def _compared_options(self, context: FilledSentence) -> None:
        """Add a comparison with the words that point at its options."""
        part = context.part
        self.draft.add("request_compare")
        both = pair(part.words) if compared(part) and not context.fills else None
        if both:
            start, end = both
            self.draft.add("request_compare", "ref_anaphora", self._written(part.start + start, part.start + end))
        for start, end in self.points:
            if part.start <= start < part.end:
                words = self._written(start, self._with_place(end, context))
                self.draft.add("request_compare", "ref_anaphora", words)

    def _with_it(self, place: SlotFill) -> bool:
        """Tell whether a city mentioned before belongs to a pointing phrase: "the cheapest Rome one"."""
        if self.point is None:
            return False
        if not self.wizard.holds(place.slot, place.val) and not self.wizard.remembers(place.slot, place.val):
            return False
        start, end = self.point
        return start <= place.start < end or _IN.fullmatch(self.plain, end, place.start) is not None

    def _with_place(self, end: int, context: FilledSentence) -> int:
        """Return the end of a pointing phrase including the place that it names: "the cheapest one in Rome"."""
        for fill in context.fills:
            if fill.slot == "dst_city" and _IN.fullmatch(self.plain, end, fill.start):
                return fill.end
        return end

    def _alternatives(self, context: FilledSentence) -> None:
        """Other possibilities: than the values that the active frame has, or in the slot that the words name."""
        for fill in context.fills:
            self.draft.add("request_alts", fill.slot, fill.val)
        if context.fills:
            return
        if say.OTHER_PLACES.search(context.part.words):
            self.draft.add("request_alts", "dst_city")
        elif say.OTHER_HOTELS.search(context.part.words):
            self.draft.add("request_alts", "name")
        else:
            self.draft.add("request_alts", None)

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
        wants = any(say.BOOK.search(part.words) or say.BOOK_FIRST.search(part.words) for part in self.parts)
        if wants and not say.NOT_BOOK.search(self.plain) and not self.draft.has("negate"):
            self.draft.add("inform", "intent", "book")
            self.draft.drop("affirm")

    def _looking(self) -> None:
        """Drop a question for everything available where the user names a city or asks for a slot."""
        told = self.draft.informed()
        if self.around and not (told or self.wizard.opening or self.draft.has("request_compare")):
            self.draft.add("request", "name")
        if self.draft.has("request", "request_compare") or {"dst_city", "or_city"} & told:
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
        if self.overall or not informed <= _SIDE_WISHES:
            return False
        if any(self.draft.asks(slot) for slot in _COUNTS):
            return False
        if self.draft.books() or self.draft.has("request", "moreinfo", "affirm", "confirm"):
            return True
        questions = [part for part in self.parts if part.asks]
        if informed and any(anaphora(part.words) for part in questions):
            return True
        if self.draft.has("request_alts", "negate"):
            return False
        if agrees(self.plain):
            return True
        return len(self.wizard.offered) == 1 and say.OKAY.search(self.plain) is not None

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
        if say.GREETING.search(self.plain):
            self.draft.add("greeting")
        if say.THANKS.search(self.plain):
            self.draft.add("thankyou")
        opens = self.wizard.opening and self.draft.informed()
        if say.GOODBYE.search(self.plain) and not opens:
            self.draft.add("goodbye")


def _written(mention: Mention, read: CorrectedText) -> Mention:
    start, end = read.written(mention.start, mention.end)
    return mention._replace(start=start, end=end)


def _plainest(values: tuple[SlotFill, ...], part: TextSentence) -> tuple[SlotFill, ...]:
    """The values without "earliest" where the sentence has a date, without the two of "economy or business?"."""
    exact = {fill.slot for fill in values if any(map(str.isdigit, fill.val))}
    plain = [fill for fill in values if fill.slot not in exact or not say.VAGUE.fullmatch(fill.val)]
    seats = [fill for fill in values if fill.slot == "seat"]
    if part.asks and len(seats) > 1:
        plain = [fill for fill in plain if fill.slot != "seat"]
    return tuple(plain)


def _cuts(mention: Mention, start: int, end: int) -> bool:
    """Tell whether a mention overlaps a part of the text without lying inside it."""
    if mention.end <= start or end <= mention.start:
        return False
    return not (start <= mention.start and mention.end < end)
