#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Files, folders, JSON lines and tables through the program. Usage: cli_files_test.py REDACT SOURCE_DIR MODEL"""

import json
import os
import subprocess
import time
import unittest

from cli_case import NOTE, REDACT, CommandLine, command, main, messages, run


class Files(CommandLine):
    def test_folder_is_mirrored(self):
        self.write("in/a.txt", NOTE), self.write("in/deep/b.txt", NOTE)
        self.assertEqual(run(self.dir / "in", "-o", self.out)[0], 0)
        self.assertIn(b"[PATIENT]", (self.out / "deep/b.txt").read_bytes())
        self.assertIn(b"[PATIENT]", (self.out / "a.txt").read_bytes())

    def test_records_have_offsets_of_both_units(self):
        lines = [{"id": "x", "text": "😀 " + NOTE}, {"id": 2, "text": "No findings."}]
        path = self.write("notes.jsonl", "\n".join(map(json.dumps, lines)) + "\n")
        code, out, _ = run(path, "--include-evidence")
        self.assertEqual(code, 0)
        first, second = map(json.loads, out.decode().splitlines())
        self.assertEqual((first["id"], second["id"]), ("x", "2"))
        source = lines[0]["text"]
        surfaces = [source[e["start"] : e["end"]] for e in first["entities"]]
        entity = first["entities"][surfaces.index("Margaret Ellison")]
        self.assertEqual(source.encode()[entity["byte_start"] : entity["byte_end"]], b"Margaret Ellison")
        self.assertEqual(first["text"][entity["out_start"] : entity["out_end"]], "[PATIENT]")
        self.assertEqual(second["text"], "No findings.")
        self.assertNotIn("Margaret", out.decode())

    def test_standard_input_as_json_lines(self):
        line = json.dumps({"note": NOTE}).encode()
        code, out, _ = run("--text-field", "note", stdin=line)
        self.assertEqual(code, 0)
        self.assertIn("[DOCTOR]", json.loads(out)["text"])

    def test_a_killed_run_leaves_nothing(self):
        notes = self.write("notes.jsonl", (json.dumps({"text": NOTE}) + "\n") * 50_000)  # a minute of work
        with subprocess.Popen(command(notes, "-o", self.out)) as running:
            time.sleep(2)
            self.assertIsNone(running.poll())
            running.kill()
        self.assertEqual([p.name for p in self.dir.iterdir()], ["notes.jsonl"])

    def test_bad_lines_are_withheld_and_the_others_written(self):
        path = self.write("notes.jsonl", json.dumps({"id": 1, "text": NOTE}) + "\n{\"id\": 2}\n")
        code, out, err = run(path)
        self.assertEqual(code, 3)
        self.assertEqual(len(out.splitlines()), 1)
        self.assertIn("line 2", err)

    def test_unreadable_file(self):
        self.expect_refused(3, ["document (path 1) withheld: No such file"], self.dir / "Ellison.txt")
        self.assertNotIn("Ellison", run(self.dir / "Ellison.txt")[2])

    def test_a_missing_file_is_named_by_its_position_among_the_paths(self):
        self.write("in/a.txt", NOTE), self.write("in/b.txt", NOTE)
        code, _, err = run(self.dir / "in", self.dir / "Ellison.txt", "-o", self.out)
        self.assertEqual(code, 3)
        self.assertIn("document 3 of 3 (path 2) withheld: No such file", err)

    @unittest.skipIf(os.geteuid() == 0, "root reads every file")
    def test_file_without_permission(self):
        note = self.write("note.txt", NOTE)
        note.chmod(0)
        self.expect_refused(3, ["document", "Permission"], note)

    def test_json_line_without_the_text_field(self):
        path = self.write("notes.jsonl", '{"id": 1, "body": "Ana Rivera"}\n')
        self.expect_refused(3, ["line 1", '"text"'], path)

    def test_a_column_of_a_table_is_redacted_and_the_rest_copied(self):
        table = b'\xef\xbb\xbfid,note,by\r\n1,"Mrs Ellison, ""Meg"", came.",Ellison\r\n\r\n2,No news.,x\r\n'
        path = self.write("notes.csv", table)
        code, out, err = run("--text-column", "note", path)
        self.assertEqual(code, 0, err)
        first, second = out.split(b"\r\n\r\n")
        self.assertTrue(first.startswith(b'\xef\xbb\xbfid,note,by\r\n1,"Mrs ['), first)
        self.assertTrue(first.endswith(b'came.",Ellison'), first)
        self.assertEqual(second, b"2,No news.,x\r\n")
        self.assertEqual(run("--text-column", "note", stdin=table)[1], out)
        records = run("--text-column", "note", "--format", "jsonl", path)[1].splitlines()
        self.assertEqual([json.loads(r)["id"] for r in records], ["1", "2"])
        by_semicolons = b"id;note;by\n1;Mrs Ellison, 71;Ellison\n"
        code, out, _ = run("--text-column", "note", stdin=by_semicolons)
        self.assertRegex(out, rb"\Aid;note;by\n1;Mrs \[[^;]*\];Ellison\n\Z")
        self.expect_refused(3, ["text column"], "--text-column", "texts", path)
        self.expect_refused(3, ["id column"], "--text-column", "note", "--id-field", "no", path)
        self.expect_refused(3, ["row 1"], "--text-column", "note", stdin=b'note\n"Mrs Ellison')

    def test_a_table_is_no_note(self):
        table = b'bed number;name;note\n1;Ellison;came with Meg\n'
        path = self.write("in/t.csv", table)
        self.expect_refused(2, ["3 columns, separated by semicolons", "--text-column", "--as-text"], path)
        self.write("in/a.txt", NOTE)
        code, _, err = run(path.parent, "-o", self.out)
        self.assertEqual((code, [p.name for p in self.out.iterdir()]), (3, ["a.txt"]), err)
        self.assertIn("--text-column", err)
        for word in ("bed number", "Ellison"):
            self.assertNotIn(word, err)
        self.assertEqual(run(path, "--as-text")[0], 0)
        self.assertEqual(run("--list-columns", path)[:2], (0, b"bed number\nname\nnote\n"))
        self.assertEqual(run("--list-columns", path.parent)[0], 2)
        labelled = run("--column-label", "name=PATIENT", path)
        self.assertEqual(labelled[:2], (0, b"bed number;name;note\n1;[PATIENT];came with Meg\n"), labelled[2])

    def test_all_columns_of_a_table(self):
        table = b"id,,DOB,note\n7,0,1948-02-03,Mrs Ellison came\n"
        code, out, err = run("--text-column", "*", "--column-label", "DOB=DATE", self.write("t.csv", table))
        self.assertEqual((code, out.split(b"\n")[0]), (0, b"id,,DOB,note"), err)
        self.assertRegex(out, rb"\n7,0,\[DATE\],Mrs \[[A-Z]+\] came\n\Z")
        self.expect_refused(3, ["no column to redact"], "--text-column", "*", self.write("i.csv", "id\n7\n"))

    def test_separators_are_named_or_found(self):
        for begin, separator, options in (("", "|", ()), ("", "\t", ()), ("sep=^\r\n", "^", ()), ("", "^", ("--delimiter", "^"))):
            lines = [separator.join(row) for row in (("id", "by", "note, seen"), ("1", "x", "Mrs Ellison, 71"))]
            table = self.write("t.csv", begin + "\n".join(lines) + "\n")
            code, out, err = run("--text-column", "*", table, *options)
            self.assertEqual(code, 0, err)
            self.assertTrue(out.decode().startswith(begin + lines[0] + f"\n1{separator}x{separator}Mrs ["), out)
            self.assertEqual(run("--list-columns", table, *options)[1], b"id\nby\nnote, seen\n")
        self.assertEqual(run("--delimiter", "ab", "--text-column", "a", stdin=b"a\n")[0], 2)

    def test_a_table_in_utf16_keeps_its_encoding(self):
        """Excel's "Unicode text" has tabs and a mark; byte by byte, only the replaced ranges differ."""
        key = self.write("key", bytes(range(32)))
        for encoding, mark in (("utf-16-le", "\ufeff"), ("utf-16-be", "\ufeff"), ("utf-16-le", "")):
            for begin, separator, options in (("", "\t", ()), ("sep=^\r\n", "^", ()), ("", "^", ("--delimiter", "^"))):
                rows = [["id", "note", "who"], ["1", "Mrs Ellison has \U0001f600 no fever.", "\u015eule"], ["2", "", "x"]]
                source = mark + begin + "".join(separator.join(row) + "\r\n" for row in rows)
                table = self.write("t.tsv", source.encode(encoding))
                self.assertEqual(run("--list-columns", table, *options)[1], b"id\nnote\nwho\n")
                self.assertRegex(run(table, *options)[2], "has 3 columns, separated by ")
                mapping = self.dir / "mapping"
                mapping.unlink(missing_ok=True)
                code, out, err = run("--text-column", "note", table, *options, "--key-file", key, "--mapping", mapping)
                self.assertEqual(code, 0, err)
                self.assertEqual(out, source.replace("Ellison", "[PATIENT]").encode(encoding))
                redacted = self.write("r.tsv", out)
                code, restored, err = run("--text-column", "note", redacted, *options, "--key-file", key, "--restore", mapping)
                self.assertEqual((code, restored), (0, source.encode(encoding)), err)
                records = run("--text-column", "note", "--format", "jsonl", table, *options)[1].decode()
                self.assertIn("Mrs [PATIENT] has \U0001f600", json.loads(records.splitlines()[0])["text"])
        self.assertIn("Mrs [PATIENT]", run("--as-text", table)[1].decode(encoding))
        broken = self.write("b.tsv", "\ufeffid\tnote\n1\tMrs Ellison".encode("utf-16-le") + b"\x01\xd8\n\0")
        self.expect_refused(3, ["table: is in UTF-16 and has half a character"], "--text-column", "note", broken)

    def test_a_journal_follows_a_table_in_utf16(self):
        source = "\ufeffid\tnote\n" + "".join(f"{n}\tMrs Ellison has no fever.\n" for n in range(5))
        table = self.write("t.tsv", source.encode("utf-16-le"))
        result, journal = self.dir / "r.tsv", self.dir / "j"
        batch = ("--text-column", "note", table, "-o", result, "--journal", journal)
        self.assertEqual(run(*batch, "--limit", "2")[0], 0)
        code, _, err = run(*batch, "--resume")
        self.assertEqual((code, result.read_bytes()), (0, source.replace("Ellison", "[PATIENT]").encode("utf-16-le")), err)

    def test_report_counts_what_the_run_did(self):
        note = NOTE + "E-mail: o.pritchard@brannocks.example\n"  # which a rule finds, and a list
        deny = self.write("deny", "OTHER\tbrannocks.example\n")
        self.write("in/a.txt", note)
        self.write("in/b.txt", "Nothing here.\n")
        self.write("in/c.txt", b"%PDF-1.7")
        report = self.dir / "report.json"
        code, _, _ = run(self.dir / "in", "-o", self.out, "--report", report, "--deny", deny)
        told = json.loads(report.read_text())
        self.assertEqual(code, 3)
        self.assertEqual([told["documents"][k] for k in ("redacted", "withheld")], [2, 1])
        self.assertEqual(told["inputs_left_out"], 0)
        self.assertEqual(told["bytes"], sum((self.out / f"{name}.txt").stat().st_size for name in "ab"))
        records = [json.loads(run("--format", "jsonl", "--deny", deny, self.dir / f"in/{name}.txt")[1]) for name in "ab"]
        self.assertEqual(told["documents"]["review"], sum(r["status"] == "review" for r in records))
        labels = [e["entity_type"] for r in records for e in r["entities"]]
        self.assertEqual(told["entities"], {label: labels.count(label) for label in labels})
        sources = [s for r in records for e in r["entities"] for s in e.get("sources", [e["source"]])]
        self.assertEqual(len(sources), len(labels))
        self.assertEqual({s: n for s, n in told["found_by"].items() if n}, {s: sources.count(s) for s in sources})
        self.assertNotIn("a.txt", report.read_text())

    def test_links_in_a_folder_are_read_or_withheld(self):
        elsewhere = self.write("elsewhere/a.txt", NOTE)
        (self.dir / "in").mkdir()
        (self.dir / "in/file.txt").symlink_to(elsewhere)
        (self.dir / "in/folder").symlink_to(elsewhere.parent)
        code, _, err = run(self.dir / "in", "-o", self.out)
        self.assertEqual(code, 3)
        self.assertIn("document 2 of 2 withheld", err)
        self.assertEqual([p.name for p in self.out.iterdir()], ["file.txt"])

    def test_fields_are_asked_of_what_has_fields(self):
        note = self.write("export.json", json.dumps({"note": NOTE, "who": "7"}))
        self.expect_refused(2, [".jsonl"], note, "--text-field", "note")
        self.expect_refused(2, [".jsonl"], self.write("a.txt", NOTE), "--patient-field", "who")

    def test_texts_of_one_name_do_not_overwrite_each_other(self):
        a, b = self.write("a/note.txt", NOTE), self.write("b/note.txt", NOTE)
        self.expect_refused(2, ["same name"], a, b)
        self.expect_refused(2, ["same name"], a, b, "--format", "jsonl")
        lines = self.write("a/n.jsonl", json.dumps({"text": NOTE})), self.write("b/n.jsonl", json.dumps({"text": NOTE}))
        self.assertEqual(run(*lines, "--format", "jsonl")[0], 0)

    def test_what_is_no_plain_text_is_withheld(self):
        for name, content in (("a.pdf", b"%PDF-1.7"), ("a.txt.x", b"\x1f\x8b\x08\0x"), ("a.png", b"\x89PNG\r\n")):
            self.expect_refused(3, ["not plain text"], self.write(name, content))

    def test_utf16_is_read_with_and_without_its_mark(self):
        for encoding in ("utf-16", "utf-16-le", "utf-16-be"):
            code, out, err = run(self.write("note.txt", NOTE.encode(encoding)))
            self.assertEqual((code, err), (0, ""), encoding)
            self.assertEqual(out.decode(encoding), run(stdin=NOTE.encode())[1].decode())

    def test_loops_of_links_name_no_file(self):
        loop = self.dir / "Margaret_Ellison.txt"
        loop.symlink_to(loop)
        self.expect_refused(3, ["withheld"], loop)

    def test_lines_give_lines(self):
        notes = self.write("notes.jsonl", json.dumps({"text": NOTE}) + "\n")
        self.expect_refused(2, ["--format text"], notes, "--format", "text")
        empty = self.write("empty.jsonl", "")
        self.assertEqual(run(empty, "-o", self.out)[0], 0)
        self.assertEqual(self.out.read_bytes(), b"")
        self.write("in/bad.jsonl", "no JSON\n"), self.write("in/none.jsonl", "")
        self.assertEqual(run(self.dir / "in", "-o", self.dir / "results")[0], 3)
        self.assertEqual([p.name for p in (self.dir / "results").glob("*")], ["none.jsonl"])

    def test_text_that_is_not_utf8_passes_as_text_and_is_withheld_as_a_record(self):
        note = self.write("note.txt", b"\xff\xff Patient: Margaret Ellison\n")
        self.assertEqual(run(note)[1], b"\xff\xff Patient: [PATIENT]\n")
        self.expect_refused(3, ["UTF-8"], note, "--format", "jsonl")


class Folders(CommandLine):
    def test_the_longest_name_is_written(self):
        name = "n" * 251 + ".txt"
        self.write(f"in/{name}", NOTE)
        for _ in range(2):  # the second run overwrites the first
            self.assertEqual(run(self.dir / "in", "-o", self.out, "--quiet"), (0, b"", ""))
        self.assertEqual([p.name for p in self.out.iterdir()], [name])

    def test_what_a_killed_run_left_stops_no_other(self):
        self.write("in/a.txt", NOTE), self.write("out/a.txt.1.partial", "left")
        in_container = ["unshare", "--fork", "--pid", "--mount-proc"]  # in which the process id is always 1
        if subprocess.run([*in_container, "true"], capture_output=True).returncode != 0:
            self.skipTest("needs a namespace of processes")
        done = subprocess.run([*in_container, REDACT, self.dir / "in", "-o", self.out, "--quiet"], capture_output=True)
        self.assertEqual((done.returncode, done.stderr), (0, b""))
        self.assertIn(b"[PATIENT]", (self.out / "a.txt").read_bytes())

    def test_a_folder_that_can_not_be_read_is_withheld_and_the_rest_done(self):
        self.write("in/a.txt", NOTE).chmod(0o644), self.write("in/shut/b.txt", NOTE)
        (self.dir / "in/shut").chmod(0)
        self.dir.chmod(0o777)
        nobody = {"user": 65534} if os.geteuid() == 0 else {}
        if subprocess.run([REDACT, "--version"], capture_output=True, **nobody).returncode != 0:
            self.skipTest("another user can't run the program")
        code, _, err = run(self.dir / "in", "-o", self.out, **nobody)
        (self.dir / "in/shut").chmod(0o700)
        self.assertEqual((code, len(messages(err))), (3, 1), err)
        self.assertIn("document 2 of 2 withheld: Permission denied", err)
        self.assertNotIn("shut", err)
        self.assertEqual([p.name for p in self.out.iterdir()], ["a.txt"])

    def test_an_empty_folder_is_told(self):
        (self.dir / "in").mkdir()
        code, out, err = run(self.dir / "in", "-o", self.out)
        self.assertEqual((code, out, messages(err)), (0, b"", ["redact: an input folder contains no files"]))
        self.assertEqual(run(self.dir / "in", "-o", self.out, "--quiet")[2], "")


class Fields(CommandLine):
    def test_fields_are_kept_where_that_is_asked_for_and_as_they_are(self):
        line = '{"id": "x", "text": "No fever.", "ward": "B", "los": 1.50, "tags": [1, {"a": 12345678901234567890123}]}\n'
        record = lambda *args: run("--text-field", "text", *args, stdin=line.encode())[1].decode()
        self.assertNotIn("fields", record())
        self.assertIn('"fields":{"ward":"B","tags":[1, {"a": 12345678901234567890123}]}}', record("--keep-fields", "tags,ward"))
        self.assertIn('"fields":{"ward":"B","los":1.50,"tags"', record("--keep-fields", "all"))
        for args in (["--keep-fields", "text"], ["--keep-fields", "id,text"]):
            self.expect_refused(2, ["--keep-fields"], "--text-field", "text", *args, stdin=line.encode())
        self.expect_refused(2, ["--keep-fields"], "--keep-fields", "all", stdin=b"x")
        labelled = ["--text-field", "text", "--column-label", "ward=HOSPITAL", "--format", "jsonl"]
        self.expect_refused(2, ["--keep-fields"], *labelled, "--keep-fields", "ward", stdin=line.encode())
        self.assertNotIn('"ward"', run(*labelled, "--keep-fields", "all", stdin=line.encode())[1].decode())
        self.expect_refused(2, ["--id-field"], "--text-field", "text", "--id-field", "text", stdin=line.encode())

    def test_lines_without_an_id_are_told_once(self):
        lines = self.write("notes.jsonl", '{"text": "a"}\n{"text": "b"}\n{"text": "c", "nr": 3}\n')
        code, out, err = run(lines)
        self.assertEqual((code, err.count("\n")), (0, 1), err)
        self.assertIn('no field "id"', err)
        self.assertEqual([json.loads(line)["id"] for line in out.splitlines()], ["1", "2", "3"])
        self.assertEqual(run(lines, "--quiet")[2], "")
        self.assertEqual(run("--text-field", "text", "--id-field", "nr", stdin=b'{"text": "c", "nr": 3}\n')[2], "")


if __name__ == "__main__":
    main()
