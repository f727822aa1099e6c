"""Packages: hotels and flights in an SQLite catalogue, generated, imported, searched, suggested from."""

from wayframe.packages.catalogue import Catalogue, Relaxation, Suggestion
from wayframe.packages.facts import facts
from wayframe.packages.generator import Plan, default_catalogue, default_path, default_path_made, generate
from wayframe.packages.importer import Imported, import_corpus
from wayframe.packages.query import Query, search_record

__all__ = [
    "Catalogue",
    "Imported",
    "Plan",
    "Query",
    "Relaxation",
    "Suggestion",
    "default_catalogue",
    "default_path",
    "default_path_made",
    "facts",
    "generate",
    "import_corpus",
    "search_record",
]
