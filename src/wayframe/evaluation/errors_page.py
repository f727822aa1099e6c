"""The page of what a tracker got wrong: the text, both readings of it, and the frames that there were."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from importlib.resources import files
from itertools import groupby

from wayframe import pages
from wayframe.dialogue import Frame
from wayframe.evaluation.errors import KINDS, TrackingMistake, TrackingMistakes, WrongDecision

_STYLE = files("wayframe.evaluation").joinpath("errors.css").read_text("utf-8")


def page(title: str, mistakes: TrackingMistakes, about: Sequence[tuple[str, str]], limit: int | None = None) -> str:
    """The page, no more than `limit` turns of each kind; `about` says what was tracked, and with what."""
    by_kind = {name: [each for each in mistakes.found if each.kind == name] for name in mistakes.kinds}
    facts = "".join(f"<dt>{escape(name)}</dt><dd>{escape(value)}</dd>" for name, value in about)
    rows = "".join(
        f'<tr><th scope="row"><a href="#{name}">{escape(KINDS[name])}</a></th>'
        f'<td class="number">{len(found):,}</td></tr>'
        for name, found in by_kind.items()
    )
    sections = "\n".join(_section(name, found, limit) for name, found in by_kind.items())
    body = f"""<header>
<h1>{escape(title)}</h1>
<dl class="about">{facts}</dl>
<p>{len(mistakes.found):,} of {mistakes.turns:,} user turns aren’t as the labels have them. Each counts once, by the
first of these that holds:</p>
<table class="kinds"><tbody>{rows}</tbody></table>
</header>
<main id="content">
{sections}
</main>"""
    return pages.page(title, body, _STYLE)


def _section(kind: str, found: Sequence[TrackingMistake], limit: int | None) -> str:
    shown = found[:limit]
    more = f"<p>The first {len(shown):,} of {len(found):,}.</p>" if len(shown) < len(found) else ""
    return f'<section id="{kind}"><h2>{escape(KINDS[kind])}</h2>{more}{"".join(map(_article, shown))}</section>'


def _article(mistake: TrackingMistake) -> str:
    place = f"{mistake.dialogue}, turn {mistake.turn}, fold {mistake.fold}, {mistake.part.replace('_', ' ')}"
    wizard = f'<p class="said"><b>wizard</b> {escape(mistake.wizard)}</p>' if mistake.wizard else ""
    return (
        f"<article><h3>{escape(place)}</h3>{wizard}"
        f'<p class="said"><b>user</b> {escape(mistake.user)}</p>'
        f'<div class="readings">{_reading("labels", mistake.labelled_frame, mistake.labelled_acts)}'
        f"{_reading('tracker', mistake.active_frame, mistake.acts)}</div>"
        f"{_slips(mistake.slips)}{_frames(mistake)}</article>"
    )


def _reading(name: str, frame: int, acts: Sequence[str]) -> str:
    lines = "".join(f"<li><code>{escape(act)}</code></li>" for act in acts)
    return f"<div><h4>{name}: frame {frame}</h4><ul>{lines}</ul></div>"


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
    slots = dict.fromkeys(slot for frame in mistake.frames for slot in frame.info)
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
