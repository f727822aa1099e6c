"""What a language model is told beside a question, and what is known of the recordings of its answers.

Beside the recordings of a folder stands `told.toml`: by whom, when and through what each was answered, and a hash of
the instructions, the form and the tools for each catalogue that it is about.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable, Mapping
from datetime import date
from functools import cache
from hashlib import blake2s
from pathlib import Path
from typing import Any

from msgspec import Struct, convert

from llm_server import PATIENT, content, model
from wayframe.agent import Agent, embedded_reader
from wayframe.catalogues import lexicon_of, open_source, source_of
from wayframe.conversation import Sentence
from wayframe.llm import BareAgent, Client, Endpoint, LLMReader, LLMWording, ToolAgent
from wayframe.packages import default_catalogue
from wayframe.simulation.llm_user import MANNERS, LLMUser
from wayframe.sources.protocol import Source

ROOT = Path(__file__).parent.parent
FOLDERS = (ROOT / "tests" / "voices" / "recorded", ROOT / "tests" / "llm" / "recorded")
TODAY = date(2026, 8, 3)


class Recorded(Struct, frozen=True, forbid_unknown_fields=True):
    """What is known of a recording: see the heads of the files.

    `told` are hashes by catalogue and prompt ("trips reader"), taken on the day `hashed`; `then` says what is known of
    what was told when it was answered.
    """

    by: str
    answered: tuple[date, ...]
    through: str
    then: str
    hashed: date | None = None
    told: Mapping[str, str] = {}


def recordings(folder: Path) -> dict[str, Recorded]:
    """Return what is known of the recordings of a folder, by their names."""
    return convert(tomllib.loads((folder / "told.toml").read_text(encoding="utf-8")), dict[str, Recorded])


@cache
def source(catalogue: str) -> Source:
    """Return a catalogue: trips, or a file of the project."""
    if catalogue == "trips":
        return source_of(default_catalogue())
    return open_source(str(ROOT / catalogue), today=TODAY)


def _read(client: Client, over: Source) -> None:
    agent = Agent(over)
    nothing_said = agent.context(agent.state(agent.open()), ())
    LLMReader(client, embedded_reader(over)).read("What would you do?", nothing_said)


def _respond(agent: ToolAgent | BareAgent) -> None:
    agent.respond(agent.open(), "What would you do?")


ASKING: Mapping[str, Callable[[Client, Source], Any]] = {
    "reader": _read,
    "tools": lambda client, over: _respond(ToolAgent(over, client)),
    "bare": lambda client, over: _respond(BareAgent(Agent(over), client)),
    "wording": lambda client, over: LLMWording(client, lexicon_of(over), TODAY, over.schema)([Sentence("Hi!", ())]),
    "user": lambda client, over: LLMUser(client, "Find a trip.", MANNERS[0]).says(),
}
"""The ways to have a model asked, by its part."""


@cache
def told(catalogue: str, part: str) -> str:
    """Return a hash of what a model is told for its part over a catalogue, but for the question."""
    with model(lambda asked, number: content("")) as server:
        ASKING[part](Client(Endpoint(server.url, "m", PATIENT, retries=0)), source(catalogue))
        asked = server.asked[0]
    system = asked["messages"][0]["content"]
    text = json.dumps([system, asked.get("response_format"), asked.get("tools")], sort_keys=True)
    return blake2s(text.encode(), digest_size=6).hexdigest()
