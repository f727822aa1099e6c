"""Surveys after a dialogue: the user rates the wizard, the wizard says whether the task was fulfilled.

These two are the corpus' (paper section 3.2); a study may ask more.
"""

from __future__ import annotations

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
    match question.kind, answer:
        case "scale", int() if answer is not True and answer is not False and 1 <= answer <= 5:
            return answer
        case "yesno", bool():
            return answer
        case "choice", str() if answer in question.choices:
            return answer
        case "text", None:
            return None
        case "text", str() if len(answer) <= _LONGEST:
            return answer.strip() or None
    raise InputError(f"{question.name}: expected {_expected(question)}, found {shown(answer)}")


def _expected(question: SurveyQuestion) -> str:
    match question.kind:
        case "scale":
            return "1 to 5"
        case "yesno":
            return "yes or no"
        case "choice":
            return f"one of {', '.join(question.choices)}"
        case _:
            return f"at most {_LONGEST:,} characters"
