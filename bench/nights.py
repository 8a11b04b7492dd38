#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Documents per second over a folder of small files: copied by cp, redacted by an older program, and redacted by this one
without and with a journal, in turns in one run. --model tests/golden/label-f32.gguf takes next to no time, so that the
figures show the rest of the program.

Usage: nights.py REDACT [--beside OLDER] [--model FILE] [--files N] [--turns N] [--folder FOLDER]"""

import argparse
import os
import pathlib
import shutil
import statistics
import subprocess
import tempfile
import time

NOTE = "Patient: Margaret Ellison, seen by Dr Owen Pritchard on 12/03/2024. No fever, no cough, appetite good. "
KIB = 1024


def write_files(folder, n):
    for i in range(n):
        path = folder / f"{i % 100:02}"
        path.mkdir(exist_ok=True)
        (path / f"{i:06}.txt").write_text(f"{i:06}\n" + (NOTE * 20)[: KIB - 7])


def timed(command, out):
    for path in out.parent.glob(out.name + "*"):
        shutil.rmtree(path) if path.is_dir() else path.unlink()
    os.sync()
    begun = time.monotonic()
    subprocess.run(command, check=True, stderr=subprocess.DEVNULL)
    return time.monotonic() - begun


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("redact"), parser.add_argument("--beside")
    parser.add_argument("--files", type=int, default=20_000), parser.add_argument("--turns", type=int, default=3)
    parser.add_argument("--folder"), parser.add_argument("--model")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=args.folder) as name:
        folder = pathlib.Path(name)
        source, out = folder / "in", folder / "out"
        source.mkdir()
        write_files(source, args.files)
        job = [source, "-o", out, *(["-m", args.model] if args.model else [])]
        ways = {"cp -r": ["cp", "-r", source, out]}
        if args.beside:
            ways["redact, older"] = [args.beside, *job]
        ways["redact"] = [args.redact, *job]
        ways["redact --journal"] = [args.redact, *job, "--journal", folder / "out.journal"]
        seconds = {way: [] for way in ways}
        journal = 0
        for _ in range(args.turns):
            for way, command in ways.items():
                seconds[way].append(timed(command, out))
                if way.endswith("--journal"):
                    journal = (folder / "out.journal").stat().st_size
        print(f"{args.files:,} files of 1 KiB, {args.turns} turns, load {os.getloadavg()[0]:.1f}; "
              f"a journal of {journal / args.files:.0f} bytes a document\n")  # fmt: skip
        print("| | files/s, median | least | most |\n| --- | --- | --- | --- |")
        for way, times in seconds.items():
            rate = [args.files / t for t in times]
            print(f"| `{way}` | {statistics.median(rate):,.0f} | {min(rate):,.0f} | {max(rate):,.0f} |")


if __name__ == "__main__":
    main()
