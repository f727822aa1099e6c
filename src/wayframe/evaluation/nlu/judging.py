"""Judge a tagger's reading of a dialogue against the labels."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from wayframe.dialogue import Dialogue
from wayframe.errors import InputError, shown
from wayframe.nlu import Speakers, Tagger, TaggerReading, TurnContext, contexts
from wayframe.scoring import ReadingAgreement
from wayframe.tagging import TagMatching, labelled, match
from wayframe.values import Lexicon


class TurnReading(NamedTuple):
    """A turn: its text as the tagger saw it, what the labels say, what the tagger says."""

    text: str
    labels: TaggerReading
    said: TaggerReading
    context: TurnContext


class AnnotationMatch:
    """Match of the annotated values with words: the ways of those found, the reasons of those missed, by slot."""

    def __init__(self) -> None:
        self.found, self.missed = Counter[str](), Counter[str]()
        self.not_found = Counter[str]()

    def add(self, matching: TagMatching) -> None:
        """Count a turn."""
        self.found.update(each.how if each.tags else "shared" for each in matching.found)
        self.missed.update(each.why for each in matching.missed)
        self.not_found.update(each.said.slot for each in matching.missed if each.why == "not in the text")

    def merge(self, other: AnnotationMatch) -> None:
        """Add what another one counted."""
        for mine, its in ((self.found, other.found), (self.missed, other.missed), (self.not_found, other.not_found)):
            mine.update(its)


def readings(
    dialogue: Dialogue, tagger: Tagger, lexicon: Lexicon, author: Speakers, annotation: AnnotationMatch | None = None
) -> Iterator[TurnReading]:
    """The turns of `author` as a tagger reads them, each after the labelled turns and frames before it.

    Raises `InputError` where the tagger's words aren't those of the turn, naming dialogue and text.
    """
    for turn, context in contexts(dialogue, lexicon, author):
        acts = labelled(turn)
        matching = match(turn.text, acts)
        if annotation is not None:
            annotation.add(matching)
        yield _read(dialogue, turn.text, TaggerReading(matching.tagged, acts), tagger, context)


def _read(dialogue: Dialogue, text: str, labels: TaggerReading, tagger: Tagger, context: TurnContext) -> TurnReading:
    said = tagger.tag(text, context)
    if said.tagged.words != labels.tagged.words:
        raise InputError(f"dialogue {shown(dialogue.id)}: {shown(text)}: expected the words of the text, found others")
    return TurnReading(text, labels, said, context)


def judged(reads: Iterator[TurnReading]) -> ReadingAgreement:
    """Count the agreement of these turns with their labels."""
    found = ReadingAgreement()
    for _, labels, said, _ in reads:
        found.add(labels.tagged, labels.acts, said.tagged, said.acts)
    return found
