"""Searching: from the user's wishes to offers, or to suggestions where nothing fits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import date

from msgspec.structs import replace

from wayframe.dialogue import Arg, Package, Ref
from wayframe.ontology import AMENITIES, VICINITY
from wayframe.packages import Query, facts
from wayframe.policy import booking, dates, measuring
from wayframe.policy.places import avoided, cities_of, spread
from wayframe.policy.reply import OFFERED, Reply
from wayframe.policy.situation import Situation
from wayframe.policy.suggesting import no_result, recall, suggest, tell_cheapest, unsaid_origin
from wayframe.policy.surface import surface
from wayframe.policy.wishes import (
    CITIES,
    CONSTRAINTS,
    TRAVELLERS,
    Wishes,
    cities,
    doubtful,
    doubtful_days,
    foreign,
    query,
    unread,
    wishes,
)
from wayframe.values import DONT_CARE, Money, canonical, matches, read

DATES = ("str_date", "end_date")
OF_DATABASE = ("count_name", "count_dst_city", "count", "dst_city", "flex")  # asked of what there is at all
AGAIN = ("str_date", "end_date", "price")  # what is told of an option that stands beside others and is known
OFFERS, DESTINATIONS = 3, 6
COMPARED_PRICES = ("$LT ", "$GT ")  # budgets that were "cheaper" or "more expensive" in the user's words


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


def goes_elsewhere(situation: Situation) -> bool:
    """Whether the turn changes a wish and asks about what there is then, not about what was offered before."""
    created = len(situation.memory.frames) > max(1, len(situation.before.frames))
    informed = [act for act in situation.heard if act.name == "inform"]
    changed = [arg.value for act in informed for arg in act.slots if arg.key in CONSTRAINTS]
    asks = [arg for act in situation.heard if act.name == "request" for arg in act.args]
    plain = all(arg.value is None and not arg.refs and arg.key not in OF_DATABASE for arg in asks)
    return bool(created and changed and asks) and plain and not situation.did("request_compare")


def _turned_down(situation: Situation) -> bool:
    """Whether the user wants something else; not if it is another option that was turned to, or a trip is booked."""
    wishes_anew = any(arg.key in CONSTRAINTS for act in situation.heard if act.name == "inform" for arg in act.slots)
    return situation.did("negate") and not (situation.did("switch_frame") or wishes_anew or booking.done(situation))


def _holds(arg: Arg, package: Package, today: date) -> bool:
    """Whether the package behind the frame is already so."""
    if arg.key == "budget":
        asked = read("budget", arg.value, today=today) if isinstance(arg.value, str) else None
        return isinstance(asked, Money) and asked.amount is not None and package.price <= asked.amount
    known = facts(package)
    return arg.key in known and matches(arg.key, arg.value, canonical(arg.key, known[arg.key]))


def find(situation: Situation, reply: Reply) -> None:
    """Ask for what is missing, else search for every destination and offer what is found."""
    plain = wished_now(situation)
    wished = measuring.compared_with_offers(situation, plain)
    if ask(situation, reply, wished) or dates.shift(situation, reply):
        return
    named, seen = cities(wished, "dst_city", situation.lexicon), _seen(situation)
    queries = [query_for(situation, wished, city) for city in named] or [query_for(situation, wished, None)]
    around = _open_end(situation, named)
    if around:
        queries = [replace(queries[0], dst_city=None)]
        found = [reply.explore(queries[0], named or None, seen, _avoided(situation))]
    elif len(queries) == 1 and not seen and _offer_same_hotel(situation, reply, wished, queries[0]):
        return
    else:
        found = [_other_hotels(situation, reply, asked, seen) or reply.search(asked, seen) for asked in queries]
    if vain := [asked for asked, packages in zip(queries, found, strict=True) if not packages]:
        said = {slot: values for slot, values in wished.items() if plain.get(slot) == values}  # no measure of our own
        no_result(situation, reply, {} if seen else {**said, **_as_named(situation)}, vain)
    if around:
        _offer_around(situation, reply, wished, queries[0], found[0])
    elif len(queries) > 1:
        offer(situation, reply, wished, [packages[0] for packages in found if packages])
    elif found[0]:
        chosen = _choice(found[0])
        _count(situation, reply, queries[0], shown=len(chosen))
        offer(situation, reply, wished, chosen)
    if not any(found):
        nearest = replace(queries[0], dst_city=queries[0].dst_city or next(iter(named), None))
        _make_up(situation, reply, wished, nearest, [*seen, *(situation.offers.values() if wished != plain else [])])


def _avoided(situation: Situation) -> set[str]:
    return avoided(situation.memory, _as_named(situation), situation.catalogue, situation.lexicon)


def _open_end(situation: Situation, named: Sequence[str]) -> bool:
    """Whether the user would look around: anywhere, in a country, in more cities than can be told of one by one."""
    said = _as_named(situation).get("dst_city", ())
    return not named or len(named) > DESTINATIONS or any(_cities_of(situation, str(name)) for name in said)


def _as_named(situation: Situation) -> Wishes:
    """The destinations as the user named them, countries and all."""
    said = wishes(situation.memory, situation.memory.active_frame)
    return {"dst_city": said["dst_city"]} if "dst_city" in said else {}


def _offer_around(situation: Situation, reply: Reply, wished: Wishes, asked: Query, found: Sequence[Package]) -> None:
    """The best few in different cities; of how many, and the first time whether to hear more (paper section 6.3)."""
    chosen = found[:OFFERS]
    if len(found) > len(chosen) and (asked.or_city or len(wished.get("dst_city", ())) > 1):
        where = [Arg("or_city", asked.or_city)] if asked.or_city else []
        reply.say("inform", [Arg("count_dst_city", surface("count_dst_city", str(len(found)))), *where])
    offer(situation, reply, wished, chosen)
    told = any(act.name == "hearmore" for turn in situation.history for act in turn.acts)
    if len(reply.offers) > 1 and not told:
        reply.say("hearmore", [Arg("ref", tuple(Ref(frame) for frame in reply.offers))])


def _make_up(situation: Situation, reply: Reply, wished: Wishes, asked: Query, seen: Sequence[Package]) -> None:
    """Nothing was found: what the cheapest is after all, what of earlier would do, what would fit with a change."""
    if measuring.surpassed(situation):
        tell_cheapest(situation, reply, replace(asked, price_max=None))
    if measuring.surpassed(situation) or not situation.did("request_alts", "negate"):
        recall(situation, reply, asked)
    suggest(situation, reply, wished, asked, seen)


def wished_now(situation: Situation) -> Wishes:
    """What the user wishes of the frame at hand, the cities of a country in place of the country."""
    own = wishes(situation.memory, situation.memory.active_frame)
    told = {arg.key for act in situation.heard if act.name == "inform" for arg in act.slots}
    if "dst_city" in told and "budget" not in told and str(own.get("budget", ("",))[-1]).startswith(COMPARED_PRICES):
        own = {slot: values for slot, values in own.items() if slot != "budget"}  # "cheaper" was than what was there
    return spread(own, situation.catalogue, situation.lexicon)


def ask(situation: Situation, reply: Reply, wished: Wishes) -> bool:
    """Say that a place is unknown, have something confirmed or ask for what is missing; whether there was any."""
    if strange := _strange(situation, wished):
        reply.say("sorry")
        reply.say("no_result", [Arg("ref", (Ref(situation.memory.active_frame, tuple(strange)),))])
        _examples(situation, reply, wished, strange)
        reply.say("request", [Arg(arg.key) for arg in strange])
        return True
    if unsure := _unsure(situation, wished):
        reply.say("confirm", unsure)
        return True
    slots = _missing(situation, wished)
    if slots:
        reply.say("request", [Arg(slot) for slot in slots])
    return bool(slots)


def _examples(situation: Situation, reply: Reply, wished: Wishes, strange: Sequence[Arg]) -> None:
    """Cities that there are trips to, for who names another."""
    known = {slot: values for slot, values in wished.items() if slot not in {arg.key for arg in strange}}
    if all(arg.key == "dst_city" for arg in strange) and "or_city" in known:
        found = reply.explore(query_for(situation, known, None), None)
        reply.say("suggest", [Arg("dst_city", package.hotel.dst_city) for package in found[:DESTINATIONS]])


def _unsure(situation: Situation, wished: Wishes) -> list[Arg]:
    """Cities, days or amounts that the user should confirm or choose, one question at a time.

    Asked once, what is not denied then holds.
    """
    asked = {(a.key, a.value) for turn in situation.history if turn.author == "wizard"
             for act in turn.acts if act.name == "confirm" for a in act.slots}  # fmt: skip
    unsure = [(slot, name) for slot in CITIES for name in doubtful(wished, slot, situation.lexicon)]
    origins = [
        city for name in wished.get("or_city", ())[-1:] for city in _cities_of(situation, str(name))[:DESTINATIONS]
    ]
    unsure += [("or_city", city) for city in origins]
    unsure += [("str_date", day) for day in doubtful_days(wished, situation.today)]
    unsure += [("budget", amount) for amount in foreign(wished, situation.today)]
    new = [Arg(slot, name) for slot, name in unsure if (slot, name) not in asked]
    return [arg for arg in new if arg.key == new[0].key]


def _cities_of(situation: Situation, country: str) -> list[str]:
    return cities_of(country, situation.catalogue, situation.lexicon)


def query_for(situation: Situation, wished: Wishes, city: str | None) -> Query:
    """The search for a city; a hotel that was wished for elsewhere is no wish here."""
    asked = query(wished, city, situation.lexicon, situation.today)
    elsewhere = asked.hotel not in [hotel.name for hotel in situation.catalogue.hotels(city)] if asked.hotel else False
    return replace(asked, hotel=None) if elsewhere else asked


def _strange(situation: Situation, wished: Wishes) -> list[Arg]:
    """Places from or to which the catalogue has nothing: better said at once than after all questions.

    Of several places the last, if it was just named; who named nothing else hears it again.
    """
    named = {slot.key for act in situation.heard if act.name == "inform" for slot in act.slots}
    known = {*situation.catalogue.cities(), *situation.catalogue.origins()}
    said = {slot: cities(wished, slot, situation.lexicon) for slot in CITIES}
    last = {slot: names[-1:] for slot, names in said.items() if slot in named or known.isdisjoint(names)}
    return [Arg(slot, city) for slot, names in last.items() for city in names if city not in known]


def _missing(situation: Situation, wished: Wishes) -> list[str]:
    """What to ask before a search, one question at a time and only where the answer changes the search.

    Who names no city but says what he would like looks around from where he is; dates, people and, where nothing is
    said to look around by, the city are asked for once; the origin twice.
    """
    asked = Counter(slot.key for turn in situation.history if turn.author == "wizard"
                    for act in turn.acts if act.name == "request" for slot in act.slots)  # fmt: skip
    anywhere = all(value == DONT_CARE for value in wished.get("dst_city", ()))
    explores = any(slot in wished for slot in CONSTRAINTS if slot not in (*TRAVELLERS, *DATES))
    if anywhere and not explores and not asked["dst_city"]:
        return ["dst_city"]
    if "or_city" not in wished and asked["or_city"] < 2:
        return ["or_city"]
    just = {slot.key for act in situation.said if act.name == "request" for slot in act.slots}
    if party := [slot for slot in unread(wished, situation.today) if slot not in just]:
        return party
    varies = situation.package or situation.offers.get(situation.active.frame_parent_id or 0)
    around = _open_end(situation, cities(wished, "dst_city", situation.lexicon))
    if around or varies or _any_will_do(wished):
        return []
    if not asked["str_date"] and not any(day in wished for day in DATES):
        return list(DATES)
    answered = asked["str_date"] and any(day in wished for day in DATES)
    return ["n_adults"] if answered and not asked["n_adults"] and "n_adults" not in wished else []


def _any_will_do(wished: Wishes) -> bool:
    """Whether the user asks for the cheapest, whenever that may be."""
    return any(canonical("budget", value) == "$MIN" for value in wished.get("budget", ()))


def _seen(situation: Situation) -> list[Package]:
    """What the user has turned down or wants alternatives to: all that was offered, if so."""
    return list(situation.offers.values()) if situation.did("request_alts") or _turned_down(situation) else []


def _offer_same_hotel(situation: Situation, reply: Reply, wished: Wishes, asked: Query) -> bool:
    """What varies an offer stays with its hotel where that can be; whether it could."""
    parent: Package | None = situation.offers.get(situation.active.frame_parent_id or 0)
    model: Package | None = situation.package or parent or _for_others(situation)
    if model is None or asked.hotel or model.hotel.dst_city != asked.dst_city or _wants_better(situation):
        return False
    found = reply.search(replace(asked, hotel=model.hotel.name))
    offer(situation, reply, wished, found[:1])
    if not found and model is parent:
        no_result(situation, reply, {**wished, "name": (model.hotel.name,)}, [asked])
    return bool(found)


def _wants_better(situation: Situation) -> bool:
    """Whether the user asks for something dearer: that is another hotel."""
    informed = (arg for act in situation.heard if act.name == "inform" for arg in act.slots if arg.key == "budget")
    typed = (read(arg.key, arg.value, today=situation.today) for arg in informed if isinstance(arg.value, str))
    return any(isinstance(wish, Money) and wish.bound == "dearer" for wish in typed)


def _for_others(situation: Situation) -> Package | None:
    """The one package that the user was looking at, where only the people or the seat change."""
    informed = {arg.key for act in situation.heard if act.name == "inform" for arg in act.slots}
    looked = measuring.looked_at(situation)
    return looked[0] if informed and informed <= {*TRAVELLERS, "seat"} and len(looked) == 1 else None


def _other_hotels(situation: Situation, reply: Reply, asked: Query, seen: Sequence[Package]) -> list[Package]:
    """The cheapest in each hotel of the city that was not offered yet, where alternatives are asked for."""
    told = {package.hotel.name for package in seen}
    others = [hotel.name for hotel in situation.catalogue.hotels(asked.dst_city) if hotel.name not in told]
    rows = (
        [situation.catalogue.search(replace(asked, hotel=name), 1) for name in others]
        if seen and not asked.hotel
        else []
    )
    found = sorted((package for row in rows for package in row), key=lambda package: package.price)
    if found:
        reply.record(asked, found)
    return found


def _choice(found: Sequence[Package]) -> list[Package]:
    """Up to three in different hotels."""
    chosen: dict[str, Package] = {}
    for package in found:
        chosen.setdefault(package.hotel.name, package)
    return list(chosen.values())[:OFFERS]


def _count(situation: Situation, reply: Reply, asked: Query, shown: int) -> None:
    """Say how many hotels there are to choose from where not all of them are offered (paper section 6.3)."""
    summary = situation.catalogue.summary(asked)
    if asked.dst_city and shown == OFFERS and summary and summary.hotels > shown:
        args = [Arg("count_name", surface("count_name", str(summary.hotels))), Arg("dst_city", asked.dst_city)]
        reply.say("inform", args)


def offer(situation: Situation, reply: Reply, wished: Wishes, packages: Sequence[Package]) -> None:
    """Offer packages; one that has a frame already is told of again, and is proposed for booking if it is alone."""
    frames = [_frame_of(situation, package) for package in packages]
    again = OFFERED if len(frames) == 1 else AGAIN
    informed = {arg.key for act in situation.heard if act.name == "inform" for arg in act.slots if arg.value is True}
    features = [slot for slot in (*AMENITIES, *VICINITY) if slot in informed]
    for package, frame in zip(packages, frames, strict=True):
        if frame:
            reply.inform(frame, ["name", "dst_city", *again, *features])
        else:
            reply.offer(package, also=[*unsaid_origin(wished), *features])
    if len(frames) == 1 and frames[0]:
        reply.say("suggest", [Arg("action", "book")])


def _frame_of(situation: Situation, package: Package) -> int | None:
    return next((frame for frame, offered in situation.offers.items() if offered == package), None)
