"""What the user wants of a frame, as queries to the catalogue."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, timedelta

from wayframe.memory import Memory
from wayframe.ontology import AMENITIES, SEARCH_SLOTS, VICINITY
from wayframe.packages import Query
from wayframe.packages.facts import day_said
from wayframe.policy.surface import surface
from wayframe.values import DONT_CARE, Dates, Gazetteer, Lexicon, Money, Quantity, canonical, read

CITIES = ("or_city", "dst_city")
# Who travels and from where: what was said of that on one trip holds for those on which nothing was said of it.
PARTY = ("n_adults", "n_children")
TRAVELLERS = ("or_city", *PARTY)
ABOUT_DAYS, ABOUT_MONEY = 0.2, 0.1  # how much less or more is still "two weeks", how much more is "around $2000"
# Slots that a wizard filters by eye: the search form has no field for them (table 7).
FILTERS = ("name", "seat", "category", "gst_rating", "duration", *AMENITIES, *VICINITY)
CONSTRAINTS = (*SEARCH_SLOTS, *FILTERS)
# A span of at least so many days is a window to travel in; a shorter one is a rough day to leave.
WINDOW = timedelta(days=14)
WEEK, LONGEST = 7, 365  # days: by which one may leave later for a long stay; that a stay can count
CURRENCY = "USD"  # of the catalogue's prices
SHORT_NOTICE = timedelta(days=7)
# How alike a city must be to one of the catalogue's to be taken for it without asking, or at all.
SURE, LIKELY = 0.8, 0.5

Wishes = Mapping[str, tuple[str | bool, ...]]


def wishes(memory: Memory, number: int) -> Wishes:
    """The user's own constraints that hold for a frame: slot -> values, the last said last.

    What the wizard told of an offer (its dates, its seat) is no wish of the user's; the constraints beneath are. Only
    the two cities are always the frame's own. What a frame doesn't know of the travellers the newest that does knows.
    """
    found = {slot: values for slot in CONSTRAINTS if (values := _wish(memory, number, slot))}
    if canonical("budget", next(reversed(found.get("budget", ())), None)) == "$MIN":
        found["budget"] = _limit(memory, number) or found["budget"]
    for slot in TRAVELLERS:
        elsewhere = (_wish(memory, frame.frame_id, slot) for frame in reversed(memory.frames))
        if slot not in found and (values := next(filter(None, elsewhere), ())):
            found[slot] = values
    return found


def _limit(memory: Memory, number: int | None) -> tuple[str | bool, ...]:
    """The amount that was not to be exceeded before it was the cheapest that was wished for; empty where none was."""
    while number is not None:
        values = _wish(memory, number, "budget")
        if values and any(map(str.isdigit, str(values[-1]))):
            return values
        number = memory.frames[number - 1].frame_parent_id
    return ()


def _wish(memory: Memory, number: int, slot: str) -> tuple[str | bool, ...]:
    """What the user wants of a frame in a slot, in words where they say more than the frame; empty where nothing."""
    frame, known = memory.frames[number - 1], memory.provenance[number - 1]
    own = frame.info.get(slot, ()) if slot in CITIES or slot not in known.told else ()
    held = own or known.covered.get(slot, ())
    values = [v.val for v in held if not v.negated and isinstance(v.val, str | bool)]
    if slot in CITIES:
        values = _narrowed(values)
    if values and slot in known.words:
        values[-1] = known.words[slot]
    return tuple(dict.fromkeys(values))


def _narrowed(values: list[str | bool]) -> list[str | bool]:
    """The cities that are still wanted: who says one of them again wants that one only."""
    kept = list[str | bool]()
    for value in values:
        kept = [value] if value in kept else [*kept, value]
    return kept


def cities(wished: Wishes, slot: str, lexicon: Lexicon) -> list[str]:
    """The cities that a slot names, in the catalogue's spelling where it has them; empty where any will do."""
    return list({name.casefold(): name for city in _meant(wished, slot, lexicon).values() for name in city}.values())


def doubtful(wished: Wishes, slot: str, lexicon: Lexicon) -> list[str]:
    """The catalogue's names that are only likely meant: "Mexico" may be Mexico City, and there are two Portlands."""
    meant = _meant(wished, slot, lexicon)
    return [name for said, city in meant.items() for name in city if len(city) > 1 or _unlike(said, lexicon.cities)]


def _meant(wished: Wishes, slot: str, lexicon: Lexicon) -> dict[str, list[str]]:
    """The cities as they were said, with what each may mean; without those that another one makes clear."""
    said = {str(v): _names(str(v), lexicon.cities) for v in wished.get(slot, ()) if v != DONT_CARE}
    clear = {name for names in said.values() if len(names) == 1 for name in names}
    return {city: names for city, names in said.items() if len(names) == 1 or clear.isdisjoint(names)}


def _names(city: str, known: Gazetteer) -> list[str]:
    return [match.name for match in known.candidates(city) if match.score >= LIKELY] or [city]


def _unlike(city: str, known: Gazetteer) -> bool:
    return any(LIKELY <= match.score < SURE for match in known.resolve(city)[:1])


def doubtful_days(wished: Wishes, today: date) -> list[str]:
    """The days that "the 5th" may mean where nobody said the month: a trip within the week is less likely than it."""
    day, back = _last(wished, "str_date"), _last(wished, "end_date")
    if not isinstance(day, str) or not day.isdecimal() or (isinstance(back, str) and not back.isdecimal()):
        return []
    coming = _dates(wished, "str_date", today)
    if coming is None or coming.first - today >= SHORT_NOTICE:
        return []
    later = read("str_date", day, today=coming.first + timedelta(1))
    return [day_said(dates.first) for dates in (coming, later) if isinstance(dates, Dates)]


def unread(wished: Wishes, today: date) -> list[str]:
    """The slots of the party whose value says no number: prices depend on it."""
    return [s for s in PARTY if _last(wished, s) is not None and _low(wished, s, today) is None]


def spelled(name: str, known: Gazetteer) -> str:
    """The known name that is meant; the name itself where none is near."""
    best = next(iter(known.resolve(name)), None)
    return best.name if best and best.score >= LIKELY else name


def query(wished: Wishes, destination: str | None, lexicon: Lexicon, today: date) -> Query:
    """The search for one destination (None: anywhere)."""
    shortest, longest = _stay(wished, today)
    start, end = _travel_dates(wished, today, stay=min(longest or (shortest or 0) + WEEK, LONGEST))
    most, least = _prices(wished, today)
    adults, children = _party(wished, today)
    stars, points = _low(wished, "category", today), _low(wished, "gst_rating", today)
    return Query(
        or_city=next(iter(cities(wished, "or_city", lexicon)[-1:]), None),
        dst_city=destination,
        start=start,
        end=end,
        flexible=_last(wished, "flex") is True,
        adults=adults,
        children=children,
        price_max=most,
        price_min=least,
        max_duration=longest,
        min_duration=shortest,
        seat=_seat(wished),
        min_category=stars,
        min_gst_rating=points,
        hotel=_hotel(wished, lexicon),
        amenities=tuple(slot for slot in AMENITIES if _last(wished, slot) is True),
        vicinity=tuple(slot for slot in VICINITY if _last(wished, slot) is True),
    )


def party_open(wished: Wishes) -> bool:
    """Whether nobody said how many adults travel: prices are for one then."""
    return _last(wished, "n_adults") is None


def told_party(memory: Memory, number: int) -> tuple[int, int] | None:
    """The adults and children for whom the price of an option was told to be; None where it is for those who travel.

    Prices are for one adult, and are told to be so, where nobody had said who travels.
    """
    told = memory.provenance[number - 1].told if number <= len(memory.frames) else ()
    if "n_adults" not in told:
        return None
    info = memory.frames[number - 1].info
    held = (info[slot][-1].val if slot in told and info.get(slot) else 0 for slot in PARTY)
    adults, children = (int(float(str(value))) for value in held)
    return adults, children


def _party(wished: Wishes, today: date) -> tuple[int, int]:
    """Adults and children. Of "a family of 4" and of "5 of us" some may be the children."""
    adults, children = _quantity(wished, "n_adults", today), int(_low(wished, "n_children", today) or 0)
    number = int(adults.low or 1) if adults else 1
    if adults and adults.of == "people":
        # "Just the two of us" leaves the children at home.
        return (number - children, children) if number > children else (number, 0)
    return number, children


def _stay(wished: Wishes, today: date) -> tuple[int | None, int | None]:
    """The shortest and the longest stay in days. "Two weeks" is about as long; only "at most two weeks" is a limit."""
    least, most = _low(wished, "min_duration", today), _quantity(wished, "max_duration", today)
    if most is None:
        return _whole(least or _low(wished, "duration", today)), _whole(_high(wished, "duration", today))
    if most.low is None or most.low != most.high:
        return _whole(least), _whole(most.high)
    margin = max(1, int(most.low * ABOUT_DAYS))
    return _whole(least) or max(1, int(most.low) - margin), int(most.low) + margin


def foreign(wished: Wishes, today: date) -> list[str]:
    """The budget in dollars where it was said in another currency: no rates are known, so that the number is asked."""
    value = _last(wished, "budget")
    typed = read("budget", value, today=today) if isinstance(value, str) else None
    other = isinstance(typed, Money) and typed.amount is not None and typed.currency != CURRENCY
    return [str(surface("budget", str(typed.amount)))] if other and isinstance(typed, Money) else []


def _last(wished: Wishes, slot: str) -> str | bool | None:
    value = next(reversed(wished.get(slot, ())), None)
    return None if value == DONT_CARE else value


def _travel_dates(wished: Wishes, today: date, stay: int) -> tuple[date | None, date | None]:
    """First day to leave and last day to be back. "The 31st" is the one that follows the start.

    Who only names a day to leave is back two weeks later, or after a longer `stay` (days): else any later trip fits.
    "Late August" leaves room as it is, so that the stay alone is added.
    """
    start, end = _dates(wished, "str_date", today), None
    end = _dates(wished, "end_date", start.first if start else today)
    if start and end and end.last < start.first:
        end = None
    if start and not end and start.last.year < date.max.year - 1:
        room = timedelta(days=stay) if start.first < start.last else max(WINDOW, timedelta(days=stay))
        last = start.last if start.last - start.first >= WINDOW else start.last + room
        end = Dates(last, last)
    return start.first if start else None, end.last if end and end.last != date.max else None


def _dates(wished: Wishes, slot: str, today: date) -> Dates | None:
    value = _last(wished, slot)
    typed = read(slot, value, today=today) if isinstance(value, str) else None
    return typed if isinstance(typed, Dates) else None


def _prices(wished: Wishes, today: date) -> tuple[float | None, float | None]:
    """The most and the least that the trip may cost. A plain budget is what the user will spend at most."""
    value = _last(wished, "budget")
    typed = read("budget", value, today=today) if isinstance(value, str) else None
    if not isinstance(typed, Money) or not typed.amount:  # "cheaper" than nothing is no limit
        return None, None
    if typed.bound == "at_least":
        return None, typed.amount
    return round(typed.amount * (1 + ABOUT_MONEY), 2) if typed.bound == "about" else typed.amount, None


def _quantity(wished: Wishes, slot: str, today: date) -> Quantity | None:
    value = _last(wished, slot)
    typed = read(slot, value, today=today) if isinstance(value, str) else None
    return typed if isinstance(typed, Quantity) else None


def _low(wished: Wishes, slot: str, today: date) -> float | None:
    found = _quantity(wished, slot, today)
    return found.low if found else None


def _high(wished: Wishes, slot: str, today: date) -> float | None:
    found = _quantity(wished, slot, today)
    return found.high if found else None


def _whole(number: float | None) -> int | None:
    return None if number is None else int(number)


def _hotel(wished: Wishes, lexicon: Lexicon) -> str | None:
    name = _last(wished, "name")
    return spelled(name, lexicon.hotels) if isinstance(name, str) else None


def _seat(wished: Wishes) -> str | None:
    value = _last(wished, "seat")
    typed = read("seat", value, today=date.min) if isinstance(value, str) else None
    return typed if typed in ("economy", "business") else None
