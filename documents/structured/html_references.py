#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prints the named character references of HTML, a table of Python's standard library, as entries of a C++ array."""

import html.entities

for name, text in sorted(html.entities.html5.items(), key=lambda item: item[0].encode()):
    octal = "".join(f"\\{byte:03o}" for byte in text.encode())
    print(f'      {{"{name}", "{octal}"}},')
