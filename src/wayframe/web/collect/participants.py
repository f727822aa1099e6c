"""Pages of participants: the invitation, the waiting room, the conversation from either side, the survey."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Form, Request, Response
from fastapi.responses import RedirectResponse
from starlette.concurrency import run_in_threadpool

from wayframe.collection.collection import StudyCollection
from wayframe.collection.matchmaking import Role
from wayframe.collection.records import TALKING, ParticipantStatus, SessionView, StudyParticipant
from wayframe.collection.study import SurveyQuestion
from wayframe.collection.surveys import questions
from wayframe.errors import InputError
from wayframe.web.collect.authentication import PERSON, RequestAuthentication, let_in
from wayframe.web.collect.templates import html

_AGAIN = " You are in the queue again, before those who came after you."
_NEWS = {
    ("waiting", "left"): "Sorry: the other one had to leave the conversation." + _AGAIN,
    ("waiting", "lost"): "Sorry: the other one lost the connection and didn’t come back." + _AGAIN,
    ("idle", "lost"): "Your connection was lost for so long that the conversation was given up. You can begin another.",
}


def options(question: SurveyQuestion) -> tuple[tuple[str, str], ...]:
    """Return what one can choose as an answer: values and labels; none where one writes."""
    match question.kind:
        case "scale":
            return ("1", "1 worst"), ("2", "2"), ("3", "3"), ("4", "4"), ("5", "5 best")
        case "yesno":
            return ("yes", "Yes"), ("no", "No")
        case _:
            return tuple((choice, choice) for choice in question.choices)


def answer(question: SurveyQuestion, text: str) -> str | int | bool | None:
    """Return what was chosen or written, as the survey takes it."""
    if question.kind == "scale" and len(text) == 1 and text.isdecimal():
        return int(text)
    if question.kind == "yesno" and text in ("yes", "no"):
        return text == "yes"
    return text or None


def news(standing: ParticipantStatus) -> str:
    """Return what became of the last conversation, if somebody has to be told."""
    return _NEWS.get((standing.state, standing.reason or ""), "")


_ROLES: dict[str, tuple[Role, ...]] = {"user": ("user",), "wizard": ("wizard",), "either": ("either", "user", "wizard")}


def router(collection: StudyCollection, authentication: RequestAuthentication) -> APIRouter:
    """The routes of participants."""
    routes, study, desk = APIRouter(include_in_schema=False), collection.study, collection.domain.desk
    access, matchmaking, sessions = collection.access, collection.matchmaking, collection.sessions

    def page(template: str, person: StudyParticipant, **values: Any) -> Response:
        """Return a page in somebody's language."""
        language = person.language if person.language in study.languages else study.languages[0]
        texts = study.texts[language]
        return html(template, study=study.name, language=person.language, texts=texts, **values)

    def desk_of(person: StudyParticipant, session: SessionView) -> dict[str, Any]:
        if session.side != "wizard" or session.over:
            return {}
        searches = sessions.searches(person, session.number)
        shown = desk.shown(searches[-1]) if searches else None
        return {"shown": shown, "board": study.desk.board, "form": desk.form}

    @routes.get("/")
    def home(request: Request, thanks: bool = False) -> Response:
        person = authentication.person(request)
        if person.kind not in TALKING:
            return RedirectResponse("/annotate", 303)
        standing = matchmaking.standing(person)
        if standing.talk is not None:
            return RedirectResponse(f"/talk/{standing.talk}", 303)
        return page(
            "home.html", person, standing=standing, news=news(standing), roles=_ROLES[person.kind], thanks=thanks
        )

    @routes.get("/join/{token}")
    def invitation(request: Request, token: str, language: str | None = None) -> Response:
        authentication.check_visit(request)
        if authentication.came_by(request, token):
            return RedirectResponse("/", 303)
        kind = access.invitation(token).kind
        chosen = language if language in study.languages else _preferred(request, study.languages)
        return html(
            "join.html", study=study.name, language=chosen, languages=study.languages,
            consent=study.texts[chosen].consent, talks=kind in TALKING,
        )  # fmt: skip

    @routes.post("/join/{token}")
    def join(
        request: Request, token: str, language: Annotated[str, Form()], agreed: Annotated[str, Form()] = ""
    ) -> Response:
        authentication.check_visit(request)
        if authentication.came_by(request, token):
            return RedirectResponse("/", 303)
        if agreed != "yes":
            raise InputError("You can only take part if you agree.")
        return let_in(request, PERSON, access.session(access.join(token, language)), "/")

    @routes.get("/enter/{token}")
    def enter(request: Request, token: str) -> Response:
        authentication.check_visit(request)
        return let_in(request, PERSON, access.session(access.authenticate_login(token)), "/")

    @routes.post("/available")
    def available(request: Request, role: Annotated[Role, Form()]) -> Response:
        matchmaking.available(authentication.acting(request), role)
        return RedirectResponse("/", 303)

    @routes.post("/leave")
    def leave(request: Request) -> Response:
        matchmaking.leave(authentication.acting(request))
        return RedirectResponse("/", 303)

    @routes.get("/talk/{number}")
    def talk(request: Request, number: int) -> Response:
        person = authentication.person(request)
        session = sessions.read(person, number)
        if session.over and (session.surveyed or session.how in ("left", "lost")):
            return RedirectResponse("/", 303)
        return page(
            "talk.html", person, session=session, questions=questions(study, session.side), options=options,
            longest=study.limits.message, **desk_of(person, session),
        )  # fmt: skip

    @routes.post("/talk/{number}/end")
    def end(request: Request, number: int) -> Response:
        sessions.end(authentication.acting(request), number)
        return RedirectResponse(f"/talk/{number}", 303)

    @routes.post("/talk/{number}/survey")
    async def survey(request: Request, number: int) -> Response:
        form = await request.form(max_files=0)
        return await run_in_threadpool(answered, request, number, {name: str(text) for name, text in form.items()})

    def answered(request: Request, number: int, form: dict[str, str]) -> Response:
        person = authentication.acting(request)
        asked = questions(study, sessions.side(person, number))
        sessions.answer(person, number, {each.name: answer(each, form.get(each.name, "")) for each in asked})
        return RedirectResponse("/?thanks=yes", 303)

    return routes


def _preferred(request: Request, languages: tuple[str, ...]) -> str:
    """The first of the visitor's languages that the study has, else its first."""
    wanted = (each.partition(";")[0].strip() for each in request.headers.get("accept-language", "").split(","))
    found = (own for each in wanted for own in languages if own.casefold() in (each, each.partition("-")[0]))
    return next(found, languages[0])
