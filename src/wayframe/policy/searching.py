"""Searching: from the user's wishes to offers, or to suggestions where nothing fits."""

from __future__ import annotations

import math
from collections.abc import Sequence
from datetime import date

from msgspec.structs import replace

from wayframe.dialogue import Arg, Package, Ref
from wayframe.packages import Query, Suggestion, facts
from wayframe.packages.facts import day_said
from wayframe.policy import booking
from wayframe.policy.reply import OFFERED, Reply
from wayframe.policy.situation import Situation
from wayframe.policy.surface import surface
from wayframe.policy.wishes import (
    CITIES,
    CONSTRAINTS,
    FILTERS,
    Wishes,
    cities,
    doubtful,
    doubtful_days,
    foreign,
    query,
    unread,
    wishes,
)
from wayframe.values import DONT_CARE, Dates, Money, Quantity, canonical, matches, read

OFFERS, SUGGESTIONS, DESTINATIONS = 3, 2, 6
LOOKED_AT = 12  # suggestions, to find ways that differ
# What can be said to have been looked for in vain, in the order of a sentence.
NAMED = dict.fromkeys(("name", "dst_city", "or_city", "str_date", "end_date", "budget", *FILTERS, *CONSTRAINTS))
ALWAYS_NAMED = ("name", "dst_city", "budget")
_UNSAYABLE = (DONT_CARE, "$MIN", "$MAX", "$GT 00")  # wishes that nothing fails to meet


def wanted(situation: Situation) -> bool:
    """Whether this turn asks for a search: new constraints, other options, or no to what there is."""
    created = len(situation.memory.frames) > max(1, len(situation.before.frames))  # frame 1 was there from the start
    if created or situation.did("request_alts") or _turned_down(situation):
        return True
    informed = [a for act in situation.heard if act.name == "inform" for a in act.slots if a.key in CONSTRAINTS]
    if situation.package:
        return any(not _holds(arg, situation.package, situation.today) for arg in informed)
    intends = any(a.key == "intent" for act in situation.heard for a in act.slots)
    return bool(informed) or intends or (situation.did("affirm") and not situation.offers)


def _turned_down(situation: Situation) -> bool:
    """Whether the user wants something else; not if it is another option that was turned to, or a trip is booked."""
    return situation.did("negate") and not situation.did("switch_frame") and not booking.done(situation)


def _holds(arg: Arg, package: Package, today: date) -> bool:
    """Whether the package behind the frame is already so."""
    if arg.key == "budget":
        asked = read("budget", arg.value, today=today) if isinstance(arg.value, str) else None
        return isinstance(asked, Money) and asked.amount is not None and package.price <= asked.amount
    known = facts(package)
    return arg.key in known and matches(arg.key, arg.value, canonical(arg.key, known[arg.key]))


def find(situation: Situation, reply: Reply) -> None:
    """Ask for what is missing, else search for every destination and offer what is found."""
    plain = wishes(situation.memory, situation.memory.active_frame)
    wished = _compared_with_offers(situation, plain)
    if strange := _strange(situation, wished):
        reply.say("sorry")
        reply.say("no_result", [Arg("ref", (Ref(situation.memory.active_frame, tuple(strange)),))])
        reply.say("request", [Arg(arg.key) for arg in strange])
        return
    if unsure := _unsure(situation, wished):
        reply.say("confirm", unsure)
        return
    if missing := _missing(situation, wished):
        reply.say("request", [Arg(slot) for slot in missing])
        return
    destinations: Sequence[str | None] = cities(wished, "dst_city", situation.lexicon)[:DESTINATIONS] or [None]
    queries = [_query(situation, wished, city) for city in destinations]
    seen = _seen(situation)
    if len(queries) == 1 and not seen and _offer_same_hotel(situation, reply, wished, queries[0]):
        return
    found = [reply.search(asked, seen) for asked in queries]
    if vain := [asked for asked, packages in zip(queries, found, strict=True) if not packages]:
        said = {slot: values for slot, values in wished.items() if plain.get(slot) == values}  # no measure of our own
        _no_result(situation, reply, {} if seen else said, vain)
    if len(queries) > 1:
        _offer(situation, reply, wished, [packages[0] for packages in found if packages])
    elif found[0]:
        chosen = _choice(found[0], by_city=destinations == [None])
        _count(situation, reply, queries[0], shown=len(chosen))
        _offer(situation, reply, wished, chosen)
    if not any(found):
        surpassed = list(situation.offers.values()) if wished != plain else []
        _suggest(situation, reply, wished, queries[0], [*seen, *surpassed])


def _compared_with_offers(situation: Situation, wished: Wishes) -> Wishes:
    """The wishes with "cheaper", "too expensive", "longer", "shorter" measured by what the user has been looking at."""
    looked = situation.offers.get(situation.before.active_frame)
    latest = [looked] if looked else [situation.offers[frame] for frame in situation.latest_offers]
    measured = dict(wished)
    for arg in _wanted_otherwise(situation) if latest else ():
        typed = read(arg.key, arg.value, today=situation.today) if isinstance(arg.value, str) else None
        if (arg.key == "price" and arg.value is None) or (isinstance(typed, Money) and typed.bound == "cheaper"):
            measured["budget"] = (f"$LT {math.ceil(min(package.price for package in latest)) - 1}",)
        elif isinstance(typed, Quantity) and typed.superlative == "more" and arg.key == "min_duration":
            measured[arg.key] = (str(max(package.trip.duration_days for package in latest) + 1),)
        elif isinstance(typed, Quantity) and typed.superlative == "less" and arg.key == "max_duration":
            measured[arg.key] = (str(min(package.trip.duration_days for package in latest) - 1),)
    return measured


def _wanted_otherwise(situation: Situation) -> list[Arg]:
    """What the user wishes now, and what of the offers was turned down."""
    denied = [ref for act in situation.heard if act.name == "negate" for ref in act.refs()]
    return [
        *(slot for act in situation.heard if act.name in ("inform", "negate") for slot in act.slots),
        *(annotation for ref in denied for annotation in ref.annotations),
    ]


def _unsure(situation: Situation, wished: Wishes) -> list[Arg]:
    """Cities, days or amounts that the user should confirm or choose, one question at a time.

    Asked once, what is not denied then holds.
    """
    asked = {(a.key, a.value) for turn in situation.history if turn.author == "wizard"
             for act in turn.acts if act.name == "confirm" for a in act.slots}  # fmt: skip
    unsure = [(slot, name) for slot in CITIES for name in doubtful(wished, slot, situation.lexicon)]
    unsure += [("str_date", day) for day in doubtful_days(wished, situation.today)]
    unsure += [("budget", amount) for amount in foreign(wished, situation.today)]
    new = [Arg(slot, name) for slot, name in unsure if (slot, name) not in asked]
    return [arg for arg in new if arg.key == new[0].key]


def _query(situation: Situation, wished: Wishes, city: str | None) -> Query:
    """The search for a city; a hotel that was wished for elsewhere is no wish here."""
    asked = query(wished, city, situation.lexicon, situation.today)
    elsewhere = asked.hotel not in [hotel.name for hotel in situation.catalogue.hotels(city)] if asked.hotel else False
    return replace(asked, hotel=None) if elsewhere else asked


def _strange(situation: Situation, wished: Wishes) -> list[Arg]:
    """Places just named from or to which the catalogue has nothing: better said at once than after all questions."""
    named = {slot.key for act in situation.heard if act.name == "inform" for slot in act.slots}
    said = {slot: cities(wished, slot, situation.lexicon)[-1:] for slot in CITIES if slot in named}
    known = {*situation.catalogue.cities(), *situation.catalogue.origins()}
    return [Arg(slot, city) for slot, names in said.items() for city in names if city not in known]


def _missing(situation: Situation, wished: Wishes) -> list[str]:
    """What has to be asked before a search makes sense. Dates are asked for once; a search without them works, too."""
    if places := [slot for slot in ("dst_city", "or_city") if slot not in wished]:
        return places
    just = {slot.key for act in situation.said if act.name == "request" for slot in act.slots}
    if party := [slot for slot in unread(wished, situation.today) if slot not in just]:
        return party
    asked = any(a.key == "str_date" for turn in situation.history if turn.author == "wizard"
                for act in turn.acts if act.name == "request" for a in act.slots)  # fmt: skip
    if asked or "str_date" in wished or "end_date" in wished:
        return []
    return ["str_date", "end_date", *([] if "n_adults" in wished else ["n_adults"])]


def _seen(situation: Situation) -> list[Package]:
    """What the user has turned down or wants alternatives to: all that was offered, if so."""
    return list(situation.offers.values()) if situation.did("request_alts") or _turned_down(situation) else []


def _offer_same_hotel(situation: Situation, reply: Reply, wished: Wishes, asked: Query) -> bool:
    """What varies an offer stays with its hotel where that can be; whether it could."""
    parent = situation.offers.get(situation.active.frame_parent_id or 0)
    model = situation.package or parent
    if model is None or asked.hotel or model.hotel.dst_city != asked.dst_city:
        return False
    found = reply.search(replace(asked, hotel=model.hotel.name))
    _offer(situation, reply, wished, found[:1])
    if not found and model is parent:
        _no_result(situation, reply, {**wished, "name": (model.hotel.name,)}, [asked])
    return bool(found)


def _choice(found: Sequence[Package], *, by_city: bool) -> list[Package]:
    """Up to three that differ: in the city where any city will do, else in the hotel."""
    chosen: dict[str, Package] = {}
    for package in found:
        chosen.setdefault(package.hotel.dst_city if by_city else package.hotel.name, package)
    return list(chosen.values())[:OFFERS]


def _count(situation: Situation, reply: Reply, asked: Query, shown: int) -> None:
    """Say how many hotels there are to choose from where not all of them are offered (paper section 6.3)."""
    summary = situation.catalogue.summary(asked)
    if asked.dst_city and shown == OFFERS and summary and summary.hotels > shown:
        args = [Arg("count_name", surface("count_name", str(summary.hotels))), Arg("dst_city", asked.dst_city)]
        reply.say("inform", args)


def _offer(situation: Situation, reply: Reply, wished: Wishes, packages: Sequence[Package]) -> None:
    """Offer packages; one that has a frame already is told of again, and is proposed for booking if it is alone."""
    frames = [_frame_of(situation, package) for package in packages]
    for package, frame in zip(packages, frames, strict=True):
        if frame:
            reply.inform(frame, ["name", "dst_city", *OFFERED])
        else:
            reply.offer(package, also=_unsaid_origin(wished))
    if len(frames) == 1 and frames[0]:
        reply.say("suggest", [Arg("action", "book")])


def _frame_of(situation: Situation, package: Package) -> int | None:
    return next((frame for frame, offered in situation.offers.items() if offered == package), None)


def _unsaid_origin(wished: Wishes) -> list[str]:
    """Where a trip leaves from has to be said where that is all the same to the user."""
    return [] if any(value != DONT_CARE for value in wished.get("or_city", ())) else ["or_city"]


def _suggest(situation: Situation, reply: Reply, wished: Wishes, asked: Query, seen: Sequence[Package]) -> None:
    """What would fit if something gave way, the nearest of each way to give way (paper section 3.4)."""
    ways: dict[tuple[str, ...], tuple[Suggestion, Package]] = {}
    for suggestion in situation.catalogue.suggest(asked, seed=situation.seed, limit=LOOKED_AT):
        unseen = next((package for package in suggestion.packages if package not in seen), None)
        if unseen:
            ways.setdefault(_way(suggestion, wished), (suggestion, unseen))
    for slots, (suggestion, package) in list(ways.items())[:SUGGESTIONS]:
        reply.record(asked, suggestion.packages)
        reply.say("suggest", [Arg(slot) for slot in slots])
        reply.offer(package, "suggest", also=[slot for slot in slots if slot == "or_city"] or _unsaid_origin(wished))
    if not ways:
        reply.say("request")


def _way(suggestion: Suggestion, wished: Wishes) -> tuple[str, ...]:
    """The slots that give way; who only said when to leave knows of no day to be back."""
    slots = (relaxed.slot for relaxed in suggestion.relaxed)
    return tuple(dict.fromkeys("str_date" if s == "end_date" and s not in wished else s for s in slots))


def _no_result(situation: Situation, reply: Reply, wished: Wishes, vain: Sequence[Query]) -> None:
    """Say what was looked for in vain: the destinations, the budget, what the user has just said; or nothing else."""
    informed = [a.key for act in situation.heard if act.name == "inform" for a in act.slots]
    slots = [slot for slot in NAMED if slot in wished and (slot in informed or slot in ALWAYS_NAMED)]
    if "name" in slots:
        slots = [slot for slot in slots if slot != "dst_city"]  # the hotel says where
    refs = []
    for asked in vain:
        values = {slot: _sought(slot, asked, wished[slot][-1], situation.today) for slot in slots}
        known = [(slot, value) for slot, value in values.items() if value is not None and value not in _UNSAYABLE]
        refs.append(Ref(situation.memory.active_frame, tuple(Arg(slot, surface(slot, value)) for slot, value in known)))
    reply.say("sorry")
    reply.say("no_result", [Arg("ref", tuple(refs))])


def _sought(slot: str, asked: Query, said: str | bool, today: date) -> str | bool | None:
    """What was looked for, as the search had it where that is plainer than the user's words."""
    if slot == "dst_city":
        return asked.dst_city
    if slot == "end_date" and asked.end:
        return day_said(asked.end)
    if slot == "n_adults":
        return str(asked.adults)
    typed = read(slot, said, today=today) if isinstance(said, str) else None
    if isinstance(typed, Money) and typed.amount is not None and typed.bound in ("exact", "at_most"):
        return str(typed.amount)
    if slot == "str_date" and asked.start and isinstance(typed, Dates) and typed.last == date.max:
        return day_said(asked.start)
    if slot == "max_duration" and isinstance(said, str) and said.isdecimal():
        return f"about {surface(slot, said)}"
    return said.capitalize() if slot == "str_date" and isinstance(said, str) else said
