# SPDX-License-Identifier: Apache-2.0
"""Whether a redacted text is its source with other bytes in place of the replaced ones."""


def stands_in(pieces: list[str], source: str) -> bool:
    """Whether the text between replacements stands in the source, in order, from its beginning to its end."""
    first, *others = pieces
    if not others:
        return first == source
    if not source.startswith(first):
        return False
    at = len(first)
    for piece in others[:-1]:
        at = source.find(piece, at)
        if at < 0:
            return False
        at += len(piece)
    return source.endswith(others[-1]) and len(source) - len(others[-1]) >= at
