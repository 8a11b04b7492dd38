#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compiles the CUDA backend, links it, and looks at the kernels of every target: no spills, no local memory,
and the products on the tensor cores.

Usage: nvcc_test.py SOURCE_DIR      exits 77 (skipped) where there is no nvcc
"""

import pathlib
import re
import shutil
import struct
import subprocess
import sys
import tempfile

HOST_CODE = ("cuda_ops.cu", "cuda_products.cu", "open_cuda.cu", "stream.cu")
TARGETS = ("sm_80", "sm_86", "sm_89", "sm_90")
# Machine code from sm_70 on: instructions of 16 bytes, the operation in the lowest 12 bits.
IMMA, HMMA = 0x237, 0x23C  # mma of 8-bit integers, of 16-bit floats
TENSOR_CORES = (("gemm_q_kernel", IMMA), ("gemm_f16_kernel", HMMA), ("attention_kernel", HMMA))
REPORT = re.compile(r"Compiling entry function '(\w+)'|(\d+) bytes stack frame, (\d+) bytes spill stores, (\d+) bytes spill loads")


def find_nvcc():
    return shutil.which("nvcc") or next((p for p in ("/usr/local/cuda/bin/nvcc",) if pathlib.Path(p).exists()), None)


def code_of_kernels(cubin: bytes):
    """(name, machine code) of each kernel: the sections .text.NAME of a 64-bit ELF file."""
    at, entry, n, names = struct.unpack_from("<Q", cubin, 0x28) + struct.unpack_from("<HHH", cubin, 0x3A)
    sections = [struct.unpack_from("<II4QIIQQ", cubin, at + i * entry) for i in range(n)]
    for name, _, _, _, begin, size, *_ in sections:
        text = cubin[sections[names][4] + name :].split(b"\0", 1)[0].decode()
        if text.startswith(".text."):
            yield text.removeprefix(".text."), cubin[begin : begin + size]


def without_tensor_cores(cubin: bytes) -> list[str]:
    """Kernels that should multiply on the tensor cores and do not."""
    missing = []
    for name, code in code_of_kernels(cubin):
        operations = {struct.unpack_from("<H", code, i)[0] & 0xFFF for i in range(0, len(code), 16)}
        missing += [name for kernel, wanted in TENSOR_CORES if kernel in name and wanted not in operations]
    return missing


def links(nvcc: str, source: pathlib.Path) -> bool:
    """Whether the host code compiles, and its objects define each kernel and helper once and only once. The
    rest of the program is not linked: it may be what redact::simt does not hold."""
    with tempfile.TemporaryDirectory() as folder:
        objects = []
        for name in HOST_CODE:
            objects.append(f"{folder}/{name}.o")
            done = subprocess.run([nvcc, "-std=c++20", "-O3", "-arch=sm_86", "-I", source, "-Werror", "all-warnings", "-c",
                                   "-o", objects[-1], source / "kernels/cuda" / name], capture_output=True, text=True)  # fmt: skip
            if done.returncode != 0:
                print(f"{name}: does not compile\n{done.stderr}")
                return False
        whole = f"{folder}/whole.o"
        done = subprocess.run(["ld", "-r", "-o", whole, *objects], capture_output=True, text=True)
        if done.returncode != 0:
            print(f"the CUDA backend does not link\n{done.stderr}")
            return False
        undefined = subprocess.run(["nm", "-u", "-C", whole], capture_output=True, text=True, check=True).stdout.split("\n")
    missing = [symbol for symbol in undefined if "redact::simt::" in symbol]
    print(f"{len(objects)} objects link" if not missing else "defined nowhere:" + "\n".join(missing))
    return not missing


def main() -> int:
    source, nvcc = pathlib.Path(sys.argv[1]), find_nvcc()
    if nvcc is None:
        print("skipped: no nvcc on this machine")
        return 77
    if not links(nvcc, source):
        return 1
    failed = False
    for target in TARGETS:
        with tempfile.NamedTemporaryFile(suffix=".cubin") as out:
            done = subprocess.run(
                [nvcc, "-std=c++20", "-O3", f"-arch={target}", "-I", source, "-Werror", "all-warnings", "-Xptxas", "-v",
                 "-cubin", "-o", out.name, source / "kernels/cuda/instances.cu"],
                capture_output=True, text=True)  # fmt: skip
            if done.returncode != 0:
                print(f"{target}: does not compile\n{done.stderr}")
                return 1
            missing = without_tensor_cores(pathlib.Path(out.name).read_bytes())
        for name in missing:
            print(f"{target}: {name}: no tensor-core instruction")
        failed = failed or bool(missing)
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
