"""What was talked about so far, told again: the options there were, the others, what is booked, which to recommend."""

from __future__ import annotations

import re

from wayframe.dialogue import Arg, Ref
from wayframe.packages import facts
from wayframe.policy import booking
from wayframe.policy.answers import COMPARED, DETAILS, FOR_WHOM
from wayframe.policy.booking import NAMING
from wayframe.policy.reply import OFFERED, Reply
from wayframe.policy.situation import Situation
from wayframe.policy.suggesting import party_of

MOST = 6  # options that are told of at once, the newest
_ALL = re.compile(
    r"\b(?:what (?:were|are|was) (?:\w+ ){0,2}(?:options|offers|choices)|(?:options|offers|hotels) (?:again|so far)"
    r"|(?:list|repeat|recap|summari[sz]e|remind me)\b.*\b(?:options|offers|hotels|so far|again|all)"
    r"|what (?:have|did) we (?:look|talk|discuss|see)\w*|(?:summary|overview|everything) .*\b(?:so far|everything))\b",
    re.IGNORECASE,
)  # fmt: skip
_OTHERS = re.compile(
    r"^\W*(?:(?:and|ok(?:ay)?|what about|how about|tell me about)\W+)*the other(?:s| two| ones| three| options)\W*$",
    re.IGNORECASE,
)
_BOOKED = re.compile(
    r"\b(?:(?:what|which|when|did|have|has|is|was)\b.*\bbooked|(?:what|which)\b.*\b(?:did|do) (?:i|we|you) book"
    r"|did (?:i|we|you) book|(?:what(?:'s| is| are)|show me) (?:my|our|the) (?:booking|reservation)s?)\b",
    re.IGNORECASE,
)  # fmt: skip
_UNBOOKS = re.compile(r"\bcancel\b.*\b(?:booking|reservation)", re.IGNORECASE)
_PRICE = re.compile(r"\b(?:price|costs?|how much|is (?:that|it|this))\b", re.IGNORECASE)
_RECOMMEND = re.compile(
    r"\b(?:recommend|advi[sc]e|your (?:favou?rite|pick|choice)"
    r"|(?:which|what) (?:\w+ ){0,3}(?:would|do) you (?:take|choose|pick|prefer|suggest|do))\b", re.IGNORECASE,
)  # fmt: skip


def again(situation: Situation, reply: Reply) -> bool:
    """Tell again what the user asks for of what there was; whether it was asked: not by who names wish or option."""
    text = situation.history[-1].text
    latest, looked = situation.latest_offers, situation.memory.active_frame
    if not _may_ask(situation):
        return False
    if not situation.heard and situation.package and _PRICE.search(text) and FOR_WHOM.search(text):
        reply.inform(looked, ["price"], whom=party_of(situation, looked))
    elif asks_for_advice(situation):
        _recommend(situation, reply, latest if len(latest) > 1 else _unlike(situation))
    elif asks_of_all(situation):
        _tell(reply, _unlike(situation)[-MOST:], COMPARED)
    elif _OTHERS.match(text) and looked in latest and len(latest) > 1:
        _tell(reply, [frame for frame in latest if frame != looked], DETAILS)
    elif asks_of_bookings(situation):
        _bookings(situation, reply)
    else:
        return False
    return True


def asks_of_all(situation: Situation) -> bool:
    """Whether the user asks which options there were."""
    return _may_ask(situation) and _ALL.search(situation.history[-1].text) is not None


def asks_of_bookings(situation: Situation) -> bool:
    """Whether the user asks what is booked."""
    text = situation.history[-1].text
    undoes = not situation.heard and _UNBOOKS.search(text)  # where nothing is booked
    return _may_ask(situation) and bool(_BOOKED.search(text) or undoes)


def asks_for_advice(situation: Situation) -> bool:
    """Whether the user asks which option to take."""
    asks = _RECOMMEND.search(situation.history[-1].text) is not None
    return asks and bool(situation.offers) and not situation.did("inform")


def _may_ask(situation: Situation) -> bool:
    named = any(ref.annotations for act in situation.heard for ref in act.refs())
    return bool(situation.offers) and not named and not situation.did("inform", "request_compare")


def _tell(reply: Reply, frames: list[int], slots: tuple[str, ...]) -> None:
    for frame in frames:
        reply.inform(frame, slots, apart=True)


def _unlike(situation: Situation) -> list[int]:
    """The frames of all options that differ in what is told of them; of like ones the newest."""
    known = {frame: facts(package) for frame, package in situation.offers.items()}
    told = {tuple(fact[slot] for slot in (*NAMING, *COMPARED)): frame for frame, fact in known.items()}
    return sorted(told.values())


def _recommend(situation: Situation, reply: Reply, frames: list[int]) -> None:
    """The option that guests rate best."""
    best = max(frames, key=lambda frame: float(str(facts(situation.offers[frame])["gst_rating"])))
    reply.inform(best, [*NAMING, *OFFERED])
    reply.say("suggest", [Arg("action", "book")])


def _bookings(situation: Situation, reply: Reply) -> None:
    """What is booked; that nothing is, where that is so."""
    booked = booking.booked(situation)
    for frame in booked:
        booking.act(situation, reply, frame, "book")
    if not booked:
        reply.say("negate", [Arg("ref", (Ref(situation.memory.active_frame, (Arg("action", "book"),)),))])
