"""Select the act that carries a value: a new wish, an older offer picked by it, a refusal, a question, a comparison."""

from __future__ import annotations

from typing import NamedTuple

from wayframe.nlu import patterns as say
from wayframe.nlu.features import FeatureMention
from wayframe.nlu.phrases import after, before
from wayframe.nlu.sentences import TextSentence
from wayframe.nlu.slot_filling import SlotFill
from wayframe.nlu.wizard_context import WizardContext, has
from wayframe.values import DONT_CARE, bounded

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
_SPENDING = before(
    r"(budget|limit|spend\w*|afford|had|have|got|pay|paid|stretch|go)( (to|is|of|up|at|as|high|most|only|now|just))*:?"
)
_NOT_BEFORE = before("(before|until|later than|after)( the)?")
_NOT_LESS = before("(less|fewer|lower|worse) than  under  below")
_ONE_AFTER = after("one(?! (adult|person|child|kid|star))")
# Words before a value that make it a wish, not the choice of an option that has it.
_WISHING = {"str_date": _WISH, "end_date": _WISH, "dst_city": say.EXPLORING, "budget": _SPENDING}
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
    slot, part = shown(fill.slot), context.part
    called = _called(fill, wizard, text)
    picks = called or _picks(fill, context, wizard, text)
    held = wizard.holds(slot, fill.val)
    if context.compares and slot in _PICKING:
        return "request_compare", slot
    if not wizard.opening:
        if slot in _REFUSABLE and _refused(fill, part, picks or held, text):
            return "negate", slot
        asks = part.asks and not (called or context.route or (slot == "seat" and _instead(part, wizard)))
        if asks and _confirms(fill, part, picks or held, held):
            return ("request" if slot == "seat" else "confirm"), slot
    return ("switch_frame", slot) if picks else ("inform", fill.slot)


def _picks(fill: SlotFill, context: FilledSentence, wizard: WizardContext, text: str) -> bool:
    """Tell whether a value picks a frame: another than the active one has it, and the sentence leads nowhere else."""
    slot = shown(fill.slot)
    if slot not in _PICKING or fill.val == DONT_CARE or not wizard.remembers(slot, fill.val):
        return False
    if bounded(text, fill.start, fill.end)[2] in ("at_least", "at_most"):
        return False
    wishing = _WISHING.get(fill.slot)
    if wishing and wishing.search(text[max(0, fill.start - _SEEN) : fill.start]):
        return False
    if context.points and slot not in ("dst_city", "name"):
        return False
    if slot == "seat" and _instead(context.part, wizard):
        return False
    if context.ventures or (context.route and not say.BOOK.search(text)):
        return False
    if slot in ("str_date", "end_date", "or_city"):
        return context.picks or wizard.offers(slot, fill.val)
    return True


def _instead(part: TextSentence, wizard: WizardContext) -> bool:
    """Tell whether a question asks for a replacement of what isn't available: "how about in coach class instead?"."""
    return part.asks and (wizard.failed or "instead" in part.words.lower())


def _called(fill: SlotFill, wizard: WizardContext, text: str) -> bool:
    """Tell whether the value names an option, even the active one: "the one for $900"."""
    slot = shown(fill.slot)
    if slot not in _CALLING:
        return False
    before = _ONE.search(text[max(0, fill.start - _SEEN) : fill.start])
    if not before and not _ONE_AFTER.match(text, fill.end):
        return False
    frames = wizard.offered if slot == "dst_city" else wizard.frames  # a city is the active option's own, too
    return any(has(frame, slot, fill.val) for frame in frames)


def _refused(fill: SlotFill, part: TextSentence, known: bool, text: str) -> bool:
    lead = text[max(part.start, fill.start - _SEEN) : fill.start]
    tail = text[fill.end : min(part.end, fill.end + _SEEN)]
    limit = _NOT_BEFORE if shown(fill.slot) in ("str_date", "end_date") else _NOT_LESS
    if not limit.search(lead) and (say.REFUSED_BEFORE.search(lead) or say.REFUSED_AFTER.match(tail)):
        return True
    if not known or shown(fill.slot) not in ("category", "duration"):
        return False
    if say.WISHING.search(part.words):
        return False
    return say.COMPLAINING.search(part.words) is not None


def _confirms(fill: SlotFill, part: TextSentence, known: bool, held: bool) -> bool:
    if shown(fill.slot) not in _CONFIRMABLE:
        return False
    if say.CONFIRMING.search(part.words):
        return known or fill.slot in _NEWS_TO_CONFIRM
    if not held or fill.slot in _LOOSE:
        return False
    return _echoes(part) or say.DOUBTING.search(part.words) is not None


def _echoes(part: TextSentence) -> bool:
    """Tell whether a question only repeats values: "from Rome?", "oh, business class??"."""
    rest, end = "", part.start
    for mention in part.mentions:
        rest, end = rest + part.words[end - part.start : mention.start - part.start] + " ", mention.end
    return say.LITTLE_WORDS.fullmatch(rest + part.words[end - part.start :]) is not None
