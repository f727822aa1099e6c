"""What isn't part of the core install: the extras of pyproject.toml, and classes of others by their names."""

from __future__ import annotations

import json
import re
import shlex
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from wayframe.errors import InputError, described, shown

if TYPE_CHECKING:
    from importlib.metadata import Distribution

_REQUIREMENT = re.compile(r"""(?P<package>.+?)\s*;\s*extra\s*==\s*["'](?P<extra>[\w-]+)["']""")
_OWN = re.compile(r"wayframe\[(?P<extra>[\w-]+)\]")


def missing(what: str, extra: str) -> InputError:
    """Return the error for `what` ("contexts need numpy"), with the command that installs its extra."""
    return InputError(f"{what}: {install(extra)}")


@contextmanager
def needing(what: str, extra: str) -> Iterator[None]:
    """Import within this what needs an extra: where a library isn't there, `what` ("contexts need") says who needs it.

    Raises `InputError` with the command that installs the extra.
    """
    try:
        yield
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("wayframe"):
            raise
        raise missing(f"{what} {error.name}", extra) from error


def install(extra: str) -> str:
    """Return the shell command that installs an extra into the environment of this interpreter.

    Wayframe is on no package index, so it is taken from the folder that it was installed from, and where that is gone
    the packages of the extra are named themselves.
    """
    pip = (
        [sys.executable, "-m", "pip", "install"]
        if find_spec("pip")
        else ["uv", "pip", "install", "--python", sys.executable]  # uv makes environments without pip
    )
    return shlex.join([*pip, *_requirements(extra)])


def _requirements(extra: str) -> list[str]:
    from importlib.metadata import PackageNotFoundError, distribution  # slow to import, and seldom needed

    try:
        installed = distribution("wayframe")
    except PackageNotFoundError:  # run from a folder of sources
        return [f"wayframe[{extra}]"]
    return _from_folder(installed, extra) or _packages(installed, extra)


def _from_folder(installed: Distribution, extra: str) -> list[str]:
    """Return what installs the extra from the folder that `pip install FOLDER` has noted (PEP 610), if it is there."""
    from urllib.parse import urlsplit
    from urllib.request import url2pathname

    origin = json.loads(installed.read_text("direct_url.json") or "{}")
    if "dir_info" not in origin:
        return []
    folder = Path(url2pathname(urlsplit(origin["url"]).path))
    if not (folder / "pyproject.toml").is_file():
        return []
    editable = ["-e"] if origin["dir_info"].get("editable") else []
    return [*editable, f"{folder}[{extra}]"]


def _packages(installed: Distribution, extra: str) -> list[str]:
    """Return the packages of an extra, those of the extras that it builds on included."""
    packages: list[str] = []
    for requirement in installed.requires or ():
        found = _REQUIREMENT.fullmatch(requirement)
        if found is None or found["extra"] != extra:
            continue
        own = _OWN.fullmatch(found["package"])
        packages += _packages(installed, own["extra"]) if own else [found["package"]]
    return packages


def resolved(what: str, name: str) -> Any:
    """Return what `module:Class` names. Raises `InputError`, saying that it is a `what`, where it can't be imported."""
    from pkgutil import resolve_name

    try:
        return resolve_name(name)
    except (ImportError, AttributeError, ValueError, SyntaxError) as error:
        raise InputError(f"{what} {shown(name)}: can't be imported: {described(error)}") from error
