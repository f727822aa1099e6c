"""The pictures of a catalogue: which sites they come from, and the files that lie beside its table."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import quote, urlsplit

from wayframe.schema.addresses import PICTURE, is_picture, is_web
from wayframe.service import NotFoundError
from wayframe.sources.protocol import Source

MOST_SITES = 12
"""Sites that are named one by one to browsers; of more, all are allowed."""


class CataloguePictures:
    """The pictures that the items of a source have: no other file is served, and no other site is asked."""

    def __init__(self, source: Source) -> None:
        slots = [slot.name for slot in source.schema.slots if slot.is_address and slot.format == PICTURE]
        held = [text for slot in slots for text in source.names(slot) if is_picture(text)]
        self._folder = Path(source.name.partition("#")[0]).parent.resolve()
        self._files = frozenset(text.casefold() for text in held if not is_web(text))
        self._sites = sorted({_site(text) for text in held if is_web(text)})

    @property
    def sites(self) -> list[str]:
        """The sites from which pictures may come, as a content security policy names them."""
        return self._sites if len(self._sites) <= MOST_SITES else ["http:", "https:"]

    def file(self, name: str) -> Path:
        """Return the file of a picture. Raises `NotFoundError` where the catalogue has none of that name."""
        path = (self._folder / name).resolve()
        if name.casefold() not in self._files or not path.is_relative_to(self._folder) or not path.is_file():
            raise NotFoundError(name)
        return path


def _site(address: str) -> str:
    parts = urlsplit(address)
    return f"{parts.scheme}://{parts.netloc}".lower()


def address(picture: str) -> str:
    """Return where the page finds a picture: on the web, or among the service's own files."""
    return picture if is_web(picture) else f"/pictures/{quote(picture)}"
