"""People: who travels, as the groups that a turn names and what it says of them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from msgspec.structs import replace

from wayframe.meaning.records import Party
from wayframe.reader.spans import NOTHING, PartyPhrase, Span, SpanLine, before, behind, having, some
from wayframe.reader.words import Entry
from wayframe.values import lexer

# Groups: "me, my wife and our three kids", "five of us, two under ten"
#
# A span becomes one letter, and the members of a group are patterns over the letters:
#
#    N number    S me    I "I"    i "I live in"    X alone    W the two of us    F family of    P people    D parents
#    K couples
#    a wife, A friends    g grown-up, G adults    c child, C children    T twins    p a place's name
#    y age, years    Y years old    O months    M months old    u unit    o in all    < under    m of them
#    , comma, closing bracket    ( opening bracket    : colon    & and, with    - hyphen    ! end of a sentence
#    v say    V live there    U us    l less    x more
#    h his, her, their    e he, she, they    d my, another, are, small    # third    t so that makes
#    n a word that nobody knows, a name perhaps    0 no    w we are, there are    L leaves, down to    z doesn't come
#    B all adults    f from    s of a possessive, or "is"    r a head    . anything else


NOBODY = Party()
ADULT_AGE = 18
MOST = 60  # people in a party; greater numbers count something else
NEAR_LEAD, NEAR_VERB = 3, 14  # spans from a group to what introduces it, and to "comes along"
_KINDS = {
    "party:two": "W", "party:alone": "X", "party:couples": "K", "party:pair": "D", "party:two_children": "T",
    "party:child": "c", "party:children": "C", "party:grown_up": "g", "party:grown_ups": "G", "party:adult": "a",
    "party:adults": "A", "party:person": "P", "party:first_person": "I", "party:speaker": "S", "party:headed": "F",
    "party:all_grown": "B", "party:years_old": "Y", "party:years": "y", "party:months_old": "M", "party:months": "O",
}  # fmt: skip
"""The letters of people by their kinds in the lexicon, the surest first."""
_CLASSES = {
    "scope:total": "o", "unit": "u", "place": "p", "party_bracket": "(", "party_label": ":", "party_more": "x",
    "party_pronoun": "e",
    "party_under": "<", "party_rest": "m", "party_mark": ",", "party_link": "&", "hyphen": "-", "third_person": "h",
    "party_fewer": "l", "opens:stays_away": "z", "party_are": "w", "party_left": "L", "party:left": "L",
    "party_us": "U",
    "place_from": "f", "party_determiner": "d", "clause_end": "!", "opens:saying": "v", "opens:living": "V",
    "ordinal": "#", "party_sum": "t", "opens:party_speaking": "i", "party_along": "d", "strange": "n",
    "possessive": "s", "scope:person": "r", "party_none": "0", "party_adverb": "+",
}  # fmt: skip
"""The letters of other words by their kinds and classes."""
_COUNTS = frozenset(range(MOST + 1))
_BEHIND_BEING = (
    "nothing",
    "clause_end",
    "comma",
    "preposition",
    "number",
    "few",
    "place",
    "date",
    "party",
    "party_wanting",
)
"""Names of what follows "two of us are" where that may tell from where they go, or how old they are."""
_CONSULTED = before(NEAR_LEAD, until="place")
_LEFT_WITH = behind(6, until="clause_end comma date place")
_COMING_WITH = behind(
    8,
    over="filler party_adverb party_being party_travelling party_wanting party:added party:bringing comma cue:supposed",
)
_GOING_ON = behind(12, until="clause_end subject")
MOST_TO_TRAVEL = 6  # spans from "want" to "fly"
_KIN = "aAgGcCDKT"
_NO_AGE = f"(?![uOM]|[d-]*+[{_KIN}PTuOM]|-)"
_SUMMED = "(?=[,!t]|$|fp)"
_OF_KINDS = "(?:(?<![dhgGcC&])|(?<=P&))[gGcC][d:]?NP|gN(?=[,&]?cN)|(?<=gN)cN|(?<=gN[,&])cN"
"""A kind of people with its number behind it: "child is 3 persons", "adult 2, child 1"."""
_MEMBERS = {
    "same": "(?<=[gP],d)a|(?<=Nc,d)c",  # one more adult, my assistant
    "names": "(?:n(?:,n)*+,?&)?n(?=[ds]*+z)",  # Tom and Priya can't make it, Olga's not coming
    "grown_of_us": "(?:NP|W)[d-]*+[gGA]",  # two of us grown up
    "one_of_us": "NP(?:[d-]*+N-?Y|d[d-]*+N(?=[,!]|$))",  # one of us is 9 years old, one of us is nine
    "minors": "N[mP]?[dh-]*+(?:[cC](?!v)|<N(?!r))",  # two kids, two of them children, two under ten
    "grown_child": "(?<!N)g[cC]",  # her grown-up daughter
    "infants": "N-?M[cCT]",  # three-month-old twins
    "each_aged": "N(?:(?:,|,?&)d*+N)+-?Y",  # the 4 and the 8 year old
    "alike": "N[dh]*+N-?Y",  # two 6-year-olds
    "of_age": "N-?Y[cCTaAgG]",  # our 5-year-old twins, her 18-year-old cousin
    "others": "(?<=S&)N[dx]*+P(?!v)|(?<=S&)Nd(?=[,!]|$)",  # me and one other person
    "us_two": f"(?<=,)W(?=,?&?[dhN]*+[{_KIN}])",  # grandma, the two of us and our son
    "us_all": "UN(?=[,!]|$|fp)",  # us three from Milan
    "more_behind": f"Xx|N[{_KIN}P]x(?![uOMd])",  # one person more, two adults extra
    "total": f"FN(?![dhx-]*+[{_KIN}])|N(?=[,:]N[mP])|N[d,]*+o|N-?[dx]*+P(?!v|l[td,!&]|l$)|W[ACG]?",  # five of us
    "labelled": f"{_OF_KINDS}|(?:[gAGCDK][,:d]N|[ac]:N|[AGC]N)(?![uOMo]|[d-]*+[{_KIN}PTuOM]|[,&]++N)",  # kids three
    "grown": "B",
    "childless": "(?<![^!,])N(?=,?&?0[cC])",  # 2, no kids
    "heads": "(?<![dy])N(?=[,&][dh]*+[cC])",  # two and a baby
    "counted": f"N[dhx-]*+(?:[gG]-?(?=[{_KIN}]))?[{_KIN}](?![vV])|"  # two sons, two grown-up sons
    "(?:(?<=w)|(?<![^!]))N[.n][aAgGcC](?![vV])",  # we're two nice men
    "ordinal": "#[dh]*+[acgP]",  # a third person
    "more": "Nx(?![uOM])",  # add three more
    "fewer": f"N?d*+ld*+[{_KIN}]|(?:N(?:lP?|Pl)|Xl)(?=[td,!&]|$)",  # one less kid, two fewer
    "sum": f"t[td,]*+N{_SUMMED}|[td,]*[wL][td]*+N(?:{_SUMMED}|(?=&))|(?<![^!,])N,?t(?=[,!]|$)",  # so three, we're 5
    "from_place": "(?<![,&])N(?=fp)",  # three from Atlanta
    "infant": "N-?M|(?<=[d,:ycC])NO",  # ten months old, a baby of ten months
    "aged": "N-?[yY]",  # five years old
    "age": f"(?<=[yY,(:d&cC])N{_NO_AGE}",
    "speaker": "S|(?<=[aADcCgG]&)i|(?<![,:a])(?<![NgG]&)(?<![gG],&)I|(?<=[cC][dy]N&)I|"
    f"(?<=&)X|X(?=[dh]*+&[dhN-]*+[{_KIN}YM])",  # our son of twelve and I
    "alone": "X(?![uOM])",
    "with_theirs": f"[eh](?=&h[dhN]*+[{_KIN}])",  # him and his wife
    "theirs": "hD",  # her parents
    "named": "(?<![^!,:d])n(?=&[IS])|(?<=S[,&])n(?=[,!&f]|$)|(?<=n[,&])n(?=[,!&f]|$)",  # Jean and I; me, Jean and Al
    "owned": f"[{_KIN}]s[dh]*+[{_KIN}]",  # my cousin's wife
    "kin": "(?:(?:(?<!h)D|[aAgGcCKT])(?:p(?=&I)|n(?=[,&!]|$))?(?![vV]))",  # my wife, the kids, my sister Jean
}
"""The members of a group as patterns of letters, in the order in which they are tried."""
_MEMBER = re.compile("|".join(f"(?P<{name}>{letters})" for name, letters in _MEMBERS.items()))
_LINKS = re.compile(r"\(ed?|,?&w?\+[dhy]{0,2}|[,:&dhy(-]{0,4}")  # "4 adults, and there are also 4 kids"
_TOLD = re.compile(rf"[^eNIS!{_KIN}]{{0,10}}!?[,&]?ed*+(N(?:[,&d]{{1,3}}+N)*+)(-?+[yYMO]?+){_NO_AGE}")
"""Ages that are told of those who were named: "my son comes, too. He's 12"."""
_PERSON = re.compile(f"[{_KIN}ePWX]")
_ADULTS_COUNTED = re.compile("N[dhx-]*+G")
_BESIDE_AWAY = re.compile("[!,wLt]")
_COUNTING = ("party:introduced", "party_sum", "article", "party_left")
_MOST_TO_PERSON = 40  # spans from "that makes three" to one of the three
_AGES, _NOBODY = ("age", "aged", "infant"), ("age", "aged", "infant", "theirs", "same")
_GROWN = frozenset("aAgGDK")
_CHILDREN, _SEVERAL, _PAIRS = frozenset("cCT"), frozenset("AGCDK"), frozenset("KT")


class _Member(NamedTuple):
    """A member of a group: its pattern's name, its letters, the letter before it, the numbers in it.

    `link` are the letters that lead to it from the member before; `of_all` says that the number is the age of everyone:
    "both are 8", "kids of 6"; `is_noun` that it has an article or an owner: "my 4-year-old"; `names_any` that it calls
    children of any kind: "the kids", "the little ones".
    """

    name: str
    letters: str
    before: str
    numbers: tuple[int, ...]
    of_all: bool
    is_noun: bool
    link: str
    names_any: bool = False

    @property
    def kin(self) -> str:
        """Return the letter of the people that it names; empty where it names none."""
        return next((letter for letter in self.letters if letter in _KIN), "")


class _Count:
    """What a group has come to so far. The methods without an underscore are the names of members."""

    def __init__(self, known: Party) -> None:
        self._known = known
        self.adults = self.children = self.whole = self.members = 0
        self.together = self.alone_said = self.counts = self.adding = self.is_pair = False
        self.more_said = self.same_age = self.grown_said = self.summed = self.any_counted = False
        self.nameless = 0  # people who were added without a name
        self.uncounted = 0  # adults in a plural without a number, taken for two
        self.named_last = False  # the latest member is a name
        self.only_said = False  # "only me and my husband": nobody else
        self.of_others = False  # a family is somebody else's, of whom who speaks is none
        self.of_speaker = False  # people are counted as those of who speaks, and is none of them
        self.ages: list[int] = []
        self.latest = ""  # the letter of those who were named last
        self.latest_people = 0

    def add(self, member: _Member) -> bool:
        """Add a member; False where it is none of this group, an age of nobody."""
        if member.name in _AGES and not self._has_age(member):
            return False
        if self._are_parents(member):
            self.children -= self.latest_people
            self.adults += self.latest_people
        getattr(self, member.name)(member)
        self.named_last = member.name == "named"
        self.members += member.name not in _NOBODY
        return True

    def _are_parents(self, member: _Member) -> bool:
        """Return whether the children who were named last have children of their own: "my son and his boys"."""
        theirs = "h" in member.link + member.letters and member.kin in _CHILDREN
        return theirs and bool(self.latest) and self.latest in "cC" and not self.ages

    def _has_age(self, member: _Member) -> bool:
        """Return whether somebody named has the age that a member tells, or is named by it: "my 4-year-old"."""
        if self.latest in _GROWN:
            return member.name != "age" or member.before in "dy("
        return self.children > 0 or "Y" in member.letters or "M" in member.letters

    def minors(self, member: _Member) -> None:
        """Add children that are counted: "two kids", "two of them children", "two under ten"."""
        if member.letters == "NPC" and self._known == NOBODY:  # "four of us girls"
            self.whole = member.numbers[0]
            self.counts = True
            return
        if "P" in member.letters and not (self.whole or self.adults):
            self._are_children(member.numbers[0])
            return
        self._add("C", member.numbers[0])
        if self.is_pair and "&" in member.link:  # "the two of us and our two kids"
            self.whole += member.numbers[0]
        self.counts, self.any_counted = True, member.names_any

    def grown_of_us(self, member: _Member) -> None:
        """Add adults that are a part of all: "two of us grown up and two kids"."""
        self._add("G", max((2 * ("W" in member.letters), *member.numbers)))
        self.counts = True

    def one_of_us(self, member: _Member) -> None:
        """Take some of those who are known for children: "one of us is 9 years old"."""
        number, age = member.numbers
        if age < ADULT_AGE:
            self._are_children(number)
            self.ages += [age] * number

    def _are_children(self, number: int) -> None:
        """Count so many of those who are known as children rather than adults: "two of us are kids".

        More than there were adults come on top of them: "two adults", then "four of us are children".
        """
        self._add("C", number)
        if not 0 < self._known.adults < number:
            self.adults -= number
        self.counts = self.adding = True

    def of_age(self, member: _Member) -> None:
        """Add people with their age: "our 5-year-old twins", "her 18-year-old cousin"."""
        age, people = member.numbers[0], 1 if member.kin in "acg" else 2
        self._add("A" if age >= ADULT_AGE else "C", people)
        if age < ADULT_AGE:
            self.ages.append(age)
        self.same_age = True

    def each_aged(self, member: _Member) -> None:
        """Add children of several ages, or tell those of the children who were named: "the 4 and the 8 year old"."""
        young = [age for age in member.numbers if age < ADULT_AGE]
        if self.latest not in _CHILDREN or self.latest_people != len(young):
            self._add("C", len(young))
        self.ages += young
        self.counts = True

    def alike(self, member: _Member) -> None:
        """Add children of the same age: "two 6-year-olds"."""
        number, age = member.numbers
        self._add("C", number)
        self.ages += [age] * number
        self.counts = True

    def total(self, member: _Member) -> None:
        """Set the number of all: "family of five", "five of us", "the two of us"."""
        if "x" in member.letters:  # "one more person"
            self.more(member)
            self.counts = self.adding = True
            return
        self.is_pair = member.letters.startswith("W")
        self.of_others |= "F" in member.letters and member.before in ("s", "h")
        if self._are_beside(member):
            self.whole = (self.whole or self.adults + self.children) + 2
        self.whole = max(self.whole, *member.numbers, 2 * self.is_pair)
        self.counts = True

    def _are_beside(self, member: _Member) -> bool:
        """Return whether two who speak come on top of those who were named: "my brother and his wife plus us two"."""
        if not member.letters.startswith("W") or "&" not in member.link or self.together:
            return False
        return self.of_others or not self.whole

    def grown_child(self, member: _Member) -> None:
        """Add sons and daughters who are grown up."""
        self._add("g", 2 if member.letters.endswith("C") else 1)

    def infants(self, member: _Member) -> None:
        """Add babies with their age: "three-month-old twins"."""
        self._add(member.kin, 1 if member.kin == "c" else 2)
        self.ages.append(member.numbers[0] // 12)
        self.same_age = True

    def owned(self, member: _Member) -> None:
        """Add somebody's relation, without that somebody: "my cousin's wife"."""
        self._add(member.letters[-1], 2 if member.letters[-1] in _SEVERAL else 1)

    def of_mine(self, member: _Member) -> None:
        """Add people who are of the speaker: "four of my players"."""
        self.of_speaker = True
        self._add("A", member.numbers[0])
        self.counts = True

    def us_all(self, member: _Member) -> None:
        """Set the number of all: "us three"."""
        self.whole = member.numbers[0]
        self.counts = self.summed = True

    def childless(self, member: _Member) -> None:
        """Set the number of all, none of whom is a child: "2, no kids"."""
        self.whole = member.numbers[0]
        self.counts = True

    def us_two(self, member: _Member) -> None:
        """Set the number of all to that of those who were named, and two who speak."""
        self.whole = self.adults + self.children + 2
        self.counts = self.is_pair = True

    def others(self, member: _Member) -> None:
        """Add people that nothing names beside who speaks: "me and one other person"."""
        self.adults += member.numbers[0]
        self.counts = True

    def sum(self, member: _Member) -> None:
        """Set the number of all that somebody was counted up to: "so that makes three"."""
        self.whole = member.numbers[0]
        self.counts = self.summed = True

    from_place = sum

    def names(self, member: _Member) -> None:
        """Add those who have names: "Tom and Priya can't make it"."""
        self._add("a", member.letters.count("n"))

    def grown(self, member: _Member) -> None:
        """Note that there are no children: "we're all adults"."""
        self.grown_said = self.counts = True

    def same(self, member: _Member) -> None:
        """Leave out who was counted already: "one more adult, my assistant"."""
        self.latest = member.kin

    def ordinal(self, member: _Member) -> None:
        """Add one who comes on top: "a third person"."""
        self._add(member.kin, 1)
        self.adding = True

    def more(self, member: _Member) -> None:
        """Add people that nothing names to those who are known: "add three more"."""
        self.adults += member.numbers[0]
        self.nameless += member.numbers[0]
        self.more_said = True

    def more_behind(self, member: _Member) -> None:
        """Add people to those who are known: "one person more", "two adults extra"."""
        said = (self.adults, self.children)
        everyone_said = any(said) and said == (self._known.adults, self._known.children)
        self._add(member.kin, member.numbers[0] if member.numbers else 1)
        self.counts = True
        self.adding |= not everyone_said  # "four adults, three kids and one adult more"

    def named(self, member: _Member) -> None:
        """Add one by name: "Jean and I"."""
        self._add("a", 1)

    def heads(self, member: _Member) -> None:
        """Add people that nothing names, beside children: "for two and a baby"."""
        self.adults += member.numbers[0]

    def counted(self, member: _Member) -> None:
        """Add people with their number: "three friends"; not once more those who were named: "me and Al, 2 adults"."""
        number = member.numbers[-1]
        named = self.adults + self.together
        if member.kin in "gG" and named and member.link == "," and number > named:
            self.whole = number + self.children  # "she comes with her husband, four adults"
        elif member.kin not in "gG" or number != named:
            self._add(member.kin, number)
        self.counts = True
        self.adding |= "x" in member.letters

    def labelled(self, member: _Member) -> None:
        """Add people with their number behind them: "adults: 2", "kids three"."""
        self.counted(member)

    def kin(self, member: _Member) -> None:
        """Add people without a number: "my wife", "the kids"."""
        if member.names_any and self.any_counted:
            return  # "two adults and two kids, and the little ones want to swim"
        people = 2 if member.kin in _SEVERAL else 1
        if self._is_apposed(member, people) or self._says_who_is_named(member):
            return  # "the two of us, old friends", "me and Margaret, my wife"
        if "&" not in member.link and self.nameless >= people:
            self.nameless -= people  # "two more people, my parents"
            self.adults -= people
        self._add(member.kin, people)
        self.uncounted += people if member.kin == "A" else 0
        if self.is_pair:  # "the two of us plus grandma"
            self.whole += people

    def _is_apposed(self, member: _Member, people: int) -> bool:
        """Return whether a noun says who the two are that were counted: "the two of us, old friends"."""
        is_same = self.is_pair and people == self._people and member.kin in "AG"
        return is_same and "," in member.link and "&" not in member.link

    def _says_who_is_named(self, member: _Member) -> bool:
        """Return whether a noun says who somebody is that was named right before it: "Margaret, my wife"."""
        return self.named_last and "," in member.link and "&" not in member.link and member.kin not in _SEVERAL

    def fewer(self, member: _Member) -> None:
        """Take people away: "one less kid"."""
        self._add(member.kin, -(member.numbers[0] if member.numbers else 1))
        self.counts = self.adding = True

    def aged(self, member: _Member) -> None:
        """Add an age; a child where it is nobody's yet: "me and my 4-year-old"."""
        is_new = member.is_noun or not self.latest
        if member.numbers[0] < ADULT_AGE and self.latest not in _CHILDREN and is_new:
            self._add("c", 1)
            self.members += 1
        self.age(member)

    def infant(self, member: _Member) -> None:
        """Add an age in months."""
        years = tuple(number // 12 for number in member.numbers)
        self.aged(member._replace(numbers=years))

    def age(self, member: _Member) -> None:
        """Add the age of a child, of several where all have it."""
        of_everyone = member.of_all and len(member.numbers) == 1 and self.latest in _CHILDREN
        if of_everyone and member.numbers[0] >= ADULT_AGE:  # "three girls, all 21"
            self.children -= self.latest_people
            self.adults += self.latest_people
            return
        for number in member.numbers:
            self._age(number)
        self.same_age |= member.of_all or self.latest == "T"

    def _age(self, number: int) -> None:
        """Add the age of who was named last, which may make a child of a brother and an adult of a son."""
        is_grown = number >= ADULT_AGE
        if is_grown and self.latest in ("c", "C"):
            self.children -= 1
            self.adults += 1
        elif not is_grown and self.latest == "a":
            self._add("a", -1)
            self._add("c", 1)
        if not is_grown and self.children:
            self.ages.append(number)

    def speaker(self, member: _Member) -> None:
        """Add who speaks, unless a number of all has them: "my sister's family of four and me" are five."""
        self.together = True
        self.only_said |= "X" in member.letters
        self.alone_said |= member.letters == "X" and not self.members and member.before == "&"  # "in August, and alone"
        self.whole += self.of_others and "&" in member.link

    def alone(self, member: _Member) -> None:
        """Note that who speaks goes alone."""
        self.alone_said = True

    def count_once(self, first: int) -> None:
        """Count those only once who are named behind their number: "we're four men, me and three mates"."""
        if (
            first > 1
            and self.members > 1
            and self.adults + self.together == 2 * first
            and not (self.children or self.whole)
        ):
            self.whole = first

    def with_theirs(self, member: _Member) -> None:
        """Add one with others of theirs: "him and his wife"."""
        self._add("a", 1)

    def theirs(self, member: _Member) -> None:
        """Leave out the parents of somebody else."""

    def _add(self, kin: str, number: int) -> None:
        """Add so many people of a relation; a couple is two."""
        people = 2 * number if kin in _PAIRS else number
        self.latest, self.latest_people = kin, people
        if kin and kin in _CHILDREN:
            self.children += people
        else:
            self.adults += people

    @property
    def is_one(self) -> bool:
        """Return whether one person was counted."""
        return self._people == 1

    @property
    def _people(self) -> int:
        """Return how many people were counted."""
        return self.whole or self.adults + self.children + self.together

    @property
    def says_all(self) -> bool:
        """Return whether it counts several adults and children: "two adults and a kid"."""
        return self.counts and self.adults > 1 and self.children != 0

    def says_who(self) -> bool:
        """Return whether it tells who travels without more: by a number, by the speaker beside others, as a list."""
        if self.counts or self.alone_said or self.adding:
            return True
        return self.members > (1 if self.together else 2)

    def is_part_of(self, known: Party) -> bool:
        """Return whether as many people are among those who are known, and as many children."""
        return self._people <= heads(known) and self.children <= (known.children or known.total)

    def has_more_than(self, member: _Member) -> bool:
        """Return whether a member is but a part of those who were counted: "six friends, two of us are veggie"."""
        if self._are_beside(member):
            return False
        return member.name == "total" and max((2 * ("W" in member.letters), *member.numbers)) < self._people

    def party(self, *, with_speaker: bool, known: Party) -> Party | None:
        """Return the party; the speaker is counted once, where named or implied and not part of a total.

        Of a bare sum, as many are children as were `known`.
        """
        children, ages = self.children, tuple(self.ages)
        if self.same_age and len(ages) == 1:
            ages *= max(children, 1)
        if children > 0:
            children = max(children, len(ages))
        if self.summed and children == 0 and self.whole > known.children:
            children, ages = known.children, known.ages
        if self.grown_said and not (self.whole or self.adults or children):
            return Party(known.children, -known.children, added=known.children > 0)
        if 0 < self.whole < children:  # "a party of 2 and 3 kids"
            return Party(self.whole, children, ages)
        if self.whole:
            return Party(max(self.whole - children, 0), children, ages, self.whole)
        if self.adults or children:
            speaker = int(self.together or with_speaker)
            are_others = known.children > 0 and not (speaker or children or self.counts or self.adding)
            total = self.adults + speaker + children if self.only_said or are_others else 0  # "for my mum and dad"
            return Party(self.adults + speaker, children, ages, total, self.adding and not speaker)
        if self.alone_said and self.adding:  # "add one person"
            return Party(adults=1, added=True)
        return Party(adults=1, total=1) if self.alone_said else None

    def stay_away(self, known: Party, *, of_all: bool) -> None:
        """Make the people who were counted those who don't come; children without a number are all who are known.

        So is one where none of them comes: "no kid". Of others nobody knows how many they would have been: "without
        husbands".
        """
        self.adults -= self.uncounted
        if self.alone_said and not self._people:  # "drop one person"
            self.adults = 1
        if self.whole:
            self.adults, self.whole = self.whole - self.children, 0
        if self.children and not self.counts and (of_all or self.latest in _SEVERAL):
            self.children = known.children
        self.adults, self.children, self.adding = -self.adults, -self.children, True


def heads(party: Party) -> int:
    """Return how many people travel."""
    return party.total or party.adults + party.children


def party_phrases(spans: Sequence[Span], known: Party = NOBODY) -> list[PartyPhrase]:
    """Return the groups of people that are said to travel, where a party is `known`; people of stories are none.

    Those who are but spoken of again are nobody: "with his son. The boy is 7".
    """
    spans = [_counting(span, following) for span, following in pairwise([*_without_other_numbers(spans), NOTHING])]
    spans = _of_grown_ups([*_as_people(spans)])
    letters, found = "".join(map(_letter, spans)), list[PartyPhrase]()
    at, known_before = 0, known
    while at < len(letters):
        phrase = GroupReader(spans, letters, known).group(at)
        if phrase and found and _tells_age(found[-1].party, phrase, spans):
            found[-1] = found[-1]._replace(party=replace(found[-1].party, ages=phrase.party.ages))
            found.append(phrase._replace(party=NOBODY))
        elif phrase and found and spans[phrase.first].has("party_referred"):
            found.append(phrase._replace(party=NOBODY))  # "our daughter wants to come, too, please add her to it"
        elif phrase and phrase.party != NOBODY and not _is_known(found, letters, phrase, known_before):
            if found and _come_with(found[-1], phrase, spans):
                phrase = phrase._replace(party=_joined(found[-1].party, phrase.party))
                found[-1] = found[-1]._replace(party=NOBODY)
            elif found and _tells_who(found[-1].party, phrase.party):
                found[-1] = found[-1]._replace(party=NOBODY)
            found.append(phrase)
            known = max(known, phrase.party, key=heads)
        at = phrase.last if phrase else at + 1
        if phrase and _is_away(phrase):
            beside = _BESIDE_AWAY.search(letters, at)
            at = beside.start() if beside else len(letters)  # "one of the kids is staying with grandma"
    if not found and heads(known) == 0:
        found = list(_newlyweds(spans))
    whole = max((phrase for phrase in found if phrase.party.total), default=None)
    return [phrase for phrase in found if whole is None or not _is_away(phrase) or _is_behind(phrase, whole, letters)]


def _newlyweds(spans: Sequence[Span]) -> Iterator[PartyPhrase]:
    """Yield the two whose journey it is: "it's our honeymoon"; not so "we did that on our honeymoon"."""
    remembers = False
    for at, span in enumerate(spans):
        remembers = (remembers or span.has("party_remembered")) and not span.has("clause_end")
        if span.has("party_of_two") and not remembers:
            yield PartyPhrase(at, at + 1, Party(adults=2, total=2))
            return


MOST_SUMMED = 40
"""How many people "it would be" counts at most; more is an amount: "for the two of us it would be 50"."""


def _without_other_numbers(spans: Sequence[Span]) -> Iterator[Span]:
    """Yield spans, of which hours, amounts and pronouns count nobody.

    "Saturday at eight, two people", "the one which the guests rate best".
    """
    for earlier, span, following in zip([NOTHING, *spans], spans, [*spans[1:], NOTHING], strict=False):
        is_hour = earlier.has("at_an_hour")
        is_amount = earlier.has("party_sum") and float(span.data("number") or 0) > MOST_SUMMED
        is_option = earlier.has("definite") and span.has("pronoun_one") and following.has("relative")
        is_other = span.has("number") and (is_hour or is_amount or is_option) and not following.has("party")
        yield span._replace(entries=(), names=frozenset()) if is_other else span


def _counting(span: Span, following: Span) -> Span:
    """Return a span for a set as the number that it says where people follow.

    "The three kids" and "the three of us" aren't three options, nor are "one of them a baby" and the like.
    """
    people = following.has("party:children", "party:grown_ups", "party:adults", "party:person")
    is_one = span.has("opens:single") and following.has("indefinite_article", "party_being", "party_under")
    if not span.has("reference:they") or not (people or is_one):
        return span
    numbers = [piece.value for piece in lexer.lex(span.words) if piece.value is not None]
    return span._replace(entries=(Entry("number", numbers[0]),)) if numbers else span


_GROWN_UPS, _NONE = Entry("party", "grown_ups"), "party_none"
_ENDS_COUNT = ("comma", "party_link", "clause_end", "nothing")


def _as_people(spans: Sequence[Span]) -> Iterator[Span]:
    """Yield spans as people have them: "four grown, two kids" are grown-ups, "not a child" is none, "sir" is nobody."""
    line = SpanLine(spans)
    for at, span in enumerate(spans):
        if span.has("party_grown") and line[at - 1].has("number") and line[at + 1].has(*_ENDS_COUNT):
            yield _named_as(span, _GROWN_UPS)
        elif span.has("not") and line[at + 1].has("article") and line[at + 2].has("party:child"):
            yield span._replace(names=span.names | {_NONE})
        elif span.has("party_off") and line[at + 1].has("article"):
            yield span._replace(entries=(), names=frozenset())  # "the lads off the site"
        elif _is_addressed(line, at) or (span.has("couple") and line[at + 1].has("currency_word")):
            yield span._replace(entries=(), names=frozenset())
        else:
            yield span


def _named_as(span: Span, entry: Entry) -> Span:
    """Return a span that stands for nothing but an entry."""
    return span._replace(entries=(entry,), names=frozenset(entry.names()))


def _is_addressed(line: SpanLine, at: int) -> bool:
    """Return whether a noun by itself calls who is spoken to: "two hundred more, men!", not so "mum, dad, baby"."""
    ends = line[at].has("party_addressed") and line[at + 1].has("clause_end", "nothing")
    return ends and line[at - 1].has("comma") and not any(name.startswith("party:") for name in line[at - 2].names)


def _of_grown_ups(spans: Sequence[Span]) -> Sequence[Span]:
    """Return spans in which girls are women where no child goes along: "hen party, seven girls"."""
    if not some(spans, "opens:party_of_adults"):
        return spans
    return [_named_as(span, _ADULTS) if span.has("party_young") else span for span in spans]


_ADULTS = Entry("party", "adults")


def _tells_age(party: Party, phrase: PartyPhrase, spans: Sequence[Span]) -> bool:
    """Return whether a phrase but tells how old children are who were named: "with his son. The boy is 7"."""
    told = phrase.party
    again = told.children > 0 and told.adults == 0 and len(told.ages) == told.children == party.children
    return again and not party.ages and spans[phrase.first - 1].words == "the"


def _come_with(company: PartyPhrase, phrase: PartyPhrase, spans: Sequence[Span]) -> bool:
    """Return whether people come on top of those behind them: "our granddaughter comes with the two of us"."""
    between = spans[company.last : phrase.first]
    comes = company.party.added and not _is_away(company) and phrase.party.total > 0
    return comes and bool(between) and between[-1].has("party:bringing") and not some(between, "clause_end")


def _joined(company: Party, others: Party) -> Party:
    """Return people with their company as one party."""
    children = others.children + company.children
    whole = heads(others) + heads(company)
    return Party(whole - children, children, (*others.ages, *company.ages), whole)


def _tells_who(party: Party, others: Party) -> bool:
    """Return whether others are all who were counted before: "a family of four, two of us grown up and two kids"."""
    if party.total == 0 or party.children > 0:
        return False
    return others.children > 0 and party.total == heads(others)


def _is_behind(phrase: PartyPhrase, whole: PartyPhrase, letters: str) -> bool:
    """Return whether people are taken from a number of all, which isn't what is left: "three now that Jess is out"."""
    between = letters[whole.first : phrase.first]
    return phrase.first > whole.first and ("t" not in between or "!" in between)


def _is_away(phrase: PartyPhrase) -> bool:
    """Return whether people don't come after all."""
    return min(phrase.party.adults, phrase.party.children) < 0


def _is_known(found: Sequence[PartyPhrase], letters: str, phrase: PartyPhrase, known: Party) -> bool:
    """Return whether people are but counted up behind those who come, or don't: "add my sister, so three"."""
    if not found or not found[-1].party.added:
        return False
    if _is_away(found[-1]):  # "my husband can't come, so one fewer"
        return "l" in letters[phrase.first : phrase.last] and phrase.party == found[-1].party
    if letters[phrase.first - 1 : phrase.first] == "t" and phrase.party.added:
        return heads(phrase.party) == heads(found[-1].party)  # "grandma is coming, so one more"
    more_children = found[-1].party.children > 0 and not phrase.party.children
    if more_children and phrase.party.total == heads(known) + heads(found[-1].party):
        return True  # "our daughter will come with us. Make it for the three of us"
    return "t" in letters[phrase.first : phrase.last] and phrase.party.total > 0


def _letter(span: Span) -> str:
    """Return the letter of a span."""
    people = [letter for name, letter in _KINDS.items() if name in span.names]
    if people in ([], ["y"]) and span.data("number", "few") in _COUNTS:
        return "N"
    return (*people, *(letter for name, letter in _CLASSES.items() if name in span.names), ".")[0]


class GroupReader:
    """Reads the groups of a turn from its spans and their letters; `known` is the party so far."""

    def __init__(self, spans: Sequence[Span], letters: str, known: Party) -> None:
        self._line, self._letters, self._known = SpanLine(spans), letters, known

    def group(self, first: int) -> PartyPhrase | None:
        """Return the group that starts at a span; None where none starts there, nobody where it is but spoken of."""
        line, count, last = self._line, _Count(self._known), first
        lead = _lead(self._letters, first)
        if self._line[lead].has("party_including"):  # "ten women including the bride"
            part = next((end for end, _ in self._members(first)), 0)
            return PartyPhrase(first, part, NOBODY) if part else None
        if self._line[lead].has("party_visiting"):  # "we would like to visit our daughter, three of us"
            visited = next((end for end, _ in self._members(first)), 0)
            return PartyPhrase(first, visited, NOBODY) if visited else None
        spoken_of = self._end_of_spoken_of(first, lead)
        if spoken_of:
            return PartyPhrase(first, spoken_of, NOBODY)
        parted = self._left_with(first, lead)
        is_away = parted > 0 or line[lead].has("party_without") or self._says_none(lead, first)
        for end, member in self._members(first):
            if end > parted > 0 or self._ends_before(member, first, end, count) or (is_away and "," in member.link):
                break
            if count.members and member.name == "kin" and line.some(last, end - 1, "party_being"):
                break  # "my two daughters are my companions"
            if not count.add(member):
                break
            last = end
        if line[lead].has("party_we"):
            count.count_once(int(line[first].data("number") or 0))
        company = self._company(last) if count.members and not is_away else -1
        for end, member in self._members(company) if company >= 0 else ():
            if not count.add(member):
                break
            last = end
            count.adding |= not count.together
        if not count.members or self._is_aside(lead, count):
            return None
        self._tell_ages(last, count)
        count.adding |= self._is_added(first, last, count) or self._is_brought_by_others(lead)
        is_behind = int(line[last].has("possessive"))
        if line[last + is_behind].has("says:stays_away") or is_away:  # "my brother isn't coming after all"
            count.stay_away(self._known, of_all=self._says_none(lead, first))
        if count.more_said and not count.adding:
            return None
        are_elsewhere = line.some(lead - 1, first, "opens:party_elsewhere") or self._are_visited(lead, last)
        if self._is_remark(first, last, count) or are_elsewhere:
            return PartyPhrase(first, last, NOBODY)
        begins = self._letters[:first].strip("dh") == ""
        says = self._letters[last : last + 3] == "fpv"  # "a friend from Boston told me"
        leaves = line[last + line[last].has("comma")].has("place_from")
        sets_out = begins and leaves and not says  # "couple from Boston", "my mum and dad, from Boston"
        taken = self._known == NOBODY and line[lead].has("says:party_taking")  # "I want to take my mom to Barcelona"
        said_to = self._has_children(lead, last, count) or self._want_to_travel(first, last, count)
        count.adding |= self._are_taken_along(first, lead, count)
        names = ("party:introduced", "party:bringing", "party_label")
        introduced = taken or sets_out or said_to or line.some(lead, first, *names)
        is_alone = self._is_alone(first, last) and line[last].words != "?"  # "kids? There are no kids"
        if not introduced and not is_alone and not count.says_who():
            return None
        brought = line.some(lead, first, "party:bringing") and not self._is_beside_us(first, count)
        with_kin = count.of_speaker or _KIN_WITH.search(self._letters, first, last) is not None
        of_speaker = count.children > 0 and line[first - 1].has("owner")  # "I want to take our twelve-year-old"
        with_speaker = (with_kin and (taken or brought)) or (of_speaker and taken)
        if self._are_of_two(lead, first, count):
            count.adults, with_speaker = 2, False
        count.only_said |= count.together and line.some(lead, first, "says:just_so_many")
        party = count.party(with_speaker=with_speaker, known=self._known)
        if party is None and parted > 0:  # nobody said that the kids would come who stay with grandma
            beside = _BESIDE_AWAY.search(self._letters, last)
            return PartyPhrase(first, beside.start() if beside else len(self._letters), NOBODY)
        return PartyPhrase(first, last, party) if party else None

    # Members

    def _members(self, first: int) -> Iterator[tuple[int, _Member]]:
        """Yield the members of the group that starts at a span, each with its end."""
        at, link = first, ""
        while found := _MEMBER.match(self._letters, at):
            numbers = (span.data("number", "few") for span in self._line.part(at, found.end()))
            whole = tuple(int(number) for number in numbers if number is not None)
            lead = self._line[at - 1]
            of_all, is_noun = lead.has("party_each"), lead.has("article", "owner", "party_link")
            name, before = str(found.lastgroup), self._letters[at - 1 : at]
            names_any = self._line.some(at, found.end(), "any_children")
            if name == "total" and self._line[at + 1].has("of") and self._line[at + 2].has("owner"):
                name = "of_mine"
            yield found.end(), _Member(name, found.group(), before, whole, of_all, is_noun, link, names_any)
            links = _LINKS.match(self._letters, found.end())
            link = links.group() if links else ""
            at = found.end() + len(link)

    def _end_of_spoken_of(self, first: int, lead: int) -> int:
        """Return where people end who are but spoken of; 0 where they aren't.

        They are who speaks ("I'm a nurse"), who does something else ("it's my wife who reads"), or somewhere beside
        ("at home with my parents"), or said at the end of thanks ("thanks from both of us").
        """
        end = next((end for end, _ in self._members(first)), 0)
        if not end:
            return 0
        introducing = self._line[lead]
        is_speaker = introducing.has("party_being") and self._line[lead - 1].has("party:first_person")
        is_article = self._line[first - 1].has("article")
        is_told = introducing.has("party_sum") and self._line[end].words == "who" and lead < first - 1
        is_beside = self._line.some(lead - 2, lead + 1, "opens:party_beside")
        in_thought = self._line[end].has("opens:party_thought")
        thanks = introducing.has("place_from") and self._line[lead - 1].has("social")
        with_us = heads(self._known) > 1 and self._letters[end : end + 2] == "&U"  # "for my sister and us"
        return end if (is_speaker and is_article) or is_told or is_beside or in_thought or thanks or with_us else 0

    def _company(self, at: int) -> int:
        """Return where those begin with whom a group comes: "my sister comes, too, with her | two kids"; else -1."""
        owner = self._line.place(at - 1, _COMING_WITH, having("third_person", "owner"))
        if owner < 0 or not self._line[owner - 1].has("party:bringing"):
            return -1
        return owner + 1 if self._line.some(at, owner, "party:added", "opens:party_travelling") else -1

    def _ends_before(self, member: _Member, first: int, end: int, count: _Count) -> bool:
        """Return whether a group ends before a member, which counts nobody or belongs to something else."""
        if self._owns(end) or count.has_more_than(member):
            return True
        if self._line[end].has("opens:party_wanting") and self._letters[end + 1 : end + 2] == "S":
            return True  # "my boss needs me"
        if member.name == "speaker" and count.counts and self._line[_lead(self._letters, first)].has("party_we"):
            return "I" in member.letters  # "we're three friends and I have to be back by Friday"
        if member.name == "speaker" and _ADULTS_COUNTED.search(self._letters, first, end):
            return "I" in member.letters  # "two adults and our two kids, 7 and 10, and I'd like a pool"
        apart = _COUNTED_APART.fullmatch(self._letters, first, end)
        goes_on = self._line[end].has("party_being") and not self._line[end].has("plural_predicate")
        if apart and ("," in apart[1] or goes_on):  # "4 kids and I'm broke", not "two friends and I are hoping"
            return True
        return not self._is_counted(first, end, member, count)

    def _owns(self, at: int) -> bool:
        """Return whether a possessive stands there: "my wife's shop"; not so "my wife's coming"."""
        return self._line[at].has("possessive") and not self._line[at + 1].has(
            "party:added", "party:bringing", "says:stays_away", "party_deciding"
        )

    def _is_counted(self, first: int, end: int, member: _Member, count: _Count) -> bool:
        """Return whether a member counts people of the journey; a bare number does only where people are spoken of."""
        match member.name:
            case "alone":
                is_one = self._line[first].has("says:pronoun_one")
                if is_one and self._line[end].has("strange", "adjective", "sized", "item"):
                    return False  # "one big house"
                return not (self._letters[first - 1 : first] == "p" and first == 1)  # "Rome alone, then"
            case "ordinal":
                return not self._line[first - 1].has("owner")  # "our first son"
            case "names":
                return heads(self._known) > 0 and not self._line[first - 1].has("place_to")  # "need to b off"
            case "from_place":
                if count.members or self._line[first].has("pronoun_one"):
                    return False  # "find me one from Oslo"
                if heads(self._known) == 0:
                    return first == 0 and self._line[first + 3].has("onward")  # "2 from Boston to Miami"
                return self._line.some(first - NEAR_LEAD, first, *_COUNTING)
            case "minors" if "<" in member.letters:
                return member.numbers[-1] <= ADULT_AGE  # "8 people, under 35"
            case "more":
                return not self._line[end].has("item")  # "one more thing, is there wifi?"
            case "fewer":
                return bool(member.kin) or (heads(self._known) > 1 and not self._is_measured_near(first))
            case "sum":
                return self._sums_people(first, end, member)
        return True

    def _sums_people(self, first: int, end: int, member: _Member) -> bool:
        """Return whether a bare sum is of people: some were spoken of near by, and nothing measured."""
        if member.numbers[0] == 1 or self._is_measured_near(first):
            return False  # "so that one"
        if "L" in member.letters or ("w" in member.letters and "t" in self._letters[first : end + 1]):
            return heads(self._known) > 0
        if "w" in member.letters:
            return False
        if heads(self._known) > 0 and some(self._near(first), "says:stays_away", "party:added"):
            return True
        return bool(_PERSON.search(self._letters[self._near_slice(first)]))

    def _is_measured_near(self, first: int) -> bool:
        """Return whether something is measured near a place: nights, stars."""
        return "u" in self._letters[self._near_slice(first)]

    def _near(self, first: int) -> Sequence[Span]:
        return self._line.spans[self._near_slice(first)]

    @staticmethod
    def _near_slice(first: int) -> slice:
        return slice(max(first - _MOST_TO_PERSON, 0), first + _MOST_TO_PERSON)

    def _left_with(self, first: int, lead: int) -> int:
        """Return where people are left with others: "leaving the kids | with grandma"; -1 where they aren't."""
        if not self._line[lead].has("says:party_parting"):
            return -1
        return self._line.place(first, _LEFT_WITH, having("party_keeper"))

    def _says_none(self, lead: int, first: int) -> bool:
        """Return whether nobody of a kind comes: "no kids", not so "a hotel with no kids" and "no two kids"."""
        if self._line[first].has("number"):
            return False
        begins = lead <= 0 or self._letters[lead - 1] in "!,&w"
        return begins and self._line[lead].has("party_none")

    # What groups are said to be

    def _is_aside(self, lead: int, count: _Count) -> bool:
        """Return whether people are but asked, or enjoy what is wished: "see with my wife", "a park for the kids"."""
        if count.counts:
            return False
        if self._line.place(lead, _CONSULTED, having("consulting")) >= 0:
            return True
        if (
            heads(self._known) > 1
            and self._line[lead].words == "for"
            and self._line[lead + 1].names >= {"article", "definite"}
        ):
            return not count.together  # "it sounds right for the girls", of six adults
        if self._line[lead].words != "for" or count.together:
            return False
        if self._line.some(lead - NEAR_LEAD, lead, "excess", "opens:distant", "opens:condemned"):
            return True  # "Tokyo is too far for the little ones"
        return self._line[lead - 1].has("value", "unknown", "degree", "reference:it")

    def _is_remark(self, first: int, last: int, count: _Count) -> bool:
        """Return whether people are but spoken of: "one of us is veggie", "two of us want a gym" of a party of four.

        What a part of the party is or does says nothing of who travels; what people want or have does where nobody did.
        """
        line, known = self._line, self._known
        at = self._place_behind_adverbs(last)
        is_being = line[at].has("party_being")
        if is_being:
            at = self._place_behind_adverbs(at + 1)
        if line[at].has("opens:party_travelling", "party:added", "opens:stays_away"):
            return False
        if self._is_part(first):
            if is_being and line.some(at, len(line), "reference:others"):
                return True  # "two of us are in Chicago, the others in Boston"
            if is_being and not line[at].has(*_BEHIND_BEING):
                return True
            if line[at].has("opens:party_doing") and line.place(at, _GOING_ON, having("opens:party_travelling")) < 0:
                return True  # but "five of us live here and want to go"
            if line[at].has("strange") and (count.is_one or count.is_part_of(known)):
                return True  # "one of us snores"
        wants = is_being or line[at].has("opens:party_wanting", "opens:party_doing")
        to_travel = line.some(at + 1, at + MOST_TO_TRAVEL, "opens:party_travelling")
        return wants and not to_travel and not count.alone_said and count.is_part_of(known)

    def _want_to_travel(self, first: int, last: int, count: _Count) -> bool:
        """Return whether several are said to want to travel, where nobody did: "my parents would like to visit me"."""
        if heads(self._known) or count.adults < 2 or count.children or not self._line[first - 1].has("owner"):
            return False
        at = self._place_behind_adverbs(last)
        wants = self._line[at].has("opens:party_wanting", "party_being")
        return wants and self._line.some(at, at + MOST_TO_TRAVEL, "says:party_travelling", "opens:party_travelling")

    def _has_children(self, lead: int, last: int, count: _Count) -> bool:
        """Return whether somebody says to have children, where none were known, and no more: "I have a son aged 6"."""
        at = lead
        while self._line[at].has("having"):
            at -= 1
        says_no_more = self._letters[last : last + 1] in ("", "!")
        speaks = at < lead and self._line[at].has("party:first_person", "party_we", "first_person", "subject")
        return speaks and says_no_more and count.children > 0 and self._known.children == 0

    def _are_taken_along(self, first: int, lead: int, count: _Count) -> bool:
        """Return whether those who are known take children along: "my wife and I want to take our grandson"."""
        if heads(self._known) == 0 or self._known.children or not count.children or count.together:
            return False
        takes = self._line[lead].has("says:party_taking") and self._line[first - 1].has("owner")
        return takes or (self._known.total > 0 and self._line[lead].has("party:bringing"))

    def _are_of_two(self, lead: int, first: int, count: _Count) -> bool:
        """Return whether two bring all who are named, children, where nobody was known: "we come with our two kids"."""
        counted = count.adults or count.whole or count.together or count.alone_said
        if heads(self._known) or counted or count.children < 1:
            return False
        ours = self._line.some(lead, first + 1, "party_ours")
        brings = self._line[lead].has("party:bringing", "says:party_taking")
        return ours and brings and self._line.some(0, lead, "opens:party_we")

    def _are_visited(self, lead: int, last: int) -> bool:
        """Return whether somebody has people in a place: "we have three friends in Tokyo"."""
        return self._line[lead].has("having") and self._line[last].has("clock_in") and self._line[last + 1].has("place")

    def _is_part(self, first: int) -> bool:
        """Return whether a group is a part of another: "two of us", "one of the girls"; not so "the two of us"."""
        if self._line[first - 1].has("article", "party_each"):
            return False
        return any(span.has("opens:party_part") for span in self._line.part(first, first + 2))

    def _place_behind_adverbs(self, at: int) -> int:
        """Return the first place from one on where no adverb or auxiliary stands."""
        while self._line[at].has("party_adverb"):
            at += 1
        return at

    def _tell_ages(self, last: int, count: _Count) -> None:
        """Add the ages that are told right after a group: "could my son come to Rome? He's 12"."""
        told = _TOLD.match(self._letters, last)
        if not told or count.ages or not count.latest:
            return
        numbers = (span.data("number", "few") for span in self._line.part(*told.span(1)))
        ages = tuple(int(number) for number in numbers if number is not None)
        if len(ages) > 1 and len(ages) != count.children:
            return
        of_all = self._line[told.start(1) - 1].has("party_each")
        member = _Member("aged", told[2], "d", ages, of_all, is_noun=False, link="")
        if "M" in told[2] or "O" in told[2]:
            count.infant(member)
        else:
            count.age(member)

    def _is_alone(self, first: int, last: int) -> bool:
        """Return whether a group is a sentence of its own: "Granny, mum, dad and the twins."."""
        before = self._letters[:first].rstrip("dh")
        return before[-1:] in ("", "!", ",", ":") and self._letters[last : last + 1] in ("", "!")

    def _is_brought_by_others(self, lead: int) -> bool:
        """Return whether others bring the group that stands behind a place: "they're bringing their son"."""
        subject = _lead(self._letters, lead)
        return subject >= 0 and self._line[lead].has("party:bringing") and self._letters[subject] == "e"

    def _is_beside_us(self, first: int, count: _Count) -> bool:
        """Return whether others are linked to those who are known, who begin the sentence: "us plus my parents"."""
        lead = _lead(self._letters, first)
        at = lead - 1 - self._line[lead - 1].has("comma")
        if heads(self._known) < 2 or count.together or not self._line[lead].has("party_link"):
            return False
        return self._line[at].has("addressed") and self._letters[:at].rstrip(",.")[-1:] in ("", "!")

    def _is_added(self, first: int, last: int, count: _Count) -> bool:
        """Return whether the group comes on top of those known: "my brother came too", "add another kid"."""
        if self._is_beside_us(first, count):
            return True
        if count.says_all or (self._line[first - 1].has("consequence_link") and not count.more_said):
            return False  # "my sister comes, too, so four adults"
        near = first - NEAR_LEAD
        begun = next((at + 1 for at in range(first - 1, near - 1, -1) if self._line[at].has("clause_end")), near)
        if self._line.some(begun, first, "party:added", "party:adding"):
            return not self._line.some(begun - 1, first, "not")  # "I wouldn't put my uncle there"
        ends = ("clause_end", "nothing", "comma") if count.counts else ("clause_end", "nothing")
        if not count.together:
            ends = (*ends, "party:first_person")  # "since my sister was here I don't want to come"
        end = self._line.place(last - 1, behind(NEAR_VERB), having(*ends))  # "6 adults, also 3 kids come along"
        return any(self._joins(at) for at in range(last, end if end >= 0 else last + NEAR_VERB))

    def _joins(self, at: int) -> bool:
        """Return whether a word says that somebody comes, too: not so "coming back", and "too loud"."""
        following = self._line[at + 1]
        goes_on = following.has("opens:homeward") or (self._line[at].has("excess") and following.has(*_DESCRIBING))
        return self._line[at].has("party:added") and not goes_on


_COUNTED_APART = re.compile("(?:[,&d]*N[aAgGcCP])+(,?&)I")
"""People who are all counted, and a speaker who goes on: "6 grown-ups & 3 kids, and I want", "4 kids and I'm broke"."""
_DESCRIBING = ("strange", "adjective", "sized")
"""Names of words that "too" makes too much of: "too loud"."""

_KIN_WITH = re.compile("[aAD]")
"""Relations of the speaker, who comes with them."""


def _lead(letters: str, first: int) -> int:
    """Return where the word stands that introduces a group: the nearest before it that is no determiner."""
    at = first - 1
    while at > 0 and letters[at] in "dh":
        at -= 1
    return at
