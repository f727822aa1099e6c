"""The options of a conversation about a table, as far as words can point at them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from wayframe.dialogue import Frame, Turn
from wayframe.nlu.scene import Scene
from wayframe.tables.rows import Row
from wayframe.tables.table import Table


class Options:
    """The rows behind the frames."""

    def __init__(self, table: Table, scene: Scene, frames: Sequence[Frame], history: Sequence[Turn]) -> None:
        self._table, self._scene, self._frames, self._history = table, scene, frames, history
        self._naming = table.schema.name.slot

    def row(self, frame: Frame) -> Row | None:
        """The row that was offered in a frame."""
        held = [v.val for v in frame.info.get(self._naming, ()) if isinstance(v.val, str) and not v.negated]
        return self._table.named(held[-1]) if held else None

    def name(self, row: Row) -> str:
        """How a row is called."""
        return str(row.facts[self._naming])

    @cached_property
    def at_hand(self) -> Row | None:
        """The row of the active frame."""
        return self.row(self._scene.active) if self._scene.active else None

    @cached_property
    def looked_at(self) -> list[Row]:
        """What is being looked at: what was just offered, else what is at hand, else what was offered at last."""
        at_hand = [self.at_hand] if self.at_hand else []
        return self._rows(self._scene.offered) or at_hand or self._rows(self._frames[-3:])

    @cached_property
    def alternatives(self) -> list[Row]:
        """The options among which one can choose: those of the last offer, else all that came up."""
        offered = self._rows(self._scene.offered)
        if len(offered) > 1:
            return offered
        newest = next((f.frame_parent_id for f in reversed(self._frames) if self.row(f)), None)
        siblings = self._rows([f for f in self._frames if f.frame_parent_id == newest])
        return (
            siblings if len(siblings) > 1 else list({self.name(row): row for row in self._rows(self._frames)}.values())
        )

    @cached_property
    def told(self) -> list[Row]:
        """The options that the agent has just spoken about side by side."""
        said = self._history[-1].acts if self._history else ()
        told = dict.fromkeys(ref.frame for act in said for ref in act.refs("write"))
        rows = self._rows([self._frames[number - 1] for number in told if number <= len(self._frames)])
        return rows if len(rows) > 1 else []

    @cached_property
    def before(self) -> Row | None:
        """The option that was talked about before the one that is at hand."""
        numbers = [turn.active_frame for turn in reversed(self._history) if turn.active_frame <= len(self._frames)]
        rows = self._rows([self._frames[number - 1] for number in numbers])
        return next((row for row in rows if row != self.at_hand), None)

    def _rows(self, frames: Sequence[Frame]) -> list[Row]:
        return [row for frame in frames if (row := self.row(frame))]
