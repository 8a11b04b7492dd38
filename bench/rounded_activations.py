#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What products lose by the form of their activations: the error's share of the power (NMSE), with exact sums, for each
form that a kernel uses or could use (kernels/cuda/quantise.cuh). Needs numpy.

The rows: normal numbers; channels of very different size, as after a norm; gated values, of usual size and of small.
Weights are halves of normal numbers.

Usage: rounded_activations.py
Prints a table with the range over 2048, 4096, 8192 and 11008 columns.
"""

import numpy as np

COLUMNS, ROWS, OUTPUTS = (2048, 4096, 8192, 11008), 64, 512


def half(x):
    return x.astype(np.float16).astype(np.float32)


def bfloat16(x):
    bits = x.astype(np.float32).view(np.uint32)
    return (bits + 0x7FFF + (bits >> 16 & 1) & 0xFFFF0000).astype(np.uint32).view(np.float32)


def by_blocks(rounded):
    """Blocks of 32, brought to 2^14..2^15 by a power of two."""

    def form(x):
        blocks = x.reshape(len(x), -1, 32)
        scale = 2.0 ** (np.floor(np.log2(np.abs(blocks).max(-1, keepdims=True))) - 14).astype(np.float32)
        return (rounded(blocks / scale) * scale.astype(np.float64)).reshape(x.shape)

    return form


def twice(rounded):
    """Two numbers, of which the second holds the rest."""
    return lambda x: rounded(x).astype(np.float64) + rounded(x - rounded(x))


def int8(x):
    blocks = x.reshape(len(x), -1, 32)
    scale = np.abs(blocks).max(-1, keepdims=True) / 127
    return (np.rint(blocks / scale) * scale).reshape(x.shape)


FORMS = {
    "one half with a block's scale": by_blocks(half),
    "unscaled halves (llama.cpp)": half,
    "two halves": by_blocks(twice(half)),
    "one BF16": by_blocks(bfloat16),
    "two BF16": by_blocks(twice(bfloat16)),
    "8 bits": int8,
}


def gated(random, n, columns):
    gate, up = random.standard_normal((n, columns)) * np.exp(random.standard_normal(columns)), random.standard_normal((n, columns))
    return gate / (1 + np.exp(-gate)) * up


KINDS = {
    "normal": lambda random, n, columns: random.standard_normal((n, columns)),
    "channels of other sizes": lambda random, n, columns: random.standard_normal((n, columns)) * np.exp(1.5 * random.standard_normal(columns)),
    "gated": lambda random, n, columns: gated(random, n, columns) * 0.05,
    "gated, of size 1e-4": lambda random, n, columns: gated(random, n, columns) * 1e-4,
}


def main() -> None:
    random = np.random.default_rng(1)
    print("| rows | " + " | ".join(FORMS) + " |\n" + "| --- " * (len(FORMS) + 1) + "|")
    for kind, make in KINDS.items():
        errors = {form: [] for form in FORMS}
        for columns in COLUMNS:
            x = make(random, ROWS, columns).astype(np.float32)
            w = half(random.standard_normal((columns, OUTPUTS)) * 0.02).astype(np.float64)
            exact = x.astype(np.float64) @ w
            for form, rounded in FORMS.items():
                errors[form].append(np.sum((rounded(x).astype(np.float64) @ w - exact) ** 2) / np.sum(exact**2))
        print(f"| {kind} | " + " | ".join(f"{min(e):.1e} to {max(e):.1e}" for e in errors.values()) + " |")


if __name__ == "__main__":
    main()
