"""Nouns, counts and lists: plurals, articles, "both", "a, b and c", by the rules of a language pack."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from wayframe.language.wording import Wording


def listing(wording: Wording, items: Sequence[str], conjunction: str = "and") -> str:
    """Return things one after the other: "a", "a and b", "a, b and c"."""
    *others, last = items or [""]
    if not others:
        return last
    return f"{', '.join(others)} {wording.conjunctions[conjunction]} {last}"


def capitalised(text: str) -> str:
    """Return a text with a capital at its beginning."""
    return text[:1].upper() + text[1:]


def rewritten(rules: Iterable[tuple[str, str]], word: str) -> str:
    """Return a word as the first rule whose pattern is found in it rewrites it; empty where none is."""
    for pattern, replacement in rules:
        changed, found = re.subn(pattern, replacement, word, count=1)
        if found:
            return changed
    return ""


def is_plural(wording: Wording, noun: str) -> bool:
    """Return whether a noun is a plural by its form: "seats", not "address" or "GPS"."""
    return bool(re.search(wording.plural_label, noun)) and not is_uncounted(wording, noun)


def is_uncounted(wording: Wording, noun: str) -> bool:
    """Return whether a noun has no plural and takes no article: "wifi", "RAM", "free parking"."""
    return bool(re.search(wording.uncounted, noun))


def plural(wording: Wording, noun: str) -> str:
    """Return the plural of a noun, which may be one already."""
    if is_plural(wording, noun) or is_uncounted(wording, noun):
        return noun
    return rewritten(wording.plurals, noun)


def singular(wording: Wording, noun: str) -> str:
    """Return the singular of a noun, which may be one already."""
    return rewritten(wording.singulars, noun) or noun


def with_article(wording: Wording, noun: str) -> str:
    """Return a noun with its article where it takes one: "a gym", "an airport", but "wifi", "seats" and "RAM"."""
    if not noun or is_plural(wording, noun) or is_uncounted(wording, noun):
        return noun
    article = next(article for pattern, article in wording.articles if re.search(pattern, noun))
    return f"{article} {noun}"


def adjective_superlative(wording: Wording, adjective: str) -> str:
    """Return the superlative of an adjective in the comparative ("cheaper": "cheapest"); empty where there is none."""
    return rewritten(wording.superlatives, adjective)


def count_word(wording: Wording, count: int) -> str:
    """Return a small number as a word, a larger one in digits."""
    small = wording.small_numbers
    if 0 <= count < len(small):
        return small[count]
    return f"{count:,}".replace(",", wording.thousands_separator)
