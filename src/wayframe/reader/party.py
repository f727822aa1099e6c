"""The people who travel, from the words for them: "me, my wife and our three kids", "five of us, two under ten"."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from wayframe.language.lexicon import PartyWords
from wayframe.meaning.records import Party
from wayframe.reader.spans import Span

ADULT_AGE = 18
MOST_BETWEEN = 14  # spans from a person to "comes along"
MOST_SPANS = 60  # of a group: a longer one is no group, and reading it would cost more than its length
MOST = 60  # people in a party; greater numbers count something else
_LINKS = frozenset((",", ":", "(", ")", "-", "and", "or", "plus", "with", "&", "+"))
_SAYING = frozenset(
    ("say", "says", "said", "tell", "tells", "told", "think", "thinks", "keep", "keeps", "swear", "swears")
)
_SEPARATORS = frozenset((",", "and", "-"))
_COUNTED_WHOLE = frozenset(("adult", "adults", "grown-up", "grown-ups", "grown up", "grown ups", "grownups"))
_DETERMINERS = frozenset((
    "a", "an", "the", "my", "our", "his", "her", "their", "another", "just", "only", "both", "me", "of", "old", "small",
    "little", "young", "all", "other", "two", "us", "own", "elderly", "who", "are", "is", "one", "them", "being",
    "each", "be", "will", "there",
))  # fmt: skip


class PartyPhrase(NamedTuple):
    """The spans from `first` to `last` (excluded) say who travels."""

    first: int
    last: int
    party: Party


class _Count:
    """What a group has come to so far."""

    def __init__(self) -> None:
        self.adults = self.children = self.total = 0
        self.speaker = self.alone = self.counted = self.added = False
        self.ages: list[int] = []

    def party(self, *, with_speaker: bool) -> Party:
        """Return the party; the speaker is counted once, where named or implied and not part of a total."""
        if self.alone and not (self.adults or self.children or self.total):
            return Party(adults=1, total=1)
        speaker = int((self.speaker or with_speaker) and not self.total)
        children = max(self.children, len(self.ages)) if self.children else self.children
        ages = tuple(self.ages[:children])
        if self.total:
            return Party(max(self.total - children, 0), children, ages, self.total)
        return Party(self.adults + speaker, children, ages, 0, self.added and not speaker)


def party_phrases(spans: Sequence[Span], words: PartyWords) -> list[PartyPhrase]:
    """Return the groups of people that are said to travel; people of stories are none."""
    found = list[PartyPhrase]()
    at = 0
    while at < len(spans):
        last = _group_end(spans, at)
        if last > at and not _owns(spans, last) and (party := _read(spans, at, last, words)):
            found.append(PartyPhrase(at, last, party))
            at = last
        else:
            at += 1
    return found


def _kind(span: Span) -> str:
    """Return what a span is in a group of people; empty where it is nothing of that."""
    kinds = {str(entry.data) for entry in span.entries if entry.kind == "party"}
    for kind in ("two", "alone", "couples", "pair", "two_children", "child", "adult", "person", "speaker"):
        if kind in kinds:
            return kind
    if span.has("number") and float(str(span.data("number"))) <= MOST:
        return "number"
    return ""


def _group_end(spans: Sequence[Span], first: int) -> int:
    """Return where the group that starts at a span ends; the start itself where none starts there."""
    if _kind(spans[first]) not in (
        "number",
        "adult",
        "child",
        "pair",
        "two_children",
        "speaker",
        "alone",
        "couples",
        "two",
    ):
        return first
    at, last, seen_noun = first, first, False
    end = min(first + MOST_SPANS, len(spans))
    while at < end and at - last <= 4:
        kind = _kind(spans[at])
        if at + 1 < len(spans) and kind in ("adult", "child", "pair") and spans[at + 1].words.split(" ")[0] in _SAYING:
            break  # "friends say that Rome is lovely"
        if kind == "person" and at > first and spans[at - 1].words in _SEPARATORS:
            break  # "2 children, people say that ..."
        if at > first and spans[at].words == "i" and _begins_anew(spans, at):
            break  # "2 adults, I have friends there"
        if kind:
            seen_noun = seen_noun or kind != "number"
            last = at + 1 if seen_noun or kind == "number" else last
        elif not (spans[at].words in _LINKS | _DETERMINERS or _is_age_word(spans[at])):
            break
        if kind == "number" and at + 1 < len(spans) and (spans[at + 1].has("unit") or spans[at + 1].words == "-"):
            last = min(last, at)
            break
        at += 1
    return last if seen_noun else first


def _begins_anew(spans: Sequence[Span], at: int) -> bool:
    """Return whether "I" begins another clause rather than ends a group ("my wife and I")."""
    if spans[at - 1].words == ",":
        return True
    before = spans[at - 2] if at > 1 else None
    return before is not None and (_kind(before) == "number" or before.words in _COUNTED_WHOLE)


def _owns(spans: Sequence[Span], last: int) -> bool:
    """Return whether a group only owns what follows: "our daughter's birthday"."""
    return last < len(spans) and spans[last].words.startswith("'s")


def _is_age_word(span: Span) -> bool:
    return any(entry.kind == "party" and entry.data == "years" for entry in span.entries)


def _read(spans: Sequence[Span], first: int, last: int, words: PartyWords) -> Party | None:
    count = _Count()
    number: float | None = None
    members = 0
    relations = whole = False
    for at in range(first, last):
        span, kind = spans[at], _kind(spans[at])
        if kind == "number":
            value = int(float(str(span.data("number"))))
            if _is_age(spans, at, first) and (count.children or _counts_minors(spans, at)):
                count.ages.append(value)
            elif value < ADULT_AGE and at + 1 < len(spans) and spans[at + 1].words == "under":
                count.children += value
                count.counted = True
            else:
                number = value
            continue
        if not kind:
            continue
        several = int(number) if number is not None else 1
        members += 1
        if kind == "person":
            count.total, count.counted = max(count.total, several), True
        elif kind == "two":
            count.total, count.counted = max(count.total, 2), True
        elif kind == "speaker":
            count.speaker = True
        elif kind == "alone":
            count.alone = True
        elif kind == "couples":
            count.adults += 2 * max(several, 2)
            count.counted = True
        elif kind == "pair" and at and spans[at - 1].words in ("his", "her", "their"):
            continue
        elif kind == "pair":
            count.adults += 2 * several
        elif kind == "two_children":
            count.children += 2
        elif kind == "child":
            labelled = _labelled(spans, at) if number is None else 0
            if count.total and spans[at - 1].words in ("are", "is"):
                labelled, count.total = count.total, 0  # "3 of us are children"
            count.children += labelled or (several if number is not None else _unnumbered(span))
            count.counted = count.counted or number is not None or bool(labelled) or _is_article(spans, at)
        else:
            labelled = _labelled(spans, at) if number is None else 0
            count.adults += labelled or (several if number is not None else _unnumbered(span))
            count.counted = count.counted or number is not None or bool(labelled)
            relations = relations or span.words not in _COUNTED_WHOLE
            whole = whole or (number is not None and several > 1 and span.words in _COUNTED_WHOLE)
        number = None
    lead = _lead(spans, first)
    count.added = _is_added(spans, first, last) and not (whole and count.children)
    with_speaker = lead.endswith(("with", "plus", "bringing", "taking"))
    alone_in_turn = _is_alone(spans, first, last)
    introduced = lead in words.introduced or with_speaker
    together = count.speaker and members > 1
    listed = members > 2
    if not (
        count.counted or count.alone or together or introduced or count.added or listed or (alone_in_turn and members)
    ):
        return None
    if count.speaker and members == 1 and not (count.adults or count.children or count.alone):
        return None
    return count.party(with_speaker=with_speaker and relations)


def _labelled(spans: Sequence[Span], at: int) -> int:
    """Return the number behind a noun that is its label: "kids: 3", "adults is 2"; 0 where there is none."""
    rest = [span for span in spans[at + 1 : at + 4] if span.words not in (":", "is", "are", "will be")]
    plain = (
        rest
        and rest[0].has("number")
        and not rest[0].has("money", "date")
        and not (len(rest) > 1 and (rest[1].has("unit") or _kind(rest[1])))
    )
    return int(float(str(rest[0].data("number")))) if plain else 0


def _unnumbered(span: Span) -> int:
    """Return how many a noun without a number says: one, or two of a plural."""
    word = span.words
    return (
        2
        if word in ("kids", "children", "boys", "girls", "babies", "grandchildren", "grandkids")
        or (word.endswith("s") and not word.endswith("ss") and word != "missus")
        else 1
    )


def _is_article(spans: Sequence[Span], at: int) -> bool:
    return at > 0 and spans[at - 1].words in ("a", "an", "another")


def _counts_minors(spans: Sequence[Span], at: int) -> bool:
    return at > 0 and _kind(spans[at - 1]) == "child"


def _is_age(spans: Sequence[Span], at: int, first: int) -> bool:
    """Return whether a number is an age: after "aged", in brackets after a child, or one of several such."""
    before = spans[at - 1] if at > first else None
    after = spans[at + 1] if at + 1 < len(spans) else None
    if after and (_kind(after) in ("adult", "child", "pair", "person", "couples", "two_children")):
        return False
    if after and _is_age_word(after) and after.words not in ("under", "of"):
        return True
    if before is None:
        return False
    if _is_age_word(before) or before.words in ("(", "being", "are", "is"):
        return True
    earlier = [spans[k] for k in range(first, at)]
    return before.words in ("and", ",") and any(_kind(span) in ("child", "two_children") for span in earlier)


def _lead(spans: Sequence[Span], first: int) -> str:
    """Return the word that introduces a group: the nearest before it that is no determiner."""
    at = first - 1
    while at >= 0 and spans[at].words in ("a", "an", "the", "my", "our", "just", "only", "both", "all", "his", "her"):
        at -= 1
    return spans[at].words if at >= 0 else ""


def _is_alone(spans: Sequence[Span], first: int, last: int) -> bool:
    """Return whether a group is a sentence of its own: "Granny, mum, dad and the twins."."""
    start = first
    while start > 0 and spans[start - 1].words in _DETERMINERS:
        start -= 1
    begins = start == 0 or spans[start - 1].words in (".", "!", "?", ";", ":", ",")
    return begins and (last >= len(spans) or spans[last].words in (".", "!", "?", ";"))


def _is_added(spans: Sequence[Span], first: int, last: int) -> bool:
    """Return whether the group comes on top of those known: "my brother came too", "add another kid"."""
    around = list(spans[max(first - 3, 0) : first])
    for span in spans[last : last + MOST_BETWEEN]:
        if span.words in (".", "?", "!", ";"):
            break
        around.append(span)
    return any(entry.kind == "party" and entry.data == "added" for span in around for entry in span.entries)
