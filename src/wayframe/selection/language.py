r"""Predicates as one writes them: `user & active_frame_changed & !(prev_has_act(offer, suggest) | first)`.

expression    term | term | ...
term          factor & factor & ...       & binds closer than |
factor        !factor   (expression)   name   name(argument, option=argument, ...)
argument      a word (letters, digits, _ . : + - $), or text in " or ' with a backslash before what would end it
"""

from __future__ import annotations

import difflib
import inspect
import re
from typing import NamedTuple, NoReturn

from wayframe.errors import InputError, shown
from wayframe.selection.predicates import PREDICATES, Predicate, TurnPlace

_TOKEN = re.compile(
    r"""\s*(?: (?P<mark> [&|!(),=] ) | (?P<word> [\w.:+\-$]+ )
           | "(?P<double> (?:[^"\\]|\\.)* )" | '(?P<single> (?:[^'\\]|\\.)* )' )""",
    re.DOTALL | re.VERBOSE,
)
_ESCAPED = re.compile(r"\\(?=[\"'])")  # others stay: a regular expression has its own
_DEEPEST = 100


class _Token(NamedTuple):
    kind: str
    text: str
    position: int


def parse(text: str) -> Predicate:
    """The predicate that `text` writes. Raises `InputError` naming the position and what was expected there."""
    parser = _Parser(text)
    predicate = parser.expression()
    if parser.here.kind != "end":
        parser.fail("'&', '|' or the end")
    return predicate


def _tokens(text: str) -> list[_Token]:
    tokens, position = list[_Token](), 0
    while match := _TOKEN.match(text, position):
        kind = match.lastgroup or ""
        found = match[kind]
        if kind in ("double", "single"):
            kind, found = "quoted", _ESCAPED.sub("", found)
        tokens.append(_Token(kind, found, match.end() - len(match[0].lstrip())))
        position = match.end()
    if text[position:].strip():
        position += len(text[position:]) - len(text[position:].lstrip())
        tokens.append(_Token("odd", text[position:], position))
    return [*tokens, _Token("end", "", len(text))]


class _Parser:
    """The tokens of a text and how far they have been read."""

    def __init__(self, text: str) -> None:
        self.tokens = _tokens(text)
        self.at = 0
        self.depth = 0

    @property
    def here(self) -> _Token:
        return self.tokens[self.at]

    def fail(self, expected: str) -> NoReturn:
        found = "the end" if self.here.kind == "end" else shown(self.here.text, 30)
        raise InputError(f"position {self.here.position + 1}: expected {expected}, found {found}")

    def take(self, mark: str) -> bool:
        """Consume the mark if it comes next, and tell whether it did."""
        found = self.here.kind == "mark" and self.here.text == mark
        self.at += found
        return found

    def expect(self, mark: str) -> None:
        if not self.take(mark):
            self.fail(f"'{mark}'")

    def expression(self) -> Predicate:
        terms = [self.term()]
        while self.take("|"):
            terms.append(self.term())
        return terms[0] if len(terms) == 1 else lambda place: any(term(place) for term in terms)

    def term(self) -> Predicate:
        factors = [self.factor()]
        while self.take("&"):
            factors.append(self.factor())
        return factors[0] if len(factors) == 1 else lambda place: all(factor(place) for factor in factors)

    def factor(self) -> Predicate:
        self.depth += 1
        if self.depth > _DEEPEST:
            self.fail(f"no more than {_DEEPEST} parentheses and negations in each other")
        if self.take("!"):
            found = _negated(self.factor())
        elif self.take("("):
            found = self.expression()
            self.expect(")")
        else:
            found = self.predicate()
        self.depth -= 1
        return found

    def predicate(self) -> Predicate:
        if self.here.kind != "word":
            self.fail("a predicate")
        name, position = self.here.text, self.here.position
        self.at += 1
        given, options = list[str](), dict[str, str]()
        if self.take("(") and not self.take(")"):
            while True:
                self.argument(given, options)
                if self.take(")"):
                    break
                if not self.take(","):
                    self.fail("',' or ')'")
        return _made(name, position, given, options)

    def argument(self, given: list[str], options: dict[str, str]) -> None:
        name = self.value()
        if self.take("="):
            options[name] = self.value()
        elif options:
            self.fail("'=': plain arguments come before options")
        else:
            given.append(name)

    def value(self) -> str:
        if self.here.kind not in ("word", "quoted"):
            self.fail("a word or quoted text")
        self.at += 1
        return self.tokens[self.at - 1].text


def _negated(predicate: Predicate) -> Predicate:
    def passes(place: TurnPlace) -> bool:
        return not predicate(place)

    return passes


def _made(name: str, position: int, given: list[str], options: dict[str, str]) -> Predicate:
    where = f"position {position + 1}"
    make = PREDICATES.get(name)
    if make is None:
        near = difflib.get_close_matches(name, PREDICATES, 1)
        known = f"did you mean {near[0]}?" if near else f"expected one of {', '.join(sorted(PREDICATES))}"
        raise InputError(f"{where}: predicate {shown(name)} isn't known: {known}")
    try:
        inspect.signature(make).bind(*given, **options)
    except TypeError as error:
        raise InputError(f"{where}: {name}: {error}") from error
    try:
        return make(*given, **options)
    except InputError as error:
        raise InputError(f"{where}: {error}") from error
