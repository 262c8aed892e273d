"""Loads the compiled module, with an HDF5 of its own where the process has another one."""

from __future__ import annotations

import ctypes
import os
import sys


def _foreign_hdf5() -> bool:
    """Whether somebody has loaded an HDF5 for all to see (RTLD_GLOBAL), whose functions would take the place of ours."""
    try:
        return hasattr(ctypes.CDLL(None), "H5open")
    except OSError:
        return False


if _foreign_hdf5():
    # Names are then looked up first in the libraries that the module was linked with. Not at other times: an allocator
    # that was loaded before all others would not be asked either.
    _flags = sys.getdlopenflags()
    sys.setdlopenflags(_flags | getattr(os, "RTLD_DEEPBIND", 0))
    try:
        from . import _floc
    finally:
        sys.setdlopenflags(_flags)
else:
    from . import _floc

__all__ = ["_floc"]
