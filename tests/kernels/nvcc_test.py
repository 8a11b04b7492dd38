#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compiles the CUDA backend, links it, and checks the kernels of every target: they have no spills and no local memory,
use few enough registers for the blocks that are meant to share a processor, multiply on the tensor cores, and add up
the products with the same arithmetic in all shapes of block. Verbs that run alone or fused with another leave the
compiler no choice in their arithmetic.

Usage: nvcc_test.py SOURCE_DIR      exits 77 (skipped) if there is no nvcc
"""

import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import machine_code

HOST_CODE = ("cuda_ops.cu", "cuda_attention.cu", "cuda_cublas.cu", "cuda_experts.cu", "cuda_products.cu", "open_cuda.cu", "stream.cu", "graph.cu", "graph_plan.cc", "staging_plan.cc",
             "cublas_lt.cc", "cublas_products.cc")  # fmt: skip
TARGETS = ("sm_80", "sm_86", "sm_89", "sm_90")  # for sm_120, nvcc 13.0 spills some registers
# (kernels, their product); formats 1 and 2 of WeightFormat have 16 bits.
TENSOR_CORES = ((r"gemm_q_kernelILNS_12WeightFormatE([3-9]|1\d)E", machine_code.IMMA), (r"gemm_q_kernelILNS_12WeightFormatE[12]E", machine_code.HMMA), ("attention_kernel", machine_code.HMMA))
# How the integer products of a format, keyed by its number in WeightFormat, become sums; from weights_q.cuh.
PLAIN, WITH_LEAST = "sum = fma(x, fma(x, P, x), sum)", "sum = fma(x, fma(x, x, fma(x, P, x)), sum)"
WAYS = {3: PLAIN, 4: PLAIN, 5: WITH_LEAST, 6: "sum = fma(x, fma(x, (P + x), fma(x, P, x)), sum)", 7: WITH_LEAST, 9: WITH_LEAST, 12: WITH_LEAST, 14: PLAIN}
SHAPES = ("GemvShape", "VerifyShape", "WideVerifyShape", "SpreadVerifyShape", "SpreadWideShape", "PromptShape")
MOST_REGISTERS = {"9GemvShape": 128, "13HalfGemvShape": 128, "11VerifyShape": 128, "15HalfVerifyShape": 128, "11PromptShape": 128}  # what the blocks of shapes.cuh require
REPORT = re.compile(r"Compiling entry function '(\w+)'|(\d+) bytes stack frame, (\d+) bytes spill stores, (\d+) bytes spill loads|Used (\d+) registers")


def most_registers(kernel: str) -> int:
    """The most registers that a kernel may use so that the blocks meant to share a processor fit."""
    if of := re.search(r"(bidirectional_)?attention_kernelILj(\d+)E", kernel):
        steps = int(of[2])  # dimensions / 16
        return 255 if steps > 8 else 168 if of[1] and steps > 4 else 128
    return next((n for shape, n in MOST_REGISTERS.items() if "gemm_q" in kernel and shape in kernel), 255)


def find_nvcc():
    return shutil.which("nvcc") or next((p for p in ("/usr/local/cuda/bin/nvcc",) if pathlib.Path(p).exists()), None)


def without_tensor_cores(cubin: bytes) -> list[str]:
    """Kernels that should multiply on the tensor cores but do not."""
    return [name for name, code in machine_code.kernels(cubin)
            for kernel, wanted in TENSOR_CORES if re.search(kernel, name) and not machine_code.operations(code)[wanted]]  # fmt: skip


def with_other_sums(cubin: bytes) -> list[str]:
    """Errors in how integer products become sums, which must be the same in every shape of a format."""
    seen, wrong = set(), []
    for name, code in machine_code.kernels(cubin):
        of = re.search(r"gemm_q_kernelILNS_12WeightFormatE(\d+)ENS0_\d+(\w+?Shape)E", name)
        if not of:
            continue
        kind, shape = int(of[1]), of[2]
        if kind not in WAYS:  # of 16 bits
            continue
        seen.add((kind, shape))
        products = 4 * machine_code.operations(code)[machine_code.IMMA] // (2 if kind == 6 else 1)
        ways = machine_code.sums(code)
        if ways != {WAYS[kind]: products}:
            wrong.append(f"{name}: of {products} sums: {dict(ways)}")
    missing = {(kind, shape) for kind in WAYS for shape in SHAPES} - seen
    return wrong + [f"no kernel of format {kind} and {shape}" for kind, shape in sorted(missing)]


# The kernels of verbs that run alone or fused: what both compute must have the same bits.
ALONE_OR_FUSED = {"gate_quantise.cuh": ("gate_kernel", "gate_quantise_kernel", "gelu_kernel", "gelu_quantise_kernel"),
                  "norm.cuh": ("rms_norm_kernel", "norm_quantise_kernel"), "layer_norm.cuh": ("layer_norm_kernel", "layer_norm_quantise_kernel"),
                  "join_quantise.cuh": ("attention_join_kernel", "join_quantise_kernel")}  # fmt: skip


def with_free_arithmetic(nvcc: str, source: pathlib.Path) -> list[str]:
    """Kernels whose products and sums the compiler may fuse or not: in PTX these state no rounding. An exponential of
    CUDA's library has one such sum and, as its last step, one such product, which nothing may be fused with."""
    wrong = []
    for header, names in ALONE_OR_FUSED.items():
        with tempfile.TemporaryDirectory() as folder:
            kernels = ", ".join(f"reinterpret_cast<const void*>({name})" for name in names)
            unit, ptx = pathlib.Path(folder, "unit.cu"), pathlib.Path(folder, "unit.ptx")
            unit.write_text(f'#include "kernels/cuda/{header}"\nnamespace redact::simt {{ const void* kernels[] = {{{kernels}}}; }}\n')
            subprocess.run([nvcc, "-std=c++20", "-O3", "-arch=sm_86", "-I", source, "-ptx", "-o", ptx, unit], check=True)
            entries = ptx.read_text().split(".entry ")[1:]
        for name in names:
            code = next(text for text in entries if re.match(rf"\w*\d{name}\w*\(", text))
            powers = re.findall(r"\sex2\S+\s+(%f\d+)", code)
            products, sums = (re.findall(rf"\s{operation}.f32\s+%f\d+, (%f\d+)", code) for operation in ("mul", "add"))
            if sorted(products) != sorted(powers) or len(sums) != len(powers):
                wrong.append(f"{name}: {len(powers)} exponentials, {len(products)} products and {len(sums)} sums without a rounding")
    return wrong


def links(nvcc: str, source: pathlib.Path) -> bool:
    """Whether the host code compiles and its objects define each kernel and helper exactly once. The rest of the
    program is not linked, so symbols outside redact::simt may be undefined."""
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


def agrees_with_cublas(nvcc: str, source: pathlib.Path) -> bool:
    """Whether what kernels/cuda/cublas_lt.h declares is what cuBLAS's own header declares, if that is installed."""
    if subprocess.run([nvcc, "-x", "cu", "-E", "-"], input="#include <cublasLt.h>\n", capture_output=True, text=True).returncode != 0:
        print("there is no cublasLt.h to compare with")
        return True
    done = subprocess.run([nvcc, "-std=c++20", "-I", source, "-c", "-o", "/dev/null", source / "tests/kernels/cublas_lt_header.cc"], capture_output=True, text=True)  # fmt: skip
    print("cublas_lt.h declares what cublasLt.h does" if done.returncode == 0 else done.stderr)
    return done.returncode == 0


def main() -> int:
    source, nvcc = pathlib.Path(sys.argv[1]), find_nvcc()
    if nvcc is None:
        print("skipped: no nvcc on this machine")
        return 77
    if not links(nvcc, source) or not agrees_with_cublas(nvcc, source):
        return 1
    free = with_free_arithmetic(nvcc, source)
    print("\n".join(free) if free else "verbs that run alone or fused leave the compiler no choice")
    failed = bool(free)
    for target in TARGETS:
        with tempfile.NamedTemporaryFile(suffix=".cubin") as out:
            done = subprocess.run(
                [nvcc, "-std=c++20", "-O3", f"-arch={target}", "-I", source, "-Werror", "all-warnings", "-Xptxas", "-v",
                 "-cubin", "-o", out.name, source / "kernels/cuda/instances.cu"],
                capture_output=True, text=True)  # fmt: skip
            if done.returncode != 0:
                print(f"{target}: does not compile\n{done.stderr}")
                return 1
            cubin = pathlib.Path(out.name).read_bytes()
        wrong = [f"{name}: no tensor-core instruction" for name in without_tensor_cores(cubin)] + with_other_sums(cubin)
        for what in wrong:
            print(f"{target}: {what}")
        failed = failed or bool(wrong)
        kernel, n = "", 0
        for match in REPORT.finditer(done.stderr):
            if match.group(1):
                kernel = match.group(1)
                n += 1
            elif match.group(5):
                most = most_registers(kernel)
                if int(match.group(5)) > most:
                    print(f"{target}: {kernel}: {match.group(0)}, at most {most} leave room")
                    failed = True
            elif any(int(g) > 0 for g in match.groups()[1:4]):
                print(f"{target}: {kernel}: {match.group(0)}")
                failed = True
        print(f"{target}: {n} kernels")
        failed = failed or n == 0
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
