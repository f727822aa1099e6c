"""Scripts and styles of a study's pages: a browser keeps them, and never shows a page with an old one."""

import re
from pathlib import Path

import pytest

pytest.importorskip("fastapi")
pytest.importorskip("httpx2")
pytest.importorskip("itsdangerous")

from pages import visiting
from studies import paired
from wayframe.packages import Catalogue
from wayframe.web.collect import static_files


def test_what_a_browser_keeps_is_asked_about_and_not_sent_again(tmp_path: Path, catalogue: Catalogue) -> None:
    with visiting(tmp_path, catalogue) as visits:
        user, _, number = paired(visits.study)
        page = visits.as_(user).get(f"/talk/{number}").text
        addresses = re.findall(r'(?:src|href)="(/static/[^"]+)"', page)
        assert "/static/talk.js" in addresses
        for address in addresses:
            first = visits.stranger().get(address)
            assert first.headers["cache-control"] == "no-cache"
            again = visits.stranger().get(address, headers={"if-none-match": first.headers["etag"]})
            assert (again.status_code, again.content) == (304, b"")


def test_another_content_is_sent(tmp_path: Path, catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch) -> None:
    with visiting(tmp_path, catalogue) as visits:
        kept = visits.stranger().get("/static/live.js").headers["etag"]
        content, kind = static_files.FILES["live.js"]
        monkeypatch.setitem(static_files.FILES, "live.js", (content + b" ", kind))
        again = visits.stranger().get("/static/live.js", headers={"if-none-match": kept})
        assert (again.status_code, again.content) == (200, content + b" ")


@pytest.mark.parametrize("name", ["annotate.py", "x", "..%2fapp.py"])
def test_what_is_no_file_of_the_pages_is_not_there(tmp_path: Path, catalogue: Catalogue, name: str) -> None:
    with visiting(tmp_path, catalogue) as visits:
        assert visits.stranger().get(f"/static/{name}").status_code == 404
