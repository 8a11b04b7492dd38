#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compiles the CUDA kernels for every target and looks at what came out: no spills, no local memory.

Usage: nvcc_test.py SOURCE_DIR      exits 77 (skipped) where there is no nvcc
"""

import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

TARGETS = ("sm_80", "sm_86", "sm_89", "sm_90")
REPORT = re.compile(r"Compiling entry function '(\w+)'|(\d+) bytes stack frame, (\d+) bytes spill stores, (\d+) bytes spill loads")


def find_nvcc():
    return shutil.which("nvcc") or next((p for p in ("/usr/local/cuda/bin/nvcc",) if pathlib.Path(p).exists()), None)


def main() -> int:
    source, nvcc = pathlib.Path(sys.argv[1]), find_nvcc()
    if nvcc is None:
        print("skipped: no nvcc on this machine")
        return 77
    failed = False
    for host_code in ("cuda_ops.cu", "open_cuda.cu", "stream.cu"):
        done = subprocess.run([nvcc, "-std=c++20", "-O3", "-arch=sm_86", "-I", source, "-Werror", "all-warnings", "-c", "-o", "/dev/null",
                               source / "kernels/cuda" / host_code], capture_output=True, text=True)  # fmt: skip
        if done.returncode != 0:
            print(f"{host_code}: does not compile\n{done.stderr}")
            return 1
    for target in TARGETS:
        with tempfile.NamedTemporaryFile(suffix=".cubin") as out:
            done = subprocess.run(
                [nvcc, "-std=c++20", "-O3", f"-arch={target}", "-I", source, "-Werror", "all-warnings", "-Xptxas", "-v",
                 "-cubin", "-o", out.name, source / "kernels/cuda/instances.cu"],
                capture_output=True, text=True)  # fmt: skip
        if done.returncode != 0:
            print(f"{target}: does not compile\n{done.stderr}")
            return 1
        kernel, n = "", 0
        for match in REPORT.finditer(done.stderr):
            if match.group(1):
                kernel = match.group(1)
                n += 1
            elif any(int(g) > 0 for g in match.groups()[1:]):
                print(f"{target}: {kernel}: {match.group(0)}")
                failed = True
        print(f"{target}: {n} kernels")
        failed = failed or n == 0
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
