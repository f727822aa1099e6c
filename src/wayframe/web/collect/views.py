"""Surveys and what participants are told, as the pages show them."""

from __future__ import annotations

from wayframe.collection.records import ParticipantStatus
from wayframe.collection.study import SurveyQuestion

_AGAIN = " You are in the queue again, before those who came after you."
_NEWS = {
    ("waiting", "left"): "Sorry: the other one had to leave the conversation." + _AGAIN,
    ("waiting", "lost"): "Sorry: the other one lost the connection and didn’t come back." + _AGAIN,
    ("idle", "lost"): "Your connection was lost for so long that the conversation was given up. You can begin another.",
}


def options(question: SurveyQuestion) -> tuple[tuple[str, str], ...]:
    """Return what one can choose as an answer: values and labels; none where one writes."""
    match question.kind:
        case "scale":
            return ("1", "1 worst"), ("2", "2"), ("3", "3"), ("4", "4"), ("5", "5 best")
        case "yesno":
            return ("yes", "Yes"), ("no", "No")
        case _:
            return tuple((choice, choice) for choice in question.choices)


def answer(question: SurveyQuestion, text: str) -> str | int | bool | None:
    """Return what was chosen or written, as the survey takes it."""
    if question.kind == "scale" and len(text) == 1 and text.isdecimal():
        return int(text)
    if question.kind == "yesno" and text in ("yes", "no"):
        return text == "yes"
    return text or None


def news(standing: ParticipantStatus) -> str:
    """Return what became of the last conversation, if somebody has to be told."""
    return _NEWS.get((standing.state, standing.reason or ""), "")
