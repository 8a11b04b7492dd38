#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Installs the wheel of tools/wheel into a clean environment of each Python at hand and runs the README there; compares
it with the program of this build, which another compiler made. Ends with 77, which ctest takes for skipped, where no
wheel was built. Usage: wheel_test.py SOURCE_DIR FOLDER_OF_WHEEL PROGRAM [TEST...]"""

import base64
import email
import hashlib
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
import zipfile

SOURCE, FOLDER, PROGRAM = (pathlib.Path(each).resolve() for each in sys.argv[1:4])
README_TEST = SOURCE / "tests/python/readme_test.py"
MOST_BYTES = 60_000_000
PROGRAMS = ("redact", "redact-eval")
GLIBC = (2, 28)  # of RHEL 8
OF_GLIBC = {"ld-linux-x86-64.so.2", "libc.so.6", "libdl.so.2", "libm.so.6", "libpthread.so.0", "librt.so.1"}
CLEAN = {name: value for name, value in os.environ.items() if not name.startswith(("REDACT_", "PYTHON"))}


def pythons():
    """Those that run, each version once; REDACT_PYTHONS names more."""
    found = {}
    names = [f"python3.{minor}" for minor in range(9, 20)] + [sys.executable]
    for path in [*filter(None, map(shutil.which, names)), *os.environ.get("REDACT_PYTHONS", "").split()]:
        done = subprocess.run([path, "-c", "import sys, venv; print(*sys.version_info[:2])"], capture_output=True, text=True)
        if done.returncode == 0:
            found.setdefault(done.stdout.strip(), path)
    return found


class Wheel(unittest.TestCase):
    def setUp(self):
        self.zip = zipfile.ZipFile(WHEEL)
        self.addCleanup(self.zip.close)

    def test_its_size_and_name(self):
        self.assertLessEqual(WHEEL.stat().st_size, MOST_BYTES)
        self.assertRegex(WHEEL.name, rf"^redact-[\d.]+-py3-none-manylinux_{'_'.join(map(str, GLIBC))}_x86_64\.whl$")

    def test_its_binaries_need_no_more_than_the_glibc_of_its_name(self):
        with tempfile.TemporaryDirectory() as folder:
            for name in ("libredact.so.1", *PROGRAMS):
                path = self.zip.extract(f"redact/{name}", folder)
                headers = self.run_in(folder, "objdump", "-p", path)
                needed = set(re.findall(r"NEEDED +(\S+)", headers)) - OF_GLIBC
                self.assertLessEqual(needed, {"libredact.so.1"} if name in PROGRAMS else set())
                versions = {tuple(map(int, each.split("."))) for each in re.findall(r"GLIBC_([\d.]+)", headers)}
                self.assertTrue(versions)
                self.assertLessEqual(max(versions), GLIBC)

    def test_it_holds_this_package(self):
        names = {path.name: path for path in (SOURCE / "python/redact").iterdir() if path.suffix in (".py", ".typed")}
        held = {name.split("/")[1] for name in self.zip.namelist() if re.fullmatch(r"redact/[^/]*\.(py|typed)", name)}
        self.assertEqual(held, set(names))
        for name, path in names.items():
            self.assertEqual(self.zip.read(f"redact/{name}"), path.read_bytes(), "tools/wheel was not run again")

    def test_it_holds_the_model_once(self):
        model = next((SOURCE / "models").glob("redact-*.gguf")).read_bytes()
        self.assertEqual(sum(self.zip.read(name).count(model) for name in self.zip.namelist()), 1)

    def test_its_metadata(self):
        read = {name.split("/")[1]: self.zip.read(name).decode() for name in self.zip.namelist() if re.search(r"dist-info/[A-Z]", name)}
        metadata = email.message_from_string(read["METADATA"])
        self.assertEqual((metadata["Name"], metadata["Requires-Python"], metadata["Requires-Dist"]), ("redact", ">=3.9", None))
        self.assertIn("# redact for Python", metadata.get_payload())
        licences = {name.rsplit("/")[-1] for name in self.zip.namelist() if "/licenses/" in name}
        self.assertLessEqual({"LICENSE", "llvm", "openssl", "re2", "yaml-cpp"}, licences)
        for line in read["RECORD"].splitlines():
            name, digest, size = line.rsplit(",", 2)
            if digest:
                content = self.zip.read(name)
                self.assertEqual((len(content), hashlib.sha256(content).digest().hex()), (int(size), decoded(digest)))

    def test_its_results_are_those_of_the_program(self):
        notes = sorted((SOURCE / "tools/samples").glob("*.txt"))
        with tempfile.TemporaryDirectory() as folder:
            self.zip.extractall(folder)
            program = pathlib.Path(folder) / "redact/redact"
            program.chmod(0o755)
            records = [self.run_in(folder, each, "--format", "jsonl", *notes) for each in (PROGRAM, program)]
            devices = [self.run_in(folder, each, "--list-devices") for each in (PROGRAM, program)]
        self.assertEqual(len(records[0].splitlines()), len(notes))
        self.assertEqual(*records)
        self.assertEqual(*devices)  # else it would be right, and slow

    def test_every_python_runs_the_readme(self):
        found = pythons()
        print("Pythons:", *found, sep="\n  ", flush=True)
        self.assertTrue(found)
        for version, python in found.items():
            with self.subTest(version), tempfile.TemporaryDirectory() as folder:
                bin = pathlib.Path(folder) / "bin"
                self.run_in(folder, python, "-m", "venv", folder)
                self.run_in(folder, bin / "pip", "install", "--no-index", "--no-deps", "-q", WHEEL)
                self.run_in(folder, bin / "python", README_TEST, SOURCE)
                for name in PROGRAMS:
                    self.assertRegex(self.run_in(folder, bin / name, "--version"), rf"^{name} \d")
                for name in ("redact-adapt", "redact-tune"):
                    self.assertIn("--minutes", self.run_in(folder, bin / name, "--help"))
                where = self.run_in(folder, bin / "python", "-c", "import redact; print(redact.__file__)")
                self.assertTrue(where.startswith(folder), where)

    def run_in(self, folder, *command):
        done = subprocess.run(list(map(str, command)), capture_output=True, text=True, cwd=folder, env=CLEAN)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return done.stdout


def decoded(digest):
    text = digest.split("=", 1)[1]
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)).hex()


if __name__ == "__main__":
    wheels = list(FOLDER.glob("redact-*.whl"))
    if not wheels:
        print("Skipped: there is no wheel; tools/check --all builds it with tools/wheel.")
        sys.exit(77)
    (WHEEL,) = wheels
    unittest.main(argv=sys.argv[:1] + sys.argv[4:])
