"""Studies over a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import UNSET
from msgspec.structs import replace

from wayframe.collection.desk.tables import TableDesk
from wayframe.collection.records import AnyTask, TableStudyTask
from wayframe.collection.study import StudySettings
from wayframe.collection.tasks.tables import TableTasks
from wayframe.dialogue import Dialogue
from wayframe.errors import InputError
from wayframe.sources.tables import TableSource

if TYPE_CHECKING:
    from wayframe.agent import Agent
    from wayframe.collection.labelling.protocol import DialogueLabeller
    from wayframe.conversation import Clock


class TableStudyDomain:
    """See `StudyDomain`."""

    def __init__(self, study: StudySettings, source: TableSource) -> None:
        self.source = source
        self.desk, self.tasks = TableDesk(source), TableTasks(study, source)

    def agent(self, seed: int = 0, clock: Clock | None = None) -> Agent:
        """See `StudyDomain.agent`."""
        from wayframe.catalogues import agent_over

        return agent_over(self.source, seed=seed, clock=clock)

    def labeller(self) -> DialogueLabeller:
        """See `StudyDomain.labeller`."""
        from wayframe.collection.labelling.tables import TableLabeller

        return TableLabeller(self.agent())

    def problem(self, dialogue: Dialogue) -> str:
        """See `StudyDomain.problem`: frames, acts and searches are checked; values are the table's own."""
        try:
            self.source.check(dialogue)
        except InputError as error:
            return str(error)
        return ""

    def counted(self, dialogue: Dialogue) -> Dialogue:
        """See `StudyDomain.counted`: without its searches, which are none of trips."""
        turns = tuple(replace(turn, db_json=UNSET) for turn in dialogue.turns)
        return replace(dialogue, turns=turns)

    def reached(self, task: AnyTask, dialogue: Dialogue, *, sure: bool) -> bool | None:
        """See `StudyDomain.reached`."""
        from wayframe.collection.export.success import reached_row

        return reached_row(task, dialogue, self.source, sure=sure) if isinstance(task, TableStudyTask) else None

    def close(self) -> None:
        """See `StudyDomain.close`: a table is held in memory."""
