"""Menus of an annotation's places: options that typed letters filter, each an edit or another menu."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple
from urllib.parse import urlencode

from wayframe.collection.annotation.annotations import OpenAnnotation
from wayframe.collection.annotation.numbering import NEW
from wayframe.collection.annotation.records import ActPosition, MarkedAct, MarkedArg, TextMark
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
    """For which place a menu is wanted; `slots` are all slots, the likely ones first."""

    turn: int
    at: ActPosition | None
    mark: TextMark | None
    slots: Sequence[str]


def menu(kind: Kind, opened: OpenAnnotation, asked: MenuRequest) -> LabelMenu:
    """A menu. Raises `InputError` where there is no such place."""
    if not 0 <= asked.turn < len(opened.said):
        raise InputError(f"there is no turn {asked.turn + 1}")
    author = opened.said[asked.turn].author
    match kind:
        case "mark":
            return _marking(opened, asked)
        case "add_act" | "rename_act":
            title = "Another act" if kind == "add_act" else "Which act is it?"
            return LabelMenu(title, tuple(_act(name, kind) for name in _acts(author)))
        case "add" | "rename_slot":
            title = "A slot without words" if kind == "add" else "Which slot is it?"
            return LabelMenu(title, tuple(_slot(key, kind) for key in asked.slots))
        case "set_value":
            return _values(_slot_at(opened, asked))
        case "more":
            return _more(opened, asked)
        case _:
            return _frames(kind, opened, asked)


def target(opened: OpenAnnotation, turn: int, mark: TextMark) -> ActPosition | None:
    """The act that words are likely a value of: the one with marks nearest by; None where a new one is needed."""
    near = [
        (min(abs(slot.mark.start - mark.end), abs(mark.start - slot.mark.end)), number)
        for number, act in enumerate(opened.work.turns[turn].acts)
        for _, slot in labelled.places(number, act)
        if slot.mark
    ]
    if near:
        return ActPosition(min(near)[1])
    acts = opened.work.turns[turn].acts
    return next((ActPosition(number) for number, act in enumerate(acts) if act.name not in _ALONE), None)


def _marking(opened: OpenAnnotation, asked: MenuRequest) -> LabelMenu:
    if asked.mark is None:
        raise InputError("expected words to mark")
    acts = opened.work.turns[asked.turn].acts
    at = asked.at if asked.at and asked.at.act < len(acts) else target(opened, asked.turn, asked.mark)
    targets = [MenuTarget(str(number), f"{number + 1} {act.name}", at is not None and at.act == number)
               for number, act in enumerate(acts) if act.name not in _ALONE]  # fmt: skip
    targets.append(MenuTarget("", "new inform", at is None))
    words = opened.said[asked.turn].text[asked.mark.start : asked.mark.end]
    return LabelMenu(f"“{words}” is", tuple(_slot(key, "mark") for key in asked.slots), tuple(targets))


def _acts(author: Author) -> tuple[str, ...]:
    allowed = (name for name, kind in ACTS.items() if (kind.user if author == "user" else kind.wizard))
    return tuple(dict.fromkeys((*_FIRST[author], *allowed)))


def _act(name: str, what: str) -> MenuOption:
    return MenuOption(name, ACTS[name].description, urlencode({"what": what, "name": name}))


def _slot(key: str, what: str) -> MenuOption:
    return MenuOption(key, SLOTS[key].description, urlencode({"what": what, "key": key}))


def _values(slot: MarkedArg) -> LabelMenu:
    yes_no = SLOTS[slot.key].kind in ("boolean", "list")
    options = (
        [MenuOption("yes", "", "what=set_value&val=yes"), MenuOption("no", "", "what=set_value&val=no")]
        if yes_no
        else []
    )
    options.append(MenuOption("any", "the speaker doesn't care", f"what=set_value&val={DONT_CARE}"))
    options.append(MenuOption("asked", "no value: what is it?", "what=set_value"))
    if slot.mark and SLOTS[slot.key].kind != "boolean":
        options.insert(0, MenuOption("words", "as they are marked", "what=set_value&val=words"))
    return LabelMenu(f"{slot.key}: its value", tuple(options), free="" if yes_no else "what=set_value")


def _frames(kind: Kind, opened: OpenAnnotation, asked: MenuRequest) -> LabelMenu:
    options = list(_targets(kind, opened, asked))
    titles = {"activate": "This turn goes to frame", "about": "These words refer to frame", "frame": "About frame"}
    return LabelMenu(titles[kind], tuple(options))


def _targets(kind: Kind, opened: OpenAnnotation, asked: MenuRequest) -> Iterator[MenuOption]:
    before = kind == "activate"
    if kind == "about":
        yield MenuOption("plain", "said of the active frame", "what=about")
    what = {"activate": "what=activate", "about": "what=about"}.get(kind, "what=refer&kind=ref")
    if asked.at and asked.at.ref is not None and kind == "frame":
        what = "what=point"
    for number, title in labelled.frames(opened, asked.turn, before=before):
        yield MenuOption(str(number), title, f"{what}&frame={number}")
    if kind == "activate":
        yield MenuOption("new", "a frame that this turn makes", f"{what}&frame={NEW}")
    act = _act_at(opened, asked) if asked.at else None
    if kind == "frame" and what != "what=point" and act and act.name == "inform" and _is_wizards(opened, asked):
        for number, title in labelled.frames(opened, asked.turn):
            yield MenuOption(f"write {number}", title, f"what=refer&kind=write&frame={number}")
            yield MenuOption(f"read {number}", title, f"what=refer&kind=read&frame={number}")


def _is_wizards(opened: OpenAnnotation, asked: MenuRequest) -> bool:
    return opened.said[asked.turn].author == "wizard"


def _more(opened: OpenAnnotation, asked: MenuRequest) -> LabelMenu:
    """All that can be done with an act, a reference or a slot."""
    if asked.at is None:
        raise InputError("expected a place")
    remove = MenuOption("Remove", "", "what=remove", "x")
    if asked.at.arg is None:
        act = _act_at(opened, asked)
        options = [
            MenuOption("Another act", act.name, "menu=rename_act", "r"),
            MenuOption("Slot without words", "a question, yes or no, booking", "menu=add", "i"),
            MenuOption("About a frame", "as a whole", "menu=frame", "f"),
        ]
        if act.name == "suggest":
            makes = act.id is not None
            hint = "now it does" if makes else "now it doesn't"
            options.append(MenuOption("Makes a frame", hint, f"what=makes&val={'no' if makes else 'yes'}", "o"))
        return LabelMenu(f"Act {asked.at.act + 1}: {act.name}", (*options, remove))
    if asked.at.ref is not None and asked.at.slot is None:
        return LabelMenu("Reference", (MenuOption("To another frame", "", "menu=frame", "f"), remove))
    slot = _slot_at(opened, asked)
    value = MenuOption("Value", labelled.value(slot.val), "menu=set_value", "v")
    rename = MenuOption("Another slot", slot.key, "menu=rename_slot", "r")
    return LabelMenu(
        slot.key, (value, rename, MenuOption("Refers to a frame", "by these words", "menu=about", "f"), remove)
    )


def _act_at(opened: OpenAnnotation, asked: MenuRequest) -> MarkedAct:
    acts = opened.work.turns[asked.turn].acts
    if asked.at is None or not 0 <= asked.at.act < len(acts):
        raise InputError("there is no such act any more")
    return acts[asked.at.act]


def _slot_at(opened: OpenAnnotation, asked: MenuRequest) -> MarkedArg:
    act = _act_at(opened, asked)
    for at, slot in labelled.places(asked.at.act if asked.at else 0, act):
        if at == asked.at:
            return slot
    raise InputError("there is no such slot any more")
