#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""redact-verify and redact-journal on batches that are whole, changed and divided. Usage: batch_programs_test.py
PROGRAM_DIR SOURCE_DIR BUNDLED_MODEL"""

import contextlib
import gzip
import json
import os
import pathlib
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import unittest

PROGRAMS, SOURCE, BUNDLED = map(pathlib.Path, sys.argv[1:4])
NOTE = "Patient: Margaret Ellison\r\nSeen by Dr Owen Pritchard. No fever.\r\n"


NOBODY = {"user": 65534} if os.geteuid() == 0 else {}  # root reads every folder


def call(program, *args, **how):
    done = subprocess.run([PROGRAMS / program, *map(str, args)], capture_output=True, text=True, **how)
    return done.returncode, done.stdout, done.stderr


def zstd(data):
    """A frame of RFC 8878 with one uncompressed block."""
    return b"\x28\xb5\x2f\xfd\xa0" + len(data).to_bytes(4, "little") + (len(data) << 3 | 1).to_bytes(3, "little") + data


PACKERS = {".gz": gzip.compress, ".zst": zstd}


class Batches(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.dir = pathlib.Path(folder.name)
        self.source, self.out, self.journal = self.dir / "in", self.dir / "out", self.dir / "j"

    def write(self, name, content):
        path = self.dir / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        path.chmod(0o600)
        return path

    def write_batch(self):
        for i in range(3):
            self.write(f"in/{i}.txt", NOTE.replace("fever", f"fever {i}"))
        self.write("in/deep/fhir.json", json.dumps({"resourceType": "Patient", "name": [{"family": "Ellison"}], "text": {"div": NOTE}}))
        self.write("in/lines.jsonl", "".join(json.dumps({"id": i, "text": NOTE} if i != 2 else {"id": 2}) + "\n" for i in range(5)))
        self.write("in/table.csv", '\ufeffid,text\r\n1,"Mrs Ellison, ""Meg"", came."\r\n\r\n2,No fever.\r\n\n')

    def compress(self, name, ending):
        path = self.dir / "in" / name
        packed = self.write(f"in/{name}{ending}", PACKERS[ending.lower()](path.read_bytes()))
        path.unlink()
        return packed

    def redact(self, *args, code=3, **how):
        got, _, err = call("redact", self.source, "-o", self.out, "--journal", self.journal, *args, **how)
        self.assertEqual(got, code, err)
        return err

    def verify(self, *args, **how):
        code, out, err = call("redact-verify", *(args or (self.journal, self.source, self.out, "--names")), **how)
        self.assertEqual(err, "")
        *findings, last = out.splitlines()
        self.assertEqual((code, last.endswith(f" {len(findings)} findings")), (3 if findings else 0, True))
        return findings

    def edit(self, *statements):
        with contextlib.closing(sqlite3.connect(self.journal)) as database:
            for sql in statements:
                self.assertGreater(database.execute(sql).rowcount, 0)
            database.commit()


class Programs(unittest.TestCase):
    def test_only_the_program_that_redacts_holds_the_model(self):
        piece = BUNDLED.read_bytes()[-100_000:]
        for program, has_model in {"redact": True, "redact-verify": False, "redact-journal": False}.items():
            self.assertEqual(piece in (PROGRAMS / program).read_bytes(), has_model, program)


class Verified(Batches):
    def test_a_batch_has_no_findings_in_any_form(self):
        self.write_batch()
        for i, form in enumerate(([], ["--include-evidence"], ["--format", "jsonl"], ["--format", "presidio", "--include-evidence"], ["--column-label", "id=ID"])):
            with self.subTest(form):
                self.out, self.journal = self.dir / f"out{i}", self.dir / f"j{i}"
                if "--column-label" in form:
                    for text in (*self.source.glob("*.txt"), *self.source.glob("deep/*")):
                        text.unlink()
                self.redact("--text-column", "text", *form)
                self.assertEqual(self.verify(), [])

    def test_mails_are_divided_as_the_run_divided_them(self):
        head, mail = "From a@b.example Tue Mar 12 10:11:12 2024\n", "Subject: Mrs Ellison\n\n>From Mrs Ellison\nFrom x\n"
        no_mail = f"\n{head}\nFrom here on\nTo: x\n\nFrom y Mar 12 2024\nTo: x\n"
        withheld = "Content-Type: application/pgp-encrypted\n\nx\n"
        self.write("in/a.mbox", "\n" + "\n".join([head + mail + no_mail, head + withheld, head + ">" + head + mail + "\n", head + mail, ""]))
        self.write("in/b.mbox", "\n".join([head + mail] * 3).replace("\n", "\r\n"))
        for i, form in enumerate(([], ["--include-evidence"], ["--format", "jsonl"])):
            with self.subTest(form):
                self.out, self.journal = self.dir / f"out{i}", self.dir / f"j{i}"
                self.redact(*form)
                self.assertEqual(self.verify(), [])
        self.source, self.out, self.journal = self.source / "b.mbox", self.dir / "b", self.dir / "jb"
        self.redact("--as-text", code=0)
        self.assertEqual(self.verify(), [])

    def test_tables_are_divided_as_the_run_divided_them(self):
        self.write("in/a.csv", "sep=^\r\nid^by^text\r\n1^x, y^Mrs Ellison\r\n")
        self.write("in/b.csv", '\ufeff;id;text\n0;7;"came; with ""Meg"\n'.replace('""Meg', '""Meg""'))
        self.write("in/c.tsv", "id\ttext\n1\tMrs Ellison, a, b\n")
        self.write("in/d.tsv", "\ufeffid\ttext\r\n1\tMrs \u015eule Ellison\r\n2\tno \U0001f600\r\n".encode("utf-16-le"))
        for i, (code, *form) in enumerate(((0, "--text-column", "*"), (0, "--column-label", "text=OTHER"), (3, "--text-column", "by", "--delimiter", "^"))):
            with self.subTest(form):
                self.out, self.journal = self.dir / f"out{i}", self.dir / f"j{i}"
                self.redact(*form, code=code)
                self.assertEqual(self.verify(), [])

    def test_files_that_were_not_to_be_read_are_no_findings(self):
        self.write_batch()
        globs = ["--include", "*.txt", "--include", "deep/", "--exclude", "1.*"]
        self.redact(*globs, code=0)
        self.assertEqual(self.verify(self.journal, self.source, self.out, "--names", *globs), [])
        self.assertEqual(self.verify(), [f"{name}: not in the journal" for name in ("1.txt", "lines.jsonl", "table.csv")])
        found = self.verify(self.journal, self.source, self.out, "--names", *globs, "--exclude", "0.txt")
        self.assertEqual(found, ["0.txt: in the journal, but not among the sources"])

    def test_every_change_is_found(self):
        self.write_batch()
        self.redact("--text-column", "text")
        cases = {
            "a result that changed outside its ranges": (self.out / "0.txt", b"No fever", b"No Fever", ["0.txt: the result has changed", "0.txt: changed outside the ranges, after the last one"]),
            "a replacement that changed": (self.out / "0.txt", b"[PATIENT]", b"[PATIENT[", ["0.txt: the result has changed"]),
            "a result with more bytes": (self.out / "1.txt", b"fever 1.\r\n", b"fever 1.\r\nx", ["1.txt: the result holds bytes of no document"]),
            "a result with fewer bytes": (self.out / "1.txt", b"fever 1.\r\n", b"fever", ["1.txt: the result is cut short"]),
            "a line that changed": (self.out / "lines.jsonl", b'"id":"3"', b'"id":"9"', ["lines.jsonl:4: the result has changed"]),
            "a source that changed": (self.source / "2.txt", b"No fever", b"no fever", ["2.txt: the source has changed", "2.txt: changed outside the ranges, after the last one"]),
            "a row that changed": (self.source / "table.csv", b"2,No", b"2,no", ["table.csv:2: the source has changed", "table.csv:2: changed outside the ranges, after the last one"]),
            "a new line": (self.source / "lines.jsonl", b'{"id": 0,', b'{"id": 7, "text": "x"}\n{"id": 0,', None),
        }  # fmt: skip
        for name, (path, old, new, findings) in cases.items():
            with self.subTest(name):
                before = path.read_bytes()
                self.assertIn(old, before)
                path.write_bytes(before.replace(old, new, 1))
                found = self.verify()
                self.assertTrue(found == findings if findings else found, found)
                path.write_bytes(before)
        self.assertEqual(self.verify(), [])

    def change_sources(self, cases):
        """Each case: name of a source, new bytes, findings."""
        self.assertEqual(self.verify(), [])
        for name, content, findings in cases:
            with self.subTest(name, content=content):
                path = self.source / name
                before = path.read_bytes()
                path.write_bytes(content)
                self.assertEqual(self.verify(), [f"{name}{finding}" for finding in findings])
                path.write_bytes(before)
        self.assertEqual(self.verify(), [])

    def test_a_source_without_documents_may_not_get_any(self):
        self.write("in/a.jsonl", ""), self.write("in/b.csv", "id,text\n"), self.write("in/c.mbox", "\n")
        self.write("in/d.tsv", "\ufeffid\ttext\r\n\r\n".encode("utf-16-le")), self.write("in/e.csv", "no header\n")
        self.redact("--text-column", "text")
        tail = ": the bytes behind its last document have changed in the source"
        self.change_sources((
            ("a.jsonl", b'{"text": "Mrs Ellison"}\n\n{"text": "Dr Pritchard"}\n', [":1: not in the journal", ":3: not in the journal"]),
            ("b.csv", b"id,text\n1,Mrs Ellison\n", [":1: not in the journal", tail]),
            ("b.csv", b"mrs ellison,text\n", [tail]),
            ("c.mbox", b"\nFrom a@b.example Tue Mar 12 10:11:12 2024\nSubject: x\n\nMrs Ellison\n", [":1: not in the journal", tail]),
            ("c.mbox", b"\n\n", [tail]),
            ("d.tsv", "\ufeffid\ttext\r\n".encode("utf-16-le"), [tail]),
        ))  # fmt: skip
        for name in ("a.jsonl", "b.csv"):
            (self.source / name).unlink()
        self.assertEqual(self.verify(), [f"{name}: in the journal, but not among the sources" for name in ("a.jsonl", "b.csv")])

    def test_what_a_record_holds_beside_its_text_is_compared_with_the_source(self):
        line = '{"id": "7", "pid": 41, "text": "No fever.", "kept": {"a": [1, "\\"}"]} , "more": 2}\n'
        self.write("in/a.jsonl", '{"text": "No cough.", "pid": null, "kept" : 1.50}\n' + line)
        self.write("in/b.jsonl", json.dumps({"resourceType": "Patient", "id": "9", "name": [{"family": "Ellison"}]}) + "\n")
        changed = [":2: id, patient, kept fields or the bytes around the text have changed in the source"]
        for i, kept in enumerate(("kept,none", "all")):
            self.out, self.journal = self.dir / f"out{i}", self.dir / f"j{i}"
            self.redact("--patient-field", "pid", "--keep-fields", kept, "--keep-ids", code=0)
            a = self.source.joinpath("a.jsonl").read_text()
            edits = [('"7"', '"8"'), ("41", "42"), ('"}"', '"]"'), ("[1,", "[2,")]
            self.change_sources([("a.jsonl", a.replace(old, new).encode(), changed) for old, new in edits])
            a = a.replace('"more": 2', '"more": 3').encode()
            self.change_sources([("a.jsonl", a, changed if kept == "all" else [])])

    def test_what_a_record_of_a_row_holds_beside_its_text_is_compared_with_the_source(self):
        table = self.write("in/a.csv", 'id,pid,text,by\n7,41,No fever.,"x"\n,42,No cough.,y\n').read_bytes()
        changed = ": id, patient, kept fields or the bytes around the text have changed in the source"
        for i, (column, is_row) in enumerate({"text": False, "text,by": True}.items()):
            self.out, self.journal = self.dir / f"out{i}", self.dir / f"j{i}"
            self.redact("--text-column", column, "--patient-field", "pid", "--format", "jsonl", code=0)
            found = [":1: the source has changed", f":1{changed}", ":1: changed outside the ranges, after the last one"]
            found = found if is_row else found[1:2]
            self.change_sources([("a.csv", table.replace(old, new), found) for old, new in ((b"7,41", b"8,41"), (b"41", b"43"))])
            self.change_sources([("a.csv", table.replace(b"by\n", b"of\n"), [f":1{changed}"])] * is_row)

    def test_what_is_missing_or_too_much_is_found(self):
        self.write_batch()
        self.redact("--text-column", "text")
        kept = self.dir / "kept"
        shutil.copy(self.journal, kept)
        (self.out / "0.txt").rename(self.out / "9.txt")
        self.assertEqual(self.verify(), ["0.txt: the result is missing", "9.txt: a result that belongs to no document of the journal"])
        (self.out / "9.txt").rename(self.out / "0.txt")
        new = self.write("in/new.txt", NOTE)
        self.assertEqual(self.verify(), ["new.txt: not in the journal"])
        new.unlink()
        forged, not_left = "its row of the journal was not written by a run with the key", "journal: is not as a run left it: rows were added, removed or put back from an older journal"
        pending = "journal: 1 document is pending: continue with redact --resume, then verify again"
        for sql, findings in (
            ("UPDATE tally SET key = CAST(key AS BLOB)", [not_left]),
            ("DELETE FROM document WHERE input = 'lines.jsonl' AND number = 2", ["lines.jsonl:2: not in the journal", "lines.jsonl: the result holds bytes of no document", not_left]),
            ("UPDATE document SET state = 'pending', run = NULL WHERE input = '1.txt'", [f"1.txt: {forged}", "1.txt: the result has changed", pending]),
            ("UPDATE document SET state = 'ready' WHERE input = '1.txt'", [f"1.txt: {forged}", "1.txt: has an unknown state in the journal", "1.txt: is ready, but has a result"]),
            ("UPDATE document SET input = 'gone.txt' WHERE input = '1.txt'", [f"gone.txt: {forged}", "gone.txt: in the journal, but not among the sources", "1.txt: not in the journal"]),
            ("UPDATE document SET output_begin = 0 WHERE input = 'lines.jsonl' AND number = 2", [f"lines.jsonl:2: {forged}", "lines.jsonl:2: the result has changed", "lines.jsonl:2: the record has no text", "lines.jsonl: the result holds two documents in one place"]),
        ):  # fmt: skip
            with self.subTest(sql):
                shutil.copy(kept, self.journal)
                self.edit(sql)
                self.assertEqual(self.verify(), findings)

    def test_every_byte_of_the_results_belongs_to_something(self):
        self.write_batch()
        self.write("in/empty.csv", "id,text\n"), self.write("in/none.jsonl", "")
        self.redact("--text-column", "text")
        self.assertEqual(self.verify(), [])
        ends = {"lines.jsonl": "lines.jsonl: the result holds bytes of no document", "table.csv": "table.csv: the result holds bytes of no document",
                "empty.csv": "empty.csv: the result holds bytes of no document", "none.jsonl": "none.jsonl: the result holds bytes of no document"}  # fmt: skip
        for name, finding in ends.items():
            with self.subTest(name):
                before = (self.out / name).read_bytes()
                (self.out / name).write_bytes(before + b"Mrs Ellison\n")
                self.assertEqual(self.verify(), [finding])
                (self.out / name).write_bytes(before)
        changed = self.out / "table.csv"
        before = changed.read_bytes()
        changed.write_bytes(before[:-1] + b" ")
        self.assertEqual(self.verify(), ["table.csv: the result has changed"])
        changed.write_bytes(before[:-1])
        self.assertEqual(self.verify(), ["table.csv: the result is cut short"])
        changed.write_bytes(before)
        (self.out / "none.jsonl").unlink()
        self.assertEqual(self.verify(), ["none.jsonl: the result is missing"])

    def test_a_link_is_no_result(self):
        self.write_batch()
        self.redact("--text-column", "text")
        for name in ("0.txt", "lines.jsonl"):
            aside = self.dir / f"aside.{name}"
            (self.out / name).rename(aside), (self.out / name).symlink_to(aside)
        self.assertEqual(self.verify(), [f"{name}: the result is not a regular file" for name in ("0.txt", "lines.jsonl")])

    def test_what_is_in_the_schema_of_no_run_is_no_journal(self):
        self.write_batch()
        self.redact("--text-column", "text")
        kept = self.dir / "kept"
        shutil.copy(self.journal, kept)
        for script in (
            "ALTER TABLE document RENAME TO hidden; CREATE VIEW document AS SELECT * FROM hidden WHERE state = 'done'",
            "CREATE TRIGGER t AFTER UPDATE ON run BEGIN DELETE FROM document; END",
        ):
            with self.subTest(script):
                with contextlib.closing(sqlite3.connect(self.journal)) as database:
                    database.executescript(script)
                self.assertEqual(call("redact-verify", self.journal, self.source, self.out), (1, "", "redact-verify: journal: does not have the tables of a journal\n"))
                resumed = call("redact", self.source, "-o", self.out, "--journal", self.journal, "--resume", "--text-column", "text")
                self.assertEqual((resumed[0], "is not a journal" in resumed[2]), (1, True))
                shutil.copy(kept, self.journal)

    def test_a_run_does_not_go_on_with_a_journal_that_was_changed(self):
        self.write_batch()
        self.redact("--text-column", "text")
        self.edit("UPDATE document SET state = 'withheld', error = 'x' WHERE input = '0.txt'")
        code, _, err = call("redact", self.source, "-o", self.out, "--journal", self.journal, "--resume", "--text-column", "text")
        self.assertEqual(code, 1)
        self.assertIn("--journal: was changed by something that does not have its key", err)

    def test_the_key_may_lie_elsewhere(self):
        self.write_batch()
        key = self.dir / "safe/key"
        key.parent.mkdir()
        self.redact("--text-column", "text", "--journal-key", key)
        self.assertEqual((key.stat().st_mode & 0o777, self.dir.joinpath("j.key").exists()), (0o600, False))
        self.assertEqual(call("redact-verify", self.journal, self.source, self.out)[0], 1)
        self.assertEqual(self.verify(self.journal, self.source, self.out, "--journal-key", key), [])
        other = self.write("other", "a" * 64 + "\n")
        code, _, err = call("redact-verify", self.journal, self.source, self.out, "--journal-key", other)
        self.assertEqual((code, err), (1, "redact-verify: journal: was written with a key that is not in the key file\n"))
        second = self.dir / "j2"  # whose key exists
        self.redact("--text-column", "text", "--journal-key", key, "--resume")
        code, _, err = call("redact", self.source, "-o", self.dir / "out2", "--journal", second, "--journal-key", key, "--text-column", "text")
        self.assertEqual(code, 3, err)
        self.assertEqual(self.verify(second, self.source, self.dir / "out2", "--journal-key", key), [])
        code, _, err = call("redact", self.source, "-o", self.out, "--journal-key", key)
        self.assertEqual((code, "--journal-key requires --journal" in err), (2, True))

    def test_pending_documents_are_one_line(self):
        self.write_batch()
        self.write("in/more.jsonl", json.dumps({"text": NOTE}) + "\n")
        self.redact("--text-column", "text", "--limit", "6", code=0)
        self.assertEqual(self.verify(), ["journal: 6 documents are pending: continue with redact --resume, then verify again"])
        self.redact("--text-column", "text", "--resume")
        self.assertEqual(self.verify(), [])

    def test_a_journal_of_version_2_is_read_and_gone_on_with(self):
        golden = SOURCE / "tests/golden/journal-v2"
        for folder in ("in", "out"):
            shutil.copytree(golden / folder, self.dir / folder)
        shutil.copy(golden / "journal", self.journal)
        self.write("j.key", (golden / "journal.key").read_bytes())
        old = "journal: is of version 2, so nobody can vouch for its rows: which were removed, exchanged or put back from an older journal, and the bytes of results with them, is not known"
        self.assertEqual(self.verify(), [old, "journal: 3 documents are pending: continue with redact --resume, then verify again"])
        with contextlib.closing(sqlite3.connect(self.journal)) as database:  # as if this release had written it
            (facts,) = database.execute("SELECT facts FROM setup").fetchone()
            version = call("redact", "--version")[1].split()[1]
            database.execute("UPDATE setup SET facts = ?", [json.dumps({**json.loads(facts), "version": version})])
            database.commit()
        settings = ["--text-column", "note", "--policy", golden / "policy.yaml", "-m", SOURCE / "tests/golden/label-f32.gguf", "--device", "cpu"]
        self.assertIn("redact: --journal: is of version 2, whose rows anybody who can write the file can change unnoticed", self.redact("--resume", *settings))
        with contextlib.closing(sqlite3.connect(self.journal)) as database:
            self.assertEqual(database.execute("PRAGMA user_version").fetchone(), (2,))
            self.assertEqual(database.execute("SELECT count(*) FROM document WHERE state = 'done'").fetchone(), (8,))
        self.assertEqual(self.verify(), [old])
        for name in ("3.csv", "4.jsonl"):
            with self.subTest(name):
                before = (self.out / name).read_bytes()
                (self.out / name).write_bytes(before + b"Mrs Ellison\n")
                self.assertEqual(self.verify(), [f"{name}: the result holds bytes of no document", old])
                (self.out / name).write_bytes(before)
        before = (self.out / "3.csv").read_bytes()
        (self.out / "3.csv").write_bytes(before[:-2])
        self.assertEqual(self.verify(), ["3.csv: the bytes after the last document are missing", old])
        (self.out / "3.csv").write_bytes(before)
        self.edit("UPDATE document SET state = 'withheld' WHERE input = '1.txt'")
        self.assertEqual(self.verify(), ["1.txt: is withheld, but has a result", old])

    def write_compressed_batch(self):
        self.write_batch()
        for name, ending in (("0.txt", ".gz"), ("1.txt", ".zst"), ("deep/fhir.json", ".gz"), ("lines.jsonl", ".zst"), ("table.csv", ".GZ")):
            self.compress(name, ending)

    def test_compressed_sources_have_no_findings_in_a_folder_or_alone(self):
        self.write_compressed_batch()
        self.write("in/withheld.txt.gz", "this is not gzip")
        for i, form in enumerate(([], ["--format", "jsonl"])):
            with self.subTest(form):
                self.out, self.journal = self.dir / f"out{i}", self.dir / f"j{i}"
                self.redact("--text-column", "text", *form)
                self.assertEqual(self.verify(), [])
        folder, others = self.source, self.dir / "others"
        others.mkdir()
        for name, code in (("0.txt.gz", 0), ("1.txt.zst", 0), ("lines.jsonl.zst", 3), ("table.csv.GZ", 0)):
            with self.subTest(name):
                self.source, self.out, self.journal = folder / name, self.dir / f"{name}.out", self.dir / f"{name}.j"
                column = ["--text-column", "text"] if "csv" in name else []
                self.redact(*column, code=code)
                self.assertEqual(self.verify(), [])
                self.out, self.journal = others, self.dir / f"{name}.j2"
                self.redact(*column, code=code)
                for other in others.iterdir():
                    if other.name != name.rpartition(".")[0]:
                        other.unlink()
                self.assertEqual(self.verify(), [])

    def test_every_change_of_a_compressed_source_is_found(self):
        self.write_compressed_batch()
        self.write("in/late.jsonl.gz", gzip.compress(b'{"id": 1}\n{"id": 2, "text": "No fever."}\n'))
        self.redact("--text-column", "text")
        text, late = self.source / "0.txt.gz", self.source / "late.jsonl.gz"
        kept = {path: path.read_bytes() for path in (text, late)}
        lines = json.dumps({"id": 0, "text": NOTE}) + "\n"
        changed = gzip.compress(NOTE.replace("fever", "Fever 0").encode())
        cases = {
            "other bytes of the same text": (text, gzip.compress(gzip.decompress(kept[text]), 1), []),
            "another text": (text, changed, ["0.txt.gz: the source has changed", "0.txt.gz: changed outside the ranges, after the last one"]),
            "a source that is cut short": (text, kept[text][:-9], ["0.txt.gz: the source cannot be read"]),
            "lines that are cut short, of which the first is withheld": (late, kept[late][:-9], ["late.jsonl.gz: the source cannot be read"]),
            "a new line": (late, gzip.compress(gzip.decompress(kept[late]) + lines.encode()), ["late.jsonl.gz:3: not in the journal"]),
        }  # fmt: skip
        for name, (path, content, findings) in cases.items():
            with self.subTest(name):
                path.write_bytes(content)
                self.assertEqual(self.verify(), findings)
                path.write_bytes(kept[path])
        self.assertEqual(self.verify(), [])

    def test_links_to_files_are_sources_by_their_own_names(self):
        self.write_batch()
        outside = self.write("kept/note.txt", NOTE)
        for name, target in (("link.txt", outside), ("deep/same.txt", "../0.txt"), ("gone.txt", "nowhere"), ("ward", outside.parent)):
            (self.source / name).symlink_to(target)
        self.redact("--text-column", "text")
        self.assertEqual(self.verify(), [])
        alias = self.dir / "alias"
        alias.symlink_to(self.source)
        self.assertEqual(self.verify(self.journal, alias, self.out, "--names"), [])
        outside.write_text("No fever.")
        self.assertEqual(self.verify()[0], "link.txt: the source has changed")

    def test_a_folder_that_can_not_be_read_hides_no_other(self):
        for name in ("a", "shut/b", "z/c"):
            self.write(f"in/{name}.txt", NOTE).chmod(0o644)
        self.dir.chmod(0o777), (self.source / "shut").chmod(0)
        if subprocess.run([PROGRAMS / "redact-verify", "--version"], capture_output=True, **NOBODY).returncode != 0:
            self.skipTest("another user can't run the program")
        self.redact(**NOBODY)
        self.assertEqual(self.verify(**NOBODY), [])
        (self.out / "z").chmod(0)
        self.assertEqual(self.verify(**NOBODY), ["z/c.txt: the result is missing", "z: a folder whose files are not checked"])
        (self.out / "z").chmod(0o700), (self.source / "shut").chmod(0o755)
        self.assertEqual(self.verify(**NOBODY), ["shut: in the journal, but not among the sources", "shut/b.txt: not in the journal"])

    def test_paths_that_do_not_exist_are_an_error(self):
        self.write("in/0.txt", NOTE)
        self.redact(code=0)
        none = self.dir / "nobody"
        for sources, results, named in ((none, none, "SOURCES"), (none, self.out, "SOURCES"), (self.source, none, "RESULTS")):
            with self.subTest(named):
                got = call("redact-verify", self.journal, sources, results)
                self.assertEqual(got, (1, "", f"redact-verify: {named}: No such file or directory\n"))

    def test_a_batch_of_which_all_is_withheld_has_no_results(self):
        self.write("in/scan.txt", "%PDF-1.7")
        self.redact()
        self.assertFalse(self.out.exists())
        self.assertEqual(self.verify(), [])

    def test_names_are_printed_on_request_only(self):
        self.write("in/Ellison.txt", NOTE)
        self.redact(code=0)
        (self.out / "Ellison.txt").unlink()
        self.assertEqual(self.verify(self.journal, self.source, self.out), ["finding 1: the result is missing"])
        self.assertEqual(call("redact-verify", self.dir / "none", self.source, self.out)[0], 1)

    def test_no_name_or_value_of_a_journal_forges_a_line(self):
        self.write("in/0.txt", NOTE)
        self.redact(code=0)
        new = self.write("in/zz\n3 documents, 0 findings\x1b[A\x7f\\", NOTE)
        self.assertEqual(self.verify(), ["zz\\n3 documents, 0 findings\\033[A\\177\\\\: not in the journal"])
        new.unlink()
        self.edit("UPDATE document SET state = 'x\n3 documents, 0 findings'")
        self.assertIn("finding 3: is x\\n3 documents, 0 findings, but has a result", self.verify(self.journal, self.source, self.out))


class Merged(Batches):
    def share(self, index, count, *args):
        journal = self.dir / f"j{index}"
        got, _, err = call("redact", self.source, "-o", self.out, "--shard", f"{index}/{count}", "--journal", journal, *args)
        self.assertIn(got, (0, 3), err)
        return journal

    def merge(self, *journals, code=0):
        got, out, err = call("redact-journal", "merge", "-o", self.journal, *journals)
        self.assertEqual((got, out), (code, ""), err)
        if code != 0:
            self.assertEqual((self.journal.exists(), self.dir.joinpath("j.key").exists()), (False, False))
        return err

    def test_shares_become_one_batch(self):
        self.write_batch()
        table = ["--text-column", "text"]
        shares = [self.share(i, 3, *table) for i in (1, 2, 3)]
        self.merge(*shares)
        self.assertEqual(self.verify(), [])
        self.assertEqual(self.journal.stat().st_mode & 0o777, 0o600)
        report = self.dir / "r"
        got, _, err = call("redact", self.source, "-o", self.out, "--journal", self.journal, "--resume", "--report", report, *table)
        self.assertEqual(got, 3, err)
        whole = self.dir / "whole"
        self.assertEqual(call("redact", self.source, "-o", self.dir / "out2", "--report", whole, *table)[0], 3)
        one, other = json.loads(report.read_text()), json.loads(whole.read_text())
        self.assertEqual([one[k] for k in ("documents", "entities", "found_by", "bytes")], [other[k] for k in ("documents", "entities", "found_by", "bytes")])
        self.assertEqual(self.verify(), [])

    def test_shares_of_one_file_are_not_resumed_as_a_whole(self):
        lines = self.write("n.jsonl", "".join(json.dumps({"id": i, "text": NOTE}) + "\n" for i in "12"))
        shares = [self.dir / f"j{i}" for i in (1, 2)]
        for i, journal in enumerate(shares, 1):
            self.assertEqual(call("redact", lines, "-o", self.dir / f"p{i}.jsonl", "--journal", journal, "--shard", f"{i}/2")[0], 0)
        self.merge(*shares)
        code, _, err = call("redact", lines, "-o", self.dir / "whole.jsonl", "--journal", self.journal, "--resume")
        self.assertEqual(code, 1, err)
        self.assertIn("of shares, whose results are files of their own", err)

    def test_journals_that_do_not_belong_together_are_refused(self):
        self.write_batch()
        table = ["--text-column", "text"]
        one, two = self.share(1, 2, *table), self.share(2, 2, *table)
        self.assertIn("share 2 is missing", self.merge(one, code=1))
        self.assertIn("share 1 is there twice", self.merge(one, one, two, code=1))
        two.unlink(), self.dir.joinpath("j2.key").unlink()
        two = self.share(2, 2, *table, "--bias", "1")
        self.assertIn("differ in --bias", self.merge(one, two, code=1))
        for path in (one, two):
            path.unlink(), path.with_name(path.name + ".key").unlink()
        deny = self.write("deny", "OTHER\tfever\n")
        one, two = self.share(1, 2, *table, "--deny", deny), self.share(2, 2, *table, "--deny", deny)
        self.assertIn("keys of their own", self.merge(one, two, code=1))
        two.unlink()
        shutil.copy(self.dir / "j1.key", self.dir / "j2.key")
        self.merge(one, self.share(2, 2, *table, "--deny", deny))
        self.assertEqual(self.verify(), [])

    def test_a_share_without_documents_agrees_with_all_and_lets_no_others_differ(self):
        for name in ("a", "b"):  # of three shares, each in its own
            self.write(f"in/{name}.txt", NOTE)
        shares = [self.share(i, 3, "--policy", policy) for i, policy in ((1, "default"), (2, "default"), (3, "gdpr"))]
        full = [path for path in shares if call("redact-journal", "export", path)[1]]
        empty = [path for path in shares if path not in full]
        self.assertEqual((len(empty), len(full)), (1, 2))
        for order in (empty + full, full + empty):
            self.assertIn("the journals differ in policy", self.merge(*order, code=1))

    def test_mappings_become_one(self):
        self.write_batch()
        key, other = self.write("key", bytes(range(32))), self.write("other", bytes(range(1, 33)))
        sealed = lambda i: [self.dir / f"m{i}", "--key-file", key]
        for i in (1, 2):
            self.share(i, 2, "--text-column", "text", "--mapping", *sealed(i))
        merge = lambda out, key_file: call("redact-journal", "merge-mappings", "-o", out, "--key-file", key_file, self.dir / "m1", self.dir / "m2")
        self.assertEqual(merge(self.dir / "no", other)[0], 1)
        self.assertFalse((self.dir / "no").exists())
        self.assertEqual(merge(self.dir / "m", key), (0, "", ""))
        lines = [set((self.dir / name).read_text().splitlines()) for name in ("m1", "m2", "m")]
        self.assertEqual(lines[0] | lines[1], lines[2])
        self.assertEqual(call("redact", self.out / "0.txt", "--restore", self.dir / "m", "--key-file", key)[1].encode(), (self.source / "0.txt").read_bytes().replace(b"\r\n", b"\n"))

    def test_an_export_has_no_digests(self):
        self.write_batch()
        self.redact("--text-column", "text")
        code, out, _ = call("redact-journal", "export", self.journal)
        lines = [json.loads(line) for line in out.splitlines()]
        self.assertEqual((code, len(lines)), (0, 11))
        self.assertEqual({line["state"] for line in lines}, {"done", "withheld"})
        with contextlib.closing(sqlite3.connect(self.journal)) as database:
            for (digest,) in database.execute("SELECT hex(source) FROM document WHERE source != ''"):
                self.assertNotIn(digest.lower(), out.lower())
        row = next(line for line in lines if line["id"] not in ("", line["path"]))
        for name in (row["path"], row["id"]):
            code, out, _ = call("redact-journal", "export", self.journal, name)
            expected = [line for line in lines if name in (line["path"], line["id"])]
            self.assertEqual((code, [json.loads(line) for line in out.splitlines()]), (0, expected))
        code, out, err = call("redact-journal", "export", self.journal, "nobody")
        self.assertEqual((code, out), (1, ""))
        self.assertIn("has no document with this path or id", err)

    def test_an_export_of_what_has_changed_since_a_time(self):
        self.write_batch()
        self.redact("--text-column", "text")
        documents = "SELECT input, number FROM document ORDER BY input, number"
        with contextlib.closing(sqlite3.connect(self.journal)) as database:
            rows = database.execute(documents).fetchall()
            for at, row in enumerate(rows):  # a day each, from 2026-11-01 12:00 UTC on
                database.execute("UPDATE document SET finished = ? WHERE input = ? AND number = ?", (1793534400 + 86400 * at, *row))
            database.commit()
        for since, n in (("2026-11-02", 10), ("2026-11-01T12:00:00Z", 11), ("2026-11-01T12:00:01Z", 10), ("2026-11-02 13:00:00+02:00", 10),
                         ("2026-11-11", 1), ("2026-12-01", 0)):  # fmt: skip
            code, out, _ = call("redact-journal", "export", self.journal, "--since", since)
            self.assertEqual((code, len(out.splitlines())), (0, n), since)
        for wrong in ("yesterday", "12:00", "2026-13-01", "2461000", ""):
            code, out, err = call("redact-journal", "export", self.journal, "--since", wrong)
            self.assertEqual((code, out), (1 if wrong else 2, ""), wrong)
            self.assertIn("--since", err)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
