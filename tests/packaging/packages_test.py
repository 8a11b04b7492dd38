#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What tools/release made. Ends with 77, which ctest takes for skipped, where it did not run.
Usage: packages_test.py SOURCE_DIR FOLDER"""

import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

SOURCE, FOLDER = (pathlib.Path(each).resolve() for each in sys.argv[1:3])
MOST_BYTES = 60_000_000  # of anything that is shipped, unpacked
PROGRAMS = ["redact", "redact-journal", "redact-verify"]


def run(*command):
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True)
    if done.returncode != 0:
        raise AssertionError(f"{command}: {done.stdout}{done.stderr}")
    return done.stdout


class Packages(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.dir = pathlib.Path(folder.name)
        self.debs = {path.name.split("_")[0]: path for path in FOLDER.glob("*.deb")}

    def files(self, package):
        """The files and links of a package, unpacked under the test's folder."""
        root = self.dir / package
        run("dpkg-deb", "-x", self.debs[package], root)
        return {str(path.relative_to(root)) for path in root.rglob("*") if not path.is_dir()}

    def expect_files(self, package, patterns):
        """Each pattern names one file or more, and each file is named."""
        files = self.files(package)
        for pattern in patterns:
            self.assertTrue([name for name in files if re.fullmatch(pattern, name)], pattern)
        self.assertFalse({name for name in files if not any(re.fullmatch(pattern, name) for pattern in patterns)})

    def doc(self, package):
        return rf"usr/share/doc/{package}/(copyright|changelog\.gz|NOTICE(\.gz)?)"

    def test_there_are_five_packages_and_their_hashes_are_listed(self):
        self.assertEqual(set(self.debs), {"redact", "redact-server", "redact-eval", "libredact1", "libredact-dev"})
        listed = dict(reversed(line.split()) for line in (FOLDER / "SHA256SUMS").read_text().splitlines())
        self.assertEqual(set(listed), {path.name for path in FOLDER.iterdir()} - {"SHA256SUMS", "SHA256SUMS.sig", "SHA256SUMS.asc", "COMMIT"})
        for name, digest in listed.items():
            self.assertEqual(hashlib.sha256((FOLDER / name).read_bytes()).hexdigest(), digest)

    def test_the_program(self):
        self.expect_files("redact", [
            *(f"usr/bin/{name}" for name in PROGRAMS), *(rf"usr/share/man/man1/{name}\.1\.gz" for name in PROGRAMS),
            "usr/share/bash-completion/completions/redact", "usr/share/zsh/vendor-completions/_redact",
            r"usr/share/fish/vendor_completions\.d/redact\.fish", r"usr/share/doc/redact/(\w+/)*[\w-]+\.md",
            r"usr/share/doc/redact/examples/redact-night\.(service|timer)", self.doc("redact")])

    def test_the_server(self):
        self.expect_files("redact-server", ["usr/bin/redact-server", r"usr/share/man/man1/redact-server\.1\.gz", r"lib/systemd/system/redact-server\.(service|socket)",
                                            self.doc("redact-server")])  # fmt: skip
        root = self.dir / "control"
        run("dpkg-deb", "-e", self.debs["redact-server"], root)
        self.assertEqual([path.name for path in root.iterdir() if "deb-systemd-invoke" in path.read_text()], [])  # the administrator decides

    def test_the_evaluation_and_the_training(self):
        self.expect_files("redact-eval", ["usr/bin/redact-(eval|adapt|convert|tune)", r"usr/share/man/man1/redact-(eval|adapt|convert|tune)\.1\.gz",
                                          "usr/share/redact/tools/(adapt|python-env)", r"usr/share/redact/tools/(convert|tune)/(run|\w+\.py|requirements\.txt|labels\.yaml)",
                                          r"usr/share/redact/tools/train/(\w+/)*(\w+\.py|requirements\.txt)",
                                          r"usr/share/redact/tools/eval/written/\w+\.(py|txt)", self.doc("redact-eval")])  # fmt: skip
        root = self.dir / "redact-eval/usr"
        (self.dir / "gold.jsonl").write_text('{"id": "1", "text": "Mrs Ellison", "spans": [{"start": 4, "end": 11, "label": "PATIENT"}]}\n' * 20)
        environment = {"PATH": f"{root / 'bin'}:{os.environ['PATH']}", "PYTHON": "true", "PYTHONDONTWRITEBYTECODE": "1"}  # it trains nothing
        done = subprocess.run([root / "bin/redact-adapt", self.dir / "gold.jsonl"], env=environment, capture_output=True, text=True)
        self.assertEqual((done.returncode, "| PATIENT | PATIENT | 20 |" in done.stdout), (0, True), done.stderr)

    def test_the_library(self):
        self.expect_files("libredact1", [r"usr/lib/[\w-]+/libredact\.so\.1(\.[\d.]+)?", self.doc("libredact1")])

    def test_the_development_files(self):
        self.expect_files("libredact-dev", [
            r"usr/include/redact/redact\.h", "usr/share/redact/wiping_delete.cc", r"usr/lib/[\w-]+/libredact\.(so|a)", r"usr/lib/[\w-]+/pkgconfig/redact\.pc",
            r"usr/lib/[\w-]+/cmake/redact/redact-(config|config-version|targets|targets-release)\.cmake",
            r"usr/share/doc/libredact-dev/(embedding\.md(\.gz)?|examples/\w+\.c(\.gz)?)", self.doc("libredact-dev")])

    def test_the_libraries_that_are_needed_come_from_what_is_linked(self):
        for package, library in (("redact", "libredact1 (= "), ("redact", "libsqlite3-0"), ("libredact1", "libre2-"),
                                 ("redact-server", "libredact1 (= "), ("libredact1", "libssl"), ("libredact-dev", "libredact1 (= ")):
            self.assertIn(library, run("dpkg-deb", "-f", self.debs[package], "Depends"))

    @unittest.skipUnless(shutil.which("lintian"), "lintian is not installed")
    def test_lintian_has_nothing_to_say(self):
        self.assertEqual(run("lintian", "--fail-on", "warning,error", *self.debs.values()), "")

    def test_the_static_program_needs_nothing(self):
        archive = next(FOLDER.glob("redact-*-linux-*.tar.xz"))
        run("tar", "-xf", archive, "-C", self.dir)
        folder = next(self.dir.glob("redact-*"))
        self.assertNotRegex(run("readelf", "-ldW", folder / "redact"), r"INTERP|NEEDED|RUNPATH")
        self.assertLess((folder / "redact").stat().st_size, MOST_BYTES)
        for name in ("LICENSE", "NOTICE", "licences/openssl", "licences/re2", "licences/glibc"):
            self.assertGreater((folder / name).stat().st_size, 100)
        note = SOURCE / "tools/samples/en.txt"
        shown = run(folder / "redact", note)
        self.assertIn("[PATIENT]", shown)
        self.assertEqual(shown, run(SOURCE / "build/release/bin/redact", note))

    def test_no_path_of_the_build_is_left(self):
        for package in self.debs:
            self.files(package)
        run("tar", "-xf", next(FOLDER.glob("redact-*-linux-*.tar.xz")), "-C", self.dir)
        for path in self.dir.rglob("*"):
            if path.is_file() and not path.is_symlink():
                self.assertNotIn(b"release-source", path.read_bytes(), path)

    def test_the_bills_of_materials(self):
        for name, kind, parts in (("*deb*.spdx.json", "DYNAMIC_LINK", {"re2", "openssl", "sqlite3", "libzip"}),
                                  ("*linux*.spdx.json", "STATIC_LINK", {"re2", "openssl", "sqlite3", "libzip", "glibc"})):
            bill = json.loads(next(FOLDER.glob(name)).read_text())
            names = {each["SPDXID"]: each for each in bill["packages"]}
            self.assertEqual(len(names), len(bill["packages"]))
            linked = {names[each["relatedSpdxElement"]]["name"] for each in bill["relationships"] if each["relationshipType"] == kind}
            self.assertFalse(parts - linked)
            for each in bill["relationships"]:
                self.assertIn(each["relatedSpdxElement"], names)
            for each in names.values():
                self.assertNotIn(each["licenseDeclared"], ("", "NOASSERTION"))
            files = {each["name"]: each["checksums"][0]["checksumValue"] for each in names.values() if "checksums" in each}
            model = next((SOURCE / "models").glob("*.gguf"))
            self.assertEqual(files[model.name], hashlib.sha256(model.read_bytes()).hexdigest())


if __name__ == "__main__":
    commit = subprocess.run(["git", "-C", SOURCE, "rev-parse", "HEAD"], capture_output=True, text=True).stdout
    if not (FOLDER / "COMMIT").exists() or (FOLDER / "COMMIT").read_text() != commit:
        print("tools/release did not run for this commit")
        sys.exit(77)
    unittest.main(argv=sys.argv[:1])
