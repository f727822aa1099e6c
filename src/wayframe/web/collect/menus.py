"""What can be done at a place of an annotation: lists of options that typed letters filter, each an edit or a menu."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple
from urllib.parse import urlencode

from wayframe.collection.annotation.annotations import Opened
from wayframe.collection.annotation.numbering import NEW
from wayframe.collection.annotation.records import At, Mark, MarkedAct, MarkedArg
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


class Option(NamedTuple):
    """A line of a menu. `do` is what to send: a form's fields for an edit, or for another menu (`menu=...`)."""

    label: str
    hint: str
    do: str
    key: str = ""  # that does the same where no menu is open


class Target(NamedTuple):
    """An act that marked words may go to; `at` is empty for a new one."""

    at: str
    label: str
    chosen: bool


class Menu(NamedTuple):
    """A list to choose from. `free` is what to send with what was typed as `val`, empty where nothing may be typed."""

    title: str
    options: tuple[Option, ...]
    targets: tuple[Target, ...] = ()
    free: str = ""


class Asked(NamedTuple):
    """For which place a menu is wanted; `slots` are all slots, the likely ones first."""

    turn: int
    at: At | None
    mark: Mark | None
    slots: Sequence[str]


def menu(kind: Kind, opened: Opened, asked: Asked) -> Menu:
    """A menu. Raises `InputError` where there is no such place."""
    if not 0 <= asked.turn < len(opened.said):
        raise InputError(f"there is no turn {asked.turn + 1}")
    author = opened.said[asked.turn].author
    match kind:
        case "mark":
            return _marking(opened, asked)
        case "add_act" | "rename_act":
            title = "Another act" if kind == "add_act" else "Which act is it?"
            return Menu(title, tuple(_act(name, kind) for name in _acts(author)))
        case "add" | "rename_slot":
            title = "A slot without words" if kind == "add" else "Which slot is it?"
            return Menu(title, tuple(_slot(key, kind) for key in asked.slots))
        case "set_value":
            return _values(_slot_at(opened, asked))
        case "more":
            return _more(opened, asked)
        case _:
            return _frames(kind, opened, asked)


def target(opened: Opened, turn: int, mark: Mark) -> At | None:
    """The act that words are likely a value of: the one with marks nearest by; None where a new one is needed."""
    near = [
        (min(abs(slot.mark.start - mark.end), abs(mark.start - slot.mark.end)), number)
        for number, act in enumerate(opened.work.turns[turn].acts)
        for _, slot in labelled.places(number, act)
        if slot.mark
    ]
    if near:
        return At(min(near)[1])
    acts = opened.work.turns[turn].acts
    return next((At(number) for number, act in enumerate(acts) if act.name not in _ALONE), None)


def _marking(opened: Opened, asked: Asked) -> Menu:
    if asked.mark is None:
        raise InputError("expected words to mark")
    acts = opened.work.turns[asked.turn].acts
    at = asked.at if asked.at and asked.at.act < len(acts) else target(opened, asked.turn, asked.mark)
    targets = [Target(str(number), f"{number + 1} {act.name}", at is not None and at.act == number)
               for number, act in enumerate(acts) if act.name not in _ALONE]  # fmt: skip
    targets.append(Target("", "new inform", at is None))
    words = opened.said[asked.turn].text[asked.mark.start : asked.mark.end]
    return Menu(f"“{words}” is", tuple(_slot(key, "mark") for key in asked.slots), tuple(targets))


def _acts(author: Author) -> tuple[str, ...]:
    allowed = (name for name, kind in ACTS.items() if (kind.user if author == "user" else kind.wizard))
    return tuple(dict.fromkeys((*_FIRST[author], *allowed)))


def _act(name: str, what: str) -> Option:
    return Option(name, ACTS[name].description, urlencode({"what": what, "name": name}))


def _slot(key: str, what: str) -> Option:
    return Option(key, SLOTS[key].description, urlencode({"what": what, "key": key}))


def _values(slot: MarkedArg) -> Menu:
    yes_no = SLOTS[slot.key].kind in ("boolean", "list")
    options = [Option("yes", "", "what=set_value&val=yes"), Option("no", "", "what=set_value&val=no")] if yes_no else []
    options.append(Option("any", "the speaker doesn't care", f"what=set_value&val={DONT_CARE}"))
    options.append(Option("asked", "no value: what is it?", "what=set_value"))
    if slot.mark and SLOTS[slot.key].kind != "boolean":
        options.insert(0, Option("words", "as they are marked", "what=set_value&val=words"))
    return Menu(f"{slot.key}: its value", tuple(options), free="" if yes_no else "what=set_value")


def _frames(kind: Kind, opened: Opened, asked: Asked) -> Menu:
    options = list(_targets(kind, opened, asked))
    titles = {"activate": "This turn goes to frame", "about": "These words refer to frame", "frame": "About frame"}
    return Menu(titles[kind], tuple(options))


def _targets(kind: Kind, opened: Opened, asked: Asked) -> Iterator[Option]:
    before = kind == "activate"
    if kind == "about":
        yield Option("plain", "said of the active frame", "what=about")
    what = {"activate": "what=activate", "about": "what=about"}.get(kind, "what=refer&kind=ref")
    if asked.at and asked.at.ref is not None and kind == "frame":
        what = "what=point"
    for number, title in labelled.frames(opened, asked.turn, before=before):
        yield Option(str(number), title, f"{what}&frame={number}")
    if kind == "activate":
        yield Option("new", "a frame that this turn makes", f"{what}&frame={NEW}")
    act = _act_at(opened, asked) if asked.at else None
    if kind == "frame" and what != "what=point" and act and act.name == "inform" and _is_wizards(opened, asked):
        for number, title in labelled.frames(opened, asked.turn):
            yield Option(f"write {number}", title, f"what=refer&kind=write&frame={number}")
            yield Option(f"read {number}", title, f"what=refer&kind=read&frame={number}")


def _is_wizards(opened: Opened, asked: Asked) -> bool:
    return opened.said[asked.turn].author == "wizard"


def _more(opened: Opened, asked: Asked) -> Menu:
    """All that can be done with an act, a reference or a slot."""
    if asked.at is None:
        raise InputError("expected a place")
    remove = Option("Remove", "", "what=remove", "x")
    if asked.at.arg is None:
        act = _act_at(opened, asked)
        options = [
            Option("Another act", act.name, "menu=rename_act", "r"),
            Option("Slot without words", "a question, yes or no, booking", "menu=add", "i"),
            Option("About a frame", "as a whole", "menu=frame", "f"),
        ]
        if act.name == "suggest":
            makes = act.id is not None
            hint = "now it does" if makes else "now it doesn't"
            options.append(Option("Makes a frame", hint, f"what=makes&val={'no' if makes else 'yes'}", "o"))
        return Menu(f"Act {asked.at.act + 1}: {act.name}", (*options, remove))
    if asked.at.ref is not None and asked.at.slot is None:
        return Menu("Reference", (Option("To another frame", "", "menu=frame", "f"), remove))
    slot = _slot_at(opened, asked)
    value = Option("Value", labelled.value(slot.val), "menu=set_value", "v")
    rename = Option("Another slot", slot.key, "menu=rename_slot", "r")
    return Menu(slot.key, (value, rename, Option("Refers to a frame", "by these words", "menu=about", "f"), remove))


def _act_at(opened: Opened, asked: Asked) -> MarkedAct:
    acts = opened.work.turns[asked.turn].acts
    if asked.at is None or not 0 <= asked.at.act < len(acts):
        raise InputError("there is no such act any more")
    return acts[asked.at.act]


def _slot_at(opened: Opened, asked: Asked) -> MarkedArg:
    act = _act_at(opened, asked)
    for at, slot in labelled.places(asked.at.act if asked.at else 0, act):
        if at == asked.at:
            return slot
    raise InputError("there is no such slot any more")
