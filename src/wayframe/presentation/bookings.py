"""Bookings as faces show them: each with all that it is for, those that stand apart from those cancelled, the sum."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from wayframe.dialogue import Package
from wayframe.meaning.records import Money, Number, Value
from wayframe.presentation.presenter import Presenter
from wayframe.realiser.phrases import Locale, facts, money_words, party_words, slot_of, value_words
from wayframe.sources.constraints import fits
from wayframe.sources.protocol import Condition, Item
from wayframe.state.records import Booking, Option


class BookingCard(NamedTuple):
    """A booking: what it is called, where from, when and for whom it is, its price, its hours, what was noted with it.

    `title` and `price` are those of all, where so many of one are booked: "2 × Lumen Page 13", €798.
    """

    frame: int
    option: Option
    title: str
    facts: tuple[str, ...]
    price: str
    amount: Value | None = None
    hours: tuple[str, ...] = ()  # "departs 4:10 pm"
    noted: tuple[str, ...] = ()  # "under the name Jane"
    details: tuple[str, ...] = ()  # as was wished for, and of what is no journey: "with breakfast", "39 m²"

    @property
    def line(self) -> str:
        """The booking in a line, but for its hours, its details and notes."""
        return ", ".join(filter(None, (self.title, *self.facts, self.price)))

    @property
    def whole(self) -> str:
        """The booking in a line with nothing left out."""
        notes = ["noted: " + ", ".join(f"“{words}”" for words in self.noted)] if self.noted else []
        return ", ".join((self.line, *self.hours, *self.details, *notes))


class BookingList(NamedTuple):
    """The bookings that stand, what they cost together, and those that were cancelled."""

    standing: tuple[BookingCard, ...] = ()
    total: str = ""
    cancelled: tuple[BookingCard, ...] = ()


def bookings(presenter: Presenter, booked: Sequence[Booking]) -> BookingList:
    """Return bookings as faces show them."""
    cards: dict[str, list[BookingCard]] = {"booked": [], "cancelled": []}
    for booking in booked:
        cards[booking.status].append(booking_card(presenter, booking))
    return BookingList(tuple(cards["booked"]), _total(presenter, cards["booked"]), tuple(cards["cancelled"]))


def booking_card(presenter: Presenter, booking: Booking) -> BookingCard:
    """Return a booking as faces show it."""
    option, number = booking.option, max(booking.terms.number, 1)
    schema, locale, item = presenter.schema, presenter.locale, option.item
    known = presenter.facts(item)
    journey = (schema.source, *schema.windows)
    told = facts(locale, {slot: item.values[slot] for slot in journey if slot in item.values})
    detailed = dict.fromkeys((*_detailed(presenter), *_wished(presenter, option)))
    details = facts(locale, {slot: item.values[slot] for slot in detailed if slot in item.values})
    late = next_days(locale, item)
    hours = [
        f"{presenter.label(slot.name)} {known[slot.name]}{late.get(slot.name, '')}"
        for slot in schema.of_kind("time")
        if slot.name in known
    ]
    party = [f"for {party_words(locale, option.party)}"] if schema.party else []
    title, price, amount = presenter.name(item), known.get(presenter.price, ""), item.values.get(presenter.price)
    if number > 1:
        title = f"{number} × {title}"
    if number > 1 and schema.price and isinstance(amount, Money):
        amount = Money(round(amount.value * number, 2), amount.currency)
        price = money_words(locale, amount, schema.price.unit)
    return BookingCard(
        option.frame, option, title, (*told, *party), price, amount, tuple(hours), booking.terms.words,
        tuple(details),
    )  # fmt: skip


def next_days(locale: Locale, item: Item) -> dict[str, str]:
    """Return what stands behind the times of flights that land on a later day than they take off on: " (+1 day)"."""
    if not isinstance(item.row, Package):
        return {}
    flights = {"arrival": item.row.trip.leaving, "arrival_back": item.row.trip.returning}
    found = dict[str, str]()
    for slot in locale.schema.of_kind("time"):
        flight = flights.get(slot.role)
        later = (flight.arrival.calendar_day - flight.departure.calendar_day).days if flight else 0
        if later > 0:
            found[slot.name] = f" (+{value_words(locale, slot_of(locale, 'duration'), Number(later, 'days'))})"
    return found


def _detailed(presenter: Presenter) -> tuple[str, ...]:
    """Return the slots that stand with a booking of no journey: those of its card, where it is and from when."""
    schema, own = presenter.schema, {*presenter.naming, presenter.price}
    if schema.windows:
        return ()
    kept = [slot for slot in presenter.rows if slot.shown or slot.kind == "place" or slot.name in schema.openings]
    return tuple(slot.name for slot in kept if slot.name not in own)


def _wished(presenter: Presenter, option: Option) -> list[str]:
    """Return the slots in which an option is as was wished for, without those that stand with every booking."""
    schema = presenter.schema
    elsewhere = {*presenter.naming, presenter.price, schema.source, *schema.windows, schema.party, *schema.lengths}
    elsewhere |= {slot.name for slot in schema.of_kind("place", "time", "money")}
    wished = [wish for wish in option.wishes if wish.slot not in elsewhere and wish.constraint.op != "not"]
    conditions = [Condition(wish.slot, wish.constraint) for wish in wished if schema.slot(wish.slot)]
    return [each.slot for each in conditions if fits(schema, each, option.item.values, option.party)]


def _total(presenter: Presenter, cards: Sequence[BookingCard]) -> str:
    """Return what bookings cost together; empty where a price isn't known, or has another currency."""
    price = presenter.schema.price
    if price is None:
        return ""
    amounts = [card.amount for card in cards if isinstance(card.amount, Money)]
    if len({each.currency for each in amounts}) != 1 or len(amounts) < len(cards):
        return ""
    total = Money(sum(each.value for each in amounts), amounts[0].currency)
    return money_words(presenter.locale, total, price.unit)
