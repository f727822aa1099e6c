r"""Acts as the paper writes them, `inform(dst_city=Rome, ref=[2{or_city=Bari}])`, both ways without loss (table 2).

    inform(breakfast=False, write=[7{name=El Mar}])     a boolean; a reference with an annotation
    offer(ref=[6], price=1002.27 USD, id=7)             `id` is a number, every other bare value is text
    request_compare(price, ref=[2;3{name=Tropic}])      a slot without a value; several references
    inform(str_date=Saturday\, August 13\, 2016)        a backslash before what would end a value: , ) }

What the paper has no notation for:

    inform(dst_city=null)           a value that is null, where `dst_city` alone has no value at all
    hearmore(ref=[11~;12~{price}])  references that came from a range ("these two"): `fromrange`
    inform(price=#5, stars=#4.5)    a number in a slot other than `id`
    inform(seat="True", name="")    quotes around text that would otherwise read as something else or lose its blanks

Line breaks and tabs are `\n`, `\r` and `\t`; any other character after a backslash stands for itself. Blanks between
the parts don't matter.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from msgspec import UNSET, UnsetType

from wayframe.dialogue import Act, Arg, Ref
from wayframe.scanning import TextScanner

_BLANKS = " \t\r\n"
_BLANK = re.compile(r"[ \t\r\n]*+")
_BETWEEN = re.compile(r"[ \t\r\n]*+;?[ \t\r\n]*+")
_WORD = re.compile(r"\w++")
_FRAME = re.compile(r"-?[0-9]{1,18}")
_QUOTED = re.compile(r'"((?:[^"\\]++|\\.)*+)"', re.DOTALL)
# Up to the end of the value, without the blanks before that end.
_BARE = re.compile(r"(?:(?:\\.|[^\\,)} \t\r\n])++|[ \t\r\n]++(?=[^,)} \t\r\n]))*+", re.DOTALL)
_ESCAPED = re.compile(r"\\(.)", re.DOTALL)
_INT = re.compile(r"-?(?:0|[1-9][0-9]{0,99})")
_NUMBER = re.compile(r"#-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")
_LITERALS: dict[str, bool | None] = {"True": True, "False": False, "null": None}
_CONTROLS = {"n": "\n", "r": "\r", "t": "\t"}
_ESCAPES = {"\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"}
_IN_BARE = str.maketrans(_ESCAPES | {c: f"\\{c}" for c in ",)}"})
_IN_QUOTES = str.maketrans(_ESCAPES | {'"': '\\"'})

Plain = str | bool | int | float | None


def show(act: Act) -> str:
    """The act in the paper's notation."""
    return f"{_name(act.name)}({_args(act.args)})"


def show_turn(acts: Iterable[Act]) -> str:
    """The acts of a turn, separated by semicolons; empty where there are none."""
    return "; ".join(map(show, acts))


def parse(text: str) -> Act:
    """The act that `text` notes. Raises `InputError` naming the position and what was expected there."""
    reader = _ActReader(text)
    act = reader.act()
    reader.end()
    return act


def parse_turn(text: str) -> tuple[Act, ...]:
    """The acts that `text` notes, separated by semicolons or blanks. Raises like `parse`."""
    reader, acts = _ActReader(text), list[Act]()
    while not reader.at_end():
        acts.append(reader.act())
        reader.skip(_BETWEEN)
    return tuple(acts)


def _args(args: Iterable[Arg]) -> str:
    return ", ".join(map(_arg, args))


def _arg(arg: Arg) -> str:
    return _name(arg.key) if isinstance(arg.val, UnsetType) else f"{_name(arg.key)}={_value(arg.key, arg.val)}"


def _value(key: str, value: Plain | tuple[Ref, ...]) -> str:
    if isinstance(value, tuple):
        return f"[{';'.join(map(_ref, value))}]"
    if isinstance(value, str):
        return _text(key, value)
    if value is None or isinstance(value, bool):
        return "null" if value is None else str(value)
    return str(value) if key == "id" and isinstance(value, int) else f"#{value!r}"


def _ref(ref: Ref) -> str:
    annotations = f"{{{_args(ref.annotations)}}}" if ref.annotations else ""
    return f"{ref.frame}{'~' if ref.fromrange else ''}{annotations}"


def _text(key: str, value: str) -> str:
    bare = value.translate(_IN_BARE)
    safe = value and value[0] not in '["' and value == value.strip(_BLANKS) and _plain(key, bare) == value
    return bare if safe else _quoted(value)


def _name(name: str) -> str:
    return name if _WORD.fullmatch(name) else _quoted(name)


def _quoted(text: str) -> str:
    return f'"{text.translate(_IN_QUOTES)}"'


def _plain(key: str, raw: str) -> Plain:
    """Parse a value without quotes."""
    if raw in _LITERALS:
        return _LITERALS[raw]
    if key == "id" and _INT.fullmatch(raw):
        return int(raw)
    if _NUMBER.fullmatch(raw):
        return int(raw[1:]) if _INT.fullmatch(raw, 1) else float(raw[1:])
    return _unescaped(raw)


def _unescaped(raw: str) -> str:
    return _ESCAPED.sub(lambda match: _CONTROLS.get(match[1], match[1]), raw)


class _ActReader(TextScanner):
    blank = _BLANK

    def end(self) -> None:
        if not self.at_end():
            self.fail("the end")

    def act(self) -> Act:
        name = self.name("an act")
        if not self.take("("):
            self.fail("'('")
        return Act(name, self.args(")", nested=True))

    def name(self, expected: str) -> str:
        if quoted := self.match(_QUOTED):
            return _unescaped(quoted[1])
        word = self.match(_WORD)
        return word[0] if word else self.fail(expected)

    def args(self, closing: str, nested: bool) -> tuple[Arg, ...]:
        return tuple(self.arg(nested) for _ in self.items(",", closing))

    def arg(self, nested: bool) -> Arg:
        key = self.name("a slot")
        return Arg(key, self.value(key, nested) if self.take("=") else UNSET)

    def value(self, key: str, nested: bool) -> Plain | tuple[Ref, ...]:
        if quoted := self.match(_QUOTED):
            return _unescaped(quoted[1])
        if self.text.startswith('"', self.position):
            self.fail("quoted text with an end")
        if nested and self.take("["):
            return self.refs()
        if self.text.startswith(("[", ",", ")", "}"), self.position):
            self.fail("a value")
        bare = self.match(_BARE)
        return _plain(key, bare[0]) if bare and bare[0] else self.fail("a value")

    def refs(self) -> tuple[Ref, ...]:
        return tuple(self.ref() for _ in self.items(";", "]"))

    def ref(self) -> Ref:
        frame = self.match(_FRAME) or self.fail("a frame's number")
        fromrange = bool(self.take("~"))
        return Ref(int(frame[0]), self.args("}", nested=False) if self.take("{") else (), fromrange)
