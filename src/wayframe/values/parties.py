"""How many people travel: "two adults", "my wife and I", "me and my 3 kids", "family of four", "alone".

A token becomes one letter, and the expressions are patterns over the letters:

    I me    i I    m myself    P another adult    p several (friends)    C a child    c children    A adults
    r parents    N number    o my, a, the    & and, plus, a comma    w with, taking    v discuss    z of    u us    n no
    f family, party, group    j just, only    x alone, solo    q on    W own    b by    k couple    h honeymoon
    t to, from, who (after people)    e another, extra    y year    d old    / per    $ a dollar sign    - a hyphen
    ! end of a sentence    . anything else
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence

from wayframe.values.lexer import Token, lex, numbers
from wayframe.values.records import Mention, People, Quantity, Reading, exactly, typed

_LETTERS = {
    word: letter
    for letter, words in {
        "I": "me", "i": "i", "m": "myself",
        "P": """wife husband spouse partner girlfriend boyfriend gf bf fiance fiancee fiancé fiancée bride groom hubby
                friend bestie buddy bff colleague coworker boss assistant client mother father mom mum dad brother
                sister cousin aunt uncle roommate lover grandma grandpa""",
        "p": """friends colleagues coworkers buddies clients pals bros sisters brothers cousins lawyers employees
                teammates""",
        "C": "child kid son daughter baby infant toddler grandson granddaughter grandchild nephew niece",
        "c": """children kids sons daughters babies infants toddlers grandsons granddaughters grandchildren nephews
                nieces""",
        "A": "adult adults grownup grownups people persons person travelers travellers passengers pax",
        "r": "parents", "o": "my our a an the", "&": "and & plus + ,", "z": "of", "u": "us",
        "w": "with bring bringing take taking takin", "f": "family party group team", "n": "no zero without",
        "j": "just only", "x": "alone solo lonesome", "q": "on", "W": "own", "b": "by", "k": "couple", "h": "honeymoon",
        "t": "to from who going travelling traveling looking leaving flying wanting",
        "e": "another extra additional", "y": "year years yr yrs", "d": "old olds",
        "v": "discuss talk speak check confirm fight consult argue", "-": "-", "$": "$", "/": "per each",
        "!": "! ? . ;",
    }.items()
    for word in words.split()
}  # fmt: skip

_OTHER = r"o.?.?P"  # "my beautiful wife"
_SOME = r"o?N.?p"  # "my 3 best friends"
_WITH = r"(?<!v)(?<!v.)(?<!v..)w"  # not "let me talk it over with my wife"
_FORM = re.compile(
    rf"(?P<company>[iIm]&+{_SOME}|{_SOME}&+[iIm]|{_WITH}{_SOME})"
    rf"|(?P<pair>[iIm](?:&+(?:o.?.?)?P)+|(?:o.?.?)?P&+[iIm]|{_WITH}{_OTHER}|ok(?=$|[!&qt])|okzA)"
    r"|(?P<adults>(?<!\$)N[.e]?A|N[.e]?p)|(?P<party>fzN(?!\.?A)|N&?f|Nzu)"
    r"|(?P<added>o?e\.?[AP])|(?P<added_child>o?e\.?C)"
    r"|(?P<aged>(?:o|^)N-?y-?d(?:C(?!-))?)"
    r"|(?P<children>N[.e]?[cC]|NN-?y-?dc?)|(?P<none>n[cC])|(?P<child>o\.?C(?!-)|(?<=&)C)|w(?P<several>o\.?c)|(?P<parents>o?r)"
    r"|(?P<alone>j?bm|j[Im]x?|[Im]x|Ij|m|x|qoW|[iI](?=&+o?N?\.?[cC])|^[iI](?=!*$))"
)
_OF: dict[str, People] = {
    "party": "people",
    **dict.fromkeys(("children", "none", "child", "added_child", "aged"), "children"),
}
_LISTING = frozenset((",", "+", "plus"))
_OF_AGE = 18  # "a 30 year old" is no child
_SURFACE = {"adults": "N", "party": "N", "children": "N", "none": "nN", "child": "C", "several": "c", "parents": "r"}
# What a word stands for where people are asked for: "a couple", "my wife" (and I), "the kids" (some, at least two).
_ALONE: dict[str, Quantity] = {
    **dict.fromkeys("Iimx", exactly(1)), **dict.fromkeys("khrP", exactly(2)), **dict.fromkeys("fc", Quantity(2, None)),
    "C": exactly(1), "n": exactly(0),
}  # fmt: skip
_STANDING = re.compile(r"^n$|[IimxkhrPfcC]")  # "no" but by itself


def find_people(tokens: Sequence[Token]) -> Iterator[Reading]:
    """Every number of travellers; adults and children are mentioned apart."""
    for found in _FORM.finditer(_letters(tokens)):
        form = found.lastgroup or ""
        pieces = tokens[found.start() : found.end()]
        if "y" in found.group() and numbers(pieces)[-1] >= _OF_AGE:  # the 5 of "two 5 year olds"
            continue
        first, last = _surface(form, found.group())
        mention = Mention(pieces[first].start, pieces[last].end, "count", _count(form, found.group(), pieces))
        yield Reading(pieces[0].start, pieces[-1].end, mention)


def find_bare(tokens: Sequence[Token], below: float) -> Iterator[Reading]:
    """Every whole number under `below` of which the text doesn't say what it counts."""
    for at, token in enumerate(tokens):
        number = token.cardinal
        if number is None or number >= below or not number.is_integer():
            continue
        if not _is_pronoun(tokens, at):
            yield Reading(token.start, token.end, Mention(token.start, token.end, "count", exactly(number)))


def _is_pronoun(tokens: Sequence[Token], at: int) -> bool:
    """Return whether "one" stands for something that was spoken of, as it mostly does in a longer text."""
    return tokens[at].text == "one" and len(tokens) > 3 and tokens[at - 1].text != "for"


def labelled_count(text: str, of: People) -> str | None:
    """The number that the labels of the release hold for these people; None where they keep the words.

    They count who is named beside the speaker: 4 for "me and 4 friends", 1 for "my wife and I", though "me, my wife"
    are two. "My wife" alone stays as it was said.
    """
    tokens = lex(text)
    letters = _letters(tokens)
    found = _FORM.search(letters)
    if found and of == "adults" and found.lastgroup in _BESIDE and "k" not in found.group():
        return _BESIDE[found.lastgroup](tokens[slice(*found.span())], letters, found.group())
    if "P" in letters and set(letters).isdisjoint("iImN"):
        return None
    return _labelled(read_count(text, of))


def _labelled(quantity: Quantity | None) -> str | None:
    """The number that labels hold for a quantity; of an open one what it is more than."""
    if quantity is None or quantity.low is None:
        return None
    return _whole(quantity.low) if quantity.high is not None else f"$GT {int(quantity.low) - 1}"


def _pair(tokens: Sequence[Token], letters: str, pair: str) -> str | None:
    """Return how many a pair counts for: one beside the speaker, all of them in a list; None without the speaker."""
    if set("iIm").isdisjoint(letters):
        return None
    listed = not _LISTING.isdisjoint(token.text for token in tokens)
    return str(1 + pair.count("P")) if listed else "1"


_BESIDE: Mapping[str | None, Callable[[Sequence[Token], str, str], str | None]] = {
    "company": lambda tokens, letters, company: _whole(_first(tokens)),
    "pair": _pair,
}
"""How those beside the speaker are counted, by form."""


def _whole(number: float) -> str:
    return str(int(number))


def _first(tokens: Sequence[Token]) -> float:
    return next(iter(numbers(tokens)), 0.0)


def read_count(text: str, of: People) -> Quantity | None:
    """Return how many of these people `text` names, else what its first number or word for people says."""
    tokens = lex(text)
    said = typed(find_people(tokens), Quantity)
    if said:
        return next((quantity for quantity in said if quantity.of in (of, "people")), None)
    cardinals = [token.cardinal for token in tokens if token.cardinal is not None]
    if cardinals:
        return exactly(cardinals[0], of)
    alone = _STANDING.search(_letters(tokens))
    return _ALONE[alone.group()]._replace(of=of) if alone else None


def _letters(tokens: Sequence[Token]) -> str:
    return "".join(map(_letter, tokens))


def _letter(token: Token) -> str:
    if token.value is None:
        return _LETTERS.get(token.text, ".")
    return "N" if token.value.is_integer() and not token.ordinal else "."


def _surface(form: str, letters: str) -> tuple[int, int]:
    """The first and the last token of the surface: only the number where there is one."""
    if form == "aged":
        return letters.index("N"), len(letters) - 1
    if form not in _SURFACE:
        return 0, len(letters) - 1
    at = next(at for at, letter in enumerate(letters) if letter in _SURFACE[form])
    return at, at


def _count(form: str, letters: str, pieces: Sequence[Token]) -> Quantity:
    if form == "several":
        return Quantity(2, None, None, "children")
    number = _first(pieces)
    people = {
        "company": number + 1, "pair": 1 + max(1, letters.count("P")), "child": 1, "none": 0, "parents": 2, "alone": 1,
        "added": 1, "added_child": 1, "aged": 1,
    }.get(form, number)  # fmt: skip
    return exactly(people, _OF.get(form, "adults"))
