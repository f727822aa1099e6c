"""Addresses in the cells of a table: of pictures, which are shown, and of web pages, which are linked."""

from __future__ import annotations

import re

PICTURE, LINK = "picture", "link"
"""The formats of a text that is an address."""

_WEB = re.compile(r"https?://[^\s<>\"']+", re.IGNORECASE)
_PICTURE = re.compile(r"[^\s<>\"'?#][^<>\"'?#]*\.(?:avif|gif|jpe?g|png|svg|webp)(?:[?#]\S*)?", re.IGNORECASE)


def is_web(text: str) -> bool:
    """Return whether a text is an address on the web."""
    return bool(_WEB.fullmatch(text))


def is_picture(text: str) -> bool:
    """Return whether a text is the address of a picture: on the web, or a file beside the table."""
    if "://" in text and not is_web(text):
        return False
    return bool(_PICTURE.fullmatch(text))


def format_of(text: str) -> str:
    """Return the format of a text as an address; empty where it is none."""
    if is_picture(text):
        return PICTURE
    return LINK if is_web(text) else ""
