#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The files of packaging/ agree with what they repeat of the rest of the tree. Usage: packaging_files_test.py SOURCE_DIR"""

import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

SOURCE = pathlib.Path(sys.argv[1])
sys.path.insert(0, str(SOURCE / "packaging"))
sys.dont_write_bytecode = True
import sbom  # noqa: E402


def read(name):
    return (SOURCE / name).read_text()


class PackagingFiles(unittest.TestCase):
    def test_the_packages_are_built_from_what_the_build_installs(self):
        listed = set(re.search(r"packages=\((.*?)\n\)", read("tools/install"), re.S)[1].split())
        needed = set(re.findall(r"^ ([a-z0-9-]+)", re.search(r"Build-Depends:\n(.*?)^\S", read("packaging/debian/control"), re.S | re.M)[1], re.M))
        self.assertGreater(len(needed), 10)
        self.assertFalse(needed - listed - {"debhelper-compat"})

    def test_the_library_package_has_the_number_of_the_interface(self):
        abi = re.search(r"#define REDACT_ABI (\d+)", read("include/redact/redact.h"))[1]
        self.assertIn(f"\nPackage: libredact{abi}\n", read("packaging/debian/control"))
        self.assertEqual(read(f"packaging/debian/libredact{abi}.install"), f"usr/lib/*/libredact.so.{abi}*\n")

    def test_every_installed_program_has_a_manual(self):
        manuals = set(re.findall(r" man ([\w-]+)\.1 ", read("tools/manuals.cmake")))
        self.assertEqual(manuals, {"redact", "redact-eval", "redact-server", "redact-verify", "redact-journal"})

    def test_the_notice_names_the_bundled_model_and_each_source_of_it(self):
        notice, card = read("NOTICE"), read("models/README.md")
        self.assertIn("The bundled model, in models/,", notice)
        for name in ("MEDDOCAN", "E3C", "GeoNames", "CLDR", "Faker", "LibreOffice", "GNU Health", "wgerman-medical", "wngerman", "hunspell-ro"):
            self.assertIn(name, card)
            self.assertIn(name, notice)

    def test_the_containers_are_made_from_nothing_and_run_as_nobody(self):
        for name in ("Containerfile", "Containerfile.server"):
            lines = read("packaging/" + name).splitlines()
            self.assertEqual({line.split()[1] for line in lines if line.startswith("FROM ")}, {"scratch"})
            self.assertIn("USER 65534:65534", lines)

    def test_the_suggested_packages_are_those_that_the_archive_needs(self):
        suggested = re.search(r"Suggests:\n(.*?)^\S", read("packaging/debian/control"), re.S | re.M)[1]
        needs = re.search(r"set\(needs (.*?)\)", read("c_api/CMakeLists.txt"))[1].split()
        packages = {"yaml-cpp": "libyaml-cpp-dev", "re2": "libre2-dev", "crypto": "libssl-dev", "expat": "libexpat1-dev",
                    "z": "zlib1g-dev"}
        self.assertEqual({packages.get(name, f"lib{name}-dev") for name in needs}, set(re.findall(r"[\w-]+", suggested)))

    def test_the_page_links_the_libraries_that_the_archive_needs(self):
        needs = re.search(r"set\(needs (.*?)\)", read("c_api/CMakeLists.txt"))[1].split()
        command = re.search(r"-Lbuild/static(.*?)```", read("docs/product.md"), re.S)[1]
        self.assertEqual(re.findall(r"-l([\w+-]+)", command), [*needs, "stdc++", "m"])

    @unittest.skipUnless(shutil.which("systemd-analyze"), "there is no systemd-analyze")
    def test_the_units_are_valid_and_expose_little(self):
        for name, program in (("redact-server.service", "redact-server"), ("redact-server.socket", "redact-server"), ("redact-night.service", "redact"), ("redact-night.timer", "redact")):
            with self.subTest(name), tempfile.TemporaryDirectory() as folder:
                stand_in = pathlib.Path(folder) / program
                stand_in.write_text("#!/bin/sh\n")
                stand_in.chmod(0o755)
                for unit in (SOURCE / "packaging").glob(f"{name.split('.')[0]}.*"):  # a timer refers to its service
                    text = unit.read_text()
                    self.assertTrue(unit.suffix != ".service" or f"/usr/bin/{program} " in text)
                    (pathlib.Path(folder) / unit.name).write_text(text.replace(f"/usr/bin/{program} ", f"{stand_in} "))
                checked = pathlib.Path(folder) / name
                verified = subprocess.run(["systemd-analyze", "verify", "--man=no", checked], capture_output=True, text=True)
                self.assertEqual((verified.returncode, verified.stderr), (0, ""))
                if checked.suffix != ".service":
                    continue
                shown = subprocess.run(["systemd-analyze", "security", "--offline=true", "--no-pager", checked], capture_output=True, text=True)
                exposure = float(re.search(r"Overall exposure level .*: ([\d.]+) ", shown.stdout)[1])
                self.assertLess(exposure, 2)

    def test_the_options_of_the_nightly_run_exist(self):
        command = re.search(r"ExecStart=/usr/bin/redact (.*)", read("packaging/redact-night.service"))[1]
        options = set(re.findall(r"--[\w-]+", command))
        self.assertGreater(len(options), 4)
        known = set(re.findall(r'"(--[\w-]+)', read("program/args.cc") + read("program/batch/batch_args.cc")))
        self.assertFalse(options - known)

    def test_archives_of_a_list_that_the_linker_wrote(self):
        listed = SOURCE / "tests/packaging/linked.txt"
        self.assertEqual(sbom.archives(listed), {"/nowhere/libexpat.a", "/nowhere/crt1.o"})


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
