#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Redactors in forked and in other processes. Usage: processes_test.py SOURCE_DIR [TEST...]"""

import copy
import multiprocessing
import os
import pickle
import signal
import subprocess
import sys
import threading
import traceback
import unittest
import warnings

import redact
import words

NOTE, REDACTED = "Mrs Ellison has no fever.", "Mrs [PATIENT] has no fever."
warnings.simplefilter("ignore", DeprecationWarning)  # a process with threads forks, which this tests


def redacted_by(redactor, text):
    return redactor.redact_one(text).text


class Processes(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.redactor = words.Redactor()
        cls.redactor.redact_one(NOTE)

    def in_child(self, work):
        """Runs work in a forked child; what it says must be true."""
        child = os.fork()
        if child == 0:
            signal.alarm(60)  # ends a child that waits for threads that it does not have
            try:
                os._exit(0 if work() else 1)
            except BaseException:
                traceback.print_exc()
            finally:
                os._exit(2)
        _, status = os.waitpid(child, 0)
        self.assertEqual(status, 0)

    def test_a_child_opens_its_own_model(self):
        self.in_child(lambda: redacted_by(self.redactor, NOTE) == REDACTED)
        self.in_child(lambda: redacted_by(words.Redactor(), NOTE) == REDACTED)
        self.in_child(lambda: self.redactor.model.name == "word-model")
        self.assertEqual(redacted_by(self.redactor, NOTE), REDACTED)

    def test_a_child_of_a_parent_that_is_at_work(self):
        done = threading.Event()

        def work():
            while not done.is_set():
                for _ in self.redactor.redact([NOTE] * 50):
                    pass

        thread = threading.Thread(target=work)
        thread.start()
        try:
            for _ in range(5):
                self.in_child(lambda: redacted_by(self.redactor, NOTE) == REDACTED)
        finally:
            done.set()
            thread.join()

    def test_a_child_of_a_child(self):
        def work():
            redacted_by(self.redactor, NOTE)
            self.in_child(lambda: redacted_by(self.redactor, NOTE) == REDACTED)
            return True

        self.in_child(work)

    def test_an_iterator_belongs_to_the_process_that_began_it(self):
        results = self.redactor.redact([NOTE] * 100)
        first = next(results)

        def work():
            if first.text != REDACTED:
                return False
            try:
                next(results)
            except redact.Forked:
                return True

        self.in_child(work)
        self.assertEqual([result.text for result in results], [REDACTED] * 99)

    def test_a_child_that_ends_as_python_does(self):
        code = """import os, redact, sys
r = redact.Redactor()
child = os.fork()
text = r.redact_one(sys.argv[1]).text
sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) if child else text != sys.argv[2])"""
        done = subprocess.run([sys.executable, "-c", code, NOTE, REDACTED], capture_output=True, text=True, timeout=60)
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_pools(self):
        for method in ("fork", "spawn"):
            with multiprocessing.get_context(method).Pool(2) as pool:
                texts = pool.starmap(redacted_by, [(self.redactor, NOTE)] * 8)
            self.assertEqual(texts, [REDACTED] * 8)

    def test_a_copy_opens_when_it_is_used_and_shares_nothing_that_is_open(self):
        redactor = words.Redactor("gdpr", deny=b"OTHER\theron\n")
        for other in (pickle.loads(pickle.dumps(redactor)), copy.copy(redactor)):
            self.assertIsNone(other._opened)
            self.assertEqual(other.policy, "gdpr")
            self.assertEqual(redacted_by(other, "Patient: Margaret Ellison, heron"), "Patient: [PATIENT_1], [OTHER]")

    def test_a_key_in_memory_is_not_pickled(self):
        with self.assertRaises(TypeError):
            pickle.dumps(words.Redactor("linked", key=bytes(range(32))))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[2:])
