"""Phrases that stand for a whole turn: answers to the wizard's last turn, and wishes such as no budget, anywhere."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from typing import NamedTuple

from wayframe.language.patterns import PatternTable, holding
from wayframe.nlu import patterns as say
from wayframe.nlu.wizard_context import WizardContext
from wayframe.values import DONT_CARE

_OPEN = {"flex": True}  # what else than any value a slot is left open by


class AnswerAct(NamedTuple):
    """An act with at most one slot; a slot without a value is named only."""

    act: str
    slot: str | None = None
    val: str | bool | None = None


def agrees(text: str) -> bool:
    """Tell whether the text says yes or likes what was said; "ok" alone may be no more than a sign of listening."""
    if say.OKAY.search(text) or refuses(text):
        return False
    return say.YES.search(text) is not None or say.LIKES.search(text) is not None


def refuses(text: str) -> bool:
    """Tell whether the text begins with a no."""
    if say.NOT_BAD.search(text) or say.NO_SUCH.search(text):
        return False
    return say.NO.search(text) is not None


def answers(text: str, wizard: WizardContext, informed: Collection[str]) -> Sequence[AnswerAct]:
    """The acts that answer the wizard's last turn; `informed` are the slots that the text fills by itself."""
    asked = [slot for slot in wizard.requested if slot not in informed and slot != "name"]
    chosen = [slot for slot in wizard.proposed if slot == wizard.proposed[0] and slot in informed]
    found = {
        "no": refuses(text),
        "yes": say.YES.search(text),
        "okay": say.OKAY.search(text),
        "open": say.DONT_CARE.search(text),
        "asked": asked,
        "flex_asked": asked == ["flex"],
        "informed": informed,
        "offered": wizard.offered,
        "failed": wizard.failed,
        "booked": wizard.booked,
        "booking": wizard.booking,
        "confirming": wizard.confirming is not None,
        "hearmore": wizard.hearmore,
        "proposed": wizard.proposed,
        "one_requested": len(wizard.requested) == 1,
        # "economy, please" chooses among suggested values instead of agreeing to one
        "chosen": len(chosen) > 1,
    }
    return _ANSWERS.outcome(holding(found, bool))(wizard, asked)


_Answering = Callable[[WizardContext, Sequence[str]], Sequence[AnswerAct]]


def _always(*acts: AnswerAct) -> _Answering:
    return lambda wizard, asked: acts


def _left_open(wizard: WizardContext, asked: Sequence[str]) -> Sequence[AnswerAct]:
    return [AnswerAct("inform", slot, _OPEN.get(slot, DONT_CARE)) for slot in asked]


_NOTHING, _YES, _NO = _always(), _always(AnswerAct("affirm")), _always(AnswerAct("negate"))
_BOOK = _always(AnswerAct("affirm", "action", "book"))
_ANSWERS = PatternTable[_Answering](
    ("flex_asked no", "offered", _always(AnswerAct("inform", "flex", False))),
    ("flex_asked yes", "offered", _always(AnswerAct("inform", "flex", True))),
    ("asked open", "informed failed offered", _left_open),
    ("no booked", "informed", _NOTHING),
    ("no booking", "offered", _always(AnswerAct("negate", "action", "book"))),
    ("no proposed", "offered", lambda wizard, asked: [AnswerAct("negate", wizard.proposed[0])]),
    ("no failed one_requested", "", lambda wizard, asked: [AnswerAct("negate", wizard.requested[0])]),
    ("no informed", "offered hearmore failed confirming", _NOTHING),
    ("no", "", _NO),
    ("yes booking", "", _BOOK),
    ("okay booking", "", _BOOK),
    ("yes confirming", "", _YES),
    ("okay confirming", "", _YES),
    ("yes hearmore", "offered", _YES),
    ("yes proposed", "offered chosen", lambda wizard, asked: [AnswerAct("affirm", wizard.proposed[0])]),
    ("", "", _NOTHING),
)


Wish = tuple[str, str | bool]


def wishes(text: str, wizard: WizardContext, informed: Collection[str], alternatives: bool) -> Iterator[Wish]:
    """The slots and values of such wishes; `informed` are the slots that the text fills otherwise.

    `alternatives` says that the text asks for other possibilities, so that "anywhere else" is no destination.
    """
    requested = [slot for slot in wizard.requested if slot not in informed]
    yield from _given_up(text, informed)
    settled = any((alternatives, "dst_city" in informed, say.OPEN_ORIGIN.search(text)))
    if not settled:
        yield from _anywhere(text, requested)
    if "str_date" not in informed and say.ANYTIME.search(text):
        yield "str_date", DONT_CARE
        if "end_date" in requested:
            yield "end_date", DONT_CARE


def _given_up(text: str, informed: Collection[str]) -> Iterator[Wish]:
    """Slots that the user leaves open."""
    if say.OPEN_RETURN.search(text):
        yield "end_date", DONT_CARE
    elif say.OPEN_ORIGIN.search(text):
        yield "or_city", DONT_CARE
    elif say.NO_BUDGET.search(text):
        if "budget" not in informed:
            yield "budget", DONT_CARE
    elif say.FLEXIBLE.search(text):
        yield "flex", not say.INFLEXIBLE.search(text)


def _anywhere(text: str, requested: Collection[str]) -> Iterator[Wish]:
    """The end of the journey that is left open: the origin if the wizard asked for that alone."""
    origin = "or_city" in requested and "dst_city" not in requested
    if say.ANYWHERE.search(text):
        yield "or_city" if origin else "dst_city", DONT_CARE
    elif "dst_city" in requested and say.SOMEWHERE.search(text):
        yield "dst_city", DONT_CARE
