"""The page: the conversation on one side, the memory board on the other; it works without scripts, too."""

from __future__ import annotations

import re
import secrets
from base64 import urlsafe_b64encode
from collections import Counter
from contextlib import suppress
from functools import partial
from hashlib import blake2s
from typing import Annotated, Any

import anyio.to_thread
from fastapi import APIRouter, Form, Query, Request, Response, UploadFile
from fastapi.responses import FileResponse, RedirectResponse

from wayframe.agent import Agent
from wayframe.conversation import Conversation
from wayframe.errors import InputError
from wayframe.meaning.records import Book, More
from wayframe.presentation.board import Board, board
from wayframe.presentation.bookings import BookingList, bookings
from wayframe.presentation.routes import route_map
from wayframe.presentation.wishes import understood
from wayframe.service import AnsweredTurn, Conversations, ConversationState, NotFoundError
from wayframe.service.conversations import LONGEST_TEXT, MOST_READ
from wayframe.sources.protocol import Item
from wayframe.state.records import DialogueState
from wayframe.state.wishes import wishing_frame
from wayframe.tools.encoding import slot_named
from wayframe.web import api, live, static_files
from wayframe.web.comparing import compared_now, no_longer_in_play, settled_at
from wayframe.web.pictures import CataloguePictures
from wayframe.web.rate_limits import MeteredRoute, RateLimits, client_address, metered
from wayframe.web.templates import html
from wayframe.web.views import ShownExchange, chart, misses, shown
from wayframe.web.wish_menus import (
    MOST_LISTED,
    MOST_PEOPLE,
    BookingForm,
    WishForm,
    addable,
    blank_menu,
    booking_menus,
    constraints,
    menu,
)

PLANS = {"ics": "Bookings for a calendar (.ics)", "md": "The plan as text (.md)", "json": "The plan as data (.json)"}
"""The formats of a plan by their suffixes, in words."""

MOST_SUBJECTS = 2
"""Searches by which a conversation is called."""

_ISSUED = re.compile(r"[A-Za-z0-9_-]{22}")  # the keys that pages carry; shorter ones could be guessed


class ChatPage:
    """The parts of the page that its routes share."""

    def __init__(self, talks: Conversations, limits: RateLimits) -> None:
        self.talks, self.limits = talks, limits
        dated = bool(talks.agent.schema.windows)
        self._plans = {suffix: words for suffix, words in PLANS.items() if dated or suffix != "ics"}

    def whole(self, held: ConversationState | None, address: str = "") -> Response:
        """The page with the last exchanges of a conversation, which has an address, or with none yet."""
        exchanges = self._exchanges(held) if held else []
        state = self._state(held)
        welcome = self.talks.agent.welcome()
        return html("talk.html", welcome=welcome, longest=LONGEST_TEXT, exchanges=exchanges, address=address, **state)

    def earlier(self, held: ConversationState) -> Response:
        """The page with exchanges that are no longer on the page of the conversation."""
        exchanges = self._exchanges(held)
        return html("earlier.html", at=f"/c/{held.id}", exchanges=exchanges, before=held.first, last=0)

    def after(self, request: Request, held: ConversationState, answered: AnsweredTurn, seen: int | None) -> Response:
        """Return an answer's changes to the page, on which `seen` exchanges stand; without scripts, the page anew."""
        if "hx-request" not in request.headers:
            return RedirectResponse(f"/c/{held.id}#turn-{answered.number}", 303)
        seen = answered.number - 1 if seen is None else seen
        if not held.first - 1 <= seen <= held.total - (not answered.again):  # some of it was taken back elsewhere
            return Response(headers={"HX-Refresh": "true"})
        news = self.news(held, seen)
        news.headers["Wayframe-Turn"] = str(answered.number)  # so that a browser knows what was said in it
        return news

    def news(self, held: ConversationState, seen: int) -> Response:
        """Return the changes to a page on which the first exchanges stand, as many as were seen."""
        exchanges = self._exchanges(held)
        new = [each for each in exchanges if each.number > seen]
        former = next((each for each in exchanges if each.number == seen and new), None)
        return html("answer.html", exchanges=new, former=former, **self._state(held, seen))

    def _state(self, held: ConversationState | None, seen: int = 0) -> dict[str, Any]:
        """Return what the templates of the two halves need on a page on which so many exchanges stand."""
        at, key = (f"/c/{held.id}" if held else ""), secrets.token_urlsafe(16)
        if held is None:
            return {
                "held": None, "at": at, "key": key, "last": 0, "untold": (), "board": Board(), "wishes": (),
                "addable": (), "asked": False, "books": False, "bookings": BookingList(),
                "booked_now": False, "seen_before": 0, "comparison": None, "map": None,
                "over": (), "settled": 0, "subject": "",
            }  # fmt: skip
        agent = self.talks.agent
        state = agent.state(held.conversation)
        wished = understood(agent.locale, agent.wishes(state))
        wishes = [menu(wish, agent.source) for wish in wished]
        before = agent.state(held.exchanges[-1].before) if held.exchanges else None
        booked = bookings(agent.presenter, state.bookings)
        numbered = dict(enumerate(held.exchanges, held.first))
        over = no_longer_in_play(agent, state)
        frames = compared_now(agent, [each for number, each in numbered.items() if number > seen], over)
        shown_board = board(agent.presenter, state, before)
        changes = {each.frame: booking_menus(agent.presenter, each.option, agent.source) for each in booked.standing}
        return {
            "held": held, "at": at, "key": key, "last": held.total, "untold": agent.presenter.untold,
            "priced": agent.presenter.price,
            "visited": {turn.active_frame for turn in held.conversation.turns},
            "board": shown_board, "map": route_map(agent.presenter, state),
            "bookings": booked, "booked_now": _booked_now(state, before),
            "seen_before": seen_before(agent, state, before),
            "changes": changes, "items": agent.schema.items, "asked": bool(state.pending.on_yes),
            "books": any(isinstance(move, Book) for move in state.pending.on_yes),
            "plans": self._plans,
            "comparison": api.table(self.talks, held.id, frames) if frames else None,
            "over": sorted(over), "settled": settled_at(numbered),
            "subject": subject(shown_board, held.conversation, state),
            "wishes": wishes, "addable": addable(wished, agent.source),
            "most_listed": MOST_LISTED, "most_people": MOST_PEOPLE,
        }  # fmt: skip

    def _exchanges(self, held: ConversationState) -> list[ShownExchange]:
        return [shown(number, each, self.talks.agent) for number, each in enumerate(held.exchanges, held.first)]


def router(talks: Conversations, limits: RateLimits, pictures: CataloguePictures) -> APIRouter:
    """The routes of the page."""
    watch = live.ConversationWatch(talks)
    page, routes = ChatPage(talks, limits), APIRouter(include_in_schema=False, route_class=MeteredRoute)

    @routes.get("/")
    def welcome() -> Response:
        return page.whole(None)

    @routes.post("/say")
    def first(request: Request, text: Annotated[str, Form()], key: Annotated[str | None, Form()] = None) -> Response:
        limits.check_new_conversation(client_address(request.scope))
        own = _key(key, text) if key and _ISSUED.fullmatch(key) else None
        name = talks.open(own)  # who clicks twice begins one conversation
        talks.say(name, text, own)
        if "hx-request" in request.headers:
            return Response(headers={"HX-Redirect": f"/c/{name}"})
        return RedirectResponse(f"/c/{name}", 303)

    @routes.post("/load")
    async def load(request: Request, saved: UploadFile) -> Response:
        limits.check_new_conversation(client_address(request.scope))
        name = await anyio.to_thread.run_sync(metered(api.loaded), talks, await saved.read(), limiter=api.LOADING)
        return RedirectResponse(f"/c/{name}", 303)

    @routes.get("/c/{name}")
    def talk(request: Request, name: str) -> Response:
        return page.whole(talks.read_last(name), str(request.base_url.replace(path=f"/c/{name}")))

    @routes.get("/c/{name}/earlier")
    def earlier(name: str, before: Annotated[int, Query(ge=1)]) -> Response:
        after = max(before - 1 - MOST_READ, 0)
        return page.earlier(talks.read(name, after, min(before - 1, MOST_READ)))

    @routes.post("/c/{name}/say")
    def say(
        request: Request,
        name: str,
        text: Annotated[str, Form()],
        key: Annotated[str | None, Form()] = None,
        seen: Annotated[int | None, Form()] = None,
    ) -> Response:
        limits.check_turn(name)
        answered = talks.say(name, text, _key(key, text) if key else None, partial(watch.show, name))
        return page.after(request, talks.read_last(name), answered, seen)

    @routes.post("/c/{name}/switch")
    def switch(
        request: Request,
        name: str,
        frame: Annotated[list[int], Form(default_factory=list)],
        back: Annotated[int, Form()] = 0,
        seen: Annotated[int | None, Form()] = None,
    ) -> Response:
        limits.check_turn(name)
        answered = talks.switch(name, back or (frame[0] if frame else 0))
        return page.after(request, talks.read_last(name), answered, seen)

    @routes.get("/c/{name}/wish")
    def blank_wish(name: str, slot: str) -> Response:
        source = talks.agent.source
        fields = blank_menu(slot_named(source.schema, slot), source)
        return html("new_wish.html", at=f"/c/{name}", wish=fields, most_listed=MOST_LISTED, most_people=MOST_PEOPLE)

    @routes.post("/c/{name}/wish")
    def wish(request: Request, name: str, form: Annotated[WishForm, Form()]) -> Response:
        limits.check_turn(name)
        answered = talks.revise(name, form.slot, constraints(form, talks.agent.source))
        return page.after(request, talks.read_last(name), answered, form.seen)

    @routes.post("/c/{name}/cancel")
    def cancel(
        request: Request, name: str, frame: Annotated[int, Form()], seen: Annotated[int | None, Form()] = None
    ) -> Response:
        limits.check_turn(name)
        answered = talks.cancel(name, frame)
        return page.after(request, talks.read_last(name), answered, seen)

    @routes.post("/c/{name}/show")
    def show(
        request: Request,
        name: str,
        turn: Annotated[int, Form(ge=1)],
        day: Annotated[str, Form()],
        seen: Annotated[int | None, Form()] = None,
    ) -> Response:
        limits.check_turn(name)
        item = _cheapest_leaving(talks, name, turn, day)
        answered = talks.act(name, lambda before: talks.agent.show_item(before, item))
        return page.after(request, talks.read_last(name), answered, seen)

    @routes.post("/c/{name}/change")
    def change(request: Request, name: str, form: Annotated[BookingForm, Form()]) -> Response:
        limits.check_turn(name)
        wished = constraints(form, talks.agent.source)
        if not wished:
            raise InputError(f"{form.slot}: expected a value, found none")
        answered = talks.change_booking(name, form.frame, form.slot, wished[0])
        return page.after(request, talks.read_last(name), answered, form.seen)

    @routes.get("/c/{name}/changes")
    def changes(name: str, seen: Annotated[int, Query(ge=0)]) -> Response:
        held = talks.read_last(name)
        if not held.first - 1 <= seen <= held.total:
            return Response(headers={"HX-Refresh": "true"})
        return page.news(held, seen)

    @routes.get("/c/{name}/comparison")
    def comparison(request: Request, name: str, frame: Annotated[list[int], Query(default_factory=list)]) -> Response:
        table = api.table(talks, name, frame[: api.MOST_COMPARED]) if len(frame) > 1 else None
        if "hx-request" in request.headers:
            return html("comparison.html", comparison=table, at=f"/c/{name}")
        if table is None:
            return RedirectResponse(f"/c/{name}#memory", 303)
        return html("compared.html", comparison=table, at=f"/c/{name}")

    @routes.post("/c/{name}/comparison")
    def share(request: Request, name: str, frame: Annotated[list[int], Form(default_factory=list)]) -> Response:
        limits.check_turn(name)
        at = f"/comparison/{talks.share(name, frame[: api.MOST_COMPARED])}"
        if "hx-request" in request.headers:
            return html("shared_link.html", link=str(request.base_url.replace(path=at)))
        return RedirectResponse(at, 303)

    @routes.get("/comparison/{id}")
    def shared(id: str) -> Response:
        held = talks.shared(id)
        return html("compared.html", comparison=api.table(talks, held.conversation, held.frames), at="")

    # Starlette's route, not FastAPI's: that would hold exit stacks and dependencies for as long as the line is open.
    routes.routes.append(live.route(talks, watch))

    @routes.post("/c/{name}/undo")
    def undo(name: str, last: Annotated[int | None, Form()] = None) -> Response:
        limits.check_turn(name)
        talks.take_back(name, last)  # that one only: who clicks twice means it once
        return RedirectResponse(f"/c/{name}", 303)

    @routes.post("/c/{name}/forget")
    def forget(name: str) -> Response:
        with suppress(NotFoundError):  # clicked twice
            talks.delete(name)
        return RedirectResponse("/", 303)

    @routes.get("/pictures/{name:path}")
    def picture(name: str) -> Response:
        return FileResponse(pictures.file(name), headers={"Cache-Control": "max-age=3600"})

    @routes.get("/static/{name}")
    def static(name: str, v: str = "") -> Response:
        return static_files.response(name, v)

    return routes


def subject(shown: Board, conversation: Conversation, state: DialogueState) -> str:
    """Return what a conversation is about: the searches that most turns were about, first."""
    titles = {card.frame: card.title for card in (*shown.cards, *shown.folded)}
    searches = [wishing_frame(state, turn.active_frame) for turn in conversation.turns if turn.author == "user"]
    told = [titles[frame] for frame in searches if frame in titles]
    return ", ".join(title for title, _ in Counter(told).most_common(MOST_SUBJECTS))


def _cheapest_leaving(talks: Conversations, name: str, turn: int, day: str) -> Item:
    """Return the item that a turn's chart of prices has for a day. Raises `InputError` where it has none."""
    asked = talks.read(name, turn - 1, 1).exchanges
    prices = chart(asked[0], talks.agent) if asked else None
    item = prices.leaving(day) if prices else None
    if item is None:
        raise InputError(f"On {day} there is nothing any more.")
    return item


def _booked_now(state: DialogueState, before: DialogueState | None) -> bool:
    """Return whether the last exchange changed the bookings."""
    return before is not None and state.bookings != before.bookings


def seen_before(agent: Agent, state: DialogueState, before: DialogueState | None) -> int:
    """Return how many options of the last exchange's search had only been shown before it, and are in what it counts.

    Those that no longer fit are not, nor, where more is asked for, any that were shown.
    """
    if any(isinstance(move, More) for move in state.moves):
        return 0
    earlier = before.options if before else {}
    shown = [option for frame, option in state.options.items() if frame not in earlier]
    searches, again = {option.wishes_of for option in shown}, {option.item.key for option in shown}
    wishes = agent.wishes(state)
    same = [each for each in earlier.values() if each.wishes_of in searches and each.item.key not in again]
    return sum(not any(misses(option, wish, wishes, agent.schema) for wish in wishes) for option in same)


def _key(key: str, text: str) -> str:
    """The key of a line: what was changed before it was sent again is another one."""
    digest = blake2s(f"{key} {text}".encode(), digest_size=16).digest()
    return urlsafe_b64encode(digest).rstrip(b"=").decode()
