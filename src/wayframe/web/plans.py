"""The plan that a conversation has come to, to take along: as a calendar, as Markdown, as JSON."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, date, datetime, timedelta
from hashlib import blake2s
from typing import Any, NamedTuple

import msgspec

from wayframe.agent import Agent
from wayframe.meaning.records import Days
from wayframe.presentation.board import Card, board
from wayframe.presentation.bookings import BookingList, booking_card, bookings
from wayframe.presentation.wishes import understood_line
from wayframe.service import ConversationState
from wayframe.state.records import Booking, DialogueState
from wayframe.tools.encoding import facts_json, value_json
from wayframe.web.comparing import is_of_trip

_ICS_STATUS = "TENTATIVE"
"""The status of an event (RFC 5545, section 3.8.1.11): what is booked here isn't ordered yet."""
NOT_ORDERED = "Nothing has been ordered or paid."
_ICS_LINE = 75  # bytes that a line may have (RFC 5545, section 3.1)


class TalkPlan(NamedTuple):
    """A conversation and the state that it has come to."""

    agent: Agent
    held: ConversationState
    state: DialogueState

    @classmethod
    def of(cls, agent: Agent, held: ConversationState) -> TalkPlan:
        """Return the plan of a conversation."""
        return cls(agent, held, agent.state(held.conversation))

    @property
    def bookings(self) -> BookingList:
        """Return the bookings as faces show them."""
        return bookings(self.agent.presenter, self.state.bookings)


# Markdown


def markdown(plan: TalkPlan) -> str:
    """Return the bookings, what is still wished for and the options to choose from."""
    presenter, booked = plan.agent.presenter, plan.bookings
    items, total = plan.agent.schema.items, f", {booked.total} in all" if booked.total else ""
    options = [card for card in board(presenter, plan.state).cards if _is_open_choice(plan, card)]
    lines = [f"{card.title}: " + ", ".join(f"{each.label} {each.text}" for each in card.entries) for card in options]
    sections = {
        "## Booked": [card.whole for card in booked.standing],
        "## Cancelled": [card.line for card in booked.cancelled],
        "## Asked for": list(filter(None, [understood_line(plan.agent.locale, plan.agent.wishes(plan.state))])),
        "## To choose from": lines,
    }
    written = ["\n".join([heading, "", *map(_item, texts)]) for heading, texts in sections.items() if texts]
    heading = f"# My {items}: {len(booked.standing)} booked{total}"
    notes = [" ".join(filter(None, [_years(plan), NOT_ORDERED]))] if booked.standing else []
    return "\n\n".join([heading, *written, *notes]) + "\n"


def _is_open_choice(plan: TalkPlan, card: Card) -> bool:
    """Return whether a card is of an option of the trip that is wished for now, for which nothing was booked yet."""
    wishes = plan.agent.wishes(plan.state)
    chosen = [booking.option for booking in plan.state.standing]
    if not card.offered or card.superseded or card.rejected or card.cancelled:
        return False
    if any(is_of_trip(plan.agent.schema, wishes, option) for option in chosen):
        return False
    return is_of_trip(plan.agent.schema, wishes, plan.state.options[card.frame])


def _years(plan: TalkPlan) -> str:
    """Return a sentence with the years of the booked days, which stand there without; empty where none are."""
    schema, standing = plan.agent.schema, plan.state.standing
    values = [booking.option.item.values.get(slot) for booking in standing for slot in schema.windows]
    years = sorted({day.year for value in values if isinstance(value, Days) for day in (value.first, value.last)})
    return f"The days are in {' and '.join(map(str, years))}." if years else ""


def _item(text: str) -> str:
    return "- " + re.sub(r"([\\`*_\[\]<>#|])", r"\\\1", text)


# JSON


def plan_json(plan: TalkPlan) -> str:
    """Return the bookings with their facts, their sum and the wishes that hold."""
    content = {
        "bookings": [_booking_json(plan, booking) for booking in plan.state.bookings],
        "total": plan.bookings.total,
        "wishes": understood_line(plan.agent.locale, plan.agent.wishes(plan.state)),
    }
    return msgspec.json.format(msgspec.json.encode(content), indent=2).decode() + "\n"


def _booking_json(plan: TalkPlan, booking: Booking) -> dict[str, Any]:
    option = booking.option
    party = {"party": value_json(option.party)} if plan.agent.schema.party else {}
    title = plan.agent.presenter.name(option.item)
    terms = {"number": booking.terms.number or 1, "noted": list(booking.terms.words)}
    return {"status": booking.status, "title": title, **terms, **party, "facts": facts_json(option.item.values)}


# Calendar


def calendar(plan: TalkPlan) -> str:
    """Return the bookings that stand as events of whole days."""
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Wayframe//Wayframe//EN"]
    for booking in plan.state.standing:
        lines += _event(plan, booking)
    return "".join(map(_folded, [*lines, "END:VCALENDAR"]))


def _event(plan: TalkPlan, booking: Booking) -> list[str]:
    """Return the lines of an event; none for what has no days."""
    schema, item = plan.agent.schema, booking.option.item
    days = [value for value in map(item.values.get, schema.windows) if isinstance(value, Days)]
    if not days:
        return []
    card = booking_card(plan.agent.presenter, booking)
    said = plan.held.conversation.turns[-1].timestamp / 1000
    place = {"LOCATION": plan.agent.presenter.facts(item).get(schema.place, "")}
    fields = {
        "UID": f"{blake2s(plan.held.id.encode(), digest_size=10).hexdigest()}-{booking.number}@wayframe",
        "DTSTAMP": f"{datetime.fromtimestamp(said, UTC):%Y%m%dT%H%M%SZ}",
        "DTSTART;VALUE=DATE": _ics_day(days[0].first),
        "DTEND;VALUE=DATE": _ics_day(days[-1].last + timedelta(days=1)),  # the first day after it
        "STATUS": _ICS_STATUS,
        "SUMMARY": _ics_text(card.title),
        **{name: _ics_text(text) for name, text in place.items() if text},
        "DESCRIPTION": _ics_text(f"{card.whole}\n{NOT_ORDERED}"),
    }
    return ["BEGIN:VEVENT", *(f"{name}:{value}" for name, value in fields.items()), "END:VEVENT"]


def _ics_day(day: date) -> str:
    return f"{day:%Y%m%d}"


def _ics_text(text: str) -> str:
    return re.sub(r"([\\;,])", r"\\\1", text).replace("\n", r"\n")


def _folded(line: str) -> str:
    """Return a line with its end, broken where it is too long: what goes on begins with a blank."""
    return "\r\n ".join(_pieces(line)) + "\r\n"


def _pieces(line: str) -> Iterator[str]:
    """Yield a line in pieces of so many bytes, no character torn apart."""
    piece = ""
    for character in line:
        if len((piece + character).encode()) > _ICS_LINE - 1:
            yield piece
            piece = ""
        piece += character
    yield piece


class PlanFormat(NamedTuple):
    """A format of plans: its media type, and what writes it."""

    media_type: str
    write: Callable[[TalkPlan], str]


FORMATS: Mapping[str, PlanFormat] = {
    "ics": PlanFormat("text/calendar; charset=utf-8", calendar),
    "md": PlanFormat("text/markdown; charset=utf-8", markdown),
    "json": PlanFormat("application/json", plan_json),
}
"""The formats by the suffix of their files."""
