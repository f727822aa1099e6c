"""Count the dialogues, their speakers, their length and their outcomes (paper sections 3 and 4, figure 1a, 1c)."""

from __future__ import annotations

from collections import Counter
from datetime import date, timedelta

from wayframe.analysis.distribution import mean
from wayframe.dialogue import Dialogue, FramesRecord

_DAY = 24 * 60 * 60 * 1000  # in the milliseconds of timestamps


class DialogueFigures(FramesRecord, frozen=True):
    """Figures of whole dialogues. Days are UTC; a dialogue that nobody rated counts in no rating."""

    dialogues: int
    turns: int
    user_turns: int
    wizard_turns: int
    turns_mean: float
    users: int
    wizards: int
    participants: int
    days: int
    first_day: str | None
    last_day: str | None
    ratings: int
    rating_mean: float | None
    tasks_judged: int
    tasks_successful: int
    turns_per_dialogue: dict[int, int]
    rating_counts: dict[str, int]


class DialogueCount:
    """Counts conversations one at a time."""

    def __init__(self) -> None:
        self.users, self.wizards = set[str](), set[str]()
        self.authors, self.lengths = Counter[str](), Counter[int]()
        self.ratings, self.tasks = Counter[float](), Counter[bool]()
        self.days = set[int]()

    def take(self, dialogue: Dialogue) -> None:
        """Count one more."""
        self.users.add(dialogue.user_id)
        self.wizards.add(dialogue.wizard_id)
        self.lengths[len(dialogue.turns)] += 1
        self.authors.update(turn.author for turn in dialogue.turns)
        rating, done = dialogue.labels.user_survey_rating, dialogue.labels.wizard_survey_task_successful
        if rating is not None:
            self.ratings[float(rating)] += 1
        if done is not None:
            self.tasks[done] += 1
        self.days.update(int(turn.timestamp // _DAY) for turn in dialogue.turns)

    def counted(self) -> DialogueFigures:
        """The figures of all that was taken."""
        ratings = self.ratings.total()
        return DialogueFigures(
            dialogues=self.lengths.total(),
            turns=self.authors.total(),
            user_turns=self.authors["user"],
            wizard_turns=self.authors["wizard"],
            turns_mean=mean(self.lengths),
            users=len(self.users),
            wizards=len(self.wizards),
            participants=len(self.users | self.wizards),
            days=len(self.days),
            first_day=_date(min(self.days)) if self.days else None,
            last_day=_date(max(self.days)) if self.days else None,
            ratings=ratings,
            rating_mean=sum(rating * count for rating, count in self.ratings.items()) / ratings if ratings else None,
            tasks_judged=self.tasks.total(),
            tasks_successful=self.tasks[True],
            turns_per_dialogue=dict(sorted(self.lengths.items())),
            rating_counts={f"{rating:g}": count for rating, count in sorted(self.ratings.items())},
        )


def _date(day: int) -> str:
    return (date(1970, 1, 1) + timedelta(day)).isoformat()
