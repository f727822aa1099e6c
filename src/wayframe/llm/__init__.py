"""Language models behind an OpenAI-compatible endpoint, where one is asked for: to understand, to word, or both.

They stand where rules and templates stand, and have these behind them: what a model gives is checked, and where it
gives nothing or something else, rules and templates do the work. Memory and catalogue never leave the house.
"""

from wayframe.llm.cassette import Cassette
from wayframe.llm.client import Client
from wayframe.llm.endpoint import Endpoint, LLMError, Prices, checked
from wayframe.llm.reader import LLMReader
from wayframe.llm.usage import Usage
from wayframe.llm.wording import LLMWording

__all__ = ["Cassette", "Client", "Endpoint", "LLMError", "LLMReader", "LLMWording", "Prices", "Usage", "checked"]
