"""A process that serves a study: its pages, and its bot in Slack where it has one."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

if TYPE_CHECKING:
    from wayframe.collection.study import StudySettings
    from wayframe.slack import BotSettings

FACTORY = "wayframe.cli.collect.process:app"
"""What the server's processes make their application with."""

_VARIABLE = "WAYFRAME_COLLECTING"  # tells them what they serve


class ServedStudy(msgspec.Struct, frozen=True):
    """Settings of a served study: its folder, the address of its pages, the host names it answers to (None: any)."""

    folder: str
    pages: str
    hosts: tuple[str, ...] | None = None

    def announce(self) -> None:
        """Tell the processes that this one starts."""
        os.environ[_VARIABLE] = msgspec.json.encode(self).decode()


def app() -> Any:
    """The application of what was announced."""
    from wayframe.collection import collection, study
    from wayframe.web.collect.app import application
    from wayframe.web.serving import close_at_the_end

    served = msgspec.json.decode(os.environ[_VARIABLE], type=ServedStudy)
    opened = collection.opened(study.read(Path(served.folder)))
    made = application(opened, hosts=served.hosts)
    if found := bot_settings(opened.study, served.pages):
        from wayframe.slack import SlackBot

        SlackBot(opened, found).mount(made)
    close_at_the_end(made, opened.close)
    return made


def bot_settings(study: StudySettings, pages: str) -> BotSettings | None:
    """Return the settings of a study's bot; None where there is none. Raises `InputError` for what is missing."""
    if study.slack is None:
        return None
    from wayframe.slack import settings

    return settings(study.slack, os.environ, pages)
