"""Access control: authentication by signed links and cookies, invitations and roles, the administrator's log.

Links and cookies are signed with the study's secret and name a row of the database, which can be revoked.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, get_args

from itsdangerous import BadSignature, SignatureExpired, URLSafeSerializer, URLSafeTimedSerializer
from msgspec.structs import asdict
from sqlalchemy import delete, func, or_, select, update

from wayframe.collection import erasure
from wayframe.collection.erasure import ErasureReport
from wayframe.collection.matchmaking import LobbyStore
from wayframe.collection.records import AuditEntry, ForbiddenError, ParticipantKind, StudyInvitation, StudyParticipant
from wayframe.collection.storage import (
    ANNOTATIONS,
    AUDIT,
    CONNECTIONS,
    DELIVERIES,
    INVITATIONS,
    PEOPLE,
    TALKS,
    TASKS,
    StudyStorage,
)
from wayframe.collection.study import StudySettings
from wayframe.errors import InputError, shown

LOGIN_SECONDS = 86_400
"""Seconds for which a link that opens the page as somebody is good."""

_MOST = 100_000  # people by one link
_NO_LINK = "This link is not valid."
_SOMEBODY = "somebody"  # what stands in the log for those who were forgotten


class AccessControl:
    """Authentication of participants and of the administrator, and the list of who came."""

    def __init__(
        self, study: StudySettings, storage: StudyStorage, lobby: LobbyStore, clock: Callable[[], float] = time.time
    ) -> None:
        self._study, self._storage, self._lobby, self._clock = study, storage, lobby, clock
        secret = storage.setting("secret")
        self._invitations = URLSafeSerializer(secret, "invitation")
        self._sessions = URLSafeSerializer(secret, "session")
        self._admins = URLSafeSerializer(secret, "administrator")
        self._passages = URLSafeTimedSerializer(secret, "passage")

    def invite(
        self, kind: ParticipantKind, cap: int = 1, hours: float | None = None, note: str = "", by: str = "administrator"
    ) -> StudyInvitation:
        """A link for so many people, good for so many hours. Raises `InputError`."""
        if kind not in get_args(ParticipantKind):
            raise InputError(f"kind: expected {', '.join(get_args(ParticipantKind))}, found {shown(kind)}")
        if not 1 <= cap <= _MOST:
            raise InputError(f"cap: expected 1 to {_MOST:,}, found {cap:,}")
        if hours is not None and not 0 < hours <= 24 * 366:
            raise InputError(f"hours: expected more than 0 and at most a year, found {hours:g}")
        if not note.isprintable():
            raise InputError(f"note: expected a line of text, found {shown(note)}")
        now = self._clock()
        made = StudyInvitation(secrets.token_urlsafe(9), kind, cap, now, hours and now + 3600 * hours, note=note[:200])
        with self._storage.changing() as connection:
            connection.execute(INVITATIONS.insert().values(asdict(made)))
            self._log(connection, by, "invite", f"{made.id}: {kind}, {cap}")
        return made

    def token(self, invitation: StudyInvitation) -> str:
        """Return what the invitation's link ends with."""
        return str(self._invitations.dumps(invitation.id))

    def invitation(self, token: str) -> StudyInvitation:
        """The invitation of a link. Raises `ForbiddenError` saying why one can't come in by it."""
        name = _loaded(self._invitations, token)
        with self._storage.reading() as connection:
            return self._open(connection, name)

    def came_by(self, token: str, person: StudyParticipant) -> bool:
        """Return whether somebody came by this link, be it good for others or not. Raises `ForbiddenError`."""
        return _loaded(self._invitations, token) == person.invitation

    def invitations(self) -> tuple[StudyInvitation, ...]:
        """All invitations, the newest first."""
        newest = self._storage.rows(select(INVITATIONS).order_by(INVITATIONS.c.made.desc()))
        return tuple(StudyInvitation(**row._mapping) for row in newest)

    def join(self, token: str, language: str) -> StudyParticipant:
        """Somebody comes in by a link, and has agreed. Raises `ForbiddenError`, `InputError`."""
        name = _loaded(self._invitations, token)
        if language not in self._study.languages:
            raise InputError(f"language: expected {', '.join(self._study.languages)}, found {shown(language)}")
        with self._storage.changing() as connection:
            connection.execute(update(INVITATIONS).where(INVITATIONS.c.id == name).values(used=INVITATIONS.c.used + 1))
            invitation = self._open(connection, name, entering=True)
            return self._add(connection, invitation.kind, language, invitation.id, None)

    def enter(self, external: str, kind: ParticipantKind, language: str) -> StudyParticipant:
        """Somebody who is known elsewhere and has agreed there; who came before is the same person."""
        with self._storage.changing() as connection:
            if found := connection.execute(select(PEOPLE).where(PEOPLE.c.external == external)).first():
                return _person(found)
            return self._add(connection, kind, language, None, external)

    def known(self, external: str) -> StudyParticipant | None:
        """Return who this is, of those who came from elsewhere."""
        found = self._storage.rows(select(PEOPLE).where(PEOPLE.c.external == external))
        return _person(found[0]) if found else None

    def person(self, name: str) -> StudyParticipant:
        """Somebody by their id. Raises `ForbiddenError` for nobody, and for who was sent away."""
        found = self._storage.rows(select(PEOPLE).where(PEOPLE.c.id == name, ~PEOPLE.c.gone))
        if not found:
            raise ForbiddenError(_NO_LINK)
        return _person(found[0])

    def people(self) -> tuple[StudyParticipant, ...]:
        """Everybody, in the order of their coming."""
        return tuple(map(_person, self._storage.rows(select(PEOPLE).order_by(PEOPLE.c.joined))))

    def session(self, person: StudyParticipant) -> str:
        """Return what a browser shows to be known again."""
        return str(self._sessions.dumps(person.id))

    def authenticate(self, session: str) -> StudyParticipant:
        """Return who shows this. Raises `ForbiddenError`."""
        return self.person(_loaded(self._sessions, session))

    def login_token(self, person: StudyParticipant) -> str:
        """Return the end of a link that opens the page as somebody, for a day: on another device, from elsewhere."""
        return str(self._passages.dumps(person.id))

    def authenticate_login(self, token: str) -> StudyParticipant:
        """Return whose link this is. Raises `ForbiddenError`."""
        return self.person(_loaded(self._passages, token, max_age=LOGIN_SECONDS))

    def admin_token(self) -> str:
        """Return what the administrator's link ends with, until it is renewed."""
        return str(self._admins.dumps(self._storage.setting("administrator")))

    def check_admin(self, token: str) -> None:
        """Raises `ForbiddenError` where this isn't the administrator's token of today."""
        if not secrets.compare_digest(_loaded(self._admins, token), self._storage.setting("administrator")):
            raise ForbiddenError(_NO_LINK)

    def renew_admin(self, by: str = "administrator") -> str:
        """A new administrator's token; the former one is good for nothing."""
        self._storage.setting("administrator")
        self._storage.set("administrator", secrets.token_urlsafe(32))
        with self._storage.changing() as connection:
            self._log(connection, by, "renew", "the administrator's link")
        return self.admin_token()

    def revoke(self, invitation: str, by: str = "administrator") -> None:
        """Nobody comes in by this link any more. Raises `InputError` where there is none."""
        with self._storage.changing() as connection:
            found = connection.execute(update(INVITATIONS).where(INVITATIONS.c.id == invitation).values(revoked=True))
            if not found.rowcount:
                raise InputError(f"invitation: there is no {shown(invitation)}")
            self._log(connection, by, "revoke", invitation)

    def expel(self, name: str, by: str = "administrator") -> None:
        """Send somebody away; what they said stays. Raises `InputError` where there is nobody."""
        now = self._clock()
        with self._storage.changing() as connection:
            if not connection.execute(update(PEOPLE).where(PEOPLE.c.id == name).values(gone=True)).rowcount:
                raise InputError(f"person: there is no {shown(name)}")
            self._lobby.step(connection, lambda lobby: lobby.gone(name, now), now, "left")
            self._log(connection, by, "expel", name)
            self._storage.publish(connection, f"person/{name}")

    def erase(self, name: str, by: str = "administrator") -> ErasureReport:
        """Delete somebody and all dialogues that they took part in.

        Nothing of it stays: neither messages, searches, answers, annotations and what an agent kept, nor their name in
        the log and the note of an invitation that was for them alone, nor what was exported into the study's folder.
        Raises `InputError` where there is nobody.
        """
        from wayframe.collection import conditions  # here, as it loads the agent, which nothing else here needs

        now, folder = self._clock(), Path(self._study.folder)
        with self._storage.changing() as connection:
            if not (found := connection.execute(select(PEOPLE).where(PEOPLE.c.id == name)).first()):
                raise InputError(f"person: there is no {shown(name)}")
            self._storage.mark_deletion(connection)
            own = (INVITATIONS.c.id == found.invitation) & (INVITATIONS.c.cap == 1)
            connection.execute(update(INVITATIONS).where(own).values(note=""))
            self._lobby.step(connection, lambda lobby: lobby.forgotten(name, now), now, "left")
            theirs = or_(TALKS.c.user == name, TALKS.c.wizard == name)
            rows = connection.execute(select(TALKS.c.number, TALKS.c.user, TALKS.c.wizard).where(theirs)).all()
            numbers = tuple(row.number for row in rows)
            connection.execute(delete(TALKS).where(theirs))
            conditions.erase(connection, numbers)
            connection.execute(update(TASKS).where(TASKS.c.talk.in_(numbers)).values(talk=0))
            for table, column in (
                (ANNOTATIONS, "annotator"),
                (DELIVERIES, "person"),
                (CONNECTIONS, "person"),
                (PEOPLE, "id"),
            ):
                connection.execute(delete(table).where(table.c[column] == name))
            for column in (AUDIT.c.who, AUDIT.c.detail):
                connection.execute(update(AUDIT).values({column: func.replace(column, name, _SOMEBODY)}))
            self._log(connection, by, "forget", f"{_SOMEBODY}, {len(numbers)} dialogues")
            others = {who for row in rows for who in (row.user, row.wizard)} | {name}
            talks = (f"talk/{number}" for number in numbers)
            self._storage.publish(connection, *talks, *(f"person/{who}" for who in sorted(others)))
            elsewhere = erasure.elsewhere(connection, folder, found.joined)
        return ErasureReport(numbers, (*elsewhere, *erasure.clean(folder)))

    def audit(self) -> tuple[AuditEntry, ...]:
        """Return what administrators did, the newest first."""
        newest = self._storage.rows(select(AUDIT).order_by(AUDIT.c.number.desc()))
        return tuple(AuditEntry(row.at, row.who, row.action, row.detail) for row in newest)

    def note(self, who: str, action: str, detail: str = "") -> None:
        """Write into the log what an administrator did elsewhere."""
        with self._storage.changing() as connection:
            self._log(connection, who, action, detail)

    def _open(self, connection: Any, name: str, entering: bool = False) -> StudyInvitation:
        """An invitation that lets people in; `entering` if the one who comes is counted already."""
        found = connection.execute(select(INVITATIONS).where(INVITATIONS.c.id == name)).first()
        if found is None:
            raise ForbiddenError(_NO_LINK)
        invitation = StudyInvitation(**found._mapping)
        if invitation.revoked:
            raise ForbiddenError("This invitation was withdrawn.")
        if invitation.expires is not None and invitation.expires <= self._clock():
            raise ForbiddenError("This invitation has expired.")
        if invitation.used - entering >= invitation.cap:
            raise ForbiddenError("Everybody whom this invitation was for has come.")
        return invitation

    def _add(
        self, connection: Any, kind: ParticipantKind, language: str, invitation: str | None, external: str | None
    ) -> StudyParticipant:
        person = StudyParticipant(secrets.token_urlsafe(9), kind, language, self._clock(), invitation, external)
        connection.execute(PEOPLE.insert().values(asdict(person)))
        return person

    def _log(self, connection: Any, who: str, action: str, detail: str) -> None:
        connection.execute(AUDIT.insert().values(at=self._clock(), who=who, action=action, detail=detail))


def _loaded(serializer: Any, token: str, **limits: float) -> str:
    try:
        return str(serializer.loads(token, **limits))
    except SignatureExpired as error:
        raise ForbiddenError("This link has expired.") from error
    except (BadSignature, ValueError) as error:
        raise ForbiddenError(_NO_LINK) from error


def _person(row: Any) -> StudyParticipant:
    return StudyParticipant(**row._mapping)
