"""People wait, are paired, noticed when away, and let go."""

from pathlib import Path

import pytest

pytest.importorskip("sqlalchemy")
pytest.importorskip("itsdangerous")

from studies import Clock, collecting, come, paired
from wayframe.collection.collection import StudyCollection
from wayframe.collection.matchmaking import DEAD, GRACE, RETURN, MatchmakingQueue
from wayframe.collection.records import ForbiddenError
from wayframe.collection.sessions import find_dialogue
from wayframe.collection.study import StudyLimits
from wayframe.packages import Catalogue


def test_a_user_waits_for_a_wizard_and_both_are_in_one_talk(tmp_path: Path, catalogue: Catalogue) -> None:
    with collecting(tmp_path, catalogue) as study:
        user, wizard = come(study, "user"), come(study, "wizard")
        waits = study.matchmaking.available(user, "user")
        assert (waits.state, waits.place, waits.waiting) == ("waiting", 1, 1)
        talks = study.matchmaking.available(wizard, "wizard")
        assert (talks.state, talks.side, talks.partner) == ("talking", "wizard", "here")
        assert study.matchmaking.standing(user).talk == talks.talk
        assert study.matchmaking.standing(user).side == "user"


def test_two_users_wait_for_ever_and_may_leave(tmp_path: Path, catalogue: Catalogue) -> None:
    with collecting(tmp_path, catalogue) as study:
        one, other = come(study, "user"), come(study, "user")
        study.matchmaking.available(one, "user")
        assert study.matchmaking.available(other, "user").place == 2
        study.matchmaking.leave(one)
        assert study.matchmaking.standing(one).state == "idle"
        assert study.matchmaking.standing(other).place == 1


def test_nobody_plays_what_they_were_not_invited_for(tmp_path: Path, catalogue: Catalogue) -> None:
    with collecting(tmp_path, catalogue) as study:
        with pytest.raises(ForbiddenError, match="invited as the user"):
            study.matchmaking.available(come(study, "user"), "wizard")
        with pytest.raises(ForbiddenError):
            study.matchmaking.available(come(study, "annotator"), "user")


def test_whoever_leaves_frees_the_other_who_is_paired_again(tmp_path: Path, catalogue: Catalogue) -> None:
    with collecting(tmp_path, catalogue) as study:
        user, wizard, first = paired(study)
        study.matchmaking.leave(user)
        left = study.matchmaking.standing(wizard)
        assert (left.state, left.reason) == ("waiting", "left")
        assert study.sessions.read(wizard, first).how == "left"
        other = come(study, "user")
        again = study.matchmaking.available(other, "user")
        assert again.talk == first + 1
        assert study.matchmaking.standing(wizard).talk == again.talk


def test_a_lost_line_is_noticed_and_a_new_one_goes_on(tmp_path: Path, catalogue: Catalogue) -> None:
    clock = Clock()
    with collecting(tmp_path, catalogue, clock=clock) as study:
        user, wizard, number = paired(study)
        study.matchmaking.arrived(user, "phone")
        study.matchmaking.left("phone")
        study.matchmaking.sweep()
        assert study.matchmaking.standing(wizard).partner == "here"  # a page that is loaded again
        clock.pass_(GRACE + 1)
        study.matchmaking.sweep()
        assert study.matchmaking.standing(wizard).partner == "absent"
        study.matchmaking.arrived(user, "laptop")
        assert study.matchmaking.standing(wizard).partner == "here"
        assert study.matchmaking.standing(user).talk == number


def test_whoever_stays_away_is_let_go(tmp_path: Path, catalogue: Catalogue) -> None:
    clock = Clock()
    with collecting(tmp_path, catalogue, clock=clock) as study:
        user, wizard, _ = paired(study)
        study.matchmaking.arrived(user, "one")
        study.matchmaking.left("one")
        clock.pass_(GRACE + 1)
        study.matchmaking.sweep()
        clock.pass_(study.study.limits.patience + 1)
        study.matchmaking.sweep()
        assert study.matchmaking.standing(user).state == "idle"
        assert study.matchmaking.standing(user).reason == "lost"
        assert (study.matchmaking.standing(wizard).state, study.matchmaking.standing(wizard).reason) == (
            "waiting",
            "lost",
        )


def test_the_lines_of_a_dead_process_are_closed(tmp_path: Path, catalogue: Catalogue) -> None:
    clock = Clock()
    with collecting(tmp_path, catalogue, clock=clock) as study:
        user, wizard, _ = paired(study)
        other = MatchmakingQueue(study.study, study.storage, study.matchmaking._lobby, clock)
        study.matchmaking.sweep()
        clock.pass_(RETURN)
        other.arrived(user, "there")
        clock.pass_(DEAD + 1)
        study.matchmaking.sweep()  # the other process doesn't
        clock.pass_(GRACE + 1)
        study.matchmaking.sweep()
        assert study.matchmaking.standing(wizard).partner == "absent"


def test_a_page_loaded_again_keeps_the_place_in_the_queue(tmp_path: Path, catalogue: Catalogue) -> None:
    clock = Clock()
    with collecting(tmp_path, catalogue, clock=clock) as study:
        user = come(study, "user")
        study.matchmaking.arrived(user, "one")
        study.matchmaking.available(user, "user")
        study.matchmaking.left("one")
        clock.pass_(1)
        study.matchmaking.arrived(user, "two")
        clock.pass_(GRACE + 1)
        study.matchmaking.sweep()
        assert study.matchmaking.standing(user).place == 1
        study.matchmaking.left("two")
        clock.pass_(GRACE + 1)
        study.matchmaking.sweep()
        assert study.matchmaking.standing(user).state == "idle"


def restarted(study: StudyCollection) -> MatchmakingQueue:
    """The hall of a process that has just been started on the same database."""
    return MatchmakingQueue(study.study, study.storage, study.matchmaking._lobby, study.clock)


@pytest.mark.parametrize("killed", [False, True])
def test_a_restart_keeps_the_queue_and_those_who_come_back_in_it(
    tmp_path: Path, catalogue: Catalogue, killed: bool
) -> None:
    clock = Clock()
    with collecting(tmp_path, catalogue, clock=clock) as study:
        people = [come(study, "user") for _ in range(3)]
        for number, person in enumerate(people):
            study.matchmaking.arrived(person, f"before-{number}")
            study.matchmaking.available(person, "user")
            clock.pass_(1)
        if not killed:
            for number in range(3):
                study.matchmaking.left(f"before-{number}")
        clock.pass_(600)  # until somebody starts it again
        matchmaking = restarted(study)
        matchmaking.sweep()
        assert [matchmaking.standing(person).place for person in people] == [1, 2, 3]
        matchmaking.arrived(people[0], "after")
        clock.pass_(60)  # a page that nobody looks at is slower
        matchmaking.sweep()
        matchmaking.arrived(people[2], "after-2")
        clock.pass_(RETURN - 60 + GRACE + 1)
        matchmaking.sweep()
        clock.pass_(GRACE + 1)
        matchmaking.sweep()
        assert [matchmaking.standing(person).place for person in people] == [1, None, 2]


def test_who_leaves_just_after_a_restart_is_away_like_anybody(tmp_path: Path, catalogue: Catalogue) -> None:
    clock = Clock()
    with collecting(tmp_path, catalogue, clock=clock) as study:
        user, wizard, _ = paired(study)
        matchmaking = restarted(study)
        matchmaking.sweep()
        matchmaking.arrived(user, "after")
        matchmaking.left("after")
        clock.pass_(GRACE + 1)
        matchmaking.sweep()
        assert matchmaking.standing(wizard).partner == "absent"


def test_a_dialogue_ends_when_its_time_is_over(tmp_path: Path, catalogue: Catalogue) -> None:
    clock = Clock()
    with collecting(tmp_path, catalogue, clock=clock, limits=StudyLimits(minutes=1)) as study:
        user, wizard, number = paired(study)
        clock.pass_(61)
        study.matchmaking.sweep()
        assert study.sessions.read(user, number).how == "expired"
        assert study.matchmaking.standing(wizard).state == "survey"


def test_as_often_as_one_may(tmp_path: Path, catalogue: Catalogue) -> None:
    with collecting(tmp_path, catalogue, limits=StudyLimits(dialogues=1)) as study:
        user, wizard, number = paired(study)
        study.sessions.end(user, number)
        study.sessions.answer(user, number, {"rating": 5})
        assert study.matchmaking.standing(user).state == "done"
        with pytest.raises(ForbiddenError, match="as often as one may"):
            study.matchmaking.available(user, "user")
        with pytest.raises(ForbiddenError, match="questions"):
            study.matchmaking.available(wizard, "wizard")


def test_with_the_agent_at_once(tmp_path: Path, catalogue: Catalogue) -> None:
    with collecting(tmp_path, catalogue, conditions={"agent": 1.0}) as study:
        user = come(study, "user")
        talks = study.matchmaking.available(user, "user")
        assert talks.state == "talking"
        assert talks.talk
        with study.storage.reading() as connection:
            talk = find_dialogue(connection, talks.talk)
        assert talk
        assert (talk.condition, talk.user) == ("agent", user.id)
        study.matchmaking.leave(user)
        assert study.matchmaking.standing(user).waiting == 0  # the agent waits for nobody
