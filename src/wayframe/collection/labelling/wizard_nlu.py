"""Understanding of wizards: packages recognised by what was found for them, and the wizard's turns of phrase.

The model that comes with Wayframe learned from templates; people in the wizard's place write otherwise. So phrases
decide which act a sentence is, the model and `wayframe.values` say which values it has, and a package that the wizard
found says what these are values of. A model that was trained on wizards' turns knows better and takes the place of the
phrases; packages are recognised all the same.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Mapping, Sequence
from itertools import pairwise, zip_longest
from typing import NamedTuple

from wayframe.dialogue import Act, Arg, Package
from wayframe.nlu import NLU, TurnContext
from wayframe.nlu.patterns import GREETING, THANKS, YES
from wayframe.nlu.phrases import Phrases, after, anywhere, before
from wayframe.nlu.sentences import TextSentence, sentences, straightened
from wayframe.ontology import ACTS, PACKAGE_SLOTS, SEARCH_SLOTS, SLOT_OF, SLOTS, Kind
from wayframe.packages import facts
from wayframe.values import Mention, find, matches


class WizardAct(NamedTuple):
    """An act without references, and the package that it is about, where it tells of one that was found."""

    act: Act
    package: Package | None = None


_SORRY = anywhere(r"sorry  unfortunately  (my|i) apolog\w+  i'?m afraid  regrettably")
_WELCOME = anywhere("you('re|r| are)? (very |most |quite )?welcome  no problem  my pleasure  anytime  glad to help")
_GOODBYE = anywhere(r"""
    good ?bye  bye  bon voyage  take care  safe travels
    have (a|an) (good|great|nice|lovely|wonderful|fantastic|safe|amazing|excellent|pleasant) \w+
""")
_NOT_ABLE = r"(can'?t|cannot|can not|couldn'?t|could not|don'?t|do not|didn'?t|did not|haven'?t|not able to|unable to)"
_NOTHING = anywhere(
    r"""
    {not_able} (seem to |got )?(find|have|see|offer|locate|any)
    (is|are)(n'?t| not) (any|available|a (place|destination))
    no(t any)? (\w+ ){0,2}(trips?|packages?|flights?|results?|hotels?|availabilit\w+|deals?|options?|vacations?)
    nothing (\w+ ){0,2}(available|for|in|to|from|matching|came|that|leaving)  none (available|found|of)
    not (longer )?(available|a (place|destination))
""",
    not_able=_NOT_ABLE,
)
_CANT = anywhere(
    r"""
    {not_able} (\w+ )?(help|tell|provide|answer|give|check|arrange|do that)
    (don'?t|do not) have (\w+ ){0,3}(information|details|access)  no information
""",
    not_able=_NOT_ABLE,
)
_NOT_UNDERSTOOD = anywhere("(don'?t|do not|didn'?t|did not) (quite )?(understand|get|follow)  what do you mean")
_BOOKED = anywhere(r"booked  reserved  (will|'ll) (go ahead and )?book  confirmation (e-?mail|number)")
_BOOK = anywhere(r"(shall|should|would you like|do you want|want me|like me|can|may|will) (i |me |to )?(\w+ ){0,4}book")
_MORE = anywhere(r"(like|want|care|interested in|wish) (\w+ ){0,3}(more|details?|further|information|info)")
_PUTS_FORWARD = anywhere(r"""
    (i|we)('ve|'d| can| could| do| also| only| have| would| found)* (have|found|offer|book|got|see)
    (i|we) (can|could) (also |only )?(give|get|send|fly|provide)
    you (can|could) (also |only )?(fly|go|stay|travel|leave)
    there('s| is| are)  the (cheapest|only|closest|best|least|first|second|other|next)  available  your options?
""")
_CONFIRMS = anywhere(r"confirm  correct  right(?=\?)  is that (right|correct)")
_SUGGESTS = anywhere("(how|what) about  (i )?(suggest|recommend)  perhaps  maybe  alternatively  instead  consider")
_ASKED = {
    "dst_city": anywhere(r"""
        where (would|do|will|are|to|did)(?!.{0,40}(from|leav|depart))  (which|what) (city|destination|place)
        (a|another|other|different|special|preferred|your) (destination|city|place)s?(?! (hotel|from))
    """),
    "or_city": anywhere(r"""
        where .{0,40}(from|leav\w+|depart\w+)  (departure|departing|origin|home|leaving) (city|from)  from (where|which)
        from (another|a different) (city|place)
    """),
    "str_date": anywhere(
        r"when  (which|what|your|specific|travel|departure|other|any|different|alternate|have) (\w+ )?dates?"
    ),
    "end_date": anywhere(r"""
        when .{0,40}(return|back|until)  (which|what|your|specific|travel|have) (\w+ )?dates
        return(ing)? date  how long
    """),
    "budget": anywhere("budget  how much .{0,30}(spend|pay)  price range"),
    "n_adults": anywhere(
        r"how many(?! days| stars| kids| child)  number of (people|adults)  who .{0,20}(travel|com|go)\w*"
    ),
    "n_children": anywhere("how many .{0,25}(kids|children)  any (kids|children)"),
    "max_duration": anywhere("how (long|many days)  number of days"),
    "flex": anywhere("flexible"),
}
_DASHES = ("-", "–")
_LISTED = re.compile(r"\s*,?\s*(?:,|and|or|&)\s*")
_LEAVING = before(r"(from|leaving|departing|depart|leave|out of|fly out of)( from)?( the city of)?")
_RETURNING = before(r"(until|till|to|through|returning|return|returns|back|and|ending|end|coming back)( on)?( the)?\W*")
_BY_KIND: dict[Kind, str] = {
    **SLOT_OF, "time": "dep_time_or", "city": "dst_city", "date": "str_date", "count": "n_adults",
}  # fmt: skip
_COUNTED = (  # what is counted, as the corpus' annotators have it; people are the rest
    ("count_name", after(r"(\w+ ){0,2}(hotels?|resorts?|options?|places to stay)")),
    ("count", after(r"(\w+ ){0,2}(packages?|trips?|flights?|deals?)")),
    ("count_dst_city", after(r"(\w+ ){0,2}(cities|city|destinations?)")),
)
_UNCOUNTED = after(r"(\w+ )?(rooms?|beds?|nights?|days?)")
_ASKING = {"request", "confirm", "request_alts"}
_OFFERED = frozenset(("name", "category", "dst_city", "duration", "price", "seat"))
"""Slots of which one is enough for an option, where the words put it forward."""
_FOUND = frozenset((*PACKAGE_SLOTS, *SEARCH_SLOTS)) - {"budget", "flex", "max_duration", "min_duration"}


def wizard_acts(
    text: str, context: TurnContext, packages: Sequence[Package], nlu: NLU, *, trained: bool
) -> tuple[WizardAct, ...]:
    """The acts of a wizard's turn without references, in order; `packages` are those that he found, the latest first.

    `trained`: the NLU was trained on what wizards write, and is believed.
    """
    mentions = find(text, today=context.today, lexicon=context.lexicon)
    told = list(_told(text, mentions, packages))
    if not told:
        return tuple(map(WizardAct, _read(text, context, nlu, trained)))
    found = [WizardAct(act) for act in _read(text[: told[0].start], context, nlu, trained)]
    for part in told:
        found.append(WizardAct(_telling(text, part, context, nlu), part.package))
    rest = text[told[0].start :]
    found += [WizardAct(act) for act in _read(rest, context, nlu, trained) if not _tells(act)]
    return tuple(found)


def _tells(act: Act) -> bool:
    """Return whether an act tells of a package, as far as that is recognised otherwise."""
    return act.name in ("offer", "inform", "no_result") or any(arg.key != "action" for arg in act.slots)


class _PackageMention(NamedTuple):
    """A part of a turn that tells of a package."""

    start: int
    end: int
    package: Package
    mentions: tuple[Mention, ...]


def _told(text: str, mentions: Sequence[Mention], packages: Sequence[Package]) -> Iterator[_PackageMention]:
    """Yield the parts that tell of packages, each from the sentence that names the hotel to where the next is named."""
    named = _named_packages(text, mentions, packages)
    bounds = [*(start for start, _ in named), len(text)]
    for (start, end), (_, meant) in zip(pairwise(bounds), named, strict=True):
        inside = tuple(each for each in mentions if start <= each.start < end)
        yield _PackageMention(start, end, _most_agreeing(text, inside, meant), inside)


def _named_packages(
    text: str, mentions: Sequence[Mention], packages: Sequence[Package]
) -> list[tuple[int, list[Package]]]:
    """Return the packages whose hotels are named, each with the place where telling of them begins."""
    named = list[tuple[int, list[Package]]]()
    ends = [0, *(sentence.end for sentence in sentences(straightened(text), mentions))]
    last = 0
    for mention in mentions:
        meant = _of_hotel(text, mention, packages)
        if not meant or _same_again(named, meant, mentions):
            continue
        start = max((end for end in ends if last <= end <= mention.start), default=mention.start)
        named.append((start if start >= last else mention.start, meant))
        last = mention.end
    return named


def _of_hotel(text: str, mention: Mention, packages: Sequence[Package]) -> list[Package]:
    if mention.kind != "name":
        return []
    surface = text[mention.start : mention.end]
    return [each for each in packages if matches("name", surface, each.hotel.name)]


def _same_again(
    named: Sequence[tuple[int, list[Package]]], meant: Sequence[Package], mentions: Sequence[Mention]
) -> bool:
    """Return whether a hotel is named once more, without another price."""
    if not named or meant[0].hotel != named[-1][1][0].hotel:
        return False
    amounts = {getattr(each.value, "amount", None) for each in mentions if each.kind == "money"}
    priced = {float(each.price) for each in meant if any(a and abs(a - each.price) < 1 for a in amounts)}
    return len(priced) < 2


def _most_agreeing(text: str, mentions: Sequence[Mention], meant: Sequence[Package]) -> Package:
    """Return the package that most of the mentions are true of; of several the first."""
    return max(meant, key=lambda package: len([each for each in mentions if _slot(text, each, package)]))


def _telling(text: str, part: _PackageMention, context: TurnContext, nlu: NLU) -> Act:
    """An offer with what is said of its package, as far as it is true of it."""
    known = facts(part.package)
    said = dict[str, Arg]()
    for mention in part.mentions:
        slot = _slot(text, mention, part.package, taken=said)
        if not slot and mention.kind == "days" and "duration" not in said:
            slot = "duration"  # people count nights, and days with and without those of flight
        if slot:
            said[slot] = Arg(slot, text[mention.start : mention.end])
    for act in nlu.understand(text[part.start : part.end], context):
        for arg in act.slots:
            if arg.value is True and known.get(arg.key) is True:
                said.setdefault(arg.key, Arg(arg.key, True))
    return Act("offer", tuple(said.values()))


def _slot(text: str, mention: Mention, package: Package, taken: Container[str] = ()) -> str | None:
    """The slot of the package that has the value, of those that aren't taken yet."""
    known, surface = facts(package), text[mention.start : mention.end]
    for slot in known:
        free = slot in _FOUND and slot not in taken and SLOTS[slot].kind == mention.kind
        if free and matches(slot, surface, known[slot]):
            return slot
    return None


def _read(text: str, context: TurnContext, nlu: NLU, trained: bool) -> tuple[Act, ...]:
    """The acts of a text that tells of no package."""
    if not text.strip():
        return ()
    acts = tuple(Act(act.name, act.slots) for act in nlu.understand(text, context) if ACTS[act.name].wizard)
    if trained:
        return acts
    booleans = {arg.key: arg for act in acts for arg in act.slots if isinstance(arg.value, bool)}
    mentions = find(text, today=context.today, lexicon=context.lexicon)
    found = list[Act]()
    before = {act.name for act in context.history[-1].acts} if context.history else set[str]()
    for sentence in sentences(straightened(text), mentions):
        said = [arg for slot, arg in booleans.items() if slot in sentence.words.lower()]
        if not found and before & _ASKING and YES.search(sentence.words):
            found.append(Act("affirm"))
        found += _sentence(sentence, (*_values(text, sentence), *said))
    return _merged(found)


def _values(text: str, sentence: TextSentence) -> Iterator[Arg]:
    """The values of a sentence, each of the slot that wizards mostly speak of in such values."""
    begun = False
    for mention in _with_countries(text, sentence.mentions):
        slot = _BY_KIND.get(mention.kind)
        so_far = straightened(text[sentence.start : mention.start])
        if slot == "dst_city" and _LEAVING.search(so_far):
            slot = "or_city"
        elif slot == "n_adults":
            slot = _counted(straightened(text[mention.end : sentence.end]))
        elif slot == "str_date":
            if begun and (_RETURNING.search(so_far) or so_far.rstrip().endswith(_DASHES)):
                slot = "end_date"
            begun = True
        if slot:
            yield Arg(slot, text[mention.start : mention.end])


def _with_countries(text: str, mentions: Sequence[Mention]) -> list[Mention]:
    """The mentions, with "Atlanta, United States" as one; in "Paris, Rome or Berlin" each city is by itself."""
    whole = list[Mention]()
    for mention, later in zip_longest(mentions, mentions[1:]):
        last = whole[-1] if whole else None
        listed = later and later.kind == "city" and _LISTED.fullmatch(text[mention.end : later.start])
        if last and last.kind == mention.kind == "city" and text[last.end : mention.start] == ", " and not listed:
            whole[-1] = last._replace(end=mention.end)
        else:
            whole.append(mention)
    return whole


def _counted(rest: str) -> str | None:
    """The slot of a number with this after it; None for what no slot counts."""
    if _UNCOUNTED.match(rest):
        return None
    return next((slot for slot, pattern in _COUNTED if pattern.match(rest)), "n_adults")


class _Rule(NamedTuple):
    """A kind of sentence and the act that it is: the conditions that are set must all hold.

    `each` says that every option of which the values speak is an act of its own.
    """

    act: str
    words: Phrases | None = None
    asks: bool = False
    values: bool = False
    args: tuple[Arg, ...] = ()
    each: bool = False

    def fits(self, sentence: TextSentence, values: Sequence[Arg]) -> bool:
        """Return whether a sentence with these values is of the kind."""
        if self.asks and not sentence.asks:
            return False
        if self.values and not values:
            return False
        return self.words is None or self.words.search(sentence.words) is not None

    def acts(self, values: Sequence[Arg]) -> Iterator[Act]:
        """Yield the acts that a sentence with these values is."""
        if self.each:
            for option in _options(values):
                yield Act(self.act, option)
        else:
            yield Act(self.act, self.args or (tuple(values) if self.values else ()))


_TO_BOOK = (Arg("action", "book"),)
_WHOLE_SENTENCES = (("canthelp", _CANT), ("no_result", _NOTHING))
"""Kinds of sentences that say nothing else."""

_RULES = (
    _Rule("suggest", _BOOK, asks=True, args=_TO_BOOK),
    _Rule("hearmore", _MORE, asks=True),
    _Rule("suggest", asks=True, values=True, each=True),
    _Rule("suggest", _SUGGESTS, values=True, each=True),
)
_CONFIRMING = _Rule("confirm", _CONFIRMS, asks=True, values=True)


def _sentence(sentence: TextSentence, values: Sequence[Arg]) -> Iterator[Act]:
    """Yield the acts of a sentence with these values; the first rule that fits decides."""
    yield from courtesies(sentence.words)
    for act, pattern in _WHOLE_SENTENCES:
        if pattern.search(sentence.words):
            yield Act(act, tuple(values) if act == "no_result" else ())
            return
    if booked(sentence.words):
        yield Act("inform", _TO_BOOK)
    if _CONFIRMING.fits(sentence, values):
        yield from _CONFIRMING.acts(values)
        return
    yield from _main_acts(sentence, values)


def _main_acts(sentence: TextSentence, values: Sequence[Arg]) -> Iterator[Act]:
    """Yield what a sentence puts forward, asks for or tells."""
    if _is_option(values, sentence.words):
        for option in _options(values):
            yield Act("offer", option)
        return
    for rule in _RULES:
        if rule.fits(sentence, values):
            yield from rule.acts(values)
            return
    asked = [slot for slot, pattern in _ASKED.items() if sentence.asks and pattern.search(sentence.words)]
    if asked:
        yield Act("request", tuple(map(Arg, asked)))
    elif values:
        yield Act("inform", tuple(values))


def _is_option(values: Sequence[Arg], words: str) -> bool:
    """Return whether a sentence with these values puts an option forward: says its price, or that it is there."""
    said = {arg.key for arg in values}
    if any(slot.startswith("count") for slot in said):  # a summary is no option
        return False
    return ("price" in said and len(said) > 1) or bool(said & _OFFERED and _PUTS_FORWARD.search(words))


def _options(values: Sequence[Arg]) -> Iterator[tuple[Arg, ...]]:
    """The options of which somebody speaks in one sentence: a slot that comes again is that of the next one."""
    option = dict[str, Arg]()
    for arg in values:
        if arg.key in option:
            yield tuple(option.values())
            option = {}
        option[arg.key] = arg
    yield tuple(option.values())


def findings(text: str) -> tuple[Act, ...]:
    """Return that nothing fits or that somebody can't help, where a wizard's text says so."""
    words = straightened(text)
    if _CANT.search(words):
        return (Act("canthelp"),)
    return (Act("no_result"),) if _NOTHING.search(words) else ()


def booked(text: str) -> bool:
    """Return whether a wizard's text says that something is booked."""
    words = straightened(text)
    return bool(_BOOKED.search(words)) and "?" not in words


def courtesies(text: str) -> tuple[Act, ...]:
    """Return what is said by its very words, whatever values stand around."""
    words = straightened(text)
    patterns = (
        ("greeting", GREETING), ("thankyou", THANKS), ("you_are_welcome", _WELCOME), ("sorry", _SORRY),
        ("goodbye", _GOODBYE), ("reject", _NOT_UNDERSTOOD),
    )  # fmt: skip
    return tuple(Act(name) for name, pattern in patterns if pattern.search(words))


def _merged(acts: Sequence[Act]) -> tuple[Act, ...]:
    """Acts of one name as one act, as annotators have it, each argument once.

    Options stay apart; what is told after one, of other slots, is told of it.
    """
    found, option = dict[tuple[str, int], dict[Arg, None]](), dict[Arg, None]()
    for nth, act in enumerate(acts):
        into = option
        if not _tells_of(option, act):
            into = found.setdefault((act.name, nth if act.name in ("offer", "suggest") else -1), {})
        into.update(dict.fromkeys(act.args))
        if act.name == "offer":
            option = into
    return tuple(Act(name, tuple(args)) for (name, _), args in found.items())


def _tells_of(option: Mapping[Arg, None], act: Act) -> bool:
    """Return whether an act tells more of an option, of slots that weren't told yet."""
    keys = {arg.key for arg in act.args}
    if act.name not in ("offer", "inform") or not option or not keys or "action" in keys:
        return False
    return keys.isdisjoint(arg.key for arg in option)
