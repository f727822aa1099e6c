"""List a tracker's mistakes, turn by turn, with the context that explains them, and write them as a page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from html import escape
from importlib.resources import files
from itertools import chain, groupby
from typing import NamedTuple

from wayframe import notation, pages
from wayframe.dialogue import Dialogue, Frame, Turn
from wayframe.evaluation.judging import Split, decided, part_of, truth_of
from wayframe.evaluation.running import answering, on_sides, tracker_origin
from wayframe.evaluation.sides import DividedCorpus, EvaluationSide
from wayframe.items import NOANNO
from wayframe.scoring import FrameDecision
from wayframe.tracking import Observation, Tracking, believed, new_frame
from wayframe.tracking.running import situations


class WrongDecision(NamedTuple):
    """One decision that is wrong: a slot of an act, or with `key` empty the act as a whole.

    `chosen` are the tracker's frames, `labelled` those of the labels; `likely` is what the tracker gives the first of
    the labelled ones.
    """

    act: str
    key: str
    labelled: tuple[int, ...]
    chosen: tuple[int, ...]
    likely: float


class TrackingMistake(NamedTuple):
    """A user's turn of which a tracker says something else than the labels.

    `kind` says what: see `KINDS`. `frames` are those before the turn, the first not yet there before the first turn;
    `acts` and `labelled_acts` are in the paper's notation.
    """

    dialogue: str
    turn: int
    fold: str
    part: Split
    kind: str
    wizard: str
    user: str
    frames: tuple[Frame, ...]
    before: int
    active_frame: int
    labelled_frame: int
    acts: tuple[str, ...]
    labelled_acts: tuple[str, ...]
    slips: tuple[WrongDecision, ...]


class TrackingMistakes(NamedTuple):
    """All mistakes of a corpus, in its order, out of so many user turns."""

    turns: int
    found: tuple[TrackingMistake, ...]

    @property
    def kinds(self) -> dict[str, int]:
        """Count the mistakes of each kind that occurs."""
        kinds = [mistake.kind for mistake in self.found]
        return {name: kinds.count(name) for name in KINDS if name in kinds}


KINDS = {
    "variant": "the active frame: another option for one that derives from it, or the other way round",
    "no-new-frame": "the active frame: one that exists where the labels make one",
    "needless-frame": "the active frame: a new one where the labels have one that exists",
    "no-switch": "the active frame: stays where the labels go to another",
    "needless-switch": "the active frame: goes to another where the labels stay",
    "wrong-switch": "the active frame: goes to another one than the labels",
    "missed-reference": "the active frame is right: what is about another frame taken for the active one's",
    "needless-reference": "the active frame is right: what is about it taken for another's",
    "other-reference": "the active frame is right: what is about another frame, taken for yet another's",
}
"""What can be wrong of a turn, the active frame first: with it wrong, what the turn says is wrong as well."""


def mistakes(on: DividedCorpus, tracker: str, seed: int = 0) -> TrackingMistakes:
    """The mistakes of a tracker, gold frames before every turn, after training like `evaluate`. Raises like it."""
    on.check_unseen(tracker_origin(tracker))
    parts = on_sides(partial(_of_side, tracker, seed), on)
    return TrackingMistakes(sum(part.turns for part in parts), tuple(chain.from_iterable(part.found for part in parts)))


def _of_side(name: str, seed: int, dialogues: Sequence[Dialogue], side: EvaluationSide) -> TrackingMistakes:
    answer, found, turns = answering(name, side, dialogues, seed), list[TrackingMistake](), 0
    for dialogue in side.testing(dialogues):
        before = 1
        for turn, seen in situations(dialogue):
            turns += 1
            found += _mistake(dialogue, turn, seen, answer(seen, turn), side.name, before)
            before = turn.active_frame
    return TrackingMistakes(turns, tuple(found))


def _mistake(
    dialogue: Dialogue, turn: Turn, seen: Observation, said: Tracking, fold: str, before: int
) -> Iterator[TrackingMistake]:
    new = new_frame(seen.memory)
    part = part_of(turn, before, new)
    truth = truth_of(turn, turn.active_frame, new, part, not seen.history)
    slips = tuple(_slip(each) for each in decided(truth, believed(said, len(seen.memory.frames))) if not each.correct)
    if slips or said.active_frame != turn.active_frame:
        yield TrackingMistake(
            dialogue.id,
            len(seen.history),
            fold,
            part,
            _kind(turn, seen, said, before, slips),
            seen.history[-1].text if seen.history else "",
            turn.text,
            seen.memory.frames,
            before,
            said.active_frame,
            turn.active_frame,
            tuple(map(notation.show, said.acts)),
            tuple(map(notation.show, turn.acts)),
            slips,
        )


def _slip(decision: FrameDecision) -> WrongDecision:
    vector, labelled = decision.vector or (), tuple(sorted(decision.frames))
    likely = vector[labelled[0] - 1] if labelled and labelled[0] <= len(vector) else 0.0
    key = "" if decision.key == NOANNO else decision.key
    return WrongDecision(decision.act, key, labelled, tuple(sorted(decision.chosen)), round(likely, 3))


def _kind(turn: Turn, seen: Observation, said: Tracking, before: int, slips: Sequence[WrongDecision]) -> str:
    said_frame, labelled = said.active_frame, turn.active_frame
    if said_frame == labelled:
        if all(set(slip.chosen) <= {labelled} for slip in slips):
            return "missed-reference"
        return "needless-reference" if all(set(slip.labelled) <= {labelled} for slip in slips) else "other-reference"
    if (new := new_frame(seen.memory)) in (said_frame, labelled):
        return "no-new-frame" if labelled == new else "needless-frame"
    if _related(seen.memory.frames, said_frame, labelled):
        return "variant"
    if labelled == before:
        return "needless-switch"
    return "no-switch" if said_frame == before else "wrong-switch"


def _related(frames: Sequence[Frame], one: int, other: int) -> bool:
    """Tell whether one of two frames derives from the other."""
    parents = {frame.frame_id: frame.frame_parent_id for frame in frames}
    return parents.get(one) == other or parents.get(other) == one


_STYLE = files("wayframe.evaluation").joinpath("errors.css").read_text("utf-8")


class ErrorKind(NamedTuple):
    """A kind of error on a page: its anchor and title, how many there are, and the articles that are shown."""

    anchor: str
    title: str
    total: int
    articles: Sequence[str]


def errors_page(title: str, about: Sequence[tuple[str, str]], lead: str, kinds: Sequence[ErrorKind]) -> str:
    """A page of errors by kind; `about` says what was evaluated, and with what, `lead` how errors are counted."""
    facts = "".join(f"<dt>{escape(name)}</dt><dd>{escape(value)}</dd>" for name, value in about)
    rows = "".join(
        f'<tr><th scope="row"><a href="#{kind.anchor}">{escape(kind.title)}</a></th>'
        f'<td class="number">{kind.total:,}</td></tr>'
        for kind in kinds
    )
    sections = "\n".join(map(_section, kinds))
    body = f"""<header>
<h1>{escape(title)}</h1>
<dl class="about">{facts}</dl>
<p>{lead}</p>
<table class="kinds"><tbody>{rows}</tbody></table>
</header>
<main id="content">
{sections}
</main>"""
    return pages.page(title, body, _STYLE)


def _section(kind: ErrorKind) -> str:
    shown = len(kind.articles)
    more = f"<p>The first {shown:,} of {kind.total:,}.</p>" if shown < kind.total else ""
    return f'<section id="{kind.anchor}"><h2>{escape(kind.title)}</h2>{more}{"".join(kind.articles)}</section>'


def listed_acts(name: str, acts: Sequence[str]) -> str:
    """One of the readings of a turn, under its name."""
    lines = "".join(f"<li><code>{escape(act)}</code></li>" for act in acts)
    return f"<div><h4>{name}</h4><ul>{lines}</ul></div>"


def page(title: str, mistakes: TrackingMistakes, about: Sequence[tuple[str, str]], limit: int | None = None) -> str:
    """The page of a tracker's mistakes, no more than `limit` turns of each kind."""
    kinds = list[ErrorKind]()
    for name, count in mistakes.kinds.items():
        found = [each for each in mistakes.found if each.kind == name]
        kinds.append(ErrorKind(name, KINDS[name], count, list(map(_article, found[:limit]))))
    lead = (
        f"{len(mistakes.found):,} of {mistakes.turns:,} user turns aren’t as the labels have them. Each counts once, by"
        " the\nfirst of these that holds:"
    )
    return errors_page(title, about, lead, kinds)


def _article(mistake: TrackingMistake) -> str:
    place = f"{mistake.dialogue}, turn {mistake.turn}, fold {mistake.fold}, {mistake.part.replace('_', ' ')}"
    wizard = f'<p class="said"><b>wizard</b> {escape(mistake.wizard)}</p>' if mistake.wizard else ""
    return (
        f"<article><h3>{escape(place)}</h3>{wizard}"
        f'<p class="said"><b>user</b> {escape(mistake.user)}</p>'
        f'<div class="readings">{listed_acts(f"labels: frame {mistake.labelled_frame}", mistake.labelled_acts)}'
        f"{listed_acts(f'tracker: frame {mistake.active_frame}', mistake.acts)}</div>"
        f"{_slips(mistake.slips)}{_frames(mistake)}</article>"
    )


def _slips(slips: Sequence[WrongDecision]) -> str:
    """Slots of one act that went wrong in the same way stand together."""
    lines = ""
    for (act, labelled, chosen), each in groupby(slips, lambda slip: (slip.act, slip.labelled, slip.chosen)):
        keys = ", ".join(slip.key or "as a whole" for slip in each)
        lines += f"<li>{escape(act)}, {escape(keys)}: {_numbers(labelled)}, not {_numbers(chosen)}</li>"
    return f'<ul class="slips">{lines}</ul>' if lines else ""


def _numbers(frames: Sequence[int]) -> str:
    return "frame " + ", ".join(map(str, frames)) if frames else "no frame"


def _frames(mistake: TrackingMistake) -> str:
    if not mistake.frames:
        return ""
    heads = "".join(f'<th scope="col">{_head(frame, mistake)}</th>' for frame in mistake.frames)
    slots = dict.fromkeys(chain.from_iterable(frame.info for frame in mistake.frames))
    rows = "".join(
        f'<tr><th scope="row">{escape(slot)}</th>'
        + "".join(f"<td>{escape(_values(frame, slot))}</td>" for frame in mistake.frames)
        + "</tr>"
        for slot in slots
    )
    name = f"Frames before {mistake.dialogue}, turn {mistake.turn}"
    return (
        f'<div class="scroll" role="region" tabindex="0" aria-label="{escape(name)}"><table>'
        f"<thead><tr><td></td>{heads}</tr></thead><tbody>{rows}</tbody></table></div>"
    )


def _head(frame: Frame, mistake: TrackingMistake) -> str:
    number = frame.frame_id
    parent = f" of {frame.frame_parent_id}" if frame.frame_parent_id else ""
    marks = {"before": mistake.before, "labels": mistake.labelled_frame, "tracker": mistake.active_frame}
    return f"{number}{parent}" + "".join(
        f' <span class="{name}">{name}</span>' for name, marked in marks.items() if marked == number
    )


def _values(frame: Frame, slot: str) -> str:
    return ", ".join(("not " if value.negated else "") + str(value.val) for value in frame.info.get(slot, ()))
