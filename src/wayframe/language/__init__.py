"""Language packs: the words of a language as data, one folder of TOML files each."""

from wayframe.language.pack import Pack, load

__all__ = ["Pack", "load"]
