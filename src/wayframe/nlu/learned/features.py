"""Features of words and turns: the neighbouring words, the values found, the rules' reading, the dialogue context.

A feature is a string that either holds of a word (or of the turn) or doesn't. Words are compared in small letters
without accents, so that neither capitals nor their absence matter; beginnings and endings of words stand in for those
that are misspelt.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain, pairwise
from typing import NamedTuple

from wayframe.dialogue import Act, Author, Turn
from wayframe.nlu.rules import RuleNLU, RuleReading
from wayframe.nlu.sentences import straightened
from wayframe.nlu.understanding import TurnContext
from wayframe.nlu.wizard_context import WizardContext, wizard_context
from wayframe.ontology import SLOT_OF
from wayframe.tagging import OUTSIDE, TaggedText, TextWord, tagged
from wayframe.tagging.matching import folded
from wayframe.values import Mention, find

VERSION = 4

Row = list[str]

_SIDE = 3  # words on either side that are looked at
_SHORT = 5  # words of a turn that says next to nothing without what came before
_BEYOND = "|"  # stands for the words before the first and after the last one
_FOUND = slice(4, 9)  # what was found of a word, in its row
_LAID = {"r": 6.0, "k": 3.0, "a": 2.0}  # on the rules' slot, the kind of value, the rules' act
_ENDS = frozenset(".?!")
_SLOTS_OF = {
    "city": ("dst_city", "or_city"),
    "date": ("str_date", "end_date"),
    "money": ("price", "budget"),
    **{kind: (SLOT_OF[kind],) for kind in ("days", "stars", "rating", "seat", "name")},
    "count": ("n_adults", "n_children"),
}


class TurnFeatures(NamedTuple):
    """A turn as a model sees it: the features of each word, and those of the whole."""

    words: tuple[TextWord, ...]
    rows: list[Row]
    turn: Row


def author(context: TurnContext) -> Author:
    """Return the next speaker: the two take turns, and the user begins."""
    return "wizard" if context.history and context.history[-1].author == "user" else "user"


def seen(text: str, context: TurnContext, rules: RuleNLU) -> TurnFeatures:
    """The turn `text` with its features. `rules` are asked about a user's turn only: they were written for that."""
    acts, mentions, at = rules.hear(text, context) if author(context) == "user" else _unheard(text, context)
    read = tagged(text, acts)
    column = _WordColumns(read, _kinds(read.words, mentions, text, at))
    before = list(_last(context.history))
    last = [*before, *_state(context, at)]
    options = f"o{min(len(at.offered), 2)}f{min(len(context.memory.frames), 3)}"
    rows = [row + more for row, more in zip(_rows(column, last), _ordered(column), strict=True)]
    for place, more in _pointing(column, acts, before, options):
        rows[place] += more
    return TurnFeatures(read.words, rows, _turn(column, last, _atoms(acts), at))


def _unheard(text: str, context: TurnContext) -> RuleReading:
    """Read a wizard's turn, which the rules weren't written for: values and context, no acts."""
    found = find(straightened(text), today=context.today, lexicon=context.lexicon)
    return RuleReading((), tuple(found), wizard_context(context))


def scaled(row: Row) -> dict[str, float]:
    """A word's features with how much is laid on each before anything is learned.

    What the rules and `wayframe.values` found counts more than single words, of which there are so many more: else
    rare slots, on which the rules are right, go under.
    """
    laid = dict.fromkeys(row, 1.0)
    for each in row[_FOUND]:
        laid[each] = _LAID[each[0]]
    return laid


class _WordColumns:
    """Properties of each word by itself, with room for the words beyond both ends."""

    def __init__(self, read: TaggedText, kinds: list[str]) -> None:
        tokens, slots, acts = read.words, read.slots, ["+".join(names) for names in read.acts]
        edge = [_BEYOND] * _SIDE
        texts = [word.text.encode(errors="replace").decode() for word in tokens]  # no halves of characters
        self.length = len(tokens)
        self.word = [*edge, *map(_plain, texts), *edge]
        self.shape = [*edge, *map(_shape, texts), *edge]
        self.kind = [*edge, *kinds, *edge]
        self.slot = [*edge, *slots, *edge]
        self.act = [*edge, *acts, *edge]


def _rows(column: _WordColumns, last: list[str]) -> list[Row]:
    rows = list[Row]()
    cue, value = _BEYOND, _BEYOND  # the last word that tells what a value is for, and the last value
    said = list(dict.fromkeys(column.word[_SIDE : _SIDE + column.length]))
    for at in range(_SIDE, _SIDE + column.length):
        here, kind, slot = column.word[at], column.kind[at], column.slot[at]
        row = _beside(column, at)
        row += [f"c{cue}{kind}", f"v{value}{kind}", f"?{'?' in said}{kind}"]
        read = {kind, slot} != {OUTSIDE}
        if any((read, here[0] == "#", here in _POINTERS, column.length < _SHORT)):
            row += [f"l{each} {kind}" for each in last]
            row += [f"lw{each} {here}" for each in last]
        if here in _POINTERS:
            row += [f"with{here} {each}" for each in said]
        rows.append(row)
        if kind != OUTSIDE:
            value = kind + slot
        elif here in _CUES:
            cue = here
    return rows


def _ordered(column: _WordColumns) -> Iterator[Row]:
    """Yield for each value the earlier ones of its kind: a repeated value is rarely annotated again."""
    kinds, slots = column.kind[_SIDE : _SIDE + column.length], column.slot[_SIDE : _SIDE + column.length]
    found = Counter(slot[2:] for slot in slots if slot[0] == "B")
    whole = "+".join(sorted(found))
    before, sentence = Counter[str](), 0
    for word, kind, slot in zip(column.word[_SIDE:], kinds, slots, strict=False):
        row = [f"sl{min(sentence, 3)}"]
        if slot != OUTSIDE:
            row += [f"fs{slot}{before[slot[2:]]}", f"fn{slot}{found[slot[2:]]}"]
        if kind != OUTSIDE:
            row.append(f"fk{kind} {whole}")
        yield row
        before[slot[2:]] += slot[0] == "B"
        sentence += word in _ENDS


def _pointing(
    column: _WordColumns, acts: Sequence[Act], before: Sequence[str], options: str
) -> Iterator[tuple[int, Row]]:
    """For each word that may point at an option: how many did before it, what the turn is about, what is on offer."""
    words = column.word[_SIDE : _SIDE + column.length]
    names = sorted({act.name for act in acts})
    slots = sorted({slot[2:] for slot in column.slot if slot[0] == "B"})
    acted = [each for each in before if "." not in each]
    switching, asking, pointed = "switch_frame" in names, "?" in words, 0
    for at in range(_SIDE, _SIDE + column.length):
        here, last, following = column.word[at], column.word[at - 1], column.word[at + 1]
        if here not in _POINTERS:
            continue
        row = [
            f"P{min(pointed, 2)} {here}",
            f"PI{options} {here}",
            f"PI{options} {here} {following}",
            f"PI{options} {last} {here}",
            f"PR{switching}{options} {here}",
            f"PQ{asking} {here} {options}",
            f"PN{switching} {here} {following}",
        ]
        row += [f"PA{name} {here}" for name in names] + [f"PV{slot} {here}" for slot in slots]
        row += [f"PL{act} {options} {here}" for act in acted]
        row += [f"PW{word} {here} {options}" for word in column.word[at + 1 : at + 5] if word != _BEYOND]
        yield at - _SIDE, row
        pointed += 1


def _beside(column: _WordColumns, at: int) -> Row:
    word, kind, slot, act = column.word, column.kind, column.slot, column.act
    here, k, s, a = word[at], kind[at], slot[at], act[at]
    last, following, last2, following2 = word[at - 1], word[at + 1], word[at - 2], word[at + 2]
    return [
        f"w{here}",
        f"p{here[:3]}",
        f"s{here[-3:]}",
        f"h{column.shape[at]}",
        f"k{k}",
        f"r{s}",
        f"a{a}",
        f"ra{s}{a}",
        f"ks{k}{s}",
        f"-w{last}",
        f"-2w{last2}",
        f"-3w{word[at - 3]}",
        f"+w{following}",
        f"+2w{following2}",
        f"+3w{word[at + 3]}",
        f"-ww{last2} {last}",
        f"-w.{last} {here}",
        f"+w.{here} {following}",
        f"+ww{following} {following2}",
        f"-k{kind[at - 1]}",
        f"+k{kind[at + 1]}",
        f"-r{slot[at - 1]}",
        f"+r{slot[at + 1]}",
        f"+2r{slot[at + 2]}",
        f"-wk{last} {k}",
        f"+wk{following} {k}",
        f"-2wk{last2} {last} {k}",
        f"+2wk{following} {following2} {k}",
        f"-a{act[at - 1]}",
        f"+a{act[at + 1]}",
    ]


_CUE_WORDS = """
    from to in for until till by before after on between and or but not no budget price return returning leaving leave
    departing depart back than under over at least most about how what which is the with kids adults days nights star
    stars cost costs instead same other hotel package
"""
_CUES = frozenset(_CUE_WORDS.split())
# Words by which people point at an option, and by which they often don't.
_POINTING_WORDS = """
    it its it's that thats that's this them they there these those one ones the first second third last other former
    latter both cheaper cheapest better best longer option package hotel trip deal place only me my myself
"""
_POINTERS = frozenset(_POINTING_WORDS.split())


def _turn(column: _WordColumns, last: list[str], told: Iterable[str], at: WizardContext) -> Row:
    said = column.word[_SIDE : _SIDE + column.length]
    ends = [_BEYOND, *said, _BEYOND]
    row = [
        "always",
        f"n{min(len(said), 12) // 2}",
        f"f{ends[1]}",
        f"f2{' '.join(ends[1:3])}",
        f"e{said[-1] if said else ''}",
    ]
    row += [f"w{word}" for word in said]
    row += [f"b{one} {two}" for one, two in pairwise(ends)]
    row += [f"k{kind}" for kind in column.kind[_SIDE : _SIDE + column.length] if kind[0] == "B"]
    row += [f"R{each}" for each in told]
    row += [f"l{each}" for each in last]
    row += [f"lf{each} {ends[1]}" for each in last]
    if at.opening:
        row.append("opening")
    if at.offered:
        row.append(f"offered{min(len(at.offered), 2)}")
    if "?" in said:
        row += ["?", *(f"?{word}" for word in said)]
    return list(dict.fromkeys(row))


def _kinds(tokens: Sequence[TextWord], mentions: Sequence[Mention], text: str, at: WizardContext) -> list[str]:
    """For each word the kind of the value that it belongs to, and who has this value already."""
    kinds = [OUTSIDE] * len(tokens)
    place = 0
    for mention in mentions:
        kind = mention.kind + _known(mention, text, at)
        while place < len(tokens) and tokens[place].end <= mention.start:
            place += 1
        first = True
        while place < len(tokens) and tokens[place].start < mention.end:
            kinds[place] = f"{'B' if first else 'I'}-{kind}"
            first = False
            place += 1
    return kinds


def _known(mention: Mention, text: str, at: WizardContext) -> str:
    surface = text[mention.start : mention.end]
    found = ""
    for number, slot in enumerate(_SLOTS_OF.get(mention.kind, ())):
        if at.holds(slot, surface):
            found += f"h{number}"
        elif at.offers(slot, surface):
            found += f"o{number}"
        elif at.remembers(slot, surface):
            found += f"m{number}"
    return found


def _atoms(acts: Sequence[Act]) -> Iterator[str]:
    """Acts in the smallest pieces: an act's name, alone or with a slot and how that is filled."""
    for act in acts:
        yield act.name
        if not act.slots:
            yield f"{act.name}!"
        for arg in act.slots:
            yield f"{act.name}.{arg.key}={_filled(arg.value)}"


_SCHEME = (None, True, False, "book", "-1")
_FILLED = (*(SLOT_OF[kind] for kind in ("name", "money", "stars", "rating", "seat")), "dst_city")


def _state(context: TurnContext, at: WizardContext) -> Iterator[str]:
    """Describe the progress of the dialogue: the active frame's slots, the number of options, earlier turns."""
    frames = context.memory.frames
    yield f"frames{min(len(frames), 4)}"
    yield f"offered{min(len(at.offered), 3)}"
    if frames:
        yield "has" + "".join(slot[0] for slot in _FILLED if slot in at.active.info)
    if len(context.history) > 1:
        yield "before " + " ".join(sorted({act.name for act in context.history[-2].acts}))


def _filled(value: object) -> str:
    return str(value) if value in _SCHEME else "*"


def _last(history: Sequence[Turn]) -> Iterator[str]:
    """List the smallest parts of the other side's last turn, each once."""
    if history:
        yield from dict.fromkeys(chain.from_iterable(_said(act) for act in history[-1].acts))
    else:
        yield _BEYOND


def _said(act: Act) -> Iterator[str]:
    yield act.name
    if act.name in ("request", "suggest", "confirm", "request_compare", "negate", "affirm"):
        for arg in act.slots:
            yield f"{act.name}.{arg.key}"


@lru_cache(maxsize=8192)
def _plain(text: str) -> str:
    """A word without capitals and accents; a long number by its length only."""
    word = folded(text)
    if not word[0].isdigit():
        return word
    long = len(word) > 2 and word.replace(",", "").replace(".", "").isdigit()
    return f"#{len(word)}" if long else f"#{word}"


@lru_cache(maxsize=8192)
def _shape(word: str) -> str:
    """A word's letters as X, x and digits as 0, runs made one."""
    shape = ""
    for character in word[:12]:
        kind = "0" if character.isdigit() else "X" if character.isupper() else "x" if character.isalpha() else character
        if kind != shape[-1:]:
            shape += kind
    return shape
