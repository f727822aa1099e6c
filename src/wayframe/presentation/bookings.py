"""Bookings as faces show them: each with all that it is for, those that stand apart from those cancelled, the sum."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from wayframe.meaning.records import Money
from wayframe.presentation.presenter import Presenter
from wayframe.realiser.phrases import facts, money_words, party_words
from wayframe.state.records import Booking, Option


class BookingCard(NamedTuple):
    """A booking: what it is called, where from, when and for whom it is, its price, its hours."""

    frame: int
    option: Option
    title: str
    facts: tuple[str, ...]
    price: str
    hours: tuple[str, ...] = ()  # "departs 4:10 pm"

    @property
    def line(self) -> str:
        """The booking in a line, but for its hours."""
        return ", ".join(filter(None, (self.title, *self.facts, self.price)))

    @property
    def whole(self) -> str:
        """The booking in a line with nothing left out."""
        return ", ".join((self.line, *self.hours))


class BookingList(NamedTuple):
    """The bookings that stand, what they cost together, and those that were cancelled."""

    standing: tuple[BookingCard, ...] = ()
    total: str = ""
    cancelled: tuple[BookingCard, ...] = ()


def bookings(presenter: Presenter, booked: Sequence[Booking]) -> BookingList:
    """Return bookings as faces show them."""
    cards: dict[str, list[BookingCard]] = {"booked": [], "cancelled": []}
    for booking in booked:
        cards[booking.status].append(booking_card(presenter, booking.option))
    return BookingList(tuple(cards["booked"]), _total(presenter, cards["booked"]), tuple(cards["cancelled"]))


def booking_card(presenter: Presenter, option: Option) -> BookingCard:
    """Return the booking of an option as faces show it."""
    schema, locale, item = presenter.schema, presenter.locale, option.item
    known = presenter.facts(item)
    journey = (schema.source, *schema.windows)
    told = facts(locale, {slot: item.values[slot] for slot in journey if slot in item.values})
    hours = [
        f"{presenter.label(slot.name)} {known[slot.name]}" for slot in schema.of_kind("time") if slot.name in known
    ]
    party = [f"for {party_words(locale, option.party)}"] if schema.party else []
    price = known.get(presenter.price, "")
    return BookingCard(option.frame, option, presenter.name(item), (*told, *party), price, tuple(hours))


def _total(presenter: Presenter, cards: Sequence[BookingCard]) -> str:
    """Return what bookings cost together; empty where a price isn't known, or has another currency."""
    price = presenter.schema.price
    if price is None:
        return ""
    prices = [card.option.item.values.get(price.name) for card in cards]
    amounts = [each for each in prices if isinstance(each, Money)]
    if len({each.currency for each in amounts}) != 1 or len(amounts) < len(prices):
        return ""
    total = Money(sum(each.value for each in amounts), amounts[0].currency)
    return money_words(presenter.locale, total, price.unit)
