"""Invitations, people, links that are signed and can be taken back; what is deleted is gone."""

from pathlib import Path

import pytest

pytest.importorskip("sqlalchemy")
pytest.importorskip("itsdangerous")

from studies import Clock, collecting, come, paired
from wayframe.collection.records import ForbiddenError
from wayframe.errors import InputError
from wayframe.packages import Catalogue, Query


def test_an_open_link_is_for_as_many_as_its_cap(tmp_path: Path, catalogue: Catalogue) -> None:
    with collecting(tmp_path, catalogue) as study:
        token = study.doors.token(study.doors.invite("user", cap=2))
        people = {study.doors.join(token, "en").id for _ in range(2)}
        assert len(people) == 2
        with pytest.raises(ForbiddenError, match="has come"):
            study.doors.join(token, "en")
        assert len(study.doors.people()) == 2


def test_a_link_expires_and_can_be_taken_back(tmp_path: Path, catalogue: Catalogue) -> None:
    clock = Clock()
    with collecting(tmp_path, catalogue, clock=clock) as study:
        short, long = study.doors.invite("user", hours=1), study.doors.invite("wizard")
        clock.pass_(3601)
        with pytest.raises(ForbiddenError, match="expired"):
            study.doors.join(study.doors.token(short), "en")
        study.doors.revoke(long.id)
        with pytest.raises(ForbiddenError, match="withdrawn"):
            study.doors.join(study.doors.token(long), "en")


def test_one_kind_of_link_is_no_other(tmp_path: Path, catalogue: Catalogue) -> None:
    with collecting(tmp_path, catalogue) as study:
        doors, person = study.doors, come(study)
        session, passage, admin = doors.session(person), doors.passage(person), doors.admin_token()
        assert doors.person_of(session) == doors.of_passage(passage) == person
        doors.check_admin(admin)
        for check, wrong in (
            (doors.person_of, (passage, admin, session + "x", "", person.id)),
            (doors.of_passage, (session, admin)),
            (doors.check_admin, (session, passage, "")),
            (doors.invitation, (session, passage, admin)),
        ):
            for token in wrong:
                with pytest.raises(ForbiddenError, match="not valid"):
                    check(token)


def test_another_studys_links_are_not_valid_here(tmp_path: Path, catalogue: Catalogue) -> None:
    with collecting(tmp_path / "a", catalogue) as one, collecting(tmp_path / "b", catalogue) as other:
        token = one.doors.token(one.doors.invite("user"))
        with pytest.raises(ForbiddenError, match="not valid"):
            other.doors.invitation(token)


def test_whoever_is_sent_away_is_known_no_more_and_their_partner_is_free(tmp_path: Path, catalogue: Catalogue) -> None:
    with collecting(tmp_path, catalogue) as study:
        user, wizard, _ = paired(study)
        session = study.doors.session(user)
        study.doors.expel(user.id)
        with pytest.raises(ForbiddenError):
            study.doors.person_of(session)
        assert study.hall.standing(wizard).state == "waiting"


def test_a_new_link_for_the_administrator_ends_the_old_one(tmp_path: Path, catalogue: Catalogue) -> None:
    with collecting(tmp_path, catalogue) as study:
        old = study.doors.admin_token()
        new = study.doors.renew_admin()
        study.doors.check_admin(new)
        with pytest.raises(ForbiddenError):
            study.doors.check_admin(old)


def test_nothing_is_left_of_whoever_is_forgotten(tmp_path: Path, catalogue: Catalogue) -> None:
    with collecting(tmp_path, catalogue) as study:
        user, wizard, number = paired(study)
        study.doors.note("administrator", "look", f"at {user.id}")
        study.rooms.say(user, number, "A sentence of the zebra")
        study.rooms.search(wizard, number, Query(dst_city="Zebrastadt"))
        study.rooms.end(user, number)
        study.rooms.answer(user, number, {"rating": 5, "comment": "zebra"})
        assert study.doors.forget(user.id) == ((number,), ())
        assert study.doors.people() == (wizard,)
        with pytest.raises(ForbiddenError):
            study.rooms.read(wizard, number)
        assert study.hall.standing(wizard).state == "idle"
        kept = b"".join(path.read_bytes() for path in tmp_path.glob("study.sqlite*"))
        assert b"zebra" not in kept.lower()
        assert user.id.encode() not in kept


def test_the_log_says_who_did_what(tmp_path: Path, catalogue: Catalogue) -> None:
    with collecting(tmp_path, catalogue) as study:
        invitation = study.doors.invite("user", cap=3)
        study.doors.revoke(invitation.id)
        assert [(entry.action, entry.who) for entry in study.doors.audit()] == [
            ("revoke", "administrator"),
            ("invite", "administrator"),
        ]
        for act in (study.doors.revoke, study.doors.expel, study.doors.forget):
            with pytest.raises(InputError, match="there is no"):
                act("nobody")


def test_who_comes_from_elsewhere_is_the_same_person_each_time(tmp_path: Path, catalogue: Catalogue) -> None:
    with collecting(tmp_path, catalogue) as study:
        person = study.doors.enter("slack:T1:U1", "either", "en")
        assert study.doors.enter("slack:T1:U1", "user", "en") == person
        assert study.doors.known("slack:T1:U1") == person
        assert study.doors.known("slack:T1:U2") is None
