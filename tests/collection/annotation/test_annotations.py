"""Who annotates what: two a dialogue, then somebody who decides; nothing is lost, nobody sees what isn't theirs."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

import pytest

pytest.importorskip("sqlalchemy")
pytest.importorskip("itsdangerous")
pytest.importorskip("fastapi")

import postgres
from annotating import TALK, annotations, annotator, talk
from collected import talked
from studies import collecting, come, paired
from wayframe.collection.annotation.annotations import AnnotationService
from wayframe.collection.annotation.labels import ActPosition
from wayframe.collection.records import ForbiddenError, StudyParticipant
from wayframe.databases import ConflictError
from wayframe.errors import InputError
from wayframe.packages import Catalogue


def finish(work: AnnotationService, person: StudyParticipant, number: int) -> None:
    """Confirm all turns and say so."""
    opened = work.open(person, number)
    for turn in range(len(opened.said)):
        opened = work.edit(person, number, opened.version, lambda sheet, turn=turn: sheet.confirm(turn))  # type: ignore[misc]
    work.finish(person, number, opened.version)


def test_work_begins_with_what_the_reader_reads(tmp_path: Path, catalogue: Catalogue) -> None:
    with collecting(tmp_path, catalogue) as study:
        talk(study)
        work, person = annotations(study), annotator(study)
        number = work.take(person)
        assert number
        opened = work.open(person, number)
        assert [each.author for each in opened.said] == ["user", "wizard"] * (len(TALK) // 2)
        assert [act.name for act in opened.work.turns[1].acts] == ["greeting", "offer", "offer"]
        assert opened.version == 1
        assert not opened.advice
        assert len(opened.memories[1].frames) == 3


def test_dialogues_with_fewest_annotators_come_first_and_two_are_enough(tmp_path: Path, catalogue: Catalogue) -> None:
    with collecting(tmp_path, catalogue) as study:
        one, two = talk(study), talk(study)
        work, people = annotations(study), [annotator(study) for _ in range(3)]
        assert [work.take(person) for person in people] == [one, two, one]
        assert [work.take(person) for person in people] == [two, None, None]
        assert [work.take(person) for person in people] == [None, None, None]
        assert [work.waiting(person) for person in people] == [0, 0, 0]


@pytest.mark.long
@pytest.mark.parametrize("database", ["sqlite", "postgresql"])
def test_who_comes_at_the_same_moment_neither_gets_a_third_place_nor_overwrites(
    tmp_path: Path, catalogue: Catalogue, database: str
) -> None:
    with ExitStack() as stack:
        url = stack.enter_context(postgres.running()) if database == "postgresql" else None
        study = stack.enter_context(collecting(tmp_path, catalogue, url))
        number = talk(study)
        work, people = annotations(study), [annotator(study) for _ in range(6)]
        pool = stack.enter_context(ThreadPoolExecutor(6))
        taken = list(pool.map(work.take, people))
        assert sorted(map(str, taken)) == [str(number)] * 2 + ["None"] * 4
        person = people[taken.index(number)]

        def changed(turn: int) -> bool:
            try:
                work.edit(person, number, 1, lambda sheet: sheet.confirm(turn))
            except ConflictError:
                return False
            return True

        assert sum(pool.map(changed, range(6))) == 1
        assert work.open(person, number).work.confirmed == 1


def test_what_is_not_released_is_nothing_to_annotate(tmp_path: Path, catalogue: Catalogue) -> None:
    with collecting(tmp_path, catalogue) as study:
        user, _, empty = paired(study)
        study.sessions.end(user, empty)
        talked(study, "Nobody replied")
        talked(study, end=False)
        user, _, _ = talked(study, end=False)
        study.matchmaking.leave(user)
        assert annotations(study).take(annotator(study)) is None


def test_each_change_is_kept_and_of_two_tabs_the_later_one_learns_of_it(tmp_path: Path, catalogue: Catalogue) -> None:
    with collecting(tmp_path, catalogue) as study:
        talk(study)
        work, person = annotations(study), annotator(study)
        number = work.take(person) or 0
        changed = work.edit(person, number, 1, lambda sheet: sheet.remove(1, ActPosition(0)))
        assert changed.version == 2
        assert annotations(study).open(person, number).work == changed.work
        with pytest.raises(ConflictError):
            work.edit(person, number, 1, lambda sheet: sheet.remove(1, ActPosition(0)))
        undone = work.undo(person, number, 2)
        assert [act.name for act in undone.work.turns[1].acts] == ["greeting", "offer", "offer"]


def test_done_is_who_has_looked_at_every_turn(tmp_path: Path, catalogue: Catalogue) -> None:
    with collecting(tmp_path, catalogue) as study:
        talk(study)
        work, person = annotations(study), annotator(study)
        number = work.take(person) or 0
        with pytest.raises(InputError, match="turn 1 isn't confirmed yet, nor 7 more"):
            work.finish(person, number, 1)
        finish(work, person, number)
        assert work.open(person, number).done
        (mine,) = work.progress()
        assert (mine.annotator, mine.dialogues, mine.done, mine.turns, mine.confirmed) == (person.id, 1, 1, 8, 8)
        (item,) = work.items(person)
        assert (item.talk, item.turns, item.confirmed, item.done) == (number, 8, 8, True)


def test_an_adjudicator_sees_both_and_takes_one_or_the_other(tmp_path: Path, catalogue: Catalogue) -> None:
    with collecting(tmp_path, catalogue) as study:
        number = talk(study)
        work, one, two, judge = annotations(study), annotator(study), annotator(study), annotator(study, "adjudicator")
        first, second = sorted((one, two), key=lambda person: person.id)
        for person in (first, second):
            work.take(person)
        assert work.take(judge) is None
        work.edit(second, number, 1, lambda sheet: sheet.rename_act(1, ActPosition(2), "suggest"))
        for person in (first, second):
            finish(work, person, number)
        assert work.take(judge) == number
        opened = work.open(judge, number)
        assert [turn for turn, each in enumerate(opened.beside) if not each.agree] == [1]
        assert [turn.confirmed for turn in opened.work.turns] == [turn != 1 for turn in range(8)]
        decided = work.adopt(judge, number, opened.version, 1, 1, 2, 2)
        assert [act.name for act in decided.work.turns[1].acts] == ["greeting", "offer", "suggest"]
        assert [act.id for act in decided.work.turns[1].acts] == [None, 2, 3]
        assert decided.work.turns[2] == opened.work.turns[2]
        assert (work.open(first, number).held, work.open(judge, number).held) == (True, False)
        for change in (work.undo, work.reopen):
            with pytest.raises(InputError, match="being adjudicated: ask the adjudicator to hand it back"):
                change(first, number, work.open(first, number).version)


def test_done_is_reopened_before_anything_is_changed(tmp_path: Path, catalogue: Catalogue) -> None:
    with collecting(tmp_path, catalogue) as study:
        number = talk(study)
        work, person = annotations(study), annotator(study)
        work.take(person)
        finish(work, person, number)
        version = work.open(person, number).version
        with pytest.raises(InputError, match=r"You are done with this dialogue\. Reopen it"):
            work.edit(person, number, version, lambda sheet: sheet.confirm(0, False))
        with pytest.raises(ConflictError):
            work.reopen(person, number, version - 1)
        opened = work.reopen(person, number, version)
        assert (opened.done, opened.version, opened.work.confirmed) == (False, version + 1, 8)
        assert work.reopen(person, number, opened.version) == opened, "open already"
        assert work.edit(person, number, opened.version, lambda sheet: sheet.confirm(0, False)).work.confirmed == 7


def test_an_adjudicator_reopens_or_hands_back_to_both(tmp_path: Path, catalogue: Catalogue) -> None:
    with collecting(tmp_path, catalogue) as study:
        number = talk(study)
        work, people, judge = annotations(study), [annotator(study) for _ in range(2)], annotator(study, "adjudicator")
        for person in people:
            work.take(person)
            finish(work, person, number)
        assert work.take(judge) == number
        finish(work, judge, number)
        assert not work.reopen(judge, number, work.open(judge, number).version).done
        for person in people:
            with pytest.raises(ForbiddenError):
                work.hand_back(person, number)
        work.hand_back(judge, number)
        with pytest.raises(ForbiddenError):
            work.open(judge, number)
        assert work.take(judge) is None, "both have to be done again"
        for person in people:
            opened = work.open(person, number)
            assert (opened.done, opened.held, opened.work.confirmed) == (False, False, 8)
            work.finish(person, number, opened.version)
        assert work.take(judge) == number


def test_an_adjudicator_goes_on_when_an_annotator_is_forgotten(tmp_path: Path, catalogue: Catalogue) -> None:
    with collecting(tmp_path, catalogue) as study:
        number = talk(study)
        work, people, judge = annotations(study), [annotator(study) for _ in range(2)], annotator(study, "adjudicator")
        for person in people:
            work.take(person)
            finish(work, person, number)
        work.take(judge)
        study.access.erase(people[0].id)
        opened = work.open(judge, number)
        assert (opened.others, opened.beside) == ((), ())
        finish(work, judge, number)


def test_the_two_agree_as_far_as_they_do(tmp_path: Path, catalogue: Catalogue) -> None:
    pytest.importorskip("nltk")
    pytest.importorskip("nervaluate")
    with collecting(tmp_path, catalogue) as study:
        number = talk(study)
        work, people = annotations(study), [annotator(study) for _ in range(2)]
        for person in people:
            work.take(person)
            finish(work, person, number)
        found = work.agreement()
        assert (found.dialogues, found.turns, found.acts, found.slots, found.active_frame) == (1, 8, 1.0, 1.0, 1.0)


def test_nobody_else_comes_in(tmp_path: Path, catalogue: Catalogue) -> None:
    with collecting(tmp_path, catalogue) as study:
        number = talk(study)
        work, person, other = annotations(study), annotator(study), annotator(study)
        work.take(person)
        user = come(study, "user")
        acts: tuple[Callable[[StudyParticipant], object], ...] = (
            lambda who: work.open(who, number),
            lambda who: work.edit(who, number, 1, lambda sheet: sheet.confirm(0)),
            lambda who: work.undo(who, number, 1),
            lambda who: work.finish(who, number, 1),
            lambda who: work.reopen(who, number, 1),
            lambda who: work.hand_back(who, number),
            lambda who: work.adopt(who, number, 1, 0, 0, 0, None),
        )
        for stranger in (other, user):
            for act in acts:
                with pytest.raises(ForbiddenError):
                    act(stranger)
        for act in (work.items, work.waiting, work.take):
            with pytest.raises(ForbiddenError, match="Only annotators"):
                act(user)
