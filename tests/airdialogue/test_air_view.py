import json
import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from air_samples import action, base, flight, sample, written
from wayframe.airdialogue.files import SamplePair
from wayframe.airdialogue.view import page
from wayframe.cli.air import app


def embedded(html: str) -> list[dict[str, object]]:
    found = re.search(r'<script type="application/json" id="samples">(.*?)</script>', html, re.DOTALL)
    assert found
    samples: list[dict[str, object]] = json.loads(found[1])
    return samples


def test_a_sample_stands_beside_its_flights_and_the_truth() -> None:
    shown = sample(action=action("book", 1001), correct_sample=False)
    (found,) = embedded(
        page("Talk", [SamplePair(9, shown, base(flight(1000), flight(1001, price=900), reservation=1001))])
    )
    assert found["line"] == 9
    assert found["expected"] == {"flight": [1000], "name": "Ida Moss", "status": "book"}
    assert found["action"] == {"flight": [1001], "name": "Ida Moss", "status": "book"}
    assert (found["correct"], found["reservation"]) == (False, 1001)
    assert found["dialogue"] == list(shown.dialogue or ())
    assert found["flights"] == [
        [1000, "OSL – LIS", "June 29, 9:00", "July 1, 21:00", "economy", 1, 200, "Delta", True],
        [1001, "OSL – LIS", "June 29, 9:00", "July 1, 21:00", "economy", 1, 900, "Delta", False],
    ]


def test_the_page_needs_nothing_from_elsewhere() -> None:
    html = page("Talk", [SamplePair(1, sample(), base())])
    assert not re.search(r"https?:|\bsrc=|@import|url\(|fetch\(|XMLHttpRequest", html)


def test_what_people_wrote_is_text_and_no_markup() -> None:
    wild = "customer: </script><script>alert(1)</script><b>"
    html = page("<i>", [SamplePair(1, sample(dialogue=(wild,), timestamps=(1,)), base())])
    assert "alert(1)</script>" not in html
    assert "<i>" not in html
    assert embedded(html)[0]["dialogue"] == [wild]
    assert "innerHTML" not in html


@pytest.mark.parametrize(("limit", "shown", "more"), [(2, 2, True), (3, 3, False)])
def test_a_page_of_the_first_samples_says_that_there_are_more(
    tmp_path: Path, limit: int, shown: int, more: bool
) -> None:
    data, kb = written(tmp_path, *[(sample(), base())] * 3)
    output = tmp_path / "page.html"
    result = CliRunner().invoke(app, ["view", str(data), str(kb), "-o", str(output), "--limit", str(limit), "--json"])
    assert json.loads(result.stdout) == {"output": str(output), "samples": shown, "more": more}
    html = output.read_text(encoding="utf-8")
    assert len(embedded(html)) == shown
    assert ("there are more" in html) is more
