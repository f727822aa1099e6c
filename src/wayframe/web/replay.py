"""A dialogue turn by turn, its frames beside it: of a corpus, or a conversation of one's own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated, NamedTuple
from urllib.parse import quote

from fastapi import APIRouter, Query, Response

from wayframe import corpus
from wayframe.dialogue import Dialogue, Turn
from wayframe.memory import Memory, update
from wayframe.notation import show
from wayframe.packages.source import recorded
from wayframe.presentation.board import Board, Card, cards
from wayframe.presentation.presenter import Presenter, trips_presenter
from wayframe.service import Conversations, NotFoundError
from wayframe.sources.protocol import RecordedSearch
from wayframe.web.rate_limits import MeteredRoute
from wayframe.web.templates import html
from wayframe.web.views import searches

LISTED = 50
"""Dialogues on one page of the list."""


class ReplayLine(NamedTuple):
    """A turn: who said what, its acts, the searches it ran."""

    number: int
    author: str
    text: str
    acts: tuple[str, ...]
    searches: tuple[str, ...]


class ReplayMoment(NamedTuple):
    """A dialogue up to a turn, and the frames after it."""

    dialogue: Dialogue
    turn: int
    lines: tuple[ReplayLine, ...]
    cards: tuple[Card, ...]


Recorded = Callable[[Turn], tuple[RecordedSearch, ...]]
"""Gives the searches of a turn."""


def moment(dialogue: Dialogue, turn: int, presenter: Presenter, recorded: Recorded) -> ReplayMoment:
    """The dialogue after a turn, counted from 0; beyond its end that is the last one. The frames are the labels'."""
    turn = min(max(turn, 0), len(dialogue.turns) - 1)
    memory, before = Memory(), Memory()
    for each in dialogue.turns[: turn + 1]:
        before = memory
        memory = update(memory, each.author, each.acts, each.active_frame).corrected(each.frames, each.author)
    lines = list[ReplayLine]()
    for number, each in enumerate(dialogue.turns[: turn + 1]):
        acts, found = tuple(map(show, each.acts)), searches(recorded(each), presenter)
        lines.append(ReplayLine(number, each.author, each.text, acts, found))
    return ReplayMoment(dialogue, turn, tuple(lines), cards(presenter, memory, (), before))


class ReplayLibrary:
    """The dialogues of a corpus, by id."""

    def __init__(self, path: str | Path) -> None:
        self.name = Path(path).name
        self._dialogues = {dialogue.id: dialogue for dialogue in corpus.read(path) if dialogue.turns}

    def __getitem__(self, name: str) -> Dialogue:
        if name not in self._dialogues:
            raise NotFoundError(name)
        return self._dialogues[name]

    def search(self, words: str) -> Sequence[Dialogue]:
        """The dialogues whose id begins so, or in which somebody says these words; all for none."""
        sought = words.strip().casefold()
        return [
            dialogue
            for dialogue in self._dialogues.values()
            if dialogue.id.startswith(sought) or any(sought in turn.text.casefold() for turn in dialogue.turns)
        ]


def router(talks: Conversations, library: ReplayLibrary | None) -> APIRouter:
    """The routes of replays; those of a corpus only where there is one."""
    routes = APIRouter(include_in_schema=False, route_class=MeteredRoute)

    @routes.get("/c/{name}/replay")
    def own(name: str, turn: int = 0) -> Response:
        dialogue = talks.export(name)
        if not dialogue.turns:
            raise NotFoundError(name)
        presenter = talks.agent.presenter
        shown = moment(dialogue, turn, presenter, talks.agent.source.recorded)
        return _page(shown, f"/c/{name}/replay", f"/c/{name}", presenter)

    if library:

        @routes.get("/replay")
        def listed(q: str = "", page: Annotated[int, Query(ge=1)] = 1) -> Response:
            found = library.search(q)
            part = found[(page - 1) * LISTED : page * LISTED]
            return html("library.html", library=library.name, q=q, page=page, count=len(found), part=part,
                        pages=-(-len(found) // LISTED))  # fmt: skip

        @routes.get("/replay/{name:path}")
        def of_corpus(name: str, turn: int = 0) -> Response:
            presenter = trips_presenter()
            shown = moment(library[name], turn, presenter, recorded)
            return _page(shown, f"/replay/{quote(name)}", "/replay", presenter)

    return routes


def _page(shown: ReplayMoment, at: str, back: str, presenter: Presenter) -> Response:
    return html(
        "replay.html", shown=shown, at=at, back=back, board=Board(shown.cards), held=None,
        heading="Frames after this turn", untold=presenter.untold,
    )  # fmt: skip
