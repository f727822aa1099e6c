"""A bot in a process of its own, started in a moment and killed at any: a fork of one that has everything loaded."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Self


class Nursery:
    """A process that makes bots of itself, on one study and one workspace."""

    def __init__(self, folder: Path, catalogue: Path, api: str) -> None:
        command = [sys.executable, __file__, str(folder), str(catalogue), api]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self._bots: list[int] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        for bot in self._bots:
            kill(bot)
        self._process.kill()
        self._process.communicate(timeout=200)

    def bot(self) -> int:
        """The number of a new process with a bot."""
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write("\n")
        self._process.stdin.flush()
        self._bots.append(int(self._process.stdout.readline()))
        return self._bots[-1]


def kill(number: int) -> None:
    """End a process at once: SIGKILL."""
    with suppress(ProcessLookupError):
        os.kill(number, signal.SIGKILL)


async def _serve(folder: Path, catalogue: Path, api: str) -> None:
    with Catalogue(catalogue) as opened, collecting(folder, opened, clock=Now(), slack=SlackTable()) as collection:
        settings = BotSettings(TOKEN, api, PAGES, app_token=APP_TOKEN)
        async with SlackBot(collection, settings, pace=0, settling=0.02, lease=0.4).open():
            await asyncio.sleep(3600)


if __name__ == "__main__":
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # no zombies
    from slack_server import APP_TOKEN, TOKEN
    from slack_study import PAGES, Now
    from studies import collecting
    from wayframe.collection.study import SlackSettings as SlackTable
    from wayframe.packages import Catalogue
    from wayframe.slack import BotSettings, SlackBot

    for _ in sys.stdin:
        child = os.fork()
        if not child:
            asyncio.run(_serve(Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3]))
            os._exit(0)
        print(child, flush=True)
