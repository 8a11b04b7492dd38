#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks the type hints of the package with mypy. Usage: types_test.py SOURCE_DIR"""

import pathlib
import sys

from mypy import api

out, errors, code = api.run(["--strict", "--no-incremental", str(pathlib.Path(sys.argv[1]) / "python/redact")])
print(out, errors, sep="", end="")
sys.exit(code)
