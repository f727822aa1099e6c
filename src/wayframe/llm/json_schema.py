"""JSON schemas of what a model answers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

TEXT: dict[str, Any] = {"type": "string"}
YES_NO: dict[str, Any] = {"type": "boolean"}
INTEGER: dict[str, Any] = {"type": "integer"}


def obj(**properties: Any) -> dict[str, Any]:
    """Return the JSON schema of an object that has all of these properties and no others."""
    required = list(properties)
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


def listed(items: Mapping[str, Any]) -> dict[str, Any]:
    """Return the JSON schema of a list."""
    return {"type": "array", "items": items}


def ref(name: str) -> dict[str, Any]:
    """Return a reference to a JSON schema that the whole has once, by name, under `$defs`."""
    return {"$ref": f"#/$defs/{name}"}


def one_of(texts: Iterable[str]) -> dict[str, Any]:
    """Return the JSON schema of one of some texts."""
    return {"type": "string", "enum": list(texts)}
