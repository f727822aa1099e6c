"""Menus of an annotation's places: options that typed letters filter, each an edit or another menu."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Literal, NamedTuple
from urllib.parse import urlencode

from wayframe.collection.annotation.annotations import OpenAnnotation
from wayframe.collection.annotation.edits import NEW
from wayframe.collection.annotation.labels import ActPosition, MarkedAct, MarkedArg, TextMark
from wayframe.dialogue import Author
from wayframe.errors import InputError
from wayframe.ontology import ACTS, SLOTS
from wayframe.values import DONT_CARE
from wayframe.web.collect import labelled

Kind = Literal["mark", "add_act", "rename_act", "add", "rename_slot", "set_value", "frame", "about", "activate", "more"]

_FIRST: dict[Author, tuple[str, ...]] = {
    "user": ("inform", "request", "switch_frame", "thankyou", "affirm", "negate", "greeting", "request_compare"),
    "wizard": ("offer", "inform", "request", "suggest", "no_result", "sorry", "greeting", "confirm"),
}
"""The acts that a side says most (paper table 9, by the release)."""

_ALONE = ("greeting", "thankyou", "goodbye", "sorry", "you_are_welcome", "reject", "moreinfo")


class MenuOption(NamedTuple):
    """A line of a menu. `do` is what to send: a form's fields for an edit, or for another menu (`menu=...`)."""

    label: str
    hint: str
    do: str
    key: str = ""  # that does the same where no menu is open


class MenuTarget(NamedTuple):
    """An act that marked words may go to; `at` is empty for a new one."""

    at: str
    label: str
    chosen: bool


class LabelMenu(NamedTuple):
    """A list to choose from. `free` is what to send with what was typed as `val`, empty where nothing may be typed."""

    title: str
    options: tuple[MenuOption, ...]
    targets: tuple[MenuTarget, ...] = ()
    free: str = ""


class MenuRequest(NamedTuple):
    """A menu of a kind that is wanted for a place of an annotation; `slots` are all slots, the likely ones first."""

    kind: Kind
    opened: OpenAnnotation
    turn: int
    at: ActPosition | None
    mark: TextMark | None
    slots: Sequence[str]

    @property
    def author(self) -> Author:
        """Return who says the turn."""
        return self.opened.authors[self.turn]

    @property
    def acts(self) -> tuple[MarkedAct, ...]:
        """Return the turn's acts."""
        return self.opened.work.turns[self.turn].acts

    def act(self) -> MarkedAct:
        """Return the act at the place. Raises `InputError` where there is none."""
        if self.at is None or not 0 <= self.at.act < len(self.acts):
            raise InputError("there is no such act any more")
        return self.acts[self.at.act]

    def slot(self) -> MarkedArg:
        """Return the slot at the place. Raises `InputError` where there is none."""
        act = self.act()
        found = dict(labelled.places(self.at.act if self.at else 0, act))
        if self.at not in found:
            raise InputError("there is no such slot any more")
        return found[self.at]


def menu(asked: MenuRequest) -> LabelMenu:
    """A menu. Raises `InputError` where there is no such place."""
    if not 0 <= asked.turn < len(asked.opened.said):
        raise InputError(f"there is no turn {asked.turn + 1}")
    return _MENUS[asked.kind](asked)


def _marking(asked: MenuRequest) -> LabelMenu:
    if asked.mark is None:
        raise InputError("expected words to mark")
    at = asked.at if asked.at and asked.at.act < len(asked.acts) else target(asked, asked.mark)
    targets = [
        MenuTarget(str(number), f"{number + 1} {act.name}", at is not None and at.act == number)
        for number, act in enumerate(asked.acts)
        if act.name not in _ALONE
    ]
    targets.append(MenuTarget("", "new inform", at is None))
    words = asked.opened.said[asked.turn].text[asked.mark.start : asked.mark.end]
    return _slots(asked)._replace(title=f"“{words}” is", targets=tuple(targets))


def target(asked: MenuRequest, mark: TextMark) -> ActPosition | None:
    """The act that words are likely a value of: the one with marks nearest by; None where a new one is needed."""
    near = [
        (min(abs(slot.mark.start - mark.end), abs(mark.start - slot.mark.end)), number)
        for number, act in enumerate(asked.acts)
        for _, slot in labelled.places(number, act)
        if slot.mark
    ]
    if near:
        return ActPosition(min(near)[1])
    return next((ActPosition(number) for number, act in enumerate(asked.acts) if act.name not in _ALONE), None)


def _acts(asked: MenuRequest) -> LabelMenu:
    allowed = [name for name, act in ACTS.items() if (act.user if asked.author == "user" else act.wizard)]
    options = (
        MenuOption(name, ACTS[name].description, urlencode({"what": asked.kind, "name": name}))
        for name in dict.fromkeys((*_FIRST[asked.author], *allowed))
    )
    return LabelMenu("Another act" if asked.kind == "add_act" else "Which act is it?", tuple(options))


def _slots(asked: MenuRequest) -> LabelMenu:
    options = (
        MenuOption(key, SLOTS[key].description, urlencode({"what": asked.kind, "key": key})) for key in asked.slots
    )
    return LabelMenu("A slot without words" if asked.kind == "add" else "Which slot is it?", tuple(options))


def _values(asked: MenuRequest) -> LabelMenu:
    slot = asked.slot()
    kind, options = SLOTS[slot.key].kind, list[MenuOption]()
    if slot.mark and kind != "boolean":
        options.append(MenuOption("words", "as they are marked", "what=set_value&val=words"))
    yes_no = kind in ("boolean", "list")
    if yes_no:
        options += (MenuOption(word, "", f"what=set_value&val={word}") for word in ("yes", "no"))
    options.append(MenuOption("any", "the speaker doesn't care", f"what=set_value&val={DONT_CARE}"))
    options.append(MenuOption("asked", "no value: what is it?", "what=set_value"))
    return LabelMenu(f"{slot.key}: its value", tuple(options), free="" if yes_no else "what=set_value")


def _activating(asked: MenuRequest) -> LabelMenu:
    options = [*_frames(asked, "what=activate", before=True)]
    new = MenuOption("new", "a frame that this turn makes", f"what=activate&frame={NEW}")
    return LabelMenu("This turn goes to frame", (*options, new))


def _meaning(asked: MenuRequest) -> LabelMenu:
    plain = MenuOption("plain", "said of the active frame", "what=about")
    return LabelMenu("These words refer to frame", (plain, *_frames(asked, "what=about")))


def _referring(asked: MenuRequest) -> LabelMenu:
    if asked.at and asked.at.ref is not None:
        return LabelMenu("About frame", tuple(_frames(asked, "what=point")))
    options = [*_frames(asked, "what=refer&kind=ref")]
    if asked.at and asked.act().name == "inform" and asked.author == "wizard":
        for number, title in labelled.frames(asked.opened, asked.turn):
            options.append(MenuOption(f"write {number}", title, f"what=refer&kind=write&frame={number}"))
            options.append(MenuOption(f"read {number}", title, f"what=refer&kind=read&frame={number}"))
    return LabelMenu("About frame", tuple(options))


def _frames(asked: MenuRequest, what: str, *, before: bool = False) -> Iterator[MenuOption]:
    for number, title in labelled.frames(asked.opened, asked.turn, before=before):
        yield MenuOption(str(number), title, f"{what}&frame={number}")


def _more(asked: MenuRequest) -> LabelMenu:
    """All that can be done with an act, a reference or a slot."""
    if asked.at is None:
        raise InputError("expected a place")
    remove = MenuOption("Remove", "", "what=remove", "x")
    if asked.at.arg is None:
        return _more_with_act(asked.act(), asked.at, remove)
    if asked.at.ref is not None and asked.at.slot is None:
        return LabelMenu("Reference", (MenuOption("To another frame", "", "menu=frame", "f"), remove))
    slot = asked.slot()
    value = MenuOption("Value", labelled.value(slot.val), "menu=set_value", "v")
    rename = MenuOption("Another slot", slot.key, "menu=rename_slot", "r")
    about = MenuOption("Refers to a frame", "by these words", "menu=about", "f")
    return LabelMenu(slot.key, (value, rename, about, remove))


def _more_with_act(act: MarkedAct, at: ActPosition, remove: MenuOption) -> LabelMenu:
    options = [
        MenuOption("Another act", act.name, "menu=rename_act", "r"),
        MenuOption("Slot without words", "a question, yes or no, booking", "menu=add", "i"),
        MenuOption("About a frame", "as a whole", "menu=frame", "f"),
    ]
    if act.name == "suggest" and act.id is None:
        options.append(MenuOption("Makes a frame", "now it doesn't", "what=makes&val=yes", "o"))
    elif act.name == "suggest":
        options.append(MenuOption("Makes a frame", "now it does", "what=makes&val=no", "o"))
    return LabelMenu(f"Act {at.act + 1}: {act.name}", (*options, remove))


_MENUS: Mapping[Kind, Callable[[MenuRequest], LabelMenu]] = {
    "mark": _marking,
    "add_act": _acts,
    "rename_act": _acts,
    "add": _slots,
    "rename_slot": _slots,
    "set_value": _values,
    "frame": _referring,
    "about": _meaning,
    "activate": _activating,
    "more": _more,
}
