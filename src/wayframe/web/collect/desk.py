"""The wizard's desk beside a conversation: searches, proposals, the memory board."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse
from starlette.concurrency import run_in_threadpool

from wayframe.collection.collection import StudyCollection
from wayframe.collection.records import ForbiddenError
from wayframe.collection.sessions import turns
from wayframe.dialogue import encode
from wayframe.presentation.board import Board, cards
from wayframe.web.collect.agents import StudyAgents
from wayframe.web.collect.authentication import RequestAuthentication
from wayframe.web.collect.templates import html


def router(collection: StudyCollection, authentication: RequestAuthentication, agents: StudyAgents) -> APIRouter:
    """The routes of the desk; the sessions check that it is the wizard who asks."""
    routes, sessions, desk = APIRouter(include_in_schema=False), collection.sessions, collection.domain.desk

    @routes.post("/talk/{number}/search")
    async def search(request: Request, number: int) -> Response:
        form = await request.form(max_files=0)
        filled = {name: str(text) for name, text in form.items()}
        found = await run_in_threadpool(searched, request, number, filled)
        return found if "hx-request" in request.headers else RedirectResponse(f"/talk/{number}", 303)

    def searched(request: Request, number: int, form: dict[str, str]) -> Response:
        person = authentication.acting(request)
        query, origin, after = desk.query(form), None, form.get("after", "")[:9]
        if agents.assists and after.isdecimal():
            sessions.searches(person, number)  # for the wizard only
            origin = agents.assistant.looked(number, int(after), query, used=bool(form.get("used")))
        return html("searched.html", shown=desk.shown(sessions.search(person, number, query, origin)))

    @routes.get("/talk/{number}/proposal")
    def proposal(request: Request, number: int) -> Response:
        """Return what the agent would look for and say now, for wizards whom it assists."""
        sessions.searches(authentication.person(request), number)  # for the wizard only
        found = agents.assistant.propose(number) if agents.assists else None
        queries = found.queries if found else ()
        shown = [(desk.said(query), encode(desk.filled(query)).decode()) for query in queries]
        return html("proposal.html", proposal=found, searches=shown)

    @routes.get("/talk/{number}/board")
    def board(request: Request, number: int) -> Response:
        """Return what the agent would remember of what was said so far."""
        person = authentication.person(request)
        if not collection.study.desk.board:
            raise ForbiddenError("This study has no memory board.")
        searches = sessions.searches(person, number)  # for the wizard only
        said = turns(sessions.read(person, number).messages, searches)
        read = agents.reader.read(said, number)
        before = agents.reader.read(said[:-1], number).memory if said else None
        presenter = agents.agent.presenter
        found, untold = cards(presenter, read.memory, read.offers, before), presenter.untold
        return html("board.html", board=Board(found), held=None, at="", untold=untold, heading="What was said so far")

    return routes
