"""What participants see: the invitation, the waiting room, the conversation from either side, the survey."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Form, Request, Response
from fastapi.responses import RedirectResponse
from starlette.concurrency import run_in_threadpool

from wayframe.collection.collection import Collection
from wayframe.collection.pairing import Role
from wayframe.collection.records import TALKING, Person, Room
from wayframe.collection.study import Texts
from wayframe.collection.surveys import questions
from wayframe.errors import InputError
from wayframe.web.collect import views
from wayframe.web.collect.templates import html
from wayframe.web.collect.visitors import PERSON, Visitors, let_in

_ROLES: dict[str, tuple[Role, ...]] = {"user": ("user",), "wizard": ("wizard",), "either": ("either", "user", "wizard")}


class Pages:
    """What the routes share."""

    def __init__(self, collection: Collection) -> None:
        self.study, self.rooms, self.hall = collection.study, collection.rooms, collection.hall
        catalogue = collection.catalogue
        self._cities = {"origins": catalogue.origins(), "destinations": catalogue.destinations()}
        self._season = views.season(catalogue)

    def texts(self, language: str) -> Texts:
        """What participants read in a language."""
        return self.study.texts[language if language in self.study.languages else self.study.languages[0]]

    def home(self, person: Person, thanks: bool) -> Response:
        """Where somebody is who isn't in a conversation; `thanks` to who comes from one."""
        standing = self.hall.standing(person)
        if standing.talk is not None:
            return RedirectResponse(f"/talk/{standing.talk}", 303)
        return html(
            "home.html", study=self.study.name, language=person.language, standing=standing, news=views.news(standing),
            roles=_ROLES[person.kind], texts=self.texts(person.language), thanks=thanks,
        )  # fmt: skip

    def talk(self, person: Person, room: Room) -> Response:
        """A conversation, or what is asked after it."""
        asked = [
            {"name": each.name, "kind": each.kind, "text": each.text, "options": views.options(each)}
            for each in questions(self.study, room.side)
        ]
        return html(
            "talk.html", study=self.study.name, language=person.language, room=room, questions=asked,
            texts=self.texts(person.language), longest=self.study.limits.message, **self._desk(person, room),
        )  # fmt: skip

    def _desk(self, person: Person, room: Room) -> dict[str, Any]:
        if room.side != "wizard" or room.over:
            return {}
        searches = self.rooms.searches(person, room.number)
        shown = views.search(searches[-1], self.rooms.catalogue) if searches else None
        return {"season": self._season, "shown": shown, "board": self.study.desk.board, **self._cities}


def router(collection: Collection, visitors: Visitors) -> APIRouter:
    """The routes of participants."""
    pages, routes = Pages(collection), APIRouter(include_in_schema=False)
    doors, hall, rooms, study = collection.doors, collection.hall, collection.rooms, collection.study

    @routes.get("/")
    def home(request: Request, thanks: bool = False) -> Response:
        person = visitors.person(request)
        return pages.home(person, thanks) if person.kind in TALKING else RedirectResponse("/annotate", 303)

    @routes.get("/join/{token}")
    def invitation(request: Request, token: str, language: str | None = None) -> Response:
        visitors.check_visit(request)
        if visitors.came_by(request, token):
            return RedirectResponse("/", 303)
        kind = doors.invitation(token).kind
        chosen = language if language in study.languages else _preferred(request, study.languages)
        return html(
            "join.html", study=study.name, language=chosen, languages=study.languages,
            consent=study.texts[chosen].consent, talks=kind in TALKING,
        )  # fmt: skip

    @routes.post("/join/{token}")
    def join(
        request: Request, token: str, language: Annotated[str, Form()], agreed: Annotated[str, Form()] = ""
    ) -> Response:
        visitors.check_visit(request)
        if visitors.came_by(request, token):
            return RedirectResponse("/", 303)
        if agreed != "yes":
            raise InputError("You can only take part if you agree.")
        return let_in(request, PERSON, doors.session(doors.join(token, language)), "/")

    @routes.get("/enter/{token}")
    def enter(request: Request, token: str) -> Response:
        visitors.check_visit(request)
        return let_in(request, PERSON, doors.session(doors.of_passage(token)), "/")

    @routes.post("/available")
    def available(request: Request, role: Annotated[Role, Form()]) -> Response:
        hall.available(visitors.acting(request), role)
        return RedirectResponse("/", 303)

    @routes.post("/leave")
    def leave(request: Request) -> Response:
        hall.leave(visitors.acting(request))
        return RedirectResponse("/", 303)

    @routes.get("/talk/{number}")
    def talk(request: Request, number: int) -> Response:
        person = visitors.person(request)
        room = rooms.read(person, number)
        if room.over and (room.surveyed or room.how in ("left", "lost")):
            return RedirectResponse("/", 303)
        return pages.talk(person, room)

    @routes.post("/talk/{number}/end")
    def end(request: Request, number: int) -> Response:
        rooms.end(visitors.acting(request), number)
        return RedirectResponse(f"/talk/{number}", 303)

    @routes.post("/talk/{number}/survey")
    async def survey(request: Request, number: int) -> Response:
        form = await request.form(max_files=0)
        return await run_in_threadpool(answered, request, number, {name: str(text) for name, text in form.items()})

    def answered(request: Request, number: int, form: dict[str, str]) -> Response:
        person = visitors.acting(request)
        asked = questions(study, rooms.side(person, number))
        rooms.answer(person, number, {each.name: views.answer(each, form.get(each.name, "")) for each in asked})
        return RedirectResponse("/?thanks=yes", 303)

    return routes


def _preferred(request: Request, languages: tuple[str, ...]) -> str:
    """The first of the visitor's languages that the study has, else its first."""
    wanted = (each.partition(";")[0].strip() for each in request.headers.get("accept-language", "").split(","))
    found = (own for each in wanted for own in languages if own.casefold() in (each, each.partition("-")[0]))
    return next(found, languages[0])
