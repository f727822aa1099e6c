"""Everything but wishes, as parts of a turn: questions, comparisons, turning to options, deciding, manners."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from wayframe.dialogue import Arg
from wayframe.simulation.wording.grammar import TextBit, TextBits, drawn
from wayframe.simulation.wording.parts import ActPlan, TurnPart
from wayframe.simulation.wording.phrasebook import around, manners, question
from wayframe.simulation.wording.style import UserStyle, pronouns

_BOOK = Arg("intent", "book")


def ask(slots: str, it: TextBits, frame: int | None, style: UserStyle, rng: Random, *, again: bool = False) -> TurnPart:
    """A question about an option: of `frame`, to which the user turns by the words `it`; None: of the one at hand.

    `slots` is a key of `questions.toml`, "str_date+end_date" for instance. `again` says that the option was talked
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
    """Compare options by the slots of a key of `questions.toml`; empty: in general."""
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


def refuse(frames: Sequence[int], style: UserStyle, rng: Random, *, too_dear: bool = False) -> TurnPart:
    """No to options."""
    words = manners("too_dear" if too_dear else "refuse")
    return TurnPart(_one(words, style, rng), (ActPlan("negate", (), tuple(frames)),))


def plain(what: str, style: UserStyle, rng: Random) -> TurnPart:
    """A greeting, thankyou or goodbye; words without an act: okay, giving_up, a filler, an aside."""
    plans = (ActPlan(what),) if what in ("greeting", "thankyou", "goodbye") else ()
    return TurnPart(_one(manners(what), style, rng), plans)


def _one(patterns: Sequence[str], style: UserStyle, rng: Random) -> TextBits:
    """Return one of the phrasings."""
    return drawn(rng.choice(patterns), rng, pronouns(style))
