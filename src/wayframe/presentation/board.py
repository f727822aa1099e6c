"""The memory as people look at it: every frame a card, and a comparison with the best of each row marked.

Faces (terminal, web, the wizard's desk) draw what stands here.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from itertools import chain
from typing import NamedTuple

from msgspec.structs import replace

from wayframe.dialogue import BinaryQuestion, Frame, SlotRequest, Value
from wayframe.meaning.records import Money, Scope, Wish
from wayframe.memory import Memory
from wayframe.ontology import FLAGS
from wayframe.planner.plan import Comparison as ComparisonPart
from wayframe.planner.plan import most_telling_first, option_view, query_for
from wayframe.presentation.bookings import next_days
from wayframe.presentation.presenter import ItemMedia, Presenter
from wayframe.presentation.wishes import constraint_text, understood
from wayframe.realiser import realise
from wayframe.realiser.phrases import party_words, with_denials_joined
from wayframe.schema import Schema
from wayframe.sources.constraints import fits, shares
from wayframe.state.records import DialogueState, Option
from wayframe.state.wishes import held_wishes, travellers

POINTERS = ("ref_anaphora", "impl_anaphora")
"""Words by which somebody pointed at a frame: no wish."""


class Entry(NamedTuple):
    """A slot on a card: `words` are the user's own where the value is his and they say more than it.

    `inherited`: as in the parent; `told`: the agent's word, not the user's; `changed`: other before the last exchange.
    """

    slot: str
    label: str
    text: str
    words: str = ""
    inherited: bool = False
    told: bool = False
    changed: bool = False


class Card(NamedTuple):
    """A frame: what it is called, where it comes from, what became of it."""

    frame: int
    parent: int | None
    title: str
    entries: tuple[Entry, ...]
    asked: tuple[str, ...]  # labels of what the user wants to know of it
    active: bool
    offered: bool
    rejected: bool
    no_result: bool
    booked: bool
    new: bool  # made in the last exchange
    cancelled: bool = False  # was booked, is no more
    superseded: bool = False  # was found for wishes that are others by now, which it isn't as
    media: ItemMedia = ItemMedia()


class Row(NamedTuple):
    """A slot of several frames: one text a frame, None where it isn't known; `best` are the places of the best ones."""

    slot: str
    label: str
    values: tuple[str | None, ...]
    best: frozenset[int]


class Comparison(NamedTuple):
    """Several frames side by side; `trade_off` says in a sentence what speaks for which."""

    frames: tuple[int, ...]
    titles: tuple[str, ...]
    rows: tuple[Row, ...]
    trade_off: str = ""
    media: tuple[ItemMedia, ...] = ()


def cards(
    presenter: Presenter, memory: Memory, offered: Container[int] = (), before: Memory | None = None
) -> tuple[Card, ...]:
    """Return all frames as cards; `offered` are the frames of offers.

    `before` is the memory before the last exchange, None where all is as it was.
    """
    return tuple(
        _card(presenter, frame, memory, frame.frame_id in offered, before or memory) for frame in memory.frames
    )


def _card(presenter: Presenter, frame: Frame, memory: Memory, offered: bool, before: Memory) -> Card:
    number, parent = frame.frame_id, frame.frame_parent_id
    earlier, model = _info(before, number), _info(memory, parent or 0)
    known = memory.provenance[number - 1]
    entries = list[Entry]()
    for slot, values in _wishes(frame).items():
        text = said(presenter, slot, values)
        changed = slot in earlier and said(presenter, slot, earlier[slot]) != text
        words, inherited, told = known.wish_words(slot), model.get(slot) == values, slot in known.told
        entries.append(Entry(slot, presenter.label(slot), text, words, inherited, told, changed))
    return Card(
        frame=number,
        parent=parent,
        title=presenter.title(frame),
        entries=tuple(entries),
        asked=_asked(presenter, frame),
        active=number == memory.active_frame,
        offered=offered,
        rejected=_holds(frame, "REJECTED"),
        no_result="NO_RESULT" in frame.info,
        booked=_is_booked(frame),
        new=number > len(before.frames),
    )


def _info(memory: Memory, number: int) -> Mapping[str, tuple[Value, ...]]:
    """Return what a frame holds; nothing where there is no such frame."""
    return memory.frames[number - 1].info if 0 < number <= len(memory.frames) else {}


class Board(NamedTuple):
    """The cards of a conversation: those to look at, and those of which nothing is to be expected any more."""

    cards: tuple[Card, ...] = ()
    folded: tuple[Card, ...] = ()


def board(presenter: Presenter, state: DialogueState, before: DialogueState | None = None) -> Board:
    """Return the board of a conversation: what is spoken of and what is booked first, then the newest search.

    The options of a search stand after its wishes, in the order in which they were shown, but those that aren't as its
    wishes are by now behind the others.

    Folded are options that were ruled out or cancelled or came up again, for whomever, and wishes for which nothing was
    found or all of whose options are folded. `before` is the state before the last exchange.
    """
    found = conversation_cards(presenter, state, before)
    newest = {option.item.key: frame for frame, option in state.options.items()}
    shown_again = state.options.keys() - newest.values()
    folded = {card.frame for card in found if card.rejected or card.cancelled or card.no_result}
    folded |= shown_again | {card.frame for card in found if _is_wished_again(card, found)}
    in_sight = {card.frame for card in found if card.active or card.booked}
    folded -= in_sight
    folded |= _emptied(found, folded) - in_sight
    in_order = [card for card in sorted(found, key=_place) if card.offered or card.entries]
    return Board(
        tuple(card for card in in_order if card.frame not in folded),
        tuple(card for card in in_order if card.frame in folded),
    )


def _emptied(found: Sequence[Card], folded: Container[int]) -> set[int]:
    """Return the wishes for which options were found that are all folded."""
    in_play = {card.parent for card in found if card.offered and card.frame not in folded}
    return {card.parent for card in found if card.offered and card.parent} - in_play


def _is_wished_again(card: Card, found: Sequence[Card]) -> bool:
    """Return whether a newer card holds the same wishes."""
    if card.offered:
        return False
    newer = [other for other in found if other.frame > card.frame and not other.offered]
    return any(_wished(other) == _wished(card) for other in newer)


def _wished(card: Card) -> dict[str, str]:
    """Return what stands on a card, by slot."""
    return {entry.slot: entry.text for entry in card.entries}


def _place(card: Card) -> tuple[bool, bool, int, bool, int]:
    search = card.parent if card.offered and card.parent else card.frame
    return not card.active, not card.booked, -search, card.superseded, card.frame


def conversation_cards(
    presenter: Presenter, state: DialogueState, before: DialogueState | None = None
) -> tuple[Card, ...]:
    """Return all frames of a conversation as cards: of an option its facts, of other frames the wishes."""
    earlier = before or state
    found = list[Card]()
    for card in cards(presenter, state.memory, state.options, earlier.memory):
        option = state.options.get(card.frame)
        if option:
            found.append(_option_card(presenter, card, option, state))
        else:
            found.append(_wishes_card(presenter, card, state, earlier))
    return tuple(found)


def _option_card(presenter: Presenter, card: Card, option: Option, state: DialogueState) -> Card:
    """Return the card of an option with what is true of it: what every offer tells, and what was told of it since."""
    facts = _option_facts(presenter, option)
    addresses = {slot.name for slot in presenter.addresses}
    shown = (facts.keys() - addresses) & (presenter.on_cards | state.memory.frames[card.frame - 1].info.keys())
    entries = [
        Entry(slot.name, presenter.label(slot.name), facts[slot.name], told=True)
        for slot in presenter.rows
        if slot.name in shown
    ]
    booked = card.frame in [booking.option.frame for booking in state.standing]
    ever_booked = card.frame in [booking.option.frame for booking in state.bookings]
    return card._replace(
        parent=option.wishes_of, title=presenter.name(option.item), entries=tuple(entries), booked=booked,
        cancelled=ever_booked and not booked, rejected=card.rejected or card.frame in state.rejected,
        superseded=_is_superseded(presenter.schema, state, option), media=presenter.media(option.item),
    )  # fmt: skip


def _wishes_card(presenter: Presenter, card: Card, state: DialogueState, before: DialogueState) -> Card:
    """Return the card of wishes: those that are as at the frame that they vary, and what the last exchange changed.

    Nothing was found for them where no option of theirs is as they are now.
    """
    texts = _wish_texts(presenter, state, card.frame)
    model = _wish_texts(presenter, state, card.parent or 0)
    old = _wish_texts(presenter, before, card.frame)
    entries = [
        Entry(
            slot, presenter.label(slot), text,
            inherited=model.get(slot) == text, changed=old.get(slot, text) != text,
        )
        for slot, text in texts.items()
    ]  # fmt: skip
    no_result = card.no_result and not _has_fitting_option(presenter.schema, state, card.frame)
    return card._replace(entries=tuple(entries), title=_search_title(presenter, card.frame, state), no_result=no_result)


def _has_fitting_option(schema: Schema, state: DialogueState, frame: int) -> bool:
    """Return whether an option that was shown for the wishes of a frame fulfils them all."""
    wishes = state.wishes.get(frame, ())
    return any(_fits(schema, option, wishes) for option in state.options.values() if option.wishes_of == frame)


def _fits(schema: Schema, option: Option, wishes: Sequence[Wish]) -> bool:
    """Return whether an option fulfils wishes."""
    conditions = query_for(schema, wishes).conditions
    return all(fits(schema, condition, option.item.values, option.party) for condition in conditions)


def _is_superseded(schema: Schema, state: DialogueState, option: Option) -> bool:
    """Return whether an option isn't as the wishes for which it was found have become, or is priced for others."""
    wishes = held_wishes(state, option.wishes_of, schema)
    if option.wishes == wishes:
        return False
    is_for_others = bool(schema.party) and option.party != travellers(wishes, schema)
    return is_for_others or not _fits(schema, option, wishes)


def _search_title(presenter: Presenter, frame: int, state: DialogueState) -> str:
    """Return what a search is called, by what is wished for: what is ruled out names nothing."""
    wished = [wish for wish in state.wishes.get(frame, ()) if wish.constraint.op != "not"]
    return presenter.search_title(_texts(presenter, wished), frame)


def _wish_texts(presenter: Presenter, state: DialogueState, frame: int) -> dict[str, str]:
    """Return the wishes of a frame by slot, in the order of all cards."""
    return _texts(presenter, state.wishes.get(frame, ()))


def _texts(presenter: Presenter, wished: Iterable[Wish]) -> dict[str, str]:
    wishes = understood(presenter.locale, with_denials_joined(tuple(wished)))
    texts = {
        wish.slot.name: ", ".join(constraint_text(presenter, wish.slot, each) for each in wish.constraints)
        for wish in wishes
    }
    return {slot.name: texts[slot.name] for slot in presenter.rows if slot.name in texts}


def _wishes(frame: Frame) -> dict[str, tuple[Value, ...]]:
    """Return what a frame holds of an option, without pointers to it and flags of it."""
    return {slot: values for slot, values in frame.info.items() if slot not in (*POINTERS, *FLAGS)}


def _is_booked(frame: Frame) -> bool:
    """Return whether the last that was done with an option was to book it."""
    done = frame.info.get("action", ())
    return bool(done) and done[-1].val == "book"


def _asked(presenter: Presenter, frame: Frame) -> tuple[str, ...]:
    questions: list[SlotRequest | BinaryQuestion] = [*frame.requests, *frame.binary_questions]
    slots = [asked.key for asked in questions if asked.author == "user"]
    for comparison in frame.compare_requests:
        if comparison.author == "user":
            slots += comparison.keys
    return tuple(map(presenter.label, dict.fromkeys(slots)))


def said(presenter: Presenter, slot: str, values: Iterable[Value]) -> str:
    """Return the values of a slot as people read them: "$1,203.50", "Rome or Bari, not Paris"."""
    wanted, excluded = dict[str, None](), dict[str, None]()
    for value in values:
        held = value.val
        if isinstance(held, tuple):
            text = ", ".join(held)
        else:
            text = presenter.text(slot, held if isinstance(held, bool) else str(held))
        (excluded if value.negated else wanted)[text] = None
    denied = [f"not {text}" for text in excluded if text not in wanted]
    return ", ".join(filter(None, (" or ".join(wanted), *denied)))


def compared(presenter: Presenter, frames: Sequence[int], state: DialogueState) -> Comparison:
    """Return frames side by side: of an option what is true of its item, of others what was said."""
    columns, titles = list[Mapping[str, str]](), list[str]()
    for number in frames:
        frame, option = state.memory.frames[number - 1], state.options.get(number)
        columns.append(_column(presenter, frame, option))
        titles.append(presenter.title(frame))
    slots = dict.fromkeys(chain(presenter.compared, *columns))
    elsewhere = {*presenter.naming, *(slot.name for slot in presenter.addresses)}
    rows = [_row(presenter, slot, columns) for slot in slots if slot not in elsewhere]
    options = [state.options[number] for number in frames if number in state.options]
    rows = _by_the_night(presenter, rows, options) if len(options) == len(frames) else rows
    telling = [row for row in rows if not {"no", None}.issuperset(row.values)]
    telling.sort(key=lambda row: len(set(row.values)) == 1)  # first what differs
    said = trade_off(presenter, options) if len(options) == len(frames) > 1 else ""
    media = tuple(presenter.media(option.item) for option in options)
    return Comparison(tuple(frames), tuple(titles), tuple(telling), said, media if any(map(any, media)) else ())


def _by_the_night(presenter: Presenter, rows: Sequence[Row], options: Sequence[Option]) -> list[Row]:
    """Return rows with the price of a night where stays aren't equally long: no price of a whole stay is best then."""
    schema, price = presenter.schema, presenter.schema.price
    lengths = [shares(schema, NIGHT, option.item.values, option.party) for option in options]
    amounts = [option.item.values.get(presenter.price) for option in options]
    if price is None or NIGHT not in price.scopes or None in lengths or len(set(lengths)) < 2:
        return list(rows)
    nightly = [
        replace(amount, value=round(amount.value / length, 2)) if isinstance(amount, Money) and length else None
        for amount, length in zip(amounts, lengths, strict=True)
    ]
    texts = tuple(None if each is None else presenter.words(price, each) for each in nightly)
    label = f"{price.label} {presenter.locale.wording.scopes[NIGHT]}"
    row = Row(f"{price.name}_{NIGHT}", label, texts, presenter.best(price.name, texts))
    unmarked = [each._replace(best=frozenset()) if each.slot == price.name else each for each in rows]
    behind = next((at for at, each in enumerate(unmarked, 1) if each.slot == price.name), 0)
    return [*unmarked[:behind], row, *unmarked[behind:]]


NIGHT: Scope = "night"


def trade_off(presenter: Presenter, options: Sequence[Option]) -> str:
    """Return what speaks for which of several options, in the words of a reply."""
    told = [slot.name for slot in presenter.schema.slots if slot.told and slot.wishable]
    differing = [slot for slot in told if len({option.item.values.get(slot) for option in options}) > 1]
    slots = most_telling_first([slot for slot in differing if slot not in presenter.naming], presenter.schema)
    views = [option_view(presenter.schema, each.item, slots, each.frame, each.party) for each in options]
    said = realise((ComparisonPart(tuple(views), tuple(slots)),), presenter.locale)
    return " ".join(sentence.text for sentence in said)


def _column(presenter: Presenter, frame: Frame, option: Option | None) -> Mapping[str, str]:
    """Return what is true of an option and whom it is for; of a frame without one what was said of it."""
    if option is None:
        return {slot: said(presenter, slot, values) for slot, values in _wishes(frame).items()}
    return _option_facts(presenter, option)


def _option_facts(presenter: Presenter, option: Option) -> dict[str, str]:
    facts = presenter.facts(option.item)
    for slot, later in next_days(presenter.locale, option.item).items():
        if slot in facts:
            facts[slot] += later
    if presenter.schema.party:
        facts[presenter.schema.party] = party_words(presenter.locale, option.party)
    return facts


def _row(presenter: Presenter, slot: str, columns: Sequence[Mapping[str, str]]) -> Row:
    values = tuple(column.get(slot) for column in columns)
    return Row(slot, presenter.label(slot), values, presenter.best(slot, values))


def _holds(frame: Frame, flag: str) -> bool:
    """Return whether a flag is said to be so, or its contrary is said not to be."""
    return any(bool(value.val) != value.negated for value in frame.info.get(flag, ()))
