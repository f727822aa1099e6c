"""Surveys after a dialogue: the user rates the wizard, the wizard says whether the task was fulfilled.

These two are the corpus' (paper section 3.2); a study may ask more.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from wayframe.collection.records import Answers
from wayframe.collection.study import StudySettings, SurveyQuestion
from wayframe.dialogue import Author
from wayframe.errors import InputError, shown

RATING = "rating"
FULFILLED = "fulfilled"
COMMENT = "comment"
_LONGEST = 2000

_FIXED = {
    "user": SurveyQuestion(RATING, "user", "How well did the wizard help you?", "scale"),
    "wizard": SurveyQuestion(FULFILLED, "wizard", "Did the user accomplish the task?", "yesno"),
}


def questions(study: StudySettings, side: Author) -> tuple[SurveyQuestion, ...]:
    """Return what one side is asked, in order: the corpus' question, the study's own, a comment."""
    own = (question for question in study.questions if question.side == side)
    return (_FIXED[side], *own, SurveyQuestion(COMMENT, side, "Is there anything that you would like to add?", "text"))


def checked(study: StudySettings, side: Author, answers: Answers) -> Answers:
    """The answers, one for each question; texts may be left out. Raises `InputError` naming the question."""
    asked = {question.name: question for question in questions(study, side)}
    if strange := answers.keys() - asked.keys():
        raise InputError(f"{shown(min(strange))}: isn't asked")
    return {name: _checked(question, answers.get(name)) for name, question in asked.items()}


def _checked(question: SurveyQuestion, answer: str | int | bool | None) -> str | int | bool | None:
    """Return an answer, if it is one to the question; an empty text is none."""
    is_answer, expected = _KINDS[question.kind]
    if not is_answer(question, answer):
        choices = ", ".join(question.choices)
        raise InputError(f"{question.name}: expected {expected.format(choices=choices)}, found {shown(answer)}")
    return answer.strip() or None if question.kind == "text" and isinstance(answer, str) else answer


_KINDS: Mapping[str, tuple[Callable[[SurveyQuestion, Any], bool], str]] = {
    "scale": (lambda _, answer: type(answer) is int and 1 <= answer <= 5, "1 to 5"),
    "yesno": (lambda _, answer: isinstance(answer, bool), "yes or no"),
    "choice": (lambda question, answer: answer in question.choices, "one of {choices}"),
    "text": (
        lambda _, answer: answer is None or (isinstance(answer, str) and len(answer) <= _LONGEST),
        f"at most {_LONGEST:,} characters",
    ),
}
"""What is an answer to each kind of question, and the words for it."""
