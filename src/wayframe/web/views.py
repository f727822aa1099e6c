"""A conversation as the page shows it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from wayframe.agent import Agent
from wayframe.conversation import Exchange, Sentence
from wayframe.notation import show
from wayframe.presentation.presenter import OfferCard, Presenter
from wayframe.presentation.wishes import understood_line
from wayframe.sources.protocol import RecordedSearch


class ShownOffer(NamedTuple):
    """An offer with its card, which says whether something of it isn't as it was wanted."""

    frame: int
    card: OfferCard
    suggested: bool


class ReplyPiece(NamedTuple):
    """A part of a reply: a sentence, or offers that came together."""

    text: str
    offers: tuple[ShownOffer, ...] = ()


class ShownExchange(NamedTuple):
    """A turn, what was understood after it, its reply, and why it is so."""

    number: int
    text: str
    understood: str
    pieces: tuple[ReplyPiece, ...]
    acts: tuple[str, ...]
    about: str
    searches: tuple[str, ...]
    wizard_acts: tuple[str, ...]
    notes: tuple[str, ...]


def shown(number: int, exchange: Exchange, agent: Agent) -> ShownExchange:
    """Return an exchange as the page shows it."""
    return ShownExchange(
        number,
        exchange.user.text,
        understood_line(agent.locale, exchange.wishes),
        pieces(exchange.sentences, agent.presenter),
        tuple(map(show, exchange.user.acts)),
        about(exchange),
        searches(agent.source.recorded(exchange.wizard), agent.presenter),
        tuple(map(show, exchange.wizard.acts)),
        exchange.notes,
    )


def searches(recorded: Iterable[RecordedSearch], presenter: Presenter) -> tuple[str, ...]:
    """Return the searches of a turn, in a line each."""
    return tuple(f"{wanted}: {found} found" for wanted, found in presenter.searches(recorded))


def pieces(sentences: tuple[Sentence, ...], presenter: Presenter) -> tuple[ReplyPiece, ...]:
    """Return the reply piece by piece: sentences, and after those that offer something the offers together."""
    found = list[ReplyPiece]()
    for sentence in sentences:
        offers = list[ShownOffer]()
        for act in sentence.acts:
            if act.name in ("offer", "suggest") and act.id is not None:
                offers.append(ShownOffer(act.id, presenter.card(act), act.name == "suggest"))
        if found and not found[-1].offers:
            found[-1] = ReplyPiece(f"{found[-1].text} {sentence.text}")
        else:
            found.append(ReplyPiece(sentence.text))
        if offers:
            found.append(ReplyPiece("", tuple(offers)))
    return tuple(found)


def about(exchange: Exchange) -> str:
    """Return which frame the turn was about, and what became of that."""
    before, after = exchange.before.memory, exchange.user.active_frame
    if after > max(len(before.frames), 1):
        return f"a new option, {after} (before, it was {before.active_frame})"
    if after == before.active_frame:
        return f"option {after}, as before"
    return f"option {after} again (before, it was {before.active_frame})"
