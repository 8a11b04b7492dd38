#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Drives the program `redact` as a user does. Usage: cli_test.py REDACT SOURCE_DIR MODEL"""

import json
import os
import resource
import struct
import subprocess
import time

from cli_case import MODEL, NOTE, CommandLine, command, main, run


class Redaction(CommandLine):
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

    def test_closed_streams_are_errors(self):
        for closed, code in ((0, 3), (1, 1)):
            done = subprocess.run(command(), input=NOTE.encode() if closed else None, stderr=subprocess.PIPE,
                                  preexec_fn=lambda: os.close(closed), timeout=60)  # fmt: skip
            self.assertEqual(done.returncode, code)
            self.assertIn(b"Bad file descriptor" if closed == 0 else b"standard output", done.stderr)

    def test_a_full_disk_is_an_error(self):
        for arguments in (["--print-policy", "default"], ["--list-columns", "-"], ["--help"], ["--version"]):
            with open("/dev/full", "wb") as full:
                done = subprocess.run(command(*arguments), input=b"id,note\n", stdout=full, stderr=subprocess.PIPE)
            self.assertEqual((done.returncode, done.stderr), (1, b"redact: cannot write to standard output\n"))

    def test_no_core_is_dumped(self):  # P5
        allowed = lambda: resource.setrlimit(resource.RLIMIT_CORE, (1 << 20, 1 << 20))
        with subprocess.Popen(command(), stdin=subprocess.PIPE, stdout=subprocess.PIPE, preexec_fn=allowed) as redact:
            redact.stdin.write(NOTE.encode()), redact.stdin.flush()
            deadline = time.time() + 10
            while (soft := resource.prlimit(redact.pid, resource.RLIMIT_CORE)[0]) and time.time() < deadline:
                time.sleep(0.01)
            self.assertEqual(soft, 0)
            redact.stdin.close()
            self.assertIn(b"[PATIENT]", redact.stdout.read())

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
        self.assertEqual([e["source"] for e in record["entities"]][-1], "known")
        self.expect_refused(1, ["line 1", "tab"], "--deny", allow, stdin=b"x")
        self.expect_refused(1, ["known people line 1"], "--known", allow, stdin=b"x")

    def test_recall_chooses_a_bias_of_the_models_file(self):
        note = b"Mr Q is 45 years old. Dr Greco agrees.\n"
        whole, records, biases = MODEL.read_bytes(), set(), set()
        for recall, key in (("high", b"redact.bias_high"), ("balanced", b"redact.bias"), ("precise", b"redact.bias_precise")):
            number = whole.index(key + (6).to_bytes(4, "little")) + len(key) + 4  # 6: a float follows
            (bias,) = struct.unpack_from("<f", whole, number)
            code, out, err = run("--recall", recall, "--format", "jsonl", "--include-evidence", stdin=note)
            self.assertEqual((code, err), (0, ""))
            self.assertEqual(out, run("--bias", bias, "--format", "jsonl", "--include-evidence", stdin=note)[1])
            records.add(out), biases.add(bias)
            if recall == "balanced":
                self.assertEqual(out, run("--format", "jsonl", "--include-evidence", stdin=note)[1])
        self.assertEqual(len(records), len(biases))
        self.assertGreater(len(biases), 1)

    def test_hints_are_weighed_and_need_not_be_believed(self):
        def score(kind):
            hints = self.write("hints.tsv", f"{kind}\tBlorvin\n")
            note = b"The ward was quiet. Blorvin was asked to come.\n"
            record = json.loads(run("--hints", hints, "--format", "jsonl", "--include-evidence", stdin=note)[1])
            return next((e["score"] for e in record["entities"] if e["start"] == note.index(b"Blorvin")), 0)

        self.assertGreater(score("surname"), 0)
        self.assertGreater(score("surname"), score("word"))
        self.expect_refused(1, ["--hints", "line 1"], "--hints", self.write("hints.tsv", "Ellison\tBlorvin\n"), stdin=b"x")

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
            self.assertEqual((code, "--rules: the rules for SEX have no effect" in err), (0, told))
            self.assertEqual(b"qx/hjkl" in out, told)

    def test_denied_terms_that_are_allowed_are_told(self):
        deny = self.write("deny.txt", "# ours\nOTHER\tBlue Kestrel\nOTHER\theron\nID\tGrey heron\n")
        allow = self.dir / "allow.txt"
        for terms, why in (("blue-kestrel\n", "--deny: the term of line 2 stays, because --allow holds the same"),
                           ("heron\nblue kestrel\n", "--deny: 2 terms stay, the first of line 2, because"),
                           ("blue\nthe grey heron\n", "")):  # fmt: skip
            allow.write_text(terms)
            code, out, err = run("--deny", deny, "--allow", allow, stdin=b"Blue kestrel.\n")
            self.assertEqual((code, out), (0, b"Blue kestrel.\n" if why else b"[OTHER].\n"))
            self.assertEqual(("stay" in err, why in err), (why != "", True), err)

    def test_known_people_of_no_document_are_told(self):
        note, known = self.write("note-17.txt", "Blue kestrel.\n"), self.dir / "known"
        for name, told in (("note-17", True), ("note-17.txt", False)):
            known.write_text(json.dumps({"id": name, "OTHER": "blue kestrel"}))
            code, out, err = run(note, "--known", known)
            self.assertEqual((code, out), (0, b"Blue kestrel.\n" if told else b"[OTHER].\n"))
            self.assertEqual("--known" in err, told)

    def test_a_language_that_the_model_does_not_know_is_told(self):
        dutch = (
            "De patiënt werd gisteren opgenomen met koorts en hoesten. Hij heeft geen pijn en wordt behandeld met "
            "antibiotica voor een longontsteking.\n"
        )
        told = "1 document is in none of the languages that the model knows"
        for text, is_told in ((dutch, True), (NOTE, False), ("koorts en hoesten\n", False)):
            code, _, err = run(stdin=text.encode())
            self.assertEqual((code, told in err), (0, is_told))
        folder = self.write("in/a.txt", dutch).parent
        self.write("in/b.txt", dutch)
        self.assertIn("2 documents are in none of the languages", run(folder, "-o", self.out)[2])
        self.assertEqual(run("--quiet", stdin=dutch.encode())[2], "")


if __name__ == "__main__":
    main()
