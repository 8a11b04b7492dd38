#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The packages and the static program in a clean root of this machine's release of Debian. Ends with 77, which ctest
takes for skipped, where tools/release or mmdebstrap is missing. Usage: clean_root_test.py SOURCE_DIR FOLDER"""

import os
import pathlib
import re
import shutil
import subprocess
import sys

SOURCE, FOLDER = sys.argv[1:3]
suite = re.search(r"VERSION_CODENAME=(\w+)", pathlib.Path("/etc/os-release").read_text())
if not pathlib.Path(FOLDER, "COMMIT").exists() or not shutil.which("mmdebstrap") or os.getuid() != 0 or not suite:
    print("this needs what tools/release makes, mmdebstrap and root")
    sys.exit(77)
sys.exit(subprocess.run([f"{SOURCE}/packaging/try", suite[1], FOLDER]).returncode)
