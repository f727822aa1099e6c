"""Booking: the user decided."""

from __future__ import annotations

from wayframe.dialogue import Arg, Ref
from wayframe.packages import facts
from wayframe.policy.reply import Reply
from wayframe.policy.situation import Situation
from wayframe.policy.surface import surface

BOOKED = ("name", "dst_city", "str_date", "end_date", "seat", "price")


def wanted(situation: Situation) -> bool:
    """Whether the user decides: says so while there is something to book, or agrees to the agent's "shall I?"."""
    decides = any(a.key in ("intent", "action") and a.value == "book" for act in situation.heard for a in act.slots)
    if decides and situation.did("inform", "affirm", "request", "confirm"):
        return bool(candidates(situation))
    proposed = any(a.key == "action" for act in situation.said if act.name == "suggest" for a in act.slots)
    agreed = situation.did("affirm") and not situation.did("request", "request_compare", "negate")
    return proposed and agreed and bool(candidates(situation))


def book(situation: Situation, reply: Reply) -> None:
    """Book the package of the frame in question; ask which one where that is open."""
    meant = candidates(situation)
    if len(meant) > 1:
        reply.say("request", [Arg("name"), Arg("ref", tuple(Ref(frame) for frame in meant))])
        return
    frame = meant[0]
    known = facts(situation.offers[frame])
    args = [Arg("action", "book"), *(Arg(slot, surface(slot, known[slot])) for slot in BOOKED)]
    if frame != situation.memory.active_frame:
        args.append(Arg("write", (Ref(frame, (Arg("name", str(known["name"])),)),)))
    reply.say("inform", args)


def done(situation: Situation) -> bool:
    """Whether the active frame was booked."""
    return any(v.val == "book" and not v.negated for v in situation.active.info.get("action", ()))


def candidates(situation: Situation) -> list[int]:
    """What could be meant: the frames that the acts name, else those at hand; who only agrees names none."""
    naming = [act for act in situation.heard if act.name != "affirm"]
    named = [r.frame for act in naming for r in act.refs() if r.frame in situation.offers]
    return list(dict.fromkeys(named)) or situation.at_hand
