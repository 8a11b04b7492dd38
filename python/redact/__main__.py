# SPDX-License-Identifier: Apache-2.0
"""`python -m redact` is the program `redact`."""

from __future__ import annotations

import os
import sys
from typing import NoReturn

HERE = os.path.dirname(os.path.abspath(__file__))
VARIABLE = "REDACT_PROGRAM"  # names the program of a build tree


def start(program: str, *arguments: str) -> NoReturn:
    name = os.path.basename(program)
    try:
        os.execv(program, [name, *arguments, *sys.argv[1:]])
    except OSError as error:
        sys.exit(f"{name}: the program cannot be started ({error.strerror}); {VARIABLE} names that of a build tree")


def main() -> NoReturn:
    start(os.environ.get(VARIABLE) or os.path.join(HERE, "redact"))


def evaluate() -> NoReturn:
    start(os.path.join(HERE, "redact-eval"))


def script(name: str) -> NoReturn:
    """A script of bash, which asks for redact-eval on the path."""
    os.environ["PATH"] = HERE + os.pathsep + os.environ.get("PATH", "")
    start("/bin/bash", os.path.join(HERE, "tools", name))


def adapt() -> NoReturn:
    script("adapt")


def convert() -> NoReturn:
    script("convert/run")


def tune() -> NoReturn:
    script("tune/run")


if __name__ == "__main__":
    main()
