"""The survey as a form: its questions as inputs, what was filled in as answers."""

from __future__ import annotations

from collections.abc import Mapping

from wayframe.collection.records import Answers
from wayframe.collection.study import StudySettings, SurveyQuestion
from wayframe.collection.surveys import questions
from wayframe.dialogue import Author
from wayframe.slack.blocks import Block, choice, entry, form

_STARS = tuple((str(stars), f"{'★' * stars}  {stars} of 5") for stars in range(1, 6))
_YES_NO = (("yes", "Yes"), ("no", "No"))
_LONGEST = 2000


def survey_form(study: StudySettings, side: Author, number: int, answers: Answers) -> Block:
    """All questions for one side of a talk, with what was answered so far."""
    return form("About the conversation", str(number), [_input(each, answers) for each in questions(study, side)])


def answered(study: StudySettings, side: Author, filled: Mapping[str, str]) -> Answers:
    """The answers of a form that was filled in."""
    return {each.name: answer(each, filled[each.name]) for each in questions(study, side) if each.name in filled}


def answer(question: SurveyQuestion, value: str) -> str | int | bool:
    """An answer as the study keeps it, from an option's value or from words."""
    match question.kind:
        case "scale":
            return int(value)
        case "yesno":
            return value == "yes"
        case "choice":
            return question.choices[int(value)]
        case "text":
            return value


def _input(question: SurveyQuestion, answers: Answers) -> Block:
    name, text, known = question.name, question.text, answers.get(question.name)
    match question.kind:
        case "scale":
            return choice(name, text, _STARS, None if known is None else str(known))
        case "yesno":
            return choice(name, text, _YES_NO, None if known is None else "yes" if known else "no")
        case "choice":
            options = [(str(nth), label) for nth, label in enumerate(question.choices)]
            return choice(name, text, options, next((value for value, label in options if label == known), None))
        case "text":
            return entry(name, text, _LONGEST, known if isinstance(known, str) else None)
