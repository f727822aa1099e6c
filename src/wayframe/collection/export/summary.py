"""A release in figures: what `export.json`, the data card and the report say of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from importlib.metadata import version
from typing import TypeVar, get_args

from wayframe.analysis.stats import CorpusStats
from wayframe.collection.annotation.agreement import AnnotatorAgreement
from wayframe.collection.export.comparison import ConditionComparison, compare
from wayframe.collection.export.labelling import LABELLED_BY, LabelledBy
from wayframe.collection.export.pseudonyms import WIZARD
from wayframe.collection.export.release import CorpusRelease, LeftOut, ProposalUses
from wayframe.collection.records import Condition
from wayframe.collection.study import StudySettings
from wayframe.dialogue import FramesRecord
from wayframe.redaction import KINDS, Redactor
from wayframe.redaction import Kind as Secret

Name = TypeVar("Name", bound=str)

FORMAT = "wayframe collection export 1"


class ReplacementCount(FramesRecord, frozen=True):
    """In how many places of texts, and of labels and searches."""

    texts: int
    annotations: int


class ReleaseSummary(FramesRecord, frozen=True):
    """The contents of a release in figures; `sha256` is that of frames.json.

    `talks` are all that are over, `left_out` those that are no dialogues of the release, by reason. `wizards` are
    people. `replies` and `searches` say what wizards made of the assistant's proposals.
    """

    format: str
    wayframe: str
    study: str
    raw: bool
    sha256: str
    talks: int
    left_out: Mapping[LeftOut, int]
    dialogues: int
    turns: int
    users: int
    wizards: int
    first_day: str | None
    last_day: str | None
    languages: Mapping[str, int]
    conditions: Mapping[Condition, int]
    templates: Mapping[str, int]
    labels: Mapping[LabelledBy, int]
    replaced: Mapping[Secret, ReplacementCount]
    comparison: ConditionComparison
    replies: ProposalUses
    searches: ProposalUses
    agreement: AnnotatorAgreement | None


def summary(
    study: StudySettings,
    release: CorpusRelease,
    stats: CorpusStats,
    digest: str,
    redactor: Redactor | None,
    agreement: AnnotatorAgreement | None,
) -> ReleaseSummary:
    """The figures of a release; `redactor` has made it, unless it is raw."""
    released = release.released
    people = {each.dialogue.wizard_id for each in released} - {WIZARD}
    labels = Counter(each.labels for each in released)
    held = Counter(each.talk.held.condition for each in released)
    talks = stats.conversations
    return ReleaseSummary(
        format=FORMAT,
        wayframe=version("wayframe"),
        study=study.name,
        raw=redactor is None,
        sha256=digest,
        talks=len(release.outcomes),
        left_out=dict(sorted(release.left_out.items())),
        dialogues=talks.dialogues,
        turns=talks.turns,
        users=talks.users,
        wizards=len(people),
        first_day=talks.first_day,
        last_day=talks.last_day,
        languages=_counted(each.talk.held.language for each in released),
        conditions={condition: count for condition in get_args(Condition) if (count := held[condition])},
        templates=_counted(each.task.template for each in released),
        labels={by: labels[by] for by in LABELLED_BY if labels[by]},
        replaced=replaced(redactor) if redactor else {},
        comparison=compare(release.outcomes),
        replies=release.replies,
        searches=release.searches,
        agreement=agreement if agreement and agreement.dialogues else None,
    )


def replaced(redactor: Redactor) -> dict[Secret, ReplacementCount]:
    """Return what was replaced, by kind; of people only what stands in texts and labels, their ids aside."""
    counts = ((kind, ReplacementCount(redactor.texts[kind], redactor.annotations[kind])) for kind in KINDS)
    return {kind: found for kind, found in counts if found.texts or found.annotations}


def _counted(names: Iterable[Name]) -> dict[Name, int]:
    return dict(sorted(Counter(names).items()))
