"""The figures and names of a text that its acts don't hold.

Once the values of the acts are taken out of it, no figure may be left in a text, and no name: no word with a capital
but at the beginning of a sentence.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import permutations

from wayframe.dialogue import Act, Arg

FIGURE = re.compile(r"\d[\d,.]*")
"""A figure in a text."""

_DAY = re.compile(r"(?P<month>[A-Z][a-z]+) (?P<day>\d{1,2})")

_QUOTE = re.compile("“([^”]*)”")
_GAP = "\0"  # where a value was taken out
_SENTENCE_ENDS = ".!?:"
_WORD = re.compile(r"[^\W\d_][\w'’-]*")
_OWN = ("I", "I'm", "I'd", "I'll", "I've")
_SAID_OF_ACTIONS = ("action", "intent")


def told(act: Act) -> Iterator[Arg]:
    """Yield what an act says: its values and those of its references."""
    for arg in (*act.slots, *_referred(act)):
        if arg.value is not None and arg.key not in _SAID_OF_ACTIONS:
            yield arg


def _referred(act: Act) -> Iterator[Arg]:
    for arg in act.args:
        for ref in arg.refs:
            yield from ref.annotations


def beyond(text: str, acts: Sequence[Act]) -> Iterator[str]:
    """Yield the figures and names of a text that no act holds."""
    rest = without_values(text, acts)
    for found in FIGURE.finditer(rest):
        yield found[0]
    for found in _WORD.finditer(rest):
        if _is_name(found[0], rest[: found.start()].rstrip()):
            yield found[0]


def _is_name(word: str, before: str) -> bool:
    """Return whether a word has a capital for another reason than to begin a sentence."""
    begins = not before or before[-1] in _SENTENCE_ENDS
    return word[0].isupper() and word not in _OWN and not begins


def without_values(text: str, acts: Sequence[Act]) -> str:
    """Return the text with the values of the acts taken out of it."""
    for value in values(acts):
        text = without(value, text, _GAP)
    return text


def without_quotes(text: str, said: str) -> str:
    """Return the text without the words that it quotes of what a user said: I didn't get “Des”."""

    def taken_out(quote: re.Match[str]) -> str:
        return _GAP if all(word in said for word in quote[1].split()) else quote[0]

    return _QUOTE.sub(taken_out, text)


def values(acts: Sequence[Act]) -> list[str]:
    """Return the values of acts as they may be said, longest first; names also without their article or in short."""
    asked = tuple(arg for act in acts if act.name == "confirm" for arg in act.args)
    said = set(stays(Act("confirm", asked)))  # one question may confirm each end of a stay
    for act in acts:
        said.update(stays(act))
        for arg in told(act):
            if isinstance(arg.value, str):
                said.add(arg.value)
            if arg.key == "name":
                said.add(_short(str(arg.value)))
    said.update([value.removeprefix("The ") for value in said])
    return sorted(said - {""}, key=lambda value: (-len(value), value))


def _short(name: str) -> str:
    """Return the first word of a name of two, by which it goes once it was told: "the Fairwind" of Fairwind Hotel."""
    words = name.removeprefix("The ").split(" ")
    return words[0] if len(words) == 2 else ""


def stays(act: Act) -> Iterator[str]:
    """Yield the days of an act from one to another of the same month, said together: "August 7 to 12"."""
    texts = [arg.value for arg in told(act) if isinstance(arg.value, str)]
    days = [found for text in texts if (found := _DAY.fullmatch(text))]
    for first, last in permutations(days, 2):
        if first["month"] == last["month"] and int(first["day"]) < int(last["day"]):
            yield f"{first[0]} to {last['day']}"


def without(value: str, text: str, gap: str) -> str:
    """Return the text with a gap wherever a value stands in it."""
    rest, end = "", 0
    for start in stands(value, text):
        rest, end = rest + text[end:start] + gap, start + len(value)
    return rest + text[end:]


def stands(value: str, text: str) -> Iterator[int]:
    """Yield where a value stands in a text, but not inside another word or figure."""
    start = text.find(value) if value else -1
    while start >= 0:
        end = start + len(value)
        inside = _goes_on(text[start - 1 : start]) or _goes_on(text[end : end + 1])
        if not inside:
            yield start
        start = text.find(value, start + 1 if inside else end)


def _goes_on(char: str) -> bool:
    """Return whether a word or a figure goes on with what stands beside a value; nothing may stand there."""
    return char.isalnum() or char == "_"
