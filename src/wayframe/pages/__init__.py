"""HTML pages that need nothing from elsewhere: no font, no picture, no address; light and dark, wide and narrow."""

from __future__ import annotations

import re
from html import escape
from importlib.resources import files

COLOURS = files("wayframe.pages").joinpath("colours.css").read_text("utf-8")
"""The colours as CSS variables, light and dark."""

LIGHT = dict(re.findall(r"--([\w-]+): (#\w+)", COLOURS.partition("@media")[0]))
"""The light colours by name."""

_STYLE = COLOURS + files("wayframe.pages").joinpath("page.css").read_text("utf-8")


def page(title: str, body: str, style: str = "") -> str:
    """A whole page; `body` is HTML with an element of id `content`, which a keyboard can skip to; `style` is CSS."""
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(title)}</title>
<style>{_STYLE}{style}</style>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
{body}
<footer>Made by wayframe. Nothing in this page is fetched from elsewhere.</footer>
</body>
</html>
"""
