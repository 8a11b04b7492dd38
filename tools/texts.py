#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prints every text that the programs can show to a user, as one page for a person to read.

A text is a string literal of two words or more in the sources of the programs and libraries;
literals that stand next to each other are one text. Text that is assembled from parts appears as
its parts. With --check the program prints only what breaks one of the RULES, and exits with 1 if
there is anything.
"""

import argparse
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = ["base", "crypto", "language", "documents", "gguf_loader", "kernels", "runtime", "redactor", "c_api", "program", "tools", "bench"]

TOKEN = re.compile(
    r"""//[^\n]*|/\*.*?\*/                     # comments
      |R"(?P<tag>\w*)\((?P<raw>.*?)\)(?P=tag)"  # raw literals
      |"(?P<text>(?:\\.|[^"\\\n])*)"            # literals
      |'(?:\\.|[^'\\\n])+'                      # characters
      |^[ \t]*\#[ \t]*(?:include|error|pragma)[^\n]*
      |\s+|\w+|.""",
    re.VERBOSE | re.DOTALL | re.MULTILINE,
)


def texts_of(source):
    """Yields (line, text) for the string literals of C++ source; neighbours are joined."""
    line, start, parts = 1, 0, []
    for token in TOKEN.finditer(source):
        literal = token["text"] if token["raw"] is None else token["raw"]
        if literal is not None:
            start = start if parts else line
            parts.append(literal)
        elif parts and not token[0].isspace() and not token[0].startswith(("//", "/*")):
            yield start, "".join(parts)
            parts = []
        line += token[0].count("\n")
