import json
from pathlib import Path

import pytest

from commanding import wayframe

EXAMPLES = Path(__file__).parents[2] / "examples"


def test_init_writes_a_file_that_chat_takes(tmp_path: Path) -> None:
    table = tmp_path / "laptops.csv"
    table.write_bytes((EXAMPLES / "laptops.csv").read_bytes())
    done = wayframe("catalogue", "init", str(table))
    assert done.returncode == 0
    again = wayframe("catalogue", "init", str(table))
    assert (again.returncode, again.stdout) == (2, "")
    assert "-o names another file, --force writes over this one" in again.stderr
    said = wayframe(
        "chat", "--catalogue", str(tmp_path / "laptops.toml"), "--jsonl", stdin="at least 32 GB under 1000\n"
    )
    reply = json.loads(said.stdout)
    assert {a["key"] for act in reply["acts"] for a in act["args"]} == {"ram", "laptop_price"}
    assert reply["db"]["found"] == [len(reply["db"]["result"][0])] or reply["db"]["found"][0] > 3


def test_show_is_one_object_for_programs() -> None:
    done = wayframe("catalogue", "show", str(EXAMPLES / "restaurants.toml"), "--json")
    shown = json.loads(done.stdout)
    assert shown["rows"] == 60
    assert {column["header"]: column["kind"] for column in shown["slots"]}["open since"] == "date"


def test_chat_shows_cards_comparisons_and_why() -> None:
    lines = "a Kestrel\ncompare the first two\n/why\nthe second one\n/frames\n"
    done = wayframe("chat", "--catalogue", str(EXAMPLES / "laptops.csv"), stdin=lines)
    assert "an agent for laptops that remembers" in done.stdout
    assert "56 laptops, 6 brands; from laptops.csv" in done.stdout
    assert "★" in done.stdout
    assert "request_compare" in done.stdout
    assert "laptop_price" in done.stdout


@pytest.mark.parametrize(
    ("content", "complaint"),
    [("", "empty file"), ("a,b\n", "found no rows"), ("name,b\nx,2,3\n", "line 2: expected 2 cells, found 3")],
)
@pytest.mark.parametrize("command", [["chat", "--catalogue"], ["catalogue", "init"], ["catalogue", "show"]])
def test_a_bad_table_is_one_line_and_exit_code_2(
    tmp_path: Path, command: list[str], content: str, complaint: str
) -> None:
    path = tmp_path / "bad.csv"
    path.write_text(content)
    done = wayframe(*command, str(path))
    assert (done.returncode, done.stdout) == (2, "")
    assert complaint in done.stderr
    assert done.stderr.count("\n") == 1


def test_what_is_no_table_cannot_be_shown() -> None:
    done = wayframe("catalogue", "show", "catalogue.sqlite")
    assert done.returncode == 2
    assert "expected a CSV" in done.stderr
