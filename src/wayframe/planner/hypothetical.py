"""Hypothetical questions: what something would cost if another wish held, "would it be cheaper a week later?"."""

from __future__ import annotations

from collections.abc import Sequence

from wayframe.meaning.records import Ask, Constraint, Money, Wish
from wayframe.planner.plan import Figure, Nothing, Offer, PlannerTurn
from wayframe.planner.searching import is_so
from wayframe.schema import Schema
from wayframe.sources.protocol import Condition, Item
from wayframe.state.resolution import description
from wayframe.state.wishes import absolute, is_of_stay, revised


def tell_price_if(turn: PlannerTurn, ask: Ask, frames: Sequence[int]) -> bool:
    """Offer the cheapest that there would be under other wishes, and tell by how much the price would change.

    Return whether a question is such a one. What it supposes holds for its answer only.
    """
    supposed = [absolute(wish, turn.wishes(), turn.state, turn.schema) for wish in _supposed(ask, turn.schema)]
    if turn.schema.price is None or not supposed:
        return False
    price = turn.schema.price.name
    about = frames or turn.before.known(turn.before.focus)
    compared = [frame for frame in about if not _is_as_supposed(turn, frame, supposed)]
    prices = turn.denoter.measures(compared, price)
    if not prices or (ask.question == "holds" and len(compared) < len(about)):
        return False
    items = _cheapest_if(turn, compared, supposed)
    if not items:
        turn.say(Nothing(tuple(supposed)))
        return True
    before = min(prices, key=lambda frame: prices[frame])
    after = turn.add_option(items[0])
    turn.list_offered()
    turn.say(Offer(turn.views([after], turn.brief_slots()), 1))
    _tell_change(turn, before, after, price)
    return True


def _supposed(ask: Ask, schema: Schema) -> list[Wish]:
    """Return the wishes for the journey that a question about the price supposes; none where it supposes others."""
    price = schema.price.name if schema.price else ""
    compares = any(wish.slot == price and wish.constraint.is_relative for wish in ask.wishes)
    asks_by_how_much = ask.question == "difference" and ask.slots in ((), (price,))
    if not (asks_by_how_much or (ask.question == "holds" and compares)):
        return []
    wishes = [wish for wish in (*ask.wishes, *description(ask.of)) if wish.slot != price]
    of_journey = [
        wish for wish in wishes if is_of_stay(schema, wish.slot) or wish.slot in (schema.place, schema.source)
    ]
    return of_journey if of_journey == wishes else []


def _is_as_supposed(turn: PlannerTurn, frame: int, supposed: Sequence[Wish]) -> bool:
    item = turn.state.options[frame].item
    return all(is_so(turn, item, wish) for wish in supposed)


def _cheapest_if(turn: PlannerTurn, compared: Sequence[int], supposed: Sequence[Wish]) -> Sequence[Item]:
    """Return the cheapest item under the wishes revised by those supposed: of the one option's name, where there is."""
    schema = turn.schema
    assert schema.price is not None
    query = turn.query(revised(turn.wishes(), supposed, schema))
    query = query._replace(order=(*query.order, (schema.price.name, "least")))
    name = turn.value(compared[0], schema.name) if len(compared) == 1 else None
    if name:
        called_so = Condition(schema.name, Constraint("is", (name,)))
        found = turn.search(query._replace(conditions=(*query.conditions, called_so)), 1)
        if found.items:
            return found.items
    return turn.search(query, 1).items


def _tell_change(turn: PlannerTurn, before: int, after: int, price: str) -> None:
    """Tell the difference of the prices of two options, the dearer first."""
    dearer, cheaper = sorted((before, after), key=lambda frame: -turn.denoter.measures((frame,), price).get(frame, 0.0))
    more, less = turn.value(dearer, price), turn.value(cheaper, price)
    if isinstance(more, Money) and isinstance(less, Money) and more.currency == less.currency:
        apart = Money(round(more.value - less.value, 2), more.currency)
        turn.say(Figure("difference", apart, price, turn.views((dearer, cheaper), [price, *turn.schema.windows])))
