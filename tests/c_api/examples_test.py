#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the examples of the C interface.
Usage: examples_test.py FOLDER_OF_PROGRAMS"""

import pathlib
import subprocess
import sys
import tempfile
import unittest

PROGRAMS = pathlib.Path(sys.argv[1])


def run(example, *args, given=""):
    return subprocess.run([PROGRAMS / f"example_{example}", *map(str, args)], input=given.encode(), capture_output=True)


class Examples(unittest.TestCase):
    def test_one_note(self):
        done = run("one_note", given="Patient: Margaret Ellison, a@b.org\n")
        self.assertEqual(done.stdout, b"Patient: [PATIENT], [EMAIL]\n")
        self.assertIn(b"bytes 9 to 25, by model (PATIENT)", done.stderr)
        self.assertIn(b"bytes 27 to 34, by rule (EMAIL)", done.stderr)
        self.assertEqual(done.returncode, 0)

    def test_a_note_that_is_no_text(self):
        done = run("one_note", given="%PDF-1.4 Ellison")
        self.assertEqual((done.returncode, done.stdout), (1, b""))
        self.assertIn(b"PDF", done.stderr)

    def test_a_batch(self):
        with tempfile.TemporaryDirectory() as folder:
            files = [pathlib.Path(folder) / f"{i}.txt" for i in range(20)]
            for file in files:
                file.write_text("Patient: Margaret Ellison of project heron\n")
            files[3].write_text("%PDF-1.4 Ellison")
            done = run("batch", *files)
            self.assertEqual(done.returncode, 1)
            self.assertRegex(done.stderr.decode(), "^file 4: .*PDF.*\nat least one document was withheld\n$")
            for i, file in enumerate(files):
                result = file.with_name(file.name + ".redacted")
                self.assertEqual(result.exists(), i != 3)
                if i != 3:
                    self.assertEqual(result.read_text(), "Patient: [PATIENT_1] of [X]\n")

    def test_a_service(self):
        lines = ["Mrs Ellison has no fever.", "patient: Mrs Ellison saw Dr Price."] * 40
        done = run("service", 8, given="\n".join(lines) + "\n")
        self.assertEqual((done.returncode, done.stderr), (0, b""))
        answers = dict(line.split(" ", 1) for line in done.stdout.decode().splitlines())
        self.assertEqual(set(answers), {str(i + 1) for i in range(80)})
        for number, answer in answers.items():
            if int(number) % 2:
                self.assertEqual(answer, "Mrs [PATIENT] has no fever.")
            else:
                self.assertEqual(answer, "patient: Mrs ***patient_Name*** saw Dr Price.")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
