"""What only the wizard of a conversation sees beside it: what is found, the memory board."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse
from starlette.concurrency import run_in_threadpool

from wayframe.board import cards
from wayframe.collection import searching
from wayframe.collection.collection import Collection
from wayframe.collection.records import ForbiddenError, Made, Person
from wayframe.collection.turns import turns
from wayframe.domain import TRAVEL
from wayframe.errors import InputError
from wayframe.packages import Query
from wayframe.web.collect import views
from wayframe.web.collect.agents import Agents
from wayframe.web.collect.templates import html
from wayframe.web.collect.visitors import Visitors
from wayframe.web.views import untold


class Desk:
    """What the routes share."""

    def __init__(self, collection: Collection, agents: Agents) -> None:
        self.collection, self.agents = collection, agents

    def search(self, person: Person, number: int, form: dict[str, str]) -> Response:
        """What a form finds. Raises `InputError` naming the field as the form does."""
        catalogue = self.collection.catalogue
        try:
            query = searching.asked(form, catalogue)
        except InputError as error:
            raise InputError(views.named(str(error))) from error
        found = self.collection.rooms.search(person, number, query, self._made(person, number, query, form))
        return html("searched.html", shown=views.search(found, catalogue))

    def proposal(self, person: Person, number: int) -> Response:
        """What the agent would look for and say now, for wizards whom it assists."""
        self.collection.rooms.searches(person, number)  # for the wizard only
        proposal = self.agents.assistant.propose(number) if self.agents.assists else None
        queries = proposal.queries if proposal else ()
        shown = [(views.asked(query), views.filled(query)) for query in queries]
        return html("proposal.html", proposal=proposal, searches=shown)

    def _made(self, person: Person, number: int, query: Query, form: dict[str, str]) -> Made | None:
        """How the search came about, where there was a proposal."""
        after = form.get("after", "")[:9]
        if not self.agents.assists or not after.isdecimal():
            return None
        self.collection.rooms.searches(person, number)  # for the wizard only
        return self.agents.assistant.looked(number, int(after), query, used=bool(form.get("used")))

    def board(self, person: Person, number: int) -> Response:
        """What the agent would remember of what was said so far."""
        if not self.collection.study.desk.board:
            raise ForbiddenError("This study has no memory board.")
        rooms = self.collection.rooms
        searches, room = rooms.searches(person, number), rooms.read(person, number)  # the first for wizards only
        said = turns(room.messages, searches)
        read = self.agents.reader.read(said, number)
        before = self.agents.reader.read(said[:-1], number).memory if said else None
        found = cards(read.memory, read.offers, before)
        return html("board.html", cards=found, held=None, at="", untold=untold(TRAVEL), heading="What was said so far")


def router(collection: Collection, visitors: Visitors, agents: Agents) -> APIRouter:
    """The routes of the desk; the rooms check that it is the wizard who asks."""
    desk, routes = Desk(collection, agents), APIRouter(include_in_schema=False)

    @routes.post("/talk/{number}/search")
    async def search(request: Request, number: int) -> Response:
        form = await request.form(max_files=0)
        filled = {name: str(text) for name, text in form.items()}
        person = await run_in_threadpool(visitors.acting, request)
        found = await run_in_threadpool(desk.search, person, number, filled)
        return found if "hx-request" in request.headers else RedirectResponse(f"/talk/{number}", 303)

    @routes.get("/talk/{number}/board")
    def board(request: Request, number: int) -> Response:
        return desk.board(visitors.person(request), number)

    @routes.get("/talk/{number}/proposal")
    def proposal(request: Request, number: int) -> Response:
        return desk.proposal(visitors.person(request), number)

    return routes
