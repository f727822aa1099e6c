"""Write a tagger's reading of a corpus as a corpus."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from msgspec import UNSET
from msgspec.structs import replace

from wayframe import validation
from wayframe.dialogue import Dialogue
from wayframe.nlu import Speakers, Tagger, contexts
from wayframe.values import Lexicon


def predicted(
    path: str | Path, dialogues: Iterable[Dialogue], tagger: Tagger, lexicon: Lexicon, author: Speakers
) -> Iterator[Dialogue]:
    """Dialogues with the acts that a tagger reads in the turns of `author`, each after the labelled turns before it.

    The acts have no references, so that all they say is about the active frame; frames stay those of the labels.
    Raises `InputError` where a dialogue read from `path` is damaged, naming dialogue, turn and field.
    """
    for dialogue in validation.checked(path, dialogues):
        turns = list(dialogue.turns)
        for turn, context in contexts(dialogue, lexicon, author):
            acts = tagger.tag(turn.text, context).acts
            labels = replace(turn.labels, acts=acts, acts_without_refs=acts if turn.author == "user" else UNSET)
            turns[len(context.history)] = replace(turn, labels=labels)
        yield replace(dialogue, turns=tuple(turns))
