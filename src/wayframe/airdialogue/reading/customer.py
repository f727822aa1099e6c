"""Read a customer: the turns of a dialogue, the goal, the name, and the wishes for class, price, stops and hours."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Literal, NamedTuple, TypeVar

from wayframe.airdialogue.records import CostClass, FlightClass, Goal, Window

NOT = r"(?:\b(?:no|not)|n['’]t)\b"
"""No, not, and what ends in n't: a pattern."""

_CHECKED = re.compile(r"\b(?:right|correct|is that so|confirm it)\W*$")
_YES = re.compile(r"\W*(?:yes|yeah|yep|exactly|correct|right|sure|that's right|that is right|absolutely)\b")
_SPEAKER = re.compile(r"\s*(customer|agent)\s*:\s*", re.IGNORECASE)


class AirTurn(NamedTuple):
    """One turn; `asked` is what the other side said before it, in small letters, and empty at the start."""

    customer: bool
    text: str
    low: str
    asked: str

    @property
    def weight(self) -> float:
        """Return how much the turn's words count: the customer's fully, the agent's by less than a third."""
        return 1.0 if self.customer else 0.3


def turns(dialogue: Sequence[str]) -> list[AirTurn]:
    """The turns of a dialogue as AirDialogue's files write them. What has no speaker is the agent's."""
    found, asked = list[AirTurn](), ""
    for line in dialogue:
        speaker = _SPEAKER.match(line)
        text = " ".join(line[speaker.end() if speaker else 0 :].split())
        customer = speaker is not None and speaker.group(1).lower() == "customer"
        found.append(AirTurn(customer, text, text.lower(), asked))
        asked = text.lower()
    return found


def meant(dialogue: Sequence[AirTurn]) -> list[AirTurn]:
    """The turns that say what the customer means: the customer's own, and what the agent repeats to a yes."""
    return [turn for turn, answer in pairwise((*dialogue, None)) if turn and (turn.customer or _agreed(turn, answer))]


def _agreed(turn: AirTurn, answer: AirTurn | None) -> bool:
    return bool(answer and _CHECKED.search(turn.low) and _YES.match(answer.low))


_HELD = r"(?:reservations?|bookings?|tickets?|flights?|trips?|journeys?|dates?|plans?|itinerary)"
_CANCEL = re.compile(
    r"\b(?:cancel\w*|cancl\w*|call(?:ed)? off|revoke|annul|terminat\w*|withdraw\w*|drop(?:ped)? (?:my|our) )"
)
_CHANGE = re.compile(
    r"\b(?:re-?schedul|modif|postpon|prepon|amend|re-?book)\w*"
    rf"|\b(?:alter|chang|updat|adjust|swap|replac|shift|edit|exten[ds]|mov)\w*\b(?=[\w\s,'’-]{{0,60}}\b{_HELD}\b)"
    rf"|\b{_HELD}\b(?=[\w\s,'’]{{0,40}}\b(?:alter|chang)\w*)"
)
_BOOK = re.compile(
    r"\b(?:book(?:ing)?|reserv(?:e|ing)|buy|purchas\w*|get (?:me )?an?|need an?|want an?|find (?:me )?an?|avail)\b"
    r"|\b(?:want|need|like|plan\w*|wish\w*|going|have) to (?:\w+ )?(?:fly|travel|go|visit|reach|attend)\b"
)
_NO_RESERVATION = re.compile(
    rf"(?:{NOT}|\b(?:any|unable|without)\b)[\w\s,'’]{{0,40}}"
    r"\b(?:reservations?|existing|active|(?:bookings?|tickets?)\b[\w\s]{0,20}\b(?:your|this|the given) name)\b"
)
_TOLD = 0.8
_LATER, _AFTER = 0.4, 8  # what words after so many turns weigh


def goal_votes(dialogue: Sequence[AirTurn]) -> dict[Goal, float]:
    """Weigh the goals: what the customer asks for, and what the agent makes of it.

    Saying it once is enough. Who is told that there is no reservation wanted something of one.
    """
    votes: dict[Goal, float] = {"book": 0.5, "change": 0.0, "cancel": 0.0}
    for at, turn in enumerate(dialogue):
        weight = turn.weight if at < _AFTER else turn.weight * _LATER
        cancels, changes = _CANCEL.search(turn.low), _CHANGE.search(turn.low)
        if cancels:
            votes["cancel"] = max(votes["cancel"], 2 * weight)
        if changes:
            votes["change"] = max(votes["change"], 1.5 * weight)
        if turn.customer and not cancels and not changes and _BOOK.search(turn.low):
            votes["book"] = max(votes["book"], weight)
        if not turn.customer and _NO_RESERVATION.search(turn.low) and "flight" not in turn.low:
            votes["book"] -= _TOLD
    return votes


_WORD = r"[^\W\d_]+(?:['’-][^\W\d_]+)*"
_TWO_WORDS = rf"\b({_WORD}\.? {_WORD})"
_CAPITALS = re.compile(r"\b([A-Z][a-z'’-]+ [A-Z][a-z'’-]+)\b")
_INTRODUCED = re.compile(
    r"(?i:\b(?:name(?:\s+(?:is|as|of|called|to be|will be|should be|in)|'s|\s*[:=-])?|named|myself(?:\s+is)?|call me"
    rf"|i am|i'm|im|iam|this is|it is|it's|its|on behalf of|under|for|by|as))\s*[:,-]?\s*{_TWO_WORDS}"
)
_GREETED = re.compile(
    rf"(?i:^\s*(?:(?:hi|hello|hey|yes|sure|ok|okay|yeah|of course|certainly)\b)?[\s,.!]*){_TWO_WORDS}\s*[.,!]*$"
)
_SIGNED = re.compile(rf"{_TWO_WORDS}\s*,?\s*(?i:here\b|is my (?:good |full )?name|speaking\b|this side)")
_BY_NAME, _INTRODUCTION = 10, 6  # what a name weighs after "my name is", and after "I am"
_ORDINARY = """
    a an and the to in on at of for from with by is am are was be i you he she it we they me my your his her our us do
    does did can could may might will would shall should must not no yes ok okay sure please thank thanks hello hi hey
    good morning evening afternoon fine happy glad ready going looking planning searching trying travelling traveling
    flying willing interested comfortable sorry here there that this these those what when where which who how why if
    any some one two single direct connecting connection flight flights ticket tickets airport airports airline airlines
    city date dates travel trip journey booking book change cancel reservation price fare cost class economy business
    normal low return departure destination source new just so very also as but or than then now next back proceed
    requesting wondering expecting hoping unable able afraid done okey alright welcome great nice wait take go have has
    had need want wish prefer like getting leaving starting coming moving calling help your our their its agent customer
    january february march april june july august september october november december jan feb mar apr jun jul aug sept
    sep oct nov dec monday tuesday wednesday thursday friday saturday sunday
"""
_NO_NAME = frozenset(_ORDINARY.split())


def customer_name(dialogue: Sequence[AirTurn], places: frozenset[str]) -> str:
    """The customer's first and last name with capitals; empty where nobody says it.

    Words of `places` and ordinary ones are no names, unless somebody is introduced by them ("my name is Will Paris").
    """
    votes = Counter[str]()
    for turn in meant(dialogue):
        for weight, found in _may_be_names(turn):
            if _may_be(found.lower().split(), weight, places):
                votes[_written(found)] += weight
    return max(votes, key=lambda each: votes[each], default="")


def _may_be(words: Sequence[str], weight: int, places: frozenset[str]) -> bool:
    ordinary = sum(word in _NO_NAME for word in words)
    if min(map(len, words)) < 2 or " ".join(words) in places or ordinary > (weight >= _BY_NAME):
        return False
    return weight >= _INTRODUCTION or places.isdisjoint(words)


def _may_be_names(turn: AirTurn) -> list[tuple[int, str]]:
    """Pairs of words that may be the name, and how much speaks for each."""
    asked = "name" in turn.asked
    signed = _SIGNED.findall(turn.text)
    found = [(8, each) for each in signed if each[0].isupper() or turn.text.startswith(each)]
    for introduced in _INTRODUCED.finditer(turn.text):
        each = introduced.group(1)
        if not asked and "name" not in introduced.group().lower():
            found += [(_INTRODUCTION, each)] if each[0].isupper() else []
        else:
            found.append((_BY_NAME if each.istitle() else _INTRODUCTION, each))
    weight = 1
    if asked:
        weight = 3
        found += [(7, each) for each in _GREETED.findall(turn.text)]
    return found + [(weight, each) for each in _CAPITALS.findall(turn.text)]


def _written(found: str) -> str:
    return " ".join(word[0].upper() + word[1:].lower() for word in found.split())


T = TypeVar("T")
FREE: Literal[""] = ""
"""A class that was left open: "any class will do"."""


class FlightWishes(NamedTuple):
    """Wishes that were said; None where nothing was."""

    flight_class: FlightClass | Literal[""] | None
    max_connections: int | None
    max_price: int | None
    airline_preference: CostClass | None
    departure_time: Window | None
    return_time: Window | None


def flight_wishes(dialogue: Sequence[AirTurn]) -> FlightWishes:
    """Read the customer's wishes; the last word on each counts."""
    customer = meant(dialogue)
    there, back = parts_of_day(customer)
    return FlightWishes(
        _last(_class, customer),
        _last(connections, customer),
        _last(_price, customer),
        _last(_airline, customer),
        there,
        back,
    )


def _last(reading: Callable[[AirTurn], T | None], customer: Sequence[AirTurn]) -> T | None:
    found = [each for each in map(reading, customer) if each is not None]
    return found[-1] if found else None


_ANY = re.compile(rf"\b(?:any|either|all)\b|{NOT}[\w\s]{{0,20}}\b(?:prefer\w*|specific\w*|matter)")
_BUSINESS = re.compile(r"\bbusiness[\s-]*(?:class|seats?|cabin|flight|ticket|fare|travel class)")
_BUSINESS_ALONE = re.compile(r"\bbusiness\b(?! (?:trip|meet|purpose))")
_A_CLASS = re.compile("economy|business")
_ECONOMY = re.compile("economy|economic class")
_NOT_ECONOMY = re.compile(rf"{NOT}[\w\s]{{0,15}}economy")
_CLASSES = re.compile(r"\b(?:class|cabin|seat type)\b")


def _class(turn: AirTurn) -> FlightClass | Literal[""] | None:
    text = turn.low
    open_to_any = _ANY.search(text) is not None
    if open_to_any and _CLASSES.search(text) and not _A_CLASS.search(text):
        return FREE
    if _ECONOMY.search(text):
        return FREE if _NOT_ECONOMY.search(text) else "economy"
    if _BUSINESS.search(text):
        return "business"
    if not _CLASSES.search(turn.asked):
        return None
    if _BUSINESS_ALONE.search(text):
        return "business"
    return FREE if open_to_any else None


_AMOUNT = re.compile(
    r"(?<![\d/.:-])\$?\s?(\d{1,2},\d{3}|\d{2,5})\s?(?:\$|usd|dollars?|bucks|/-)?(?![\d/:]|\s*(?:st|nd|rd|th)\b|,\d)"
)
_OF_MONEY = re.compile(
    r"\b(?:price|fare|budget|cost|pay|spend|afford|amount|rate|dollars?|usd|bucks|charges?|money|expens\w*|cheap\w*)\b|\$"
)
_BOUNDED = re.compile(
    r"\b(?:under|below|within|less than|up ?to|at most|max\w*|not (?:exceed|more)\w*|limit|around|no more than)\b"
)
_NOT_MONEY = re.compile(r"\b(?:flight|number|no\.?|#)\s*-?\s*$")
_PRICED = range(50, 20_000)


def _price(turn: AirTurn) -> int | None:
    money = _OF_MONEY.search(turn.low)
    if not money and not _BOUNDED.search(turn.low) and not _OF_MONEY.search(turn.asked):
        return None
    for amount in _AMOUNT.finditer(turn.low):
        value = int(amount.group(1).replace(",", ""))
        near = turn.low[max(0, amount.start() - 16) : amount.start()]
        if value in _PRICED and not _NOT_MONEY.search(near) and (money or value % 100 == 0):
            return value
    return None


_NORMAL = re.compile(
    r"\b(?:normal|regular|standard|full)[\s-]*(?:cost|price|fare|airline)"
    rf"|(?:{NOT}|\b(?:avoid|except|other than|without|never|hate|dislike)\b)[\w\s',]{{0,30}}"
    r"\b(?:low|lower|cheap|budget)[\s-]*(?:cost|price|fare)?"
)


def _airline(turn: AirTurn) -> CostClass | None:
    return "normal-cost" if _NORMAL.search(turn.low) else None


_STOP = (
    r"(?:connections?|connect(?:ing|ed)|stops?|stop[\s-]?overs?|halts?|breaks?|lay[\s-]?(?:over|by|off)s?|transits?"
    r"|way stations?|intervals?)"
)
_LIMIT = rf"{_STOP}(?: \w+){{0,3}} (?:is|as|of|to|be|should be|:|-)? ?"
_NONE = re.compile(
    rf"\b(?:direct(?:ly)?(?! (?:me|to))|non[\s-]?stop|without (?:any |a )?(?:\w+ )?{_STOP}"
    rf"|(?:no|zero|0) (?:\w+ )?{_STOP}|{_LIMIT}(?:0|zero|nil|none)\b)"
)
_ONE = re.compile(
    rf"\b(?:(?:one|single|1|a|an|with) (?:\w+ )?{_STOP}|{_LIMIT}(?:1|one|single)\b|connect(?:ing|ed)|connection limit"
    rf"|(?:have|has|having|need|want|prefer|take) (?:\w+ )?{_STOP})"
)
_TWO = re.compile(rf"\b(?:two|2|multiple|many) (?:\w+ )?{_STOP}|\bany (?:number of )?(?:\w+ )?{_STOP}")
_ASKS_STOPS = re.compile(rf"\b(?:{_STOP}|direct)\b")
_NOT_ONE = re.compile(rf"(?:{NOT}|\bavoid\b)[\w\s]{{0,20}}\b{_STOP}")
_NUMBER = re.compile(
    r"\W*(?:(?:yes|sure|ok|only|just|at most|up ?to|maximum|max|i|need|want|prefer|with|is|my|limit|it|would)\W+)*"
    r"(0|1|2|zero|one|two|single|a single)\b"
)
_NOT_DIRECT = re.compile(rf"{NOT}[\w\s]{{0,20}}\b(?:direct|non[\s-]?stop)")


_MOST = {"0": 0, "zero": 0, "2": 2, "two": 2}
_STOPS = ((_TWO, 2), (_NOT_DIRECT, 1), (_NONE, 0), (_ONE, 1), (_NOT_ONE, 0))


def connections(turn: AirTurn) -> int | None:
    """The most connections that a turn allows, two for any; None where it says nothing of them."""
    for pattern, most in _STOPS:
        if pattern.search(turn.low):
            return most
    answer = _NUMBER.match(turn.low) if _ASKS_STOPS.search(turn.asked) else None
    return _MOST.get(answer[1], 1) if answer else None


_PART = re.compile(
    r"(?<!good )\b(?:(?P<morning>mornings?)|(?P<afternoon>after ?noons?|noon)"
    r"|(?P<evening>evenings?|nights?|midnight))\b"
)
_WAY = re.compile(
    r"\b(?:(?P<there>depart\w*|leav\w*|start\w*|onward|going|board\w*|fly\w*|take ?off)"
    r"|(?P<back>return\w*|back|coming))\b"
)
_CLAUSES = re.compile(r"[.;?!](?:\s|$)|\bbut\b")


def parts_of_day(customer: Iterable[AirTurn]) -> tuple[Window | None, Window | None]:
    """The parts of the day for the way there and for the way back, as far as the customer's turns tell them."""
    there: Window | None = None
    back: Window | None = None
    for turn in customer:
        for clause in _CLAUSES.split(turn.low):
            for part, ways in _wished(clause, turn.asked):
                there = part if "there" in ways else there
                back = part if "back" in ways else back
    return there, back


def _wished(clause: str, asked: str) -> Iterator[tuple[Window, frozenset[str]]]:
    """The parts of the day of a clause, each with the ways it is for.

    One part is for all ways of the clause; of several each is for those named since the part before, else for those
    that follow it.
    """
    parts = list(_PART.finditer(clause))
    for at, part in enumerate(parts):
        start = parts[at - 1].end() if at else 0
        end = parts[at + 1].start() if at + 1 < len(parts) else len(clause)
        ways = _ways(clause[start : part.start()]) or _ways(clause[part.end() : end])
        if len(parts) == 1:
            ways = _ways(clause)
        yield part.lastgroup, ways or _ways(asked) or frozenset(("there",))  # type: ignore[misc]


def _ways(text: str) -> frozenset[str]:
    return frozenset(each.lastgroup or "" for each in _WAY.finditer(text))
