"""Select the act that carries a value: a new wish, an older offer picked by it, a refusal, a question, a comparison."""

from __future__ import annotations

from typing import NamedTuple

from wayframe.nlu import patterns as say
from wayframe.nlu.features import FeatureMention
from wayframe.nlu.phrases import before
from wayframe.nlu.sentences import TextSentence
from wayframe.nlu.slot_filling import SlotFill
from wayframe.nlu.wizard_context import WizardContext, has
from wayframe.values import bounded

# The slot by which a package shows what a search constrains.
_SHOWN = {"budget": "price", "max_duration": "duration", "min_duration": "duration"}
_PICKING = frozenset(
    ("dst_city", "or_city", "name", "category", "seat", "duration", "price", "str_date", "end_date", "gst_rating")
)
_REFUSABLE = frozenset(("dst_city", "or_city", "category", "seat", "duration", "name", "gst_rating", "str_date"))
_CONFIRMABLE = frozenset(
    ("n_adults", "n_children", "price", "category", "seat", "duration", "dst_city", "or_city", "str_date", "end_date")
)
_NEWS_TO_CONFIRM = frozenset(("n_adults", "n_children", "budget", "category"))
_LOOSE = frozenset(("dst_city", "category"))  # who repeats them with a question mark asks for more than a yes
_WISH = before(
    r"""
    ((on or )?after|on or before|between|(no|not) (later|earlier) than)( the)?
    {limit}(:| is| would be| by| on| at| from| starting)*( the)?
    (i|we)(('ll|'d)| can| could| must| need| have| want| would| will)( \w+){0,6}( on| by| until| before)( the)?
""",
    limit="return\\w*  back  home  latest  inbound  begins?  starts?  (start|end) date  work  free  available  before",
)
# "the one that ends on the 5th" is the option that does.
_ONE = before(r"""
    (the|that) (one|package|trip|option|offer) (that (ends|costs)|ending|until|with the return|for|in|to)( on)?( the)?
""")
_NOT_BEFORE = before("(before|until|later than|after)( the)?")
# Words before a value that make it a wish, not the choice of an option that has it.
_WISHING = {"str_date": _WISH, "end_date": _WISH, "dst_city": say.EXPLORING}
_LIMITS = frozenset(("at_least", "at_most"))
_DATED = frozenset(("str_date", "end_date"))
_COMPLAINED_OF = frozenset(("category", "duration"))
_NAMED = frozenset(("dst_city", "name"))
_CALLING = frozenset(("price", "str_date", "end_date", "dst_city"))
_SEEN = 80  # characters beside a value that can refuse it


class FilledSentence(NamedTuple):
    """A sentence with its slots filled, and what that makes of it."""

    part: TextSentence
    fills: tuple[SlotFill, ...]
    questions: tuple[str, ...]  # slots that it asks for
    features: tuple[FeatureMention, ...]
    compares: bool  # it asks about several packages
    ventures: bool  # it names a city that no frame has
    route: bool  # it names both ends of a journey
    picks: bool  # it names a city or hotel of another frame
    points: bool  # the text picks a frame by words such as "the first one"


def said(
    part: TextSentence,
    fills: tuple[SlotFill, ...],
    questions: tuple[str, ...],
    features: tuple[FeatureMention, ...],
    compares: bool,
    points: bool,
    wizard: WizardContext,
) -> FilledSentence:
    """The sentence in the light of what the wizard said."""
    known = [fill for fill in fills if fill.slot in ("dst_city", "name") and wizard.remembers(fill.slot, fill.val)]
    others = [fill for fill in fills if fill.slot == "dst_city" and fill not in known]
    ventures = any(not wizard.holds(fill.slot, fill.val) for fill in others)
    route = {"dst_city", "or_city"} <= {fill.slot for fill in fills}
    return FilledSentence(part, fills, questions, features, compares, ventures, route, bool(known), points)


def shown(slot: str) -> str:
    """The slot of a package that answers to a constraint: its price to the budget."""
    return _SHOWN.get(slot, slot)


def choice(fill: SlotFill, context: FilledSentence, wizard: WizardContext, text: str) -> tuple[str, str]:
    """The name of the act that carries a value, and the slot in it."""
    value = _FilledValue(fill, context, wizard, text)
    if context.compares and value.slot in _PICKING:
        return "request_compare", value.slot
    called = value.is_called()
    picks = called or value.picks()
    reaction = "" if wizard.opening else _reaction(value, called, picks)
    if reaction:
        return reaction, value.slot
    return ("switch_frame", value.slot) if picks else ("inform", fill.slot)


def _reaction(value: _FilledValue, called: bool, picks: bool) -> str:
    """The act by which a value is refused or confirmed; empty where it is neither."""
    held = value.wizard.holds(value.slot, value.fill.val)
    if value.is_refused(picks or held):
        return "negate"
    asks = value.sentence.part.asks and not called and not value.sentence.route
    if not asks or value.replaces() or not value.is_confirmed(picks or held, held):
        return ""
    return "request" if value.slot == "seat" else "confirm"


class _FilledValue(NamedTuple):
    """A value of a sentence whose act is sought."""

    fill: SlotFill
    sentence: FilledSentence
    wizard: WizardContext
    text: str

    @property
    def slot(self) -> str:
        """The slot of a package that answers to the value."""
        return shown(self.fill.slot)

    @property
    def lead(self) -> str:
        """The words before the value."""
        return self.text[max(0, self.fill.start - _SEEN) : self.fill.start]

    def picks(self) -> bool:
        """Tell whether the value picks a frame: another than the active one has it, and nothing speaks against it."""
        if self.slot not in _PICKING or not self.wizard.remembers(self.slot, self.fill.val):
            return False
        if self._limits() or self._wishes() or self.replaces() or self._leads_elsewhere():
            return False
        if self.slot in _DATED or self.slot == "or_city":
            return self.sentence.picks or self.wizard.offers(self.slot, self.fill.val)
        return True

    def _limits(self) -> bool:
        return bounded(self.text, self.fill.start, self.fill.end)[2] in _LIMITS

    def _wishes(self) -> bool:
        wishing = _WISHING.get(self.fill.slot)
        return wishing is not None and wishing.search(self.lead) is not None

    def _leads_elsewhere(self) -> bool:
        """Tell whether the sentence points at another option by other words, or leads to another trip."""
        pointed = self.sentence.points and self.slot not in _NAMED
        route = self.sentence.route and not say.BOOK.search(self.text)
        return pointed or self.sentence.ventures or route

    def replaces(self) -> bool:
        """Tell whether a seat is asked for in place of one that isn't available: "how about coach instead?"."""
        part = self.sentence.part
        if self.slot != "seat" or not part.asks:
            return False
        return self.wizard.failed or "instead" in part.words.lower()

    def is_called(self) -> bool:
        """Tell whether the value names an option, even the active one: "the one for $900"."""
        if self.slot not in _CALLING or not _ONE.search(self.lead):
            return False
        # A city is the active option's own, too.
        frames = self.wizard.offered if self.slot == "dst_city" else self.wizard.frames
        return has(frames, self.slot, self.fill.val)

    def is_refused(self, known: bool) -> bool:
        """Tell whether the user doesn't want the value, which may be `known` of an option."""
        if self.slot not in _REFUSABLE:
            return False
        part = self.sentence.part
        lead = self.text[max(part.start, self.fill.start - _SEEN) : self.fill.start]
        tail = self.text[self.fill.end : min(part.end, self.fill.end + _SEEN)]
        limited = self.slot in _DATED and _NOT_BEFORE.search(lead)
        if not limited and (say.REFUSED_BEFORE.search(lead) or say.REFUSED_AFTER.match(tail)):
            return True
        if not known or self.slot not in _COMPLAINED_OF or say.WISHING.search(part.words):
            return False
        return say.COMPLAINING.search(part.words) is not None

    def is_confirmed(self, known: bool, held: bool) -> bool:
        """Tell whether a question wants to have the value confirmed; `held`: the active frame has it."""
        part = self.sentence.part
        if self.slot not in _CONFIRMABLE:
            return False
        if say.CONFIRMING.search(part.words):
            return known or self.fill.slot in _NEWS_TO_CONFIRM
        if not held or self.fill.slot in _LOOSE:
            return False
        return _echoes(part) or say.DOUBTING.search(part.words) is not None


def _echoes(part: TextSentence) -> bool:
    """Tell whether a question only repeats values: "from Rome?", "oh, business class??"."""
    rest, end = "", part.start
    for mention in part.mentions:
        rest, end = rest + part.words[end - part.start : mention.start - part.start] + " ", mention.end
    return say.LITTLE_WORDS.fullmatch(rest + part.words[end - part.start :]) is not None
