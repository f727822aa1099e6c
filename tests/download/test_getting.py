import hashlib
from pathlib import Path

import pytest

from download_server import STEADY, Server, file, status, zipped
from wayframe.download import FRAMES, SOURCES, CorpusSource, FetchedCorpus, FileFingerprint, data_folder, find, get
from wayframe.errors import InputError

CORPUS = b'[{"id": "one"}]' * 20
ARCHIVE = zipped(Frames__frames=CORPUS, notes=b"{}")


def print_of(data: bytes) -> FileFingerprint:
    return FileFingerprint(len(data), hashlib.sha256(data).hexdigest())


def source(server: Server, **changes: object) -> CorpusSource:
    ours = {"url": server.url, "most": 100_000, "most_unpacked": 100_000, "content": print_of(CORPUS)}
    return FRAMES._replace(**(ours | changes))  # type: ignore[arg-type]


def got(source: CorpusSource, folder: Path, url: str | None = None) -> FetchedCorpus:
    return get(source, folder, lambda done, total: None, url, STEADY)


def left_behind(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_corpus_is_fetched_once(server: Server, tmp_path: Path) -> None:
    server.script = [file(ARCHIVE)]
    first = got(source(server), tmp_path / "frames")
    assert first.path == tmp_path / "frames" / "Frames" / "frames.json"
    assert first.path.read_bytes() == CORPUS
    assert first.archive == print_of(ARCHIVE)
    assert left_behind(tmp_path / "frames") == ["Frames", "download.json", "notes.json"]
    again = got(source(server), tmp_path / "frames")
    assert again == first._replace(fetched=False)
    assert len(server.asked) == 1


def test_a_corpus_of_several_files_is_known_by_its_folder(server: Server, tmp_path: Path) -> None:
    server.script = [file(zipped(data__airdialogue__train_data=b"{}", data__airdialogue__train_kb=b"{}"))]
    both = source(server, file="train_data.json", names_folder=True, content=None)
    assert got(both, tmp_path).path == tmp_path / "data" / "airdialogue"


def test_a_file_that_was_changed_since_is_fetched_again(server: Server, tmp_path: Path) -> None:
    server.script = [file(ARCHIVE)]
    got(source(server), tmp_path).path.write_bytes(b"[]")
    assert find(source(server), tmp_path) is None
    assert got(source(server), tmp_path).path.read_bytes() == CORPUS


def test_what_broke_off_is_resumed_by_the_next_call(server: Server, tmp_path: Path) -> None:
    server.script = [file(ARCHIVE, cut=100), status(410)]
    with pytest.raises(InputError, match=r"answers 410 .*By hand: get the archive from https://www\.microsoft\.com"):
        got(source(server), tmp_path)
    server.script = [file(ARCHIVE)]
    assert got(source(server), tmp_path).resumed
    assert server.asked[-1].range == "bytes=100-"


def test_another_file_than_expected_is_refused_with_what_to_do(server: Server, tmp_path: Path) -> None:
    server.script = [file(zipped(frames=b"[]"))]
    with pytest.raises(InputError, match=r"frames\.json isn't the one expected: 2 bytes, .*300 bytes, .*By hand: "):
        got(source(server), tmp_path)
    assert left_behind(tmp_path) == []


def test_another_archive_than_expected_is_not_even_unpacked(server: Server, tmp_path: Path) -> None:
    server.script = [file(ARCHIVE)]
    with pytest.raises(InputError, match="the archive isn't the one expected"):
        got(source(server, archive=FileFingerprint(len(ARCHIVE), "0" * 64)), tmp_path)
    assert left_behind(tmp_path) == []


def test_a_web_page_in_place_of_the_archive_is_named(server: Server, tmp_path: Path) -> None:
    server.script = [file(b"<html>Please sign in</html>")]
    with pytest.raises(InputError, match="found a web page"):
        got(source(server), tmp_path)
    assert left_behind(tmp_path) == []


def test_a_length_that_promises_too_little_is_noticed(server: Server, tmp_path: Path) -> None:
    server.script = [file(ARCHIVE, length=len(ARCHIVE) - 30)]
    with pytest.raises(InputError, match="damaged archive"):
        got(source(server), tmp_path)


def test_an_archive_without_the_corpus_is_refused(server: Server, tmp_path: Path) -> None:
    server.script = [file(zipped(other=b"[]"))]
    with pytest.raises(InputError, match=r"holds no frames\.json"):
        got(source(server), tmp_path)
    assert left_behind(tmp_path) == []


def test_what_lay_in_the_folder_stays_when_it_goes_wrong(server: Server, tmp_path: Path) -> None:
    (tmp_path / "frames.json").write_text("mine")
    server.script = [file(zipped(frames=b"[]"))]
    with pytest.raises(InputError):
        got(source(server), tmp_path)
    assert (tmp_path / "frames.json").read_text() == "mine"


@pytest.mark.parametrize("as_url", [False, True])
def test_an_archive_that_somebody_fetched_by_hand(server: Server, tmp_path: Path, as_url: bool) -> None:
    archive = tmp_path / "my archive.zip"
    archive.write_bytes(ARCHIVE)
    found = got(source(server), tmp_path / "frames", archive.as_uri() if as_url else str(archive))
    assert found.path.read_bytes() == CORPUS
    assert archive.exists()
    assert not server.asked


def test_an_archive_that_is_not_there_is_one_line(server: Server, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"nowhere\.zip: no such file"):
        got(source(server), tmp_path / "frames", str(tmp_path / "nowhere.zip"))


def test_a_folder_that_can_not_be_made_is_one_line(server: Server, tmp_path: Path) -> None:
    (tmp_path / "frames").write_text("a file")
    with pytest.raises(InputError, match="frames: can't be written"):
        got(source(server), tmp_path / "frames")


def test_the_users_data_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("WAYFRAME_HOME", str(tmp_path))
    assert data_folder(FRAMES) == tmp_path / "data" / "frames"
    monkeypatch.delenv("WAYFRAME_HOME")
    assert data_folder(FRAMES).parts[-2:] == ("data", "frames")


def test_every_source_says_what_must_be_known() -> None:
    for name, known in SOURCES.items():
        assert known.name == name
        assert known.archive or known.content
        assert known.archive is None or known.most == known.archive.size
