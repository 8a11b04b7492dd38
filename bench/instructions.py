#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Counts the ARM64 instructions that the CPU kernels take for a row of activations times a matrix of 96 x 512, its
rounding included, under qemu. The instructions of two calls less those of one are those of a call. They say nothing of
time: no ARM64 machine has run them.

Usage: instructions.py (builds what it needs; g++-aarch64-linux-gnu and qemu-user-static must be installed)
"""

import pathlib
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
ARM = ROOT / "build/arm64"
PRODUCTS = [("Q8_0", "rows"), ("Q8_0", "blocks"), ("Q4_0", "blocks"), ("Q4_K", "blocks"), ("Q6_K", "blocks")]
ROWS = (1, 16)
LEVELS = ("neon", "dotprod", "i8mm")


def instructions(*arguments: str) -> int:
    """Each instruction is a block of its own, and each block that is entered a line of the log."""
    with tempfile.TemporaryDirectory() as folder:
        log = pathlib.Path(folder, "log")
        subprocess.run(["mkfifo", log], check=True)
        program = ["qemu-aarch64-static", "-L", ARM / "sysroot", "-singlestep", "-d", "exec,nochain", "-D", log, ARM / "bin/count-products", *arguments]
        with subprocess.Popen(program) as running, subprocess.Popen(["grep", "-c", "^Trace", log], stdout=subprocess.PIPE, text=True) as counting:
            counted = counting.communicate()[0]
            assert running.wait() == 0
    return int(counted)


def main() -> None:
    subprocess.run([ROOT / "tools/arm64/build", "count-products"], check=True, stdout=subprocess.DEVNULL)
    print("| weights, rounding | rows of a call | " + " | ".join(LEVELS) + " |")
    print("| --- " * (2 + len(LEVELS)) + "|")
    for format_name, rounding in PRODUCTS:
        for n in ROWS:
            counts = []
            for level in LEVELS:
                once, twice = (instructions(f"cpu:{level}", format_name, rounding, str(n), times) for times in "12")
                counts.append(f"{(twice - once) // n:,}")
            print(f"| {format_name}, by {rounding} | {n} | {' | '.join(counts)} |", flush=True)


if __name__ == "__main__":
    main()
