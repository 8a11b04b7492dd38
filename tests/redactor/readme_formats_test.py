#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the examples of the README's section on formats: "$ cat FILE", the file, "$ redact FILE", the result. Usage:
readme_formats_test.py REDACT SOURCE_DIR"""

import pathlib
import re
import subprocess
import sys
import tempfile

EXAMPLE = re.compile(r"```\n\$ cat (\S+)\n(.*?)\$ redact \1\n(.*?)```", re.DOTALL)


def main(redact: str, source_dir: str) -> None:
    readme = pathlib.Path(source_dir, "README.md").read_text(encoding="utf-8")
    section = readme.split("### Formats", 1)[1].split("\n## ", 1)[0]
    examples = EXAMPLE.findall(section)
    assert len(examples) == 3, "an example is not written as this test expects"
    with tempfile.TemporaryDirectory() as folder:
        for name, source, wanted in examples:
            path = pathlib.Path(folder, name)
            path.write_text(source, encoding="utf-8")
            done = subprocess.run([redact, path], capture_output=True, text=True, check=True)
            assert done.stdout == wanted, f"{name}: {done.stdout}"


if __name__ == "__main__":
    main(*sys.argv[1:])
