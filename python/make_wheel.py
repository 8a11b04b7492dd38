#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Puts the package and its binaries into a wheel: a zip archive with a list of its files. Its tag says linux; auditwheel
gives it one that says with which systems it runs. Called by tools/wheel.
Usage: make_wheel.py --architecture NAME --binaries FOLDER --licences FOLDER --out FOLDER"""

import argparse
import base64
import hashlib
import pathlib
import re
import zipfile

HERE = pathlib.Path(__file__).resolve().parent
EPOCH = (2026, 1, 1, 0, 0, 0)  # of all files, so that the same content gives the same wheel

METADATA = """Metadata-Version: 2.1
Name: redact
Version: {version}
Summary: Takes identifying information out of clinical and other text
License: Apache-2.0
Requires-Python: >=3.9
Description-Content-Type: text/markdown

{readme}"""
WHEEL = """Wheel-Version: 1.0
Generator: redact
Root-Is-Purelib: false
Tag: {tag}
"""
ENTRY_POINTS = """[console_scripts]
redact = redact.__main__:main
redact-adapt = redact.__main__:adapt
redact-convert = redact.__main__:convert
redact-eval = redact.__main__:evaluate
redact-tune = redact.__main__:tune

[spacy_factories]
redact = redact.spacy:make_component
"""
# Of tools/: the scripts that teach and convert models, and what they need.
TOOLS = ("python-env", "convert/run", "convert/*.py", "convert/*.txt", "convert/*.yaml", "tune/run", "tune/*.py", "tune/*.txt", "adapt", "train/*.py", "train/requirements.txt", "train/corpus/**/*.py", "eval/written/*.py", "eval/written/*.txt")


def version():
    header = (HERE.parent / "include/redact/redact.h").read_text()
    return ".".join(re.search(rf"#define REDACT_VERSION_{part} (\d+)", header)[1] for part in ("MAJOR", "MINOR", "PATCH"))


class Wheel:
    def __init__(self, path):
        self.zip = zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED)
        self.record = []

    def add(self, name, content, mode=0o644):
        info = zipfile.ZipInfo(name, EPOCH)
        info.external_attr = (0o100000 | mode) << 16
        self.zip.writestr(info, content, zipfile.ZIP_DEFLATED, 9)
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        self.record.append(f"{name},sha256={digest},{len(content)}\n")

    def close(self, record):
        self.zip.writestr(zipfile.ZipInfo(record, EPOCH), "".join(self.record) + f"{record},,\n")
        self.zip.close()


def main():
    parser = argparse.ArgumentParser()
    for name in ("binaries", "licences", "out"):
        parser.add_argument(f"--{name}", type=pathlib.Path, required=True)
    parser.add_argument("--architecture", required=True)
    args = parser.parse_args()
    tag = f"py3-none-linux_{args.architecture}"
    info = f"redact-{version()}.dist-info"
    wheel = Wheel(args.out / f"redact-{version()}-{tag}.whl")
    for path in sorted((HERE / "redact").glob("*")):
        if path.suffix in (".py", ".typed"):
            wheel.add(f"redact/{path.name}", path.read_bytes())
    for path in sorted(each for pattern in TOOLS for each in (HERE.parent / "tools").glob(pattern)):
        wheel.add(f"redact/tools/{path.relative_to(HERE.parent / 'tools')}", path.read_bytes())
    for path in sorted(args.binaries.iterdir()):
        wheel.add(f"redact/{path.name}", path.read_bytes(), 0o755)
    for path in sorted(args.licences.iterdir()):
        wheel.add(f"{info}/licenses/{path.name}", path.read_bytes())
    metadata = METADATA.format(version=version(), readme=(HERE / "README.md").read_text())
    for name, content in (("METADATA", metadata), ("WHEEL", WHEEL.format(tag=tag)), ("entry_points.txt", ENTRY_POINTS)):
        wheel.add(f"{info}/{name}", content.encode())
    wheel.close(f"{info}/RECORD")


if __name__ == "__main__":
    main()
