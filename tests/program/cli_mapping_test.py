#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Keys, patients, --mapping and --restore. Usage: cli_mapping_test.py REDACT SOURCE_DIR MODEL"""

import csv
import gzip
import json
import os
import subprocess
import time
import zipfile

from cli_case import NOTE, SOURCE, CommandLine, command, main, messages, run


OFFICE = "http://schemas.openxmlformats.org/"
DOCX = {
    "[Content_Types].xml": f'<Types xmlns="{OFFICE}package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    '<Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
    "_rels/.rels": f'<Relationships xmlns="{OFFICE}package/2006/relationships"><Relationship Id="rId1" Type="{OFFICE}officeDocument/2006/relationships/officeDocument" '
    'Target="word/document.xml"/></Relationships>',
    "word/document.xml": f'<w:document xmlns:w="{OFFICE}wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>Mr Tarn</w:t></w:r></w:p></w:body></w:document>',
}


class Mappings(CommandLine):
    def test_sealed_mappings_restore_texts_and_records(self):
        key = self.write("key", bytes(range(32)))
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
        other = self.write("other", bytes(range(1, 33)))
        redacted.write_text(redacted.read_text().splitlines()[0] + "\n")
        self.expect_refused(3, ["line 1", "another key"], redacted, "--restore", self.dir / "m2", "--key-file", other)

    def test_a_workbook_is_withheld_and_the_other_documents_are_written(self):
        key, folder = self.write("key", bytes(range(32))), self.dir / "in"
        folder.mkdir()
        with zipfile.ZipFile(folder / "a.docx", "w") as archive:
            for name, text in DOCX.items():
                archive.writestr(name, text)
        (folder / "b.txt").write_text(NOTE)
        code, _, said = run(folder, "-o", self.dir / "out", "--mapping", self.dir / "map", "--key-file", key, "--journal", self.dir / "journal")
        self.assertEqual(code, 3)
        self.assertIn("document 1 of 2 withheld: mapping: cannot hold", said)
        self.assertEqual([path.name for path in (self.dir / "out").iterdir()], ["b.txt"])

    def test_a_mapping_of_another_scheme_is_refused(self):
        key, notes = self.write("key", bytes(range(32))), self.write("n.jsonl", json.dumps({"id": 1, "text": NOTE}) + "\n")
        redacted = self.write("r.jsonl", run(notes, "--mapping", self.dir / "m", "--key-file", key)[1])
        line = json.loads((self.dir / "m").read_text())
        self.assertEqual(line["scheme"], 3)
        for scheme in (1, 4, None):  # the first had no number
            other = {k: v for k, v in line.items() if k != "scheme"} | ({"scheme": scheme} if scheme else {"nonce": ""})
            if scheme == 1:
                other["nonce"] = ""
            mapping = self.write("other", json.dumps(other) + "\n")
            words = ["scheme", str(scheme or 1)]
            self.expect_refused(1, words, redacted, "--restore", mapping, "--key-file", key)
            code, out, err = run(self.write("in/a.txt", NOTE).parent, "-o", self.dir / "out", "--mapping", mapping, "--resume", "--journal", self.dir / "j", "--key-file", key)
            self.assertEqual((code, out, [w for w in ("--mapping", *words) if w not in err]), (1, b"", []))

    def test_a_mapping_of_the_weak_scheme_opens_with_a_warning(self):
        golden = SOURCE / "tests/golden/gcm_mapping"
        key, back = self.write("key", bytes(range(32))), self.dir / "back"
        # The rows of the table are all different, so their numbers are enough.
        options = ["-o", back, "--text-column", "note", "--restore", golden / "mapping", "--key-file", key]
        code, _, err = run(golden / "results", *options)
        self.assertEqual((code, len(messages(err))), (0, 1), err)
        for word in ("8 lines", "older version", "without the key exchange two texts"):
            self.assertIn(word, err)
        for name in ("table.csv", "ward/letter.txt"):
            self.assertEqual((back / name).read_bytes(), (golden / "sources" / name).read_bytes())
        texts = [[json.loads(line)["text"] for line in (folder / "lines.jsonl").read_text().splitlines()] for folder in (back, golden / "sources")]
        self.assertEqual(*texts)
        # A changed line does not open.
        lines = (golden / "mapping").read_text().splitlines()
        letter = next(i for i, line in enumerate(lines) if "letter.txt" in line)
        lines[letter] = lines[letter].replace(json.loads(lines[letter])["nonce"], "00" * 12)
        changed = self.write("changed", "".join(line + "\n" for line in lines))
        code, out, err = run(golden / "results/ward/letter.txt", "--restore", changed, "--key-file", key)
        self.assertEqual((code, out), (3, b""))
        self.assertIn("has been changed", err)

    def test_a_run_goes_on_with_a_mapping_of_the_weak_scheme(self):
        key, map_ = self.write("key", bytes(range(32))), self.dir / "m"
        golden = (SOURCE / "tests/golden/gcm_mapping/mapping").read_bytes()
        self.write("m", golden)
        self.write("in/a.txt", NOTE)
        self.assertEqual(run(self.dir / "in", "-o", self.out, "--mapping", map_, "--resume", "--journal", self.dir / "j", "--key-file", key)[0], 0)
        self.assertTrue(map_.read_bytes().startswith(golden))
        code, _, err = run(self.out, "-o", self.dir / "back", "--restore", map_, "--key-file", key)
        self.assertEqual(code, 0, err)
        self.assertIn("8 lines", err)
        self.assertEqual((self.dir / "back/a.txt").read_bytes(), NOTE.encode())

    def test_lines_that_are_swapped_truncated_or_foreign_are_refused(self):
        key, map_ = self.write("key", bytes(range(32))), self.dir / "m"
        other = NOTE.replace("Margaret Ellison", "Anna Harris")
        self.write("in/a.txt", NOTE), self.write("in/b.txt", other)
        self.assertEqual(run(self.dir / "in", "-o", self.out, "--mapping", map_, "--key-file", key)[0], 0)
        one, two = map(json.loads, map_.read_text().splitlines())
        self.assertEqual(one["out_sha256"], two["out_sha256"])  # whoever could swap them would swap patients
        foreign = self.dir / "foreign"
        self.assertEqual(run(self.dir / "in", "-o", self.dir / "out2", "--mapping", foreign, "--key-file", self.write("other", bytes(range(1, 33))))[0], 0)
        theirs = json.loads(foreign.read_text().splitlines()[0])
        forged = {"swapped": one | {"sealed": two["sealed"]}, "renamed": two | {"id": "a.txt"}, "foreign": theirs,
                  "truncated": one | {"sealed": one["sealed"][:-2]}, "moved": one | {"table": "t.csv", "row": 1},
                  "left out": two, "without a row": {k: v for k, v in one.items() if k != "row"}}  # fmt: skip
        for how, line in forged.items():
            self.write("forged", json.dumps(line) + "\n" + json.dumps(two) + "\n")
            back = self.dir / how
            code, _, err = run(self.out, "-o", back, "--restore", self.dir / "forged", "--key-file", key)
            self.assertIn(code, (1, 3), how)
            self.assertFalse((back / "a.txt").exists(), how)
            if code == 3:
                self.assertEqual((back / "b.txt").read_bytes(), other.encode(), how)

    def test_no_text_comes_back_as_another_patients(self):
        key = self.write("key", bytes(range(32)))
        notes = self.write("a.jsonl", json.dumps({"text": NOTE}) + "\n" + json.dumps({"id": "1", "text": NOTE.replace("Ellison", "Harris")}) + "\n")
        redacted = self.write("r.jsonl", run(notes, "--mapping", self.dir / "m", "--key-file", key)[1])
        lines = redacted.read_text().splitlines()
        self.assertEqual(json.loads(lines[0])["text"], json.loads(lines[1])["text"])
        redacted.write_text(lines[0] + "\n")
        self.expect_refused(3, ["several sources"], redacted, "--restore", self.dir / "m", "--key-file", key)
        redacted.write_text(lines[0].replace('"id":"1"', '"id":"2"') + "\n")
        self.expect_refused(3, ["another id"], redacted, "--restore", self.dir / "m", "--key-file", key)
        code, out, err = run(notes, "--mapping", self.dir / "m", "--key-file", key)
        self.assertEqual((code, out), (2, b""))
        self.assertIn("exists", err)

    def test_one_text_is_restored_whatever_its_file_is_called(self):
        key, note = self.write("key", bytes(range(32))), self.write(os.fsdecode(b"Garc\xeda.txt"), NOTE)
        self.assertEqual(run(note, "-o", self.dir / "r", "--mapping", self.dir / "m", "--key-file", key)[0], 0)
        restored = run(self.dir / "r", "--restore", self.dir / "m", "--key-file", key)
        self.assertEqual(restored, (0, NOTE.encode(), ""))

    def test_a_stopped_run_leaves_the_mapping_of_what_it_wrote_and_goes_on(self):
        key, folder = self.write("key", bytes(range(32))), self.dir / "in"
        for i in range(130):  # three batches, the last one short
            self.write(f"in/{i:03}.txt", NOTE.replace("Ellison", f"Ellison {i}"))
        mapping, out, back = self.dir / "m", self.dir / "results", self.dir / "back"
        options = ["-o", out, "--mapping", mapping, "--key-file", key, "--journal", self.dir / "j"]
        with subprocess.Popen(command(folder, *options), stderr=subprocess.DEVNULL) as redact:
            while not out.exists() or len(list(out.iterdir())) < 2:
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

    def test_a_patient_moves_by_one_shift(self):
        key = self.write("key", bytes(range(32)))
        lines = [{"text": "Admitted: 02/11/2024", "pid": p} for p in ("7", "7", "8")]
        notes = self.write("notes.jsonl", "".join(json.dumps(line) + "\n" for line in lines))
        out = run(notes, "--policy", "linked", "--key-file", key, "--patient-field", "pid")[1].decode()
        first, same, other = [json.loads(line)["text"] for line in out.splitlines()]
        self.assertEqual(first, same)
        self.assertNotEqual(first, other)
        self.assertNotIn("02/11/2024", out)

    def test_what_needs_a_key_is_refused_without(self):
        self.expect_refused(1, ["linked", "--key-file"], "--policy", "linked", stdin=b"x")
        code, out, err = run("--mapping", self.dir / "m", stdin=b"x")
        self.assertEqual((code, out), (2, b""))
        self.assertIn("--key-file", err)
        short = self.write("short", "abc")
        self.expect_refused(1, ["16 bytes", "--make-key"], "--policy", "linked", "--key-file", short, stdin=b"x")
        self.expect_refused(2, ["--legacy-key", "--key-file"], "--legacy-key", stdin=b"x")

    def test_a_key_is_made_and_never_overwritten(self):
        key = self.dir / "key"
        old = os.umask(0)
        try:
            self.assertEqual(run("--make-key", key), (0, b"", ""))
        finally:
            os.umask(old)
        self.assertEqual((key.stat().st_mode & 0o777, key.stat().st_size), (0o600, 32))
        made = key.read_bytes()
        code, out, err = run("--make-key", key)
        self.assertEqual((code, out, key.read_bytes()), (2, b"", made))
        self.assertIn("not overwritten", err)
        (self.dir / "link").symlink_to(self.dir / "elsewhere")
        self.assertEqual(run("--make-key", self.dir / "link")[0], 2)
        self.assertFalse((self.dir / "elsewhere").exists())
        self.assertEqual(run("--make-key", self.dir / "none/key")[0], 1)
        self.assertEqual(run("--make-key", self.dir / "another")[0], 0)
        self.assertNotEqual((self.dir / "another").read_bytes(), made)
        self.assertEqual(run("--policy", "linked", "--key-file", key, stdin=NOTE.encode())[0], 0)

    def test_a_key_of_text_is_taken_as_a_legacy_key_alone(self):
        expected = None
        for content in (b"Doctor1948Doctor1948", b"0123456789abcdef\n", "Schl\u00fcsselwort-2024".encode("cp1252"), "Schl\u00fcsselwort-2024".encode(),
                        "summer holiday 1948".encode("utf-16"), "summer holiday 1948".encode("utf-16-be"), b"\tcorrect horse\r\nbattery"):  # fmt: skip
            key = self.write("key", content)
            linked = ["--policy", "linked", "--key-file", key]
            self.expect_refused(1, ["is text", "--make-key", "--legacy-key"], *linked, stdin=NOTE.encode())
            code, out, err = run(*linked, "--legacy-key", stdin=NOTE.encode())
            self.assertEqual((code, err), (0, ""), content)
            self.assertNotEqual(out, expected)
            expected = out
            self.assertEqual(run(*linked[2:], "--legacy-key", "--mapping", self.dir / "m", "-o", self.out, stdin=NOTE.encode())[0], 0)
            self.assertEqual(run(self.out, *linked[2:], "--restore", self.dir / "m")[0], 1)
            self.assertEqual(run(self.out, *linked[2:], "--restore", self.dir / "m", "--legacy-key")[1], NOTE.encode())
            (self.dir / "m").unlink(), self.out.unlink()
        # A legacy key has the values that it always had: HMACs under its SHA-256.
        binary = self.write("binary", bytes(range(32)))
        linked = ["--policy", "linked", "--key-file", binary]
        self.assertEqual(run(*linked, stdin=NOTE.encode()), run(*linked, "--legacy-key", stdin=NOTE.encode()))

    def test_a_folder_of_compressed_texts_is_restored_from_its_results(self):
        key, map_ = self.write("key", bytes(range(32))), self.dir / "m"
        for name, text in (("a.txt", "Patient: Margaret Ellison\n"), ("sub/b.txt", "Patient: Margaret Ellison, well.\n")):
            self.write(f"in/{name}.gz", gzip.compress(text.encode()))
        self.write("in/c.txt", "Seen by Dr Pritchard.\n")
        self.assertEqual(run("--quiet", self.dir / "in", "-o", self.out, "--key-file", key, "--mapping", map_)[0], 0)
        code, _, err = run("--quiet", self.out, "-o", self.dir / "back", "--key-file", key, "--restore", map_)
        self.assertEqual((code, err), (0, ""))
        self.assertEqual((self.dir / "back/a.txt").read_text(), "Patient: Margaret Ellison\n")
        self.assertEqual((self.dir / "back/sub/b.txt").read_text(), "Patient: Margaret Ellison, well.\n")
        self.assertEqual((self.dir / "back/c.txt").read_text(), "Seen by Dr Pritchard.\n")

    def test_lines_of_fhir_are_restored_though_their_ids_are_new(self):
        key, map_ = self.write("key", bytes(range(32))), self.dir / "m"
        lines = "".join(
            json.dumps({"resourceType": "Observation", "id": f"o{i}", "valueString": "Patient: Margaret Ellison"}) + "\n" for i in range(2)
        ).encode()
        source = self.write("o.ndjson", lines)
        self.assertEqual(run("--quiet", source, "-o", self.dir / "out.ndjson", "--key-file", key, "--mapping", map_)[0], 0)
        self.assertNotIn(b"Ellison", (self.dir / "out.ndjson").read_bytes())
        self.assertEqual(run("--quiet", "--key-file", key, "--restore", map_, self.dir / "out.ndjson"), (0, lines, ""))

    def test_a_table_is_restored(self):
        key, map_ = self.write("key", bytes(range(32))), self.dir / "m"
        table = '\ufeffid,note,by\r\n1,"Mrs Ellison, ""Meg"", came.",Ellison\r\n\r\n2,Patient: Margaret Ellison,x\r\n'
        for options in ([], ["--id-field", "by"], ["--policy", "surrogate"]):
            sealed = ["--text-column", "note", "--key-file", key, *options]
            code, redacted, err = run(*sealed, "--mapping", map_, stdin=table.encode())
            self.assertEqual((code, err), (0, ""))
            self.assertNotIn(b"Margaret", redacted)
            self.assertEqual(run(*sealed, "--restore", map_, stdin=redacted), (0, table.encode(), ""))
            map_.unlink()
        redacted = run("--text-column", "note", "--key-file", key, "--mapping", map_, stdin=table.encode())[1]
        code, out, err = run("--text-column", "note", "--key-file", key, "--restore", map_, stdin=b"id,note\n2,Patient: [PATIENT]\n3,Other.\n")
        self.assertEqual((code, out), (3, b"id,note\n2,\n3,\n"))  # a row is restored as it was written
        self.assertIn("row 2 withheld", err)
        redacted = b"\n".join(line for line in redacted.splitlines() if not line.startswith(b"1,"))
        code, out, err = run("--text-column", "note", "--key-file", key, "--restore", map_, stdin=redacted)
        self.assertEqual((code, err), (0, ""))
        self.assertIn(b"2,Patient: Margaret Ellison,x", out)

    def test_no_row_comes_back_as_another(self):
        key, map_ = self.write("key", bytes(range(32))), self.dir / "m"
        rows = ["note", "MSH|^^^^|Ellison", "Patient: Margaret Ellison", "Patient: Gwen Harris", "No fever.", "No fever.", "Patient: Anna Harris. Cough."]
        options = ["--text-column", "note", "--key-file", key]
        table = self.write("t.csv", "\n".join(rows) + "\n")
        code, redacted, _ = run(*options, table, "--mapping", map_)
        self.assertEqual((code, redacted.decode().splitlines()[1]), (3, '""'))
        self.assertEqual(len(list(csv.reader(redacted.decode().splitlines()))), len(rows))
        # Rows 2 and 3 have one output and two sources. In the table as it was written, their numbers tell which is which.
        table.write_bytes(redacted)
        code, restored, err = run(*options, table, "--restore", map_)
        self.assertEqual((code, restored.decode().splitlines()), (3, ["note", '""', *rows[2:]]))
        self.assertEqual(len(messages(err)), 1, err)
        withheld = ["note", '""', '""', '""']
        # A pipe cannot be read twice.
        code, restored, err = run(*options, "--restore", map_, stdin=redacted)
        self.assertEqual((code, restored.decode().splitlines()), (3, [*withheld, *rows[4:]]))
        self.assertIn("row 2 withheld: mapping: several sources", err)
        # One row less: all rows after it have other numbers.
        lines = redacted.splitlines(keepends=True)
        table.write_bytes(b"".join(lines[:2] + lines[3:]))
        code, restored, _ = run(*options, table, "--restore", map_)
        self.assertEqual((code, restored.decode().splitlines()), (3, ["note", '""', '""', '""', "No fever.", '""']))

    def test_a_table_without_ids_is_restored_as_it_was_written(self):
        key, map_ = self.write("key", bytes(range(32))), self.dir / "m"
        options = ["--text-column", "note", "--key-file", key]
        names = ["Margaret Ellison", "Gwen Harris", "Anna Morgan", "Rhys Morgan"]
        rows = [f"Patient: {name}" for name in names]
        for table, order in (("a.csv", rows), ("ward/b.csv", rows[::-1]), ("c.tsv", rows[2:])):
            self.write(f"in/{table}", "note\n" + "".join(row + "\n" for row in order))
        self.assertEqual(run(self.dir / "in", "-o", self.out, "--mapping", map_, *options)[0], 0)
        code, _, err = run(self.out, "-o", self.dir / "back", "--restore", map_, *options)
        # a.csv and b.csv have the same bytes, so their digests cannot tell which file is which; c.tsv is the only one.
        self.assertEqual((code, (self.dir / "back/c.tsv").read_bytes()), (3, (self.dir / "in/c.tsv").read_bytes()), err)
        self.assertNotIn("Patient", (self.dir / "back/a.csv").read_text())
        # Sorted, filtered, joined, renamed among others, or with another end: withheld, and nothing is guessed.
        tsv = (self.out / "c.tsv").read_bytes()
        for changed in (tsv + b"\n", b"note\r\n" + tsv.split(b"\n", 1)[1], tsv.rsplit(b"\n", 2)[0] + b"\n", tsv + b"Patient: [PATIENT]\n"):
            (self.out / "c.tsv").write_bytes(changed)
            self.assertEqual(run(self.out / "c.tsv", "--restore", map_, *options)[0], 3)
        (self.out / "c.tsv").unlink()
        self.write("out/d.tsv", tsv)
        code, _, err = run(self.out, "-o", self.dir / "renamed", "--restore", map_, *options)
        self.assertEqual((code, (self.dir / "renamed/d.tsv").read_text()), (3, 'note\n""\n""\n'))
        # A file that is named alone may have another name.
        self.assertEqual(run(self.out / "d.tsv", "--restore", map_, *options)[1], (self.dir / "in/c.tsv").read_bytes())
        # Without the key, one can neither vouch for a table nor move its rows.
        lines = [json.loads(line) for line in map_.read_text().splitlines()]
        whole = next(line for line in lines if line["table"] == "c.tsv" and line["row"] == 0)
        first, second = [next(line for line in lines if line["table"] == "c.tsv" and line["row"] == i) for i in (1, 2)]
        self.assertEqual(first["out_sha256"], second["out_sha256"])
        for bad in ([whole | {"sealed": first["sealed"]}, first, second], [whole | {"table": "e.tsv"}, first, second], [first, second],
                    [whole, first | {"row": 2, "id": "2"}, second | {"row": 1, "id": "1"}], [whole, first | {"sealed": second["sealed"]}]):  # fmt: skip
            self.write("bad", "".join(json.dumps(line) + "\n" for line in bad))
            self.assertEqual(run(self.out / "d.tsv", "--restore", self.dir / "bad", *options)[:2], (3, b'note\n""\n""\n'), bad)

    def test_a_table_that_was_resumed_is_restored_as_it_was_written(self):
        key, map_ = self.write("key", bytes(range(32))), self.dir / "m"
        rows = [f"Patient: {name}" for name in ("Margaret Ellison", "Gwen Harris", "Anna Morgan", "Rhys Morgan", "Carys Bevan")]
        table = self.write("t.csv", "note\n" + "".join(row + "\n" for row in rows))
        for into in (self.dir / "r.csv", self.dir / "folder/t.csv"):
            several = "folder" in str(into)
            source = self.write("in/t.csv", table.read_bytes()).parent if several else table
            options = ["--text-column", "note", "--key-file", key]
            to = ["-o", into.parent if several else into, "--mapping", map_, "--journal", self.dir / f"j{several}", *options]
            self.assertEqual(run(source, *to, "--limit", "2")[0], 0)
            self.assertFalse(into.exists())
            self.assertEqual(run(source, *to, "--limit", "2", "--resume")[0], 0)
            self.assertEqual(run(source, *to, "--resume")[0], 0)
            self.assertEqual(run(into, "--restore", map_, *options)[:2], (0, table.read_bytes()))
            map_.unlink()

    def test_runs_that_write_one_mapping_lose_nothing(self):
        key, map_, folder = self.write("key", bytes(range(32))), self.dir / "m", self.dir / "in"
        for i in range(40):
            self.write(f"in/{i:02}.txt", NOTE.replace("Ellison", f"Ellison {i}"))
        sealed = ["--key-file", key, "-o", self.out]
        shards = [subprocess.Popen(command(folder, *sealed, "--mapping", map_, "--resume", "--journal", self.dir / f"j{i}", "--shard", f"{i}/2")) for i in (1, 2)]
        self.assertEqual([shard.wait() for shard in shards], [0, 0])
        self.assertEqual(len(map_.read_text().splitlines()), 40)
        self.assertEqual(run(self.out, "-o", self.dir / "back", "--key-file", key, "--restore", map_), (0, b"", ""))
        for i in range(40):
            self.assertEqual((self.dir / f"back/{i:02}.txt").read_bytes(), (folder / f"{i:02}.txt").read_bytes())

    def test_only_a_mapping_under_this_key_is_gone_on_with(self):
        key, other = self.write("key", bytes(range(32))), self.write("other", bytes(range(1, 33)))
        self.write("in/a.txt", NOTE), self.write("in/b.txt", NOTE.replace("Ellison", "Harris"))
        go = lambda key, map_: run(self.dir / "in", "-o", self.out, "--resume", "--journal", self.dir / f"j-{map_.name}", "--key-file", key, "--mapping", map_)
        for content, word in (("Mrs Ellison\nhas", "not a mapping"), ("no line end", "no complete line"), ('{"id":"0', "no complete line")):
            foreign = self.write("foreign", content)
            code, _, err = go(key, foreign)
            self.assertEqual((code, len(messages(err))), (1, 1))
            self.assertIn(word, err)
            self.assertEqual(foreign.read_text(), content)
            self.assertFalse(self.out.exists())
        map_ = self.dir / "m"
        self.assertEqual(go(key, map_)[0], 0)
        (self.out / "b.txt").unlink()
        before = map_.read_bytes()
        code, _, err = go(other, map_)
        self.assertEqual((code, map_.read_bytes()), (1, before))
        self.assertIn("another key", err)
        self.assertEqual(go(key, map_)[0], 0)
        self.assertEqual(len(map_.read_text().splitlines()), 3)

    def test_no_configuration_of_openssl_is_read(self):
        key, pipe = self.write("key", bytes(range(32))), self.dir / "openssl.cnf"
        os.mkfifo(pipe)  # a reader would wait for a writer
        done = subprocess.run(command("--policy", "linked", "--key-file", key), input=NOTE.encode(), capture_output=True,
                              env={**os.environ, "OPENSSL_CONF": str(pipe)}, timeout=60)  # fmt: skip
        self.assertEqual(done.returncode, 0)


if __name__ == "__main__":
    main()
