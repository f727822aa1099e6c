"""Ensembles of decision trees, looked up by LightGBM's library itself.

Its Python package brings numpy and whatever else of its kind is installed, seconds on some machines: that is for
training. To run a trained tracker, its C interface (LightGBM's c_api.h) is enough.
"""

from __future__ import annotations

import ctypes
import sys
from array import array
from collections.abc import Sequence
from importlib.util import find_spec
from itertools import chain
from pathlib import Path

from wayframe.errors import InputError
from wayframe.extras import missing

_DOUBLE, _BY_ROWS, _RAW_SCORE, _FIRST_TREE, _ALL_TREES = 1, 1, 1, 0, -1
_SETTINGS = b"num_threads=1 verbosity=-1"


class TreeEnsemble:
    """An ensemble, from LightGBM's text of it. Raises `InputError` where that can't be read or LightGBM is missing."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._library = _library()
        self._handle, grown = ctypes.c_void_p(), ctypes.c_int()
        data = text.encode()
        self._call("LGBM_BoosterLoadModelFromString", data, ctypes.byref(grown), ctypes.byref(self._handle))

    def __del__(self) -> None:
        if getattr(self, "_handle", None):
            self._library.LGBM_BoosterFree(self._handle)

    def scores(self, rows: Sequence[Sequence[float]]) -> list[float]:
        """The sum of the trees' values for every row, before any link function."""
        if not rows:
            return []
        data, found, length = array("d", chain.from_iterable(rows)), array("d", bytes(8 * len(rows))), ctypes.c_int64()
        self._call(
            "LGBM_BoosterPredictForMat",
            self._handle,
            ctypes.c_void_p(data.buffer_info()[0]),
            _DOUBLE,
            len(rows),
            len(rows[0]),
            _BY_ROWS,
            _RAW_SCORE,
            _FIRST_TREE,
            _ALL_TREES,
            _SETTINGS,
            ctypes.byref(length),
            ctypes.c_void_p(found.buffer_info()[0]),
        )
        return found.tolist()

    def _call(self, name: str, *arguments: object) -> None:
        if getattr(self._library, name)(*arguments):
            raise InputError(f"LightGBM: {self._library.LGBM_GetLastError().decode(errors='replace')}")


def _library() -> ctypes.CDLL:
    package = find_spec("lightgbm")
    folders = [Path(folder) for folder in package.submodule_search_locations or ()] if package else []
    found = [path for folder in folders for path in sorted(folder.glob("**/lib_lightgbm.*"))]
    found += sorted(Path(sys.prefix).glob("lib/lib_lightgbm.*")) if package else []  # where conda puts it
    if not found:
        raise missing("a trained tracker needs lightgbm", "learned")
    library = ctypes.CDLL(str(found[0]))
    library.LGBM_GetLastError.restype = ctypes.c_char_p
    return library
