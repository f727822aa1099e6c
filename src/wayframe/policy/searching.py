"""Searching: from the user's wishes to offers, or to suggestions where nothing fits."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from wayframe.dialogue import Arg, Package
from wayframe.packages import Query, facts
from wayframe.policy.reply import Reply
from wayframe.policy.situation import Situation
from wayframe.policy.wishes import CONSTRAINTS, Wishes, cities, query, wishes
from wayframe.values import Money, canonical, matches, read

OFFERS, SUGGESTIONS, DESTINATIONS = 3, 2, 6


def wanted(situation: Situation) -> bool:
    """Whether this turn asks for a search: new constraints, other options, or no to what there is."""
    if len(situation.memory.frames) > len(situation.before.frames) or situation.did("request_alts", "negate"):
        return True
    informed = [a for act in situation.heard if act.name == "inform" for a in act.slots if a.key in CONSTRAINTS]
    if situation.package:
        return any(not _holds(arg, situation.package, situation.today) for arg in informed)
    intends = any(a.key == "intent" for act in situation.heard for a in act.slots)
    return bool(informed) or intends or (situation.did("affirm") and not situation.offers)


def _holds(arg: Arg, package: Package, today: date) -> bool:
    """Whether the package behind the frame is already so."""
    if arg.key == "budget":
        asked = read("budget", arg.value, today=today) if isinstance(arg.value, str) else None
        return isinstance(asked, Money) and asked.amount is not None and package.price <= asked.amount
    known = facts(package)
    return arg.key in known and matches(arg.key, arg.value, canonical(arg.key, known[arg.key]))


def find(situation: Situation, reply: Reply) -> None:
    """Ask for what is missing, else search for every destination and offer what is found."""
    wished = wishes(situation.memory, situation.memory.active_frame)
    if missing := _missing(situation, wished):
        reply.say("request", [Arg(slot) for slot in missing])
        return
    destinations: Sequence[str | None] = cities(wished, "dst_city", situation.lexicon)[:DESTINATIONS] or [None]
    queries = [query(wished, city, situation.lexicon, situation.today) for city in destinations]
    found = [_unseen(situation, reply.search(q)) for q in queries]
    if len(queries) > 1:
        _offer_each(situation, reply, queries, found)
    elif found[0]:
        _offer_choice(situation, reply, found[0], anywhere=destinations == [None])
    else:
        _suggest(situation, reply, queries[0])


def _missing(situation: Situation, wished: Wishes) -> list[str]:
    """What has to be asked before a search makes sense. Dates are asked for once; a search without them works, too."""
    places = [slot for slot in ("dst_city", "or_city") if slot not in wished]
    if places:
        return places
    asked = any(a.key == "str_date" for turn in situation.history for act in turn.acts if act.name == "request"
                for a in act.slots if turn.author == "wizard")  # fmt: skip
    dated = "str_date" in wished or "end_date" in wished
    if dated or asked:
        return []
    return ["str_date", "end_date", *([] if "n_adults" in wished else ["n_adults"])]


def _unseen(situation: Situation, found: Sequence[Package]) -> list[Package]:
    """What is found less what the user has turned down or wants alternatives to."""
    if not situation.did("request_alts", "negate"):
        return list(found)
    seen = list(situation.offers.values())
    return [p for p in found if p not in seen]


def _offer_each(
    situation: Situation, reply: Reply, queries: Sequence[Query], found: Sequence[Sequence[Package]]
) -> None:
    """The cheapest of each destination; those that have none are said first."""
    for asked, packages in zip(queries, found, strict=True):
        if not packages and asked.dst_city:
            _no_result(situation, reply, ["dst_city"], asked)
    for packages in found:
        if packages:
            reply.offer(packages[0])
    if not any(found):
        _suggest(situation, reply, queries[0])


def _offer_choice(situation: Situation, reply: Reply, found: Sequence[Package], *, anywhere: bool) -> None:
    """Up to three that differ: in the city where any city will do, else in the hotel; the hotel talked about first."""
    told = _hotel_before(situation)
    ordered = sorted(found, key=lambda p: p.hotel.name != told)  # stable: by price otherwise
    chosen: dict[str, Package] = {}
    for package in ordered:
        chosen.setdefault(package.hotel.dst_city if anywhere else package.hotel.name, package)
    for package in list(chosen.values())[: 1 if told in chosen else OFFERS]:
        reply.offer(package)


def _hotel_before(situation: Situation) -> str | None:
    """The hotel of the offer that the active frame was derived from, if it was."""
    parent = situation.active.frame_parent_id
    package = situation.offers.get(situation.memory.active_frame) or situation.offers.get(parent or 0)
    return package.hotel.name if package else None


def _suggest(situation: Situation, reply: Reply, asked: Query) -> None:
    """Say that nothing fits, and what would if something gave way (paper section 3.4)."""
    suggestions = situation.catalogue.suggest(asked, seed=situation.seed, limit=SUGGESTIONS)
    relaxed = list(dict.fromkeys(r.slot for s in suggestions for r in s.relaxed))
    _no_result(situation, reply, relaxed, asked)
    for suggestion in suggestions:
        reply.record(asked, suggestion.packages)
        reply.say("suggest", [Arg(r.slot) for r in suggestion.relaxed])
        also = [r.slot for r in suggestion.relaxed if r.slot in ("or_city",)]
        reply.offer(suggestion.packages[0], "suggest", also=also)


def _no_result(situation: Situation, reply: Reply, slots: Sequence[str], asked: Query) -> None:
    reply.say_of("no_result", situation.memory.active_frame, dict.fromkeys(slots))
