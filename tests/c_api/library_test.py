#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Installs the C library and uses it as embedders do: by pkg-config, as a CMake package, as an archive, and as a part of
another CMake project.
Usage: library_test.py CMAKE BUILD_DIR SOURCE_DIR CC CXX"""

import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

CMAKE, CC, CXX = sys.argv[1], *sys.argv[4:6]
BUILD, SOURCE = (pathlib.Path(each).resolve() for each in sys.argv[2:4])
PAGE = (SOURCE / "docs/embedding.md").read_text()
EXAMPLE = re.search(r"```c\n(.*?)```", PAGE, re.S)[1]
COMMAND, PRINTED = re.search(r"built with `(.*?)`,\s+prints\s+`(.*?)`", PAGE).groups()

CONSUMER = """cmake_minimum_required(VERSION 3.25)
project(consumer C CXX)
find_package(redact 0.9 REQUIRED)
foreach(library redact redact_static)
  add_executable(with_${library} example.c)
  target_link_libraries(with_${library} PRIVATE redact::${library})
endforeach()
add_executable(wiping example.c)
target_link_libraries(wiping PRIVATE redact::redact redact::wiping)
"""
PARENT = """cmake_minimum_required(VERSION 3.25)
project(parent C CXX)
add_subdirectory("%s" redact)
add_executable(parent example.c)
target_link_libraries(parent PRIVATE redact::redact)
"""


def run(*args, **more):
    done = subprocess.run(list(map(str, args)), capture_output=True, text=True, **more)
    if done.returncode != 0:
        raise AssertionError(f"{args}: {done.stdout}{done.stderr}")
    return done.stdout


def symbols(path, which):
    lines = run("nm", "-D", which, path).splitlines()
    return [line.split()[-1].split("@")[0] for line in lines if " A " not in line]


class Library(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.dir = pathlib.Path(folder.name) / "installed"
        run(CMAKE, "--install", BUILD, "--prefix", cls.dir)
        cls.library = next(cls.dir.glob("lib*/**/libredact.so"))
        cls.environment = os.environ | {"PKG_CONFIG_PATH": str(cls.library.parent / "pkgconfig")}

    def project(self, name, lists):
        folder = self.dir.parent / name
        folder.mkdir()
        (folder / "CMakeLists.txt").write_text(lists)
        (folder / "example.c").write_text(EXAMPLE)
        return folder

    def test_the_example_of_the_page_prints_what_it_says(self):
        (self.dir / "example.c").write_text(EXAMPLE)
        command = COMMAND.replace("cc example.c", f"{CC} -std=c11 -Wall -Wextra -Werror example.c -o example")
        run("sh", "-c", command, cwd=self.dir, env=self.environment)
        out = run("./example", cwd=self.dir, env=os.environ | {"LD_LIBRARY_PATH": str(self.library.parent)})
        self.assertEqual(out, PRINTED + "\n")

    def test_a_cmake_package_gives_the_library_and_the_archive(self):
        folder = self.project("consumer", CONSUMER)
        run(CMAKE, "-S", folder, "-B", folder / "build", f"-DCMAKE_PREFIX_PATH={self.dir}", f"-DCMAKE_C_COMPILER={CC}",
            f"-DCMAKE_CXX_COMPILER={CXX}")
        run(CMAKE, "--build", folder / "build")
        for program in ("with_redact", "with_redact_static", "wiping"):
            self.assertEqual(run(folder / "build" / program), PRINTED + "\n")
        self.assertNotIn("libredact", run("readelf", "-d", folder / "build/with_redact_static"))
        self.assertIn("libredact.so.1", run("readelf", "-d", folder / "build/with_redact"))
        self.assertIn("_ZdlPv", symbols(folder / "build/wiping", "--defined-only"))  # what the library calls
        source = run("pkg-config", "--variable=wiping", "redact", env=self.environment).strip()
        self.assertIn("operator delete", pathlib.Path(source).read_text())

    def test_an_archive_is_linked_by_pkg_config_too(self):
        (self.dir / "static.c").write_text(EXAMPLE)
        private = run("pkg-config", "--static", "--libs", "redact", env=self.environment).split()
        run(CC, "-std=c11", "static.c", "-I", self.dir / "include", *(
            str(self.library.parent / "libredact.a") if each == "-lredact" else each for each in private),
            "-o", "static", cwd=self.dir)
        self.assertEqual(run("./static", cwd=self.dir), PRINTED + "\n")

    def test_a_part_of_another_project_keeps_to_itself(self):
        folder = self.project("parent", PARENT % SOURCE)
        run(CMAKE, "-S", folder, "-B", folder / "build", "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON",
            f"-DCMAKE_C_COMPILER={CC}", f"-DCMAKE_CXX_COMPILER={CXX}", "-DCMAKE_BUILD_TYPE=Release")
        commands = json.loads((folder / "build/compile_commands.json").read_text())
        files = {pathlib.Path(each["file"]).relative_to(SOURCE).parts[0] for each in commands
                 if pathlib.Path(each["file"]).is_relative_to(SOURCE)}
        self.assertGreater(len(commands), 100)
        self.assertNotIn("-Werror", " ".join(each["command"] for each in commands))
        self.assertFalse(files & {"tests", "tools", "bench", "examples"})
        own = [each["command"] for each in json.loads((BUILD / "compile_commands.json").read_text())]
        self.assertIn("-Werror", " ".join(own))

    def test_the_library_alone_asks_for_nothing_of_programs_and_tests(self):
        folder = self.dir.parent / "alone"
        unused = ("GTest", "pugixml", "CLI11", "SQLite3", "benchmark")
        run(CMAKE, "-S", SOURCE, "-B", folder, "-DREDACT_PROGRAMS=OFF", "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON",
            f"-DCMAKE_C_COMPILER={CC}", f"-DCMAKE_CXX_COMPILER={CXX}",
            *(f"-DCMAKE_DISABLE_FIND_PACKAGE_{name}=ON" for name in unused))
        files = [each["file"] for each in json.loads((folder / "compile_commands.json").read_text())]
        self.assertTrue([name for name in files if "/c_api/" in name])
        self.assertFalse([name for name in files if re.search(r"/(program|tools|tests|bench|server|python)/", name.removeprefix(str(SOURCE)))])

    def test_the_library_is_found_by_its_number(self):
        self.assertEqual(self.library.resolve().name.split(".so.")[1].split(".")[0], "1")
        self.assertTrue((self.library.parent / "libredact.so.1").exists())
        self.assertEqual(run("pkg-config", "--modversion", "redact", env=self.environment), "0.9.0\n")
        self.assertEqual(run(self.dir / "bin/redact", "--version"), "redact 0.9.0\n")

    def test_the_links_of_the_installed_pages_lead_to_installed_pages(self):
        pages = sorted((self.dir / "share/doc/redact").rglob("*.md"))
        self.assertIn(self.dir / "share/doc/redact/README.md", pages)
        for page in pages:
            for link in re.findall(r"\]\(([^)#\s]+)", page.read_text()):
                self.assertTrue("://" in link or (page.parent / link).exists(), f"{page}: {link}")

    def test_licences_and_a_bill_of_materials_are_installed(self):
        folder = self.dir / "share/doc/redact"
        self.assertTrue((folder / "LICENSE").exists() and (folder / "NOTICE").exists())
        bill = json.loads((folder / "redact.spdx.json").read_text())
        names = {each["name"]: each for each in bill["packages"]}
        self.assertLess({"re2", "openssl", "pugixml", "libredact.a", "redact-verify"}, set(names))
        self.assertEqual(names["redact-v17.gguf"]["licenseDeclared"], "Apache-2.0")

    def test_nothing_calls_the_network(self):  # P5
        for binary in (self.library, self.dir / "bin/redact"):
            called = set(symbols(binary, "--undefined-only"))
            self.assertGreater(len(called), 20)
            self.assertFalse(called & {"socket", "connect", "bind", "listen", "getaddrinfo", "gethostbyname", "send", "sendto", "recv"})

    def test_nothing_prints_or_ends_the_process(self):
        called = set(symbols(self.library, "--undefined-only"))
        self.assertFalse(called & {"printf", "puts", "putchar", "perror", "exit", "_exit", "quick_exit"})


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
