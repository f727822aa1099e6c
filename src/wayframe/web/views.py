"""A conversation as the page shows it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from msgspec import Raw
from msgspec.structs import replace

from wayframe.agent import Agent
from wayframe.conversation import Exchange, Sentence
from wayframe.dialogue import Act
from wayframe.meaning import decoded
from wayframe.meaning.records import Ask, Book, Change, Compare, Flag, Money, Move, Wish, wishes_besides
from wayframe.notation import show
from wayframe.presentation.presenter import ItemMedia, OfferCard, Presenter
from wayframe.presentation.prices import PriceChart, price_chart
from wayframe.presentation.wishes import constraint_text, passed_over, understood_line
from wayframe.realiser.phrases import UNBOUNDED, as_it_bears, money_words, party_words, value_words, wish_words
from wayframe.schema import Schema
from wayframe.sources.constraints import describes, fits, heads
from wayframe.sources.protocol import Condition, RecordedSearch
from wayframe.state.records import DialogueState, Option
from wayframe.state.wishes import days_of, is_of_stay, lies_in_long_time


class ShownOffer(NamedTuple):
    """An offer with its card.

    `missed` are the wishes that it isn't just as, in words: "leaves August 22, not August 20"; `each` is what it costs
    each of several adults.
    """

    frame: int
    card: OfferCard
    suggested: bool
    media: ItemMedia = ItemMedia()
    missed: tuple[str, ...] = ()
    each: str = ""


class ReplyPiece(NamedTuple):
    """A part of a reply: a sentence, or offers that came together; `more` is how many fit beside these."""

    text: str
    offers: tuple[ShownOffer, ...] = ()
    more: int = 0


class ShownExchange(NamedTuple):
    """A turn, what was understood after it, its reply, and why it is so.

    `asks_to_settle`: the reply asks whether to book what it shows, or to change a booking to that. `compares`: the turn
    asks to put options side by side.
    """

    number: int
    text: str
    understood: str
    passed_over: tuple[str, ...]
    pieces: tuple[ReplyPiece, ...]
    acts: tuple[str, ...]
    about: str
    searches: tuple[str, ...]
    wizard_acts: tuple[str, ...]
    notes: tuple[str, ...]
    chart: PriceChart | None
    asks_to_settle: bool
    compares: bool


def shown(number: int, exchange: Exchange, agent: Agent) -> ShownExchange:
    """Return an exchange as the page shows it."""
    return ShownExchange(
        number,
        exchange.user.text,
        understood_line(agent.locale, exchange.wishes),
        passed_over(exchange.user),
        pieces(exchange, agent),
        tuple(map(show, exchange.user.acts)),
        about(exchange, agent.presenter),
        searches(agent.source.recorded(exchange.wizard), agent.presenter, _most(exchange)),
        tuple(map(show, exchange.wizard.acts)),
        exchange.notes,
        chart(exchange, agent),
        any(isinstance(move, Book | Change) for move in agent.state(exchange.after).pending.on_yes),
        any(isinstance(move, Compare) for move in moves_of_user(exchange)),
    )


def moves_of_user(exchange: Exchange) -> tuple[Move, ...]:
    """Return the moves of the user's turn; none where its meaning wasn't kept."""
    kept = exchange.user.labels.meaning_json
    return decoded(bytes(kept)).all() if isinstance(kept, Raw) else ()


def chart(exchange: Exchange, agent: Agent) -> PriceChart | None:
    """Return the prices over dates where a turn asks when it is cheapest: over all, unless it says itself which."""
    moves = moves_of_user(exchange)
    if not any(isinstance(move, Ask) and move.question == "extreme" and move.slots for move in moves):
        return None
    return price_chart(agent.presenter, agent.source, _wishes_to_meet(exchange, agent.schema))


def _wishes_to_meet(exchange: Exchange, schema: Schema) -> tuple[Wish, ...]:
    """Return the wishes that an answer is to meet: not for days where the turn asks for these, and says none itself."""
    moves = moves_of_user(exchange)
    says_days = any(isinstance(move, Wish) and move.slot in schema.windows for move in moves)
    asked = [move.slots for move in moves if isinstance(move, Ask) and move.question == "extreme"]
    asks_days = any(not set(schema.windows).isdisjoint(slots) for slots in asked)
    is_open = asks_days and not says_days
    return wishes_besides(exchange.wishes, *schema.windows) if is_open else exchange.wishes


def searches(recorded: Iterable[RecordedSearch], presenter: Presenter, most: int = 0) -> tuple[str, ...]:
    """Return the searches of a turn, in a line each; `most` fit a single one, where a reply says so."""
    found = presenter.searches(recorded)
    if len(found) == 1 and most > found[0][1]:  # a record may hold but what was shown
        found = [(found[0][0], most)]
    return tuple(f"{wanted}: {count} found" for wanted, count in found)


def _most(exchange: Exchange) -> int:
    """Return how many fit in all, as a reply says it; 0 where it doesn't."""
    return max((_total(sentence) for sentence in exchange.sentences), default=0)


def pieces(exchange: Exchange, agent: Agent) -> tuple[ReplyPiece, ...]:
    """Return the reply piece by piece: sentences, and after those that offer something the offers together.

    What is on the cards of several offers isn't read twice.
    """
    found, state = list[ReplyPiece](), agent.state(exchange.after)
    wishes = _wishes_to_meet(exchange, agent.schema)
    for sentence in exchange.sentences:
        offers = tuple(_offer(act, state, wishes, agent) for act in sentence.acts if act.is_offer)
        text = _before_cards(sentence.text, offers) if len(offers) > 1 else sentence.text
        if found and not found[-1].offers:
            found[-1] = ReplyPiece(f"{found[-1].text} {text}")
        else:
            found.append(ReplyPiece(text))
        if offers:
            found.append(ReplyPiece("", offers, max(_total(sentence) - len(offers), 0)))
    return tuple(found)


def _before_cards(text: str, offers: Iterable[ShownOffer]) -> str:
    """Return a sentence without the list at its end of what stands on cards below: "Three of four in Rome:"."""
    lead, colon, listed = text.partition(": ")
    names = [offer.card.title.partition(",")[0] for offer in offers]
    is_list = bool(colon) and all(name in listed and name not in lead for name in names)
    return f"{lead}:" if is_list else text


def _offer(act: Act, state: DialogueState, wishes: Iterable[Wish], agent: Agent) -> ShownOffer:
    frame, card, suggested = act.id or 0, agent.presenter.card(act), act.name == "suggest"
    option = state.options.get(frame)
    if option is None:
        return ShownOffer(frame, card, suggested)
    if agent.schema.party:
        card = card._replace(people=party_words(agent.locale, option.party))
    wished = tuple(wishes)
    missed = tuple(_missed(option, wish, agent) for wish in wished if misses(option, wish, wished, agent.schema))
    return ShownOffer(frame, card, suggested, agent.presenter.media(option.item), missed, _each(option, agent))


def _each(option: Option, agent: Agent) -> str:
    """Return what an option costs each of several adults; empty where a child pays less, or nobody is counted."""
    price = agent.schema.price
    whole = option.item.values.get(price.name) if price else None
    adults, children = heads(option.party)
    if price is None or not agent.schema.party or not isinstance(whole, Money) or children or adults < 2:
        return ""
    return money_words(agent.locale, replace(whole, value=round(whole.value / adults, 2)), price.unit)


def _missed(option: Option, wish: Wish, agent: Agent) -> str:
    """Return in words what an option is, and isn't as wished for: "leaves August 22, not August 20"."""
    locale, slot = agent.locale, agent.schema.by_name[wish.slot]
    value, not_so = option.item.values.get(wish.slot), locale.wording.day_bounds["excluded"]
    if value is None or wish.constraint.op in ("not", *UNBOUNDED) or isinstance(value, Flag):
        return not_so.format(value=wish_words(locale, [wish]))
    found = value_words(locale, slot, value)
    if slot.kind == "date":
        found = f"{agent.presenter.label(slot.name)} {found}"
    return f"{found}, {not_so.format(value=constraint_text(agent.presenter, slot, wish.constraint))}"


def misses(option: Option, wish: Wish, wishes: Sequence[Wish], schema: Schema) -> bool:
    """Return whether an option isn't just as wished: it lacks something, or is for other days though near to them.

    A day to be back on is the last of the stay, unless the day to leave on is wished for, too. A stay of another length
    than was said is found as well, and so told.
    """
    slot = schema.slot(wish.slot)
    if slot is None or slot.kind == "party":
        return False
    if wish.slot in schema.windows and lies_in_long_time(option, wishes, schema):
        return False
    if is_of_stay(schema, wish.slot):
        leaves = days_of(wishes, schema.start)
        as_said = wish.slot in schema.lengths or (leaves is not None and leaves.exact)
        constraint = wish.constraint if as_said else as_it_bears(slot, wish.constraint)
        return describes(slot, constraint, option.item.values.get(wish.slot)) is False
    condition = Condition(wish.slot, wish.constraint)
    return fits(schema, condition, option.item.values, option.party) is False


def _total(sentence: Sentence) -> int:
    """Return how many fit in all, as a sentence says it; 0 where it doesn't."""
    counts = [arg.value for act in sentence.acts if act.name == "inform" for arg in act.slots if arg.key == "count"]
    return int(str(counts[0])) if counts else 0


def about(exchange: Exchange, presenter: Presenter) -> str:
    """Return which frame the turn was about, by its number on the board and its name, and what became of that."""
    before, after = exchange.before.memory, exchange.user.active_frame
    title = presenter.title(exchange.after.memory.frames[after - 1])
    named = f"number {after}" if title == f"Option {after}" else f"number {after}, {title}"
    if not exchange.before.turns:
        return named
    if after == before.active_frame:
        return f"{named}, as before"
    new = "which is new" if after > len(before.frames) else "again"
    return f"{named}, {new}; before, it was number {before.active_frame}"
