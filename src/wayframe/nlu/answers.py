"""Read yes, no and "I don't mind" in the light of the wizard's last turn."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import NamedTuple

from wayframe.nlu import patterns as say
from wayframe.nlu.wizard_context import WizardContext
from wayframe.values import DONT_CARE


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


def answers(text: str, wizard: WizardContext, informed: Collection[str]) -> Iterator[AnswerAct]:
    """The acts that answer the wizard's last turn; `informed` are the slots that the text fills by itself."""
    asked = [slot for slot in wizard.requested if slot not in informed and slot != "name"]
    no, yes = refuses(text), say.YES.search(text) is not None
    if asked == ["flex"] and (no or yes) and not wizard.offered:
        yield AnswerAct("inform", "flex", not no)
        return
    if asked and not (informed or wizard.failed or wizard.offered) and _leaves_open(text):
        for slot in asked:
            yield AnswerAct("inform", slot, True if slot == "flex" else DONT_CARE)
        return
    waits = wizard.booking or wizard.confirming is not None
    if no:
        yield from _refusal(wizard, informed)
    elif yes or (waits and say.OKAY.search(text)):
        yield from _agreement(wizard, informed)


def _leaves_open(text: str) -> bool:
    """Tell whether the user doesn't care, and asks nothing."""
    return say.DONT_CARE.search(text) is not None and not _asks(text)


def _asks(text: str) -> bool:
    """Tell whether the text asks for a time or a date, which answers nothing."""
    return text.rstrip().endswith("?") and say.WHAT_TIME.search(text) is not None


def _refusal(wizard: WizardContext, informed: Collection[str]) -> Iterator[AnswerAct]:
    if wizard.booked and not informed:
        return
    open_question = None if wizard.offered else _open_question(wizard)
    if open_question:
        yield open_question
    elif wizard.failed and len(wizard.requested) == 1:
        yield AnswerAct("negate", wizard.requested[0])
    elif not informed or _expects_answer(wizard):
        yield AnswerAct("negate")


def _open_question(wizard: WizardContext) -> AnswerAct | None:
    """The refusal of what the wizard proposed, if anything."""
    if wizard.booking:
        return AnswerAct("negate", "action", "book")
    if wizard.proposed:
        return AnswerAct("negate", wizard.proposed[0])
    return None


def _expects_answer(wizard: WizardContext) -> bool:
    """Tell whether the wizard's turn can be answered by no."""
    return bool(wizard.offered or wizard.hearmore or wizard.failed or wizard.confirming is not None)


def _agreement(wizard: WizardContext, informed: Collection[str]) -> Iterator[AnswerAct]:
    if wizard.booking:
        yield AnswerAct("affirm", "action", "book")
    elif wizard.confirming is not None or (wizard.hearmore and not wizard.offered):
        yield AnswerAct("affirm")
    elif wizard.proposed and not wizard.offered and not _chosen(wizard, informed):
        yield AnswerAct("affirm", wizard.proposed[0])


def _chosen(wizard: WizardContext, informed: Collection[str]) -> bool:
    """Tell whether the user chose among suggested values instead of agreeing to one: "economy, please"."""
    return wizard.proposed.count(wizard.proposed[0]) > 1 and wizard.proposed[0] in informed
