"""Select the act that carries a value: a new wish, an older offer picked by it, a refusal, a question, a comparison."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from wayframe.dialogue import Act, Arg
from wayframe.language.patterns import PatternTable, holding, pattern
from wayframe.nlu import patterns as say
from wayframe.nlu.phrases import before
from wayframe.nlu.questions import FeatureMention
from wayframe.nlu.sentences import TextSentence
from wayframe.nlu.slot_filling import SlotFill
from wayframe.nlu.wizard_context import WizardContext, has
from wayframe.ontology import SLOT_OF
from wayframe.values import bounded

_ORDER = (
    "greeting", "thankyou", "affirm", "negate", "switch_frame", "inform", "request", "request_compare", "confirm",
    "moreinfo", "request_alts", "goodbye",
)  # fmt: skip


class ActDraft:
    """Acts by name, each with its arguments in the order in which they were found, none twice."""

    def __init__(self) -> None:
        self._found: dict[str, dict[tuple[str, str | bool | None], Arg]] = {}

    def add(self, name: str, slot: str | None = None, val: str | bool | None = None) -> None:
        """Add an act, or an argument to it; a slot without a value is one that is asked for."""
        args = self._found.setdefault(name, {})
        if slot is not None:
            args.setdefault((slot, val), Arg(slot, val))

    def drop(self, name: str) -> None:
        """Take an act back."""
        self._found.pop(name, None)

    def has(self, *names: str) -> bool:
        """Tell whether any of these acts was found."""
        return any(name in self._found for name in names)

    def valued(self, name: str) -> bool:
        """Tell whether an act was found with a value."""
        return any(val is not None for _, val in self._found.get(name, ()))

    def informed(self) -> set[str]:
        """The slots that the user has filled, the intent apart."""
        return {slot for slot, _ in self._found.get("inform", ()) if slot != "intent"}

    def asks(self, slot: str) -> bool:
        """Tell whether a slot is asked for."""
        return any(asked == slot for asked, _ in self._found.get("request", ()))

    def books(self) -> bool:
        """Tell whether the user wants to book."""
        return ("intent", "book") in self._found.get("inform", ())

    def acts(self) -> tuple[Act, ...]:
        """The acts in a fixed order; the wish to book is an `inform` of its own, as annotators have it."""
        acts: list[Act] = []
        for name in sorted(self._found, key=_ORDER.index):
            args = self._found[name].values()
            intent = tuple(arg for arg in args if arg.key == "intent")
            rest = tuple(arg for arg in args if arg.key != "intent")
            acts += [Act(name, part) for part in (intent, rest) if part] or [Act(name)]
        return tuple(acts)


# The slot by which a package shows what a search constrains.
_SHOWN = {"budget": "price", "max_duration": "duration", "min_duration": "duration"}
_OF_OPTIONS = frozenset(("dst_city", "or_city", "str_date", "end_date", *SLOT_OF.values()))
_SLOTS: Mapping[str, frozenset[str]] = {
    "of_options": _OF_OPTIONS,
    "refusable": _OF_OPTIONS - {"price", "end_date"},
    "confirmable": _OF_OPTIONS.union(("n_adults", "n_children")) - {SLOT_OF["name"], SLOT_OF["rating"]},
    "news": frozenset(("n_adults", "n_children", "price", "category")),
    "loose": frozenset(("dst_city", "category")),  # who repeats them with a question mark asks for more than a yes
    "complained_of": frozenset(("category", "duration")),
    "wished": frozenset(("str_date", "end_date", "or_city")),  # shown, but seldom picked by
}
"""Slots by what can be done with their values."""
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
    if not wizard.knows:
        return "inform", fill.slot
    value = _FilledValue(fill, shown(fill.slot), context, wizard, text)
    found = holding(_SLOTS, lambda slots: value.slot in slots) | holding(_FEATURES, lambda test: test(value))
    if any(reason.fits(found) for reason in _PICKS):
        found |= {"picks"}
    act = _ACTS.outcome(found)
    if (act, value.slot) == ("confirm", "seat"):
        act = "request"
    return act, fill.slot if act == "inform" else value.slot


class _FilledValue(NamedTuple):
    """A value of a sentence whose act is sought; `slot` is that of a package which answers to it."""

    fill: SlotFill
    slot: str
    sentence: FilledSentence
    wizard: WizardContext
    text: str

    @property
    def lead(self) -> str:
        """The words before the value."""
        return self.text[max(0, self.fill.start - _SEEN) : self.fill.start]

    def wishes(self) -> bool:
        """Tell whether the words before the value wish for it."""
        return self.slot in _WISHING and _WISHING[self.slot].search(self.lead) is not None

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

    def is_denied(self) -> bool:
        """Tell whether the words around the value refuse it."""
        part = self.sentence.part
        lead = self.text[max(part.start, self.fill.start - _SEEN) : self.fill.start]
        tail = self.text[self.fill.end : min(part.end, self.fill.end + _SEEN)]
        if self.slot in _DATED and _NOT_BEFORE.search(lead):
            return False
        return say.REFUSED_BEFORE.search(lead) is not None or say.REFUSED_AFTER.match(tail) is not None


_FEATURES: Mapping[str, Callable[[_FilledValue], object]] = {
    "opening": lambda value: value.wizard.opening,
    "compares": lambda value: value.sentence.compares,
    "asks": lambda value: value.sentence.part.asks,
    "ventures": lambda value: value.sentence.ventures,
    "route": lambda value: value.sentence.route,
    "route_to_book": lambda value: value.sentence.route and say.BOOK.search(value.text),
    "other_named": lambda value: value.sentence.picks,
    "pointed": lambda value: value.sentence.points and value.slot not in _NAMED,
    "held": lambda value: value.wizard.holds(value.slot, value.fill.val),
    "offered": lambda value: value.wizard.offers(value.slot, value.fill.val),
    "remembered": lambda value: value.wizard.remembers(value.slot, value.fill.val),
    "limits": lambda value: bounded(value.text, value.fill.start, value.fill.end)[2] in _LIMITS,
    "wishes": _FilledValue.wishes,
    "replaces": _FilledValue.replaces,
    "called": _FilledValue.is_called,
    "denied": _FilledValue.is_denied,
    "wishing": lambda value: say.WISHING.search(value.sentence.part.words),
    "complaining": lambda value: say.COMPLAINING.search(value.sentence.part.words),
    "confirming": lambda value: say.CONFIRMING.search(value.sentence.part.words),
    "doubting": lambda value: say.DOUBTING.search(value.sentence.part.words),
    "echoes": lambda value: _echoes(value.sentence.part),
}
_ELSEWHERE = "limits wishes replaces pointed ventures"
_PICKS = (
    pattern("called"),
    *(
        pattern(needs, f"{bars} {_ELSEWHERE}")
        for needs, bars in (
            ("of_options remembered", "wished route"),
            ("of_options remembered route_to_book", "wished"),
            ("wished remembered other_named", "route"),
            ("wished remembered other_named route_to_book", ""),
            ("wished offered", "route"),
            ("wished offered route_to_book", ""),
        )
    ),
)
"""When a value picks another frame than the active one: that has it, and the sentence doesn't lead elsewhere."""
_NOT_CONFIRMED = "opening called route replaces"
_ACTS = PatternTable[str](
    ("compares of_options", "", "request_compare"),
    ("refusable denied", "opening", "negate"),
    ("complained_of complaining picks", "opening wishing", "negate"),
    ("complained_of complaining held", "opening wishing", "negate"),
    ("asks confirmable confirming picks", _NOT_CONFIRMED, "confirm"),
    ("asks confirmable confirming held", _NOT_CONFIRMED, "confirm"),
    ("asks confirmable confirming news", _NOT_CONFIRMED, "confirm"),
    ("asks confirmable held echoes", f"{_NOT_CONFIRMED} confirming loose", "confirm"),
    ("asks confirmable held doubting", f"{_NOT_CONFIRMED} confirming loose", "confirm"),
    ("picks", "", "switch_frame"),
    ("", "", "inform"),
)
"""The acts that carry values."""


def _echoes(part: TextSentence) -> bool:
    """Tell whether a question only repeats values: "from Rome?", "oh, business class??"."""
    rest, end = "", part.start
    for mention in part.mentions:
        rest, end = rest + part.words[end - part.start : mention.start - part.start] + " ", mention.end
    return say.LITTLE_WORDS.fullmatch(rest + part.words[end - part.start :]) is not None
