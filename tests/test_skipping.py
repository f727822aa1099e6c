"""The option by which CI learns that a test was skipped for something absent."""

from pathlib import Path

import pytest

pytest_plugins = "pytester"
CONFTEST = Path(__file__).with_name("conftest.py")


@pytest.mark.parametrize(("options", "code"), [((), 0), (("--no-skips",), 1)])
def test_a_skipped_test_fails_the_run_if_nothing_may_be_absent(
    pytester: pytest.Pytester, options: tuple[str, ...], code: int
) -> None:
    pytester.makeconftest(CONFTEST.read_text(encoding="utf-8"))
    pytester.makepyfile("import pytest\ndef test_one(): pytest.skip('absent')\ndef test_two(): pass")
    assert pytester.runpytest_inprocess(*options).ret == code
