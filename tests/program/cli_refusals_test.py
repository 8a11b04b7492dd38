#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The refusals of the program, and its messages. Usage: cli_refusals_test.py REDACT SOURCE_DIR MODEL"""

import gzip
import os
import pathlib

from cli_case import MODEL, NOTE, REDACT, SOURCE, CommandLine, main, result_of, run


class Refusals(CommandLine):
    def test_missing_model(self):
        self.expect_refused(1, ["model", "No such file"], "-m", "/nonexistent.gguf", stdin=b"x")

    def test_an_adapter_of_no_model_or_that_is_none(self):
        self.expect_refused(1, ["adapter", "model of a file"], "--lora", MODEL, stdin=b"x")
        self.expect_refused(1, ["adapter", "general.type"], "-m", MODEL, "--lora", MODEL, stdin=b"x")

    def test_truncated_model(self):
        whole = MODEL.read_bytes()
        path = self.write("cut.gguf", whole[: len(whole) // 2])
        self.expect_refused(1, ["model", "file ends at byte"], "-m", path, stdin=b"x")

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
            ("redact.window_tokens", context + (1024).to_bytes(4, "little"), context + (384).to_bytes(4, "little")),
            ("redact.context_tokens", before + (32).to_bytes(4, "little"), before + (129).to_bytes(4, "little")),
            ("redact.labels", size + b"EMAIL", size + b"PHONE"),
        ):
            path = self.write("model.gguf", whole.replace(old, new, 1))
            self.expect_refused(1, [name], "-m", path, stdin=b"x")

    def test_a_pipe_is_no_model(self):
        os.mkfifo(self.dir / "pipe")
        self.expect_refused(1, ["regular file"], "-m", self.dir / "pipe", stdin=b"x")

    def test_a_redaction_model_can_not_be_asked(self):
        for option, value in (("--task", "mask"), ("--lang", "en"), ("--prompt", MODEL), ("--shots", MODEL), ("--template", "chatml")):
            self.expect_refused(1, [option, "label model"], "-m", MODEL, option, value, stdin=b"x")
        self.expect_refused(1, ["context", "label model"], "-m", MODEL, "-c", "512", stdin=b"x")

    def test_unknown_policy(self):
        self.expect_refused(1, ["policy", "meddocan"], "--policy", "hippa", stdin=b"x")

    def test_no_file_of_the_run_is_written_over(self):
        key, note = self.write("key", bytes(range(32))), self.write("in/note.txt", NOTE)
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
        self.assertEqual((note.read_bytes(), key.read_bytes()), (NOTE.encode(), bytes(range(32))))
        self.assertFalse(self.out.exists())

    def test_a_bias_is_a_number(self):
        self.assertEqual(run("--bias", "nan", stdin=b"x")[0], 2)

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
            for asked in (["--device", "cuda"], ["--device", "cuda:1"], ["--device", "cuda:cublas"], ["-ngl", "99"]):
                code, out, err = run(*asked, stdin=NOTE.encode())
                self.assertEqual((code, out), (1, b""))
                self.assertRegex(err, "not support CUDA|no GPU")
            self.assertEqual(run("--device", "auto", stdin=NOTE.encode())[:2], run(stdin=NOTE.encode())[:2])
        self.assertEqual(run("-ngl", "0", stdin=NOTE.encode())[0], 0)
        self.expect_refused(1, ["device", "cpu:amx"], "--device", "abacus", stdin=b"x")

    def test_an_option_that_is_not_known_is_reported_by_its_place(self):
        for wrong, words in (
            (["--no-such=Ellison"], ["argument 3: unknown option (redact --help-all"]),
            (["--output-dir", "Ellison"], ["unknown option; did you mean --output?"]),
            (["--np", "1"], ["unknown option"]),
            (["-q", "Ellison"], ["unknown option"]),
            (["-Ellison"], ["unknown option"]),
            (["--MargaretEllison.txt"], ["unknown option"]),
            (["--outputEllison"], ["unknown option; did you mean --output?"]),
            (["--thread", "2"], ["did you mean --threads?"]),
        ):
            with self.subTest(wrong):
                self.expect_refused(2, words, *wrong, self.write("note.txt", NOTE))
                self.assertNotIn("Ellison", run(*wrong)[2])
        self.assertEqual(run("-np", "1", self.write("note.txt", NOTE))[0], 0)

    def test_a_value_that_is_missing_or_wrong_names_its_option(self):
        for wrong, words in (
            (["--threads", "Ellison"], ["--threads: invalid value", "from 1 to 1024"]),
            (["--threads"], ["--threads: the value is missing"]),
            (["--text-field"], ["--text-field: the value is missing"]),
            (["--format", "Ellison"], ["--format: invalid value", "text,jsonl"]),
            (["--shard", "-2/-1"], ["--shard: invalid value"]),
            (["--bias", "Ellison"], ["--bias: invalid value"]),
            (["--recall", "Ellison"], ["--recall"]),
            (["--recall", "high", "--bias", "1"], ["--bias cannot be combined with --recall"]),
            (["-ngl", "Ellison"], ["--gpu-layers: invalid value"]),
            (["-np", "0"], ["--parallel: invalid value"]),
            (["--policy", "a", "--policy", "Ellison"], ["--policy: given more than once"]),
            (["--text-column", "a", "--text-field", "Ellison"], ["--text-"]),
        ):
            with self.subTest(wrong):
                code, out, err = result_of([REDACT, *wrong])
                self.assertEqual((code, out, err.count("\n")), (2, b"", 1), err)
                self.assertNotIn("Ellison", err)
                for word in words:
                    self.assertIn(word, err)

    def test_an_option_without_effect_is_refused_or_named(self):
        note, lines = self.write("note.txt", NOTE), self.write("n.jsonl", '{"id": "7", "p": "8", "text": "x"}\n')
        key = self.write("key", bytes(range(32)))
        page = self.dir / "report.html"
        self.expect_refused(2, ["--include-text", "--format"], note, "--include-text")
        self.expect_refused(2, ["--include-text", "--format"], lines, "--include-text", "--text-field", "text,p")
        self.expect_refused(2, ["--id-field", "JSON lines"], note, "--id-field", "id")
        self.expect_refused(2, ["--patient", "--key-file"], note, "--patient", "7")
        known = self.write("known.jsonl", '{"patient": "7", "PATIENT": "Tom Quill"}\n')
        for arguments in ([lines, "--include-text"], [note, "--include-text", "--format", "jsonl"], [lines, "--id-field", "id"],
                          [note, "--include-text", "--report", page], [note, "--patient", "7", "--key-file", key],
                          [note, "--patient", "7", "--known", known]):  # fmt: skip
            self.assertEqual(run(*arguments)[0], 0, arguments)
        rules = self.write("rules.json", '{"fhirVersion": "R4", "fhirPathRules": []}')
        table, export = self.write("t.csv", "id|text\n1|x\n"), self.write("e.ndjson", '{"resourceType": "Patient", "id": "7"}\n')
        self.expect_refused(2, ["--as-text", "--fhir-rules"], note, "--as-text", "--fhir-rules", rules)
        self.expect_refused(2, ["--as-text", "--keep-ids"], note, "--as-text", "--keep-ids")
        for arguments in ([note], [table, "--as-text"], []):
            self.expect_refused(2, ["--delimiter", "--text-column"], *arguments, "--delimiter", "|", stdin=b"x")
        for arguments in ([export, "--as-text", "--keep-ids"], [table, "--as-text", "--text-column", "text", "--delimiter", "|"]):
            self.assertEqual(run(*arguments)[0], 0, arguments)
        self.assertIn("--patient-field has no effect", run(lines, "--patient-field", "p")[2])
        self.assertNotIn("--patient-field", run(lines, "--patient-field", "p", "--key-file", key)[2])

    def test_an_empty_value_is_no_value(self):
        note = self.write("note.txt", NOTE)
        for option in ("--deny --allow --rules --known --key-file -m -o --policy --report --mapping --restore --patient --patient-field "
                       "--text-field --text-column --id-field --keep-fields --prompt --shots --template --shard --device").split():  # fmt: skip
            with self.subTest(option):
                code, out, err = run(option, "", note)
                self.assertEqual((code, out, err.count("\n")), (2, b"", 1), err)
                self.assertIn({"-m": "--model", "-o": "--output"}.get(option, option), err)
        self.assertEqual(run("")[0], 2)

    def test_progress_is_shown_where_that_is_asked_for(self):
        self.assertRegex(run("--progress", stdin=NOTE.encode())[2], r"\Aredact: 1 document, [0-9.]+/s.*\n\Z")
        for option in ("--no-progress", "--quiet"):
            self.assertEqual(run(option, stdin=NOTE.encode())[2], "")

    def test_no_file_that_is_read_is_overwritten(self):
        note = self.write("n.txt", NOTE)
        for option in ("--prompt", "--shots", "--lora", "--hints", "--rules", "--deny", "--allow", "--known", "--policy", "-m"):
            own = self.write("own.yaml", "ours")
            code, out, err = run(note, "-m", self.dir / "m.gguf", option, own, "-o", own) if option != "-m" else run(note, "-m", own, "-o", own)
            self.assertEqual((code, out), (2, b""), option)
            self.assertIn("would be overwritten", err)
            self.assertEqual(own.read_text(), "ours")
        for name in ("m-00001-of-00003.gguf", "m-00002-of-00003.gguf", "m-00003-of-00003.gguf"):
            self.assertIn("would be overwritten", run(note, "-m", self.dir / "m-00001-of-00003.gguf", "-o", self.dir / name)[2])
        self.assertEqual(run("n.txt", "-o", "default", cwd=self.dir)[0], 0)  # the name of a policy, not a path
        self.assertEqual((self.dir / "default").read_bytes(), run(note)[1])

    def test_the_file_beside_a_journal_is_of_no_other_use(self):
        note = self.write("n-wal", NOTE)
        for told in ([note, "-o", self.out, "--journal", self.dir / "n"], [self.write("n.txt", NOTE), "-o", self.dir / "j-wal", "--journal", self.dir / "j"]):
            code, out, err = run(*told)
            self.assertEqual((code, out), (2, b""))
            self.assertIn("would be overwritten", err)
        self.assertEqual(note.read_bytes(), NOTE.encode())

    def test_no_result_takes_the_place_of_a_folder(self):
        self.write("in/a/x.txt", NOTE), self.write("in/a.gz", gzip.compress(NOTE.encode()))
        code, _, err = run(self.dir / "in", "-o", self.out)
        self.assertEqual(code, 2)
        self.assertIn("the name of a folder of other results", err)

    def test_the_result_of_a_file_goes_into_a_folder_but_not_over_the_file(self):
        note, folder = self.write("in/n.txt", NOTE), self.dir / "results"
        folder.mkdir()
        for path in (str(folder), str(folder) + "/"):
            self.assertEqual(run(note, "-o", path), (0, b"", ""))
            self.assertEqual([p.name for p in folder.iterdir()], ["n.txt"])
            self.assertEqual((folder / "n.txt").read_bytes(), run(note)[1])
            (folder / "n.txt").unlink()
        code, _, err = run(note, "-o", note.parent)
        self.assertEqual((code, note.read_bytes()), (2, NOTE.encode()))
        self.assertIn("would be overwritten", err)
        self.assertEqual(run("-o", folder, stdin=NOTE.encode())[0], 1)  # standard input has no name

    def test_options_that_would_lose_something_are_refused(self):
        folder, key = self.dir / "in", self.write("key", bytes(range(32)))
        self.write("in/a.txt", NOTE)
        for words, args in (
            (["read as inputs"], ["--journal", self.dir / "j", folder]),
            (["--resume", "--journal"], ["--resume", folder]),
            (["--report"], [folder, "--report", self.dir / "in/a.txt"]),
            (["--restore"], [folder, "--restore", key, "--key-file", key, "--format", "jsonl"]),
            (["--shard"], [folder / "a.txt", "--shard", "1/2"]),
            (["--text-column"], [folder / "a.txt", "--text-column", "note"]),
        ):
            out = folder / "out" if args[0] == "--journal" else self.out
            code, _, err = run("-o", out, *args)
            self.assertEqual(code, 2, err)
            for word in words:
                self.assertIn(word, err)
            self.assertFalse(out.exists())
        self.expect_refused(1, ["--report", "create"], folder, "--report", "/proc/nowhere/report")
        self.assertEqual(run("-o", "/dev/null", folder / "a.txt")[0], 1)
        self.assertTrue(pathlib.Path("/dev/null").is_char_device())


if __name__ == "__main__":
    main()
