"""The labels of a talk: the adjudicator's, else an annotator's, else what the program reads by itself."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, get_args

from wayframe.collection.annotation import storage as kept
from wayframe.collection.annotation.labels import turns
from wayframe.collection.reading import Reader
from wayframe.collection.storage import Storage
from wayframe.collection.turns import Said
from wayframe.dialogue import Turn, user_turn, wizard_turn

LabelledBy = Literal["adjudicated", "annotated", "automatic"]
LABELLED_BY: tuple[LabelledBy, ...] = get_args(LabelledBy)


class Labeller:
    """Labels talks by the best that there is for each."""

    def __init__(self, storage: Storage, reader: Reader) -> None:
        self._storage, self._reader = storage, reader

    def label(self, number: int, said: Sequence[Said]) -> tuple[tuple[Turn, ...], LabelledBy]:
        """The turns of a talk with labels, and whose labels they are.

        Of several annotators who are done and whom nobody adjudicated it is the one who was done first.
        """
        with self._storage.reading() as connection:
            done = [each for each in kept.rows(connection, talk=number) if each.done]
        if not done:
            return self._reader.read(said).turns, "automatic"
        best = min(done, key=lambda each: (each.kind != "adjudicator", each.at, each.annotator))
        by: LabelledBy = "adjudicated" if best.kind == "adjudicator" else "annotated"
        return turns(said, best.work.turns, self._reader.today), by


def unlabelled(said: Sequence[Said]) -> tuple[Turn, ...]:
    """The turns of a talk without labels: enough to look for what is to be replaced in them."""
    return tuple(
        user_turn(each.text, each.timestamp, (), 1, (), ())
        if each.author == "user"
        else wizard_turn(each.text, each.timestamp, (), 1, (), each.db)
        for each in said
    )
