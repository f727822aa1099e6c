"""Words as the public toolkit counts them: nltk's tokens (version 3.8), sentence by sentence.

Sentences are split by the decisions of Punkt (Kiss and Strunk 2006) with nltk's model of English, without its 20,000
words: a full stop ends a sentence unless it belongs to an abbreviation, a number or an initial. What then decides is
whether the next word has a capital that it never had inside a sentence of the newspapers that the model was made of.
Those of such words that begin a sentence in talk about travel are in `sentences.toml`, and any other is taken for one
that had; nothing else is a guess.

A sentence is rewritten step by step until blanks stand between all tokens (the Penn Treebank's conventions): quotes,
punctuation and brackets stand alone, "don't" is "do n't", and only the full stop at a sentence's end leaves its word.
"""

from __future__ import annotations

import re
import string
import tomllib
from collections.abc import Iterator
from functools import lru_cache
from importlib.resources import files
from itertools import pairwise

_WORDS: dict[str, str] = tomllib.loads(
    files("wayframe.airdialogue.scoring").joinpath("sentences.toml").read_text("utf-8")
)
_STARTS = frozenset((*_WORDS["capitals"].split(), *_WORDS["starters"].split()))
_ABBREVIATIONS, _COUNTED = frozenset(_WORDS["abbreviations"].split()), frozenset(_WORDS["counted"].split())

_MARKS = r"[)\";}\]*:@'({\[?!]"
_RUN = r"(?:-{2,}|\.{2,}|(?:\.\s){2,}\.)"
_TOKEN = re.compile(rf"({_RUN}|(?=[^(\"`{{\[:;&#*@)}}\]\-,])\S+?(?=\s|$|{_MARKS}|{_RUN}|,(?=$|\s|{_MARKS}|{_RUN}))|\S)")
_END = re.compile(rf"[.?!](?=(?P<after>{_MARKS}|\s+(?P<next>\S+)))")
_CLOSING = re.compile(r"[\"')\]}]+?(?:\s+|(?=--)|$)")
_NUMBER = re.compile(r"-?[.,]?\d[\d,.-]*\.?")
_INITIAL = re.compile(r"[^\W\d]\.")


def sentences(text: str) -> list[str]:
    """The sentences of `text`, without the blanks between them."""
    found, start = list[str](), 0
    for end, following in _breaks(text):
        if closing := _CLOSING.match(text, following):
            end, following = following + len(closing.group().rstrip()), closing.end()
        if end > start:
            found.append(text[start:end])
        start = following
    rest = text[start:].rstrip()
    return [*found, rest] if rest else found


def _breaks(text: str) -> Iterator[tuple[int, int]]:
    """Yield the end of each sentence with the start of the next."""
    for start, mark in _candidates(text):
        if _ends(text[start : mark.end()] + mark["after"]):
            yield mark.end(), mark.start("next") if mark["next"] else mark.end()


def _candidates(text: str) -> Iterator[tuple[int, re.Match[str]]]:
    """The marks that may end a sentence, and where their words start: of several in one word only the last one."""
    start = end = 0
    before: re.Match[str] | None = None
    for mark in _END.finditer(text):
        blank = max(text.rfind(each, end, mark.start()) for each in string.whitespace)
        here = blank + 1 if blank > end else start
        if before and end <= here:
            yield start, before
        start, end, before = here, mark.start(), mark
    if before:
        yield start, before


def _ends(context: str) -> bool:
    """Tell whether a sentence ends somewhere before the last token of a word and what follows it."""
    tokens = _TOKEN.findall(context)
    return any(_ended(token, following) for token, following in pairwise(tokens))


def _ended(token: str, following: str) -> bool:
    if token in ("?", "!", "."):
        return True
    if not token.endswith("."):
        return False
    after = following.lower().rstrip(".")
    inside = following[0].islower() or following in ";:,.!?"
    if _NUMBER.fullmatch(token):
        return not inside and after not in _COUNTED
    starts = after in _STARTS
    if _INITIAL.fullmatch(token):
        if inside or _is_short(token):
            return False
        return starts or not following[0].isupper()
    return not _is_short(token) or (starts and following[0].isupper())


def _is_short(token: str) -> bool:
    """Tell whether a token with a full stop is an abbreviation."""
    word = token[:-1].lower()
    return token.endswith("..") or word in _ABBREVIATIONS or word.rpartition("-")[2] in _ABBREVIATIONS


_QUOTED = [
    (re.compile(r"([«“‘„]|`+)"), r" \1 "),
    (re.compile(r'^"'), "``"),
    (re.compile("(``)"), r" \1 "),
    (re.compile(r"([ (\[{<])(\"|'{2})"), r"\1 `` "),
    (re.compile(r"(?i)(')(?!re|ve|ll|m|t|s|d|n)(\w)\b"), r"\1 \2"),
]
_PUNCTUATED = [
    (re.compile(r"([^.])(\.)([\])}>\"'»”’ ]*)\s*$"), r"\1 \2 \3 "),
    (re.compile(r"([:,])([^\d])"), r" \1 \2"),
    (re.compile(r"([:,])$"), r" \1 "),
    (re.compile(r"(\.{2,}|[;@#$%&])"), r" \1 "),
    (re.compile(r"([^.])(\.)([\])}>\"']*)\s*$"), r"\1 \2\3 "),
    (re.compile(r"([?!])"), r" \1 "),
    (re.compile(r"([^'])' "), r"\1 ' "),
    (re.compile(r"([*\]\[(){}<>]|--)"), r" \1 "),
]
_CLOSED = [
    (re.compile(r"([»”’])"), r" \1 "),
    (re.compile(r"''|\""), " '' "),
    (re.compile(r"([^' ])('[sSmMdD]|') "), r"\1 \2 "),
    (re.compile(r"([^' ])('ll|'LL|'re|'RE|'ve|'VE|n't|N'T) "), r"\1 \2 "),
    (re.compile(r"(?i)\b(can)(not)\b|\b(d)('ye)\b|\b(gim)(me)\b|\b(gon)(na)\b|\b(got)(ta)\b|\b(lem)(me)\b"), None),
    (re.compile(r"(?i)\b(more)('n)\b|\b(wan)(na)(?=\s)| ('t)(is)\b| ('t)(was)\b"), None),
]


def words(text: str) -> list[str]:
    """The tokens of a text."""
    return [word for sentence in sentences(text) for word in _tokens(sentence)]


@lru_cache(maxsize=65536)
def _tokens(sentence: str) -> tuple[str, ...]:
    """The tokens of one sentence; people say the same sentences again and again."""
    for pattern, replacement in (*_QUOTED, *_PUNCTUATED):
        sentence = pattern.sub(replacement, sentence)
    sentence = f" {sentence} "
    for pattern, closing in _CLOSED:
        sentence = pattern.sub(closing or _apart, sentence)
    return tuple(sentence.split())


def _apart(found: re.Match[str]) -> str:
    first, second = (group for group in found.groups() if group)
    return f" {first} {second} "
