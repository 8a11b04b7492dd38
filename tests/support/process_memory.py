# SPDX-License-Identifier: Apache-2.0
"""Searches the memory of another process, which only root may read."""

import contextlib
import re
import unittest


def n_copies(pid, word):
    """Counts a word (in small letters) in the writable memory of a process, in either case. Skips the test without access."""
    n = 0
    try:
        with open(f"/proc/{pid}/maps") as maps, open(f"/proc/{pid}/mem", "rb") as memory:
            for begin, end in re.findall(r"^(\w+)-(\w+) rw", maps.read(), re.M):
                memory.seek(int(begin, 16))
                with contextlib.suppress(OSError):  # a part that has no page
                    n += memory.read(int(end, 16) - int(begin, 16)).lower().count(word)
    except PermissionError as error:
        raise unittest.SkipTest("the memory of another process can only be read as root") from error
    return n
