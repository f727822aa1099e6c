import random
from contextlib import suppress
from pathlib import Path

import pytest

from download_server import STEADY, Asked, Handler, Server, file, status
from wayframe.download import WaitLimits
from wayframe.download.fetching import fetch
from wayframe.errors import InputError

DATA = random.Random(1).randbytes(300_000)
MOST = 1_000_000


def brought(
    server: Server,
    path: Path,
    most: int = MOST,
    told: list[tuple[int, int | None]] | None = None,
    patience: WaitLimits = STEADY,
) -> bool:
    seen = [] if told is None else told
    return fetch(server.url, path, most, lambda done, total: seen.append((done, total)), patience)


def test_a_file_comes_whole_and_says_how_far_it_is(server: Server, tmp_path: Path) -> None:
    server.script = [file(DATA)]
    told: list[tuple[int, int | None]] = []
    assert not brought(server, tmp_path / "part", told=told)
    assert (tmp_path / "part").read_bytes() == DATA
    assert told[-1] == (len(DATA), len(DATA))
    assert server.asked == [Asked("/corpus.zip", None, None)]


def test_what_breaks_off_is_resumed_where_it_broke_off(server: Server, tmp_path: Path) -> None:
    server.script = [file(DATA, cut=100_000), file(DATA, cut=100_000), file(DATA)]
    assert brought(server, tmp_path / "part")
    assert (tmp_path / "part").read_bytes() == DATA
    assert [asked.range for asked in server.asked] == [None, "bytes=100000-", "bytes=200000-"]
    assert server.asked[-1].if_range == '"1"'


def test_a_later_process_resumes_as_well(server: Server, tmp_path: Path) -> None:
    server.script = [file(DATA, cut=100_000), status(404)]
    with pytest.raises(InputError, match="answers 404"):
        brought(server, tmp_path / "part")
    server.script = [file(DATA)]
    assert brought(server, tmp_path / "part")
    assert (tmp_path / "part").read_bytes() == DATA
    assert server.asked[-1].range == "bytes=100000-"


def test_a_server_that_stalls_is_asked_again(server: Server, tmp_path: Path) -> None:
    server.script = [file(DATA, cut=100_000, stall=True), file(DATA)]
    assert brought(server, tmp_path / "part", patience=STEADY._replace(silence=1))
    assert (tmp_path / "part").read_bytes() == DATA


def test_another_version_is_fetched_from_its_start(server: Server, tmp_path: Path) -> None:
    newer = DATA[::-1]
    server.script = [file(DATA, cut=100_000), file(newer, etag='"2"')]
    assert not brought(server, tmp_path / "part")
    assert (tmp_path / "part").read_bytes() == newer


def test_a_server_without_ranges_sends_it_all_again(server: Server, tmp_path: Path) -> None:
    server.script = [file(DATA, cut=100_000), file(DATA, ranges=False)]
    assert not brought(server, tmp_path / "part")
    assert (tmp_path / "part").read_bytes() == DATA


@pytest.mark.parametrize("etag", [None, 'W/"1"'])
def test_nothing_is_joined_whose_version_has_no_name(server: Server, tmp_path: Path, etag: str | None) -> None:
    server.script = [file(DATA, etag, cut=100_000), file(DATA, etag)]
    assert not brought(server, tmp_path / "part")
    assert server.asked[-1].range is None
    assert (tmp_path / "part").read_bytes() == DATA


def test_another_part_than_the_one_asked_for_is_not_joined(server: Server, tmp_path: Path) -> None:
    wrong = status(206, ETag='"1"', Content_Range=f"bytes 0-{len(DATA) - 1}/{len(DATA)}")
    server.script = [file(DATA, cut=100_000), wrong, file(DATA)]
    assert not brought(server, tmp_path / "part")
    assert (tmp_path / "part").read_bytes() == DATA


def test_what_had_come_whole_is_not_fetched_again(server: Server, tmp_path: Path) -> None:
    server.script = [file(DATA), status(416, Content_Range=f"bytes */{len(DATA)}")]
    brought(server, tmp_path / "part")
    brought(server, tmp_path / "part")
    assert (tmp_path / "part").read_bytes() == DATA
    assert len(server.asked) == 2


def test_a_range_that_does_not_fit_any_more_starts_anew(server: Server, tmp_path: Path) -> None:
    server.script = [file(DATA, cut=100_000), status(416, Content_Range="bytes */5000"), file(DATA)]
    brought(server, tmp_path / "part")
    assert (tmp_path / "part").read_bytes() == DATA


def test_a_server_that_never_gets_further_is_given_up(server: Server, tmp_path: Path) -> None:
    server.script = [file(DATA, ranges=False, cut=100_000)]
    with pytest.raises(InputError, match=r": broke off after 100,000 bytes; gave up after 4 tries"):
        brought(server, tmp_path / "part")
    assert len(server.asked) == 1 + STEADY.tries


def test_a_length_that_promises_too_much_is_noticed(server: Server, tmp_path: Path) -> None:
    server.script = [file(DATA, length=len(DATA) + 10, etag=None)]
    with pytest.raises(InputError, match="gave up"):
        brought(server, tmp_path / "part")


def test_a_file_that_is_announced_too_large_is_not_fetched(server: Server, tmp_path: Path) -> None:
    server.script = [file(DATA)]
    with pytest.raises(InputError, match="at most 1,000 bytes, the server announces 300,000"):
        brought(server, tmp_path / "part", most=1000)


def test_a_file_that_grows_too_large_is_broken_off(server: Server, tmp_path: Path) -> None:
    server.script = [file(DATA, chunked=True)]
    with pytest.raises(InputError, match="at most 200,000 bytes, more came"):
        brought(server, tmp_path / "part", most=200_000)
    assert (tmp_path / "part").stat().st_size <= 200_000


@pytest.mark.parametrize("code", [401, 403, 404, 410, 451])
def test_an_address_that_has_moved_is_asked_once(server: Server, tmp_path: Path, code: int) -> None:
    server.script = [status(code)]
    with pytest.raises(InputError, match=f"answers {code}"):
        brought(server, tmp_path / "part")
    assert len(server.asked) == 1


def test_a_redirect_is_followed(server: Server, tmp_path: Path) -> None:
    server.script = [status(302, Location="/new/corpus.zip"), file(DATA)]
    brought(server, tmp_path / "part")
    assert (tmp_path / "part").read_bytes() == DATA
    assert [asked.path for asked in server.asked] == ["/corpus.zip", "/new/corpus.zip"]


def test_redirects_in_a_circle_end(server: Server, tmp_path: Path) -> None:
    server.script = [status(302, Location="/corpus.zip")]
    with pytest.raises(InputError, match="answers 302"):
        brought(server, tmp_path / "part")
    assert len(server.asked) < 10


@pytest.mark.parametrize("target", ["file:///etc/hostname", "ftp://127.0.0.1/x"])
def test_a_redirect_out_of_the_web_is_not_followed(server: Server, tmp_path: Path, target: str) -> None:
    server.script = [status(302, Location=target)]
    with pytest.raises(InputError):
        brought(server, tmp_path / "part")
    assert not (tmp_path / "part").exists()


@pytest.mark.parametrize("code", [429, 500, 503])
def test_a_server_in_trouble_is_asked_again(server: Server, tmp_path: Path, code: int) -> None:
    server.script = [status(code, Retry_After="0"), status(code), file(DATA)]
    brought(server, tmp_path / "part")
    assert (tmp_path / "part").read_bytes() == DATA


@pytest.mark.parametrize("asked", ["soon", "-5", "9" * 400])
def test_a_server_may_ask_for_nonsense(server: Server, tmp_path: Path, asked: str) -> None:
    server.script = [status(503, Retry_After=asked), file(DATA)]
    with suppress(InputError):  # who asks for too long a wait is left alone
        brought(server, tmp_path / "part")
        assert (tmp_path / "part").read_bytes() == DATA


def test_what_is_no_http_is_given_up(server: Server, tmp_path: Path) -> None:
    def answer(handler: Handler) -> None:
        handler.wfile.write(b"SSH-2.0-hello\r\n")

    server.script = [answer]
    with pytest.raises(InputError, match="gave up"):
        brought(server, tmp_path / "part")


def test_a_proxy_that_is_none_is_one_line(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("no_proxy", "")
    monkeypatch.setenv("http_proxy", "nonsense:80")
    with pytest.raises(InputError, match="not an address that can be fetched"):
        fetch("http://corpora.invalid/x", tmp_path / "part", MOST, lambda done, total: None, STEADY)


def test_a_server_that_stays_in_trouble_is_given_up(server: Server, tmp_path: Path) -> None:
    server.script = [status(500)]
    with pytest.raises(InputError, match=r"answers 500 .*gave up after 4 tries"):
        brought(server, tmp_path / "part")


def test_nobody_waits_for_hours(server: Server, tmp_path: Path) -> None:
    server.script = [status(429, Retry_After="7200")]
    with pytest.raises(InputError, match="asks to wait 7200 seconds"):
        brought(server, tmp_path / "part")


@pytest.mark.parametrize("url", ["http://127.0.0.1:9/corpus.zip", "gopher://x/y", "http://[bad/", "http://:x/"])
def test_an_address_that_leads_nowhere_is_one_line(tmp_path: Path, url: str) -> None:
    with pytest.raises(InputError) as caught:
        fetch(url, tmp_path / "part", MOST, lambda done, total: None, STEADY)
    assert str(caught.value).startswith(url)
    assert "\n" not in str(caught.value)
