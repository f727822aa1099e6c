"""Words, numbers and signs of a text with their places, and the words around a number that make it a limit.

Spelled numbers are read by text2num, so that "three thousand two hundred", "3.2k" and "3,200" are all one token with
the value 3200, and "twenty-fifth" is one with the value 25 and the mark of an ordinal.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from wayframe.values.records import Bound


class Token(NamedTuple):
    """A word, a number or a sign: `text[start:end]`, in lower case, with its value where it is a number."""

    start: int
    end: int
    text: str
    value: float | None = None
    ordinal: bool = False
    spelled: bool = False

    @property
    def cardinal(self) -> float | None:
        """The number that it counts; None for words and for places in an order."""
        return None if self.ordinal else self.value


NO_TOKEN = Token(-1, -1, "")
"""The token that stands before the first and behind the last."""


def token_at(tokens: Sequence[Token], at: int) -> Token:
    """The token at a place; no token outside of the text."""
    return tokens[at] if 0 <= at < len(tokens) else NO_TOKEN


def numbers(tokens: Iterable[Token]) -> list[float]:
    """List the numbers among tokens, places in an order too."""
    return [token.value for token in tokens if token.value is not None]


UNITS = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
)  # fmt: skip
"""The numbers from 0 to 19."""
_TENS = frozenset(("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"))
ORDINALS = (
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh",
    "twelfth", "thirteenth", "fourteenth", "fifteenth", "sixteenth", "seventeenth", "eighteenth", "nineteenth",
    "twentieth", "thirtieth",
)  # fmt: skip
"""The places from 1 to 20, and 30."""
_SPELLED_SCALES = frozenset(("hundred", "thousand", "million"))
_SCALES = {"hundred": 100.0, "thousand": 1000.0, "grand": 1000.0, "k": 1000.0, "million": 1_000_000.0, "dozen": 12.0}
_THOUSANDS = frozenset(("hundred", "thousand", "grand"))
_SMALL = _TENS.union(UNITS)
_CARDINALS = _SMALL | _SPELLED_SCALES
_SPELLED = _CARDINALS.union(ORDINALS)
_SPOKEN_SCALES = frozenset(("grand", "dozen"))
_ONES = frozenset(_SCALES) - {"k"}
_ROUGH = {"a": (1, _ONES), "another": (1, _ONES), "couple": (2, _THOUSANDS)}
"""Words that count scales, with how many they mean and of which."""
_CARRIED_ON = _TENS | _SPELLED_SCALES
_JOINTS = {"-": (_TENS, _SPELLED), "and": (_SPELLED_SCALES, _CARDINALS)}
"""What may stand before and behind the signs and words that join a number."""
_NO_JOINT = (frozenset[str](), frozenset[str]())
_HALVES = (("and", "a", "half"), ("-", "and", "-", "a", "-", "half"))
_SPOKEN_YEARS = {"nineteen": range(1910, 2000), "twenty": range(2010, 2030)}
"""The years that a word for a century begins: "twenty five" is none."""
_SUFFIXES = frozenset(("st", "nd", "rd", "th"))
_COINS = r"(?:[$€£]|(?:usd|cad|eur|gbp|dollars?|bucks|euros?|pounds?)\b)"
_UNITS_OF_DECIMALS = r"(?:k|kg|kilos?|km|stars?|l|lit(?:er|re)s?|m2|m²|h|hours?|inch(?:es)?|million)\b"
_BLANK, _DISTANCES = "[ \u00a0\u202f]", r"(?:km|kms|kilomet(?:er|re)s|miles)\b"
_PIECE = re.compile(
    # "1.400,50", "2450,50 €" and "4,5 stars" have a decimal comma.
    rf"(?P<comma>\d{{1,3}}(?:\.\d{{3}})+,\d{{1,2}}(?!\d)|\d+,\d\d(?= ?{_COINS})|(?<=[$€£])\d+,\d\d(?![\d,])"
    rf"|\d{{1,2}},\d(?= ?{_UNITS_OF_DECIMALS}))"
    # "19 564 dollars" and "€1.500": only beside a currency is this one number; "100.000" is one anywhere.
    rf"|(?P<after>(?<=[$€£])\d{{1,3}}(?:[ .]\d{{3}})+(?!\d))|(?P<before>\d{{1,3}}(?:[ .]\d{{3}})+(?= ?{_COINS}))"
    # "60 000 km": a group of three noughts is thousands, and so is any three before what is measured in thousands.
    rf"|(?P<blanks>\d{{1,3}}(?:{_BLANK}\d{{3}})*{_BLANK}000(?!\d)|\d{{1,3}}(?:{_BLANK}\d{{3}})+(?= ?{_DISTANCES}))"
    rf"|(?P<points>\d{{2,3}}(?:\.\d{{3}})+(?!\.?\d)|[1-9](?:\.\d{{3}})+(?!\.?\d)(?! ?{_UNITS_OF_DECIMALS}))"
    r"|\d{1,3}(?:,\d{3})+(?:\.\d+)?(?!\d)|\d+(?:\.\d+)?|[^\W\d_]+(?:['’][^\W\d_]+)*|[^\w\s]|_",
    re.IGNORECASE,
)
_LONGEST_DIGITS = 15  # a longer run is no amount, and a float would lose some of it
_LONGEST_SPELLED = 12  # words; "nine hundred and ninety nine thousand nine hundred and ninety nine" has eleven


@lru_cache(maxsize=32)  # a turn is searched for hundreds of phrases, each of which asks for it in small letters
def small(text: str) -> str:
    """Return `text` in small letters, each in its place: İ, the only one that would become two, becomes i."""
    return text.replace("İ", "i").lower()


def lex(text: str) -> list[Token]:
    """The tokens of `text` in order; numbers, spelled or not, are one token each. Linear in the length of the text."""
    pieces = list(_pieces(text))
    tokens: list[Token] = []
    at = 0
    while at < len(pieces):
        token, at = _number(pieces, at)
        tokens.append(token)
    return tokens


def _pieces(text: str) -> Iterator[Token]:
    for found in _PIECE.finditer(text):
        piece = found.group().lower()
        yield Token(found.start(), found.end(), piece, _value(piece, found.lastgroup))


def _value(piece: str, written: str | None) -> float | None:
    """The number that digits write, with a decimal "comma" or grouped in another way; None for a word or a sign."""
    if not piece[0].isdecimal() or len(piece) > _LONGEST_DIGITS:
        return None
    if written == "comma":
        return float(piece.replace(".", "").replace(",", "."))
    if written:
        return float(re.sub(r"[\s.]", "", piece))
    return float(piece.replace(",", ""))


def _number(pieces: Sequence[Token], at: int) -> tuple[Token, int]:
    """The token at `at`, made whole if it starts a number, and the index after it."""
    token = pieces[at]
    if token.value is not None:
        return _halved(pieces, *_digits(pieces, at, token.value))
    if token.text in _SPELLED:
        return _halved(pieces, *_spelled(pieces, at))
    if token.text in _ROUGH:
        return _rough(pieces, at)
    if token.text == "half":
        return _half_of_scale(pieces, at)
    return token, at + 1


def _half_of_scale(pieces: Sequence[Token], at: int) -> tuple[Token, int]:
    """The half of a scale at `at`, and the index after it: "half a grand"; a half of anything else is a word."""
    behind = pieces[at + 1 : at + 3]
    if len(behind) < 2 or behind[0].text != "a" or behind[1].text not in _ONES:
        return pieces[at], at + 1
    return _joined(pieces[at], behind[1], _SCALES[behind[1].text] / 2), at + 3


def _rough(pieces: Sequence[Token], at: int) -> tuple[Token, int]:
    """A scale with a word that counts it: "a thousand", "another grand", "couple of hundred"."""
    count, scales = _ROUGH[pieces[at].text]
    following = token_at(pieces, at + 1).text
    place = at + 2 if following == "of" else at + 1
    scale = token_at(pieces, place)
    if scale.text not in scales:
        return pieces[at], at + 1
    return _joined(pieces[at], scale, count * _SCALES[scale.text]), place + 1


def _digits(pieces: Sequence[Token], at: int, value: float) -> tuple[Token, int]:
    token, after = pieces[at], at + 1
    follower = token_at(pieces, after)
    touching = follower.start == token.end
    if touching and follower.text in _SUFFIXES:
        return Token(token.start, follower.end, token.text + follower.text, value, ordinal=True), after + 1
    if follower.text in _SCALES and (touching or follower.text != "k"):
        scaled = Token(token.start, follower.end, token.text + follower.text, value * _SCALES[follower.text])
        return _continued(pieces, scaled, after + 1)
    return token, after


def _continued(pieces: Sequence[Token], token: Token, after: int) -> tuple[Token, int]:
    """A number of mixed spelling as a whole: "10 thousand three hundred"."""
    if token_at(pieces, after).text not in _SMALL:
        return token, after
    rest, end = _spelled(pieces, after)
    small, large = rest.cardinal or 0.0, token.value or 0.0
    if not 0 < small < large or small % 100:
        return token, after
    return _joined(token, rest, large + small), end


def _spelled(pieces: Sequence[Token], at: int) -> tuple[Token, int]:
    if found := _spoken_year(pieces, at):
        return found
    after, limit = at + 1, min(len(pieces), at + _LONGEST_SPELLED)
    while after < limit and (step := _continues(pieces, after)):
        after += step
    value, ordinal = _read(" ".join(piece.text for piece in pieces[at:after] if piece.text != "-"))
    if value is None:  # no number as a whole ("hundred two million"), so the first word stands alone
        after = at + 1
        value, ordinal = _read(pieces[at].text)
    token = _joined(pieces[at], pieces[after - 1], value, ordinal)
    scale = token_at(pieces, after)
    if token.cardinal is None or scale.text not in _SPOKEN_SCALES:
        return token, after
    return _joined(token, scale, token.cardinal * _SCALES[scale.text]), after + 1


def _spoken_year(pieces: Sequence[Token], at: int) -> tuple[Token, int] | None:
    """Return the year that two numbers say, and where it ends: "twenty nineteen"; None where they say none."""
    years = _SPOKEN_YEARS.get(pieces[at].text)
    if years is None or token_at(pieces, at + 1).text not in _SMALL:
        return None
    century, (rest, end) = years, _spelled(pieces, at + 1)
    year = century.start - century.start % 100 + int(rest.cardinal or 0)
    if year not in century or rest.ordinal:
        return None
    joined = _joined(pieces[at], rest, float(year))
    return joined._replace(text=str(year), spelled=False), end


def _continues(pieces: Sequence[Token], at: int) -> int:
    """Return how many pieces from `at` carry a spelled number on: none, the next word, or a hyphen or "and" with it."""
    before, here = pieces[at - 1].text, pieces[at].text
    if here in _SPELLED:
        return int(here in _SPELLED_SCALES or before in _CARRIED_ON)
    firsts, seconds = _JOINTS.get(here, _NO_JOINT)
    return 2 if before in firsts and token_at(pieces, at + 1).text in seconds else 0


def _halved(pieces: Sequence[Token], token: Token, after: int) -> tuple[Token, int]:
    """The number with the half that follows it ("two and a half", "four-and-a-half", "two and a half thousand")."""
    words = next((each for each in _HALVES if _texts(pieces, after, len(each)) == each), None)
    if token.cardinal is None or words is None:
        return token, after
    half, end = token.cardinal + 0.5, after + len(words)
    scale = token_at(pieces, end)
    if scale.text in _THOUSANDS:
        return _joined(token, scale, half * _SCALES[scale.text]), end + 1
    return _joined(token, pieces[end - 1], half), end


def _texts(pieces: Sequence[Token], first: int, count: int) -> tuple[str, ...]:
    """The texts of so many pieces."""
    return tuple(piece.text for piece in pieces[first : first + count])


def _joined(first: Token, last: Token, value: float | None, ordinal: bool = False) -> Token:
    text = first.text if first == last else f"{first.text} {last.text}"
    return Token(first.start, last.end, text, value, ordinal, spelled=True)


@lru_cache(maxsize=4096)
def _read(words: str) -> tuple[float | None, bool]:
    """The number that spelled words say, and whether they say a place in an order."""
    from text_to_num import alpha2digit  # type: ignore[import-untyped]

    digits = alpha2digit(words, "en", threshold=0)
    found = re.fullmatch(r"(\d+)(st|nd|rd|th)?", digits)
    return (float(found.group(1)), bool(found.group(2))) if found else (None, False)


# "Isn't" is a word, however its apostrophe is written.
_DENYING = r"(?:is|are|was|were|do|does|did|ca|could|wo|would|should|has|have|must|need)n['’]?t"
_BEFORE = re.compile(
    r"(?:(?P<at_most>(?:\b(?:no|not|cannot|(?:ca|wo|would|could)n['’]?t|don['’]?t want to|rather not|unable to)"
    r"(?: (?:to|go|spend|pay|afford|cost|be|stay|want|really|have|exceed|do))*)"
    r"(?: (?:more|over|above|higher|longer)(?: than)?)+|\b(?:less|lower|cheaper|fewer|shorter) than|\bunder"
    r"|\bbelow|\bup to|\bat (?:the )?most|\bmax(?:imum)?(?: of)?|\bwithin|\bnot? (?:above|exceed(?:ing)?)|<=?|&lt;)"
    rf"|(?P<at_least>\b(?:no|not|nothing|never|cannot|{_DENYING})(?: [\w-]+){{0,6}}?"
    r" (?:(?:less|fewer|lower) than|below|under)(?: less than)?"
    r"|\b(?:more|higher|greater|better|longer) than|\bover|\babove"
    r"|\bat (?:the )?least|\bmin(?:imum)?(?: of)?|>=?|&gt;)"
    r"|(?P<about>\babout|\baround|\bapprox(?:imately|\.)?|\broughly|\bclose to|\bnearly|~))\s*(?:an?\s+)?$",
)
_UNIT = r"(?:\s*-?\s*(?:stars?|days?|nights?|weeks?|usd|dollars?|bucks|\$))?"
_AFTER = re.compile(
    _UNIT + r"(?:(?P<at_most>\s*,?\s*(?:or (?:less|fewer|lower|below|under|cheaper|shorter)\b|max(?:imum)?\b"
    r"|at (?:the )?most\b|tops\b))"
    r"|(?P<at_least>\s*(?:\+|or (?:more|over|above|higher|better|longer|up)\b|and (?:above|up|over)\b|min(?:imum)?\b"
    r"|at (?:the )?least\b|plus\b))"
    r"|(?P<about>\s*(?:or so\b|-?ish\b)))",
)
_BOUNDS: Mapping[str | None, Bound] = {"at_most": "at_most", "at_least": "at_least", "about": "about"}
_LOOKBACK = 48  # characters: more than the longest of these phrases


def bounded(text: str, start: int, end: int) -> tuple[int, int, Bound]:
    """The place of `text[start:end]`, a number, together with the words that limit it, and what kind of limit it is."""
    text = small(text)
    if found := _BEFORE.search(text, max(0, start - _LOOKBACK), start):
        return found.start(), end, _BOUNDS[found.lastgroup]
    if found := _AFTER.match(text, end):
        return start, found.end(), _BOUNDS[found.lastgroup]
    return start, end, "exact"
