#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares redact-agree with correlations and overlaps that are computed here from their definitions.
Usage: agreement_test.py REDACT_AGREE"""

import json
import pathlib
import random
import re
import statistics
import subprocess
import sys
import tempfile
import unittest


def run(lines):
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "lines.jsonl"
        path.write_text("".join(json.dumps(line) + "\n" for line in lines))
        done = subprocess.run([sys.argv[1], path], capture_output=True, text=True, timeout=60)
        return done.returncode, done.stdout, done.stderr


def ranks(values):
    """The mean position of each value among all values in sorted order."""
    return [statistics.mean(i for i, v in enumerate(sorted(values)) if v == value) for value in values]


class Agreement(unittest.TestCase):
    def test_correlations(self):
        for seed in range(20):
            rng = random.Random(seed)
            a = [rng.choice([0.5, rng.random(), rng.random()]) for _ in range(rng.randint(3, 40))]
            b = [x * rng.choice([0.2, -1, 3]) + rng.choice([0, 0.5]) for x in a]
            if len(set(a)) < 2 or len(set(b)) < 2:
                continue
            _, out, _ = run([{"a": x, "b": y} for x, y in zip(a, b)])
            pearson, spearman = map(float, re.search(r"Pearson (\S+), Spearman (\S+)", out).groups())
            self.assertAlmostEqual(pearson, statistics.correlation(a, b), 5)
            self.assertAlmostEqual(spearman, statistics.correlation(ranks(a), ranks(b)), 5)

    def test_a_measure_that_does_not_vary_agrees_with_nothing(self):
        self.assertIn("Pearson n/a, Spearman n/a", run([{"a": 1, "b": 2}, {"a": 1, "b": 3}])[1])

    def test_the_surveys_example_of_codes(self):
        line = {"before": ["I10", "E11", "M06"], "after": ["I10", "M06", "M05"]}
        self.assertIn("1 notes with codes: JSC 50.0000 %", run([line])[1])
        self.assertIn("JSC 75.0000 %", run([line, {"before": [], "after": []}])[1])

    def test_other_lines_are_refused(self):
        for line in ({"a": 1}, {"a": "1", "b": 2}, {"before": ["I10"]}, {"before": [1], "after": []}, []):
            code, out, err = run([{"a": 1, "b": 1}, line])
            self.assertEqual((code, out), (1, ""))
            self.assertIn("line 2", err)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
