import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from wayframe.analysis.report import document, write
from wayframe.analysis.stats import measure
from wayframe.analysis.tables import RELEASE, basis
from wayframe.dialogue import Dialogue
from wayframe.errors import InputError

EMPTY = {"meta", "rect", "line", "circle", "br"}


class Page(HTMLParser):
    """What a page consists of; an element that is not closed in its place fails."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[tuple[str, dict[str, str | None]]] = []
        self.feed(text)
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, dict(attrs)))
        if tag not in EMPTY:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        if tag not in EMPTY:
            assert self.open.pop() == tag

    def all(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.seen if name == tag]


def written(folder: Path, dialogues: tuple[Dialogue, ...], digest: str = "0" * 64) -> dict[str, str]:
    stats = measure(dialogues)
    files = write(folder, document("a<b>|c.json", digest, stats, basis(digest, stats)))
    assert sorted(folder.iterdir()) == sorted(files)
    return {path.name: path.read_text("utf-8") for path in files}


@pytest.mark.parametrize("number", [0, 1, 2])
def test_a_page_of_any_corpus_is_whole(tmp_path: Path, corpus: tuple[Dialogue, ...], number: int) -> None:
    page = Page(written(tmp_path / "new" / "report", corpus[:number])["index.html"])
    ids = [each["id"] for _, each in page.seen if "id" in each]
    assert len(ids) == len(set(ids))
    targets = {str(each["href"]).removeprefix("#") for each in page.all("a")}
    assert targets <= set(ids)
    assert len(page.all("svg")) == len(page.all("figure")) > 8


def test_the_page_needs_nothing_from_elsewhere(tmp_path: Path, corpus: tuple[Dialogue, ...]) -> None:
    text = written(tmp_path, corpus)["index.html"].replace('xmlns="http://www.w3.org/2000/svg"', "")
    assert not re.search(r"https?:|<script|<link|<img|@import|url\(", text)


def test_names_are_shown_not_obeyed(tmp_path: Path, corpus: tuple[Dialogue, ...]) -> None:
    files = written(tmp_path, corpus)
    assert "a<b>" not in files["index.html"]
    assert "a&lt;b&gt;|c.json" in files["index.html"]
    assert r"a\<b\>\|c.json" in files["report.md"]


def test_markdown_says_the_same(tmp_path: Path, corpus: tuple[Dialogue, ...]) -> None:
    files = written(tmp_path, corpus)
    tables = [line for line in files["report.md"].splitlines() if line.startswith("| ---")]
    assert len(tables) == len(Page(files["index.html"]).all("table"))
    for chart in re.findall(r"!\[[^]]*\]\(([^)]*)\)", files["report.md"]):
        assert files[chart].startswith("<svg")
    rows = [line.count("|") - line.count(r"\|") for line in files["report.md"].splitlines() if line.startswith("|")]
    assert set(rows) <= set(range(3, 11))


def test_says_whether_published_figures_apply(tmp_path: Path, corpus: tuple[Dialogue, ...]) -> None:
    other = written(tmp_path, corpus)
    assert "Not comparable" in other["index.html"]
    assert "Not comparable" in other["report.md"]
    assert "published mean" not in other["index.html"]
    release = written(tmp_path, corpus, RELEASE)
    assert "Not comparable" not in release["index.html"]
    assert "published mean" in release["index.html"]


def test_a_folder_that_is_a_file(tmp_path: Path, corpus: tuple[Dialogue, ...]) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(InputError, match="file: can't be made a folder"):
        written(tmp_path / "file", corpus)
