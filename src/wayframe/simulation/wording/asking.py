"""Everything but wishes, as parts of a turn: references to options, questions, comparisons, deciding, manners."""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter
from random import Random
from typing import NamedTuple

from wayframe.dialogue import Arg
from wayframe.simulation.wording.grammar import TextBit, TextBits, around, drawn, manners, pointers, question
from wayframe.simulation.wording.style import ActPlan, TurnPart, UserStyle, pronouns


class KnownOption(NamedTuple):
    """An option as the user knows it: its frame and what was told of it."""

    frame: int
    name: str
    city: str
    seat: str = ""
    stars: str = ""
    price: str = ""
    end: str = ""


_SLOTS = {"name": "name", "city": "dst_city", "seat": "seat", "stars": "category", "price": "price", "end": "end_date"}
_PLACES = ("first|1st", "second|2nd", "third|3rd", "fourth|4th", "fifth|5th", "sixth|6th")
_NUMBERS = ("[one|1]", "[two|2]", "[three|3]", "[four|4]", "[five|5]", "[six|6]")
_LAST_RESORT = ("name", "price")
_ONE = "[one|one|option|package|hotel|offer|trip|suggestion]"


def pointed(
    option: KnownOption,
    known: Sequence[KnownOption],
    latest: Sequence[int],
    rng: Random,
    *,
    plain: bool = False,
    asked: Sequence[str] = (),
) -> TextBits:
    """Words that tell `option` from the others that are `known`; `latest` are the frames of the last offers, in order.

    The values in the words are marked as "frame.slot". `plain` takes the hotel's name, which every agent should know;
    what is `asked` about the option is not what it is called by.
    """
    unasked = [way for way in pointers() if not {_SLOTS[key] for key in way} & {*asked}]
    apart = [way for way in unasked if _apart(way, option, known)]
    ways = [way for way in apart if way != _LAST_RESORT] or [_LAST_RESORT]
    if plain:
        ways = [way for way in ways if "name" in way] or ways
    elif _is_listed(option, latest) and rng.random() < 0.5:
        return _by_place(option.frame, latest, rng)
    way = rng.choice(ways)
    values = {key: (TextBit(str(getattr(option, key)), f"{option.frame}.{_SLOTS[key]}"),) for key in way}
    return drawn(rng.choice(pointers()[way]), rng, {**values, "name": _bare(values.get("name", ()))})


def _is_listed(option: KnownOption, latest: Sequence[int]) -> bool:
    """Return whether an option has a place among several."""
    return len(latest) > 1 and option.frame in latest


def this(frame: int, rng: Random) -> TextBits:
    """Words for the one option at hand."""
    return (TextBit(rng.choice(manners("this")), f"{frame}.ref_anaphora"),)


def other(frame: int) -> TextBits:
    """Words for the other one of two."""
    return (TextBit("the "), TextBit("other one", f"{frame}.ref_anaphora"))


def _bare(bits: Sequence[TextBit]) -> TextBits:
    """A hotel's name without its article, which the words around it bring."""
    return tuple(bit._replace(text=bit.text.removeprefix("The ")) for bit in bits)


def _apart(way: Sequence[str], option: KnownOption, known: Sequence[KnownOption]) -> bool:
    """Return whether these facts are known of the option and of no other."""
    facts = attrgetter(*way, "frame")
    *own, frame = facts(option)
    if not all(own):
        return False
    for other in known:
        *others, number = facts(other)
        if number != frame and others == own:
            return False
    return True


def _by_place(frame: int, latest: Sequence[int], rng: Random) -> TextBits:
    """Return an option by its place in the latest list."""
    place = latest.index(frame) + 1
    if place == len(latest) and rng.random() < 0.3:
        return drawn(f"the {{{frame}.ref_anaphora:last [one|option|one you mentioned|hotel]}}", rng, {})
    if rng.random() < 0.2:
        return drawn(f"{{{frame}.ref_anaphora:[option|number|package] {_NUMBERS[place - 1]}}}", rng, {})
    return drawn(f"the {{{frame}.ref_anaphora:[{_PLACES[place - 1]}] {_ONE}}}", rng, {})


_BOOK = Arg("intent", "book")


def ask(slots: str, it: TextBits, frame: int | None, style: UserStyle, rng: Random, *, again: bool = False) -> TurnPart:
    """A question about an option: of `frame`, to which the user turns by the words `it`; None: of the one at hand.

    `slots` is a key of `trips.toml`, "str_date+end_date" for instance. `again` says that the option was talked
    about many turns ago.
    """
    own: dict[str, TextBits] = pronouns(style)
    short = question("ask_short", slots) if frame is None and rng.random() < 0.7 else ()
    if short:
        text = drawn(rng.choice(short), rng, own)
    else:
        text = drawn(rng.choice(question("ask", slots)), rng, {**own, "it": it or (TextBit("it"),)})
    if again:
        text = drawn(rng.choice(around("remember")), rng, {**own, "asks": text})
    request = ActPlan("request", tuple(Arg(slot) for slot in slots.split("+")))
    turns = [] if frame is None else [ActPlan("switch_frame", (), (frame,))]
    return TurnPart(text, (*turns, request), asks=True)


def compare(slots: str, frames: Sequence[int], them: TextBits, style: UserStyle, rng: Random) -> TurnPart:
    """Compare options by the slots of a key of `trips.toml`; empty: in general."""
    them = them or (TextBit(rng.choice(around("them"))),)
    text = drawn(rng.choice(question("compare", slots)), rng, {**pronouns(style), "them": them})
    asked = tuple(Arg(slot) for slot in slots.split("+") if slot)
    return TurnPart(text, (ActPlan("request_compare", asked, tuple(frames)),), asks=True)


def best(slot: str, end: str, frames: Sequence[int], style: UserStyle, rng: Random) -> TurnPart:
    """Return the question which of the options has the least (`min`) or the most (`max`) of a slot."""
    text = drawn(rng.choice(question("best", f"{slot} {end}")), rng, pronouns(style))
    return TurnPart(text, (ActPlan("request_compare", (), tuple(frames), takes=True),), asks=True)


def alternatives(slot: str, style: UserStyle, rng: Random) -> TurnPart:
    """Other possibilities; in the slot, if it isn't empty."""
    asked = (Arg(slot),) if slot else ()
    return TurnPart(_one(question("alternatives", slot), style, rng), (ActPlan("request_alts", asked),), asks=True)


def more(it: TextBits, frame: int | None, style: UserStyle, rng: Random) -> TurnPart:
    """Tell me more about an option, or about the one at hand."""
    if frame is None:
        return TurnPart(_one(around("more_short"), style, rng), (ActPlan("moreinfo"),))
    text = drawn(rng.choice(around("more")), rng, {**pronouns(style), "it": it})
    return TurnPart(text, (ActPlan("switch_frame", (), (frame,)), ActPlan("moreinfo")))


def turn_to(it: TextBits, frame: int, style: UserStyle, rng: Random, *, back: bool) -> TurnPart:
    """Turn to an option, or back to one of earlier."""
    pattern = rng.choice(manners("back" if back else "look_at"))
    text = drawn(pattern, rng, {**pronouns(style), "it": it})
    return TurnPart(text, (ActPlan("switch_frame", (), (frame,)),))


def book(it: TextBits, frame: int | None, style: UserStyle, rng: Random) -> TurnPart:
    """Book an option, or the one at hand."""
    if frame is None:
        return TurnPart(_one(manners("book_it"), style, rng), (ActPlan("inform", (_BOOK,)),))
    text = drawn(rng.choice(manners("book_that")), rng, {**pronouns(style), "it": it})
    return TurnPart(text, (ActPlan("switch_frame", (), (frame,)), ActPlan("inform", (_BOOK,))))


def agree_to_book(frame: int, style: UserStyle, rng: Random) -> TurnPart:
    """Yes to the agent's "shall I book it?"."""
    return TurnPart(_one(manners("book_yes"), style, rng), (ActPlan("affirm", (), (frame,)),))


def answer(yes: bool, frame: int, style: UserStyle, rng: Random) -> TurnPart:
    """Yes or no to what the agent asked about a frame."""
    words = manners("yes" if yes else "no")
    return TurnPart(_one(words, style, rng), (ActPlan("affirm" if yes else "negate", (), (frame,)),))


def plain(what: str, style: UserStyle, rng: Random) -> TurnPart:
    """A greeting, thankyou or goodbye; words without an act: okay, giving_up, a filler, an aside."""
    plans = (ActPlan(what),) if what in ("greeting", "thankyou", "goodbye") else ()
    return TurnPart(_one(manners(what), style, rng), plans)


def _one(patterns: Sequence[str], style: UserStyle, rng: Random) -> TextBits:
    """Return one of the phrasings."""
    return drawn(rng.choice(patterns), rng, pronouns(style))
