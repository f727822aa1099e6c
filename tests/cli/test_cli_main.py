import ast
import re
import subprocess
import sys
from collections.abc import Sequence

import pytest

from commanding import wayframe

HEAVY = ("dateparser", "rapidfuzz", "sqlite3", "text_to_num", "wayframe.agent", "wayframe.values")
COMMANDS = [
    *(["chat"], ["replay"], ["packages"], ["corpus"], ["data"], ["data", "get"]),
    *(["packages", name] for name in ("generate", "search", "suggest", "import")),
    *(["corpus", name] for name in ("validate", "stats", "report", "frames", "convert", "show", "search", "split")),
    *(["corpus", name] for name in ("merge", "redact")),
    *(
        ["air", name]
        for name in ("validate", "stats", "truth", "view", "convert", "contexts", "tokenise", "cut", "start", "step")
    ),
    *(["catalogue", name] for name in ("init", "show")),
    *(["nlu", name] for name in ("train", "evaluate", "predict", "errors")),
    *(["track", name] for name in ("evaluate", "predict", "score", "compare", "subset", "check")),
]


def test_help_answers_without_loading_what_works() -> None:
    assert loaded("", HEAVY) == []


def test_a_command_loads_no_other() -> None:
    assert loaded("chat", ("wayframe.cli.chat", "wayframe.cli.collect", "wayframe.cli.track")) == ["wayframe.cli.chat"]


def loaded(command: str, modules: Sequence[str]) -> object:
    """Return which of some modules the command line loads to be put together."""
    put_together = f"from wayframe.cli.main import command_line; command_line({command!r})"
    code = f"import sys; {put_together}; print([m for m in {list(modules)} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return ast.literal_eval(done.stdout)


@pytest.mark.parametrize("command", [[], *COMMANDS], ids=lambda command: " ".join(command) or "wayframe")
def test_every_command_has_help_with_an_example(command: list[str]) -> None:
    done = wayframe(*command, "--help")
    assert done.returncode == 0
    assert "Example" in done.stdout or command in ([], ["packages"], ["corpus"], ["data"])


def test_version() -> None:
    assert re.fullmatch(r"wayframe \d+\.\d+\.\d+\n", wayframe("--version").stdout)


@pytest.mark.parametrize(
    ("args", "named"),
    [
        (["nonsense"], "nonsense"),
        (["chat", "--nonsense"], "--nonsense"),
        (["chat", "--seed", "many"], "--seed"),
        (["chat", "--today", "someday"], "--today"),
        (["chat", "--catalogue", "nowhere.sqlite"], "nowhere.sqlite"),
        (["replay", "nowhere.json"], "nowhere.json"),
        (["replay"], "FILE"),
        (["replay", "two\nlines\x1b[31m.json"], "two lines\\x1b[31m.json"),
    ],
)
def test_wrong_usage_is_one_line_and_exit_code_2(args: list[str], named: str) -> None:
    done = wayframe(*args)
    assert done.returncode == 2
    assert done.stdout == ""
    (line,) = done.stderr.splitlines()
    assert line.startswith("wayframe: ")
    assert named in line


def test_no_arguments_show_the_help() -> None:
    done = wayframe()
    assert done.returncode == 2
    assert "chat" in done.stderr
