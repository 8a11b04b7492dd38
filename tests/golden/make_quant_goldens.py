#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes quant.json: a hash (FNV-1a, 64 bits) of the bytes to which the gguf package quantises 16,384 blocks of 32
floats in Q8_0, Q4_0 and Q5_0.

Needs: pip install gguf==0.19.0. The floats come from a generator that tools/quantisers_test.cc repeats.
"""

import json
import pathlib

import gguf
import numpy as np

BLOCKS = 16384


def floats() -> np.ndarray:
    """24 bits of the generator x = 1664525 x + 1013904223 (Numerical Recipes), centred on zero. Block b has the size
    2^(b % 21 - 16). Every seventh is rounded to whole sixteenths of its size, for ties; block 0 is zeros."""
    x = np.empty(BLOCKS * 32, dtype=np.uint32)
    state = 12345
    for i in range(len(x)):
        state = (1664525 * state + 1013904223) & 0xFFFFFFFF
        x[i] = state
    values = ((x >> 8).astype(np.int64) - 0x800000).astype(np.float32) * np.float32(2.0**-23)
    values = values.reshape(BLOCKS, 32)
    values[::7] = np.round(values[::7] * 16) / np.float32(16)
    sizes = np.float32(2.0) ** (np.arange(BLOCKS) % 21 - 16).astype(np.float32)
    values *= sizes[:, None]
    values[0] = 0
    return values


def fnv1a(data: bytes) -> str:
    value = 0xCBF29CE484222325
    for byte in data:
        value = (value ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return f"{value:016x}"


def main() -> None:
    values = floats()
    out = {}
    for name in ("Q8_0", "Q4_0", "Q5_0"):
        out[name] = fnv1a(gguf.quantize(values, gguf.GGMLQuantizationType[name]).tobytes())
        print(name, out[name], flush=True)
    pathlib.Path(__file__).with_name("quant.json").write_text(json.dumps(out, indent=1) + "\n")


if __name__ == "__main__":
    main()
