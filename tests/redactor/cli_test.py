#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Drives the program `redact` as a user does. Usage: cli_test.py REDACT SOURCE_DIR BUNDLED_MODEL"""

import json
import os
import pathlib
import resource
import subprocess
import sys
import tempfile
import time
import unittest

REDACT, SOURCE, MODEL = sys.argv[1], *map(pathlib.Path, sys.argv[2:4])
NOTE = "Patient: Margaret Ellison\r\nSeen by Dr Owen Pritchard. No fever.\r\n"


def run(*args, stdin=b""):
    done = subprocess.run([REDACT, *map(str, args)], input=stdin, capture_output=True)
    return done.returncode, done.stdout, done.stderr.decode()


class CommandLine(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.dir = pathlib.Path(folder.name)
        self.out = self.dir / "out"

    def write(self, name, content):
        path = self.dir / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        path.chmod(0o600)  # as a key must be
        return path

    def expect_refused(self, code, words, *args, stdin=b""):
        """One line on standard error with these words, this exit code, and no output at all."""
        got, out, err = run("-o", self.out, *args, stdin=stdin)
        self.assertEqual(got, code, err)
        self.assertEqual(out, b"")
        self.assertEqual(err.count("\n"), 1, err)
        for word in words:
            self.assertIn(word, err)
        self.assertFalse(self.out.exists())
        self.assertEqual(list(self.dir.glob("*.partial")), [])

    def test_standard_input_to_standard_output(self):
        code, out, err = run(stdin=NOTE.encode())
        self.assertEqual((code, err), (0, ""))
        self.assertEqual(out, b"Patient: [PATIENT]\r\nSeen by Dr [DOCTOR]. No fever.\r\n")

    def test_file_to_file_with_another_policy(self):
        note = self.write("note.txt", NOTE)
        code, out, err = run(note, "-o", self.out, "--policy", "italian-clinical")
        self.assertEqual((code, out, err), (0, b"", ""))
        self.assertIn(b"Patient: [NOME]\r\n", self.out.read_bytes())
        self.assertEqual(self.out.stat().st_mode & 0o777, 0o600)

    def test_no_core_is_dumped(self):  # P5
        allowed = lambda: resource.setrlimit(resource.RLIMIT_CORE, (1 << 20, 1 << 20))
        with subprocess.Popen([REDACT], stdin=subprocess.PIPE, stdout=subprocess.PIPE, preexec_fn=allowed) as redact:
            redact.stdin.write(NOTE.encode()), redact.stdin.flush()
            deadline = time.time() + 10
            while (soft := resource.prlimit(redact.pid, resource.RLIMIT_CORE)[0]) and time.time() < deadline:
                time.sleep(0.01)
            self.assertEqual(soft, 0)
            redact.stdin.close()
            self.assertIn(b"[PATIENT]", redact.stdout.read())

    def test_folder_is_mirrored(self):
        self.write("in/a.txt", NOTE), self.write("in/deep/b.txt", NOTE)
        self.assertEqual(run(self.dir / "in", "-o", self.out)[0], 0)
        self.assertIn(b"[PATIENT]", (self.out / "deep/b.txt").read_bytes())
        self.assertIn(b"[PATIENT]", (self.out / "a.txt").read_bytes())

    def test_records_have_offsets_of_both_units(self):
        lines = [{"id": "x", "text": "😀 " + NOTE}, {"id": 2, "text": "No findings."}]
        path = self.write("notes.jsonl", "\n".join(map(json.dumps, lines)) + "\n")
        code, out, _ = run(path)
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
        with subprocess.Popen([REDACT, notes, "-o", self.out]) as running:
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

    def test_missing_model(self):
        self.expect_refused(1, ["model", "No such file"], "-m", "/nonexistent.gguf", stdin=b"x")

    def test_truncated_model(self):
        whole = MODEL.read_bytes()
        path = self.write("cut.gguf", whole[: len(whole) // 2])
        self.expect_refused(1, ["model", "cut off"], "-m", path, stdin=b"x")

    def test_model_of_an_unsupported_architecture(self):
        data = (SOURCE / "tests/golden/llama-q4_0.gguf").read_bytes()
        path = self.write("other.gguf", data.replace(b"\x05\0\0\0\0\0\0\0llama", b"\x05\0\0\0\0\0\0\0mamba", 1))
        self.expect_refused(1, ["general.architecture"], "-m", path, stdin=b"x")

    def test_models_that_contradict_themselves(self):
        whole = MODEL.read_bytes()
        context = b"llama.context_length" + (4).to_bytes(4, "little")
        self.assertEqual(whole.count(context + (1024).to_bytes(4, "little")), 1)
        before = b"redact.context_tokens" + (4).to_bytes(4, "little")
        size = (5).to_bytes(8, "little")  # of a string
        for name, old, new in (
            ("redact.window_tokens", context + (1024).to_bytes(4, "little"), context + (513).to_bytes(4, "little")),
            ("redact.context_tokens", before + (32).to_bytes(4, "little"), before + (129).to_bytes(4, "little")),
            ("redact.labels", size + b"EMAIL", size + b"PHONE"),
        ):
            path = self.write("model.gguf", whole.replace(old, new, 1))
            self.expect_refused(1, [name], "-m", path, stdin=b"x")

    def test_a_pipe_is_no_model(self):
        os.mkfifo(self.dir / "pipe")
        self.expect_refused(1, ["regular file"], "-m", self.dir / "pipe", stdin=b"x")

    def test_unreadable_file(self):
        self.expect_refused(3, ["document", "No such file"], self.dir / "Ellison.txt")
        self.assertNotIn("Ellison", run(self.dir / "Ellison.txt")[2])

    @unittest.skipIf(os.geteuid() == 0, "root reads every file")
    def test_file_without_permission(self):
        note = self.write("note.txt", NOTE)
        note.chmod(0)
        self.expect_refused(3, ["document", "Permission"], note)

    def test_json_line_without_the_text_field(self):
        path = self.write("notes.jsonl", '{"id": 1, "body": "Ana Rivera"}\n')
        self.expect_refused(3, ["line 1", '"text"'], path)

    def test_unknown_policy(self):
        self.expect_refused(1, ["policy", "meddocan"], "--policy", "hippa", stdin=b"x")

    def test_lists_and_known_people_guide_the_model(self):
        deny = self.write("deny.txt", "HOSPITAL\tpurple ward\n")
        allow = self.write("allow.txt", "Ellison\n")
        note = "Mrs Ellison was moved to the Purple Ward. Vqx Ztrk agrees.\n"
        self.assertIn(b"the [HOSPITAL].", run("--deny", deny, stdin=note.encode())[1])
        self.assertNotIn(b"Ellison", run(stdin=note.encode())[1])
        self.assertIn(b"Mrs Ellison was", run("--allow", allow, stdin=note.encode())[1])
        notes = self.write("notes.jsonl", json.dumps({"id": "n1", "text": note}) + "\n")
        known = self.write("known.jsonl", json.dumps({"id": "n1", "DOCTOR": ["Vqx Ztrk"]}) + "\n")
        record = json.loads(run("--known", known, notes)[1])
        self.assertIn("[DOCTOR] agrees", record["text"])
        self.assertEqual([e["source"] for e in record["entities"]][-1], "list")
        self.expect_refused(1, ["line 1", "tab"], "--deny", allow, stdin=b"x")
        self.expect_refused(1, ["known people line 1"], "--known", allow, stdin=b"x")

    def test_own_rules_hide_what_they_match_and_are_tried_first(self):
        rule = "rules:\n  - label: MEDICAL_RECORD\n    pattern: 'qx/[a-z]{4}'\n    catches: [%s]\n    leaves: ['qx/12']\n"
        own = self.write("own.yaml", rule % "'seen qx/abcd'")
        note = b"Filed as qx/hjkl today.\n"
        self.assertIn(b"qx/hjkl", run(stdin=note)[1])
        for more in ([], ["--no-rules"]):
            self.assertIn(b"as [MEDICAL_RECORD] today", run("--rules", own, *more, stdin=note)[1])
        wrong = self.write("wrong.yaml", rule % "'seen qx/1234'")
        self.expect_refused(1, ["--rules", "rule 1 catches"], "--rules", wrong, stdin=note)

    def test_a_rule_whose_label_the_policy_leaves_is_told(self):
        rule = "rules:\n  - label: %s\n    pattern: 'qx/[a-z]{4}'\n"
        for label, told in (("SEX", True), ("ID", False)):
            code, out, err = run("--rules", self.write("own.yaml", rule % label), stdin=b"Filed as qx/hjkl today.\n")
            self.assertEqual((code, "--rules: the policy does not list SEX" in err), (0, told))
            self.assertEqual(b"qx/hjkl" in out, told)

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
        self.expect_refused(2, ["--mapping"], "--text-column", "note", "--mapping", self.dir / "m", "--key-file", path, path)

    def test_report_counts_what_the_run_did(self):
        self.write("in/a.txt", NOTE)
        self.write("in/b.txt", "Nothing here.\n")
        self.write("in/c.txt", b"%PDF-1.7")
        report = self.dir / "report.json"
        code, _, _ = run(self.dir / "in", "-o", self.out, "--report", report)
        told = json.loads(report.read_text())
        self.assertEqual(code, 3)
        self.assertEqual([told["documents"][k] for k in ("redacted", "withheld")], [2, 1])
        self.assertEqual(told["inputs_left_out"], 0)
        self.assertEqual(told["bytes"], len(NOTE.encode()) + len("Nothing here.\n"))
        records = [json.loads(run("--format", "jsonl", self.dir / "in/a.txt")[1])]
        self.assertEqual(told["documents"]["review"], sum(r["status"] == "review" for r in records))
        labels = [e["entity_type"] for r in records for e in r["entities"]]
        self.assertEqual(told["entities"], {label: labels.count(label) for label in labels})
        self.assertEqual(sum(told["found_by"].values()), len(labels))
        self.assertNotIn("a.txt", report.read_text())

    def test_shards_share_the_work_and_resume_leaves_out_what_is_done(self):
        folder = self.dir / "in"
        for i in range(5):
            self.write(f"in/{i}.txt", NOTE)
        for part, files in (("1/2", {"0", "2", "4"}), ("2/2", {"1", "3"})):
            self.assertEqual(run(folder, "-o", self.dir / part, "--shard", part)[0], 0)
            self.assertEqual({p.stem for p in (self.dir / part).iterdir()}, files)
        self.assertEqual(run(folder, "-o", self.dir / "1/2", "--resume")[0], 0)
        done = sorted((self.dir / "1/2").iterdir())
        self.assertEqual([p.stem for p in done], list("01234"))
        done[3].unlink()
        done[4].write_text("made before")
        self.assertEqual(run(folder, "-o", self.dir / "1/2", "--resume")[0], 0)
        self.assertEqual(done[3].read_bytes(), done[0].read_bytes())
        self.assertEqual(done[4].read_text(), "made before")
        lines = self.write("notes.jsonl", "".join(json.dumps({"id": i, "text": NOTE}) + "\n" for i in range(5)))
        ids = [[json.loads(r)["id"] for r in run(lines, "--shard", s)[1].splitlines()] for s in ("1/2", "2/2")]
        self.assertEqual(ids, [["0", "2", "4"], ["1", "3"]])
        self.assertEqual(run(lines, "-o", self.out, "--shard", "7/9")[0], 0)
        self.assertEqual(self.out.read_bytes(), b"")
        self.out.unlink()
        self.expect_refused(2, ["--resume", "folder"], "--resume", lines)
        self.assertEqual(run("--shard", "3/2", stdin=b"x")[0], 2)

    def test_sealed_mappings_restore_texts_and_records(self):
        key = self.write("key", "0123456789abcdef")
        folder, out, back = self.dir / "in", self.dir / "redacted", self.dir / "back"
        folder.mkdir()
        (folder / "a.txt").write_bytes(NOTE.encode() + b"\xff\r\n")
        (folder / "b.txt").write_text(NOTE.replace("Ellison", "Harris"))
        self.assertEqual(run(folder, "-o", out, "--mapping", self.dir / "map", "--key-file", key)[0], 0)
        self.assertNotIn(b"Ellison", (self.dir / "map").read_bytes())
        self.assertEqual(run(out, "-o", back, "--restore", self.dir / "map", "--key-file", key)[0], 0)
        for name in ("a.txt", "b.txt"):
            self.assertEqual((back / name).read_bytes(), (folder / name).read_bytes())
        notes = self.write("notes.jsonl", "".join(json.dumps({"id": i, "text": NOTE}) + "\n" for i in "xy"))
        redacted = self.write("r.jsonl", run(notes, "--policy", "surrogate", "--mapping", self.dir / "m2", "--key-file", key)[1])
        self.assertTrue(json.loads(redacted.read_text().splitlines()[0])["surrogates"])
        restored = run(redacted, "--restore", self.dir / "m2", "--key-file", key)[1].decode()
        self.assertEqual([json.loads(line)["text"] for line in restored.splitlines()], [NOTE, NOTE])
        other = self.write("other", "fedcba9876543210")
        redacted.write_text(redacted.read_text().splitlines()[0] + "\n")
        self.expect_refused(3, ["line 1", "another key"], redacted, "--restore", self.dir / "m2", "--key-file", other)

    def test_no_text_comes_back_as_another_patients(self):
        key = self.write("key", "0123456789abcdef")
        notes = self.write("a.jsonl", json.dumps({"text": NOTE}) + "\n" + json.dumps({"id": "1", "text": NOTE.replace("Ellison", "Harris")}) + "\n")
        redacted = self.write("r.jsonl", run(notes, "--mapping", self.dir / "m", "--key-file", key)[1])
        lines = redacted.read_text().splitlines()
        self.assertEqual(json.loads(lines[0])["text"], json.loads(lines[1])["text"])
        redacted.write_text(lines[0] + "\n")
        self.expect_refused(3, ["several sources"], redacted, "--restore", self.dir / "m", "--key-file", key)
        redacted.write_text(lines[0].replace('"id":"1"', '"id":"2"') + "\n")
        self.expect_refused(3, ["another name"], redacted, "--restore", self.dir / "m", "--key-file", key)
        code, out, err = run(notes, "--mapping", self.dir / "m", "--key-file", key)
        self.assertEqual((code, out), (2, b""))
        self.assertIn("exists", err)

    def test_one_text_is_restored_whatever_its_file_is_called(self):
        key, note = self.write("key", "0123456789abcdef"), self.write(os.fsdecode(b"Garc\xeda.txt"), NOTE)
        self.assertEqual(run(note, "-o", self.dir / "r", "--mapping", self.dir / "m", "--key-file", key)[0], 0)
        restored = run(self.dir / "r", "--restore", self.dir / "m", "--key-file", key)
        self.assertEqual(restored, (0, NOTE.encode(), ""))

    def test_a_stopped_run_leaves_the_mapping_of_what_it_wrote_and_goes_on(self):
        key, folder = self.write("key", "0123456789abcdef"), self.dir / "in"
        for i in range(130):  # three batches, the last short
            self.write(f"in/{i:03}.txt", NOTE.replace("Ellison", f"Ellison {i}"))
        mapping, out, back = self.dir / "m", self.dir / "results", self.dir / "back"
        options = ["-o", out, "--mapping", mapping, "--key-file", key]
        with subprocess.Popen([REDACT, folder, *options], stderr=subprocess.DEVNULL) as redact:
            while not out.exists() or len(list(out.iterdir())) < 10:
                self.assertIsNone(redact.poll())
                time.sleep(0.002)
            redact.kill()
        n_written = len(list(out.iterdir()))
        self.assertLess(n_written, 130)
        with mapping.open("ab") as torn:
            torn.write(b'{"id":"099')
        restore = [out, "-o", back, "--restore", mapping, "--key-file", key]
        self.assertEqual(run(*restore)[0], 0)
        self.assertEqual(run(folder, *options, "--resume")[0], 0)
        self.assertEqual(run(*restore)[0], 0)
        for i in range(130):
            self.assertEqual((back / f"{i:03}.txt").read_bytes(), (folder / f"{i:03}.txt").read_bytes())

    def test_no_file_of_the_run_is_written_over(self):
        key, note = self.write("key", "0123456789abcdef"), self.write("in/note.txt", NOTE)
        link = self.dir / "link.txt"
        link.symlink_to(note)
        folder = self.dir / "in"
        for arguments in ([note, "-o", note], [link, "-o", note], [folder, "-o", folder], [note, "-o", key, "--key-file", key],
                          [note, "-o", self.out, "--report", key, "--key-file", key], [note, "-o", self.out, "--report", note],
                          [note, "-o", self.out, "--report", self.out], [note, "-o", self.out, "--mapping", self.out, "--key-file", key],
                          [folder, "-o", self.out, "--report", self.out / "note.txt"]):  # fmt: skip
            code, out, err = run(*arguments)
            self.assertEqual((code, out, err.count("\n")), (2, b"", 1), arguments)
            self.assertIn("another", err)
        self.assertEqual((note.read_bytes(), key.read_text()), (NOTE.encode(), "0123456789abcdef"))
        self.assertFalse(self.out.exists())

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

    def test_known_people_of_no_document_are_told(self):
        note, known = self.write("note-17.txt", "Blue kestrel.\n"), self.dir / "known"
        for name, told in (("note-17", True), ("note-17.txt", False)):
            known.write_text(json.dumps({"id": name, "OTHER": "blue kestrel"}))
            code, out, err = run(note, "--known", known)
            self.assertEqual((code, out), (0, b"Blue kestrel.\n" if told else b"[OTHER].\n"))
            self.assertEqual("--known" in err, told)

    def test_texts_of_one_name_do_not_overwrite_each_other(self):
        a, b = self.write("a/note.txt", NOTE), self.write("b/note.txt", NOTE)
        self.expect_refused(2, ["same name"], a, b)
        self.expect_refused(2, ["same name"], a, b, "--format", "jsonl")
        lines = self.write("a/n.jsonl", json.dumps({"text": NOTE})), self.write("b/n.jsonl", json.dumps({"text": NOTE}))
        self.assertEqual(run(*lines, "--format", "jsonl")[0], 0)

    def test_what_is_no_plain_text_is_withheld(self):
        for name, content in (("utf16.txt", NOTE.encode("utf-16")), ("a.docx", b"PK\x03\x04rest"), ("a.pdf", b"%PDF-1.7"), ("a.txt.gz", b"\x1f\x8b\x08\0x"), ("a.png", b"\x89PNG\r\n")):
            self.expect_refused(3, ["not plain text"], self.write(name, content))

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

    def test_a_bias_is_a_number(self):
        self.assertEqual(run("--bias", "nan", stdin=b"x")[0], 2)

    def test_a_patient_moves_by_one_shift(self):
        key = self.write("key", "0123456789abcdef")
        lines = [{"text": "Admitted: 02/11/2024", "pid": p} for p in ("7", "7", "8")]
        notes = self.write("notes.jsonl", "".join(json.dumps(line) + "\n" for line in lines))
        out = run(notes, "--policy", "linked", "--key-file", key, "--patient-field", "pid")[1].decode()
        first, same, other = [json.loads(line)["text"] for line in out.splitlines()]
        self.assertEqual(first, same)
        self.assertNotEqual(first, other)
        self.assertNotIn("02/11/2024", out)

    def test_a_patient_keeps_one_name_whatever_is_written_of_it_and_in_which_note(self):
        key = self.write("key", "0123456789abcdef")
        people = self.write("people.jsonl", "".join(json.dumps({"id": str(i), "PATIENT": name, "DOCTOR": "Ferri Greco"}) + "\n"
                                                    for i, name in enumerate(("Anna Greco", "Greco", "GRECO Anna"))))
        texts = ["Anna Greco was seen by Dr Ferri Greco for a cough.", "Rivista la sig.ra Greco dal dott. Ferri Greco.", "GRECO Anna a été vue par le Dr Ferri Greco."]
        out = {}
        for order in ((0, 1, 2), (2, 0, 1), (1,)):
            notes = self.write("notes.jsonl", "".join(json.dumps({"id": i, "pid": "7", "text": texts[i]}) + "\n" for i in order))
            lines = run(notes, "--policy", "surrogate", "--key-file", key, "--patient-field", "pid", "--known", people)[1].decode()
            for record in map(json.loads, lines.splitlines()):
                self.assertEqual(out.setdefault(record["id"], record["text"]), record["text"])
        first, last = out["0"].split(" was seen by Dr ")[0].split()
        doctor = out["0"].split(" was seen by Dr ")[1].split(" for")[0]
        self.assertEqual(out["1"], f"Rivista la sig.ra {last} dal dott. {doctor}.")
        self.assertEqual(out["2"], f"{last.upper()} {first} a été vue par le Dr {doctor}.")
        self.assertNotEqual(doctor.split()[1], last)
        self.assertNotIn("Greco", "".join(out.values()))

    def test_surrogates_without_a_key_are_of_one_run(self):
        runs = {run("--policy", "surrogate", stdin=NOTE.encode())[1] for _ in range(6)}
        self.assertGreater(len(runs), 3)

    def test_a_key_that_others_can_read_is_refused(self):
        key = self.write("key", "0123456789abcdef")
        key.chmod(0o644)
        self.expect_refused(1, ["--key-file", "chmod 600"], "--policy", "linked", "--key-file", key, stdin=b"x")

    def test_the_configuration_of_openssl_is_not_read(self):
        key, trap = self.write("key", "0123456789abcdef"), self.dir / "openssl.cnf"
        os.mkfifo(trap)  # who opens it waits for a writer
        done = subprocess.run([REDACT, "--policy", "linked", "--key-file", key], input=NOTE.encode(), capture_output=True, timeout=60, env={**os.environ, "OPENSSL_CONF": str(trap)})
        self.assertEqual((done.returncode, b"Margaret" in done.stdout), (0, False))

    def test_days_and_weeks_are_no_high_age(self):
        text = "Neonata di 95 giorni, ricoverata. Paziente di 95 anni.\n"
        for policy in ("gdpr", "hipaa-safe-harbor"):
            self.assertEqual(run("--policy", policy, stdin=text.encode())[1].decode(), text.replace("95 anni", "90+"))

    def test_a_rule_that_does_not_compile_is_not_quoted(self):
        own = self.write("own.yaml", "rules:\n  - {label: ID, pattern: '(Ellison'}\n")
        self.expect_refused(1, ["--rules", "rule 1 pattern", "lacks a )"], "--rules", own, stdin=b"x")
        self.assertNotIn("Ellison", run("--rules", own, stdin=b"x")[2])

    def test_what_needs_a_key_is_refused_without(self):
        self.expect_refused(1, ["linked", "--key-file"], "--policy", "linked", stdin=b"x")
        code, out, err = run("--mapping", self.dir / "m", stdin=b"x")
        self.assertEqual((code, out), (2, b""))
        self.assertIn("--key-file", err)
        short = self.write("short", "abc")
        self.expect_refused(1, ["16 bytes"], "--policy", "linked", "--key-file", short, stdin=b"x")

    def test_several_texts_without_a_folder(self):
        a, b = self.write("a.txt", NOTE), self.write("b.txt", NOTE)
        code, out, err = run(a, b)
        self.assertEqual((code, out), (2, b""))
        self.assertIn("-o DIR", err)

    def test_devices_are_listed_and_refused(self):
        code, out, err = run("--list-devices")
        self.assertEqual((code, err), (0, ""))
        self.assertIn("cpu:scalar", out.decode().split())
        if b"cuda:0" not in out:
            code, out, err = run("--device", "cuda", stdin=NOTE.encode())
            self.assertIn("no CUDA" if code else "no GPU here", err)
        self.assertEqual(run("-ngl", "0", stdin=NOTE.encode())[0], 0)
        self.expect_refused(1, ["device", "cpu:amx"], "--device", "abacus", stdin=b"x")

    def test_unknown_option_is_a_usage_error(self):
        for wrong in (["--no-such-option"], ["--threads", "Ellison"], ["--shard", "-2/-1"], ["--no-such=Ellison"]):
            code, out, err = run(*wrong)
            self.assertEqual((code, out), (2, b""))
            self.assertEqual(err.count("\n"), 1)
            self.assertNotIn("Ellison", err)

    def test_options_that_would_lose_something_are_refused(self):
        folder, key = self.dir / "in", self.write("key", "0123456789abcdef")
        self.write("in/a.txt", NOTE)
        for words, args in (
            (["results for inputs"], ["--resume", folder]),
            (["--report"], [folder, "--report", self.dir / "in/a.txt"]),
            (["--restore"], [folder, "--restore", key, "--key-file", key, "--format", "jsonl"]),
            (["--shard"], [folder / "a.txt", "--shard", "1/2"]),
            (["--text-column"], [folder / "a.txt", "--text-column", "note"]),
        ):
            out = folder / "out" if args[0] == "--resume" else self.out
            code, _, err = run("-o", out, *args)
            self.assertEqual(code, 2, err)
            for word in words:
                self.assertIn(word, err)
            self.assertFalse(out.exists())
        self.expect_refused(1, ["output", "create"], folder, "--report", "/proc/nowhere/report")
        self.assertEqual(run("-o", "/dev/null", folder / "a.txt")[0], 1)
        self.assertTrue(pathlib.Path("/dev/null").is_char_device())

    def test_text_that_is_not_utf8_passes_as_text_and_is_withheld_as_a_record(self):
        note = self.write("note.txt", b"\xff\xfe Patient: Margaret Ellison\n")
        self.assertEqual(run(note)[1], b"\xff\xfe Patient: [PATIENT]\n")
        self.expect_refused(3, ["UTF-8"], note, "--format", "jsonl")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
