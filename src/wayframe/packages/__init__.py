"""Packages: hotels and flights in an SQLite catalogue, generated, imported, searched, suggested from."""

from wayframe.packages.catalogue import Catalogue, Summary
from wayframe.packages.home import default_catalogue, default_path
from wayframe.packages.query import Query, search_record

__all__ = ["Catalogue", "Query", "Summary", "default_catalogue", "default_path", "search_record"]
