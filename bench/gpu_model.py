#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What a pass must cost on a GPU, from counted bytes and instructions against the card's limits: a lower bound for
the CUDA backend, and the name of what binds it.

Counted: bytes of weights as packed.h lays them out; reads through the cache as gemm_q.cuh says; the instructions
of the kernels' inner loops, in the machine code that nvcc makes for the card. Not counted: latency that is not
hidden, and everything but the products, the keys and values, and a gap between kernels.

Usage: gpu_model.py [--card "RTX 3090"] [--shape 7b] [--nvdisasm PATH]    prints a table for each format
"""

import argparse
import pathlib
import re
import shutil
import subprocess
import tempfile
from dataclasses import dataclass

SOURCE = pathlib.Path(__file__).parent.parent


@dataclass
class Card:
    target: str
    processors: int
    clock: float  # Hz, boost
    memory: float  # bytes a second, nominal
    cache: float  # bytes a second from the second-level cache; measured by others, some 2 to 3 of memory's rate
    int8: float  # operations a second of mma.sync on 8-bit integers, dense
    gap: float = 1.0e-6  # seconds from a kernel's end to the next one's start inside a graph


CARDS = {
    "RTX 3090": Card("sm_86", 82, 1.695e9, 936e9, 2.0e12, 284e12),
    "H200": Card("sm_90", 132, 1.98e9, 4.8e12, 5.5e12, 660e12),  # mma.sync reaches a third of what wgmma does
}
SCHEDULERS = 4  # of a processor, an instruction a cycle each


@dataclass
class Shape:
    layers: int
    width: int
    key_width: int
    ff: int

    def matrices(self):
        """(rows, columns)"""
        d, kv, ff = self.width, self.key_width, self.ff
        return [(d, d), (kv, d), (kv, d), (d, d), (ff, d), (ff, d), (d, ff)]  # q, k, v, output, gate, up, down


SHAPES = {"7b": Shape(32, 4096, 4096, 11008), "8b": Shape(32, 4096, 1024, 14336), "1b": Shape(16, 2048, 512, 8192)}

# WeightFormat's number, and bytes of 256 weights in device memory.
FORMATS = {"Q8_0": (3, 272), "Q4_0": (4, 144), "Q4_K": (5, 148), "Q6_K": (6, 212)}
KERNELS_A_LAYER = 12


def block_of(rows: int) -> tuple[int, int]:
    """Row tiles and token tiles of a block, as cuda_products.cu chooses them for some rows of x."""
    return (1, 1) if rows <= 8 else (2, 4) if rows <= 32 else (2, 8)


def loop_lengths(target: str, nvdisasm: str) -> dict[tuple[int, int, int], int]:
    """Instructions of the loop of gemm_q_kernel<format, row tiles, token tiles> that holds the products."""
    nvcc = shutil.which("nvcc") or "/usr/local/cuda/bin/nvcc"
    with tempfile.NamedTemporaryFile(suffix=".cubin") as cubin:
        subprocess.run([nvcc, "-std=c++20", "-O3", f"-arch={target}", "-I", SOURCE, "-cubin", "-o", cubin.name,
                        SOURCE / "kernels/cuda/instances.cu"], check=True)  # fmt: skip
        text = subprocess.run([nvdisasm, "-c", cubin.name], check=True, capture_output=True, text=True).stdout
    lengths = {}
    for section in text.split("\n.text.")[1:]:
        kernel = re.match(r"\S*gemm_q_kernelILNS_12WeightFormatE(\d+)ELj(\d+)ELj(\d+)E", section)
        if not kernel:
            continue
        labels, instructions = {}, []
        for line in section.split("\n"):
            if label := re.match(r"\.(L_x_\d+):", line):
                labels[label[1]] = len(instructions)
            if found := re.search(r"/\*[0-9a-f]{4,}\*/\s+(.*?);", line):
                instructions.append(found[1])
        for i, instruction in enumerate(instructions):
            back = re.search(r"BRA.*`\(\.(L_x_\d+)\)", instruction)
            if back and labels.get(back[1], i) < i:
                body = instructions[labels[back[1]] : i + 1]
                if any("IMMA" in x for x in body):
                    lengths[tuple(map(int, kernel.groups()))] = len(body)
    return lengths


def up(n, step):
    return -(-n // step)


def pass_cost(card: Card, shape: Shape, name: str, rows: int, entries: int, loops) -> dict[str, float]:
    """Seconds by limit, of a pass of `rows` rows behind `entries` entries."""
    kind, bytes_256 = FORMATS[name]
    row_tiles, token_tiles = block_of(rows)
    cost = {"memory": 0.0, "cache": 0.0, "issue": 0.0, "tensor": 0.0}
    for w_rows, w_cols in shape.matrices():
        weights = up(w_rows, 16) * 16 * w_cols
        token_blocks, row_blocks = up(up(rows, 8), token_tiles), up(up(w_rows, 16), row_tiles)
        x_bytes = up(rows, 8) * 8 * w_cols * 1.25  # codes, scales, sums
        cost["memory"] += (weights * bytes_256 / 256 + rows * (w_cols + w_rows) * 4) / card.memory
        cost["cache"] += (weights * bytes_256 / 256 * token_blocks + x_bytes * row_blocks) / card.cache
        steps = row_blocks * token_blocks * w_cols / 64
        cost["issue"] += steps * loops[kind, row_tiles, token_tiles] / (card.processors * SCHEDULERS * card.clock)
        cost["tensor"] += 2 * weights * up(rows, 8) * 8 / card.int8
    cost = {k: v * shape.layers for k, v in cost.items()}
    cost["memory"] += 2 * shape.layers * shape.key_width * 2 * (entries + rows) / card.memory
    cost["gaps"] = shape.layers * KERNELS_A_LAYER * card.gap
    return cost


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--card", default="RTX 3090", choices=CARDS)
    p.add_argument("--shape", default="7b", choices=SHAPES)
    p.add_argument("--entries", type=int, default=700, help="of keys and values before the pass")
    p.add_argument("--nvdisasm", default=shutil.which("nvdisasm") or "/usr/local/cuda/bin/nvdisasm")
    args = p.parse_args()
    card, shape = CARDS[args.card], SHAPES[args.shape]
    loops = loop_lengths(card.target, args.nvdisasm)
    weights = shape.layers * sum(r * c for r, c in shape.matrices())
    print(f"{args.card}, {args.shape}: {weights / 1e9:.2f} billion weights multiplied, {args.entries} entries before the pass\n")
    for name, (kind, bytes_256) in FORMATS.items():
        print(f"{name}: {weights * bytes_256 / 256 / 1e9:.2f} GB; instructions a warp for two column tiles: "
              + ", ".join(f"{r}x{n}: {loops[kind, r, n]}" for r, n in ((1, 1), (2, 4), (2, 8))) + "\n")  # fmt: skip
        print("| rows | memory ms | cache ms | issue ms | tensor ms | pass ms | bound by | of one row's | rows/s | Top/s |")
        print("| --- " * 10 + "|")
        one = None
        for rows in (1, 2, 4, 8, 16, 32, 64, 128, 256, 512):
            cost = pass_cost(card, shape, name, rows, args.entries, loops)
            gaps = cost.pop("gaps")
            bound = max(cost, key=cost.get)
            total = cost[bound] + gaps
            one = one or total
            print(f"| {rows} | " + " | ".join(f"{1e3 * v:.2f}" for v in cost.values())
                  + f" | {1e3 * total:.2f} | {bound} | {total / one:.2f} | {rows / total:.0f} | {2 * weights * rows / total / 1e12:.0f} |")  # fmt: skip
        print()


if __name__ == "__main__":
    main()
