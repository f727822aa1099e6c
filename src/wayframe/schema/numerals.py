"""The marks of a column's numbers: whether "85.000" is eighty-five or eighty-five thousand.

A column says it itself where one of its cells can be read in one way only (1.234,50; 0.125; 3.5). Where none does,
round numbers, the other columns and what stands between the cells decide, and that is a doubt.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from wayframe.schema.units import COMMA, POINT, NumberStyle

_NUMERAL = re.compile(r"(?<![\w.,])[+-]?\d[\d.,]*(?<![.,])")
_GROUPS = {style: re.compile(rf"\d{{1,3}}(?:{re.escape(style.thousands)}\d{{3}})+") for style in (POINT, COMMA)}
_FRACTION = {style: re.compile(rf"\d*{re.escape(style.decimal)}\d+") for style in (POINT, COMMA)}
_ROUND = re.compile(r"[1-9]\d*[.,]\d?(?:00|50)")


class StyleEvidence(NamedTuple):
    """The style that cells have, whether another would do as well, and a cell that it matters for."""

    style: NumberStyle
    sure: bool = True
    example: str = ""


def style_of(texts: Iterable[str], usual: NumberStyle) -> StyleEvidence:
    """Return the style of a column's cells; `usual` is that of the table, where they don't say."""
    numerals = [found.group().lstrip("+-") for text in texts if (found := _NUMERAL.search(text))]
    marked = [numeral for numeral in numerals if "." in numeral or "," in numeral]
    points = sum(_only(numeral, POINT) for numeral in marked)
    commas = sum(_only(numeral, COMMA) for numeral in marked)
    if points != commas:
        return StyleEvidence(POINT if points > commas else COMMA)
    if not marked:
        return StyleEvidence(POINT)
    if all("," in numeral for numeral in marked) and usual == POINT:
        return StyleEvidence(POINT)
    return _guessed(marked, usual)


def _guessed(marked: Sequence[str], usual: NumberStyle) -> StyleEvidence:
    """Return the likelier style of numerals that either would read: thousands often end in round numbers."""
    example = max(marked, key=len)
    grouped = COMMA if "." in example else POINT
    round_ones = sum(bool(_ROUND.fullmatch(numeral)) for numeral in marked)
    if 2 * round_ones >= len(marked):
        return StyleEvidence(grouped, False, example)
    return StyleEvidence(usual, False, example)


def _only(numeral: str, style: NumberStyle) -> bool:
    """Return whether a numeral can be read in this style only."""
    other = COMMA if style == POINT else POINT
    return _reads(numeral, style) and not _reads(numeral, other)


def _reads(numeral: str, style: NumberStyle) -> bool:
    if _FRACTION[style].fullmatch(numeral):
        return True
    whole, _, decimals = numeral.partition(style.decimal)
    plain = not decimals or decimals.isdecimal()
    return plain and bool(_GROUPS[style].fullmatch(whole)) and not whole.startswith("0")


def usual_style(columns: Iterable[Iterable[str]], delimiter: str) -> NumberStyle:
    """Return the style of a whole table: what most columns say, else commas between the decimals after semicolons."""
    votes = Counter[NumberStyle]()
    for texts in columns:
        numerals = [found.group().lstrip("+-") for text in texts if (found := _NUMERAL.fullmatch(text))]
        for style in (POINT, COMMA):
            votes[style] += any(_only(numeral, style) for numeral in numerals)
    if votes[POINT] != votes[COMMA]:
        return max(votes, key=votes.__getitem__)
    return COMMA if delimiter == ";" else POINT
