"""When nothing fits: what was looked for in vain, which constraint could give way and by how much, what fits of old."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from wayframe.dialogue import Arg, Package, Ref
from wayframe.ontology import AMENITIES, VICINITY
from wayframe.packages import Query, Suggestion, facts
from wayframe.packages.catalogue import hotel_fits
from wayframe.packages.facts import day_said
from wayframe.policy import measuring
from wayframe.policy.reply import Reply
from wayframe.policy.situation import Situation
from wayframe.policy.surface import surface
from wayframe.policy.wishes import CONSTRAINTS, FILTERS, PARTY, Wishes, cities, query, told_party, wishes
from wayframe.values import DONT_CARE, Dates, Money, Quantity, read

SUGGESTIONS = 2
LOOKED_AT = 12  # suggestions, to find ways that differ
# What can be said to have been looked for in vain, in the order of a sentence.
NAMED = dict.fromkeys(("name", "dst_city", "or_city", "str_date", "end_date", "budget", *FILTERS, *CONSTRAINTS))
MEASURED = ("category", "gst_rating", "min_duration", "max_duration")
ALWAYS_NAMED = ("name", "dst_city", "budget")
_UNSAYABLE = (DONT_CARE, "$MIN", "$MAX", "$GT 00", "$LT 00")  # wishes that nothing fails to meet
# The slot of a package that shows how far a constraint has given way.
_SHOWN = {"budget": "price", "max_duration": "duration", "min_duration": "duration"}

_LIMITS = {"at_least": "at least", "about": "about"}  # amounts that are no upper limit


def suggest(situation: Situation, reply: Reply, wished: Wishes, asked: Query, seen: Sequence[Package]) -> None:
    """What would fit if something gave way, the nearest of each way to give way (paper section 3.4)."""
    ways: dict[tuple[str, ...], tuple[Suggestion, Package]] = {}
    limit = LOOKED_AT if asked.dst_city else 1  # anywhere else is nothing that could give way
    for suggestion in situation.catalogue.suggest(asked, seed=situation.seed, limit=limit):
        unseen = next((package for package in suggestion.packages if package not in seen), None)
        if unseen:
            ways.setdefault(_way(suggestion, wished), (suggestion, unseen))
    for slots, (suggestion, package) in list(ways.items())[:SUGGESTIONS]:
        reply.record(asked, suggestion.packages)
        _give_way(situation, reply, wished, asked, slots, package)
        reply.offer(package, "suggest", also=[slot for slot in slots if slot == "or_city"] or unsaid_origin(wished))
    if not ways:
        reply.say("request")


def _way(suggestion: Suggestion, wished: Wishes) -> tuple[str, ...]:
    """The slots that give way; who only said when to leave knows of no day to be back."""
    slots = (relaxed.slot for relaxed in suggestion.relaxed)
    return tuple(dict.fromkeys("str_date" if s == "end_date" and s not in wished else s for s in slots))


def _give_way(
    situation: Situation, reply: Reply, wished: Wishes, asked: Query, slots: Sequence[str], package: Package
) -> None:
    """Say what gives way: as the package has it, beside what was wished for where that is known."""
    known = facts(package)
    shown = dict.fromkeys(_SHOWN.get(slot, slot) for slot in slots)
    offered = [Arg(slot, surface(slot, known[slot])) for slot in shown if slot in known]
    own = wishes(situation.memory, situation.memory.active_frame)
    ours = [slot for slot in MEASURED if wished.get(slot) != own.get(slot)]  # measures that nobody has said
    wanted = [
        (slot, sought(slot, asked, wished[slot][-1], situation.today))
        for slot in slots
        if slot in wished and slot not in (*AMENITIES, *VICINITY, *ours)
    ]
    if dearer := measuring.surpassed(situation):
        wanted = [(slot, str(facts(dearer)["price"]) if slot == "budget" else value) for slot, value in wanted]
    said = tuple(Arg(s, surface(s, value)) for s, value in wanted if value is not None and sayable(value))
    reply.say("suggest", [*offered, *([Arg("ref", (Ref(situation.memory.active_frame, said),))] if said else [])])


def sayable(value: str | bool) -> bool:
    """Whether a wish can be said to have failed: not one that is a degree alone."""
    return value not in _UNSAYABLE and not str(value).startswith("$")


def unsaid_origin(wished: Wishes) -> list[str]:
    """Where a trip leaves from has to be said where that is all the same to the user."""
    return [] if any(value != DONT_CARE for value in wished.get("or_city", ())) else ["or_city"]


def other_origin(situation: Situation, frame: int) -> list[str]:
    """The origin of an option that leaves from elsewhere than was wished for: to be said whenever it is spoken of."""
    parent = situation.memory.frames[frame - 1].frame_parent_id
    named = cities(wishes(situation.memory, parent), "or_city", situation.lexicon) if parent else []
    return ["or_city"] if named and situation.offers[frame].trip.or_city not in named else []


def no_result(situation: Situation, reply: Reply, wished: Wishes, vain: Sequence[Query]) -> None:
    """Say what was looked for in vain: the destinations, the budget, what the user has just said; or nothing else."""
    informed = [a.key for act in situation.heard if act.name == "inform" for a in act.slots]
    slots = [slot for slot in NAMED if slot in wished and (slot in informed or slot in ALWAYS_NAMED)]
    if all(slot in ("or_city", *PARTY) or not sayable(wished[slot][-1]) for slot in slots):
        slots = [slot for slot in NAMED if slot in wished]  # who travels is no reason in itself
    if "name" in slots:
        slots = [slot for slot in slots if slot != "dst_city"]  # the hotel says where
    refs = []
    for asked in vain:
        values = {slot: sought(slot, asked, wished[slot][-1], situation.today) for slot in slots}
        known = [(slot, value) for slot, value in values.items() if value is not None and value not in _UNSAYABLE]
        args = [Arg(slot, surface(slot, value)) for slot, value in known]
        if (dearer := measuring.surpassed(situation)) and "budget" not in wished:
            args.append(Arg("price", facts(dearer)["price"]))
        refs.append(Ref(situation.memory.active_frame, tuple(args)))
    reply.say("sorry")
    reply.say("no_result", [Arg("ref", tuple(refs))])


def tell_cheapest(situation: Situation, reply: Reply, asked: Query) -> None:
    """What the cheapest is after all, where nothing cheaper was found (paper section 6.3)."""
    least = next(iter(reply.search(asked)), None)
    frame = next((number for number, offered in situation.offers.items() if offered == least), None)
    if least and frame:
        reply.inform(frame, ["name", "dst_city", "price"], cheapest=True)


def recall(situation: Situation, reply: Reply, asked: Query) -> None:
    """An option of earlier, of another city, that has what is wished for now (paper section 6.2, table 4)."""
    fitting = {frame: package for frame, package in situation.offers.items() if _fits(situation, frame, package, asked)}
    if fitting:
        frame = min(fitting, key=lambda number: (fitting[number].price, -number))
        reply.inform(frame, ["name", "dst_city", "price"])


def for_party(situation: Situation, frame: int, asked: Query) -> bool:
    """Whether an option was priced for the people of this search."""
    return party_of(situation, frame) == (asked.adults, asked.children)


def party_of(situation: Situation, frame: int) -> tuple[int, int]:
    """The adults and children for whom an option was priced."""
    own = query(wishes(situation.memory, frame), None, situation.lexicon, situation.today)
    return told_party(situation.memory, frame) or (own.adults, own.children)


def _fits(situation: Situation, frame: int, package: Package, asked: Query) -> bool:
    """Whether a package is as it is wished for, the city apart, and priced for the same people."""
    trip, days = package.trip, measuring.days_of(package)
    other = asked.dst_city is not None and package.hotel.dst_city != asked.dst_city
    return (
        other
        and for_party(situation, frame, asked)
        and (asked.price_max is None or package.price <= asked.price_max)
        and (asked.seat is None or trip.seat.lower() == asked.seat)
        and (asked.or_city is None or trip.or_city == asked.or_city)
        and (asked.start is None or days["str_date"] >= asked.start)
        and (asked.end is None or days["end_date"] <= asked.end)
        and (asked.min_duration or 0) <= trip.duration_days <= (asked.max_duration or trip.duration_days)
        and hotel_fits(package.hotel, asked)
    )


def sought(slot: str, asked: Query, said: str | bool, today: date) -> str | bool | None:
    """What was looked for, as the search had it where that is plainer than the user's words."""
    plain = {"dst_city": asked.dst_city, "or_city": asked.or_city, "end_date": asked.end and day_said(asked.end)}
    if not isinstance(said, str) or plain.get(slot):
        return plain.get(slot) or said
    if slot == "budget" and said.startswith(("$GT ", "$LT ")):
        return None if said in _UNSAYABLE else surface(slot, said)
    typed = read(slot, said, today=today)
    if isinstance(typed, Money) and typed.amount is not None:
        limit = _LIMITS.get(typed.bound)
        return f"{limit} {surface(slot, str(typed.amount))}" if limit else str(typed.amount)
    if isinstance(typed, Quantity):
        return _number(slot, typed, said, asked)
    if slot == "str_date" and asked.start and isinstance(typed, Dates) and typed.last == date.max:
        return day_said(asked.start)
    return said.capitalize() if slot == "str_date" else said


def _number(slot: str, typed: Quantity, said: str, asked: Query) -> str:
    """A number that was looked for; a sentence says by itself that stars and the shortest stay are the least."""
    if slot == "n_adults":
        return said if typed.of == "people" else str(asked.adults)
    if slot in ("category", "gst_rating", "min_duration") and typed.low is not None:
        return f"{typed.low:g}"
    if slot == "max_duration" and typed.low is None and typed.high is not None:
        return f"at most {surface(slot, str(typed.high))}"
    return f"about {surface(slot, said)}" if slot == "max_duration" and said.isdecimal() else said
