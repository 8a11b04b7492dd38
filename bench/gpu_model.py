#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The expected cost of a pass on a GPU, from counted bytes and instructions and the card's limits: a lower bound for the CUDA
backend, and an expectation.

The bound counts bytes of weights in the layout of packed.h; reads through the cache as in gemm_q.cuh; the instructions
of the kernels' inner loops, in the machine code that nvcc generates for the card; the bytes that blocks of each shape
have in flight, against those needed to cover the memory's latency; processors that are idle after the last whole wave
of blocks; and the gaps between kernels. Memory is counted at the rate that copies reach, not at the nominal one. The
tensor cores and the other instructions of a warp are added, since a warp waits for its product before the arithmetic
that follows it, and a scheduler has two warps at most to choose from; what these two overlap would be faster than the
bound. The memory and the cache work beside them, so of these two and that sum the longest counts.

The expectation adds what the bound leaves out, each with a constant and its reason (Expected): the filling and draining
of each kernel's pipeline, the small kernels, and the share of the memory's rate that comparable kernels reach.

Usage: gpu_model.py [--card "RTX 3090"] [--shape 7b] [--nvdisasm PATH | --lengths FILE]
Prints a table for each format. --lengths takes the instruction counts from gpu_loops.txt.
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
    memory: float  # bytes per second, nominal
    copied: float  # the share of it that copies of device memory reach, measured by others
    cache: float  # bytes per second from the second-level cache; measured by others, some 2 to 3 times memory's rate
    int8: float  # operations per second of mma.sync on 8-bit integers, dense
    half: float  # the same on halves with sums in float
    latency: float = 0.8e-6  # seconds that a read of memory takes under load; measured by others
    shared: int = 100 << 10  # bytes of shared memory of a processor
    gap: float = 1.0e-6  # seconds from a kernel's end to the next one's start inside a graph


CARDS = {
    "RTX 3090": Card("sm_86", 82, 1.695e9, 936e9, 0.93, 2.0e12, 284e12, 71e12),
    # mma.sync reaches 60 to 65 % of what wgmma does, whose dense rates are 1,979 and 989.
    "H200": Card("sm_90", 132, 1.98e9, 4.8e12, 0.90, 5.5e12, 1240e12, 620e12, shared=228 << 10),
}
SCHEDULERS = 4  # per processor, each issuing one instruction per cycle


@dataclass
class Shape:
    layers: int
    width: int
    key_width: int
    ff: int

    def products(self):
        """(rows of the matrices that share a launch, columns)"""
        d, kv, ff = self.width, self.key_width, self.ff
        return [((d, kv, kv), d), ((d,), d), ((ff, ff), d), ((d,), ff)]  # q, k, v; output; gate, up; down

    def weights(self) -> int:
        return self.layers * sum(sum(rows) * columns for rows, columns in self.products())


SHAPES = {"7b": Shape(32, 4096, 4096, 11008), "8b": Shape(32, 4096, 1024, 14336), "1b": Shape(16, 2048, 512, 8192)}


@dataclass
class Format:
    """A format in the layout of packed.h, as gemm_q.cuh stages it."""

    kind: int  # WeightFormat's number
    codes: int  # bytes of codes and high bits of 16 rows in a pair of column tiles
    aside: int  # those of a lane's totals in PromptShape that are in shared memory
    of_256: bool = True  # has steps of blocks of 256
    has_least: bool = False

    def staged(self) -> int:
        """Bytes of 16 rows in a stage, with their scales and steps."""
        return self.codes + 64 + 64 * self.of_256

    def bytes_of_256(self) -> int:
        """In device memory, where the steps of 16 rows serve four pairs."""
        return (self.codes + 64 + 16 * self.of_256) // 4


FORMATS = {
    "Q8_0": Format(3, 1024, 6, of_256=False),
    "Q4_0": Format(4, 512, 21, of_256=False),
    "Q4_K": Format(5, 512, 24, has_least=True),
    "Q5_K": Format(12, 640, 24, has_least=True),
    "Q6_K": Format(6, 768, 24),
}
KERNELS_A_LAYER = 10


@dataclass
class Expected:
    """The time that a kernel adds to the bound, or falls short of it."""

    # Seconds from the first block's start until its first stage has come, and from the last block's last product to its
    # store: two latencies of memory. Products are 4 launches of a layer's 10; attention and its join are 2.
    fill: float = 1.6e-6
    filled: int = 6
    # A kernel over rows of activations: a launch, a read and a write of what the second-level cache holds.
    small: float = 2.0e-6
    small_kernels: int = 4
    memory: float = 0.90  # the share of the rate of copies that products of one row are reported to reach: 85 to 92 %
    # Seconds from the sums of a tile's last segment to their join in blocks that have a segment each: the sums written,
    # a fence, the counter and the sums read, some 0.3 us each in the second-level cache.
    join: float = 1.2e-6


EXPECTED = Expected()
# A reviewer who knows Marlin, CUTLASS and llama.cpp's kernels expects, in milliseconds or Top/s, without this model:
REVIEWER = {("RTX 3090", "7b", "Q4_0"): {1: "5.6 to 6.0", 8: "5.8 to 6.3", 32: "7 to 8", 64: "8.5 to 10.5", 512: "95 to 115 Top/s"}}
# Calls of CUDA's runtime for a step whose rows differ from those of the last step: one for each launch that changes in
# its graph, plus these (cuda_step_test prints 96 for 8 layers, and 10 for a step like the last). The seconds of a call
# were measured by others.
CALLS_BESIDE = 16
CALL = 1.0e-6


@dataclass
class Block:
    """A shape of shapes.cuh: tiles of a block, groups of warps, and the bounds of its stages."""

    name: str
    row_tiles: int
    tokens: int
    warps: int
    groups: int
    most_stages: int
    most_shared: int  # KiB
    most_blocks: int  # per processor, by their registers
    tile_blocks: int = 1  # that share a tile; if several, each has a segment

    def staged_weights(self, of: Format) -> int:
        return self.row_tiles * of.staged()

    def stage(self, of: Format) -> int:
        """Bytes of a group's stage: weights, and the codes, scales and sums of its tokens in two tiles."""
        return self.staged_weights(of) + 2 * self.tokens * (36 + 4 * of.has_least)

    def aside(self, of: Format) -> int:
        """Bytes of the totals that gemm_q.cuh keeps in shared memory."""
        return of.aside * self.warps * 32 * 4 if self.groups == 1 and self.tile_blocks == 1 else 0

    def row_blocks(self, w_rows: tuple[int, ...]) -> int:
        """Tiles of the rows of a launch's matrices."""
        return sum(up(up(n, 16), self.row_tiles) for n in w_rows)

    def stages(self, of: Format) -> int:
        return min(self.most_stages, ((self.most_shared << 10) - self.aside(of)) // (self.groups * self.stage(of)))

    def resident(self, card: Card, of: Format) -> int:
        """Blocks that fit on a processor; each takes an additional KiB."""
        pipeline = self.groups * self.stages(of) * self.stage(of) + self.aside(of)
        shared = max(pipeline, self.row_tiles * 16 * self.tokens * 4 * (self.groups > 1) * self.groups)
        return min(self.most_blocks, card.shared // (shared + 1024))


BLOCKS = (
    Block("GemvShape", 1, 8, 4, 4, 4, 32, 9),
    Block("VerifyShape", 4, 32, 8, 4, 2, 54, 2),
    Block("WideVerifyShape", 4, 64, 8, 4, 3, 99, 1),
    Block("SpreadVerifyShape", 4, 32, 2, 1, 6, 32, 4, tile_blocks=4),
    Block("SpreadWideShape", 4, 64, 2, 1, 6, 32, 4, tile_blocks=4),
    Block("PromptShape", 8, 64, 8, 1, 4, 48, 2),
)


def block_of(card: Card, rows: int, w_rows: tuple[int, ...], may_spread: bool) -> Block:
    """The block that cuda_products.cu chooses for a number of rows of x and the matrices of a launch."""
    gemv, verify, wide, spread_verify, spread_wide, prompt = BLOCKS
    if rows <= gemv.tokens or rows > wide.tokens:
        return gemv if rows <= gemv.tokens else prompt
    whole, spread = (verify, spread_verify) if rows <= verify.tokens else (wide, spread_wide)
    enough = card.processors + (card.processors // 3 if whole is verify else 0)
    return spread if may_spread and whole.row_blocks(w_rows) < enough else whole


def loop_lengths(target: str, nvdisasm: str) -> dict[tuple[int, str], int]:
    """Instructions of a warp for a pair of column tiles in gemm_q_kernel<format, shape>: those of the innermost loop
    that holds the products."""
    nvcc = shutil.which("nvcc") or "/usr/local/cuda/bin/nvcc"
    with tempfile.NamedTemporaryFile(suffix=".cubin") as cubin:
        subprocess.run([nvcc, "-std=c++20", "-O3", f"-arch={target}", "-I", SOURCE, "-cubin", "-o", cubin.name,
                        SOURCE / "kernels/cuda/instances.cu"], check=True)  # fmt: skip
        text = subprocess.run([nvdisasm, "-c", cubin.name], check=True, capture_output=True, text=True).stdout
    lengths = {}
    for section in text.split("\n.text.")[1:]:
        kernel = re.match(r"\S*gemm_q_kernelILNS_12WeightFormatE(\d+)ENS0_\d+(\w+?Shape)E", section)
        if not kernel:
            continue
        labels, instructions = {}, []
        for line in section.split("\n"):
            if label := re.match(r"\.(L_x_\d+):", line):
                labels[label[1]] = len(instructions)
            if found := re.search(r"/\*[0-9a-f]{4,}\*/\s+(.*?);", line):
                instructions.append(found[1])
        loops = []
        for i, instruction in enumerate(instructions):
            back = re.search(r"BRA.*`\(\.(L_x_\d+)\)", instruction)
            if back and labels.get(back[1], i) < i and any("IMMA" in x for x in instructions[labels[back[1]] : i]):
                loops.append(i + 1 - labels[back[1]])
        if loops:  # not of 16-bit weights
            lengths[int(kernel[1]), kernel[2]] = min(loops)
    return lengths


def up(n, step):
    return -(-n // step)


HEAD = 128  # dimensions
CHUNK = 32  # entries


def attention_cost(card: Card, shape: Shape, rows: int, entries: int) -> dict[str, float]:
    """Seconds by limit for one layer's attention of one sequence, divided as in attention.cuh. Keys and values are read
    once from memory, and from the second-level cache once for each tile of queries. All rows are counted as if they saw
    all entries, as the last rows do: an upper bound for the first rows of a prompt. Besides its values, each of the
    four warps of 16 queries sums the weights."""
    group, heads = shape.width // shape.key_width, shape.key_width // HEAD
    tile = 16 if rows * group <= 16 else 32
    tiles, seen = up(rows * group, tile), up(entries + rows, CHUNK) * CHUNK
    page_bytes = 2 * 2 * seen * HEAD * heads
    products = 2 * tiles * tile * seen * heads * (2 * HEAD + 4 * 8)
    return {"memory": page_bytes / (card.memory * card.copied), "cache": tiles * page_bytes / card.cache, "tensor": products / card.half}


def product_cost(card: Card, of: Format, block: Block, rows: int, w_rows: tuple[int, ...], w_cols: int, loops) -> dict[str, float]:
    """Seconds by limit for a launch that multiplies `rows` rows by matrices of w_rows rows."""
    bytes_256 = of.bytes_of_256()
    outputs = sum(up(n, 16) * 16 for n in w_rows)
    weights = outputs * w_cols
    token_blocks, row_blocks = up(rows, block.tokens), block.row_blocks(w_rows)
    blocks = token_blocks * row_blocks * block.tile_blocks
    busy = min(blocks, card.processors * block.resident(card, of))
    # The bytes in flight allow the full rate, or less.
    under_way = busy * block.groups * (block.stages(of) - 1) * block.staged_weights(of)
    rate = min(card.memory * card.copied, under_way / card.latency)
    x_bytes = block.tokens * token_blocks * w_cols * (1.25 if of.has_least else 1.125)
    spread = block.tile_blocks > 1
    joined = 2 * block.tile_blocks * outputs * block.tokens * 4 if spread else 0  # sums written and read
    # Idle processors after the last whole wave: blocks on the busiest processor against the mean.
    wave = up(blocks, card.processors) * card.processors / blocks
    steps = blocks * w_cols / 64 / block.tile_blocks * (block.warps / block.groups)
    return {
        "memory": (weights * bytes_256 / 256 + rows * (w_cols + sum(w_rows)) * 4) / rate,
        "cache": (weights * bytes_256 / 256 * token_blocks + x_bytes * row_blocks + joined) / card.cache,
        "issue": wave * steps * loops[of.kind, block.name] / (card.processors * SCHEDULERS * card.clock),
        "tensor": wave * 2 * weights * token_blocks * block.tokens / card.int8,
        "join": EXPECTED.join if spread else 0.0,
    }


def layer_costs(card: Card, shape: Shape, of: Format, rows: int, entries: int, loops, may_spread: bool = True) -> list[dict[str, float]]:
    """Seconds by limit of each launch of a layer that has a limit, for a pass of `rows` rows after `entries` entries."""
    products = [product_cost(card, of, block_of(card, rows, w_rows, may_spread), rows, w_rows, w_cols, loops)
                for w_rows, w_cols in shape.products()]  # fmt: skip
    return products + [{"issue": 0.0, "join": 0.0, **attention_cost(card, shape, rows, entries)}]


def limits(cost: dict[str, float]) -> dict[str, float]:
    return {"memory": cost["memory"], "cache": cost["cache"], "issue and tensor": cost["issue"] + cost["tensor"]}


def bound(shape: Shape, card: Card, costs: list[dict[str, float]]) -> tuple[float, str]:
    """Seconds of a pass: every launch takes its longest limit, since launches follow one another; and the limit that
    most of this time is due to."""
    by = dict.fromkeys(limits(costs[0]), 0.0)
    for cost in costs:
        longest = max(limits(cost), key=limits(cost).get)
        by[longest] += limits(cost)[longest]
    return shape.layers * (sum(by.values()) + KERNELS_A_LAYER * card.gap), max(by, key=by.get)


def expectation(shape: Shape, card: Card, costs: list[dict[str, float]]) -> float:
    """Seconds of a pass. Gaps and small kernels are counted by their number."""
    e = EXPECTED
    work = sum(max(cost["memory"] / e.memory, cost["cache"], cost["issue"] + cost["tensor"]) + cost["join"] for cost in costs)
    return shape.layers * (work + KERNELS_A_LAYER * card.gap + e.filled * e.fill + e.small_kernels * e.small)


def lengths_of(file: pathlib.Path, card: str) -> dict[tuple[int, str], int]:
    """The counts of loop_lengths, from the first table of a card, as this program prints it."""
    of_card = re.search(rf"^## {card}$(.*?)(?=^## |\Z)", file.read_text(), re.M | re.S)[1]
    return {(FORMATS[name].kind, block.name): int(cell.split("/")[0])
            for name, cells in re.findall(r"^\| (Q\w+) \| [\d.]+ \| (.*) \|$", of_card, re.M)
            for block, cell in zip(BLOCKS, cells.split(" | "), strict=True)}  # fmt: skip


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--card", default="RTX 3090", choices=CARDS)
    p.add_argument("--shape", default="7b", choices=SHAPES)
    p.add_argument("--entries", type=int, default=700, help="of keys and values before the pass")
    p.add_argument("--nvdisasm", default=shutil.which("nvdisasm") or "/usr/local/cuda/bin/nvdisasm")
    p.add_argument("--lengths", type=pathlib.Path)
    args = p.parse_args()
    card, shape = CARDS[args.card], SHAPES[args.shape]
    loops = lengths_of(args.lengths, args.card) if args.lengths else loop_lengths(card.target, args.nvdisasm)
    weights = shape.weights()
    print(f"## {args.card}\nThe {args.shape} shape: {weights / 1e9:.2f} billion weights are multiplied, and {args.entries} entries precede the pass.")
    calls = shape.layers * KERNELS_A_LAYER + CALLS_BESIDE
    print(f"The host's calls: {calls} ({1e3 * calls * CALL:.2f} ms) for a pass whose rows differ from those of the last pass, 10 for a pass like the last.\n")
    print("Of each block: instructions per warp for a pair of column tiles, stages, blocks per SM.\n")
    print("| weights | GB | " + " | ".join(b.name for b in BLOCKS) + " |\n" + "| --- " * (2 + len(BLOCKS)) + "|")
    for name, of in FORMATS.items():
        cells = [f"{loops[of.kind, b.name]}/{b.stages(of)}/{b.resident(card, of)}" for b in BLOCKS]
        print("| " + " | ".join([name, f"{weights * of.bytes_of_256() / 256 / 1e9:.2f}", *cells]) + " |")
    for name, of in FORMATS.items():
        print(f"\n**{name}**\n")
        said = REVIEWER.get((args.card, args.shape, name), {})
        head = ["tokens", "memory ms", "cache ms", "issue ms", "tensor ms", "bound ms", "bound by", "whole tiles ms", "expected ms", "of one token's", "expected tokens/s", "expected Top/s"]
        print("| " + " | ".join(head + ["reviewer"] * bool(said)) + " |")
        print("| --- " * (len(head) + bool(said)) + "|")
        one = None
        for rows in (1, 2, 4, 8, 16, 32, 64, 128, 256, 512):
            costs = layer_costs(card, shape, of, rows, args.entries, loops)
            total, by = bound(shape, card, costs)
            expected = expectation(shape, card, costs)
            whole = expectation(shape, card, layer_costs(card, shape, of, rows, args.entries, loops, may_spread=False))
            one = one or expected
            cells = [f"{1e3 * shape.layers * sum(cost[k] for cost in costs):.2f}" for k in ("memory", "cache", "issue", "tensor")]
            cells += [f"{1e3 * total:.2f}", by, "" if whole == expected else f"{1e3 * whole:.2f}", f"{1e3 * expected:.2f}"]
            cells += [f"{expected / one:.2f}", f"{rows / expected:.0f}", f"{2 * weights * rows / expected / 1e12:.0f}"]
            print("| " + " | ".join([str(rows), *cells, *([said.get(rows, "")] if said else [])]) + " |")


if __name__ == "__main__":
    main()
