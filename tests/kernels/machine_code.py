# SPDX-License-Identifier: Apache-2.0
"""Reads machine code of sm_80 and later for nvcc_test.py: kernels, their operations, and the arithmetic between an
integer product of the tensor cores and the sum that it is added to.

An instruction has 16 bytes. Bits 0 to 8 are the operation, 9 to 11 the form of its operands, 16 to 23 the register
that it writes, and 24 to 31, 32 to 39 and 64 to 71 the registers that it reads.
"""

import struct
from collections import Counter

REGISTERS = 1  # the form with only registers as operands
FADD, FMUL, FFMA, MOV = 0x021, 0x020, 0x023, 0x002
IMMA, HMMA = 0x037, 0x03C  # mma of 8-bit integers, of 16-bit floats


def kernels(cubin: bytes):
    """(name, machine code) of each kernel: the sections .text.NAME of a 64-bit ELF file."""
    at, entry, n, names = struct.unpack_from("<Q", cubin, 0x28) + struct.unpack_from("<HHH", cubin, 0x3A)
    sections = [struct.unpack_from("<II4QIIQQ", cubin, at + i * entry) for i in range(n)]
    for name, _, _, _, begin, size, *_ in sections:
        text = cubin[sections[names][4] + name :].split(b"\0", 1)[0].decode()
        if text.startswith(".text."):
            yield text.removeprefix(".text."), cubin[begin : begin + size]


def instructions(code: bytes):
    """(operation, form, register written, registers read)"""
    for at in range(0, len(code), 16):
        low, high = struct.unpack_from("<QQ", code, at)
        yield low & 0x1FF, low >> 9 & 7, low >> 16 & 255, (low >> 24 & 255, low >> 32 & 255, high & 255)


def operations(code: bytes) -> Counter:
    return Counter(operation for operation, *_ in instructions(code))


def sums(code: bytes) -> Counter:
    """The ways in which integer products become sums, and how often each occurs.

    A register holds a product, P; a value, which is made of products; or anything else, x. A value ends where it is
    multiplied into a sum. Products and values are used once, so any register not known to hold one is x.
    """
    products, values, ways = {}, {}, Counter()
    for operation, form, to, (a, b, c) in instructions(code):
        if form != REGISTERS:  # a constant replaces b, or, with FFMA, c
            b = None if operation != FFMA or form not in (1, 2) else b
        if operation == IMMA:
            products.update({to + i: "P" for i in range(4)})
        elif operation == MOV and (b in products or b in values):
            held = products if b in products else values
            held[to] = held.pop(b)
        elif operation == FADD and a in products:
            products[to] = f"({products.pop(a)} + x)"
        elif operation == FADD and (a in values or b in values):
            ways["a value is added without a product"] += 1
        elif operation == FMUL and (a in products or b in products or a in values or b in values):
            ways["a product or a value is multiplied and not fused"] += 1
        elif operation == FFMA:
            factor = a if a in values or a in products else b
            if factor in values:
                ways[f"sum = fma(x, {values.pop(factor)}, sum)"] += 1
                values.pop(to, None)
                products.pop(to, None)
            elif factor in products:
                value = f"fma(x, {products.pop(factor)}, {values.pop(c, 'x')})"
                products.pop(to, None)
                values[to] = value
            elif c in values:
                values[to] = f"fma(x, x, {values.pop(c)})"
    return ways
