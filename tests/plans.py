"""Schemas, options and random plans for the tests of the realiser."""

from __future__ import annotations

import tomllib
from datetime import date, timedelta
from importlib.resources import files
from typing import Any

import msgspec
from hypothesis import strategies as st

from wayframe.language import load
from wayframe.meaning.records import (
    Clock,
    Constraint,
    Days,
    Direction,
    Flag,
    Money,
    Number,
    Operator,
    Party,
    Scope,
    Text,
    Texts,
    Value,
    Wish,
)
from wayframe.planner import plan as p
from wayframe.realiser import realise
from wayframe.realiser.phrases import Locale
from wayframe.schema import Schema, Slot
from wayframe.schema.records import Sayings

YEAR = 2016


def trips() -> Schema:
    held = tomllib.loads((files("wayframe.schema") / "trips.toml").read_text(encoding="utf-8"))
    slots = [{"name": name, **slot} for name, slot in held.pop("slots").items()]
    return msgspec.convert({**held, "slots": slots}, Schema)


def slot(name: str, kind: Any, label: str = "", **fields: Any) -> Slot:
    return Slot(name=name, kind=kind, label=label or name.replace("_", " "), **fields)


TRIPS = trips()
CARS = Schema(
    item="car",
    items="cars",
    name="name",
    order="price",
    currency="EUR",
    slots=(
        slot("name", "name"),
        slot("make", "category"),
        slot("year", "number", less=("older",), more=("newer",)),
        slot("price", "money", unit="EUR", less=("cheaper",), more=("dearer",), better="less"),
        slot("mileage_km", "number", "mileage", unit="km", better="less", labelled=True),
        slot("fuel", "category"),
        slot("seats", "number", less=("smaller",), more=("bigger",)),
        slot("tow_bar", "yes_no"),
        slot("heated_seats", "yes_no"),
        slot("city", "place"),
    ),
)
RESTAURANTS = Schema(
    item="restaurant",
    items="restaurants",
    name="name",
    place="neighbourhood",
    order="price",
    slots=(
        slot("name", "name"),
        slot("cuisine", "category"),
        slot("neighbourhood", "place"),
        slot("price", "money", "price per person", unit="EUR", less=("cheaper",), more=("dearer",), better="less"),
        slot("rating", "number", more=("better rated",), less=("worse rated",), better="more"),
        slot("dishes", "list", labelled=True),
        slot("dogs_allowed", "yes_no"),
        slot("open_since", "date"),
        slot("closes", "time", "closing time"),
    ),
)
COLUMNS = Schema(
    item="thing",
    items="things",
    name="name",
    order="price",
    slots=(
        slot("name", "name"),
        slot("price", "money", unit="EUR"),
        slot("sleeps", "number"),
        slot("lasts", "number", unit="h"),
        slot("holds", "number", "holds up to", unit="kg"),
        slot("launched", "number"),
        slot("released", "date"),
        slot("open_since", "date"),
        slot("opens", "time"),
        slot("age_from", "number"),
        slot("water", "number", "water every", unit="days"),
        slot("sea", "number", "walk to the sea", unit="min"),
        slot("station", "number", "distance to station", unit="km"),
        slot("experience", "number", unit="years"),
        slot("width", "number", unit="cm"),
        slot("payload", "number", unit="kg"),
        slot("power", "number", "engine", unit="hp"),
        slot("zoom", "number", "zoom x"),
        slot("left", "number", "copies left"),
        slot("weeks", "number"),
        slot("floor", "number"),
        slot("used", "money", "price used", unit="EUR"),
        slot("deposit", "money", unit="EUR"),
        slot("trial", "money", "trial lesson", unit="EUR"),
        slot("box", "list", "in the box"),
        slot("goes_with", "list"),
        slot("author", "category"),
        slot("weather_sealed", "yes_no"),
        slot("folds", "yes_no"),
        slot("skipper_included", "yes_no"),
        slot(
            "rest",
            "number",
            unit="days",
            said=Sayings(
                phrase="{value} between shows", verb="needs", object="{value} of rest", wish="resting {value}"
            ),
        ),
    ),
)
"""Columns whose names are verbs, participles and other phrases."""

SCHEMAS = (TRIPS, CARS, RESTAURANTS, COLUMNS)


def day(month: int, number: int, year: int = YEAR) -> Days:
    return Days(date(year, month, number), date(year, month, number))


def wish(name: str, op: Operator, *values: Value, **fields: Any) -> Wish:
    return Wish(name, Constraint(op, values, **fields))


def option(frame: int, name: str, place: str = "", party: Party | None = None, **values: Value) -> p.OptionView:
    return p.OptionView(frame, name, place, values, party)


def hotel(
    frame: int, name: str, price: float, first: Days, last: Days, place: str = "Rome", **more: Any
) -> p.OptionView:
    return option(frame, name, place, price=Money(price, "USD"), str_date=first, end_date=last, **more)


TERRAZZA = hotel(1, "Terrazza Court", 2348.38, day(8, 7), day(8, 12))
FAIRWIND = hotel(2, "Fairwind Residence", 2435.24, day(8, 22), day(8, 26))
ANSELM = hotel(3, "Anselm Manor", 2540.84, day(8, 22), day(8, 26))
WIFI = wish("wifi", "is", Flag(True))


def only(view: p.OptionView, *slots: str) -> p.OptionView:
    return msgspec.structs.replace(view, values={name: view.values[name] for name in slots})


def locale(schema: Schema, year: int = YEAR) -> Locale:
    return Locale(load("en").wording, schema, year)


def reply(schema: Schema, *parts: p.ReplyPart, variant: int = 0, usual_party: Party | None = None) -> str:
    said = realise(parts, locale(schema), variant, usual_party=usual_party)
    return " ".join(sentence.text for sentence in said)


# Random plans

WORDS = ("Ochre", "Basalt", "Larch", "Quartz", "Heron", "Mole", "Umber", "Ivory")
NAMES = ("Ochre Inn", "Basalt Manor", "The Larch", "Quartz 12", "Heron Court", "Ochre Lodge", "Mole", "1005")
PLACES = ("", "Umber", "Ivory", "Umber")
ENDS: tuple[Direction, ...] = ("least", "most")
SCOPES: tuple[Scope, ...] = ("person", "night")
DAYS = st.dates(date(2015, 11, 1), date(2017, 2, 1))


def made(record: Any, *fields: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """Records with their fields drawn; `st.builds` reads a record's annotations anew each time, which is slow."""
    return st.tuples(*fields).map(lambda values: record(*values))


@st.composite
def spans(draw: st.DrawFn) -> Days:
    first = draw(DAYS)
    return Days(first, first + timedelta(days=draw(st.sampled_from([0, 0, 3, 40]))))


def values_of(of: Slot) -> st.SearchStrategy[Value]:
    amounts = st.one_of(st.integers(0, 60000).map(float), st.integers(1, 900000).map(lambda n: n / 100))
    by_kind: dict[str, st.SearchStrategy[Value]] = {
        "money": amounts.map(lambda amount: Money(amount, of.unit)),
        "number": st.one_of(st.integers(0, 50000).map(float), st.integers(0, 100).map(lambda n: n / 10)).map(Number),
        "date": spans() if of.bearing == "value" else DAYS.map(lambda each: Days(each, each)),
        "time": st.integers(0, 1439).map(Clock),
        "party": made(Party, st.integers(1, 5), st.integers(0, 3)),
        "yes_no": st.booleans().map(Flag),
        "list": st.lists(st.sampled_from(WORDS), min_size=1, max_size=3, unique=True).map(lambda w: Texts(tuple(w))),
    }
    return by_kind.get(of.kind, st.sampled_from(WORDS).map(Text))


@st.composite
def wishes(draw: st.DrawFn, schema: Schema) -> Wish:
    of = draw(st.sampled_from(schema.slots))
    operators: list[Operator] = ["is", "not", "any"]
    if of.measured:
        operators += ["at_most", "at_least", "between", "around", "least", "most", "more", "less"]
    if of.kind == "yes_no":
        operators = ["is", "not"]
    operator = draw(st.sampled_from(operators))
    counts = {"any": 0, "least": 0, "most": 0, "between": 2}
    values = tuple(draw(values_of(of)) for _ in range(counts.get(operator, 1)))
    scopes: list[Scope] = ["", "total", "person", "night"]
    scope = draw(st.sampled_from(scopes if of.kind == "money" else scopes[:1]))
    return Wish(of.name, Constraint(operator, values, scope=scope, strict=draw(st.booleans())))


@st.composite
def plans(draw: st.DrawFn, schema: Schema) -> p.ReplyPlan:
    names = st.sampled_from([of.name for of in schema.slots])
    party = st.one_of(st.none(), made(Party, st.integers(1, 4), st.integers(0, 2)))
    amounts = st.integers(1, 99999).map(lambda n: Money(n / 100, schema.currency))
    shares = st.one_of(st.none(), st.tuples(amounts, st.sampled_from(SCOPES)))
    views = []
    for frame in range(1, draw(st.integers(2, 4)) + 1):
        chosen = draw(st.lists(st.sampled_from(schema.slots), max_size=7, unique_by=lambda of: of.name))
        values = {of.name: draw(values_of(of)) for of in chosen}
        views.append(
            p.OptionView(
                frame, draw(st.sampled_from(NAMES)), draw(st.sampled_from(PLACES)), values, draw(party), draw(shares)
            )
        )
    some = st.lists(st.sampled_from(views), min_size=1, max_size=4, unique_by=lambda v: v.frame).map(tuple)
    several = st.just(tuple(views))
    told = st.lists(wishes(schema), max_size=4).map(tuple)
    slots = st.lists(names, max_size=4, unique=True).map(tuple)
    money = st.integers(1, 99999).map(lambda n: Money(n / 100, schema.currency))
    extreme = st.tuples(names, st.sampled_from(ENDS))
    extremes = st.one_of(st.none(), extreme)
    bests = st.lists(extreme, max_size=2).map(tuple)
    quotes = st.sampled_from(["", "zorb"])

    @st.composite
    def suggestions(draw: st.DrawFn) -> p.Suggest:
        chosen = draw(some)
        misses = []
        for _ in chosen:
            missed = draw(wishes(schema))
            of = schema.by_name[missed.slot]
            misses.append(((missed, draw(st.one_of(st.none(), values_of(of)))),))
        return p.Suggest(chosen, tuple(misses))

    @st.composite
    def contrasts(draw: st.DrawFn) -> p.Contrast:
        view, price = draw(st.sampled_from(views)), schema.order
        view = msgspec.structs.replace(view, values={**view.values, price: draw(money)})
        measured = [name for name in view.values if schema.by_name[name].measured]
        ends = st.lists(st.tuples(st.sampled_from(measured), st.sampled_from(ENDS)), max_size=2).map(tuple)
        flags = [of.name for of in schema.of_kind("yes_no")]
        features = st.lists(st.sampled_from(flags), max_size=1).map(tuple) if flags else st.just(())
        return p.Contrast(view, ((price, "least"),), draw(ends), draw(features), draw(features), draw(told))

    @st.composite
    def holding(draw: st.DrawFn) -> p.Holds:
        cut, end = sorted((draw(st.integers(0, len(views))), draw(st.integers(0, len(views)))))
        return p.Holds(draw(wishes(schema)), tuple(views[:cut]), tuple(views[cut:end]), tuple(views[end:]))

    part = st.one_of(
        made(p.Offer, some, st.integers(0, 40), names, st.sampled_from([None, "least", "most"])),
        some.map(lambda options: p.Offer(options, len(options), further=True)),
        some.map(lambda options: p.Offer(options[:1], 1, only=True)),
        some.map(lambda options: p.Offer(options[:1], 1, only=True, of_others=True)),
        several.map(lambda options: p.Offer(options, len(options), only=True)),
        st.tuples(some, extreme).map(lambda a: p.Offer(a[0], len(a[0]), *a[1], again="picked")),
        st.tuples(some, extreme, wishes(schema)).map(lambda a: p.Offer(a[0][:1], 1, *a[1], among=(a[2],))),
        suggestions(),
        st.tuples(suggestions(), extreme).map(lambda a: p.Suggest(a[0].options[:1], a[0].missed[:1], a[1], far=True)),
        made(p.NotQuite, told, told),
        made(p.Nothing, told, st.sampled_from(["unknown", "combination", "others", "no_more"]), st.just(("Mole",))),
        made(p.Tell, some, slots, extremes),
        holding(),
        made(p.Comparison, several, slots, slots),
        contrasts(),
        made(p.StandIn, st.sampled_from(views), told, told, st.integers(0, 3)),
        made(p.Unaffected, told, some, st.integers(1, 20)),
        made(p.Figure, st.sampled_from(["sum", "difference", "share"]), money, st.just(""), some),
        st.tuples(st.integers(0, 30), told).map(lambda a: p.Figure("count", Number(a[0]), wishes=a[1])),
        made(p.Request, slots),
        made(p.Which, several, st.sampled_from(["tell", "book", "cancel", "change", "compare"])),
        made(p.Meant, told, quotes, told),
        made(p.Confirm, st.sampled_from(["book", "cancel"]), some),
        st.just(p.Confirm("change", (views[0],), (views[1],))),
        made(p.Done, st.sampled_from(["book", "cancel"]), some),
        st.just(p.Done("change", (views[0],), (views[1],))),
        made(p.Propose, st.sampled_from(["book", "more", "open"])),
        made(
            p.Recalled,
            st.sampled_from(["wishes", "slot", "options", "bookings", "summary"]),
            told,
            some,
            some,
            money,
            names,
        ),
        made(p.Reason, st.sampled_from(views), told, bests, st.one_of(st.none(), st.sampled_from(views)), money),
        made(
            p.Noted,
            st.sampled_from(["perhaps", "rejected", "heard", "undone", "dropped", "kept", "nothing_to_undo", "needed"]),
            told,
            some,
        ),
        made(p.NotKnown, quotes, slots),
        made(p.NotUnderstood, quotes, told, st.sampled_from(["", "wish", "reference"])),
        made(p.Empty, st.sampled_from(["option", "booking", "list", "comparison"]), some),
        made(p.Courtesy, st.sampled_from(["greeting", "welcome", "goodbye", "help", "complaint", "ok"])),
    )
    return tuple(draw(st.lists(part, min_size=1, max_size=3)))
