"""The service over HTTP and WebSocket: begin, talk, look, compare, switch, take back, export, forget."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Annotated, Any, Literal

import anyio
import anyio.from_thread
import anyio.to_thread
import msgspec
import pydantic
from fastapi import APIRouter, Query, Request, Response, WebSocket
from starlette.routing import WebSocketRoute

from wayframe.agent import Show, unseen
from wayframe.dialogue import Dialogue, encode
from wayframe.errors import InputError
from wayframe.presentation.board import compared, conversation_cards
from wayframe.service import AnsweredTurn, Conversations, NotFoundError, UnavailableError
from wayframe.service.conversations import MOST_EXCHANGES, MOST_READ, check_frames
from wayframe.web.exception_handlers import explained
from wayframe.web.observing import record_message
from wayframe.web.plans import FORMATS, TalkPlan
from wayframe.web.rate_limits import MeteredRoute, RateLimitError, RateLimits, client_address, metered
from wayframe.web.request_limits import same_origin
from wayframe.web.schemas import (
    BoardView,
    ComparisonView,
    ConversationView,
    FrameCard,
    LineRequest,
    NewConversation,
    ProblemView,
    SwitchRequest,
    TakeBackRequest,
    TurnReply,
    TurnRequest,
)

MOST_COMPARED = 12
"""Frames that may stand side by side."""

LOADING = anyio.CapacityLimiter(1)  # beside those who talk: the interpreter takes turns between them

_PROBLEMS: dict[int | str, dict[str, Any]] = {
    400: {"model": ProblemView, "description": "The body is no text."},
    403: {"model": ProblemView, "description": "This came from another site."},
    404: {"model": ProblemView, "description": "There is no such conversation."},
    408: {"model": ProblemView, "description": "The body did not come."},
    413: {"model": ProblemView, "description": "The body is too long."},
    422: {"model": ProblemView, "description": "Something is not as it should be."},
    429: {"model": ProblemView, "description": "Too many requests."},
    503: {"model": ProblemView, "description": "The database does not answer, or the server stops."},
}


_PLANS: dict[str, Any] = {each.media_type.partition(";")[0]: {} for each in FORMATS.values()}


def router(talks: Conversations, limits: RateLimits) -> APIRouter:
    """The routes under `/api/conversations`; what they raise becomes an answer in `wayframe.web.app`."""
    api = APIRouter(prefix="/api/conversations", responses=_PROBLEMS, tags=["conversations"], route_class=MeteredRoute)

    @api.post("", status_code=201)
    def begin(request: Request) -> NewConversation:
        """Begin a conversation."""
        limits.check_new_conversation(client_address(request.scope))
        return _opened(request, talks.open())

    @api.post("/load", status_code=201, openapi_extra=_DIALOGUE_BODY)
    async def load(request: Request) -> NewConversation:
        """Go on from a saved conversation: a dialogue in the Frames format."""
        limits.check_new_conversation(client_address(request.scope))
        body = await request.body()
        return _opened(request, await anyio.to_thread.run_sync(metered(loaded), talks, body, limiter=LOADING))

    @api.get("/{name}")
    def read(
        name: str,
        after: Annotated[int, Query(ge=0, le=MOST_EXCHANGES)] = 0,
        limit: Annotated[int, Query(ge=1, le=MOST_READ)] = MOST_READ,
    ) -> ConversationView:
        """Return what was said: so many turns, after the one of this number."""
        return ConversationView.of(talks.read(name, after, limit))

    @api.post("/{name}/turns")
    def say(name: str, said: TurnRequest) -> TurnReply:
        """Say something; the answer is kept before it is given."""
        limits.check_turn(name)
        return TurnReply.of(talks.say(name, said.text, said.key))

    @api.post("/{name}/switch")
    def switch(name: str, switched: SwitchRequest) -> TurnReply:
        """Go back to an option, as the user would by saying so."""
        limits.check_turn(name)
        return TurnReply.of(talks.switch(name, switched.frame, switched.key))

    @api.post("/{name}/undo")
    def undo(name: str, taken: TakeBackRequest | None = None) -> ConversationView:
        """Take the last exchange back; with its number, once only. The answer has the last turns that remain."""
        limits.check_turn(name)
        return ConversationView.of(talks.take_back(name, taken.number if taken else None))

    @api.get("/{name}/memory")
    def memory(name: str) -> BoardView:
        """Every frame, where it comes from, what the last exchange changed."""
        return board(talks, name)

    @api.get("/{name}/comparison")
    def comparison(
        name: str, frame: Annotated[list[int], Query(min_length=1, max_length=MOST_COMPARED)]
    ) -> ComparisonView:
        """Frames side by side, the best of each row marked."""
        return table(talks, name, frame)

    @api.get("/{name}/export", response_class=Response, responses={200: {"content": {"application/json": {}}}})
    def export(name: str) -> Response:
        """The conversation in the Frames format."""
        content = encode([talks.export(name)])
        headers = {"Content-Disposition": 'attachment; filename="conversation.json"'}
        return Response(content, media_type="application/json", headers=headers)

    @api.get("/{name}/plan/{suffix}", response_class=Response, responses={200: {"content": _PLANS}})
    def take_along(name: str, suffix: Literal["ics", "md", "json"]) -> Response:
        """The bookings with their sum, the wishes and the options: as a calendar, as Markdown, as JSON."""
        media_type, write = FORMATS[suffix]
        content = write(TalkPlan.of(talks.agent, talks.read_last(name, 0)))
        headers = {"Content-Disposition": f'attachment; filename="plan.{suffix}"'}
        return Response(content, media_type=media_type, headers=headers)

    @api.delete("/{name}", status_code=204)
    def delete(name: str) -> None:
        """Forget the conversation and all that was said in it."""
        talks.delete(name)

    at = f"{api.prefix}/{{name}}/live"

    async def live(socket: WebSocket) -> None:
        await _live(socket, talks, limits, socket.path_params["name"], at)

    # Starlette's route, not FastAPI's: that would hold exit stacks and dependencies for as long as the line is open.
    api.routes.append(WebSocketRoute(at, live))
    return api


def board(talks: Conversations, name: str) -> BoardView:
    """The memory board of a conversation. Raises `NotFoundError`."""
    held = talks.read_last(name, 1)
    agent, state = talks.agent, talks.agent.state(held.conversation)
    before = agent.state(held.exchanges[-1].before) if held.exchanges else None
    shown = [FrameCard.of(card) for card in conversation_cards(agent.presenter, state, before)]
    return BoardView(active_frame=state.memory.active_frame, cards=shown)


def table(talks: Conversations, name: str, frames: Sequence[int]) -> ComparisonView:
    """Frames of a conversation side by side. Raises `NotFoundError`, and `InputError` for a frame that isn't there."""
    conversation = talks.read_last(name, 0).conversation
    check_frames(frames, len(conversation.memory.frames))
    chosen = list(dict.fromkeys(frames))
    return ComparisonView.of(compared(talks.agent.presenter, chosen, talks.agent.state(conversation)))


def loaded(talks: Conversations, content: bytes) -> str:
    """The new conversation that goes on from a file of one dialogue. Raises `InputError`."""
    return talks.load(dialogue(content))


def _opened(request: Request, name: str) -> NewConversation:
    return NewConversation(id=name, link=str(request.base_url.replace(path=f"/c/{name}")))


async def _live(socket: WebSocket, talks: Conversations, limits: RateLimits, name: str, route: str) -> None:
    """One object in, one object out, in order, behind sentences where they stream; else why not, and the line stays."""
    if not same_origin(socket.headers) or not await anyio.to_thread.run_sync(talks.exists, name):
        await socket.close(4404)
        return
    await socket.accept()
    while (message := await socket.receive())["type"] == "websocket.receive":
        content = message.get("text") or message.get("bytes") or ""
        started = time.perf_counter()

        def show(sentence: str) -> None:
            anyio.from_thread.run(socket.send_text, msgspec.json.encode({"sentence": sentence}).decode())

        status, answer, trouble = await anyio.to_thread.run_sync(_answer, talks, limits, name, content, show)
        record_message(socket.scope, route, status, time.perf_counter() - started, trouble)
        await socket.send_text(answer)


def _answer(
    talks: Conversations, limits: RateLimits, name: str, content: str | bytes, show: Show
) -> tuple[int, str, str]:
    """The status of an answer, the answer, and what of it is to be logged."""
    try:
        said = LineRequest.model_validate_json(content)
        limits.check_turn(name)
        answered: AnsweredTurn = metered(talks.say)(name, said.text, said.key, show if said.stream else unseen)
        return 200, str(TurnReply.of(answered).model_dump_json()), ""
    except (pydantic.ValidationError, InputError, RateLimitError, NotFoundError, UnavailableError) as error:
        status, reason = explained(error)
        trouble = str(error) if isinstance(error, UnavailableError) else ""
    return status, msgspec.json.encode({"detail": reason}).decode(), trouble


def dialogue(body: bytes) -> Dialogue:
    """The dialogue in a file of one. Raises `InputError`."""
    try:
        found = msgspec.json.decode(body, type=list[Dialogue] | Dialogue)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise InputError(f"expected a dialogue in the Frames format: {error}") from error
    if isinstance(found, Dialogue):
        return found
    if len(found) != 1:
        raise InputError(f"expected one dialogue, found {len(found)}")
    return found[0]


_DIALOGUE_BODY = {
    "requestBody": {
        "required": True,
        "content": {"application/json": {"schema": {"oneOf": [{"type": "object"}, {"type": "array"}]}}},
    }
}
