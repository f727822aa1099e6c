import re
import xml.etree.ElementTree as ElementTree

import pytest

from wayframe.analysis.charts import (
    BoxRow,
    ChartBar,
    ChartText,
    LineSeries,
    MeanInterval,
    bars,
    boxes,
    columns,
    lines,
    spans,
    standalone,
)

NAME = ChartText("chart", "Turns & more", "From 1 to 3.")
SVG = "{http://www.w3.org/2000/svg}"


def tips(svg: str) -> list[str | None]:
    return [each.text for each in ElementTree.fromstring(svg).findall(f"{SVG}rect/{SVG}title")]


def test_a_chart_says_what_it_shows() -> None:
    root = ElementTree.fromstring(columns(NAME, {1: 2, 3: 1}, "turns", "dialogues"))
    assert (root[0].text, root[1].text) == ("Turns & more", "From 1 to 3.")
    assert root.get("aria-labelledby") == f"{root[0].get('id')} {root[1].get('id')}"


def test_every_number_has_a_column_also_where_nothing_is() -> None:
    assert tips(columns(NAME, {1: 2000, 3: 1}, "turns", "dialogues")) == ["1 turns: 2,000", "2 turns: 0", "3 turns: 1"]


def test_many_numbers_share_columns() -> None:
    assert tips(columns(NAME, {0: 1, 1: 1, 199: 5}, "turns", "dialogues"))[0] == "0 to 4 turns: 2"


def test_bars_stack_what_has_two_colours() -> None:
    svg = bars(NAME, [ChartBar("inform", (3, 1)), ChartBar("offer", (0, 2))], ("user", "wizard"))
    assert tips(svg) == ["user", "wizard", "inform, user: 3", "inform, wizard: 1", "offer, wizard: 2"]


def test_boxes_show_quartiles_what_lies_beyond_and_a_published_mean() -> None:
    svg = boxes(NAME, [BoxRow("Frames", {1: 1, 2: 2, 3: 2, 4: 1, 30: 1}, 2.5)])
    assert tips(svg) == ["Frames: median 3, box 2 to 3.5, mean 6.43"]
    assert svg.count('class="dot"') == svg.count('class="said"') == 1


def test_lines_run_from_the_lowest_value_to_the_highest() -> None:
    rows = [LineSeries("all", ((0, 1.0), (0.5, 0.9), (1, 0.8))), LineSeries("typos", ((0, 1.0), (1, 0.95)))]
    root = ElementTree.fromstring(lines(NAME, rows, "noise", "reward"))
    drawn = {line[0].text: line.get("points", "").split() for line in root.findall(f"{SVG}polyline")}
    assert [len(drawn[name]) for name in ("typos", "all")] == [2, 3]
    assert drawn["all"][0] == drawn["typos"][0]
    texts = [each.text for each in root.findall(f"{SVG}text")]
    assert {"0.8", "1", "0.5", "noise →", "↑ reward"} <= set(texts)


def test_intervals_lie_about_their_dots_on_the_axis_that_is_given() -> None:
    svg = spans(NAME, [MeanInterval("human", 3, (2, 5)), MeanInterval("agent", 4, None)], (1, 2, 3, 4, 5))
    root = ElementTree.fromstring(svg)
    dots = {each[0].text: float(each.get("cx", "")) for each in root.findall(f"{SVG}circle")}
    grid = [float(each.get("x1", "")) for each in root.findall(f"{SVG}line") if each.get("class") == "grid"]
    assert list(dots) == ["human: 3 (2 to 5)", "agent: 4"]
    assert list(dots.values()) == pytest.approx([grid[2], grid[3]], abs=0.1)
    ends = [
        (float(each.get("x1", "")), float(each.get("x2", ""))) for each in root.findall(f"{SVG}line[@class='line']")
    ]
    assert ends[0] == pytest.approx((grid[1], grid[4]), abs=0.1)
    assert len(ends) == 3  # the line and its two ends


@pytest.mark.parametrize(
    "svg",
    [
        spans(NAME, []),
        spans(NAME, [MeanInterval("none", 0, (0, 0))]),
        columns(NAME, {}, "turns", "dialogues"),
        columns(NAME, {5: 1}, "turns", "dialogues"),
        bars(NAME, []),
        bars(NAME, [ChartBar("<none>", (0,))]),
        boxes(NAME, [BoxRow("Frames", {})]),
        boxes(NAME, [BoxRow("Frames", {0: 1})]),
        lines(NAME, [], "noise", "reward"),
        lines(NAME, [LineSeries("", ((0, 1),)), LineSeries("none", ())], "noise", "reward"),
    ],
)
def test_little_or_nothing_to_draw_is_drawn(svg: str) -> None:
    assert ElementTree.fromstring(standalone(svg)).get("role") == "img"


def test_a_file_of_its_own_has_plain_colours_for_programs_that_know_no_variables() -> None:
    for svg in (
        columns(NAME, {5: 1}, "turns", "dialogues"),
        bars(NAME, [ChartBar("offer", (3, 2))], ("user", "wizard")),
        boxes(NAME, [BoxRow("Frames", {1: 3, 9: 1}, 2.0)]),
        spans(NAME, [MeanInterval("arm", 2, (1, 3))]),
        lines(NAME, [LineSeries("one", ((0, 1), (1, 2)))], "noise", "reward"),
    ):
        alone = standalone(svg)
        assert "var(" not in alone
        root = ElementTree.fromstring(alone)
        style = root.findtext("{http://www.w3.org/2000/svg}style", "")
        coloured = set(re.findall(r"^(?:\.|)(\w+) \{[^}]*#[0-9a-f]{6}", style, re.MULTILINE))
        drawn = [each for each in root.iter() if each.get("class") not in (None, "chart")]
        assert {each.get("class") for each in drawn} - {"tick"} <= coloured
        assert "text" in coloured
