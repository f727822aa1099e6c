"""The realiser: a reply plan in words, for every schema, with all words from the language pack."""

from wayframe.realiser.realise import Sentence, realise

__all__ = ["Sentence", "realise"]
