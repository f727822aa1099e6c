"""The figures that were published with the corpus, beside those that a file gives, and why some differ.

Sources: the paper (arXiv 1704.00057) by section, table or figure, and the dataset's pages. What is said about the
release was counted in it: 71,278,359 bytes, sha256 `RELEASE`.
"""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import NamedTuple

from wayframe.analysis.stats import CorpusStats
from wayframe.dialogue import FramesRecord

RELEASE = "179142a1cb25582013501ea496b7b46262a1b47b304c74b5dd3ab78304baddaf"
"""The sha256 of the release's `frames.json`."""

_SIZE = (1369, 19986)  # dialogues and turns of the release


class ComparisonBasis(NamedTuple):
    """Validity of the published figures for a file, with the reason."""

    comparable: bool
    why: str


class PublishedComparison(FramesRecord, frozen=True):
    """A published figure beside ours, which is None where the corpus gives none.

    `agrees` at the precision of the published one, `decimals` behind the point; it means nothing where the corpus isn't
    comparable (`basis`). Shares are from 0 to 1.
    """

    name: str
    source: str
    published: float
    observed: float | None
    decimals: int
    agrees: bool
    note: str


class _Published(NamedTuple):
    key: str
    name: str
    source: str
    value: float
    decimals: int = 0
    note: str = ""


def basis(digest: str, stats: CorpusStats) -> ComparisonBasis:
    """Decide whether the published figures apply to the file with this sha256: the release, or one of its size."""
    size = stats.conversations.dialogues, stats.conversations.turns
    if digest == RELEASE:
        return ComparisonBasis(True, "This is the release, byte for byte.")
    if size == _SIZE:
        return ComparisonBasis(True, "This is not the release's own file, but one with as many dialogues and turns.")
    return ComparisonBasis(
        False,
        "Not comparable: what was published is about the release of 1,369 dialogues and 19,986 turns; "
        f"this file has {size[0]:,} and {size[1]:,}.",
    )


def compared(stats: CorpusStats) -> dict[str, PublishedComparison]:
    """Every published figure that the data can give, beside what this corpus gives, under the name of the latter."""
    ours = stats.figures() | shares(stats)
    return {published.key: _comparison(published, ours[published.key]) for published in _ALL}


def shares(stats: CorpusStats) -> dict[str, float | None]:
    """The shares that the paper gives, from 0 to 1; None where there is nothing to share."""
    figures = stats.figures()
    found = {
        "rated_5_share": _of(figures["rating_counts"].get("5", 0), figures["dialogues"]),
        "several_acts_share": _of(figures["turns_with_several_acts"], figures["turns"]),
    }
    for group in (_CREATIONS, _SWITCHES):
        found |= {f"{key}_share": _of(figures[key], sum(figures[each] for each in group)) for key in group}
    return found


def _comparison(published: _Published, observed: float | None) -> PublishedComparison:
    agrees = observed is not None and round(observed, published.decimals) == published.value
    return PublishedComparison(
        published.name, published.source, published.value, observed, published.decimals, agrees, published.note
    )


def _of(part: int, whole: int) -> float | None:
    return part / whole if whole else None


_CREATIONS = ("created_by_user", "created_by_wizard")
_SWITCHES = ("switched_by_value", "switched_by_offer", "switched_by_mention")
_DATA = tomllib.loads(files("wayframe.analysis").joinpath("published.toml").read_text("utf-8"))
_ALL = [_Published(**figure) for figure in _DATA["figures"]]
