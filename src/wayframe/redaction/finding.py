"""Find what in a text says who somebody is or how to reach them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple, get_args

Kind = Literal["person", "url", "email", "card", "phone", "handle"]
KINDS: tuple[Kind, ...] = get_args(Kind)

_URL = re.compile(
    r"(?:https?://|www\.)[^\s<>|\"]+"
    r"|(?<![\w@.-])(?:[a-z0-9-]+\.)+(?:com|org|net|edu|gov|info|biz|io|co\.uk|ca|de|fr|eu)\b(?:/[^\s<>|\"]*)?(?![\w@])",
    re.IGNORECASE,
)
_EMAIL = re.compile(r"(?<![\w.%+-])[\w.%+-]++@[\w-]+(?:\.[\w-]+)+")
_CARD = re.compile(r"(?<![0-9.,$-])[0-9](?:[ -]?[0-9]){12,18}(?![0-9])")
_HANDLE = re.compile(r"(?<![\w@./<])@[A-Za-z_]\w+(?:[.-]\w+)*")
_MENTION = re.compile(r"(?<=<@)[A-Z0-9]{6,20}(?:\|[^<>]*)?(?=>)")  # as Slack writes who is meant
_PUNCTUATION = ".,;:!?)]'\""
_LEAST_DIGITS = 7  # of a telephone number


Meant = tuple[Kind, str]
"""What something stands for: of which kind it is, and its value, the same for all ways to write it."""


class ContactMatch(NamedTuple):
    """Something to replace: `text[start:end]`."""

    start: int
    end: int
    kind: Kind
    value: str

    @property
    def meant(self) -> Meant:
        """Return the identity that was found: its kind and value."""
        return self.kind, self.value


def find(text: str, region: str = "US") -> list[ContactMatch]:
    """Find the contact details in a text, in order, not overlapping.

    `region` is the country (two letters) whose telephone numbers are written without the country's code.
    """
    return apart(_candidates(text, region))


def apart(candidates: Iterable[ContactMatch]) -> list[ContactMatch]:
    """Return those that overlap no earlier one, in the text's order."""
    found = list[ContactMatch]()
    for candidate in candidates:
        if all(candidate.end <= other.start or other.end <= candidate.start for other in found):
            found.append(candidate)
    return sorted(found)


def _candidates(text: str, region: str) -> Iterator[ContactMatch]:
    """Yield candidates, the surest first."""
    import phonenumbers

    for match in _URL.finditer(text):
        address = match[0].rstrip(_PUNCTUATION)
        if "@" not in address or "/" in address:
            yield ContactMatch(match.start(), match.start() + len(address), "url", address)
    for match in _EMAIL.finditer(text):
        yield ContactMatch(*match.span(), "email", match[0].casefold())
    for match in _CARD.finditer(text):
        number = digits(match[0])
        if _luhn(number):
            yield ContactMatch(*match.span(), "card", number)
    if sum(character.isdigit() for character in text) >= _LEAST_DIGITS:
        for phone in phonenumbers.PhoneNumberMatcher(text, region):
            number = phonenumbers.format_number(phone.number, phonenumbers.PhoneNumberFormat.E164)
            yield ContactMatch(phone.start, phone.end, "phone", number)
    for match in _MENTION.finditer(text):
        yield ContactMatch(*match.span(), "person", match[0].partition("|")[0])
    for match in _HANDLE.finditer(text):
        yield ContactMatch(*match.span(), "handle", match[0].casefold())


def digits(text: str) -> str:
    """Return the digits of a text without what separates them."""
    return "".join(character for character in text if character.isdigit())


def _luhn(number: str) -> bool:
    """Tell whether the check digit of a card's number is right."""
    doubled = (2 * int(digit) for digit in number[-2::-2])
    return (sum(map(int, number[-1::-2])) + sum(n - 9 if n > 9 else n for n in doubled)) % 10 == 0
