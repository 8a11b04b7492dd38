#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Keys, patients, --mapping and --restore. Usage: cli_mapping_test.py REDACT SOURCE_DIR BUNDLED_MODEL"""

import csv
import json
import os
import subprocess
import time

from cli_case import NOTE, REDACT, CommandLine, main, messages, run


class Mappings(CommandLine):
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

    def test_a_mapping_of_another_scheme_is_refused(self):
        key, notes = self.write("key", "0123456789abcdef"), self.write("n.jsonl", json.dumps({"id": 1, "text": NOTE}) + "\n")
        redacted = self.write("r.jsonl", run(notes, "--mapping", self.dir / "m", "--key-file", key)[1])
        line = json.loads((self.dir / "m").read_text())
        self.assertEqual(line["scheme"], 3)
        for scheme in (1, 2, None):  # the first had no number
            old = {k: v for k, v in line.items() if k != "scheme"} | ({"scheme": scheme} if scheme else {})
            mapping = self.write("old", json.dumps(old) + "\n")
            words = ["scheme", str(scheme or 1)]
            self.expect_refused(1, words, redacted, "--restore", mapping, "--key-file", key)
            code, out, err = run(self.write("in/a.txt", NOTE).parent, "-o", self.dir / "out", "--mapping", mapping, "--resume", "--journal", self.dir / "j", "--key-file", key)
            self.assertEqual((code, out, [w for w in ("--mapping", *words) if w not in err]), (1, b"", []))

    def test_no_text_comes_back_as_another_patients(self):
        key = self.write("key", "0123456789abcdef")
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
        key, note = self.write("key", "0123456789abcdef"), self.write(os.fsdecode(b"Garc\xeda.txt"), NOTE)
        self.assertEqual(run(note, "-o", self.dir / "r", "--mapping", self.dir / "m", "--key-file", key)[0], 0)
        restored = run(self.dir / "r", "--restore", self.dir / "m", "--key-file", key)
        self.assertEqual(restored, (0, NOTE.encode(), ""))

    def test_a_stopped_run_leaves_the_mapping_of_what_it_wrote_and_goes_on(self):
        key, folder = self.write("key", "0123456789abcdef"), self.dir / "in"
        for i in range(130):  # three batches, the last one short
            self.write(f"in/{i:03}.txt", NOTE.replace("Ellison", f"Ellison {i}"))
        mapping, out, back = self.dir / "m", self.dir / "results", self.dir / "back"
        options = ["-o", out, "--mapping", mapping, "--key-file", key, "--journal", self.dir / "j"]
        with subprocess.Popen([REDACT, folder, *options], stderr=subprocess.DEVNULL) as redact:
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
        key = self.write("key", "0123456789abcdef")
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
        self.expect_refused(1, ["16 bytes"], "--policy", "linked", "--key-file", short, stdin=b"x")

    def test_a_table_is_restored(self):
        key, map_ = self.write("key", "0123456789abcdef"), self.dir / "m"
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
        key, map_ = self.write("key", "0123456789abcdef"), self.dir / "m"
        rows = ["note", "MSH|^^^^|Ellison", "Patient: Margaret Ellison", "Patient: Owen Harris", "No fever.", "No fever.", "Patient: Anna Harris. Cough."]
        options = ["--text-column", "note", "--key-file", key]
        table = self.write("t.csv", "\n".join(rows) + "\n")
        code, redacted, _ = run(*options, table, "--mapping", map_)
        self.assertEqual((code, redacted.decode().splitlines()[1]), (3, '""'))
        self.assertEqual(len(list(csv.reader(redacted.decode().splitlines()))), len(rows))
        table.write_bytes(redacted)
        code, restored, err = run(*options, table, "--restore", map_)
        # Rows 2 and 3 have one output and two sources; nothing tells which is which.
        self.assertEqual((code, restored.decode().splitlines()), (3, ["note", '""', '""', '""', *rows[4:]]))
        self.assertIn("row 2 withheld: mapping: several sources", err)
        # One row less: all rows after it have other numbers.
        lines = redacted.splitlines(keepends=True)
        table.write_bytes(b"".join(lines[:2] + lines[3:]))
        code, restored, _ = run(*options, table, "--restore", map_)
        self.assertEqual((code, restored.decode().splitlines()), (3, ["note", '""', '""', '""', "No fever.", '""']))

    def test_runs_that_write_one_mapping_lose_nothing(self):
        key, map_, folder = self.write("key", "0123456789abcdef"), self.dir / "m", self.dir / "in"
        for i in range(40):
            self.write(f"in/{i:02}.txt", NOTE.replace("Ellison", f"Ellison {i}"))
        sealed = ["--key-file", key, "-o", self.out]
        shards = [subprocess.Popen([REDACT, folder, *sealed, "--mapping", map_, "--resume", "--journal", self.dir / f"j{i}", "--shard", f"{i}/2"]) for i in (1, 2)]
        self.assertEqual([shard.wait() for shard in shards], [0, 0])
        self.assertEqual(len(map_.read_text().splitlines()), 40)
        self.assertEqual(run(self.out, "-o", self.dir / "back", "--key-file", key, "--restore", map_), (0, b"", ""))
        for i in range(40):
            self.assertEqual((self.dir / f"back/{i:02}.txt").read_bytes(), (folder / f"{i:02}.txt").read_bytes())

    def test_only_a_mapping_under_this_key_is_gone_on_with(self):
        key, other = self.write("key", "0123456789abcdef"), self.write("other", "fedcba9876543210")
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
        key, pipe = self.write("key", "0123456789abcdef"), self.dir / "openssl.cnf"
        os.mkfifo(pipe)  # a reader would wait for a writer
        done = subprocess.run([REDACT, "--policy", "linked", "--key-file", key], input=NOTE.encode(), capture_output=True,
                              env={**os.environ, "OPENSSL_CONF": str(pipe)}, timeout=60)  # fmt: skip
        self.assertEqual(done.returncode, 0)


if __name__ == "__main__":
    main()
