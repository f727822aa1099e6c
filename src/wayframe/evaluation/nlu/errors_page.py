"""The page of what a tagger confuses: how often, and the turns in which it does."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from importlib.resources import files

from wayframe import pages
from wayframe.evaluation.nlu.errors import ConfusionExample, TagConfusion, TagConfusions

_STYLE = files("wayframe.evaluation").joinpath("errors.css").read_text("utf-8")


def page(title: str, confusions: TagConfusions, about: Sequence[tuple[str, str]], kinds: int, examples: int) -> str:
    """The page with the `kinds` most frequent confusions, no more than so many `examples` of each."""
    facts = "".join(f"<dt>{escape(name)}</dt><dd>{escape(value)}</dd>" for name, value in about)
    shown = confusions.found[:kinds]
    rows = "".join(
        f'<tr><th scope="row"><a href="#c{number}">{escape(_title(each))}</a></th>'
        f'<td class="number">{len(each.examples):,}</td></tr>'
        for number, each in enumerate(shown)
    )
    sections = "\n".join(_section(number, each, examples) for number, each in enumerate(shown))
    body = f"""<header>
<h1>{escape(title)}</h1>
<dl class="about">{facts}</dl>
<p>{sum(len(each.examples) for each in confusions.found):,} confusions of {len(confusions.found):,} kinds in
{confusions.turns:,} turns; the {len(shown):,} most frequent kinds:</p>
<table class="kinds"><tbody>{rows}</tbody></table>
</header>
<main id="content">
{sections}
</main>"""
    return pages.page(title, body, _STYLE)


def _title(confusion: TagConfusion) -> str:
    return f"{confusion.kind}: {confusion.labelled}, read as {confusion.said}"


def _section(number: int, confusion: TagConfusion, limit: int) -> str:
    shown, every = confusion.examples[:limit], len(confusion.examples)
    more = f"<p>The first {len(shown):,} of {every:,}.</p>" if len(shown) < every else ""
    articles = "".join(map(_article, shown))
    return f'<section id="c{number}"><h2>{escape(_title(confusion))}</h2>{more}{articles}</section>'


def _article(example: ConfusionExample) -> str:
    before = f'<p class="said"><b>before</b> {escape(example.before)}</p>' if example.before else ""
    return (
        f"<article><h3>{escape(f'{example.dialogue}, turn {example.turn}')}</h3>{before}"
        f'<p class="said"><b>turn</b> {_marked(example)}</p>'
        f'<div class="readings">{_reading("labels", example.labels)}{_reading("read", example.said)}</div></article>'
    )


def _marked(example: ConfusionExample) -> str:
    if example.marked is None:
        return escape(example.text)
    start, end = example.marked
    text = example.text
    return f"{escape(text[:start])}<mark>{escape(text[start:end])}</mark>{escape(text[end:])}"


def _reading(name: str, acts: Sequence[str]) -> str:
    lines = "".join(f"<li><code>{escape(act)}</code></li>" for act in acts)
    return f"<div><h4>{name}</h4><ul>{lines}</ul></div>"
