"""Read yes, no and "I don't mind" in the light of the wizard's last turn."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

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


def answers(text: str, wizard: WizardContext, informed: Collection[str]) -> list[AnswerAct]:
    """The acts that answer the wizard's last turn; `informed` are the slots that the text fills by itself."""
    asked = [slot for slot in wizard.requested if slot not in informed and slot != "name"]
    no, yes = refuses(text), say.YES.search(text) is not None
    if asked == ["flex"] and (no or yes) and not wizard.offered:
        return [AnswerAct("inform", "flex", not no)]
    told = any((informed, wizard.failed, wizard.offered))
    if asked and not told and say.DONT_CARE.search(text):
        return [AnswerAct("inform", slot, _OPEN.get(slot, DONT_CARE)) for slot in asked]
    if no:
        return _refusal(wizard, informed)
    waits = wizard.booking or wizard.confirming is not None
    if yes or (waits and say.OKAY.search(text)):
        return _agreement(wizard, informed)
    return []


def _refusal(wizard: WizardContext, informed: Collection[str]) -> list[AnswerAct]:
    if wizard.booked and not informed:
        return []
    if wizard.booking and not wizard.offered:
        return [AnswerAct("negate", "action", "book")]
    if wizard.proposed and not wizard.offered:
        return [AnswerAct("negate", wizard.proposed[0])]
    if wizard.failed and len(wizard.requested) == 1:
        return [AnswerAct("negate", wizard.requested[0])]
    return [] if informed and not wizard.answerable else [AnswerAct("negate")]


def _agreement(wizard: WizardContext, informed: Collection[str]) -> list[AnswerAct]:
    if wizard.booking:
        return [AnswerAct("affirm", "action", "book")]
    if wizard.confirming is not None or (wizard.hearmore and not wizard.offered):
        return [AnswerAct("affirm")]
    if wizard.offered or not wizard.proposed or _chosen(wizard, informed):
        return []
    return [AnswerAct("affirm", wizard.proposed[0])]


def _chosen(wizard: WizardContext, informed: Collection[str]) -> bool:
    """Tell whether the user chose among suggested values instead of agreeing to one: "economy, please"."""
    return wizard.proposed.count(wizard.proposed[0]) > 1 and wizard.proposed[0] in informed
