"""What is released of a study: its dialogues and what is known about them, without who took part."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Literal, NamedTuple

from wayframe.collection.export.comparison import Outcome
from wayframe.collection.export.labelling import SEEN, LabelledBy, Labeller, unlabelled
from wayframe.collection.export.privacy import Place, Veil
from wayframe.collection.export.success import reached
from wayframe.collection.export.talks import Collected, collected
from wayframe.collection.records import Answers, Made
from wayframe.collection.storage import Storage
from wayframe.collection.study import Study
from wayframe.collection.turns import Said, turns
from wayframe.dialogue import Author, Database, Dialogue, DialogueLabels, Package, Record, Search
from wayframe.packages import Catalogue
from wayframe.tasks import Task
from wayframe.validation import problems
from wayframe.validation.database import SearchCheck

LeftOut = Literal["left", "lost", "expired", "without a reply", "wrong labels"]
"""Why a talk is no dialogue of the release: nobody ended it, nobody replied, its labels contradict the format."""


class Released(NamedTuple):
    """A dialogue of the release, and what is known of it beside its turns."""

    dialogue: Dialogue
    talk: Collected
    said: tuple[Said, ...]
    labels: LabelledBy
    answers: dict[Author, Answers]
    reached: bool | None

    @property
    def task(self) -> Task:
        """What the user was to do."""
        return self.talk.held.task

    @property
    def began(self) -> str:
        """When its first message was said, to the second (UTC)."""
        return f"{datetime.fromtimestamp(self.talk.messages[0].at // 1000, UTC):%Y-%m-%dT%H:%M:%SZ}"


class Uses(Record, frozen=True):
    """What wizards made of the assistant's proposals: how often each was taken, changed, or left for their own."""

    taken: int = 0
    changed: int = 0
    hand: int = 0


class Release(NamedTuple):
    """All of it. `outcomes` has the talks that were left out, too.

    `wrong` says which labels contradict the format, and weren't taken for that; `dropped` which searches do.
    """

    released: tuple[Released, ...]
    outcomes: tuple[Outcome, ...]
    left_out: Counter[LeftOut]
    wrong: tuple[str, ...]
    replies: Uses
    searches: Uses
    dropped: tuple[str, ...] = ()

    @property
    def dialogues(self) -> tuple[Dialogue, ...]:
        """The dialogues."""
        return tuple(each.dialogue for each in self.released)


class Releasing:
    """Makes a release of what a study has collected so far."""

    def __init__(
        self, study: Study, storage: Storage, catalogue: Catalogue, labeller: Labeller, veil: Veil, *, raw: bool = False
    ) -> None:
        """`raw`: nothing is replaced."""
        self._study, self._storage, self._catalogue = study, storage, catalogue
        self._labeller, self._veil, self._raw = labeller, veil, raw
        self._wrong, self._dropped = list[str](), list[str]()

    def release(self, told: Callable[[int], None] = lambda done: None) -> Release:
        """Everything; `told` hears how many talks were looked at."""
        released, outcomes = list[Released](), list[Outcome]()
        self._wrong, self._dropped = list[str](), list[str]()
        left_out, replies, searches = Counter[LeftOut](), list[Made | None](), list[Made | None]()
        for number, talk in enumerate(collected(self._storage), 1):
            found = self._released(talk)
            if isinstance(found, Released):
                released.append(found)
            else:
                left_out[found] += 1
            outcomes.append(outcome(talk, found.reached if isinstance(found, Released) else None))
            replies += (message.made for message in talk.messages)
            searches += (search.made for search in talk.searches)
            told(number)
        return Release(
            tuple(released), tuple(outcomes), left_out, tuple(self._wrong), _uses(replies), _uses(searches),
            tuple(self._dropped),
        )  # fmt: skip

    def _released(self, talk: Collected) -> Released | LeftOut:
        held = talk.held
        if held.how in ("left", "lost", "expired"):
            return held.how
        said = turns(talk.messages, talk.searches)
        if len(said) < 2:
            return "without a reply"
        said = tuple(self._with_sound_searches(held.number, place, each) for place, each in enumerate(said))
        survey = DialogueLabels(talk.rating, talk.fulfilled)
        for labelled, by in self._labeller.label(held.number, said):
            dialogue = Dialogue(self._veil.name(held), *self._veil.people(held), survey, labelled)
            problem = next((each for each in problems(dialogue) if each.severity == "error"), None)
            if problem is None:
                return self._veiled(talk, said, dialogue, by)
            self._wrong.append(f"talk {held.number}: {by} labels: {problem}")
        return "wrong labels"

    def _with_sound_searches(self, number: int, turn: int, said: Said) -> Said:
        """Return a turn without the searches that contradict the format: each is noted, the dialogue is kept."""
        sound = list[tuple[Search, tuple[Package, ...]]]()
        for search, result in zip(said.db.search, said.db.result, strict=True):
            alone = Database((search,), (result,))
            (checked,) = unlabelled((said._replace(db=alone),))
            errors = [finding for finding in SearchCheck().findings(alone, checked) if not finding.oddity]
            if errors:
                self._dropped.append(f"talk {number}, turn {turn}: a search: {errors[0].field}: {errors[0].what}")
            else:
                sound.append((search, result))
        if len(sound) == len(said.db.search):
            return said
        return said._replace(db=Database(tuple(each for each, _ in sound), tuple(result for _, result in sound)))

    def _veiled(self, talk: Collected, said: tuple[Said, ...], dialogue: Dialogue, by: LabelledBy) -> Released:
        """Return a talk as it is released, without who took part unless it is to be raw."""
        held = talk.held
        success = reached(held.task, dialogue, self._catalogue, sure=by in SEEN)
        if self._raw:
            return Released(dialogue, talk, said, by, talk.answers, success)
        veiled = self._veil.dialogue(held, dialogue)
        answers = {side: self._veil.answers(held, side, given, self._study) for side, given in talk.answers.items()}
        return Released(veiled, talk, said, by, answers, success)


def preview(study: Study, storage: Storage, veil: Veil, told: Callable[[int], None] = lambda done: None) -> list[Place]:
    """Every place of the texts of a release that would be replaced. Labels don't matter for that, and aren't read."""
    for number, talk in enumerate(collected(storage), 1):
        said = turns(talk.messages, talk.searches)
        if talk.held.how == "ended" and len(said) > 1:
            people = veil.people(talk.held)
            veil.dialogue(talk.held, Dialogue(veil.name(talk.held), *people, DialogueLabels(), unlabelled(said)))
            for side, answers in talk.answers.items():
                veil.answers(talk.held, side, answers, study)
        told(number)
    return veil.places


def outcome(talk: Collected, success: bool | None) -> Outcome:
    """What came of a talk; `success`: whether what was agreed on fits the task, where it is known."""
    held = talk.held
    return Outcome(
        held.number,
        held.arm,
        held.user,
        held.how == "ended",
        talk.rating,
        talk.fulfilled,
        success,
        len(turns(talk.messages, talk.searches)),
        round(talk.minutes, 2),
        len(talk.searches),
    )


def _uses(made: list[Made | None]) -> Uses:
    """What became of proposals; what was done without one doesn't count."""
    counts = Counter(each.by for each in made if each is not None and each.proposal is not None)
    return Uses(counts["taken"], counts["changed"], counts["hand"])
