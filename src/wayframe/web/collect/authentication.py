"""Authentication of requests: the cookies of participants and administrators, and their rate limits."""

from __future__ import annotations

import secrets

from fastapi import Request, Response
from fastapi.responses import RedirectResponse
from starlette.requests import HTTPConnection

from wayframe.collection.access import AccessControl
from wayframe.collection.records import ForbiddenError, StudyParticipant
from wayframe.web.rate_limits import RateLimit, RateLimitError

PERSON, ADMINISTRATOR = "wayframe_person", "wayframe_administrator"
_WEEKS = 8 * 7 * 86_400  # seconds that a cookie is kept: a study runs for weeks
_STRANGER = "Open the link that you were sent: it lets you in."


class ParticipantRates:
    """Rate limits of one person (messages, labels, searches and other actions) and of one address (coming in)."""

    def __init__(self, messages: int = 20, actions: int = 60, lines: int = 30, visits: int = 600) -> None:
        """So many at once, and again: messages, and as many labels, in 10 seconds, all others in 60."""
        self.messages, self.actions = RateLimit(messages, 10), RateLimit(actions, 60)
        self.lines, self.visits = RateLimit(lines, 60), RateLimit(visits, 60)
        self.frames, self.typing = RateLimit(5 * messages, 10), RateLimit(messages, 10)
        self.labels = RateLimit(messages, 10)


class RequestAuthentication:
    """Known by their cookies."""

    def __init__(self, access: AccessControl, rates: ParticipantRates) -> None:
        self.access, self.rates = access, rates

    def person(self, asking: HTTPConnection) -> StudyParticipant:
        """Return who asks. Raises `ForbiddenError`."""
        session = asking.cookies.get(PERSON)
        if not session:
            raise ForbiddenError(_STRANGER)
        return self.access.authenticate(session)

    def came_by(self, asking: HTTPConnection, token: str) -> bool:
        """Return whether this browser's participant came by this invitation: links are opened more than once."""
        try:
            return self.access.came_by(token, self.person(asking))
        except ForbiddenError:
            return False

    def acting(self, asking: HTTPConnection) -> StudyParticipant:
        """Return who asks for something to be done. Raises `ForbiddenError`, `RateLimitError` where it is too much."""
        return self._allowed(asking, self.rates.actions)

    def labelling(self, asking: HTTPConnection) -> StudyParticipant:
        """Return which annotator changes something. Raises like `acting`."""
        return self._allowed(asking, self.rates.labels)

    def _allowed(self, asking: HTTPConnection, rate: RateLimit) -> StudyParticipant:
        person = self.person(asking)
        if not rate.allows(person.id):
            raise RateLimitError("Too fast: wait a little.")
        return person

    def check_administrator(self, asking: HTTPConnection) -> None:
        """Raises `ForbiddenError` for everybody else."""
        token = asking.cookies.get(ADMINISTRATOR)
        if not token:
            raise ForbiddenError("Open the administrator’s link: wayframe collect serve prints it.")
        self.access.check_admin(token)

    def check_counts(self, asking: HTTPConnection, secret: str) -> None:
        """Raises `ForbiddenError` for whoever is neither the administrator nor shows the secret as a bearer."""
        shown = asking.headers.get("authorization", "").encode()
        if not secret or not secrets.compare_digest(shown, f"Bearer {secret}".encode()):
            self.check_administrator(asking)

    def check_visit(self, asking: HTTPConnection) -> None:
        """Raises `RateLimitError` where too many came in from one address."""
        if not self.rates.visits.allows(asking.client.host if asking.client else ""):
            raise RateLimitError("Too many visits from here: wait a little.")


def let_in(request: Request, cookie: str, value: str, to: str) -> Response:
    """On to a page, with a cookie that scripts can't read and other sites' forms don't send."""
    answer = RedirectResponse(to, 303)
    secure = request.url.scheme == "https"
    answer.set_cookie(cookie, value, max_age=_WEEKS, httponly=True, samesite="lax", secure=secure)
    return answer
