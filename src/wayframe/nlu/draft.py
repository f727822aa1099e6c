"""The acts of a turn while they are being found."""

from __future__ import annotations

from wayframe.dialogue import Act, Arg

_ORDER = (
    "greeting", "thankyou", "affirm", "negate", "switch_frame", "inform", "request", "request_compare", "confirm",
    "moreinfo", "request_alts", "goodbye",
)  # fmt: skip


class ActDraft:
    """Acts by name, each with its arguments in the order in which they were found, none twice."""

    def __init__(self) -> None:
        self._found: dict[str, dict[tuple[str, str | bool | None], Arg]] = {}

    def add(self, name: str, slot: str | None = None, val: str | bool | None = None) -> None:
        """Add an act, or an argument to it; a slot without a value is one that is asked for."""
        args = self._found.setdefault(name, {})
        if slot is not None:
            args.setdefault((slot, val), Arg(slot, val))

    def drop(self, name: str) -> None:
        """Take an act back."""
        self._found.pop(name, None)

    def has(self, *names: str) -> bool:
        """Tell whether any of these acts was found."""
        return any(name in self._found for name in names)

    def valued(self, name: str) -> bool:
        """Tell whether an act was found with a value."""
        return any(val is not None for _, val in self._found.get(name, ()))

    def informed(self) -> set[str]:
        """The slots that the user has filled, the intent apart."""
        return {slot for slot, _ in self._found.get("inform", ()) if slot != "intent"}

    def asks(self, slot: str) -> bool:
        """Tell whether a slot is asked for."""
        return any(asked == slot for asked, _ in self._found.get("request", ()))

    def books(self) -> bool:
        """Tell whether the user wants to book."""
        return ("intent", "book") in self._found.get("inform", ())

    def acts(self) -> tuple[Act, ...]:
        """The acts in a fixed order; the wish to book is an `inform` of its own, as annotators have it."""
        acts: list[Act] = []
        for name in sorted(self._found, key=_ORDER.index):
            args = self._found[name].values()
            intent = tuple(arg for arg in args if arg.key == "intent")
            rest = tuple(arg for arg in args if arg.key != "intent")
            acts += [Act(name, part) for part in (intent, rest) if part] or [Act(name)]
        return tuple(acts)
