"""Everything but wishes, as parts of a turn: questions, comparisons, turning to options, deciding, manners."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from wayframe.dialogue import Arg
from wayframe.simulation.wording.grammar import Bit, Bits, drawn
from wayframe.simulation.wording.parts import Part, Plan
from wayframe.simulation.wording.phrasebook import around, manners, question
from wayframe.simulation.wording.voice import Voice, pronouns

_BOOK = Arg("intent", "book")


def ask(slots: str, it: Bits, frame: int | None, speaks: Voice, rng: Random, *, again: bool = False) -> Part:
    """A question about an option: of `frame`, to which the user turns by the words `it`; None: of the one at hand.

    `slots` is a key of `questions.toml`, "str_date+end_date" for instance. `again` says that the option was talked
    about many turns ago.
    """
    own: dict[str, Bits] = pronouns(speaks)
    short = question("ask_short", slots) if frame is None and rng.random() < 0.7 else ()
    if short:
        text = drawn(rng.choice(short), rng, own)
    else:
        text = drawn(rng.choice(question("ask", slots)), rng, {**own, "it": it or (Bit("it"),)})
    if again:
        text = drawn(rng.choice(around("remember")), rng, {**own, "asks": text})
    request = Plan("request", tuple(Arg(slot) for slot in slots.split("+")))
    turns = [] if frame is None else [Plan("switch_frame", (), (frame,))]
    return Part(text, (*turns, request), asks=True)


def compare(slots: str, frames: Sequence[int], them: Bits, speaks: Voice, rng: Random) -> Part:
    """Compare options by the slots of a key of `questions.toml`; empty: in general."""
    them = them or (Bit(rng.choice(around("them"))),)
    text = drawn(rng.choice(question("compare", slots)), rng, {**pronouns(speaks), "them": them})
    asked = tuple(Arg(slot) for slot in slots.split("+") if slot)
    return Part(text, (Plan("request_compare", asked, tuple(frames)),), asks=True)


def best(slot: str, end: str, frames: Sequence[int], speaks: Voice, rng: Random) -> Part:
    """Which of the options has the least (`min`) or the most (`max`) of a slot."""
    text = drawn(rng.choice(question("best", f"{slot} {end}")), rng, pronouns(speaks))
    return Part(text, (Plan("request_compare", (), tuple(frames), takes=True),), asks=True)


def alternatives(slot: str, speaks: Voice, rng: Random) -> Part:
    """Other possibilities; in the slot, if it isn't empty."""
    asked = (Arg(slot),) if slot else ()
    return Part(_one(question("alternatives", slot), speaks, rng), (Plan("request_alts", asked),), asks=True)


def more(it: Bits, frame: int | None, speaks: Voice, rng: Random) -> Part:
    """Tell me more about an option, or about the one at hand."""
    if frame is None:
        return Part(_one(around("more_short"), speaks, rng), (Plan("moreinfo"),))
    text = drawn(rng.choice(around("more")), rng, {**pronouns(speaks), "it": it})
    return Part(text, (Plan("switch_frame", (), (frame,)), Plan("moreinfo")))


def turn_to(it: Bits, frame: int, speaks: Voice, rng: Random, *, back: bool) -> Part:
    """Turn to an option, or back to one of earlier."""
    pattern = rng.choice(manners("back" if back else "look_at"))
    text = drawn(pattern, rng, {**pronouns(speaks), "it": it})
    return Part(text, (Plan("switch_frame", (), (frame,)),))


def book(it: Bits, frame: int | None, speaks: Voice, rng: Random) -> Part:
    """Book an option, or the one at hand."""
    if frame is None:
        return Part(_one(manners("book_it"), speaks, rng), (Plan("inform", (_BOOK,)),))
    text = drawn(rng.choice(manners("book_that")), rng, {**pronouns(speaks), "it": it})
    return Part(text, (Plan("switch_frame", (), (frame,)), Plan("inform", (_BOOK,))))


def agree_to_book(frame: int, speaks: Voice, rng: Random) -> Part:
    """Yes to the agent's "shall I book it?"."""
    return Part(_one(manners("book_yes"), speaks, rng), (Plan("affirm", (), (frame,)),))


def answer(yes: bool, frame: int, speaks: Voice, rng: Random) -> Part:
    """Yes or no to what the agent asked about a frame."""
    words = manners("yes" if yes else "no")
    return Part(_one(words, speaks, rng), (Plan("affirm" if yes else "negate", (), (frame,)),))


def refuse(frames: Sequence[int], speaks: Voice, rng: Random, *, too_dear: bool = False) -> Part:
    """No to options."""
    words = manners("too_dear" if too_dear else "refuse")
    return Part(_one(words, speaks, rng), (Plan("negate", (), tuple(frames)),))


def plain(what: str, speaks: Voice, rng: Random) -> Part:
    """A greeting, thankyou or goodbye; words without an act: okay, giving_up, a filler, an aside."""
    plans = (Plan(what),) if what in ("greeting", "thankyou", "goodbye") else ()
    return Part(_one(manners(what), speaks, rng), plans)


def _one(patterns: Sequence[str], speaks: Voice, rng: Random) -> Bits:
    return drawn(rng.choice(patterns), rng, pronouns(speaks))
