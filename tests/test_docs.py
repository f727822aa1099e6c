"""What README.md, docs/*.md and every --help promise holds: their commands run, as a reader would type them.

A reader stands in the checkout and has a corpus. Here that is a copy of what the commands touch of the checkout, and a
small corpus that the simulator wrote; how many conversations, contexts and processes a command is about is made small.
A block that can't be run says why in a comment before it. `pip install '.[EXTRA]'` is not run: it needs an index.
"""

from __future__ import annotations

import json
import os
import re
import runpy
import shlex
import shutil
import subprocess
import sys
import time
import tomllib
from collections.abc import Callable, Iterator
from http.client import HTTPConnection
from importlib.metadata import distribution
from importlib.util import find_spec
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
import typer
from msgspec.structs import replace

import air_samples
from commanding import wayframe
from documents import PAGES, ROOT, Block, Command, blocks, commands, mentioned
from serving import free_port
from wayframe import corpus
from wayframe.cli.main import command_line
from wayframe.dialogue import Dialogue
from wayframe.folds import FOLDS
from wayframe.packages import default_path

AMOUNTS = {
    r"-n \d+": "-n 10",
    r"--tasks \d+ --save": "--tasks 10 --save",  # by ten users
    r"--tasks \d{3,}": "--tasks 2",
    r"--trials \d+": "--trials 2",
    r"--jobs \d+": "--jobs 1",
    r"--seeds \d+": "--seeds 1 --dialogues 20",
    r"packages generate": "packages generate --packages 2000",
}
"""How amounts in commands are made small."""

FILES = {
    "FRAMES": "frames.json",
    "DATA": "data.json",
    "KB": "kb.json",
    "PRED": "pred.jsonl",
    "TARGETS": "targets.txt",
    "RESPONSES": "responses.txt",
    "REPLIES": "replies.txt",
    "LISTS": "lists",
    "[KB]": "kb.json",
    "my_package:MyTracker": "my_package.trackers:MyTracker",
}
"""Names that stand for a file of the reader's."""

LACKING = re.compile(r"needs? .*: .* install ")


class Reader:
    """Somebody who types the commands of a page, in a folder of their own."""

    def __init__(self, folder: Path, home: Path) -> None:
        self.folder = folder
        self.environment = {
            "WAYFRAME_HOME": str(home),
            "SECRET": "a secret of at least so many letters",
            "BROWSER": "true",
            "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        }
        self.printed = dict[str, str]()
        """What each command printed."""
        self.lacking = set[str]()
        """What couldn't be run, as a library isn't installed."""

    def read(self, block: Block) -> None:
        """Do what a block shows: type its commands, run its code, write its file."""
        if block.file:
            (self.folder / block.file).write_text(block.text, "utf-8")
        elif block.language == "python":
            self.python(block)
        elif block.language == "toml":
            tomllib.loads(block.text)
        elif block.language == "json":
            self.configured(json.loads(block.text))
        elif block.language == "console":
            self.console(block)

    def console(self, block: Block) -> None:
        typed = commands(block)
        assert typed, f"{block.place}: a console block without a command"
        if any(command.programs() is None for command in typed):
            self.shell(block, typed)
            return
        for command in typed:
            for program in Command(small(command.text), ()).programs() or ():
                self.run(block.place, program, command.answers)

    def run(self, place: str, program: list[str], answers: tuple[str, ...] = ()) -> None:
        """Run a program, in this process if it doesn't serve."""
        if program[:3] == ["pip", "install", program[-1]]:
            assert set(extras(program[-1])) <= set(distribution("wayframe").metadata.get_all("Provides-Extra") or ())
            return
        assert program[0] == "wayframe", f"{place}: {program}"
        arguments = [os.path.expandvars(FILES.get(word, word)) for word in program[1:]]
        if arguments[0] == "serve" or arguments[:2] == ["collect", "serve"] or "--http" in arguments:
            self.served(place, arguments)
            if arguments[0] == "collect" and not self.lacking:
                talk(self.folder / arguments[2], self.folder / "small.sqlite")
            return
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(sys, "path", [*sys.path])
            stdin = "".join(f"{line}\n" for line in answers)
            done = wayframe(*arguments, stdin=stdin, cwd=self.folder, **self.environment)
        self.printed[" ".join(program)] = done.stdout
        self.check(place, program, done.returncode, done.stderr)

    def check(self, place: str, program: list[str] | str, code: int, said: str) -> None:
        """Check that a program ran; one that lacks a library can't, nor can what begins with its results."""
        if code == 2 and (self.lacking or LACKING.search(said)):
            self.lacking.add(said.strip().removeprefix("wayframe: "))
            return
        assert code == 0, f"{place}: {program}: exit code {code}: {said}"

    def served(self, place: str, arguments: list[str], ask: Callable[[int], None] | None = None) -> None:
        """Serve in a thread of this process, ask once, stop."""
        name = arguments[arguments.index("--name") + 1] if "--name" in arguments else "localhost"
        asked = list[int]()

        def serve_and_ask(server: Any, sockets: Any = None) -> None:
            thread = Thread(target=serve, args=(server, sockets))
            thread.start()
            try:
                asked.append(answered(server.config.port, name))
                if ask:
                    ask(server.config.port)
            finally:
                server.should_exit = True
                thread.join()

        with pytest.MonkeyPatch.context() as patch:
            if find_spec("uvicorn"):
                import uvicorn

                serve = uvicorn.Server.run
                patch.setattr(uvicorn.Server, "run", serve_and_ask)
            for variable in ("WAYFRAME_SERVING", "WAYFRAME_COLLECTING"):  # which a server sets for its processes
                patch.delenv(variable, raising=False)
            done = wayframe(*arguments, "--port", free_port(), cwd=self.folder, **self.environment)
        self.check(place, arguments, done.returncode, done.stderr)
        assert asked == [200] or self.lacking, f"{place}: {arguments}"

    def shell(self, block: Block, typed: list[Command]) -> None:
        """Run the commands of a block in a shell; what they ask of localhost, a server of theirs answers."""
        script = "\n".join(["set -euo pipefail", *(small(command.text) for command in typed)])
        for name, file in FILES.items():
            script = re.sub(rf"(?<![\w.-]){re.escape(name)}(?![\w.-])", file, script)
        if "localhost:8000" not in script:
            self.script(block.place, script)
        elif shutil.which("curl"):
            self.served(
                block.place,
                ["serve"],
                lambda port: self.script(block.place, script.replace("localhost:8000", f"localhost:{port}")),
            )
        else:
            self.lacking.add("curl")

    def script(self, place: str, script: str) -> None:
        environment = os.environ | self.environment
        done = subprocess.run(["bash", "-c", script], cwd=self.folder, env=environment, capture_output=True, text=True)
        self.check(place, script, done.returncode, done.stderr)

    def python(self, block: Block) -> None:
        """Run a block of Python, as a file of its own."""
        path = self.folder / "block.py"
        path.write_text(block.text, "utf-8")
        if "from mcp" in block.text and find_spec("mcp"):  # starts programs, which need the stderr of a process
            self.script(block.place, f"{shlex.quote(sys.executable)} {path.name}")
            return
        with pytest.MonkeyPatch.context() as patch:
            patch.chdir(self.folder)
            for name, value in self.environment.items():
                patch.setenv(name, value)
            try:
                runpy.run_path(str(path))
            except ModuleNotFoundError as error:
                self.lacking.add(str(error.name))

    def configured(self, settings: Any) -> None:
        """Start the programs of an MCP configuration and greet them."""
        greeting = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}
        request = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": greeting}
        for server in settings["mcpServers"].values():
            assert server["command"] == "wayframe"
            self.run("MCP", ["wayframe", *server["args"]], (json.dumps(request),))
            printed = self.printed[" ".join(["wayframe", *server["args"]])]
            if not self.lacking:
                assert json.loads(printed)["result"]["serverInfo"]["name"] == "wayframe"


def small(command: str) -> str:
    """Return a command with small amounts."""
    for pattern, replacement in AMOUNTS.items():
        command = re.sub(pattern, replacement, command)
    return command


def extras(requirement: str) -> list[str]:
    """Return the extras of `.[web,mcp]`; of nothing else a reader has a folder."""
    found = re.fullmatch(r"\.\[([\w,]+)\]", requirement)
    assert found, requirement
    return found[1].split(",")


def answered(port: int, name: str) -> int:
    """Return the status with which a server says that it is well, once it listens."""
    deadline = time.monotonic() + 60
    while True:
        connection = HTTPConnection("127.0.0.1", port, timeout=60)
        try:
            connection.request("GET", "/healthz", headers={"Host": name})
            return connection.getresponse().status
        except ConnectionRefusedError:
            assert time.monotonic() < deadline, "the server doesn't listen"
            time.sleep(0.05)
        finally:
            connection.close()


def talk(folder: Path, catalogue: Path) -> None:
    """Let two people talk in a study, over a small catalogue."""
    from studies import of_trips, paired
    from wayframe.collection.collection import opened
    from wayframe.collection.study import read
    from wayframe.packages import Query

    settings = folder / "study.toml"
    text = settings.read_text("utf-8").replace('catalogue = "default"', f'catalogue = "{catalogue}"')
    settings.write_text(text, "utf-8")
    study = opened(read(folder))
    user, wizard, number = paired(study)
    study.sessions.say(user, number, "Hello! From Montreal to Tokyo, please. Write to me@example.org.")
    if study.study.over_trips:
        found = of_trips(study.sessions.search(wizard, number, Query(or_city="Montreal", dst_city="Tokyo")))
        study.sessions.say(wizard, number, f"There is {found.results[0].hotel.name}.")
    study.sessions.end(user, number)
    study.sessions.answer(user, number, {"rating": 5, "comment": None})
    study.sessions.answer(wizard, number, {"fulfilled": True, "comment": None})
    study.close()


@pytest.fixture(scope="module")
def checkout_path(tmp_path_factory: pytest.TempPathFactory, catalogue_path: Path) -> Path:
    """What a reader has: the checkout, and corpora; small ones of our own in place of the published ones."""
    folder = tmp_path_factory.mktemp("reader") / "checkout"
    folder.mkdir()
    shutil.copytree(ROOT / "examples", folder / "examples")
    (folder / "small.sqlite").symlink_to(catalogue_path)
    users = [user for users in FOLDS.values() for user in users]
    simulated = list[Dialogue]()
    for seed in (0, 1):
        done = wayframe(
            *("simulate", "--tasks", 11, "--agent", "rules", "--catalogue", catalogue_path),
            *("--seed", seed, "--save", folder / "simulated.json"),
        )
        assert done.returncode == 0, done.stderr
        simulated += corpus.read(folder / "simulated.json")
    everything = [
        replace(dialogue, id=f"{IDS.get(number, number)}", user_id=users[number % len(users)])
        for number, dialogue in enumerate(simulated)
    ]
    dialogues, others = everything[:11], everything[11:]
    for name in ("frames.json", "monday.jsonl", "week.jsonl"):
        corpus.write(folder / name, dialogues)
    corpus.write(folder / "other.json", others)  # on which a model that was trained on the first may be tested
    corpus.write(folder / "tuesday.jsonl", [replace(dialogue, id=f"t-{dialogue.id}") for dialogue in dialogues])
    corpus.write(folder / "trip.json", dialogues[:1])
    evaluated = wayframe("track", "evaluate", folder / "frames.json", "--json", "--no-baselines").stdout
    for name in ("rules.json", "mine.json", "A.json", "B.json"):
        (folder / name).write_text(evaluated, "utf-8")
    flights(folder)
    for module, source in (("trackers", "docs/tracking.md"), ("players", "docs/airdialogue.md")):
        package = folder / "my_package"
        package.mkdir(exist_ok=True)
        (written,) = (block.text for block in blocks(ROOT / source) if block.file)
        (package / f"{module}.py").write_text(re.sub(r"class (\w+)", f"class {MINE[module]}", written), "utf-8")
    return folder


IDS = {0: "2cf799f2", 1: "0a1b2c3d"}
"""Dialogues that pages and examples name."""

MINE = {"trackers": "MyTracker", "players": "MyAgent"}


def flights(folder: Path) -> None:
    """Write AirDialogue's files: samples, contexts, what is predicted, names, a player that is any program."""
    data, kb = air_samples.written(folder, *[(air_samples.sample(), air_samples.base())] * 3)
    for name in ("train", "dev"):
        shutil.copy(data, folder / f"{name}_data.json")
        shutil.copy(kb, folder / f"{name}_kb.json")
    shutil.copy(data, folder / "data.jsonl")
    shutil.copy(kb, folder / "kb.jsonl")
    shutil.copy(data, folder / "played.jsonl")
    shutil.copy(data, folder / "pred.jsonl")
    (folder / "replies.txt").write_text("Where to? | | | \n" * 3, "utf-8")
    (folder / "targets.txt").write_text("none|Where to ? <t2>\n" * 3, "utf-8")
    (folder / "responses.txt").write_text("Where from ?\n" * 3, "utf-8")
    (folder / "lists").mkdir()
    (folder / "lists" / "airport.txt").write_text("OSL:Oslo\nLIS:Lisbon\nATL:Atlanta\n", "utf-8")
    (folder / "lists" / "first_names.txt").write_text("Ida\nBo\n", "utf-8")
    (folder / "lists" / "last_names.txt").write_text("Moss\nEk\n", "utf-8")
    (folder / "step.sh").write_text('#!/bin/sh\nsed \'s/.*/Hello. | | | /\' "$2" > "$1"\n', "utf-8")
    (folder / "step.sh").chmod(0o755)


@pytest.fixture
def reader(checkout_path: Path, catalogue_path: Path, tmp_path: Path) -> Iterator[Reader]:
    """A reader in a copy of the checkout; what they have no library for is said when all else was done."""
    folder, home = tmp_path / "checkout", tmp_path / "home"
    shutil.copytree(checkout_path, folder, symlinks=True)
    home.mkdir()
    (home / default_path().name).symlink_to(catalogue_path)
    yield (found := Reader(folder, home))
    if found.lacking:
        pytest.skip(f"all but what needs a library: {'; '.join(sorted(found.lacking))}")


@pytest.mark.long
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_what_a_page_shows_runs(page: Path, reader: Reader) -> None:
    for block in blocks(page):
        if block.not_run is None:
            reader.read(block)
    if page.name == "collect.md" and not reader.lacking:
        assert "ended 1" in reader.printed["wayframe collect status pilot"]
        assert "me@example.org" in reader.printed["wayframe collect export pilot --preview"]
        made = reader.folder / "pilot-corpus"
        assert {"frames.json", "README.md", "report.html"} <= {each.name for each in made.iterdir()}
        assert "me@example.org" not in (made / "frames.json").read_text("utf-8")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_blocks_are_of_a_kind_that_is_run_or_is_no_command(page: Path) -> None:
    found = blocks(page)
    assert {block.language for block in found} <= {"console", "python", "toml", "json", "yaml", "text"}
    for block in found:
        assert block.language == "console" or not re.search(
            r"^(\$ |wayframe [a-z]|pip |make )", block.text, re.MULTILINE
        )
    outside = re.sub(r"^ *```.*?^ *```", "", page.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)
    assert not re.findall(r"^ {4,}(?:\$|wayframe|pip|make|export|python) .*", outside, re.MULTILINE)


PROGRAM: Any = typer.main.get_command(command_line())


def leaf(words: list[str]) -> tuple[Any, list[str]]:
    """Return the command that words lead to, and what stands behind it."""
    command = PROGRAM
    while words and words[0] in getattr(command, "commands", {}):
        command, words = command.commands[words[0]], words[1:]
    return command, words


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_commands_and_options_that_a_page_names_are_there(page: Path) -> None:
    for text in mentioned(page):
        command, rest = leaf(Command(text, ()).words()[1:])
        named = not hasattr(command, "commands") or not rest or rest[0] in ("...", "…")
        assert named, f"{page.name}: {text}: no command {rest[:1]}"
        known = {option for parameter in command.params for option in (*parameter.opts, *parameter.secondary_opts)}
        unknown = [word for word in rest if re.match(r"--?[a-z]", word) and word not in {*known, "--help"}]
        assert not unknown, f"{page.name}: {text}: no option {unknown}"


def examples(command: Any = PROGRAM, path: str = "wayframe") -> Iterator[tuple[str, str]]:
    """Yield each command with an example of its help."""
    for text in (command.help, command.epilog):
        for example in re.findall(r"Example: (.*)", text or ""):
            yield path, example
    for name, below in getattr(command, "commands", {}).items():
        yield from examples(below, f"{path} {name}")


NOT_RUN = {"--llm": "asks a language model, which has to be there", "data get": "fetches a corpus from its owners"}
"""Examples that a test can't run, by a part of them, and the reason."""

BEFORE = {
    "track": "wayframe track predict frames.json --fold 4 -o predictions.json",
    "air": "wayframe air start data.jsonl -o state.json --for-customer shown.json",
}
"""What makes the files that the examples of a group begin with."""


@pytest.mark.long
@pytest.mark.parametrize("group", sorted(PROGRAM.commands))
def test_the_examples_of_help_run(group: str, reader: Reader) -> None:
    found = [example for path, example in examples() if path.split()[1:2] == [group]]
    assert found
    for example in ([BEFORE[group]] if group in BEFORE else []) + found:
        if not any(part in example for part in NOT_RUN):
            if example == "wayframe collect init pilot":
                shutil.rmtree(reader.folder / "pilot")  # which the group's own example made
            reader.read(Block(f"wayframe {group} --help", "console", f"$ {example}\n", None, None))
