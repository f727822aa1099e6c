"""A reply while it is being put together: acts, searches, offers."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import cached_property

from msgspec.structs import replace

from wayframe.dialogue import Act, Arg, Database, Package, Ref, Search
from wayframe.packages import Query, facts, search_record
from wayframe.packages.facts import key
from wayframe.policy.situation import Decision, Offered, Situation
from wayframe.policy.surface import surface
from wayframe.policy.wishes import PARTY, Wishes, party_open, query, told_party, wishes

LIMIT = 10  # results of a search (paper section 3.3)
FEW = 6  # cities that are looked through one by one
WIDE = 100  # packages, over which one looks for different cities where the origin is open
OFFERED = ("category", "gst_rating", "seat", "str_date", "end_date", "price")


class Reply:
    """Collects what the agent will say; frames get their numbers in the order in which they are offered."""

    def __init__(self, situation: Situation) -> None:
        self._situation = situation
        self.acts: list[Act] = []
        self.offers: dict[int, Offered] = {}
        self._searches: list[Search] = []
        self._results: list[tuple[Package, ...]] = []

    def decision(self) -> Decision:
        """The finished reply."""
        return Decision(tuple(self.acts), Database(tuple(self._searches), tuple(self._results)), self.offers)

    def say(self, name: str, args: Iterable[Arg] = ()) -> None:
        """Add an act."""
        self.acts.append(Act(name, tuple(args)))

    def inform(
        self,
        frame: int,
        slots: Iterable[str],
        *,
        cheapest: bool = False,
        apart: bool = False,
        whom: tuple[int, int] | None = None,
    ) -> None:
        """Tell facts about the package behind `frame`; one that isn't active is named and written to.

        `cheapest`: and that there is none cheaper. `apart`: of several frames, so that each is named. `whom`: and for
        how many adults and children the price is; else that is said where it isn't for those who travel.
        """
        known = facts(self._package(frame))
        args = [Arg(slot, surface(slot, known[slot])) for slot in slots if slot in known]
        args = [Arg("price", "cheapest"), *args] if cheapest else args
        if any(arg.key == "price" for arg in args):
            args += counted(whom) if whom else self.party(frame)
        if apart or frame != self._situation.memory.active_frame:
            args = [Arg("write", (self._pointer(frame),)), *args]
        self.say("inform", args)

    def search(self, query: Query, seen: Sequence[Package] = ()) -> list[Package]:
        """Search the catalogue for what hasn't been `seen`, and put question and answer on record."""
        found = self._situation.catalogue.search(query, LIMIT + len(seen))
        unseen = [package for package in found if package not in seen][:LIMIT]
        self.record(query, unseen)
        return unseen

    def explore(
        self, query: Query, among: Collection[str] | None, seen: Sequence[Package] = (), avoided: Collection[str] = ()
    ) -> list[Package]:
        """The cheapest unseen package in each city, or in those `among` them, but for the `avoided` (their keys)."""
        catalogue = self._situation.catalogue
        found = catalogue.bargains(query, among) if query.or_city or among else catalogue.search(query, WIDE)
        chosen: dict[str, Package] = {}
        told = {package.hotel.dst_city for package in seen}
        for package in found:
            if package not in seen and key(package.hotel.dst_city) not in avoided:
                chosen.setdefault(package.hotel.dst_city, package)
        fresh = [package for city, package in chosen.items() if city not in told] or list(chosen.values())
        if seen and not fresh:
            fresh = self._next_in_each(query, [package.hotel.dst_city for package in found], seen)
        self.record(query, fresh[:LIMIT])
        return fresh

    def _next_in_each(self, query: Query, cities: Sequence[str], seen: Sequence[Package]) -> list[Package]:
        """The cheapest unseen package in each of the first few cities."""
        catalogue = self._situation.catalogue
        rows = [catalogue.search(replace(query, dst_city=city), len(seen) + 1) for city in cities[:FEW]]
        return [unseen[0] for found in rows if (unseen := [package for package in found if package not in seen])]

    def record(self, query: Query, found: Sequence[Package]) -> None:
        """Put a search and what it returned on record."""
        self._searches.append(search_record(query, self._situation.timestamp, LIMIT))
        self._results.append(tuple(found))

    def offer(self, package: Package, name: str = "offer", also: Sequence[str] = ()) -> None:
        """Offer (or suggest) a package: a new frame, child of the active one."""
        number = len(self._situation.memory.frames) + len(self.offers) + 1
        known = facts(package)
        slots = dict.fromkeys(["name", "dst_city", *also, *OFFERED])
        args = [Arg(slot, surface(slot, known[slot])) for slot in slots if slot in known]
        args += self._alone
        self.offers[number] = package
        self.say(name, [*args, Arg("id", number)])

    def party(self, frame: int) -> list[Arg]:
        """Whom the price of an option is for, where that was one adult, and by now others are known to travel."""
        priced, going = told_party(self._situation.memory, frame), self._travelling
        return [] if priced is None or priced == (going.adults, going.children) else counted(priced)

    @cached_property
    def _alone(self) -> list[Arg]:
        """Whom prices are for where nobody has said how many adults travel: what is offered says so."""
        if not party_open(self._wished):
            return []
        return counted((self._travelling.adults, self._travelling.children))

    @cached_property
    def _travelling(self) -> Query:
        return query(self._wished, None, self._situation.lexicon, self._situation.today)

    @cached_property
    def _wished(self) -> Wishes:
        return wishes(self._situation.memory, self._situation.memory.active_frame)

    def _package(self, frame: int) -> Package:
        package: Package = self.offers.get(frame) or self._situation.offers[frame]
        return package

    def _pointer(self, frame: int) -> Ref:
        hotel = self._package(frame).hotel
        return Ref(frame, (Arg("name", hotel.name), Arg("dst_city", hotel.dst_city)))


def counted(party: tuple[int, int]) -> list[Arg]:
    """Adults and children as they are said; who isn't there isn't."""
    return [Arg(slot, surface(slot, str(number))) for slot, number in zip(PARTY, party, strict=True) if number]
