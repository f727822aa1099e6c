"""The people who travel, from the words for them: "me, my wife and our three kids", "five of us, two under ten".

A span becomes one letter, and the members of a group are patterns over the letters:

    N number    S me    I "I"    X alone    W the two of us    F family of    P people    D parents    K couples
    a wife, A friends    g grown-up, G adults    c child, C children    T twins    p a place's name
    y age, years old    u unit    o in all    < under    m of them    , comma, bracket, colon    & and, with    - hyphen
    h his, her, their    d my, another, are, small    l less    ! end of a sentence    v say    . anything else
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from wayframe.meaning.records import Party
from wayframe.reader.lines import SpanLine
from wayframe.reader.spans import Span

ADULT_AGE = 18
MOST = 60  # people in a party; greater numbers count something else
NEAR_LEAD, NEAR_VERB = 3, 14  # spans from a group to what introduces it, and to "comes along"
_KINDS = {
    "two": "W", "alone": "X", "couples": "K", "pair": "D", "two_children": "T", "child": "c", "children": "C",
    "grown_up": "g", "grown_ups": "G", "adult": "a", "adults": "A", "person": "P", "first_person": "I", "speaker": "S",
    "headed": "F", "years": "y",
}  # fmt: skip
"""The letters of people by their kinds in the lexicon, the surest first."""
_CLASSES = {
    "all total": "o", "unit": "u", "place": "p",
    "party_under": "<", "party_rest": "m", "party_mark": ",", "party_link": "&", "hyphen": "-", "third_person": "h",
    "party_fewer": "l", "party_determiner": "d", "clause_end": "!",
}  # fmt: skip
"""The letters of other words by their kinds and classes."""
_COUNTS = frozenset(range(MOST + 1))
_KIN = "aAgGcCDKT"
_MEMBER = re.compile(
    rf"(?P<minors>N[mP]?[dh-]*+(?:[cC](?!v)|<N))|(?P<total>FN|N(?=,N[mP])|N[d,]*+o|N-?d*+P(?!v)|W)"
    rf"|(?P<labelled>[agAGCDKT][,d]N|c,N|[AGC]N)(?!u|[d-]*+[{_KIN}PTu]|[,&]++N)|(?P<heads>(?<![dy])N(?=[,&][dh]*+[cC]))|(?P<counted>N[dh-]*+[{_KIN}])(?!v)"
    rf"|(?P<fewer>N?d*+ld*+[{_KIN}])|(?P<aged>N-?y)|(?P<age>(?<=[y,d&cC])N)(?!u|[d-]*+[{_KIN}PTu]|-)"
    rf"|(?P<speaker>S|(?<!,)(?<![NgG]&)I|(?<=&)X|X(?=[dh]*+&[dhN]*+[{_KIN}]))|(?P<alone>X)"
    rf"|(?P<theirs>hD)|(?P<kin>(?:(?<!h)D|[aAgGcCKT])(?:p(?=&I))?)(?!v)"
)
_LINKS = re.compile(r"[,&dhy(-]{0,4}")
_CHILDREN, _SEVERAL, _PAIRS = frozenset("cCT"), frozenset("AGCDK"), frozenset("KT")


class PartyPhrase(NamedTuple):
    """The spans from `first` to `last` (excluded) say who travels."""

    first: int
    last: int
    party: Party


class _Member(NamedTuple):
    """A member of a group: its pattern's name, its letters, the numbers in it."""

    name: str
    letters: str
    numbers: tuple[int, ...]

    @property
    def kin(self) -> str:
        """Return the letter of the people that it names; empty where it names none."""
        return next((letter for letter in self.letters if letter in _KIN), "")


class _Count:
    """What a group has come to so far. The methods without an underscore are the names of members."""

    def __init__(self) -> None:
        self.adults = self.children = self.whole = self.members = 0
        self.together = self.alone_said = self.counts = self.adding = self.is_pair = False
        self.ages: list[int] = []

    def add(self, member: _Member) -> bool:
        """Add a member; False where it is none of this group, an age of nobody."""
        if member.name == "age" and not self.children:
            return False
        getattr(self, member.name)(member)
        self.members += member.name not in ("age", "aged", "theirs")
        return True

    def minors(self, member: _Member) -> None:
        """Add children that are counted: "two kids", "two of them children", "two under ten"."""
        self.children += member.numbers[0]
        self.counts = True

    def total(self, member: _Member) -> None:
        """Set the number of all: "family of five", "five of us", "the two of us"."""
        self.is_pair = member.letters == "W"
        self.whole = max(self.whole, *member.numbers, 2 * self.is_pair)
        self.counts = True

    def heads(self, member: _Member) -> None:
        """Add people that nothing names, beside children: "for two and a baby"."""
        self.adults += member.numbers[0]

    def counted(self, member: _Member) -> None:
        """Add people with their number: "three friends"; not once more those who were named: "me and Al, 2 adults"."""
        number = member.numbers[-1]
        if member.kin not in "gG" or number != self.adults + self.together:
            self._add(member.kin, number)
        self.counts = True

    def labelled(self, member: _Member) -> None:
        """Add people with their number behind them: "adults: 2", "kids three"."""
        self.counted(member)

    def kin(self, member: _Member) -> None:
        """Add people without a number: "my wife", "the kids"."""
        people = 2 if member.kin in _SEVERAL else 1
        self._add(member.kin, people)
        if self.is_pair:  # "the two of us plus grandma"
            self.whole += people

    def fewer(self, member: _Member) -> None:
        """Take people away: "one less kid"."""
        self._add(member.kin, -(member.numbers[0] if member.numbers else 1))
        self.counts = self.adding = True

    def aged(self, member: _Member) -> None:
        """Add an age; a child where it is nobody's yet: "me and my 4-year-old"."""
        if member.numbers[0] < ADULT_AGE and not self.children:
            self.children, self.members = 1, self.members + 1
        self.age(member)

    def age(self, member: _Member) -> None:
        """Add the age of a child."""
        self.ages += member.numbers

    def speaker(self, member: _Member) -> None:
        """Add who speaks."""
        self.together = True

    def alone(self, member: _Member) -> None:
        """Note that who speaks goes alone."""
        self.alone_said = True

    def theirs(self, member: _Member) -> None:
        """Leave out the parents of somebody else."""

    def _add(self, kin: str, number: int) -> None:
        people = 2 * number if kin in _PAIRS else number
        if kin in _CHILDREN:
            self.children += people
        else:
            self.adults += people

    def says_who(self) -> bool:
        """Return whether it tells who travels without more: by a number, by the speaker beside others, as a list."""
        return self.counts or self.alone_said or (self.together and self.members > 1) or self.members > 2

    def party(self, *, with_speaker: bool) -> Party | None:
        """Return the party; the speaker is counted once, where named or implied and not part of a total."""
        children = max(self.children, len(self.ages)) if self.children > 0 else self.children
        ages = tuple(self.ages)
        if self.whole:
            return Party(max(self.whole - children, 0), children, ages, self.whole)
        if self.adults or children:
            speaker = int(self.together or with_speaker)
            return Party(self.adults + speaker, children, ages, 0, self.adding and not speaker)
        return Party(adults=1, total=1) if self.alone_said else None

    def stay_away(self) -> None:
        """Make the people who were counted those who don't come."""
        self.adults, self.children, self.adding = -self.adults, -self.children, True


def party_phrases(spans: Sequence[Span]) -> list[PartyPhrase]:
    """Return the groups of people that are said to travel; people of stories are none."""
    letters, found = "".join(map(_letter, spans)), list[PartyPhrase]()
    at = 0
    while at < len(letters):
        phrase = _group(spans, letters, at)
        if phrase:
            found.append(phrase)
        at = phrase.last if phrase else at + 1
    return found


def _letter(span: Span) -> str:
    """Return the letter of a span."""
    people = [_KINDS[kind] for kind in _KINDS if kind in set(span.every("party"))]
    if people in ([], ["y"]) and span.data("number", "few") in _COUNTS:
        return "N"
    names = {*span.classes, *(entry.kind for entry in span.entries), *(f"all {scope}" for scope in span.every("scope"))}
    others = (letter for name, letter in _CLASSES.items() if name in names)
    return "".join((*people, *others, "v" if span.opens("saying") else "."))[0]


def _members(spans: Sequence[Span], letters: str, first: int) -> Iterator[tuple[int, _Member]]:
    """Yield the members of the group that starts at a span, each with its end."""
    at = first
    while found := _MEMBER.match(letters, at):
        numbers = (span.data("number", "few") for span in spans[at : found.end()])
        whole = tuple(int(number) for number in numbers if number is not None)
        yield found.end(), _Member(str(found.lastgroup), found.group(), whole)
        links = _LINKS.match(letters, found.end())
        at = links.end() if links else found.end()


def _group(spans: Sequence[Span], letters: str, first: int) -> PartyPhrase | None:
    """Return the group that starts at a span; None where none starts there that says who travels."""
    count, last = _Count(), first
    for end, member in _members(spans, letters, first):
        if not count.add(member):
            break
        last = end
    if not count.members or (last < len(spans) and spans[last].is_a("possessive")):
        return None
    line = SpanLine(spans)
    lead = {kind for span in line.part(_lead(letters, first), first) for kind in span.every("party")}
    count.adding |= _is_added(line, first, last, count)
    if line[last].says("stays_away"):  # "my brother isn't coming after all"
        count.stay_away()
    says_who = count.says_who() or count.adding or _is_alone(letters, first, last)
    if not says_who and lead.isdisjoint(("introduced", "bringing")):
        return None
    party = count.party(with_speaker="bringing" in lead and bool(_KIN_WITH.search(letters, first, last)))
    return PartyPhrase(first, last, party) if party else None


_KIN_WITH = re.compile("[aA]")
"""Relations of the speaker, who comes with them."""


def _lead(letters: str, first: int) -> int:
    """Return where the word stands that introduces a group: the nearest before it that is no determiner."""
    at = first - 1
    while at > 0 and letters[at] in "dh":
        at -= 1
    return at


def _is_alone(letters: str, first: int, last: int) -> bool:
    """Return whether a group is a sentence of its own: "Granny, mum, dad and the twins."."""
    before = letters[:first].rstrip("dh")
    return before[-1:] in ("", "!", ",") and letters[last : last + 1] in ("", "!")


def _is_added(line: SpanLine, first: int, last: int, count: _Count) -> bool:
    """Return whether the group comes on top of those known: "my brother came too", "add another kid"."""
    around = list(line.part(first - NEAR_LEAD, first))
    for span in line.part(last, last + NEAR_VERB):
        if span.is_a("clause_end"):
            break
        around.append(span)
    whole = count.counts and count.adults > 1 and count.children
    return not whole and any("added" in span.every("party") for span in around)
