"""What is said of a table before anything else was said: from its rows, prices in round numbers."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

from wayframe.domain import Welcome
from wayframe.tables import cells, wishes
from wayframe.tables.rows import Row
from wayframe.tables.schema import Column, Schema, is_adjective


def welcome(schema: Schema, rows: Sequence[Row], source: str) -> Welcome:
    """The greeting over a table: how many rows, in how many places or of how many brands; what one might say."""
    groups = [c for kind in ("place", "category") for c in schema.columns if c.kind == kind and not c.labelled]
    counted = f"{len(rows):,} {schema.items if len(rows) != 1 else schema.item}"
    if groups:
        known = {str(row.facts[groups[0].slot]).casefold() for row in rows if groups[0].slot in row.facts}
        joint = " in" if groups[0].kind == "place" else ","
        counted += f"{joint} {len(known):,} {groups[0].label if len(known) == 1 else plural(groups[0].label)}"
    examples = tuple(dict.fromkeys(_examples(schema, rows, groups)))
    return Welcome(
        f"an agent for {schema.items} that remembers",
        f"Talk about several {schema.items}, compare them, go back to an earlier one and decide.",
        f"{counted}; from {source}",
        f"{examples[0].rstrip('.')}…",
        examples,
    )


def _examples(schema: Schema, rows: Sequence[Row], groups: Sequence[Column]) -> list[str]:
    """What one might say, with values that there are."""
    found = list[str]()
    price = schema.money
    middle = _middle(price, rows) if price else None
    if groups and (values := Counter(str(row.facts[groups[0].slot]) for row in rows if groups[0].slot in row.facts)):
        value = values.most_common(1)[0][0]
        limit = f" {_side(price)} {middle}" if price and middle else ""
        found.append(f"I'm looking for {article(schema.item)}: {value}{limit}.")
    elif price and middle:
        found.append(f"I'm looking for {article(schema.item)} {_side(price)} {middle}.")
    measured = [c for c in schema.columns if c.kind == "number" and c.better and (c.less or c.more)]
    for column in measured[:1]:
        adjectives = column.more if column.better == "more" else column.less
        best = next((word for word in adjectives if word.endswith("est") or word.startswith("most")), "")
        found += [f"What has the {best}?" if " " in best else f"What is the {best} {schema.item}?"] if best else []
    features = [c for c in schema.columns if c.kind == "boolean" and not c.label.endswith("ed")]
    for feature in features[:1]:
        found.append(f"Is there {article(feature.label)} one?" if is_adjective(feature) else
                     f"Is there one with {feature.label}?")  # fmt: skip
    return found or [f"What {schema.items} are there?"]


def plural(label: str) -> str:
    """Several of what a label names: cities, brands."""
    if label.endswith("y") and label[-2:-1] not in "aeiou":
        return f"{label[:-1]}ies"
    return f"{label}es" if label.endswith(("s", "sh", "ch", "x")) else f"{label}s"


def article(item: str) -> str:
    """One of something: a laptop, an apartment."""
    return f"{'an' if item[:1] in 'aeiou' else 'a'} {item}"


def _middle(column: Column, rows: Sequence[Row]) -> str | None:
    """A round value from about the middle of a column, as it is said."""
    numbers = sorted(n for row in rows if (n := cells.order(row.values.get(column.slot))) is not None)
    if not numbers:
        return None
    middle = numbers[len(numbers) // 2]
    step = 10 ** max(math.floor(math.log10(abs(middle) or 1)) - 1, 0)
    return wishes.said(column, "", math.ceil(middle / step) * step)


def _side(price: Column) -> str:
    return "over" if price.better == "more" else "under"
