"""What yes, no and "I don't mind" mean depends on what the wizard has just said."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import NamedTuple

from wayframe.nlu import patterns as say
from wayframe.nlu.scene import Scene
from wayframe.values import DONT_CARE


class Answer(NamedTuple):
    """An act with at most one slot; a slot without a value is named only."""

    act: str
    slot: str | None = None
    val: str | bool | None = None


def agrees(text: str) -> bool:
    """Whether the text says yes, or likes what was said; "ok" alone may be no more than a sign of listening."""
    listens = say.OKAY.search(text) is not None
    return bool(say.YES.search(text) or say.LIKES.search(text)) and not listens and not refuses(text)


def refuses(text: str) -> bool:
    """Whether the text begins with a no."""
    return bool(say.NO.search(text)) and not say.NOT_BAD.search(text) and not say.NO_SUCH.search(text)


def answers(text: str, scene: Scene, informed: Collection[str]) -> Iterator[Answer]:
    """The acts that answer the wizard's last turn; `informed` are the slots that the text fills by itself."""
    asked = [slot for slot in scene.requested if slot not in informed and slot != "name"]
    if asked == ["flex"] and (refuses(text) or say.YES.search(text)) and not scene.offered:
        yield Answer("inform", "flex", not refuses(text))
    elif asked and not (scene.failed or scene.offered or informed or _asks(text)) and say.DONT_CARE.search(text):
        yield from (Answer("inform", slot, slot == "flex" or DONT_CARE) for slot in asked)
    elif refuses(text):
        yield from _refusal(scene, informed)
    elif say.YES.search(text) or (say.OKAY.search(text) and (scene.booking or scene.confirming is not None)):
        yield from _agreement(scene, informed)


def _asks(text: str) -> bool:
    """Whether the text asks what time it is about, or when: no answer to such a question."""
    return text.rstrip().endswith("?") and say.WHAT_TIME.search(text) is not None


def _refusal(scene: Scene, informed: Collection[str]) -> Iterator[Answer]:
    if scene.booked and not informed:
        return
    if scene.booking and not scene.offered:
        yield Answer("negate", "action", "book")
    elif scene.proposed and not scene.offered:
        yield Answer("negate", scene.proposed[0])
    elif scene.failed and len(scene.requested) == 1:
        yield Answer("negate", scene.requested[0])
    elif scene.offered or scene.confirming is not None or scene.hearmore or not informed or scene.failed:
        yield Answer("negate")


def _agreement(scene: Scene, informed: Collection[str]) -> Iterator[Answer]:
    if scene.booking:
        yield Answer("affirm", "action", "book")
    elif scene.confirming is not None or (scene.hearmore and not scene.offered):
        yield Answer("affirm")
    elif scene.proposed and not scene.offered and not _chosen(scene, informed):
        yield Answer("affirm", scene.proposed[0])


def _chosen(scene: Scene, informed: Collection[str]) -> bool:
    """Whether the user chose among suggested values instead of agreeing to one: "economy, please"."""
    return scene.proposed.count(scene.proposed[0]) > 1 and scene.proposed[0] in informed
