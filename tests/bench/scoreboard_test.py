#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests bench/peer/scoreboard with stand-ins for all programs. Usage: scoreboard_test.py FOLDER_OF_SCOREBOARD"""

import gzip
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import types
import unittest

FOLDER = pathlib.Path(sys.argv.pop(1))
sys.path.insert(0, str(FOLDER))
import presidio_peer
import run

# A tool that finds one character in each document, and a scorer that counts the records it is given.
TOOL = """#!/usr/bin/env python3
import json, sys
print(*sys.argv[1:], file=open(__file__ + ".calls", "a"))
for document in map(json.loads, open(sys.argv[-1])):
    print(json.dumps({"id": document["id"], "entities": [{"entity_type": "NAME", "start": 0, "end": 1}]}))
"""
SCORER = """#!/usr/bin/env python3
import json, sys
gold, records = (list(map(json.loads, open(path))) for path in (sys.argv[1], sys.argv[3]))
assert [d["id"] for d in gold] == [r["id"] for r in records]
total = {"documents": len(gold), "documents_with_leak": 1, "character_recall": 0.5, "over_redaction_per_1000_words": 2.25}
json.dump({"total": total}, open(sys.argv[5], "w"))
"""
GOLD = [{"id": str(i), "lang": lang, "text": "Ana", "spans": []} for i, lang in enumerate(("en", "es", "fr", "en", "de", "tr"))]


class Scoreboard(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.build = pathlib.Path(folder.name)
        (self.build / "a.dev.jsonl.gz").write_bytes(gzip.compress("\n".join(map(json.dumps, GOLD)).encode()))
        for name, text in (("bin/redact", TOOL), ("bin/redact-eval", SCORER), ("bench/peers/bin/python", TOOL)):
            path = self.build / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
            path.chmod(0o755)
        (self.build / "bench/peers/complete").touch()  # so that nothing is installed

    def table(self, *options):
        command = [sys.executable, FOLDER / "run.py", self.build, self.build, *options]
        return subprocess.run(command, capture_output=True, text=True, env=os.environ | {"PYTHONDONTWRITEBYTECODE": "1"})

    def test_a_row_for_each_tool_and_group_of_languages(self):
        done = self.table("--sets", "a.dev")
        self.assertEqual(done.returncode, 0, done.stderr)
        rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in done.stdout.splitlines()[2:]]
        self.assertTrue(all(len(row) == len(run.COLUMNS) for row in rows))
        self.assertEqual([row[1:3] for row in rows[::5]], [["en", "2"], ["es fr", "2"], ["de", "1"], ["tr", "1"]])
        tools = ["redact", "redact --recall high", "Presidio", "Presidio, tuned", "Rampart"]
        self.assertEqual([row[3] for row in rows[:5]], tools)
        self.assertEqual(rows[0][4:7], ["50.0 %", "50 %", "2.2"])
        unsupported = [(row[1], row[3]) for row in rows if row[4] == "not for these languages"]
        self.assertEqual(unsupported, [("es fr", tools[3]), ("de", tools[3]), ("tr", tools[3]), ("tr", tools[4])])
        self.assertGreater(float(rows[0][10]), 1)  # MiB

    def test_a_limit_holds_for_each_group_of_languages(self):
        rows = self.table("--sets", "a.dev", "--limit", "1").stdout.splitlines()[2:]
        self.assertEqual([row.split("|")[3].strip() for row in rows[::5]], ["1", "1", "1", "1"])

    def test_redact_runs_at_its_default_and_at_high_recall(self):
        self.table("--sets", "a.dev")
        calls = (self.build / "bin/redact.calls").read_text().splitlines()
        self.assertEqual(len(calls), 2 * 2 * 4)  # the start and the set, for two tools and four groups
        self.assertEqual(sum("--recall high" in call for call in calls), 8)

    def test_a_tool_that_fails_ends_the_run(self):
        (self.build / "bin/redact").write_text("#!/usr/bin/env bash\nexit 5\n")
        done = self.table("--sets", "a.dev")
        self.assertIn("redact ended with 5", done.stderr)
        self.assertNotEqual(done.returncode, 0)

    def test_an_unknown_set_is_named(self):
        self.assertIn("b.dev: not one of a.dev", self.table("--sets", "b.dev").stderr)

    def test_the_start_is_taken_off(self):
        total = {"documents": 4, "documents_with_leak": 1, "character_recall": 1, "over_redaction_per_1000_words": 0}
        cells = run.cells(total, run.Cost(5, 4, 100), run.Cost(2, 1.5, 80))
        self.assertEqual(cells, ["100.0 %", "75 %", "0.0", "3.0", "2.5", "1.5", "100"])

    def test_presidio_leaves_nationalities_and_titles(self):
        found = [types.SimpleNamespace(entity_type=kind, start=3, end=5) for kind in ("NRP", "PERSON", "TITLE")]
        self.assertEqual(presidio_peer.entities(found), [{"entity_type": "PERSON", "start": 3, "end": 5}])


if __name__ == "__main__":
    unittest.main()
