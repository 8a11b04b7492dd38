#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""--journal and --resume: what is recorded, when a run is refused and why. Usage: cli_journal_test.py REDACT SOURCE_DIR
MODEL"""

import contextlib
import gzip
import json
import os
import signal
import sqlite3
import subprocess
import time

from cli_case import NOTE, SOURCE, CommandLine, command, main, messages, run
from journal_macs import write_macs

CANARY = "Zyxwvuts"


class Journals(CommandLine):
    def setUp(self):
        super().setUp()
        self.journal = self.dir / "j"

    def batch(self, *args, **options):
        return run(self.dir / "in", "-o", self.out, "--journal", self.journal, *args, **options)

    def rows(self, *statements):
        """Runs SQL on the journal, which no run has open meanwhile, as somebody who has its key."""
        with contextlib.closing(sqlite3.connect(self.journal)) as database:
            rows = [database.execute(sql).fetchall() for sql in statements]
            is_journal = database.execute("SELECT count(*) FROM sqlite_schema WHERE name = 'tally'").fetchone() == (1,)
            is_changed = database.total_changes > 0
            database.commit()
        if is_journal and is_changed:
            write_macs(self.journal, self.dir / "j.key")
        return rows[-1]

    def files(self):
        return {str(p.relative_to(self.out)): p.read_bytes() for p in self.out.rglob("*") if p.is_file()}

    def write_batch(self):
        for i in range(4):
            self.write(f"in/{i}.txt", NOTE)
        self.write("in/lines.jsonl", "".join(json.dumps({"id": i, "text": NOTE}) + "\n" for i in range(4)))
        self.write("in/table.csv", 'id,text\n1,"' + NOTE + '"\n2,No fever.\n')

    TABLES = ["--text-column", "text"]


class Records(Journals):
    def test_a_journal_is_private_and_holds_no_text(self):
        self.write("in/a.txt", f"Patient: Margaret {CANARY}, seen by Dr {CANARY}son. {CANARY}\n" * 3)
        self.assertEqual(self.batch()[0], 0)
        for path in (self.journal, self.dir / "j.key"):
            self.assertEqual(path.stat().st_mode & 0o777, 0o600)
            self.assertNotIn(CANARY.encode(), path.read_bytes())
        self.assertEqual(sorted(p.name for p in self.dir.iterdir()), ["in", "j", "j.key", "out"])

    def test_rows_say_what_records_say(self):
        self.write_batch()
        self.assertEqual(self.batch(*self.TABLES)[0], 0)
        self.assertEqual(self.rows("SELECT state, count(*) FROM document GROUP BY state"), [("done", 10)])
        record = json.loads(run(self.dir / "in/0.txt", "--format", "jsonl")[1])
        (edits, labels, review, size), = self.rows("SELECT edits, labels, review, bytes FROM document WHERE input = '0.txt'")
        expected = [[e["out_start"], e["out_end"]] for e in record["entities"]]
        self.assertEqual((json.loads(edits), size), (expected, len(record["text"].encode())))
        self.assertEqual(sum(json.loads(labels).values()), len(expected))
        self.assertEqual(review, record["status"] == "review")
        spans = self.rows("SELECT output, output_begin, output_end FROM document WHERE input = 'table.csv' ORDER BY number")
        self.assertEqual([s[:2] for s in spans], [("table.csv", 0), ("table.csv", spans[0][2])])
        self.assertEqual(spans[-1][2], (self.out / "table.csv").stat().st_size)

    def test_rows_hold_scores_and_ranges_of_the_source_on_request_alone(self):
        self.write("in/0.txt", NOTE)
        asks = "SELECT edits, scores, reasons FROM document"
        self.assertEqual(self.batch()[0], 0)
        self.assertEqual(self.rows(asks)[0][1:], ("", "[]"))
        self.journal = self.dir / "j2"
        self.assertEqual(self.batch("--include-evidence")[0], 0)
        (edits, scores, _), = self.rows(asks)
        record = json.loads(run(self.dir / "in/0.txt", "--format", "jsonl", "--include-evidence")[1])
        expected = [[e["byte_start"], e["byte_end"], len(e["replacement"])] for e in record["entities"]]
        self.assertEqual(json.loads(edits), expected)
        self.assertEqual(sum(json.loads(scores).values()), len(expected))

    def test_what_is_no_journal_is_refused_and_left_alone(self):
        self.write_batch()
        foreign = self.dir / "j"
        for content in ("no database at all, but long enough to have a header of its own\n" * 20, None):
            if content is None:
                foreign.unlink()
                self.rows("CREATE TABLE mine(x)")
            else:
                self.write("j", content)
            self.write("j.key", "0" * 64 + "\n")
            before = foreign.read_bytes()
            code, out, err = self.batch("--resume")
            self.assertEqual((code, out, len(messages(err))), (1, b"", 1), err)
            self.assertIn("--journal", err)
            self.assertEqual(foreign.read_bytes(), before)
            self.assertFalse(self.out.exists())

    def test_a_journal_needs_its_keys_for_itself(self):
        self.write_batch()
        self.assertEqual(self.batch(*self.TABLES)[0], 0)
        (self.dir / "j.key").chmod(0o644)
        code, _, err = self.batch(*self.TABLES, "--resume")
        self.assertEqual(code, 1)
        self.assertIn("chmod 600", err)
        (self.dir / "j.key").unlink()
        self.assertEqual(self.batch(*self.TABLES, "--resume")[0], 1)

    def test_one_run_at_a_time_has_a_journal(self):
        self.write_batch()
        self.assertEqual(self.batch(*self.TABLES)[0], 0)
        other = sqlite3.connect(self.journal)
        self.addCleanup(other.close)
        other.execute("PRAGMA locking_mode=EXCLUSIVE")
        other.execute("BEGIN EXCLUSIVE")
        code, _, err = self.batch(*self.TABLES, "--resume")
        self.assertEqual(code, 1)
        self.assertIn("in use by another run", err)

    def test_options_that_make_no_sense_are_refused(self):
        self.write_batch()
        note = self.write("note.txt", NOTE)
        for words, args in (
            (["--journal", "-o"], [note, "--journal", self.journal]),
            (["--resume", "--journal"], [note, "-o", self.out, "--resume"]),
            (["--redo-changed", "--resume"], [note, "-o", self.out, "--journal", self.journal, "--redo-changed"]),
            (["--journal", "standard input"], ["-", "-o", self.out, "--journal", self.journal]),
            (["same name"], [note, self.write("b/note.txt", NOTE), "-o", self.out, "--format", "jsonl", "--journal", self.journal]),
            (["--restore"], [note, "--restore", note, "--key-file", note, "-o", self.out, "--journal", self.journal]),
        ):
            code, out, err = run(*args)
            self.assertEqual((code, out), (2, b""), err)
            for word in words:
                self.assertIn(word, err)
            self.assertFalse(self.out.exists() or self.journal.exists())


class Resumes(Journals):
    def refused(self, words, *args):
        before = self.files()
        code, _, err = self.batch(*args, "--resume")
        self.assertEqual(code, 1, err)
        self.assertEqual(len(messages(err)), 1, err)
        for word in words:
            self.assertIn(word, err)
        self.assertEqual(self.files(), before)

    def fresh(self, *args):
        out = self.dir / "fresh"
        self.assertEqual(run(self.dir / "in", "-o", out, *args)[0], 0)
        return {str(p.relative_to(out)): p.read_bytes() for p in out.rglob("*") if p.is_file()}

    def test_changed_settings_are_named_and_redone_on_request(self):
        self.write_batch()
        policy = self.write("p.yaml", (SOURCE / "redactor/policy/default.yaml").read_text())
        deny = self.write("deny", "OTHER\tfever\n")
        base = [*self.TABLES, "--policy", policy, "--deny", deny]
        self.assertEqual(self.batch(*base)[0], 0)
        self.assertEqual(self.batch(*base, "--resume")[0], 0)
        self.refused(["--bias"], *base, "--bias", "1")
        self.refused(["policy", "policy_sha256"], *self.TABLES, "--policy", "gdpr", "--deny", deny)
        self.refused(["--no-rules"], *base, "--no-rules")
        self.refused(["--deny"], *self.TABLES, "--policy", policy)
        deny.write_text("OTHER\tFever\n")
        self.refused(["--deny"], *base)
        policy.write_text(policy.read_text().replace("[PATIENT]", "[P]"))
        self.refused(["policy_sha256", "--deny", "--redo-changed"], *base)
        self.assertEqual(self.batch(*base, "--resume", "--redo-changed")[0], 0)
        self.assertEqual(self.files(), self.fresh(*base))
        self.assertEqual(self.batch(*base, "--resume")[0], 0)
        self.rows("""UPDATE setup SET facts = replace(facts, '"version":"', '"version":"0.')""")
        self.refused(["version"], *base)

    def test_changed_sources_are_counted_and_redone_on_request(self):
        self.write_batch()
        self.assertEqual(self.batch(*self.TABLES)[0], 0)
        for name, old, new in (("2.txt", "fever", "Fever"), ("lines.jsonl", '"id": 2', '"id": 7'), ("lines.jsonl", "No fever", "no fever"),
                               ("table.csv", "id,text", "nr,text"), ("table.csv", "2,No", "3,No")):  # fmt: skip
            with self.subTest(name=name, new=new):
                path = self.dir / "in" / name
                times = path.stat()
                path.write_text(path.read_text().replace(old, new, 1))
                os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))
                self.refused(["the sources of 1 documents"], *self.TABLES)
                self.assertEqual(self.batch(*self.TABLES, "--resume", "--redo-changed")[0], 0)
                self.assertEqual(self.files(), self.fresh(*self.TABLES))
        with (self.dir / "in/lines.jsonl").open("a") as more:
            more.write(json.dumps({"id": 8, "text": NOTE}) + "\n")
        self.refused(["the sources of 1 documents"], *self.TABLES)
        self.assertEqual(self.batch(*self.TABLES, "--resume", "--redo-changed")[0], 0)
        self.assertEqual(self.files(), self.fresh(*self.TABLES))

    def test_a_document_that_is_withheld_now_leaves_no_earlier_result(self):
        self.write_batch()
        self.write("in/deep/z.txt.gz", gzip.compress(NOTE.encode()))
        self.assertEqual(self.batch(*self.TABLES)[0], 0)
        self.write("in/1.txt", "%PDF-1.7"), self.write("in/table.csv", "id,text\n1,x,y\n"), self.write("in/deep/z.txt.gz", "no gzip")
        self.refused(["the sources of 3 documents"], *self.TABLES)
        self.assertIn("1.txt", self.files())
        self.assertEqual(self.batch(*self.TABLES, "--resume", "--redo-changed")[0], 3)
        self.assertEqual(sorted(self.files()), ["0.txt", "2.txt", "3.txt", "lines.jsonl"])

    def test_a_file_that_is_withheld_now_leaves_no_earlier_result(self):
        for name, before, after, *args in (
            ("a.txt", NOTE, "%PDF-1.7"),
            ("b.txt.gz", gzip.compress(NOTE.encode()), "no gzip"),
            ("c.csv", f'id,text\n1,"{NOTE}"\n', "id,text\n1,x,y\n", *self.TABLES),
            ("d.csv", f'id,text\n1,"{NOTE}"\n', "id,text\n1,x,y\n", *self.TABLES, "--format", "jsonl"),
            ("e.txt", NOTE, "%PDF-1.7", "--format", "jsonl"),
        ):
            with self.subTest(name):
                out, journal = self.dir / f"{name}.out", self.dir / f"{name}.j"
                command = [self.write(name, before), "-o", out, "--journal", journal, *args]
                self.assertEqual(run(*command)[0], 0)
                self.write(name, after)
                self.assertEqual(run(*command, "--resume")[0], 1)
                self.assertTrue(out.exists())
                self.assertEqual(run(*command, "--resume", "--redo-changed")[0], 3)
                self.assertFalse(out.exists())

    def test_a_result_of_a_killed_run_is_removed_if_its_document_is_withheld_now(self):
        self.write_batch()
        self.assertEqual(self.batch(*self.TABLES)[0], 0)
        self.rows("UPDATE document SET state = 'pending', run = NULL WHERE input = '1.txt'")  # as if killed before the row
        self.write("in/1.txt", "%PDF-1.7")
        self.assertEqual(self.batch(*self.TABLES, "--resume")[0], 3)
        self.assertNotIn("1.txt", self.files())

    def test_a_batch_that_grows_goes_on_and_is_told_as_a_whole(self):
        self.write_batch()
        self.assertEqual(self.batch(*self.TABLES)[0], 0)
        self.write("in/new.txt", NOTE)
        (self.out / "1.txt").unlink()
        report = self.dir / "r"
        code, _, err = self.batch(*self.TABLES, "--resume", "--report", report)
        self.assertEqual(code, 0)
        self.assertIn("11 documents redacted", err)
        told = json.loads(report.read_text())
        self.assertEqual((told["documents"]["redacted"], len(told["runs"])), (11, 2))
        self.assertEqual(self.files(), self.fresh(*self.TABLES))

    def test_records_of_all_inputs_go_on_in_one_file(self):
        self.write_batch()
        records = ["--format", "jsonl", *self.TABLES]
        self.assertEqual(self.batch(*records, "--limit", "6")[0], 0)
        self.assertFalse(self.out.exists())
        for _ in range(3):
            self.assertEqual(self.batch(*records, "--limit", "2", "--resume")[0], 0)
        self.assertEqual(self.batch(*records, "--resume")[0], 0)
        expected = run(self.dir / "in", *records)[1]
        self.assertEqual(self.out.read_bytes(), expected)
        self.write("in/zz.txt", NOTE)  # after it has been in its place
        self.assertEqual(self.batch(*records, "--resume")[0], 0)
        self.assertEqual(self.out.read_bytes(), run(self.dir / "in", *records)[1])
        self.assertEqual(list(self.dir.glob(".*.partial")), [])

    def test_a_lost_beginning_is_made_again(self):
        self.write_batch()
        self.assertEqual(self.batch(*self.TABLES, "--limit", "6")[0], 0)
        for partial in self.out.glob(".*.partial"):
            partial.unlink()
        self.assertEqual(self.batch(*self.TABLES, "--resume")[0], 0)
        self.assertEqual(self.files(), self.fresh(*self.TABLES))

    def test_a_signal_stops_a_run_cleanly_and_resume_goes_on(self):
        notes = self.write("in/notes.jsonl", "".join(json.dumps({"id": i, "text": NOTE}) + "\n" for i in range(20_000)))
        for number in (signal.SIGINT, signal.SIGTERM):
            with subprocess.Popen(command(notes.parent, "-o", self.out, "--journal", self.journal, "--resume"), stderr=subprocess.PIPE) as running:
                size = lambda: sum(p.stat().st_size for p in self.out.glob(".*.partial")) if self.out.exists() else 0
                before = size()
                while size() == before:
                    self.assertIsNone(running.poll())
                    time.sleep(0.01)
                running.send_signal(number)
                err = running.communicate()[1].decode()
            self.assertEqual(running.returncode, -number)
            self.assertIn(f"stopped by {number.name}: ", err)
            self.assertIn("--resume continues", err)
            done = self.rows("SELECT count(*) FROM document WHERE state = 'done'")[0][0]
            self.assertIn(f"{done} documents redacted", err)
            self.assertTrue(0 < done < 20_000)
            self.assertEqual(self.rows("SELECT how FROM run ORDER BY id DESC LIMIT 1"), [("stopped",)])
        self.assertEqual(self.batch("--resume", "--limit", "5")[0], 0)
        self.assertEqual(self.rows("SELECT count(*) FROM document WHERE state = 'done'"), [(done + 5,)])
        partial, = self.out.glob(".*.partial")
        self.assertEqual(len(partial.read_bytes().splitlines()), done + 5)

    def test_a_document_that_ends_the_run_again_and_again_is_withheld(self):
        for i in range(4):
            self.write(f"in/{i}.txt", NOTE)
        self.assertEqual(self.batch("--limit", "1")[0], 0)
        for tries, code in ((2, 0), (3, 3)):
            self.rows(  # as if the last run had been killed
                "UPDATE run SET ended = NULL, how = NULL, reached_input = '3.txt', reached_number = 0, alone_input = '2.txt', "
                f"alone_number = 0, alone_tries = {tries}",
                "DELETE FROM document WHERE input > '0.txt'",
            )
            got, _, err = self.batch("--resume")
            self.assertEqual(got, code, err)
        self.assertIn("document 3 of 4 withheld: the run ended each time", err)
        self.assertIn("3 documents redacted", err)
        got, _, err = self.batch("--resume")  # it stays withheld
        self.assertEqual(got, 3)
        self.assertIn("3 documents redacted", err)


if __name__ == "__main__":
    main()
