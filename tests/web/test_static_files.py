"""Scripts and styles are kept by browsers as long as their content stays, and not a moment longer."""

import re
from typing import Any

import pytest

pytest.importorskip("fastapi")
pytest.importorskip("httpx2")


from wayframe.web import static_files

OF_A_PAGE = re.compile(r'(?:src|href)="(/static/[^"]+)"')


def test_what_a_page_loads_is_kept_by_the_browser_for_good(client: Any) -> None:
    page = client.get("/").text
    addresses = OF_A_PAGE.findall(page)
    assert {address.partition("?")[0].removeprefix("/static/") for address in addresses} == {
        "colours.css", "page.css", "htmx-4.0.1.min.js", "page.js",
    }  # fmt: skip
    for address in addresses:
        answer = client.get(address)
        assert answer.status_code == 200
        assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"


def test_another_content_has_another_address(monkeypatch: pytest.MonkeyPatch) -> None:
    before = static_files.address("page.js")
    content, kind = static_files.FILES["page.js"]
    monkeypatch.setitem(static_files.FILES, "page.js", (content + b" ", kind))
    assert static_files.address("page.js") != before


@pytest.mark.parametrize("version", ["", "?v=", "?v=of-another-version"])
def test_the_address_of_another_version_gives_this_one_which_is_not_kept(client: Any, version: str) -> None:
    answer = client.get(f"/static/page.js{version}")
    assert answer.content == static_files.FILES["page.js"][0]
    assert answer.headers["cache-control"] == "no-cache"


def test_a_file_that_is_none_of_the_page_is_not_there(client: Any) -> None:
    assert client.get("/static/htmx-LICENSE.txt").status_code == 404
    assert client.get("/static/..%2fapp.py").status_code == 404
