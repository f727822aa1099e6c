"""An answer of a model is found in whatever the model, or its server, wraps it in."""

from __future__ import annotations

import json
import time
from typing import Any

import msgspec
import pytest

from wayframe.llm.answers import Message, read_as
from wayframe.llm.endpoint import AnswerError


class City(msgspec.Struct):
    city: str


ROME = '{"city": "Rome"}'
ATHENS = '{"city": "Athens"}'


@pytest.mark.parametrize(
    "text",
    [
        ROME,
        f"```json\n{ROME}\n```",
        f"```JSON\n{ROME}\n```",
        f"```jsonc\r\n{ROME}\r\n```",
        f"~~~\n{ROME}\n~~~",
        f"```json {ROME} ```",
        f"```json\n{ROME}",
        f"Here you are:\n```\n{ROME}\n```\nAnything else?",
        f"Here is the JSON: {ROME}",
        f"{ROME}\nHope that helps {{smiles}}.",
        f'A city fits in {{braces}}, or in {{"town": "Rome"}}; so: {ROME}',
        f"First I thought of {ATHENS}, but no: {ROME}",
        f"<think>{ATHENS}?</think>\n{ROME}",
        f"Hm, {ATHENS}?\n</think>\n\n{ROME}",
        f'Hm, {ATHENS}, or {{"town": ...?\n</think>\n\n{ROME}',
        f"<think>a</think><think>b {ATHENS}</think>{ROME}",
        f"<thinking>{ATHENS}</thinking>{ROME}",
        f"[THINK]{ATHENS}[/THINK]{ROME}",
        f"<think>```json\n{ATHENS}\n```</think>```json\n{ROME}\n```",
        f"<|channel|>analysis<|message|>{ATHENS}?<|end|><|start|>assistant<|channel|>final<|message|>{ROME}<|return|>",
        f"<|channel|>final <|constrain|>json<|message|>{ROME}",
        f"<|channel|>commentary to=functions.city <|constrain|>json<|message|>{ROME}<|call|>",
        f"analysis Not {ATHENS}. assistantfinal{ROME}",
    ],
)
def test_json_is_found_in_what_models_wrap_it_in(text: str) -> None:
    assert read_as(text, City) == City("Rome")


@pytest.mark.parametrize("said", ["{", "}", '"', "\\", "```", "</think> Rome", '{"city": "Athens"}', "<think>"])
@pytest.mark.parametrize("text", ["{}", "```json\n{}\n```", "So: {}!"])
def test_nothing_inside_the_answer_counts_as_a_wrapping(said: str, text: str) -> None:
    assert read_as(text.replace("{}", json.dumps({"city": said})), City) == City(said)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Rome, of course!",
        "```json\nRome\n```",
        '{"city": "Ro',
        '{"city": 5}',
        '{"town": "Rome"}',
        f'{{"towns": [{ROME}',  # an object that is cut off, and not one inside it
        f'{{"towns": [{ROME}]}}',
        f"<think>{ROME}? I have to think about",  # thoughts that are cut off
        f"<|channel|>analysis<|message|>{ROME}? I have to",
        "[" * 50_000,
        '{"' * 50_000,
        '{"a":' * 50_000,
        '{"' + '\\"' * 50_000,
        "<think>" * 50_000,
        "</think>" * 50_000,
        "<|channel|>analysis<|message|>" * 10_000,
    ],
)
def test_another_answer_is_none_and_that_is_soon_known(text: str) -> None:
    start = time.process_time()
    with pytest.raises(AnswerError, match=r"^an answer of another form$"):
        read_as(text, City)
    assert time.process_time() - start < 1


def message(**fields: Any) -> Message:
    return msgspec.convert(fields, Message)


def call(arguments: object) -> dict[str, Any]:
    return {"id": "1", "type": "function", "function": {"name": "city", "arguments": arguments}}


@pytest.mark.parametrize(
    "said",
    [
        message(content=ROME),
        message(content=ROME, reasoning_content=ATHENS),
        message(content=[{"type": "text", "text": '{"city":'}, {"type": "text", "text": ' "Rome"}'}]),
        message(content=[{"type": "thinking", "thinking": [{"text": ATHENS}]}, {"type": "text", "text": ROME}]),
        message(content=None, tool_calls=[call(ROME)]),
        message(content="I will call a tool.", tool_calls=[call(ROME)]),
        message(content="", tool_calls=[call({"city": "Rome"})]),
        message(content=ROME, tool_calls=[call(None)]),
        message(content=ROME, tool_calls=None),
    ],
)
def test_the_answer_of_a_message_is_its_text_or_the_arguments_of_its_tool(said: Message) -> None:
    assert read_as(said.answer, City) == City("Rome")
