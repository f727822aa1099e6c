"""Rows that a text names though they were never offered, and words of names and texts that rows are wished by."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import chain
from types import MappingProxyType
from typing import NamedTuple

from wayframe.meaning.records import Text, Texts, Value

MOST_ROWS, MOST_TEXTS = 50_000, 10_000
"""Names, and texts of a column, that are known by heart; of more, none is."""
_SHORTEST_PART = 4
MOST_OF_NAME = 8  # words
_FARTHEST_NUMBER = 3  # words from the first of a name to the number that tells it from others
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")
_TOLD_APART = re.compile(r"(?: \([^()]*\))+$")

Words = tuple[str, ...]


class Found(NamedTuple):
    """Tokens from `first` up to `last` that name a row, or have a word of its texts: the slot and what it is to be."""

    first: int
    last: int
    slot: str
    value: Value


class CodedRow(NamedTuple):
    """Tokens from `first` up to `last` that are the code of a row, and its name."""

    first: int
    last: int
    name: str


class RowWords:
    """The names of rows and the words of their free texts, found from their first word. Threads may share it."""

    def __init__(
        self,
        name_slot: str,
        names: Sequence[str],
        texts: Mapping[str, Sequence[str]],
        known: Collection[str],
        idle: Collection[str],
        leading: Collection[str],
        units: Collection[str] = (),
        *,
        codes: Mapping[str, str] = MappingProxyType({}),
        whole: bool = False,
    ) -> None:
        """`names` are those of all rows, known by their parts, too, unless `whole`; `texts` the cells of text by slot.

        `known` are words that have a meaning already, `idle` those that say nothing before others ("with a"), `leading`
        those behind which a word is no option at hand: "on Mill Lane"; `units` measure a number before them. `codes`
        are those that number rows, with the names of these.
        """
        self._slot, self._known, self._idle, self._leading = name_slot, known, idle, leading
        self._units, self._whole = frozenset(units), whole
        self._numbered = defaultdict[str, list[Words]](list)
        self._names = defaultdict[str, dict[Words, str]](dict)
        parts, holders = Counter[str](), dict[str, str]()
        self._called = Counter[str]()
        for name in names if len(names) <= MOST_ROWS else ():
            plain = _TOLD_APART.sub("", name)
            words = words_of(plain)
            if words:
                for form in (words, (*words[:-1], f"{words[-1]}s")):
                    self._names[form[0]].setdefault(form, plain)
                self._names[words[0]].setdefault(words_of(name), name)
                parts.update(set(words))
                holders.update(dict.fromkeys(words, plain))
                for word in filter(str.isdecimal, words):
                    self._numbered[word].append(words)
                pairs = (" ".join(words[at:end]) for at in range(len(words)) for end in range(at + 2, at + 4))
                self._called.update(set(pairs))
        several = {word for word, count in parts.items() if count > 1}
        alone = (word for word in holders if parts[word] == 1 and word.isalpha() and word not in known)
        self._alone = {word: holders[word] for word in alone}
        self._parts = {form: word for word in several if self._tells(word) for form in (f"{word}s", word)}
        self._cells = {
            slot: [f" {' '.join(words_of(cell))} " for cell in cells]
            for slot, cells in texts.items()
            if len(cells) <= MOST_TEXTS
        }
        self._texts = {
            slot: {word for cell in cells for word in cell.split() if self._tells(word)}
            for slot, cells in self._cells.items()
        }
        every = (word for names in self._names.values() for words in names for word in words)
        self._codes = {"".join(words_of(code)): name for code, name in codes.items()}
        self._longest_code = max(map(len, self._codes), default=0)
        of_codes = chain.from_iterable(map(words_of, codes))
        self.words = frozenset(every).union(of_codes, self._parts, *self._texts.values())
        """All words that are no slips of others."""

    def _tells(self, word: str) -> bool:
        return len(word) >= _SHORTEST_PART and word.isalpha() and word not in self._known

    def find(self, tokens: Sequence[str], capitals: Collection[int], offered: Collection[str]) -> Iterator[Found]:
        """Yield the rows that tokens name and what is said in words of theirs, but those of what was `offered`.

        A name whose words are all known otherwise is one only with a capital within a text: Happy, Only, Above.
        """
        places = [at for at, text in enumerate(tokens) if text[:1].isalnum()]
        texts = [tokens[at] for at in places]
        taken = {word for name in offered for word in words_of(name)}
        plain = {*offered, *(_TOLD_APART.sub("", name) for name in offered)}
        at = 0
        while at < len(texts):
            name = max(self._named(texts, at), key=len, default=())
            if name and self._is_meant(name, places[at], capitals):
                called, last = self._names[name[0]][name], places[at + len(name) - 1] + 1
                if called not in plain:
                    yield Found(places[at], last, self._slot, Text(called))
                at += len(name)
                continue
            if self._whole:
                at += 1
                continue
            capital = at > 0 and places[at] in capitals and texts[at - 1] not in self._leading
            short = self._by_word(texts[at], taken) if capital else None
            short = short or self._shortened(texts, at, plain)
            if short:
                value, length = short
                yield Found(places[at], places[at + length - 1] + 1, self._slot, value)
                at += length
                continue
            if texts[at] not in taken or (at and texts[at - 1] in self._leading):
                for found in self._said(texts, at, places):
                    yield found
                    at = places.index(found.last - 1)
            at += 1

    def coded(self, tokens: Sequence[str]) -> Iterator[CodedRow]:
        """Yield the rows that tokens mean by their codes, however these are parted: "S101" and "s 101" are "S-101"."""
        for first in range(len(tokens)):
            said = ""
            for last, token in enumerate(tokens[first:], first + 1):
                said += "".join(words_of(token))
                if len(said) > self._longest_code or not words_of(tokens[first]):
                    break
                if said in self._codes and words_of(token):
                    yield CodedRow(first, last, self._codes[said])

    def _by_word(self, word: str, taken: Collection[str]) -> tuple[Value, int] | None:
        """Return the row whose name alone has a word, and how many words that is; none where it is `taken`."""
        name = self._alone.get(word)
        return (Text(name), 1) if name and word not in taken else None

    def _shortened(self, texts: Sequence[str], at: int, offered: Collection[str]) -> tuple[Value, int] | None:
        """Return the row that is named by some words of its name, a number among them, and how many these are.

        Where several have these words side by side it is any of them. Names of what was `offered` are none.
        """
        numbers = [text for text in texts[at : at + _FARTHEST_NUMBER] if text in self._numbered]
        candidates = {
            name: run_of(texts[at : at + MOST_OF_NAME], name) for number in numbers for name in self._numbered[number]
        }
        length = max(candidates.values(), default=0)
        said, behind = tuple(texts[at : at + length]), texts[at + length : at + length + 1]
        if length < 2 or self._numbered.keys().isdisjoint(said) or not self._units.isdisjoint(behind):
            return None
        if any(run_of(said, words_of(name)) == length for name in offered):
            return None
        meant = [name for name, count in candidates.items() if count == length]
        ending = [name for name in meant if name[-1] == said[-1]]
        only = meant if len(meant) == 1 else ending
        if len(only) == 1:
            return Text(self._names[only[0][0]][only[0]]), length
        together = all(f" {' '.join(said)} " in f" {' '.join(name)} " for name in meant)
        return (Texts((" ".join(said),)), length) if together else None

    def _said(self, texts: Sequence[str], at: int, places: Sequence[int]) -> Iterator[Found]:
        """Yield what words from one on are part of: names of several rows, or else free texts."""
        if texts[at] in self._parts:
            length = max(each for each in (1, 2, 3) if each == 1 or self._called[" ".join(texts[at : at + each])] > 1)
            said = " ".join(word.capitalize() for word in (self._parts[texts[at]], *texts[at + 1 : at + length]))
            yield Found(places[at], places[min(at + length, len(places)) - 1] + 1, self._slot, Texts((said,)))
            return
        for slot, words in self._texts.items():
            if texts[at] in words:
                phrase = [texts[at]]
                while at + len(phrase) < len(texts) and self._is_phrase(slot, [*phrase, texts[at + len(phrase)]]):
                    phrase.append(texts[at + len(phrase)])
                last = places[at + len(phrase) - 1] + 1
                while at and texts[at - 1] not in self._idle and self._is_phrase(slot, [texts[at - 1], *phrase]):
                    at -= 1
                    phrase.insert(0, texts[at])
                yield Found(places[at], last, slot, Text(" ".join(phrase)))
                return

    def _is_phrase(self, slot: str, words: Sequence[str]) -> bool:
        """Return whether words stand side by side in a text, the last of them no mere function word."""
        return words[-1] in self._texts[slot] and any(f" {' '.join(words)} " in cell for cell in self._cells[slot])

    def _named(self, texts: Sequence[str], at: int) -> Iterator[Words]:
        for words in self._names.get(texts[at], ()):
            if tuple(texts[at : at + len(words)]) == words:
                yield words

    def _is_meant(self, name: Words, at: int, capitals: Collection[int]) -> bool:
        if any(word not in self._known for word in name):
            return True
        return at > 0 and at in capitals and (len(name) > 1 or not name[0].isdecimal())


def run_of(said: Sequence[str], words: Sequence[str]) -> int:
    """Return how many words from the first on are words of a name, in its order."""
    at = 0
    for count, text in enumerate(said):
        if text not in words[at:]:
            return count
        at = words.index(text, at) + 1
    return len(said)


def words_of(text: str) -> Words:
    """Return the words of a text in lower case."""
    return tuple(word.casefold() for word in _WORD.findall(text))
