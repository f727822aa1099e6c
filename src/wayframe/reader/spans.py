"""Spans: the tokens of a turn cut into phrases, each with all that it can stand for, and these into clauses."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from wayframe.language.patterns import pattern
from wayframe.meaning.records import Party
from wayframe.reader.questions import asked_times
from wayframe.reader.words import Entry, Recognised, Token, Vocabulary, WordClasses


class Span(NamedTuple):
    """Tokens that belong together: their range, their place in the text, and what they can stand for.

    `names` are all that it goes by: the kinds of its entries ("cue"), these with the words that they hold ("cue:book"),
    its word classes ("article"), those of phrases that begin where it begins ("opens:article") and of phrases that
    begin anywhere in it ("says:article"); "strange" where nobody knows it. `within` are the last of these.
    """

    first: int
    last: int  # excluded
    start: int
    end: int
    words: str
    entries: tuple[Entry, ...]
    names: frozenset[str]
    within: frozenset[str] = frozenset()

    def has(self, *names: str) -> bool:
        """Return whether it goes by one of these names."""
        return not self.names.isdisjoint(names)

    def data(self, *kinds: str) -> Any:
        """Return what the first entry of one of the kinds holds; None where there is none."""
        for entry in self.entries:
            if entry.kind in kinds:
                return entry.data
        return None

    def every(self, kind: str) -> Sequence[Any]:
        """Return what each entry of a kind holds."""
        return [entry.data for entry in self.entries if entry.kind == kind]


def some(spans: Iterable[Span], *names: str) -> bool:
    """Return whether one of some spans goes by one of these names."""
    return any(not span.names.isdisjoint(names) for span in spans)


def spans(tokens: Sequence[Token], vocabulary: Vocabulary, recognised: Iterable[Recognised]) -> list[Span]:
    """Return the tokens cut into spans so that the longest phrases are whole; a token that nothing knows is a span."""
    words = [token.text for token in tokens]
    found: dict[int, dict[int, list[Entry]]] = {at: {} for at in range(len(words))}
    for at in range(len(words)):
        for length, entries in vocabulary.longest(words, at):
            found[at].setdefault(at + length, []).extend(entries)
    for each in recognised:
        found[each.first].setdefault(each.last, [])[:0] = each.entries
    for asked in asked_times(tokens, vocabulary):
        found[asked.first][asked.last] = list(asked.entries)
    best: list[tuple[float, int]] = [(0.0, 0)] * (len(words) + 1)
    for at in range(len(words) - 1, -1, -1):
        best[at] = (best[at + 1][0], at + 1)
        for end, entries in found[at].items():
            score = best[end][0] + _worth(end - at, entries)
            if score > best[at][0]:
                best[at] = (score, end)
    cut = list[Span]()
    at = 0
    while at < len(words):
        end = best[at][1]
        cut.append(_span(tokens, words, at, end, vocabulary.classes, found[at].get(end, ())))
        at = end
    return cut


def without_ratings_of_unknown(cut: Sequence[Span]) -> list[Span]:
    """Return the spans with "better" of what nothing knows as no wish for a better rating: "a better graphics card"."""
    found = list[Span]()
    for span, thing, behind in zip(cut, [*cut[1:], NOTHING], [*cut[2:], NOTHING, NOTHING], strict=False):
        rates_unknown = span.has("better_overall") and thing.has("strange", "unknown")
        found.append(_without(span, "compare") if rates_unknown and not behind.has("item") else span)
    return found


def without_values_of_plurals(cut: Sequence[Span]) -> list[Span]:
    """Return the spans with a form of a slot's own name as no value of another: "which districts?" is no heating."""
    found = list[Span]()
    for span in cut:
        inflected = [slot for slot in span.every("noun") if span.words.startswith(slot) and span.words != slot]
        of_others = set(inflected).isdisjoint(slot for slot, *_ in span.every("value"))
        found.append(_without(span, "value") if inflected and of_others else span)
    return found


def without_sizes_of_degrees(cut: Sequence[Span]) -> list[Span]:
    """Return the spans with a size that but tells how much more something is as no value: "a little older"."""
    found = list[Span]()
    for before, span, behind in zip([NOTHING, *cut], cut, [*cut[1:], NOTHING], strict=False):
        tells_degree = span.has("modifier") and before.has("article") and behind.has("compare")
        found.append(_without(span, "value") if tells_degree else span)
    return found


def with_couples_of_units(cut: Sequence[Span]) -> list[Span]:
    """Return the spans with a couple before a unit as two: "a couple days" are no people."""
    found = list[Span]()
    for span, behind in zip(cut, [*cut[1:], NOTHING], strict=False):
        counts = span.has("couple") and behind.has("unit")
        found.append(span._replace(entries=(_TWO,), names=frozenset(_TWO.names())) if counts else span)
    return found


_TWO = Entry("few", 2.0)


def _without(span: Span, kind: str) -> Span:
    """Return a span without the entries of a kind."""
    kept = tuple(entry for entry in span.entries if entry.kind != kind)
    return span._replace(entries=kept, names=span.names - {kind})


def _span(
    tokens: Sequence[Token], words: Sequence[str], first: int, last: int, classes: WordClasses, entries: Iterable[Entry]
) -> Span:
    """Return the span of the tokens between two places, which stands for what its entries say."""
    known = tuple(dict.fromkeys(entries))
    phrase = " ".join(words[first:last])
    names = set(classes.of(phrase)).union(*(entry.names() for entry in known))
    if not names and phrase.replace("-", "").isalpha():
        names.add("strange")
    opening, *later = (classes.starting(words, place) for place in range(first, last))
    within = opening.union(*later)
    if "noun" in names:
        within -= {"asks_days"}  # "when" that asks for a time
    names |= {f"opens:{name}" for name in opening} | {f"says:{name}" for name in within}
    start, end = tokens[first].start, tokens[last - 1].end
    return Span(first, last, start, end, phrase, known, frozenset(names), within)


def _worth(length: int, entries: Sequence[Entry]) -> float:
    """Return how much a phrase is worth as a whole: long ones more than their parts, what carries content more.

    A name is worth most: "the Pinto Max is" has no "max is" in it.
    """
    if all(entry.kind == "filler" for entry in entries):
        return length + (length - 1) * 0.2
    named = 0.6 if any(entry.kind == "name" for entry in entries) else 0.0
    return length * 1.5 + (length - 1) + named


# Neighbours


NOTHING = Span(-1, -1, -1, -1, "", (), frozenset(("nothing",)))
"""The span that stands wherever there is none: it has no words, and its one class is its own."""

Wanted = Callable[[Span], bool]


class NeighbourReach(NamedTuple):
    """How far a neighbour may be: `step` is -1 before and 1 behind, `most` the number of spans that are looked at.

    Only spans of the kinds and classes `over` may stand between where any are given, and none of those of `until`.
    """

    step: int
    most: int
    over: frozenset[str] = frozenset()
    until: frozenset[str] = frozenset()

    def ends_at(self, span: Span) -> bool:
        """Return whether nothing beyond a span belongs to where the search began."""
        if not span.names.isdisjoint(self.until):
            return True
        return bool(self.over) and span.names.isdisjoint(self.over)


def before(most: int, over: str = "", until: str = "") -> NeighbourReach:
    """Return a reach to the spans before a place, its kinds and classes in words."""
    return NeighbourReach(-1, most, frozenset(over.split()), frozenset(until.split()))


def behind(most: int, over: str = "", until: str = "") -> NeighbourReach:
    """Return a reach to the spans behind a place, its kinds and classes in words."""
    return NeighbourReach(1, most, frozenset(over.split()), frozenset(until.split()))


class SpanLine:
    """The spans of a clause in order; `asked` says that the clause is a question."""

    def __init__(self, spans: Sequence[Span], *, asked: bool = False) -> None:
        self.spans, self.asked = spans, asked

    def __len__(self) -> int:
        return len(self.spans)

    def __getitem__(self, at: int) -> Span:
        return self.spans[at] if 0 <= at < len(self.spans) else NOTHING

    def part(self, first: int, last: int) -> Sequence[Span]:
        """Return the spans from one place to another (excluded), as far as there are any."""
        return self.spans[max(first, 0) : max(last, 0)]

    def upto(self, last: int) -> SpanLine:
        """Return the line without what stands from a place on."""
        return SpanLine(self.part(0, last))

    def place(self, at: int, reach: NeighbourReach, wanted: Wanted) -> int:
        """Return where the nearest wanted span within reach of a place is; -1 where none is."""
        for place in range(at + reach.step, at + reach.step * (reach.most + 1), reach.step):
            if wanted(self[place]):
                return place
            if reach.ends_at(self[place]):
                break
        return -1

    def nearest(self, at: int, reach: NeighbourReach, wanted: Wanted) -> Span:
        """Return the nearest wanted span within reach of a place; nothing where none is."""
        return self[self.place(at, reach, wanted)]

    def some(self, first: int, last: int, *names: str) -> bool:
        """Return whether a span between two places (the last excluded) goes by one of these names."""
        return some(self.part(first, last), *names)


def having(*names: str) -> Wanted:
    """Return a test of spans for one of some names."""
    return lambda span: span.has(*names)


def matching(needs: str, bars: str = "") -> Wanted:
    """Return a test of spans that go by all of some names and by none of others, in words."""
    wanted = pattern(needs, bars)
    return lambda span: wanted.fits(span.names)


# Clauses


MOST_IN_LABEL = 5  # spans before a colon
MOST_TO_BUT = 3  # spans from "any" to the "but" of an exception
MOST_IN_TAG = 3  # words of "isn't it"
SHORTEST_TAGGED = 3  # spans of "wifi, yes"
MOST_ASKED_ON = 4  # spans of "and a gym"
_ASIDES = ("particle", "social", "filler", "cue:answer_yes", "cue:answer_no", "cue:instead")
_IN_ANNOUNCEMENT = (*_ASIDES, "article", "comma", "cue:anew", "says:anew_number", "anew_item", "another_trip")
_OPENING_CUES = ("cue:book", "cue:buy", "cue:cancel", "cue:compare", "cue:change", "cue:undo", "cue:correct")
_DEMANDING_CUES = ("cue:instead", "cue:keep", "cue:return", *_OPENING_CUES)
_VALUE_KINDS = ("place", "date", "number", "money", "value")


class PartyPhrase(NamedTuple):
    """The spans from `first` to `last` (excluded) say who travels."""

    first: int
    last: int
    party: Party


_is_condition = matching("says:condition", "says:polite_if")
_supposes = matching("says:if", "says:polite_if")


class Clause(NamedTuple):
    """Spans that say one thing; `question` where it ends with a question mark, `parties` are the people it names.

    `supposed` says that an earlier clause of the sentence put it as a condition: "if he pays and we take it, ...";
    `announces` that it but begins to speak of something else: "second trip:".
    """

    spans: tuple[Span, ...]
    question: bool
    parties: tuple[PartyPhrase, ...]
    supposed: bool = False
    announces: bool = False

    @property
    def conditional(self) -> bool:
        """Return whether it puts what follows under a condition; "if you would" doesn't."""
        return any(map(_is_condition, self.spans))

    @property
    def supposing(self) -> bool:
        """Return whether it says "if", and not out of courtesy."""
        return any(map(_supposes, self.spans))

    def has(self, *names: str) -> bool:
        """Return whether one of its spans goes by one of these names."""
        return some(self.spans, *names)


class _Sentence(NamedTuple):
    """Where a sentence begins and ends (excluded), and whether a question mark ends it."""

    first: int
    last: int
    question: bool


def clauses(spans: Sequence[Span], parties: Sequence[PartyPhrase]) -> list[Clause]:
    """Return the clauses of a turn in order: cut where sentences end, and where a new clause begins after a link."""
    inside = {at for phrase in parties for at in range(phrase.first + 1, phrase.last)}
    found = list[Clause]()
    for sentence in _sentences(spans, inside):
        cuts = [*_beginnings(spans, sentence, inside), sentence.last]
        parts = [_clause(spans, parties, first, last) for first, last in pairwise(cuts)]
        parts[-1] = parts[-1]._replace(question=parts[-1].question or sentence.question)
        found += _supposed(parts)
    return _asked_on(_tagged(found))


def _sentences(spans: Sequence[Span], inside: Collection[int]) -> Iterator[_Sentence]:
    """Yield the sentences of a turn that say something."""
    first = 0
    for at, span in enumerate(spans):
        if not span.has("clause_end"):
            continue
        if at in inside or _labels(spans, at, first):
            continue
        if at > first:
            yield _Sentence(first, at, "?" in span.words)
        first = at + 1
    if first < len(spans):
        yield _Sentence(first, len(spans), False)


def _beginnings(spans: Sequence[Span], sentence: _Sentence, inside: Collection[int]) -> list[int]:
    """Return where the clauses of a sentence begin."""
    found = [sentence.first]
    for at in range(sentence.first + 1, sentence.last):
        if at not in inside and _begins(spans, at, found[-1]):
            found.append(at)
    return found


def _clause(spans: Sequence[Span], parties: Sequence[PartyPhrase], first: int, last: int) -> Clause:
    """Return the clause between two places, with the people in it."""
    within = (phrase for phrase in parties if first <= phrase.first < last)
    moved = (PartyPhrase(phrase.first - first, phrase.last - first, phrase.party) for phrase in within)
    announces = _announces(spans, first, last)
    return _asked_indirectly(Clause(tuple(spans[first:last]), False, tuple(moved), announces=announces))


def _asked_indirectly(clause: Clause) -> Clause:
    """Return a question that another clause carries as that question: "you haven't told me whether it's central".

    People who ask it are kept: "my wife and I wonder whether you fly to Munich".
    """
    link = next((at for at, span in enumerate(clause.spans) if span.has("asked_whether")), 0)
    behind = link + 1
    if not some(clause.spans[:link], "carries_question") or not clause.spans[behind:]:
        return clause
    asking = [phrase for phrase in clause.parties if phrase.last <= link]
    kept = [at for phrase in asking for at in range(phrase.first, phrase.last)]
    kept += range(behind, len(clause.spans))
    moved = tuple(
        PartyPhrase(kept.index(phrase.first), kept.index(phrase.last - 1) + 1, phrase.party)
        for phrase in clause.parties
        if phrase in asking or phrase.first >= behind
    )
    return clause._replace(spans=tuple(clause.spans[at] for at in kept), parties=moved, question=True)


def _supposed(sentence: Sequence[Clause]) -> list[Clause]:
    """Return the clauses of a sentence, those behind a condition marked."""
    marked, condition = list[Clause](), False
    for clause in sentence:
        marked.append(clause._replace(supposed=condition))
        condition = condition or clause.conditional
    return marked


def _tagged(found: Sequence[Clause]) -> list[Clause]:
    """Return the clauses with tag questions made the mark of what they follow: "it's near the beach, isn't it?"."""
    kept = list[Clause]()
    for clause in found:
        if kept and _is_tag(clause):
            kept[-1] = kept[-1]._replace(question=True)
        else:
            kept.append(_untagged(clause))
    return kept


def _untagged(clause: Clause) -> Clause:
    """Return a question without the word at its end that asks to agree to it: "roughly 500 each, yes?"."""
    spans = clause.spans
    tagged = clause.question and len(spans) > SHORTEST_TAGGED and spans[-1].has("tag") and spans[-2].words == ","
    return clause._replace(spans=spans[:-2]) if tagged else clause


def _asked_on(found: Sequence[Clause]) -> list[Clause]:
    """Return the clauses with what but goes on with a question made one, too: "parking there? And a gym"."""
    marked = list[Clause]()
    for clause in found:
        goes_on = bool(marked) and marked[-1].question and clause.spans[0].has("conjunction:and")
        is_bare = len(clause.spans) <= MOST_ASKED_ON and not some(
            clause.spans, "subject", "auxiliary", "cue", "wanting"
        )
        marked.append(clause._replace(question=clause.question or (goes_on and is_bare)))
    return marked


def _is_tag(clause: Clause) -> bool:
    """Return whether a clause is but an auxiliary and its subject, asked: "isn't it?", "is that right?"."""
    if not clause.question:
        return False
    spans = [span for span in clause.spans if span.words != ","]
    length = sum(span.last - span.first for span in spans)
    if not 2 <= length <= MOST_IN_TAG:
        return False
    return spans[0].has("opens:auxiliary") and spans[-1].has("says:subject", "tag")


def _begins(spans: Sequence[Span], at: int, first: int) -> bool:
    """Return whether a new clause begins at a span: at a link (a comma, "and", "but", a dash), or without any."""
    span, before = spans[at], spans[first:at]
    if spans[at - 1].has("cue:answer_no") and span.has("opens:subject", "says:excess") and _is_aside(before):
        return True  # "no I said September", "no that's too much"
    if spans[at - 1].has("retraction") and span.has(*_DEMANDING_CUES) and _is_aside(before):
        return True  # "no make that two people", "no book the other", "no leave it economy"
    if span.has("cue:retracting"):
        return True  # "book it lol jk"
    if spans[at - 1].has("opens:holding_up") and span.has("cue:book", "cue:cancel", "cue:change"):
        return True  # "wait cancel that"
    if span.has("cue:keep") and some(before, "cue:cancel", "dropping"):
        return True  # "scrap Vancouver keep Rome"
    if span.has("conjunction:and") and some(before, "cue:keep") and some(spans[at + 1 : at + 2], "dropping"):
        return True  # "keep Rome and drop Vancouver"
    if at + 1 == len(spans):
        return False
    if _asks_anew(spans, at, first):
        return True
    following = spans[at + 1]
    if span.has("conjunction:but"):
        of_all = some(before[-MOST_TO_BUT:], "whole") and spans[at - 1].has("item", "booking_noun")
        excepts = of_all or some(before[-MOST_TO_BUT:], "any_of")  # "all bookings but Rome"
        return not excepts and not spans[at - 1].has("opens:belonging")
    if span.words == "-":
        touching = span.start in (spans[at - 1].end, following.start - 1)
        return not touching and not _joins(spans, at, at + 1)
    if not span.has("clause_link"):
        return False
    if span.words == ",":
        if _is_aside(before):
            return True
        if _announces(spans, first, at):
            return True  # "second trip, just me"
        if following.has("clause_link") and _chooses(spans[at - 2 : at]):
            return False  # "if not October, then late September"
        denies = following.has("not") and not some(before, "not", "except")
        if denies and _joins(spans, at, at + 2):
            return False  # "by the 20th, not the 22nd"
    if span.has("opens:consequence_link") and following.has("article", "owner"):
        return True  # "she can't walk far so the hotel should be central"
    return following.has("opens:clause_start", *_OPENING_CUES)


def _chooses(spans: Sequence[Span]) -> bool:
    """Return whether spans name a value as one of several: "or October", "if not Rome"."""
    return len(spans) > 1 and spans[0].has("alternative") and spans[1].has(*_VALUE_KINDS)


def _asks_anew(spans: Sequence[Span], at: int, first: int) -> bool:
    """Return whether a question begins without any link: "montreal 300 hmm is there wifi"."""
    if not spans[at].has("opens:asks_anew") or spans[at - 1].has("leads_to_question", "any"):
        return False
    return not some(spans[first:at], "opens:wh", "opens:relative", "opens:if")


def _labels(spans: Sequence[Span], at: int, first: int) -> bool:
    """Return whether a colon stands between a label and its value: "Destination: Rome", "kids: 3"."""
    if spans[at].words != ":" or at == first or some(spans[first:at], "cue:drop"):
        return False
    if _announces(spans, first, at) or some(spans[at + 1 : at + 2], *_OPENING_CUES):
        return False  # "my wife wants a spa: cancel that booking"
    if spans[at - 1].has("noun", "preposition", "party"):
        return True
    return at - first <= MOST_IN_LABEL and not some(spans[first:at], *_VALUE_KINDS)


def _announces(spans: Sequence[Span], first: int, last: int) -> bool:
    """Return whether spans but say that something else follows: "new trip", "now second trip, other: I fly alone".

    A number says so where wishes follow; without a noun, or with an article, it may be an option's but before a colon.
    """
    label = spans[first:last]
    if not all(span.has(*_IN_ANNOUNCEMENT) for span in label):
        return False
    if some(label, "cue:anew"):
        return not some(label, "definite")
    if not some(label, "says:anew_number", "another_trip") or not _wishes_follow(spans, last + 1):
        return False
    if last < len(spans) and spans[last].words == ":":
        return True
    named = any(span.has("anew_number") and item.has("anew_item") for span, item in pairwise(label))
    return (named or some(label, "another_trip")) and not some(label, "definite")


def _wishes_follow(spans: Sequence[Span], first: int) -> bool:
    """Return whether the sentence that begins at a span names values, and is no question."""
    last = next((at for at in range(first, len(spans)) if spans[at].has("clause_end")), len(spans))
    is_question = last < len(spans) and "?" in spans[last].words
    return not is_question and some(spans[first:last], *_VALUE_KINDS, "party")


def _joins(spans: Sequence[Span], at: int, behind: int) -> bool:
    """Return whether a link stands between two places or two days: "Rome - Athens", "Aug 3 - the 9th"."""
    following = [span for span in spans[behind : behind + 2] if not span.has("article")]
    both = {"place", "date"} & spans[at - 1].names
    return some(following[:1], *both)


def _is_aside(spans: Sequence[Span]) -> bool:
    """Return whether spans are but a yes, a no, a greeting or a thanks."""
    return all(span.has(*_ASIDES) for span in spans)
