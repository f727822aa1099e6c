import math
from pathlib import Path

import pytest

from air_worlds import written
from wayframe.airdialogue.files import SkippedLines
from wayframe.airdialogue.scoring.responses import asked, score_infer
from wayframe.errors import InputError

ACTION = "Maria Stone <fl_1000> <st_book>"
TARGETS = ["hello , how may i help ? <t1>", "a flight to seattle please <t2>", "thank you <eod> <t1>"]


class World:
    """A file of targets and one of responses."""

    def __init__(self, folder: Path) -> None:
        self.targets, self.responses = folder / "targets", folder / "responses"
        self.write(TARGETS, ["hello , how may i help ?", "a flight to seattle please", "thank you"])

    def write(self, targets: list[str], said: list[str]) -> None:
        self.targets.write_text("".join(f"{ACTION}|{line}\n" for line in targets))
        self.responses.write_text("".join(f"{line}\n" for line in said))

    def figures(self, metrics: str = "bleu,rouge,kl,accuracy", mode: str = "reference") -> dict[str, object]:
        return dict(score_infer(self.targets, self.responses, mode, asked(metrics)).figures)  # type: ignore[arg-type]


@pytest.fixture
def world(tmp_path: Path) -> World:
    return World(tmp_path)


def test_who_says_what_people_said_is_right(world: World) -> None:
    found = world.figures(mode="strict")
    assert found == {"bleu": 100, "rouge": 100, "kl": None, "accuracy": 100}


def test_the_toolkit_takes_the_line_break_for_a_word(world: World) -> None:
    found = world.figures("rouge:all,accuracy")
    each = [6 / 7, 4 / 5, 1 / 2]
    assert found["rouge"] == pytest.approx(
        {"all": 100 * sum(each) / 3, "<t1>": 100 * (6 / 7 + 1 / 2) / 2, "<t2>": 100 * 4 / 5}
    )
    assert found["accuracy"] == 100


def test_marks_of_byte_order_and_line_breaks_of_windows_are_no_words(world: World) -> None:
    for path in (world.targets, world.responses):
        path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes().replace(b"\n", b"\r\n"))
    assert world.figures("bleu,rouge,accuracy", "strict") == {"bleu": 100, "rouge": 100, "accuracy": 100}


def test_bytes_that_are_no_text_are_named_by_file_and_line(world: World) -> None:
    for path in (world.responses, world.targets):
        path.write_bytes(path.read_bytes().replace(b"seattle", b"se\xfftle"))
        with pytest.raises(InputError, match=rf"^{path}: line 2: not UTF-8: byte 0xff$"):
            world.figures()
        world.write(TARGETS, ["a", "seattle", "c"])


def test_the_last_line_without_a_break_has_no_such_fault(world: World) -> None:
    world.responses.write_text(world.responses.read_text().rstrip("\n"))
    found = world.figures("rouge:all")["rouge"]
    assert isinstance(found, dict)
    assert found["<t1>"] == pytest.approx(100 * (6 / 7 + 1) / 2)


def test_rows_are_told_apart_by_who_speaks_next(world: World) -> None:
    world.write(TARGETS, ["hello , how may i help ?", "nothing of it", "thank you"])
    found = world.figures("bleu:all")["bleu"]
    assert found == {"all": pytest.approx(100 * (9 / 12 * 7 / 9 * 5 / 6) ** 0.25 * math.exp(1 - 14 / 12)),
                     "<t1>": 100, "<t2>": 0}  # fmt: skip


def test_a_role_that_never_speaks_has_no_figure(world: World) -> None:
    world.write(TARGETS[:1], ["hello , how may i help ?"])
    assert world.figures("bleu:all")["bleu"] == {"all": 100, "<t1>": 100, "<t2>": None}


def test_divergences_by_order_and_role(world: World) -> None:
    world.write(TARGETS[:2] * 200, ["hello , how may i help ?", "hello , how may i help ?"] * 200)
    brief, whole = world.figures("kl")["kl"], world.figures("kl:all")["kl"]
    assert isinstance(whole, dict)
    assert list(whole)[:4] == ["all-1-gram", "all-2-gram", "all-3-gram", "all-4-gram"]
    assert list(whole)[4] == "<t1>-1-gram"
    assert brief == pytest.approx(sum(list(whole.values())[:4]) / 4)
    assert whole["<t1>-1-gram"] == pytest.approx(0, abs=1e-9)


def test_few_lines_have_no_divergence(world: World) -> None:
    assert world.figures("kl")["kl"] is None
    assert world.figures("kl:all")["kl"] == {}


def test_a_bar_in_the_text_cuts_it_as_in_the_toolkit(world: World) -> None:
    world.targets.write_text(f"{ACTION}|well <t1>|rest\n")
    world.responses.write_text("well\n")
    assert world.figures("accuracy")["accuracy"] == 100


@pytest.mark.parametrize("line", ["no bar at all", f"{ACTION}|<t1>"])
def test_lines_that_are_no_targets_are_named(world: World, line: str) -> None:
    world.targets.write_text(f"{ACTION}|{TARGETS[0]}\n{line}\n")
    with pytest.raises(InputError, match="targets: line 2: expected 'action"):
        world.figures()
    skipped = SkippedLines()
    assert score_infer(world.targets, world.responses, "reference", bad=skipped).samples == 1
    assert skipped.count == 1


def test_a_response_for_each_target(world: World) -> None:
    world.write(TARGETS, ["hello"])
    assert score_infer(world.targets, world.responses, "reference").samples == 1
    with pytest.raises(InputError, match=r"responses: ends before .*targets: line 2"):
        score_infer(world.targets, world.responses)
    world.write(TARGETS, ["hello"] * 4)
    with pytest.raises(InputError, match="more responses"):
        score_infer(world.targets, world.responses)


def test_perplexity_from_losses(world: World, tmp_path: Path) -> None:
    losses = written(tmp_path / "losses", [{"customer": 3, "agent": 5, "action": 2, "length": 5}])
    strict = score_infer(world.targets, world.responses, losses=losses)
    assert strict.figures["perplexity"] == pytest.approx(math.exp(2))
    reference = score_infer(world.targets, world.responses, "reference", losses=losses)
    assert reference.figures["perplexity"] == pytest.approx(math.exp(2.5))
    written(losses, [{"customer": 3, "agent": 5}])
    with pytest.raises(InputError, match=r"losses: line 1: .*length"):
        score_infer(world.targets, world.responses, losses=losses)


@pytest.mark.parametrize("metrics", ["blue", "bleu:some", "accuracy:all", ""])
def test_unknown_metrics_are_named(metrics: str) -> None:
    with pytest.raises(InputError, match="--metrics"):
        asked(metrics)
