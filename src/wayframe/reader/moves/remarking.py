"""Remarking: clauses that are courteous, speak another language or but remark on an option."""

from __future__ import annotations

from collections.abc import Sequence

from wayframe.meaning.records import Answer, Move, Social
from wayframe.reader.clauses import ClauseReading


def courtesies(read: ClauseReading) -> Sequence[Move]:
    """Return the courtesies; help that is thanked for is none that is asked for: "thanks for your help"."""
    kinds = dict.fromkeys(str(kind) for span in read.spans for kind in span.every("social"))
    if "thanks" in kinds:
        kinds.pop("help", None)
    return [Social(kind) for kind in kinds]  # type: ignore[arg-type]


def note_other_language(read: ClauseReading) -> Sequence[Move]:
    """Note that another language is spoken, beside what is understood all the same."""
    return [Social("other_language"), *read.wishes]


def remark(read: ClauseReading) -> Sequence[Move]:
    """Wish nothing: what is said of an option is no wish. Who says that one is better may want it."""
    return [Answer("perhaps")] if read.only_compares else []
