"""People wait, are paired, noticed when away, and let go."""

from pathlib import Path

import pytest

pytest.importorskip("sqlalchemy")
pytest.importorskip("itsdangerous")

from studies import Clock, collecting, come, paired
from wayframe.collection.collection import Collection
from wayframe.collection.hall import DEAD, GRACE, RETURN, Hall
from wayframe.collection.records import ForbiddenError
from wayframe.collection.rooms import held
from wayframe.collection.study import Limits
from wayframe.packages import Catalogue


def test_a_user_waits_for_a_wizard_and_both_are_in_one_talk(tmp_path: Path, catalogue: Catalogue) -> None:
    with collecting(tmp_path, catalogue) as study:
        user, wizard = come(study, "user"), come(study, "wizard")
        waits = study.hall.available(user, "user")
        assert (waits.state, waits.place, waits.waiting) == ("waiting", 1, 1)
        talks = study.hall.available(wizard, "wizard")
        assert (talks.state, talks.side, talks.partner) == ("talking", "wizard", "here")
        assert study.hall.standing(user).talk == talks.talk
        assert study.hall.standing(user).side == "user"


def test_two_users_wait_for_ever_and_may_leave(tmp_path: Path, catalogue: Catalogue) -> None:
    with collecting(tmp_path, catalogue) as study:
        one, other = come(study, "user"), come(study, "user")
        study.hall.available(one, "user")
        assert study.hall.available(other, "user").place == 2
        study.hall.leave(one)
        assert study.hall.standing(one).state == "idle"
        assert study.hall.standing(other).place == 1


def test_nobody_plays_what_they_were_not_invited_for(tmp_path: Path, catalogue: Catalogue) -> None:
    with collecting(tmp_path, catalogue) as study:
        with pytest.raises(ForbiddenError, match="invited as the user"):
            study.hall.available(come(study, "user"), "wizard")
        with pytest.raises(ForbiddenError):
            study.hall.available(come(study, "annotator"), "user")


def test_whoever_leaves_frees_the_other_who_is_paired_again(tmp_path: Path, catalogue: Catalogue) -> None:
    with collecting(tmp_path, catalogue) as study:
        user, wizard, first = paired(study)
        study.hall.leave(user)
        left = study.hall.standing(wizard)
        assert (left.state, left.reason) == ("waiting", "left")
        assert study.rooms.read(wizard, first).how == "left"
        other = come(study, "user")
        again = study.hall.available(other, "user")
        assert again.talk == first + 1
        assert study.hall.standing(wizard).talk == again.talk


def test_a_lost_line_is_noticed_and_a_new_one_goes_on(tmp_path: Path, catalogue: Catalogue) -> None:
    clock = Clock()
    with collecting(tmp_path, catalogue, clock=clock) as study:
        user, wizard, number = paired(study)
        study.hall.arrived(user, "phone")
        study.hall.left("phone")
        study.hall.sweep()
        assert study.hall.standing(wizard).partner == "here"  # a page that is loaded again
        clock.pass_(GRACE + 1)
        study.hall.sweep()
        assert study.hall.standing(wizard).partner == "absent"
        study.hall.arrived(user, "laptop")
        assert study.hall.standing(wizard).partner == "here"
        assert study.hall.standing(user).talk == number


def test_whoever_stays_away_is_let_go(tmp_path: Path, catalogue: Catalogue) -> None:
    clock = Clock()
    with collecting(tmp_path, catalogue, clock=clock) as study:
        user, wizard, _ = paired(study)
        study.hall.arrived(user, "one")
        study.hall.left("one")
        clock.pass_(GRACE + 1)
        study.hall.sweep()
        clock.pass_(study.study.limits.patience + 1)
        study.hall.sweep()
        assert study.hall.standing(user).state == "idle"
        assert study.hall.standing(user).reason == "lost"
        assert (study.hall.standing(wizard).state, study.hall.standing(wizard).reason) == ("waiting", "lost")


def test_the_lines_of_a_dead_process_are_closed(tmp_path: Path, catalogue: Catalogue) -> None:
    clock = Clock()
    with collecting(tmp_path, catalogue, clock=clock) as study:
        user, wizard, _ = paired(study)
        other = Hall(study.study, study.storage, study.hall._lobby, clock)
        study.hall.sweep()
        clock.pass_(RETURN)
        other.arrived(user, "there")
        clock.pass_(DEAD + 1)
        study.hall.sweep()  # the other process doesn't
        clock.pass_(GRACE + 1)
        study.hall.sweep()
        assert study.hall.standing(wizard).partner == "absent"


def test_a_page_loaded_again_keeps_the_place_in_the_queue(tmp_path: Path, catalogue: Catalogue) -> None:
    clock = Clock()
    with collecting(tmp_path, catalogue, clock=clock) as study:
        user = come(study, "user")
        study.hall.arrived(user, "one")
        study.hall.available(user, "user")
        study.hall.left("one")
        clock.pass_(1)
        study.hall.arrived(user, "two")
        clock.pass_(GRACE + 1)
        study.hall.sweep()
        assert study.hall.standing(user).place == 1
        study.hall.left("two")
        clock.pass_(GRACE + 1)
        study.hall.sweep()
        assert study.hall.standing(user).state == "idle"


def restarted(study: Collection) -> Hall:
    """The hall of a process that has just been started on the same database."""
    return Hall(study.study, study.storage, study.hall._lobby, study.clock)


@pytest.mark.parametrize("killed", [False, True])
def test_a_restart_keeps_the_queue_and_those_who_come_back_in_it(
    tmp_path: Path, catalogue: Catalogue, killed: bool
) -> None:
    clock = Clock()
    with collecting(tmp_path, catalogue, clock=clock) as study:
        people = [come(study, "user") for _ in range(3)]
        for number, person in enumerate(people):
            study.hall.arrived(person, f"before-{number}")
            study.hall.available(person, "user")
            clock.pass_(1)
        if not killed:
            for number in range(3):
                study.hall.left(f"before-{number}")
        clock.pass_(600)  # until somebody starts it again
        hall = restarted(study)
        hall.sweep()
        assert [hall.standing(person).place for person in people] == [1, 2, 3]
        hall.arrived(people[0], "after")
        clock.pass_(60)  # a page that nobody looks at is slower
        hall.sweep()
        hall.arrived(people[2], "after-2")
        clock.pass_(RETURN - 60 + GRACE + 1)
        hall.sweep()
        clock.pass_(GRACE + 1)
        hall.sweep()
        assert [hall.standing(person).place for person in people] == [1, None, 2]


def test_who_leaves_just_after_a_restart_is_away_like_anybody(tmp_path: Path, catalogue: Catalogue) -> None:
    clock = Clock()
    with collecting(tmp_path, catalogue, clock=clock) as study:
        user, wizard, _ = paired(study)
        hall = restarted(study)
        hall.sweep()
        hall.arrived(user, "after")
        hall.left("after")
        clock.pass_(GRACE + 1)
        hall.sweep()
        assert hall.standing(wizard).partner == "absent"


def test_a_dialogue_ends_when_its_time_is_over(tmp_path: Path, catalogue: Catalogue) -> None:
    clock = Clock()
    with collecting(tmp_path, catalogue, clock=clock, limits=Limits(minutes=1)) as study:
        user, wizard, number = paired(study)
        clock.pass_(61)
        study.hall.sweep()
        assert study.rooms.read(user, number).how == "expired"
        assert study.hall.standing(wizard).state == "survey"


def test_as_often_as_one_may(tmp_path: Path, catalogue: Catalogue) -> None:
    with collecting(tmp_path, catalogue, limits=Limits(dialogues=1)) as study:
        user, wizard, number = paired(study)
        study.rooms.end(user, number)
        study.rooms.answer(user, number, {"rating": 5})
        assert study.hall.standing(user).state == "done"
        with pytest.raises(ForbiddenError, match="as often as one may"):
            study.hall.available(user, "user")
        with pytest.raises(ForbiddenError, match="questions"):
            study.hall.available(wizard, "wizard")


def test_with_the_agent_at_once(tmp_path: Path, catalogue: Catalogue) -> None:
    with collecting(tmp_path, catalogue, arms={"agent": 1.0}) as study:
        user = come(study, "user")
        talks = study.hall.available(user, "user")
        assert talks.state == "talking"
        assert talks.talk
        with study.storage.reading() as connection:
            talk = held(connection, talks.talk)
        assert talk
        assert (talk.arm, talk.user) == ("agent", user.id)
        study.hall.leave(user)
        assert study.hall.standing(user).waiting == 0  # the agent waits for nobody
