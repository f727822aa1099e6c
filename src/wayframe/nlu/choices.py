"""Which act carries a value: a new wish, an older offer picked by it, a refusal, a question, a comparison."""

from __future__ import annotations

from typing import NamedTuple

from wayframe.nlu import patterns as say
from wayframe.nlu.features import Feature
from wayframe.nlu.phrases import after, before
from wayframe.nlu.roles import Fill
from wayframe.nlu.scene import Scene, has
from wayframe.nlu.sentences import Sentence
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
_CALLING = frozenset(("price", "str_date", "end_date", "dst_city"))
_SEEN = 80  # characters beside a value that can refuse it


class Said(NamedTuple):
    """A sentence with its slots filled, and what that makes of it."""

    part: Sentence
    fills: tuple[Fill, ...]
    questions: tuple[str, ...]  # slots that it asks for
    features: tuple[Feature, ...]
    compares: bool  # it asks about several packages
    ventures: bool  # it names a city that no frame has
    route: bool  # it names both ends of a journey
    picks: bool  # it names a city or hotel of another frame
    points: bool  # the text picks a frame by words such as "the first one"


def said(
    part: Sentence,
    fills: tuple[Fill, ...],
    questions: tuple[str, ...],
    features: tuple[Feature, ...],
    compares: bool,
    points: bool,
    scene: Scene,
) -> Said:
    """The sentence as the scene makes one understand it."""
    slots = {f.slot for f in fills}
    known = [f for f in fills if f.slot in ("dst_city", "name") and scene.remembers(f.slot, f.val)]
    ventures = any(f.slot == "dst_city" and f not in known and not scene.holds(f.slot, f.val) for f in fills)
    route = {"dst_city", "or_city"} <= slots
    return Said(part, fills, questions, features, compares, ventures, route, bool(known), points)


def shown(slot: str) -> str:
    """The slot of a package that answers to a constraint: its price to the budget."""
    return _SHOWN.get(slot, slot)


def choice(fill: Fill, context: Said, scene: Scene, text: str) -> tuple[str, str]:
    """The name of the act that carries a value, and the slot in it."""
    slot, part = shown(fill.slot), context.part
    called = _called(fill, scene, text)
    picks = called or _picks(fill, context, scene, text)
    known = picks or scene.holds(slot, fill.val)
    if context.compares and slot in _PICKING:
        return "request_compare", slot
    if not scene.opening:
        if slot in _REFUSABLE and _refused(fill, part, known, text):
            return "negate", slot
        other = slot == "seat" and _instead(part, scene)
        if (
            part.asks
            and not (called or other or context.route)
            and _confirms(fill, part, known, scene.holds(slot, fill.val))
        ):
            return ("request" if slot == "seat" else "confirm"), slot
    return ("switch_frame", slot) if picks else ("inform", fill.slot)


def _picks(fill: Fill, context: Said, scene: Scene, text: str) -> bool:
    """Whether a value picks a frame: another than the active one has it, and the sentence doesn't lead elsewhere."""
    slot = shown(fill.slot)
    if slot not in _PICKING or fill.val == DONT_CARE or not scene.remembers(slot, fill.val):
        return False
    if bounded(text, fill.start, fill.end)[2] in ("at_least", "at_most"):
        return False
    if slot in ("str_date", "end_date") and _WISH.search(text[max(0, fill.start - _SEEN) : fill.start]):
        return False
    if context.points and slot not in ("dst_city", "name"):
        return False
    if slot == "dst_city" and say.EXPLORING.search(text[max(0, fill.start - _SEEN) : fill.start]):
        return False
    if slot == "seat" and _instead(context.part, scene):
        return False
    if fill.slot == "budget" and _SPENDING.search(text[max(0, fill.start - _SEEN) : fill.start]):
        return False
    if context.ventures or (context.route and not say.BOOK.search(text)):
        return False
    return slot not in ("str_date", "end_date", "or_city") or context.picks or scene.offers(slot, fill.val)


def _instead(part: Sentence, scene: Scene) -> bool:
    """Whether a question is for something in the place of what there isn't: "how about in coach class instead?"."""
    return part.asks and (scene.failed or "instead" in part.words.lower())


def _called(fill: Fill, scene: Scene, text: str) -> bool:
    """Whether an option is called by the value, "the one for $900", be it the active one."""
    slot, frames = shown(fill.slot), scene.offered
    if slot != "dst_city":  # a city is the active option's own, too
        frames = (*frames, *scene.others, *((scene.active,) if scene.active else ()))
    words = _ONE.search(text[max(0, fill.start - _SEEN) : fill.start]) or _ONE_AFTER.match(text, fill.end)
    return slot in _CALLING and bool(words) and any(has(frame, slot, fill.val) for frame in frames)


def _refused(fill: Fill, part: Sentence, known: bool, text: str) -> bool:
    lead = text[max(part.start, fill.start - _SEEN) : fill.start]
    tail = text[fill.end : min(part.end, fill.end + _SEEN)]
    dated = shown(fill.slot) in ("str_date", "end_date")
    limited = (_NOT_BEFORE if dated else _NOT_LESS).search(lead)
    if not limited and (say.REFUSED_BEFORE.search(lead) or say.REFUSED_AFTER.match(tail)):
        return True
    if not known or shown(fill.slot) not in ("category", "duration"):
        return False
    return say.COMPLAINING.search(part.words) is not None and not say.WISHING.search(part.words)


def _confirms(fill: Fill, part: Sentence, known: bool, held: bool) -> bool:
    if shown(fill.slot) not in _CONFIRMABLE:
        return False
    if say.CONFIRMING.search(part.words):
        return known or fill.slot in _NEWS_TO_CONFIRM
    return held and fill.slot not in _LOOSE and (_echoes(part) or say.DOUBTING.search(part.words) is not None)


def _echoes(part: Sentence) -> bool:
    """Whether a question does no more than repeat values: "from Rome?", "oh, business class??"."""
    rest, end = "", part.start
    for mention in part.mentions:
        rest, end = rest + part.words[end - part.start : mention.start - part.start] + " ", mention.end
    return say.LITTLE_WORDS.fullmatch(rest + part.words[end - part.start :]) is not None
