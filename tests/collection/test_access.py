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
        token = study.access.token(study.access.invite("user", cap=2))
        people = {study.access.join(token, "en").id for _ in range(2)}
        assert len(people) == 2
        with pytest.raises(ForbiddenError, match="has come"):
            study.access.join(token, "en")
        assert len(study.access.people()) == 2


def test_a_link_expires_and_can_be_taken_back(tmp_path: Path, catalogue: Catalogue) -> None:
    clock = Clock()
    with collecting(tmp_path, catalogue, clock=clock) as study:
        short, long = study.access.invite("user", hours=1), study.access.invite("wizard")
        clock.pass_(3601)
        with pytest.raises(ForbiddenError, match="expired"):
            study.access.join(study.access.token(short), "en")
        study.access.revoke(long.id)
        with pytest.raises(ForbiddenError, match="withdrawn"):
            study.access.join(study.access.token(long), "en")


def test_one_kind_of_link_is_no_other(tmp_path: Path, catalogue: Catalogue) -> None:
    with collecting(tmp_path, catalogue) as study:
        access, person = study.access, come(study)
        session, passage, admin = access.session(person), access.login_token(person), access.admin_token()
        assert access.authenticate(session) == access.authenticate_login(passage) == person
        access.check_admin(admin)
        for check, wrong in (
            (access.authenticate, (passage, admin, session + "x", "", person.id)),
            (access.authenticate_login, (session, admin)),
            (access.check_admin, (session, passage, "")),
            (access.invitation, (session, passage, admin)),
        ):
            for token in wrong:
                with pytest.raises(ForbiddenError, match="not valid"):
                    check(token)


def test_another_studys_links_are_not_valid_here(tmp_path: Path, catalogue: Catalogue) -> None:
    with collecting(tmp_path / "a", catalogue) as one, collecting(tmp_path / "b", catalogue) as other:
        token = one.access.token(one.access.invite("user"))
        with pytest.raises(ForbiddenError, match="not valid"):
            other.access.invitation(token)


def test_whoever_is_sent_away_is_known_no_more_and_their_partner_is_free(tmp_path: Path, catalogue: Catalogue) -> None:
    with collecting(tmp_path, catalogue) as study:
        user, wizard, _ = paired(study)
        session = study.access.session(user)
        study.access.expel(user.id)
        with pytest.raises(ForbiddenError):
            study.access.authenticate(session)
        assert study.matchmaking.standing(wizard).state == "waiting"


def test_a_new_link_for_the_administrator_ends_the_old_one(tmp_path: Path, catalogue: Catalogue) -> None:
    with collecting(tmp_path, catalogue) as study:
        old = study.access.admin_token()
        new = study.access.renew_admin()
        study.access.check_admin(new)
        with pytest.raises(ForbiddenError):
            study.access.check_admin(old)


def test_nothing_is_left_of_whoever_is_forgotten(tmp_path: Path, catalogue: Catalogue) -> None:
    with collecting(tmp_path, catalogue) as study:
        user, wizard, number = paired(study)
        study.access.note("administrator", "look", f"at {user.id}")
        study.sessions.say(user, number, "A sentence of the zebra")
        study.sessions.search(wizard, number, Query(dst_city="Zebrastadt"))
        study.sessions.end(user, number)
        study.sessions.answer(user, number, {"rating": 5, "comment": "zebra"})
        assert study.access.erase(user.id) == ((number,), ())
        assert study.access.people() == (wizard,)
        with pytest.raises(ForbiddenError):
            study.sessions.read(wizard, number)
        assert study.matchmaking.standing(wizard).state == "idle"
        kept = b"".join(path.read_bytes() for path in tmp_path.glob("study.sqlite*"))
        assert b"zebra" not in kept.lower()
        assert user.id.encode() not in kept


def test_the_log_says_who_did_what(tmp_path: Path, catalogue: Catalogue) -> None:
    with collecting(tmp_path, catalogue) as study:
        invitation = study.access.invite("user", cap=3)
        study.access.revoke(invitation.id)
        assert [(entry.action, entry.who) for entry in study.access.audit()] == [
            ("revoke", "administrator"),
            ("invite", "administrator"),
        ]
        for act in (study.access.revoke, study.access.expel, study.access.erase):
            with pytest.raises(InputError, match="there is no"):
                act("nobody")


def test_who_comes_from_elsewhere_is_the_same_person_each_time(tmp_path: Path, catalogue: Catalogue) -> None:
    with collecting(tmp_path, catalogue) as study:
        person = study.access.enter("slack:T1:U1", "either", "en")
        assert study.access.enter("slack:T1:U1", "user", "en") == person
        assert study.access.known("slack:T1:U1") == person
        assert study.access.known("slack:T1:U2") is None
