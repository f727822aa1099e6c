"""The wizard's desk beside a conversation: searches, proposals, the memory board."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse
from starlette.concurrency import run_in_threadpool

from wayframe.board import cards
from wayframe.collection.collection import StudyCollection
from wayframe.collection.records import ActionOrigin, ForbiddenError, StudyParticipant
from wayframe.collection.turns import turns
from wayframe.dialogue import encode
from wayframe.web.collect.agents import StudyAgents
from wayframe.web.collect.authentication import RequestAuthentication
from wayframe.web.collect.templates import html


class WizardDesk:
    """The parts of the desk that its routes share."""

    def __init__(self, collection: StudyCollection, agents: StudyAgents) -> None:
        self.collection, self.agents = collection, agents
        self.searches = collection.domain.desk

    def search(self, person: StudyParticipant, number: int, form: dict[str, str]) -> Response:
        """Return what a form finds. Raises `InputError` naming the field."""
        query = self.searches.query(form)
        found = self.collection.sessions.search(person, number, query, self._made(person, number, query, form))
        return html("searched.html", shown=self.searches.shown(found))

    def proposal(self, person: StudyParticipant, number: int) -> Response:
        """Return what the agent would look for and say now, for wizards whom it assists."""
        self.collection.sessions.searches(person, number)  # for the wizard only
        proposal = self.agents.assistant.propose(number) if self.agents.assists else None
        queries = proposal.queries if proposal else ()
        shown = [(self.searches.said(query), encode(self.searches.filled(query)).decode()) for query in queries]
        return html("proposal.html", proposal=proposal, searches=shown)

    def _made(self, person: StudyParticipant, number: int, query: Any, form: dict[str, str]) -> ActionOrigin | None:
        """Return how the search came about, where there was a proposal."""
        after = form.get("after", "")[:9]
        if not self.agents.assists or not after.isdecimal():
            return None
        self.collection.sessions.searches(person, number)  # for the wizard only
        return self.agents.assistant.looked(number, int(after), query, used=bool(form.get("used")))

    def board(self, person: StudyParticipant, number: int) -> Response:
        """Return what the agent would remember of what was said so far."""
        if not self.collection.study.desk.board:
            raise ForbiddenError("This study has no memory board.")
        sessions = self.collection.sessions
        searches = sessions.searches(person, number)  # for the wizard only
        session = sessions.read(person, number)
        said = turns(session.messages, searches)
        read = self.agents.reader.read(said, number)
        before = self.agents.reader.read(said[:-1], number).memory if said else None
        presenter = self.agents.agent.presenter
        found, untold = cards(presenter, read.memory, read.offers, before), presenter.untold
        return html("board.html", cards=found, held=None, at="", untold=untold, heading="What was said so far")


def router(collection: StudyCollection, authentication: RequestAuthentication, agents: StudyAgents) -> APIRouter:
    """The routes of the desk; the sessions check that it is the wizard who asks."""
    desk, routes = WizardDesk(collection, agents), APIRouter(include_in_schema=False)

    @routes.post("/talk/{number}/search")
    async def search(request: Request, number: int) -> Response:
        form = await request.form(max_files=0)
        filled = {name: str(text) for name, text in form.items()}
        person = await run_in_threadpool(authentication.acting, request)
        found = await run_in_threadpool(desk.search, person, number, filled)
        return found if "hx-request" in request.headers else RedirectResponse(f"/talk/{number}", 303)

    @routes.get("/talk/{number}/board")
    def board(request: Request, number: int) -> Response:
        return desk.board(authentication.person(request), number)

    @routes.get("/talk/{number}/proposal")
    def proposal(request: Request, number: int) -> Response:
        return desk.proposal(authentication.person(request), number)

    return routes
