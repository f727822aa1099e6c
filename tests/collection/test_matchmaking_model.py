"""Whatever people and processes do, nobody is in two places, waits beside a partner, or is held by who is gone."""

import itertools
import tempfile
from pathlib import Path

import pytest

from drawing import drawn

pytest.importorskip("sqlalchemy")
pytest.importorskip("itsdangerous")

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule
from msgspec.structs import replace

from studies import Clock, come, study_in
from wayframe.collection.collection import StudyCollection
from wayframe.collection.matchmaking import DEAD, GRACE, RETURN, MatchmakingQueue, Role
from wayframe.collection.sessions import find_dialogue
from wayframe.collection.storage import StudyStorage
from wayframe.collection.study import StudyLimits, TaskSettings
from wayframe.packages import Catalogue, Plan, generate

PEOPLE = range(5)
PATIENCE = 30.0


class Waiting(RuleBasedStateMachine):
    """Five people with pages open in two processes, which may die; a study that goes on."""

    @initialize(agent=st.sampled_from([0.0, 0.3]))
    def begin(self, agent: float) -> None:
        self.folder = tempfile.TemporaryDirectory()
        self.clock, self.names = Clock(), itertools.count()
        folder = Path(self.folder.name)
        study = study_in(folder, limits=StudyLimits(patience=PATIENCE), conditions={"human": 1.0, "agent": agent})
        study = replace(study, tasks=TaskSettings(pool=1))
        self.study = StudyCollection(study, StudyStorage(study.database_url), _catalogue(), self.clock)
        self.people = [come(self.study) for _ in PEOPLE]
        self.halls = [self.study.matchmaking, self._matchmaking()]
        self.lines: list[dict[str, int]] = [{}, {}]  # of each process: whose they are

    def _matchmaking(self) -> MatchmakingQueue:
        return MatchmakingQueue(self.study.study, self.study.storage, self.study.matchmaking._lobby, self.clock)

    @rule(who=st.sampled_from(PEOPLE), role=st.sampled_from(["user", "wizard", "either"]), process=st.integers(0, 1))
    def opens_a_page_and_is_available(self, who: int, role: Role, process: int) -> None:
        line = f"line{next(self.names)}"
        self.halls[process].arrived(self.people[who], line)
        self.lines[process][line] = who
        if self.halls[process].standing(self.people[who]).state != "survey":
            assert self.halls[process].available(self.people[who], role).state in ("waiting", "talking")

    @rule(who=st.sampled_from(PEOPLE), process=st.integers(0, 1))
    def loses_all_lines(self, who: int, process: int) -> None:
        for line in [line for line, whose in self.lines[process].items() if whose == who]:
            self.halls[process].left(line)
            del self.lines[process][line]

    @rule(process=st.integers(0, 1))
    def a_process_dies_and_another_one_starts(self, process: int) -> None:
        self.halls[process], self.lines[process] = self._matchmaking(), {}

    @rule(who=st.sampled_from(PEOPLE))
    def leaves(self, who: int) -> None:
        assert self.study.matchmaking.leave(self.people[who]).state in ("idle", "survey")

    @rule(who=st.sampled_from(PEOPLE))
    def ends_and_answers(self, who: int) -> None:
        person = self.people[who]
        before = self.study.matchmaking.standing(person)
        if before.state == "talking" and before.talk:
            self.study.sessions.end(person, before.talk)
        after = self.study.matchmaking.standing(person)
        if after.state == "survey" and after.talk:
            answers = {"rating": 3} if after.side == "user" else {"fulfilled": True}
            self.study.sessions.answer(person, after.talk, dict(answers))
            assert self.study.matchmaking.standing(person).state == "idle"

    @rule(seconds=st.floats(0.5, 40))
    def time_passes(self, seconds: float) -> None:
        for _ in range(int(seconds) // 5 + 1):  # processes sweep all the time
            self.clock.pass_(min(seconds, 5))
            for matchmaking in self.halls:
                matchmaking.sweep()

    @invariant()
    def the_talks_kept_are_those_of_the_lobby(self) -> None:
        if not hasattr(self, "study"):
            return
        with self.study.storage.reading() as connection:
            lobby = self.study.matchmaking._lobby.look(connection)
            talks = [find_dialogue(connection, number) for number in range(1, lobby.last + 1)]
        assert [talk.number for talk in talks if talk and not talk.over] == [talk.number for talk in lobby.talks]
        assert len(talks) == lobby.last
        people = [*(who for talk in lobby.talks for who in talk.people), *(each.who for each in lobby.waiting)]
        assert len(people) == len(set(people))
        roles = [each.role for each in lobby.waiting]
        assert len(set(roles)) <= 1
        assert roles.count("either") <= 1

    def teardown(self) -> None:
        """In the end everybody goes, and nobody is kept waiting or talking."""
        if not hasattr(self, "study"):
            return
        self.halls = [self._matchmaking()]
        for _ in range(int((DEAD + RETURN + GRACE + PATIENCE) / 5) + 4):
            self.clock.pass_(5)
            self.halls[0].sweep()
        assert {self.halls[0].standing(person).state for person in self.people} <= {"idle", "survey"}
        self.study.storage.close()
        self.folder.cleanup()


def _catalogue() -> Catalogue:
    if not _CATALOGUE:
        path = Path(tempfile.mkdtemp()) / "small.sqlite"
        generate(path, Plan(cities=8, hotels=30, packages=3000))
        _CATALOGUE.append(Catalogue(path))
    return _CATALOGUE[0]


_CATALOGUE: list[Catalogue] = []

TestWaiting = Waiting.TestCase
TestWaiting.settings = settings(max_examples=drawn(15), stateful_step_count=25)
