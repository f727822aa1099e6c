"""Pages that stay up to date: each is told over a WebSocket how many exchanges its conversation has.

Sentences that are there before the rest of a reply are told, too, to the pages of the process that answers.

One look at the database, so often, serves all pages of a process; so it doesn't matter which process somebody else
talks to, and a page that was away learns at once what it missed.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import anyio
import anyio.to_thread
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket

from wayframe.service import Conversations, UnavailableError
from wayframe.web.request_limits import same_origin

EVERY = 0.5
"""Seconds between two looks."""

AT = "/c/{name}/live"
GONE = 4404
"""The code with which a line to a conversation that isn't there is closed."""


class OpenPage:
    """A page: what it was told last, and the news for it, None where its conversation is gone."""

    def __init__(self) -> None:
        self.news = asyncio.Queue[int | str | None]()
        self._told: int | None = -1

    def tell(self, total: int | None) -> None:
        """Tell how many exchanges there are, where that is news."""
        if total != self._told:
            self._told = total
            self.news.put_nowait(total)


class ConversationWatch:
    """Watches the conversations of which a page is open; it looks at nothing where there is none."""

    def __init__(self, talks: Conversations) -> None:
        self._talks = talks
        self._pages = dict[str, list[OpenPage]]()
        self._limiter = anyio.CapacityLimiter(1)
        self._task: asyncio.Task[None] | None = None
        self._loop: asyncio.AbstractEventLoop | None = None

    def show(self, name: str, sentence: str) -> None:
        """Tell the pages of a conversation a sentence of the reply that is on its way, from any thread."""
        if self._loop and name in self._pages:
            self._loop.call_soon_threadsafe(self._show, name, sentence)

    def _show(self, name: str, sentence: str) -> None:
        for page in self._pages.get(name, ()):
            page.news.put_nowait(sentence)

    @contextmanager
    def open(self, name: str) -> Iterator[OpenPage]:
        """A page of a conversation, told from the next look on for as long as it is open."""
        page, self._loop = OpenPage(), asyncio.get_running_loop()
        self._pages.setdefault(name, []).append(page)
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._look())
        try:
            yield page
        finally:
            self._pages[name].remove(page)
            if not self._pages[name]:
                del self._pages[name]

    async def _look(self) -> None:
        while self._pages:
            names = tuple(self._pages)
            with suppress(UnavailableError):  # looked at again soon
                found = await anyio.to_thread.run_sync(self._talks.totals, names, limiter=self._limiter)
                for name in names:
                    for page in self._pages.get(name, ()):
                        page.tell(found.get(name))
            await asyncio.sleep(EVERY)


def route(talks: Conversations, watch: ConversationWatch) -> WebSocketRoute:
    """The route of the lines to pages."""

    async def live(socket: WebSocket) -> None:
        name = socket.path_params["name"]
        if not same_origin(socket.headers) or not await anyio.to_thread.run_sync(talks.exists, name):
            await socket.close(GONE)
            return
        await socket.accept()
        with watch.open(name) as page:
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(_tell, socket, page)
                while (await socket.receive())["type"] != "websocket.disconnect":
                    pass  # a page has nothing to say here
                tasks.cancel_scope.cancel()

    return WebSocketRoute(AT, live)


async def _tell(socket: WebSocket, page: OpenPage) -> None:
    """Send what becomes known; a conversation that is gone closes the line."""
    while (news := await page.news.get()) is not None:
        await socket.send_json({"sentence" if isinstance(news, str) else "total": news})
    await socket.close(GONE)
