# SPDX-License-Identifier: Apache-2.0
"""Finds the place of a piece of C++ in a file by its tokens, whatever the layout and the comments there."""

import re

TOKEN = re.compile(r"//[^\n]*|/\*.*?\*/|(\"(?:\\.|[^\"\\])*\"|(?<!\w)'(?:\\.|[^'\\])*'|\w+|[^\w\s])", re.S)


def place_of(text: str, code: str) -> tuple[int, int]:
    """Where the tokens of `code` begin and end in `text`. Raises ValueError unless they are there once."""
    tokens = [match for match in TOKEN.finditer(text) if match[1]]
    own, wanted = [match[1] for match in tokens], [match[1] for match in TOKEN.finditer(code) if match[1]]
    places = [i for i in range(len(own) - len(wanted) + 1) if own[i : i + len(wanted)] == wanted]
    if len(places) != 1:
        raise ValueError(f"its code is there {len(places)} times")
    return tokens[places[0]].start(), tokens[places[0] + len(wanted) - 1].end()
