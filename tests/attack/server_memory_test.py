#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Memory runs out: all allocations of the server fail from one on. It refuses requests or ends, and says no word of one.
REDACT_FAULTS: from how many allocations on (default 12, drawn at random); REDACT_SEED: of the draw.

Arguments: as in server_case.py, then the preloaded library that makes allocations fail."""

import os
import pathlib
import random
import sys
import tempfile
import unittest
import warnings

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "server"))
import server_case  # noqa: E402
from server_case import NAMES, NOTE, Running  # noqa: E402

LIBRARY = sys.argv.pop(5)
FAULTS = int(os.environ.get("REDACT_FAULTS", "12"))
SEED = int(os.environ.get("REDACT_SEED", "1"))


class Memory(unittest.TestCase):
    def fails_from(self, at):
        """Asks a server whose allocations fail from `at` on twice, and stops it; 0: none fails. Returns what it logged, and how many there were if none failed."""
        with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings():
            warnings.simplefilter("ignore", ResourceWarning)  # of a server that did not start
            mark = pathlib.Path(folder) / "mark"
            variables = {"LD_PRELOAD": LIBRARY, "REDACT_FAIL_AT": str(at), "REDACT_FAIL_ON": "all", "REDACT_FAIL_MARK": str(mark)}
            try:
                server = Running(environment={**os.environ, **variables})
            except RuntimeError as error:
                return str(error), 0
            for _ in range(2):
                try:
                    answer = server.ask("POST", "/redact", {"text": NOTE}, timeout=60)
                    self.assertTrue(answer.status >= 500 or (answer.status == 200 and b"Ellison" not in answer.body), answer.status)
                except (OSError, ValueError, IndexError):  # it has ended
                    pass
            self.assertIn(server.stop(), (0, 1))
            return server.logged(), int(mark.read_text()) if mark.exists() else 0

    def test_no_word_of_a_request_is_said(self):
        print(f"REDACT_SEED={SEED} REDACT_FAULTS={FAULTS}", flush=True)
        _, n = self.fails_from(0)
        print(f"{n} allocations", flush=True)
        self.assertGreater(n, 1000)
        draw = random.Random(SEED)
        for number in range(FAULTS):  # half of them where it answers, which takes a twentieth of them
            at = draw.randrange(1 if number % 2 else n - n // 20, n)
            with self.subTest(f"allocation {at}"):
                logged, _ = self.fails_from(at)
                self.assertNotIn("terminate called", logged)
                self.assertFalse([name for name in NAMES if name in logged], logged)


if __name__ == "__main__":
    server_case.main()
