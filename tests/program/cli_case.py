# SPDX-License-Identifier: Apache-2.0
"""Code shared by the tests of the program `redact`. Their arguments: REDACT SOURCE_DIR MODEL, a label model that finds
the words of tests/support/words.txt (word_model.cc)."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

REDACT, SOURCE, MODEL = sys.argv[1], *map(pathlib.Path, sys.argv[2:4])
NOTE = "Patient: Margaret Ellison\r\nSeen by Dr Owen Pritchard. No fever.\r\n"


# With these nothing is redacted.
NO_MODEL = {"-m", "--help", "--help-all", "-h", "--list-devices", "--make-key", "--print-policy", "--restore", "--version"}


def command(*args):
    """The program with these arguments and the model, unless they name one or need none."""
    args = [*map(str, args)]
    return [REDACT, *args, *([] if NO_MODEL & set(args) else ["-m", str(MODEL)])]


def run(*args, stdin=b"", **options):
    return result_of(command(*args), stdin, **options)


def result_of(arguments, stdin=b"", **options):
    done = subprocess.run(arguments, input=stdin, capture_output=True, **options)
    return done.returncode, done.stdout, done.stderr.decode()


def messages(err):
    """The lines on standard error without the summary of the run."""
    summary = ("redact: results: ", "redact: stopped by ")
    return [line for line in err.splitlines() if not line.startswith(summary) and " of them to review; " not in line]


class CommandLine(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.dir = pathlib.Path(folder.name)
        self.out = self.dir / "out"

    def write(self, name, content):
        """Writes a file that only its owner can read, as a key file must be."""
        path = self.dir / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        path.chmod(0o600)
        return path

    def expect_refused(self, code, words, *args, stdin=b""):
        """Expects this exit code, one line on standard error with these words, and no output at all. With the bundled
        model, of which no answer is asked."""
        got, out, err = result_of([REDACT, "-o", str(self.out), *map(str, args)], stdin)
        self.assertEqual(got, code, err)
        self.assertEqual(out, b"")
        self.assertEqual(len(messages(err)), 1, err)
        for word in words:
            self.assertIn(word, err)
        self.assertFalse(self.out.exists())
        self.assertEqual(list(self.dir.glob("*.partial")), [])


def main():
    unittest.main(argv=sys.argv[:1])
