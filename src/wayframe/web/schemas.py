"""The API's requests and answers, as the OpenAPI description has them."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StringConstraints

from wayframe.notation import show
from wayframe.presentation.board import Card, Comparison
from wayframe.presentation.presenter import ItemMedia
from wayframe.service import AnsweredTurn, ConversationState
from wayframe.service.conversations import KEY, LONGEST_TEXT


class StrictRequest(BaseModel):
    """A request: no other fields, and no text for a number."""

    model_config = ConfigDict(extra="forbid", strict=True)


Key = Annotated[
    str,
    StringConstraints(pattern=f"^{KEY}$"),
    Field(description="Any key of the sender's; sent again with the same one, a turn gets the same answer."),
]


class TurnRequest(StrictRequest):
    """The user's turn."""

    text: Annotated[str, StringConstraints(min_length=1, max_length=LONGEST_TEXT, pattern=r"\S")]
    key: Key | None = None


def _whole(value: object) -> object:
    """In JSON, 3.0 is an integer."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


class LineRequest(TurnRequest):
    """The user's turn on a line; with `stream`, sentences that are there before the others come by themselves."""

    stream: bool = False


class SwitchRequest(StrictRequest):
    """The option that the user goes back to."""

    frame: Annotated[int, Field(ge=1, le=1_000_000), BeforeValidator(_whole)]
    key: Key | None = None


class TakeBackRequest(StrictRequest):
    """The exchange that is to be taken back, if it is the last: sent again, nothing more is."""

    number: Annotated[int, Field(ge=1, le=1_000_000), BeforeValidator(_whole)]


class NewConversation(BaseModel):
    """A new conversation. Its id is its key: whoever has the link may talk in it."""

    id: str
    link: str


class TurnReply(BaseModel):
    """A turn and its answer; `acts` and `wizard_acts` in the paper's notation."""

    number: Annotated[int, Field(description="Counted from 1.")]
    text: str
    acts: list[str]
    reply: str
    wizard_acts: list[str]
    active_frame: int
    again: Annotated[bool, Field(description="It had been answered before: the key is known.")] = False

    @classmethod
    def of(cls, answered: AnsweredTurn) -> TurnReply:
        """An answer as it is sent."""
        user, wizard = answered.exchange.user, answered.exchange.wizard
        return cls(
            number=answered.number, text=user.text, acts=list(map(show, user.acts)), reply=wizard.text,
            wizard_acts=list(map(show, wizard.acts)), active_frame=wizard.active_frame, again=answered.again,
        )  # fmt: skip


class ConversationView(BaseModel):
    """A conversation as it stands: some of its turns, in order, of as many as it has."""

    id: str
    turns: list[TurnReply]
    total: Annotated[int, Field(description="Turns that the conversation has: ask for those after the last one here.")]
    active_frame: int

    @classmethod
    def of(cls, held: ConversationState) -> ConversationView:
        """A conversation as it is sent."""
        turns = [TurnReply.of(AnsweredTurn(number, each)) for number, each in enumerate(held.exchanges, held.first)]
        active = held.conversation.memory.active_frame
        return cls(id=held.id, turns=turns, total=held.total, active_frame=active)


class SlotView(BaseModel):
    """A slot on a card."""

    slot: str
    label: str
    text: str
    words: Annotated[str, Field(description="The user's own, where they say more than the value.")]
    inherited: bool
    told: Annotated[bool, Field(description="The agent's word, not the user's.")]
    changed: Annotated[bool, Field(description="In the last exchange.")]


class LinkView(BaseModel):
    """A page about an item."""

    label: str
    address: str


class MediaView(BaseModel):
    """The pictures that the catalogue has of an item, and the pages about it."""

    pictures: list[str] = []
    links: list[LinkView] = []

    @classmethod
    def of(cls, media: ItemMedia) -> MediaView:
        """Pictures and links as they are sent."""
        return cls(pictures=list(media.pictures), links=[LinkView(**link._asdict()) for link in media.links])


class FrameCard(BaseModel):
    """A frame of the memory."""

    frame: int
    parent: int | None
    title: str
    entries: list[SlotView]
    asked: list[str]
    active: bool
    offered: bool
    rejected: bool
    no_result: bool
    booked: bool
    new: bool
    media: MediaView = MediaView()

    @classmethod
    def of(cls, card: Card) -> FrameCard:
        """A card as it is sent."""
        entries = [SlotView(**entry._asdict()) for entry in card.entries]
        return cls(
            **{**card._asdict(), "entries": entries, "asked": list(card.asked), "media": MediaView.of(card.media)}
        )


class BoardView(BaseModel):
    """All frames."""

    active_frame: int
    cards: list[FrameCard]


class ComparedView(BaseModel):
    """A slot of several frames; `best` are the places of the best values, counted from 0."""

    slot: str
    label: str
    values: list[str | None]
    best: list[int]

    @property
    def alike(self) -> bool:
        """Whether all have the same."""
        return len(set(self.values)) == 1


class ComparisonView(BaseModel):
    """Frames side by side."""

    frames: list[int]
    titles: list[str]
    rows: list[ComparedView]
    trade_off: Annotated[str, Field(description="What speaks for which, in a sentence.")] = ""
    media: Annotated[list[MediaView], Field(description="Of each frame, where any has some.")] = []

    @classmethod
    def of(cls, comparison: Comparison) -> ComparisonView:
        """A comparison as it is sent."""
        rows = [
            ComparedView(slot=row.slot, label=row.label, values=list(row.values), best=sorted(row.best))
            for row in comparison.rows
        ]
        return cls(
            frames=list(comparison.frames),
            titles=list(comparison.titles),
            rows=rows,
            trade_off=comparison.trade_off,
            media=list(map(MediaView.of, comparison.media)),
        )


class ProblemView(BaseModel):
    """The reason why something was refused."""

    detail: Any
