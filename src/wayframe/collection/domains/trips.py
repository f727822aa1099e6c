"""Studies over trips."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wayframe.collection.desk.trips import TripsDesk
from wayframe.collection.records import AnyTask, TableStudyTask
from wayframe.collection.study import StudySettings
from wayframe.collection.tasks.trips import TripTasks
from wayframe.dialogue import Dialogue
from wayframe.packages import Catalogue

if TYPE_CHECKING:
    from wayframe.agent import Agent
    from wayframe.collection.labelling.protocol import DialogueLabeller
    from wayframe.conversation import Clock


class TripsStudyDomain:
    """See `StudyDomain`."""

    def __init__(self, study: StudySettings, catalogue: Catalogue) -> None:
        self.catalogue = catalogue
        self.desk, self.tasks = TripsDesk(catalogue), TripTasks(study, catalogue)

    def agent(self, seed: int = 0, clock: Clock | None = None) -> Agent:
        """See `StudyDomain.agent`."""
        from wayframe.catalogues import agent_over

        return agent_over(self.catalogue, seed=seed, clock=clock)

    def labeller(self) -> DialogueLabeller:
        """See `StudyDomain.labeller`."""
        from wayframe.collection.labelling.trips import TripsLabeller

        return TripsLabeller(self.catalogue)

    def problem(self, dialogue: Dialogue) -> str:
        """See `StudyDomain.problem`."""
        from wayframe.validation import problems

        return next((str(each) for each in problems(dialogue) if each.severity == "error"), "")

    def counted(self, dialogue: Dialogue) -> Dialogue:
        """See `StudyDomain.counted`."""
        return dialogue

    def reached(self, task: AnyTask, dialogue: Dialogue, *, sure: bool) -> bool | None:
        """See `StudyDomain.reached`."""
        from wayframe.collection.export.success import reached

        return None if isinstance(task, TableStudyTask) else reached(task, dialogue, self.catalogue, sure=sure)

    def close(self) -> None:
        """See `StudyDomain.close`."""
        self.catalogue.close()
