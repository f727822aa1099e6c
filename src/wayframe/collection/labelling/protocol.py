"""The frame of every labeller: dialogues read turn by turn, nothing twice."""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod
from collections import OrderedDict
from collections.abc import Hashable, Mapping, Sequence
from datetime import date
from itertools import takewhile
from typing import TYPE_CHECKING, Any, NamedTuple

from wayframe.collection.sessions import UnlabelledTurn
from wayframe.dialogue import Dialogue, DialogueLabels, Turn
from wayframe.memory import Memory

if TYPE_CHECKING:
    from wayframe.collection.annotation.labels import TextMark

_REMEMBERED = 256  # dialogues whose labels are kept


class LabelledDialogue(NamedTuple):
    """A dialogue as far as it was read.

    `offers` has the package or row behind a frame, `found` all that searches found, the latest first.
    """

    turns: tuple[Turn, ...]
    memory: Memory
    offers: Mapping[int, Any]
    found: tuple[Any, ...] = ()

    def dialogue(self, id: str, user_id: str, wizard_id: str, labels: DialogueLabels | None = None) -> Dialogue:
        """Return it in the Frames format."""
        return Dialogue(id, user_id, wizard_id, labels or DialogueLabels(), self.turns)


class DialogueLabeller(ABC):
    """Labels dialogues. Safe for several threads, of which one reads at a time."""

    def __init__(self, today: date) -> None:
        self.today = today
        self._known = OrderedDict[Hashable, tuple[tuple[UnlabelledTurn, ...], list[LabelledDialogue]]]()
        self._lock = threading.Lock()

    def start(self) -> LabelledDialogue:
        """Return a dialogue in which nothing was said yet."""
        return LabelledDialogue((), Memory(today=self.today), {})

    def read(self, said: Sequence[UnlabelledTurn], name: Hashable = None) -> LabelledDialogue:
        """Return a dialogue with labels, from its turns: the user's first, then both in turn.

        Under a `name` it is remembered, so that only what is new or was changed is read.
        """
        with self._lock:
            before, reads = self._known.get(name, ((), [self.start()]))
            same = len(list(takewhile(lambda pair: pair[0] == pair[1], zip(before, said, strict=False))))
            if same == len(said):
                return reads[same]
            reads = reads[: same + 1]
            for each in said[same:]:
                reads.append(self.hear(reads[-1], each))
            if name is not None:
                self._known[name] = (tuple(said), reads)
                self._known.move_to_end(name)
            if len(self._known) > _REMEMBERED:
                self._known.popitem(last=False)
            return reads[-1]

    def hear(self, read: LabelledDialogue, said: UnlabelledTurn) -> LabelledDialogue:
        """Return the dialogue with one turn more."""
        return self.user_said(read, said) if said.author == "user" else self.wizard_said(read, said)

    @abstractmethod
    def user_said(self, read: LabelledDialogue, said: UnlabelledTurn) -> LabelledDialogue:
        """Return the dialogue with one turn more, a user's."""

    @abstractmethod
    def wizard_said(self, read: LabelledDialogue, said: UnlabelledTurn) -> LabelledDialogue:
        """Return the dialogue with one turn more, a wizard's."""

    @abstractmethod
    def ranked_slots(self, text: str, mark: TextMark, recent: Sequence[str]) -> tuple[str, ...]:
        """Return the slots that words may be marked as, the likely ones first."""
