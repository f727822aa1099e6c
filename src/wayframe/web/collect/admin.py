"""The administrator's page: who is invited, who takes part, how the study stands, what was done."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Form, Request, Response
from fastapi.responses import RedirectResponse

from wayframe.collection.collection import StudyCollection
from wayframe.collection.records import ParticipantKind, StudyInvitation
from wayframe.collection.sessions import find_dialogue, messages, searches
from wayframe.collection.status import overview, talks
from wayframe.errors import InputError
from wayframe.web.collect.agents import StudyAgents
from wayframe.web.collect.authentication import ADMINISTRATOR, RequestAuthentication, let_in
from wayframe.web.collect.templates import html

LISTED = 100
"""People, dialogues and lines of the log that the page shows at once: the newest."""


def router(collection: StudyCollection, authentication: RequestAuthentication, agents: StudyAgents) -> APIRouter:
    """The administrator's routes, and the one by which the administrator comes in."""
    access, study = collection.access, collection.study
    routes = APIRouter(include_in_schema=False, dependencies=[Depends(authentication.check_administrator)])
    everything = APIRouter(include_in_schema=False)

    def link(request: Request, invitation: StudyInvitation) -> str:
        return str(request.base_url.replace(path=f"/join/{access.token(invitation)}"))

    @routes.get("/admin")
    def page(request: Request) -> Response:
        people = access.people()
        return html(
            "admin.html",
            study=study.name,
            now=collection.clock(),
            overview=overview(collection),
            talks=talks(collection, LISTED),
            people=people[: -LISTED - 1 : -1],
            count=len(people),
            listed=LISTED,
            progress=agents.annotations.progress(),
            own=str(request.base_url.replace(path=f"/admin/{access.admin_token()}")),
            invitations=[(each, link(request, each)) for each in access.invitations()],
            audit=access.audit()[:LISTED],
        )

    @routes.get("/admin/state")
    def state() -> Response:
        return html("state.html", overview=overview(collection), talks=talks(collection, LISTED))

    @routes.post("/admin/invite")
    def invite(
        kind: Annotated[ParticipantKind, Form()], cap: Annotated[int, Form()] = 1,
        hours: Annotated[str, Form()] = "", note: Annotated[str, Form()] = "",
    ) -> Response:  # fmt: skip
        access.invite(kind, cap, _hours(hours), note)
        return RedirectResponse("/admin#invitations", 303)

    @routes.post("/admin/revoke")
    def revoke(invitation: Annotated[str, Form()]) -> Response:
        access.revoke(invitation)
        return RedirectResponse("/admin#invitations", 303)

    @routes.post("/admin/expel")
    def expel(person: Annotated[str, Form()]) -> Response:
        access.expel(person)
        return RedirectResponse("/admin#people", 303)

    @routes.post("/admin/forget")
    def erase(person: Annotated[str, Form()], typed: Annotated[str, Form()] = "") -> Response:
        if typed.strip() != person:
            raise InputError("Nothing was deleted: type the participant’s id to confirm it.")
        return html("forgotten.html", study=study.name, found=access.erase(person))

    @routes.get("/admin/talk/{number}")
    def dialogue(number: int) -> Response:
        with collection.storage.reading() as connection:
            talk = find_dialogue(connection, number) if 0 < number < 2**31 else None
            if talk is None:
                raise InputError("There is no dialogue of this number.")
            said, sought = messages(connection, number), searches(connection, number)
        access.note("administrator", "read", f"dialogue {number}")
        return html("dialogue.html", study=study.name, talk=talk, messages=said, searches=len(sought))

    @routes.post("/admin/renew")
    def renew(request: Request) -> Response:
        return let_in(request, ADMINISTRATOR, access.renew_admin(), "/admin#link")

    @routes.get("/admin/people/{person}")
    def ask(person: str) -> Response:
        there = next((each for each in access.people() if each.id == person), None)
        if there is None:
            raise InputError("There is nobody of this id.")
        theirs = [each for each in talks(collection) if person in (each.user, each.wizard)]
        return html("person.html", study=study.name, person=there, talks=theirs)

    everything.include_router(routes)

    @everything.get("/admin/{token}")
    def enter(request: Request, token: str) -> Response:
        authentication.check_visit(request)
        access.check_admin(token)
        return let_in(request, ADMINISTRATOR, token, "/admin")

    return everything


def _hours(text: str) -> float | None:
    try:
        return float(text) if text.strip() else None
    except ValueError as error:
        raise InputError(f"hours: expected a number, found {text!r}") from error
