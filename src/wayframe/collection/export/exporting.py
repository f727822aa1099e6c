"""A study's release written into a folder, whole or not at all; or what would be replaced in it shown."""

from __future__ import annotations

import csv
import io
import os
import secrets
import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import NamedTuple

import msgspec

from wayframe import corpus, files
from wayframe.analysis.document import html_page
from wayframe.analysis.stats import measure
from wayframe.analysis.tables import basis
from wayframe.collection import erasure
from wayframe.collection.annotation.agreement import AnnotatorAgreement
from wayframe.collection.annotation.annotations import AnnotationService
from wayframe.collection.collection import StudyCollection
from wayframe.collection.erasure import MARK
from wayframe.collection.export import tables
from wayframe.collection.export.release import (
    CorpusRelease,
    PseudonymReplacer,
    ReleaseBuilder,
    ReleaseLabeller,
    ReplacedPlace,
    conditions,
    elsewhere,
)
from wayframe.collection.export.release import preview as previewed
from wayframe.collection.export.report import ReleaseSummary, card, document, summary
from wayframe.collection.study import FILE as STUDY
from wayframe.errors import InputError, reason
from wayframe.files import folder
from wayframe.service import Conversations
from wayframe.service import Storage as Exchanges


def check(path: Path, *, force: bool) -> None:
    """Raise `InputError` where a release must not be written: among other files, unless forced, or into a study."""
    try:
        there = sorted(entry.name for entry in path.iterdir()) if path.exists() else []
    except OSError as error:
        raise InputError(f"{path}: {reason(error)}") from error
    if STUDY in there:
        raise InputError(f"{path}: is a study's folder; a release needs one of its own")
    if there and MARK not in there and not force:
        raise InputError(f"{path}: is no export and isn't empty (--force writes into it)")


@contextmanager
def staged(path: Path) -> Iterator[Path]:
    """Give an empty folder whose files take their place in `path` when the block ends well, the mark last.

    Only their owner may read them: when a release is fit for the eyes of others is for people to decide. Raises
    `InputError` where they can't be written.
    """
    target = Path(os.path.realpath(path))
    beside = target.with_name(f".{secrets.token_hex(8)}.part")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        beside.mkdir(mode=0o700)
        yield beside
        folder(path)
        for file in sorted(beside.iterdir(), key=lambda file: file.name == MARK):
            file.chmod(0o600)
            os.replace(file, target / file.name)
    except OSError as error:
        raise InputError(f"{path}: can't be written: {reason(error)}") from error
    finally:
        shutil.rmtree(beside, ignore_errors=True)


_KEY = "pseudonyms"  # the secret of the study that decides them

Told = Callable[[int], None]


class RedactionOptions(NamedTuple):
    """Things that are replaced beside ids: telephone numbers as they are written in a country; names."""

    region: str = "US"
    names: tuple[str, ...] = ()


class ExportResult(NamedTuple):
    """A written release: its figures, the file that lists what was replaced, the labels that are wrong.

    `dropped` names the searches that were left out of dialogues, as no corpus can hold them. `unmeasured` says why the
    agreement of annotators is missing from the figures, where it couldn't be computed.
    """

    summary: ReleaseSummary
    review: Path | None
    wrong: tuple[str, ...]
    dropped: tuple[str, ...] = ()
    unmeasured: str | None = None


def preview(
    collection: StudyCollection, cover: RedactionOptions, told: Told = lambda done: None
) -> list[ReplacedPlace]:
    """Every place in the texts of the next release that would be replaced. Raises `InputError` for a region."""
    return previewed(collection.study, collection.storage, _replacer(collection, cover), told)


def export(
    collection: StudyCollection,
    output: Path,
    cover: RedactionOptions,
    *,
    raw: bool,
    force: bool,
    told: Told = lambda done: None,
) -> ExportResult:
    """Write a release into a folder, and what was replaced beside the study; `raw` replaces nothing.

    Raises `InputError` where the folder is another one's, unless forced, where there is nothing to release, and where
    somebody's data was deleted meanwhile.
    """
    check(output, force=force)
    study, storage = collection.study, collection.storage
    entry = erasure.begin(storage, output, collection.clock())
    reader, replacer = collection.domain.labeller(), _replacer(collection, cover)
    with _conversations(collection) as conversations:
        labeller = ReleaseLabeller(storage, reader, conversations)
        release = ReleaseBuilder(study, storage, collection.domain, labeller, replacer, raw=raw).release(told)
    if not release.released:
        raise InputError(f"{study.folder}: nothing to export: no dialogue with a reply has been ended")
    agreement, unmeasured = _agreement(AnnotationService(storage, reader))
    with staged(output) as beside:
        found = _write(beside, collection, release, None if raw else replacer, agreement)
    review = None if raw else study.path(erasure.REVIEW)
    if review:
        with files.writing(review, private=True) as out:
            out.write(_listed(replacer.places))
    erasure.finish(storage, entry, output, Path(study.folder))
    return ExportResult(found, review, release.wrong, release.dropped, unmeasured)


def _agreement(annotations: AnnotationService) -> tuple[AnnotatorAgreement | None, str | None]:
    """Return the agreement of annotators, or why there is none: a figure about dialogues never holds these back."""
    try:
        return annotations.agreement(), None
    except InputError as error:  # a library is missing
        return None, str(error)
    except Exception as error:  # whatever is wrong with the figure, the dialogues are sound
        return None, f"{type(error).__name__}: {error}"


def _write(
    staged: Path,
    collection: StudyCollection,
    release: CorpusRelease,
    replacer: PseudonymReplacer | None,
    agreement: AnnotatorAgreement | None,
) -> ReleaseSummary:
    path, stats = staged / "frames.json", measure(map(collection.domain.counted, release.dialogues))
    corpus.write(path, release.dialogues)
    digest = files.digest(path)
    found = summary(collection.study, release, stats, digest, replacer.redactor if replacer else None, agreement)
    contents = {
        "dialogues.csv": tables.dialogues(release.released),
        "tasks.json": tables.tasks(release.released),
        "report.html": html_page(document(found, stats, basis(digest, stats))).encode(),
        "README.md": card(collection.study, found, release).encode(),
        erasure.MARK: msgspec.json.format(msgspec.json.encode(found), indent=1) + b"\n",
    }
    for name, content in contents.items():
        (staged / name).write_bytes(content)
    return found


@contextmanager
def _conversations(collection: StudyCollection) -> Iterator[Conversations | None]:
    if "agent" not in conditions(collection.storage):
        yield None
        return
    with closing(Exchanges(collection.study.database_url)) as exchanges:
        yield Conversations(collection.domain.agent(), exchanges)


def _replacer(collection: StudyCollection, cover: RedactionOptions) -> PseudonymReplacer:
    known = elsewhere(collection.storage)
    return PseudonymReplacer(collection.storage.setting(_KEY), cover.region, known, cover.names)


def _listed(places: Sequence[ReplacedPlace]) -> bytes:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(ReplacedPlace.__struct_fields__)
    writer.writerows(map(tables.cell, msgspec.structs.astuple(place)) for place in places)
    return out.getvalue().encode()
