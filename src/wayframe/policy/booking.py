"""Booking: the user decided."""

from __future__ import annotations

import re
from collections.abc import Sequence

from wayframe.dialogue import Act, Arg, Package, Ref
from wayframe.nlu.patterns import CANCEL as CANCELS
from wayframe.nlu.reference import pointing
from wayframe.packages import Query, facts
from wayframe.policy.reply import OFFERED, WIDE, Reply
from wayframe.policy.situation import Situation
from wayframe.policy.suggesting import for_party, other_origin
from wayframe.policy.surface import surface
from wayframe.policy.wishes import query, wishes
from wayframe.values import Money, canonical, matches, read

CANCEL = "cancel"
NAMING = ("name", "dst_city")
# What says that another option was meant than that which is booked; the first right after the booking only.
_NO = re.compile(r"\b(?:no|nope|not|wrong|oops|sorry|wait|mistake|meant?|instead|rather|actually)\b", re.IGNORECASE)
_MEANT = re.compile(r"\b(?:instead|rather|meant|not that|wrong one|switch(?: my)? booking)\b", re.IGNORECASE)
_DESCRIBING = ("name", "dst_city", "price", "seat", "category")
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
    """Book the package of the frame in question; ask which one, or whether this one, where that is open."""
    meant = candidates(situation)
    if len(meant) > 1:
        reply.say("request", [Arg("name"), Arg("ref", tuple(Ref(frame) for frame in meant))])
    elif _is_booked(situation, meant[0]):
        reply.say("affirm", [Arg("ref", (Ref(meant[0], (Arg("action", "book"),)),))])
    elif not _chosen(situation, meant[0]) or not _as_said(situation, meant[0]):
        reply.inform(meant[0], ["name", "dst_city", *OFFERED])
        reply.say("suggest", [Arg("action", "book")])
    elif not _for_all_who_go(situation, reply, meant[0]):
        act(situation, reply, meant[0], "book")


def _for_all_who_go(situation: Situation, reply: Reply, frame: int) -> bool:
    """Offer for all who go what was priced for one, before it is booked; whether that was so."""
    package: Package = situation.offers[frame]
    own = query(wishes(situation.memory, frame), package.hotel.dst_city, situation.lexicon, situation.today)
    if not reply.party(frame):
        return False
    asked = Query(
        or_city=package.trip.or_city, dst_city=own.dst_city, hotel=package.hotel.name, adults=own.adults,
        children=own.children,
    )  # fmt: skip
    same = [other for other in situation.catalogue.search(asked, WIDE) if other.trip == package.trip]
    reply.inform(frame, ["name", "dst_city", "price"])
    reply.record(asked, same[:1])
    for other in same[:1]:
        reply.offer(other)
    return True


def corrected(situation: Situation) -> int | None:
    """What was booked, where the user turns from it to another option and says that this was meant."""
    before, active = booked(situation), situation.memory.active_frame
    just = any(arg.key == "action" and arg.value == "book" for act in situation.said for arg in act.slots)
    cue = _NO if just and situation.did("switch_frame") else _MEANT
    turned = situation.package and (active != situation.before.active_frame or situation.did("moreinfo"))
    meant = before and turned and active not in before and cue.search(situation.history[-1].text)
    return before[-1] if meant else None


def cancel(situation: Situation, reply: Reply) -> bool:
    """Take back the booking that the user doesn't want any more; whether there was any."""
    denied = [ref for act in situation.heard if act.name == "negate" for ref in act.refs()]
    frames = [ref.frame for ref in denied if any(arg.key == "action" for arg in ref.annotations)]
    before = booked(situation)
    meant = [frame for frame in frames if frame in before] or before[-1:]
    if not (frames and meant) or refuses(situation):
        return False
    if places := [arg for act in situation.heard if act.name == "inform" for arg in act.slots if arg.key in NAMING]:
        named = [f for f in before if any(matches(arg.key, arg.value, _fact(situation, f, arg.key)) for arg in places)]
        act(situation, reply, (named or meant)[0], CANCEL if named else "book")  # another one is: better say which
        return True
    act(situation, reply, meant[0], CANCEL)
    return True


def refuses(situation: Situation) -> bool:
    """Whether the user only says no to what the agent would have booked: that cancels nothing."""
    proposed = any(arg.key == "action" for act in situation.said if act.name == "suggest" for arg in act.slots)
    return proposed and CANCELS.search(situation.history[-1].text) is None


def _fact(situation: Situation, frame: int, slot: str) -> str | bool:
    return facts(situation.offers[frame])[slot]


def booked(situation: Situation) -> list[int]:
    """The frames that are booked, the newest booking last."""
    return [frame for frame, action in _actions(situation).items() if action == "book"]


def act(situation: Situation, reply: Reply, frame: int, action: str) -> None:
    """Say that an option is booked, or cancelled."""
    known = facts(situation.offers[frame])
    slots = [*BOOKED, *other_origin(situation, frame)]
    args = [Arg("action", action), *(Arg(slot, surface(slot, known[slot])) for slot in slots)]
    args += reply.party(frame)
    if frame != situation.memory.active_frame:
        args.append(Arg("write", (Ref(frame, (Arg("name", str(known["name"])),)),)))
    reply.say("inform", args)


def _chosen(situation: Situation, frame: int) -> bool:
    """Whether the user has settled on this option: names it, agrees to book it, or has been talking about it alone."""
    made = [act.id for act in situation.said if act.id is not None]
    proposed = any(a.key == "action" for act in situation.said if act.name == "suggest" for a in act.slots)
    if proposed and not made:
        return True
    if any(not _is_vague(arg) for arg in _naming(situation, frame)):
        return True
    offered = [act.id for act in situation.said if act.name == "offer"]
    return not made or made == offered == [frame]


def _naming(situation: Situation, frame: int) -> list[Arg]:
    """All by which the acts of this turn refer to a frame."""
    refs = [ref for act in situation.heard if act.name != "affirm" for ref in act.refs()]
    return [arg for ref in refs if ref.frame == frame for arg in ref.annotations]


def _is_vague(arg: Arg) -> bool:
    """Whether it is but a word such as "it", which chooses none of several."""
    return arg.key == "ref_anaphora" and pointing(str(arg.value)) is None


def done(situation: Situation) -> bool:
    """Whether the active frame was booked."""
    return _is_booked(situation, situation.memory.active_frame)


def _is_booked(situation: Situation, frame: int) -> bool:
    """Whether the agent has said so and not taken it back; a frame holds it as soon as the user agrees."""
    return _actions(situation).get(frame) == "book"


def _actions(situation: Situation) -> dict[int, object]:
    """What was done last with each option, the newest last: booked or cancelled."""
    done = dict[int, object]()
    for turn in situation.history:
        for act in turn.acts if turn.author == "wizard" else ():
            actions = [arg.value for arg in act.slots if arg.key == "action"] if act.name == "inform" else []
            for frame in [ref.frame for ref in act.refs("write")] or [turn.active_frame]:
                if actions:
                    done.pop(frame, None)
                    done[frame] = actions[-1]
    return done


def candidates(situation: Situation) -> list[int]:
    """What could be meant: the frames that the acts name, else those at hand; who only agrees names none.

    "It" is any of several that were just offered. What the user says of it has to be so: no other is "the $900 one".
    """
    meant = _meant(situation)
    fitting = [frame for frame in meant if _as_said(situation, frame)]
    return fitting or [frame for frame in situation.offers if _as_said(situation, frame)][-1:] or meant


def _as_said(situation: Situation, frame: int) -> bool:
    """Whether an option is as the user describes it in this turn; a country or "the cheapest" describes none."""
    said = [act for act in situation.heard if act.name in ("inform", "switch_frame")]
    args = [arg for act in said for arg in (*act.slots, *(each for ref in act.refs() for each in ref.annotations))]
    return all(_is_so(situation, frame, arg) for arg in args if isinstance(arg.value, str))


def _is_so(situation: Situation, frame: int, arg: Arg) -> bool:
    package: Package = situation.offers[frame]
    if arg.key == "budget":
        limit = read("budget", str(arg.value), today=situation.today)
        return not isinstance(limit, Money) or limit.amount is None or package.price <= limit.amount
    if arg.key not in _DESCRIBING or str(canonical(arg.key, arg.value)).startswith("$"):
        return True
    if arg.key == "dst_city" and not any(
        matches("dst_city", arg.value, p.hotel.dst_city) for p in situation.offers.values()
    ):
        return True
    return matches(arg.key, arg.value, canonical(arg.key, facts(package)[arg.key]))


def _meant(situation: Situation) -> list[int]:
    naming = [act for act in situation.heard if act.name != "affirm"]
    named = list(dict.fromkeys(r.frame for act in naming for r in act.refs() if r.frame in situation.offers))
    made = [act.id for act in situation.said if act.id is not None and act.id in situation.offers]
    made = made or situation.told
    if not named and (sort := _of_the_sort(situation, naming)):
        return sort
    if len(named) == 1 and named[0] in made and all(map(_is_vague, _naming(situation, named[0]))):
        return made
    if not named and len(made) > 1 and situation.memory.active_frame in made and _turned_vaguely(situation):
        return made
    return named or situation.at_hand


def _turned_vaguely(situation: Situation) -> bool:
    """Whether the user came to the active frame by a word such as "it" alone, of which the agent told of several."""
    last = next((turn for turn in reversed(situation.history[:-1]) if turn.author == "user"), None)
    turned = [act for act in last.acts if act.name == "switch_frame"] if last else []
    refs = [ref for act in turned for ref in act.refs() if ref.frame == situation.memory.active_frame]
    return bool(refs) and all(_is_vague(arg) for ref in refs for arg in ref.annotations)


def _of_the_sort(situation: Situation, naming: Sequence[Act]) -> list[int]:
    """The options that are of a city which the user names, for the people of that frame: "the Rome one"."""
    refs = [ref for act in naming for ref in act.refs()]
    named = [(ref.frame, arg) for ref in refs for arg in ref.annotations if arg.key == "dst_city"]
    if not named:
        return []
    frame, city = named[-1]
    asked = query(wishes(situation.memory, frame), None, situation.lexicon, situation.today)
    return [
        number
        for number, package in situation.offers.items()
        if matches("dst_city", city.value, package.hotel.dst_city) and for_party(situation, number, asked)
    ]
