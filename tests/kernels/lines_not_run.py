#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Lists the lines of the CUDA sources that no test runs on the emulator, from gcov. Exits 1 if a kernel (.cuh) has one.

    cmake -S . -B build/lines -G Ninja -DCMAKE_BUILD_TYPE=Release -DREDACT_KERNEL_LINES=ON
    tests/kernels/lines_not_run.py build/lines
"""

import collections
import json
import pathlib
import re
import subprocess
import sys
import tempfile

TESTS = [f"cuda_{name}_test" for name in "ops placed products order attention experts rows stream chains step engine traffic encoders cublas_rows".split()]
SOURCES = "kernels/cuda/"
MEMBER = re.compile(r"(const )?[\w:*<>]+ \w+;|bool operator==")  # gcov counts members of a struct that is compared


def files_of(notes: pathlib.Path, folder: str) -> list[dict]:
    """gcov's report on each file that a source was compiled from."""
    out = subprocess.run(["gcov", "--json-format", "--stdout", notes], cwd=folder, check=True, capture_output=True, text=True)
    return [file for line in out.stdout.splitlines() if line for file in json.loads(line)["files"]]


def main() -> int:
    build = pathlib.Path(sys.argv[1]).resolve()
    subprocess.run(["cmake", "--build", build, "--target", *TESTS], check=True, stdout=subprocess.DEVNULL)
    for old in build.rglob("*.gcda"):
        old.unlink()
    for test in TESTS:
        subprocess.run([build / "bin" / test], check=True, stdout=subprocess.DEVNULL)
    runs = collections.defaultdict(collections.Counter)
    with tempfile.TemporaryDirectory() as folder:
        for notes in build.rglob("redact_cuda_emulated.dir/**/*.gcda"):
            for file in files_of(notes, folder):
                _, found, name = file["file"].partition(SOURCES)
                for each in file["lines"] if found else []:
                    runs[found + name][each["line_number"]] += each["count"]
    root = pathlib.Path(__file__).resolve().parents[2]
    missed = 0
    for name, lines in sorted(runs.items()):
        text = (root / name).read_text(encoding="utf-8").splitlines()
        never = [n for n, count in sorted(lines.items()) if count == 0 and not MEMBER.match(text[n - 1].strip())]
        missed += len(never) if name.endswith(".cuh") else 0
        print(f"{name}: {len(lines) - len(never)} of {len(lines)}")
        for n in never:
            print(f"  {n}: {text[n - 1].strip()}")
    print(f"{missed} kernel lines are never run")
    return 1 if missed or not runs else 0


if __name__ == "__main__":
    sys.exit(main())
