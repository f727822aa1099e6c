"""The pages of a small study, asked by people who are known by their cookies."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from starlette.testclient import TestClient

from studies import Clock, collecting
from wayframe.collection.collection import StudyCollection
from wayframe.collection.records import StudyParticipant
from wayframe.packages import Catalogue
from wayframe.sources.protocol import Source
from wayframe.web.collect.app import application
from wayframe.web.collect.authentication import ADMINISTRATOR, PERSON, ParticipantRates


class Visits:
    """A study that is served; `as_` is a browser of somebody's."""

    def __init__(self, study: StudyCollection, client: TestClient) -> None:
        self.study, self.client = study, client

    def as_(self, person: StudyParticipant) -> TestClient:
        """Somebody's browser."""
        return self._with(PERSON, self.study.access.session(person))

    def as_administrator(self) -> TestClient:
        """The administrator's browser."""
        return self._with(ADMINISTRATOR, self.study.access.admin_token())

    def stranger(self, **cookies: str) -> TestClient:
        """A browser with these cookies."""
        return self._browser(cookies)

    def _with(self, cookie: str, value: str) -> TestClient:
        return self._browser({cookie: value})

    def _browser(self, cookies: dict[str, str]) -> TestClient:
        browser = TestClient(self.client.app, cookies=cookies, follow_redirects=False)
        browser.portal = self.client.portal  # one loop for all: the one in which the application runs
        return browser


@contextmanager
def visiting(
    folder: Path, catalogue: Catalogue | Source, rates: ParticipantRates | None = None, **changes: Any
) -> Iterator[Visits]:
    """The pages of a study; time passes when its clock (`studies.Clock`) is told so."""
    clock = Clock()
    with (
        collecting(folder, catalogue, clock=clock, **changes) as study,
        TestClient(application(study, rates)) as client,
    ):
        yield Visits(study, client)
