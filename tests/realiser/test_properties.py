"""Whatever the plan and the schema: the words are well formed, and all numbers, names and dates are the plan's."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec import Struct

import plans
from drawing import drawn
from wayframe.language import load
from wayframe.meaning.records import Clock, Days, Flag, Money, Number, Party, Text, Texts
from wayframe.planner.plan import Confirm, NotKnown, ReplyPlan
from wayframe.realiser import realise
from wayframe.realiser.phrases import Locale, value_words
from wayframe.schema import Schema, Slot

pytestmark = pytest.mark.long

VALUES = (Clock, Days, Flag, Money, Number, Party, Text, Texts)
BARE = Slot(name="", kind="text", label="")
WORDING = load("en").wording


def leaves(node: Any) -> Iterator[Any]:
    """Everything that a plan holds: its values whole, its texts and numbers."""
    if isinstance(node, Struct) and not isinstance(node, VALUES):
        for name in node.__struct_fields__:
            yield from leaves(getattr(node, name))
    elif isinstance(node, dict):
        for name, value in node.items():
            yield from leaves(name)
            yield from leaves(value)
    elif isinstance(node, tuple):
        for each in node:
            yield from leaves(each)
    else:
        yield node


def rendered(plan: ReplyPlan, schema: Schema) -> str:
    """All that a plan holds, each value said by itself in every way that its slot may have it."""
    texts = []
    for leaf in (leaf for part in plan for leaf in leaves(part)):
        if isinstance(leaf, VALUES):
            for year in (0, plans.YEAR):
                locale = Locale(WORDING, schema, year)
                texts += [
                    value_words(locale, slot, leaf) for slot in (*schema.slots, Slot(name="", kind="text", label=""))
                ]
            if isinstance(leaf, Days):
                texts += [value_words(locale, schema.slots[0], Days(end, end)) for end in (leaf.first, leaf.last)]
        else:
            texts.append(str(leaf))
    return " ".join(texts)


@pytest.mark.parametrize("schema", plans.SCHEMAS, ids=lambda schema: schema.item)
@settings(max_examples=drawn(60), deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data(), variant=st.integers(0, 12))
def test_any_plan_is_said_in_whole_sentences(schema: Schema, data: st.DataObject, variant: int) -> None:
    plan = data.draw(plans.plans(schema))
    said = realise(plan, plans.locale(schema), variant)
    text = " ".join(sentence.text for sentence in said)
    assert not re.search(r"[{}]|\s\s|[.,;:!?]{2}|\s[.,;:!?]|\(\s|\s\)|\(\)", text), text
    for sentence in said:
        assert re.match(r"[A-Z0-9$€“]", sentence.text), sentence.text
        assert re.search(r"[.?!]$", sentence.text), sentence.text
        assert not re.search(r"[.?!] [a-z]", sentence.text), sentence.text
    deeds = [part for part in plan if isinstance(part, Confirm)]
    # "Zorb? I've nothing on that" echoes, and asks nothing.
    echoes = [each.text for each in said if any(isinstance(part, NotKnown) for part in each.parts)]
    echoed = sum(each.count("?") for each in echoes if not each.endswith("?"))
    assert text.count("?") - echoed <= max(len(deeds), 1), text
    assert not re.search(r"\ba (?:[aeio]|8)|\ban [bcdfgjkpqtvwz]|(?<![.,\d])1 \w+[^s]s\b", text), text
    assert said == realise(plan, plans.locale(schema), variant)
    assert all(part in plan for sentence in said for part in sentence.parts)


@pytest.mark.parametrize("schema", plans.SCHEMAS, ids=lambda schema: schema.item)
@settings(max_examples=drawn(60), deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data(), variant=st.integers(0, 12))
def test_every_number_and_name_is_the_plans(schema: Schema, data: st.DataObject, variant: int) -> None:
    plan = data.draw(plans.plans(schema))
    text = " ".join(sentence.text for sentence in realise(plan, plans.locale(schema), variant))
    held = rendered(plan, schema)
    for number in re.findall(r"\d[\d,.:]*\d|\d", text):
        assert number in re.findall(r"\d[\d,.:]*\d|\d", held), (number, text)
    for name in (*plans.WORDS, "Inn", "Manor", "Court", "Lodge", *WORDING.months):
        assert name not in text or name in held or name == "May", (name, text)
