# SPDX-License-Identifier: Apache-2.0
"""`python -m redact` is the program `redact`."""

from __future__ import annotations

import os
import sys
from typing import NoReturn

VARIABLE = "REDACT_PROGRAM"  # names the program of a build tree


def main() -> NoReturn:
    beside = os.path.join(os.path.dirname(os.path.abspath(__file__)), "redact")
    program = os.environ.get(VARIABLE) or beside
    try:
        os.execv(program, ["redact", *sys.argv[1:]])
    except OSError as error:
        sys.exit(f"redact: the program cannot be started ({error.strerror}); {VARIABLE} names that of a build tree")


if __name__ == "__main__":
    main()
