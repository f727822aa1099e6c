"""Samples as one HTML page that needs no server: each dialogue beside its context and flights, with filters.

The samples stand in the page as JSON; the page's own script shows the one that is chosen.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from html import escape
from importlib.resources import files
from typing import Any

from msgspec import to_builtins

from wayframe import pages
from wayframe.airdialogue.files import SamplePair
from wayframe.airdialogue.records import GOALS, STATUSES, AirFlight
from wayframe.airdialogue.truth import expected_action, satisfies

_FOLDER = files("wayframe.airdialogue.view")
_STYLE = _FOLDER.joinpath("view.css").read_text("utf-8")
_SCRIPT = _FOLDER.joinpath("view.js").read_text("utf-8")


def page(title: str, pairs: Iterable[SamplePair], note: str = "") -> str:
    """The page of some samples; `note` stands under the title."""
    # "<" can't end the script element when it is written as an escape, which JSON has for every character.
    samples = json.dumps([_shown(pair) for pair in pairs], separators=(",", ":")).replace("<", "\\u003c")
    body = f"""<header>
<h1>{escape(title)}</h1>
<p class="note">{escape(note)}</p>
{_filters()}
</header>
<main id="content">
<nav aria-label="Samples"><p id="count" role="status"></p><ol id="list"></ol></nav>
<article id="sample" tabindex="-1" aria-live="polite"></article>
</main>
<noscript><p class="missing">This page shows its samples by a script of its own; allow it to run.</p></noscript>
<script type="application/json" id="samples">{samples}</script>
<script>{_SCRIPT}</script>"""
    return pages.page(title, body, _STYLE)


def _filters() -> str:
    return (
        '<form id="filters" role="search">'
        + _choice("goal", "Goal", [(goal, goal) for goal in GOALS])
        + _choice("status", "Right outcome", [(status, status.replace("_", " ")) for status in STATUSES])
        + _choice("correct", "Agent", [("true", "right"), ("false", "wrong"), ("none", "not judged")])
        + '<label>Text <input name="text" type="search" placeholder="words, a name, a line number"></label></form>'
    )


def _choice(name: str, label: str, options: list[tuple[str, str]]) -> str:
    entries = "".join(f'<option value="{value}">{text}</option>' for value, text in [("", "any"), *options])
    return f'<label>{label} <select name="{name}">{entries}</select></label>'


def _shown(pair: SamplePair) -> dict[str, Any]:
    """Select the fields of a sample that the page's script needs."""
    line, sample, kb = pair
    expected = expected_action(sample.intent, kb)
    return {
        "line": line,
        "intent": to_builtins(sample.intent),
        "dialogue": sample.turns,
        "action": to_builtins(sample.action),
        "expected": to_builtins(expected),
        "correct": sample.correct_sample,
        "reservation": kb.reservation,
        "flights": [(*_cells(flight), satisfies(sample.intent, flight)) for flight in kb.kb],
    }


def _cells(flight: AirFlight) -> tuple[int | str, ...]:
    return (
        flight.flight_number,
        f"{flight.departure_airport} – {flight.return_airport}",
        f"{flight.departure_month} {flight.departure_day}, {flight.departure_time_num}:00",
        f"{flight.return_month} {flight.return_day}, {flight.return_time_num}:00",
        flight.flight_class,
        flight.num_connections,
        flight.price,
        flight.airline,
    )
