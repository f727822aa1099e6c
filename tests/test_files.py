import gzip
import lzma
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from wayframe import files
from wayframe.errors import InputError
from wayframe.files import digest, reading, writing

TEXT = b"a line\n" * 1000


@pytest.mark.parametrize("name", ["plain", "packed.gz", "packed.xz"])
def test_gives_back_what_was_written(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    with writing(path) as file:
        file.write(TEXT)
    with reading(path) as file:
        assert file.read() == TEXT
    assert (path.stat().st_size < len(TEXT)) == (name != "plain")
    assert list(tmp_path.iterdir()) == [path]


def test_reads_by_content_not_by_name(tmp_path: Path) -> None:
    path = tmp_path / "no-suffix"
    for packed in (gzip.compress(TEXT), lzma.compress(TEXT), TEXT):
        path.write_bytes(packed)
        with reading(path) as file:
            assert file.read() == TEXT


@pytest.mark.parametrize("name", ["one.gz", "one.xz"])
def test_same_content_gives_the_same_file(tmp_path: Path, name: str) -> None:
    contents = []
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
        with writing(tmp_path / folder / name) as file:
            file.write(TEXT)
        contents.append((tmp_path / folder / name).read_bytes())
    assert contents[0] == contents[1]


@pytest.mark.parametrize("name", ["target", "target.gz", "target.xz"])
def test_an_unfinished_file_leaves_the_old_one(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_bytes(b"old")
    with pytest.raises(TypeError), writing(path) as file:
        file.writelines([TEXT, "no bytes"])  # type: ignore[list-item]
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_the_old_file_stays_until_the_new_one_is_whole(tmp_path: Path) -> None:
    path = tmp_path / "target"
    path.write_bytes(b"old")
    with writing(path) as file:
        file.write(b"new")
        assert path.read_bytes() == b"old"
    assert path.read_bytes() == b"new"


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    link, target = tmp_path / "link", tmp_path / "target"
    link.symlink_to(target)
    with writing(link) as file:
        file.write(b"new")
    assert link.is_symlink()
    assert target.read_bytes() == b"new"


@pytest.mark.parametrize("packed", [gzip.compress(TEXT, mtime=0), lzma.compress(TEXT)])
def test_a_cut_off_or_damaged_file_is_named(tmp_path: Path, packed: bytes) -> None:
    path = tmp_path / "packed"
    middle = len(packed) // 2
    for broken in (packed[:-5], packed[:middle], packed[:middle] + b"\xff" * 9 + packed[middle + 9 :], packed[:7]):
        path.write_bytes(broken)
        with pytest.raises(InputError, match=r"packed: damaged or cut-off compressed file"), reading(path) as file:
            file.read()


def test_what_cannot_be_opened_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="missing: no such file"), reading(tmp_path / "missing"):
        pass
    with pytest.raises(InputError, match="is a directory"), reading(tmp_path):
        pass
    (tmp_path / "file").touch()
    with pytest.raises(InputError, match="not a directory"), reading(tmp_path / "file" / "below"):
        pass


def test_what_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for path in (tmp_path, tmp_path / "missing" / "below", tmp_path / "file" / "below", Path("/dev/null")):
        with pytest.raises(InputError, match="can't be written"), writing(path):
            pass


def test_another_files_error_is_not_renamed(tmp_path: Path) -> None:
    (tmp_path / "one").touch()
    with pytest.raises(FileNotFoundError), reading(tmp_path / "one"):
        (tmp_path / "two").read_bytes()
    with pytest.raises(FileNotFoundError), writing(tmp_path / "three"):
        (tmp_path / "two").read_bytes()


def test_names_content_however_it_is_packed(tmp_path: Path) -> None:
    for name in ("plain", "packed.gz", "packed.xz"):
        with writing(tmp_path / name) as file:
            file.write(b"abc")
        assert digest(tmp_path / name) == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"


def test_what_is_private_is_for_its_owner(tmp_path: Path) -> None:
    for name in ("plain", "packed.gz"):
        for content in (b"first", b"again"):
            with writing(tmp_path / name, private=True) as file:
                file.write(content)
            assert (tmp_path / name).stat().st_mode & 0o777 == 0o600
            with reading(tmp_path / name) as file:
                assert file.read() == content


@pytest.mark.parametrize("compress", [gzip.compress, lzma.compress])
@pytest.mark.parametrize(
    "take", [lambda file: file.read(), lambda file: list(file), lambda file: list(iter(lambda: file.read(100), b""))]
)
def test_a_bomb_is_put_down_before_it_fills_the_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, compress: Callable[[bytes], bytes], take: Callable[[Any], object]
) -> None:
    monkeypatch.setattr(files, "SMALL", 1 << 18)
    path, bomb = tmp_path / "bomb", b"." * 999 + b"\n"
    path.write_bytes(compress(bomb * 10_000))
    unpacked = list[int]()
    unpack = files._Unpacked._next

    def counted(stream: Any, size: int) -> bytes:
        piece = unpack(stream, size)
        unpacked.append(len(piece))
        return piece

    monkeypatch.setattr(files._Unpacked, "_next", counted)
    with (
        pytest.raises(InputError, match="bomb: unpacks to more than 200 times its size") as error,
        reading(path) as file,
    ):
        take(file)
    assert "\n" not in str(error.value)
    assert sum(unpacked) < 10 << 18, "of 10 MB"


def test_texts_and_small_files_unpack_whatever_they_hold(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "SMALL", 1 << 18)
    texts = "".join(f"{number} and again {number * number}\n" for number in range(20_000)).encode()
    for content in (texts, bytes(1 << 18)):
        for compress in (gzip.compress, lzma.compress):
            (tmp_path / "packed").write_bytes(compress(content))
            with reading(tmp_path / "packed") as file:
                assert file.read() == content
