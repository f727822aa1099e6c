"""Set phrases of a language: whole turns that many people say, from `language/<code>/phrases.toml`."""

from __future__ import annotations

from msgspec import Struct

from wayframe.language.lexicon import Phrases


class PhraseFamily(Struct, frozen=True, forbid_unknown_fields=True):
    """Turns that mean the same, and their meaning, in the notation of `wayframe.meaning.notation`, by the moment.

    `asking` is once the agent asked for slots (where to go, which begins a search, is still the opening),
    `confirming` once it asked for a yes or no, `booked` right after something was booked, cancelled or changed,
    `nothing` after nothing fitted, `compared` after a comparison, `single` while one option is spoken of, `listed`
    while several are, `opening` before anything was offered, and `any` is each other moment. A moment with "-" is left
    to the rest of the reader. `{place}`, `{rating}`, `{price}` and `{stock}` are the schema's slots; of meanings with
    " | " between them the first is taken of which it has all. Of `asks_first` the deeds are asked about before they
    are done.
    """

    said: Phrases
    any: str = ""
    opening: str = ""
    listed: str = ""
    single: str = ""
    compared: str = ""
    nothing: str = ""
    booked: str = ""
    confirming: str = ""
    asking: str = ""
    asks_first: bool = False


class Phrasebook(Struct, frozen=True, forbid_unknown_fields=True):
    """The families of set phrases, and the words that may stand before or behind any and add nothing.

    With one of `requesting` among its words no turn is of a family that asks first.

    In a phrase, "{it}" stands for any of the words of `it`, and "{items}" for a noun of `nouns` or one that the schema
    has for its items, behind any of the `determiners` or none.
    """

    before: Phrases
    behind: Phrases
    requesting: Phrases
    it: Phrases
    nouns: Phrases
    determiners: Phrases
    families: tuple[PhraseFamily, ...]
