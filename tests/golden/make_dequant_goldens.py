#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes dequant.json: a hash of the floats that the gguf package decodes from 65,536 blocks of each quantised format,
one block for every half as its scale. The hash is over the floats' bits (FNV-1a, 64 bits; every NaN as 0x7fc00000).

Needs: pip install gguf==0.19.0. The blocks come from a generator that kernels/dequant_test.cc repeats.
"""

import json
import pathlib

import gguf
import numpy as np

BLOCKS = 65536
# Block bytes, offset of the scale, offset of a second half or None.
FORMATS = {
    "Q8_0": (34, 0, None),
    "Q4_0": (18, 0, None),
    "Q4_1": (20, 0, 2),
    "Q5_0": (22, 0, None),
    "Q5_1": (24, 0, 2),
    "Q2_K": (84, 80, 82),
    "Q3_K": (110, 108, None),
    "Q4_K": (144, 0, 2),
    "Q5_K": (176, 0, 2),
    "Q6_K": (210, 208, None),
    "IQ4_NL": (18, 0, None),
    "IQ4_XS": (136, 0, None),
}


def blocks(size: int, scale_at: int, second_at: int | None) -> np.ndarray:
    # The high bytes of the 32-bit generator x = 1664525 x + 1013904223 (Numerical Recipes).
    n = size * BLOCKS
    x = np.empty(n, dtype=np.uint32)
    state = 12345
    for i in range(n):
        state = (1664525 * state + 1013904223) & 0xFFFFFFFF
        x[i] = state
    data = (x >> 24).astype(np.uint8).reshape(BLOCKS, size)
    scales = np.arange(BLOCKS, dtype=np.uint16)
    data[:, scale_at : scale_at + 2] = scales.view(np.uint8).reshape(BLOCKS, 2)
    if second_at is not None:
        second = (scales.astype(np.uint32) * 40503 & 0xFFFF).astype(np.uint16)
        data[:, second_at : second_at + 2] = second.view(np.uint8).reshape(BLOCKS, 2)
    return data


def fnv1a(floats: np.ndarray) -> int:
    bits = floats.astype(np.float32).view(np.uint32).copy()
    bits[np.isnan(floats)] = 0x7FC00000
    value = 0xCBF29CE484222325
    for byte in bits.tobytes():
        value = (value ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return value


def main() -> None:
    out = {}
    for name, shape in FORMATS.items():
        kind = gguf.GGMLQuantizationType[name]
        with np.errstate(all="ignore"):
            out[name] = f"{fnv1a(gguf.dequantize(blocks(*shape), kind).reshape(-1)):016x}"
        print(name, out[name], flush=True)
    pathlib.Path(__file__).with_name("dequant.json").write_text(json.dumps(out, indent=1) + "\n")


if __name__ == "__main__":
    main()
