#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Threads that share a redactor, what happens when they stop, and memory. Usage: threads_test.py SOURCE_DIR [TEST...]"""

import gc
import os
import pathlib
import signal
import subprocess
import sys
import threading
import time
import unittest

import redact
import words
from redact import _flight

NOTE = "Mrs Ellison has no fever. "
LONG = NOTE * 4000  # some seconds


def run(code, *args, **options):
    return subprocess.run([sys.executable, "-c", code, *args], capture_output=True, text=True, timeout=120, **options)


class Threads(unittest.TestCase):
    def test_threads_share_a_redactor_and_get_their_own_results(self):
        redactor = words.Redactor()
        wrong, starts = [], threading.Barrier(8)

        def work(number):
            texts = [f"Mrs Ellison has a fever in bed {chr(97 + number)}, day {chr(945 + i)}." for i in range(20)]
            starts.wait()
            for text, result in zip(texts, redactor.redact(texts)):
                if result.text != text.replace("Ellison", "[PATIENT]"):
                    wrong.append(number)

        threads = [threading.Thread(target=work, args=(i,)) for i in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(wrong, [])

    def test_threads_open_one_model(self):
        starts, models = threading.Barrier(8), []

        def open_one():
            starts.wait()
            models.append(redact.Redactor().model)

        threads = [threading.Thread(target=open_one) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(len(set(map(id, models))), 1)

    def test_other_threads_run_while_the_library_works(self):
        redactor = words.Redactor()
        done, beats = threading.Event(), 0

        def work():
            redactor.redact_one(LONG)
            done.set()

        thread = threading.Thread(target=work)
        thread.start()
        while not done.is_set():
            time.sleep(0.001)
            beats += 1
        thread.join()
        self.assertGreater(beats, 50)

    def test_an_iterator_that_is_dropped_cancels_its_work(self):
        redactor = words.Redactor()
        for end in (lambda results: results.close(), lambda results: None):
            results = redactor.redact([NOTE] + [LONG] * 20)
            next(results)
            end(results)
            del results
            gc.collect()
            time.sleep(0.5)  # for the passes that were under way
            before = time.process_time()
            time.sleep(0.5)
            self.assertLess(time.process_time() - before, 0.1)
        self.assertEqual(len(_flight._flights), 0)

    def test_an_iterator_whose_texts_fail(self):
        def texts():
            yield NOTE
            raise KeyError("source")

        with self.assertRaises(KeyError):
            list(words.Redactor().redact(texts()))

    def test_memory_does_not_grow(self):
        redactor = redact.Redactor("default", redact.Model(pathlib.Path(sys.argv[1]) / "tests/golden/label-f32.gguf"))

        def resident():
            for _ in redactor.redact(f"{NOTE} {i}" for i in range(4000)):
                pass
            gc.collect()
            return int(pathlib.Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGESIZE")

        resident()
        before = resident()
        self.assertLess(resident() - before, 4 << 20)  # a leak of a result for each text would be some 16 MiB


class Endings(unittest.TestCase):
    def test_the_interpreter_ends_with_work_in_hand(self):
        code = "import redact, sys; r = redact.Redactor(); i = r.redact([sys.argv[1]] * 9); %s"
        for ending in ("next(i)", "next(i); raise SystemExit(3)", "next(i); keep = [i]; keep.append(keep)"):
            done = run(code % ending, NOTE * 200)
            self.assertEqual((done.returncode, done.stderr), (3 if "Exit" in ending else 0, ""))

    def test_the_library_is_at_rest_when_the_process_ends(self):
        code = """import atexit, os, sys, threading, time
def check():  # runs after what the package registers
    before = time.process_time()
    time.sleep(0.5)
    os._exit(7 if time.process_time() - before > 0.1 else 0)
atexit.register(check)
import redact
r = redact.Redactor()
def work():
    for result in r.redact([sys.argv[1]] * 50): pass
threading.Thread(target=work, daemon=True).start()
time.sleep(0.5)"""
        done = run(code, NOTE * 1000)
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_an_interrupt_is_heard_while_a_text_is_in_hand(self):
        code = "import redact, sys; r = redact.Redactor(); print('now', flush=True); r.redact_one(sys.stdin.read())"
        child = subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.addCleanup(child.kill)
        self.assertEqual(child.stdout.readline(), "now\n")
        child.stdin.write(NOTE * 40000)
        child.stdin.close()
        time.sleep(1)
        began = time.monotonic()
        child.send_signal(signal.SIGINT)
        error = child.stderr.read()
        child.wait()
        child.stdout.close()
        child.stderr.close()
        self.assertLess(time.monotonic() - began, 5)
        self.assertIn("KeyboardInterrupt", error)
        self.assertNotIn("Ellison", error)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[2:])
