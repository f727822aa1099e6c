"""A study's release written, or what would be replaced in it shown."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import NamedTuple

import msgspec

from wayframe import corpus, files
from wayframe.analysis import html
from wayframe.analysis.published import basis
from wayframe.analysis.stats import measure
from wayframe.catalogues import assistant
from wayframe.collection import traces
from wayframe.collection.annotation.agreement import Agreement
from wayframe.collection.annotation.annotations import Annotations
from wayframe.collection.collection import Collection
from wayframe.collection.export import folder, tables, talks
from wayframe.collection.export.card import card
from wayframe.collection.export.labelling import Labeller
from wayframe.collection.export.privacy import Place, Veil
from wayframe.collection.export.release import Release, Releasing
from wayframe.collection.export.release import preview as previewed
from wayframe.collection.export.sections import document
from wayframe.collection.export.summary import Summary, summary
from wayframe.collection.reading import Reader
from wayframe.errors import InputError
from wayframe.service import Conversations
from wayframe.service import Storage as Exchanges

_KEY = "pseudonyms"  # the secret of the study that decides them

Told = Callable[[int], None]


class Cover(NamedTuple):
    """What is replaced beside ids: telephone numbers as they are written in this country; these names."""

    region: str = "US"
    names: tuple[str, ...] = ()


class Exported(NamedTuple):
    """What was written: its figures, the file that lists what was replaced, which labels are wrong.

    `dropped` names the searches that were left out of dialogues, as no corpus can hold them. `unmeasured` says why the
    agreement of annotators is missing from the figures, where it couldn't be computed.
    """

    summary: Summary
    review: Path | None
    wrong: tuple[str, ...]
    dropped: tuple[str, ...] = ()
    unmeasured: str | None = None


def preview(collection: Collection, cover: Cover, told: Told = lambda done: None) -> list[Place]:
    """Every place in the texts of the next release that would be replaced. Raises `InputError` for a region."""
    return previewed(collection.study, collection.storage, _veil(collection, cover), told)


def export(
    collection: Collection, output: Path, cover: Cover, *, raw: bool, force: bool, told: Told = lambda done: None
) -> Exported:
    """Write a release into a folder, and what was replaced beside the study; `raw` replaces nothing.

    Raises `InputError` where the folder is another one's, unless forced, where there is nothing to release, and where
    somebody's data was deleted meanwhile.
    """
    folder.check(output, force=force)
    study, storage = collection.study, collection.storage
    entry = traces.begin(storage, output, collection.clock())
    reader, veil = Reader(collection.catalogue), _veil(collection, cover)
    with _conversations(collection) as conversations:
        labeller = Labeller(storage, reader, conversations)
        release = Releasing(study, storage, collection.catalogue, labeller, veil, raw=raw).release(told)
    if not release.released:
        raise InputError(f"{study.folder}: nothing to export: no dialogue with a reply has been ended")
    agreement, unmeasured = _agreement(Annotations(storage, reader))
    with folder.staged(output) as staged:
        found = _write(staged, collection, release, None if raw else veil, agreement)
    review = None if raw else study.path(traces.REVIEW)
    if review:
        with files.writing(review, private=True) as out:
            out.write(_listed(veil.places))
    traces.finish(storage, entry, output, Path(study.folder))
    return Exported(found, review, release.wrong, release.dropped, unmeasured)


def _agreement(annotations: Annotations) -> tuple[Agreement | None, str | None]:
    """Return the agreement of annotators, or why there is none: a figure about dialogues never holds these back."""
    try:
        return annotations.agreement(), None
    except InputError as error:  # a library is missing
        return None, str(error)
    except Exception as error:  # whatever is wrong with the figure, the dialogues are sound
        return None, f"{type(error).__name__}: {error}"


def _write(
    staged: Path, collection: Collection, release: Release, veil: Veil | None, agreement: Agreement | None
) -> Summary:
    """The files of a release; its figures."""
    path, stats = staged / "frames.json", measure(release.dialogues)
    corpus.write(path, release.dialogues)
    digest = files.digest(path)
    found = summary(collection.study, release, stats, digest, veil.redactor if veil else None, agreement)
    contents = {
        "dialogues.csv": tables.dialogues(release.released),
        "tasks.json": tables.tasks(release.released),
        "report.html": html.page(document(found, stats, basis(digest, stats))).encode(),
        "README.md": card(collection.study, found, release).encode(),
        traces.MARK: msgspec.json.format(msgspec.json.encode(found), indent=1) + b"\n",
    }
    for name, content in contents.items():
        (staged / name).write_bytes(content)
    return found


@contextmanager
def _conversations(collection: Collection) -> Iterator[Conversations | None]:
    """The agent's conversations, if it talks in this study."""
    if "agent" not in talks.arms(collection.storage):
        yield None
        return
    with closing(Exchanges(collection.study.database_url)) as exchanges:
        yield Conversations(assistant(collection.catalogue)[0], exchanges)


def _veil(collection: Collection, cover: Cover) -> Veil:
    elsewhere = talks.elsewhere(collection.storage)
    return Veil(collection.storage.setting(_KEY), cover.region, elsewhere, cover.names)


def _listed(places: Sequence[Place]) -> bytes:
    """Places as CSV, to be looked through."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(Place.__struct_fields__)
    writer.writerows(map(tables.cell, msgspec.structs.astuple(place)) for place in places)
    return out.getvalue().encode()
