"""What there is at all: questions about the database instead of an option, answered from its rows (section 6.3)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from msgspec.structs import replace

from wayframe.dialogue import Act, Arg, Package
from wayframe.packages import Catalogue, Query, facts
from wayframe.packages.catalogue import hotel_fits
from wayframe.policy import dates, measuring
from wayframe.policy.reply import Reply
from wayframe.policy.searching import offer, query_for, wished_now
from wayframe.policy.situation import Situation
from wayframe.policy.suggesting import no_result
from wayframe.policy.surface import surface
from wayframe.policy.wishes import Wishes, cities
from wayframe.values import canonical

NAMED = 8  # cities that are named as examples
COUNTS = ("count_name", "count_dst_city", "count")
_ASKING = ("request", "confirm")
DAYS = ("str_date", "end_date")


def answer(situation: Situation, reply: Reply) -> Situation:
    """Answer what is asked of the database, and give the situation without these questions."""
    asked = [arg for act in situation.heard if act.name in _ASKING for arg in act.slots]
    own = [arg for arg in asked if _of_database(situation, arg)]
    if not own:
        return situation
    wished = measuring.compared_with_offers(situation, wished_now(situation))
    for arg in own:
        if arg.key == "flex":
            for frame in situation.at_hand[:1]:
                dates.others(situation, reply, frame)
        elif arg.key == "price":
            _cheapest(situation, reply, wished)
        elif arg.key == "str_date":
            _days(situation, reply, wished)
        elif arg.key == "dst_city":
            cities_there(situation, reply, wished)
        elif arg.key in COUNTS:
            _count(situation, reply, wished, arg.key)
    return situation._replace(heard=tuple(_without(act, own) for act in situation.heard if not _only(act, own)))


def _of_database(situation: Situation, arg: Arg) -> bool:
    if arg.key in COUNTS:
        return arg.value is None
    if arg.key == "price":
        return canonical("price", arg.value) == "$MIN"
    if arg.key == "dst_city":
        return arg.value is None and (not situation.at_hand or situation.did("inform"))
    if arg.key == "flex":
        return bool(situation.at_hand)
    return arg.key in DAYS and arg.value is None and not situation.at_hand


def _without(act: Act, args: list[Arg]) -> Act:
    return Act(act.name, tuple(arg for arg in act.args if arg not in args)) if act.name in _ASKING else act


def _only(act: Act, args: list[Arg]) -> bool:
    return act.name in _ASKING and all(arg in args for arg in act.args)


def _where(situation: Situation, wished: Wishes) -> tuple[Query, list[str]]:
    """The search that the wishes amount to, and the cities that they name."""
    named = cities(wished, "dst_city", situation.lexicon)
    return query_for(situation, wished, named[0] if len(named) == 1 else None), named


def _each(named: Sequence[str]) -> Sequence[str | None]:
    """The cities, or anywhere."""
    return named or (None,)


def _count(situation: Situation, reply: Reply, wished: Wishes, slot: str) -> None:
    """How many hotels, cities or packages there are for the wishes so far."""
    asked, named = _where(situation, wished)
    number = _number(situation, asked, named, slot, wished)
    where = [Arg("dst_city", asked.dst_city)] if asked.dst_city else []
    if slot == "count_dst_city" and asked.or_city:
        where.append(Arg("or_city", asked.or_city))
    reply.say("inform", [Arg(slot, surface(slot, str(number))), *where])


def _number(situation: Situation, asked: Query, named: list[str], slot: str, wished: Wishes) -> int:
    """Without an origin hotels are counted as such; with one, those that a package goes to, if there are any."""
    catalogue = situation.catalogue
    if slot == "count_dst_city":
        here = [hotel for hotel in catalogue.hotels() if hotel_fits(hotel, asked)] if asked.or_city is None else []
        return len({hotel.dst_city for hotel in here}) or len(catalogue.bargains(asked, named or None))
    summaries = [catalogue.summary(query_for(situation, wished, city)) for city in _each(named)]
    if slot == "count":
        return sum(found.packages for found in summaries if found)
    reached = 0 if asked.or_city is None else sum(found.hotels for found in summaries if found)
    return reached or sum(hotel_fits(hotel, asked) for city in _each(named) for hotel in catalogue.hotels(city))


def cities_there(situation: Situation, reply: Reply, wished: Wishes) -> None:
    """Which cities there are to go to, the cheapest to reach first where that is known; of many a few."""
    just = any(arg.key == "dst_city" for act in situation.heard if act.name == "inform" for arg in act.slots)
    asked = replace(_where(situation, wished)[0], dst_city=None)
    named = cities(wished, "dst_city", situation.lexicon) if just else []
    found = reply.explore(asked, named or None)
    number = len(found) if asked.or_city or named else len(situation.catalogue.destinations())
    if not found:
        no_result(situation, reply, wished, [asked])
        return
    if number > NAMED:
        where = [Arg("or_city", asked.or_city)] if asked.or_city else []
        reply.say("inform", [Arg("count_dst_city", surface("count_dst_city", str(number))), *where])
    reply.say("suggest", [Arg("dst_city", package.hotel.dst_city) for package in found[:NAMED]])


def _cheapest(situation: Situation, reply: Reply, wished: Wishes) -> None:
    """The cheapest of all there is for the wishes so far: told of where it was offered before, else offered."""
    named = cities(wished, "dst_city", situation.lexicon)
    found = [package for city in _each(named) for package in reply.search(query_for(situation, wished, city))[:1]]
    if not found:
        no_result(situation, reply, wished, [query_for(situation, wished, city) for city in _each(named)])
        return
    least = measuring.cheapest_of(found)
    reply.say("inform", [Arg("price", "cheapest"), Arg("price", facts(least)["price"])])
    offer(situation, reply, wished, [least])


def _days(situation: Situation, reply: Reply, wished: Wishes) -> None:
    """From when to when there are trips: the first day of leaving, the last day of being back."""
    asked = replace(_where(situation, wished)[0], start=None, end=None)
    catalogue = situation.catalogue
    if asked.or_city or asked.dst_city:
        summary, ends = catalogue.summary(asked), catalogue.span(asked)
        number = summary.packages if summary else 0
    else:
        number, ends = len(catalogue), _whole(catalogue)
    if ends is None:
        no_result(situation, reply, wished, [asked])
        return
    reply.record(asked, ends)
    where = [Arg(slot, city) for slot, city in (("or_city", asked.or_city), ("dst_city", asked.dst_city)) if city]
    days = [Arg(slot, facts(package)[slot]) for package, slot in zip(ends, DAYS, strict=True)]
    reply.say("inform", [Arg("count", surface("count", str(number))), *where, *days])


@lru_cache(maxsize=8)
def _whole(catalogue: Catalogue) -> tuple[Package, Package] | None:
    return catalogue.span(Query())
