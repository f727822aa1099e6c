"""The paper's tables as a corpus fills them, 2 and 7 to 10, and the published figures beside those of a file.

Sources: the paper (arXiv 1704.00057) by section, table or figure, and the dataset's pages. What is said about the
release was counted in it: 71,278,359 bytes, sha256 `RELEASE`.
"""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import NamedTuple

from wayframe.analysis.document import Cell, ReportTable, share
from wayframe.analysis.stats import CorpusStats, Distribution, box, mean
from wayframe.dialogue import FramesRecord
from wayframe.ontology import ACTS, DIALOGUE_SLOTS, PACKAGE_SLOTS, SEARCH_SLOTS, ActType

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


# Table 7 calls them START_DATE and END_DATE; these are the release's names.
_SLOT_OF_FIELD = {
    "ORIGIN_CITY": "or_city",
    "DESTINATION_CITY": "dst_city",
    "START_TIME": "str_date",
    "END_TIME": "end_date",
    "ARE_DATES_FLEXIBLE": "flex",
    "NUM_ADULTS": "n_adults",
    "NUM_CHILDREN": "n_children",
    "PRICE_MAX": "budget",
    "MAX_DURATION": "max_duration",
}
_OWN_WORDS = {
    "PRICE_MIN": "Minimum price defined by the user",
    "NO_RESULT": "Nothing was found",
    "REJECTED": "The user negated or affirmed an offer",
    "MOREINFO": "The user wants to know more",
    "HEARMORE": "What the wizard asked whether the user wants to hear more of",
    "REQUEST_ALTS": "The user asks for other possibilities",
    "ref": "The frame that the speaker refers to",
    "read": "Reads slot values of another frame into the current one",
    "write": "Writes slot values into another frame",
    "id": "Number of the frame that an offer or suggestion creates",
}
_RULES = (
    ("Creation", "user", "Changing a slot's value", "created_by_user"),
    ("Creation", "wizard", "Offering or suggesting", "created_by_wizard"),
    ("Switching", "user", "Changing a slot's value", "switched_by_value"),
    ("Switching", "user", "Considering an offer", "switched_by_offer"),
    ("Switching", "user", "Mentioning a frame", "switched_by_mention"),
)
_AGREES = {True: "yes", False: "no"}
_PLACES = ("In acts", "No value", "In refs", "At end")

_PLACED = "No value: in acts, but without one. In refs: to refer to a frame. At end: in how many frames of last turns."


def against_published(stats: CorpusStats, comparable: bool) -> ReportTable:
    """Every published figure beside ours."""
    published = compared(stats).values()
    rows = tuple(
        (
            each.name,
            _figure(each, each.observed),
            _figure(each, each.published),
            _AGREES[each.agrees] if comparable else None,
            each.source,
        )
        for each in published
    )
    head = ("Figure", "Here", "Published", "Agrees", "Source")
    return ReportTable("Published figures", head, rows, remarks=tuple(each.note for each in published))


def creation_and_switching(stats: CorpusStats) -> ReportTable:
    """Table 2. The switch on a wizard's turn, which the scheme doesn't know, is outside of the shares."""
    published = compared(stats)
    rows = [
        (
            rule,
            author,
            what,
            _whole(ours.observed),
            share(ours_share.observed),
            _whole(ours.published),
            share(ours_share.published),
        )
        for rule, author, what, key in _RULES
        for ours, ours_share in [(published[key], published[f"{key}_share"])]
    ]
    rows.append(("Switching", "wizard", "Not foreseen", stats.switching.switched_by_wizard, None, None, None))
    head = ("Rule", "Author", "By", "Here", "Share", "Published", "Share")
    return ReportTable("Table 2: frame creation and switching", head, tuple(rows))


def distributions(stats: CorpusStats) -> ReportTable:
    """Summarise the histograms and boxplots of figures 1 to 3."""
    named = (
        ("Turns per dialogue", stats.conversations.turns_per_dialogue),
        ("Acts per turn", stats.vocabulary.acts_per_turn),
        ("Frames per dialogue", stats.switching.frames_per_dialogue),
        ("Switches per dialogue", stats.switching.switches_per_dialogue),
        ("Amenities per hotel", stats.searches.amenities_per_hotel),
    )
    rows = tuple((name, *_summary(distribution)) for name, distribution in named)
    return ReportTable("Distributions", ("Of", "Mean", "Least", "25 %", "Median", "75 %", "Most"), rows)


def search_fields(stats: CorpusStats) -> ReportTable:
    """Table 7."""
    rows = tuple(
        (field, slot, count, *_places(stats, slot), SEARCH_SLOTS[slot].description if slot else _OWN_WORDS[field])
        for field, count in stats.searches.search_fields.items()
        for slot in [_SLOT_OF_FIELD.get(field)]
    )
    extra = tuple(
        (None, slot, None, *_places(stats, slot), SEARCH_SLOTS[slot].description)
        for slot in SEARCH_SLOTS
        if slot not in _SLOT_OF_FIELD.values()
    )
    head = ("Field", "Slot", "Searches", *_PLACES, "Description")
    return ReportTable("Table 7: what can be searched for", head, rows + extra, _PLACED)


def package_fields(stats: CorpusStats) -> ReportTable:
    """Table 8, as far as it is annotated."""
    hotels = stats.searches.hotels_with | stats.searches.hotels_near
    rows = tuple(
        (slot, hotels.get(slot), *_places(stats, slot), kind.description) for slot, kind in PACKAGE_SLOTS.items()
    )
    return ReportTable("Table 8: what a package has", ("Slot", "Hotels", *_PLACES, "Description"), rows, _PLACED)


def acts(stats: CorpusStats) -> ReportTable:
    """Table 9 and figure 1d."""
    counts = stats.vocabulary.acts_by_author
    rows = tuple(
        (name, _speakers(kind), count.user, count.wizard, count.user + count.wizard, count.bare, kind.description)
        for name, kind in ACTS.items()
        for count in [counts[name]]
    )
    head = ("Act", "Speaker", "User", "Wizard", "All", "Bare", "Description")
    return ReportTable("Table 9: dialogue acts", head, rows, "Bare: without any argument.")


def dialogue_slots(stats: CorpusStats) -> ReportTable:
    """Table 10, and the slots of the release that no table of the paper has."""
    described = {slot: kind.description for slot, kind in DIALOGUE_SLOTS.items()} | _OWN_WORDS
    known = {*SEARCH_SLOTS, *PACKAGE_SLOTS}
    names = [name for name in stats.vocabulary.slots_by_place if name not in known]
    rows = tuple((name, *_places(stats, name), described.get(name, "")) for name in names)
    return ReportTable("Table 10: slots that are not in the database", ("Slot", *_PLACES, "Description"), rows, _PLACED)


def _places(stats: CorpusStats, slot: str | None) -> tuple[Cell, ...]:
    count = stats.vocabulary.slots_by_place[slot] if slot else None
    return (count.acts, count.without_value, count.references, count.final_frames) if count else (None,) * len(_PLACES)


def _speakers(kind: ActType) -> str:
    return "both" if kind.user and kind.wizard else "user" if kind.user else "wizard"


def _summary(distribution: Distribution) -> tuple[Cell, ...]:
    if not distribution:
        return (None,) * 6
    _, first, median, third, _, _ = box(distribution)
    return mean(distribution), min(distribution), first, median, third, max(distribution)


def _figure(each: PublishedComparison, value: float | None) -> Cell:
    if each.name.startswith("…") or each.published < 1:
        return share(value)
    return _whole(value) if each.decimals == 0 and value == int(value or 0) else value


def _whole(value: float | None) -> int | None:
    return None if value is None else int(value)
