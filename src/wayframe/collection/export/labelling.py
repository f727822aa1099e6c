"""The labels of a talk: the adjudicator's, else an annotator's, else the agent's own, else what the program reads."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, get_args

from msgspec import Raw
from msgspec.structs import replace

from wayframe.collection.annotation import storage as kept
from wayframe.collection.annotation.labels import turns
from wayframe.collection.conditions import conversation_name
from wayframe.collection.labelling.protocol import DialogueLabeller
from wayframe.collection.storage import StudyStorage
from wayframe.collection.turns import UnlabelledTurn
from wayframe.dialogue import Turn, encode, user_turn, wizard_turn
from wayframe.service import Conversations

LabelledBy = Literal["adjudicated", "annotated", "agent", "automatic"]
LABELLED_BY: tuple[LabelledBy, ...] = get_args(LabelledBy)
SEEN: tuple[LabelledBy, ...] = ("adjudicated", "annotated")
"""Labels that somebody has looked at."""


class ReleaseLabeller:
    """Labels talks by the best that there is for each."""

    def __init__(
        self, storage: StudyStorage, reader: DialogueLabeller, conversations: Conversations | None = None
    ) -> None:
        """`conversations` are the agent's, if it has talked in this study."""
        self._storage, self._reader, self._conversations = storage, reader, conversations

    def label(self, number: int, said: Sequence[UnlabelledTurn]) -> Iterator[tuple[tuple[Turn, ...], LabelledBy]]:
        """Yield the turns of a talk with labels, and whose labels they are, the best first.

        Of several annotators who are done the one who was done first comes first. The agent's own labels say what it
        meant and what it understood; it has them where each message was answered before the next one.
        """
        with self._storage.reading() as connection:
            done = [each for each in kept.rows(connection, talk=number) if each.done]
        for each in sorted(done, key=lambda each: (each.kind != "adjudicator", each.at, each.annotator)):
            by: LabelledBy = "adjudicated" if each.kind == "adjudicator" else "annotated"
            yield turns(said, each.work.turns, self._reader.today), by
        if own := self._own(number, said):
            yield own, "agent"
        yield self._reader.read(said).turns, "automatic"

    def _own(self, number: int, said: Sequence[UnlabelledTurn]) -> tuple[Turn, ...]:
        """The agent's labels of a talk; none where it wasn't the wizard, or took turns otherwise than the talk has."""
        if self._conversations is None:
            return ()
        name = conversation_name(self._storage, number)
        if not self._conversations.exists(name):
            return ()
        own = self._conversations.read(name).conversation.turns[: len(said)]
        if [turn.text for turn in own] != [each.text for each in said]:
            return ()
        return tuple(_at(turn, each) for turn, each in zip(own, said, strict=True))


def _at(turn: Turn, said: UnlabelledTurn) -> Turn:
    """A turn of the agent's conversation as it stands in the talk."""
    turn = replace(turn, timestamp=said.timestamp)
    return turn if said.author == "user" else replace(turn, db_json=Raw(encode(said.db)))


def unlabelled(said: Sequence[UnlabelledTurn]) -> tuple[Turn, ...]:
    """The turns of a talk without labels: enough to look for what is to be replaced in them."""
    return tuple(
        user_turn(each.text, each.timestamp, (), 1, (), ())
        if each.author == "user"
        else wizard_turn(each.text, each.timestamp, (), 1, (), each.db)
        for each in said
    )
