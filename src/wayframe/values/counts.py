"""How many people travel: "two adults", "my wife and I", "me and my 3 kids", "family of four", "alone".

A token becomes one letter, and the expressions are patterns over the letters:

    I me, myself    P another adult    p several (friends)    C a child    c children    A adults    r parents
    N number    o my, a, the    & and, plus, a comma    w with, taking    z of    u us    f family, party, group    n no
    j just, only    x alone, solo    b by    k couple    h honeymoon    . anything else
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from wayframe.values.lexer import Token, lex
from wayframe.values.records import Mention, People, Quantity, exactly

_LETTERS = {
    word: letter
    for letter, words in {
        "I": "me myself i",
        "P": "wife husband spouse partner girlfriend boyfriend gf bf fiance fiancee fiancé fiancée bride groom hubby friend "
        "bestie buddy bff colleague coworker boss assistant client mother father mom mum dad brother sister cousin aunt "
        "uncle roommate lover grandma grandpa",
        "p": "friends colleagues coworkers buddies clients pals bros sisters brothers cousins lawyers employees teammates",
        "C": "child kid son daughter baby infant toddler grandson granddaughter grandchild nephew niece",
        "c": "children kids sons daughters babies infants toddlers grandsons granddaughters grandchildren nephews nieces",
        "A": "adult adults grownup grownups people persons person travelers travellers passengers pax",
        "r": "parents", "o": "my our a an the his her their", "&": "and & plus + ,", "z": "of", "u": "us",
        "w": "with bring bringing take taking takin", "f": "family party group", "n": "no zero without",
        "j": "just only", "x": "alone solo", "b": "by", "k": "couple", "h": "honeymoon",
    }.items()
    for word in words.split()
}  # fmt: skip

_OTHER = r"o.?.?P"  # "my beautiful wife"
_SOME = r"o?N.?p"  # "my 3 best friends"
_FORM = re.compile(
    rf"(?P<company>I&+{_SOME}|{_SOME}&+I|w{_SOME})|(?P<pair>I(?:&+{_OTHER})+|{_OTHER}&+I|w{_OTHER}|ok(?!z)|h)"
    r"|(?P<parents>o?r)|(?P<adults>N\.?A|N\.?p|Nzu)|(?P<party>fzN|N&?f)"
    r"|(?P<children>N\.?[cC])|(?P<none>n[cC])|(?P<child>o\.?C)|(?P<several>o?c)"
    r"|(?P<alone>jbI|bI|jIx?|Ix|x|I(?=&+o?N?\.?[cC])|^I$)"
)
_COUNT: dict[str, Callable[[float, str], Quantity]] = {
    "company": lambda number, _: exactly(number + 1, "adults"),
    "pair": lambda _, letters: exactly(1 + max(1, letters.count("P")), "adults"),
    "parents": lambda _, __: exactly(2, "adults"),
    "adults": lambda number, _: exactly(number, "adults"),
    "party": lambda number, _: exactly(number, "people"),
    "children": lambda number, _: exactly(number, "children"),
    "none": lambda _, __: exactly(0, "children"),
    "child": lambda _, __: exactly(1, "children"),
    "several": lambda _, __: Quantity(2, None, None, "children"),
    "alone": lambda _, __: exactly(1, "adults"),
}


def find_people(tokens: Sequence[Token]) -> Iterator[Mention]:
    """Every number of travellers; adults and children are mentioned apart."""
    letters = "".join(map(_letter, tokens))
    for found in _FORM.finditer(letters):
        form = found.lastgroup or ""
        pieces = tokens[found.start() : found.end()]
        number = next((token.value for token in pieces if token.value is not None), 0.0)
        yield Mention(pieces[0].start, pieces[-1].end, "count", _COUNT[form](number, found.group()))


def find_bare(tokens: Sequence[Token], below: float) -> Iterator[Mention]:
    """Every whole number under `below` of which the text doesn't say what it counts."""
    for token in tokens:
        if token.value is None or token.ordinal or token.value >= below or not token.value.is_integer():
            continue
        if token.text != "one" or len(tokens) <= 3:  # "one" is a pronoun more often than a number
            yield Mention(token.start, token.end, "count", exactly(token.value))


def read_count(text: str, of: People) -> Quantity | None:
    """How many of these people `text` names, else its first number, whoever it counts."""
    tokens = lex(text)
    said = [mention.value for mention in find_people(tokens) if isinstance(mention.value, Quantity)]
    for quantity in said:
        if quantity.of in (of, "people"):
            return quantity
    numbers = [token.value for token in tokens if token.value is not None and not token.ordinal]
    return exactly(numbers[0], of) if numbers and not said else None


def _letter(token: Token) -> str:
    if token.value is not None:
        return "N" if token.value.is_integer() and not token.ordinal else "."
    return _LETTERS.get(token.text, ".")
