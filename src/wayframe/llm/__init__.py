"""Language models behind an OpenAI-compatible endpoint, where one is asked for: to understand, to word, or to act.

They stand where rules and templates stand, and have these behind them: what a model gives is checked, and where it
gives nothing or something else, rules and templates do the work. One that acts is told what its tools answer; else
memory and catalogue stay in the house but for what a prompt holds.
"""

from wayframe.llm.bare_agent import BareAgent
from wayframe.llm.cassette import Cassette
from wayframe.llm.client import Client
from wayframe.llm.endpoint import Endpoint, LLMError, Prices, checked
from wayframe.llm.reader import LLMReader
from wayframe.llm.tool_agent import ToolAgent
from wayframe.llm.usage import Usage
from wayframe.llm.wording import LLMWording

__all__ = [
    "BareAgent",
    "Cassette",
    "Client",
    "Endpoint",
    "LLMError",
    "LLMReader",
    "LLMWording",
    "Prices",
    "ToolAgent",
    "Usage",
    "checked",
]
