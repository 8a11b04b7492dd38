#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prints the upper halves of single-byte character sets, tables of Python's standard library, as entries of a C++ array.

A byte that a set does not define is printed as -1.
"""

# In the order of the enumeration in charsets.h.
CHARSETS = ["cp1250", "cp1252", "cp1254", "cp1256", "iso8859-1", "iso8859-2", "iso8859-6", "iso8859-9", "iso8859-15",
            "cp437", "cp720", "cp850", "cp852", "cp857", "mac_roman", "mac_romanian", "mac_turkish"]  # fmt: skip


def character(byte: int, charset: str) -> int:
    try:
        return ord(bytes([byte]).decode(charset))
    except UnicodeDecodeError:
        return -1


for charset in CHARSETS:
    print("      {" + ", ".join(str(character(byte, charset)) for byte in range(0x80, 0x100)) + "},")
