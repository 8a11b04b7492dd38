#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The manual page and the completions that tools/manual.py makes. Usage: manual_test.py REDACT SOURCE_DIR"""

import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

REDACT, SOURCE = sys.argv[1], pathlib.Path(sys.argv[2])


def manual(kind: str, program: str = REDACT) -> str:
    done = subprocess.run([sys.executable, SOURCE / "tools/manual.py", kind, program], capture_output=True, text=True, check=True)
    return done.stdout


def long_options() -> set[str]:
    shown = subprocess.run([REDACT, "--help-all"], capture_output=True, text=True, check=True).stdout
    return set(re.findall(r"^  (?:-\w, )?(--[\w-]+)", shown, re.M))


class Manual(unittest.TestCase):
    def test_every_option_is_in_each(self):
        self.assertGreater(len(long_options()), 40)
        for kind in ("man", "bash", "zsh", "fish"):
            text = manual(kind).replace("\\-", "-")
            for option in long_options():
                self.assertIn(f"-l {option[2:]}" if kind == "fish" else option, text, kind)

    @unittest.skipUnless(shutil.which("groff"), "groff is not installed")
    def test_the_page_has_no_warnings(self):
        done = subprocess.run(["groff", "-man", "-ww", "-z"], input=manual("man"), capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_a_page_describes_the_scripts_that_link_to_it(self):
        page = manual("man", pathlib.Path(REDACT).with_name("redact-eval")).replace("\\-", "-")
        links = (SOURCE / "packaging/debian/redact-eval.links").read_text()
        scripts = re.findall(r"redact-eval\.1\.gz \S+/([\w-]+)\.1\.gz", links)
        self.assertEqual(len(scripts), 3)
        for name in scripts:
            self.assertRegex(page, rf"(?m)^\\fB{name}\\fR .*\n[a-z]")

    def test_a_page_has_the_options_of_commands(self):
        page = manual("man", pathlib.Path(REDACT).with_name("redact-journal")).replace("\\-", "-")
        for words in ('.SS "Options of merge"', '.SS "Options of export"', "\\fB--key-file\\fR", "\\fBmerge-mappings\\fR"):
            self.assertIn(words, page)

    def test_a_page_has_types_and_defaults_as_the_library_of_options_writes_them(self):
        server = pathlib.Path(REDACT).with_name("redact-server")
        if not server.exists():
            self.skipTest("redact-server is not built")
        page = manual("man", server).replace("\\-", "-")
        self.assertIn("\\fB--port\\fR \\fIUINT\\fR\n", page)
        self.assertIn("which is printed; default: 3000\n", page)

    def complete(self, *words: str) -> list[str]:
        script = f'source "$1"; shift; COMP_WORDS=(redact "$@"); COMP_CWORD={len(words)}; _redact; printf "%s\\n" "${{COMPREPLY[@]}}"'
        with tempfile.NamedTemporaryFile("w") as file:
            file.write(manual("bash"))
            file.flush()
            done = subprocess.run(["bash", "-c", script, "bash", file.name, *words], capture_output=True, text=True, check=True)
        return done.stdout.split()

    def test_bash_completes_options_and_values(self):
        self.assertEqual(self.complete("--pol"), ["--policy"])
        self.assertEqual(self.complete("--policy", "hip"), ["hipaa-safe-harbor"])
        self.assertEqual(self.complete("--recall", ""), ["high", "balanced", "precise"])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
