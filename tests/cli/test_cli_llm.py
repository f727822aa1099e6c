import json
import socket
from pathlib import Path

import pytest

pytest.importorskip("openai")

from commanding import Done, wayframe
from llm_server import Reply, answer, model, streamed
from small_corpus import dialogue, written
from wayframe.cli.llm import asked
from wayframe.errors import InputError

WISH = "From Montreal to New York between August 10 and September 20, please"
KEY = "sk-a-key-that-nobody-may-see"


GREETING = {"moves": [{"move": "social", "words": "please", "kind": "greeting"}]}


def run(catalogue: Path, command: str, *args: str, stdin: str = "") -> Done:
    asked = (command, "--catalogue", catalogue, *args)
    return wayframe(*asked, stdin=stdin, NO_PROXY="127.0.0.1", WAYFRAME_LLM_KEY=KEY, COLUMNS="200")


def test_chat_says_what_did_it_and_what_it_took(catalogue_path: Path) -> None:
    with model(lambda asked, number: answer(GREETING)) as server:
        where = ("--llm", server.url, "--llm-model", "m", "--llm-for", "nlu", "--llm-prices", "1,10")
        done = run(catalogue_path, "chat", *where, stdin=f"{WISH}\n/why\n")
    assert done.returncode == 0
    assert "greeting()" in done.stdout
    assert "understood by m (" in done.stdout
    assert "100 + 10 tokens, $0.00020)" in done.stdout
    assert "m: 1 call, 0." in done.stdout
    assert server.keys == [f"Bearer {KEY}"]
    assert KEY not in done.stdout + done.stderr


def test_a_model_that_acts_talks_in_its_own_words_which_are_proved(catalogue_path: Path) -> None:
    wishes = {"or_city": "Montreal", "dst_city": "New York"}
    calls = (("remember", {"wishes": wishes}), ("search", {"limit": 1}))
    replies = [streamed("Let me see.", *calls), streamed("The Grand Lie [2] costs $1. I like [2]."), streamed("")]
    with model(lambda asked, number: replies[min(number, 2)]) as server:
        where = ("--llm", server.url, "--llm-model", "m", "--llm-for", "tools")
        done = run(catalogue_path, "chat", *where, stdin=f"{WISH}\n/why\n")
    assert done.returncode == 0
    assert "Let me see." in done.stdout
    assert "Grand Lie" not in done.stdout.partition("/why")[0]
    assert "said by m, " in done.stdout


def test_a_program_talks_with_agents_to_compare_with(catalogue_path: Path) -> None:
    with model(lambda asked, number: streamed("It is the last one, says Anna.")) as server:
        where = ("--llm", server.url, "--llm-model", "m", "--jsonl", "--agent", "llm-bare")
        bare = run(catalogue_path, "chat", *where, stdin=f"{WISH}\n")
    assert json.loads(bare.stdout)["reply"] == "It is the last one, says Anna."  # nothing is held back
    forgetful = run(catalogue_path, "chat", "--jsonl", "--agent", "no-memory", stdin=f"{WISH}\n")
    assert "New York" in json.loads(forgetful.stdout)["reply"]
    alone = run(catalogue_path, "chat", "--agent", "no-memory")
    assert (alone.returncode, alone.stderr) == (2, "wayframe: --agent: expected --jsonl beside it\n")


def test_where_the_model_fails_the_conversation_goes_on(catalogue_path: Path) -> None:
    with model(lambda asked, number: Reply(b"", 500)) as server:
        where = ("--llm", server.url, "--llm-model", "m", "--llm-for", "both")
        done = run(catalogue_path, "chat", *where, stdin=f"{WISH}\n/why\n")
    assert done.returncode == 0
    assert "understood by rules: m gave HTTP 500" in done.stdout
    assert "worded by templates: m gave HTTP 500" in done.stdout
    assert "dst_city=New York" in done.stdout
    assert "m: 6 calls, 2 answers missing" in done.stdout


def test_an_endpoint_that_refuses_the_key_does_not_show_it(catalogue_path: Path) -> None:
    refused = Reply(f'{{"error": {{"message": "Incorrect API key provided: {KEY}"}}}}'.encode(), 401)
    with model(lambda asked, number: refused) as server:
        done = run(catalogue_path, "chat", "--llm", server.url, "--llm-model", "m", stdin=f"{WISH}\n/why\n")
    assert "m gave HTTP 401" in done.stdout
    with model(lambda asked, number: refused, ready=lambda asked: refused) as server:
        at_start = run(catalogue_path, "chat", "--llm", server.url, "--llm-model", "m")
    assert (at_start.returncode, at_start.stderr.count("\n")) == (2, 1)
    assert at_start.stderr.endswith("answers m with HTTP 401\n")
    assert KEY not in at_start.stderr
    assert KEY not in done.stdout + done.stderr


@pytest.mark.parametrize("command", ["chat", "serve"])
def test_an_endpoint_or_a_model_that_is_not_there_is_said_at_the_start(catalogue_path: Path, command: str) -> None:
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{closed.getsockname()[1]}/v1"
        nothing = run(catalogue_path, command, "--llm", url, "--llm-model", "m")
    with model(lambda asked, number: answer(GREETING)) as server:
        unknown = run(catalogue_path, command, "--llm", server.url, "--llm-model", "tiny")
    for done, said in ((nothing, f"--llm: nothing answers at {url}"), (unknown, "has no 'tiny', but m")):
        assert done.returncode == 2
        assert said in done.stderr
        assert len(done.stderr.splitlines()) == 1


def test_an_endpoint_that_is_out_of_order_is_said_at_the_start_and_rules_go_on(catalogue_path: Path) -> None:
    busy = Reply(b"{}", 429)
    with model(lambda asked, number: busy, ready=lambda asked: busy) as server:
        done = run(catalogue_path, "chat", "--llm", server.url, "--llm-model", "m", stdin=f"{WISH}\n")
    assert done.returncode == 0
    assert (
        done.stderr == f"wayframe: --llm: {server.url} gave HTTP 429 when m was tried out; it is asked all the same\n"
    )
    assert "New York" in done.stdout


def test_answers_in_a_file_need_no_model(catalogue_path: Path, tmp_path: Path) -> None:
    where = ("--llm-model", "m", "--llm-for", "nlu", "--llm-cache", str(tmp_path / "answers.jsonl"))
    with model(lambda asked, number: answer(GREETING)) as server:
        first = run(catalogue_path, "chat", "--llm", server.url, *where, stdin=f"{WISH}\n/why\n")
    again = run(catalogue_path, "chat", "--llm", server.url, *where, stdin=f"{WISH}\n/why\n")
    assert "m: 1 call, 0." in first.stdout
    assert "understood by m (0.00 s)" in again.stdout
    assert "m: 0 calls, 0.00 s" in again.stdout


URL = "http://127.0.0.1:9/v1"


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ((URL, None, None), "--llm: expected --llm-model"),
        ((None, "tiny", None), "expected --llm with the endpoint's URL"),
        ((None, None, "1,2"), "expected --llm with the endpoint's URL"),
        (("somewhere", "tiny", None), "--llm: expected a base URL"),
        ((URL, "tiny", "free"), "--llm-prices: expected two amounts"),
        ((URL, "tiny", "-1,2"), "--llm-prices: expected two amounts"),
    ],
)
def test_options_that_do_not_go_together(options: tuple[str | None, str | None, str | None], complaint: str) -> None:
    url, name, prices = options
    with pytest.raises(InputError, match=complaint):
        asked(url, name, "both", 10.0, prices)


def test_no_model_unless_one_is_asked_for() -> None:
    assert asked(None, None, "both", 10.0, None) is None


@pytest.mark.parametrize("command", ["chat", "serve"])
def test_what_is_wrong_is_said_in_one_line(catalogue_path: Path, command: str) -> None:
    done = run(catalogue_path, command, "--llm", f"http://me:{KEY}@x/v1", "--llm-model", "tiny")
    assert done.returncode == 2
    assert "--llm: expected a base URL" in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert KEY not in done.stderr


def test_research_takes_a_model_by_the_name_of_llm(tmp_path: Path) -> None:
    path = written(tmp_path / "two.json", dialogue("a", "U21RP4FCY"), dialogue("b", "U22K1SX9N"))
    with model(lambda asked, number: answer({"acts": []})) as server:
        where = ("--llm", server.url, "--llm-model", "m", "--llm-prices", "1,10")
        read = wayframe("nlu", "evaluate", path, "--model", "llm", *where, NO_PROXY="127.0.0.1", COLUMNS="200")
        tracked = wayframe("track", "evaluate", path, "--tracker", "llm", *where, NO_PROXY="127.0.0.1", COLUMNS="200")
    examples = "12 examples (turns of the training users of a fold, drawn by the seed)"
    assert f"m, prompt acts-2, {examples}, seed 0: 8 calls (0 replayed), 0 without" in read.stdout
    assert "800 + 80 tokens, $0.00160" in read.stdout
    assert "m, prompt frames-2, " in tracked.stdout
    lacking = wayframe("track", "evaluate", path, "--tracker", "llm")
    assert (lacking.returncode, lacking.stderr.count("\n")) == (2, 1)
