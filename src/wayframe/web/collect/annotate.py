"""The page of annotators and adjudicators; what may be done, and by whom, is the annotations' affair."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Annotated, Any

from fastapi import APIRouter, Form, Query, Request, Response
from fastapi.responses import RedirectResponse
from starlette.concurrency import run_in_threadpool

from wayframe.collection.annotation.annotations import AnnotationService, OpenAnnotation
from wayframe.collection.annotation.edits import LabelSheet, Reference
from wayframe.collection.annotation.labels import ActPosition, Labellings, PlainValue, TextMark
from wayframe.collection.records import ForbiddenError, StudyParticipant
from wayframe.databases import ConflictError
from wayframe.errors import InputError
from wayframe.presentation.board import Board
from wayframe.presentation.presenter import Presenter
from wayframe.web.collect import labelled, menus
from wayframe.web.collect.templates import html

_OTHER_TAB = "This was changed in another tab. Here it is as it stands now; your last change isn't in it."
_LONGEST = 300  # characters of a value that is typed

Fields = dict[str, str]


def router(
    annotations: AnnotationService,
    presenter: Callable[[], Presenter],
    who: Callable[[Request], StudyParticipant],
    acting: Callable[[Request], StudyParticipant],
) -> APIRouter:
    """Return the routes under `/annotate`.

    `presenter` gives the words of slots and values; `who` says who asks, `acting` who changes something, or they raise
    `ForbiddenError`.
    """
    routes = APIRouter(prefix="/annotate", include_in_schema=False)

    @routes.get("")
    def mine(request: Request) -> Response:
        person = who(request)
        return html(
            "annotate_list.html", items=annotations.items(person), waiting=annotations.waiting(person),
            decides=person.kind == "adjudicator", progress=_progress(person), language=person.language, study="",
        )  # fmt: skip

    def _progress(person: StudyParticipant) -> tuple[object, ...]:
        return annotations.progress() if person.kind == "adjudicator" else ()

    @routes.post("/take")
    def take(request: Request) -> Response:
        number = annotations.take(acting(request))
        return RedirectResponse("/annotate" if number is None else f"/annotate/{number}", 303)

    @routes.get("/agreement")
    def agreement(request: Request) -> Response:
        person = who(request)
        if person.kind != "adjudicator":
            raise ForbiddenError("Only adjudicators see how far annotators agree.")
        return html("annotate_agreement.html", found=annotations.agreement(), language=person.language, study="")

    @routes.get("/{talk}")
    def page(request: Request, talk: int) -> Response:
        person = who(request)
        opened = annotations.open(person, talk)
        first = next((number for number, turn in enumerate(opened.work.turns) if not turn.confirmed), 0)
        return html(
            "annotate.html", opened=opened, turns=labelled.turns(opened), total=len(opened.said), current=first,
            language=person.language, study="", changed="", decides=person.kind == "adjudicator",
            **_board(opened, first, presenter()),
        )  # fmt: skip

    @routes.get("/{talk}/board")
    def board(request: Request, talk: int, turn: Annotated[int, Query(ge=0)]) -> Response:
        opened = annotations.open(who(request), talk)
        return html("board.html", **_board(opened, min(turn, len(opened.said) - 1), presenter()))

    @routes.get("/{talk}/menu")
    def menu(
        request: Request,
        talk: int,
        kind: menus.Kind,
        turn: int,
        at: str = "",
        start: str = "",
        end: str = "",
        recent: str = "",
    ) -> Response:
        opened = annotations.open(who(request), talk)
        mark = _mark(start, end) if start and end else None
        slots = annotations.slots(opened, turn, mark, recent.split(","))
        asked = menus.MenuRequest(kind, opened, turn, place(at) if at else None, mark, slots)
        return html("annotate_menu.html", menu=menus.menu(asked), kind=kind)

    @routes.post("/{talk}/edit")
    async def edit(request: Request, talk: int) -> Response:
        form = await request.form(max_files=0)
        fields = {name: str(value)[:_LONGEST] for name, value in form.items()}
        return await run_in_threadpool(edited, request, talk, fields)

    def edited(request: Request, talk: int, fields: Fields) -> Response:
        person = acting(request)
        before = labelled.turns(annotations.open(person, talk))
        notice = ""
        try:
            opened = _done(annotations, person, talk, fields)
        except ConflictError:
            opened, before, notice = annotations.open(person, talk), (), _OTHER_TAB
        turns = dict(enumerate(labelled.turns(opened)))
        changed = {number: turn for number, turn in turns.items() if not before or turn != before[number]}
        shown = min(_number(fields, "board", 0), len(turns) - 1)
        return html(
            "annotate_after.html", opened=opened, turns=changed, notice=notice, total=len(turns),
            changed=min(changed, default=""), **_board(opened, shown, presenter()),
        )  # fmt: skip

    @routes.post("/{talk}/finish")
    def finish(request: Request, talk: int, version: Annotated[int, Form()]) -> Response:
        try:
            annotations.finish(acting(request), talk, version)
        except ConflictError:
            return RedirectResponse(f"/annotate/{talk}", 303)
        return RedirectResponse("/annotate", 303)

    @routes.post("/{talk}/reopen")
    def reopen(request: Request, talk: int, version: Annotated[int, Form()]) -> Response:
        with suppress(ConflictError):  # another tab did
            annotations.reopen(acting(request), talk, version)
        return RedirectResponse(f"/annotate/{talk}", 303)

    @routes.post("/{talk}/hand-back")
    def hand_back(request: Request, talk: int) -> Response:
        annotations.hand_back(acting(request), talk)
        return RedirectResponse("/annotate", 303)

    return routes


def place(text: str) -> ActPosition:
    """A place as its text has it ("2.0.1"). Raises `InputError`."""
    parts = text.split(".")
    if not 1 <= len(parts) <= 4 or not all(part.isascii() and part.isdecimal() and len(part) < 6 for part in parts):
        raise InputError("at: expected a place such as 2.0")
    return ActPosition(*map(int, parts))


def _board(opened: OpenAnnotation, turn: int, presenter: Presenter) -> dict[str, Any]:
    board = Board(labelled.board(opened, turn, presenter))
    return {"board": board, "held": None, "at": "", "untold": presenter.untold, "heading": f"After turn {turn + 1}"}


def _done(annotations: AnnotationService, person: StudyParticipant, talk: int, fields: Fields) -> OpenAnnotation:
    """Do what a form says. Raises `InputError` and `ConflictError`."""
    version, turn = _number(fields, "version"), _number(fields, "turn", 0)
    match fields.get("what"):
        case "undo":
            return annotations.undo(person, talk, version)
        case "adopt":
            act, side = _number(fields, "act"), _number(fields, "side")
            instead = _number(fields, "instead") if fields.get("instead") else None
            return annotations.adopt(person, talk, version, side, turn, act, instead)
        case "follow":
            return annotations.follow(person, talk, version, _number(fields, "side"), turn)
        case _:
            return annotations.edit(person, talk, version, lambda sheet: _edited(sheet, turn, fields))


def _edited(sheet: LabelSheet, turn: int, fields: Fields) -> Labellings:
    """Return the labels with an edit: of a turn, else of a place in it."""
    what = fields.get("what", "")
    if what in _OF_TURN:
        return _OF_TURN[what](sheet, turn, fields)
    if what == "mark" and not fields.get("at"):
        labels = sheet.add_act(turn, "inform")
        at, sheet = ActPosition(len(labels[turn].acts) - 1), LabelSheet(sheet.said, labels)
    else:
        at = place(fields.get("at", ""))
    if what not in _OF_PLACE:
        raise InputError("what: expected something that can be done")
    return _OF_PLACE[what](sheet, turn, at, fields)


_OF_TURN: Mapping[str, Callable[[LabelSheet, int, Fields], Labellings]] = {
    "confirm": lambda sheet, turn, fields: sheet.confirm(turn, fields.get("val") != "no"),
    "activate": lambda sheet, turn, fields: sheet.go(turn, _number(fields, "frame")),
    "add_act": lambda sheet, turn, fields: sheet.add_act(turn, fields.get("name", "")),
}


def _add(sheet: LabelSheet, turn: int, at: ActPosition, fields: Fields) -> Labellings:
    key = fields.get("key", "")
    return sheet.add(turn, at, key, sheet.usual(turn, at, key))


def _refer(sheet: LabelSheet, turn: int, at: ActPosition, fields: Fields) -> Labellings:
    kind: Reference = _REFERENCES.get(fields.get("kind", ""), "ref")
    return sheet.refer(turn, at, kind, _number(fields, "frame"))


def _about(sheet: LabelSheet, turn: int, at: ActPosition, fields: Fields) -> Labellings:
    return sheet.about(turn, at, _number(fields, "frame") if fields.get("frame") else None)


_REFERENCES: Mapping[str, Reference] = {"read": "read", "write": "write"}
_OF_PLACE: Mapping[str, Callable[[LabelSheet, int, ActPosition, Fields], Labellings]] = {
    "mark": lambda sheet, turn, at, fields: sheet.mark(turn, ActPosition(at.act), _of(fields), fields.get("key", "")),
    "remove": lambda sheet, turn, at, fields: sheet.remove(turn, at),
    "rename_act": lambda sheet, turn, at, fields: sheet.rename_act(turn, ActPosition(at.act), fields.get("name", "")),
    "add": lambda sheet, turn, at, fields: _add(sheet, turn, ActPosition(at.act), fields),
    "set_value": lambda sheet, turn, at, fields: sheet.set_value(turn, at, _value(sheet, turn, at, fields)),
    "set_mark": lambda sheet, turn, at, fields: sheet.set_mark(turn, at, _of(fields)),
    "rename_slot": lambda sheet, turn, at, fields: sheet.rename_slot(turn, at, fields.get("key", "")),
    "refer": lambda sheet, turn, at, fields: _refer(sheet, turn, ActPosition(at.act), fields),
    "point": lambda sheet, turn, at, fields: sheet.point(turn, at, _number(fields, "frame")),
    "about": _about,
    "makes": lambda sheet, turn, at, fields: sheet.makes(turn, at, fields.get("val") == "yes"),
}


def _value(sheet: LabelSheet, turn: int, at: ActPosition, fields: Fields) -> PlainValue:
    """The value that a form gives: yes, no, the marked words, nothing, or as it was typed."""
    val = fields.get("val")
    if val == "words":
        return sheet.words(turn, at)
    return {"yes": True, "no": False, "": None}.get(val, val) if val is not None else None


def _of(fields: Fields) -> TextMark:
    return _mark(fields.get("start", ""), fields.get("end", ""))


def _mark(start: str, end: str) -> TextMark:
    return TextMark(_number({"start": start}, "start"), _number({"end": end}, "end"))


def _number(fields: Fields, name: str, default: int | None = None) -> int:
    text = fields.get(name, "")
    if text.isascii() and text.isdecimal() and len(text) < 10:
        return int(text)
    if default is not None and not text:
        return default
    raise InputError(f"{name}: expected a number")
