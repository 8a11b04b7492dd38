#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The expected cost of a pass of the bundled model on a GPU, kernel by kernel, and of the host's work beside it: a model,
not a measurement. Cards, blocks of products and the instructions of their loops are gpu_model's.

A kernel takes the gap before it, the latency of its first and last access (Expected.fill), and the longest of: its
bytes at the rate of the second-level cache, or of memory if they exceed the cache; what its blocks read from that
cache, where several read the same; and its instructions and tensor-core operations, one after the other, on the busiest
processor. Two passes are under way, so a pass takes the longer of the device's and the host's engine thread; the host's
other threads work for both.

Usage: gpu_bundled.py [--lengths FILE] --host READ DECIDE CONCLUDE ENGINE [--cores 16]
--host: nanoseconds per source token, from `redact-bench --stages`; ENGINE is the sum of what the engine's thread does. Prints a table.
"""

import argparse
import pathlib
from dataclasses import dataclass

from gpu_model import CARDS, EXPECTED, FORMATS, SCHEDULERS, block_of, lengths_of, up

LOOPS = pathlib.Path(__file__).parent / "gpu_loops.txt"
LAYERS, WIDTH, FF, HEADS, HEAD, LABEL_IDS = 6, 384, 1024, 6, 64, 141
WINDOW = 387  # rows of a full window
ROWS_A_TOKEN = 1.2  # a full window of 387 rows decides 320 tokens
OF = FORMATS["Q8_0"]
X = 1.125  # bytes of a quantised activation with its scale

CACHES = {"RTX 3090": 6e6, "H200": 50e6}  # bytes of the second-level cache
LINKS = {"RTX 3090": 25e9, "H200": 50e9}  # bytes/s between host and device, assumed: PCIe 4 and 5, 16 lanes
COPY = 8e-6  # seconds of a copy between host and device beside its bytes, assumed

# Instructions of a warp. Attention's are counted in the machine code for sm_90, without branches that are not taken;
# those of the label head are estimates, since its loop has a branch for each format.
SHARED_CHUNK = 406  # attention_kernel<4, ManyQueries>, in which windows ran before: 16 queries, 32 entries, by four warps
WHOLE_CHUNK, LAST_CHUNK, BESIDE = 528, 257, 550  # bidirectional_attention_kernel<4>: 64 entries; the last 3; before and after
ONE_ROW_STEP = 30  # candidate_logits_kernel: 32 columns of one id for one row,
MANY_ROWS_STEP = 4.2  # and in tiles of 8 rows and 4 ids for each warp
LOGIT = 10  # the sum over 32 lanes


@dataclass
class Kernel:
    name: str
    n_bytes: float
    blocks: float = 0
    issue: float = 0  # instructions of all warps
    tensor: float = 0  # seconds of the tensor cores, all processors busy
    n: int = LAYERS
    n_read: float = 0  # bytes that all blocks together read from the second-level cache and write to it


def seconds(kernel: Kernel, card_name: str) -> float:
    card = CARDS[card_name]
    rate = card.cache if kernel.n_bytes <= 0.8 * CACHES[card_name] else card.memory * card.copied
    idle = up(int(kernel.blocks), card.processors) * card.processors / kernel.blocks if kernel.blocks else 1
    work = idle * (kernel.issue / (card.processors * SCHEDULERS * card.clock) + kernel.tensor)
    return kernel.n * (card.gap + EXPECTED.fill + max(kernel.n_bytes / rate, kernel.n_read / card.cache, work))


def product(card, loops, name: str, rows: int, outputs: int, columns: int) -> Kernel:
    """A launch of gemm_q_kernel; `outputs` of all its matrices together."""
    block = block_of(card, rows, (outputs,), may_spread=False)  # a pass has more rows than tiles that spread
    token_blocks = up(rows, block.tokens)
    blocks = token_blocks * block.row_blocks((outputs,))
    issue = blocks * columns / 64 * block.warps / block.groups * loops[OF.kind, block.name]
    tensor = 2 * outputs * columns * token_blocks * block.tokens / card.int8
    n_bytes = outputs * columns * OF.bytes_of_256() / 256 + rows * (columns * X + outputs * 4)
    return Kernel(name, n_bytes, blocks, issue, tensor)


def attention(card, rows: int, own: bool) -> Kernel:
    """`own`: in the kernel of bidirectional segments, of whose tiles of 64 queries the last has 3, which a processor has
    beside whole ones."""
    heads = rows / WINDOW * HEADS  # of all windows
    n_bytes = rows * WIDTH * 12

    def read(tiles: int) -> float:  # keys and values for each tile of a head; queries and outputs
        return heads * tiles * WINDOW * HEAD * 4 + rows * WIDTH * 8

    if not own:
        tiles = heads * up(WINDOW, 32)
        chunks = tiles * up(WINDOW, 32)
        return Kernel("attention", n_bytes, tiles, chunks * 8 * SHARED_CHUNK, chunks * 8 * 10 * 4096 / card.half, n_read=read(up(WINDOW, 32)))
    warps = heads * up(WINDOW, 16)
    issue = warps * (WINDOW // 64 * WHOLE_CHUNK + LAST_CHUNK + BESIDE)
    tensor = warps * up(WINDOW, 16) * 2 * HEAD / 8 * 4096 / card.half
    return Kernel("attention", n_bytes, heads * (WINDOW // 64), issue, tensor, n_read=read(up(WINDOW, 64)))


def kernels(card_name: str, loops, rows: int, tiled_head: bool, own_attention: bool) -> list[Kernel]:
    card, logits = CARDS[card_name], rows * LABEL_IDS
    step = MANY_ROWS_STEP if tiled_head else ONE_ROW_STEP
    return [
        Kernel("norm and quantise", rows * WIDTH * (4 + X), n=2 * LAYERS),
        product(card, loops, "products", rows, 3 * WIDTH, WIDTH),
        Kernel("rotate and store", rows * WIDTH * 24),
        attention(card, rows, own_attention),
        Kernel("quantise", rows * WIDTH * (4 + X)),
        product(card, loops, "products", rows, WIDTH, WIDTH),
        product(card, loops, "products", rows, 2 * FF, WIDTH),
        Kernel("gate and quantise", rows * FF * (8 + X)),
        product(card, loops, "products", rows, WIDTH, FF),
        Kernel("label head", rows * WIDTH * 4 + logits * 4, issue=logits * (WIDTH / 32 * step + LOGIT), n=1),
        Kernel("embed and last norm", rows * WIDTH * 8, n=2),
    ]  # fmt: skip


def pass_parts(card_name: str, loops, rows: int, tiled_head: bool, own_attention: bool) -> dict[str, float]:
    parts: dict[str, float] = {}
    for kernel in kernels(card_name, loops, rows, tiled_head, own_attention):
        parts[kernel.name] = parts.get(kernel.name, 0) + seconds(kernel, card_name)
    logits = rows * LABEL_IDS
    tables = rows * 16 + (rows / 8 * up(LABEL_IDS, 16) * 24 if tiled_head else logits * 8)
    parts["copies"] = 2 * COPY + (tables + 4 * logits) / LINKS[card_name]
    return parts


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--lengths", type=pathlib.Path, default=LOOPS)
    p.add_argument("--host", type=float, nargs=4, metavar=("READ", "DECIDE", "CONCLUDE", "ENGINE"), required=True)
    p.add_argument("--cores", type=int, default=16)
    args = p.parse_args()
    *stages, engine = args.host
    head = None
    for card in CARDS:
        loops = lengths_of(args.lengths, card)
        for rows, tiled, own in ((WINDOW, False, False), (4096, False, False), (4096, True, False), (4096, True, True), (8192, True, True)):
            parts = pass_parts(card, loops, rows, tiled, own)
            if head is None:
                head = ["card", "rows of a pass", "label head", "attention's kernel", *(f"{name}, us" for name in parts), "pass, us", "device, M tokens/s", "engine's thread, M tokens/s", f"{args.cores} cores, M tokens/s"]
                print("| " + " | ".join(head) + " |\n" + "| --- " * len(head) + "|")
            total = sum(parts.values())
            rates = [rows / ROWS_A_TOKEN / total / 1e6, 1e3 / engine, args.cores * 1e3 / (sum(stages) + engine)]
            cells = [card, str(rows), "tiles" if tiled else "by row", "own" if own else "shared", *(f"{1e6 * part:.0f}" for part in parts.values()), f"{1e6 * total:.0f}", *(f"{rate:.2f}" for rate in rates)]
            print("| " + " | ".join(cells) + " |")


if __name__ == "__main__":
    main()
