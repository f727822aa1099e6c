import gzip
import io
import stat
import tarfile
import zipfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wayframe.download import ArchiveLimits, unpack
from wayframe.errors import InputError


def a_zip(path: Path, files: dict[str, bytes]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return path


def a_tar(path: Path, files: dict[str, bytes], *members: tarfile.TarInfo, mode: str = "w:gz") -> Path:
    with tarfile.open(path, mode) as archive:  # type: ignore[call-overload]  # a mode that isn't a literal
        for name, data in files.items():
            info = tarfile.TarInfo(name)
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))
        for member in members:
            archive.addfile(member)
    return path


def unpacked(archive: Path, limits: ArchiveLimits = ArchiveLimits()) -> dict[str, bytes]:  # noqa: B008
    folder = archive.parent / "unpacked"
    folder.mkdir()
    files = unpack(archive, folder, limits)
    on_disk = {path for path in folder.rglob("*") if path.is_file()}
    assert set(files) == on_disk
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


FILES = {"a/frames.json": b"[]" * 50, "LICENSE.txt": b"read me"}
BOTH = pytest.mark.parametrize("make", [a_zip, a_tar], ids=["zip", "tar.gz"])
Make = Callable[[Path, dict[str, bytes]], Path]


@BOTH
def test_files_and_folders_come_out(tmp_path: Path, make: Make) -> None:
    assert unpacked(make(tmp_path / "x", FILES)) == FILES


@pytest.mark.parametrize("mode", ["w", "w:xz"])
def test_a_tar_may_be_plain_or_xz(tmp_path: Path, mode: str) -> None:
    assert unpacked(a_tar(tmp_path / "x", FILES, mode=mode)) == FILES


@BOTH
@pytest.mark.parametrize(
    "name", ["../x", "a/../../x", "/etc/x", "C:x", "a\\..\\..\\x", "a/\x01", "deep/" * 40 + "x", "n" * 256]
)
def test_a_path_that_leads_outside_is_refused(tmp_path: Path, make: Make, name: str) -> None:
    (tmp_path / "in").mkdir()
    with pytest.raises(InputError, match=r"outside|too long"):
        unpacked(make(tmp_path / "in" / "x", {name: b"bad"}))
    assert [path.name for path in tmp_path.iterdir()] == ["in"]


@pytest.mark.parametrize("kind", [tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.FIFOTYPE, tarfile.CHRTYPE, tarfile.BLKTYPE])
def test_a_tar_with_a_link_or_a_device_is_refused(tmp_path: Path, kind: bytes) -> None:
    member = tarfile.TarInfo("out")
    member.type, member.linkname = kind, "/etc"
    with pytest.raises(InputError, match="'out' is neither a file nor a folder"):
        unpacked(a_tar(tmp_path / "x", {}, member))


def test_a_zip_with_a_link_is_refused(tmp_path: Path) -> None:
    member = zipfile.ZipInfo("out")
    member.external_attr = (stat.S_IFLNK | 0o777) << 16
    with zipfile.ZipFile(tmp_path / "x", "w") as archive:
        archive.writestr(member, "/etc")
    with pytest.raises(InputError, match="'out' is neither a file nor a folder"):
        unpacked(tmp_path / "x")


def test_an_encrypted_zip_is_refused(tmp_path: Path) -> None:
    data = bytearray(a_zip(tmp_path / "x", {"a": b"secret"}).read_bytes())
    directory = data.index(b"PK\x01\x02")
    data[6] |= 1
    data[directory + 8] |= 1
    (tmp_path / "x").write_bytes(data)
    with pytest.raises(InputError, match="'a' is encrypted"):
        unpacked(tmp_path / "x")


@pytest.mark.filterwarnings("ignore:Duplicate name")
@pytest.mark.parametrize("second", ["frames.json", "Frames.JSON", "./frames.json"])
def test_a_name_that_comes_twice_is_refused(tmp_path: Path, second: str) -> None:
    with zipfile.ZipFile(tmp_path / "x", "w") as archive:
        archive.writestr("frames.json", "1")
        archive.writestr(second, "2")
    with pytest.raises(InputError, match="twice"):
        unpacked(tmp_path / "x")


@BOTH
def test_too_many_files_are_refused(tmp_path: Path, make: Make) -> None:
    with pytest.raises(InputError, match="more than 10 files"):
        unpacked(make(tmp_path / "x", {str(number): b"" for number in range(11)}), ArchiveLimits(members=10))


@BOTH
def test_too_much_is_refused(tmp_path: Path, make: Make) -> None:
    with pytest.raises(InputError, match="more than 1,000 bytes"):
        unpacked(make(tmp_path / "x", {"a": b"x" * 600, "b": b"x" * 600}), ArchiveLimits(total=1000))


@BOTH
def test_a_bomb_is_refused_before_it_is_on_the_disk(tmp_path: Path, make: Make) -> None:
    archive = make(tmp_path / "x", {"zeros": bytes(50_000_000)})
    with pytest.raises(InputError, match="far more than expected"):
        unpacked(archive)
    assert not list((tmp_path / "unpacked").iterdir())


def test_a_bomb_in_a_tar_header_is_refused(tmp_path: Path) -> None:
    member = tarfile.TarInfo("a")
    member.pax_headers = {"comment": "x" * 30_000_000}
    with pytest.raises(InputError, match="far more than expected"):
        unpacked(a_tar(tmp_path / "x", {}, member))


def test_a_zip_that_lies_about_its_sizes_is_refused(tmp_path: Path) -> None:
    data = bytearray(a_zip(tmp_path / "x", {"zeros": bytes(5_000_000)}).read_bytes())
    for start, offset in ((b"PK\x03\x04", 22), (b"PK\x01\x02", 24)):
        place = data.index(start) + offset
        data[place : place + 4] = (100).to_bytes(4, "little")
    (tmp_path / "x").write_bytes(data)
    with pytest.raises(InputError):
        unpacked(tmp_path / "x")


@BOTH
def test_a_damaged_archive_is_one_line(tmp_path: Path, make: Make) -> None:
    data = bytearray(make(tmp_path / "x", {"a": bytes(range(256)) * 50}).read_bytes())
    data[60:90] = bytes(30)
    (tmp_path / "x").write_bytes(data)
    with pytest.raises(InputError, match=r"damaged|expected a zip or tar"):
        unpacked(tmp_path / "x")


@pytest.mark.parametrize(
    ("data", "found"),
    [(b"", "nothing"), (b"<!DOCTYPE html><title>Sign in", "a web page"), (gzip.compress(b"no tar" * 200, mtime=0), "")],
)
def test_what_is_no_archive_is_named(tmp_path: Path, data: bytes, found: str) -> None:
    (tmp_path / "x").write_bytes(data)
    with pytest.raises(InputError, match=f"expected a zip or tar archive, found {found}"):
        unpacked(tmp_path / "x")


def test_a_zip_whose_files_begin_before_it_does_is_damaged(tmp_path: Path) -> None:
    archive = bytearray(a_zip(tmp_path / "x", FILES).read_bytes())
    end = archive.rindex(b"PK\x05\x06")
    archive[end + 16 : end + 20] = (int.from_bytes(archive[end + 16 : end + 20], "little") + 50_000).to_bytes(
        4, "little"
    )
    (tmp_path / "x").write_bytes(archive)
    with pytest.raises(InputError, match="damaged archive"):
        unpacked(tmp_path / "x")


@given(st.data())
def test_damage_is_an_input_error_or_nothing(tmp_path_factory: pytest.TempPathFactory, data: st.DataObject) -> None:
    folder = tmp_path_factory.mktemp("damaged")
    make: Make = data.draw(st.sampled_from([a_zip, a_tar]))
    archive = bytearray(make(folder / "x", FILES).read_bytes())
    for _ in range(data.draw(st.integers(1, 4))):
        archive[data.draw(st.integers(0, len(archive) - 1))] = data.draw(st.integers(0, 255))
    (folder / "x").write_bytes(archive[: data.draw(st.integers(len(archive) // 2, len(archive)))])
    with suppress(InputError):
        unpacked(folder / "x")
    assert {path.name for path in folder.iterdir()} <= {"x", "unpacked"}
