# SPDX-License-Identifier: Apache-2.0
"""A second implementation of the alignment of two sequences of words (tools/eval/alignment.h)."""


def align(a, b):
    """Needleman-Wunsch, 1 / -1 / -1; from the end: pair, then gap in a, then gap in b. The columns, as places in a and b."""
    score = {(i, 0): -i for i in range(len(a) + 1)} | {(0, j): -j for j in range(len(b) + 1)}
    for i in range(1, len(a) + 1):
        for j in range(1, len(b) + 1):
            pair = score[i - 1, j - 1] + (1 if a[i - 1] == b[j - 1] else -1)
            score[i, j] = max(pair, score[i, j - 1] - 1, score[i - 1, j] - 1)
    i, j, columns = len(a), len(b), []
    while i or j:
        if i and j and score[i, j] == score[i - 1, j - 1] + (1 if a[i - 1] == b[j - 1] else -1):
            i, j = i - 1, j - 1
            columns.append((i, j))
        elif j and (not i or score[i, j] == score[i, j - 1] - 1):
            j -= 1
            columns.append((None, j))
        else:
            i -= 1
            columns.append((i, None))
    return columns[::-1]
