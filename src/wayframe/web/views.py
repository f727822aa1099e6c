"""A conversation as the page shows it."""

from __future__ import annotations

from typing import NamedTuple

from wayframe.conversation import Exchange, Sentence
from wayframe.dialogue import Act
from wayframe.domain import TRAVEL, Domain
from wayframe.notation import show

_LINES = ("category", "gst_rating", "seat", "str_date", "end_date", "or_city")


class ShownOffer(NamedTuple):
    """An offered package."""

    frame: int
    title: str
    price: str
    lines: tuple[str, ...]
    suggested: bool


class ReplyPiece(NamedTuple):
    """A part of a reply: a sentence, or offers that came together."""

    text: str
    offers: tuple[ShownOffer, ...] = ()


class ShownExchange(NamedTuple):
    """A turn, its reply, and why it is so."""

    number: int
    text: str
    pieces: tuple[ReplyPiece, ...]
    acts: tuple[str, ...]
    about: str
    searches: tuple[str, ...]
    wizard_acts: tuple[str, ...]
    notes: tuple[str, ...]


def shown(number: int, exchange: Exchange, domain: Domain = TRAVEL) -> ShownExchange:
    """An exchange as the page shows it."""
    searches = (f"{sought}: {found} found" for sought, found in domain.searches(exchange.wizard))
    return ShownExchange(
        number, exchange.user.text, pieces(exchange.sentences, domain), tuple(map(show, exchange.user.acts)),
        about(exchange), tuple(searches), tuple(map(show, exchange.wizard.acts)), exchange.notes,
    )  # fmt: skip


def pieces(sentences: tuple[Sentence, ...], domain: Domain = TRAVEL) -> tuple[ReplyPiece, ...]:
    """Return the reply piece by piece: sentences, and after those that offer something the offers together."""
    found = list[ReplyPiece]()
    for sentence in sentences:
        offers = tuple(offer for act in sentence.acts if (offer := _offer(act, domain)))
        if found and not found[-1].offers:
            found[-1] = ReplyPiece(f"{found[-1].text} {sentence.text}")
        else:
            found.append(ReplyPiece(sentence.text))
        if offers:
            found.append(ReplyPiece("", offers))
    return tuple(found)


def untold(domain: Domain) -> tuple[str, ...]:
    """The slots that a card leaves out: what its title says, and what is no wish."""
    return (domain.naming[0], "intent", "action", "count")


def about(exchange: Exchange) -> str:
    """Return which frame the turn was about, and what became of that."""
    before, after = exchange.before.memory, exchange.user.active_frame
    if after > max(len(before.frames), 1):
        return f"a new option, {after} (before, it was {before.active_frame})"
    if after == before.active_frame:
        return f"option {after}, as before"
    return f"option {after} again (before, it was {before.active_frame})"


def _offer(act: Act, domain: Domain) -> ShownOffer | None:
    if act.name not in ("offer", "suggest") or act.id is None:
        return None
    if card := domain.card(act):
        return ShownOffer(act.id, card.title, card.price, card.lines, act.name == "suggest")
    said = {a.key: str(domain.surface(a.key, a.value)) for a in act.slots if isinstance(a.value, str | bool)}
    place = said.get("dst_city", "")
    title = f"{said['name']}, {place}" if "name" in said and place else said.get("name", place or f"Option {act.id}")
    lines = tuple(_line(slot, said[slot]) for slot in _LINES if slot in said)
    party = " and ".join(said[slot] for slot in ("n_adults", "n_children") if slot in said)
    price = " for ".join(filter(None, (said.get("price"), party)))
    return ShownOffer(act.id, title, price, lines, act.name == "suggest")


def _line(slot: str, value: str) -> str:
    if slot == "category":
        return value
    return f"{value} class" if slot == "seat" else f"{TRAVEL.label(slot)} {value}"
