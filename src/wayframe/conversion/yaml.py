"""YAML 1.2 as far as the conversions write it: blocks of maps and lists, strings in double quotes."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

Value: TypeAlias = "str | bool | int | Sequence[Value] | Mapping[str, Value]"

# JSON strings are YAML strings but for these: not printable in YAML, or a line's end to some readers.
_UNPRINTABLE = re.compile("[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]")


def quoted(text: str) -> str:
    """`text` in double quotes, on one line."""
    return _UNPRINTABLE.sub(lambda match: f"\\u{ord(match[0]):04x}", json.dumps(text, ensure_ascii=False))


def block(value: Mapping[str, Value]) -> str:
    """A map, an entry a line, with all that it holds below it."""
    return "".join(f"{line}\n" for line in _map(value))


def _map(value: Mapping[str, Value]) -> Iterator[str]:
    for key, held in value.items():
        if isinstance(held, Mapping):
            yield f"{key}:"
            yield from (f"  {line}" for line in _map(held))
        elif isinstance(held, Sequence) and not isinstance(held, str):
            yield f"{key}:"
            for item in held:
                first, *later = _map(item) if isinstance(item, Mapping) else [_scalar(item)]
                yield f"- {first}"
                yield from (f"  {line}" for line in later)
        else:
            yield f"{key}: {_scalar(held)}"


def _scalar(value: Value) -> str:
    return quoted(value) if isinstance(value, str) else json.dumps(value)
