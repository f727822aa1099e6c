"""What a tagger reads of a dialogue, beside what the labels say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from wayframe.dialogue import Dialogue
from wayframe.errors import InputError, shown
from wayframe.nlu import Context, Reading, Speakers, Tagger, contexts
from wayframe.scoring import Agreement
from wayframe.tagging import Matching, labelled, match
from wayframe.values import Lexicon


class Read(NamedTuple):
    """A turn: its text as the tagger saw it, what the labels say, what the tagger says."""

    text: str
    labels: Reading
    said: Reading
    context: Context


class Annotation:
    """How the annotated values came to their words: the ways of those found, the reasons of those missed, by slot."""

    def __init__(self) -> None:
        self.found, self.missed = Counter[str](), Counter[str]()
        self.not_found = Counter[str]()

    def add(self, matching: Matching) -> None:
        """Count a turn."""
        self.found.update(each.how if each.tags else "shared" for each in matching.found)
        self.missed.update(each.why for each in matching.missed)
        self.not_found.update(each.said.slot for each in matching.missed if each.why == "not in the text")

    def merge(self, other: Annotation) -> None:
        """Add what another one counted."""
        for mine, its in (
            (self.found, other.found), (self.missed, other.missed), (self.not_found, other.not_found)
        ):  # fmt: skip
            mine.update(its)


def readings(
    dialogue: Dialogue, tagger: Tagger, lexicon: Lexicon, author: Speakers, annotation: Annotation | None = None
) -> Iterator[Read]:
    """The turns of `author` as a tagger reads them, each after the labelled turns and frames before it.

    Raises `InputError` where the tagger's words aren't those of the turn, naming dialogue and text.
    """
    for turn, context in contexts(dialogue, lexicon, author):
        acts = labelled(turn)
        matching = match(turn.text, acts)
        if annotation is not None:
            annotation.add(matching)
        yield _read(dialogue, turn.text, Reading(matching.tagged, acts), tagger, context)


def _read(dialogue: Dialogue, text: str, labels: Reading, tagger: Tagger, context: Context) -> Read:
    said = tagger.tag(text, context)
    if said.tagged.words != labels.tagged.words:
        raise InputError(f"dialogue {shown(dialogue.id)}: {shown(text)}: expected the words of the text, found others")
    return Read(text, labels, said, context)


def judged(reads: Iterator[Read]) -> Agreement:
    """What is right of these turns."""
    found = Agreement()
    for _, labels, said, _ in reads:
        found.add(labels.tagged, labels.acts, said.tagged, said.acts)
    return found
